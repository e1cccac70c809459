"""Countries, territories, groups and historic states, from one CSV in the package; euro area with entry dates.

What a place is called, which of its names are ordinary words and which phrases only look like it are columns of that
file. Codes count only in capitals; a historic state yields a shared name to the state that followed it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal, cast

from finweave.core.errors import UnknownNameError
from finweave.core.names import NameIndex
from finweave.core.packaged import listed, packaged_rows
from finweave.core.text import fold


@dataclass(frozen=True, slots=True)
class Place:
    """`code` is ISO3 for countries and territories, `EMU`, `WLD` and the like for groups, else a historic code."""

    code: str
    kind: Literal["country", "territory", "aggregate", "historic"]
    name: str
    iso2: str | None
    aliases: tuple[str, ...]
    demonyms: tuple[str, ...]
    euro_since: date | None
    eu_since: date | None
    valid_from: str | None
    valid_to: str | None
    note: str


def place(code: str) -> Place:
    """The place of that code; UnknownNameError names the nearest."""
    found = _by_code().get(code)
    if found is None:
        nearest = tuple(f"{near.code} ({near.name})" for near in near_countries(code))
        hint = (
            f": did you mean {' or '.join(nearest)}?"
            if nearest
            else "; a country's code is its ISO 3166 alpha-3."
        )
        raise UnknownNameError(
            f"No place has the code {code!r}{hint}", field="country", given=code, nearest=nearest
        )
    return found


def places() -> tuple[Place, ...]:
    """All, in the file's order."""
    return tuple(_by_code().values())


def resolve_country(text: str) -> tuple[Place, ...]:
    """Name, alias, demonym, ISO2, ISO3 or group to places: one, several (ambiguous: Congo) or none."""
    return tuple(_by_code()[match.id] for match in country_index().find(text))


def near_countries(text: str) -> tuple[Place, ...]:
    """Places whose names are near a misspelt text, best first, at most 5."""
    return tuple(_by_code()[match.id] for match in country_index().near(text))


def members(group: str, on: date | None = None) -> tuple[str, ...]:
    """Codes of a group's members (EMU and EUU on a date, else as last known; G20's and G7's countries);
    UnknownNameError where the group's members are not held."""
    match group:
        case "EMU":
            return tuple(p.code for p in places() if _joined(p.euro_since, on))
        case "EUU":
            return tuple(p.code for p in places() if _joined(p.eu_since, on) and not _left(p.code, on))
        case _:
            held = _member_lists()
            if group not in held:
                allowed = ("EMU", "EUU", *sorted(held))
                raise UnknownNameError(
                    f"The members of {group!r} are not held; there are those of {', '.join(allowed)}.",
                    field="group",
                    given=group,
                    allowed=allowed,
                )
            return held[group]


@cache
def country_index() -> NameIndex:
    """The index behind `resolve_country`, built once, for spotting places in a question."""
    rows = _rows()
    by_code = {row["code"]: row for row in rows}
    entries: list[tuple[str, str, list[str]]] = []
    codes: list[str] = []
    for row in rows:
        kept = _names(row)
        if row["kind"] == "historic":
            followers = [by_code[code] for code in listed(row["successors"])]
            taken = {fold(name) for follower in followers for name in _names(follower)}
            kept = [name for name in kept if fold(name) not in taken]
        shown = row["name"] if row["name"] in kept else f"{row['name']} (until {row['valid_to'][:4]})"
        entries.append((row["code"], shown, kept))
        codes += (row["code"], row["iso3"], row["iso2"])
    short = {alias for alias in _column(rows, "aliases") if _is_short_capital(alias)}
    two_letters = {row["iso2"] for row in rows} - short
    return NameIndex(
        entries,
        exact_case=[*codes, *short],
        capitalised=_column(rows, "capitalised"),
        whole_text=[*_column(rows, "whole_text"), *two_letters],
        decoys=_column(rows, "decoys"),
    )


_SHORT = 3


@cache
def _rows() -> tuple[dict[str, str], ...]:
    return packaged_rows("places.csv")


@cache
def _by_code() -> dict[str, Place]:
    return {row["code"]: _place(row) for row in _rows()}


@cache
def _member_lists() -> dict[str, tuple[str, ...]]:
    held = {row["code"]: listed(row["members"]) for row in _rows() if row["members"]}
    return {**held, "G20": tuple(row["code"] for row in _rows() if row["g20"])}


@cache
def _leaving_dates() -> dict[str, date]:
    return {row["code"]: date.fromisoformat(row["eu_until"]) for row in _rows() if row["eu_until"]}


def _place(row: dict[str, str]) -> Place:
    return Place(
        code=row["code"],
        kind=cast('Literal["country", "territory", "aggregate", "historic"]', row["kind"]),
        name=row["name"],
        iso2=row["iso2"] or None,
        aliases=listed(row["aliases"]),
        demonyms=listed(row["demonyms"]),
        euro_since=_date(row["euro_since"]),
        eu_since=_date(row["eu_since"]),
        valid_from=row["valid_from"] or None,
        valid_to=row["valid_to"] or None,
        note=row["note"],
    )


def _names(row: dict[str, str]) -> list[str]:
    names = (
        row["name"],
        *listed(row["aliases"]),
        *listed(row["demonyms"]),
        row["code"],
        row["iso3"],
        row["iso2"],
    )
    return [name for name in names if name]


def _joined(since: date | None, on: date | None) -> bool:
    return since is not None and (on is None or since <= on)


def _left(code: str, on: date | None) -> bool:
    until = _leaving_dates().get(code)
    return until is not None and (on is None or until < on)


def _is_short_capital(alias: str) -> bool:
    return len(alias) <= _SHORT and alias.isupper()


def _column(rows: tuple[dict[str, str], ...], name: str) -> list[str]:
    return [value for row in rows for value in listed(row[name])]


def _date(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
