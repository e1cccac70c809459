"""A made-up dataset in a made-up layout. Nothing here is a publisher's figure."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from finweave.core.errors import LayoutError
from finweave.estate.declare import Check, Dataset, FactTable, Field, Part, RawFile, Table
from finweave.estate.statement import Statement

HEADER = ["area", "period", "rate", "level", "seen", "members"]

RATES = (
    "area,period,rate,level,seen,members\n"
    "AAA,2024-Q1,0.1,71.1888689871011,2024-04-01,3\n"
    "AAA,2024-Q2,0.2,0.30000000000000004,2024-07-01,\n"
    "BBB,2024-Q1,-5.7,1e-7,,12\n"
)


def read_rates(files: Sequence[RawFile]) -> Sequence[Part]:
    """One edition a file, named by the file; the header is the layout."""
    parts: list[Part] = []
    for file in files:
        with file.path.open(encoding="utf-8", newline="") as stream:
            header, *rows = csv.reader(stream)
        if header != HEADER:
            raise LayoutError(file.name, "line 1", expected=",".join(HEADER), found=",".join(header))
        table = [tuple(value or None for value in row) for row in rows]
        parts.append(Part(edition=file.path.stem, tables={"rates": table}, files=(file,)))
    return parts


def rates_from_facts(tables: Sequence[FactTable]) -> Sequence[Part]:
    """Figures that may ship, as one edition of few columns."""
    rows = [(row["entity"], row["period"], row["value"], None, None, None) for t in tables for row in t.rows]
    return [
        Part(
            edition=tables[0].index["edition"],
            tables={"rates": rows},
            files=tuple(table.file for table in tables),
            provenance="secondary",
            not_whole={"rates": "a few areas only"},
        )
    ]


def no_rate_above_a_hundred(part: Part) -> str | None:
    for row in part.tables["rates"]:
        if row[2] is not None and float(row[2]) > 100:
            return f"{row[0]} {row[1]} has {row[2]}"
    return None


def dataset(id: str = "rates", **changes: object) -> Dataset:
    """The made-up dataset."""
    given: dict[str, object] = {
        "id": id,
        "title": "Made-up rates",
        "publisher": "Nobody",
        "page": "https://example.org/rates",
        "licence": "us-pd",
        "attribution": "Nobody, rates",
        "tables": (
            Table(
                name="rates",
                fields=(
                    Field("area", "text", "entity"),
                    Field("period", "text", "period"),
                    Field("rate", "decimal", "value", unit="percent", decimals=1, nature="level"),
                    Field("level", "double", "value", unit="index", nature="level"),
                    Field("seen", "date", "text"),
                    Field("members", "integer", "value", unit="count", nature="count"),
                ),
                key=("area", "period"),
            ),
        ),
        "files": ("*.csv",),
        "parse": read_rates,
        "from_facts": rates_from_facts,
        "checks": (Check("ceiling", "no rate is above 100", no_rate_above_a_hundred),),
    }
    return Dataset(**{**given, **changes})  # type: ignore[arg-type]


RATES_STATEMENT = Statement(
    "all_rates",
    "SELECT area, period, rate, level, seen, members, edition, provenance FROM rates__rates ORDER BY area, period, edition",
    frozenset({"rates__rates"}),
)


def make_writable(path: Path) -> None:
    """Published files are read-only; a test that damages one must first undo that."""
    path.chmod(0o644)
