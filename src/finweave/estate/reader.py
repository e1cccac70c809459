"""An open estate: one generation, read through registered statements, and the sources of what was read.

An `Estate` is a manifest with an engine over its current vintages; publishing a new manifest does not touch it. It
knows declared datasets that it does not hold (their citation, and tables without rows), so that a tool can say
"absent" in the same words as anything else. The engine starts at the first query: listing an estate needs none.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from finweave.core.errors import EstateMissingError, UnknownNameError
from finweave.core.licences import licence
from finweave.estate.contract import DatasetStatus
from finweave.estate.engine import DuckDBEngine, Engine, Limits, StoredFile, TableSource
from finweave.estate.guard import STATEMENTS, Guard
from finweave.estate.layout import sql_columns, sql_name
from finweave.estate.manifest import Manifest, Vintage, read_manifest
from finweave.estate.store import MANIFEST, STARTER, estate_folder, estate_names, table_path
from finweave.results import Source

if TYPE_CHECKING:
    from finweave.estate.contract import EstateReader
    from finweave.estate.declare import Dataset
    from finweave.estate.statement import Statement
    from finweave.results import Provenance, Scalar

BUILT = "built"
"""The estate that is opened when none is named and it exists; else the starter."""

NOT_HELD = "not held"
"""What stands for the vintage in the citation of a dataset that an estate does not hold."""


def open_estate(
    name: str | None,
    home: Path | None,
    declarations: Sequence[Dataset],
    *,
    guard: Guard = STATEMENTS,
    limits: Limits | None = None,
) -> Estate:
    """Opens an estate by name; without one the built estate if there is one, else the starter."""
    chosen = name or (BUILT if (estate_folder(BUILT, home) / MANIFEST).is_file() else STARTER)
    folder = estate_folder(chosen, home)
    if not (folder / MANIFEST).is_file():
        raise EstateMissingError(
            f"there is no estate {chosen!r} in {folder.parent}: make it with"
            f" `finweave estate build --from FOLDER --name {chosen}`, or use one of {list(estate_names(home))}",
            field="estate",
            given=chosen,
            allowed=estate_names(home),
        )
    return Estate(folder, read_manifest(folder / MANIFEST), declarations, guard=guard, limits=limits)


class Estate:
    """One generation of an estate (the contract is `contract.EstateReader`). Safe for threads."""

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        declarations: Sequence[Dataset],
        *,
        guard: Guard = STATEMENTS,
        limits: Limits | None = None,
    ) -> None:
        self.name = manifest.name
        self.digest = manifest.digest
        self.folder = folder
        self.manifest = manifest
        self._declared: Mapping[str, Dataset] = {dataset.id: dataset for dataset in declarations}
        self._held = {dataset.id: manifest.current(dataset.id) for dataset in declarations}
        self._guard = guard
        self._limits = limits
        self._engine: Engine | None = None
        self._starting = threading.Lock()

    @property
    def engine(self) -> Engine:
        """The engine of this generation, started when first needed."""
        if self._engine is None:
            with self._starting:
                if self._engine is None:
                    self._engine = DuckDBEngine(self._sources(), self._guard, self._limits)
        return self._engine

    def query(
        self, statement: Statement, params: Mapping[str, object] | None = None, **chosen: str
    ) -> list[tuple[Scalar, ...]]:
        """Rows of a registered statement; numbers are Decimal, dates ISO text, NULL is None. Errors are typed."""
        return self.engine.query(self._guard.text(statement, chosen), params or {})

    def query_capped(
        self, statement: Statement, n: int, params: Mapping[str, object] | None = None, **chosen: str
    ) -> tuple[list[tuple[Scalar, ...]], int]:
        """At most `n` rows and how many there were in all; the statement itself has no LIMIT."""
        return self.engine.query_capped(self._guard.text(statement, chosen), n, params or {})

    def editions(self, dataset: str) -> tuple[str, ...]:
        """Editions held, oldest first; () where the dataset is not in this estate."""
        self._declaration(dataset)
        return tuple(vintage.edition for vintage in self._held[dataset])

    def source(self, dataset: str, edition: str | None = None, *, provenance: str | None = None) -> Source:
        """The citation of an edition (the newest by default); also for a dataset that is declared but not held.

        `provenance` is that of the rows an answer used, where a vintage's rows differ.
        """
        declared = self._declaration(dataset)
        vintage = self._vintage(dataset, edition)
        terms = licence(vintage.licence if vintage else declared.licence)
        return Source(
            dataset=dataset,
            title=declared.title,
            publisher=declared.publisher,
            vintage=vintage.label if vintage else NOT_HELD,
            license=terms.id,
            url=declared.page,
            attribution=vintage.attribution if vintage else declared.attribution,
            commercial=terms.commercial,
            provenance=cast(
                "Provenance", provenance or (vintage.provenance[0] if vintage else "publisher_file")
            ),
        )

    def not_whole(self, dataset: str, table: str, edition: str | None = None) -> str | None:
        """Why the table is a cut (then ranks, totals and counts over it are partial), or None."""
        self._declaration(dataset).table(table)
        vintage = self._vintage(dataset, edition)
        stored = vintage.tables.get(table) if vintage else None
        return stored.not_whole if stored else None

    def status(self) -> tuple[DatasetStatus, ...]:
        """Every declared dataset, held or not."""
        return tuple(self._status(dataset) for dataset in self._declared.values())

    def close(self) -> None:
        """Gives back the engine's memory and files."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __enter__(self) -> Estate:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _declaration(self, dataset: str) -> Dataset:
        if dataset not in self._declared:
            raise UnknownNameError(
                f"no dataset {dataset!r} is declared",
                field="dataset",
                given=dataset,
                allowed=tuple(self._declared),
            )
        return self._declared[dataset]

    def _vintage(self, dataset: str, edition: str | None) -> Vintage | None:
        held = self._held[dataset]
        if edition is None:
            return held[-1] if held else None
        for vintage in held:
            if vintage.edition == edition:
                return vintage
        raise UnknownNameError(
            f"dataset {dataset!r} has no edition {edition!r} in the estate {self.name!r}",
            field="edition",
            given=edition,
            allowed=tuple(vintage.edition for vintage in held),
        )

    def _sources(self) -> dict[str, TableSource]:
        """The tables that statements may name, with the files of the current vintages."""
        return {
            sql_name(dataset.id, table.name): TableSource(
                columns=sql_columns(table),
                files=tuple(
                    StoredFile(
                        table_path(self.folder, dataset.id, stored),
                        stored.sha256,
                        stored.bytes,
                        stored.columns,
                    )
                    for vintage in self._held[dataset.id]
                    if (stored := vintage.tables.get(table.name)) is not None
                ),
            )
            for dataset in self._declared.values()
            for table in dataset.tables
        }

    def _status(self, dataset: Dataset) -> DatasetStatus:
        held = self._held[dataset.id]
        newest = held[-1] if held else None
        tables = [table for vintage in held for table in vintage.tables.values()]
        reasons = {t.not_whole: None for t in newest.tables.values() if t.not_whole} if newest else {}
        return DatasetStatus(
            id=dataset.id,
            title=dataset.title,
            publisher=dataset.publisher,
            page=dataset.page,
            licence=newest.licence if newest else dataset.licence,
            editions=tuple(vintage.edition for vintage in held),
            vintage=newest.label if newest else None,
            published=newest.published if newest else None,
            rows=sum(table.rows for table in tables),
            bytes=sum(table.bytes for table in tables),
            first=min((table.first for table in tables if table.first), default=None),
            last=max((table.last for table in tables if table.last), default=None),
            partial="; ".join(reasons) or None,
            provenance=tuple(
                dict.fromkeys(kind for vintage in reversed(held) for kind in vintage.provenance)
            ),
            notes=tuple(note for note in (dataset.coverage_note, *dataset.doubts) if note),
            definitions=dataset.definitions,
        )


if TYPE_CHECKING:
    # The type checker holds that an Estate is what the other rooms are promised.
    _promised: type[EstateReader] = Estate
