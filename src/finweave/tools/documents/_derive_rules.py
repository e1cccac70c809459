"""The operations behind `derive`: what each computes, and what it needs of its cells beyond their being of one kind.

Every refusal is a typed error that names both sides. The value is exact (Decimal, 28 digits where a quotient has no
end); `decimals` is how many are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from finweave.core.errors import ArgumentError, UnitError
from finweave.core.periods import display
from finweave.core.units import difference_unit, format_number, unit_of
from finweave.results import Caveat, Cell, Column, Nature, Scalar, Source
from finweave.tools.documents._derive_cells import (
    common,
    fewest,
    positive,
    same_intervals,
    shown,
    spoken,
    whole_years,
)
from finweave.tools.editions import editions_differ


@dataclass(frozen=True, slots=True)
class Derived:
    """The columns and rows computed, and what must be said of them."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    notes: tuple[str, ...] = ()


def compute(
    op: str, cells: Sequence[Cell], *, order: Literal["asc", "desc"] = "desc", target: Cell | None = None
) -> Derived:
    """The operation over cells, after its rules have been checked."""
    if op == "rank":
        return _rank(cells, order, target)
    return _OPERATIONS[op](cells)


def edition_caveats(cells: Sequence[Cell], sources: Sequence[Source]) -> list[Caveat]:
    """A caveat for every dataset of which cells of several editions were combined."""
    editions: dict[str, set[str]] = {}
    for cell in cells:
        if cell.dataset and cell.vintage:
            editions.setdefault(cell.dataset, set()).add(cell.vintage.split("/")[0])
    titles = {source.dataset: source.title for source in sources}
    return [editions_differ(titles[name], found) for name, found in editions.items() if len(found) > 1]


def _difference(cells: Sequence[Cell]) -> Derived:
    a, b = cells
    values, unit, base = common(cells)
    same_intervals(cells)
    value = values[0] - values[1]
    return _single(
        "difference",
        f"Difference: {spoken(a, cells)} minus {spoken(b, cells)}",
        value,
        cells,
        unit=difference_unit(unit),
        base="" if unit == "percent" else base,
        nature="change",
        decimals=fewest(cells),
        formula=f"{shown(a)} - {shown(b)}",
    )


def _ratio(cells: Sequence[Cell]) -> Derived:
    a, b = cells
    values, _, _ = common(cells, one_base=False)
    same_intervals(cells)
    if values[1] == 0:
        raise ArgumentError(f"A ratio needs a divisor other than zero: {spoken(b)} is 0.", field="cells")
    bases = "" if a.base == b.base else f" ({a.base or 'no base'} over {b.base or 'no base'})"
    return _single(
        "ratio",
        f"Ratio: {spoken(a, cells)} to {spoken(b, cells)}",
        values[0] / values[1],
        cells,
        unit="ratio",
        base=f"of {spoken(a, cells)} to {spoken(b, cells)}{bases}",
        nature="level",
        decimals=2,
        formula=f"{shown(a)} / {shown(b)}",
    )


def _percent_change(cells: Sequence[Cell]) -> Derived:
    a, b = cells
    values, _, _ = common(cells)
    same_intervals(cells)
    positive(a, values[0], "A percent change")
    return _single(
        "percent_change",
        f"Percent change: {spoken(a, cells)} to {spoken(b, cells)}",
        (values[1] - values[0]) / values[0] * 100,
        cells,
        unit="percent",
        base=f"of {spoken(a, cells)}",
        nature="change",
        decimals=1,
        formula=f"({shown(b)} - {shown(a)}) / {shown(a)}",
    )


def _share(cells: Sequence[Cell]) -> Derived:
    part, whole = cells
    values, _, _ = common(cells)
    if part.period != whole.period:
        raise ArgumentError(
            f"A share needs a part and a total of the same period: {part.period} and {whole.period} differ.",
            field="cells",
            given=part.period,
            allowed=(whole.period or "",),
        )
    positive(whole, values[1], "A share")
    if not 0 <= values[0] <= values[1]:
        raise ArgumentError(
            f"A share needs a part that lies within its total: {shown(part)} is not within {shown(whole)}.",
            field="cells",
        )
    return _single(
        "share",
        f"Share: {spoken(part, cells)} in {spoken(whole, cells)}",
        values[0] / values[1] * 100,
        cells,
        unit="percent",
        base=f"of {spoken(whole, cells)}",
        nature="share",
        decimals=1,
        formula=f"{shown(part)} / {shown(whole)}",
    )


def _cagr(cells: Sequence[Cell]) -> Derived:
    a, b = cells
    values, unit, _ = common(cells)
    if unit_of(unit).family in ("ratio", "percentage points"):
        raise UnitError(
            f"A compound annual growth rate is of levels, not of {unit}: ask for the difference.",
            field="cells",
            given=unit,
        )
    if a.entity != b.entity:
        raise ArgumentError(
            f"A growth rate is of one series: {a.entity} and {b.entity} are two.",
            field="cells",
            given=b.entity,
        )
    same_intervals(cells)
    positive(a, values[0], "A growth rate")
    positive(b, values[1], "A growth rate")
    years = whole_years(a, b)
    rate = ((values[1] / values[0]) ** (Decimal(1) / Decimal(years)) - 1) * 100
    count = f"{years} year{'' if years == 1 else 's'}"
    return _single(
        "cagr",
        f"Compound annual growth rate over {count}: {spoken(a, cells)} to {spoken(b, cells)}",
        rate,
        cells,
        unit="percent",
        base="annual rate",
        nature="change",
        decimals=1,
        formula=f"({shown(b)} / {shown(a)}) ^ (1 / {years}) - 1",
        notes=(f"Compounded over {count}, {display(a.period or '')} to {display(b.period or '')}.",),
    )


