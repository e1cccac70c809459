"""FATF lists: who is under increased monitoring (grey), called for action on (black), and who is a member, by date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from finweave.core.periods import Period, display, parse_period
from finweave.core.places import Place
from finweave.estate.statement import Statement
from finweave.results import Column, Scalar, Source, ToolResult
from finweave.tools.declare import (
    Context,
    Count,
    Country,
    Example,
    PeriodText,
    Slot,
    Tool,
    ToolArgs,
    Vocabulary,
)
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.reference import held_rows
from finweave.tools.spans import day_of, inside, when
from finweave.tools.subjects import resolve_countries

DATASET = "fatf"
# The argument's values: the stored list, what it is called, and what it is to be on it or not.
_LISTS = {
    "grey": ("grey", "grey list (increased monitoring)", "listed", "not listed"),
    "black": ("black", "black list (call for action)", "listed", "not listed"),
    "members": ("member", "members", "member", "not a member"),
}
REGIONAL_BODIES = (
    "Most countries that are not members take part through a regional body, such as the Asia/Pacific Group (APG); which"
    " one is not held here."
)

_TABLES = frozenset({"fatf__listings"})
DATES = Statement(
    "fatf_status_dates",
    "SELECT DISTINCT list, date, edition, provenance FROM fatf__listings ORDER BY list, date, edition",
    _TABLES,
)
LISTED = Statement(
    "fatf_status_listed",
    """
    SELECT list, code, country, date, note
    FROM fatf__listings
    WHERE list_contains($statements, list || ' ' || date || ' ' || edition) AND {whom}
    ORDER BY CASE list WHEN 'grey' THEN 1 WHEN 'black' THEN 2 ELSE 3 END, date, country
    """,
    _TABLES,
    choices={"whom": {"all": "TRUE", "named": "list_contains($codes, code)"}},
)


class FatfStatusArgs(ToolArgs):
    """Arguments of `fatf_status`."""

    country: Country | None = Field(
        default=None, description="Country: name, alias, ISO2, ISO3 or group; or a list of at most 20."
    )
    list: Annotated[Literal["grey", "black", "members", "all"], Slot("choice")] = Field(
        default="all",
        description="Grey list (increased monitoring), black list (call for action), members, or all three.",
    )
    period: PeriodText | None = Field(
        default=None,
        description="Date, month or year asked about: the statements in it, else the last before it; default latest.",
    )
    n: Count = Field(default=200, description="Rows at most (1 to 200).")


@dataclass(frozen=True, slots=True)
class _Statement:
    """A list as of a date, with the edition and provenance that hold it."""

    kind: str
    stored: str
    day: str
    edition: str
    provenance: str

    @property
    def key(self) -> str:
        """What LISTED is asked by."""
        return f"{self.stored} {self.day} {self.edition}"


@dataclass(slots=True)
class _Picked:
    """The statements that answer, and what must be said."""

    statements: list[_Statement] = field(default_factory=list["_Statement"])
    notes: list[str] = field(default_factory=list[str])


def fatf_status(args: FatfStatusArgs, ctx: Context) -> ToolResult:
    """FATF's grey list (jurisdictions under increased monitoring), black list (call for action) and members, by date.

    A list is that of a plenary statement (February, June, October). For a country: whether it was on each list at the
    statement asked about; that it was not is said from the whole list. Membership is held for one date only.
    """
    picked = _pick(args, ctx)
    if args.country is None:
        return _lists(args, picked, ctx)
    return _countries(args, picked, resolve_countries(args.country), ctx)


def _pick(args: FatfStatusArgs, ctx: Context) -> _Picked:
    """For each list asked for the statements that answer; AbsentOutcome where there is none for any."""
    held = _held(ctx)
    asked = when(args.period, None, None)
    kinds = list(_LISTS) if args.list == "all" else [args.list]
    picked = _Picked()
    reasons: list[str] = []
    for kind in kinds:
        mine = [statement for statement in held if statement.kind == kind]
        if not mine:
            reasons.append(f"No {_LISTS[kind][1]} is held.")
            continue
        if asked.points:
            found, said = _at(asked.points[0], mine, every=args.country is not None)
        else:
            found, said = _newest(mine, day_of(ctx.as_of))
        picked.statements += found
        (picked.notes if found else reasons).extend([said] if said else [])
    if not picked.statements:
        days = sorted(statement.day for statement in held if statement.kind in kinds)
        raise AbsentOutcome(
            " ".join(reasons), first=days[0] if days else None, last=days[-1] if days else None
        )
    picked.notes += reasons
    return picked


def _held(ctx: Context) -> list[_Statement]:
    """The lists held by date, each from the newest edition that has it."""
    names = {stored: kind for kind, (stored, *_) in _LISTS.items()}
    found: dict[tuple[str, str], _Statement] = {}
    for stored, day, edition, provenance in held_rows(ctx.estate, DATES):
        statement = _Statement(names[str(stored)], str(stored), str(day), str(edition), str(provenance))
        found[statement.stored, statement.day] = statement
    if not found:
        raise AbsentOutcome("This estate holds no FATF lists.")
    return list(found.values())


def _newest(mine: Sequence[_Statement], day: date | None) -> tuple[list[_Statement], str | None]:
    """The last statement by the asker's date; the earliest, said so, where there was none."""
    known = [s for s in mine if day is None or parse_period(s.day).first <= day]
    if known:
        return [known[-1]], None
    return [mine[0]], f"The earliest {_LISTS[mine[0].kind][1]} held is of {display(mine[0].day)}."


