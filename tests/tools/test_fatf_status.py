"""FATF lists by the date of their statements."""

from __future__ import annotations

import pytest
from facts_estate import FactsEstate

from conftest import Ask
from finweave.results import Ledger
from finweave.tools.call import call
from finweave.tools.declare import Context
from finweave.tools.registry import registry


@pytest.mark.parametrize(
    ("period", "count", "date"),
    [
        ("2024-06-28", 21, "2024-06-28"),
        ("2024-10-25", 24, "2024-10-25"),
        ("2025-02", 25, "2025-02-21"),
        ("2025-06", 24, "2025-06-13"),
        ("2025-10", 20, "2025-10-24"),
        ("2026-02", 22, "2026-02-13"),
        ("2024", 24, "2024-10-25"),
        ("2025-01-15", 24, "2024-10-25"),
        (None, 22, "2026-06-19"),
    ],
)
def test_the_grey_list_of_a_statement(ask: Ask, period: str | None, count: int, date: str) -> None:
    result = ask("fatf_status", list="grey", **({"period": period} if period else {}))
    assert (result.status, result.total_rows) == ("ok", count)
    assert {result.text(i, "date") for i in range(count)} == {date}


def test_the_black_list_is_three_countries(ask: Ask) -> None:
    result = ask("fatf_status", list="black")
    assert {row[-1] for row in result.rows} == {"PRK", "IRN", "MMR"}
    assert result.text(1, "note") == "counter-measures"


def test_members_are_forty_with_two_organisations(ask: Ask) -> None:
    result = ask("fatf_status", list="members")
    assert result.total_rows == 40
    assert {"European Commission", "Gulf Cooperation Council"} <= {row[0] for row in result.rows}


def test_not_a_member_is_an_answer_with_the_whole_list_behind_it(ask: Ask) -> None:
    result = ask("fatf_status", country="Bangladesh", list="members")
    assert result.status == "ok"
    assert result.text(0, "status") == "not a member"
    assert any("Asia/Pacific Group (APG)" in note for note in result.notes)


def test_all_lists_are_asked_by_default(ask: Ask) -> None:
    result = ask("fatf_status", country="Iran")
    assert [(row[1], row[2]) for row in result.rows] == [
        ("grey list (increased monitoring)", "not listed"),
        ("black list (call for action)", "listed"),
        ("members", "not a member"),
    ]


def test_a_suspended_member_is_said_to_be_so(ask: Ask) -> None:
    result = ask("fatf_status", country="Russia", list="members")
    assert result.text(0, "status") == "member"
    assert "suspended" in (result.text(0, "note") or "")


def test_a_year_shows_every_statement_in_it(ask: Ask) -> None:
    result = ask("fatf_status", country="Senegal", list="grey", period="2024")
    assert [(row[2], row[3]) for row in result.rows] == [
        ("listed", "2024-06-28"),
        ("not listed", "2024-10-25"),
    ]


def test_a_compiled_list_is_cited_as_secondary_and_the_statement_as_the_publishers(ask: Ask) -> None:
    compiled = ask("fatf_status", list="grey", period="2025-02")
    assert [source.provenance for source in compiled.sources] == ["secondary"]
    assert any("Compiled from secondary sources" in note for note in compiled.notes)
    staged = ask("fatf_status", list="grey", period="2024-10")
    assert [source.provenance for source in staged.sources] == ["publisher_file"]
    assert staged.notes == ()


@pytest.mark.parametrize(
    "arguments",
    [{"list": "grey", "period": "2019"}, {"list": "members", "period": "2010"}, {"period": "2010"}],
)
def test_before_the_lists_held_it_is_absent_with_coverage(ask: Ask, arguments: dict[str, object]) -> None:
    result = ask("fatf_status", **arguments)
    assert result.status == "absent"
    assert result.coverage is not None
    assert result.coverage.first is not None
    assert result.sources


def test_latest_counts_from_the_askers_date(estate: FactsEstate) -> None:
    result = call("fatf_status", {"list": "grey"}, Context(estate, Ledger(), registry(), "2025-03-01"))
    assert result.text(0, "date") == "2025-02-21"


def test_a_list_that_is_a_cut_proves_no_absence(
    estate: FactsEstate, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(estate.cuts, "fatf__listings", "only the first page is here")
    result = ask("fatf_status", country="Bangladesh", list="grey")
    assert result.status == "partial"
    assert any("only the first page" in note for note in result.notes)


def test_an_unknown_country_is_an_error(ask: Ask) -> None:
    result = ask("fatf_status", country="Atlantis")
    assert result.error is not None
    assert result.error.code == "unknown_name"
