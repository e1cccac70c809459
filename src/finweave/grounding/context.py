"""What a sentence inherits: names, periods and words of its headers, of the sentence before it, of the question.

Headers and lead-ins bind like words beside the figure; headings and earlier sentences only carry, and count against a
figure only where a rival cell exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from finweave.grounding.blocks import Segment
from finweave.grounding.names import Mention
from finweave.grounding.text import Span
from finweave.grounding.times import Time

Strength: TypeAlias = Literal["named", "carried"]


@dataclass(slots=True)
class Context:
    """Grows along the draft: what has been named, and where."""

    names: Sequence[Mention]
    times: Sequence[Time]
    asked_names: Sequence[Mention]
    asked_times: Sequence[Time]
    asked_words: frozenset[str] = frozenset()
    carried_names: dict[str, list[Mention]] = field(default_factory=dict[str, list[Mention]])
    carried_times: list[Time] = field(default_factory=list[Time])
    previous: list[Span] = field(default_factory=list[Span])

    def lead_names(self, segment: Segment, kind: str) -> tuple[list[Mention], Strength]:
        """Names of a kind from outside the sentence, and how strongly they bind it."""
        for lead in segment.leads:
            found = [name for name in self.names if name.kind == kind and _within(name.span, lead)]
            if found:
                return found, "named"
        for legend in segment.legends:
            found = [name for name in self.names if name.kind == kind and _within(name.span, legend)]
            if len(found) == 1:
                return found, "named"
        for heading in segment.headings:
            found = [name for name in self.names if name.kind == kind and _within(name.span, heading)]
            if found:
                return found, "carried"
        if segment.kind == "sentence" and self.carried_names.get(kind):
            return self.carried_names[kind], "carried"
        if any(name.kind == kind for name in self.names):
            return [], "carried"
        return [name for name in self.asked_names if name.kind == kind], "carried"

    def lead_times(self, segment: Segment) -> tuple[list[Time], Strength]:
        """Periods from outside the sentence, and how strongly they bind it."""
        for lead in segment.leads:
            found = [time for time in self.times if time.role != "open" and _within(time.span, lead)]
            if found:
                return found, "named"
        for legend in segment.legends:
            found = [time for time in self.times if time.role == "bound" and _within(time.span, legend)]
            if found:
                return found, "named"
        for heading in segment.headings:
            found = [time for time in self.times if time.role != "open" and _within(time.span, heading)]
            if found:
                return found, "carried"
        if segment.kind == "sentence" and self.carried_times:
            return self.carried_times, "carried"
        if self.times:
            return [], "carried"
        return [time for time in self.asked_times if time.role == "bound"], "carried"

    def lead_spans(self, segment: Segment) -> list[Span]:
        """Stretches whose words may name the measure, nearest first."""
        return [*segment.leads, *reversed(self.previous[-2:]), *segment.headings]

    def carry(self, segment: Segment, names: Sequence[Mention], times: Sequence[Time]) -> None:
        """After a sentence: what the next one inherits."""
        if segment.kind in ("cell", "header", "item"):
            return
        for kind in {name.kind for name in names}:
            self.carried_names[kind] = [name for name in names if name.kind == kind]
        bound = [time for time in times if time.role in ("bound", "pair")]
        if bound:
            self.carried_times = bound
        self.previous.append(segment.span)


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
