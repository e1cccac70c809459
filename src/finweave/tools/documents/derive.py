"""Figures made from figures: differences, ratios, changes, sums, means, ranks and shares of cells that tools returned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from finweave.core.errors import ArgumentError, FinweaveError
from finweave.results import Cell, Ledger, Source, ToolResult
from finweave.tools.call import as_call_error, call
from finweave.tools.declare import Context, Example, Order, Slot, Tool, ToolArgs, Vocabulary
from finweave.tools.documents._derive_cells import same_figure
from finweave.tools.documents._derive_rules import Derived, compute, edition_caveats
from finweave.tools.outcomes import AbsentOutcome

_MOST = 200
_PAIRS = frozenset({"difference", "ratio", "percent_change", "share", "cagr"})
_OVER_COLUMNS = frozenset({"sum", "mean", "median", "rank"})

CellRef = tuple[int, int, str]
ColumnRef = tuple[int, str]


class CallArgs(ToolArgs):
    """A call that is made first."""

    tool: str = Field(description="Name of the tool.")
    arguments: dict[str, object] = Field(default_factory=dict, description="Its arguments.")


class DeriveArgs(ToolArgs):
    """Arguments of `derive`."""

    op: Annotated[
        Literal["difference", "ratio", "percent_change", "sum", "mean", "median", "rank", "share", "cagr"],
        Slot("choice"),
    ] = Field(
        description="difference a-b, ratio a/b, percent change from a to b, share of a in b, compound annual growth"
        " rate from a to b; sum, mean, median and rank of several."
    )
    cells: Annotated[list[CellRef], Slot("cells")] | None = Field(
        default=None,
        description="Cells as [call, row, column]: calls count from 1, rows from 0; 2 to 200, their order matters.",
    )
    column: ColumnRef | None = Field(
        default=None, description="A whole column as [call, column], for sum, mean, median and rank."
    )
    cell: CellRef | None = Field(
        default=None, description="With rank: the one cell whose rank among the others is asked for."
    )
    order: Order = Field(
        default="desc", description="Rank direction: desc gives rank 1 to the highest value."
    )
    calls: list[CallArgs] | None = Field(
        default=None,
        description="Standing alone: calls {tool, arguments} to run first, numbered from 1; without it calls are those"
        " of the conversation.",
    )


def derive(args: DeriveArgs, ctx: Context) -> ToolResult:
    """A figure computed from cells that other calls returned, with its formula and all their sources.

    Operands are cells, never numbers. They must have one unit, base, currency and nature (units that convert exactly
    are converted); a ratio may also be of same-unit cells of different bases, which it names. A difference of percents
    is in percentage points. Percent change and CAGR need a positive base; a share needs a part and a total of the same
    period; flows need intervals of equal length. A column must be whole: nothing is computed over a truncated or
    partial result. Ranks state direction, ties and N. Sums and differences show the fewest decimals among the
    operands, ratios 2, shares, percent changes and CAGR 1; the exact value is kept. Cells of different editions of one
    dataset may be combined, because a reader may ask just that, but a mandatory caveat then names both editions.
    """
    ledger, failed = _ledger(args, ctx)
    if failed is not None:
        return _passed_on(failed, args)
    try:
        return _computed(args, ledger)
    except FinweaveError as error:
        return ToolResult(
            tool=TOOL.name,
            arguments=args.record(),
            status="error",
            sources=_consulted(args, ledger),
            error=as_call_error(error),
        )


def _computed(args: DeriveArgs, ledger: Ledger) -> ToolResult:
    """The operands found, the operation done."""
    if args.op in _PAIRS and args.column is not None:
        raise ArgumentError(f"{args.op} takes two cells, not a column.", field="column")
    if args.cell is not None and args.op != "rank":
        raise ArgumentError("cell is for rank only.", field="cell")
    cells = _column(args.column, ledger, args.op) if args.column is not None else _cells(args, ledger)
    target = None
    if args.cell is not None:
        asked = _cell(args.cell, ledger, "cell")
        target = next((cell for cell in cells if same_figure(cell, asked)), asked)
        if target is asked and asked not in cells:
            cells = [asked, *cells]
    derived = compute(args.op, cells, order=args.order, target=target)
    return _result(args, derived, cells, ledger)


def _consulted(args: DeriveArgs, ledger: Ledger) -> tuple[Source, ...]:
    """The sources of the calls that the operands were looked for in."""
    named = [ref[0] for ref in (*(args.cells or ()), *((args.cell,) if args.cell else ()))]
    named += [args.column[0]] if args.column else []
    found = [result for number in dict.fromkeys(named) if (result := ledger.call(number)) is not None]
    return tuple(dict.fromkeys(source for result in found for source in result.sources))


def _ledger(args: DeriveArgs, ctx: Context) -> tuple[Ledger, ToolResult | None]:
    """Where the cells are: the conversation's ledger, or one of the calls given; with the call that failed, if one did."""
    if args.calls is None:
        return ctx.ledger, None
    if not 1 <= len(args.calls) <= _MOST:
        raise ArgumentError(f"Give 1 to {_MOST} calls.", field="calls")
    ledger = Ledger()
    for given in args.calls:
        result = ledger.add(call(given.tool, given.arguments, ctx))
        if result.status not in ("ok", "partial"):
            return ledger, result
    return ledger, None


