"""Dates and periods in a text: found, read to first and last day, and compared with a cell's periods.

A period named beside a figure proves a cell whose period lies inside it; month, quarter and year ends name each
other. Free forms ("the first quarter of 2024", "12 March", "two days earlier") are read here; canonical periods of
results go through the same reader, since results come from other people too.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal, TypeAlias

from finweave.grounding.text import Span

Role: TypeAlias = Literal["bound", "open", "relative", "pair"]


@dataclass(frozen=True, slots=True)
class Time:
    """A period in a text. `lo`..`hi` are its days; without a year (`12 March`) the year is 1 and `yearless` is set.

    `open` periods (since 1990, after 2008) bind no level; `pair` is `P to Q` with its two parts; `relative` moves the
    carried period by `step` days or months.
    """

    span: Span
    lo: date
    hi: date
    role: Role = "bound"
    yearless: bool = False
    fiscal: bool = False
    parts: tuple[Time, ...] = ()
    step: tuple[int, str] = (0, "")
    alternative: Time | None = None


def scan_times(text: str) -> list[Time]:
    """All dates and periods of a folded text, left to right, no overlaps."""
    found: list[Time] = []
    for match in _TIME.finditer(text):
        kind = match.lastgroup or ""
        time = _READERS[kind](match)
        if time is not None:
            found.append(_with_role(text, time))
    return _joined(text, found)


@lru_cache(maxsize=4096)
def times_in(text: str) -> tuple[Time, ...]:
    """`scan_times` of a text of a result, remembered: such texts come again and again."""
    return tuple(scan_times(text))


@lru_cache(maxsize=4096)
def period_of(text: str) -> Time | None:
    """The period that a result's cell writes (`2024`, `2024-Q2`, `2026-05`, `FY2024`, `1990s` ...), or None."""
    times = [time for time in scan_times(text.strip()) if time.role in ("bound", "pair")]
    if len(times) == 1 and times[0].span[1] - times[0].span[0] >= len(text.strip()) - 6:
        return times[0].alternative or times[0] if re.fullmatch(r"\d{4}-\d{2}", text.strip()) else times[0]
    return None


def agrees(named: Time, held: Sequence[Time]) -> bool:
    """Whether a named period is (one of) the periods of a row."""
    if named.role in ("open", "relative") or not held:
        return True
    if named.alternative is not None and agrees(named.alternative, held):
        return True
    if named.role == "pair":
        ends = all(any(_agree(part, period) for period in _spread(held)) for part in named.parts)
        inside = (
            len({(t.lo, t.hi) for t in held}) == 1 and held[0].role == "bound" and _inside(held[0], named)
        )
        return ends or inside or any(period.role == "open" and named.hi >= period.lo for period in held)
    return any(_agree(named, period) for period in _spread(held))


def moved(time: Time, step: tuple[int, str]) -> Time:
    """A period that lies `step` away (minus: earlier)."""
    count, unit = step
    if unit in ("day", "week"):
        delta = timedelta(days=count * (7 if unit == "week" else 1))
        return replace(time, lo=time.lo + delta, hi=time.hi + delta, role="bound", parts=())
    months = count * {"month": 1, "quarter": 3, "year": 12}[unit]
    lo, hi = _add_months(time.lo, months), _add_months(time.hi, months)
    if time.hi.day == calendar.monthrange(time.hi.year, time.hi.month)[1]:
        hi = hi.replace(day=calendar.monthrange(hi.year, hi.month)[1])
    return replace(time, lo=lo, hi=hi, role="bound", parts=())


def years_of(time: Time) -> set[int]:
    """The calendar years that a period touches at its ends; none without a year."""
    return set() if time.yearless else {time.lo.year, time.hi.year}


def _spread(held: Sequence[Time]) -> list[Time]:
    spread: list[Time] = []
    for period in held:
        spread.extend((period, *period.parts))
    return spread


def _inside(inner: Time, outer: Time) -> bool:
    return outer.lo <= inner.lo and inner.hi <= outer.hi


def _agree(named: Time, period: Time) -> bool:
    if named.yearless:
        return _agree_without_year(named, period)
    if period.yearless:
        return True
    if period.role == "open":
        return named.hi >= period.lo
    if named.fiscal != period.fiscal and (named.fiscal or (named.lo.month, named.hi.month) != (1, 12)):
        return False
    if named.role != "pair" and period.role == "pair":
        return False
    return _inside(period, named) or (_inside(named, period) and named.hi == period.hi)


