"""Units: one list, exact conversion, and how a value is shown."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.errors import UnitError
from finweave.core.units import all_units, convert, difference_unit, format_number, format_value, unit_of

UNITS = sorted(unit.name for unit in all_units())
VALUES = st.decimals(
    allow_nan=False, allow_infinity=False, min_value=Decimal("-1e15"), max_value=Decimal("1e15"), places=4
)


def test_every_unit_of_the_published_figures_is_listed(shared: Path) -> None:
    used: set[str] = set()
    for table in sorted((shared / "facts").glob("*.csv")):
        with table.open(encoding="utf-8", newline="") as rows:
            used |= {row["unit"] for row in csv.DictReader(rows) if row.get("unit")}
    assert used, "no unit was read"
    assert used <= set(UNITS)


def test_an_unknown_unit_names_the_nearest() -> None:
    with pytest.raises(UnitError, match="did you mean USD billion") as raised:
        unit_of("USD bilion")
    assert raised.value.nearest[0] == "USD billion"


@pytest.mark.parametrize("name", ["", "usd", "Percent", "billion USD", "USD per USD", "EUR quadrillion"])
def test_a_unit_has_one_spelling(name: str) -> None:
    with pytest.raises(UnitError):
        unit_of(name)


@pytest.mark.parametrize(
    ("value", "given", "wanted", "result"),
    [
        ("624.9", "USD billion", "USD million", "624900"),
        ("12.6", "percent", "ratio", "0.126"),
        ("0.126", "ratio", "percent", "12.6"),
        ("25", "basis points", "percentage points", "0.25"),
        ("1", "USD trillion", "USD", "1000000000000"),
        ("3813431000", "USD thousand", "USD trillion", "3.813431"),
        ("1.5", "count million", "count", "1500000"),
        (
            "1.23456789012345678901234567890123456789",
            "USD billion",
            "USD",
            "1234567890.12345678901234567890123456789",
        ),
    ],
)
def test_conversion_is_exact(value: str, given: str, wanted: str, result: str) -> None:
    assert convert(Decimal(value), given, wanted) == Decimal(result)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("percent", "percentage points"),
        ("percent", "basis points"),
        ("USD", "EUR"),
        ("count", "USD"),
        ("USD per EUR", "EUR per USD"),
        ("years", "days"),
        ("index", "points"),
    ],
)
def test_different_families_do_not_convert(given: str, wanted: str) -> None:
    with pytest.raises(UnitError, match="does not convert"):
        convert(Decimal(1), given, wanted)


@given(VALUES, st.sampled_from(UNITS), st.data())
def test_converting_there_and_back_changes_nothing(value: Decimal, name: str, data: st.DataObject) -> None:
    family = [unit.name for unit in all_units() if unit.family == unit_of(name).family]
    other = data.draw(st.sampled_from(family))
    assert convert(convert(value, name, other), other, name) == value


@pytest.mark.parametrize(
    ("name", "difference"),
    [
        ("percent", "percentage points"),
        ("USD billion", "USD billion"),
        ("basis points", "basis points"),
        ("ratio", "ratio"),
    ],
)
def test_a_difference_of_percents_is_percentage_points(name: str, difference: str) -> None:
    assert difference_unit(name) == difference


@pytest.mark.parametrize(
    ("value", "unit", "decimals", "shown"),
    [
        ("12.6", "percent", None, "12.6%"),
        ("12.60", "percent", 2, "12.60%"),
        ("-1.25", "percent", 1, "-1.3%"),
        ("-0.04", "percent", 1, "0.0%"),
        ("2.9", "percentage points", None, "2.9 percentage points"),
        ("1", "percentage points", 0, "1 percentage point"),
        ("-1", "percentage points", None, "-1 percentage point"),
        ("1.0", "percentage points", 1, "1.0 percentage points"),
        ("25", "basis points", 0, "25 basis points"),
        ("1", "basis points", 0, "1 basis point"),
        ("1", "years", None, "1 year"),
        ("3.5", "years", None, "3.5 years"),
        ("58", "count", 0, "58"),
        ("4321", "count", 0, "4,321"),
        ("1234567", "count", 0, "1,234,567"),
        ("24.8", "count million", 1, "24.8 million"),
        ("6", "category", None, "6"),
        ("4", "bucket", 0, "4"),
        ("2007", "calendar year", 0, "2007"),
        ("1.25", "ratio", None, "1.25"),
        ("103.2", "index", 1, "103.2"),
        ("9.9", "points", None, "9.9 points"),
        ("1.0812", "USD per EUR", 4, "1.0812 USD per EUR"),
        ("624.9", "USD billion", 1, "$624.9 billion"),
        ("-624.9", "USD billion", 1, "-$624.9 billion"),
        ("5.2", "EUR billion", None, "EUR 5.2 billion"),
        ("-5.2", "EUR billion", None, "-EUR 5.2 billion"),
        ("2.99", "USD trillion", 2, "$2.99 trillion"),
        ("1250", "USD", 0, "$1,250"),
        ("624900", "USD million", 0, "$624,900 million"),
    ],
)
def test_a_value_is_shown_with_its_unit(value: str, unit: str, decimals: int | None, shown: str) -> None:
    assert format_value(Decimal(value), unit, decimals) == shown


@pytest.mark.parametrize(
    ("value", "unit", "decimals", "shown"),
    [
        ("7.43E+12", "USD", None, "$7.4 trillion"),
        ("7430000000000", "USD", 0, "$7.4 trillion"),
        ("-7430000000000", "USD", 2, "-$7.43 trillion"),
        ("21503993718.2139", "USD", None, "$21.5 billion"),
        ("3813431000", "USD thousand", 0, "$3.8 trillion"),
        ("7430000", "USD million", 1, "$7.4 trillion"),
        ("999960000", "USD", 1, "$1.0 billion"),
        ("999940000", "USD", 1, "$999.9 million"),
        ("1000000", "EUR", None, "EUR 1.0 million"),
        ("999999", "EUR", 0, "EUR 999,999"),
        ("12345678", "USD billion", 0, "$12,345.7 trillion"),
        ("1550000", "USD", 1, "$1.6 million"),
    ],
)
def test_a_large_amount_is_shown_in_the_largest_word_below_it(
    value: str, unit: str, decimals: int | None, shown: str
) -> None:
    assert format_value(Decimal(value), unit, decimals) == shown


@given(VALUES, st.sampled_from(UNITS), st.one_of(st.none(), st.integers(0, 6)))
def test_a_shown_value_stays_within_half_its_last_digit(
    value: Decimal, name: str, decimals: int | None
) -> None:
    unit = unit_of(name)
    shown = format_value(value, name, decimals)
    number = next(
        word
        for word in shown.replace("$", " ").replace("-", " ").replace("%", " ").split()
        if word[0].isdigit()
    )
    digits = number.replace(",", "")
    words = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
    power = next((words[word] for word in shown.split() if word in words), 0)
    if name in ("percent", "basis points"):
        power = -2
    last_digit = Decimal(1).scaleb(-len(digits.partition(".")[2]) + power)
    own = abs(value.scaleb(unit.power))
    assert abs(Decimal(digits).scaleb(power) - own) <= last_digit / 2
    assert shown.startswith("-") == (value < 0 and Decimal(digits) != 0)


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        ("0", None, "0"),
        ("999", None, "999"),
        ("1000", None, "1,000"),
        ("-1234567.891", 2, "-1,234,567.89"),
        ("1E+6", None, "1,000,000"),
        ("0.5", 0, "1"),
        ("12.600", None, "12.6"),
        ("12.6", 2, "12.60"),
        ("1E-7", None, "0.0000001"),
    ],
)
def test_a_bare_numeral_groups_thousands(value: str, decimals: int | None, shown: str) -> None:
    assert format_number(Decimal(value), decimals) == shown


@given(VALUES)
def test_a_shown_numeral_reads_back(value: Decimal) -> None:
    from finweave.core.numbers import parse_number

    assert parse_number(format_number(value)) == value


def test_what_is_not_finite_is_never_shown() -> None:
    from finweave.core.errors import FinweaveError

    with pytest.raises(FinweaveError):
        format_value(Decimal("NaN"), "USD")
    with pytest.raises(FinweaveError):
        format_value(Decimal("Infinity"), "percent")
