"""From a typed error to one sentence on standard error and an exit code; the errors themselves decide the code."""

from __future__ import annotations

import os
from collections.abc import Iterable

import typer
from typer.core import TyperGroup

from finweave.core.errors import ArgumentError, FinweaveError
from finweave.views import printable

TRACEBACK = "FINWEAVE_TRACEBACK"
"""The environment variable that asks for a traceback."""


class FinweaveGroup(TyperGroup):
    """A group of commands in which a FinweaveError ends the command with its sentence and its exit code."""

    def invoke(self, ctx: typer.Context) -> object:  # pyright: ignore[reportIncompatibleMethodOverride]  typer's own
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except FinweaveError as error:
            complain(str(error))
            raise typer.Exit(error.exit_code) from None


def complain(sentence: str) -> None:
    """One sentence on standard error."""
    typer.echo(f"finweave: {printable(' '.join(sentence.split()))}", err=True)


def told(error: Exception) -> str:
    """Any exception in one sentence: a typed error's own, what the system would not do, or that there is a bug."""
    if isinstance(error, FinweaveError):
        return str(error)
    if isinstance(error, OSError):
        return f"the system would not read or write{_place(error)}: {error.strerror or error}"
    return f"this failed ({type(error).__name__}: {error}); it is a bug: {TRACEBACK}=1 shows where"


def traceback_wanted() -> bool:
    """Whether who runs this wants to see where a bug is instead of a sentence."""
    return bool(os.environ.get(TRACEBACK))


def exit_code(code: str) -> int:
    """The exit code of an error that came as data: that of the class with this code; a wrong question is wrong usage."""
    if code.startswith("question_"):
        return ArgumentError.exit_code
    for kind in _kinds(FinweaveError):
        if kind.code == code:
            return kind.exit_code
    return FinweaveError.exit_code


def _place(error: OSError) -> str:
    return f" {error.filename}" if error.filename is not None else ""


def _kinds(kind: type[FinweaveError]) -> Iterable[type[FinweaveError]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _kinds(narrower)
