"""How answers, results and listings look in a terminal or a pipe: text wrapped, tables aligned, sources dim.

In a pipe there is no colour and the width is that of COLUMNS, else 100. What is printed came from cells and
declarations; nothing here is markup, so that no publisher's or asker's text can become any.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from finweave.cli.widths import GAP, column_widths
from finweave.views import Block, blocks, heading, printable, problem, shown, source_line

if TYPE_CHECKING:
    from finweave.analyst.answer import Answer
    from finweave.results import ToolResult

PIPE_WIDTH = 100


class Screen:
    """Standard output (or standard error) as something to read."""

    def __init__(self, *, stderr: bool = False) -> None:
        """A screen on standard output unless `stderr`."""
        stream = sys.stderr if stderr else sys.stdout
        width = None if stream.isatty() or os.environ.get("COLUMNS") else PIPE_WIDTH
        self.console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False)

    def answer(self, answer: Answer) -> None:
        """An answer: its text, what the text does not say of it, its sources, estate and time."""
        pieces = blocks(answer.text)
        for before, block in zip((None, *pieces), pieces, strict=False):
            if before is not None and "table" in (before.kind, block.kind):
                self.space()
            self._block(block)
        for caveat in answer.caveats:
            if caveat.text not in answer.text:
                self.line(caveat.text)
        for reading in answer.readings:
            if reading.text not in answer.text:
                self._item("-", reading.text)
        if answer.refusal is not None and answer.refusal.instead not in answer.text:
            self.line(answer.refusal.instead)
        if answer.citations:
            self._print()
        self.provenance(answer)
        self.dim(f"estate {answer.estate.name}, {answer.seconds * 1000:.0f} ms")

    def provenance(self, answer: Answer) -> None:
        """The numbered sources of an answer."""
        for citation in answer.citations:
            self._item(f"[{citation.n}]", source_line(citation), style="dim")

    def result(self, result: ToolResult) -> None:
        """A tool's result: its rows as a table, what it says without rows, notes, caveats and sources."""
        if result.columns:
            self._rows(result)
        if result.status == "ambiguous":
            self.line("That can mean:")
            for candidate in result.candidates:
                self._item("-", ", ".join(filter(None, (candidate.name, candidate.id, candidate.hint))))
        else:
            for said in filter(None, (problem(result), *result.notes)):
                self.line(said)
        for caveat in result.caveats:
            if caveat.mandatory:
                self.line(caveat.text)
        if result.sources:
            self._print()
        for source in result.sources:
            self._item("-", source_line(source), style="dim")

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> None:
        """Aligned columns, those marked `right` being numbers; row by row where they do not fit beside each other."""
        numbers = [place < len(right) and right[place] for place in range(len(header))]
        widths = column_widths(header, rows, numbers, self.console.width)
        if widths is None:
            self._records(header, rows)
            return
        labels = self._standing(header, widths)
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
        for label, number, width in zip(labels, numbers, widths, strict=True):
            table.add_column(label, justify="right" if number else "left", width=width, overflow="fold")
        for row in rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        self._print(table)

    def line(self, text: str) -> None:
        """A paragraph."""
        self._print(Text(printable(text)))

    def dim(self, text: str) -> None:
        """A remark beside what was asked for."""
        self._print(Text(printable(text), style="dim"))

    def space(self) -> None:
        """An empty line."""
        self._print()

    def title(self, text: str) -> None:
        """A line that stands above others."""
        self._print(Text(printable(text), style="bold"))

    def _standing(self, header: Sequence[str], widths: Sequence[int]) -> list[Text]:
        """Headers as high as the highest, each standing on the rows below it."""
        labels = [printable(label) for label in header]
        lines = [
            len(Text(label).wrap(self.console, width)) for label, width in zip(labels, widths, strict=True)
        ]
        highest = max(lines, default=0)
        return [Text("\n" * (highest - high) + label) for label, high in zip(labels, lines, strict=True)]

    def _records(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        for number, row in enumerate(rows):
            if number:
                self._print()
            table = Table.grid(padding=(0, GAP, 0, 0))
            for label, cell in zip(header, row, strict=True):
                table.add_row(Text(printable(label), style="bold"), Text(printable(cell)))
            self._print(table)

    def _print(self, *things: RenderableType) -> None:
        """Prints without the blanks that fill a table's lines."""
        with self.console.capture() as captured:
            self.console.print(*things)
        lines = captured.get().split("\n")
        self.console.file.write("\n".join(line.rstrip(" ") for line in lines))
        self.console.file.flush()

    def _rows(self, result: ToolResult) -> None:
        columns = [
            column
            for place, column in enumerate(result.columns)
            if not result.rows or any(row[place] not in (None, "") for row in result.rows)
        ]
        rows = [[shown(result, row, column) for column in columns] for row in range(len(result.rows))]
        self.table([heading(column) for column in columns], rows, [c.kind == "value" for c in columns])
        if result.truncated or result.total_rows > len(result.rows):
            self.dim(f"{len(result.rows)} of {result.total_rows} rows are shown.")

    def _block(self, block: Block) -> None:
        if block.kind == "table":
            header, *rows = block.cells
            self.table(header, rows, block.right)
        elif block.kind == "list":
            for item in block.lines:
                self._item("-", item)
        else:
            self.line("\n".join(block.lines))

    def _item(self, mark: str, text: str, style: str = "") -> None:
        """A marked item whose further lines stand under its text."""
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row(Text(mark, style=style), Text(printable(text), style=style))
        self._print(table)
