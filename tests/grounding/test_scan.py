"""The numeral grammar: every way this product and careful writers show a cell is found whole; nothing makes it fail."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.units import convert, format_number, format_value
from finweave.grounding.judge import scan
from finweave.grounding.text import fold_plain, read_text
from finweave.grounding.units import family_of


def found(text: str):
    folded = fold_plain(text)
    quantities, _, _ = scan(folded)
    return [(folded[slice(*q.span)], q) for q in quantities]


def only(text: str):
    quantities = found(text)
    assert len(quantities) == 1, quantities
    return quantities[0]


@pytest.mark.parametrize(
    ("text", "shown", "value", "family"),
    [
        ("it was 12.6% then", "12.6%", "0.126", "percent"),
        ("it was 12,6 % then", "12,6 %", "0.126", "percent"),
        ("it was 1,234.5 then", "1,234.5", "1234.5", ""),
        ("it was 1 234,5 then", "1 234,5", "1234.5", ""),
        ("it was 1'234 then", "1'234", "1234", ""),
        ("it was −1.2 then", "-1.2", "-1.2", ""),
        ("it was negative 1.742 then", "negative 1.742", "-1.742", ""),
        ("it was $2.99tn then", "$2.99tn", "2990000000000", "money:USD"),
        ("it was EUR 5bn then", "EUR 5bn", "5000000000", "money:EUR"),
        ("it was US$26,214 million then", "US$26,214 million", "26214000000", "money:USD"),
        ("it was -$666.7 billion then", "-$666.7 billion", "-666700000000", "money:USD"),
        ("it rose 25 bps then", "25 bps", "0.0025", "points"),
        ("it rose 0.5 pp then", "0.5 pp", "0.005", "points"),
        ("it rose 2.1 points then", "2.1 points", "2.1", "anypoints"),
        ("it was 2¼ then", "2¼", "2.25", ""),
        ("it was 3-1/2 percent then", "3-1/2 percent", "0.035", "percent"),
        ("it was 10⁶ then", "10^6", "1000000", ""),
        ("it was 1.2e3 then", "1.2e3", "1200", ""),
        ("it was 1.2x then", "1.2x", "1.2", "times"),
        ("it was 5‰ then", "5‰", "0.005", "percent"),
        ("it was 38 days then", "38 days", "38", "days"),
        ("in the 34th percentile then", "34th percentile", "34", "percentile"),
        ("it is in category 6 then", "6", "6", "category"),
        ("it was 1<b>2</b>% then", "12%", "0.12", "percent"),
        ("it was **12.6**% then", "12.6%", "0.126", "percent"),
        ("it was ١٢ then", "12", "12", ""),
        ("it was 0.92 EUR per USD then", "0.92 EUR per USD", "0.92", "eur per usd"),
    ],
)
def test_a_numeral_is_read_whole(text: str, shown: str, value: str, family: str):
    span, quantity = only(text)
    assert span == shown
    assert quantity.shown == Decimal(value)
    assert quantity.family == family


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a range of 3.50-3.75%", ["0.0350", "0.0375"]),
        ("between 3.5 and 3.75 percent", ["0.035", "0.0375"]),
        ("3-1/2 to 3-3/4 percent", ["0.035", "0.0375"]),
        ("$5-6 billion", ["5000000000", "6000000000"]),
    ],
)
def test_a_range_passes_its_unit_and_scale(text: str, values: list[str]):
    assert [q.shown for _, q in found(text)] == [Decimal(v) for v in values]


def test_a_change_and_a_level_share_no_unit():
    assert [q.family for _, q in found("it fell by 2.1 to $667 million")] == ["", "money:USD"]


@pytest.mark.parametrize(
    "text",
    [
        "CET1, Tier 1, Basel III and G20 on the S&P 500",
        "Form 10-K, Rule 10b-5, Rule 2a-7, Section 13(3) and a 401(k)",
        "10-year notes, 5s30s, M2, H.4.1 and Z.1 [1] [2, 3]",
        "cert 628, page 12, footnote 3",
        "see https://example.org/2024/12?n=3",
        "in 2024, 2024-Q2, 2024-06, 30 June 2024 and FY2024",
        "1997-2001, 1997-98 and the 1990s",
        "nobody and no one in the first half, a quarter of 2025",
        "a 50-50 chance, 24/7",
    ],
)
def test_references_and_periods_are_no_figures(text: str):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("nine banks failed", "9", "count"),
        ("two dozen banks failed", "24", "count"),
        ("twenty-five banks", "25", "count"),
        ("about a third of loans", "0.3333", "fraction"),
        ("roughly two-thirds of it", "0.6667", "fraction"),
        ("more than half of them", "0.5", "fraction"),
        ("one in five loans", "0.2", "fraction"),
        ("assets doubled", "2", "multiple"),
        ("one and a half times that", "1.5", "multiple"),
        ("the third highest ratio", "3", "ordinal"),
    ],
)
def test_spelled_figures_are_figures(text: str, value: str, kind: str):
    _, quantity = only(text)
    assert round(quantity.value, 4) == Decimal(value)
    assert quantity.kind == kind


@pytest.mark.parametrize(
    ("text", "comparison", "close"),
    [
        ("over $110 billion", "above", False),
        ("just under 1%", "below", True),
        ("at least 5%", "at_least", False),
        ("5% or more", "at_least", False),
        ("above the 4.5% minimum", "", False),
        ("it was 5%", "", False),
    ],
)
def test_comparatives_are_told_from_data(text: str, comparison: str, close: bool):
    _, quantity = only(text)
    assert (quantity.comparison, quantity.close) == (comparison, close)


@given(st.text(max_size=400))
def test_scanning_never_fails_and_spans_are_of_the_draft(text: str):
    folded = read_text(text)
    quantities, times, _ = scan(folded.folded)
    for span in [q.span for q in quantities] + [t.span for t in times]:
        start, end = folded.raw_span(span)
        assert 0 <= start < end <= len(text)


@given(st.text(alphabet="0123456789.,-/ '%$€()eE^½:;|\n#*[]kmbtnpQ", max_size=80))
def test_scanning_never_fails_on_texts_full_of_digits(text: str):
    scan(fold_plain(text))


VALUES = st.decimals(min_value=-(10**12), max_value=10**12, allow_nan=False, allow_infinity=False, places=3)
UNITS = (
    "percent", "percentage points", "basis points", "USD", "USD million", "USD billion", "EUR million", "BDT million",
    "GBP", "count", "count million", "ratio", "index", "days", "months", "years",
)  # fmt: skip


@given(VALUES, st.sampled_from(UNITS), st.integers(0, 3))
def test_every_way_a_value_is_formatted_is_found_with_its_exact_span_and_value(value, unit, decimals):
    shown = format_value(value, unit, decimals)
    quantities = [(text, q) for text, q in found(f"It was {shown} (there).") if not text.startswith("(")]
    if not quantities:  # a bare number that reads as a year
        assert unit in ("count", "ratio", "index") and shown.lstrip("-").isdigit()
        return
    ((text, quantity),) = quantities
    assert text == fold_plain(shown)
    family = family_of(unit)
    power = family.power if quantity.family else 0
    tolerance = quantity.slack + Decimal(5).scaleb(power - decimals - 1)
    assert abs(quantity.shown - value.scaleb(power)) <= tolerance


@given(VALUES, st.integers(0, 3))
def test_every_bare_number_is_found_with_its_value(value, decimals):
    shown = format_number(value, decimals)
    quantities = found(f"| {shown} |")
    if quantities:
        ((text, quantity),) = quantities
        assert text == shown
        assert abs(quantity.value - value) <= quantity.slack
    else:
        assert shown.isdigit() and 1400 <= int(shown) <= 2199


@pytest.mark.parametrize(
    ("unit", "kind", "power"),
    [
        ("USD billions", "money:USD", 9),
        ("USD thousands", "money:USD", 3),
        ("EUR million", "money:EUR", 6),
        ("index points", "index", 0),
        ("score (0-100)", "index", 0),
        ("percentage points", "points", -2),
        ("net percent", "percent", -2),
        ("count", "count", 0),
        ("thousand persons", "count", 3),
    ],
)
def test_units_are_understood_as_people_write_them(unit: str, kind: str, power: int):
    assert (family_of(unit).kind, family_of(unit).power) == (kind, power)


def test_the_product_s_own_conversion_agrees():
    assert convert(Decimal("1.5"), "USD billion", "USD million") == Decimal("1.5").scaleb(
        family_of("USD billion").power - family_of("USD million").power
    )
