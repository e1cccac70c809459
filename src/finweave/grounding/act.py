"""What is done about findings: a figure is withheld, a sentence that says nothing without it is dropped, caveats follow.

The gate never adds or edits a figure. Its own sentence says how many figures were withheld and why; it holds no
digits, so that it cannot be mistaken for data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from finweave.grounding.blocks import read_blocks
from finweave.grounding.text import Span, read_text
from finweave.grounding.verdicts import Acted, GateFinding, Judgement, Outcome, Proof
from finweave.results import ToolResult

WITHHELD = "[figure withheld]"
_COUNTS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def act(draft: str, judgement: Judgement, results: Sequence[ToolResult], *, repaired: bool = False) -> Acted:
    """The text a reader may see, proofs re-spanned to it."""
    wrong = [finding for finding in judgement.findings if finding.verdict != "caveat_missing"]
    edits = _edits(draft, wrong)
    text, proofs = _apply(draft, edits, judgement.proofs)
    outcome: Outcome = "repaired" if repaired else "clean"
    if wrong:
        kept = bool(proofs or judgement.quotes) or (
            not judgement.proofs and _says_text(draft, edits, results)
        )
        outcome = "withheld" if kept else "stripped"
        text = _joined(text if kept else "", _said(wrong))
        proofs = proofs if kept else ()
    if judgement.missing and outcome != "stripped":
        text = _joined(text, "\n\n".join(caveat.text for caveat in judgement.missing))
        outcome = outcome if wrong else "appended"
    appended = judgement.missing if outcome != "stripped" else ()
    return Acted(text, outcome, judgement.findings, proofs, appended)


def _joined(text: str, more: str) -> str:
    return f"{text.rstrip()}\n\n{more}" if text.strip() else more


def _said(findings: Sequence[GateFinding]) -> str:
    number = len(findings)
    shown = _COUNTS[number] if number < len(_COUNTS) else "many"
    reasons = list(dict.fromkeys(finding.reason for finding in findings))[:3]
    plural = "item was" if number == 1 else "items were"
    return f"{shown.capitalize()} {plural} withheld by the check against the data: {'; '.join(_wordy(r) for r in reasons)}."


def _wordy(reason: str) -> str:
    """A reason without its figures: the gate's own sentence holds none."""
    return reason if not any(c.isdigit() for c in reason) else "it is not what the data show"


def _edits(draft: str, findings: Sequence[GateFinding]) -> list[tuple[Span, str]]:
    """Replacements in the draft, left to right, merged."""
    text = read_text(draft)
    sentences = [text.raw_span(segment.span) for segment in read_blocks(text.folded)]
    edits: list[tuple[Span, str]] = []
    for finding in findings:
        if finding.figure is not None:
            edits.append((finding.figure, WITHHELD))
            continue
        covering = [s for s in sentences if s[0] < finding.span[1] and finding.span[0] < s[1]]
        edits.append(
            (
                (
                    min((s[0] for s in covering), default=finding.span[0]),
                    max((s[1] for s in covering), default=finding.span[1]),
                ),
                "",
            )
        )
    merged: list[tuple[Span, str]] = []
    for span, shown in sorted(set(edits)):
        if merged and span[0] < merged[-1][0][1]:
            (start, end), before = merged[-1]
            merged[-1] = ((start, max(end, span[1])), before if before == "" or end >= span[1] else shown)
        else:
            merged.append((span, shown))
    return merged


def _apply(
    draft: str, edits: Sequence[tuple[Span, str]], proofs: Sequence[Proof]
) -> tuple[str, tuple[Proof, ...]]:
    parts: list[str] = []
    kept: list[Proof] = []
    at = shift = 0
    queue = sorted(proofs, key=lambda proof: proof.span)
    for (start, end), shown in [*edits, ((len(draft), len(draft)), "")]:
        parts.append(draft[at:start])
        for proof in queue:
            if at <= proof.span[0] and proof.span[1] <= start:
                kept.append(replace(proof, span=(proof.span[0] + shift, proof.span[1] + shift)))
        parts.append(shown)
        shift += len(shown) - (end - start)
        at = end
    return "".join(parts), tuple(kept)


def _says_text(draft: str, edits: Sequence[tuple[Span, str]], results: Sequence[ToolResult]) -> bool:
    """Whether what is left still holds a text cell of a result."""
    left = draft
    for (start, end), _ in reversed(edits):
        left = left[:start] + left[end:]
    lowered = left.lower()
    return any(
        isinstance(value, str) and len(value) > 3 and value.lower() in lowered
        for result in results
        for row in result.rows
        for value in row
    )
