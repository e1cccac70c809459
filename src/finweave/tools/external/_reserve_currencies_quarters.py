"""Quarters: which one a period stands for, those between two, and a stretch of them in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from finweave.core.errors import ArgumentError
from finweave.core.periods import Period, parse_period


def quarter_at(year: int, month: int) -> str:
    """The quarter a month lies in."""
    return f"{year:04d}-Q{(month + 2) // 3}"


def quarter_before(quarter: str) -> str:
    """The quarter before another."""
    return _quarter(_number(quarter) - 1)


def last_quarter(day: date) -> str:
    """The last quarter that had ended by a day."""
    own = quarter_at(day.year, day.month)
    return own if parse_period(own).last <= day else quarter_before(own)


def quarters(first: str, last: str) -> Sequence[str]:
    """All quarters from one to another."""
    return [_quarter(number) for number in range(_number(first), _number(last) + 1)]


def quarter_of(period: Period, last: str) -> tuple[str, str | None]:
    """The quarter-end a period stands for, and what must be said when it is not its own."""
    if period.frequency == "fiscal_year":
        raise ArgumentError(
            f"COFER is of calendar quarters; {period.text} is a fiscal year.",
            field="period",
            given=period.text,
        )
    end = quarter_at(period.last.year, period.last.month)
    if parse_period(end).last == period.last:
        newest = parse_period(last)
        if end > last and period.first <= newest.first:
            return last, f"{last} is the last quarter of {period.text} that is held."
        return (
            end,
            f"{period.text} is read as its year-end quarter, {end}." if period.frequency == "year" else None,
        )
    before = quarter_before(end)
    return before, f"COFER is quarterly: for {period.text} the quarter-end before it is given, {before}."


def stretch(quarters: Sequence[str]) -> str:
    """`2016-Q4`, `2000-Q1 to 2013-Q4`."""
    ordered = sorted(quarters)
    return ordered[0] if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"


def _number(quarter: str) -> int:
    """Quarters counted from the year 0."""
    return int(quarter[:4]) * 4 + int(quarter[-1]) - 1


def _quarter(number: int) -> str:
    return f"{number // 4:04d}-Q{number % 4 + 1}"
