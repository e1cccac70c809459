"""Staging: one part's rows, checked against the declaration and written as Parquet, without a float on the way.

Rows arrive as the publisher's text, are loaded as text, judged there (numerals, dates, decimals, keys) and only then
cast by the database: what a column cannot hold exactly is an error that names table, column and row, never a rounding.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, cast

from finweave.core.errors import CheckError
from finweave.estate.layout import (
    column_names,
    listed,
    literal,
    paths,
    quoted,
    sort_columns,
    sql_columns,
    sql_type,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from finweave.estate.declare import Field, Part, Row, Table
    from finweave.results import Provenance

_INTEGER = r"[+-]?[0-9]+"
_DECIMAL = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)"
_DOUBLE = _DECIMAL + r"([eE][+-]?[0-9]+)?"
_PLACE = "finweave_row"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written for one table: rows, first and last period, and the kinds of provenance its rows have."""

    rows: int
    first: str | None
    last: str | None
    provenance: tuple[Provenance, ...]
    kept: int
    """Rows that came from the estate built upon, because the part does not cover their keys."""


class Staging:
    """A scratch database for one build."""

    def __init__(self) -> None:
        import duckdb

        self._folder = tempfile.TemporaryDirectory(prefix="finweave-build-")
        self._connection: DuckDBPyConnection = duckdb.connect(":memory:")
        self._connection.execute("SET autoinstall_known_extensions = false")
        self._connection.execute(f"SET temp_directory = {literal(str(Path(self._folder.name) / 'spill'))}")

    def close(self) -> None:
        """Removes all that is staged."""
        self._connection.close()
        self._folder.cleanup()

    def write(self, table: Table, part: Part, below: Path | None, target: Path) -> Written:
        """Checks a part's rows of a table and writes them, with those of `below` whose keys the part lacks.

        On equal keys the part's row stands, but a publisher's own row is not replaced by one of lesser provenance.
        """
        self._load(table, part)
        _Judge(self._connection, table).judge()
        self._cast(table, part.edition)
        kept = self._keep(table, below) if below is not None else 0
        order = listed(sort_columns(table))
        columns = listed(column_names(table))
        self._connection.execute(
            f"COPY (SELECT {columns} FROM typed ORDER BY {order})"
            f" TO {literal(str(target))} (FORMAT parquet, COMPRESSION zstd)"
        )
        return self._described(table, part, kept)

    def _load(self, table: Table, part: Part) -> None:
        """Brings rows in as text. A text file is four times as fast as binding lists."""
        rows = part.tables[table.name]
        provenance = part.row_provenance.get(table.name)
        if provenance is not None and len(provenance) != len(rows):
            raise CheckError(f"table {table.name!r}: {len(rows)} rows, but {len(provenance)} provenances")
        text = Path(self._folder.name) / "rows.csv"
        with text.open("w", encoding="utf-8", newline="") as stream:
            stream.writelines(_lines(table, rows, provenance or repeat(part.provenance, len(rows))))
        names = [_PLACE, *(field.name for field in table.fields), "provenance"]
        columns = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in names)
        self._connection.execute(
            f"CREATE OR REPLACE TABLE raw AS SELECT * FROM read_csv({literal(str(text))}, columns = {{{columns}}},"
            " auto_detect = false, header = false, delim = ',', quote = '\"', escape = '\"', nullstr = '',"
            " allow_quoted_nulls = false, new_line = '\\n', parallel = false, max_line_size = 16777216)"
        )
        text.unlink()
        if self._one("SELECT count(*) FROM raw") != len(rows):
            raise CheckError(f"table {table.name!r}: not every row could be staged")

    def _cast(self, table: Table, edition: str) -> None:
        columns = ", ".join(
            f"CAST({quoted(field.name)} AS {sql_type(field)}) AS {quoted(field.name)}"
            for field in table.fields
        )
        self._connection.execute(
            f"CREATE OR REPLACE TABLE typed AS SELECT {columns}, {literal(edition)} AS edition, provenance FROM raw"
        )

    def _keep(self, table: Table, below: Path) -> int:
        """Adds the rows below that the part does not cover, and lets a publisher's row below stand."""
        source = f"read_parquet({paths([below])})"
        held = {row[0] for row in self._all(f"SELECT column_name FROM (DESCRIBE SELECT * FROM {source})")}
        columns = ", ".join(
            quoted(name) if name in held else f"NULL::{kind} AS {quoted(name)}"
            for name, kind in sql_columns(table)
        )
        self._connection.execute(f"CREATE OR REPLACE TABLE below AS SELECT {columns} FROM {source}")
        same = " AND ".join(f"typed.{quoted(name)} = below.{quoted(name)}" for name in table.key)
        publisher = "below.provenance = 'publisher_file' AND typed.provenance <> 'publisher_file'"
        self._connection.execute(
            f"DELETE FROM typed WHERE EXISTS (SELECT 1 FROM below WHERE {same} AND {publisher})"
        )
        self._connection.execute(
            f"CREATE OR REPLACE TABLE kept AS SELECT * FROM below WHERE NOT EXISTS (SELECT 1 FROM typed WHERE {same})"
        )
        self._connection.execute("INSERT INTO typed SELECT * FROM kept")
        return cast("int", self._one("SELECT count(*) FROM kept"))

    def _described(self, table: Table, part: Part, kept: int) -> Written:
        period = next((quoted(field.name) for field in table.fields if field.kind == "period"), "NULL")
        ((rows, first, last),) = self._all(
            f"SELECT count(*), min({period})::VARCHAR, max({period})::VARCHAR FROM typed"
        )
        found = self._all(
            "SELECT provenance FROM typed GROUP BY provenance ORDER BY count(*) DESC, provenance"
        )
        kinds = cast("list[Provenance]", [kind for (kind,) in found])
        return Written(
            cast("int", rows), cast("str | None", first), cast("str | None", last), tuple(kinds), kept
        )

    def _all(self, sql: str) -> list[tuple[object, ...]]:
        return cast("list[tuple[object, ...]]", self._connection.execute(sql).fetchall())

    def _one(self, sql: str) -> object:
        return self._all(sql)[0][0]


