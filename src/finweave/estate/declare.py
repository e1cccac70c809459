"""How a dataset is declared: what it is, where it comes from, what its columns mean, how its files are read.

A dataset is data plus three pure functions (`parse`, `from_facts`, `checks`); it knows no store, engine or tool.
Every number column has unit, base, decimals and nature. The build adds two columns to every table: `edition` (the
publisher's edition, as in the Vintage) and `provenance` (a parser may set it row by row, else the part's).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from finweave.core.errors import CheckError
from finweave.results import ColumnKind, Nature, Provenance

ColumnType: TypeAlias = Literal["text", "integer", "decimal", "double", "date"]
Value: TypeAlias = "str | int | None"
Row: TypeAlias = "tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a stored table.

    `decimal` is stored as DECIMAL(38, decimals), `double` keeps digits that a publisher prints beyond any fixed
    count; both are given by parsers as the publisher's text and never as a float. `date` is ISO text.
    `decimals` is the published (displayed) precision. `broken` says why a column may never be answered from.
    """

    name: str
    type: ColumnType
    kind: ColumnKind
    label: str = ""
    unit: str = ""
    base: str = ""
    decimals: int | None = None
    nature: Nature | None = None
    broken: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A stored table. `key` is unique within an edition; `sort` the lookup order on disk (the key when empty).

    `whole` says in words what makes it whole; a part that is not whole makes ranks, totals and counts `partial`.
    """

    name: str
    fields: tuple[Field, ...]
    key: tuple[str, ...]
    sort: tuple[str, ...] = ()
    whole: str = ""

    def __post_init__(self) -> None:
        names = [f.name for f in self.fields]
        unknown = [k for k in (*self.key, *self.sort) if k not in names]
        if unknown or len(set(names)) != len(names):
            raise CheckError(
                f"table {self.name!r}: key or sort names {unknown}, or a field stands twice in {names}"
            )


@dataclass(frozen=True, slots=True)
class RawFile:
    """A publisher's file on disk with its sha256 (hex); `name` is relative to the folder built from."""

    path: Path
    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one parse gives for one edition: rows by table name, in the order of the table's fields.

    `edition` sorts as text (an ISO date or year); editions are published oldest first. `licence` overrides the
    dataset's. `not_whole` names, by table, why the part is a cut (then ranks over it are `partial`).
    """

    edition: str
    tables: Mapping[str, Sequence[Row]]
    files: tuple[RawFile, ...]
    provenance: Provenance = "publisher_file"
    row_provenance: Mapping[str, Sequence[Provenance]] = field(
        default_factory=dict[str, Sequence[Provenance]]
    )
    licence: str | None = None
    attribution: str | None = None
    not_whole: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class FactTable:
    """One table of published figures that may ship: a row of its index and its rows, all text as in the CSV."""

    name: str
    index: Mapping[str, str]
    rows: Sequence[Mapping[str, str]]
    file: RawFile


@dataclass(frozen=True, slots=True)
class Check:
    """An identity that the publisher's own data satisfies. `holds` returns None, or what breaks it and where."""

    id: str
    says: str
    holds: Callable[[Part], str | None]


@dataclass(frozen=True, slots=True)
class Dataset:
    """A dataset's declaration.

    `files` are glob patterns relative to the dataset's folder; a file there that matches none is left out by name.
    `parse` groups the files into editions and reads them; it never guesses: LayoutError names what it expected.
    `from_facts` does the same from the figures that may ship in the package (the starter estate).
    """

    id: str
    title: str
    publisher: str
    page: str
    licence: str
    attribution: str
    tables: tuple[Table, ...]
    files: tuple[str, ...]
    parse: Callable[[Sequence[RawFile]], Sequence[Part]]
    from_facts: Callable[[Sequence[FactTable]], Sequence[Part]] | None = None
    checks: tuple[Check, ...] = ()
    parser_version: int = 1
    endpoints: tuple[str, ...] = ()
    cadence: str = ""
    known_absent: Mapping[str, str] = field(default_factory=dict[str, str])
    coverage_note: str = ""
    history_rewritten: bool = False
    doubts: tuple[str, ...] = ()
    definitions: Mapping[str, str] = field(default_factory=dict[str, str])

    def table(self, name: str) -> Table:
        """The table of that name."""
        for table in self.tables:
            if table.name == name:
                return table
        raise CheckError(f"dataset {self.id!r} has no table {name!r}; it has {[t.name for t in self.tables]}")
