"""The numeral grammar: every way a text shows a figure in digits, found with span, value, scale and unit.

Works on a folded text in which references and times are already blotted out. Spelled figures (nine, a third, twice)
are `spelled`'s business. Scanning never fails and never guesses a value: what it cannot read whole it reads as digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import cast

from finweave.grounding.quantities import Comparison, Quantity
from finweave.grounding.text import Span
from finweave.grounding.units import CURRENCY_CODES, CURRENCY_SIGNS, CURRENCY_WORDS, SCALES

FRACTION_CHARACTERS = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3), "⅔": (2, 3),
    "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
_SIGNS = "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True))
_VULGAR = "".join(FRACTION_CHARACTERS)
_NUMERAL = rf"""
      \d{{1,3}}(?:,\d{{2,3}})*,\d{{3}}(?!\d)(?:\.\d+)?        # 1,234.5 and 1,23,456
    | \d{{1,3}}(?:\ \d{{3}})+(?!\d)(?:[.,]\d+)?               # 1 234,5
    | \d{{1,3}}(?:'\d{{3}})+(?!\d)(?:\.\d+)?                  # 1'234
    | \d+[-\ ]\d{{1,2}}/\d{{1,3}}(?![\d/])                    # 3-1/2
    | \d*[{_VULGAR}]                                          # 2¼
    | \d{{1,3}}/\d{{1,3}}(?![\d/])                            # 3/4
    | \d+(?:\.\d+)?[eE][+-]?\d{{1,3}}(?!\w)                   # 1.2e3
    | (?:\d+(?:\.\d+)?\s?[x×·]\s?)?10\^-?\d{{1,3}}            # 1.2 x 10^6
    | \d+,\d{{1,2}}(?![\d,]) | \d+,\d{{4,}}(?![\d,])          # 12,6
    | \d+\.\d+ | \d+ | (?<!\w)\.\d+
"""
_SCALE_WORDS = "thousands?|millions?|billions?|trillions?|lakhs?|crores?|mn|mln|bn|bln|tn|trn|trln"
_UNIT = (
    r"%|‰|percentage[-\s]points?|percentage[-\s]pts?|basis[-\s]points?|per\s?cent(?:age)?\b(?!ile)|percent\b|pct\b|p\.p\.|ppts?\b|pps?\b|bps?\b"
    r"|per\smille|index\spoints?\b|points?\b|percentile\b|times\b|x(?![\w^])|fold\b|days?\b|weeks?\b|months?\b|quarters?\b|years?\b|hours?\b|notch(?:es)?\b"
)
_QUANTITY = re.compile(
    rf"""
    (?P<word_sign>\b(?:minus|negative|plus|positive)\s)?
    (?P<sign>(?<![\w.%)\]])[-–+](?=\S))?
    (?P<currency>(?<![A-Za-z])(?:{_SIGNS})\s?)?
    (?P<inner_sign>(?<=\D)[-–](?=\d))?
    (?<![\w.^])(?<!\d,)(?<!\d/)
    (?P<numeral>{_NUMERAL})
    (?P<ordinal>(?:st|nd|rd|th)\b)?
    (?:[\s-]?(?P<scale>\b(?:{_SCALE_WORDS})\b|(?:{_SCALE_WORDS})\b|(?:k|K|m|M|mm|b|B|t|T)(?![\w'])))?
    (?:[\s-]{{0,2}}(?P<unit>{_UNIT}))?
    (?:\s(?:of\s)?(?:US\s)?(?P<money>{"|".join(CURRENCY_WORDS)}|{"|".join(CURRENCY_CODES)})\b(?P<rate>\sper\s[A-Z]{{3}}\b)?)?
    """,
    re.VERBOSE,
)
_LETTER_SCALES = frozenset("kKmMbBtT") | {"mm"}
_RANK_BEFORE = re.compile(
    r"\b(?:ranks?|ranked|rank\s(?:is|was|of)|no\.|number|\#)\s?(?:it\s|them\s|at\s|as\s)?$", re.IGNORECASE
)
_CATEGORY_BEFORE = re.compile(r"\b(?:category|categories|grade|bucket)(?:\s(?:is|was|of))?\s$", re.IGNORECASE)
_COMPARISONS: tuple[tuple[str, Comparison, bool], ...] = (
    (r"(?:just|a little|slightly|a bit|a shade|marginally)\s(?:over|above|more than)", "above", True),
    (
        r"(?:just|a little|slightly|a bit|a shade|marginally)\s(?:under|below|less than|short of)|almost|just shy of",
        "below",
        True,
    ),
    (
        r"(?:well |far |comfortably |significantly )?(?:more than|over|above|greater than|higher than|larger than|in excess of|north of|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|topp(?:ed|ing)|upwards of|beyond)",
        "above",
        False,
    ),
    (
        r"(?:well |far |comfortably |significantly )?(?:less than|under|below|fewer than|lower than|smaller than|short of|south of)",
        "below",
        False,
    ),
    (r"at least|no less than|not less than|no fewer than|a minimum of", "at_least", False),
    (r"at most|no more than|not more than|up to|as much as|a maximum of", "at_most", False),
)
_SAID = [
    re.compile(rf"(?:^|(?<=[\s(]))(?:{words})\s(?:about\s|around\s|some\s)?$", re.IGNORECASE)
    for words, _, _ in _COMPARISONS
]
_SIGNED = [re.compile(rf"(?:^|(?<=[\s(]))(?:{words})\s?$") for words in ("≥|>=", "≤|<=", ">", "<")]
_BEFORE = [
    *((pattern, kind, close) for pattern, (_, kind, close) in zip(_SAID, _COMPARISONS, strict=True)),
    *zip(
        _SIGNED,
        cast("tuple[Comparison, ...]", ("at_least", "at_most", "above", "below")),
        (False,) * 4,
        strict=True,
    ),
]
_AFTER: tuple[tuple[re.Pattern[str], Comparison], ...] = (
    (re.compile(r"^\s?(?:or\s(?:more|higher|above)|and\s(?:over|above))\b"), "at_least"),
    (re.compile(r"^\s?or\s(?:less|lower|below|fewer)\b"), "at_most"),
)
_APPROXIMATE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|close to|some|circa|c\.|near|an estimated|in the region of|on the order of)\s|[~≈]\s?)(?:a\s|an\s)?$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s?[-–]\s?|\s(?:to|and|or)\s")


def scan_numerals(text: str) -> list[Quantity]:
    """Figures in digits of a masked text, left to right, units passed inside ranges."""
    return _shared(text, [_quantity(text, match) for match in _QUANTITY.finditer(text)])


def said(text: str, quantity: Quantity) -> Quantity:
    """The quantity with what stands before and after it: approximately, more than, at most."""
    before = text[max(0, quantity.span[0] - 40) : quantity.span[0]]
    after = text[quantity.span[1] : quantity.span[1] + 14]
    found = next(((kind, near) for pattern, kind, near in _BEFORE if pattern.search(before)), None)
    comparison, close = found or (next((kind for pattern, kind in _AFTER if pattern.match(after)), ""), False)
    return replace(
        quantity, approximate=bool(_APPROXIMATE.search(before)), comparison=comparison, close=close
    )


def read_numeral(text: str) -> tuple[Decimal, int]:
    """A numeral's value and displayed decimals; the numeral is one that the grammar found."""
    if "^" in text:
        base, _, exponent = text.partition("^")
        factor = re.match(r"\d+(?:\.\d+)?(?=\s?[x×·])", base)
        number = Decimal(factor.group()) if factor else Decimal(1)
        value = number.scaleb(int(exponent))
        return value, max(0, _decimals(str(number)) - int(exponent))
    if "/" in text or text[-1] in FRACTION_CHARACTERS:
        return _fraction(text), 4
    if re.search(r"[eE]", text):
        value = Decimal(text)
        exponent = value.as_tuple().exponent
        return value, max(0, -exponent) if isinstance(exponent, int) else 0
    plain = text.replace(" ", "").replace("'", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    plain = plain.replace(",", ".")
    return Decimal(plain), _decimals(plain)


def _decimals(plain: str) -> int:
    return len(plain.partition(".")[2])


def _fraction(text: str) -> Decimal:
    if text[-1] in FRACTION_CHARACTERS:
        top, bottom = FRACTION_CHARACTERS[text[-1]]
        return Decimal(text[:-1] or 0) + Decimal(top) / Decimal(bottom)
    whole, _, rest = text.replace("-", " ").rpartition(" ")
    top_text, _, bottom_text = rest.partition("/")
    bottom = int(bottom_text)
    return Decimal(whole or 0) + (Decimal(int(top_text)) / Decimal(bottom) if bottom else Decimal(0))


def _quantity(text: str, match: re.Match[str]) -> Quantity:
    numeral = match["numeral"]
    value, decimals = read_numeral(numeral)
    scale, unit = match["scale"], match["unit"]
    end = match.end()
    currency = _currency(match)
    if scale in _LETTER_SCALES and not _letter_is_scale(text, match, currency):
        scale, unit, currency, end = None, None, _prefix(match), match.end("numeral")
    power, family = _unit(unit)
    if match["rate"]:
        family = f"{match['money']}{match['rate']}".lower()
    elif currency and not family:
        family = f"money:{currency}"
    if scale:
        power += SCALES[scale.lower()]
        family = family or "scaled"
    word = (match["word_sign"] or "").strip().lower()
    negative = word in ("minus", "negative") or (match["sign"] or match["inner_sign"] or "") in ("-", "–")
    signed = negative or bool(match["sign"]) or bool(word)
    kind = "ordinal" if match["ordinal"] else "numeral"
    before = text[max(0, match.start() - 24) : match.start()]
    if (kind == "ordinal" and unit != "percentile") or (
        not family and not scale and _RANK_BEFORE.search(before)
    ):
        family = "rank"
    elif not family and not scale and _CATEGORY_BEFORE.search(before):
        family = "category"
    digits = numeral.replace(",", "").replace(" ", "")
    trailing = len(digits) - len(digits.rstrip("0")) if digits.isdigit() and value else 0
    return Quantity(
        (match.start(), end), match.span("numeral"), -value if negative else value, decimals, power, family, kind,
        signed, trailing=trailing,
    )  # fmt: skip


def _letter_is_scale(text: str, match: re.Match[str], currency: str | None) -> bool:
    attached = match.start("scale") == match.end("numeral")
    return attached and (currency is not None or match["scale"] in ("K", "k", "M", "B", "T", "mm"))


def _prefix(match: re.Match[str]) -> str | None:
    return CURRENCY_SIGNS.get((match["currency"] or "").strip())


def _currency(match: re.Match[str]) -> str | None:
    word = match["money"]
    return _prefix(match) or (CURRENCY_WORDS.get(word) or word if word else None)


def _unit(unit: str | None) -> tuple[int, str]:
    """Power and family of a unit as shown beside a numeral."""
    if unit is None:
        return 0, ""
    shown = re.sub(r"[\s-]+", " ", unit).lower().strip()
    if shown in ("%", "percent", "per cent", "pct", "percentage"):
        return -2, "percent"
    if shown in ("‰", "per mille"):
        return -3, "percent"
    if shown.startswith(("percentage p", "pp", "p.p")):
        return -2, "points"
    if shown.startswith(("basis", "bp")):
        return -4, "points"
    if shown in ("point", "points"):
        return 0, "anypoints"
    if shown.startswith("index"):
        return 0, "index"
    if shown in ("x", "times", "fold"):
        return 0, "times"
    if shown in ("percentile", "percentiles"):
        return 0, "percentile"
    return 0, shown if shown.endswith("s") else shown + "s"


def _shared(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """Passes unit and scale between the two numerals of a range; nowhere else."""
    shared = list(found)
    for at in range(len(shared) - 1):
        first, last = shared[at], shared[at + 1]
        between = text[first.span[1] : last.span[0]]
        if not _RANGE.fullmatch(between):
            continue
        opened = re.search(
            r"\b(?:between|from)\s(?:about\s)?$", text[max(0, first.span[0] - 14) : first.span[0]]
        )
        by = re.search(r"\bby\s(?:about\s)?$", text[max(0, first.span[0] - 10) : first.span[0]])
        if (between.strip() in ("and", "or") and not (opened and between.strip() == "and")) or by:
            continue
        shared[at], shared[at + 1] = _pass_unit(first, last, dash=between.strip() in ("-", "–"))
    return shared


def _pass_unit(first: Quantity, last: Quantity, *, dash: bool) -> tuple[Quantity, Quantity]:
    if dash and last.value < 0 and first.value >= 0:
        last = replace(last, value=-last.value, signed=False)
    if not first.family and last.family:
        first = replace(first, family=last.family, power=last.power)
    elif first.family.startswith("money:") and last.family == "scaled":
        last = replace(last, family=first.family)
        first = replace(first, power=last.power if first.power == 0 else first.power)
    elif (
        first.family.startswith("money:") and first.family == last.family and first.power == 0 and last.power
    ):
        first = replace(first, power=last.power)
    elif first.family and not last.family:
        last = replace(last, family=first.family, power=first.power)
    return first, last


def overlaps(span: Span, others: Sequence[Span]) -> bool:
    """Whether a span shares a character with any other."""
    return any(span[0] < end and start < span[1] for start, end in others)
