"""JSON that keeps every digit."""

import json
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.errors import ArgumentError
from finweave.core.jsontext import dumps, loads

DECIMALS = st.decimals(
    allow_nan=False, allow_infinity=False, min_value=Decimal("-1e40"), max_value=Decimal("1e40")
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | DECIMALS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@dataclass(frozen=True)
class Inner:
    value: Decimal


@dataclass(frozen=True)
class Outer:
    zulu: int
    class_: str
    alpha: tuple[Inner, ...]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("12.60"), "12.60"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-10"), "0.0000000001"),
        (Decimal("-0.5"), "-0.5"),
        (Decimal("123456789012345678901234567890.12"), "123456789012345678901234567890.12"),
        (10**25, "10000000000000000000000000"),
        (True, "true"),
        (None, "null"),
        ("Türkiye €", '"Türkiye €"'),
        ([], "[]"),
        ((1, "a"), '[1, "a"]'),
        (0.25, "0.25"),
    ],
)
def test_a_value_leaves_as_its_own_text(value: object, text: str) -> None:
    assert dumps(value) == text


def test_dataclasses_keep_the_order_of_their_fields_and_drop_the_underscore() -> None:
    text = dumps(Outer(1, "advice", (Inner(Decimal("9.90")),)))
    assert text == '{"zulu": 1, "class": "advice", "alpha": [{"value": 9.90}]}'


def test_an_indent_spreads_the_text_over_lines() -> None:
    assert dumps({"a": [1]}, indent=2) == '{\n  "a": [\n    1\n  ]\n}'


@pytest.mark.parametrize("value", [Decimal("NaN"), Decimal("Infinity"), float("nan"), float("-inf")])
def test_what_is_not_finite_is_refused_with_its_place(value: object) -> None:
    with pytest.raises(ArgumentError, match=r"value\.rows\[1\]"):
        dumps({"rows": [1, value]})


@pytest.mark.parametrize("value", [{1: "a"}, {"a": {2}}, b"bytes", object(), Inner])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(ArgumentError):
        dumps(value)


def test_endless_nesting_is_refused_both_ways() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(ArgumentError, match="deep"):
        dumps(nested)
    with pytest.raises(ArgumentError):
        loads("[" * 100_000)


def test_half_a_surrogate_pair_leaves_as_an_escape() -> None:
    text = dumps("a\ud800b")
    assert text.encode("utf-8") == b'"a\\ud800b"'
    assert json.loads(text) == "a\ud800b"


def test_every_number_with_a_point_comes_back_as_decimal() -> None:
    value = loads('{"a": 12.60, "b": 3, "c": 1e3}')
    assert value == {"a": Decimal("12.60"), "b": 3, "c": Decimal("1E+3")}
    assert isinstance(value, dict)
    assert str(value["a"]) == "12.60"
    assert type(value["b"]) is int


@pytest.mark.parametrize(
    "text", ["", "{", "nul", '{"a" 1}', "[1,]", "NaN", "[Infinity]", "-Infinity", "1 2", "9" * 5000]
)
def test_a_broken_text_is_an_argument_error(text: str) -> None:
    with pytest.raises(ArgumentError):
        loads(text)


def test_a_broken_text_says_where() -> None:
    with pytest.raises(ArgumentError, match="line 2, column 6"):
        loads('{\n"a": }')


@given(VALUES)
def test_what_was_written_reads_back(value: object) -> None:
    # JSON does not say whether a whole number was an int or a Decimal; their values are equal.
    assert loads(dumps(value)) == value


@given(VALUES)
def test_the_standard_library_reads_what_we_write(value: object) -> None:
    assert json.loads(dumps(value), parse_float=Decimal) == value


@given(st.text())
def test_no_text_raises_anything_but_an_argument_error(text: str) -> None:
    try:
        loads(text)
    except ArgumentError as error:
        assert "JSON" in str(error)
