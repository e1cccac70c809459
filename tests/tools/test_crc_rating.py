"""OECD country risk categories against the two documents, read by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest
from facts_estate import OECD_COLUMNS, FactsEstate

from conftest import Ask
from finweave.results import Ledger, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import Context
from finweave.tools.registry import registry


def categories(result: ToolResult) -> list[tuple[str, str]]:
    """From when, and the category or that there is none."""
    return [(str(row[1]), str(row[2]) if row[2] is not None else "-") for row in result.rows]


@pytest.mark.parametrize(
    ("country", "category"),
    [("Bangladesh", 6), ("Thailand", 3), ("Argentina", 7), ("Sri Lanka", 7), ("PAK", 7), ("Brazil", 4), ("Taiwan", 2), ("Singapore", 0)],
)  # fmt: skip
def test_the_category_in_force(ask: Ask, country: str, category: int) -> None:
    result = ask("crc_rating", country=country)
    assert result.rows[0][2] == Decimal(category)
    assert result.edition == "2026-01-30"
    assert [caveat.id for caveat in result.caveats if caveat.mandatory] == ["not_a_sovereign_rating"]


@pytest.mark.parametrize("country", ["Greece", "United States", "Germany"])
def test_not_classified_is_no_category_zero(ask: Ask, country: str) -> None:
    result = ask("crc_rating", country=country)
    assert result.status == "ok"
    assert result.rows[0][2] is None
    assert result.text(0, "classification") == "not classified"
    assert "High Income" in (result.text(0, "reason") or "")
    assert list(result.cells()) == []


@pytest.mark.parametrize(
    ("category", "count"),
    [("7", 58), ("6", 27), ("5", 15), ("4", 13), ("3", 14), ("2", 9), ("1", 0), ("0", 1), ("-", 64)],
)
def test_a_category_lists_its_countries(ask: Ask, category: str, count: int) -> None:
    result = ask("crc_rating", category=category)
    assert (result.status, result.total_rows, result.truncated) == ("ok", count, False)
    assert result.sources


def test_history_gives_the_changes_and_says_which_date_is_not_known(ask: Ask) -> None:
    result = ask("crc_rating", country="Bangladesh", history=True)
    assert categories(result) == [
        ("1999-01-01", "5"),
        ("2002-04-18", "6"),
        ("2015-06-26", "5"),
        ("2026-01-30", "6"),
    ]
    assert [result.text(i, "edition") for i in (2, 3)] == ["2022-03-11", "2026-01-30"]
    assert any("5 in March 2022, 6 in January 2026" in note for note in result.notes)


@pytest.mark.parametrize(
    ("country", "period", "expected"),
    [
        ("Argentina", "2018", [("2016-10-28", "6")]),
        ("Argentina", "2019-10-18", [("2019-10-18", "7")]),
        ("Argentina", "2019-10-17", [("2016-10-28", "6")]),
        ("Argentina", "2019", [("2016-10-28", "6"), ("2019-10-18", "7")]),
        ("Sri Lanka", "2021-12", [("2021-06-25", "7")]),
        ("Greece", "2012", [("1999-01-01", "0")]),
        ("Greece", "2013", [("2013-01-01", "-")]),
        ("Bangladesh", "2026", [("2026-01-30", "6")]),
    ],
)
def test_the_category_at_a_date_is_the_one_in_force_then(
    ask: Ask, country: str, period: str, expected: list[tuple[str, str]]
) -> None:
    result = ask("crc_rating", country=country, period=period)
    if country == "Bangladesh":
        # The year began before the list: that the category held then is not known.
        assert categories(result)[-1:] == expected
        return
    assert categories(result) == expected
    assert result.status == "ok"


def test_between_the_documents_both_are_shown_and_the_date_is_not_guessed(ask: Ask) -> None:
    result = ask("crc_rating", country="Bangladesh", period="2024")
    assert result.status == "partial"
    assert categories(result) == [("2015-06-26", "5"), ("2026-01-30", "6")]
    assert any(
        "5 in March 2022, 6 in January 2026; the date of the change is not known" in n for n in result.notes
    )


def test_after_the_newest_list_its_date_is_said(ask: Ask) -> None:
    result = ask("crc_rating", country="Bangladesh", period="2026-06")
    assert result.status == "partial"
    assert any("valid as of 30 January 2026" in note for note in result.notes)


@pytest.mark.parametrize(
    "arguments",
    [
        {"country": "Bangladesh", "period": "1995"},
        {"country": "Bangladesh", "period": "2031"},
        {"category": "7", "period": "2024"},
    ],
)
def test_outside_the_documents_it_is_absent(ask: Ask, arguments: dict[str, object]) -> None:
    result = ask("crc_rating", **arguments)
    assert result.status == "absent"
    assert result.coverage is not None
    assert result.sources


def test_a_category_at_an_earlier_date_is_read_from_the_history(ask: Ask) -> None:
    result = ask("crc_rating", category="7", period="2020-12-31")
    assert result.edition == "2022-03-11"
    names = [row[0] for row in result.rows]
    assert "Argentina" in names
    assert "Sri Lanka" not in names, "Sri Lanka went to 7 on 25 June 2021"


def test_a_group_stands_for_its_members(ask: Ask) -> None:
    result = ask("crc_rating", country="G7")
    assert result.total_rows == 7
    assert {row[3] for row in result.rows} == {"not classified"}


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "country"),
        ({"country": "Atlantis"}, "country"),
        ({"country": "Peru", "category": "7"}, "category"),
        ({"country": "Peru", "history": True, "period": "2020"}, "period"),
        ({"category": "8"}, "category"),
    ],
)
def test_a_mistake_names_its_argument(ask: Ask, arguments: dict[str, object], field: str) -> None:
    result = ask("crc_rating", **arguments)
    assert result.error is not None
    assert result.error.field == field


def test_an_ambiguous_country_is_asked_back(ask: Ask) -> None:
    result = ask("crc_rating", country="Congo")
    assert result.status == "ambiguous"
    assert {candidate.id for candidate in result.candidates} == {"COD", "COG"}


@pytest.fixture
def cut_history() -> Context:
    """A made-up history of two runs of meetings with a gap between them (2004 to 2016)."""
    estate = FactsEstate("made-up history")
    rows = [
        ("PER", "1999-01-01", "3", "change"),
        ("PER", "2016-06-24", "5", "in_force"),
        ("CHL", "1999-01-01", "2", "change"),
        ("CHL", "2016-06-24", "2", "in_force"),
    ]
    estate.load(
        "oecd_crc__classifications",
        OECD_COLUMNS,
        [
            (code, code, day, category, None, None, basis, "2022-03-11", "sample")
            for code, day, category, basis in rows
        ],
    )
    return Context(estate, Ledger(), registry())


def test_a_change_inside_a_gap_of_the_history_has_no_date(cut_history: Context) -> None:
    result = call("crc_rating", {"country": "Peru", "period": "2010"}, cut_history)
    assert result.status == "partial"
    assert categories(result) == [("1999-01-01", "3"), ("2016-06-24", "5")]
    assert any("date of the change is not known" in note for note in result.notes)
    history = call("crc_rating", {"country": "Peru", "history": True}, cut_history)
    assert history.status == "partial"


def test_the_same_category_on_both_sides_of_a_gap_is_answered(cut_history: Context) -> None:
    result = call("crc_rating", {"country": "Chile", "period": "2010"}, cut_history)
    assert (result.status, categories(result)) == ("ok", [("1999-01-01", "2")])
