"""How a tool is declared: a typed function, its argument model, its statements, its words. All else is generated.

From one `Tool` come the JSON schema, the command line, the menu, the docs page, what the planner knows of it and
what the gate accepts as names. A tool's file holds nothing that another tool needs; shared argument types are here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field

from finweave.estate.contract import DatasetStatus as DatasetStatus
from finweave.estate.contract import EstateReader as EstateReader
from finweave.estate.guard import STATEMENTS
from finweave.results import Caveat, Ledger, ToolResult

if TYPE_CHECKING:
    from finweave.estate.statement import Statement

SlotKind: TypeAlias = Literal["bank", "country", "currency", "period", "choice", "count", "subject", "cells"]
Operation: TypeAlias = Literal[
    "lookup", "history", "compare", "rank", "extreme", "count", "change", "list", "definition", "coverage"
]


@dataclass(frozen=True, slots=True)
class Slot:
    """What kind of span of a question fills an argument; put beside the type: `Annotated[str, Slot("bank")]`."""

    kind: SlotKind


Names: TypeAlias = "str | list[str]"
Bank = Annotated[
    str | list[str],
    Slot("bank"),
    Field(description="Bank: name, ticker, cert or RSSD; or a list of at most 20."),
]
Country = Annotated[
    str | list[str],
    Slot("country"),
    Field(description="Country: name, alias, ISO2, ISO3 or group; or a list of at most 20."),
]
Currency = Annotated[
    str | list[str],
    Slot("currency"),
    Field(description="Currency: name or ISO 4217 code; or a list of at most 20."),
]
PeriodText = Annotated[
    str, Slot("period"), Field(description="One period: 2024, 2024-Q2, 2024-06, 2024-06-30 or latest.")
]
Count = Annotated[int, Slot("count"), Field(ge=1, le=200, description="Rows at most (1 to 200).")]
Order = Annotated[
    Literal["asc", "desc"], Slot("choice"), Field(description="Order of the rows by the measure.")
]


class ToolArgs(BaseModel):
    """Base of all argument models: closed, every field described; `from` is the alias of `from_`."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        str_strip_whitespace=True,
        coerce_numbers_to_str=True,
        # Built at a tool's first call: a cold start must not grow with the number of tools.
        defer_build=True,
    )

    def record(self) -> dict[str, object]:
        """The arguments a result keeps: those given and the defaults they were completed with, by their own names."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


@dataclass(slots=True)
class Context:
    """What a tool is given beside its arguments. `as_of` is the asker's date, ISO text."""

    estate: EstateReader
    ledger: Ledger
    registry: Mapping[str, Tool]
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The everyday words of a tool, for planner and gate.

    `subject`: words that say this tool is meant ("stress test", "DFAST"); `values`: argument -> value -> words
    ("minimum CET1" is measure cet1); a value's own name counts without being listed. `columns`: result column ->
    words ("trough" is minimum): the planner chooses what to show by them, the gate accepts them as names.
    `explained`: words of such questions that add nothing ("Fed", "supervisory"), so that they do not stay unexplained.
    """

    subject: tuple[str, ...] = ()
    values: Mapping[str, Mapping[str, tuple[str, ...]]] = field(
        default_factory=dict[str, Mapping[str, tuple[str, ...]]]
    )
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    explained: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A question this tool answers, and the call; shown on the menu and held by a test."""

    question: str
    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool's record. `menu` is one sentence for the menu; the function's docstring is the full definition."""

    name: str
    area: str
    title: str
    menu: str
    args: type[ToolArgs]
    run: Callable[[Any, Context], ToolResult]  # Any: each function takes its own argument model
    datasets: tuple[str, ...]
    statements: tuple[Statement, ...]
    operations: tuple[Operation, ...]
    vocabulary: Vocabulary
    examples: tuple[Example, ...]
    caveats: tuple[Caveat, ...] = ()
    subject: str = ""

    def __post_init__(self) -> None:
        """Declaring a tool is what makes its statements known to the guard; nothing else may run."""
        STATEMENTS.register(*self.statements)

    @property
    def definition(self) -> str:
        """The full definition, from the function's docstring."""
        return self.run.__doc__ or ""

    def slot_names(self) -> tuple[tuple[str, SlotKind], ...]:
        """Arguments that a span of a question can fill, under the names a caller gives, with what fills them."""
        return tuple(
            (info.alias or name, slot.kind)
            for name, info in self.args.model_fields.items()
            if (slot := _slot(info.annotation, info.metadata)) is not None
        )


def _slot(annotation: object, metadata: Sequence[object]) -> Slot | None:
    """The slot beside an argument's type, also inside `Bank | None`."""
    members = get_args(annotation)
    inside = [m for member in members for m in (*getattr(member, "__metadata__", ()), _slot(member, ()))]
    return next((each for each in (*metadata, *inside) if isinstance(each, Slot)), None)
