"""Making a vintage: a parsed part, checked, merged with what lies below it, written and described.

Both builds (from publishers' files, and of the starter from published figures) end here, so that a vintage has one
meaning. Nothing here decides what is current or publishes a manifest.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from finweave.core.errors import CheckError
from finweave.estate.layout import column_names
from finweave.estate.manifest import Origin, SourceFile, StoredTable, Vintage
from finweave.estate.staging import Staging, Written
from finweave.estate.store import new_path, settle, table_path

if TYPE_CHECKING:
    from finweave.estate.declare import Dataset, Part, Table
    from finweave.results import Provenance


@dataclass(frozen=True, slots=True)
class Below:
    """A vintage of the same edition in another estate, whose rows stay where a part does not cover them."""

    folder: Path
    vintage: Vintage


class VintageWriter:
    """Writes vintages into an estate's folder."""

    def __init__(self, folder: Path, staging: Staging, published: str, origin: Origin) -> None:
        self._folder = folder
        self._staging = staging
        self._published = published
        self._origin: Origin = origin
        self._number = 0

    def write(self, dataset: Dataset, part: Part, below: Below | None = None) -> Vintage:
        """Checks a part against its declaration and writes its tables; CheckError for what it does not allow."""
        unknown = sorted(set(part.tables) - {table.name for table in dataset.tables})
        if unknown:
            raise CheckError(
                f"dataset {dataset.id!r}: the parser gives tables {unknown} that are not declared"
            )
        tables: dict[str, StoredTable] = {}
        provenance: dict[Provenance, None] = {part.provenance: None}
        rests = False
        for table in dataset.tables:
            under = below.vintage.tables.get(table.name) if below else None
            if table.name in part.tables:
                place = table_path(below.folder, dataset.id, under) if below and under else None
                tables[table.name], written = self._table(dataset, table, part, place)
                rests |= written.kept > 0
                provenance.update(dict.fromkeys(written.provenance))
            elif below and under:
                tables[table.name] = self.copy(below.folder, dataset.id, under)
                rests = True
        if rests and below:
            provenance.update(dict.fromkeys(below.vintage.provenance))
        return self._vintage(
            dataset, part, tables, tuple(provenance), below.vintage if rests and below else None
        )

    def adopt(self, folder: Path, dataset: str, vintage: Vintage) -> Vintage:
        """Takes a vintage over from another estate, files and all."""
        for table in vintage.tables.values():
            self.copy(folder, dataset, table)
        return vintage

    def copy(self, folder: Path, dataset: str, table: StoredTable) -> StoredTable:
        """Copies a stored table from another estate unless it is here already."""
        if not table_path(self._folder, dataset, table).is_file():
            beside = self._place(dataset)
            shutil.copyfile(table_path(folder, dataset, table), beside)
            digest, final = settle(beside)
            if digest != table.sha256:
                final.unlink()
                raise CheckError(f"{table_path(folder, dataset, table)} is damaged: install finweave again")
        return table

    def _table(
        self, dataset: Dataset, table: Table, part: Part, below: Path | None
    ) -> tuple[StoredTable, Written]:
        beside = self._place(dataset.id)
        written = self._staging.write(table, part, below, beside)
        digest, final = settle(beside)
        stored = StoredTable(
            file=final.name,
            sha256=digest,
            rows=written.rows,
            bytes=final.stat().st_size,
            first=written.first,
            last=written.last,
            not_whole=part.not_whole.get(table.name),
            columns=column_names(table),
        )
        return stored, written

    def _vintage(
        self,
        dataset: Dataset,
        part: Part,
        tables: dict[str, StoredTable],
        provenance: tuple[Provenance, ...],
        rests_on: Vintage | None,
    ) -> Vintage:
        files = [SourceFile(file.name, file.sha256) for file in part.files]
        if rests_on is not None:
            files += [file for file in rests_on.files if file not in files]
        return Vintage(
            digest=vintage_digest(dataset.parser_version, part.edition, files),
            edition=part.edition,
            published=self._published,
            current=True,
            origin=self._origin,
            parser_version=dataset.parser_version,
            licence=part.licence or dataset.licence,
            attribution=part.attribution or dataset.attribution,
            provenance=provenance,
            files=tuple(files),
            tables=tables,
        )

    def _place(self, dataset: str) -> Path:
        self._number += 1
        return new_path(self._folder, dataset, self._number)


def vintage_digest(parser_version: int, edition: str, files: Sequence[SourceFile]) -> str:
    """A vintage's identity: the raw files' content and the version of the parser that read them."""
    content = [f"parser {parser_version}", f"edition {edition}", *sorted(file.sha256 for file in files)]
    return sha256("\n".join(content).encode()).hexdigest()
