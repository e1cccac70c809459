"""CSV files: records with quoted newlines, every record as wide as the header, headers compared exactly."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from finweave.core.errors import LayoutError
from finweave.estate.declare import RawFile
from finweave.estate.readers.content import read_text

# A publisher's notes can be long, a whole book in one cell cannot be meant.
csv.field_size_limit(4_000_000)


def read_csv(file: RawFile, *, encoding: str = "utf-8-sig", delimiter: str = ",") -> list[list[str]]:
    """All records, the header first; LayoutError where the file breaks off or is no CSV."""
    text = read_text(file, "a CSV file", encoding)
    try:
        records = [
            record
            for record in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            if record
        ]
    except csv.Error as error:
        raise LayoutError(
            file.name, "the CSV records", expected="well-formed CSV", found=str(error)
        ) from error
    if not text.endswith(("\n", "\r")) and len(records[-1]) < len(records[0]):
        raise LayoutError(
            file.name,
            f"record {len(records)}",
            expected=f"{len(records[0])} cells",
            found="the file breaks off",
        )
    return records


def same_width(file: RawFile, records: Sequence[Sequence[str]]) -> None:
    """LayoutError at the first record that is not as wide as the header."""
    width = len(records[0])
    for number, record in enumerate(records, start=1):
        if len(record) != width:
            raise LayoutError(
                file.name,
                f"record {number}",
                expected=f"{width} cells as in the header",
                found=f"{len(record)}",
            )


def expect_header(
    file: RawFile, found: Sequence[str], expected: Sequence[str], place: str = "the header"
) -> None:
    """LayoutError naming the first cell that differs."""
    for position, (have, want) in enumerate(zip(found, expected, strict=False), start=1):
        if have.strip() != want:
            raise LayoutError(file.name, f"{place}, cell {position}", expected=repr(want), found=repr(have))
    if len(found) != len(expected):
        raise LayoutError(file.name, place, expected=f"{len(expected)} cells", found=str(len(found)))
