"""The starter estate: published figures that may ship, made into an estate inside the package.

Its input is a folder of small tidy tables with an index that says, table by table, what they are, where they come
from and whether they may go into a package. Its output is the same for the same input: vintages carry a given date,
rows their key's order. Run when figures or datasets change; the result is committed.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from finweave.core.errors import ArgumentError, CheckError
from finweave.core.licences import licence
from finweave.estate.declare import FactTable, RawFile
from finweave.estate.engine import file_sha256
from finweave.estate.layout import check_names
from finweave.estate.manifest import Manifest, Vintage
from finweave.estate.staging import Staging
from finweave.estate.store import STARTER, lock, publish, sweep
from finweave.estate.vintages import VintageWriter

if TYPE_CHECKING:
    from finweave.estate.declare import Dataset

INDEX = "index.csv"


def build_starter(facts: Path, target: Path, datasets: Sequence[Dataset], *, published: str) -> Manifest:
    """Makes the starter estate in `target` from a folder of published figures; `published` dates its vintages."""
    tables = fact_tables(facts)
    held: dict[str, tuple[Vintage, ...]] = {}
    staging = Staging()
    try:
        with lock(target, STARTER):
            writer = VintageWriter(target, staging, published, "starter")
            for dataset in datasets:
                check_names(dataset)
                given = [table for table in tables if owner(table.index["dataset"], datasets) == dataset.id]
                if given and dataset.from_facts is not None:
                    parts = sorted(dataset.from_facts(given), key=lambda part: part.edition)
                    for part in parts:
                        _refuse_closed(f"dataset {dataset.id!r}", part.licence or dataset.licence)
                    held[dataset.id] = tuple(writer.write(dataset, part) for part in parts)
            manifest = Manifest(STARTER, held)
            publish(target, manifest)
            sweep(target, manifest)
    finally:
        staging.close()
    (target / ".lock").unlink(missing_ok=True)
    return manifest


def fact_tables(facts: Path) -> list[FactTable]:
    """The tables of a folder of published figures that may ship; the index decides, and the licence must agree."""
    index = facts / INDEX
    if not index.is_file():
        raise ArgumentError(f"there is no {INDEX} in {facts}", field="facts", given=str(facts))
    found: list[FactTable] = []
    for entry in _rows(index):
        if entry["ship"] != "yes":
            continue
        _refuse_closed(f"table {entry['table']!r}", entry["licence_id"])
        path = facts / f"{entry['table']}.csv"
        raw = RawFile(path, path.name, file_sha256(path))
        found.append(FactTable(entry["table"], entry, _rows(path), raw))
    return found


def owner(dataset: str, declared: Sequence[Dataset]) -> str | None:
    """Which declared dataset a table of figures belongs to: its own, else the one whose name it begins with."""
    ids = [candidate.id for candidate in declared]
    if dataset in ids:
        return dataset
    return max((id for id in ids if dataset.startswith(f"{id}_")), key=len, default=None)


def _refuse_closed(what: str, terms: str) -> None:
    """A licence that does not allow redistribution keeps figures out of the package, whatever an index says."""
    if not licence(terms).redistribute:
        raise CheckError(
            f"{what}: licence {terms!r} does not allow redistribution, so it may not ship",
            field="licence",
            given=terms,
        )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return [dict(row) for row in csv.DictReader(stream)]
