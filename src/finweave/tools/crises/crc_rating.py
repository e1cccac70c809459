"""OECD country risk classifications: the category of a country, its history, and the countries of a category."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from finweave.core.errors import ArgumentError
from finweave.core.periods import Period, display
from finweave.core.places import Place
from finweave.estate.statement import Statement
from finweave.results import Caveat, Column, Scalar, Source, ToolResult
from finweave.tools.crises._crc_rating_words import EXAMPLES, VOCABULARY
from finweave.tools.declare import (
    Context,
    Count,
    Country,
    PeriodText,
    Slot,
    Tool,
    ToolArgs,
)
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.spans import day_of, when
from finweave.tools.subjects import resolve_countries

DATASET = "oecd_crc"
NOT_CLASSIFIED = "-"
_BASES = {
    "change": "first list or change",
    "in_force": "in force on that date",
    "as_of": "list as of that date",
}
SCALE = "on a scale from 0 (lowest risk) to 7"

_TABLES = frozenset({"oecd_crc__classifications"})
HISTORY = Statement(
    "crc_rating_history",
    """
    SELECT code, country, valid_from, category, reason, basis, edition, provenance
    FROM oecd_crc__classifications
    WHERE list_contains($codes, code)
    ORDER BY code, valid_from, edition
    """,
    _TABLES,
)
LIST = Statement(
    "crc_rating_list",
    """
    SELECT c.code, c.country, c.valid_from, c.category, c.reason, c.basis, c.edition, c.provenance
    FROM oecd_crc__classifications AS c
    JOIN (
      SELECT code, max(valid_from) AS valid_from
      FROM oecd_crc__classifications
      WHERE edition = $edition AND valid_from <= $day
      GROUP BY code
    ) AS newest ON newest.code = c.code AND newest.valid_from = c.valid_from
    WHERE c.edition = $edition AND c.category = $category
    ORDER BY c.country
    """,
    _TABLES,
)
NOT_A_SOVEREIGN_RATING = Caveat(
    id="not_a_sovereign_rating",
    text="The OECD country risk classification is not a sovereign credit rating: it sets the minimum premium rates of"
    " officially supported export credits.",
    mandatory=True,
    groups=(("sovereign", "credit rating"), ("not", "nor", "differ")),
)


class CrcRatingArgs(ToolArgs):
    """Arguments of `crc_rating`."""

    country: Country | None = Field(
        default=None, description="Country: name, alias, ISO2, ISO3 or group; or a list of at most 20."
    )
    history: bool = Field(default=False, description="All changes since 1999 instead of one date's category.")
    period: PeriodText | None = Field(
        default=None, description="Date, month or year asked about, or latest (the default)."
    )
    category: Annotated[Literal["0", "1", "2", "3", "4", "5", "6", "7", "-"], Slot("choice")] | None = Field(
        default=None, description="Lists the countries of a category, or of `-` (not classified)."
    )
    n: Count = Field(default=200, description="Rows at most (1 to 200).")


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored row: from when a category is known to hold, and the edition (its date) that says so."""

    code: str
    country: str
    valid_from: str
    category: str
    reason: str | None
    basis: str
    edition: str
    provenance: str

    @classmethod
    def of(cls, row: tuple[Scalar, ...]) -> Entry:
        """The entry of a row of HISTORY or LIST."""
        code, country, valid_from, category, reason, basis, edition, provenance = row
        return cls(
            str(code), str(country), str(valid_from), str(category), None if reason is None else str(reason),
            str(basis), str(edition), str(provenance),
        )  # fmt: skip

    @property
    def said(self) -> str:
        """`5`, or why there is none."""
        return "not classified" if self.category == NOT_CLASSIFIED else self.category


def crc_rating(args: CrcRatingArgs, ctx: Context) -> ToolResult:
    """OECD country risk classification: 0 (lowest risk) to 7, or `-`: not classified, with the reason.

    The Participants to the Arrangement on Officially Supported Export Credits classify countries three or four times
    a year to set minimum premium rates; it is not a sovereign rating. High-income OECD and euro area countries are not
    classified, which is not category 0. Changes from 1999 to March 2022 are dated; between then and the newest list
    the date of a change is not known.
    """
    asked = when(args.period, None, None)
    if args.category is not None:
        return _listed(args, asked.points, ctx)
    if args.country is None:
        raise ArgumentError(
            "Give a country, or a category whose countries are to be listed.", field="country"
        )
    if args.history and asked.points:
        raise ArgumentError("Give either history or period, not both.", field="period", given=args.period)
    places = resolve_countries(args.country)
    entries: dict[str, list[Entry]] = {place.code: [] for place in places}
    for row in ctx.estate.query(HISTORY, {"codes": list(entries)}):
        entry = Entry.of(row)
        entries[entry.code].append(entry)
    found = {code: rows for code, rows in entries.items() if rows}
    if not found:
        named = ", ".join(place.name for place in places)
        raise AbsentOutcome(f"{named}: not on the OECD's list of classified countries.")
    missing = [place for place in places if place.code not in found]
    notes = [f"{place.name} is not on the OECD's list of classified countries." for place in missing]
    shown, said, short = _picked(args, asked.points, found, ctx)
    return _result(args, shown, [*notes, *said], ctx, short=short or bool(missing), names=_names(places))


