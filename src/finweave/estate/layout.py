"""How a declared table is laid out: its name in SQL, its columns' types, the two columns that every table is given.

Writing (`staging`) and reading (`engine`) both build SQL from here, so that names and types have one home. Everything
that enters SQL as an identifier or a path goes through `quoted` or `literal`; values never do: they are bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from finweave.core.errors import CheckError

if TYPE_CHECKING:
    from pathlib import Path

    from finweave.estate.declare import Dataset, Field, Table

ADDED = ("edition", "provenance")
"""Columns of every stored table after the declared ones."""

# Digits before the point of the largest number a DECIMAL(38, n) holds are 38 - n: enough for any published amount.
_DECIMAL_WIDTH = 38
_IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def sql_name(dataset: str, table: str) -> str:
    """The name of a stored table in SQL, `<dataset>__<table>`."""
    return f"{dataset}__{table}"


def sql_type(field: Field) -> str:
    """The SQL type of a declared column."""
    if field.type == "decimal":
        if field.decimals is None:
            raise CheckError(f"column {field.name!r} is decimal and must declare its decimals")
        return f"DECIMAL({_DECIMAL_WIDTH}, {field.decimals})"
    return {"text": "VARCHAR", "integer": "BIGINT", "double": "DOUBLE", "date": "DATE"}[field.type]


def sql_columns(table: Table) -> tuple[tuple[str, str], ...]:
    """Names and SQL types of all columns of a stored table, in order."""
    declared = tuple((field.name, sql_type(field)) for field in table.fields)
    return (*declared, *((name, "VARCHAR") for name in ADDED))


def column_names(table: Table) -> tuple[str, ...]:
    """Names of all columns of a stored table, in order."""
    return (*(field.name for field in table.fields), *ADDED)


def sort_columns(table: Table) -> tuple[str, ...]:
    """The order of rows on disk: the declared lookup order, else the key; made total by the rest of the key."""
    first = table.sort or table.key
    return (*first, *(name for name in table.key if name not in first))


def check_names(dataset: Dataset) -> None:
    """CheckError where a dataset's names cannot be names in SQL, or a column takes a name the build adds."""
    names = [dataset.id, *(table.name for table in dataset.tables)]
    names += [field.name for table in dataset.tables for field in table.fields]
    for name in names:
        if not _IDENTIFIER.fullmatch(name):
            raise CheckError(f"dataset {dataset.id!r}: {name!r} is no name (a-z, 0-9, single _ between)")
    for table in dataset.tables:
        taken = [field.name for field in table.fields if field.name in ADDED]
        if taken:
            raise CheckError(f"table {table.name!r} of {dataset.id!r} declares {taken}, which the build adds")


def quoted(name: str) -> str:
    """An identifier for SQL."""
    return '"' + name.replace('"', '""') + '"'


def listed(names: Iterable[str]) -> str:
    """Identifiers for SQL, between commas."""
    return ", ".join(quoted(name) for name in names)


def literal(text: str) -> str:
    """A text constant for SQL."""
    return "'" + text.replace("'", "''") + "'"


def paths(files: Sequence[Path]) -> str:
    """A list of paths for SQL."""
    return "[" + ", ".join(literal(str(file)) for file in files) + "]"
