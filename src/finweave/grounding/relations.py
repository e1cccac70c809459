"""Signs and orders: direction words that carry a figure's sign, and relations between two proved figures.

A word is a direction only as a verb or a noun that governs the figure (`fell by x`, `a drop of x`, `x below`), never
inside a label or as a comparative adjective.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from finweave.grounding.cells import LedgerCell
from finweave.grounding.quantities import Quantity
from finweave.grounding.structure import Sentence
from finweave.grounding.text import Span

_DOWN_VERBS = (
    "fell|falls?|fallen|falling|drops?|dropped|dropping|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|shrank|shrinks?|shrunk|shrinking|"
    "contract(?:s|ed|ing)|lost|loses|losing|slip(?:s|ped|ping)|slid|slides?|plung(?:e|es|ed|ing)|tumbl(?:e|es|ed|ing)|narrow(?:s|ed|ing)|"
    "reduc(?:e|es|ed|ing)|dip(?:s|ped|ping)|retreat(?:s|ed|ing)|shed|sheds|weaken(?:s|ed|ing)|lower(?:s|ed|ing)|cut|down|sank|sinks?|eas(?:es|ed|ing)|worsen(?:s|ed|ing)?"
)
_UP_VERBS = (
    "rose|rises?|risen|rising|grew|grows?|grown|growing|increas(?:e|es|ed|ing)|climb(?:s|ed|ing)|gain(?:s|ed|ing)|expand(?:s|ed|ing)|jump(?:s|ed|ing)|"
    "surg(?:e|es|ed|ing)|advanc(?:es|ed|ing)|widen(?:s|ed|ing)|add(?:s|ed|ing)|recover(?:s|ed|ing)|rebound(?:s|ed|ing)|up|soar(?:s|ed|ing)|strengthen(?:s|ed|ing)|raised"
)
_DOWN_NOUNS = (
    "drop|decline|decrease|reduction|fall|contraction|deficit|shortfall|loss|losses|outflows?|dip|slide|fell"
)
_UP_NOUNS = "rise|increase|gain|surplus|inflows?|expansion|jump|growth|advance|rebound|recovery"
_SMALL = r"(?:\s(?:by|of|about|around|roughly|nearly|almost|just|only|some|another|a|an|further|over|more|than|approximately|slightly|sharply|\w+ly|was|is|stood|at|equal|reached))*\s?"
_DIRECT = re.compile(
    rf"\b(?:(?P<down>{_DOWN_VERBS}|{_DOWN_NOUNS})|(?P<up>{_UP_VERBS}|{_UP_NOUNS}))(?P<gap>{_SMALL})$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s?(?:of\sGDP\s)?(?:(?P<down>drop|decline|decrease|fall|reduction|contraction|deficit|shortfall|lower\b(?!\s\()|below\b(?=\s(?:its|the)\s(?:trend|average)))|(?P<up>rise|increase|gain|surplus|higher\b(?!\s\()|above\b(?=\s(?:its|the)\s(?:trend|average))))\b",
    re.IGNORECASE,
)
_WORD = re.compile(rf"\b(?:(?P<down>{_DOWN_VERBS})|(?P<up>{_UP_VERBS}))\b", re.IGNORECASE)
_BALANCE = frozenset(
    {"deficit", "surplus", "shortfall", "loss", "losses", "outflow", "outflows", "inflow", "inflows"}
)
_BALANCE_WORD = re.compile(
    r"\s(?:of\s(?:[\w-]+\s){1,4})?(?:has\s|had\s|have\s|reported\s|reporting\s|said\sthey\s)?(?:(?P<down>eas\w+|loosen\w+|weaker\w*|weaken\w*|lower\w*|decreas\w+)"
    r"|(?P<up>tighten\w+|stronger|strengthen\w*|increas\w+|higher))\b",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"\b(?:above|exceed(?:s|ed|ing)?|higher\sthan|larger\sthan|greater\sthan|bigger\sthan|more\sthan|ahead\sof|over)\s(?:the\s|its\s|that\sof\s|a\s)?(?:[\w'&.-]+\s){0,6}?\(?$",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"\b(?:below|under|lower\sthan|smaller\sthan|less\sthan|behind|short\sof)\s(?:the\s|its\s|that\sof\s|a\s)?(?:[\w'&.-]+\s){0,6}?\(?$",
    re.IGNORECASE,
)
_TO = re.compile(
    r"\b(?:to|→|->|=>)\s?(?:a\s|an\s|the\s)?(?:[\w'-]+\s){0,5}?(?:of\s|about\s|just\s|only\s)?$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"\bfrom\s(?:a\s|an\s|the\s|its\s)?(?:[\w'-]+\s){0,5}?(?:of\s|about\s|just\s|only\s)?$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Direction:
    """A word that gives a figure its sign: +1 or -1; `amount` when it says by how much, not to what level."""

    sign: int
    span: Span
    word: str


def direction(sentence: Sentence, quantity: Quantity) -> Direction | None:
    """The direction word that governs a figure directly, or the figure it glosses."""
    found = _governing(sentence, quantity)
    glossed = (
        sentence.glossed(quantity) if found is None and sentence.paren(quantity.span[0]) is None else None
    )
    return direction(sentence, glossed) if glossed is not None else found


def _governing(sentence: Sentence, quantity: Quantity) -> Direction | None:
    start = max(sentence.clause(quantity.span[0])[0], quantity.span[0] - 70)
    before = sentence.text[start : quantity.span[0]]
    match = _DIRECT.search(before)
    if match and not re.search(r"\bto\b|\bfrom\b", match["gap"]):
        group = "down" if match["down"] else "up"
        word = match[group].lower()
        copula = re.search(r"\b(?:was|is|stood|at|equal|reached)\b", match["gap"])
        if not copula or word in _BALANCE:
            return Direction(
                -1 if group == "down" else 1, (start + match.start(), start + match.end(group)), word
            )
    after = _AFTER.match(sentence.text, quantity.span[1])
    if after:
        group = "down" if after["down"] else "up"
        return Direction(-1 if group == "down" else 1, after.span(group), after[group].lower())
    return None


def wrong_sign(sentence: Sentence, quantity: Quantity, cell: LedgerCell) -> Span | None:
    """The words that give a figure another sign than its cell's; the figure itself where a minus is dropped."""
    said = direction(sentence, quantity)
    value = cell.value
    if cell.cell.unit.lower().startswith("net ") and (
        balance := _BALANCE_WORD.match(sentence.text, quantity.span[1])
    ):
        return balance.span() if (value < 0) != bool(balance["down"]) else None
    if quantity.comparison and value < 0:
        return None
    if not value or (cell.measure.loss and value > 0 and (said is None or said.sign < 0)):
        return None
    if quantity.value < 0:
        if said is not None and not quantity.signed:
            said = None
        if said is not None and said.sign < 0 and said.word not in _BALANCE:
            return said.span
        return None if value < 0 else quantity.span
    if said is None:
        return quantity.span if value < 0 else None
    signed = cell.measure.change or value < 0 or said.word in _BALANCE
    if not signed and said.word not in _BALANCE:
        return None
    return said.span if (value < 0) != (said.sign < 0) else None


