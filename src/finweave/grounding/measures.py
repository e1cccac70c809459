"""Which column the words around a figure name, and whether its base is the one stated.

Words are weighed by how few columns have them. A figure's own chunk decides first, then its clause, its sentence,
then what leads it in; a column is contradicted only where another that could show the figure is named better.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from finweave.grounding.cells import LedgerCell, LedgerIndex
from finweave.grounding.quantities import Quantity
from finweave.grounding.structure import Sentence
from finweave.grounding.text import Span
from finweave.grounding.units import shift
from finweave.grounding.vocabulary import (
    BASE_MODIFIERS,
    BASE_NOUNS,
    STOP,
    Token,
    Words,
    content,
    listed,
    stem,
    tokens,
)

Side: TypeAlias = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Named:
    """The stems a window names, with the span they stand in; `plain` ones stand alone, `compounds` hang together."""

    stems: frozenset[str]
    span: Span
    plain: frozenset[str]
    words: tuple[Token, ...] = ()
    compounds: tuple[tuple[str, frozenset[str]], ...] = ()


class Windows:
    """The stretches whose words may name a figure's measure, nearest first, cut free of names and bases."""

    def __init__(self, sentence: Sentence, text: str, names: Sequence[Span]) -> None:
        """`names` are the spans of all names of the draft: a word of a name ("Capital One") names no measure."""
        self.sentence = sentence
        self.text = text
        self.names = names
        self.known: dict[tuple[Span, bool], Named] = {}

    def own(self, quantity: Quantity, side: Side) -> Named:
        """The figure's own chunk: from the figure or clause before it, or up to the next."""
        start, end = clause = self.sentence.clause(quantity.span[0])
        others = [q for q in self.sentence.quantities if self.sentence.reachable(quantity, q.span[0])]
        if side == "before":
            stop = quantity.span[0]
            around = self.sentence.paren(stop)
            if around is not None and not re.search(r"\w", self.text[around[0] : stop]):
                start, stop = self.sentence.clause(around[0])[0], around[0]
            last = max((q.span[1] for q in self.sentence.quantities if q.span[1] <= stop), default=start)
            return self.named((max(start, last), stop), after_figure=last > clause[0])
        end = min([end, *(q.span[0] for q in others if q.span[0] >= quantity.span[1])])
        if cut := _STOP_AFTER.search(self.text, quantity.span[1], end):
            end = cut.start()
        base = base_phrase(self.text, quantity, end)
        return self.named((base[1] if base else quantity.span[1], end))

    def clause(self, quantity: Quantity) -> Named:
        """The clause up to its first figure."""
        return self.named(self._up_to_first(self.sentence.clause(quantity.span[0])))

    def opening(self, quantity: Quantity) -> Named:
        """The sentence up to the figure's clause, or up to its first figure."""
        start = self.sentence.segment.span[0]
        clause = self.sentence.clause(quantity.span[0])[0]
        return self.named(
            (start, clause) if clause > start else self._up_to_first(self.sentence.segment.span)
        )

    def _up_to_first(self, span: Span) -> Span:
        return span[0], min([span[1], *(q.span[0] for q in self.sentence.quantities if q.span[0] >= span[0])])

    def named(self, span: Span, *, after_figure: bool = False) -> Named:
        """The content words of a stretch, names of entities and a preceding figure's base left out."""
        found = self.known.get((span, after_figure))
        if found is None:
            found = self.known[span, after_figure] = self._named(span, after_figure)
        return found

    def _named(self, span: Span, after_figure: bool) -> Named:
        start, end = span
        if after_figure and (phrase := _OF.match(self.text[start:end])):
            start += phrase.end()
        words = content(tokens(self.text, start, end))
        hidden = [name for name in self.names if name[0] < end and start < name[1]]
        hidden += (m.span() for m in _ATTRIBUTION.finditer(self.text, start, end))
        hidden += [time.span for time in self.sentence.times]
        kept = [t for t in words if not any(s < t.end and t.start < e for s, e in hidden)]
        plain = frozenset(t.stem for t in kept if "-" not in self.text[max(0, t.start - 1) : t.end + 1])
        joined: dict[str, set[str]] = {}
        for token in kept:
            if token.stem not in plain:
                joined.setdefault(_compound(self.text, token), set()).add(token.stem)
        compounds = tuple((text, frozenset(parts)) for text, parts in joined.items())
        return Named(frozenset(t.stem for t in kept), (start, end), plain, tuple(kept), compounds)