def _passed_on(failed: ToolResult, args: DeriveArgs) -> ToolResult:
    """What a call that gave no rows said, as derive's own answer."""
    return ToolResult(
        tool=TOOL.name,
        arguments=args.record(),
        status=failed.status,
        notes=(f"Call {failed.id} ({failed.tool}) gave no figure.", *failed.notes),
        sources=failed.sources,
        coverage=failed.coverage,
        candidates=failed.candidates,
        error=failed.error,
        refusal=failed.refusal,
    )


def _cells(args: DeriveArgs, ledger: Ledger) -> list[Cell]:
    """The cells named one by one."""
    refs = args.cells or []
    fewest = 2 if args.cell is None else 1
    if not fewest <= len(refs) <= _MOST:
        raise ArgumentError(
            f"{args.op} takes {fewest} to {_MOST} cells (or a column); {len(refs)} were given.",
            field="cells",
            given=str(len(refs)),
        )
    if args.op in _PAIRS and len(refs) != 2:
        raise ArgumentError(
            f"{args.op} takes exactly two cells; {len(refs)} were given.", field="cells", given=str(len(refs))
        )
    if args.op not in _PAIRS and len(set(refs)) != len(refs):
        raise ArgumentError("A cell is named twice.", field="cells")
    return [_cell(ref, ledger, "cells") for ref in refs]


def _call(number: int, ledger: Ledger, field: str) -> ToolResult:
    result = ledger.call(number)
    if result is None:
        there = f"1 to {len(ledger.results)}" if ledger.results else "none yet"
        raise ArgumentError(f"There is no call {number}; calls are {there}.", field=field, given=str(number))
    return result


def _cell(ref: CellRef, ledger: Ledger, field: str) -> Cell:
    """The cell at a place; ArgumentError says what is there instead."""
    number, row, column = ref
    result = _call(number, ledger, field)
    names = _value_columns(result, column, field)
    if not 0 <= row < len(result.rows):
        raise ArgumentError(
            f"Call {number} has {len(result.rows)} rows, counted from 0; there is no row {row}.",
            field=field,
            given=str(row),
        )
    cell = result.cell(row, column)
    if cell is None:
        raise ArgumentError(
            f"Call {number}, row {row}: {column} holds no figure.", field=field, given=column, allowed=names
        )
    return cell


def _value_columns(result: ToolResult, column: str, field: str) -> tuple[str, ...]:
    """The names of a result's value columns; ArgumentError where the one asked for is none of them."""
    names = tuple(c.name for c in result.columns if c.kind == "value")
    if column not in names:
        raise ArgumentError(
            f"Call {result.id} ({result.tool}) has no value column {column!r}; there are {', '.join(names) or 'none'}.",
            field=field,
            given=column,
            allowed=names,
        )
    return names


