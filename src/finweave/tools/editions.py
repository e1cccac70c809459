"""Which edition answers: the newest one that covers all that was asked; a series is never spliced from two.

Publishers revise, so figures of two editions are not one series. Where no single edition covers a span, the one that
covers most of it answers (the newest of equals) and what is missing is said, with the edition that holds it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from finweave.core.errors import ArgumentError
from finweave.results import Caveat

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Choice(Generic[Key]):
    """The edition chosen, the keys it covers, and for every key it lacks the newest edition that has it."""

    edition: str
    covered: frozenset[Key]
    elsewhere: Mapping[Key, str]


def newest_covering(
    held: Mapping[str, Collection[Key]], asked: Collection[Key], edition: str | None = None
) -> Choice[Key] | None:
    """The choice among editions (by their names, which sort as text); None where no edition has any of it.

    `edition` restricts the choice to that one; ArgumentError names the editions held.
    """
    if edition is not None and edition not in held:
        raise ArgumentError(
            f"No edition {edition!r} is held; there are {', '.join(sorted(held)) or 'none'}.",
            field="edition",
            given=edition,
            allowed=tuple(sorted(held)),
        )
    wanted = frozenset(asked)
    covers = {name: wanted & frozenset(keys) for name, keys in held.items()}
    allowed = [edition] if edition is not None else sorted(held)
    best = max(allowed, key=lambda name: (len(covers[name]), name), default=None)
    if best is None or not covers[best]:
        return None
    elsewhere = {
        key: max(name for name in covers if key in covers[name])
        for key in wanted - covers[best]
        if any(key in keys for keys in covers.values())
    }
    return Choice(best, covers[best], elsewhere)


def editions_differ(title: str, editions: Collection[str]) -> Caveat:
    """The caveat that must stand beside figures of several editions of one dataset."""
    named = " and ".join(sorted(editions))
    return Caveat(
        id="editions_differ",
        text=f"The figures come from different editions of {title} ({named}); an edition revises earlier figures, so"
        " part of any difference can be revision.",
        mandatory=True,
        groups=(("edition", "vintage", "release"), ("revis", "differ")),
    )
