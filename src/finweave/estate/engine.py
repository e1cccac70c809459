"""The engine: registered statements over one generation of an estate, locked against everything else.

An `Engine` is small (query, query_capped, cancel, close), so that a large estate can later run on another one. The one
we have is DuckDB in memory: external access off but for the manifest's own files, settings locked, time, memory and
threads limited. A table is made when a statement first needs it, so that opening does not grow with the number of
datasets. Values leave as Decimal, text or None: a figure is never a float outside the engine.
"""

from __future__ import annotations

import hashlib
import math
import re
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from finweave.core.errors import EstateDamagedError, FinweaveError, GuardError, QueryTimeoutError
from finweave.estate.layout import paths, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from duckdb import Error as DuckDBError

    from finweave.estate.guard import Checked, Guard
    from finweave.results import Scalar

Params: TypeAlias = "Mapping[str, object]"
Rows: TypeAlias = "list[tuple[Scalar, ...]]"

# Up to this size on disk a table is loaded, above it is a view over its Parquet files. Measured on two cores with sorted
# files: a lookup takes 1 ms in a loaded table of any size and 3 to 4 ms in a view of 0.1 to 2 million rows; loading takes
# 8 ms for 0.1 MB, 30 ms for 0.7 MB, 74 ms for 3.5 MB, 335 ms for 14 MB, and 12 bytes of memory for one on disk.
LOADED_BYTES = 2 * 2**20

# Up to this size files are hashed when a table is first needed (2 ms a MB); above, only their sizes are compared, and
# `finweave estate verify` hashes all.
HASHED_BYTES = 32 * 2**20

_CAP = "finweave_row_cap"
_DECIMAL = re.compile(r"DECIMAL\(\d+,\d+\)")


class Engine(Protocol):
    """What an estate asks of an engine. All errors are typed."""

    def query(self, text: str, params: Params) -> Rows:
        """Rows of a registered text."""
        ...

    def query_capped(self, text: str, n: int, params: Params) -> tuple[Rows, int]:
        """The first `n` rows of a registered text without LIMIT, and how many rows it has."""
        ...

    def cancel(self, thread: int | None = None) -> None:
        """Stops what a thread (by its ident) or every thread is running here."""
        ...

    def close(self) -> None:
        """Gives back memory and files."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """What one statement may take; a scalar that builds gigabytes escapes them, which the guard knows."""

    milliseconds: int = 10_000
    memory: str = "1GB"
    threads: int = 2


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A Parquet file of a table, as the manifest has it."""

    path: Path
    sha256: str
    bytes: int
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table that statements may name: its columns with SQL types, and the files (one an edition) it is made of."""

    columns: tuple[tuple[str, str], ...]
    files: tuple[StoredFile, ...]


class DuckDBEngine:
    """DuckDB in memory over the files of one manifest. Safe for threads: each has its own cursor."""

    def __init__(
        self, sources: Mapping[str, TableSource], guard: Guard, limits: Limits | None = None
    ) -> None:
        self._sources = sources
        self._guard = guard
        files = [file.path for source in sources.values() for file in source.files]
        self._root = locked_database(files, limits or Limits())
        self._cursors: dict[int, DuckDBPyConnection] = {}
        self._made: set[str] = set()
        self._making = threading.Lock()
        self._finalizer = weakref.finalize(self, self._root.close)

    def query(self, text: str, params: Params) -> Rows:
        """Rows of a registered text."""
        cursor = self._cursor()
        self._prepare(text, cursor)
        return self._run(cursor, text, params)

    def query_capped(self, text: str, n: int, params: Params) -> tuple[Rows, int]:
        """The first `n` rows of a registered text, and how many rows it has.

        LIMIT goes behind the statement's own ORDER BY, where SQL promises the order; the count is only run when there
        are more rows than asked for.
        """
        cursor = self._cursor()
        if self._prepare(text, cursor).limited:
            raise GuardError(
                "a statement with its own LIMIT cannot be capped: its count would be of the limited rows"
            )
        rows = self._run(cursor, f"{text}\nLIMIT ${_CAP}", {**params, _CAP: n + 1})
        if len(rows) <= n:
            return rows, len(rows)
        ((total,),) = self._run(cursor, f"SELECT count(*) FROM (\n{text}\n)", params)
        return rows[:n], int(cast("Decimal", total))

    def cancel(self, thread: int | None = None) -> None:
        """Stops what a thread (by its ident) or every thread is running here."""
        for ident, cursor in list(self._cursors.items()):
            if thread is None or ident == thread:
                cursor.interrupt()

    def close(self) -> None:
        """Stops everything and gives back memory and files."""
        self.cancel()
        for cursor in self._cursors.values():
            cursor.close()
        self._cursors.clear()
        self._finalizer()

    def _cursor(self) -> DuckDBPyConnection:
        """The thread's cursor; a thread that ended leaves its own to the next of the same ident."""
        ident = threading.get_ident()
        cursor = self._cursors.get(ident)
        if cursor is None:
            cursor = self._cursors[ident] = self._root.cursor()
        return cursor

    def _prepare(self, text: str, cursor: DuckDBPyConnection) -> Checked:
        """Lets the guard judge a text and makes the tables it reads."""
        checked = self._guard.require(text, cursor)
        if not checked.tables <= self._made:
            with self._making:
                for name in sorted(checked.tables - self._made):
                    self._make(name, cursor)
                    self._made.add(name)
        return checked

    def _make(self, name: str, cursor: DuckDBPyConnection) -> None:
        """Makes a table: loaded when small, else a view; without rows when the estate does not hold it."""
        source = self._sources.get(name)
        if source is None:
            raise GuardError(
                f"no dataset declares the table {name!r}", given=name, allowed=tuple(sorted(self._sources))
            )
        size = sum(file.bytes for file in source.files)
        for file in source.files:
            _check_file(name, file, hashed=size <= HASHED_BYTES)
        kind = "TABLE" if size <= LOADED_BYTES else "VIEW"
        try:
            cursor.execute(f"CREATE {kind} {quoted(name)} AS {_selection(source)}")
        except _duckdb_error() as error:
            raise _damaged(name, source, error) from error

    def _run(self, cursor: DuckDBPyConnection, text: str, params: Params) -> Rows:
        try:
            cursor.execute(text, dict(params))
            rows = cast("list[tuple[object, ...]]", cursor.fetchall())
            kinds = [str(column[1]) for column in cursor.description or []]
        except _duckdb_error() as error:
            raise _typed(text, error) from error
        return _values(rows, kinds)


