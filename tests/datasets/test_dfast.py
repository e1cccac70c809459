"""Stress tests: the publisher's files give the figures that were read from them by hand; other layouts are refused."""

from pathlib import Path

import pytest
from raw_files import cells, facts, made_up, parsed

from finweave.core.errors import LayoutError
from finweave.datasets.dfast import DATASET, FIGURES

KEYS = "exercise_name,dt_exercise_quarter,id_rssd,disclosure_legal_name,scenario_id,scenario_name"
HEADER = KEYS + "," + ",".join(field.name for field in FIGURES)


@pytest.fixture(scope="module")
def results(shared: Path) -> dict[tuple[str, str, str], dict[str, str | int | None]]:
    rows = cells(parsed(shared, DATASET)["2026-06-24"], DATASET, "results")
    return {(str(r["exercise"]), str(r["scenario"]), str(r["id_rssd"])): r for r in rows}


# Read by hand from the publisher's file and from its report's table 6 (notes of the data set).
@pytest.mark.parametrize(
    ("exercise", "rssd", "column", "value"),
    [
        ("2026", "1039502", "common_equity_tier1_actual_rat", "14.6"),
        ("2026", "1039502", "common_equity_tier1_min_rat", "12.6"),
        ("2025", "1039502", "common_equity_tier1_actual_rat", "15.7"),
        ("2025", "1039502", "common_equity_tier1_min_rat", "14.2"),
        ("2024", "1039502", "common_equity_tier1_end_rat", "13.4"),
        ("2026", "ALL", "common_equity_tier1_actual_rat", "12.8"),
        ("2026", "ALL", "common_equity_tier1_min_rat", "11.2"),
        ("2026", "ALL", "loss_total_loan_amt", "624.9"),
        ("2026", "ALL", "loss_total_loan_rate", "6.9"),
    ],
)
def test_the_publishers_file_gives_the_figure_read_by_hand(results, exercise, rssd, column, value) -> None:
    assert results[exercise, "severely_adverse", rssd][column] == value


@pytest.mark.parametrize(
    ("exercise", "banks"),
    [("2013", 18), ("2014", 30), ("2015", 31), ("2016", 33), ("2017", 34), ("2018", 35), ("2019", 18), ("2020", 33),
     ("2020-12", 33), ("2021", 23), ("2022", 33), ("2023", 23), ("2024", 31), ("2025", 22), ("2026", 32)],
)  # fmt: skip
def test_every_exercise_has_its_banks(results, exercise: str, banks: int) -> None:
    found = [
        key for key in results if key[0] == exercise and key[1] == "severely_adverse" and key[2] != "ALL"
    ]
    assert len(found) == banks


def test_the_first_exercises_have_no_cet1(results) -> None:
    assert results["2013", "severely_adverse", "1039502"]["common_equity_tier1_actual_rat"] is None
    assert results["2013", "severely_adverse", "1039502"]["tier1_common_actual_rat"] is not None


def test_the_minimum_of_the_path_is_the_aggregates_minimum(shared: Path, results) -> None:
    path = cells(parsed(shared, DATASET)["2026-06-24"], DATASET, "paths")
    ratio = {r["projection"]: r["value"] for r in path if r["label"] == "Common equity tier 1 capital ratio"}
    assert (
        min(ratio.values(), key=float)
        == ratio["PQ4"]
        == results["2026", "severely_adverse", "ALL"]["common_equity_tier1_min_rat"]
    )


@pytest.mark.parametrize(
    ("variable", "extreme", "value"),
    [
        ("Unemployment rate", max, 10.0),
        ("House Price Index (Level)", min, 227.3),
        ("Market Volatility Index (Level)", max, 72.0),
    ],
)
def test_the_scenario_has_the_published_extremes(shared: Path, variable: str, extreme, value: float) -> None:
    rows = cells(parsed(shared, DATASET)["2026-06-24"], DATASET, "scenarios")
    values = [
        float(r["value"]) for r in rows if r["variable"] == variable and r["scenario"] == "severely_adverse"
    ]
    assert extreme(values) == value


