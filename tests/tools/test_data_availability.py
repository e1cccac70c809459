"""What is held, what it means, and under what licence."""

from __future__ import annotations

import pytest

from conftest import Ask


def test_without_a_subject_everything_held_is_listed_and_the_rest_named(ask: Ask) -> None:
    result = ask("data_availability")
    assert {row[-1] for row in result.rows} == {"dfast", "cofer", "oecd_crc", "fatf"}
    assert any("Restructuring haircuts" in note for note in result.notes)
    assert len(result.sources) == 4


@pytest.mark.parametrize(
    ("subject", "dataset"),
    [
        ("cofer", "cofer"),
        ("COFER", "cofer"),
        ("reserve_currencies", "cofer"),
        ("DFAST", "dfast"),
        ("grey list", "fatf"),
        ("FATF lists and members", "fatf"),
        ("the licence of the OECD country risk classification", "oecd_crc"),
    ],
)
def test_a_subject_is_a_dataset_a_tool_or_a_word_of_one(ask: Ask, subject: str, dataset: str) -> None:
    result = ask("data_availability", subject=subject)
    assert result.status == "ok"
    assert dataset in {row[-1] for row in result.rows}
    assert result.notes


def test_a_word_for_the_data_as_a_whole_lists_them_all(ask: Ask) -> None:
    assert len(ask("data_availability", subject="licence").rows) == 4
    assert [row[-1] for row in ask("data_availability", subject="licence COFER").rows] == ["cofer"]


def test_a_defined_term_is_answered_with_its_definition(ask: Ask) -> None:
    result = ask("data_availability", subject="unallocated reserves")
    assert result.notes[0] == "Reserves whose currency was not reported."
    assert [row[-1] for row in result.rows] == ["cofer"]


def test_the_licence_is_said_in_words(ask: Ask) -> None:
    result = ask("data_availability", subject="fatf")
    assert "copyright" in (result.text(0, "licence") or "")
    assert result.text(0, "commercial") == "unclear"


def test_a_dataset_that_is_declared_but_not_held_is_absent_with_its_source(ask: Ask) -> None:
    result = ask("data_availability", subject="haircuts")
    assert result.status == "absent"
    assert [source.dataset for source in result.sources] == ["haircuts"]
    assert result.coverage is not None
    assert "not held" in result.coverage.reason


def test_nothing_of_that_name_is_absent_with_the_nearest(ask: Ask) -> None:
    near = ask("data_availability", subject="gray lst")
    assert near.status == "absent"
    unknown = ask("data_availability", subject="pumpkins")
    assert unknown.status == "absent"
    assert unknown.rows == ()


@pytest.mark.parametrize(
    ("arguments", "tools"),
    [
        ({"country": "Bangladesh"}, {"crc_rating", "fatf_status"}),
        ({"bank": "JPMorgan"}, {"stress_test"}),
        ({"bank": "JPMorgan", "period": "2019"}, {"stress_test"}),
        ({"country": "Bangladesh", "subject": "fatf"}, {"fatf_status"}),
    ],
)
def test_names_are_put_to_the_tools_that_take_them(
    ask: Ask, arguments: dict[str, object], tools: set[str]
) -> None:
    result = ask("data_availability", **arguments)
    assert {row[-1] for row in result.rows} == tools
    assert {row[1] for row in result.rows} == {"yes"}


def test_what_a_tool_lacks_is_said_in_its_words(ask: Ask) -> None:
    result = ask("data_availability", bank="Bank of Bird-in-Hand")
    assert (result.text(0, "held") or "").startswith("no: ")


def test_a_subject_of_fifty_thousand_characters_is_refused(ask: Ask) -> None:
    result = ask("data_availability", subject="x" * 50_000)
    assert result.error is not None
    assert result.error.field == "subject"
    assert len(result.error.given or "") < 100
