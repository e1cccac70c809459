"""From a reading to calls: data calls first, then `derive` over their cells where a change or comparison was asked.

Cells are chosen by place (row, column), never by value: two columns that the question names, two entities, or the
first and last period. An absence in one call never hides the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from finweave.analyst.planner.choose import OVER_ROWS
from finweave.analyst.planner.frame import Frame
from finweave.analyst.planner.vocabulary import Lexicon
from finweave.core.errors import PeriodError
from finweave.core.periods import contains, parse_period
from finweave.results import ToolResult

Caller: TypeAlias = Callable[[str, Mapping[str, object]], ToolResult]
Place: TypeAlias = "tuple[int, int, str]"


@dataclass(frozen=True, slots=True)
class Done:
    """A frame with the results of its calls, and the result of `derive` where one was made."""

    frame: Frame
    results: tuple[ToolResult, ...]
    derived: ToolResult | None = None

    @property
    def all(self) -> tuple[ToolResult, ...]:
        """Every result, in call order."""
        return (*self.results, *((self.derived,) if self.derived else ()))


def carry_out(frame: Frame, lexicon: Lexicon, call: Caller) -> Done:
    """Makes the frame's calls, then combines cells where that was asked and two cells can be told."""
    results = tuple(call(frame.tool, arguments) for arguments in frame.calls)
    combines = lexicon.taking("cells")
    operation = _wanted(frame)
    if combines is None or operation is None:
        return Done(frame, results)
    if operation in OVER_ROWS:
        return _over_rows(frame, results, operation, combines.name, call)
    apart = _ends_apart(frame, results, lexicon)
    if apart:
        results = tuple(call(frame.tool, arguments) for arguments in apart)
    places = pair_of_cells(frame, results, operation)
    if places is None:
        return Done(frame, results)
    return Done(
        frame, results, call(combines.name, {"op": operation, "cells": [list(place) for place in places]})
    )


def _over_rows(
    frame: Frame, results: tuple[ToolResult, ...], operation: str, combines: str, call: Caller
) -> Done:
    """A mean or median over the asked column of the one result."""
    given = [result for result in results if result.status in ("ok", "partial") and result.rows]
    if len(given) != 1 or not (lead := lead_columns(frame, given[0])):
        return Done(frame, results)
    return Done(frame, results, call(combines, {"op": operation, "column": [given[0].id, lead[0]]}))


def _ends_apart(frame: Frame, results: Sequence[ToolResult], lexicon: Lexicon) -> list[dict[str, object]]:
    """Calls for each end of a span alone, where the span's result lacks one of them (no edition has both).

    A change may be said only of the ends that were asked for: the last row held is not a stand-in for one.
    """
    arguments = frame.calls[0]
    ends = [arguments[name] for name in ("from", "to") if name in arguments]
    period = next(
        (s for s in lexicon.slots[frame.tool] if s.kind == "period" and s.name not in ("from_", "to")), None
    )
    if len(results) != 1 or len(ends) != 2 or period is None:
        return []
    held = [results[0].first_of_kind("period", row) or "" for row in range(len(results[0].rows))]
    if all(any(_within(text, str(end)) for text in held) for end in ends):
        return []
    rest = {name: value for name, value in arguments.items() if name not in ("from", "to", "n")}
    return [{**rest, period.name: end} for end in ends]


def _within(text: str, asked: str) -> bool:
    """Whether a row's period lies in the one asked for."""
    try:
        return contains(parse_period(asked), parse_period(text))
    except PeriodError:
        return text == asked


def lead_columns(frame: Frame, result: ToolResult) -> tuple[str, ...]:
    """The value columns the question asked for, else the one the result is ordered by, else its first."""
    values = [column.name for column in result.columns if column.kind == "value"]
    asked = tuple(name for name in frame.columns if name in values)
    if asked:
        return asked
    if result.order and result.order[0] in values:
        return (result.order[0],)
    return tuple(values[:1])


def pair_of_cells(frame: Frame, results: Sequence[ToolResult], operation: str) -> tuple[Place, Place] | None:
    """The two cells to combine, in the order the operation takes them, or None where the question does not tell."""
    rows = [(r, i) for r in results if r.status in ("ok", "partial") for i in range(len(r.rows))]
    if not rows:
        return None
    lead = lead_columns(frame, rows[0][0])
    if len(rows) == 1:
        result, row = rows[0]
        values = [c.name for c in result.columns if c.kind == "value" and result.cell(row, c.name)]
        if len(lead) == 1 and lead[0] in values and values[0] != lead[0]:
            lead = (values[0], lead[0])
        elif len(lead) < 2:
            lead = tuple(values[:2])
        if len(lead) < 2 or frame.seen.asked.derive is None:
            return None
        return (result.id, row, lead[0]), (result.id, row, lead[1])
    if not lead:
        return None
    if _periods_differ(rows):
        ordered = sorted(rows, key=lambda pair: _day(pair[0].first_of_kind("period", pair[1])))
        first, last = ordered[0], ordered[-1]
        earlier, later = (first[0].id, first[1], lead[0]), (last[0].id, last[1], lead[0])
        return (later, earlier) if operation == "difference" else (earlier, later)
    if len(rows) == 2:
        (a, i), (b, j) = rows
        return (a.id, i, lead[0]), (b.id, j, lead[0])
    return None


def _wanted(frame: Frame) -> str | None:
    """The operation over cells: the one asked for by name, else the difference where two things are compared."""
    asked = frame.seen.asked
    if asked.derive:
        return asked.derive
    return "difference" if asked.has("compare", "change") else None


def _periods_differ(rows: Sequence[tuple[ToolResult, int]]) -> bool:
    entities = {result.first_of_kind("entity", row) for result, row in rows}
    periods = {result.first_of_kind("period", row) for result, row in rows}
    return len(entities) == 1 and len(periods) == len(rows)


def _day(text: str | None) -> str:
    try:
        return parse_period(text or "").first.isoformat()
    except PeriodError:
        return text or ""