def _column(ref: ColumnRef, ledger: Ledger, op: str) -> list[Cell]:
    """All cells of a column, which must be whole: neither truncated nor partial nor with a row that lacks a figure."""
    number, name = ref
    result = _call(number, ledger, "column")
    _value_columns(result, name, "column")
    if result.truncated:
        raise ArgumentError(
            f"Call {number} shows {len(result.rows)} of {result.total_rows} rows: a {op} over them would leave the"
            " others out; ask with a larger n.",
            field="column",
        )
    cells = [result.cell(row, name) for row in range(len(result.rows))]
    held = [cell for cell in cells if cell is not None]
    if result.status == "partial" or len(held) < len(cells):
        raise ArgumentError(
            f"Call {number} covers only part of what was asked ({len(held)} of {len(cells)} rows have a figure):"
            f" no {op} is computed over it.",
            field="column",
        )
    if not held:
        raise AbsentOutcome(f"Call {number} has no figure in {name}.")
    return held


def _result(args: DeriveArgs, derived: Derived, cells: Sequence[Cell], ledger: Ledger) -> ToolResult:
    """The derived rows with entity and period where they are common, formula, and the sources of all operands."""
    used = [ledger.call(cell.call) for cell in cells]
    sources = dict.fromkeys(
        source
        for cell, result in zip(cells, used, strict=True)
        if result is not None and cell.row is not None and (source := result.source_of(cell.row)) is not None
    )
    partial = {result.id for result in used if result is not None and result.status == "partial"}
    if partial and args.op in _OVER_COLUMNS:
        raise ArgumentError(
            f"Call {min(partial)} covers only part of what was asked: no {args.op} is computed over it.",
            field="cells",
        )
    caveats = {c.id: c for result in used if result is not None for c in result.caveats if c.mandatory}
    for caveat in edition_caveats(cells, list(sources)):
        caveats[caveat.id] = caveat
    return ToolResult(
        tool=TOOL.name,
        arguments=args.record(),
        status="ok",
        columns=derived.columns,
        rows=derived.rows,
        total_rows=len(derived.rows),
        order=("rank", "asc") if args.op == "rank" else None,
        notes=derived.notes,
        caveats=tuple(caveats.values()),
        sources=tuple(sources),
    )


TOOL = Tool(
    name="derive",
    area="documents",
    title="Computed from published figures",
    menu="Difference, ratio, percent change, growth rate, sum, mean, median, rank or share of figures that other calls"
    " returned.",
    args=DeriveArgs,
    run=derive,
    datasets=(),
    statements=(),
    operations=("change", "compare", "rank"),
    # Which operation is meant is read off the question's operation words, not off a measure's.
    vocabulary=Vocabulary(explained=("difference", "change", "computed", "calculated")),
    examples=(
        Example(
            "By how many points did Goldman Sachs's CET1 fall from start to trough in the 2026 stress test?",
            {
                "op": "difference",
                "calls": [{"tool": "stress_test", "arguments": {"bank": "Goldman Sachs", "exercise": "2026"}}],
                "cells": [[1, 0, "actual"], [1, 0, "minimum"]],
            },
        ),
        Example(
            "By how many percentage points did the dollar's share of reserves change between 2015 and 2025?",
            {
                "op": "difference",
                "calls": [{"tool": "reserve_currencies", "arguments": {"currency": "USD", "period": ["2015", "2025"]}}],
                "cells": [[1, 1, "share"], [1, 0, "share"]],
            },
        ),
        Example(
            "Where did JPMorgan's minimum CET1 rank among the banks of the 2026 stress test?",
            {
                "op": "rank",
                "calls": [
                    {"tool": "stress_test", "arguments": {"bank": "all", "exercise": "2026"}},
                    {"tool": "stress_test", "arguments": {"bank": "JPMorgan Chase", "exercise": "2026"}},
                ],
                "column": [1, "minimum"],
                "cell": [2, 0, "minimum"],
            },
        ),
        Example(
            "What was the median minimum CET1 ratio in the 2026 stress test?",
            {
                "op": "median",
                "calls": [{"tool": "stress_test", "arguments": {"bank": "all", "exercise": "2026"}}],
                "column": [1, "minimum"],
            },
        ),
    ),
)  # fmt: skip
