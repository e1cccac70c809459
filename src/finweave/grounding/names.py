"""Names of entities: those of the results with their short forms, and those of the caller's name lists.

A name has a kind (the entity column's label, or the list that knows it: country, bank), and decides only figures of
that kind: a bank's name never decides a country. Short forms are derived from the results' own names (a first or last
word that no other name has, initials), never from a list of known banks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from finweave.grounding.text import Span, fold_plain
from finweave.grounding.vocabulary import Spotter, Words, listed
from finweave.results import ToolResult


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in the draft: its span, the kind of name, and the entities it may mean."""

    span: Span
    kind: str
    keys: frozenset[str]


@dataclass(slots=True)
class Names:
    """Finds names; `aliases` maps a folded alias to (kind, key) pairs, `cased` ones must stand as written."""

    words: Words
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[tuple[str, str], frozenset[str]] = field(
        default_factory=dict[tuple[str, str], frozenset[str]]
    )
    aliases: dict[str, set[tuple[str, str]]] = field(default_factory=dict[str, set[tuple[str, str]]])
    cased: set[str] = field(default_factory=set[str])
    pattern: re.Pattern[str] | None = None
    background: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def of_row(self, result: ToolResult, row: int) -> dict[str, frozenset[str]]:
        """The entities of a row, by kind."""
        found: dict[str, frozenset[str]] = {}
        for at, column in enumerate(result.columns):
            value = result.rows[row][at]
            if column.kind == "entity" and isinstance(value, str):
                label = column.label.lower()
                found[self.kinds.get(label, label)] = self.values[label, value]
        return found

    def subject_of(self, result: ToolResult, arguments: Sequence[str]) -> dict[str, frozenset[str]]:
        """Whom a call is about when its rows do not say: its tool's declared subject, else the names it was asked for."""
        declared = self.words.subjects.get(result.tool)
        found: dict[str, frozenset[str]] = {}
        for kind, spotter in self.words.names.items():
            keys = _spotted(spotter, [declared] if declared else arguments)
            if keys:
                found[kind] = keys
        return found

    def mentions(self, text: str) -> list[Mention]:
        """All names of a folded text; where two overlap the longer counts."""
        found: list[Mention] = []
        if self.pattern is not None:
            for match in self.pattern.finditer(text):
                shown = match.group()
                if shown.lower() not in self.aliases:
                    shown = shown.replace("-", " ")
                if shown.lower() in self.cased and not shown[0].isupper():
                    continue
                for kind, key in sorted(self.aliases.get(shown.lower(), ())):
                    found.append(Mention(match.span(), kind, frozenset({key})))
        for kind, spotter in self.words.names.items():
            for start, end, matches in spotter.spot(text):
                keys = frozenset(match.id for match in matches)
                if (kind, *keys) in self.background or (
                    _NO_NAME.match(text[end : end + 14]) and text[start:end] in _US
                ):
                    continue
                found.append(Mention((start, end), kind, keys))
        return _longest(found)

    def set_background(self, results: Sequence[ToolResult]) -> None:
        """Names that only arguments and labels have ("claims on Turkey") are about the call, not about a row."""
        for kind, spotter in self.words.names.items():
            held = {
                key
                for result in results
                for row in range(len(result.rows))
                for key in self.of_row(result, row).get(kind, ())
            }
            if not held:
                continue
            texts = [
                column.label for result in results for column in result.columns if column.kind == "value"
            ]
            texts += [str(v) for result in results for v in result.arguments.values() if isinstance(v, str)]
            for key in _ids(spotter, texts):
                if key not in held:
                    self.background.add((kind, key))


def read_names(results: Sequence[ToolResult], words: Words) -> Names:
    """Names of the results' entity columns, with kinds settled by the caller's lists."""
    names = Names(words)
    values: dict[str, list[str]] = {}
    for result in results:
        for at, column in enumerate(result.columns):
            if column.kind == "entity":
                held = values.setdefault(column.label.lower(), [])
                held.extend(v for row in result.rows if isinstance(v := row[at], str) and v not in held)
    for label, held in values.items():
        _settle(names, label, held)
        for value, short in _short_forms(held).items():
            for alias in short:
                _add(names, label, value, alias)
    names.set_background(results)
    if names.aliases:
        longest = sorted(names.aliases, key=len, reverse=True)
        names.pattern = re.compile(
            rf"(?<!\w)(?:{'|'.join(_spaced(alias) for alias in longest)})(?=s?(?!\w))", re.IGNORECASE
        )
    return names


_US = ("US", "U.S.", "American")
_NO_NAME = re.compile(r"\s?(?:\$|dollars?\b|Treasur)")
_FORMS = re.compile(
    r"(?:,?\s(?:N\.?A\.?|National Association|Inc\.?|Corp(?:oration)?\.?|Co(?:mpany)?\.?|& Co\.?|Group|Holdings?|plc|PLC|Ltd\.?|LLC|S\.?A\.?|AG|"
    r"Bancorp(?:oration)?|Bancshares|Bank|Bank of|Financial|Trust|USA?|The))+$"
)
_GENERIC = frozenset(
    listed("""first bank national united state states new old great citizens american total all other average industry the
    of and south north east west republic kingdom world group federal general security people's community central
    union farmers merchants peoples trust savings system big large small mid high low advanced emerging developing""")
)


