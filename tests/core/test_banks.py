"""Banks: names and numbers of each level, short forms, and the words that are no bank."""

import csv
from pathlib import Path

import pytest

from finweave.core.banks import bank, bank_index, banks
from finweave.core.errors import UnknownNameError


def found(text: str) -> list[str]:
    return [match.id for match in bank_index().find(text)]


def spotted(text: str) -> list[tuple[str, list[str]]]:
    return [(text[start:end], [m.id for m in matches]) for start, end, matches in bank_index().spot(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("JPMorgan", "JPMorgan Chase"),
        ("JP Morgan", "JPMorgan Chase"),
        ("J.P. Morgan", "JPMorgan Chase"),
        ("JPMorgan Chase & Co.", "JPMorgan Chase"),
        ("JPMORGAN CHASE & CO.", "JPMorgan Chase"),
        ("JPMorgan Chase Bank, National Association", "JPMorgan Chase"),
        ("JPMorgan Chase Bank NA", "JPMorgan Chase"),
        ("JPMorgan Chase Bank, N.A.", "JPMorgan Chase"),
        ("JPM", "JPMorgan Chase"),
        ("Chase", "JPMorgan Chase"),
        ("cert 628", "JPMorgan Chase"),
        ("CERT:628", "JPMorgan Chase"),
        ("FDIC cert 628", "JPMorgan Chase"),
        ("852218", "JPMorgan Chase"),
        ("RSSD 1039502", "JPMorgan Chase"),
        ("Morgan Stanley", "Morgan Stanley"),
        ("2162966", "Morgan Stanley"),
        ("MS", "Morgan Stanley"),
        ("Morgan Stanley Private Bank, National Association", "Morgan Stanley Private Bank"),
        ("BofA", "Bank of America"),
        ("BoA", "Bank of America"),
        ("BAC", "Bank of America"),
        ("Wells", "Wells Fargo"),
        ("Wells Fargo & Company", "Wells Fargo"),
        ("Citi", "Citigroup"),
        ("Citibank", "Citigroup"),
        ("C", "Citigroup"),
        ("GS", "Goldman Sachs"),
        ("The Goldman Sachs Group, Inc.", "Goldman Sachs"),
        ("Goldman", "Goldman Sachs"),
        ("USB", "U.S. Bank"),
        ("U.S. Bancorp", "U.S. Bank"),
        ("BNY Mellon", "BNY"),
        ("The Bank of New York Mellon Corporation", "BNY"),
        ("M & T", "M&T"),
        ("Schwab", "Charles Schwab"),
        ("TD Group US Holdings LLC", "TD Bank US"),
        ("regions", "Regions"),
        ("SVB", "Silicon Valley Bank (failed)"),
        ("Credit Suisse Holdings (USA), Inc.", "Credit Suisse US"),
        ("BB&T Corporation", "Truist"),
    ],
)
def test_a_name_short_form_or_number_is_one_bank(text: str, name: str) -> None:
    assert found(text) == [name]


