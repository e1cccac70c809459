"""`finweave ask`: one question, a conversation, or a file of questions."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from finweave.cli.failures import complain, exit_code
from finweave.cli.options import AsOfOption, EstateOption, JsonOption, opened, out
from finweave.core.errors import ArgumentError


def ask(
    question: Annotated[list[str] | None, typer.Argument(help="The question, in words.")] = None,
    as_json: JsonOption = False,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch",
            metavar="FILE",
            help="Answer a file of questions, one JSON object a line; - is standard input.",
        ),
    ] = None,
    as_of: AsOfOption = None,
    estate: EstateOption = None,
) -> None:
    """Answer a question with published figures.

    Every figure has its source. Without a question, in a terminal, this is a conversation. A line of a batch has question (or q), and may have id, history (or prev) and as_of. Answers come as JSON Lines in
    the order of the questions.
    """
    words = " ".join(question or [])
    if batch is not None:
        if question:
            raise ArgumentError("a question and --batch exclude each other: give one of them", field="batch")
        from finweave.cli.batch import answer_file

        raise typer.Exit(answer_file(opened(estate), batch, as_of))
    if question is None or not question:
        if as_json or not sys.stdin.isatty():
            raise ArgumentError('there is no question: finweave ask "What ...?"', field="question")
        from finweave.cli.conversation import converse

        converse(opened(estate), as_of)
        return
    answer = opened(estate).ask(words, as_of=as_of)
    if as_json:
        out(answer.to_json())
    elif answer.status == "error":
        complain(answer.text)
    else:
        from finweave.cli.render import Screen

        Screen().answer(answer)
    if answer.status == "error":
        raise typer.Exit(exit_code(answer.error.code) if answer.error else 1)
