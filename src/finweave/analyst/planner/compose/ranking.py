"""The head of an ordered list: who it is and its figure, then the list as far as it was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from finweave.analyst.planner.compose.phrase import Cites, RowRef, amount, in_sentence, qualifiers, when
from finweave.analyst.planner.compose.table import table
from finweave.results import ToolResult


def ranking(result: ToolResult, rows: Sequence[RowRef], lead: str, cites: Cites, *, whole: bool) -> str:
    """`First Citizens BancShares, Inc. had the lowest projected minimum CET1 ratio: 6.7% ...`, ties named together.

    `whole` adds the list; without it only the head is said. The superlative is said only at the head of the declared
    order, so it is true of the rows left out as well.
    """
    head = rows[0].cell(lead)
    if head is None:
        return table(rows)
    tied = [ref for ref in rows if (c := ref.cell(lead)) is not None and c.value == head.value]
    names = [name for ref in tied if (name := ref.said("entity"))]
    extreme = "lowest" if result.order and result.order[1] == "asc" else "highest"
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    said = (
        f"{who} had the {extreme} {in_sentence(head.label)} {when(rows[0])}: {amount(head)}{qualifiers(rows[0])}. "
        f"{cites.marks([result])}"
    ).replace("  ", " ")
    return f"{said}\n\n{table(rows)}" if whole and len(rows) > len(tied) else said
