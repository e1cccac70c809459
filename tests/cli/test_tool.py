"""`finweave tool` and `finweave tools`."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Annotated, Literal

import pytest

from finweave.cli.arguments import arguments
from finweave.core.errors import ArgumentError
from finweave.tools.declare import Bank, ToolArgs


class Example(ToolArgs):
    """Arguments of no tool."""

    bank: Bank | None = None
    n: int = 5
    deep: bool = False
    order: Literal["asc", "desc"] = "asc"
    period: Annotated[str, "a period"] = ""
    cells: list[tuple[int, int, str]] | None = None
    options: dict[str, str] | None = None


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["bank=JPMorgan Chase, N.A."], {"bank": "JPMorgan Chase, N.A."}),
        (["bank=a", "bank=b"], {"bank": ["a", "b"]}),
        (['bank=["a, b", "c"]', "bank=d"], {"bank": ["a, b", "c", "d"]}),
        (["bank=JPM,GS"], {"bank": ["JPM", "GS"]}),
        (["bank=JPM,GS", "bank=MS"], {"bank": ["JPM", "GS", "MS"]}),
        (["bank=JPM,"], {"bank": "JPM,"}),
        (['bank=["a,b"]'], {"bank": ["a,b"]}),
        (["period=2023,2024"], {"period": "2023,2024"}),
        (["bank=852218"], {"bank": "852218"}),
        (["period=2024"], {"period": "2024"}),
        (["n=3", "deep=true"], {"n": 3, "deep": True}),
        (["n=three"], {"n": "three"}),
        (['cells=[[1, 0, "x"]]'], {"cells": [[1, 0, "x"]]}),
        (['options={"a": "b"}'], {"options": {"a": "b"}}),
        (["order=asc"], {"order": "asc"}),
        (["bank=a=b"], {"bank": "a=b"}),
        (["bank=[unfinished"], {"bank": "[unfinished"}),
        (["unknown=1"], {"unknown": "1"}),
    ],
)
def test_words_become_arguments_as_their_types_want_them(words, given):
    assert arguments(words, Example) == given


@pytest.mark.parametrize("word", ["bank", "=x", ""])
def test_a_word_without_key_and_value_is_an_error(word):
    with pytest.raises(ArgumentError, match="key=value"):
        arguments([word], Example)


def test_a_tool_prints_a_table_with_units_and_sources(run):
    result = run("tool", "stress_test", "bank=JPMorgan Chase")
    assert result.exit_code == 0
    header, row = result.stdout.split("JPMorgan")[:2]
    for word in ("actual", "minimum", "(percent", "risk-weighted"):
        assert word in header.lower()
    assert re.findall(r"\b\d+\.\d\b", row.split("federalreserve")[0])[:3] == ["14.6", "12.6", "15.0"]
    assert "public domain (17 USC 105)" in " ".join(result.stdout.split())


def test_csv_has_exact_values_and_nothing_else(run):
    result = run("tool", "stress_test", "bank=JPMorgan Chase", "--csv")
    rows = list(csv.reader(io.StringIO(result.stdout)))
    assert len(rows) == 2
    assert dict(zip(*rows, strict=True))["minimum"] == "12.6"
    assert result.stderr == ""


def test_a_list_with_commas_is_read_as_one(run):
    result = run("tool", "crc_rating", "country=Bangladesh,Ghana", "--csv")
    assert {row["country"] for row in csv.DictReader(io.StringIO(result.stdout))} == {"Bangladesh", "Ghana"}


def test_csv_of_what_is_absent_is_empty_and_the_reason_is_on_standard_error(run):
    result = run("tool", "stress_test", "bank=Bank of Bird-in-Hand", "--csv")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Bird-in-Hand" in result.stderr


def test_json_is_the_contract(run):
    result = json.loads(run("tool", "stress_test", "bank=JPMorgan Chase", "--json").stdout)
    assert list(result) == [
        "id", "turn", "tool", "arguments", "status", "columns", "rows", "total_rows", "truncated", "order", "notes",
        "caveats", "sources", "coverage", "candidates", "edition", "error", "refusal",
    ]  # fmt: skip
    assert isinstance(result["rows"][0], list)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["stress_test", "bnk=JPMorgan"], "did you mean bank?"),
        (["stres_test"], "did you mean stress_test?"),
        (["crc_rating", "country=Bangladseh"], "Bangladesh"),
        (["stress_test", "exercise=2024-Q5"], "2024-Q5"),
        (["stress_test", "JPMorgan"], "key=value"),
        (["stress_test", "--json", "--csv"], "exclude each other"),
    ],
)
def test_a_mistake_is_exit_code_2_with_what_is_allowed(run, words, says):
    result = run("tool", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr


def test_a_mistake_in_json_is_a_result_of_status_error(run):
    result = run("tool", "stress_test", "bnk=x", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["nearest"] == ["bank"]


def test_an_ambiguous_name_lists_its_candidates(run):
    result = run("tool", "stress_test", "bank=bank")
    assert result.exit_code == 0
    assert "That can mean:" in result.stdout


def test_the_menu_lists_every_tool_with_an_example(run):
    listed = json.loads(run("tools", "--json").stdout)
    printed = run("tools").stdout
    assert len(listed) >= 6
    for entry in listed:
        assert f"{entry['name']} ({entry['area']})" in printed


def test_the_menu_is_narrowed_by_area_and_by_words(run):
    assert {each["area"] for each in json.loads(run("tools", "--json", "--tools", "crises").stdout)} == {
        "crises"
    }
    assert [each["name"] for each in json.loads(run("tools", "--json", "--find", "grey LIST").stdout)] == [
        "fatf_status"
    ]
    assert run("tools", "--tools", "cries").exit_code == 2