def _picked(
    args: CrcRatingArgs, points: Sequence[Period], found: dict[str, list[Entry]], ctx: Context
) -> tuple[list[Entry], list[str], bool]:
    """The entries to show, what must be said of them, and whether part of what was asked is not known."""
    if args.history:
        shown = [entry for rows in found.values() for entry in rows]
        notes = _unknown_dates(found.values())
        listed = _unknown_dates([rows[-2:] for rows in found.values() if rows[-1].basis == "as_of"])
        # That the newest list's own change is undated is no gap of what is held; any other is.
        return shown, notes, len(notes) > len(listed)
    day = day_of(ctx.as_of)
    shown: list[Entry] = []
    notes: list[str] = []
    short = False
    for rows in found.values():
        if points:
            picked, said = _at(points[0], rows)
            short = short or said is not None
            notes += [said] if said else []
        else:
            picked = [max(_known_by(rows, day), key=lambda e: (e.valid_from, e.edition))]
        shown += picked
    return shown, notes, short


def _known_by(rows: Sequence[Entry], day: date | None) -> Sequence[Entry]:
    """The entries that began by the asker's date; the earliest where none did."""
    return [e for e in rows if day is None or e.valid_from <= day.isoformat()] or rows[:1]


def _at(period: Period, rows: Sequence[Entry]) -> tuple[list[Entry], str | None]:
    """The entries in force within a period; where that is not known, the ones around it and a sentence saying so.

    An edition knows everything up to its own date and nothing after it.
    """
    first, last = period.first.isoformat(), period.last.isoformat()
    before = [e for e in rows if e.valid_from <= last]
    if not before:
        raise AbsentOutcome(
            f"{rows[0].country}: classifications begin on {display(rows[0].valid_from)}.",
            first=rows[0].valid_from,
            last=rows[-1].edition,
        )
    held = before[-1]
    following = next((e for e in rows if e.valid_from > last), None)
    gap = following is not None and following.basis == "in_force" and following.category != held.category
    if not gap and held.edition >= min(last, max(first, held.valid_from)):
        # Changes within the period are shown as well as what it began with.
        started = [e for e in before if e.valid_from <= first][-1:]
        within = [e for e in before if first < e.valid_from]
        return [*started, *within], None
    if following is not None:
        return [held, following], _between(held, following)
    if period.first.year > int(held.edition[:4]):
        raise AbsentOutcome(
            f"{held.country}: no list of {period.text} is held; the newest is valid as of {display(held.edition)}.",
            first=rows[0].valid_from,
            last=held.edition,
        )
    return [
        held
    ], f"The newest list held is valid as of {display(held.edition)}; later changes are not known here."


def _between(held: Entry, following: Entry) -> str:
    """`Bangladesh: 5 in March 2022, 6 in January 2026; the date of the change is not known.`"""
    known = held.edition if following.edition != held.edition else held.valid_from
    ends, begins = (display(text[:7]) for text in (known, following.valid_from))
    what = (
        "the date of the change" if held.category != following.category else "whether it changed in between"
    )
    return f"{held.country}: {held.said} in {ends}, {following.said} in {begins}; {what} is not known."


def _unknown_dates(histories: Iterable[Sequence[Entry]]) -> list[str]:
    """For entries that only say what was in force: that the date of the change before them is not known."""
    return [
        _between(before, after)
        for rows in histories
        for before, after in pairwise(rows)
        if after.basis != "change" and before.category != after.category
    ]


def _listed(args: CrcRatingArgs, points: Sequence[Period], ctx: Context) -> ToolResult:
    """The countries of a category in the list in force."""
    if args.country is not None or args.history:
        raise ArgumentError(
            "category lists countries: give it without country and history.", field="category"
        )
    edition, day, note = _list_at(points[0] if points else None, ctx)
    rows, total = ctx.estate.query_capped(
        LIST, args.n, {"edition": edition, "day": day, "category": args.category}
    )
    cut = ctx.estate.not_whole(DATASET, "classifications", edition)
    notes = [*([note] if note else []), *([f"The list is not whole: {cut}"] if cut else [])]
    result = _result(args, [Entry.of(row) for row in rows], notes, ctx, short=bool(notes), total=total)
    return result if rows else _empty(result, edition, ctx)