def _agree_without_year(named: Time, period: Time) -> bool:
    if (period.hi - period.lo).days > 100:
        return True
    whole = (named.hi - named.lo).days > 0
    if whole:
        return period.hi.month == named.hi.month
    return (period.hi.month, period.hi.day) == (named.hi.month, named.hi.day)


def _add_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    year = min(max(year, 1), 9998)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


_MONTHS = {
    **{name.lower(): n for n, name in enumerate(calendar.month_name) if name},
    **{name.lower(): n for n, name in enumerate(calendar.month_abbr) if name},
    "sept": 9,
}
_FULL = "|".join(name for name in calendar.month_name if name)
_MON = rf"(?:{_FULL}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
_CLEAR = "|".join(name for name in calendar.month_name if name not in ("", "May", "March", "August"))
_YEAR = r"(?:1[4-9]\d\d|20\d\d|21\d\d)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_ORD = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": 4}
_NTH = r"(?:first|second|third|fourth|last|1st|2nd|3rd|4th)"
_COUNT = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_B = r"(?<![\w.,$€£¥/-])"
_E = r"(?![\w])"
_YEAR_ALONE = (
    rf"(?:(?<=[a-z]-)|(?<![\w.,$€£¥/+-])(?<!\$ ))(?P<y>{_YEAR})"
    r"(?![\w%‰]|[.,/]\d|-\d|\s?(?:%|percent\b|per cent|bps?\b|basis|pp\b|percentage|million\b|billion\b|trillion\b|thousand\b))"
)
_PATTERNS: dict[str, str] = {
    "iso": rf"{_B}(?P<iso_y>{_YEAR})-(?P<iso_m>\d\d)-(?P<iso_d>\d\d){_E}",
    "us": rf"{_B}(?P<us_m>\d{{1,2}})/(?P<us_d>\d{{1,2}})/(?P<us_y>{_YEAR}){_E}",
    "quarters": rf"{_B}(?P<qq_y>{_YEAR})[- ]?Q(?P<qq_a>[1-4])\s?(?:to|[-–—])\s?(?:(?P<qq_z>{_YEAR})[- ]?)?Q(?P<qq_b>[1-4]){_E}",
    "dmy": rf"{_B}(?P<dmy_d>{_DAY})(?:st|nd|rd|th)?\s(?:of\s)?(?P<dmy_m>{_MON}),?\s(?P<dmy_y>{_YEAR}){_E}",
    "mdy": rf"{_B}(?P<mdy_m>{_MON})\s(?P<mdy_d>{_DAY})(?:st|nd|rd|th)?,?\s(?P<mdy_y>{_YEAR}){_E}",
    "yq": rf"{_B}(?:(?P<yq_y>{_YEAR})[- ]?[Qq](?P<yq_q>[1-4])|[Qq](?P<qy_q>[1-4])[-\s/]{{0,2}}(?P<qy_y>{_YEAR})|(?P<eq_q>[1-4])[Qq]\s?(?P<eq_y>{_YEAR})){_E}",
    "nq": rf"{_B}(?:the\s)?(?P<nq_q>{_NTH})[-\s]quarter\s(?:of\s)?(?P<nq_y>{_YEAR}){_E}",
    "yh": rf"{_B}(?:(?P<yh_y>{_YEAR})[- ]?H(?P<yh_h>[12])|H(?P<hy_h>[12])\s?(?P<hy_y>{_YEAR})|(?P<nh_h>first|second)\shalf\s(?:of\s)?(?P<nh_y>{_YEAR})){_E}",
    "fy": rf"{_B}(?:FY|[Ff]iscal\s(?:year\s)?|[Ff]inancial\s(?:year\s)?)-?\s?(?P<fy_y>{_YEAR})(?:[-/](?P<fy_z>\d\d)(?!\d))?{_E}",
    "end": rf"{_B}(?:the\s)?(?:year-)?end[-\s](?:of\s)?(?:the\s)?(?:year\s)?(?P<end_y>{_YEAR}){_E}|{_B}year-end\s(?P<ye_y>{_YEAR}){_E}",
    "my": rf"{_B}(?:(?P<end_my>end[-\s](?:of\s)?))?(?P<my_m>{_MON}),?\s(?:of\s)?(?P<my_y>{_YEAR}){_E}",
    "span": rf"{_B}(?P<sp_a>{_YEAR})\s?[-–—]\s?(?P<sp_b>{_YEAR}){_E}",
    "words": rf"{_B}(?:between|from)\s(?P<w_a>{_YEAR})\s(?:and|to|until|through)\s(?P<w_b>{_YEAR}){_E}",
    "ym": rf"{_B}(?P<ym_y>{_YEAR})(?P<ym_sep>[-–/])(?P<ym_m>\d\d)(?![\w-]|[.,]\d)",
    "decade": rf"{_B}(?:the\s)?(?P<dec>{_YEAR})s{_E}",
    "dm": rf"{_B}(?P<dm_d>{_DAY})(?:st|nd|rd|th)?\s(?:of\s)?(?P<dm_m>{_FULL}){_E}",
    "md": rf"{_B}(?P<md_m>{_FULL})\s(?P<md_d>{_DAY})(?:st|nd|rd|th)?(?![\w%]|[.,]\d|\s?(?:%|per|million|billion|trillion|banks|basis))",
    "m": rf"\b(?P<m_a>{_CLEAR})\b|(?<=[a-z,;(] )(?P<m_b>May|March|August)\b",
    "relative": r"\b(?P<rel_n>an?|one|two|three|four|five|six|ten|\d{1,2})\s(?P<rel_u>day|week|month|quarter|year)s?\s(?P<rel_d>earlier|later|before|ago|after(?:wards)?)\b|\bthe\s(?:previous|prior|preceding)\s(?P<prev_u>day|week|month|quarter|year)\b",
    "y": _YEAR_ALONE,
}
_TIME = re.compile("|".join(f"(?P<{name}_>{pattern})" for name, pattern in _PATTERNS.items()))
_OPEN_BEFORE = re.compile(
    r"(?:\b(?:since|after|before|until|till|over|during|through|throughout|pre|post)|\bup to)[\s-]?(?:the\s)?$",
    re.IGNORECASE,
)


