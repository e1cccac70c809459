"""COFER against figures read from the IMF's files by hand, and the rule on editions."""

from __future__ import annotations

from decimal import Decimal

import pytest
from facts_estate import COFER_COLUMNS, FactsEstate

from conftest import Ask
from finweave.results import Ledger, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import Context
from finweave.tools.registry import registry


def value(result: ToolResult, row: int = 0, column: str = "share") -> Decimal:
    """The figure of a row."""
    cell = result.cell(row, column)
    assert cell is not None
    return cell.value


@pytest.mark.parametrize(
    ("arguments", "expected", "edition"),
    [
        ({"period": "1999-Q1"}, "71.1888689871011", "2025-12-19"),
        ({"period": "2025-Q3"}, "56.6023254394531", "2026-07-01"),
        ({"period": "2025-Q4"}, "56.4172706604004", "2026-07-01"),
        ({}, "57.130786895752", "2026-07-01"),
    ],
)
def test_the_dollars_share_is_that_of_the_newest_edition(
    ask: Ask, arguments: dict[str, object], expected: str, edition: str
) -> None:
    result = ask("reserve_currencies", currency="USD", **arguments)
    assert value(result) == Decimal(expected)
    assert result.edition == edition
    assert result.sources[0].vintage.startswith(edition)


def test_before_2000_the_share_of_total_is_computed_and_said_so(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="USD", base="total", period="1999-Q1")
    assert round(value(result), 2) == Decimal("54.94")
    cell = result.cell(0, "share")
    assert cell is not None
    assert cell.base == "of total foreign exchange reserves"
    assert any("computed: amount in the currency / total" in note for note in result.notes)


def test_from_2000_both_bases_coincide_and_that_is_said(ask: Ask) -> None:
    total = ask("reserve_currencies", currency="USD", base="total", period="2025-Q4")
    allocated = ask("reserve_currencies", currency="USD", base="allocated", period="2025-Q4")
    assert value(total) == value(allocated)
    assert any("coincide" in note for note in total.notes)
    assert allocated.notes == ()


def test_a_year_is_its_year_end_quarter(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="USD", period="2024")
    assert result.text(0, "period") == "2024-Q4"
    assert any("year-end quarter" in note for note in result.notes)


def test_a_year_that_is_not_over_is_its_last_quarter_held(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="USD", period="2026")
    assert result.text(0, "period") == "2026-Q1"
    assert any("last quarter of 2026" in note for note in result.notes)


def test_a_month_is_the_quarter_end_it_names_or_the_one_before(ask: Ask) -> None:
    assert ask("reserve_currencies", currency="USD", period="2024-06").text(0, "period") == "2024-Q2"
    result = ask("reserve_currencies", currency="USD", period="2024-08")
    assert result.text(0, "period") == "2024-Q2"
    assert any("quarterly" in note for note in result.notes)


def test_all_currencies_of_a_quarter_come_largest_first_and_make_up_the_whole(ask: Ask) -> None:
    result = ask("reserve_currencies", period="2026-Q1")
    shares = [value(result, row) for row in range(result.total_rows)]
    assert shares == sorted(shares, reverse=True)
    assert abs(sum(shares) - 100) < Decimal("0.01")
    assert result.text(0, "currency") == "US dollar"
    assert result.status == "ok"


def test_a_list_that_is_a_cut_is_partial(ask: Ask) -> None:
    result = ask("reserve_currencies", period="2005-Q2")
    assert result.status == "partial"
    assert any("Not every currency is held" in note for note in result.notes)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"currency": "CNY", "period": "2015"}, "2016-Q4 to 2026-Q1"),
        ({"currency": "SEK"}, "does not report Swedish krona separately"),
        ({"currency": "USD", "period": "1980"}, "held is 1999-Q1"),
        ({"currency": "USD", "period": "2031"}, "held is 1999-Q1"),
        ({"currency": "USD", "period": "2025-Q3", "edition": "2025-12-19"}, "2026-07-01 does"),
    ],
)
def test_what_is_not_there_is_absent_with_coverage(
    ask: Ask, arguments: dict[str, object], reason: str
) -> None:
    result = ask("reserve_currencies", **arguments)
    assert result.status == "absent"
    assert result.coverage is not None
    assert reason in result.coverage.reason
    assert result.sources


def test_the_renminbi_begins_in_2016(ask: Ask) -> None:
    whole = ask("reserve_currencies", currency="renminbi", **{"from": "2016-Q4"})
    assert whole.text(0, "period") == "2016-Q4"
    assert whole.status == "ok"
    early = ask("reserve_currencies", currency="renminbi", **{"from": "2010"})
    assert early.status == "partial"
    assert any("2016-Q4" in note for note in early.notes)


def test_a_span_that_no_edition_covers_is_partial_and_never_spliced(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="USD", **{"from": "2000-Q4", "to": "2020-Q4"})
    assert result.status == "partial"
    assert result.edition == "2025-12-19"
    assert [result.text(i, "period") for i in (0, -1)] == ["2000-Q4", "2013-Q4"]
    assert any("the edition 2026-07-01 holds it" in note for note in result.notes)


