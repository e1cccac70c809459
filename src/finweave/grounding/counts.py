"""Figures that no value cell shows and that are none the less true: counts, enumerations, figures of notes and scales.

A count of rows or of distinct entities, a numeral that a note, label or argument has beside the same words, the m of
`n of m`, a number of things that the sentence then enumerates; and the asker's own figure where it is disowned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from finweave.grounding.cells import LedgerIndex
from finweave.grounding.quantities import Quantity
from finweave.grounding.structure import Sentence
from finweave.grounding.vocabulary import stems
from finweave.results import Cell

_OF_M = re.compile(r"(?:\bout\sof|\bof|/)\s(?:the\s|a\s|all\s)?$", re.IGNORECASE)
_SCALE = re.compile(r"\b(?:scale|range|from|between|score|out\sof)\b[^.;]{0,24}$", re.IGNORECASE)
_META = re.compile(
    r"\s(?:\w+\s){0,2}(?:measures?|figures?|numbers?|concepts?|things?|sources?|ways?|readings?|series|definitions?|data\ssets?|datasets?|points?|"
    r"kinds?|types?|sets?|tools?|calls?|questions?|reasons?|caveats?|notes?|steps?|parts?|sides?|terms?|ones?|values?|results?|decimals?|main|different)\b",
    re.IGNORECASE,
)
_WINDOW = re.compile(
    r"\b(?:last|past|previous|next|over|within|every|first|following|in|for|of|after|than|least|about|about\sa|horizon\sof|projected)\s(?:the\s)?(?:\w+\s)?$",
    re.IGNORECASE,
)
_DISOWNED = re.compile(
    r"\b(?:can(?:not|'t|\snot)|could\snot|couldn't|neither|unable|not\s(?:confirm|verify|available|part|in|possible|supported)|no\s(?:data|tool|source|figure|record)|"
    r"do(?:es)?\snot|don't|doesn't|without|nor|isn't|is\snot|unconfirmed|unverified|refus\w*)\b",
    re.IGNORECASE,
)
_ASKER = re.compile(r"\b(?:you|your|asked|question|quoted?|cite[sd]?|mention(?:ed)?|stated)\b", re.IGNORECASE)
_BASE_YEAR = re.compile(r"\b(\d{4})\s?=\s?100\b")
_INDEX_BASE = 100
_REPEATED = 16
_DURATIONS = frozenset({"days", "weeks", "months", "quarters", "years", "hours"})


@dataclass(frozen=True, slots=True)
class Explained:
    """What accounts for a figure: a short text for the proof, and the count cell where it is one."""

    source: str
    cell: Cell | None = None


def explained(quantity: Quantity, sentence: Sentence, text: str, ledger: LedgerIndex) -> Explained | None:
    """What accounts for a figure without a value cell, or None."""
    if quantity.decimals == 0 and quantity.family in ("", "category", "rank") and quantity.value >= 0:
        for fact in ledger.facts:
            if fact.kind == "rows" and fact.value == quantity.value and quantity.family == "":
                counts = _counting(quantity, sentence, text)
                return Explained(f"rows of {fact.source}", fact.cell) if counts else None
    source = (
        _written(quantity, sentence, text, ledger)
        or _scale(quantity, sentence, text, ledger)
        or _enumerated(quantity, sentence, text)
    )
    return Explained(source) if source is not None else None


def repeated(quantity: Quantity, text: str, ledger: LedgerIndex) -> Explained | None:
    """A figure that cells contradict passes as a note's only in the note's very words on both sides."""
    before = text[max(0, quantity.span[0] - _REPEATED) : quantity.span[0]].rpartition("\n")[2]
    after = text[quantity.span[1] : quantity.span[1] + _REPEATED].partition("\n")[0]
    said = before + text[slice(*quantity.span)] + after
    noted = (f.source for f in ledger.facts if f.kind == "text" and said.rstrip(" .") in f.source)
    return next((Explained(source) for source in noted), None)


def _counting(quantity: Quantity, sentence: Sentence, text: str) -> bool:
    """Whether a number counts something: it is spelled, or a noun follows it, and it is no table's value."""
    if sentence.segment.kind == "cell":
        return False
    return quantity.kind == "count" or bool(re.match(r"\s[a-z]", text[quantity.span[1] :]))


def asked_and_disowned(quantity: Quantity, sentence: Sentence, text: str) -> bool:
    """Whether the clause gives the figure to the asker and does not affirm it."""
    start, end = sentence.segment.span
    return bool(_DISOWNED.search(text, start, end)) and bool(_ASKER.search(text, start, end))


