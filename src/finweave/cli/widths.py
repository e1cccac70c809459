"""How wide the columns of a table are: numbers never break, texts break between words, headers break first."""

from __future__ import annotations

from collections.abc import Sequence

GAP = 2
"""Blanks between columns."""

_LONGEST_WORD = 24
_HEADER = 26


def column_widths(
    header: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool], room: int
) -> list[int] | None:
    """Widths that fit into `room`; None where not even the narrowest do.

    Every column gets what it needs at least; what is left goes to columns whose cells would break, then to headers.
    """
    columns = [[row[place] for row in rows] for place in range(len(header))]
    widths = [
        _least(label, cells, number) for label, cells, number in zip(header, columns, numbers, strict=True)
    ]
    left = room - sum(widths) - GAP * len(widths)
    if left < 0:
        return None
    cells = [max((len(cell) for cell in column), default=0) for column in columns]
    for wanted in (cells, [min(len(label), _HEADER) for label in header]):
        left = _widened(widths, wanted, left)
    return widths


def _least(label: str, cells: Sequence[str], number: bool) -> int:
    """The least width a column can be read at: a number whole, a text by its longest word."""
    words = [*label.split(), *(cells if number else [word for cell in cells for word in cell.split()])]
    longest = max((len(word) for word in words), default=1)
    return longest if number else min(longest, _LONGEST_WORD)


def _widened(widths: list[int], wanted: Sequence[int], left: int) -> int:
    """Gives one blank after the other to every column that wants more, until there is none left; returns the rest."""
    while left > 0 and any(width < want for width, want in zip(widths, wanted, strict=True)):
        for place, want in enumerate(wanted):
            if left > 0 and widths[place] < want:
                widths[place] += 1
                left -= 1
    return left
