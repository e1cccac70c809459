"""What is to be done: words that ask for a rank, a count, a change, a comparison, a history, a definition.

One table of cues; a question may carry several. Lookup is what is left. English, with the commonest German, French
and Spanish question words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from finweave.analyst.planner.spot.spans import Span
from finweave.tools.declare import Operation


@dataclass(frozen=True, slots=True)
class Cue:
    """A pattern and the operation it asks for; `order` where it says a direction, `derive` the operation over cells."""

    pattern: re.Pattern[str]
    operation: Operation
    order: Literal["asc", "desc"] | None = None
    derive: str | None = None


def _cue(
    pattern: str, operation: Operation, order: Literal["asc", "desc"] | None = None, derive: str | None = None
) -> Cue:
    return Cue(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), operation, order, derive)


_LOW = r"(?:lowest|smallest|weakest|the least|worst)"
_HIGH = r"(?:highest|largest|biggest|strongest|greatest|the most|best)"
_N = r"(?P<n>\d+|two|three|four|five|six|seven|eight|nine|ten)"

CUES: tuple[Cue, ...] = (
    _cue(
        r"how many(?! (?:percentage |basis )?points?)|number of|count of|wie viele|combien de|cuant[oa]s",
        "count",
    ),
    _cue(rf"(?:bottom|{_LOW}) {_N}", "rank", "asc"),
    _cue(rf"{_N} {_LOW}", "rank", "asc"),
    _cue(rf"(?:top|{_HIGH}) {_N}", "rank", "desc"),
    _cue(rf"{_N} {_HIGH}", "rank", "desc"),
    _cue(_LOW, "extreme", "asc"),
    _cue(_HIGH, "extreme", "desc"),
    _cue(r"rank(?:ed|ing)?(?: of| by)?|league table|sort(?:ed)?", "rank"),
    _cue(
        r"percent(?:age)? change|per cent change|by what percent(?:age)?|growth rate",
        "change",
        derive="percent_change",
    ),
    _cue(r"cagr|compound annual(?: growth)?(?: rate)?", "change", derive="cagr"),
    _cue(
        r"by how (?:much|many)(?: (?:percentage )?(?:points?|pp))?|how far (?:apart|below|above)|change in|what(?:'s| is| was) the (?:change|drop|fall|rise|increase|decline)|the change",
        "change",
        derive="difference",
    ),
    _cue(
        r"(?:difference|gap|spread) between|what(?:'s| is) the difference|percentage[- ]points?(?: difference)?",
        "change",
        derive="difference",
    ),
    _cue(r"ratio of|as a multiple of|times (?:as|the)", "compare", derive="ratio"),
    _cue(r"on average|(?:the )?averages?(?: of)?|mean of", "compare", derive="mean"),
    _cue(r"(?:the )?medians?(?: of)?", "compare", derive="median"),
    _cue(r"vs\.?|versus|compare[ds]?(?: with| to)?|against|compared (?:with|to)", "compare"),
    _cue(
        r"since when|when (?:was|were|did|has) .{2,60} (?:raised|lowered|changed?|cut|upgraded|downgraded|become|became)"
        r"|since (?:it|they|its|their|inception|the (?:start|beginning))"
        r"|over time|history|historical(?:ly)?|time series|track|trajectory|evolution|develop(?:ed|ment)|trend of|year by year",
        "history",
    ),
    _cue(
        r"which (?:countries|banks|firms|currencies|jurisdictions|ones)|^list|list (?:of|all|the|every)|who is on|name the|welche|quels|quels pays|que paises",
        "list",
    ),
    _cue(
        r"(?:what does|what do) .{2,60} (?:mean|stand for)|define|definition of|meaning of|how (?:is|are|do you) .{2,60} (?:calculated|computed|defined|measured)|methodology|what counts as",
        "definition",
    ),
    _cue(
        r"licen[cs]e[ds]?|may i (?:reprint|publish|use|quote)|can i (?:reprint|publish|use|quote)|copyright|terms of use",
        "definition",
    ),
    _cue(
        r"what data (?:do you|is|are)|do you (?:have|hold|cover)|how far back|coverage|which (?:years|periods|quarters) (?:do|are|does)|what do you (?:have|hold)|how (?:fresh|old|recent)|when was .{2,40} (?:updated|published)|vintage",
        "coverage",
    ),
)


_CONDITION = re.compile(
    r"\b(?:below|above|under|over|beneath|exceed(?:s|ed|ing)?|at least|at most|no more than|no less than|(?:more|less|fewer|greater|lower|"
    r"higher) than)\s+(?:US\$|[$€£])?\d[\d.,]*\s?(?:%|per ?cent|percent|pp|bps?|billion|million|trillion|bn|mn|tn)?",
    re.IGNORECASE,
)


def has_condition(question: str) -> bool:
    """Whether rows are to be selected by a value ("below 9%"): no tool does."""
    return bool(_CONDITION.search(question))


@dataclass(frozen=True, slots=True)
class Asked:
    """The operations of a question in order of the table, with what the cues said beside them."""

    operations: tuple[Operation, ...]
    spans: tuple[Span, ...]
    order: Literal["asc", "desc"] | None
    derive: str | None
    n: int | None

    def has(self, *operations: Operation) -> bool:
        """Whether any of these was asked for."""
        return any(operation in self.operations for operation in operations)


_NUMBERS = {
    w: n
    for n, w in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], start=1
    )
}


def spot_operations(question: str) -> Asked:
    """Every cue found in the question."""
    operations: list[Operation] = []
    spans: list[Span] = []
    order: Literal["asc", "desc"] | None = None
    derive: str | None = None
    n: int | None = None
    for cue in CUES:
        match = cue.pattern.search(question)
        if match is None:
            continue
        operations.append(cue.operation)
        spans.append(Span(match.start(), match.end(), "operation", (cue.operation,), match.group()))
        order = order or cue.order
        derive = derive or cue.derive
        if n is None and "n" in cue.pattern.groupindex:
            said = match["n"].lower()
            n = _NUMBERS.get(said) or (int(said) if said.isdigit() else None)
    return Asked(tuple(dict.fromkeys(operations)), tuple(spans), order, derive, n)
