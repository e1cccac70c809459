"""A conversation in the terminal: questions and follow-ups until /quit. Nothing of it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finweave.analyst.limits import HISTORY_TURNS
from finweave.cli.failures import complain, told, traceback_wanted
from finweave.cli.render import Screen

if TYPE_CHECKING:
    from finweave.analyst.answer import Answer
    from finweave.api import FinWeave

HELP = "Ask in words; follow-ups work. /source shows where the last answer comes from, /quit ends."


def converse(finweave: FinWeave, as_of: str | None) -> None:
    """Asks and answers until /quit or the end of input."""
    _edit_lines()
    screen = Screen()
    screen.dim(f"Estate {finweave.estate.name}. {HELP}")
    past: list[Answer] = []
    while (said := _read()) is not None:
        if said in ("/quit", "/exit", "/q"):
            return
        if said == "/source":
            _sources(screen, past)
        elif said.startswith("/"):
            screen.dim(HELP)
        elif said:
            answer = _answered(finweave, said, past, as_of)
            if answer is None:
                continue
            if answer.status == "error":
                complain(answer.text)
                continue
            screen.answer(answer)
            past = [*past, answer][-HISTORY_TURNS:]


def _answered(finweave: FinWeave, said: str, past: list[Answer], as_of: str | None) -> Answer | None:
    """The answer; None after a bug, which must not end the conversation: what is typed next would go to the shell."""
    try:
        return finweave.ask(said, past, as_of)
    except Exception as error:
        if traceback_wanted():
            raise
        complain(told(error))
        return None


def _sources(screen: Screen, past: list[Answer]) -> None:
    if not past or not past[-1].citations:
        screen.dim("No source was used yet.")
    else:
        screen.provenance(past[-1])


def _read() -> str | None:
    """The next line, None at the end of input or on Ctrl-C."""
    try:
        return input("> ").strip()
    except (EOFError, KeyboardInterrupt):
        return None


def _edit_lines() -> None:
    """Arrow keys and recall within this conversation, where the platform has them."""
    try:
        import readline

        readline.set_auto_history(True)
    except ImportError:
        return
