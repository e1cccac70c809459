"""A typed span of a question: where it stands, what kind it is, what it may mean. Overlaps go to the longer span."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

SpanKind: TypeAlias = Literal[
    "bank", "country", "currency", "period", "term", "operation", "unknown", "number"
]


@dataclass(frozen=True, slots=True)
class Span:
    """`values` are the candidates' ids (an argument's text); more than one: ambiguous. `text` as the asker wrote it,
    `read_as` the name it was taken for where it was misspelt."""

    start: int
    end: int
    kind: SpanKind
    values: tuple[str, ...]
    text: str
    read_as: str | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question; `folded` for comparing."""

    start: int
    end: int
    text: str
    folded: str


def longest(spans: Iterable[Span]) -> list[Span]:
    """The spans without overlaps, longer ones first served, in order of the text."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start)):
        if all(span.end <= other.start or span.start >= other.end for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda s: s.start)
