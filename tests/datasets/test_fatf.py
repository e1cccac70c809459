"""FATF lists: who is on the grey list comes out of the statement's headings by rule."""

from pathlib import Path

import pytest
from raw_files import cells, facts, made_up, parsed

from finweave.core.errors import LayoutError
from finweave.datasets.fatf import DATASET

NAME = "increased-monitoring-october-2024.md"
# Made up, in the layout of a statement.
SECTION = "This made-up section is long enough to be one: the jurisdiction has taken steps and should take others, in many words."
STATEMENT = f"""Jurisdictions under increased monitoring are made up here.

The following countries had their progress reviewed: Fiji and Japan.

fiji
{SECTION}

NEW ZEALAND
(Statement from June 2091)

{SECTION}

Jurisdictions No Longer Subject to Increased Monitoring by the FATF
{SECTION}

japan
{SECTION}
"""


def test_the_statement_of_october_2024_lists_the_24_published_jurisdictions(shared: Path) -> None:
    part = parsed(shared, DATASET)["2024-10-25"]
    found = {row["code"] for row in cells(part, DATASET, "listings")}
    published = {
        r["entity"]
        for r in facts(shared, "fatf")[0].rows
        if r["series"] == "GREY" and r["period"] == "2024-10-25"
    }
    assert len(found) == 24
    assert found == published
    assert "SEN" not in found, "Senegal left the list at that plenary and has a section too"


@pytest.mark.parametrize(
    ("day", "count"),
    [
        ("2024-06-28", 21),
        ("2024-10-25", 24),
        ("2025-02-21", 25),
        ("2025-06-13", 24),
        ("2025-10-24", 20),
        ("2026-02-13", 22),
        ("2026-06-19", 22),
    ],
)
def test_the_compiled_lists_have_the_announced_numbers(shared: Path, day: str, count: int) -> None:
    rows = [r for part in DATASET.from_facts(facts(shared, "fatf")) for r in cells(part, DATASET, "listings")]
    assert len([r for r in rows if r["list"] == "grey" and r["date"] == day]) == count
    assert {r["code"] for r in rows if r["list"] == "black" and r["date"] == day} == {"PRK", "IRN", "MMR"}


def test_compiled_rows_say_that_they_are_secondary(shared: Path) -> None:
    for part in DATASET.from_facts(facts(shared, "fatf")):
        for row, provenance in zip(part.tables["listings"], part.row_provenance["listings"], strict=True):
            staged = row[0] == "grey" and row[3] == "2024-10-25"
            assert provenance == ("publisher_file" if staged else "secondary")


def test_a_made_up_statement_lists_those_before_the_removed(tmp_path: Path) -> None:
    part = DATASET.parse([made_up(tmp_path, NAME, STATEMENT)])[0]
    assert [row["code"] for row in cells(part, DATASET, "listings")] == ["FJI", "NZL"]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (NAME, "<html>moved</html>", "HTML"),
        (NAME, STATEMENT.replace("Jurisdictions under", "Countries under"), "Countries under"),
        (NAME, STATEMENT.replace("No Longer Subject", "Still Subject"), "no such heading"),
        (NAME, STATEMENT.replace("fiji", "Atlantis"), "atlantis"),
        ("increased-monitoring-may-2091.md", STATEMENT, "may-2091"),
    ],
)
def test_another_text_is_refused_and_names_what_was_found(
    tmp_path: Path, name: str, text: str, found: str
) -> None:
    with pytest.raises(LayoutError) as error:
        DATASET.parse([made_up(tmp_path, name, text)])
    assert found in str(error.value)