def _empty(result: ToolResult, edition: str, ctx: Context) -> ToolResult:
    """A category without countries is a finding, cited like any other."""
    return replace(result, edition=edition, sources=(ctx.estate.source(DATASET, edition),))


def _list_at(period: Period | None, ctx: Context) -> tuple[str, str, str | None]:
    """The edition whose list answers, the day it is read for, and a sentence where that day is after the list."""
    editions = ctx.estate.editions(DATASET)
    if not editions:
        raise AbsentOutcome("This estate holds no OECD country risk classifications.")
    newest = editions[-1]
    if period is None:
        day = day_of(ctx.as_of)
        known = [e for e in editions if day is None or e <= day.isoformat()] or list(editions[:1])
        return known[-1], known[-1], None
    last = period.last.isoformat()
    if period.first.isoformat() <= newest <= last:
        return newest, newest, None
    if last > newest and period.first.year == int(newest[:4]):
        return newest, newest, f"The newest list held is valid as of {display(newest)}."
    histories = [e for e in editions if e >= last and e != newest]
    if histories:
        return histories[0], last, None
    before = [display(e) for e in editions]
    raise AbsentOutcome(
        f"The list of {display(period)} is not held; lists are known up to {' and as of '.join(before)}.",
        first=editions[0],
        last=newest,
    )


def _names(places: Sequence[Place]) -> dict[str, str]:
    return {place.code: place.name for place in places}


def _result(
    args: CrcRatingArgs,
    shown: Sequence[Entry],
    notes: Sequence[str],
    ctx: Context,
    *,
    short: bool,
    names: dict[str, str] | None = None,
    total: int | None = None,
) -> ToolResult:
    """Entries as rows; `edition` by row where they are of several."""
    mixed = len({entry.edition for entry in shown}) > 1
    dated = any(entry.basis != "as_of" for entry in shown)
    asked = args.period if args.category is None and dated and not short else None
    in_force = display(asked) if asked else None
    kept = shown[: args.n]
    count = total if total is not None else len(shown)
    return ToolResult(
        tool=TOOL.name,
        arguments=args.record(),
        status="partial" if short else "ok",
        columns=_columns(dated=dated, in_force=in_force is not None, mixed=mixed),
        rows=tuple(_row(entry, (names or {}).get(entry.code), in_force, mixed=mixed) for entry in kept),
        total_rows=count,
        truncated=count > len(kept),
        notes=tuple(dict.fromkeys(notes)),
        caveats=TOOL.caveats,
        sources=_sources(kept, ctx),
        edition=None if mixed or not kept else kept[0].edition,
    )


def _columns(*, dated: bool, in_force: bool, mixed: bool) -> tuple[Column, ...]:
    """The columns: `in_force` repeats the period asked about, `edition` stands where rows are of several."""
    return (
        Column("country", "Country", "entity"),
        Column("valid_from", "Valid from" if dated else "As of", "period"),
        Column(
            "category",
            "OECD country risk category",
            "value",
            unit="category",
            base=SCALE,
            names=("country risk category", "CRC", "risk category", "country risk classification"),
            nature="level",
            decimals=0,
            higher_is="worse",
        ),
        Column("classification", "Classification", "text"),
        Column("reason", "Reason", "text"),
        *([Column("basis", "Basis of the date", "text")] if mixed else []),
        *([Column("in_force", "In force in", "text")] if in_force else []),
        Column("code", "Code", "label"),
        *([Column("edition", "Edition", "text")] if mixed else []),
    )


def _row(entry: Entry, name: str | None, in_force: str | None, *, mixed: bool) -> tuple[Scalar, ...]:
    rated = entry.category != NOT_CLASSIFIED
    return (
        name or entry.country,
        entry.valid_from,
        Decimal(entry.category) if rated else None,
        None if rated else entry.said,
        None if rated else entry.reason,
        *([_BASES[entry.basis]] if mixed else []),
        *([in_force] if in_force else []),
        entry.code,
        *([entry.edition] if mixed else []),
    )


def _sources(shown: Sequence[Entry], ctx: Context) -> tuple[Source, ...]:
    used = dict.fromkeys((entry.edition, entry.provenance) for entry in shown)
    return tuple(ctx.estate.source(DATASET, edition, provenance=kind) for edition, kind in used)


TOOL = Tool(
    name="crc_rating",
    area="crises",
    title="OECD country risk classification",
    menu="The OECD's country risk category, 0 to 7, of a country now or at a date, its changes, and the countries of a"
    " category.",
    args=CrcRatingArgs,
    run=crc_rating,
    datasets=(DATASET,),
    statements=(HISTORY, LIST),
    operations=("lookup", "history", "compare", "extreme", "count", "change", "list"),
    vocabulary=VOCABULARY,
    examples=EXAMPLES,
    caveats=(NOT_A_SOVEREIGN_RATING,),
)  # fmt: skip
