"""Attachment: which name and which period a figure takes, tried as a few readings of the whole sentence.

What stands right beside a figure (`x in A`, `A (x)`, `P: x`) binds it in every reading; the rest is read forward,
backward, in lists, or as the sentence's subject. Whoever judges takes a reading only if it proves every figure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from finweave.grounding.names import Mention
from finweave.grounding.quantities import Quantity
from finweave.grounding.structure import Sentence
from finweave.grounding.times import Time

Reading: TypeAlias = Literal["forward", "lists", "subject", "backward"]
READINGS: tuple[Reading, ...] = ("forward", "lists", "subject", "backward")

_Item = TypeVar("_Item", Mention, Time)


def name_of(
    sentence: Sentence, quantity: Quantity, names: Sequence[Mention], reading: Reading
) -> Mention | None:
    """The name of one kind that a figure takes under a reading; None where the sentence gives it none."""
    attacher = _Attacher(sentence, names, _NAME_AFTER)
    if (found := attacher.beside(quantity)) is not None:
        return found
    glossed = sentence.glossed(quantity)
    if glossed is not None:
        return name_of(sentence, glossed, names, reading)
    compared, start = sentence.comparand(quantity)
    own = attacher.since(quantity, start) if compared == "against" else None
    return own or attacher.item(quantity, reading)


def time_of(sentence: Sentence, quantity: Quantity, times: Sequence[Time], reading: Reading) -> Time | None:
    """The period that a figure takes under a reading; a comparand takes only one that stands beside it."""
    attacher = _Attacher(sentence, times, _TIME_AFTER)
    if (found := attacher.beside(quantity)) is not None:
        return found
    glossed = sentence.glossed(quantity)
    if glossed is not None:
        return time_of(sentence, glossed, times, reading)
    compared, start = sentence.comparand(quantity)
    return attacher.since(quantity, start) if compared else attacher.item(quantity, reading)


def owner_of(sentence: Sentence, time: Time) -> Mention | None:
    """The name that a period directly follows (`SVB, 10 March`): it is then that name's period alone."""
    before = [name for name in sentence.names if name.span[1] <= time.span[0]]
    if not before:
        return None
    gap = sentence.text[before[-1].span[1] : time.span[0]]
    return before[-1] if _OWNED_GAP.fullmatch(gap) else None


_BASE = r"(?:\s?of\s[^,;:.()]{0,50}?)?"
_NAME_AFTER = re.compile(
    rf"{_BASE}\s?(?:in|for|at|by|among|across|within|held by)\s(?:the\s|its\s|both\s|all\s)?|{_BASE}\s?\(\s?(?:for\s|in\s|the\s)?"
    rf"|{_BASE}(?:\s[a-z][\w-]*){{0,3}}?\s(?:from|in|for|at|by)\s(?:the\s)?"
)
_NAME_BEFORE = re.compile(
    r"(?:'s?)?\s?(?:[:,–—-]|was|were|is|are|had|has|held|with|at|of|stood at|came to|reached|scored|carried|carries|got|took)?\s?"
    r"(?:about|around|roughly|nearly|over|only|just|some)?\s?"
)
_TIME_AFTER = re.compile(
    r"(?:\s[^,;:.()]{0,60}?)?\s?\b(?:in|for|at|on|during|as of|as at|by|to)\s(?:the\s|early\s|late\s|mid-)?"
    r"|(?:\s[^,;:.()]{0,40}?)?\s?\(\s?(?:in\s|as of\s|at\s|for\s|on\s)?|,?\s(?:in|on|at|as of)\s|\s"
)
_OWNED_GAP = re.compile(r"(?:,\s(?:on\s|in\s)?|\s?\(\s?(?:on\s|in\s)?|\son\s)(?:the\s)?")
_NAME_GAP = re.compile(r"(?:'s?)?\s?(?:,|and|or|&|,\s?and)\s?(?:the\s|in\s|for\s|at\s)?")
_COLON_GAP = re.compile(r"\s?:\s?")


