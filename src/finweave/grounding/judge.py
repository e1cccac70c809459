"""The gate: question, results and draft in, judgement out. Deterministic, without model, network or estate.

Each step is a module of its own: fold, lay out, blot out quotations, references and periods, scan the figures, find
the cells they fit, bind them sentence by sentence, then relations, dates and caveats. This module only leads the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from finweave.grounding.bind import Binder, Bound
from finweave.grounding.blocks import Segment, read_blocks
from finweave.grounding.candidates import candidates, exact, holds
from finweave.grounding.cases import Passage
from finweave.grounding.caveats import missing_caveats
from finweave.grounding.cells import LedgerCell, LedgerIndex, read_ledger
from finweave.grounding.context import Context
from finweave.grounding.counts import (
    Explained,
    asked_and_disowned,
    explained,
    meta_count,
    repeated,
    window_of_time,
)
from finweave.grounding.dates import wrong_dates
from finweave.grounding.diagnose import diagnose
from finweave.grounding.measures import MeasureWords
from finweave.grounding.names import read_names
from finweave.grounding.quantities import Quantity
from finweave.grounding.quotes import Quoted, in_own_words, passage_figures, scan_quotes
from finweave.grounding.references import scan_references
from finweave.grounding.relations import wrong_order
from finweave.grounding.scan import overlaps, said, scan_numerals
from finweave.grounding.spelled import scan_spelled
from finweave.grounding.structure import Sentence
from finweave.grounding.text import Span, Text, fold_plain, masked, read_text
from finweave.grounding.times import Time, scan_times
from finweave.grounding.verdicts import ORDER, GateFinding, Judgement, Proof, ProvedQuote, Verdict
from finweave.grounding.vocabulary import Words, stems
from finweave.results import ToolResult


def judge(
    question: str,
    results: Sequence[ToolResult],
    draft: str,
    *,
    vocabulary: Words | None = None,
    documents: Sequence[Passage] = (),
) -> Judgement:
    """Judges every figure, quotation and caveat of a draft against the results."""
    return _Judge(question, results, draft, vocabulary or Words(), documents).judge()


def scan(text: str) -> tuple[list[Quantity], list[Time], str]:
    """Figures and periods of a folded text, and the text with references and periods blotted out."""
    references = scan_references(text)
    without = masked(text, references)
    times = scan_times(without)
    rest = masked(without, [time.span for time in times])
    numerals = scan_numerals(rest)
    spelled = [q for q in scan_spelled(rest) if not overlaps(q.span, [n.span for n in numerals])]
    found = sorted([*numerals, *spelled], key=lambda q: q.span)
    return [said(rest, quantity) for quantity in found], times, rest


class _Judge:
    """One judgement; holds what the steps share."""

    def __init__(
        self,
        question: str,
        results: Sequence[ToolResult],
        draft: str,
        words: Words,
        documents: Sequence[Passage],
    ) -> None:
        self.results = results
        self.documents = documents
        self.text: Text = read_text(draft)
        self.folded = self.text.folded
        self.names = read_names(results, words)
        self.ledger: LedgerIndex = read_ledger(results, self.names, words.conventions)
        self.measures = MeasureWords(words)
        self.question = fold_plain(question)
        self.asked, asked_times, _ = scan(self.question)
        self.read = passage_figures(documents)
        self.segments = read_blocks(self.folded)
        self.quotes: list[Quoted] = scan_quotes(self.folded, documents, [question, *self.ledger.texts])
        blotted = masked(self.folded, [quote.span for quote in self.quotes if quote.document is not None])
        self.quantities, self.times, self.rest = scan(blotted)
        self.mentions = self.names.mentions(self.folded)
        self.context = Context(
            self.mentions, self.times, self.names.mentions(self.question), asked_times, stems(self.question)
        )
        self.findings: list[GateFinding] = []
        self.proofs: list[Proof] = []

    def judge(self) -> Judgement:
        for segment in self.segments:
            self._segment(segment)
        for quote in self.quotes:
            if quote.verdict is not None:
                self._find(quote.span, quote.verdict, quote.reason, None, None)
        missing = tuple(missing_caveats(self.results, self.folded, self.segments)) if self._reports() else ()
        for caveat in missing:
            self.findings.append(
                GateFinding((0, 0), "caveat_missing", "", f"the draft does not say: {caveat.text}", caveat.id)
            )
        proved = tuple(
            ProvedQuote(self.text.raw_span(q.span), q.document) for q in self.quotes if q.document is not None
        )
        return Judgement(
            self.text.raw,
            tuple(sorted(self.findings, key=lambda f: f.span)),
            tuple(self.proofs),
            proved,
            missing,
        )

    def _reports(self) -> bool:
        return bool(self.proofs) or bool(self.findings)

    def _segment(self, segment: Segment) -> None:
        sentence = self._sentence(segment)
        bound = self._bind(sentence)
        proved: list[tuple[Quantity, LedgerCell]] = []
        for each in bound:
            if each.conflicts:
                self._conflict(each)
            elif (wrong := self._untrue(each, sentence)) is not None:
                self._find(each.quantity.span, wrong[0], wrong[1], each.quantity, each.cell)
            else:
                proved.append((each.quantity, each.cell))
                self._prove(each.quantity, each.cell)
        for quantity, span, reason in wrong_order(sentence, proved):
            cell = next(cell for known, cell in proved if known is quantity)
            self._unprove(quantity)
            self._find(span, "wrong_sign", reason, quantity, cell)
        figured = [span for f in self.findings if (span := f.span)]
        for span, verdict, reason in wrong_dates(
            sentence, self.folded, self.results, self.ledger, self.question, self.context
        ):
            if not overlaps(self.text.raw_span(span), figured):
                self._find(span, verdict, reason, None, None)
        self.context.carry(segment, sentence.names, sentence.times)

    def _sentence(self, segment: Segment) -> Sentence:
        start, end = segment.span
        return Sentence(
            self.rest,
            segment,
            [q for q in self.quantities if start <= q.span[0] < end],
            [m for m in self.mentions if start <= m.span[0] < end],
            [t for t in self.times if start <= t.span[0] < end],
        )

    def _bind(self, sentence: Sentence) -> list[Bound]:
        figures: list[tuple[Quantity, list[LedgerCell]]] = []
        for quantity in sentence.quantities:
            cells = candidates(quantity, self.ledger)
            if in_own_words(self.folded, quantity, self.documents) and quantity.family:
                self._find(
                    quantity.span, "document_figure", "the figure is a document's, not data", quantity, None
                )
            elif cells:
                figures.append((quantity, cells))
            else:
                self._without_cell(quantity, sentence)
        bound = Binder(sentence, self.folded, self.ledger, self.context, self.measures).bind(figures)
        return [each for each in bound if not self._explained(each, sentence)]

    def _explained(self, bound: Bound, sentence: Sentence) -> bool:
        """A figure that contradicts the cells it fits may still be a count or a note's."""
        if not bound.conflicts:
            return False
        if bound.quantity.comparison and self._next_holds(bound.quantity, sentence):
            return True
        if bound.quantity.family in ("", "rank", "category"):
            found = explained(bound.quantity, sentence, self.folded, self.ledger)
        else:
            found = repeated(bound.quantity, self.folded, self.ledger)
        if found is None and not meta_count(bound.quantity, self.folded):
            return False
        self._account(bound.quantity, found or Explained(""))
        return True

    def _account(self, quantity: Quantity, found: Explained) -> None:
        """A figure that is a count or a note's."""
        span = self.text.raw_span(quantity.span)
        self.proofs.append(Proof(span, self._shown(quantity.span), found.cell, found.source))

    def _without_cell(self, quantity: Quantity, sentence: Sentence) -> None:
        found = explained(quantity, sentence, self.folded, self.ledger)
        if found is not None:
            self._account(quantity, found)
            return
        if meta_count(quantity, self.folded) or window_of_time(quantity, self.folded, self.ledger):
            return
        if self._comparison_of_proved(quantity, sentence):
            return
        verdict, reason, cell = diagnose(quantity, self.ledger, self.asked, self.read)
        if verdict in ("question_only", "fabricated") and self._disowned(quantity, sentence):
            return
        self._find(quantity.span, verdict, reason, quantity, cell)

    def _disowned(self, quantity: Quantity, sentence: Sentence) -> bool:
        asked = any(abs(quantity.value) == abs(other.value) for other in self.asked)
        return asked and asked_and_disowned(quantity, sentence, self.folded)

    def _comparison_of_proved(self, quantity: Quantity, sentence: Sentence) -> bool:
        """A far comparative (more than half) passes where the exact figure stands in the same sentence."""
        if not quantity.comparison:
            return False
        for other in sentence.quantities:
            if other is quantity or other.comparison:
                continue
            if any(holds(quantity, cell) for cell in candidates(other, self.ledger)):
                return True
        return False

    def _next_holds(self, quantity: Quantity, sentence: Sentence) -> bool:
        """`exceeds x in both A (a) and B (b)`: the exact figure that follows makes the comparative true."""
        after = [q for q in sentence.quantities if q.span[0] > quantity.span[0]]
        return bool(after) and any(holds(quantity, cell) for cell in candidates(after[0], self.ledger))

    def _untrue(self, bound: Bound, sentence: Sentence) -> tuple[Verdict, str] | None:
        """`all` and `every` over a comparative: it must hold for every row of the column."""
        quantity, cell = bound.quantity, bound.cell
        if not quantity.comparison:
            return None
        if (
            exact(quantity, cell)
            and not holds(quantity, cell)
            and "the " not in self.folded[quantity.span[0] - 5 : quantity.span[0]]
        ):
            bare = sentence.comparand(quantity)[0]
            if not bare and quantity.comparison in ("above", "below") and len(sentence.quantities) == 1:
                return "wrong_sign", "the comparison does not hold for the exact figure"
        return None

    def _conflict(self, bound: Bound) -> None:
        worst = min(bound.conflicts, key=lambda conflict: ORDER.index(conflict.verdict))
        figure = bound.quantity.span
        inside = any(
            s.span[0] <= worst.span[0] < s.span[1] and s.span[0] <= figure[0] < s.span[1]
            for s in self.segments
        )
        span = (min(figure[0], worst.span[0]), max(figure[1], worst.span[1])) if inside else figure
        self._find(span, worst.verdict, worst.reason, bound.quantity, bound.cell)

    def _find(
        self, span: Span, verdict: Verdict, reason: str, quantity: Quantity | None, cell: LedgerCell | None
    ) -> None:
        raw = self.text.raw_span(span)
        figure = None if quantity is None else self.text.raw_span(quantity.span)
        self.findings.append(
            GateFinding(raw, verdict, self.text.raw[slice(*raw)], reason, _described(cell), figure)
        )

    def _prove(self, quantity: Quantity, cell: LedgerCell) -> None:
        self.proofs.append(Proof(self.text.raw_span(quantity.span), self._shown(quantity.span), cell.cell))

    def _unprove(self, quantity: Quantity) -> None:
        span = self.text.raw_span(quantity.span)
        self.proofs = [proof for proof in self.proofs if proof.span != span]

    def _shown(self, span: Span) -> str:
        return self.text.raw[slice(*self.text.raw_span(span))]


def _described(cell: LedgerCell | None) -> str | None:
    """A cell in words, for the finding: value, unit, base, label, entity, period."""
    if cell is None:
        return None
    of = f" of {cell.cell.base}" if cell.cell.base else ""
    about = ", ".join(part for part in (cell.cell.label, cell.cell.entity, cell.cell.period) if part)
    return f"{cell.cell.value} {cell.cell.unit}{of} ({about})"
