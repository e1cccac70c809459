"""The currency composition of official foreign exchange reserves (IMF COFER): shares and amounts, by quarter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from finweave.results import Caveat, Column, Scalar, Source, ToolResult
from finweave.tools.declare import (
    Context,
    Count,
    Currency,
    Order,
    PeriodText,
    Slot,
    Tool,
    ToolArgs,
)
from finweave.tools.editions import Choice, editions_differ, newest_covering
from finweave.tools.external._reserve_currencies_names import TOTAL, code_of, elsewhere, name_of
from finweave.tools.external._reserve_currencies_quarters import (
    last_quarter,
    quarter_at,
    quarter_of,
    quarters,
    stretch,
)
from finweave.tools.external._reserve_currencies_statements import (
    ALL_ALLOCATED_FROM,
    FIRST_QUARTERLY_YEAR,
    KEYS,
    ROWS,
)
from finweave.tools.external._reserve_currencies_words import EXAMPLES, VOCABULARY
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.reference import held_rows
from finweave.tools.spans import When, day_of, when
from finweave.tools.subjects import each

DATASET = "cofer"
TITLE = "COFER"
_LONGEST_SERIES = 200
_LIST = 25
# Published shares of a quarter make up 100 but for their rounding.
_ROUNDING = Decimal("0.1")

Key = tuple[str, str]  # currency, period


class ReserveCurrenciesArgs(ToolArgs):
    """Arguments of `reserve_currencies`."""

    currency: Currency | None = Field(
        default=None,
        description="Currency: name or ISO 4217 code, OTHER, TOTAL, or a list of at most 20; without it every"
        " currency that is reported separately.",
    )
    base: Annotated[Literal["allocated", "total"], Slot("choice")] = Field(
        default="allocated",
        description="What a share is of: allocated reserves (as published) or total foreign exchange reserves.",
    )
    measure: Annotated[Literal["share", "amount"], Slot("choice")] = Field(
        default="share", description="Share in percent, or amount in US dollars."
    )
    period: Annotated[str | list[str], Slot("period")] | None = Field(
        default=None,
        description="Quarter, or year for its year-end quarter, a list of them, or latest (the default).",
    )
    from_: PeriodText | None = Field(
        default=None, alias="from", description="Start of a span; with years, year-end quarters are given."
    )
    to: PeriodText | None = Field(default=None, description="End of a span.")
    edition: str | None = Field(
        default=None, description="Edition by its date; by default the newest that covers what was asked."
    )
    order: Order | None = Field(default=None, description="Order of the rows by the value.")
    n: Count | None = Field(
        default=None, description="Rows at most (1 to 200); by default 25, for a span 200."
    )


def reserve_currencies(args: ReserveCurrenciesArgs, ctx: Context) -> ToolResult:
    """Currencies' shares and amounts in the world's official foreign exchange reserves (IMF COFER), quarterly.

    The published share is of allocated reserves. Before 2000 part of the reserves was unallocated, so that shares of
    total reserves are lower: `base=total` computes them as amount / total foreign exchange reserves. From 2000-Q1 the
    publisher has no unallocated reserves and both coincide. A year is its year-end quarter. Editions revise: the
    newest edition that covers all that was asked answers, and no series is put together from two.
    """
    asked = when(args.period, args.from_, args.to)
    codes = [code_of(text) for text in each(args.currency)] if args.currency is not None else None
    if codes == [TOTAL] and "measure" not in args.model_fields_set:
        # All currencies together have no share of themselves: what is asked for is how much there is.
        base = args.base if "base" in args.model_fields_set else "total"
        args = args.model_copy(update={"measure": "amount", "base": base})
    return _Reading(args, ctx, asked, list(dict.fromkeys(codes)) if codes else None).result()


@dataclass(frozen=True, slots=True)
class _Reading:
    """One call as it is worked out: bounds, then wanted quarters, then the edition, then its rows."""

    args: ReserveCurrenciesArgs
    ctx: Context
    asked: When
    codes: list[str] | None

    @property
    def relation(self) -> str:
        """Which figures are asked for."""
        return f"{self.args.measure}_{self.args.base}"

    @property
    def chosen(self) -> dict[str, str]:
        """The choices of ROWS."""
        return {"relation": self.relation, "whom": "all" if self.codes is None else "named"}

    def params(self, **more: object) -> dict[str, object]:
        """The parameters of ROWS, with the currencies where they are named."""
        return more if self.codes is None else {**more, "currencies": self.codes}

    def held(self) -> list[tuple[str, str, str]]:
        """Edition, currency and quarter of every figure of the currencies asked for."""
        rows = held_rows(self.ctx.estate, KEYS, relation=self.relation)
        wanted = set(self.codes) if self.codes is not None else None
        return [
            (str(edition), str(code), str(period))
            for edition, code, period in rows
            if (code in wanted if wanted is not None else code != TOTAL)
        ]

    def result(self) -> ToolResult:
        """The rows of the edition chosen; AbsentOutcome where no edition has any."""
        held = self.held()
        bounds = self.bounds(held)
        first = min(low for low, _ in bounds.values())
        last = max(high for _, high in bounds.values())
        wanted, notes = self.wanted(first, last)
        keys = self.keys(held, set(wanted))
        asked = {key for held in keys.values() for key in held}
        if not asked:
            raise self.absent(wanted, first, last)
        choice = newest_covering(keys, asked, self.args.edition)
        if choice is None:
            holders = " and ".join(sorted(edition for edition, held in keys.items() if held))
            raise AbsentOutcome(
                f"The edition {self.args.edition} does not hold {stretch(wanted)}; {holders} does.",
                first=first,
                last=last,
            )
        lacking = self.lacking(wanted, asked, bounds)
        if len(self.asked.points) < 2 or self.args.edition is not None:
            lacking += elsewhere(choice)
        return self.table(wanted, choice, [*lacking, *notes], bool(lacking))

    def bounds(self, held: Sequence[tuple[str, str, str]]) -> dict[str, tuple[str, str]]:
        """First and last quarter held by currency, up to the asker's date."""
        day = day_of(self.ctx.as_of)
        newest = last_quarter(day) if day else None
        found: dict[str, tuple[str, str]] = {}
        for _, code, period in held:
            if newest is None or period <= newest:
                low, high = found.get(code, (period, period))
                found[code] = (min(low, period), max(high, period))
        if not found:
            named = " and ".join(name_of(code) for code in self.codes or [])
            separately = f"COFER does not report {named} separately" if named else "No COFER figures are held"
            reason = self.ctx.estate.not_whole(DATASET, "reserves")
            raise AbsentOutcome(f"{separately} in what this estate holds{f': {reason}' if reason else '.'}")
        return found

    def wanted(self, first: str, last: str) -> tuple[list[str], list[str]]:
        """The quarters asked for, and what must be said of how they were read."""
        if self.asked.is_latest:
            return [last], []
        if self.asked.is_span:
            return self.span(first, last), []
        found: list[str] = []
        notes: list[str] = []
        for period in self.asked.points:
            quarter, note = quarter_of(period, last)
            found.append(quarter)
            notes += [note] if note else []
        return list(dict.fromkeys(found)), notes

    def span(self, first: str, last: str) -> list[str]:
        """The quarters of a span; year-ends where it is given in years, with the newest where it is open."""
        low, high = self.asked.first, self.asked.last
        begins = quarter_at(low.first.year, low.first.month) if low else first
        ends = quarter_at(high.last.year, high.last.month) if high else last
        yearly = all(bound is None or bound.frequency == "year" for bound in (low, high)) and (low or high)
        found = list(quarters(max(begins, first), min(ends, last)))
        if not yearly:
            return found
        return [q for q in found if q.endswith("Q4") or (q == last and high is None)]

    def keys(self, held: Sequence[tuple[str, str, str]], wanted: set[str]) -> dict[str, list[Key]]:
        """What each edition holds of the wanted quarters."""
        editions: dict[str, list[Key]] = {edition: [] for edition in self.ctx.estate.editions(DATASET)}
        for edition, code, period in held:
            if period in wanted:
                editions[edition].append((code, period))
        return editions

    def lacking(
        self, wanted: Sequence[str], asked: set[Key], bounds: dict[str, tuple[str, str]]
    ) -> list[str]:
        """What no edition has: currencies that were not reported yet, quarters outside the coverage."""
        notes: list[str] = []
        for code in self.codes or []:
            gone = [quarter for quarter in wanted if (code, quarter) not in asked]
            if gone and code in bounds:
                low, high = bounds[code]
                notes.append(f"{name_of(code)}: {stretch(gone)} is not held; held is {low} to {high}.")
            elif code not in bounds:
                notes.append(f"{name_of(code)} is not reported separately in what this estate holds.")
        low, high = min(b[0] for b in bounds.values()), max(b[1] for b in bounds.values())
        first, last = self.asked.first, self.asked.last
        if first and quarter_at(first.first.year, first.first.month) < low:
            notes.append(f"Held from {low}.")
        if last and quarter_at(last.last.year, last.last.month) > high and last.frequency != "year":
            notes.append(f"Held to {high}.")
        return notes

    def absent(self, wanted: Sequence[str], first: str, last: str) -> AbsentOutcome:
        """Why there is nothing: before a currency was reported, outside coverage, or in no edition at hand."""
        named = " and ".join(name_of(code) for code in self.codes or []) or "Reserve currencies"
        said = stretch(wanted) if wanted else "the span asked for"
        inside = bool(wanted) and first <= min(wanted) and max(wanted) <= last
        reason = self.ctx.estate.not_whole(DATASET, "reserves") if inside else None
        why = f": {reason}" if reason else f"; held is {first} to {last}."
        if self.relation == "share_total" and wanted and min(wanted) < ALL_ALLOCATED_FROM:
            why = f": the amounts that shares of total are computed from before 2000 are not held{why}"
        elif inside and reason is None and max(wanted) < FIRST_QUARTERLY_YEAR:
            why = f": before {FIRST_QUARTERLY_YEAR} COFER has year-ends only."
        return AbsentOutcome(f"{named}: no figure is held for {said}{why}", first=first, last=last)

    def rows(self, choice: Choice[Key], points: bool, order: str) -> tuple[list[tuple[Scalar, ...]], int]:
        """The rows of the edition chosen, and how many there are; single points also from the editions that hold them."""
        params = self.params(edition=choice.edition, periods=sorted({period for _, period in choice.covered}))
        rows, total = self.ctx.estate.query_capped(ROWS, self.cap, params, **self.chosen, order=order)
        for edition in sorted(set(choice.elsewhere.values())) if points else ():
            keys = {key for key, name in choice.elsewhere.items() if name == edition}
            params = self.params(edition=edition, periods=sorted({period for _, period in keys}))
            found = self.ctx.estate.query(ROWS, params, **self.chosen, order=order)
            found = [row for row in found if (str(row[0]), str(row[1])) in keys]
            rows += found
            total += len(found)
        if order == "period":
            rows.sort(key=lambda row: str(row[1]))
        return rows[: self.cap], total

    @property
    def cap(self) -> int:
        """Rows at most."""
        return self.args.n or (_LONGEST_SERIES if self.asked.is_span else _LIST)

    def incomplete(self, rows: Sequence[tuple[Scalar, ...]], edition: str) -> list[str]:
        """Quarters of a list of all currencies whose shares do not make up the whole, because the data held are a cut."""
        reason = self.ctx.estate.not_whole(DATASET, "reserves", edition)
        if self.codes is not None or reason is None:
            return []
        sums: dict[str, Decimal] = {}
        for row in rows:
            sums[str(row[1])] = sums.get(str(row[1]), Decimal(0)) + (
                row[2] if isinstance(row[2], Decimal) else 0
            )
        share = self.args.measure == "share"
        short = [period for period, total in sums.items() if not share or abs(total - 100) > _ROUNDING]
        return [f"Not every currency is held for {stretch(short)}: {reason}"] if short else []

    def table(self, wanted: Sequence[str], choice: Choice[Key], notes: list[str], short: bool) -> ToolResult:
        """The result from the rows of one edition, or of several for single points."""
        points = len(self.asked.points) > 1 and self.args.edition is None
        order = self.args.order or ("desc" if len(wanted) == 1 else "period")
        rows, total = self.rows(choice, points, order)
        gaps = self.incomplete(rows, choice.edition) if total <= self.cap else []
        editions = {str(row[4]) for row in rows}
        mixed = len(editions) > 1
        units = {str(row[3]) for row in rows}
        return ToolResult(
            tool=TOOL.name,
            arguments=self.args.record(),
            status="partial" if short or gaps else "ok",
            columns=self.columns(units, mixed),
            rows=tuple(_row(row, len(units) > 1, mixed) for row in rows),
            total_rows=total,
            truncated=total > len(rows),
            order=("period", "asc") if order == "period" else (self.args.measure, order),
            notes=(*notes, *gaps, *self.base_notes(rows)),
            caveats=(editions_differ(TITLE, editions),) if mixed else (),
            sources=self.sources(rows),
            edition=None if mixed else choice.edition,
        )

    def sources(self, rows: Sequence[tuple[Scalar, ...]]) -> tuple[Source, ...]:
        """The citations of the editions and provenances of the rows."""
        used = dict.fromkeys((str(row[4]), str(row[5])) for row in rows)
        return tuple(self.ctx.estate.source(DATASET, edition, provenance=kind) for edition, kind in used)

    def columns(self, units: set[str], mixed: bool) -> tuple[Column, ...]:
        """Currency, quarter, value; unit and edition by row where they differ."""
        unit = next(iter(units)) if len(units) == 1 else ""
        if self.args.measure == "share":
            of = (
                "of allocated reserves"
                if self.args.base == "allocated"
                else "of total foreign exchange reserves"
            )
            value = Column(
                "share", f"Share {of}", "value", unit=unit, base=of, nature="share", decimals=2,
                names=("share", "reserve share", "weight"),
            )  # fmt: skip
        else:
            value = Column(
                "amount", "Official foreign exchange reserves", "value", unit=unit, nature="level", decimals=2,
                names=("amount", "claims", "holdings", "reserves"),
            )  # fmt: skip
        return (
            Column("currency", "Currency", "entity"),
            Column("period", "Quarter", "period"),
            value,
            Column("code", "Currency code", "label"),
            *([Column("unit", "Unit", "text")] if len(units) > 1 else []),
            *([Column("edition", "Edition", "text")] if mixed else []),
        )

    def base_notes(self, rows: Sequence[tuple[Scalar, ...]]) -> list[str]:
        """What the base means for the quarters shown."""
        if self.args.measure != "share":
            return []
        early = any(str(row[1]) < ALL_ALLOCATED_FROM for row in rows)
        if self.args.base == "allocated":
            return (
                ["Before 2000 part of the reserves was unallocated; shares of total reserves were lower."]
                if early
                else []
            )
        notes: list[str] = []
        if early:
            notes.append(
                "Before 2000 the share of total reserves is computed: amount in the currency / total foreign exchange"
                " reserves, both as published."
            )
        if any(str(row[1]) >= ALL_ALLOCATED_FROM for row in rows):
            notes.append(
                f"From {ALL_ALLOCATED_FROM} no reserves are unallocated, so the shares of total and of allocated"
                " reserves coincide."
            )
        return notes


def _row(row: tuple[Scalar, ...], units: bool, mixed: bool) -> tuple[Scalar, ...]:
    code, period, value, unit, edition, _ = row
    return (
        name_of(str(code)),
        period,
        value,
        code,
        *([unit] if units else []),
        *([edition] if mixed else []),
    )


TOOL = Tool(
    name="reserve_currencies",
    area="external",
    title="Currency composition of foreign exchange reserves",
    menu="Shares and amounts of the US dollar, euro, renminbi and others in official reserves (IMF COFER), by quarter.",
    args=ReserveCurrenciesArgs,
    run=reserve_currencies,
    datasets=(DATASET,),
    statements=(KEYS, ROWS),
    operations=("lookup", "history", "compare", "rank", "extreme", "change", "list"),
    vocabulary=VOCABULARY,
    examples=EXAMPLES,
    caveats=(
        Caveat(
            id="allocated",
            text="The published share is of allocated reserves: those whose currency was reported.",
        ),
    ),
    subject="World",
)
