"""What is held: datasets with coverage, edition, licence and gaps; what a measure or term means and how it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from finweave.core.licences import licence
from finweave.core.names import Match, NameIndex
from finweave.core.periods import display
from finweave.core.text import fold
from finweave.results import Column, Scalar, Source, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import (
    Bank,
    Context,
    Country,
    DatasetStatus,
    Example,
    PeriodText,
    Slot,
    SlotKind,
    Tool,
    ToolArgs,
    Vocabulary,
)
from finweave.tools.outcomes import AbsentOutcome

_SLOTS = frozenset({"country", "bank", "period"})
_PROVENANCE = {
    "publisher_file": "the publisher's file",
    "publisher_release": "the publisher's release text",
    "derived_copy": "a copy of the publisher's data",
    "secondary": "compiled from public statements",
    "computed": "computed from the publisher's rows",
    "sample": "generated sample",
}
# How many data sets that are held are named where the one asked for is not.
_NEAREST = 5
_COMMERCIAL = {"yes": "allowed", "no": "not allowed", "unclear": "unclear"}


class DataAvailabilityArgs(ToolArgs):
    """Arguments of `data_availability`."""

    subject: Annotated[str, Slot("subject"), Field(max_length=200)] | None = Field(
        default=None,
        description="A dataset, tool, measure or term; without it everything that is declared.",
    )
    country: Country | None = Field(default=None, description="Whether anything is held for a country.")
    bank: Bank | None = Field(default=None, description="Whether anything is held for a bank.")
    period: PeriodText | None = Field(default=None, description="Whether anything is held for a period.")


@dataclass(frozen=True, slots=True)
class _Found:
    """What a subject came to: datasets, tools, and defined terms with their text."""

    datasets: tuple[DatasetStatus, ...]
    tools: tuple[Tool, ...]
    terms: tuple[str, ...] = ()


def data_availability(args: DataAvailabilityArgs, ctx: Context) -> ToolResult:
    """What this estate holds: datasets with coverage, edition, licence, provenance and known gaps.

    `subject` is a dataset, a tool, a measure or a term; the notes then carry its definition and method and the licence
    in words. With a country, bank or period the tools that could answer are asked, and what they say is listed. What
    is declared but not in this estate is absent, and the nearest that is held is named.
    """
    held = ctx.estate.status()
    found = _subject(args.subject, held, ctx) if args.subject else _Found(held, tuple(ctx.registry.values()))
    if args.country is not None or args.bank is not None or args.period is not None:
        return _asked(args, found, ctx)
    return _holdings(args, found, held, ctx)


def _subject(text: str, held: Sequence[DatasetStatus], ctx: Context) -> _Found:
    """What a subject means: by its whole name, by names inside it, or by what comes near; else AbsentOutcome."""
    index = _index(held, ctx)
    matches = index.find(text) or _longest(text, index)
    if not matches and _names_all(text):
        return _Found(tuple(held), tuple(ctx.registry.values()))
    if not matches:
        near = index.near(text)
        raise AbsentOutcome(
            f"Nothing called {text!r} is held"
            + (f"; the nearest is {', '.join(dict.fromkeys(m.name for m in near[:3]))}." if near else "."),
            sources=tuple(ctx.estate.source(d.id) for d in _of(near, held, ctx).datasets),
        )
    return _of(matches, held, ctx)


def _index(held: Sequence[DatasetStatus], ctx: Context) -> NameIndex:
    """Names of datasets, their defined terms, and of tools with the words of their vocabularies."""
    entries: list[tuple[str, str, list[str]]] = []
    for dataset in held:
        entries.append((f"dataset {dataset.id}", dataset.title, [dataset.id, dataset.publisher]))
        entries += [(f"term {dataset.id} {term}", term, []) for term in dataset.definitions]
    for tool in ctx.registry.values():
        if tool.name == TOOL.name:
            continue
        words = tool.vocabulary
        spoken = [word for values in words.values.values() for said in values.values() for word in said]
        columns = [word for said in words.columns.values() for word in said]
        entries.append((f"tool {tool.name}", tool.title, [tool.name, *words.subject, *spoken, *columns]))
    return NameIndex(entries)


def _names_all(text: str) -> bool:
    """Whether a subject is no more than a word for the data as a whole ("licence", "coverage")."""
    words = (*TOOL.vocabulary.subject, *TOOL.vocabulary.explained)
    return bool(NameIndex((word, word, ()) for word in words).find(text))


def _longest(text: str, index: NameIndex) -> tuple[Match, ...]:
    """What the longest names inside a longer text mean."""
    spotted = index.spot(text)
    if not spotted:
        return ()
    length = max(end - start for start, end, _ in spotted)
    return tuple(m for start, end, matches in spotted if end - start == length for m in matches)


def _of(matches: Sequence[Match], held: Sequence[DatasetStatus], ctx: Context) -> _Found:
    """Datasets and tools behind matches: a tool brings its datasets, a term its dataset."""
    by_id = {dataset.id: dataset for dataset in held}
    datasets: dict[str, DatasetStatus] = {}
    tools: dict[str, Tool] = {}
    terms: list[str] = []
    for match in matches:
        kind, _, rest = match.id.partition(" ")
        if kind == "tool":
            tool = tools[rest] = ctx.registry[rest]
            datasets |= {name: by_id[name] for name in tool.datasets if name in by_id}
            continue
        name, _, term = rest.partition(" ")
        datasets[name] = by_id[name]
        if kind == "term":
            terms.append(by_id[name].definitions[term])
        else:
            tools |= {tool.name: tool for tool in ctx.registry.values() if name in tool.datasets}
    if not terms:
        terms = [
            text
            for dataset in datasets.values()
            for term, text in dataset.definitions.items()
            if fold(term) in {fold(match.name) for match in matches}
        ]
    return _Found(tuple(datasets.values()), tuple(tools.values()), tuple(terms))


def _holdings(
    args: DataAvailabilityArgs, found: _Found, held: Sequence[DatasetStatus], ctx: Context
) -> ToolResult:
    """The datasets found, one a row; AbsentOutcome where none of them is in this estate."""
    there = [dataset for dataset in found.datasets if dataset.editions]
    gone = [dataset for dataset in found.datasets if not dataset.editions]
    if args.subject and found.datasets and not there:
        nearest = ", ".join([dataset.title for dataset in held if dataset.editions][:_NEAREST])
        raise AbsentOutcome(
            f"{', '.join(d.title for d in gone)}: known here, but not held in the estate {ctx.estate.name!r}"
            + (f"; held is {nearest}." if nearest else "."),
            sources=tuple(ctx.estate.source(dataset.id) for dataset in gone),
        )
    notes = _notes(found, there) if args.subject else []
    if args.subject is None and gone:
        notes.append(f"Known but not held in this estate: {', '.join(d.title for d in gone)}.")
    rows = [_row(dataset) for dataset in there]
    if not there:
        rows = [
            (tool.title, *([None] * (len(_COLUMNS) - 2)), tool.name)
            for tool in found.tools
            if not tool.datasets
        ]
    return ToolResult(
        tool=TOOL.name,
        arguments=args.record(),
        status="ok",
        columns=_COLUMNS,
        rows=tuple(rows),
        total_rows=len(rows),
        notes=tuple(dict.fromkeys(notes)),
        sources=tuple(ctx.estate.source(dataset.id) for dataset in there),
    )


def _row(dataset: DatasetStatus) -> tuple[Scalar, ...]:
    terms = licence(dataset.licence)
    return (
        dataset.title,
        dataset.first,
        dataset.last,
        ", ".join(dataset.editions),
        terms.name,
        _COMMERCIAL[terms.commercial],
        ", ".join(_PROVENANCE[kind] for kind in dataset.provenance),
        dataset.partial,
        dataset.publisher,
        dataset.vintage,
        dataset.published,
        dataset.id,
    )


_COLUMNS = (
    Column("dataset", "Dataset", "entity"),
    Column("first", "Held from", "text"),
    Column("last", "Held to", "text"),
    Column("editions", "Editions", "text"),
    Column("licence", "Licence", "text"),
    Column("commercial", "Commercial use", "text"),
    Column("provenance", "Taken from", "text"),
    Column("gaps", "Known gaps", "text"),
    Column("publisher", "Publisher", "label"),
    Column("vintage", "Vintage", "label"),
    Column("published", "Published in this estate", "label"),
    Column("id", "Id", "label"),
)


def _notes(found: _Found, there: Sequence[DatasetStatus]) -> list[str]:
    """Definition and method, then what is known of the data."""
    notes = [*found.terms]
    if not found.terms:
        notes += [" ".join(tool.definition.replace("`", "").split()) for tool in found.tools[:2]]
    for dataset in there:
        notes += dataset.notes
    return notes


def _asked(args: DataAvailabilityArgs, found: _Found, ctx: Context) -> ToolResult:
    """What the tools that could answer say of a country, bank or period."""
    names: dict[SlotKind, str | list[str] | None] = {
        "country": args.country,
        "bank": args.bank,
        "period": args.period,
    }
    given = {kind: value for kind, value in names.items() if value is not None}
    rows: list[tuple[Scalar, ...]] = []
    sources: dict[Source, None] = {}
    for tool in found.tools:
        slots = _slots(tool)
        arguments = {slots[kind]: value for kind, value in given.items() if kind in slots}
        if tool.name == TOOL.name or len(arguments) < len(given):
            continue
        result = call(tool.name, arguments, ctx)
        if result.status == "error":
            continue
        rows.append((tool.title, _said(result), *_coverage(result), tool.name))
        sources |= dict.fromkeys(result.sources)
    if not rows:
        what = ", ".join(str(value) for value in given.values())
        raise AbsentOutcome(f"No tool here answers for {what}.")
    return ToolResult(
        tool=TOOL.name,
        arguments=args.record(),
        status="ok",
        columns=(
            Column("data", "Data", "entity"),
            Column("held", "Held", "text"),
            Column("first", "Held from", "text"),
            Column("last", "Held to", "text"),
            Column("tool", "Tool", "label"),
        ),
        rows=tuple(rows),
        total_rows=len(rows),
        sources=tuple(sources),
    )


def _slots(tool: Tool) -> dict[SlotKind, str]:
    """The tool's argument for each kind of name, under the name a caller gives it."""
    found: dict[SlotKind, str] = {}
    for name, kind in tool.slot_names():
        if kind in _SLOTS and name not in ("from", "to"):
            found.setdefault(kind, name)
    return found


