"""What the gate says: the verdicts, a finding, a proof, a judgement, and what was done about it.

These are the gate's own types: the analyst turns them into the answer's. Spans are code points of the draft
(of the final text once `act` has re-spanned them).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from finweave.grounding.text import Span
from finweave.results import Caveat, Cell

Verdict: TypeAlias = Literal[
    "question_only", "document_figure", "wrong_scale", "wrong_unit", "over_precise", "wrong_sign", "wrong_base",
    "wrong_entity", "wrong_period", "wrong_measure", "derived", "fabricated", "unbound", "number_word",
    "quote_altered", "quote_joined", "quote_over_cap", "title_invented", "caveat_missing", "refused_topic",
]  # fmt: skip
Outcome: TypeAlias = Literal["clean", "repaired", "appended", "withheld", "stripped"]

ORDER: tuple[Verdict, ...] = (
    "question_only", "document_figure", "wrong_scale", "wrong_unit", "over_precise", "wrong_sign", "wrong_base",
    "wrong_entity", "wrong_period", "wrong_measure", "derived", "fabricated", "unbound", "number_word",
)  # fmt: skip
"""When several fit a figure, the first is the one reported."""


@dataclass(frozen=True, slots=True)
class GateFinding:
    """`span` covers the numeral and the words that contradict it; `figure` is what is withheld (None: a sentence)."""

    span: Span
    verdict: Verdict
    text: str
    reason: str
    nearest: str | None = None
    figure: Span | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A figure of the text and the cell that proves it; `cell` is None for a count of rows or a note's figure."""

    span: Span
    text: str
    cell: Cell | None
    source: str = ""


@dataclass(frozen=True, slots=True)
class ProvedQuote:
    """A quotation found verbatim in a passage; `document` is the passage's position in what was given."""

    span: Span
    document: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one draft. `missing` are the mandatory caveats that the draft does not carry."""

    draft: str
    findings: tuple[GateFinding, ...]
    proofs: tuple[Proof, ...]
    quotes: tuple[ProvedQuote, ...] = ()
    missing: tuple[Caveat, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing at all was found, a missing caveat included."""
        return not self.findings

    @property
    def outcome(self) -> Outcome:
        """What `act` would have to do at least: nothing, append caveats, or withhold."""
        if not self.findings:
            return "clean"
        return "appended" if all(f.verdict == "caveat_missing" for f in self.findings) else "withheld"


@dataclass(frozen=True, slots=True)
class Acted:
    """The text a reader gets, with spans into it. `findings` keep their spans of the draft that was judged."""

    text: str
    outcome: Outcome
    findings: tuple[GateFinding, ...] = ()
    proofs: tuple[Proof, ...] = ()
    appended: tuple[Caveat, ...] = field(default=())
