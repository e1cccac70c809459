"""Periods: canonical texts, frequencies, spans. `2024`, `FY2024`, `2024-H1`, `2024-Q2`, `2024-06`, `2024-06-30`, `latest`.

A period has a frequency and a first and last day; a week is its ending day with frequency "week". Calendar and
fiscal years are distinct. Free text ("the first quarter of last year") is the planner's business, not ours.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, TypeAlias

from finweave.core.errors import PeriodError
from finweave.core.text import clean

Frequency: TypeAlias = Literal["year", "fiscal_year", "half", "quarter", "month", "week", "day"]
LATEST = "latest"


@dataclass(frozen=True, slots=True)
class Period:
    """A canonical period; `text` is its canonical form, `basis` names a fiscal year's basis ("US federal")."""

    text: str
    frequency: Frequency
    first: date
    last: date
    basis: str | None = None


def parse_period(text: str) -> Period:
    """Reads one canonical period (case free; `2024Q2`, `Q2 2024`, `2024 Q2` accepted). PeriodError on all else,
    impossible dates included; `latest` is not a period.

    A bare `FY2024` states no basis: its days are those of the calendar year until `fiscal_year` gives it one.
    """
    body = clean(text[:_LONGEST]).upper()
    if len(text) <= _LONGEST:
        if match := _DATED.fullmatch(body):
            return _dated(text, int(match[1]), match[2], match[3])
        if match := _PARTED.fullmatch(body):
            return _part(text, int(match[1]), match[2], int(match[3]))
        if match := _PART_FIRST.fullmatch(body):
            return _part(text, int(match[3]), match[1], int(match[2]))
        if match := _FISCAL.fullmatch(body):
            year = _year(text, int(match[1]))
            return Period(f"FY{year:04d}", "fiscal_year", date(year, 1, 1), date(year, 12, 31))
    raise _no_period(text, "it has none of the forms")


def fiscal_year(year: int, basis: str) -> Period:
    """The fiscal year of that number on a basis of `FISCAL_BASES`; PeriodError names the bases there are."""
    rule = FISCAL_BASES.get(basis)
    if rule is None:
        raise PeriodError(
            f"No fiscal year basis {basis!r}: there are {', '.join(FISCAL_BASES)}.",
            field="basis",
            given=basis,
            allowed=tuple(FISCAL_BASES),
        )
    month, years_before = rule
    begins = _year(str(year), year) - years_before
    if begins < 1 or begins >= date.max.year:
        raise _no_period(str(year), "the year is out of range")
    ends = date(begins + 1, month, 1) - timedelta(days=1)
    return Period(f"FY{year:04d}", "fiscal_year", date(begins, month, 1), ends, basis)


def week_ending(day: date) -> Period:
    """The week of seven days that ends on that day."""
    first = max(day.toordinal() - 6, 1)
    return Period(day.isoformat(), "week", date.fromordinal(first), day)


def contains(outer: Period, inner: Period) -> bool:
    """Whether inner's days all lie in outer's."""
    return outer.first <= inner.first and inner.last <= outer.last


def display(period: Period | str) -> str:
    """As a reader writes it: `2024`, `2024-Q2`, `June 2024`, `30 June 2024`, fiscal year 2024. Unknown text unchanged."""
    if isinstance(period, str):
        try:
            period = parse_period(period)
        except PeriodError:
            return str(period)
    last = period.last
    match period.frequency:
        case "month":
            return f"{_MONTHS[last.month - 1]} {last.year:04d}"
        case "day":
            return _written_day(last)
        case "week":
            return f"week ending {_written_day(last)}"
        case "fiscal_year":
            year = period.text.removeprefix("FY")
            return f"fiscal year {year} ({period.basis})" if period.basis else f"fiscal year {year}"
        case _:
            return period.text


# Basis: first month, and how many years before the year it is named after it begins.
FISCAL_BASES: dict[str, tuple[int, int]] = {
    "US federal": (10, 1),
    "Bangladesh": (7, 1),
    "Pakistan": (7, 1),
    "Egypt": (7, 1),
    "Nepal": (7, 1),
    "Australia": (7, 1),
    "India": (4, 0),
    "Japan": (4, 0),
    "United Kingdom": (4, 0),
}
_LONGEST = 40
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DATED = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_PARTED = re.compile(r"([0-9]{4})[- ]?([QH])([0-9])")
_PART_FIRST = re.compile(r"([QH])([0-9])[- ]?([0-9]{4})")
_FISCAL = re.compile(r"FY ?([0-9]{4})")
_FORMS = ("2024", "FY2024", "2024-H1", "2024-Q2", "2024-06", "2024-06-30")


def _dated(text: str, number: int, month: str | None, day: str | None) -> Period:
    year = _year(text, number)
    if month is None:
        return Period(f"{year:04d}", "year", date(year, 1, 1), date(year, 12, 31))
    if not 1 <= int(month) <= 12:
        raise _no_period(text, f"there is no month {month}")
    days = monthrange(year, int(month))[1]
    if day is None:
        return Period(f"{year:04d}-{month}", "month", date(year, int(month), 1), date(year, int(month), days))
    if not 1 <= int(day) <= days:
        raise _no_period(text, f"{_MONTHS[int(month) - 1]} {year} has {days} days")
    the_day = date(year, int(month), int(day))
    return Period(the_day.isoformat(), "day", the_day, the_day)


def _part(text: str, number: int, kind: str, part: int) -> Period:
    year, parts = _year(text, number), 4 if kind == "Q" else 2
    if not 1 <= part <= parts:
        raise _no_period(text, f"a year has {'quarters' if kind == 'Q' else 'halves'} 1 to {parts}")
    months = 12 // parts
    last = part * months
    return Period(
        f"{year:04d}-{kind}{part}",
        "quarter" if kind == "Q" else "half",
        date(year, last - months + 1, 1),
        date(year, last, monthrange(year, last)[1]),
    )


def _year(text: str, year: int) -> int:
    if not 1 <= year <= date.max.year:
        raise _no_period(text, f"there is no year {year}")
    return year


def _written_day(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year:04d}"


def _no_period(text: str, why: str) -> PeriodError:
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    return PeriodError(
        f"{shown!r} is no period: {why}; write it as {', '.join(_FORMS)}.", given=shown, allowed=_FORMS
    )