def _said(result: ToolResult) -> str:
    """`yes`, `in part`, or why not."""
    if result.status == "ok":
        return "yes"
    if result.status == "partial":
        return f"in part: {' '.join(result.notes)}"
    if result.status == "ambiguous":
        return f"which one is meant: {', '.join(candidate.name for candidate in result.candidates)}?"
    return f"no: {result.coverage.reason if result.coverage else 'nothing is held'}"


def _coverage(result: ToolResult) -> tuple[str | None, str | None]:
    """First and last period of the rows, else of the coverage."""
    if result.rows:
        periods = sorted(p for i in range(len(result.rows)) if (p := result.first_of_kind("period", i)))
        return (display(periods[0]), display(periods[-1])) if periods else (None, None)
    if result.coverage is not None:
        return result.coverage.first, result.coverage.last
    return None, None


TOOL = Tool(
    name="data_availability",
    area="documents",
    title="What data are held",
    menu="Datasets with coverage, editions, licence and gaps; what a measure or term means and how it is made.",
    args=DataAvailabilityArgs,
    run=data_availability,
    datasets=(),
    statements=(),
    operations=("coverage", "definition", "list"),
    vocabulary=Vocabulary(
        subject=(
            "data availability", "datasets", "data sets", "holdings", "coverage", "licence", "license", "vintage",
            "sources", "what data", "terms of use", "metadata", "methodology",
        ),
        explained=("data", "dataset", "available", "hold", "held", "cover", "source", "use", "publish", "newsletter", "up to date"),
    ),
    examples=(
        Example("What data do you hold?", {}),
        Example("Under what licence are the COFER data?", {"subject": "COFER"}),
        Example("What does the projected minimum of the stress test mean?", {"subject": "stress test"}),
        Example("Do you have anything on Bangladesh?", {"country": "Bangladesh"}),
    ),
)  # fmt: skip
