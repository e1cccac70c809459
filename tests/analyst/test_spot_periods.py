"""Periods as people write them in questions, counted from the asker's date where they are relative."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.analyst.planner.spot.periods import PeriodUse, spot_periods, use_of

TODAY = date(2026, 7, 12)  # a Sunday


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("in 2024", "2024"),
        ("in Q3 2025", "2025-Q3"),
        ("in 2025-Q3", "2025-Q3"),
        ("in 2025Q3", "2025-Q3"),
        ("in the third quarter of 2025", "2025-Q3"),
        ("in June 2024", "2024-06"),
        ("in 2024-06", "2024-06"),
        ("on 30 June 2024", "2024-06-30"),
        ("on June 30, 2024", "2024-06-30"),
        ("on 2024-06-30", "2024-06-30"),
        ("in fiscal year 2024", "FY2024"),
        ("last year", "2025"),
        ("this quarter", "2026-Q3"),
        ("last quarter", "2026-Q2"),
        ("last month", "2026-06"),
        ("last Friday", "2026-07-10"),
        ("the latest figure", "latest"),
        ("the 1990s", "1990..1999"),
    ],
)
def test_a_period_is_read_as_a_person_means_it(words: str, text: str) -> None:
    assert [span.values for span in spot_periods(f"What was it {words}?", TODAY)] == [(text,)]


def test_last_quarter_in_january_is_of_the_year_before() -> None:
    assert spot_periods("last quarter", date(2026, 1, 15))[0].values == ("2025-Q4",)


def test_an_impossible_period_reaches_the_tool_as_written() -> None:
    assert spot_periods("in 2024-Q7", TODAY)[0].values == ("2024-Q7",)


@pytest.mark.parametrize(
    "words", ["CET1 of 12.6%", "Tier 1 capital", "the 10-year yield", "category 7", "19-20 firms"]
)
def test_a_number_that_is_no_period_is_left_alone(words: str) -> None:
    assert spot_periods(words, TODAY) == []


@pytest.mark.parametrize(
    ("question", "use"),
    [
        ("share in 2009", PeriodUse(at="2009")),
        ("share from 2009 to 2015", PeriodUse(first="2009", last="2015", several=("2009", "2015"))),
        (
            "share between Q4 2000 and Q4 2020",
            PeriodUse(first="2000-Q4", last="2020-Q4", several=("2000-Q4", "2020-Q4")),
        ),
        ("share since 2009", PeriodUse(first="2009")),
        ("share until 2009", PeriodUse(last="2009")),
        ("share in 2009 and 2015", PeriodUse(several=("2009", "2015"))),
        ("over the 2024, 2025 and 2026 exercises", PeriodUse(several=("2024", "2025", "2026"))),
        ("in the 1990s", PeriodUse(first="1990", last="1999")),
        ("no period", PeriodUse()),
    ],
)
def test_periods_hang_together_by_the_words_around_them(question: str, use: PeriodUse) -> None:
    assert use_of(question, spot_periods(question, TODAY)) == use


@given(st.text(max_size=200), st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_spotting_never_fails_and_spans_are_of_the_text(question: str, today: date) -> None:
    for span in spot_periods(question, today):
        assert question[span.start : span.end] == span.text