def _spaced(alias: str) -> str:
    return re.escape(alias).replace("\\ ", "[ -]")


def _settle(names: Names, label: str, held: Sequence[str]) -> None:
    """A label whose values a list of the caller knows takes that list's kind and ids."""
    for kind, spotter in names.words.names.items():
        known = {value: _whole(spotter, value) for value in held}
        if sum(1 for ids in known.values() if ids) * 2 > len(held):
            names.kinds[label] = kind
            for value in held:
                names.values[label, value] = known[value] or frozenset({value.lower()})
            return
    for value in held:
        names.values[label, value] = frozenset({value.lower()})


def _whole(spotter: Spotter, value: str) -> frozenset[str]:
    folded = fold_plain(value)
    for start, end, matches in spotter.spot(folded):
        rest = folded[:start] + folded[end:]
        if not re.search(r"\w{3}", _FORMS.sub("", " " + rest).replace("Co.", "").replace("The", "")):
            return frozenset(match.id for match in matches)
    return frozenset()


def _spotted(spotter: Spotter, texts: Iterable[str]) -> frozenset[str]:
    return frozenset(
        match.id
        for text in texts
        for start, end, matches in spotter.spot(text)
        if end - start >= len(text.strip()) - 4
        for match in matches
    )


def _ids(spotter: Spotter, texts: Iterable[str]) -> set[str]:
    return {match.id for text in texts for _, _, matches in spotter.spot(text) for match in matches}


def _add(names: Names, label: str, value: str, alias: str) -> None:
    lowered = alias.lower()
    kind = names.kinds.get(label, label)
    for key in names.values[label, value]:
        names.aliases.setdefault(lowered, set()).add((kind, key))
    single = " " not in alias and alias != value
    if alias[:1].isupper() and (single and alias == value.split()[0]):
        names.cased.add(lowered)


def _short_forms(values: Sequence[str]) -> Mapping[str, list[str]]:
    """Each value's own text and the short forms that mean no other value."""
    words = {value: re.findall(r"[\w&'-]+", fold_plain(value)) for value in values}
    forms: dict[str, list[str]] = {}
    for value in values:
        folded = fold_plain(value)
        found = [folded]
        bare = re.sub(r"\s*\(.*?\)", "", folded).strip()
        place = re.search(r"\((.*?)\)", folded)
        found.append(bare)
        if place:
            found.extend((f"{bare} of {place[1].split(',')[0]}", f"{bare} ({place[1].split(',')[0]})"))
        stripped = _FORMS.sub("", bare).strip(" ,")
        if stripped and stripped.lower() not in _GENERIC:
            found.append(stripped)
        found.extend(_unique_words(value, words))
        initials = "".join(word[0] for word in words[value] if word[0].isupper())
        if len(initials) >= 3 and len(words[value]) >= 3:
            found.append(initials)
        found += [form.removesuffix("s") for form in found if form.endswith("s") and len(words[value]) > 1]
        forms[value] = [form for form in dict.fromkeys(found) if form]
    owners: dict[str, set[str]] = {}
    for value, found in forms.items():
        for form in found:
            owners.setdefault(form.lower(), set()).add(value)
    return {
        v: [f for f in found if owners[f.lower()] == {v} or f.lower() == v.lower()]
        for v, found in forms.items()
    }


def _unique_words(value: str, words: Mapping[str, Sequence[str]]) -> list[str]:
    own = words[value]
    if len(own) < 2:
        return []
    others = {word.lower() for other, theirs in words.items() if other != value for word in theirs}
    ends = [own[0], own[-1]]
    if not value[0].isupper():
        ends = []
    kept = [word for word in ends if len(word) > 2 and word.lower() not in others | _GENERIC]
    return [word for word in kept if not (word == own[-1] and _FORMS.match(" " + word))] + [
        " ".join(own[:2]) for _ in (0,) if len(own) > 2 and own[1].lower() not in _GENERIC
    ]


def _longest(found: list[Mention]) -> list[Mention]:
    kept: list[Mention] = []
    for mention in sorted(found, key=lambda m: (m.span[0] - m.span[1], m.span[0])):
        clash = [k for k in kept if mention.span[0] < k.span[1] and k.span[0] < mention.span[1]]
        if not clash:
            kept.append(mention)
        elif all(k.span == mention.span for k in clash):
            same = next((k for k in clash if k.kind == mention.kind), None)
            if same is None:
                kept.append(mention)
            elif same.keys != mention.keys:
                kept[kept.index(same)] = Mention(same.span, same.kind, same.keys | mention.keys)
    return sorted(kept, key=lambda m: m.span)