def _sum(cells: Sequence[Cell]) -> Derived:
    values, unit, base = common(cells)
    same_intervals(cells)
    natures = {cell.nature for cell in cells}
    periods = {cell.period for cell in cells}
    if natures & {"level", "share"} and len(periods) > 1:
        raise ArgumentError(
            "A sum of stocks or shares needs one period: those given are of "
            f"{', '.join(sorted(str(period) for period in periods))}.",
            field="cells",
        )
    if unit_of(unit).family == "ratio" and natures != {"share"}:
        raise UnitError(
            f"Rates and ratios {base or 'in ' + unit} do not add up: each has a denominator of its own; ask for the"
            " mean or the median.",
            field="cells",
            given=unit,
        )
    return _over("sum", "Sum", sum(values, Decimal(0)), cells, unit, base, cells[0].nature, " + ")


def _mean(cells: Sequence[Cell]) -> Derived:
    values, unit, base = common(cells)
    same_intervals(cells)
    mean = sum(values, Decimal(0)) / len(values)
    return _over("mean", "Mean", mean, cells, unit, base, cells[0].nature, ", ", decimals=fewest(cells))


def _median(cells: Sequence[Cell]) -> Derived:
    values, unit, base = common(cells)
    same_intervals(cells)
    ordered = sorted(values)
    middle = len(ordered) // 2
    median = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    return _over("median", "Median", median, cells, unit, base, cells[0].nature, ", ", decimals=fewest(cells))


_OPERATIONS: dict[str, Callable[[Sequence[Cell]], Derived]] = {
    "difference": _difference,
    "ratio": _ratio,
    "percent_change": _percent_change,
    "share": _share,
    "cagr": _cagr,
    "sum": _sum,
    "mean": _mean,
    "median": _median,
}


def _rank(cells: Sequence[Cell], order: Literal["asc", "desc"], target: Cell | None) -> Derived:
    """Competition ranks (ties share the best rank) with direction, ties and N."""
    values, unit, _ = common(cells, ordinal=True)
    first = "highest" if order == "desc" else "lowest"
    best = cells[0]
    count = len(cells)
    rows: list[tuple[Scalar, ...]] = []
    ties: list[str] = []
    for cell, value in zip(cells, values, strict=True):
        ahead = sum(1 for other in values if (other > value if order == "desc" else other < value))
        tied = [spoken(c) for c, other in zip(cells, values, strict=True) if other == value and c is not cell]
        if target is not None and cell is not target:
            continue
        rows.append((cell.entity, cell.period, Decimal(ahead + 1), Decimal(count), value, Decimal(len(tied))))
        if tied and target is not None:
            ties.append(f"Tied with {', '.join(tied)}.")
    label = f"Rank by {best.label}"
    columns = (
        Column("entity", "Of", "entity"),
        Column("period", "Period", "period"),
        Column("rank", label, "value", unit="rank", base=f"1 is the {first}", names=("rank", "position"), nature="rank", decimals=0),
        Column("of", "Number ranked", "value", unit="count", names=("of", "out of"), nature="count", decimals=0),
        Column("value", best.label, "value", unit=unit, base=best.base, nature=best.nature, decimals=fewest(cells)),
        Column("tied", "Others with the same value", "value", unit="count", nature="count", decimals=0),
    )  # fmt: skip
    note = f"Rank 1 is the {first} of {format_number(Decimal(count))}; equal values share the better rank."
    ordered = tuple(sorted(rows, key=lambda row: (row[2], str(row[0]))))
    return Derived(columns, ordered, (note, *ties))


def _over(
    op: str,
    label: str,
    value: Decimal,
    cells: Sequence[Cell],
    unit: str,
    base: str,
    nature: Nature | None,
    joint: str,
    decimals: int | None = None,
) -> Derived:
    """A figure over several cells; a long formula is shortened to its ends."""
    texts = [shown(cell) for cell in cells]
    listed = joint.join(texts if len(texts) <= 6 else [*texts[:3], "...", texts[-1]])
    labels = {cell.label for cell in cells}
    whose = cells[0].label if len(labels) == 1 else "; ".join(spoken(cell, cells) for cell in cells)
    return _single(
        op,
        f"{label} of {format_number(Decimal(len(cells)))}: {whose}",
        value,
        cells,
        unit=unit,
        base=base,
        nature=nature,
        decimals=fewest(cells) if decimals is None else decimals,
        formula=f"{op} of {len(cells)}: {listed}",
    )


def _single(
    op: str,
    label: str,
    value: Decimal,
    cells: Sequence[Cell],
    *,
    unit: str,
    base: str,
    nature: Nature | None,
    decimals: int | None,
    formula: str,
    notes: tuple[str, ...] = (),
) -> Derived:
    """One row: entity and period where all cells share them, the value, the formula and what the operands were."""
    entities = {cell.entity for cell in cells}
    periods = {cell.period for cell in cells}
    columns: list[Column] = []
    row: list[Scalar] = []
    if len(entities) == 1 and None not in entities:
        columns.append(Column("entity", "Of", "entity"))
        row.append(cells[0].entity)
    if len(periods) == 1 and None not in periods:
        columns.append(Column("period", "Period", "period"))
        row.append(cells[0].period)
    columns += [
        Column(op, label, "value", unit=unit, base=base, names=(op.replace("_", " "),), nature=nature, decimals=decimals),
        Column("formula", "Formula", "text"),
    ]  # fmt: skip
    row += [value, formula]
    if len(cells) == 2:
        columns += [Column("a", "a", "text"), Column("b", "b", "text")]
        row += [spoken(cells[0]), spoken(cells[1])]
    return Derived(tuple(columns), (tuple(row),), (f"{label} = {formula}.", *notes))