def test_every_published_figure_of_the_starter_is_the_parsed_one(shared: Path, results) -> None:
    tables = facts(
        shared,
        "dfast__2026_banks",
        "dfast__aggregate",
        "dfast__cet1_2013_2016",
        "dfast__cet1_2017_2020",
        "dfast__cet1_2021_2026",
    )
    scenarios = {
        "Supervisory Adverse": "adverse",
        "Supervisory Severely Adverse": "severely_adverse",
        "Supervisory Alternative Severe": "alternative_severe",
    }
    compared = 0
    for table in tables:
        for row in table.rows:
            exercise = row["period"] + ("-12" if row["dimension"].startswith("December") else "")
            rssd = row["entity"].removeprefix("RSSD:") if row["entity"].startswith("RSSD") else "ALL"
            wide = results[exercise, scenarios[row["dimension"].split("; ")[-1]], rssd]
            assert wide[row["series"]] == row["value"]
            assert wide["bank"] == row["entity_name"]
            compared += 1
    assert compared == 1518 + 936 + 489 + 576 + 510


def test_facts_and_files_give_the_same_rows(shared: Path, results) -> None:
    tables = facts(
        shared, "dfast__2026_banks", "dfast__aggregate", "dfast__paths_2026", "dfast_scenario__2026"
    )
    part = DATASET.from_facts(tables)[0]
    for row in cells(part, DATASET, "results"):
        wide = results[str(row["exercise"]), str(row["scenario"]), str(row["id_rssd"])]
        assert {k: v for k, v in row.items() if v is not None}.items() <= wide.items()
    whole = parsed(shared, DATASET)["2026-06-24"]
    assert set(part.tables["paths"]) == set(whole.tables["paths"])
    assert set(part.tables["scenarios"]) < set(whole.tables["scenarios"])


def _line(
    name: str = "2098 Stress Test",
    quarter: str = "12/31/2097",
    scenario: str = "3,Supervisory Severely Adverse",
) -> str:
    return f"{name},{quarter},1,Made-up Bancorp,{scenario}," + ",".join(["1.5"] * len(FIGURES))


def test_a_made_up_file_in_the_layout_is_read(tmp_path: Path) -> None:
    file = made_up(tmp_path, "public_results_DFAST_2098.csv", f"{HEADER}\n{_line()}\n")
    part = DATASET.parse([file])[0]
    assert part.edition == "2098-06"
    row = cells(part, DATASET, "results")[0]
    assert (row["exercise"], row["actual_as_of"], row["scenario"], row["aoci_incl_capital_end_amt"]) == (
        "2098",
        "2097-Q4",
        "severely_adverse",
        "1.5",
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<!DOCTYPE html><html><body>Not found</body></html>", "HTML"),
        ("", "empty"),
        (f"{HEADER}\n", "none"),
        (
            f"{HEADER.replace('tier1_capital_end_rat', 'tier1_capital_last_rat')}\n{_line()}\n",
            "tier1_capital_last_rat",
        ),
        (f"{HEADER}\n{_line()[:-60]}\n", "cells"),
        (f"{HEADER}\n{_line(name='Stress Test of 2098')}\n", "Stress Test of 2098"),
        (f"{HEADER}\n{_line(scenario='9,Supervisory Mild')}\n", "Supervisory Mild"),
        (f"{HEADER}\n{_line(quarter='31/12/2097')}\n", "31/12/2097"),
    ],
)
def test_another_layout_is_refused_and_names_what_was_found(tmp_path: Path, text: str, found: str) -> None:
    file = made_up(tmp_path, "public_results_DFAST_2098.csv", text)
    with pytest.raises(LayoutError, match=r"public_results_DFAST_2098\.csv") as error:
        DATASET.parse([file])
    assert found in str(error.value)


def test_a_check_sees_a_minimum_above_the_end(tmp_path: Path) -> None:
    values = ["5.0"] * len(FIGURES)
    names = [field.name for field in FIGURES]
    values[names.index("common_equity_tier1_min_rat")] = "9.0"
    line = ",".join(
        [
            "2098 Stress Test",
            "12/31/2097",
            "1",
            "Made-up Bancorp",
            "3",
            "Supervisory Severely Adverse",
            *values,
        ]
    )
    part = DATASET.parse([made_up(tmp_path, "public_results_DFAST_2098.csv", f"{HEADER}\n{line}\n")])[0]
    check = next(c for c in DATASET.checks if c.id == "minimum_at_most_end")
    assert "Made-up Bancorp" in (check.holds(part) or "")


def test_a_check_sees_a_missing_bank(tmp_path: Path) -> None:
    aggregate = _line().replace(",1,Made-up Bancorp,", ",,2 participating banks,")
    part = DATASET.parse(
        [made_up(tmp_path, "public_results_DFAST_2098.csv", f"{HEADER}\n{aggregate}\n{_line()}\n")]
    )[0]
    check = next(c for c in DATASET.checks if c.id == "participants")
    assert "1 of 2" in (check.holds(part) or "")
