"""`finweave gate check` on made-up cases."""

from __future__ import annotations

import json

import pytest

CALL = {
    "id": 1, "turn": 1, "tool": "made_up", "arguments": {}, "status": "ok", "total_rows": 1,
    "columns": [
        {"name": "c", "label": "Country", "kind": "entity"}, {"name": "y", "label": "Year", "kind": "period"},
        {"name": "v", "label": "NPL ratio", "unit": "percent", "base": "total loans", "kind": "value"},
    ],
    "rows": [["Ghana", "2023", 17.3]],
}  # fmt: skip


def case(id, draft):
    return json.dumps({"id": id, "question": "What is Ghana's NPL ratio?", "calls": [CALL], "draft": draft})


@pytest.fixture
def cases(tmp_path):
    path = tmp_path / "cases.jsonl"
    right = case("right", "Ghana's NPL ratio was 17.3% of total loans in 2023.")
    wrong = case("wrong", "Ghana's NPL ratio was 71.3% of total loans in 2023.")
    path.write_text("\n".join([right, "", wrong]), encoding="utf-8")
    return path


def test_each_case_is_judged_in_order(run, cases):
    result = run("gate", "check", "--cases", str(cases), "--json")
    right, wrong = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert right == {"id": "right", "pass": True, "outcome": "clean", "findings": []}
    assert (wrong["id"], wrong["pass"], wrong["outcome"]) == ("wrong", False, "withheld")
    start, end = wrong["findings"][0]["span"]
    assert (
        "71.3%"
        in json.loads(case("", "Ghana's NPL ratio was 71.3% of total loans in 2023."))["draft"][start:end]
    )


def test_in_words_a_finding_has_verdict_and_reason(run, cases):
    printed = run("gate", "check", "--cases", str(cases)).stdout
    assert "right: passes" in printed
    assert "71.3%" in printed


def test_a_broken_case_is_named_and_stops_nothing(run, cases):
    cases.write_text("{\n" + cases.read_text(encoding="utf-8"), encoding="utf-8")
    result = run("gate", "check", "--cases", str(cases), "--json")
    assert result.exit_code == 1
    assert result.stderr.startswith("finweave: line 1:")
    assert len(result.stdout.splitlines()) == 2


def test_standard_input_is_read_for_a_dash(start):
    done = start("gate", "check", "--cases", "-", "--json", given=case("only", "Nothing is said."))
    assert json.loads(done.stdout)["id"] == "only"


def test_a_missing_file_is_wrong_usage(run):
    result = run("gate", "check", "--cases", "no-such-file.jsonl")
    assert result.exit_code == 2
    assert "no-such-file.jsonl" in result.stderr