def score(named: Named, cell: LedgerCell, ledger: LedgerIndex) -> float:
    """How strongly words name a cell's column or series."""
    return sum(ledger.weights.get(word, 0.5) for word in named.stems & cell.words)


def _compound(text: str, token: Token) -> str:
    """The whole compound that a word is part of, as a label would write it without hyphens."""
    start, end = token.start, token.end
    while start and (text[start - 1].isalnum() or text[start - 1] == "-"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "-"):
        end += 1
    return text[start:end].lower().replace("-", " ").strip()


def _rival_score(named: Named, cell: LedgerCell, ledger: LedgerIndex) -> float:
    """The same for a rival: half of a compound (credit-report) names no column."""
    label = " ".join((cell.cell.label, *cell.measure.column.names)).lower().replace("-", " ")
    words = named.plain.union(*(parts for text, parts in named.compounds if text in label))
    return sum(ledger.weights.get(word, 0.5) for word in words & cell.words)


def rival(
    named: Named, quantity: Quantity, cell: LedgerCell, ledger: LedgerIndex, *, moving: bool = False
) -> LedgerCell | None:
    """A cell of the same entity in another column that the words name better, if it could show the figure.

    Where the words say by how much something moved, a level is no rival of a change.
    """
    own = score(named, cell, ledger)
    best, found = own + 1e-6, None
    for other in ledger.alike(cell):
        if other.measure.key == cell.measure.key and other.times != cell.times:
            continue
        if moving and cell.measure.change and not other.measure.change:
            continue
        weight = _rival_score(named, other, ledger)
        tied = not quantity.family and other.family.kind != cell.family.kind and abs(weight - own) < _TIE
        if tied and weight and _coverage(named, other) > _coverage(named, cell):
            return other
        if (
            weight <= best
            or shift(quantity.family, other.family, change=other.measure.change, spread=other.measure.spread)
            is None
        ):
            continue
        if cell.measure.change != other.measure.change and named.stems & cell.words == (
            named.stems & other.words
        ) - {"change"}:
            continue
        best, found = weight, other
    return found


def _coverage(named: Named, cell: LedgerCell) -> float:
    """How much of a column's own words is said: decides for a bare number between a count and an amount."""
    return len(named.stems & cell.measure.words) / max(1, len(cell.measure.words))


class MeasureWords:
    """Measures of the caller's vocabulary (all tools): recognised when named although the results lack them."""

    def __init__(self, words: Words) -> None:
        self.phrases = _phrases(words.measures)

    def named(self, words: Sequence[Token]) -> Iterable[tuple[Span, frozenset[str]]]:
        """Phrases of the vocabulary in a run of content words: span and distinctive stems."""
        for at, token in enumerate(words):
            for phrase in self.phrases.get(token.stem, ()):
                if tuple(t.stem for t in words[at : at + len(phrase)]) == phrase:
                    last = words[at + len(phrase) - 1]
                    yield (token.start, last.end), frozenset(phrase) - _GENERIC


@lru_cache(maxsize=8)
def _phrases(measures: tuple[str, ...]) -> dict[str, list[tuple[str, ...]]]:
    phrases: dict[str, list[tuple[str, ...]]] = {}
    for phrase in measures:
        stemmed = tuple(token.stem for token in tokens(phrase.lower()) if token.stem not in STOP)
        distinctive = [word for word in stemmed if word not in _GENERIC]
        if distinctive and len("".join(distinctive)) > _SHORTEST_MEASURE:
            phrases.setdefault(stemmed[0], []).append(stemmed)
    return phrases


def foreign_measure(
    named: Named, cell: LedgerCell, ledger: LedgerIndex, measures: MeasureWords
) -> Span | None:
    """A measure of the vocabulary named in a window that has nothing of the cell's column in it."""
    if named.stems & cell.words - _GENERIC:
        return None
    known = cell.words | cell.base
    for span, distinctive in measures.named(named.words):
        if not distinctive & known and not any(distinctive <= other.words for other in ledger.cells):
            return span
    return None


