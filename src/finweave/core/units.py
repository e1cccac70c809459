"""Units and bases: one list, exact conversion, display. Values are stored in the publisher's unit; display scales.

`USD billion` is a unit of family `USD` with power 9; `percent` and `ratio`, `basis points` and `percentage points`
convert exactly. A base ("of risk-weighted assets") is text that belongs to a percent; bases never convert.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from finweave.core.errors import UnitError
from finweave.core.numbers import plain, round_half_up


@dataclass(frozen=True, slots=True)
class Unit:
    """`family` groups units that convert; `power` is the power of ten to the family's own unit (percent: -2)."""

    name: str
    family: str
    power: int = 0
    symbol: str = ""


def unit_of(name: str) -> Unit:
    """The unit of that name (`percent`, `USD billion`, `EUR`, `USD per EUR`, `count million` ...); UnitError names the nearest."""
    unit = _units().get(name)
    if unit is None:
        from difflib import get_close_matches

        nearest = tuple(get_close_matches(name, _units(), n=3))
        hint = f": did you mean {' or '.join(nearest)}?" if nearest else "."
        raise UnitError(f"No unit {name!r}{hint}", field="unit", given=name, nearest=nearest)
    return unit


def all_units() -> tuple[Unit, ...]:
    """The whole list."""
    return tuple(_units().values())


def convert(value: Decimal, given: str, wanted: str) -> Decimal:
    """Exact; UnitError when the families differ (percent and percentage points are two families)."""
    source, target = unit_of(given), unit_of(wanted)
    if source.family != target.family:
        raise UnitError(
            f"{given} does not convert into {wanted}.",
            field="unit",
            given=given,
            allowed=tuple(unit.name for unit in _units().values() if unit.family == source.family),
        )
    return _shifted(value, source.power - target.power)


def difference_unit(name: str) -> str:
    """The unit of a difference: percentage points for percent, else the same."""
    return "percentage points" if unit_of(name).name == "percent" else name


def format_value(value: Decimal, unit: str, decimals: int | None = None) -> str:
    """A value as shown to a reader: `12.6%`, `2.9 percentage points`, `$624.9 billion`, `58`; a category or year bare.

    `decimals` published decimals are shown (half up, trailing zeros kept); without them the value's own digits.
    Thousands are grouped. An amount of a million units or more is shown in the largest word below it (`7430000000000`
    USD is `$7.4 trillion`) with `decimals`, at least one. Never a unit that the family does not have; never a float.
    """
    known = unit_of(unit)
    if known.family in _CURRENCIES:
        return _amount(value, known, decimals)
    if known.name in _UNGROUPED:
        return _digits(value, decimals)
    number = format_number(value, decimals)
    if known.name == "percent":
        return f"{number}%"
    if known.family == "count" and known.power:
        return f"{number} {known.name.removeprefix('count ')}"
    if known.name in _BARE:
        return number
    singular = _SINGULAR.get(known.name)
    return f"{number} {singular if singular and number in ('1', '-1') else known.name}"


def format_number(value: Decimal, decimals: int | None = None) -> str:
    """The bare numeral of `format_value`, with grouping and a true minus as ASCII `-`."""
    digits = _digits(value, decimals)
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    whole, point, rest = digits.partition(".")
    first = len(whole) % 3 or 3
    groups = [whole[:first], *(whole[at : at + 3] for at in range(first, len(whole), 3))]
    return sign + ",".join(groups) + point + rest


_SCALES = {"": 0, " thousand": 3, " million": 6, " billion": 9, " trillion": 12}
_SYMBOLS = {"USD": "$"}
_CURRENCIES = frozenset(
    (
        "AED", "ARS", "AUD", "BDT", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK",
        "DKK", "EGP", "ETB", "EUR", "GBP", "GHS", "HKD", "HRK", "HUF", "IDR", "ILS", "INR",
        "IQD", "IRR", "ISK", "JPY", "KES", "KRW", "KWD", "LBP", "LKR", "MAD", "MMK", "MXN",
        "MYR", "NGN", "NOK", "NPR", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RUB",
        "SAR", "SDR", "SEK", "SGD", "THB", "TND", "TRY", "TWD", "TZS", "UAH", "UGX", "USD",
        "UYU", "VND", "XAF", "XDR", "XOF", "ZAR", "ZMW",
    )
)  # fmt: skip
_SINGULAR = {
    "percentage points": "percentage point",
    "basis points": "basis point",
    "points": "point",
    "years": "year",
    "quarters": "quarter",
    "months": "month",
    "days": "day",
}
_BARE = frozenset({"ratio", "index", "count"})
_UNGROUPED = frozenset({"category", "bucket", "calendar year", "rank"})
_UNSCALED = (
    "index", "points", "years", "quarters", "months", "days", "bucket", "category", "rank", "calendar year",
)  # fmt: skip
_SCALED_FROM = Decimal(1_000_000)


def _listed() -> Iterator[Unit]:
    yield Unit("ratio", "ratio")
    yield Unit("percent", "ratio", -2, "%")
    yield Unit("percentage points", "percentage points")
    yield Unit("basis points", "percentage points", -2)
    for scale, power in _SCALES.items():
        yield Unit(f"count{scale}", "count", power)
    for name in _UNSCALED:
        yield Unit(name, name)
    for currency in sorted(_CURRENCIES):
        for scale, power in _SCALES.items():
            yield Unit(f"{currency}{scale}", currency, power, _SYMBOLS.get(currency, currency))
    for base in ("EUR", "USD"):
        for currency in sorted(_CURRENCIES - {base}):
            yield Unit(f"{currency} per {base}", f"{currency} per {base}")


@cache
def _units() -> dict[str, Unit]:
    return {unit.name: unit for unit in _listed()}


_WORDS = {power: word for word, power in _SCALES.items()}


def _amount(value: Decimal, unit: Unit, decimals: int | None) -> str:
    power = unit.power
    own = _shifted(value, power)
    if value.copy_abs() >= _SCALED_FROM:
        power = min(own.adjusted() // 3 * 3, max(_WORDS))
        shown = decimals or 1
        # 999.96 million rounds to 1,000.0 million, which is 1.0 billion.
        if power < max(_WORDS) and round_half_up(_shifted(own, -power), shown).adjusted() >= 3:
            power += 3
        value, decimals = _shifted(own, -power), shown
    number = format_number(value, decimals)
    sign, number = ("-", number[1:]) if number.startswith("-") else ("", number)
    gap = "" if unit.symbol != unit.family else " "
    return f"{sign}{unit.symbol}{gap}{number}{_WORDS[power]}"


def _digits(value: Decimal, decimals: int | None) -> str:
    if decimals is None:
        return plain(value)
    digits = format(round_half_up(value, decimals), "f")
    return digits.removeprefix("-") if not digits.strip("-0.") else digits


def _shifted(value: Decimal, places: int) -> Decimal:
    """Times a power of ten, exactly: the digits stay, only the exponent moves."""
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise UnitError(f"{value} is not a finite value.", given=str(value))
    return Decimal((sign, digits, exponent + places))
