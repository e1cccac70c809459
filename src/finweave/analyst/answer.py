"""The answer: one contract for the command line, HTTP, MCP, Python and batch; spans are code points of `text`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from finweave.results import Arguments, CallError, Refusal, Source, ToolResult

AnswerStatus: TypeAlias = Literal["answered", "partial", "absent", "ambiguous", "refused", "error"]
Outcome: TypeAlias = Literal["clean", "repaired", "appended", "withheld", "stripped"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the text and the cell that proves it; `value` is the exact decimal text, `row` None for a count of
    the call's rows (column `total_rows`)."""

    span: tuple[int, int]
    text: str
    call: int
    row: int | None
    column: str
    value: str
    unit: str
    base: str
    entity: str | None
    period: str | None
    dataset: str | None
    vintage: str | None


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source. Numbers follow first use in `text`."""

    n: int
    dataset: str | None
    document: str | None
    title: str
    publisher: str
    vintage: str
    license: str
    url: str
    attribution: str
    commercial: str
    provenance: str

    @classmethod
    def of(cls, n: int, source: Source) -> Citation:
        """The citation of a dataset's source."""
        return cls(
            n,
            source.dataset,
            None,
            source.title,
            source.publisher,
            source.vintage,
            source.license,
            source.url,
            source.attribution,
            source.commercial,
            source.provenance,
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an ambiguous question: words for a button, and the call it stands for."""

    text: str
    tool: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Finding:
    """What the gate found wrong at a span; `nearest` says which cell comes nearest."""

    span: tuple[int, int]
    verdict: str
    text: str
    reason: str
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class Grounding:
    """The gate's outcome and findings."""

    outcome: Outcome
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class AnsweredCaveat:
    """A caveat of the answer; `appended` when the gate had to add it."""

    id: str
    text: str
    appended: bool


@dataclass(frozen=True, slots=True)
class ModelName:
    """Who wrote the text: the built-in planner, or a provider's model; `prompt` is the digest of its prompt."""

    provider: str
    name: str
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class EstateName:
    """The estate that was asked, and the hash of its manifest."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader gets. `seconds` is wall time from question to answer."""

    status: AnswerStatus
    text: str
    question: str
    estate: EstateName
    model: ModelName
    grounding: Grounding
    figures: tuple[Figure, ...] = ()
    quotes: tuple[Mapping[str, object], ...] = ()
    citations: tuple[Citation, ...] = ()
    calls: tuple[ToolResult, ...] = ()
    charts: tuple[Mapping[str, object], ...] = ()
    readings: tuple[Reading, ...] = ()
    refusal: Refusal | None = None
    caveats: tuple[AnsweredCaveat, ...] = ()
    error: CallError | None = None
    as_of: str | None = None
    id: str | None = None
    format: int = 1
    usage: Mapping[str, int] = field(default_factory=dict[str, int])
    seconds: float = 0.0

    def to_json(self, indent: int | None = None) -> str:
        """The answer as JSON text, exactly the contract."""
        from finweave import views

        return views.json_of(views.answer_record(self), indent)

    def __repr__(self) -> str:
        from finweave import views

        return views.answer_repr(self)

    def _repr_html_(self) -> str:
        from finweave import views

        return views.answer_html(self)


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier turn as the client kept it; without calls the question is planned again."""

    question: str
    answer: str = ""
    calls: tuple[tuple[str, Arguments], ...] = ()
    estate: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with what came before it and the asker's date (ISO text)."""

    question: str
    history: tuple[PastTurn, ...] = ()
    as_of: str | None = None
    id: str | None = None
