"""From the names a caller gives to the countries and banks a dataset holds: one, several (ambiguous), or none.

A name that nothing is near to is not a mistake for banks (most banks are in no stress test: that is an absence), but
is one for countries, whose list is closed. Groups of countries stand for their members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from finweave.core.banks import BankIdentity, bank, bank_index
from finweave.core.errors import UnknownNameError
from finweave.core.names import Match, NameIndex
from finweave.core.places import Place, members, near_countries, place, resolve_country
from finweave.results import Candidate
from finweave.tools.outcomes import AmbiguousOutcome

LARGEST_GROUP = 60


@dataclass(frozen=True, slots=True)
class Subject:
    """What a name came to: the dataset's keys for it, the name it is known by, and what was asked."""

    keys: tuple[str, ...]
    name: str
    asked: str


@dataclass(frozen=True, slots=True)
class Subjects:
    """What a list of names came to; `missing` are those nothing in the dataset is near to."""

    found: tuple[Subject, ...]
    missing: tuple[str, ...]

    @property
    def keys(self) -> list[str]:
        """All keys found, each once."""
        return list(dict.fromkeys(key for subject in self.found for key in subject.keys))


def each(given: str | Sequence[str]) -> list[str]:
    """The names given, each once."""
    return [given] if isinstance(given, str) else list(dict.fromkeys(given))


def resolve_countries(given: str | Sequence[str]) -> tuple[Place, ...]:
    """Places by name, alias, code or group (its members, at most 60), each once.

    AmbiguousOutcome where a name has several bearers; UnknownNameError with the nearest where it has none.
    """
    found: dict[str, Place] = {}
    for text in each(given):
        places = resolve_country(text)
        if not places:
            near = tuple(place.name for place in near_countries(text))
            hint = f": did you mean {' or '.join(near[:3])}?" if near else "."
            raise UnknownNameError(
                f"No country named {text!r}{hint}", field="country", given=text, nearest=near
            )
        first, *others = places
        if others:
            raise AmbiguousOutcome(text, tuple(Candidate(p.code, p.name, p.kind) for p in places))
        for single in _expanded(first):
            found.setdefault(single.code, single)
    return tuple(found.values())


def resolve_banks(
    given: str | Sequence[str],
    held: Iterable[tuple[str, str]],
    level: Callable[[BankIdentity], str | None],
) -> Subjects:
    """Banks as a dataset keys them: `held` are its (key, name) pairs, `level` the key of an identity at its level.

    Known identities first, then the dataset's own names; names that only come near are an AmbiguousOutcome.
    """
    own: dict[str, list[str]] = {}
    for key, name in held:
        names = own.setdefault(key, [])
        if name not in names:
            names.append(name)
    index: NameIndex | None = None
    found: list[Subject] = []
    missing: list[str] = []
    for text in each(given):
        subject = _known_bank(text, own, level)
        if subject is None:
            index = index or _index(own)
            subject = _own_bank(text, index)
        if subject is not None:
            found.append(subject)
            continue
        if index is not None and not bank_index().find(text):
            _near_bank(text, own, index, level)
        missing.append(text)
    return Subjects(tuple(found), tuple(missing))


def _expanded(found: Place) -> tuple[Place, ...]:
    """The members of a group, or the place itself."""
    if found.kind != "aggregate":
        return (found,)
    codes = members(found.code)
    if len(codes) > LARGEST_GROUP:
        raise UnknownNameError(
            f"{found.name} has {len(codes)} members; at most {LARGEST_GROUP} countries are answered at once.",
            field="country",
            given=found.name,
        )
    return tuple(place(code) for code in codes)


def _known_bank(
    text: str, own: dict[str, list[str]], level: Callable[[BankIdentity], str | None]
) -> Subject | None:
    """The bank of that name among the known identities, as far as the dataset holds it."""
    known = [bank(match.id) for match in bank_index().find(text)]
    holders = {key: identity for identity in known if (key := level(identity)) in own}
    if len(holders) > 1:
        raise AmbiguousOutcome(
            text, tuple(Candidate(i.name, own[key][-1], f"RSSD {key}") for key, i in holders.items())
        )
    return next((Subject(_with_namesakes(key, own), own[key][-1], text) for key in holders), None)


def _with_namesakes(key: str, own: dict[str, list[str]]) -> tuple[str, ...]:
    """The key with those of the same name: a bank that a publisher renumbered is one bank."""
    return (key, *(other for other, names in own.items() if other != key and set(names) & set(own[key])))


def _index(own: dict[str, list[str]]) -> NameIndex:
    """The dataset's own names, each bank under its newest one."""
    return NameIndex((key, names[-1], (key, f"RSSD {key}", *names)) for key, names in own.items())


def _own_bank(text: str, index: NameIndex) -> Subject | None:
    """The bank of that name in the dataset; two keys under one name are one bank."""
    matches = index.find(text)
    if len({match.name for match in matches}) > 1:
        raise AmbiguousOutcome(text, _candidates(matches))
    return Subject(tuple(m.id for m in matches), matches[0].name, text) if matches else None


def _near_bank(
    text: str,
    own: dict[str, list[str]],
    index: NameIndex,
    level: Callable[[BankIdentity], str | None],
) -> None:
    """Raises the candidates a misspelt name may have meant, if there are any."""
    near = list(_candidates(index.near(text)))
    for match in bank_index().near(text):
        key = level(bank(match.id))
        if key in own and all(candidate.id != key for candidate in near):
            near.append(Candidate(key, own[key][-1], f"RSSD {key}"))
    if near:
        raise AmbiguousOutcome(text, tuple(near[:5]))


def _candidates(matches: Sequence[Match]) -> tuple[Candidate, ...]:
    return tuple(Candidate(match.id, match.name, f"RSSD {match.id}") for match in matches)
