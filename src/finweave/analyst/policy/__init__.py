"""Decides, before anything runs, what is not answered and why; a pure function of the words, no estate, no model.

`frames.py` says which kinds of question those are, `cues.txt` holds the words, `bangladesh.py` the names. A question is
read clause by clause, so that the answerable rest of a mixed one survives. `forbidden_in_answer` is the check after.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from finweave.analyst.policy import bangladesh
from finweave.analyst.policy.frames import ELSEWHERE, FRAMES_OF, MARKUP
from finweave.analyst.policy.spot import Clause, split, spot
from finweave.core.text import clean
from finweave.results import Refusal, RefusalClass

PRECEDENCE: tuple[RefusalClass, ...] = (
    "injection", "bangladesh_bank", "who_fails_next", "advice", "forecast", "out_of_estate",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PolicyVerdict:
    """`refusal`, or None; what is `withdrawn` from the answer of a mixed question; its `answerable` rest, if any."""

    refusal: Refusal | None = None
    withdrawn: frozenset[str] = frozenset()
    answerable: str | None = None


def classify(question: str, history: Sequence[str] = (), *, as_of: date | None = None) -> PolicyVerdict:
    """The verdict on a question; `history` are the earlier questions, oldest first, and give context only.

    `as_of` is the asker's date, from which a year is past or future; without it, today.
    """
    asked = _Asked(question, tuple(history), (as_of or date.today()).year)
    for refusal in PRECEDENCE:
        in_parts = any(asked.refuses(refusal, clause) for clause in asked.clauses)
        if in_parts or asked.refuses_whole(refusal):
            rest = asked.rest() if in_parts and refusal != "injection" else None
            return PolicyVerdict(REFUSALS[refusal], WITHDRAWN.get(refusal, frozenset()), rest)
    return PolicyVerdict()


def forbidden_in_answer(text: str) -> tuple[tuple[tuple[int, int], RefusalClass], ...]:
    """Spans of a draft that may not reach a reader, each with its class: the names of Bangladesh's individual banks."""
    return tuple((span, "bangladesh_bank") for span in bangladesh.spans(text))


REFUSALS: Mapping[RefusalClass, Refusal] = {
    refusal.class_: refusal
    for refusal in (
        Refusal(
            "injection",
            "The question gives instructions about how I work instead of asking about the data.",
            "Ask for a figure, a comparison or a source, and I will answer from published data.",
        ),
        Refusal(
            "bangladesh_bank",
            "I hold no figures on individual banks of Bangladesh and name none of them.",
            "Ask about the Bangladeshi banking system or a category, such as state-owned or private banks.",
        ),
        Refusal(
            "who_fails_next",
            "I do not predict, rank or list which banks may fail.",
            "Ask about past failures, the published ratios of a bank, or published stress test results.",
        ),
        Refusal(
            "advice",
            "I do not give advice on money, investments or where deposits are safe.",
            "Ask for published figures on a bank, a market or a country and judge for yourself.",
        ),
        Refusal(
            "forecast",
            "I do not make forecasts of my own.",
            "Ask for past figures, or for an institution's published projection by name.",
        ),
        Refusal(
            "out_of_estate",
            "That lies outside the public financial data I hold.",
            "Ask about banks, crises, debt, rates, markets or what the documents say about them.",
        ),
    )
}

# Kinds of tool that a mixed question may not use even for its answerable rest.
WITHDRAWN: Mapping[RefusalClass, frozenset[str]] = {
    "who_fails_next": frozenset({"rankings", "scores"}),
    "forecast": frozenset({"scores"}),
}


class _Asked:
    """A question read clause by clause, with what was asked before it."""

    def __init__(self, question: str, before: tuple[str, ...], year: int) -> None:
        self.question = question
        self.text = clean(question)
        self.before = before
        self.year = year
        self.clauses = tuple(spot(part, year) for part in split(self.text))
        self.whole = self.clauses[0] if len(self.clauses) == 1 else spot(self.text, year)

    def refuses(self, refusal: RefusalClass, clause: Clause) -> bool:
        """Whether a clause by itself is of that class."""
        if refusal == "bangladesh_bank":
            return bangladesh.names_bank(clause.text, " ".join(self.before))
        return any(frame.fits(clause) for frame in FRAMES_OF[refusal])

    def refuses_whole(self, refusal: RefusalClass) -> bool:
        """Whether the question is of that class though none of its clauses is: its parts stand apart."""
        if refusal == "bangladesh_bank":
            return bangladesh.names_bank(self.text)
        if refusal == "injection":
            return _markup().search(self.question) is not None
        if refusal == "out_of_estate" and not self.before and ELSEWHERE.fits(self.whole):
            return True
        frames = [frame for frame in FRAMES_OF[refusal] if frame.across]
        if any(frame.fits(self.whole) for frame in frames):
            return True
        talk = [frame for frame in frames if frame.across == "conversation"] if self.before else []
        return bool(talk) and any(f.fits(spot(f"{self.before[-1]} {self.text}", self.year)) for f in talk)

    def rest(self) -> str | None:
        """The clauses that may be answered and that ask for something, as one question."""
        kept = [c for c in self.clauses if not any(self.refuses(refusal, c) for refusal in PRECEDENCE)]
        asks = [c.text for c in kept if c.has(_SOMETHING) and not c.has("possessive")]
        return " ".join(asks) or None


# What a clause must speak of to be a question by itself.
_SOMETHING = "finance|measure|market|subject|past year|fail"


@cache
def _markup() -> re.Pattern[str]:
    return re.compile("|".join(MARKUP), re.IGNORECASE)
