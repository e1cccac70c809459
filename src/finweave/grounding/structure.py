"""The small grammar of a sentence: clauses, parentheses, runs of figures, glosses and comparands.

Works on positions only: which stretch a figure stands in, what it is listed with, what it glosses, whether it is the
thing compared with. No cell, name or period is looked up here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from finweave.grounding.blocks import Segment
from finweave.grounding.names import Mention
from finweave.grounding.quantities import Quantity
from finweave.grounding.text import Span
from finweave.grounding.times import Time

Comparand: TypeAlias = Literal["", "from", "against"]


@dataclass(slots=True)
class Sentence:
    """A segment with everything found in it. `text` is the whole masked draft; spans are into it."""

    text: str
    segment: Segment
    quantities: list[Quantity]
    names: list[Mention]
    times: list[Time]
    parens: list[Span] = field(default_factory=list[Span])
    cuts: list[Span] = field(default_factory=list[Span])

    def __post_init__(self) -> None:
        start, end = self.segment.span
        self.parens = _parens(self.text, start, end)
        self.cuts = [m.span() for m in _CUT.finditer(self.text, start, end)]

    def paren(self, at: int) -> Span | None:
        """The innermost parenthesis around a position."""
        around = [span for span in self.parens if span[0] < at < span[1]]
        return min(around, key=lambda span: span[1] - span[0]) if around else None

    def owned(self, paren: Span) -> bool:
        """Whether a parenthesis holds figures: then its names and periods are theirs alone."""
        return any(paren[0] < q.span[0] < paren[1] for q in self.quantities)

    def clause(self, at: int) -> Span:
        """The clause around a position: between the cuts of the same parenthesis, or of the sentence."""
        around = self.paren(at)
        start, end = around or self.segment.span
        if around is not None:
            start, end = start + 1, end - 1
        for cut in self.cuts:
            if self.paren(cut[0]) != around:
                continue
            if cut[1] <= at:
                start = max(start, cut[1])
            elif cut[0] > at:
                end = min(end, cut[0])
                break
        return start, end

    def reachable(self, quantity: Quantity, at: int) -> bool:
        """Whether something at a position may belong to a figure: not inside another figure's parenthesis."""
        around = self.paren(at)
        if around is None or not self.owned(around):
            return True
        return around[0] < quantity.span[0] < around[1]

    def glossed(self, quantity: Quantity) -> Quantity | None:
        """The figure that a parenthesis with this one directly follows."""
        before = [q for q in self.quantities if q.span[1] <= quantity.span[0]]
        if before and _OR_GLOSS.fullmatch(self.text[before[-1].span[1] : quantity.span[0]]):
            return before[-1]
        around = self.paren(quantity.span[0])
        if around is None or any(around[0] < q.span[0] < quantity.span[0] for q in self.quantities):
            return None
        before = [q for q in self.quantities if q.span[1] <= around[0]]
        if not before or not _GLOSS_GAP.fullmatch(self.text[before[-1].span[1] : around[0]]):
            return None
        return before[-1]

    def run(self, quantity: Quantity) -> list[Quantity]:
        """The figures listed with this one (`a, b and c`), itself included."""
        at = self.quantities.index(quantity)
        first = last = at
        while first and self._listed(self.quantities[first - 1], self.quantities[first]):
            first -= 1
        while last + 1 < len(self.quantities) and self._listed(
            self.quantities[last], self.quantities[last + 1]
        ):
            last += 1
        return self.quantities[first : last + 1]

    def comparand(self, quantity: Quantity) -> tuple[Comparand, int]:
        """Whether the figure is what another is compared with, how, and where its own words begin."""
        start = self.clause(quantity.span[0])[0]
        before = [q.span[1] for q in self.quantities if q.span[1] <= quantity.span[0]]
        lead = max(start, quantity.span[0] - 90, *before) if before else max(start, quantity.span[0] - 90)
        if _ARROW.match(self.text[quantity.span[1] : quantity.span[1] + 24]):
            return "from", lead
        marks = list(_COMPARAND.finditer(self.text, lead, quantity.span[0]))
        if marks:
            rest = self.text[marks[-1].end() : quantity.span[0]]
            own = bool(quantity.comparison) and not rest.strip(" aboutrnd")
            if not own and not _VERB.search(rest) and "," not in rest:
                return ("from" if "from" in marks[-1].group().lower() else "against"), marks[-1].end()
        cut = next((c for c in reversed(self.cuts) if c[1] == start), None)
        if (
            cut is not None
            and _AGAINST.search(self.text[slice(*cut)])
            and not any(end > start for end in before)
        ):
            return "against", start
        return "", lead

    def between(self, first: int, last: int) -> bool:
        """Whether a figure stands between two positions."""
        return any(first <= q.span[0] < last for q in self.quantities)

    def _listed(self, first: Quantity, last: Quantity) -> bool:
        return bool(_LIST_GAP.fullmatch(self.text[first.span[1] : last.span[0]]))


_CUT = re.compile(r";|\s—\s|—|\b(?:while|whereas|but|although|though|against|versus|vs\.?)\b", re.IGNORECASE)
_AGAINST = re.compile(r"against|versus|vs", re.IGNORECASE)
_GLOSS_GAP = re.compile(r"\s*(?:(?:of|per|in)\s[^,;:()]{0,40})?\s*")
_OR_GLOSS = re.compile(
    r"\s*(?:of\s[\w\s-]{0,30})?,\s(?:or|i\.e\.,?|that is,?|equivalent to|equal to)\s(?:about\s|roughly\s|just\s)?"
)
_LIST_GAP = re.compile(r"\s*(?:,|/|,?\s?and|,?\s?or|&)\s*(?:about\s|only\s|just\s|roughly\s)?")
_ARROW = re.compile(r"\s*(?:→|->|=>|➔|⟶)")
_COMPARAND = re.compile(
    r"\b(?:(?:up|down|away|falls?|fell|rose|rises?|went|goes|ran|runs|moved|moves|improved|declined|dropped|slipped|recovered|climbed|grew)?\s?from"
    r"|than|against|versus|vs\.?|compared\s(?:with|to)|relative\sto|behind|ahead\sof|(?:above|below|over|under|exceed\w*)\s(?:the|its|their|a))\b",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:was|were|is|are|had|has|have|stood|to)\b")


def _parens(text: str, start: int, end: int) -> list[Span]:
    opened: list[int] = []
    found: list[Span] = []
    for at in range(start, end):
        if text[at] in "([":
            opened.append(at)
        elif text[at] in ")]" and opened:
            found.append((opened.pop(), at + 1))
    return sorted(found)