class _Judge:
    """The checks of one table's staged text against its declaration."""

    def __init__(self, connection: DuckDBPyConnection, table: Table) -> None:
        self._connection = connection
        self._table = table

    def judge(self) -> None:
        """CheckError for the first thing that the declaration does not allow."""
        for field in self._table.fields:
            if field.type != "text":
                self._values(field)
        for name in self._table.key:
            self._refuse(f"{quoted(name)} IS NULL", name, "it is part of the key and may not be empty")
        self._keys()

    def _values(self, field: Field) -> None:
        name = quoted(field.name)
        if field.type == "decimal":
            self._refuse(
                f"NOT regexp_full_match({name}, {literal(_DECIMAL)})", field.name, "is not a decimal number"
            )
            more = f"length(split_part({name}, '.', 2)) > {field.decimals}"
            self._refuse(more, field.name, f"has more decimals than the {field.decimals} declared")
        elif field.type == "double":
            self._refuse(f"NOT regexp_full_match({name}, {literal(_DOUBLE)})", field.name, "is not a number")
        elif field.type == "integer":
            self._refuse(
                f"NOT regexp_full_match({name}, {literal(_INTEGER)})", field.name, "is not a whole number"
            )
        elif field.type == "date":
            self._refuse(
                f"NOT regexp_full_match({name}, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}')", field.name, "is no date"
            )
        impossible = f"{name} IS NOT NULL AND TRY_CAST({name} AS {sql_type(field)}) IS NULL"
        self._refuse(impossible, field.name, f"does not fit a column of type {field.type}")

    def _keys(self) -> None:
        key = listed(self._table.key)
        found = self._first(
            f"SELECT min({_PLACE}::BIGINT), max({_PLACE}::BIGINT), {key} FROM raw GROUP BY {key} HAVING count(*) > 1"
        )
        if found is not None:
            named = dict(zip(self._table.key, found[2:], strict=True))
            raise CheckError(
                f"table {self._table.name!r}: rows {found[0]} and {found[1]} have the same key {named};"
                " a key is unique within an edition"
            )

    def _refuse(self, condition: str, column: str, why: str) -> None:
        found = self._first(f"SELECT {_PLACE}::BIGINT, {quoted(column)} FROM raw WHERE {condition}")
        if found is not None:
            raise CheckError(
                f"table {self._table.name!r}, column {column!r}, row {found[0]}: {found[1]!r} {why}",
                field=column,
                given=str(found[1]),
            )

    def _first(self, sql: str) -> tuple[object, ...] | None:
        row = self._connection.execute(f"{sql} ORDER BY 1 LIMIT 1").fetchone()
        return cast("tuple[object, ...] | None", row)


def _lines(table: Table, rows: Sequence[Row], provenance: Iterable[Provenance]) -> Iterator[str]:
    """Rows as lines of text, numbered from 1; None is an unquoted nothing, all else is quoted."""
    width = len(table.fields)
    doubles = [position for position, field in enumerate(table.fields) if field.type == "double"]
    for number, (row, kind) in enumerate(zip(rows, provenance, strict=True), start=1):
        if len(row) != width:
            raise CheckError(
                f"table {table.name!r}, row {number}: {len(row)} values for {width} declared columns"
            )
        for position in doubles:
            _exact(table, number, table.fields[position].name, row[position])
        yield ",".join((str(number), *(_cell(value) for value in row), _cell(kind))) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise CheckError(
            f"{value!r} is {type(value).__name__}: parsers give a figure as the publisher's text"
        )
    text = str(value)
    if not text.isprintable() and any(
        character == "\0" or "\ud800" <= character <= "\udfff" for character in text
    ):
        raise CheckError(
            f"{value!r} holds a character that is no text: the file was read in a wrong encoding"
        )
    return '"' + text.replace('"', '""') + '"'


def _exact(table: Table, number: int, column: str, value: object) -> None:
    """A double keeps a publisher's digits only if its shortest form is what was printed; else it may not be one."""
    if value is None:
        return
    try:
        same = Decimal(repr(float(str(value)))) == Decimal(str(value))
    except (ValueError, ArithmeticError):
        same = False
    if not same:
        raise CheckError(
            f"table {table.name!r}, column {column!r}, row {number}: {value!r} is no number that a double keeps to"
            " its last digit; declare the column as decimal",
            field=column,
            given=str(value),
        )
