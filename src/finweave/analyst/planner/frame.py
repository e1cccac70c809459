"""What a question is taken to say: its spans (`Seen`), and one reading of them (`Frame`): a tool with its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files

from finweave.analyst.planner.spot.names import NameIndexes, corrected, spot_names, spot_unknown
from finweave.analyst.planner.spot.operations import Asked, spot_operations
from finweave.analyst.planner.spot.periods import PeriodUse, spot_periods, use_of
from finweave.analyst.planner.spot.spans import Span, Token, longest
from finweave.analyst.planner.vocabulary import Lexicon
from finweave.core.text import fold


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything spotted in one question. `left` are content words that no span covers."""

    question: str
    names: tuple[Span, ...]
    terms: tuple[Span, ...]
    periods: PeriodUse
    asked: Asked
    left: tuple[Token, ...]

    def named(self, kind: str) -> tuple[Span, ...]:
        """The names of one kind, in order."""
        return tuple(span for span in self.names if span.kind == kind)


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading: calls of one tool (several where an argument has several values that it takes one at a time).

    `named` says that a word of the question means this tool; `evidence` is what the question says for it, `score` after slots are filled and unexplained words paid for;
    `missing` are arguments it needs and was not given, `columns` those asked to be shown, in order.
    """

    tool: str
    calls: tuple[Mapping[str, object], ...]
    columns: tuple[str, ...]
    seen: Seen
    named: bool
    evidence: float
    score: float
    missing: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()
    filled: Mapping[str, str] = field(default_factory=dict[str, str])


def see(question: str, lexicon: Lexicon, indexes: NameIndexes, today: date) -> Seen:
    """Spots names, terms, periods and operations; a name inside a longer term (or the other way) is the longer one's."""
    periods = spot_periods(question, today)
    asked = spot_operations(question)
    terms = [
        Span(start, end, "term", tuple(match.id for match in matches), question[start:end])
        for start, end, matches in lexicon.index.spot(question)
    ]
    names = [s for s in spot_names(question, indexes) if not any(_inside(s, p) for p in periods)]
    known = [s for s in names if not any(_inside(s, other) for other in (*terms, *names))]
    terms = [s for s in terms if not any(_inside(s, name) for name in known)]
    known = _one_kind_each(known)
    covered = longest([*known, *terms, *periods, *asked.spans])
    known += spot_unknown(question, [*covered, *terms, *periods])
    known = [corrected(s, indexes) if s.kind == "unknown" else s for s in known]
    spans = [*known, *terms, *periods, *asked.spans]
    left = tuple(
        token
        for token in tokens(question)
        if token.folded not in stopwords()
        and not token.folded.isdigit()
        and all(token.end <= span.start or token.start >= span.end for span in spans)
    )
    return Seen(question, tuple(known), tuple(terms), use_of(question, periods), asked, left)


def tokens(question: str) -> list[Token]:
    """The words of a question; an apostrophe's s is dropped."""
    found: list[Token] = []
    position = 0
    for raw in question.split():
        start = question.index(raw, position)
        position = start + len(raw)
        folded = fold(raw.removesuffix("'s").removesuffix("’s"))
        if folded:
            found.append(Token(start, position, raw, folded))
    return found


@cache
def stopwords() -> frozenset[str]:
    """Words that carry no content of a question, from the package's list."""
    text = files("finweave.analyst.planner").joinpath("stopwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def _inside(span: Span, other: Span) -> bool:
    """Strictly inside: the other is longer."""
    return (
        other.start <= span.start
        and span.end <= other.end
        and other.end - other.start > span.end - span.start
    )


def _one_kind_each(names: list[Span]) -> list[Span]:
    """At one place one name: a bank before a country before a currency."""
    kept: dict[tuple[int, int], Span] = {}
    for span in names:
        kept.setdefault((span.start, span.end), span)
    return sorted(kept.values(), key=lambda span: span.start)
