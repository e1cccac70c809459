"""Periods: canonical texts, their days, and what is no period."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.errors import PeriodError
from finweave.core.periods import LATEST, contains, display, fiscal_year, parse_period, week_ending


@pytest.mark.parametrize(
    ("written", "canonical", "frequency", "first", "last"),
    [
        ("2024", "2024", "year", "2024-01-01", "2024-12-31"),
        ("FY2024", "FY2024", "fiscal_year", "2024-01-01", "2024-12-31"),
        ("fy 2024", "FY2024", "fiscal_year", "2024-01-01", "2024-12-31"),
        ("2024-H1", "2024-H1", "half", "2024-01-01", "2024-06-30"),
        ("h2 2024", "2024-H2", "half", "2024-07-01", "2024-12-31"),
        ("2024-Q2", "2024-Q2", "quarter", "2024-04-01", "2024-06-30"),
        ("2024Q4", "2024-Q4", "quarter", "2024-10-01", "2024-12-31"),
        ("2024 q1", "2024-Q1", "quarter", "2024-01-01", "2024-03-31"),
        ("Q3 2024", "2024-Q3", "quarter", "2024-07-01", "2024-09-30"),
        ("2024–Q2", "2024-Q2", "quarter", "2024-04-01", "2024-06-30"),
        ("2024-02", "2024-02", "month", "2024-02-01", "2024-02-29"),
        ("1900-02", "1900-02", "month", "1900-02-01", "1900-02-28"),
        ("2024-02-29", "2024-02-29", "day", "2024-02-29", "2024-02-29"),
        (" 2024-06-30\u200b ", "2024-06-30", "day", "2024-06-30", "2024-06-30"),
    ],
)
def test_a_canonical_period_has_its_days(
    written: str, canonical: str, frequency: str, first: str, last: str
) -> None:
    period = parse_period(written)
    assert (period.text, period.frequency) == (canonical, frequency)
    assert (period.first, period.last) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    "written",
    [
        "", "latest", "LATEST", LATEST, "2024-Q5", "2024-Q0", "2024-H3", "2023-02-30", "2023-02-29", "2024-13",
        "2024-00", "2024-06-00", "2024-6", "0000", "0000-Q1", "24", "20244", "FY24", "June 2024", "2024/06", "202406",
        "2024-Q", "Q2", "Q22024Q", "2024-2025", "٢٠٢٤", "12.6", "last year", "2024-06-30T00:00", "2024 " * 30,
    ],
)  # fmt: skip
def test_anything_else_is_no_period(written: str) -> None:
    with pytest.raises(PeriodError) as raised:
        parse_period(written)
    assert raised.value.allowed


def test_an_impossible_date_is_told_what_its_month_has() -> None:
    with pytest.raises(PeriodError, match="February 2023 has 28 days"):
        parse_period("2023-02-30")


@given(st.text())
def test_no_text_raises_anything_but_a_period_error(text: str) -> None:
    try:
        period = parse_period(text)
    except PeriodError:
        return
    assert parse_period(period.text) == period


@given(st.text(alphabet="0123456789-QqHhFfYy ", max_size=12))
def test_a_read_period_reads_itself(text: str) -> None:
    try:
        period = parse_period(text)
    except PeriodError:
        return
    assert parse_period(period.text) == period
    assert period.first <= period.last


@given(st.dates())
def test_every_day_lies_in_its_month_quarter_half_and_year(day: date) -> None:
    quarter, half = (day.month + 2) // 3, (day.month + 5) // 6
    spans = (f"{day:%Y-%m}", f"{day.year:04d}-Q{quarter}", f"{day.year:04d}-H{half}", f"{day.year:04d}")
    inner = parse_period(day.isoformat())
    for text in (f"{day.year:04d}-{day.month:02d}", *spans[1:]):
        outer = parse_period(text)
        assert contains(outer, inner)
        assert not contains(inner, outer) or outer.first == outer.last
        inner = outer


@pytest.mark.parametrize("year", [1900, 2000, 2023, 2024])
def test_the_quarters_of_a_year_cover_it_without_gap(year: int) -> None:
    quarters = [parse_period(f"{year}-Q{number}") for number in (1, 2, 3, 4)]
    assert quarters[0].first == date(year, 1, 1)
    assert quarters[-1].last == date(year, 12, 31)
    assert all(a.last + timedelta(days=1) == b.first for a, b in pairwise(quarters))


@pytest.mark.parametrize(
    ("outer", "inner", "holds"),
    [
        ("2024", "2024-Q2", True),
        ("2024-Q2", "2024-06-30", True),
        ("2024-Q2", "2024-07", False),
        ("2024-06", "2024-Q2", False),
    ],
)
def test_a_period_contains_what_lies_in_it(outer: str, inner: str, holds: bool) -> None:
    assert contains(parse_period(outer), parse_period(inner)) is holds


@pytest.mark.parametrize(
    ("year", "basis", "first", "last"),
    [
        (2024, "US federal", "2023-10-01", "2024-09-30"),
        (2024, "Bangladesh", "2023-07-01", "2024-06-30"),
        (2024, "Japan", "2024-04-01", "2025-03-31"),
    ],
)
def test_a_fiscal_year_has_the_days_of_its_basis(year: int, basis: str, first: str, last: str) -> None:
    period = fiscal_year(year, basis)
    assert (period.first.isoformat(), period.last.isoformat()) == (first, last)
    assert (period.text, period.basis, period.frequency) == (f"FY{year}", basis, "fiscal_year")


def test_a_fiscal_year_is_no_calendar_year() -> None:
    assert parse_period("FY2024") != parse_period("2024")


def test_an_unknown_basis_names_those_there_are() -> None:
    with pytest.raises(PeriodError, match="US federal"):
        fiscal_year(2024, "Ruritania")


@pytest.mark.parametrize("year", [0, 1, 9999, -5, 10_000])
def test_a_fiscal_year_at_the_edge_of_the_calendar_is_refused(year: int) -> None:
    with pytest.raises(PeriodError):
        fiscal_year(year, "US federal") if year != 9999 else fiscal_year(year, "Japan")


def test_a_week_is_named_by_the_day_it_ends() -> None:
    week = week_ending(date(2024, 6, 30))
    assert (week.text, week.frequency, week.first) == ("2024-06-30", "week", date(2024, 6, 24))
    assert week != parse_period("2024-06-30")


@pytest.mark.parametrize(
    ("period", "shown"),
    [
        ("2024", "2024"),
        ("2024Q2", "2024-Q2"),
        ("2024-H1", "2024-H1"),
        ("2024-06", "June 2024"),
        ("2024-06-30", "30 June 2024"),
        ("2024-06-03", "3 June 2024"),
        ("FY2024", "fiscal year 2024"),
        ("1997-2001", "1997-2001"),
        ("", ""),
    ],
)
def test_a_period_is_shown_as_a_reader_writes_it(period: str, shown: str) -> None:
    assert display(period) == shown


def test_a_week_and_a_basis_are_said() -> None:
    assert display(week_ending(date(2024, 6, 30))) == "week ending 30 June 2024"
    assert display(fiscal_year(2024, "US federal")) == "fiscal year 2024 (US federal)"


@given(st.text())
def test_showing_never_fails(text: str) -> None:
    assert isinstance(display(text), str)
