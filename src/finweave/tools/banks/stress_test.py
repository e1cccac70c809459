"""The Federal Reserve's stress test: actual, projected minimum and end by bank, losses, income, path and scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from finweave.results import ToolResult
from finweave.tools.banks._stress_test_columns import BANKS, RESULTS, STATEMENTS
from finweave.tools.banks._stress_test_exercises import (
    Exercise,
    chosen_exercises,
    held_exercises,
    no_scenario,
)
from finweave.tools.banks._stress_test_results import (
    AGGREGATE,
    DATASET,
    HOLDING_LEVEL,
    MINIMUM,
    Shape,
    is_all,
)
from finweave.tools.banks._stress_test_scenario import path_of, scenario_of
from finweave.tools.banks._stress_test_words import EXAMPLES, VOCABULARY
from finweave.tools.declare import Bank, Context, Count, Order, PeriodText, Slot, Tool, ToolArgs
from finweave.tools.editions import newest_covering
from finweave.tools.outcomes import AbsentOutcome
from finweave.tools.reference import held_rows
from finweave.tools.subjects import Subjects, resolve_banks

# The first exercise with a projected CET1 ratio; before it there was the tier 1 common ratio.
_FIRST_CET1 = "2014"


class StressTestArgs(ToolArgs):
    """Arguments of `stress_test`."""

    bank: Bank | None = Field(
        default=None,
        description="Bank: name, ticker, cert or RSSD, a list of at most 20, or `all` for every participant;"
        " without it the aggregate of the participants.",
    )
    exercise: Annotated[str | list[str], Slot("period")] | None = Field(
        default=None,
        description="Exercise: year (2026), 2020-12 or December 2020 for the second one of 2020, a list, or latest.",
    )
    from_: PeriodText | None = Field(default=None, alias="from", description="First exercise of a span.")
    to: PeriodText | None = Field(default=None, description="Last exercise of a span.")
    scenario: Annotated[
        Literal["severely_adverse", "adverse", "baseline", "alternative_severe"], Slot("choice")
    ] = Field(default="severely_adverse", description="Supervisory scenario.")
    measure: Annotated[
        Literal[
            "cet1",
            "tier1",
            "total_capital",
            "leverage",
            "supplementary_leverage",
            "tier1_common",
            "losses",
            "loss_rate",
            "ppnr",
            "pretax_income",
            "path",
            "scenario",
        ],
        Slot("choice"),
    ] = Field(
        default="cet1",
        description="What is asked for: a capital ratio (actual, projected minimum, end), losses, income, the"
        " aggregate's quarterly path, or the scenario's variables.",
    )
    item: Annotated[str, Slot("choice")] | None = Field(
        default=None,
        description="With path: the line of the path (default the CET1 ratio); with scenario: one variable, such as"
        " Unemployment rate (default all, with their extremes).",
    )
    order: Order | None = Field(default=None, description="Order of the rows by the measure.")
    n: Count = Field(default=50, description="Rows at most (1 to 200).")


def stress_test(args: StressTestArgs, ctx: Context) -> ToolResult:
    """Results of the Federal Reserve's supervisory stress test (DFAST), by holding company or for all participants.

    Capital ratios have three points: actual (start), the projected minimum over the nine quarters, and the end of the
    horizon. The minimum is taken bank by bank; it can lie above the actual ratio. Losses, revenue and income are
    cumulative over the horizon. Exercises of 2013 and 2014 have no actual CET1 ratio: the tier 1 common ratio stands
    in columns of its own. `measure=path` is the aggregate's quarterly path, `measure=scenario` the assumptions.
    """
    exercises, lacking = chosen_exercises(args, held_exercises(ctx), ctx)
    if args.measure == "scenario" or (args.item and args.measure != "path"):
        return scenario_of(args, [(e.text, e.name) for e in exercises], ctx)
    if args.measure == "path" and args.bank is None:
        names = [(e.text, e.name, (e.scenarios.get(args.scenario) or (None, 0))[0]) for e in exercises]
        return path_of(args, names, ctx)
    return _results(args, exercises, lacking, ctx)


def _results(
    args: StressTestArgs, exercises: Sequence[Exercise], lacking: Sequence[str], ctx: Context
) -> ToolResult:
    """Results of banks, of all participants, or of their aggregate."""
    scored = [e for e in exercises if args.scenario in e.scenarios]
    if not scored:
        raise AbsentOutcome(
            no_scenario(args.scenario, exercises), first=exercises[0].text, last=exercises[-1].text
        )
    choice = newest_covering(_by_edition(scored), [e.text for e in scored])
    assert choice is not None
    scored = [e for e in scored if e.text in choice.covered]
    banks = _banks(args, ctx)
    measure = _measure(args, scored)
    order = args.order or "none"
    params: dict[str, object] = {
        "edition": choice.edition,
        "scenario": args.scenario,
        "exercises": [e.text for e in scored],
    }
    whom = "all" if is_all(args.bank) else "named"
    if whom == "named":
        params["keys"] = banks.keys if banks else [AGGREGATE]
    rows, total = ctx.estate.query_capped(RESULTS, args.n, params, measure=measure, whom=whom, order=order)
    shaped = Shape(args, measure, exercises, lacking, scored, banks, choice.edition, ctx)
    return shaped.result(rows, total)


def _by_edition(exercises: Sequence[Exercise]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for exercise in exercises:
        found.setdefault(exercise.edition, []).append(exercise.text)
    return found


def _measure(args: StressTestArgs, exercises: Sequence[Exercise]) -> str:
    """The measure that has figures: before CET1 was introduced, its predecessor; a bank's path is its three points."""
    if args.measure == "path":
        return "cet1"
    before_cet1 = all(e.text < _FIRST_CET1 for e in exercises)
    return "tier1_common" if args.measure == "cet1" and before_cet1 else args.measure


def _banks(args: StressTestArgs, ctx: Context) -> Subjects | None:
    """The banks asked for; None for the aggregate and for all participants."""
    if args.bank is None or is_all(args.bank):
        return None
    held = [(str(key), str(name)) for key, name, *_ in held_rows(ctx.estate, BANKS)]
    banks = resolve_banks(args.bank, held, lambda identity: identity.rssd_dfast)
    if not banks.found:
        named = ", ".join(banks.missing)
        raise AbsentOutcome(f"{named} took part in none of the stress tests held.", first=None, last=None)
    return banks


TOOL = Tool(
    name="stress_test",
    area="banks",
    title="Federal Reserve stress test results",
    menu="Actual, projected minimum and end capital ratios, losses and income by bank or for all participants, the"
    " aggregate's quarterly path and the scenarios.",
    args=StressTestArgs,
    run=stress_test,
    datasets=(DATASET,),
    statements=STATEMENTS,
    operations=("lookup", "history", "compare", "rank", "extreme", "count", "change", "list"),
    vocabulary=VOCABULARY,
    examples=EXAMPLES,
    caveats=(MINIMUM, HOLDING_LEVEL),
    subject="USA",
)