def window_of_time(quantity: Quantity, text: str, ledger: LedgerIndex) -> bool:
    """`over the past two years`: a spelled stretch of time that no cell measures is no figure."""
    if quantity.kind != "count":
        return False
    after = text[quantity.span[1] : quantity.span[1] + 24]
    spelled = quantity.family in _DURATIONS or re.match(
        r"(?:\s\w+){0,2}\s(?:days?|weeks?|months?|quarters?|years?|decades?)\b", after
    )
    held = any(cell.family.kind in _DURATIONS for cell in ledger.cells)
    return (
        bool(spelled)
        and not held
        and quantity.kind == "count"
        and bool(_WINDOW.search(text[max(0, quantity.span[0] - 30) : quantity.span[0]]))
    )


def meta_count(quantity: Quantity, text: str) -> bool:
    """`two measures`, `three figures`: the text speaks of itself."""
    return quantity.kind == "count" and quantity.value <= 5 and bool(_META.match(text, quantity.span[1]))


def _written(quantity: Quantity, sentence: Sentence, text: str, ledger: LedgerIndex) -> str | None:
    """A numeral that a note, label, argument or text cell has beside the same words."""
    start = max(sentence.segment.span[0], quantity.span[0] - 60)
    end = min(sentence.segment.span[1], quantity.span[1] + 60)
    near = stems(text[start : quantity.span[0]]) | stems(text[quantity.span[1] : end])
    shown = quantity.value
    said = text[slice(*quantity.span)].lower()
    for fact in ledger.facts:
        if fact.kind != "text" or fact.value != shown:
            continue
        if re.search(r"[a-z]{2}", said) and said in fact.source.lower():
            return fact.source
        if quantity.family not in ("", "rank", "category") and not re.search(
            rf"{re.escape(str(abs(shown)))}\s?(?:%|percent|per|pp|bps|days|months|years|million|billion|trillion)|\$",
            fact.source,
        ):
            continue
        if near & fact.words:
            return fact.source
    return None


def _scale(quantity: Quantity, sentence: Sentence, text: str, ledger: LedgerIndex) -> str | None:
    """The end of a declared scale or the whole of a count: `78 out of 100`, `6 of 114`, `scale 0 to 7`."""
    before = text[max(sentence.segment.span[0], quantity.span[0] - 40) : quantity.span[0]]
    base = next(
        (
            f
            for f in ledger.facts
            if f.value == quantity.value and (m := _BASE_YEAR.search(f.source)) and m[1] in before
        ),
        None,
    )
    if base is not None and quantity.value == _INDEX_BASE:
        return base.source
    if quantity.decimals or quantity.family not in ("", "rank", "category"):
        return None
    whole = bool(_OF_M.search(before)) and bool(
        re.search(r"(?:\d|\w)\s?(?:out\s)?(?:of|/)\s(?:the\s|a\s|all\s)?$", before)
    )
    if (
        not whole
        and not _SCALE.search(before)
        and not re.match(r"\s?(?:-|–|to)\s?\d", text[quantity.span[1] :])
    ):
        return None
    for fact in ledger.facts:
        if fact.value == quantity.value and (fact.kind == "text" or whole):
            return fact.source
    return None


def _enumerated(quantity: Quantity, sentence: Sentence, text: str) -> str | None:
    """A count followed by that many names or figures."""
    if quantity.decimals or quantity.family or not 2 <= quantity.value <= 30:
        return None
    if quantity.kind not in ("count", "numeral"):
        return None
    after = _following(quantity, sentence, text)
    if after is None:
        return None
    start, end = after
    names = len({name.span for name in sentence.names if start <= name.span[0] < end})
    figures = sum(1 for q in sentence.quantities if start <= q.span[0] < end)
    listed = len(re.split(r";\s", text[start:end])) if ";" in text[start:end] else 0
    return "enumerated" if quantity.value in (Decimal(names), Decimal(figures), Decimal(listed)) else None


def _following(quantity: Quantity, sentence: Sentence, text: str) -> tuple[int, int] | None:
    """The stretch that enumerates: the next parenthesis of the clause, or what follows the colon."""
    end = sentence.segment.span[1]
    for paren in sentence.parens:
        if 0 <= paren[0] - quantity.span[1] <= 60 and not sentence.between(quantity.span[1], paren[0]):
            return paren[0] + 1, paren[1] - 1
    colon = text.find(":", quantity.span[1], end)
    if colon >= 0 and not sentence.between(quantity.span[1], colon):
        return colon + 1, end
    return None
