"""What is not there: absences with dataset, coverage and citation; ambiguous names with candidates; a caller's mistake."""

from __future__ import annotations

from finweave.analyst.planner.compose.phrase import Cites
from finweave.core.periods import display
from finweave.results import ToolResult


def absence(result: ToolResult, cites: Cites) -> str:
    """No figure, and why: `coverage` in words, cited."""
    held = result.coverage
    reason = held.reason if held else " ".join(result.notes) or "nothing is held for what was asked"
    said = f"No figure is held: {reason.rstrip('.')}."
    if held and held.first and held.last and display(held.last) not in reason:
        said += f" Held: {display(held.first)} to {display(held.last)}."
    return f"{said} {cites.marks([result])}".rstrip()


def choices(result: ToolResult) -> str:
    """Which one is meant: the candidates by name."""
    names = "\n".join(f"- {c.name}{f' ({c.hint})' if c.hint else ''}" for c in result.candidates)
    return f"Which one is meant?\n{names}" if names else "More than one reading is possible."


def mistake(result: ToolResult) -> str:
    """A call that could not be made, with what is allowed."""
    return result.error.message if result.error else "The call could not be made."
