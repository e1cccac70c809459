"""What the rooms after this one may ask of an estate: registered statements, and the sources of what was read.

Only the shape is here (tools and tests that fake an estate need no more); `reader.Estate` is the one that reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from finweave.results import Scalar, Source

if TYPE_CHECKING:
    from finweave.estate.statement import Statement


@dataclass(frozen=True, slots=True)
class DatasetStatus:
    """A declared dataset as held in an estate; `editions` is empty where it is not."""

    id: str
    title: str
    publisher: str
    page: str
    licence: str
    editions: tuple[str, ...]
    vintage: str | None
    published: str | None
    rows: int
    bytes: int
    first: str | None
    last: str | None
    partial: str | None
    provenance: tuple[str, ...]
    notes: tuple[str, ...]
    definitions: Mapping[str, str]


class EstateReader(Protocol):
    """What a tool may ask of an estate: registered statements, and the sources of what it read."""

    name: str
    digest: str

    def query(
        self, statement: Statement, params: Mapping[str, object] | None = None, **chosen: str
    ) -> list[tuple[Scalar, ...]]:
        """Rows of a registered statement; numbers are Decimal, dates ISO text, NULL is None. Errors are typed."""
        ...

    def query_capped(
        self, statement: Statement, n: int, params: Mapping[str, object] | None = None, **chosen: str
    ) -> tuple[list[tuple[Scalar, ...]], int]:
        """At most `n` rows and how many there were in all; the statement itself has no LIMIT."""
        ...

    def editions(self, dataset: str) -> tuple[str, ...]:
        """Editions held, oldest first; () where the dataset is not in this estate."""
        ...

    def source(self, dataset: str, edition: str | None = None, *, provenance: str | None = None) -> Source:
        """The citation of an edition (the newest by default); also for a dataset that is declared but not held."""
        ...

    def not_whole(self, dataset: str, table: str, edition: str | None = None) -> str | None:
        """Why the table is a cut (then ranks, totals and counts over it are partial), or None."""
        ...

    def status(self) -> tuple[DatasetStatus, ...]:
        """Every declared dataset, held or not."""
        ...
