"""`finweave ask` without a question: a conversation."""

from __future__ import annotations

import pytest

from finweave import api
from finweave.cli.conversation import converse


@pytest.fixture
def say(monkeypatch, capsys):
    """Says lines in a conversation and gives back what was printed on both channels."""

    def spoken(*lines: str):
        waiting = iter(lines)

        def read(prompt: str) -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        with api.open("starter") as finweave:
            converse(finweave, None)
        assert not list(waiting) or "/quit" in lines
        return capsys.readouterr()

    return spoken


def test_a_follow_up_is_read_with_what_came_before(say):
    printed = say("What is Bangladesh's OECD country risk category?", "And Ghana's?").out
    assert "Ghana's OECD" in printed


def test_source_shows_the_sources_of_the_last_answer(say):
    printed = say("What is Bangladesh's OECD country risk category?", "/source").out
    assert printed.count("[1] Country Risk Classifications") == 2


def test_source_before_any_answer_says_so(say):
    assert "No source" in say("/source").out


def test_quit_ends(say):
    assert "Ghana" not in say("/quit", "What is Ghana's OECD country risk category?").out


def test_an_unknown_command_shows_the_known_ones(say):
    assert say("/plto").out.count("/source shows") == 2


def test_a_wrong_question_does_not_end_the_conversation(say):
    printed = say("x" * 50_000, "Which bank will fail next?")
    assert "too long" in printed.err
    assert "I do not predict" in printed.out


def test_a_bug_does_not_end_the_conversation(say, monkeypatch):
    from finweave.analyst.analyst import Analyst

    right = Analyst.ask
    monkeypatch.setattr(
        Analyst, "ask", lambda self, turn: 1 / 0 if turn.question == "x" else right(self, turn)
    )
    monkeypatch.delenv("FINWEAVE_TRACEBACK", raising=False)
    printed = say("x", "Which bank will fail next?")
    assert "ZeroDivisionError" in printed.err
    assert "Traceback" not in printed.err
    assert "I do not predict" in printed.out


def test_without_a_terminal_there_is_no_conversation(start):
    done = start("ask", given="What is Ghana's OECD country risk category?\n")
    assert done.returncode == 2
    assert done.stdout == ""
