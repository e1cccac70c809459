"""`period`, `from` and `to` are read the same way by all tools."""

from __future__ import annotations

import pytest

from finweave.core.errors import ArgumentError, PeriodError
from finweave.core.periods import parse_period
from finweave.tools.spans import inside, when


@pytest.mark.parametrize("given", [(None, None, None), ("latest", None, None), ("LATEST", None, None)])
def test_nothing_or_latest_is_the_latest(given: tuple[str | None, str | None, str | None]) -> None:
    assert when(*given).is_latest


def test_a_list_of_periods_are_points_each_once() -> None:
    assert [p.text for p in when(["2015", "2009", "2015"], None, None).points] == ["2015", "2009"]


def test_a_span_may_be_open_at_either_end() -> None:
    since = when(None, "2010", "latest")
    assert since.is_span
    assert since.last is None
    assert since.holds(parse_period("2024-Q1"))
    assert not since.holds(parse_period("2009-Q4"))


def test_period_and_span_exclude_each_other() -> None:
    with pytest.raises(ArgumentError, match="not both"):
        when("2020", "2010", None)


def test_a_span_does_not_end_before_it_begins() -> None:
    with pytest.raises(ArgumentError, match="before it begins"):
        when(None, "2020", "2010")


@pytest.mark.parametrize(
    ("given", "field"), [(("2023-02-30", None, None), "period"), ((None, "2024-Q5", None), "from")]
)
def test_an_impossible_period_names_its_argument(
    given: tuple[str | None, str | None, str | None], field: str
) -> None:
    with pytest.raises(PeriodError) as caught:
        when(*given)
    assert caught.value.field == field


def test_inside_keeps_the_periods_that_lie_within() -> None:
    assert inside(parse_period("2024"), ["2024-06-28", "2025-02-21", "2024-10-25"]) == [
        "2024-06-28",
        "2024-10-25",
    ]
