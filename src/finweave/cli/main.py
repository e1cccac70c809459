"""The command line: `finweave COMMAND`. One module a command group; each imports what it needs when it runs.

Exit codes: 0 answered (absence, ambiguity and refusal included), 1 something failed, 2 wrong usage, 3 the estate is
missing or damaged. What goes wrong is said in one sentence on standard error, never as a traceback.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from finweave.cli import ask, demo, doctor, estate, gate, tool
from finweave.cli.failures import FinweaveGroup, complain, told, traceback_wanted

app = typer.Typer(
    name="finweave",
    cls=FinweaveGroup,
    help="Answers questions about public financial data with published figures, each with its source.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def run() -> None:
    """What `finweave` starts. A bug is told in one sentence too; FINWEAVE_TRACEBACK=1 shows where it is."""
    _speak_utf8()
    try:
        app()
    except Exception as error:
        if traceback_wanted():
            raise
        complain(told(error))
        sys.exit(1)


def _speak_utf8() -> None:
    """What is piped is UTF-8 everywhere; a terminal that lacks a character shows a question mark, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"finweave {version('finweave')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Answers questions about public financial data with published figures, each with its source."""


app.command("ask")(ask.ask)
app.command("demo")(demo.demo)
app.command("tool")(tool.tool)
app.command("tools")(tool.tools)
app.add_typer(estate.app, name="estate")
app.add_typer(gate.app, name="gate")
app.command("doctor")(doctor.doctor)