def test_a_span_in_years_gives_year_ends_and_the_newest_quarter(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="USD", **{"from": "2023"})
    assert [row[1] for row in result.rows] == ["2023-Q4", "2024-Q4", "2025-Q4", "2026-Q1"]


def test_single_points_of_two_editions_stand_side_by_side_with_the_caveat(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="EUR", period=["2009", "2015"])
    assert [result.text(i, "edition") for i in (0, 1)] == ["2025-12-19", "2026-07-01"]
    assert [caveat.id for caveat in result.caveats] == ["editions_differ"]
    first, second = result.cell(0, "share"), result.cell(1, "share")
    assert first is not None
    assert second is not None
    assert (first.vintage or "").startswith("2025-12-19")
    assert (second.vintage or "").startswith("2026-07-01")


def test_points_that_one_edition_covers_are_of_that_one(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="EUR", period=["2015", "2025"])
    assert result.edition == "2026-07-01"
    assert result.caveats == ()


def test_an_amount_keeps_the_publishers_unit(ask: Ask) -> None:
    old = ask("reserve_currencies", currency="USD", measure="amount", period="1999-Q1")
    new = ask("reserve_currencies", currency="USD", measure="amount")
    assert [r.column("amount").unit for r in (old, new)] == ["USD million", "USD"]
    assert value(old, column="amount") == Decimal("882325.110960097")
    total = ask("reserve_currencies", currency="TOTAL", base="total", measure="amount", period="1999-Q1")
    assert value(total, column="amount") == Decimal("1605915.82177076")


def test_all_currencies_together_are_an_amount(ask: Ask) -> None:
    result = ask("reserve_currencies", currency="TOTAL", period="1999-Q1")
    assert value(result, column="amount") == Decimal("1605915.82177076")
    assert result.arguments["base"] == "total"


@pytest.mark.parametrize(
    ("as_of", "latest"),
    [
        ("2026-07-12", "2026-Q1"),
        ("2026-03-30", "2025-Q4"),
        ("2026-03-31", "2026-Q1"),
        ("2024-01-15", "2023-Q4"),
    ],
)
def test_latest_is_the_last_quarter_ended_by_the_askers_date(
    estate: FactsEstate, as_of: str, latest: str
) -> None:
    result = call("reserve_currencies", {"currency": "USD"}, Context(estate, Ledger(), registry(), as_of))
    assert result.text(0, "period") == latest


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"period": "2024-Q5"}, "period"),
        ({"period": "FY2024"}, "period"),
        ({"period": "2020", "from": "2010"}, "period"),
        ({"edition": "2020-01-01"}, "edition"),
        ({"currency": "shells of cowrie"}, "currency"),
    ],
)
def test_an_impossible_argument_is_an_error(ask: Ask, arguments: dict[str, object], field: str) -> None:
    result = ask("reserve_currencies", **({"currency": "USD"} | arguments))
    assert result.status == "error"
    assert result.error is not None
    assert result.error.field == field


@pytest.fixture
def made_up() -> Context:
    """A made-up edition with year-ends before 1999 and quarters from then on."""
    estate = FactsEstate("made-up reserves")
    rows = [
        (holding, code, measure, frequency, period, value)
        for frequency, period in (
            ("year", "1997"),
            ("year", "1998"),
            ("year", "1999"),
            ("quarter", "1999-Q4"),
        )
        for holding, code, measure, value in (
            ("allocated", "DEM", "share", "60"),
            ("allocated", "USD", "share", "40"),
            ("allocated", "USD", "amount", "400"),
            ("total", "TOTAL", "amount", "1600"),
        )
    ]
    estate.load(
        "cofer__reserves",
        COFER_COLUMNS,
        [
            ("WLD", holding, code, measure, frequency, period, "made up", value,
             "percent" if measure == "share" else "USD million", "", "2020-01-01", "sample")
            for holding, code, measure, frequency, period, value in rows
        ],
    )  # fmt: skip
    return Context(estate, Ledger(), registry())


def test_before_1999_a_year_is_answered_from_the_annual_figures(made_up: Context) -> None:
    result = call("reserve_currencies", {"currency": "DEM", "period": "1997"}, made_up)
    assert (result.text(0, "period"), value(result)) == ("1997-Q4", Decimal(60))
    total = call("reserve_currencies", {"currency": "USD", "period": "1997", "base": "total"}, made_up)
    assert value(total) == Decimal(25)


def test_from_1999_annual_and_quarterly_figures_are_not_counted_twice(made_up: Context) -> None:
    assert call("reserve_currencies", {"currency": "USD", "from": "1997"}, made_up).total_rows == 3


def test_a_quarter_before_1999_is_absent_because_there_are_year_ends_only(made_up: Context) -> None:
    result = call("reserve_currencies", {"currency": "USD", "period": "1998-Q2"}, made_up)
    assert result.coverage is not None
    assert "year-ends only" in result.coverage.reason
