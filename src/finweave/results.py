"""The one contract between tools and everything after them: what a tool returned, cell by cell.

A `ToolResult` is a small table whose every value carries unit, base, entity, period and source. The `Ledger` is the
list of results of a conversation: the only place from which a figure of an answer may come. Nothing here reads an
estate or knows a tool; rows hold `Decimal` (every number, counts included), `str` or `None` and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, TypeAlias

Status: TypeAlias = Literal["ok", "partial", "absent", "ambiguous", "refused", "error"]
ColumnKind: TypeAlias = Literal["entity", "period", "value", "label", "text"]
Nature: TypeAlias = Literal["level", "change", "flow", "share", "count", "rank"]
Provenance: TypeAlias = Literal[
    "publisher_file", "publisher_release", "derived_copy", "secondary", "computed", "sample"
]
RefusalClass: TypeAlias = Literal[
    "advice", "forecast", "who_fails_next", "bangladesh_bank", "injection", "out_of_estate"
]
Scalar: TypeAlias = "Decimal | str | None"
Arguments: TypeAlias = "Mapping[str, object]"

# Text columns of these names override, row by row, what the Column or the call declares.
ROW_OVERRIDES = ("unit", "base", "obs_status", "edition")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a result. `names` are everyday words for it ("trough" for a minimum); `decimals` the published ones."""

    name: str
    label: str
    kind: ColumnKind
    unit: str = ""
    base: str = ""
    names: tuple[str, ...] = ()
    nature: Nature | None = None
    decimals: int | None = None
    higher_is: Literal["better", "worse"] | None = None