class _Attacher(Generic[_Item]):
    """Attaches items of one kind in one sentence."""

    def __init__(self, sentence: Sentence, items: Sequence[_Item], after: re.Pattern[str]) -> None:
        self.sentence = sentence
        self.items = list(items)
        self.after = after

    def item(self, quantity: Quantity, reading: Reading) -> _Item | None:
        """What a figure takes that nothing stands beside."""
        if reading == "lists":
            return self._paired(quantity) or self._forward(quantity)
        if reading == "subject":
            before = [i for i in self._reachable(quantity) if i.span[0] < quantity.span[0]]
            start = self.sentence.clause(quantity.span[0])[0]
            inside = [i for i in before if i.span[0] >= start]
            return (inside or before)[0] if before else self._forward(quantity)
        if reading == "backward":
            return self._backward(quantity)
        return self._forward(quantity)

    def beside(self, quantity: Quantity) -> _Item | None:
        """What binds a figure in every reading: its parenthesis, a name or period right after or before it."""
        sentence = self.sentence
        around = sentence.paren(quantity.span[0])
        if around is not None:
            inside = [i for i in self.items if around[0] < i.span[0] < around[1]]
            before = [i for i in inside if i.span[1] <= quantity.span[0]]
            if before:
                return before[-1]
            if inside:
                return inside[0]
            if not any(around[0] < q.span[0] < quantity.span[0] for q in sentence.quantities):
                ahead = [i for i in self.items if i.span[1] <= around[0]]
                if ahead and re.fullmatch(r"(?:'s)?\s?", sentence.text[ahead[-1].span[1] : around[0]]):
                    return ahead[-1]
        return self._after(quantity) or self._before_colon(quantity) or self._adjacent(quantity)

    def _adjacent(self, quantity: Quantity) -> _Item | None:
        """A name right before the figure (`KeyBank $158 billion`), unless both are in lists."""
        before = [i for i in self.items if i.span[1] <= quantity.span[0]]
        if not before or isinstance(before[-1], Time):
            return None
        if not _NAME_BEFORE.fullmatch(self.sentence.text[before[-1].span[1] : quantity.span[0]]):
            return None
        listed = len(before) > 1 and _NAME_GAP.fullmatch(
            self.sentence.text[before[-2].span[1] : before[-1].span[0]]
        )
        return None if listed and len(self.sentence.run(quantity)) > 1 else before[-1]

    def since(self, quantity: Quantity, start: int) -> _Item | None:
        """The last item among a comparand's own words."""
        own = [i for i in self.items if start <= i.span[0] < quantity.span[0]]
        return own[-1] if own else None

    def _after(self, quantity: Quantity) -> _Item | None:
        following = [i for i in self.items if i.span[0] >= quantity.span[1]]
        if not following:
            return None
        first = following[0]
        if self.sentence.between(quantity.span[1], first.span[0]) or not self.sentence.reachable(
            quantity, first.span[0]
        ):
            return None
        gap = self.sentence.text[quantity.span[1] : first.span[0]]
        return first if self.after.fullmatch(gap) else None

    def _before_colon(self, quantity: Quantity) -> _Item | None:
        before = [i for i in self.items if i.span[1] <= quantity.span[0]]
        if before and _COLON_GAP.fullmatch(self.sentence.text[before[-1].span[1] : quantity.span[0]]):
            return before[-1]
        return None

    def _reachable(self, quantity: Quantity) -> list[_Item]:
        return [i for i in self.items if self.sentence.reachable(quantity, i.span[0])]

    def _forward(self, quantity: Quantity) -> _Item | None:
        before = [i for i in self._reachable(quantity) if i.span[0] < quantity.span[0]]
        start = self.sentence.clause(quantity.span[0])[0]
        inside = [i for i in before if i.span[0] >= start]
        return inside[-1] if inside else before[-1] if before else self._ahead(quantity)

    def _ahead(self, quantity: Quantity) -> _Item | None:
        """With nothing before the figure in the sentence: the first item after it, unless that is a comparand's."""
        end = self.sentence.clause(quantity.span[0])[1]
        after = [i for i in self._reachable(quantity) if quantity.span[1] <= i.span[0] < end]
        if not after:
            return None
        between = [q for q in self.sentence.quantities if quantity.span[1] <= q.span[0] < after[0].span[0]]
        if any(self.sentence.comparand(q)[0] for q in between):
            return None
        return None if between and isinstance(after[0], Mention) else after[0]

    def _backward(self, quantity: Quantity) -> _Item | None:
        run = self.sentence.run(quantity)
        if len(run) > 1 and quantity is not run[-1] and (shared := self._after(run[-1])) is not None:
            return shared
        start, end = self.sentence.clause(quantity.span[0])
        reachable = self._reachable(quantity)
        if any(start <= i.span[0] < quantity.span[0] for i in reachable):
            return self._forward(quantity)
        after = [i for i in reachable if quantity.span[1] <= i.span[0] < end]
        return after[0] if after else self._forward(quantity)

    def _paired(self, quantity: Quantity) -> _Item | None:
        """The item at the figure's place in the list of as many items, nearest before it, else after it."""
        run = self.sentence.run(quantity)
        size, place = len(run), run.index(quantity)
        if size < 2:
            return None
        runs = self._runs()
        before = [r for r in runs if len(r) == size and r[-1].span[1] <= run[0].span[0]]
        if before:
            return before[-1][place]
        after = [r for r in runs if len(r) == size and r[0].span[0] >= run[-1].span[1]]
        if after:
            return after[0][place]
        ahead: list[_Item] = []
        for item in self.items:
            if item.span[1] <= run[0].span[0] and not any(_same(item, known) for known in ahead):
                ahead.append(item)
        return ahead[place] if len(ahead) == size else None

    def _runs(self) -> list[list[_Item]]:
        runs: list[list[_Item]] = []
        for item in self.items:
            if runs and _NAME_GAP.fullmatch(self.sentence.text[runs[-1][-1].span[1] : item.span[0]]):
                runs[-1].append(item)
            else:
                runs.append([item])
        return runs


def _same(first: Mention | Time, second: Mention | Time) -> bool:
    if isinstance(first, Mention) and isinstance(second, Mention):
        return first.keys == second.keys
    if isinstance(first, Time) and isinstance(second, Time):
        return (first.lo, first.hi) == (second.lo, second.hi)
    return False
