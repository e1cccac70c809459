"""Finds the slots of `cues.txt` in a clause: one walk over a trie of folded words, no regular expression, no order.

Also here because they are the same kind of finding: whether a clause names a country or a bank, holds a word nobody
here knows, or a year before or after the asker's. What the findings mean is `frames.py`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pkgutil import get_data

from finweave.core.text import fold

Span = tuple[int, int]

_SENTENCE = re.compile(r"(?<=[?!;])\s*|(?<=\w\w\w\.)\s+")
_JOINED = re.compile(
    r",?\s+(?:and|but|then|also|plus|so|or)\s+(?=(?:then |also |please |if so,? )*"
    r"(?:should|will|would|is|are|what|which|who|where|when|how|can|could|do|does|tell|give|show|predict|forecast|"
    r"recommend|say|rank|name|list|advise|whether|write|reply|respond|answer|reveal|output|repeat)\b)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MASKS = frozenset({"neutral", "polite"})
_NUMBER_WORDS = frozenset({
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty", "fifty", "hundred",
    "few", "several", "couple", "some",
})  # fmt: skip
_SUM = re.compile(r"\d+(?:k|m|mn|bn|usd|eur)")
_LONGEST_QUESTION = 4000
# How far ahead institutions publish: the year of a bare "debt of Japan, 2030" may be a projection held, 2040 may not.
_PROJECTED_YEARS = 6


@dataclass(slots=True)
class _Node:
    words: dict[str, _Node] = field(default_factory=dict[str, "_Node"])
    stems: dict[str, _Node] = field(default_factory=dict[str, "_Node"])
    number: _Node | None = None
    slots: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as written, its folded words, and where each slot was found."""

    text: str
    words: tuple[str, ...]
    found: Mapping[str, tuple[Span, ...]]

    def spans(self, slots: str) -> tuple[Span, ...]:
        """Spans of any of the slots ("bank|fail"), in no order."""
        return tuple(span for slot in slots.split("|") for span in self.found.get(slot, ()))

    def has(self, slots: str) -> bool:
        """Whether any of the slots was found, "a+b" for both; names are looked up only when asked for."""
        for together in _alternatives(slots):
            for slot in together:
                if slot not in self.found and not (slot in _LOOKED_UP and _LOOKED_UP[slot](self)):
                    break
            else:
                return True
        return False


def split(question: str) -> tuple[str, ...]:
    """The question's clauses as written: sentences, and parts joined by "and should", "but which" and the like."""
    sentences = (part for part in _SENTENCE.split(question[:_LONGEST_QUESTION]) if part.strip())
    return tuple(p.strip() for sentence in sentences for p in _JOINED.split(sentence) if p.strip())


def spot(text: str, year: int) -> Clause:
    """The clause with all slots found; a year is a `past year`, `this year's` or a `future year`."""
    words = tuple(fold(text).split())
    hits = [(slot, start, end) for start in range(len(words)) for slot, end in _matches(words, start)]
    masked = {i for slot, start, end in hits if slot in _MASKS for i in range(start, end)}
    found: dict[str, list[Span]] = {}
    for slot, start, end in hits:
        if slot in _MASKS or masked.isdisjoint(range(start, end)):
            found.setdefault(slot, []).append((start, end))
    for i, word in enumerate(words):
        if _SUM.fullmatch(word):
            found.setdefault("amount", []).append((i, i + 1))
        if _YEAR.fullmatch(word):
            for slot in _sides(int(word), year):
                found.setdefault(slot, []).append((i, i + 1))
    return Clause(text, words, {slot: tuple(spans) for slot, spans in found.items()})


@cache
def _alternatives(slots: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(together.split("+")) for together in slots.split("|"))


@lru_cache(maxsize=64)
def _countries(text: str) -> tuple[Span, ...]:
    from finweave.core.places import country_index

    return tuple((start, end) for start, end, _ in country_index().spot(text))


@lru_cache(maxsize=64)
def _banks(text: str) -> bool:
    from finweave.core.banks import bank_index

    return bool(bank_index().spot(text))


def _unknown(text: str) -> bool:
    for start, end in reversed(_countries(text)):
        text = f"{text[:start]} {text[end:]}"
    words = tuple(fold(text).split())
    known = {i for start in range(len(words)) for _, end in _matches(words, start) for i in range(start, end)}
    return any(i not in known and len(word) > 3 and word.isalpha() for i, word in enumerate(words))


# Slots that are names or the lack of them; asked for last, since an index answers and not the trie.
_LOOKED_UP: Mapping[str, Callable[[Clause], bool]] = {
    "country": lambda clause: bool(_countries(clause.text)),
    "country alone": lambda clause: bool(_countries(clause.text)) and not clause.has("bank|named bank"),
    "named bank": lambda clause: _banks(clause.text),
    "unknown": lambda clause: _unknown(clause.text),
}


def vocabulary() -> Mapping[str, tuple[str, ...]]:
    """The phrases of every slot, as `cues.txt` has them."""
    slots: dict[str, tuple[str, ...]] = {}
    for slot, phrase in _phrases():
        slots[slot] = (*slots.get(slot, ()), phrase)
    return slots


def _sides(mentioned: int, year: int) -> tuple[str, ...]:
    if mentioned <= year:
        return ("this year's",) if mentioned == year else ("past year",)
    return ("future year", "far year") if mentioned > year + _PROJECTED_YEARS else ("future year",)


def _matches(words: tuple[str, ...], start: int) -> Iterator[tuple[str, int]]:
    reached = [(_trie(), start)]
    while reached:
        node, at = reached.pop()
        yield from ((slot, at) for slot in node.slots)
        if at < len(words):
            reached.extend((following, at + 1) for following in _following(node, words[at]))


def _following(node: _Node, word: str) -> Iterator[_Node]:
    if word in node.words:
        yield node.words[word]
    if node.stems:
        prefixes = (word[:n] for n in range(1, len(word) + 1))
        yield from (node.stems[prefix] for prefix in prefixes if prefix in node.stems)
    if node.number is not None and (word[0].isdigit() or word in _NUMBER_WORDS):
        yield node.number


@cache
def _trie() -> _Node:
    root = _Node()
    for slot, phrase in _phrases():
        ends = [root]
        for word in phrase.split():
            ends = [branch for node in ends for branch in _branches(node, word)]
        for node in ends:
            if slot not in node.slots:
                node.slots.append(slot)
    return root


def _branches(node: _Node, word: str) -> Iterator[_Node]:
    if word == "<n>":
        node.number = node.number or _Node()
        yield node.number
    elif word.endswith("*"):
        yield node.stems.setdefault(word.removesuffix("*"), _Node())
    elif word.startswith("~"):
        for spelling in _slips(word.removeprefix("~")):
            yield node.words.setdefault(spelling, _Node())
    else:
        yield node.words.setdefault(word, _Node())


def _slips(word: str) -> set[str]:
    left_out = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    doubled = {word[:i] + word[i - 1 :] for i in range(1, len(word) + 1)}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    return {word} | left_out | doubled | swapped


def _phrases() -> Iterator[tuple[str, str]]:
    data = get_data("finweave.analyst.policy", "cues.txt")
    if data is None:
        raise FileNotFoundError("the package has no cues.txt; it is not installed whole")
    slot = ""
    for line in data.decode("utf-8").splitlines():
        if line.startswith("["):
            slot = line[1 : line.index("]")]
        elif not line.startswith("# "):
            yield from ((slot, phrase.strip()) for phrase in line.split(",") if phrase.strip())
