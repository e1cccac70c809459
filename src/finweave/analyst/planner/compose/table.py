"""More rows than sentences can carry: a Markdown table, units and bases in the header, one line a row."""

from __future__ import annotations

from collections.abc import Sequence

from finweave.analyst.planner.compose.phrase import RowRef, in_sentence, when
from finweave.core.periods import display
from finweave.core.units import format_number, format_value
from finweave.results import ROW_OVERRIDES, Column, Scalar


def table(rows: Sequence[RowRef]) -> str:
    """The rows of results that share their columns."""
    result = rows[0].result
    varies = any(c.name == "unit" for c in result.columns)
    shown = [
        c
        for c in result.columns
        if c.name not in ROW_OVERRIDES
        and c.kind != "label"
        and (c.kind in ("entity", "value") or not common(c, rows))
    ]
    shown = [c for c in shown if _says_something(c, rows)]
    header = "| " + " | ".join(_heading(c, varies) for c in shown) + " |"
    rule = "|" + "|".join("---:" if c.kind == "value" else "---" for c in shown) + "|"
    lines = ["| " + " | ".join(_entry(ref, c, varies) for c in shown) + " |" for ref in rows]
    return "\n".join([header, rule, *lines])


def common(column: Column, rows: Sequence[RowRef]) -> bool:
    """Whether all rows say the same in a column; then it is said once, above the table."""
    position = rows[0].result.index(column.name)
    return len({ref.result.rows[ref.row][position] for ref in rows}) == 1


def caption(rows: Sequence[RowRef]) -> str:
    """What all rows have in common: `in the 2026 exercise (scenario: severely adverse)`."""
    result = rows[0].result
    shared = [c for c in result.columns if common(c, rows)]
    period = when(rows[0]) if any(c.kind == "period" for c in shared) else ""
    said = [
        f"{in_sentence(c.label)}: {value}"
        for c in shared
        if c.kind == "text"
        and c.name not in ROW_OVERRIDES
        and (value := result.rows[rows[0].row][result.index(c.name)])
    ]
    return " ".join(part for part in (period, f"({'; '.join(said)})" if said else "") if part)


def _says_something(column: Column, rows: Sequence[RowRef]) -> bool:
    return any(ref.result.rows[ref.row][ref.result.index(column.name)] not in (None, "") for ref in rows)


def _heading(column: Column, varies: bool) -> str:
    if column.kind != "value" or varies or not column.unit:
        return column.label
    unit = " ".join(part for part in (column.unit, column.base) if part)
    return f"{column.label} ({unit})"


def _entry(ref: RowRef, column: Column, varies: bool) -> str:
    cell = ref.result.cell(ref.row, column.name) if column.kind == "value" else None
    if cell is not None:
        return (
            format_value(cell.value, cell.unit, cell.decimals)
            if varies
            else format_number(cell.value, cell.decimals)
        )
    value: Scalar = ref.result.rows[ref.row][ref.result.index(column.name)]
    text = "" if value is None else str(value)
    return (display(text) if column.kind == "period" and text else text).replace("|", "/") or "-"
