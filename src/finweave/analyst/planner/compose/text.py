"""The text of an answer, by the shape of its results: a count, a ranking, a few rows, a table, a change, an absence.

Order: the figure with unit and base, whose, when, source; then what was derived; then what was assumed and must be
known (notes, mandatory caveats).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from finweave.analyst.answer import AnswerStatus
from finweave.analyst.planner.choose import OVER_ROWS
from finweave.analyst.planner.compose.absence import absence, choices, mistake
from finweave.analyst.planner.compose.change import change
from finweave.analyst.planner.compose.count import count, plural
from finweave.analyst.planner.compose.phrase import Cites, RowRef, in_sentence, notes, rows_of, value_columns
from finweave.analyst.planner.compose.ranking import ranking
from finweave.analyst.planner.compose.rows import sentences
from finweave.analyst.planner.compose.table import caption, table
from finweave.analyst.planner.plan import Done, lead_columns
from finweave.results import Status, ToolResult
from finweave.tools.declare import Tool

# More rows than this become a table.
FEW = 3
# A rank or extreme without a number shows this many rows.
HEAD = 5


def compose(done: Sequence[Done], tools: Mapping[str, Tool], cites: Cites) -> str:
    """The whole text of one turn."""
    parts = [part for each in done for part in _one(each, tools, cites)]
    misread = {s.text: s.read_as for each in done for s in each.frame.seen.names if s.read_as}
    parts += [f"{text!r} was read as {name}." for text, name in misread.items()]
    said = notes([r for each in done for r in each.all if r.status in ("ok", "partial")])
    return "\n\n".join([*parts, *([said] if said else [])])


def status_of(results: Sequence[ToolResult]) -> AnswerStatus:
    """The status of an answer from those of its calls: what was given counts, what lacked makes it partial."""
    found: set[Status] = {result.status for result in results}
    if found and found <= {"ok"}:
        return "answered"
    if found & {"ok", "partial"}:
        return "partial"
    for status in ("ambiguous", "refused", "absent"):
        if status in found:
            return status
    return "error"


def _one(done: Done, tools: Mapping[str, Tool], cites: Cites) -> list[str]:
    parts: list[str] = []
    given = [result for result in done.results if result.status in ("ok", "partial")]
    if given:
        parts.append(_given(done, given, tools[done.frame.tool].title, cites))
    for result in done.results:
        if result.status == "absent":
            parts.append(absence(result, cites))
        elif result.status == "ambiguous":
            parts.append(choices(result))
        elif result.status == "error":
            parts.append(mistake(result))
    if done.derived is not None:
        parts.append(change(done.derived, cites))
    return list(dict.fromkeys(parts))


def _given(done: Done, given: Sequence[ToolResult], title: str, cites: Cites) -> str:
    asked = done.frame.seen.asked
    rows = rows_of(given)
    first = given[0]
    lead = lead_columns(done.frame, first)
    if asked.has("count") and len(given) == 1 and len(rows) > 1:
        return count(first, done.frame.calls[0], title, cites)
    if asked.has("rank", "extreme") and len(given) == 1 and first.order is not None and len(rows) > 1:
        shown = rows[: asked.n or HEAD]
        return ranking(first, shown, first.order[0], cites, whole=True)
    if not rows:
        return f"{title}: nothing on record for what was asked. {cites.marks(given)}"
    if len(rows) <= FEW:
        return sentences(rows, lead, cites)
    if done.derived is not None and done.derived.arguments.get("op") in OVER_ROWS:
        return f"{title} {caption(rows)}: {_counted(given)}. {cites.marks(given)}"
    shown = _ends(rows) if done.derived is not None else rows
    if len(shown) <= FEW:
        return sentences(shown, lead, cites)
    return "\n\n".join(_tables(alike, title, cites) for alike in _same_columns(shown))


def _counted(given: Sequence[ToolResult]) -> str:
    """`32 banks`: how many rows a mean is over."""
    entity = next((c.label for c in given[0].columns if c.kind == "entity"), "row")
    return f"{given[0].total_rows} {plural(in_sentence(entity))}"


def _same_columns(rows: Sequence[RowRef]) -> list[list[RowRef]]:
    """The rows by the columns of their results: a table has one header."""
    found: dict[tuple[str, ...], list[RowRef]] = {}
    for ref in rows:
        found.setdefault(tuple(column.name for column in ref.result.columns), []).append(ref)
    return list(found.values())


def _ends(rows: Sequence[RowRef]) -> Sequence[RowRef]:
    """Of a span over which a change was computed, the two ends."""
    return [rows[0], rows[-1]]


def _tables(rows: Sequence[RowRef], title: str, cites: Cites) -> str:
    """One table for results of the same columns, with how many rows there are in all."""
    given = list({id(ref.result): ref.result for ref in rows}.values())
    total = sum(result.total_rows for result in given)
    more = f" {len(rows)} of {total} rows are shown." if total > len(rows) else ""
    if not any(value_columns(result) for result in given) and len(rows) > FEW and _plain_list(rows):
        listed = "\n".join(f"- {ref.said('entity')}" for ref in rows)
        return f"{title}, {total} in all {caption(rows)}.{more} {cites.marks(given)}\n{listed}"
    above = " ".join(part for part in (title, caption(rows)) if part)
    return f"{above}.{more} {cites.marks(given)}\n\n{table(rows)}"


def _plain_list(rows: Sequence[RowRef]) -> bool:
    """Whether all rows say the same but for their entity."""
    result = rows[0].result
    others = [i for i, c in enumerate(result.columns) if c.kind in ("text", "period") and c.name != "edition"]
    return len({tuple(ref.result.rows[ref.row][i] for i in others) for ref in rows}) == 1