def file_sha256(path: Path) -> str:
    """The sha256 of a file's content, hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _duckdb_error() -> type[DuckDBError]:
    import duckdb

    return duckdb.Error


def locked_database(files: Sequence[Path], limits: Limits) -> DuckDBPyConnection:
    """A database that can read these files and nothing else, and whose settings cannot be changed any more.

    `allowed_paths` is refused before the start and everything is refused after the lock: hence the order. GLOBAL is
    needed: a plain SET of the time limit holds for this connection and not for its cursors. The temporary folder is
    DuckDB's to make (only a statement that spills does) and to remove.
    """
    import tempfile
    import uuid

    import duckdb

    connection = duckdb.connect(
        ":memory:",
        config={
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "allow_persistent_secrets": "false",
            "python_enable_replacements": "false",
            "memory_limit": limits.memory,
            "threads": str(limits.threads),
            "temp_directory": str(Path(tempfile.gettempdir()) / f"finweave-{uuid.uuid4().hex}"),
        },
    )
    connection.execute(f"SET allowed_paths = {paths(files)}")
    connection.execute(f"SET GLOBAL max_execution_time = {limits.milliseconds}")
    connection.execute("SET GLOBAL TimeZone = 'UTC'")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def _check_file(table: str, file: StoredFile, *, hashed: bool) -> None:
    """DuckDB reads a flipped bit as another figure without a word: hence the hash before the first read."""
    try:
        size = file.path.stat().st_size
    except OSError as error:
        raise EstateDamagedError(f"{table}: {file.path.name} is missing: build the estate again") from error
    if size != file.bytes or (hashed and file_sha256(file.path) != file.sha256):
        raise EstateDamagedError(
            f"{table}: {file.path.name} is not what was published: build the estate again"
        )


def _selection(source: TableSource) -> str:
    """The union of a table's files; a column that an older file lacks is NULL there."""
    parts: list[str] = []
    for held, files in groupby(source.files, key=lambda file: file.columns):
        columns = ", ".join(
            quoted(name) if name in held else f"NULL::{kind} AS {quoted(name)}"
            for name, kind in source.columns
        )
        parts.append(f"SELECT {columns} FROM read_parquet({paths([file.path for file in files])})")
    if not parts:
        parts = [
            f"SELECT {', '.join(f'NULL::{kind} AS {quoted(name)}' for name, kind in source.columns)} WHERE false"
        ]
    return " UNION ALL ".join(parts)


def _damaged(name: str, source: TableSource, error: Exception) -> FinweaveError:
    if not source.files:
        return _typed(name, error)
    files = ", ".join(file.path.name for file in source.files)
    return EstateDamagedError(
        f"{name} cannot be read from {files} ({_first_line(error)}): build the estate again"
    )


def _typed(text: str, error: Exception) -> FinweaveError:
    """Which of our errors DuckDB's is."""
    import duckdb

    if isinstance(error, duckdb.InterruptException):
        return QueryTimeoutError(
            "the query took longer than an answer may, and was stopped: ask for less at once"
        )
    if isinstance(error, duckdb.OutOfMemoryException):
        return QueryTimeoutError(
            "the query needed more memory than an answer may, and was stopped: ask for less"
        )
    if isinstance(error, duckdb.IOException) or "arquet" in str(error):
        return EstateDamagedError(
            f"a stored table cannot be read ({_first_line(error)}): build the estate again"
        )
    return GuardError(f"a statement cannot run ({_first_line(error)}): {' '.join(text.split())[:120]!r}")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


def _values(rows: list[tuple[object, ...]], kinds: Sequence[str]) -> Rows:
    """Rows as Decimal, text and None. Text and DECIMAL already are; other columns are converted."""
    converters = [_converter(kind) for kind in kinds]
    if all(convert is _same for convert in converters):
        return cast("Rows", rows)
    return [tuple(convert(value) for convert, value in zip(converters, row, strict=True)) for row in rows]


def _converter(kind: str) -> Callable[[object], Scalar]:
    """What makes a Scalar of the values of an SQL type."""
    if kind in ("VARCHAR", '"NULL"') or _DECIMAL.fullmatch(kind):
        return _same
    if kind.endswith(("INT", "INTEGER")):
        return _from_integer
    if kind == "DOUBLE":
        return _from_double
    if kind in ("DATE", "BOOLEAN"):
        return _from_named
    raise GuardError(f"a statement returns {kind}; it may return numbers, text and dates")


def _same(value: object) -> Scalar:
    return cast("Scalar", value)


def _from_integer(value: object) -> Decimal | None:
    return None if value is None else Decimal(cast("int", value))


def _from_double(value: object) -> Decimal | None:
    """The shortest decimal that is this double: the publisher's digits. No value where it is no finite number."""
    if value is None or not math.isfinite(cast("float", value)):
        return None
    return Decimal(repr(value))


def _from_named(value: object) -> str | None:
    """A date as ISO text, a truth value as true or false."""
    return None if value is None else str(value).lower()
