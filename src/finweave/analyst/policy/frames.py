"""What is not answered, as frames: which slots of `cues.txt` must come together, and which excuse them.

A frame is an operation over a subject: a future tense over a price, a superlative of risk over banks, "should" over an
act with money. The first frame that fits, in the order of classes, decides; nothing here knows a question or a bank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from finweave.analyst.policy.spot import Clause, Span
from finweave.results import RefusalClass


@dataclass(frozen=True, slots=True)
class Frame:
    """All of `needs` and `also` ("a|b" for either) and none of `unless` ("a+b" for both together).

    `within`: each need follows the one before, at most so many words apart. `first`: the first need opens the clause.
    `across`: the frame is also tried on the whole question, or with the turn before it, where its parts stand apart.
    """

    refusal: RefusalClass
    needs: tuple[str, ...]
    unless: tuple[str, ...] = ()
    within: int | None = None
    first: bool = False
    also: tuple[str, ...] = ()
    across: Literal["question", "conversation"] | None = None

    def fits(self, clause: Clause) -> bool:
        """Whether the clause is an instance of the frame."""
        for need in self.needs:
            if not clause.has(need):
                return False
        if not all(clause.has(need) for need in self.also):
            return False
        if self.first and min(start for start, _ in clause.spans(self.needs[0])) > 2:
            return False
        if self.within is not None and not _in_order([clause.spans(n) for n in self.needs], self.within):
            return False
        return not any(clause.has(slot) for slot in self.unless)


def _in_order(needs: list[tuple[Span, ...]], within: int) -> bool:
    ends = {end for _, end in needs[0]}
    for spans in needs[1:]:
        ends = {end for start, end in spans if any(0 <= start - before <= within for before in ends)}
    return bool(ends)


_PAST = ("past", "past year")
_HISTORY = (*_PAST, "reported", "evaluation")
_ECONOMIC = "market|measure|finance|event|subject"
_THEIRS = ("published+project", "scenario", "reported", "schedule", "study", "evaluation")

FRAMES: tuple[Frame, ...] = (
    # Instructions to the system instead of a question to the data
    Frame("injection", ("override", "rules owner", "rules"), within=3),
    Frame("injection", ("override", "rules"), within=1, first=True),
    Frame("injection", ("reveal", "secret"), within=8),
    Frame("injection", ("role",), ("reported",)),
    Frame("injection", ("act as",), first=True),
    Frame("injection", ("fabricate",), ("past",)),
    Frame("injection", ("say that",), first=True),
    Frame("injection", ("controls", "off"), within=1),
    Frame("injection", ("override", "controls"), within=2, first=True),
    Frame("injection", ("override strong",), first=True),
    Frame("injection", ("change", "yours", "rules"), within=1),
    Frame("injection", ("run code",)),
    # Which bank fails next
    Frame(
        "who_fails_next", ("tense|horizon|future year", "fail", "bank"), ("reported", "schedule", "scenario")
    ),
    Frame(
        "who_fails_next",
        ("tense|horizon|modal", "fail surely"),
        ("reported", "market", "country alone", "scenario"),
    ),
    Frame(
        "who_fails_next",
        ("tense|horizon|chance", "default", "bank|named bank"),
        (*_HISTORY, "scenario", "which country"),
    ),
    Frame("who_fails_next", ("survive",), (*_HISTORY, "country alone", "market")),
    Frame(
        "who_fails_next",
        ("next to fail", "bank|named bank"),
        ("which country", "schedule", "reported", "past year"),
    ),
    Frame(
        "who_fails_next", ("next to fail",), ("country alone", "market", "schedule", "reported", "past year")
    ),
    Frame("who_fails_next", ("who is next",), also=("bank|fail|byword",), across="conversation"),
    Frame("who_fails_next", ("next", "fail"), (*_PAST, "reported"), within=4, also=("bank",)),
    Frame("who_fails_next", ("fail", "next"), (*_PAST, "reported"), within=4, also=("bank",)),
    Frame("who_fails_next", ("likeness", "byword"), ("past year", "reported"), within=1),
    Frame("who_fails_next", ("bank", "you would", "end"), _HISTORY, within=4),
    Frame("who_fails_next", ("byword", "end"), _HISTORY, across="question"),
    Frame("who_fails_next", ("fail verb", "bank|named bank"), (*_HISTORY, "scenario", "count")),
    Frame(
        "who_fails_next", ("who", "fail verb"), (*_HISTORY, "scenario", "count", "country alone", "market")
    ),
    Frame("who_fails_next", ("remaining", "before", "fail"), (*_HISTORY, "country alone")),
    Frame("who_fails_next", ("you think", "fail"), _HISTORY),
    Frame("who_fails_next", ("safe", "fail"), _HISTORY),
    Frame(
        "who_fails_next",
        ("predict|forecast verb|asks you|bet|tense|horizon", "bank", "end"),
        (*_HISTORY, "measure"),
    ),
    Frame(
        "who_fails_next",
        ("a run", "tense|horizon|modal|chance|risk superlative|next"),
        (*_HISTORY, "country alone", "market"),
    ),
    Frame("who_fails_next", ("byword", "like"), (*_PAST, "measure", "reported"), within=0),
    Frame("who_fails_next", ("analogy", "byword"), (*_PAST, "measure", "reported"), within=2),
    Frame("who_fails_next", ("remaining", "left"), (*_HISTORY, "country alone", "market"), within=8),
    Frame("who_fails_next", ("brink",), (*_HISTORY, "country alone", "market")),
    Frame("who_fails_next", ("risk superlative", "bank"), (*_HISTORY, "systemic", "which country")),
    Frame("who_fails_next", ("risk superlative", "fail"), (*_HISTORY, "country alone")),
    Frame(
        "who_fails_next",
        ("which", "weak superlative", "bank"),
        (*_HISTORY, "measure", "systemic", "scenario"),
    ),
    Frame("who_fails_next", ("insolvent", "bank"), _HISTORY),
    Frame("who_fails_next", ("chance", "fail"), (*_HISTORY, "country alone", "study")),
    Frame("who_fails_next", ("nowcast", "rank"), (*_HISTORY, "count"), across="question"),
    Frame("who_fails_next", ("nowcast", "current"), (*_HISTORY, "count")),
    Frame("who_fails_next", ("rank", "fail", "chance|score"), (*_HISTORY, "country alone", "count")),
    Frame("who_fails_next", ("bet", "bank", "fail"), _PAST),
    Frame("who_fails_next", ("bank", "flag"), _HISTORY, also=("tense|horizon|modal|current|which",)),
    # Advice
    Frame("advice", ("should",), ("methods", "outside", "elsewhere", "expect")),
    Frame("advice", ("buy",), (*_HISTORY, "methods", "published", "outside", "elsewhere")),
    Frame("advice", ("safe", "act"), (*_HISTORY, "methods")),
    Frame("advice", ("protect", "strong money|asset"), (*_HISTORY, "methods", "bank")),
    Frame("advice", ("should any", "trade act"), ("methods", "reported", "outside", "elsewhere"), within=6),
    Frame("advice", ("best", "trade act"), _HISTORY, within=8),
    Frame("advice", ("timing", "act"), ("past year", "reported"), within=6),
    Frame("advice", ("act", "timing"), ("past year", "reported", "methods"), within=6),
    Frame("advice", ("self", "asset|product|amount|act"), (*_HISTORY, "methods", "own business")),
    Frame(
        "advice",
        ("solicit",),
        ("reported", "methods"),
        also=("act|amount|choice|asset|byword|strong money|bank",),
        across="question",
    ),
    Frame("advice", ("verdict",), ("reported", "published", "negated", "past year")),
    Frame("advice", ("valuation", "asset|bank"), (*_HISTORY, "published")),
    Frame("advice", ("asset|bank", "valuation"), (*_HISTORY, "published")),
    Frame("advice", ("recommend",), ("methods", "published", "reported", "negated", "outside", "elsewhere")),
    Frame(
        "advice",
        ("recommend verb",),
        ("methods", "outside", "elsewhere"),
        first=True,
        also=("asset|bank|product",),
    ),
    Frame("advice", ("trade",), ("reported", "published", "past year")),
    Frame("advice", ("best", "product"), (*_HISTORY, "comparator", "measure"), within=4),
    Frame("advice", ("product", "best"), (*_HISTORY, "comparator", "measure"), within=6),
    Frame("advice", ("you would", "act"), ("methods", "own business")),
    Frame("advice", ("you would", "protect"), ("methods",), within=4),
    Frame("advice", ("you would", "asset|possessive"), ("methods", "reported", "chore"), within=8),
    Frame("advice", ("would person", "act"), ("reported",), within=8),
    Frame("advice", ("choice", "or", "choice"), (*_HISTORY, "comparator"), within=2),
    Frame("advice", ("your", "opinion"), _PAST, also=("act",), within=3),
    Frame("advice", ("persona",), (*_HISTORY, "comparator"), also=("asset|product|bank",), across="question"),
    Frame("advice", ("possessive", "strong money"), ("methods",), within=4),
    Frame("advice", ("i have", "amount"), ("past year",), within=3),
    Frame("advice", ("safe",), (*_HISTORY, "country alone", "published", "methods")),
    Frame(
        "advice", ("possessive", "money noun"), ("methods",), within=4, also=("decide",), across="question"
    ),
    # Forecasts by us
    Frame("forecast", ("forecast verb",), ("past", "evaluation", "negated"), first=True),
    Frame("forecast", ("asks you",), ("negated",)),
    Frame("forecast", ("your", "outlook"), (*_HISTORY, "negated"), within=2),
    Frame("forecast", ("tense", f"{_ECONOMIC}|move|country"), _THEIRS),
    Frame("forecast", ("will",), (*_THEIRS, "outside", "elsewhere")),
    Frame("forecast", ("horizon", f"{_ECONOMIC}|move|country"), ("published", *_THEIRS, *_PAST)),
    Frame("forecast", ("tense|horizon|future year", "chance"), ("published", "reported", "evaluation")),
    Frame("forecast", ("trend", _ECONOMIC), ("past year", "published", "evaluation", "scenario", "reported")),
    Frame(
        "forecast",
        ("trend",),
        ("published", "evaluation", "scenario", "reported"),
        also=("future year|modal|horizon",),
    ),
    Frame("forecast", ("what if", _ECONOMIC), (*_HISTORY, "study", "scenario", "published"), also=("if",)),
    Frame("forecast", ("future year", "your"), (*_HISTORY, "published")),
    Frame("forecast", ("future year", "work out"), (*_HISTORY, "published", "scenario", "schedule")),
    Frame("forecast", ("next country",), (*_HISTORY, "published")),
    Frame("forecast", ("next", "move"), (*_HISTORY, "published", "scenario"), within=2),
    Frame("forecast", ("move", "first"), (*_HISTORY, "published", "scenario"), within=3),
    Frame("forecast", ("event|market", "looming"), (*_HISTORY, "schedule"), within=3),
    Frame("forecast", ("looming", "event"), _HISTORY, within=3),
    Frame("forecast", ("expect",), ("reported", "scenario", "past")),
    Frame("forecast", ("far year", _ECONOMIC), ("published", "scenario", "reported", "schedule")),
    Frame("forecast", ("remaining", "before", "that will lose"), (*_HISTORY, "study"), within=8),
    Frame("forecast", ("how far", "go"), (*_HISTORY, "scenario"), within=8),
    Frame("forecast", ("modal", "event|move"), (*_THEIRS, *_PAST)),
    Frame("forecast", ("up down",), (*_PAST, "published+project", "reported", "study")),
    Frame("forecast", ("where", "going"), (*_HISTORY, "published+project", "scenario"), within=6),
    Frame("forecast", ("heading",), (*_HISTORY, "published+project", "scenario", "study")),
    Frame("forecast", ("predict",), (*_HISTORY, "published")),
    Frame("forecast", ("forecast",), (*_HISTORY, "published", "negated", "outside")),
    Frame("forecast", ("chance", "event"), (*_HISTORY, "study", "published")),
    Frame("forecast", ("next", "event"), (*_HISTORY, "published"), within=4),
    Frame("forecast", ("event", "next"), (*_HISTORY, "published"), within=3),
    # Nothing to do with public financial data
    Frame("out_of_estate", ("outside",), ("reported",)),
    Frame("out_of_estate", ("elsewhere",), ("finance", "market", "measure")),
    Frame("out_of_estate", ("translate",), ("anaphora", "methods"), first=True),
    Frame("out_of_estate", ("task", "artefact"), within=3),
    Frame("out_of_estate", ("how i", "chore"), ("finance", "market", "measure", "methods"), within=6),
    Frame("out_of_estate", ("equity quote",), ("reported", "measure")),
    Frame("out_of_estate", ("own business",)),
    Frame("out_of_estate", ("capital of", "country"), ("bank",)),
)

# A question on its own that speaks of nothing the estate holds.
ELSEWHERE = Frame(
    "out_of_estate",
    ("english", "unknown"),
    (f"neutral|estate|{_ECONOMIC}|bank|move|methods|anaphora|reported", "past year+country", "named bank"),
)

# By class, for the walk through the precedence.
FRAMES_OF: dict[RefusalClass, list[Frame]] = {}
for _frame in FRAMES:
    FRAMES_OF.setdefault(_frame.refusal, []).append(_frame)

# Code and markup that no question about data contains, matched on the text as written.
MARKUP: tuple[str, ...] = (
    r"\b(?:drop|truncate|alter|create)\s+(?:table|view|schema|database)\b",
    r"\b(?:delete\s+from|insert\s+into)\s+\w+\s*(?:;|\(|where\b|values\b|$)",
    r"\bselect\s+[\w*,\s]+\sfrom\s+\w*_\w+",
    r"\bselect\s+\*|\bselect\s+\w+\s+from\s+\w+\s*(?:;|--|where\b|limit\b|$)",
    r"\bcopy\s*\(|\bcopy\s+\w+\s+to\s+'|\battach\s+'",
    r"\bunion\s+(?:all\s+)?select\b",
    r"\bupdate\s+\w+\s+set\s+\w+\s*=",
    r"\b(?:read_csv|read_parquet|read_text|glob|pg_read_file|os\.system|subprocess|eval|exec|__import__)\s*\(",
    r"'\s*(?:or|and)\s+'?\d'?\s*=",
    r"\brm\s+-rf?\b",
    r"(?<!\w)(?:/etc|/proc|/root|~?/\.ssh)(?:/|\b)|\.\./\.\.",
    r"\{\{.*\}\}|\$\{\w+|\bonerror\s*=|\bos\.environ|\bimport\s+os\b",
    r";\s*(?:drop|delete|update|insert|shutdown)\b|\bor\s+1\s*=\s*1\b",
    r"\b[A-Z]+_(?:API_)?(?:KEY|TOKEN|SECRET)\b",
    r"</?\s*(?:system|assistant|user|instructions?|script|tool\w*|im_start|im_end)\b",
    r"<\|\w+\|>",
    r"\[/?(?:INST|SYSTEM)\]",
    r"(?:^|\n)\s*(?:system|assistant|developer)\s*:",
    r"#{2,}\s*(?:system|instruction)",
    r"(?<![\w+/])[A-Za-z0-9+/]{16,}={1,2}(?!\w)",
)