_PAIRED = re.compile(r"\s(?:and|to|through|until)\s(?:the\s)?|\s?[–—-]\s?")
_PAIR_OPENERS = re.compile(r"\b(?:between|from)\s(?:the\s)?$", re.IGNORECASE)


def _joined(text: str, times: list[Time]) -> list[Time]:
    """`between P and Q`, `P to Q`, `P-Q` as one pair."""
    joined: list[Time] = []
    for time in times:
        last = joined[-1] if joined else None
        between = text[last.span[1] : time.span[0]] if last is not None else ""
        if last is None or {last.role, time.role} != {"bound"} or not _PAIRED.fullmatch(between):
            joined.append(time)
            continue
        opened = _PAIR_OPENERS.search(text, 0, last.span[0])
        if between.strip(" the") != "and" or opened:
            joined[-1] = _pair((last.span[0], time.span[1]), last, time)
        else:
            joined.append(time)
    return joined


_INDEX_BASE = re.compile(r"\s?(?:=|is set (?:at|to)|set (?:at|to))\s?100\b")


def _with_role(text: str, time: Time) -> Time:
    before = text[max(0, time.span[0] - 24) : time.span[0]]
    after = text[time.span[1] : time.span[1] + 1]
    index_base = _INDEX_BASE.match(text, time.span[1])
    if time.role == "bound" and (_OPEN_BEFORE.search(before) or after == "+" or index_base):
        return replace(time, role="open")
    return time


def _month_time(span: Span, year: int, month: int, *, yearless: bool = False) -> Time:
    return Time(
        span, date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]), yearless=yearless
    )


def _months_time(span: Span, year: int, first: int, last: int, *, fiscal: bool = False) -> Time:
    return Time(
        span, date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1]), fiscal=fiscal
    )


def _year_time(span: Span, year: int) -> Time:
    return _months_time(span, year, 1, 12)


def _day_time(span: Span, year: int, month: int, day: int, *, yearless: bool = False) -> Time | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return Time(span, found, found, yearless=yearless)


def _month(name: str) -> int:
    return _MONTHS[name.lower().rstrip(".")]


def _pair(span: Span, first: Time, last: Time) -> Time:
    return Time(span, first.lo, max(first.hi, last.hi), "pair", parts=(first, last))


def _read_quarters(m: re.Match[str]) -> Time:
    year = int(m["qq_y"])
    last = int(m["qq_z"] or year)
    a, b = int(m["qq_a"]), int(m["qq_b"])
    return _pair(
        m.span(),
        _months_time(m.span(), year, 3 * a - 2, 3 * a),
        _months_time(m.span(), last, 3 * b - 2, 3 * b),
    )


