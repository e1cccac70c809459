"""One turn, from question to answer: policy, planner, calls, gate. Every face of the product calls `Analyst.ask`.

The analyst keeps no conversation: a turn brings its history, whose calls are run again to rebuild the ledger. It never
raises for a bad question; what is wrong is said in the answer. No text leaves here that the gate has not judged.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property

from finweave.analyst.answer import (
    Answer,
    AnsweredCaveat,
    AnswerStatus,
    Citation,
    EstateName,
    Figure,
    Finding,
    Grounding,
    ModelName,
    PastTurn,
    Turn,
)
from finweave.analyst.gate import gated, words_of
from finweave.analyst.limits import HISTORY_CALLS, HISTORY_TURNS, QUESTION_CHARACTERS
from finweave.analyst.planner.frame import Frame
from finweave.analyst.planner.plan import Caller
from finweave.analyst.planner.planner import Draft, Planner
from finweave.analyst.planner.spot.names import NameIndexes
from finweave.analyst.policy import REFUSALS, classify, forbidden_in_answer
from finweave.core.banks import bank_index
from finweave.core.currencies import currency_index
from finweave.core.errors import FinweaveError, PeriodError
from finweave.core.numbers import plain
from finweave.core.periods import parse_period
from finweave.core.places import country_index
from finweave.core.text import clean
from finweave.grounding.vocabulary import Words
from finweave.results import CallError, Ledger, Refusal, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import Context, EstateReader, Tool

PLANNER = ModelName("builtin", "planner")


class Analyst:
    """Answers questions over one estate. Safe to share between threads."""

    def __init__(self, estate: EstateReader, registry: Mapping[str, Tool]) -> None:
        """An analyst over an open estate and the tools of a registry."""
        self.estate = estate
        self.registry = registry

    @cached_property
    def planner(self) -> Planner:
        """The built-in planner, made at the first question."""
        return Planner(self.registry, lambda: NameIndexes(bank_index(), country_index(), currency_index()))

    @cached_property
    def words(self) -> Words:
        """What the gate is told of the registry."""
        return words_of(self.planner.lexicon)

    def ask(self, turn: Turn) -> Answer:
        """The answer to a turn; status `error` says what is wrong with the question."""
        began = time.perf_counter()
        answer = self._answer(turn)
        return replace(answer, id=turn.id, seconds=round(time.perf_counter() - began, 6))

    def _answer(self, turn: Turn) -> Answer:
        question = clean(turn.question)
        today, wrong = _today(turn.as_of)
        wrong = wrong or _wrong_question(question)
        if wrong is not None:
            return self._plain(turn, "error", wrong.message, error=wrong)
        verdict = classify(question, [clean(past.question) for past in turn.history], as_of=today)
        if verdict.refusal is not None and not verdict.answerable:
            return self._plain(turn, "refused", _refused(verdict.refusal), refusal=verdict.refusal)
        ledger = Ledger()
        try:
            past = self._rebuild(turn.history, ledger, today)
            draft = self.planner.draft(
                verdict.answerable or question, past, today, self._caller(ledger, today)
            )
        except FinweaveError as error:
            problem = CallError(
                error.code, str(error), error.field, error.given, error.allowed, error.nearest
            )
            return self._plain(turn, "error", str(error), error=problem)
        if verdict.refusal is not None:
            draft = replace(draft, status="partial", text=f"{draft.text}\n\n{_refused(verdict.refusal)}")
        return self._judged(turn, draft, ledger, verdict.refusal)

    def _caller(self, ledger: Ledger, today: date) -> Caller:
        context = Context(self.estate, ledger, self.registry, today.isoformat())

        def run(tool: str, arguments: Mapping[str, object]) -> ToolResult:
            return ledger.add(call(tool, arguments, context))

        return run

    def _rebuild(self, history: tuple[PastTurn, ...], ledger: Ledger, today: date) -> list[Frame]:
        """Runs the calls of earlier turns again (a client cannot forge a result) and reads their questions again."""
        run = self._caller(ledger, today)
        frames: list[Frame] = []
        for past in history[-HISTORY_TURNS:]:
            question = clean(past.question)[:QUESTION_CHARACTERS]
            if classify(question, as_of=today).refusal is None:
                frames += self.planner.frames(question, frames, today)
            for tool, arguments in past.calls:
                if len(ledger.results) < HISTORY_CALLS:
                    run(tool, arguments)
            ledger.turn += 1
        return frames

    def _judged(self, turn: Turn, draft: Draft, ledger: Ledger, refusal: Refusal | None) -> Answer:
        """Through the gate: what it withheld is gone, what it proved are the answer's figures."""
        if forbidden_in_answer(draft.text):
            # A name that no question showed: it does not leave here, and neither does what was said of it.
            kept = REFUSALS["bangladesh_bank"]
            return self._plain(turn, "refused", _refused(kept), refusal=kept)
        calls = ledger.of_turn(ledger.turn)
        if draft.status == "error":
            # Says what was wrong with a call in the asker's own words and in those of declarations; no data were read.
            wrong = next((call.error for call in calls if call.error is not None), None)
            return replace(self._plain(turn, "error", draft.text, error=wrong), calls=tuple(calls))
        acted = gated(turn.question, ledger.results, draft.text, self.words)
        status: AnswerStatus = draft.status
        if acted.outcome == "stripped":
            status = "absent"
        appended = {caveat.id for caveat in acted.appended}
        mandatory = {c.id: c for result in calls for c in result.caveats if c.mandatory}
        return Answer(
            status=status,
            text=acted.text,
            question=turn.question,
            estate=EstateName(self.estate.name, self.estate.digest),
            model=PLANNER,
            grounding=Grounding(
                acted.outcome,
                tuple(Finding(f.span, f.verdict, f.text, f.reason, f.nearest) for f in acted.findings),
            ),
            figures=tuple(
                Figure(
                    p.span,
                    p.text,
                    p.cell.call,
                    p.cell.row,
                    p.cell.column,
                    plain(p.cell.value),
                    p.cell.unit,
                    p.cell.base,
                    p.cell.entity,
                    p.cell.period,
                    p.cell.dataset,
                    p.cell.vintage,
                )
                for p in acted.proofs
                if p.cell is not None
            ),
            citations=tuple(Citation.of(n, source) for n, source in enumerate(draft.sources, start=1)),
            calls=tuple(calls),
            readings=draft.readings,
            refusal=refusal,
            caveats=tuple(AnsweredCaveat(c.id, c.text, c.id in appended) for c in mandatory.values()),
            as_of=turn.as_of,
        )

    def _plain(
        self,
        turn: Turn,
        status: AnswerStatus,
        text: str,
        *,
        error: CallError | None = None,
        refusal: Refusal | None = None,
    ) -> Answer:
        """An answer without a call: an error or a refusal, whose text holds no figure by construction."""
        return Answer(
            status=status,
            text=text,
            question=turn.question,
            estate=EstateName(self.estate.name, self.estate.digest),
            model=PLANNER,
            grounding=Grounding("clean"),
            refusal=refusal,
            error=error,
            as_of=turn.as_of,
        )


def _today(as_of: str | None) -> tuple[date, CallError | None]:
    """The asker's date, today without one."""
    if as_of is None:
        return date.today(), None
    try:
        period = parse_period(as_of)
    except PeriodError as error:
        return date.today(), CallError("period", f"as_of: {error}", "as_of", as_of, ("2026-07-11",))
    return period.last, None


def _wrong_question(question: str) -> CallError | None:
    """Empty, or longer than a question can be."""
    if not question:
        return CallError(
            "question_empty", "The question is empty: ask for a figure in words.", "question", ""
        )
    if len(question) > QUESTION_CHARACTERS:
        return CallError(
            "question_too_long",
            "The question is too long to be one question: ask for one thing at a time.",
            "question",
            f"{len(question)} characters",
            (f"at most {QUESTION_CHARACTERS} characters",),
        )
    return None


def _refused(refusal: Refusal) -> str:
    return f"{refusal.reason} {refusal.instead}"
