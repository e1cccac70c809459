"""Names in a question: banks, places, currencies that an index knows, and names that none does.

Indexes come from package data and from the estate's own names, never from questions. A name no index knows is kept
as `unknown`, so that "Bank of Bird-in-Hand" reaches a tool that can say it is not there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from finweave.analyst.planner.spot.spans import Span, SpanKind
from finweave.core.names import Match, NameIndex

# A capitalised word without digits: "CET1" is a measure, no part of a name.
_CAPITAL = r"[A-Z](?:[^\W\d_]|['.&-](?=\w))*(?!\w)"
_BANK_WORD = r"(?:Bank|Bancorp|Bancorporation|Bancshares|Banc|Bankers|Trust|Savings|Holdings?|Financial|Credit Union|N\.A\.)"
_BANK_OF = re.compile(
    rf"(?:{_CAPITAL} )*Bank of (?:the )?{_CAPITAL}(?:[ ](?:(?:of|the|in|and|&) )?{_CAPITAL})*(?:, N\.A\.)?"
)
_BANK_LIKE = re.compile(
    rf"{_CAPITAL}(?: (?:(?:of|and|&) )?{_CAPITAL})* {_BANK_WORD}(?: {_CAPITAL})*(?:, N\.A\.)?"
)
_PROPER = re.compile(rf"(?<![.?!] )(?<!^){_CAPITAL}(?: {_CAPITAL})*")


KINDS: tuple[SpanKind, ...] = ("bank", "country", "currency")
# Out of 100, as rapidfuzz scores; two swapped letters in a name of eight score about 88.
MISSPELT = 86.0
CLEARLY = 4.0


@dataclass(frozen=True, slots=True)
class NameIndexes:
    """One index a kind of name."""

    bank: NameIndex
    country: NameIndex
    currency: NameIndex

    def of(self, kind: SpanKind) -> NameIndex:
        """The index of a kind."""
        return {"bank": self.bank, "country": self.country, "currency": self.currency}[kind]


def spot_names(question: str, indexes: NameIndexes) -> list[Span]:
    """Known names of every kind; at the same place a longer one wins, then bank, country, currency.

    "Bank of X" and "X Bancorp" are one name: known as a whole it is that bank, else an unknown one, never the country X.
    """
    found: list[Span] = []
    for kind in KINDS:
        for start, end, matches in indexes.of(kind).spot(question):
            ids = tuple(dict.fromkeys(match.id for match in matches))
            found.append(Span(start, end, kind, ids, question[start:end]))
    for pattern in (_BANK_OF, _BANK_LIKE):
        for match in pattern.finditer(question):
            inside = [
                s for s in found if s.kind == "bank" and match.start() <= s.start and s.end <= match.end()
            ]
            if not inside:
                found.append(Span(match.start(), match.end(), "unknown", (match.group(),), match.group()))
    return found


def spot_unknown(question: str, taken: Sequence[Span]) -> list[Span]:
    """Capitalised names that nothing else explains (not at the start of a sentence, not all capitals)."""
    found: list[Span] = []
    for match in _PROPER.finditer(question):
        free = all(match.end() <= span.start or match.start() >= span.end for span in taken)
        if free and not match.group().isupper():
            found.append(Span(match.start(), match.end(), "unknown", (match.group(),), match.group()))
    return found


def corrected(span: Span, indexes: NameIndexes) -> Span:
    """An unknown name as the one known name it is a misspelling of, else as it is.

    Only one name, very near and clearly nearer than any other, is taken; the answer says how the name was read.
    """
    near: list[tuple[SpanKind, Match]] = [
        (kind, match) for kind in KINDS for match in indexes.of(kind).near(span.text, limit=2, least=MISSPELT)
    ]
    near.sort(key=lambda found: -found[1].score)
    if not near or (len(near) > 1 and near[0][1].score - near[1][1].score < CLEARLY):
        return span
    kind, match = near[0]
    return Span(span.start, span.end, kind, (match.id,), span.text, read_as=match.name)