def _at(period: Period, mine: Sequence[_Statement], *, every: bool) -> tuple[list[_Statement], str | None]:
    """The statements within a period (all of them, or the last), else the last before it."""
    within = inside(period, [statement.day for statement in mine])
    if within:
        chosen = [s for s in mine if s.day in (within if every else within[-1:])]
        return chosen, None
    before = [s for s in mine if parse_period(s.day).last <= period.last]
    label = _LISTS[mine[0].kind][1]
    if before:
        return [before[-1]], None
    if all(parse_period(s.day).frequency == "year" for s in mine):
        return [], f"Membership is held for {display(mine[-1].day)} only."
    return (
        [],
        f"The {label} of {display(period)} is not held; held statements begin on {display(mine[0].day)}.",
    )


def _lists(args: FatfStatusArgs, picked: _Picked, ctx: Context) -> ToolResult:
    """Everyone on the lists."""
    params = {"statements": [statement.key for statement in picked.statements]}
    rows, total = ctx.estate.query_capped(LISTED, args.n, params, whom="all")
    noted = any(note for stored, *_, note in rows if stored != "grey")
    columns = (
        Column("country", "Jurisdiction", "entity", names=("country", "member")),
        Column("list", "List", "text"),
        Column("date", "Statement date", "period"),
        *([Column("note", "Note", "text")] if noted else []),
        Column("code", "Code", "label"),
    )
    shaped: list[tuple[Scalar, ...]] = []
    for stored, code, country, day, note in rows:
        remark = [note if stored != "grey" else None] if noted else []
        shaped.append((country, _list_name(stored), day, *remark, code))
    return _result(args, columns, shaped, total, picked, [row[-1] for row in rows if row[0] == "grey"], ctx)


def _countries(args: FatfStatusArgs, picked: _Picked, places: Sequence[Place], ctx: Context) -> ToolResult:
    """Each country on each list: listed or not, on the statement's date."""
    params: dict[str, object] = {
        "statements": [statement.key for statement in picked.statements],
        "codes": [place.code for place in places],
    }
    found = {
        (str(stored), str(day), str(code)): (str(country), note)
        for stored, code, country, day, note in ctx.estate.query(LISTED, params, whom="named")
    }
    rows: list[tuple[Scalar, ...]] = []
    outside = False
    for place in places:
        for statement in picked.statements:
            _, name, on, off = _LISTS[statement.kind]
            entry = found.get((statement.stored, statement.day, place.code))
            outside = outside or (entry is None and statement.kind == "members")
            remark = entry[1] if entry and statement.kind != "grey" else None
            rows.append((place.name, name, on if entry else off, statement.day, remark, place.code))
    columns = (
        Column("country", "Country", "entity", names=("jurisdiction",)),
        Column("list", "List", "text"),
        Column("status", "Status", "text"),
        Column("date", "Statement date", "period"),
        Column("note", "Note", "text"),
        Column("code", "Code", "label"),
    )
    if outside:
        picked.notes.append(REGIONAL_BODIES)
    remarks = [note for (stored, *_), (_, note) in found.items() if stored == "grey"]
    return _result(args, columns, rows[: args.n], len(rows), picked, remarks, ctx)


