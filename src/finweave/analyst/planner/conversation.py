"""Follow-ups: a question that says too little for itself takes what it lacks from the turn before.

"And Morgan Stanley?" replaces the bank, "and in 2020?" the period, "leverage?" the measure. A question with a subject
of its own is a new topic and takes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from finweave.analyst.planner.choose import LEAST_EVIDENCE, answers
from finweave.analyst.planner.frame import Frame, Seen
from finweave.analyst.planner.spot.spans import Span
from finweave.analyst.planner.vocabulary import Lexicon

_TIME = frozenset({"from", "to"})


def follow_up(seen: Seen, own: Sequence[Frame], last: Frame | None, lexicon: Lexicon) -> Frame | None:
    """The last frame with what the question replaces, or None where the question stands alone (or nothing came before)."""
    if last is None or _has_subject(seen, lexicon):
        return None
    best = own[0] if own else None
    same = next((frame for frame in own if frame.tool == last.tool), None)
    if best is not None and answers(best) and best.tool != last.tool and not best.missing:
        return None
    replaced = _replacements(seen, same, last, lexicon)
    if not replaced and not (same and same.columns) and not seen.asked.operations:
        return None
    calls = tuple(_merged(call, replaced, lexicon, last.tool) for call in last.calls[:1])
    if same is not None and len(same.calls) > 1:
        calls = tuple(_merged(last.calls[0], call, lexicon, last.tool) for call in same.calls)
    asked = seen.asked if seen.asked.operations else last.seen.asked
    return replace(
        last,
        calls=calls,
        columns=same.columns if same and same.columns else last.columns,
        seen=replace(seen, asked=asked),
        named=True,
        evidence=max(last.evidence, LEAST_EVIDENCE),
        missing=(),
        unexplained=tuple(token.text for token in seen.left),
    )


def _has_subject(seen: Seen, lexicon: Lexicon) -> bool:
    """Whether a term of the question says which tool is meant."""
    return any(
        e.role == "subject" for span in seen.terms for term in span.values for e in lexicon.evidence[term]
    )


def _replacements(seen: Seen, same: Frame | None, last: Frame, lexicon: Lexicon) -> dict[str, object]:
    """The arguments that the question gives for the last frame's tool, read as if the tool had been named."""
    given: dict[str, object] = dict(same.calls[0]) if same else {}
    if not given:
        for span in seen.names:
            slot = _slot_for(span, last.tool, lexicon)
            if slot is not None:
                given.setdefault(slot, span.values[0] if len(span.values) == 1 else span.text)
        period = lexicon.slot(last.tool, "period")
        if period is not None and seen.periods.at:
            given[period.name] = seen.periods.at
        elif period is not None and seen.periods.is_span:
            given |= {k: v for k, v in (("from", seen.periods.first), ("to", seen.periods.last)) if v}
    return given


def _slot_for(span: Span, tool: str, lexicon: Lexicon) -> str | None:
    kinds = ("bank", "country") if span.kind == "unknown" else (span.kind,)
    for kind in kinds:
        slot = lexicon.slot(tool, kind)  # type: ignore[arg-type]  # a name's kind is a slot's kind
        if slot is not None:
            return slot.name
    return None


def _merged(
    call: Mapping[str, object], replaced: Mapping[str, object], lexicon: Lexicon, tool: str
) -> dict[str, object]:
    """The call with replacements; a new period drops the old span and the other way round."""
    merged = dict(call)
    period = lexicon.slot(tool, "period")
    if _TIME & set(replaced) and period is not None:
        merged.pop(period.name, None)
    if period is not None and period.name in replaced:
        for name in _TIME:
            merged.pop(name, None)
    return merged | dict(replaced)