def level_as_change(sentence: Sentence, quantity: Quantity, cell: LedgerCell) -> Span | None:
    """`fell by x` where the cell is a level: a level proves no change."""
    said = direction(sentence, quantity)
    if said is None or said.word in _BALANCE or cell.measure.change or cell.value < 0 or cell.measure.loss:
        return None
    text = sentence.text[said.span[1] : quantity.span[0]]
    return (
        said.span
        if re.fullmatch(r"\s(?:by|of)\s(?:\w+\s)?", text) and cell.cell.nature in (None, "level", "share")
        else None
    )


def wrong_order(
    sentence: Sentence, proved: Sequence[tuple[Quantity, LedgerCell]]
) -> list[tuple[Quantity, Span, str]]:
    """Relations between two proved figures that their exact values contradict: figure, span, reason."""
    found: list[tuple[Quantity, Span, str]] = []
    for (first, one), (last, two) in pairwise(proved):
        if one.family.kind != two.family.kind:
            continue
        a, b = one.value.scaleb(one.family.power), two.value.scaleb(two.family.power)
        gap = sentence.text[first.span[1] : last.span[0]]
        if re.search(r";", gap):
            continue
        for pattern, sign in ((_ABOVE, 1), (_BELOW, -1)):
            match = pattern.search(gap)
            if match and not last.comparison and (a - b) * sign <= 0:
                found.append(
                    (
                        last,
                        (first.span[1] + match.start(), last.span[1]),
                        "the order of the two figures is the other way round",
                    )
                )
        found.extend(_moved(sentence, (first, a), (last, b), gap))
    return found


def _moved(
    sentence: Sentence, one: tuple[Quantity, object], two: tuple[Quantity, object], gap: str
) -> list[tuple[Quantity, Span, str]]:
    first, last = one[0], two[0]
    start = sentence.clause(first.span[0])[0]
    before = sentence.text[max(start, first.span[0] - 120) : first.span[0]]
    lead = max(start, first.span[0] - 120)
    opened = _FROM.search(before)
    if opened and _TO.search(gap):
        words = list(_WORD.finditer(before, 0, opened.start()))
        if words and _against(words[-1], one[1], two[1]):
            return [(last, (lead + words[-1].start(), last.span[1]), "the direction is the other way round")]
    back = re.search(r"\b(?P<way>up|down)\sfrom\s(?:[\w'-]+\s){0,5}$", gap, re.IGNORECASE)
    if back:
        word = _WORD.match(back["way"])
        if word and _against(word, two[1], one[1]):
            return [
                (last, (first.span[1] + back.start(), last.span[1]), "the direction is the other way round")
            ]
    return []


def _against(word: re.Match[str], start: object, end: object) -> bool:
    if not isinstance(start, Decimal) or not isinstance(end, Decimal):
        return False
    return end <= start if word["up"] else end >= start
