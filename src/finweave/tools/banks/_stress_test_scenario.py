"""The stress test's quarterly paths: of the participants together (`path`), and of the scenario's variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from finweave.core.errors import ArgumentError
from finweave.core.names import NameIndex
from finweave.core.periods import display
from finweave.estate.statement import Statement
from finweave.results import Column, Scalar, Source, ToolResult
from finweave.tools.banks._stress_test_columns import EXTREMES, LINES, PATHS, VARIABLE, VARIABLES
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.reference import held_rows

if TYPE_CHECKING:
    from finweave.tools.banks.stress_test import StressTestArgs
    from finweave.tools.declare import Context

DATASET = "dfast"
DEFAULT_LINE = "Common equity tier 1 capital ratio"

Held = tuple[str, str, str, str, str]  # edition, exercise, scenario, item, label


def path_of(
    args: StressTestArgs, exercises: Sequence[tuple[str, str, str | None]], ctx: Context
) -> ToolResult:
    """The nine projected quarters of one line of the participants' aggregate. `exercises`: text, name, aggregate."""
    held = _held(LINES, ctx)
    exercise, offered = _one(args.scenario, [text for text, _, _ in exercises], held, "quarterly paths")
    edition, item, label = _line(args.item or DEFAULT_LINE, offered)
    aggregate = (
        next((name for text, _, name in exercises if text == exercise), None) or "All participating banks"
    )
    return _series(args, PATHS, ctx, (edition, exercise, item, label), aggregate)


def scenario_of(args: StressTestArgs, exercises: Sequence[tuple[str, str]], ctx: Context) -> ToolResult:
    """A variable of a scenario quarter by quarter; without `item` all variables with their extremes."""
    held = _held(VARIABLES, ctx)
    exercise, offered = _one(args.scenario, [text for text, _ in exercises], held, "scenario variables")
    if args.item is None:
        return _extremes(args, offered[0][0], exercise, ctx)
    edition, item, label = _line(args.item, offered)
    return _series(args, VARIABLE, ctx, (edition, exercise, item, label), label)


def _held(statement: Statement, ctx: Context) -> list[Held]:
    return [
        (str(edition), str(exercise), str(scenario), str(item), str(label))
        for edition, exercise, scenario, item, label in held_rows(ctx.estate, statement)
    ]


def _one(scenario: str, asked: Sequence[str], held: Sequence[Held], what: str) -> tuple[str, list[Held]]:
    """The newest asked exercise that has them, from its newest edition; AbsentOutcome says what is held."""
    mine = [line for line in held if line[1] in asked and line[2] == scenario]
    if not mine:
        exercises = sorted({line[1] for line in held})
        scenarios = " and ".join(sorted({line[2].replace("_", " ") for line in held}))
        said = (
            f"{display(exercises[0])} to {display(exercises[-1])}"
            if len(exercises) > 1
            else "".join(exercises)
        )
        raise AbsentOutcome(
            f"No {what} of the {scenario.replace('_', ' ')} scenario are held for the exercise of"
            f" {', '.join(map(display, asked))}" + (f"; held is {said} ({scenarios})." if held else "."),
            first=exercises[0] if exercises else None,
            last=exercises[-1] if exercises else None,
        )
    exercise = max(line[1] for line in mine)
    edition = max(line[0] for line in mine if line[1] == exercise)
    return exercise, [line for line in mine if line[:2] == (edition, exercise)]


def _line(text: str, offered: Sequence[Held]) -> tuple[str, str, str]:
    """Edition, item and label of the line of that name; ArgumentError names the nearest."""
    index = NameIndex((item, label, (item, label)) for _, _, _, item, label in offered)
    found = index.find(text)
    if len(found) != 1:
        near = tuple(match.name for match in (found or index.near(text, least=60.0)))
        labels = tuple(label for *_, label in offered)
        hint = f": did you mean {' or '.join(near[:3])}?" if near else "."
        raise ArgumentError(
            f"There is no item {text!r}{hint}", field="item", given=text, allowed=labels, nearest=near
        )
    return offered[0][0], found[0].id, found[0].name


def _series(
    args: StressTestArgs, statement: Statement, ctx: Context, line: tuple[str, str, str, str], whose: str
) -> ToolResult:
    edition, exercise, item, label = line
    params = {"edition": edition, "exercise": exercise, "scenario": args.scenario, "item": item}
    rows, total = ctx.estate.query_capped(statement, args.n, params, order=args.order or "none")
    unit, base = str(rows[0][4]), str(rows[0][5] or "")
    columns = (
        Column("subject", "Projection", "entity"),
        Column("period", "Quarter", "period"),
        Column("projection", "Projection quarter", "label"),
        Column(
            "value",
            label,
            "value",
            unit=unit,
            base=base,
            names=(label,),
            nature="level",
            decimals=_decimals(rows, 3),
        ),
        Column("scenario", "Scenario", "text"),
        Column("exercise", "Exercise", "text"),
    )
    said = args.scenario.replace("_", " ")
    return ToolResult(
        tool="stress_test",
        arguments=args.record(),
        status="ok",
        columns=columns,
        rows=tuple((whose, row[1], row[2], row[3], said, exercise) for row in rows),
        total_rows=total,
        truncated=total > len(rows),
        order=("value", args.order) if args.order else ("period", "asc"),
        sources=_sources(ctx, edition, [row[-1] for row in rows]),
        edition=edition,
    )


def _extremes(args: StressTestArgs, edition: str, exercise: str, ctx: Context) -> ToolResult:
    """Every variable with its first, lowest, highest and last value."""
    params = {"edition": edition, "exercise": exercise, "scenario": args.scenario}
    rows, total = ctx.estate.query_capped(EXTREMES, args.n, params)

    def value(name: str, label: str, *words: str) -> Column:
        return Column(name, label, "value", names=words, nature="level")

    columns = (
        Column("variable", "Variable", "entity"),
        Column("exercise", "Exercise", "period"),
        value("first", "first projected quarter", "start"),
        value("lowest", "lowest value", "lowest", "trough", "minimum"),
        Column("lowest_in", "lowest in", "text"),
        value("highest", "highest value", "highest", "peak", "maximum"),
        Column("highest_in", "highest in", "text"),
        value("last", "last projected quarter", "end"),
        Column("unit", "Unit", "text"),
        Column("base", "Base", "text"),
        Column("scenario", "Scenario", "text"),
    )
    said = args.scenario.replace("_", " ")
    return ToolResult(
        tool="stress_test",
        arguments=args.record(),
        status="ok",
        columns=columns,
        rows=tuple((row[0], exercise, *row[1:9], said) for row in rows),
        total_rows=total,
        truncated=total > len(rows),
        sources=_sources(ctx, edition, [row[-1] for row in rows]),
        edition=edition,
    )


def _decimals(rows: Sequence[tuple[Scalar, ...]], place: int) -> int:
    """The most decimals the publisher prints in these rows."""
    printed = [str(row[place]).partition(".")[2].rstrip("0") for row in rows if row[place] is not None]
    return max((len(digits) for digits in printed), default=0)


def _sources(ctx: Context, edition: str, provenances: Sequence[Scalar]) -> tuple[Source, ...]:
    kinds = dict.fromkeys(str(kind) for kind in provenances)
    return tuple(ctx.estate.source(DATASET, edition, provenance=kind) for kind in kinds)