def _read_yq(m: re.Match[str]) -> Time:
    year, quarter = int(m["yq_y"] or m["qy_y"] or m["eq_y"]), int(m["yq_q"] or m["qy_q"] or m["eq_q"])
    return _months_time(m.span(), year, 3 * quarter - 2, 3 * quarter)


def _read_nq(m: re.Match[str]) -> Time:
    quarter = _ORD[m["nq_q"]]
    return _months_time(m.span(), int(m["nq_y"]), 3 * quarter - 2, 3 * quarter)


def _read_yh(m: re.Match[str]) -> Time:
    year = int(m["yh_y"] or m["hy_y"] or m["nh_y"])
    half = int(m["yh_h"] or m["hy_h"] or _ORD[m["nh_h"]])
    return _months_time(m.span(), year, 6 * half - 5, 6 * half)


def _read_fy(m: re.Match[str]) -> Time:
    year = int(m["fy_y"])
    if m["fy_z"]:
        year = year // 100 * 100 + int(m["fy_z"])
    return _months_time(m.span(), year, 1, 12, fiscal=True)


def _read_my(m: re.Match[str]) -> Time:
    time = _month_time(m.span(), int(m["my_y"]), _month(m["my_m"]))
    return replace(time, lo=time.hi) if m["end_my"] else time


def _read_span(m: re.Match[str], first: str, last: str) -> Time | None:
    a, b = int(m[first]), int(m[last])
    return _pair(m.span(), _year_time(m.span(), a), _year_time(m.span(), b)) if a < b else None


def _read_ym(m: re.Match[str]) -> Time | None:
    year, tail = int(m["ym_y"]), int(m["ym_m"])
    last = year // 100 * 100 + tail
    pair = _pair(m.span(), _year_time(m.span(), year), _year_time(m.span(), last)) if year < last else None
    if m["ym_sep"] != "-" or not 1 <= tail <= 12:
        return pair
    month = _month_time(m.span(), year, tail)
    return month if pair is None else replace(pair, alternative=month)


def _read_relative(m: re.Match[str]) -> Time:
    if m["prev_u"]:
        step = (-1, m["prev_u"])
    else:
        count = _COUNT.get(m["rel_n"].lower()) or int(m["rel_n"])
        step = (count if m["rel_d"].startswith(("later", "after")) else -count, m["rel_u"])
    return Time(m.span(), date(1, 1, 1), date(1, 1, 1), "relative", step=step)


def _read_m(m: re.Match[str]) -> Time:
    group = "m_a" if m["m_a"] else "m_b"
    return _month_time(m.span(group), 4, _month(m[group]), yearless=True)


_READERS: dict[str, Callable[[re.Match[str]], Time | None]] = {
    "iso_": lambda m: _day_time(m.span(), int(m["iso_y"]), int(m["iso_m"]), int(m["iso_d"])),
    "us_": lambda m: _day_time(m.span(), int(m["us_y"]), int(m["us_m"]), int(m["us_d"])),
    "quarters_": _read_quarters,
    "dmy_": lambda m: _day_time(m.span(), int(m["dmy_y"]), _month(m["dmy_m"]), int(m["dmy_d"])),
    "mdy_": lambda m: _day_time(m.span(), int(m["mdy_y"]), _month(m["mdy_m"]), int(m["mdy_d"])),
    "yq_": _read_yq,
    "nq_": _read_nq,
    "yh_": _read_yh,
    "fy_": _read_fy,
    "end_": lambda m: _day_time(m.span(), int(m["end_y"] or m["ye_y"]), 12, 31),
    "my_": _read_my,
    "span_": lambda m: _read_span(m, "sp_a", "sp_b"),
    "words_": lambda m: _read_span(m, "w_a", "w_b"),
    "ym_": _read_ym,
    "decade_": lambda m: _pair(
        m.span(), _year_time(m.span(), int(m["dec"])), _year_time(m.span(), int(m["dec"]) + 9)
    ),
    "dm_": lambda m: _day_time(m.span(), 4, _month(m["dm_m"]), int(m["dm_d"]), yearless=True),
    "md_": lambda m: _day_time(m.span(), 4, _month(m["md_m"]), int(m["md_d"]), yearless=True),
    "m_": _read_m,
    "relative_": _read_relative,
    "y_": lambda m: _year_time(m.span(), int(m["y"])),
}
