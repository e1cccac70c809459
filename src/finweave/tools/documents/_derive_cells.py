"""What a cell is and with which others it combines: units, bases, natures, intervals. Each refusal names both sides."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from finweave.core.errors import ArgumentError, PeriodError, UnitError
from finweave.core.periods import Period, display, parse_period
from finweave.core.units import convert, format_value, unit_of
from finweave.results import Cell

# Numbers that only name or order: they can be ranked, never added.
_ORDINAL = frozenset({"category", "bucket", "rank", "calendar year"})


def same_figure(a: Cell, b: Cell) -> bool:
    """Whether two cells are the same published figure, whichever calls returned them."""
    return _identity(a) == _identity(b)


def spoken(cell: Cell, beside: Sequence[Cell] = ()) -> str:
    """A cell in words: what, whose, when; without what it shares with all the cells it stands beside."""
    entities, periods = {each.entity for each in beside}, {each.period for each in beside}
    whose = cell.entity if len(entities) != 1 else None
    when = cell.period if len(periods) != 1 else None
    where = ", ".join(part for part in (whose, display(when) if when else None) if part)
    return f"{cell.label} ({where})" if where else cell.label


def shown(cell: Cell) -> str:
    return format_value(cell.value, cell.unit, cell.decimals)


def common(
    cells: Sequence[Cell], *, one_base: bool = True, ordinal: bool = False
) -> tuple[list[Decimal], str, str]:
    """The values in the first cell's unit, that unit, and the base; a typed error where they are not of one kind."""
    first = cells[0]
    for cell in cells:
        if unit_of(cell.unit).family in _ORDINAL and not ordinal:
            raise UnitError(
                f"{spoken(cell)} is a {cell.unit}: it orders, and can be ranked but not computed with.",
                field="cells",
                given=cell.unit,
            )
        if cell.nature != first.nature:
            raise UnitError(
                f"{spoken(first)} is a {first.nature or 'figure of unstated nature'} and {spoken(cell)} a"
                f" {cell.nature or 'figure of unstated nature'}: they do not combine.",
                field="cells",
                given=cell.nature,
                allowed=(first.nature or "",),
            )
        if one_base and cell.base != first.base:
            raise UnitError(
                f"{spoken(first)} is {first.base or 'without a base'} and {spoken(cell)} is"
                f" {cell.base or 'without a base'}: only a ratio combines different bases.",
                field="cells",
                given=cell.base,
                allowed=(first.base,),
            )
    return [convert(cell.value, cell.unit, first.unit) for cell in cells], first.unit, first.base


def same_intervals(cells: Sequence[Cell]) -> None:
    """Flows and changes are compared over intervals of equal length only."""
    if not {"flow", "change"} & {cell.nature for cell in cells}:
        return
    lengths = {period.frequency for cell in cells if (period := _period(cell)) is not None}
    if len(lengths) > 1:
        raise ArgumentError(
            f"Flows over intervals of different length do not combine: {' and '.join(sorted(lengths))}.",
            field="cells",
        )


def positive(cell: Cell, value: Decimal, what: str) -> None:
    if value <= 0:
        raise ArgumentError(
            f"{what} needs a positive base: {spoken(cell)} is {shown(cell)}; ask for the difference.",
            field="cells",
            given=str(cell.value),
        )


def whole_years(a: Cell, b: Cell) -> int:
    """Years between two periods of one frequency that stand at the same point of their years."""
    begins, ends = _period(a), _period(b)
    if begins is not None and ends is not None and begins.frequency == ends.frequency:
        months = (ends.last.year - begins.last.year) * 12 + ends.last.month - begins.last.month
        same_day = begins.frequency not in ("day", "week") or begins.last.day == ends.last.day
        if months > 0 and months % 12 == 0 and same_day:
            return months // 12
    raise ArgumentError(
        f"A growth rate needs whole years from one period to a later one: {a.period} to {b.period} is not that.",
        field="cells",
        given=b.period,
    )


def fewest(cells: Sequence[Cell]) -> int:
    """The fewest decimals among the operands in the first one's unit: the published ones, else the value's own."""
    wanted = unit_of(cells[0].unit).power
    found: list[int] = []
    for cell in cells:
        own = cell.decimals if cell.decimals is not None else _own_decimals(cell.value)
        found.append(max(0, own - (unit_of(cell.unit).power - wanted)))
    return min(found)


def _identity(cell: Cell) -> tuple[object, ...]:
    """What a cell is of: two calls may return the same figure."""
    return (
        cell.dataset,
        cell.vintage,
        cell.label,
        cell.unit,
        cell.base,
        cell.entity,
        cell.period,
        cell.value,
    )


def _period(cell: Cell) -> Period | None:
    try:
        return parse_period(cell.period) if cell.period else None
    except PeriodError:
        return None


def _own_decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