@dataclass(frozen=True, slots=True)
class Caveat:
    """Words that must accompany a result when `mandatory`; `groups` are word stems, one of each must occur."""

    id: str
    text: str
    mandatory: bool = False
    groups: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """What a citation is made of. `vintage` is "<edition>/<first 8 hex digits of the vintage's sha256>"."""

    dataset: str
    title: str
    publisher: str
    vintage: str
    license: str
    url: str
    attribution: str
    commercial: Literal["yes", "no", "unclear"]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Coverage:
    """First and last period held of what was asked, and why there is no more."""

    first: str | None
    last: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of an ambiguous name: `id` can be passed back as the argument."""

    id: str
    name: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CallError:
    """A caller's mistake, so that caller (or model) can mend the call."""

    code: str
    message: str
    field: str | None = None
    given: str | None = None
    allowed: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not answered, and what can be asked instead."""

    class_: RefusalClass
    reason: str
    instead: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One value with all that a reader needs to defend it.

    `row` counts from 0, `column` is a Column's name; the count of a call's rows has row None and column `total_rows`.
    """

    call: int
    row: int | None
    column: str
    label: str
    value: Decimal
    unit: str
    base: str
    decimals: int | None
    nature: Nature | None
    entity: str | None
    period: str | None
    dataset: str | None
    vintage: str | None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What one call returned. `id` counts from 1 over the conversation (0 while it is in no ledger)."""

    tool: str
    arguments: Arguments
    status: Status
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Scalar, ...], ...] = ()
    total_rows: int = 0
    truncated: bool = False
    order: tuple[str, Literal["asc", "desc"]] | None = None
    notes: tuple[str, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    sources: tuple[Source, ...] = ()
    coverage: Coverage | None = None
    candidates: tuple[Candidate, ...] = ()
    edition: str | None = None
    error: CallError | None = None
    refusal: Refusal | None = None
    id: int = 0
    turn: int = 1

    def index(self, column: str) -> int:
        """Position of the column of that name; KeyError names what there is."""
        for position, candidate in enumerate(self.columns):
            if candidate.name == column:
                return position
        raise KeyError(f"no column {column!r} in {self.tool}; there are {[c.name for c in self.columns]}")

    def column(self, name: str) -> Column:
        """The column of that name."""
        return self.columns[self.index(name)]

    def text(self, row: int, name: str) -> str | None:
        """The text of a cell of a column that may not be there (an override, say), else None."""
        for position, column in enumerate(self.columns):
            if column.name == name:
                value = self.rows[row][position]
                return value if isinstance(value, str) else None
        return None

    def first_of_kind(self, kind: ColumnKind, row: int) -> str | None:
        """The row's text in its first column of a kind (its entity, its period)."""
        for position, column in enumerate(self.columns):
            if column.kind == kind:
                value = self.rows[row][position]
                return None if value is None else str(value)
        return None

    def source_of(self, row: int) -> Source | None:
        """The row's source: the one whose vintage starts with the row's `edition`, else the first."""
        edition = self.text(row, "edition")
        if edition is not None:
            for source in self.sources:
                if source.vintage.startswith(edition):
                    return source
        return self.sources[0] if self.sources else None

    def cell(self, row: int, name: str) -> Cell | None:
        """The cell at a row and value column with overrides applied; None where it holds no number."""
        column = self.column(name)
        value = self.rows[row][self.index(name)]
        if not isinstance(value, Decimal):
            return None
        source = self.source_of(row)
        return Cell(
            call=self.id,
            row=row,
            column=name,
            label=column.label,
            value=value,
            unit=self.text(row, "unit") or column.unit,
            base=self.text(row, "base") or column.base,
            decimals=column.decimals,
            nature=column.nature,
            entity=self.first_of_kind("entity", row),
            period=self.first_of_kind("period", row),
            dataset=source.dataset if source else None,
            vintage=source.vintage if source else None,
        )

    def count_cell(self) -> Cell:
        """How many rows there were in all, as a cell."""
        source = self.sources[0] if self.sources else None
        entity = next((column.label for column in self.columns if column.kind == "entity"), "row")
        return Cell(
            call=self.id,
            row=None,
            column="total_rows",
            label=f"Number of rows ({entity})",
            value=Decimal(max(self.total_rows, len(self.rows))),
            unit="count",
            base="",
            decimals=0,
            nature="count",
            entity=None,
            period=None,
            dataset=source.dataset if source else None,
            vintage=source.vintage if source else None,
        )

    def cells(self) -> Iterator[Cell]:
        """All cells that hold a number, row by row."""
        names = [column.name for column in self.columns if column.kind == "value"]
        for row in range(len(self.rows)):
            for name in names:
                cell = self.cell(row, name)
                if cell is not None:
                    yield cell

    def to_json(self, indent: int | None = None) -> str:
        """The result as JSON text, in the order of the contract."""
        from finweave import views

        return views.json_of(views.result_record(self), indent)

    def to_pandas(self) -> Any:  # Any: pandas is no dependency, so its types may not be at hand
        """The rows as a pandas DataFrame; numbers stay Decimal."""
        from finweave import views

        return views.to_pandas(self)

    def to_polars(self) -> Any:  # Any: as above
        """The rows as a polars DataFrame."""
        from finweave import views

        return views.to_polars(self)

    def __repr__(self) -> str:
        from finweave import views

        return views.result_repr(self)

    def _repr_html_(self) -> str:
        from finweave import views

        return views.result_html(self)


@dataclass(slots=True)
class Ledger:
    """The results of a conversation, in order; the only state an analyst's turn carries."""

    results: list[ToolResult] = field(default_factory=list[ToolResult])
    turn: int = 1

    def add(self, result: ToolResult) -> ToolResult:
        """Numbers a result and keeps it; returns the numbered one."""
        from dataclasses import replace

        numbered = replace(result, id=len(self.results) + 1, turn=self.turn)
        self.results.append(numbered)
        return numbered

    def call(self, number: int) -> ToolResult | None:
        """The result of that number, or None."""
        return self.results[number - 1] if 0 < number <= len(self.results) else None

    def cells(self) -> Iterator[Cell]:
        """All cells of all calls."""
        for result in self.results:
            yield from result.cells()

    def of_turn(self, turn: int) -> Sequence[ToolResult]:
        """The calls of one turn."""
        return [result for result in self.results if result.turn == turn]
