"""Options that several commands share, spelled once, and the estate they open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from finweave.api import FinWeave

EstateOption = Annotated[
    str | None,
    typer.Option(
        "--estate", metavar="NAME", help="The estate to read (default: built if there is one, else starter)."
    ),
]
AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The date of asking: 'last year' counts from it."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON on standard output and nothing else.")]


def opened(estate: str | None) -> FinWeave:
    """The estate to work on."""
    from finweave import api

    return api.open(estate)


def out(text: str) -> None:
    """A line on standard output, written at once, whatever the terminal's encoding is."""
    typer.echo(text.encode("utf-8", "replace").decode("utf-8"))
