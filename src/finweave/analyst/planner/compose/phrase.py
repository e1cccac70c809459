"""Phrases built from cells and declarations: what every shape of an answer is made of. Nothing here invents a word
that carries a figure; a number is always `format_value` of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from finweave.core.errors import PeriodError
from finweave.core.periods import display, parse_period
from finweave.core.units import format_value
from finweave.results import ROW_OVERRIDES, Cell, Column, Source, ToolResult


@dataclass(slots=True)
class Cites:
    """Numbers sources by first use; one number per dataset and vintage."""

    order: list[Source] = field(default_factory=list[Source])

    def number(self, source: Source) -> int:
        """The number of a source."""
        for n, held in enumerate(self.order, start=1):
            if (held.dataset, held.vintage) == (source.dataset, source.vintage):
                return n
        self.order.append(source)
        return len(self.order)

    def marks(self, results: Sequence[ToolResult]) -> str:
        """`[1][2]` for all sources of these results, in order."""
        numbers = sorted({self.number(source) for result in results for source in result.sources})
        return "".join(f"[{n}]" for n in numbers)


@dataclass(frozen=True, slots=True)
class RowRef:
    """A row of a result."""

    result: ToolResult
    row: int

    def cell(self, column: str) -> Cell | None:
        """The cell at a column, None where there is none."""
        return (
            self.result.cell(self.row, column) if any(c.name == column for c in self.result.columns) else None
        )

    def said(self, kind: str) -> str | None:
        """The row's entity, or its period as a reader writes it."""
        text = self.result.first_of_kind(kind, self.row)  # type: ignore[arg-type]  # "entity" or "period"
        return display(text) if text and kind == "period" else text


def rows_of(results: Sequence[ToolResult]) -> list[RowRef]:
    """The rows of all results that have some, in call order."""
    return [RowRef(r, i) for r in results if r.status in ("ok", "partial") for i in range(len(r.rows))]


def value_columns(result: ToolResult) -> list[Column]:
    """The columns that hold figures."""
    return [column for column in result.columns if column.kind == "value"]


def amount(cell: Cell, *, base: bool = True) -> str:
    """A cell's value with unit and, unless its label says it already, base."""
    text = format_value(cell.value, cell.unit, cell.decimals)
    if not base or not cell.base or cell.base.lower() in cell.label.lower():
        return text
    return f"{text} {cell.base}"


def in_sentence(label: str) -> str:
    """A label inside a sentence: its first letter small, unless its first word is a name or an acronym."""
    first = label.split(" ", 1)[0]
    return label if any(ch.isupper() or ch.isdigit() for ch in first[1:]) else label[:1].lower() + label[1:]


def sentence_start(text: str) -> str:
    """The same with its first letter capital."""
    return text[:1].upper() + text[1:]


def possessive(name: str) -> str:
    """`JPMorgan Chase & Co.'s`, `32 participating banks'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def when(ref: RowRef) -> str:
    """`in 2026-Q1`, `on 30 January 2026`, `in the 2026 exercise`; empty where the row has no period."""
    text = ref.result.first_of_kind("period", ref.row)
    if not text:
        return ""
    label = next(c.label for c in ref.result.columns if c.kind == "period").lower()
    shown = display(text)
    if label not in (
        "period",
        "date",
        "quarter",
        "year",
        "month",
        "day",
        "as of",
        "valid from",
        "statement date",
    ):
        return f"in the {shown} {label}"
    return f"on {shown}" if _is_day(text) else f"in {shown}"


def text_values(ref: RowRef) -> list[tuple[str, str]]:
    """The row's text cells that say something, with their labels."""
    return [
        (column.label, value)
        for column, value in zip(ref.result.columns, ref.result.rows[ref.row], strict=True)
        if column.kind == "text" and column.name not in ROW_OVERRIDES and isinstance(value, str) and value
    ]


def qualifiers(ref: RowRef) -> str:
    """The row's text cells in parentheses: `(scenario: severely adverse)`."""
    said = [f"{in_sentence(label)}: {value}" for label, value in text_values(ref)]
    return f" ({'; '.join(said)})" if said else ""


def notes(results: Sequence[ToolResult]) -> str:
    """Notes and mandatory caveats of these results, each once, as sentences."""
    said: list[str] = []
    for result in results:
        said += [note for note in result.notes if note not in said]
        said += [c.text for c in result.caveats if c.mandatory and c.text not in said]
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in said)


def _is_day(text: str) -> bool:
    try:
        return parse_period(text).frequency in ("day", "week")
    except PeriodError:
        return False
