"""Rows of the stress test's results made into a `ToolResult`: columns that say something, notes, and what is lacking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from finweave.core.periods import display
from finweave.results import Caveat, Column, Scalar, Source, ToolResult
from finweave.tools.banks._stress_test_columns import BANKS, COUNTS, LEADING, MEASURES, RATIOS, TIER1_COMMON
from finweave.tools.banks._stress_test_exercises import Exercise, no_scenario
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.reference import held_rows
from finweave.tools.subjects import Subjects, each

if TYPE_CHECKING:
    from finweave.tools.banks.stress_test import StressTestArgs
    from finweave.tools.declare import Context

DATASET = "dfast"
AGGREGATE = "ALL"
_ALL = "all"

MINIMUM = Caveat(
    id="projected_minimum",
    text="The minimum is the lowest of the nine projected quarters, taken bank by bank: it can lie above the actual"
    " ratio, and the banks' minima do not add up to the aggregate's.",
)
HOLDING_LEVEL = Caveat(
    id="holding_company",
    text="The stress test is of holding companies (for a foreign bank its US holding company), not of the banks that"
    " file call reports.",
)


def is_all(bank: str | list[str] | None) -> bool:
    """Whether every participant is asked for."""
    return isinstance(bank, str) and bank.lower() == _ALL


@dataclass(frozen=True, slots=True)
class Shape:
    """The rows of RESULTS made into a result: columns that say something, notes, and what is lacking."""

    args: StressTestArgs
    measure: str
    asked: Sequence[Exercise]
    not_held: Sequence[str]
    exercises: Sequence[Exercise]
    banks: Subjects | None
    edition: str
    ctx: Context

    def result(self, rows: Sequence[tuple[Scalar, ...]], total: int) -> ToolResult:
        """The result; AbsentOutcome where no row has a figure."""
        shown = MEASURES[self.measure].columns
        kept = self.kept(rows)
        if not kept:
            first, last = self.exercises[0].text, self.exercises[-1].text
            raise AbsentOutcome(self.why_absent(rows), first=first, last=last, sources=self.sources(rows))
        lacking = self.lacking(rows)
        if not is_all(self.args.bank):
            total -= sum(not _says_something(row) for row in rows)
            rows = [row for row in rows if _says_something(row)]
        ranked = self.args.order is not None and not lacking
        notes = [*lacking, *self.notes(rows, [shown[i].column.name for i in kept])]
        counted = self.counted()
        columns = [
            Column("bank", "Bank", "entity", names=("firm", "participant", "holding company")),
            Column("exercise", "Exercise", "period", names=("stress test", "DFAST")),
            Column("scenario", "Scenario", "text"),
            *(shown[i].column for i in kept),
            Column("id_rssd", "RSSD", "label"),
            *([_PARTICIPANTS] if counted else []),
        ]
        return ToolResult(
            tool="stress_test",
            arguments=self.args.record(),
            status="partial" if lacking or len(self.exercises) < len(self.asked) else "ok",
            columns=tuple(columns),
            rows=tuple(self.row(row, kept, counted) for row in rows),
            total_rows=total,
            truncated=total > len(rows),
            order=(MEASURES[self.measure].lead, self.args.order) if ranked and self.args.order else None,
            notes=tuple(notes),
            caveats=(MINIMUM, HOLDING_LEVEL) if self.measure in RATIOS else (HOLDING_LEVEL,),
            sources=self.sources(rows),
            edition=self.edition,
        )

    def kept(self, rows: Sequence[tuple[Scalar, ...]]) -> list[int]:
        """The measure's columns that hold a figure; tier 1 common only where a CET1 ratio is lacking."""
        shown = MEASURES[self.measure].columns
        kept = [i for i, _ in enumerate(shown) if any(row[LEADING + i] is not None for row in rows)]
        if self.measure == "cet1" and all(row[LEADING] is not None for row in rows):
            kept = [i for i in kept if shown[i] not in TIER1_COMMON] or kept
        return kept

    def row(
        self, row: tuple[Scalar, ...], kept: Sequence[int], counted: dict[str, int]
    ) -> tuple[Scalar, ...]:
        """One row of the result."""
        key, bank, exercise, scenario = row[:4]
        rssd = None if key == AGGREGATE else key
        values = [row[LEADING + i] for i in kept]
        text = str(scenario).replace("_", " ")
        extra = [Decimal(counted[str(exercise)]) if str(exercise) in counted else None] if counted else []
        return (bank, exercise, text, *values, rssd, *extra)

    def counted(self) -> dict[str, int]:
        """Participants by exercise, beside the aggregate and where the rows held are as many as the publisher says."""
        if self.args.bank is not None:
            return {}
        held = {
            e.text: (e.scenarios[self.args.scenario][1], e.participants(self.args.scenario))
            for e in self.exercises
        }
        return {text: count for text, (count, said) in held.items() if count and count == said}

    def lacking(self, rows: Sequence[tuple[Scalar, ...]]) -> list[str]:
        """What was asked and is not there: banks without a row or figure, participants that are not held."""
        notes = [*self.not_held]
        notes += [
            f"{name} took part in none of the stress tests held."
            for name in (self.banks.missing if self.banks else ())
        ]
        for exercise in self.asked:
            if exercise not in self.exercises:
                notes.append(no_scenario(self.args.scenario, [exercise]))
        if self.banks:
            notes += self.absentees(rows)
        if is_all(self.args.bank):
            notes += self.cut()
        else:
            notes += self.blank(rows)
        return notes

    def blank(self, rows: Sequence[tuple[Scalar, ...]]) -> list[str]:
        """Rows without any figure of the measure, and why."""
        named = [f"{row[1]} ({display(str(row[2]))})" for row in rows if not _says_something(row)]
        reason = self.ctx.estate.not_whole(DATASET, "results", self.edition) or "the publisher gives none"
        label = MEASURES[self.measure].label
        return [f"{label}: no figure is held for {', '.join(named)}: {reason}"] if named else []

    def absentees(self, rows: Sequence[tuple[Scalar, ...]]) -> list[str]:
        """Banks that took part, but not in an exercise asked for."""
        there = {(str(row[0]), str(row[2])) for row in rows}
        notes: list[str] = []
        for subject in self.banks.found if self.banks else ():
            gone = [e.text for e in self.exercises if all((key, e.text) not in there for key in subject.keys)]
            if gone and rows:
                notes.append(
                    f"{subject.name} has no result in the exercise of {', '.join(map(display, gone))}."
                )
        return notes

    def cut(self) -> list[str]:
        """Why not every participant's figure is held, which makes a rank or an extreme over them no statistic."""
        reason = self.ctx.estate.not_whole(DATASET, "results", self.edition)
        counts = {
            str(exercise): count
            for edition, exercise, scenario, count in held_rows(self.ctx.estate, COUNTS, lead=self.measure)
            if (edition, scenario) == (self.edition, self.args.scenario)
        }
        short = [
            e.text
            for e in self.exercises
            if e.participants(self.args.scenario) not in (None, counts.get(e.text))
        ]
        if not short or reason is None:
            return []
        return [f"Not every participant's figure is held for {', '.join(map(display, short))}: {reason}"]

    def notes(self, rows: Sequence[tuple[Scalar, ...]], columns: Sequence[str]) -> list[str]:
        """What a reader must know of these rows."""
        notes: list[str] = []
        if self.args.measure == "path":
            notes.append(
                "The quarterly path is published only for all participants together; of a bank the actual ratio, the"
                " projected minimum and the end are published."
            )
        if any(name.startswith("tier1_common") for name in columns) and self.args.measure != "tier1_common":
            notes.append(
                "Where no CET1 ratio was published, the tier 1 common ratio stands in its own columns; the two are"
                " different measures."
            )
        notes += self.risen(rows, columns)
        asked = each(self.args.exercise) if self.args.exercise is not None else []
        if any(e.text == "2020" for e in self.exercises) and "2020" in asked and "2020-12" not in asked:
            notes.append("A second exercise was run that year: December 2020.")
        return notes

    def risen(self, rows: Sequence[tuple[Scalar, ...]], columns: Sequence[str]) -> list[str]:
        """Banks named in the question whose minimum lies above the actual ratio: theirs did not fall."""
        if not self.banks or "minimum" not in columns or "actual" not in columns:
            return []
        actual, minimum = (self.place(name) for name in ("actual", "minimum"))
        above = [
            f"{row[1]} ({display(str(row[2]))})"
            for row in rows
            if isinstance(a := row[actual], Decimal) and isinstance(m := row[minimum], Decimal) and m > a
        ]
        return (
            [f"The projected minimum lies above the actual ratio for {', '.join(above)}: it did not fall."]
            if above
            else []
        )

    def place(self, name: str) -> int:
        """Where a column of the measure stands in a row of RESULTS."""
        names = [each.column.name for each in MEASURES[self.measure].columns]
        return LEADING + names.index(name)

    def why_absent(self, rows: Sequence[tuple[Scalar, ...]]) -> str:
        """Why there is no figure: no row (the bank did not take part), or rows without one (not held, not published)."""
        named = ", ".join(display(e.text) for e in self.exercises)
        took_part = self.took_part() if self.banks and not rows else {}
        if took_part and not any(e.text in texts for e in self.exercises for texts in took_part.values()):
            took = "; ".join(f"{name} took part in {', '.join(texts)}" for name, texts in took_part.items())
            return f"Not among the participants of the exercise of {named}: {took}."
        reason = self.ctx.estate.not_whole(DATASET, "results", self.edition)
        label = MEASURES[self.measure].label
        return f"{label}: no figure is held for the exercise of {named}" + (
            f": {reason}" if reason else "; the publisher gives none."
        )

    def took_part(self) -> dict[str, list[str]]:
        """The exercises that each bank asked for took part in, by any result held."""
        held: dict[str, list[str]] = {}
        for key, _, exercises, _ in held_rows(self.ctx.estate, BANKS):
            held.setdefault(str(key), []).extend(str(exercises).split(", "))
        found = self.banks.found if self.banks else ()
        return {
            subject.name: sorted({e for key in subject.keys for e in held.get(key, ())}) for subject in found
        }

    def sources(self, rows: Sequence[tuple[Scalar, ...]]) -> tuple[Source, ...]:
        """The citation of the edition, once for each provenance of the rows."""
        kinds = list(dict.fromkeys(str(row[4]) for row in rows)) or [None]
        return tuple(self.ctx.estate.source(DATASET, self.edition, provenance=kind) for kind in kinds)


def _says_something(row: tuple[Scalar, ...]) -> bool:
    return any(value is not None for value in row[LEADING:])


_PARTICIPANTS = Column(
    "participants",
    "Participating banks",
    "value",
    unit="count",
    names=("banks", "firms", "participants", "number of banks"),
    nature="count",
    decimals=0,
)
