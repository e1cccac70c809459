"""A derived figure: the result of `derive`, said with its formula; the cells it came from stand in the sentences before."""

from __future__ import annotations

from finweave.analyst.planner.compose.phrase import Cites, amount, rows_of, value_columns
from finweave.results import ToolResult

_SAYS = {
    "difference": "The difference is",
    "ratio": "The ratio is",
    "percent_change": "The percent change is",
    "cagr": "The compound annual growth rate is",
    "share": "The share is",
    "sum": "The sum is",
    "mean": "The mean is",
    "median": "The median is",
    "rank": "The rank is",
}


def change(derived: ToolResult, cites: Cites) -> str:
    """`The difference is 2.9 percentage points. [1]`, or why it was not computed."""
    rows = rows_of([derived])
    if not rows:
        why = derived.error.message if derived.error else " ".join(derived.notes)
        return f"Not computed: {why}"
    cell = rows[0].cell(value_columns(derived)[0].name)
    if cell is None:
        return "Not computed: " + " ".join(derived.notes)
    says = _SAYS.get(str(derived.arguments.get("op")), "The result is")
    return f"{says} {amount(cell)}. {cites.marks([derived])}".rstrip()
