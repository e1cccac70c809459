"""`finweave gate check`: the gate on anybody's text; cases as JSON Lines in, one judgement a line out, in order."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from finweave.cli.failures import complain
from finweave.cli.options import JsonOption, out
from finweave.core.errors import ArgumentError, FinweaveError

if TYPE_CHECKING:
    from finweave.cli.render import Screen
    from finweave.grounding.cases import Case
    from finweave.grounding.verdicts import Judgement
    from finweave.grounding.vocabulary import Words

app = typer.Typer(help="Judge a text against tool results.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Judge a text against tool results."""


@app.command("check")
def check(
    cases: Annotated[
        str,
        typer.Option("--cases", metavar="FILE", help="Cases, one JSON object a line; - is standard input."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Judge drafts: a case has id, question, calls (tool results) and draft; it may have quotes and history.

    Exit code 1 only where a case could not be read; a draft that fails the gate is an answer.
    """
    from finweave.analyst.gate import words_of
    from finweave.analyst.planner.vocabulary import lexicon
    from finweave.grounding.cases import read_case
    from finweave.tools.registry import registry

    words = words_of(lexicon(registry()))
    screen = None
    if not as_json:
        from finweave.cli.render import Screen

        screen = Screen()
    broken = False
    for number, line in enumerate(_lines(cases), start=1):
        try:
            case = read_case(line)
        except FinweaveError as error:
            broken = True
            complain(f"line {number}: {error}")
            continue
        _tell(case, _judged(case, words), screen)
    raise typer.Exit(int(broken))


def _judged(case: Case, words: Words) -> Judgement:
    from finweave.grounding.judge import judge

    return judge(case.question, case.results, case.draft, documents=case.documents, vocabulary=words)


def _tell(case: Case, judgement: Judgement, screen: Screen | None) -> None:
    if screen is None:
        from finweave.core.jsontext import dumps

        findings = [
            {"span": f.span, "verdict": f.verdict, "text": f.text, "reason": f.reason, "nearest": f.nearest}
            for f in judgement.findings
        ]
        out(
            dumps(
                {"id": case.id, "pass": judgement.passed, "outcome": judgement.outcome, "findings": findings}
            )
        )
        sys.stdout.flush()
        return
    screen.title(f"{case.id}: {'passes' if judgement.passed else judgement.outcome}")
    for finding in judgement.findings:
        nearest = f" Nearest: {finding.nearest}." if finding.nearest else ""
        screen.line(f"  {finding.verdict}: {finding.text!r}: {finding.reason}{nearest}")


def _lines(file: str) -> list[str]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ArgumentError(f"{file} cannot be read ({error.strerror})", field="cases", given=file) from None
    except UnicodeDecodeError:
        raise ArgumentError(f"{file} is not UTF-8 text", field="cases", given=file) from None
    return [line for line in text.split("\n") if line.strip()]
