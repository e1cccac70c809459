"""A name index: exact by folded alias, near by rapidfuzz. Knows no kind of name; places, banks and estates fill it.

An alias is a sequence of folded words. Some aliases are ordinary words too (Regions, IN, Key): such are declared, and
count only as written, with their capitals, or as the whole text. Phrases that hold an alias but mean something else
("New Jersey") are declared as decoys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from finweave.core.text import Token, clean, fold, tokens


@dataclass(frozen=True, slots=True)
class Match:
    """`id` of the named thing, its canonical `name`, and `score` 0-100 (100: an exact alias)."""

    id: str
    name: str
    score: float


class NameIndex:
    """Aliases to ids. Case-sensitive aliases (US, IN, C) match only as written."""

    def __init__(
        self,
        entries: Iterable[tuple[str, str, Iterable[str]]],
        *,
        exact_case: Iterable[str] = (),
        capitalised: Iterable[str] = (),
        whole_text: Iterable[str] = (),
        decoys: Iterable[str] = (),
    ) -> None:
        """Entries are (id, canonical name, aliases); the canonical name is an alias too.

        `capitalised` aliases are spotted only with their capitals (US Bank, never "a US bank"); `whole_text` ones are
        found but never spotted; a decoy is spotted as nothing and hides the aliases inside it.
        """
        self._names: dict[str, str] = {}
        self._folded: dict[str, tuple[str, ...]] = {}
        self._exact: dict[str, tuple[str, ...]] = {}
        self._spotted: dict[tuple[str, ...], list[_Alias]] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}
        written = frozenset(exact_case)
        for id, name, aliases in entries:
            self._names[id] = name
            for alias in dict.fromkeys((name, *aliases)):
                exact = alias in written
                key = _as_written(alias) if exact else fold(alias)
                table = self._exact if exact else self._folded
                held = table.get(key, ())
                if key and id not in held:
                    table[key] = (*held, id)
        self._prepare_spotting(written, capitalised, whole_text, decoys)

    def find(self, text: str) -> tuple[Match, ...]:
        """Exact matches of the whole text (several: ambiguous), else (). A leading "the" may be there or not."""
        if len(text) > _LONGEST_NAME:
            return ()
        ids = self._ids_of(text)
        shown = clean(text)
        if not ids and shown[: len(_ARTICLE)].casefold() == _ARTICLE:
            ids = self._ids_of(shown[len(_ARTICLE) :])
        return self._matches(ids)

    def near(self, text: str, *, limit: int = 5, least: float = 80.0) -> tuple[Match, ...]:
        """Near matches, best first, one per id: misspelt names, and longer names of which the text is a part."""
        from rapidfuzz import fuzz, process

        best = {match.id: match.score for match in self.find(text)}
        key = fold(text[:_LONGEST_NAME])
        if len(key) >= _SHORTEST_NEAR:
            for scorer in (fuzz.ratio, fuzz.token_sort_ratio):
                for alias, score, _ in process.extract(
                    key, self._near_keys, scorer=scorer, limit=_ALIASES_WEIGHED, score_cutoff=least
                ):
                    self._keep_best(best, alias, min(score, _LESS_THAN_EXACT))
            words = frozenset(key.split())
            for alias in self._near_keys:
                if words < frozenset(alias.split()):
                    self._keep_best(best, alias, _PART_OF_A_NAME)
        ranked = sorted(best.items(), key=lambda item: -item[1])
        return tuple(Match(id, self._names[id], score) for id, score in ranked if score >= least)[:limit]

    def spot(self, text: str) -> tuple[tuple[int, int, tuple[Match, ...]], ...]:
        """Longest exact aliases inside a longer text: (start, end, matches) in code points of `text`, no overlaps.

        A plural of a name counts as the name ("Germans"); a possessive ending stays outside the span.
        """
        words = tokens(text)
        shouted = len(words) > _FEW_WORDS and not any(map(str.islower, text))
        found: list[tuple[int, int, tuple[Match, ...]]] = []
        position = 0
        while position < len(words):
            length, ids = self._longest_at(text, words, position, shouted)
            if ids:
                found.append((words[position].start, words[position + length - 1].end, self._matches(ids)))
            position += length or 1
        return tuple(found)

    def _prepare_spotting(
        self,
        written: frozenset[str],
        capitalised: Iterable[str],
        whole_text: Iterable[str],
        decoys: Iterable[str],
    ) -> None:
        """Files every alias that may be spotted by its words, and the lengths there are by first word, longest first."""
        capitals = {fold(alias): _capitals(alias) for alias in capitalised}
        whole = frozenset(whole_text)
        whole_folded = {fold(alias) for alias in whole - written}
        spotted = [_Alias(tuple(fold(decoy).split()), ()) for decoy in decoys]
        for key, ids in self._folded.items():
            if key not in whole_folded:
                spotted.append(_Alias(tuple(key.split()), ids, capitals=capitals.get(key, ())))
        for key, ids in self._exact.items():
            if key not in whole:
                spotted.append(_Alias(tuple(fold(key).split()), ids, written=key))
        lengths: dict[str, set[int]] = {}
        for alias in spotted:
            if alias.words:
                self._spotted.setdefault(alias.words, []).append(alias)
                lengths.setdefault(alias.words[0], set()).add(len(alias.words))
        self._lengths = {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}

    def _ids_of(self, text: str) -> tuple[str, ...]:
        return (*self._exact.get(_as_written(text), ()), *self._folded.get(fold(text), ()))

    def _matches(self, ids: Iterable[str]) -> tuple[Match, ...]:
        return tuple(Match(id, self._names[id], 100.0) for id in dict.fromkeys(ids))

    @cached_property
    def _near_keys(self) -> tuple[str, ...]:
        return tuple(key for key in self._folded if len(key) >= _SHORTEST_NEAR)

    def _keep_best(self, best: dict[str, float], alias: str, score: float) -> None:
        for id in self._folded[alias]:
            best[id] = max(best.get(id, 0.0), score)

    def _longest_at(
        self, text: str, words: tuple[Token, ...], position: int, shouted: bool
    ) -> tuple[int, tuple[str, ...]]:
        """Number of words of the longest alias that begins there (0: none) and the ids it names (none: a decoy)."""
        first = words[position].text
        lengths = self._lengths.get(first, ())
        if _singular(first) in self._lengths and 1 not in lengths:
            lengths = (*lengths, 1)
        for length in lengths:
            here = words[position : position + length]
            if len(here) < length:
                continue
            aliases = self._aliases_of(tuple(token.text for token in here))
            fitting = [alias for alias in aliases if alias.fits(text, here, shouted)]
            if fitting:
                decoy = any(not alias.ids for alias in fitting)
                return length, () if decoy else tuple(id for alias in fitting for id in alias.ids)
        return 0, ()

    def _aliases_of(self, words: tuple[str, ...]) -> tuple[_Alias, ...]:
        """Aliases that are those words, the last of them possibly in the plural."""
        singular = _singular(words[-1])
        plural_of = self._spotted.get((*words[:-1], singular), ()) if singular else ()
        return (*self._spotted.get(words, ()), *plural_of)


@dataclass(frozen=True, slots=True)
class _Alias:
    """Folded words, the ids they name (none: a decoy), the exact spelling or the capitals that it needs, if any."""

    words: tuple[str, ...]
    ids: tuple[str, ...]
    written: str | None = None
    capitals: tuple[bool, ...] = ()

    def fits(self, text: str, here: tuple[Token, ...], shouted: bool) -> bool:
        """Whether these words of a text, which fold to the alias or its plural, are written as it needs."""
        if self.written is not None:
            return not shouted and _as_written(text[here[0].start : here[-1].end]) == self.written
        if self.capitals:
            return not shouted and all(
                text[token.start].isupper()
                for token, capital in zip(here, self.capitals, strict=True)
                if capital
            )
        return True


_ARTICLE = "the "
_LONGEST_NAME = 200
_SHORTEST_NEAR = 4
_SHORTEST_SINGULAR = 4
_ALIASES_WEIGHED = 40
_PART_OF_A_NAME = 85.0
_LESS_THAN_EXACT = 99.0
# In a longer text without small letters capitals say nothing, so IS and IN are no codes there.
_FEW_WORDS = 6


def _as_written(text: str) -> str:
    """The spelling of an exact-case alias, without punctuation around it."""
    shown = clean(text)
    start, end = 0, len(shown)
    while start < end and not shown[start].isalnum():
        start += 1
    while end > start and not shown[end - 1].isalnum():
        end -= 1
    return shown[start:end]


def _capitals(alias: str) -> tuple[bool, ...]:
    return tuple(alias[word.start].isupper() for word in tokens(alias))


def _singular(word: str) -> str | None:
    return word[:-1] if word.endswith("s") and len(word) > _SHORTEST_SINGULAR else None
