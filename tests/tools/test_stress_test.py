"""The stress test against figures read from the Board's files by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest
from facts_estate import FactsEstate

from conftest import Ask
from finweave.datasets import catalogue
from finweave.results import Ledger, ToolResult
from finweave.tools.banks._stress_test_columns import MEASURES
from finweave.tools.call import call
from finweave.tools.declare import Context
from finweave.tools.registry import registry


def ratios(result: ToolResult, row: int = 0) -> list[str]:
    """Actual, minimum and end of a row as text."""
    return [str(result.rows[row][result.index(name)]) for name in ("actual", "minimum", "end")]


@pytest.mark.parametrize(
    ("bank", "exercise", "expected"),
    [
        ("JPMorgan Chase", "2026", ["14.6", "12.6", "15.0"]),
        ("JPMorgan Chase", "2025", ["15.7", "14.2", "15.8"]),
        ("JPM", "2024", ["15.0", "12.5", "13.4"]),
        ("Goldman Sachs", "2026", ["14.3", "11.4", "16.5"]),
        (None, "2026", ["12.8", "11.2", "12.7"]),
        ("Schwab", "2026", ["30.4", "32.2", "40.4"]),
    ],
)
def test_a_cet1_ratio_has_three_points(
    ask: Ask, bank: str | None, exercise: str, expected: list[str]
) -> None:
    arguments = {"exercise": exercise} | ({"bank": bank} if bank else {})
    result = ask("stress_test", **arguments)
    assert result.status == "ok"
    assert ratios(result) == expected
    cell = result.cell(0, "minimum")
    assert cell is not None
    assert (cell.unit, cell.base, cell.period, cell.decimals) == (
        "percent",
        "of risk-weighted assets",
        exercise,
        1,
    )


def test_the_latest_exercise_is_the_default_and_named(ask: Ask) -> None:
    assert ask("stress_test", bank="JPMorgan").text(0, "exercise") == "2026"


@pytest.mark.parametrize(
    ("as_of", "latest"), [("2026-07-12", "2026"), ("2026-05-01", "2025"), ("2021-02-01", "2020-12")]
)
def test_latest_counts_from_the_askers_date(estate: FactsEstate, as_of: str, latest: str) -> None:
    result = call("stress_test", {}, Context(estate, Ledger(), registry(), as_of))
    assert result.text(0, "exercise") == latest


@pytest.mark.parametrize(
    ("exercise", "participants"),
    [("2013", 18), ("2018", 35), ("2019", 18), ("2020", 33), ("2021", 23), ("2025", 22), ("2026", 32)],
)
def test_participants_are_banks_without_the_aggregate(ask: Ask, exercise: str, participants: int) -> None:
    result = ask("stress_test", exercise=exercise)
    assert result.rows[0][result.index("participants")] == Decimal(participants)
    assert ask("stress_test", exercise=exercise, bank="all").total_rows == participants


def test_the_lowest_minimum_of_2026_is_first_citizens(ask: Ask) -> None:
    result = ask("stress_test", bank="all", exercise="2026", order="asc", n=1)
    assert result.text(0, "bank") == "First Citizens Bancshares, Inc."
    assert ratios(result)[1] == "6.7"
    assert result.order == ("minimum", "asc")
    assert (result.truncated, result.total_rows, result.status) == (True, 32, "ok")


@pytest.mark.parametrize("exercise", ["2020-12", "December 2020", "December 2020 Stress Test"])
def test_the_second_exercise_of_2020_is_its_own(ask: Ask, exercise: str) -> None:
    assert ask("stress_test", bank="Citi", exercise=exercise).text(0, "exercise") == "2020-12"


def test_asking_for_2020_says_that_there_was_a_second_exercise(ask: Ask) -> None:
    assert any("December 2020" in note for note in ask("stress_test", exercise="2020").notes)


def test_several_exercises_are_rows_in_order(ask: Ask) -> None:
    result = ask("stress_test", bank="JPMorgan Chase", exercise=["2026", "2024", "2025"])
    assert [(result.text(i, "exercise"), ratios(result, i)[1]) for i in range(3)] == [
        ("2024", "12.5"), ("2025", "14.2"), ("2026", "12.6"),
    ]  # fmt: skip


def test_a_span_takes_the_exercises_within_it(ask: Ask) -> None:
    result = ask("stress_test", **{"from": "2020", "to": "2021"})
    assert [result.text(i, "exercise") for i in range(3)] == ["2020", "2020-12", "2021"]


def test_before_cet1_the_tier_1_common_ratio_stands_in_its_own_columns(ask: Ask) -> None:
    first = ask("stress_test", exercise="2013")
    assert [str(first.rows[0][first.index(f"tier1_common_{p}")]) for p in ("actual", "minimum", "end")] == [
        "11.1", "7.4", "7.7",
    ]  # fmt: skip
    assert all(column.name != "minimum" for column in first.columns)
    second = ask("stress_test", bank="JPMorgan Chase", exercise="2014")
    names = [column.name for column in second.columns]
    assert "minimum" in names
    assert "actual" not in names
    assert "tier1_common_actual" in names
    assert any("different measures" in note for note in second.notes)


def test_later_exercises_do_not_mention_tier_1_common(ask: Ask) -> None:
    result = ask("stress_test", bank="JPMorgan Chase")
    assert not any(column.name.startswith("tier1_common") for column in result.columns)
    assert result.notes == ()


def test_a_minimum_above_the_actual_ratio_is_said_not_to_be_a_fall(ask: Ask) -> None:
    assert any("did not fall" in note for note in ask("stress_test", bank="Schwab").notes)
    assert not any("did not fall" in note for note in ask("stress_test", bank="Citi").notes)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"bank": "Bank of Bird-in-Hand"}, "none of the stress tests"),
        ({"bank": "JPMorgan", "scenario": "baseline", "exercise": "2026"}, "baseline"),
        ({"exercise": "2012"}, "2013 to 2026"),
        ({"exercise": "2009"}, "2013 to 2026"),
        ({"exercise": "2027"}, "2013 to 2026"),
        ({"bank": "Schwab", "exercise": "2019"}, "Not among the participants"),
        ({"bank": "Wells Fargo", "exercise": "2022", "measure": "leverage"}, "the starter holds"),
        ({"bank": "JPMorgan", "exercise": "2019", "scenario": "adverse"}, "the starter holds"),
        ({"measure": "scenario", "exercise": "2019"}, "scenario variables"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_absent_with_the_reason(
    ask: Ask, arguments: dict[str, object], reason: str
) -> None:
    result = ask("stress_test", **arguments)
    assert result.status == "absent"
    assert result.coverage is not None
    assert reason in result.coverage.reason
    assert result.sources
    assert any("No figure may be given" in note for note in result.notes)


def test_a_misspelt_bank_is_asked_back(ask: Ask) -> None:
    result = ask("stress_test", bank="Goldman Sach")
    assert result.status == "ambiguous"
    assert "2380443" in [candidate.id for candidate in result.candidates]
    assert ratios(ask("stress_test", bank="2380443"))[1] == "11.4"


def test_one_bank_of_two_missing_makes_it_partial(ask: Ask) -> None:
    result = ask("stress_test", bank=["JPMorgan", "Bank of Bird-in-Hand"])
    assert result.status == "partial"
    assert len(result.rows) == 1


@pytest.mark.parametrize(
    ("arguments", "rows", "says"),
    [
        ({"exercise": ["2024", "2012"]}, 1, "no exercise 2012"),
        ({"from": "2010", "to": "2014"}, 2, "before 2013"),
        ({"from": "2025", "to": "2030"}, 2, "after 2026"),
        ({"bank": "JPMorgan", "exercise": ["2022", "2026"], "measure": "leverage"}, 1, "2022"),
        ({"exercise": ["2019", "2026"], "scenario": "adverse"}, 1, "adverse scenario"),
    ],
)
def test_a_part_that_is_not_held_is_said_and_never_dropped(
    ask: Ask, arguments: dict[str, object], rows: int, says: str
) -> None:
    result = ask("stress_test", **arguments)
    assert result.status == "partial"
    assert len(result.rows) == rows
    assert any(says in note for note in result.notes)


def test_a_rank_over_participants_that_are_not_held_is_no_rank(ask: Ask) -> None:
    result = ask("stress_test", bank="all", exercise="2022", measure="leverage", order="asc")
    assert result.status == "absent"
    mixed = ask("stress_test", bank="all", exercise=["2022", "2026"], measure="leverage", order="asc")
    assert mixed.status == "partial"
    assert mixed.order is None


@pytest.mark.parametrize(
    ("arguments", "column", "value", "unit"),
    [
        ({"measure": "losses"}, "total_loans", "624.9", "USD billion"),
        ({"measure": "loss_rate"}, "total_loans", "6.9", "percent"),
    ],
)
def test_aggregate_losses_of_2026(
    ask: Ask, arguments: dict[str, object], column: str, value: str, unit: str
) -> None:
    cell = ask("stress_test", exercise="2026", **arguments).cell(0, column)
    assert cell is not None
    assert (str(cell.value), cell.unit, cell.nature) == (value, unit, "flow")


def test_the_aggregates_path_reaches_its_minimum_in_the_fourth_quarter(ask: Ask) -> None:
    result = ask("stress_test", measure="path", order="asc", n=1)
    cell = result.cell(0, "value")
    assert cell is not None
    assert (str(cell.value), cell.period, cell.label) == (
        "11.2",
        "2026-Q4",
        "Common equity tier 1 capital ratio",
    )


@pytest.mark.parametrize(
    ("item", "order", "value"),
    [
        ("Unemployment rate", "desc", "10"),
        ("House Price Index (Level)", "asc", "227.3"),
        ("Market Volatility Index (Level)", "desc", "72"),
    ],
)
def test_the_scenario_of_2026_has_its_published_extremes(ask: Ask, item: str, order: str, value: str) -> None:
    cell = ask("stress_test", exercise="2026", item=item, order=order, n=1).cell(0, "value")
    assert cell is not None
    assert cell.value == Decimal(value)
    summary = ask("stress_test", exercise="2026", measure="scenario")
    row = [r[0] for r in summary.rows].index(item)
    extreme = summary.cell(row, "highest" if order == "desc" else "lowest")
    assert extreme is not None
    assert extreme.value == Decimal(value)


def test_an_unknown_variable_is_an_error_with_the_nearest(ask: Ask) -> None:
    result = ask("stress_test", measure="scenario", item="unemploymnt rate")
    assert result.error is not None
    assert "Unemployment rate" in result.error.nearest


def test_a_banks_path_is_answered_with_its_three_points_and_said_so(ask: Ask) -> None:
    result = ask("stress_test", bank="JPMorgan", measure="path")
    assert ratios(result) == ["14.6", "12.6", "15.0"]
    assert any("only for all participants together" in note for note in result.notes)


def test_columns_have_the_units_the_dataset_declares() -> None:
    (dataset,) = (d for d in catalogue() if d.id == "dfast")
    declared = {field.name: field for field in dataset.table("results").fields}
    for measure in MEASURES.values():
        for each in measure.columns:
            field = declared[each.stored]
            assert (each.column.unit, each.column.base) == (field.unit, field.base), each.stored
