"""Numerals: what is read, what is refused, and that writing and reading agree."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.errors import NumeralError
from finweave.core.numbers import parse_number, plain, round_half_up

PUBLISHED = st.decimals(
    allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=4
)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12.6", "12.6"),
        ("0", "0"),
        ("007", "7"),
        (".5", "0.5"),
        ("+0.4", "0.4"),
        ("-1.2", "-1.2"),
        ("−1.2", "-1.2"),
        ("– 1.2", "-1.2"),
        ("(1.2)", "-1.2"),
        ("( 1,234 )", "-1234"),
        ("1,234", "1234"),
        ("1,234.5", "1234.5"),
        ("12,345,678.90", "12345678.90"),
        ("12,34,567.8", "1234567.8"),
        ("1 234", "1234"),
        ("1 234,5", "1234.5"),
        ("1\u202f234.5", "1234.5"),
        ("1'234", "1234"),
        ("1’234,50", "1234.50"),
        ("1.234,5", "1234.5"),
        ("1.234.567", "1234567"),
        ("1.234", "1.234"),
        ("2¼", "2.25"),
        ("½", "0.5"),
        ("3-1/2", "3.5"),
        ("3 3/4", "3.75"),
        ("-3-1/32", "-3.03125"),
        ("1/8", "0.125"),
        ("1.2e3", "1200"),
        ("3.45602E+12", "3456020000000"),
        ("1e-3", "0.001"),
        ("１２．６", "12.6"),
    ],
)
def test_a_numeral_is_read_exactly(written: str, value: str) -> None:
    assert parse_number(written) == Decimal(value)


def test_published_trailing_zeros_are_kept() -> None:
    assert str(parse_number("12.60")) == "12.60"


@pytest.mark.parametrize(
    "written",
    [
        "", "   ", "NaN", "nan", "inf", "-Infinity", "n.a.", "..", "-", "()", "(-1)", "--1", "+-1", "1.2.3", "12.6%",
        "$5", "5 billion", "1,23", "0,5", "1,2345", "12,3,456", "1 23", "1'23", "1.23,4", "1,234,56", "1,234 567",
        "1e", "e3", "1e9999", "1,234e3", "5.", "1/0", "0/4", "5/4", "1/3", "⅓", "3-5/4", "1/2/2024", "2024-06-30",
        "0x10", "1_000", "٣", "1²", "1e3.5", "1" * 201,
    ],
)  # fmt: skip
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(NumeralError):
        parse_number(written)


def test_a_comma_before_two_digits_is_called_ambiguous() -> None:
    with pytest.raises(NumeralError, match="ambiguous"):
        parse_number("1,23")


@given(st.text())
def test_no_text_raises_anything_but_a_numeral_error(text: str) -> None:
    try:
        assert parse_number(text).is_finite()
    except NumeralError as error:
        assert error.given is not None


@given(st.text(alphabet="0123456789.,'’ -/()+eE−¼½⅔"))
def test_nothing_numeral_like_raises_anything_but_a_numeral_error(text: str) -> None:
    with suppress(NumeralError):
        assert parse_number(text).is_finite()


def _grouped(value: Decimal, group: str, point: str) -> str:
    whole, _, rest = format(abs(value), "f").partition(".")
    groups: list[str] = []
    while whole:
        groups.insert(0, whole[-3:])
        whole = whole[:-3]
    return ("-" if value < 0 else "") + group.join(groups) + point + rest


@pytest.mark.parametrize(
    ("group", "point"),
    [(",", "."), (" ", ","), (" ", "."), ("'", "."), ("’", ","), ("\u202f", ","), ("", ".")],
)
@given(value=PUBLISHED)
def test_every_way_of_grouping_reads_back(value: Decimal, group: str, point: str) -> None:
    value = value if group else value.copy_abs()
    if point == "," and abs(value) < 1000:
        return  # without a group a decimal comma is ambiguous, see above
    assert parse_number(_grouped(value, group, point)) == value


@given(st.decimals(min_value=1000, max_value=10**12, places=2))
def test_german_grouping_reads_back(value: Decimal) -> None:
    assert parse_number(_grouped(value, ".", ",")) == value


@given(PUBLISHED)
def test_brackets_and_every_minus_read_as_negative(value: Decimal) -> None:
    magnitude = format(abs(value), "f")
    for written in (f"({magnitude})", f"-{magnitude}", f"−{magnitude}", f"– {magnitude}"):
        assert parse_number(written) == -abs(value)


@given(st.integers(0, 10**6), st.integers(1, 6), st.data())
def test_mixed_fractions_read_exactly(whole: int, power: int, data: st.DataObject) -> None:
    below = 2**power
    above = data.draw(st.integers(1, below - 1))
    wanted = Decimal(whole) + Decimal(above) / Decimal(below)
    assert parse_number(f"{whole}-{above}/{below}") == wanted
    assert parse_number(f"{whole} {above}/{below}") == wanted


@given(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=Decimal("-1e30"), max_value=Decimal("1e30"))
)
def test_plain_reads_back_and_has_no_exponent(value: Decimal) -> None:
    text = plain(value)
    assert "E" not in text
    assert Decimal(text) == value
    assert "." not in text or text[-1] not in ".0"
    if len(text) <= 200:
        assert parse_number(text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("12.600", "12.6"),
        ("1E+3", "1000"),
        ("1200", "1200"),
        ("-0.00", "0"),
        ("1E-10", "0.0000000001"),
        ("-5.0", "-5"),
    ],
)
def test_plain_drops_only_zeros_beyond_the_point(value: str, text: str) -> None:
    assert plain(Decimal(value)) == text


@pytest.mark.parametrize(
    ("value", "decimals", "rounded"),
    [
        ("0.125", 2, "0.13"),
        ("-0.125", 2, "-0.13"),
        ("2.5", 0, "3"),
        ("2.4999", 0, "2"),
        ("1.005", 2, "1.01"),
        ("12.6", 3, "12.600"),
        ("1250", -2, "1.3E+3"),
        ("999999999999999999999999999999.95", 1, "1000000000000000000000000000000.0"),
        ("1E-50", 2, "0.00"),
        ("0.5E-40", 40, "1E-40"),
    ],
)
def test_half_goes_away_from_zero_at_any_magnitude(value: str, decimals: int, rounded: str) -> None:
    assert str(round_half_up(Decimal(value), decimals)) == rounded


@given(st.integers(-(10**40), 10**40), st.integers(0, 20), st.integers(0, 20))
def test_rounding_agrees_with_integer_arithmetic(units: int, places: int, decimals: int) -> None:
    value = Decimal((int(units < 0), tuple(map(int, str(abs(units)))), -places))
    dropped = max(places - decimals, 0)
    quotient, rest = divmod(abs(units), 10**dropped)
    expected = (quotient + (2 * rest >= 10**dropped if dropped else 0)) * 10 ** max(decimals - places, 0)
    _, digits, exponent = round_half_up(value, decimals).as_tuple()
    assert exponent == -decimals
    assert int("".join(map(str, digits))) == expected


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "sNaN"])
def test_what_is_not_finite_is_no_numeral(value: str) -> None:
    with pytest.raises(NumeralError):
        plain(Decimal(value))
    with pytest.raises(NumeralError):
        round_half_up(Decimal(value), 1)
