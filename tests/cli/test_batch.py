"""`finweave ask --batch`: one answer a line, in order, whatever the lines are."""

from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

from finweave.cli.batch import LONGEST_LINE, _progress, turn_of
from finweave.cli.main import app
from finweave.core.errors import ArgumentError

GOOD = {"id": "a", "q": "What is Bangladesh's OECD country risk category?"}


def answers(path, *options):
    result = CliRunner().invoke(app, ["ask", "--batch", str(path), *options])
    return result, [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def mixed(tmp_path):
    path = tmp_path / "questions.jsonl"
    lines = [
        json.dumps(GOOD).encode(),
        b"{not json",
        b"",
        b'{"id": "no-question"}',
        b'{"id": 7, "question": "Which countries are on the FATF black list?"}',
        b'{"id": "latin", "q": "Caf\xe9?"}',
        b"[1, 2]",
        b'{"id": "typed", "q": 5}',
        b'{"id": "history", "q": "And Ghana?", "prev": 3}',
        b'{"id": "date", "q": "Which countries are on the FATF black list?", "as_of": "2024-13-01"}',
        b'{"id": 1e400, "q": "Which bank will fail next?"}',
        b'{"id": "deep", "q": ' + b"[" * 100_000 + b"}",
        b'{"id": "last", "q": "Which bank will fail next?", "gold": [1], "expect": {}}',
    ]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
    return path


def test_a_broken_line_is_an_answer_of_status_error_and_stops_nothing(mixed):
    result, found = answers(mixed)
    assert [each["status"] for each in found] == [
        "answered", "error", "error", "answered", "error", "error", "error", "error", "error",
        "error", "error", "refused",
    ]  # fmt: skip
    assert result.exit_code == 1
    assert result.stderr == ""


def test_ids_come_back_as_given_where_they_could_be_read(mixed):
    _, found = answers(mixed)
    assert [each.get("id") for each in found] == [
        "a", None, "no-question", 7, None, None, "typed", "history", "date", None, None, "last",
    ]  # fmt: skip
    assert "id" not in found[1]


def test_a_broken_line_has_the_keys_of_an_answer(mixed):
    _, found = answers(mixed)
    assert list(found[2]) == list(found[0])
    assert found[2]["error"]["field"] == "question"


def test_a_bug_in_one_line_stops_nothing(tmp_path, monkeypatch):
    from finweave.analyst.analyst import Analyst

    right = Analyst.ask

    def sometimes(self, turn):
        return right(self, turn) if "Bangladesh" in turn.question else 1 / 0

    monkeypatch.setattr(Analyst, "ask", sometimes)
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"id": 1, "q": "x"}) + "\n" + json.dumps(GOOD), encoding="utf-8")
    _, found = answers(path)
    assert [(each["id"], each["status"]) for each in found] == [(1, "error"), ("a", "answered")]
    assert "ZeroDivisionError" in found[0]["text"]


@pytest.mark.parametrize(("terminals", "shown"), [({"stderr"}, "\r1 answered\r2 answered\n"), (set(), ""),
                                                  ({"stderr", "stdout"}, "")])  # fmt: skip
def test_progress_is_for_a_terminal_that_does_not_show_the_answers(monkeypatch, capsys, terminals, shown):
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda name=name: name in terminals)
    with _progress() as progress:
        progress()
        progress()
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", shown)


def test_exit_code_is_0_when_every_line_was_answered(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    result, found = answers(path)
    assert result.exit_code == 0
    assert len(found) == 1


def test_standard_input_is_read_for_a_dash(start):
    done = start(
        "ask", "--batch", "-", "--json", given=json.dumps(GOOD) + "\n\n" + json.dumps({**GOOD, "id": "b"})
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["a", "b"]
    assert done.returncode == 0


def test_a_follow_up_takes_its_subject_from_the_history(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"q": "And Ghana's?", "prev": [GOOD["q"]]}), encoding="utf-8")
    _, found = answers(path)
    assert [call["tool"] for call in found[0]["calls"]] == ["crc_rating"]
    assert "Ghana" in found[0]["text"]


def test_a_line_beyond_the_limit_is_an_error_and_the_next_one_is_read(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'{"q": "' + b"x" * (2 * LONGEST_LINE) + b'"}\n' + json.dumps(GOOD).encode())
    _, found = answers(path)
    assert [each["status"] for each in found] == ["error", "answered"]


def test_as_of_of_a_line_goes_before_that_of_the_command():
    assert turn_of({"q": "x", "as_of": "2024-01-01"}, "2020-01-01").as_of == "2024-01-01"
    assert turn_of({"q": "x"}, "2020-01-01").as_of == "2020-01-01"


@pytest.mark.parametrize(
    "entry",
    ["Which?", {"q": "Which?"}, {"question": "Which?", "answer": "", "calls": []}],
    ids=["text", "q", "full"],
)
def test_an_entry_of_history_is_a_text_or_an_object(entry):
    assert turn_of({"question": "x", "history": [entry]}).history[0].question == "Which?"


def test_calls_of_history_are_kept():
    entry = {"q": "Which?", "calls": [{"tool": "t", "arguments": {"n": 1}}], "estate": "abc"}
    past = turn_of({"q": "x", "history": [entry]}).history[0]
    assert (past.calls, past.estate) == ((("t", {"n": 1}),), "abc")


@pytest.mark.parametrize(
    "line",
    [{"q": "x", "history": [5]}, {"q": "x", "history": [{}]}, {"q": "x", "history": [{"q": "y", "calls": [{}]}]},
     {"q": "x", "history": [{"q": "y", "calls": {}, "answer": 1}]}, {"q": "x", "as_of": 2024}],
)  # fmt: skip
def test_a_history_of_another_shape_is_an_error(line):
    with pytest.raises(ArgumentError):
        turn_of(line)
