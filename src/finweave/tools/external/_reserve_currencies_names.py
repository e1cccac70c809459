"""The currencies COFER reports: the publisher's codes, and what people call them."""

from __future__ import annotations

from finweave.core.currencies import currency_index, currency_name, resolve_currency
from finweave.core.errors import UnknownNameError
from finweave.core.text import fold
from finweave.tools.editions import Choice
from finweave.tools.external._reserve_currencies_quarters import stretch

TOTAL = "TOTAL"
# The publisher's own codes beside the currencies.
_OWN_NAMES = {"OTHER": "Other currencies", TOTAL: "All currencies"}
_OWN_WORDS = {"OTHER": ("other", "other currencies"), TOTAL: ("total", "all currencies", "total reserves")}


def code_of(text: str) -> str:
    """The publisher's code of a currency; AbsentOutcome for one it never separates is left to the bounds."""
    for code, words in _OWN_WORDS.items():
        if text.upper() == code or fold(text) in {fold(word) for word in words}:
            return code
    code = resolve_currency(text)
    if code is None:
        near = tuple(match.name for match in currency_index().near(text))
        hint = (
            f": did you mean {' or '.join(near[:3])}?"
            if near
            else ": give an ISO 4217 code such as USD or EUR."
        )
        raise UnknownNameError(
            f"No currency named {text!r}{hint}", field="currency", given=text, nearest=near
        )
    return code


def name_of(code: str) -> str:
    """What a code is called."""
    return _OWN_NAMES.get(code) or currency_name(code)


def elsewhere(choice: Choice[tuple[str, str]]) -> list[str]:
    """What the chosen edition lacks, and which edition holds it."""
    notes: list[str] = []
    for edition in sorted(set(choice.elsewhere.values())):
        missing = [key for key, name in choice.elsewhere.items() if name == edition]
        codes = sorted({name_of(code) for code, _ in missing})
        whose = f" for {', '.join(codes)}" if len(codes) <= 3 else ""
        notes.append(
            f"{stretch(sorted({period for _, period in missing}))}{whose} is not in the edition used"
            f" ({choice.edition}); the edition {edition} holds it, and two editions are not one series."
        )
    return notes
