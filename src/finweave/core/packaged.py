"""Reference tables that ship beside the code of this room: CSV text to rows. What the columns mean is the reader's.

Read with `pkgutil`, which costs a fifth of `importlib.resources` at a cold start and works from a zip as well.
"""

from __future__ import annotations


def packaged_rows(file: str) -> tuple[dict[str, str], ...]:
    """The rows of a packaged CSV file, each by column name."""
    from csv import reader
    from pkgutil import get_data

    data = get_data("finweave.core", file)
    if data is None:
        raise FileNotFoundError(f"the package has no {file}; it is not installed whole")
    lines = reader(data.decode("utf-8").splitlines())
    header = next(lines)
    return tuple(dict(zip(header, line, strict=True)) for line in lines)


def listed(text: str) -> tuple[str, ...]:
    """The values of a cell that holds several, separated by semicolons."""
    return tuple(text.split(";")) if text else ()
