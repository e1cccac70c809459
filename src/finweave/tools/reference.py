"""Rows that are the same for every call on one estate: which exercises, banks, lists and quarters it holds.

An open estate never changes (publishing opens another), so such rows are read once and kept as long as it lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from finweave.estate.contract import EstateReader
    from finweave.estate.statement import Statement
    from finweave.results import Scalar

    Rows = tuple[tuple[Scalar, ...], ...]

_KEPT: WeakKeyDictionary[EstateReader, dict[str, Rows]] = WeakKeyDictionary()


def held_rows(estate: EstateReader, statement: Statement, **chosen: str) -> Rows:
    """All rows of a statement without parameters, read at the first call."""
    kept = _KEPT.setdefault(estate, {})
    text = statement.text(**chosen)
    if text not in kept:
        kept[text] = tuple(estate.query(statement, None, **chosen))
    return kept[text]