@pytest.mark.parametrize(
    "text", ["c", "ms", "gs", "Morgan", "628", "Bank", "First Bank of Nowhere", "", "cert 999999", "KeY"]
)
def test_what_is_no_name_as_written_is_no_bank(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("How low did JPMorgan's CET1 go?", [("JPMorgan", ["JPMorgan Chase"])]),
        ("J.P. Morgan or Morgan Stanley", [("J.P. Morgan", ["JPMorgan Chase"]), ("Morgan Stanley", ["Morgan Stanley"])]),
        ("MS, GS and USB, but option C", [("MS", ["Morgan Stanley"]), ("GS", ["Goldman Sachs"]), ("USB", ["U.S. Bank"])]),
        ("20 ms, plan C, vitamin c", []),
        ("which US banks, a US bank, the U.S. banks", []),
        ("US Banks and U.S. Banks in a headline", []),
        ("US Bank against U.S. Bancorp", [("US Bank", ["U.S. Bank"]), ("U.S. Bancorp", ["U.S. Bank"])]),
        ("all regions, citizens and popular commerce", []),
        ("Regions and Citizens", [("Regions", ["Regions"]), ("Citizens", ["Citizens"])]),
        ("the District of Columbia and Silicon Valley", []),
        ("Silicon Valley Bank and SVB", [("Silicon Valley Bank", ["Silicon Valley Bank (failed)"]), ("SVB", ["Silicon Valley Bank (failed)"])]),
        ("M&T, BB&T and PNC", [("M&T", ["M&T"]), ("BB&T", ["Truist"]), ("PNC", ["PNC"])]),
        ("cert 628 or RSSD 2380443", [("cert 628", ["JPMorgan Chase"]), ("RSSD 2380443", ["Goldman Sachs"])]),
        ("total assets of 852218 dollars", []),
        ("the KEY question", []),
        ("Goldman Sachs' and Goldman’s", [("Goldman Sachs", ["Goldman Sachs"]), ("Goldman", ["Goldman Sachs"])]),
    ],
)  # fmt: skip
def test_banks_are_spotted_in_a_question(text: str, names: list[tuple[str, list[str]]]) -> None:
    assert spotted(text) == names


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("JP Morgn Chas", "JPMorgan Chase"),
        ("Goldmann Sachs", "Goldman Sachs"),
        ("Welsh Fargo", "Wells Fargo"),
        ("Citigrup", "Citigroup"),
    ],
)
def test_a_misspelt_bank_is_named_in_the_error(text: str, nearest: str) -> None:
    with pytest.raises(UnknownNameError, match="did you mean") as raised:
        bank(text)
    assert raised.value.nearest[0] == nearest


def test_half_a_name_offers_every_bank_that_has_it() -> None:
    assert {"JPMorgan Chase", "Morgan Stanley"} <= {match.id for match in bank_index().near("Morgan")}


def test_a_bank_has_the_keys_of_each_level() -> None:
    jpm = bank("JPMorgan Chase")
    assert (jpm.fdic_cert, jpm.rssd_bank, jpm.rssd_top_holder, jpm.rssd_dfast) == (
        "628",
        "852218",
        "1039502",
        "1039502",
    )
    td = bank("TD Bank US")
    assert (td.rssd_dfast, td.rssd_top_holder) == ("3606542", "1238565")
    assert bank("Zions").rssd_top_holder is None


@pytest.mark.parametrize("level", ["fdic_cert", "rssd_bank", "rssd_dfast"])
def test_a_key_belongs_to_one_bank(level: str) -> None:
    keys = [key for entry in banks() if (key := getattr(entry, level))]
    assert len(keys) == len(set(keys)) > 30


def test_every_bank_is_found_by_its_names_and_numbers_alone() -> None:
    for entry in banks():
        for text in (entry.name, entry.bank_legal_name, entry.rssd_bank, entry.ticker):
            if text:
                assert found(text) == [entry.name], text


def test_the_identities_are_those_of_the_published_registers(shared: Path) -> None:
    with (shared / "facts" / "crosswalk_us_banks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["fdic_cert"]: row for row in csv.DictReader(file)}
    ours = {entry.fdic_cert: entry for entry in banks() if entry.fdic_cert}
    assert set(ours) == set(rows)
    for cert, row in rows.items():
        assert (ours[cert].rssd_bank or "") == row["rssd_bank"]
        assert ours[cert].rssd_top_holder in (row["rssd_top_holder"], None)


def test_every_stress_tested_company_is_found_by_its_published_names(shared: Path) -> None:
    with (shared / "facts" / "dfast_entities.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_number = {entry.rssd_dfast: entry.name for entry in banks() if entry.rssd_dfast}
    for row in rows:
        if row["id_rssd"] in by_number:
            for name in row["names"].split(" | "):
                assert found(name) == [by_number[row["id_rssd"]]], name