def _list_name(stored: Scalar) -> str:
    return next(name for kind, name, *_ in _LISTS.values() if kind == stored)


def _result(
    args: FatfStatusArgs,
    columns: Sequence[Column],
    rows: Sequence[tuple[Scalar, ...]],
    total: int,
    picked: _Picked,
    remarks: Sequence[Scalar],
    ctx: Context,
) -> ToolResult:
    """The result; `remarks` on how a list was put together become notes."""
    notes = list(picked.notes)
    cuts = {ctx.estate.not_whole(DATASET, "listings", s.edition) for s in picked.statements} - {None}
    notes += [f"The list is not whole: {cut}" for cut in sorted(map(str, cuts))]
    notes += _compiled(picked.statements, remarks)
    return ToolResult(
        tool=TOOL.name,
        arguments=args.record(),
        status="partial" if cuts else "ok",
        columns=tuple(columns),
        rows=tuple(rows),
        total_rows=total,
        truncated=total > len(rows),
        notes=tuple(dict.fromkeys(notes)),
        sources=_sources(picked.statements, ctx),
        edition=picked.statements[0].edition if len({s.edition for s in picked.statements}) == 1 else None,
    )


def _compiled(statements: Sequence[_Statement], remarks: Sequence[Scalar]) -> list[str]:
    """Which lists are not read from the publisher's own text, and how they were put together."""
    found = [s for s in statements if s.provenance == "secondary"]
    if not found:
        return []
    days: dict[str, list[str]] = {}
    for statement in found:
        days.setdefault(statement.day, []).append(statement.kind)
    named = "; ".join(f"{' and '.join(kinds)}, {display(day)}" for day, kinds in days.items())
    how = "; ".join(dict.fromkeys(str(remark) for remark in remarks if remark))
    return [f"Compiled from secondary sources ({named}){f': {how}' if how else ''}."]


def _sources(statements: Sequence[_Statement], ctx: Context) -> tuple[Source, ...]:
    used = dict.fromkeys((statement.edition, statement.provenance) for statement in statements)
    return tuple(ctx.estate.source(DATASET, edition, provenance=kind) for edition, kind in used)


TOOL = Tool(
    name="fatf_status",
    area="crises",
    title="FATF grey list, black list and members",
    menu="Which countries are on the FATF's grey or black list at a statement's date, and who is a member.",
    args=FatfStatusArgs,
    run=fatf_status,
    datasets=(DATASET,),
    statements=(DATES, LISTED),
    operations=("lookup", "history", "count", "list"),
    vocabulary=Vocabulary(
        subject=(
            "FATF",
            "Financial Action Task Force",
            "grey list",
            "gray list",
            "greylist",
            "grey-list",
            "grey listed",
            "greylisted",
            "black list",
            "blacklist",
            "blacklisted",
            "increased monitoring",
            "call for action",
            "high-risk jurisdictions",
            "money laundering list",
        ),
        values={
            "list": {
                "grey": ("grey list", "gray list", "greylist", "grey-list", "grey listed", "greylisted", "increased monitoring"),
                "black": ("black list", "blacklist", "blacklisted", "call for action", "high-risk jurisdictions", "counter-measures"),
                "members": ("member", "members", "membership", "FATF member", "member of FATF"),
            },
        },
        columns={"country": ("jurisdictions", "countries"), "status": ("listed", "status")},
        explained=(
            "list", "lists", "listed", "status", "country", "countries", "jurisdiction", "jurisdictions",
            "plenary", "statement", "anti-money laundering", "AML", "money laundering", "terrorist financing",
        ),
    ),
    examples=(
        Example("Which countries are on the FATF grey list?", {"list": "grey"}),
        Example("Is Bangladesh a FATF member?", {"country": "Bangladesh", "list": "members"}),
        Example("Was Turkey on the grey list in October 2024?", {"country": "Turkey", "list": "grey", "period": "2024-10"}),
        Example("Who is on the FATF black list?", {"list": "black"}),
        Example("How many jurisdictions were under increased monitoring in February 2026?", {"list": "grey", "period": "2026-02"}),
    ),
)  # fmt: skip