def unsaid(said: frozenset[str], cell: LedgerCell, ledger: LedgerIndex) -> bool:
    """Whether a cell is a percentile, minimum or peak that nobody named, beside a plain column of the same unit."""
    if not cell.measure.words & _QUALIFIERS or said & cell.measure.words & _QUALIFIERS:
        return False
    return any(
        not other.measure.words & _QUALIFIERS and other.family == cell.family and other.times == cell.times
        for other in ledger.cells
        if other.cell.call == cell.cell.call and other.cell.row == cell.cell.row
    )


def opposed(named: Named, cell: LedgerCell) -> Span | None:
    """A word that makes another measure of it (net, where the column is gross)."""
    for one, two in _OPPOSITES:
        for said, held in ((one, two), (two, one)):
            if said in named.stems and said not in cell.words | cell.base and held in cell.words:
                return next(token.start for token in named.words if token.stem == said), named.span[1]
    return None


def base_phrase(text: str, quantity: Quantity, end: int) -> Span | None:
    """`of x` right after a figure: its span up to the first verb, preposition, figure or stop."""
    match = _BASE_PHRASE.match(text, quantity.span[1], end)
    return match.span() if match else None


def wrong_base(text: str, quantity: Quantity, cell: LedgerCell, phrase: Span | None) -> Span | None:
    """The stated base, when it is not the cell's: a base noun or a never-dropped word that the cell lacks."""
    if (
        phrase is None
        or cell.cell.unit.lower().startswith("net ")
        or quantity.family not in ("percent", "points", "months", "times")
    ):
        return None
    stated = [
        t.stem
        for t in tokens(text, *phrase)
        if t.stem in BASE_NOUNS | BASE_MODIFIERS or t.text.lower() == "all"
    ]
    nouns = [word for word in stated if word in BASE_NOUNS]
    if not nouns and not set(stated) & BASE_MODIFIERS:
        return None
    held = (
        cell.base
        | cell.words
        | frozenset(stem(w) for keys in cell.entities.values() for k in keys for w in k.split())
    )
    if cell.cell.base:
        held_nouns = cell.base | (cell.words & (BASE_MODIFIERS - cell.base))
        if nouns and not set(nouns) & held_nouns and not set(nouns) <= cell.words:
            return phrase
    if "all" in stated and "outstanding" in stated and "outstanding" not in held:
        return phrase
    missing = [word for word in stated if word not in held and word != "all"]
    return phrase if missing else None


_OPPOSITES = tuple(
    (stem(one), stem(two))
    for one, two in (
        ("gross", "net"),
        ("nominal", "real"),
        ("insured", "uninsured"),
        ("allocated", "unallocated"),
        ("central", "general"),
        ("actual", "projected"),
        ("actual", "minimum"),
        ("accepted", "tendered"),
        ("secured", "unsecured"),
        ("imports", "exports"),
        ("assets", "liabilities"),
        ("stock", "flow"),
    )
)
_QUALIFIERS = frozenset(
    stem(word)
    for word in listed("percentile minimum maximum peak median quartile decile actual projected cumulative")
)
_TIE = 1e-9
_SHORTEST_MEASURE = 3
_GENERIC = frozenset(
    stem(word)
    for word in listed("""ratio rate share index total amount balance measure number count level value change growth
    bank country currency held holder category rating list status place year period quarter date
    percentage figure volume size stock flow median mean average minimum maximum actual projected""")
)
_STOP_AFTER = re.compile(r"[,;:]|\s(?:and|or|as|with|which|where|while|after|before)\s")
_ATTRIBUTION = re.compile(r"\baccording\sto\s[^,;:()]{1,80}", re.IGNORECASE)
_OF = re.compile(
    r"\s?of\s(?:the\s|its\s|their\s|all\s)?(?:[\w'-]+\s?){1,5}?(?=\s?(?:[,;:(]|and\b|or\b|in\b|at\b|for\b|by\b|with\b|was\b|were\b|is\b|are\b|$))"
)
_BASE_PHRASE = re.compile(
    r"\s?\(?of\s(?:(?!(?:is|was|were|are|be|in|at|on|for|by|with|from|to|than|against|and|or|as|during|over|had|has|held|while|which|that|compared|under|after|up|down|still)\b)[A-Za-z'&/-]+\s?){1,8}",
    re.IGNORECASE,
)
