"""Which tool a question is for: every tool's reading is scored, the best is taken, two near ones are asked back.

Score = what the question says for the tool + slots filled - cost of every name, term and word the reading leaves
unexplained. That last part keeps the planner honest: a word that no part of a reading accounts for means that the
reading answers another question. The weights were set on questions of our own and are constants here, nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from finweave.analyst.planner.frame import Frame, Seen
from finweave.analyst.planner.spot.spans import Span
from finweave.analyst.planner.vocabulary import Evidence, Lexicon, SlotField
from finweave.core.periods import LATEST

WEIGHTS: Mapping[str, float] = {"subject": 3.0, "value": 2.0, "column": 1.0, "explained": 0.0}
SLOT_FILLED = 1.0
NAME_UNEXPLAINED = 2.0
TERM_UNEXPLAINED = 1.0
WORD_UNEXPLAINED = 0.6
OPERATION_FITS = 0.3
OPERATION_FOREIGN = 0.7
SLOT_MISSING = 1.5
# A reading answers from here on; below, what is held that comes nearest is said instead.
LEAST_EVIDENCE = 1.0
LEAST_SCORE = 0.5
# Rows of a stretch of time: the most that a tool gives.
ROWS = 200
# Operations over all rows of a column.
OVER_ROWS = ("mean", "median")
# Two readings within this of each other are asked back.
NEAR = 0.5


def readings(seen: Seen, lexicon: Lexicon) -> list[Frame]:
    """A frame for every tool that the question says something for, best first."""
    frames = [_read(seen, tool, lexicon) for tool in lexicon.tools]
    return sorted((f for f in frames if f.evidence > 0), key=lambda f: -f.score)


def answers(frame: Frame) -> bool:
    """Whether a reading is good enough to be answered.

    Where no word says which tool is meant, the reading rests on words of a measure alone ("capital ratio"), which
    other data have as well; and in a question after a list or a count any word may be a condition ("which banks
    failed"): then nothing may stay unexplained.
    """
    if frame.unexplained and (not frame.named or frame.seen.asked.has("list", "count", "rank", "extreme")):
        return False
    return frame.evidence >= LEAST_EVIDENCE and frame.score >= LEAST_SCORE


def rivals(frames: Sequence[Frame]) -> list[Frame]:
    """The readings that come too near the best to choose between them."""
    good = [f for f in frames if answers(f)]
    return [f for f in good if good[0].score - f.score < NEAR] if len(good) > 1 else []


def _read(seen: Seen, tool: str, lexicon: Lexicon) -> Frame:
    """One tool's reading of the question."""
    evidence = score = 0.0
    named = False
    unexplained: list[str] = []
    columns: list[str] = []
    chosen: dict[str, list[str]] = {}
    combines = lexicon.taking("cells")
    for span in seen.terms:
        found = _evidence(span, tool, lexicon)
        if not found and combines is not None and _evidence(span, combines.name, lexicon):
            continue  # a word of what is done with cells ("points", "ratio of"), whoever gives them
        if not found and any(s.start <= span.start and span.end <= s.end for s in seen.asked.spans):
            continue  # part of an operation's own words ("over time")
        if not found:
            score -= TERM_UNEXPLAINED * max(lexicon.rarity(t) for t in span.values)
            unexplained.append(span.text)
            continue
        worth = max(WEIGHTS[e.role] for e in found) * max(lexicon.rarity(t) for t in span.values)
        evidence += worth
        named = named or any(e.role == "subject" for e in found)
        columns += [e.target for e in found if e.role == "column" and e.target not in columns]
        for e in found:
            if e.role == "value" and e.value not in chosen.setdefault(e.target, []):
                chosen[e.target].append(e.value)
    filled, cost, unknown = _fill(seen, tool, lexicon, chosen)
    arguments, missing = _arguments(seen, tool, lexicon, chosen)
    unexplained += unknown + [token.text for token in seen.left]
    score += evidence + SLOT_FILLED * len(filled) - cost - WORD_UNEXPLAINED * len(seen.left)
    score += _operations(seen, tool, lexicon) - SLOT_MISSING * len(missing)
    return Frame(
        tool=tool,
        calls=tuple(_one_at_a_time(arguments, lexicon.slots[tool])),
        columns=tuple(columns),
        seen=seen,
        named=named,
        evidence=evidence,
        score=score,
        missing=tuple(missing),
        unexplained=tuple(unexplained),
        filled=filled,
    )


def _evidence(span: Span, tool: str, lexicon: Lexicon) -> list[Evidence]:
    return [e for term in span.values for e in lexicon.evidence[term] if e.tool == tool]


def _fill(
    seen: Seen, tool: str, lexicon: Lexicon, chosen: dict[str, list[str]]
) -> tuple[dict[str, str], float, list[str]]:
    """Names into slots (recorded in `chosen`): which kinds were filled, what unplaced names cost, and their texts."""
    filled: dict[str, str] = {}
    cost = 0.0
    unplaced: list[str] = []
    about = lexicon.tools[tool].subject
    spoken = {(t.start, t.end) for t in seen.terms if _evidence(t, tool, lexicon)}
    for span in seen.names:
        if (span.start, span.end) in spoken:
            continue  # a word of this tool ("OECD"), here not the name of a group
        kinds = ("bank", "country") if span.kind == "unknown" else (span.kind,)
        slot = next((s for k in kinds if (s := lexicon.slot(tool, k)) and _room(s, chosen)), None)  # type: ignore[arg-type]  # a span's kind is a slot's kind here
        if slot is None:
            if not about or about not in span.values:
                cost += NAME_UNEXPLAINED
                unplaced.append(span.text)
            continue
        # An ambiguous name goes as it was written: the tool answers with its candidates.
        text = span.values[0] if len(span.values) == 1 else span.text
        if text not in chosen.setdefault(slot.name, []):
            chosen[slot.name].append(text)
        if span.kind != "unknown":
            filled[slot.name] = span.kind
    if _has_period(seen) and lexicon.slot(tool, "period") is None:
        cost += NAME_UNEXPLAINED
    elif _has_period(seen):
        filled["period"] = "period"
    return filled, cost, unplaced


def _room(slot: SlotField, chosen: Mapping[str, list[str]]) -> bool:
    return slot.many or not chosen.get(slot.name)


def _has_period(seen: Seen) -> bool:
    use = seen.periods
    return use.is_span or bool(use.several) or use.at not in (None, LATEST)


def _operations(seen: Seen, tool: str, lexicon: Lexicon) -> float:
    """Operations over cells (change, compare) are any tool's with figures, as long as one tool combines cells."""
    can = set(lexicon.tools[tool].operations)
    combines = lexicon.taking("cells")
    if combines is not None:
        can |= set(combines.operations)
    return sum(OPERATION_FITS if o in can else -OPERATION_FOREIGN for o in seen.asked.operations)


def _arguments(
    seen: Seen, tool: str, lexicon: Lexicon, chosen: Mapping[str, list[str]]
) -> tuple[dict[str, object], list[str]]:
    """The call's arguments by name, a list where several values were found, and which required ones are missing."""
    slots = {slot.name: slot for slot in lexicon.slots[tool]}
    arguments: dict[str, object] = {
        name: values[0] if len(values) == 1 else list(values) for name, values in chosen.items() if values
    }
    whole = lexicon.tools[tool].vocabulary.values
    if seen.asked.has("rank", "extreme", "list") or seen.asked.derive in OVER_ROWS:
        for name in slots:
            if (
                "all" in whole.get(name, {})
                and name not in arguments
                and slots[name].kind in ("bank", "country")
            ):
                arguments[name] = "all"
    arguments |= _period_arguments(seen, slots)
    if "order" in slots and seen.asked.has("rank", "extreme"):
        arguments["order"] = seen.asked.order or "desc"
    if seen.asked.has("history") and "history" in lexicon.tools[tool].args.model_fields:
        arguments["history"] = True
    if seen.asked.n and "n" in slots:
        arguments["n"] = seen.asked.n
    missing = [
        s.name for s in slots.values() if s.required and s.name not in arguments and s.kind not in ("cells",)
    ]
    return arguments, missing


def _period_arguments(seen: Seen, slots: Mapping[str, SlotField]) -> dict[str, object]:
    """One period under the tool's own name for it; a stretch, or two periods that are compared, as from/to.

    Two compared periods are asked for in one call, so that one edition answers for both; `n` is raised to its limit,
    so that no end is cut off.
    """
    use = seen.periods
    single = next((s for s in slots.values() if s.kind == "period" and s.name not in ("from_", "to")), None)
    explicit = sorted(p for p in use.several if p != LATEST)
    ends = (use.first, use.last)
    if len(use.several) == 2 and explicit and seen.asked.has("compare", "change"):
        ends = (explicit[0], explicit[1] if len(explicit) == 2 else None)
    if "from_" in slots and "to" in slots and any(ends):
        span: dict[str, object] = {name: end for name, end in zip(("from", "to"), ends, strict=True) if end}
        return span | ({"n": ROWS} if "n" in slots else {})
    if seen.asked.has("history") and "to" in slots and not use.several and use.at in (None, LATEST):
        return {"to": LATEST, "n": ROWS} if "n" in slots else {"to": LATEST}
    if single is None:
        return {}
    if LATEST in use.several:
        # A tuple is asked for one at a time, also of a tool that takes a list: the newest edition may lack the other.
        return {single.name: tuple(p for p in use.several)}
    if use.several or use.is_span:
        return {single.name: list(use.several) or [end for end in ends if end]}
    return {single.name: use.at} if use.at and use.at != LATEST else {}


def _one_at_a_time(arguments: Mapping[str, object], slots: Sequence[SlotField]) -> list[dict[str, object]]:
    """Several values of an argument that takes one become several calls (at most eight)."""
    many = {slot.name for slot in slots if slot.many}
    calls: list[dict[str, object]] = [dict(arguments)]
    for name, value in arguments.items():
        if isinstance(value, tuple) or (isinstance(value, list) and name not in many):
            values = cast("list[str] | tuple[str, ...]", value)
            calls = [{**call, name: one} for call in calls for one in values]
    return calls[:8]
