"""Units as people write them, folded to families that convert: lenient where `core.units` is strict.

A result handed to the gate may say "USD billions", "index points" or "score (0-100)"; a draft says "$2.9tn". Both
become a family and a power of ten; what converts, and what does not, is decided here and nowhere else in the gate.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Family:
    """`kind` groups what converts (percent, points, money:USD, count, rank, days, index ...); value x 10^power is its own unit."""

    kind: str
    power: int = 0

    @property
    def money(self) -> bool:
        """Whether it is an amount of some currency."""
        return self.kind.startswith("money:")


CURRENCY_CODES = tuple(
    """AED ARS AUD BDT BGN BRL CAD CHF CLP CNY COP CZK DKK EGP ETB EUR GBP GHS HKD HRK HUF IDR ILS INR IQD IRR ISK JPY KES KRW
    KWD LBP LKR MAD MMK MXN MYR NGN NOK NPR NZD PEN PHP PKR PLN QAR RON RUB SAR SDR SEK SGD THB TND TRY TWD TZS UAH UGX
    USD UYU VND XAF XDR XOF ZAR ZMW""".split()  # noqa: SIM905 - a list to be read
)
CURRENCY_SIGNS = {
    "US$": "USD", "A$": "AUD", "C$": "CAD", "HK$": "HKD", "NZ$": "NZD", "S$": "SGD", "R$": "BRL", "$": "USD",
    "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "৳": "BDT", "Tk": "BDT", "Rs": "INR",
    **{code: code for code in CURRENCY_CODES},
}  # fmt: skip
CURRENCY_WORDS = {
    "dollar": "USD", "dollars": "USD", "euro": "EUR", "euros": "EUR", "pound": "GBP", "pounds": "GBP", "yen": "JPY",
    "sterling": "GBP", "yuan": "CNY", "renminbi": "CNY", "rupee": "INR", "rupees": "INR", "taka": "BDT",
    "franc": "CHF", "francs": "CHF", "won": "KRW", "krona": "SEK", "krone": "NOK", "sdrs": "SDR",
}  # fmt: skip
SCALES = {
    "thousand": 3, "thousands": 3, "k": 3, "000s": 3, "million": 6, "millions": 6, "mn": 6, "mln": 6, "m": 6, "mm": 6,
    "billion": 9, "billions": 9, "bn": 9, "bln": 9, "b": 9, "trillion": 12, "trillions": 12, "tn": 12, "trn": 12,
    "trln": 12, "t": 12, "hundred": 2, "lakh": 5, "crore": 7,
}  # fmt: skip
_WORDS = {
    "percent": Family("percent", -2), "per cent": Family("percent", -2), "%": Family("percent", -2),
    "pct": Family("percent", -2), "per mille": Family("percent", -3), "‰": Family("percent", -3),
    "ratio": Family("percent", 0), "fraction": Family("percent", 0), "share": Family("percent", 0),
    "percentage points": Family("points", -2), "percentage point": Family("points", -2), "pp": Family("points", -2),
    "ppt": Family("points", -2), "basis points": Family("points", -4), "basis point": Family("points", -4),
    "bp": Family("points", -4), "bps": Family("points", -4), "points": Family("index"), "index points": Family("index"),
    "index": Family("index"), "score": Family("index"), "category": Family("category"), "rank": Family("rank"),
    "count": Family("count"), "number": Family("count"), "percentile": Family("percentile"), "times": Family("times"),
    "x": Family("times"), "multiple": Family("times"), "day": Family("days"), "days": Family("days"),
    "week": Family("weeks"), "weeks": Family("weeks"), "month": Family("months"), "months": Family("months"),
    "year": Family("years"), "years": Family("years"), "quarters": Family("quarters"), "hours": Family("hours"),
    "net percent": Family("percent", -2), "net percentage": Family("percent", -2), "notch": Family("notches"),
    "notches": Family("notches"), "decimal": Family("percent", 0),
}  # fmt: skip
_RATE = re.compile(r"[a-z]{3} per [a-z]{3}")
_DURATIONS = frozenset({"days", "weeks", "months", "years", "quarters", "hours"})


@lru_cache(maxsize=1024)
def family_of(unit: str) -> Family:
    """The family of a unit's text; an unknown text is a family of its own name, an empty one of none."""
    lowered = re.sub(r"\s+", " ", re.sub(r"\(.*?\)", " ", unit)).strip().lower()
    if _RATE.fullmatch(lowered):
        return Family(lowered)
    if lowered in _WORDS:
        return _WORDS[lowered]
    words = lowered.replace("-", " ").split()
    power = sum(SCALES[word] for word in words if word in SCALES and word not in ("k", "b", "t", "m"))
    currency = next(
        (c for w in re.findall(r"[^\s]+", unit) if (c := CURRENCY_SIGNS.get(w.strip("(),")))), None
    )
    currency = currency or next((CURRENCY_WORDS[word] for word in words if word in CURRENCY_WORDS), None)
    if currency is not None and "per" not in words and "/" not in lowered:
        return Family(f"money:{currency}", power)
    rest = [word for word in words if word not in SCALES]
    if not rest or " ".join(rest) in ("count", "number", "persons", "people"):
        return Family("count" if words else "", power)
    for length in (2, 1):
        for known in (" ".join(rest[:length]), " ".join(rest[-length:])):
            if known in _WORDS:
                return Family(_WORDS[known].kind, _WORDS[known].power + power)
    return Family(lowered, power)


def shift(shown: str, cell: Family, *, change: bool = False, spread: bool = False) -> int | None:
    """Power of ten that turns a cell's number into the family shown (`percent`, `points`, `""` for a bare number).

    None where the two do not convert. A bare number is read in the cell's own unit; points are points of an index
    too; basis points of a spread or a rate may be shown for percent.
    """
    if shown == cell.kind:
        return cell.power
    if shown == "":
        return 0
    if shown == "scaled":
        return cell.power if cell.money or cell.kind in ("count", "") or cell.kind not in _KNOWN else None
    if shown == "anypoints":
        return cell.power + 2 if cell.kind == "points" else cell.power if cell.kind == "index" else None
    if shown == "points" and cell.kind == "percent" and spread and not change:
        return cell.power
    return None


_KNOWN = frozenset(
    {"percent", "points", "index", "rank", "percentile", "times", "category", "notches"} | _DURATIONS
)
