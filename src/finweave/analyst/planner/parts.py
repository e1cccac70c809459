"""Several questions in one: split where each piece says by itself (or with what came before it) which tool it is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from finweave.analyst.planner.frame import Frame

_BREAKS = (
    re.compile(r"(?<=[?;])\s+|\.\s+(?=[A-Z])"),
    re.compile(r"[,;]? (?:and|also|plus|as well as) (?=\w)|, (?=what|how|which|who)", re.IGNORECASE),
)


def split(question: str, read: Callable[[str], Sequence[Frame]], good: Callable[[Frame], bool]) -> list[str]:
    """The question's parts, or the question itself: a break counts only if every part has a good reading and the
    parts are for different tools."""
    for pattern in _BREAKS:
        pieces = [piece for piece in pattern.split(question) if piece and piece.strip()]
        if 1 < len(pieces) <= 4:
            best = [(frames := read(piece)) and good(frames[0]) and frames[0].tool for piece in pieces]
            if all(best) and len(set(best)) == len(best):
                return pieces
    return [question]
