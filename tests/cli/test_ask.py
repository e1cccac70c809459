"""`finweave ask`: one question and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

QUESTION = "How low did JPMorgan's CET1 go in the latest stress test?"
KEYS = [
    "status", "text", "figures", "quotes", "citations", "calls", "charts", "readings", "refusal", "caveats",
    "grounding", "model", "estate", "error", "question", "as_of", "format", "usage", "seconds",
]  # fmt: skip
FIGURE_KEYS = [
    "span", "text", "call", "row", "column", "value", "unit", "base", "entity", "period", "dataset", "vintage",
]  # fmt: skip


def test_a_question_is_answered_with_figure_source_and_estate(run):
    result = run("ask", QUESTION)
    assert result.exit_code == 0
    assert "12.6%" in result.stdout
    assert "[1] Dodd-Frank" in result.stdout
    assert "public domain (17 USC 105)" in " ".join(result.stdout.split())
    assert "estate starter" in result.stdout


def test_the_words_of_a_question_need_no_quotes(run):
    quoted, bare = (run("ask", *words, "--json") for words in ([QUESTION], QUESTION.split()))
    assert json.loads(bare.stdout)["text"] == json.loads(quoted.stdout)["text"]


def test_json_is_the_contract_and_nothing_else_is_on_standard_output(run):
    result = run("ask", QUESTION, "--json")
    answer = json.loads(result.stdout)
    assert list(answer) == KEYS
    assert result.stdout.count("\n") == 1
    for figure in answer["figures"]:
        assert list(figure) == FIGURE_KEYS
        start, end = figure["span"]
        assert answer["text"][start:end] == figure["text"]
        assert isinstance(figure["value"], str)
    assert {citation["dataset"] for citation in answer["citations"]} == {"dfast"}
    assert "document" not in answer["citations"][0]


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("How did Bank of Bird-in-Hand do in the stress test?", "absent"),
        ("Which bank will fail next?", "refused"),
    ],
)
def test_absence_and_refusal_are_answers(run, question, status):
    result = run("ask", question, "--json")
    assert json.loads(result.stdout)["status"] == status
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([""], "empty"),
        (["x" * 50_000], "too long"),
        (["\x00\x1b\x07"], "empty"),
        ([QUESTION, "--as-of", "2023-02-30"], "2023-02-30"),
        ([QUESTION, "--batch", "file.jsonl"], "exclude each other"),
        (["--batch", "no-such-file.jsonl"], "no-such-file.jsonl"),
        ([], "no question"),
        ([QUESTION, "--no-such-option"], "--no-such-option"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(run, words, says):
    result = run("ask", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_a_wrong_question_in_json_is_an_answer_of_status_error(run):
    result = run("ask", "x" * 50_000, "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 2
    assert list(answer) == KEYS
    assert (answer["status"], answer["error"]["field"]) == ("error", "question")
    assert list(answer["error"])[:5] == ["code", "field", "given", "allowed", "nearest"]


def test_a_missing_estate_is_exit_code_3_and_says_what_to_do(run):
    result = run("ask", QUESTION, "--estate", "nowhere")
    assert result.exit_code == 3
    assert "'nowhere'" in result.stderr
    assert "finweave estate build" in result.stderr


def test_control_characters_reach_no_terminal(run):
    result = run("ask", f"{QUESTION}\x1b[31m\x07")
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


def test_what_is_piped_has_no_ansi_and_no_trailing_blanks(start):
    done = start("ask", "Which countries are on the FATF black list?")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert not [line for line in done.stdout.split("\n") if line != line.rstrip()]
    assert max(len(line) for line in done.stdout.split("\n")) <= 100


def test_columns_sets_the_width(start):
    done = start("ask", QUESTION, COLUMNS="60")
    assert max(len(line) for line in done.stdout.split("\n")) <= 60


def test_no_colour_is_sent_where_none_is_wanted(start):
    done = start("ask", QUESTION, NO_COLOR="1", FORCE_COLOR="1")
    assert "\x1b[3" not in done.stdout


def test_what_is_piped_is_utf8_whatever_the_locale(start):
    done = start("ask", "Which countries are on the FATF grey list?", "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Côte d'Ivoire" in json.loads(done.stdout)["text"]


def test_a_question_in_broken_encoding_is_answered_in_json_that_can_be_read(start):
    done = start("ask", f"\udcff\udcfe {QUESTION}", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["question"].endswith(QUESTION)


def test_the_command_line_starts_without_what_only_some_commands_need():
    heavy = ("duckdb", "rich", "rapidfuzz", "finweave.analyst.analyst", "finweave.tools", "finweave.datasets")
    code = f"import sys, finweave.cli.main; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_bug_is_one_sentence_too(monkeypatch, capsys):
    from finweave.cli import main

    def broken() -> None:
        raise ZeroDivisionError("of no one's\nmaking")

    monkeypatch.setattr(main, "app", broken)
    monkeypatch.delenv("FINWEAVE_TRACEBACK", raising=False)
    with pytest.raises(SystemExit) as ended:
        main.run()
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "ZeroDivisionError" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [["ask", QUESTION], ["tool", "fatf_status", "--csv"], ["tools", "--json"]])
def test_a_full_disk_is_one_sentence_that_blames_no_bug(words):
    command = [sys.executable, "-c", "from finweave.cli.main import run; run()", *words]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr
    assert "bug" not in done.stderr


def test_the_demo_answers_its_questions_and_says_how_long_it_took(run):
    result = run("demo")
    assert result.exit_code == 0
    assert "8. Which bank will fail next?" in result.stdout
    assert "8 questions answered in" in result.stdout
    assert "withheld" not in result.stdout
