"""Currencies: ISO 4217 codes with the names people use for them; reserve currencies and their predecessors first.

Only currencies that a dataset of public finance quotes. A bare "dollar" is the US dollar, a bare "pound" sterling, as
in the field's own usage; "Australian dollar" and the like are names of their own.
"""

from __future__ import annotations

from functools import cache

from finweave.core.errors import UnknownNameError
from finweave.core.names import NameIndex

# code: (name, other names)
_CURRENCIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "USD": (
        "US dollar",
        ("dollar", "dollars", "US dollars", "U.S. dollar", "greenback", "American dollar", "US$"),
    ),
    "EUR": ("Euro", ("euros", "single currency")),
    "JPY": ("Japanese yen", ("yen",)),
    "GBP": ("Pound sterling", ("pound", "sterling", "British pound", "UK pound", "pounds sterling")),
    "CNY": ("Chinese renminbi", ("renminbi", "yuan", "RMB", "Chinese yuan")),
    "AUD": ("Australian dollar", ("Aussie dollar", "Australian dollars")),
    "CAD": ("Canadian dollar", ("Canadian dollars", "loonie")),
    "CHF": ("Swiss franc", ("Swiss francs",)),
    "DEM": ("Deutsche mark", ("D-mark", "German mark", "deutschmark")),
    "FRF": ("French franc", ("French francs",)),
    "NLG": ("Netherlands guilder", ("Dutch guilder", "guilder")),
    "ECU": ("European currency unit", ()),
    "SEK": ("Swedish krona", ()),
    "NOK": ("Norwegian krone", ()),
    "DKK": ("Danish krone", ()),
    "KRW": ("Korean won", ("South Korean won",)),
    "INR": ("Indian rupee", ()),
    "BRL": ("Brazilian real", ()),
    "MXN": ("Mexican peso", ()),
    "TRY": ("Turkish lira", ("lira",)),
    "ZAR": ("South African rand", ("rand",)),
    "BDT": ("Bangladeshi taka", ("taka",)),
    "THB": ("Thai baht", ("baht",)),
    "ARS": ("Argentine peso", ()),
    "PLN": ("Polish zloty", ("zloty",)),
    "HUF": ("Hungarian forint", ("forint",)),
    "CZK": ("Czech koruna", ()),
    "SGD": ("Singapore dollar", ()),
    "HKD": ("Hong Kong dollar", ()),
    "NZD": ("New Zealand dollar", ("kiwi dollar",)),
}


def currency_name(code: str) -> str:
    """The name of a code; UnknownNameError names the nearest codes."""
    if code not in _CURRENCIES:
        raise UnknownNameError(
            f"no currency {code!r}: give an ISO 4217 code such as USD or EUR",
            given=code,
            allowed=tuple(_CURRENCIES),
        )
    return _CURRENCIES[code][0]


def resolve_currency(text: str) -> str | None:
    """The code of a name or code, case free; None where there is none."""
    if text.strip().upper() in _CURRENCIES:
        return text.strip().upper()
    found = currency_index().find(text)
    return found[0].id if found else None


@cache
def currency_index() -> NameIndex:
    """The index for spotting currencies in a question; codes only in capitals."""
    return NameIndex(
        ((code, name, (name, code, *others)) for code, (name, others) in _CURRENCIES.items()),
        exact_case=tuple(_CURRENCIES),
    )
