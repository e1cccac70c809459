"""Raw files for parsers: publishers' from the shared data, and made-up ones in a publisher's layout."""

import csv
import hashlib
from pathlib import Path

from finweave.estate.declare import Dataset, FactTable, Part, RawFile, Value


def raw(path: Path) -> RawFile:
    return RawFile(path, path.name, hashlib.sha256(path.read_bytes()).hexdigest())


def made_up(folder: Path, name: str, text: str) -> RawFile:
    """A small file of ours in a publisher's layout; no figure in it is anybody's."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return raw(path)


def parsed(shared: Path, dataset: Dataset) -> dict[str, Part]:
    """The publisher's files of a dataset, parsed, by edition."""
    folder = shared / "data" / dataset.id
    files = sorted({path for pattern in dataset.files for path in folder.glob(pattern)})
    return {part.edition: part for part in dataset.parse([raw(path) for path in files])}


def facts(shared: Path, *tables: str) -> list[FactTable]:
    """Tables of published figures, read by the csv module alone."""
    found: list[FactTable] = []
    for name in tables:
        path = shared / "facts" / f"{name}.csv"
        with path.open(encoding="utf-8", newline="") as stream:
            found.append(FactTable(name, {}, list(csv.DictReader(stream)), raw(path)))
    return found


def cells(part: Part, dataset: Dataset, table: str) -> list[dict[str, Value]]:
    """The rows of a part by column name."""
    names = [field.name for field in dataset.table(table).fields]
    return [dict(zip(names, row, strict=True)) for row in part.tables[table]]
