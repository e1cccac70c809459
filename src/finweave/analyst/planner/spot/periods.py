"""Periods in a question, in the forms people write them; relative ones count from the asker's date.

Gives canonical texts only (core.periods); what they are used for (one, a span, several) is `PeriodUse`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeAlias

from finweave.analyst.planner.spot.spans import Span
from finweave.core.errors import PeriodError
from finweave.core.periods import LATEST, parse_period

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = r"(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}


@dataclass(frozen=True, slots=True)
class PeriodUse:
    """What a question does with its periods: one (`at`), a span (`first`, `last`; either may be open), or `several`."""

    at: str | None = None
    first: str | None = None
    last: str | None = None
    several: tuple[str, ...] = ()

    @property
    def is_span(self) -> bool:
        """Whether a stretch of time was asked for."""
        return self.first is not None or self.last is not None


def spot_periods(question: str, today: date) -> list[Span]:
    """Every period of the question, longest form first; impossible dates are left to the tool as written."""
    found: list[Span] = []
    taken: list[tuple[int, int]] = []
    for pattern, reading in _FORMS:
        for match in pattern.finditer(question):
            start, end = match.span()
            if any(start < b and end > a for a, b in taken):
                continue
            text = reading(match, today)
            if text is not None:
                taken.append((start, end))
                found.append(Span(start, end, "period", (text,), match.group()))
    return sorted(found, key=lambda span: span.start)


def use_of(question: str, spans: list[Span]) -> PeriodUse:
    """How the periods of a question hang together, by the words around them."""
    if not spans:
        return PeriodUse()
    texts = [span.values[0] for span in spans]
    before = question[: spans[0].start].lower().rstrip()
    if len(spans) == 1:
        return _single(texts[0], before)
    if len(spans) == 2:
        between = question[spans[0].end : spans[1].start].lower().strip(" ,")
        joined = between in {"to", "-", "through", "until", "till"}
        if joined or (between == "and" and before.endswith("between")):
            return PeriodUse(
                first=texts[0], last=None if texts[1] == LATEST else texts[1], several=tuple(texts)
            )
    return PeriodUse(several=tuple(dict.fromkeys(texts)))


def _single(text: str, before: str) -> PeriodUse:
    """One period: a decade is a span, `since` and `until` leave one end open."""
    if ".." in text:
        first, last = text.split("..")
        return PeriodUse(first=first, last=last)
    if text != LATEST and re.search(r"\b(since|after|starting|from)$", before):
        return PeriodUse(first=text)
    if text != LATEST and re.search(r"\b(until|till|up to|through|before)$", before):
        return PeriodUse(last=text)
    return PeriodUse(at=text)


def _valid(text: str) -> str | None:
    """The canonical text; an impossible period stays as written, so that the tool can say what is wrong with it."""
    try:
        return parse_period(text).text
    except PeriodError:
        return text


def _day(match: re.Match[str], today: date) -> str | None:
    return _valid(f"{match['year']}-{MONTHS[match['month'].lower()]:02d}-{int(match['day']):02d}")


def _month(match: re.Match[str], today: date) -> str | None:
    return _valid(f"{match['year']}-{MONTHS[match['month'].lower()]:02d}")


def _quarter(match: re.Match[str], today: date) -> str | None:
    named = match["q"].lower()
    return _valid(f"{match['year']}-Q{_ORDINALS.get(named, named)}")


def _relative(match: re.Match[str], today: date) -> str | None:
    which, unit = match["which"].lower(), match["unit"].lower()
    back = 0 if which == "this" else 1
    if unit == "year":
        return str(today.year - back)
    if unit == "month":
        months = today.year * 12 + today.month - 1 - back
        return f"{months // 12}-{months % 12 + 1:02d}"
    quarters = today.year * 4 + (today.month - 1) // 3 - back
    return f"{quarters // 4}-Q{quarters % 4 + 1}"


def _weekday(match: re.Match[str], today: date) -> str | None:
    wanted = _DAYS.index(match["day"].lower())
    return (today - timedelta(days=(today.weekday() - wanted) % 7 or 7)).isoformat()


def _decade(match: re.Match[str], today: date) -> str | None:
    first = int(match["decade"])
    return f"{first}..{first + 9}"


def _as_written(match: re.Match[str], today: date) -> str | None:
    return _valid(match.group())


def _fiscal(match: re.Match[str], today: date) -> str | None:
    return f"FY{match['year']}"


def _year(match: re.Match[str], today: date) -> str | None:
    return match["year"]


def _newest(match: re.Match[str], today: date) -> str | None:
    return LATEST


_Reading: TypeAlias = "Callable[[re.Match[str], date], str | None]"
_TABLE: tuple[tuple[str, _Reading], ...] = (
    (r"\b\d{4}-\d{2}-\d{2}\b", _as_written),
    (rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? {_YEAR}\b", _day),
    (rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}\b", _day),
    (rf"\bQ(?P<q>[1-9])[ -]?(?:of )?{_YEAR}\b", _quarter),
    (rf"\b{_YEAR}[ -]?Q(?P<q>\d)\b", _quarter),
    (rf"\b(?P<q>first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: of|,)? {_YEAR}\b", _quarter),
    (rf"\b(?:FY|fiscal year |fiscal ){_YEAR}\b", _fiscal),
    (rf"\b{_YEAR}-H[12]\b", _as_written),
    (rf"\b{_MONTH},? {_YEAR}\b", _month),
    (rf"\b{_YEAR}-\d{{2}}\b(?!-)", _as_written),
    (r"\b(?P<decade>(?:19|20)\d0)s\b", _decade),
    (rf"\b{_YEAR}\b(?![%.]\d)", _year),
    (r"\b(?P<which>this|last|previous|past) (?P<unit>year|quarter|month)\b", _relative),
    (r"\blast (?P<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b", _weekday),
    (
        r"\b(?:latest|newest|most recent(?:ly)?|current(?:ly)?|right now|now|today|at present|to date|as of today)\b"
        r"(?! (?:\w+ )?(?:edition|vintage|release|revision))",
        _newest,
    ),
)
_FORMS = tuple((re.compile(pattern, re.IGNORECASE), reading) for pattern, reading in _TABLE)
