"""`finweave demo`: eight real questions on the estate, one of each kind, with figures, sources and time."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from finweave.cli.options import opened

QUESTIONS = (
    "How low did JPMorgan's CET1 go in the latest stress test?",
    "What was the dollar's share of allocated reserves in the latest quarter and what was it in 1999-Q1?",
    "By how much do Goldman Sachs's and Morgan Stanley's minimum CET1 differ in the 2026 stress test?",
    "Which bank had the lowest projected minimum CET1 in the 2026 stress test?",
    "Which countries are on the FATF black list?",
    "What is Bangladesh's OECD country risk category?",
    "How did Bank of Bird-in-Hand do in the stress test?",
    "Which bank will fail next?",
)
"""Two look-ups of one question, a difference, a rank, a list, a category, an absence and a refusal among them."""


def demo(
    estate: Annotated[
        str, typer.Option("--estate", metavar="NAME", help="The estate to ask (default: starter).")
    ] = "starter",
) -> None:
    """Answer eight real questions on the starter estate."""
    from finweave.cli.render import Screen

    screen = Screen()
    began = time.perf_counter()
    finweave = opened(estate)
    answers = [finweave.ask(question) for question in QUESTIONS]
    seconds = time.perf_counter() - began
    for number, answer in enumerate(answers, start=1):
        screen.title(f"{number}. {answer.question}")
        screen.answer(answer)
        screen.space()
    failed = sum(answer.status == "error" for answer in answers)
    screen.line(f"{len(answers)} questions answered in {seconds:.2f} s, opening the estate included.")
    if failed:
        screen.line(f"{failed} of them ended in an error.")
        raise typer.Exit(1)
