"""The manifest: what an estate holds, as data. The only file of an estate that ever changes.

A vintage is what one build published for one edition of a dataset: which raw files it was made from, whose words go on
the citation, and one immutable Parquet file a table, named by its own hash. Older vintages stay listed (for rollback
and for answers as of a date) with `current` false. `format` lets an older program refuse a newer manifest by name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from finweave.core.errors import EstateDamagedError, EstateError
from finweave.results import Provenance

FORMAT = 1
Origin: TypeAlias = Literal["files", "starter"]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A raw file a vintage was made from."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class StoredTable:
    """One table of a vintage: its Parquet file, its span, and why it is a cut (or None when it is whole)."""

    file: str
    sha256: str
    rows: int
    bytes: int
    first: str | None
    last: str | None
    not_whole: str | None
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vintage:
    """What was published for one edition. `digest` is the sha256 over the raw files' hashes and the parser's version.

    `published` is when it was published here (UTC, ISO). `provenance` lists the kinds its rows have, the part's first.
    """

    digest: str
    edition: str
    published: str
    current: bool
    origin: Origin
    parser_version: int
    licence: str
    attribution: str
    provenance: tuple[Provenance, ...]
    files: tuple[SourceFile, ...]
    tables: Mapping[str, StoredTable]

    @property
    def label(self) -> str:
        """How a citation names it."""
        return f"{self.edition}/{self.digest[:8]}"


@dataclass(frozen=True, slots=True)
class Manifest:
    """All vintages of an estate by dataset, oldest published first."""

    name: str
    datasets: Mapping[str, tuple[Vintage, ...]] = field(default_factory=dict[str, tuple[Vintage, ...]])

    def current(self, dataset: str) -> tuple[Vintage, ...]:
        """The vintages an answer reads today: one an edition, oldest edition first."""
        found = [vintage for vintage in self.datasets.get(dataset, ()) if vintage.current]
        return tuple(sorted(found, key=lambda vintage: vintage.edition))

    def text(self) -> str:
        """The manifest as it stands on disk; the same content is always the same text."""
        content = {
            "format": FORMAT,
            "name": self.name,
            "datasets": {name: [asdict(v) for v in vintages] for name, vintages in self.datasets.items()},
        }
        return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"

    @property
    def digest(self) -> str:
        """The estate's digest: the hash of the content."""
        return sha256(self.text().encode()).hexdigest()


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file. A newer format and a broken file are refused by name."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        number = content["format"]
        if not isinstance(number, int) or number > FORMAT:
            raise EstateError(
                f"{path} has format {number!r}; this version of finweave reads format {FORMAT}: upgrade finweave,"
                " or build the estate again"
            )
        return _manifest(content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise EstateDamagedError(f"{path} cannot be read ({error!r}): build the estate again") from error


def _manifest(content: Mapping[str, object]) -> Manifest:
    datasets = cast("Mapping[str, list[dict[str, object]]]", content["datasets"])
    return Manifest(
        name=str(content["name"]),
        datasets={name: tuple(_vintage(item) for item in items) for name, items in datasets.items()},
    )


def _vintage(item: dict[str, object]) -> Vintage:
    unknown = set(cast("list[str]", item["provenance"])) - set(get_args(Provenance))
    if unknown:
        raise ValueError(f"provenance {sorted(unknown)}")
    files = cast("list[dict[str, str]]", item["files"])
    tables = cast("dict[str, dict[str, object]]", item["tables"])
    return Vintage(
        digest=str(item["digest"]),
        edition=str(item["edition"]),
        published=str(item["published"]),
        current=bool(item["current"]),
        origin=cast("Origin", item["origin"]),
        parser_version=cast("int", item["parser_version"]),
        licence=str(item["licence"]),
        attribution=str(item["attribution"]),
        provenance=tuple(cast("list[Provenance]", item["provenance"])),
        files=tuple(SourceFile(file["name"], file["sha256"]) for file in files),
        tables={name: _table(table) for name, table in tables.items()},
    )


def _table(item: dict[str, object]) -> StoredTable:
    digest = str(item["sha256"])
    # The file's name is its hash: a manifest cannot point anywhere else.
    if item["file"] != f"{digest}.parquet" or not digest.isalnum():
        raise ValueError(f"file {item['file']!r}")
    return StoredTable(
        file=str(item["file"]),
        sha256=digest,
        rows=cast("int", item["rows"]),
        bytes=cast("int", item["bytes"]),
        first=cast("str | None", item["first"]),
        last=cast("str | None", item["last"]),
        not_whole=cast("str | None", item["not_whole"]),
        columns=tuple(cast("list[str]", item["columns"])),
    )
