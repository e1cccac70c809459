"""The exercises of the stress test: which are held, and which a caller means by a year, a name, a span or `latest`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from finweave.core.errors import ArgumentError, PeriodError
from finweave.core.periods import LATEST, Period, display, parse_period
from finweave.core.text import fold
from finweave.tools.banks._stress_test_columns import EXERCISES
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.reference import held_rows
from finweave.tools.subjects import each

if TYPE_CHECKING:
    from finweave.tools.banks.stress_test import StressTestArgs
    from finweave.tools.declare import Context

# Results come out in June, those of a second exercise of a year in the month it is named after.
_RESULTS_MONTH = "06"


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise as held in one edition: its text, name, the quarter of actual data, and results by scenario."""

    text: str
    name: str
    edition: str
    scenarios: dict[str, tuple[str | None, int]]

    @property
    def published(self) -> str:
        """The month of its results, `2026-06`."""
        return self.text if len(self.text) > len("2026") else f"{self.text}-{_RESULTS_MONTH}"

    def participants(self, scenario: str) -> int | None:
        """How many banks the publisher says took part, from the aggregate's own name."""
        name = (self.scenarios[scenario][0] or "").split(" ", 1)[0]
        return int(name) if name.isdigit() else None


def held_exercises(ctx: Context) -> list[Exercise]:
    """The exercises held, oldest first, each from the newest edition that has it."""
    found: dict[tuple[str, str], Exercise] = {}
    for edition, text, name, _, scenario, aggregate, banks in held_rows(ctx.estate, EXERCISES):
        key = (str(text), str(edition))
        exercise = found.setdefault(key, Exercise(str(text), str(name), str(edition), {}))
        count = int(banks) if isinstance(banks, Decimal) else 0
        exercise.scenarios[str(scenario)] = (None if aggregate is None else str(aggregate), count)
    newest: dict[str, Exercise] = {}
    for (text, _), exercise in sorted(found.items()):
        newest[text] = exercise
    if not newest:
        raise AbsentOutcome("This estate holds no stress-test results.")
    return list(newest.values())


def chosen_exercises(
    args: StressTestArgs, held: Sequence[Exercise], ctx: Context
) -> tuple[list[Exercise], list[str]]:
    """The exercises asked for, and what was asked beside them and is not held; AbsentOutcome where there is none."""
    if args.from_ is not None or args.to is not None:
        if args.exercise is not None:
            raise ArgumentError("Give either exercise or from/to, not both.", field="exercise")
        chosen, lacking = _span(args.from_, args.to, held)
    else:
        asked = each(args.exercise) if args.exercise is not None else [LATEST]
        found = {text: _named(text, held, ctx) for text in asked}
        chosen = list({e.text: e for e in found.values() if e is not None}.values())
        lacking = ", ".join(text for text, exercise in found.items() if exercise is None)
    said = f"There is no exercise {lacking or 'in that span'} in the published results; there are {_listed(held)}."
    if not chosen:
        raise AbsentOutcome(said, first=held[0].text, last=held[-1].text)
    return sorted(chosen, key=lambda e: e.published), [said] if lacking else []


def no_scenario(scenario: str, exercises: Sequence[Exercise]) -> str:
    """Why an exercise has no results in a scenario, and in which it has."""
    held = sorted({name for e in exercises for name in e.scenarios})
    named = " and ".join(name.replace("_", " ") for name in held)
    which = ", ".join(display(e.text) for e in exercises)
    return (
        f"No results under the {scenario.replace('_', ' ')} scenario were published for {which}; results are of"
        f" the {named} scenario."
    )


def _named(text: str, held: Sequence[Exercise], ctx: Context) -> Exercise | None:
    """The exercise of that name or year; None where it is none of those held, PeriodError where it is no exercise."""
    if text.lower() == LATEST:
        day = ctx.as_of[:7] if ctx.as_of else "9999-12"
        return max((e for e in held if e.published <= day), key=lambda e: e.published, default=held[0])
    folded = fold(text)
    for exercise in held:
        shown = display(exercise.text)
        names = (exercise.text, exercise.name, shown, f"{shown} exercise", f"{shown} Stress Test")
        if folded in {fold(name) for name in (*names, f"DFAST {shown}")}:
            return exercise
    try:
        parse_period(text)
    except PeriodError as error:
        raise PeriodError(
            f"{text!r} is no stress-test exercise: give one of {_listed(held)}, or latest.",
            field="exercise",
            given=text,
            allowed=tuple(e.text for e in held),
        ) from error
    return None


def _span(from_: str | None, to: str | None, held: Sequence[Exercise]) -> tuple[list[Exercise], str]:
    """The exercises whose results came out within the span, and the part of it before or after all of them."""
    first, last = (_bound(text, name) for text, name in ((from_, "from"), (to, "to")))
    if first and last and first.first > last.last:
        raise ArgumentError(f"The span ends ({to}) before it begins ({from_}).", field="to", given=to)
    begins = first.first.isoformat()[:7] if first else held[0].published
    ends = last.last.isoformat()[:7] if last else held[-1].published
    outside = [
        *([f"before {held[0].text}"] if begins[:4] < held[0].text[:4] else []),
        *([f"after {held[-1].text}"] if ends[:4] > held[-1].text[:4] else []),
    ]
    return [e for e in held if begins <= e.published <= ends], " or ".join(outside)


def _bound(text: str | None, name: str) -> Period | None:
    if text is None or text.lower() == LATEST:
        return None
    try:
        return parse_period(text)
    except PeriodError as error:
        raise PeriodError(str(error), field=name, given=text, allowed=error.allowed) from error


def _listed(held: Sequence[Exercise]) -> str:
    """`2013 to 2026 and December 2020`."""
    years = [e.text for e in held if len(e.text) == len("2026")]
    others = [display(e.text) for e in held if len(e.text) > len("2026")]
    spanned = f"{years[0]} to {years[-1]}" if len(years) > 1 else ", ".join(years)
    return " and ".join([spanned, *others] if spanned else others)
