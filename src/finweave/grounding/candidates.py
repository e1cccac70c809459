"""Which cells a figure's value fits, whatever is said around it; and, where none fits, which fit almost.

A figure fits a cell when the cell's value, in the unit and scale shown, lies within half a unit of the last displayed
digit. Comparatives fit the cells they are true of and near. The sign is left to `relations`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from finweave.grounding.cells import LedgerCell, LedgerIndex
from finweave.grounding.quantities import Quantity
from finweave.grounding.units import shift

_NEAR = Decimal("0.25")
_CLOSE = Decimal("0.20")
_FRACTION = Decimal("0.005")
_FRACTION_SAID = Decimal("0.02")
_AMOUNT = Decimal("0.02")
_MULTIPLE = Decimal("0.05")


def candidates(quantity: Quantity, ledger: LedgerIndex) -> list[LedgerCell]:
    """The cells whose absolute value the figure shows, or of which its comparative is true."""
    low, high = _bounds(quantity)
    found = list(_within(quantity, ledger, low, high))
    if quantity.comparison:
        low, high = _compared(quantity)
        found.extend(
            cell
            for cell in _within(quantity, ledger, low, high)
            if cell not in found and _strict(quantity, cell)
        )
    return found


def holds(quantity: Quantity, cell: LedgerCell) -> bool:
    """Whether a comparative is true of a cell, whatever the distance."""
    power = shift(quantity.family, cell.family, change=cell.measure.change, spread=cell.measure.spread)
    if power is None:
        return False
    value, shown = cell.value.scaleb(power), quantity.shown
    return {
        "above": value > shown, "below": value < shown, "at_least": value >= shown, "at_most": value <= shown,
        "": abs(value) == abs(shown),
    }[quantity.comparison]  # fmt: skip


def exact(quantity: Quantity, cell: LedgerCell) -> bool:
    """Whether the figure shows the cell itself, not only something true of it."""
    power = shift(quantity.family, cell.family, change=cell.measure.change, spread=cell.measure.spread)
    low, high = _bounds(quantity)
    return power is not None and low <= abs(cell.value.scaleb(power)) <= high


def _bounds(quantity: Quantity) -> tuple[Decimal, Decimal]:
    shown = abs(quantity.shown)
    slack = quantity.slack
    if quantity.kind == "fraction":
        slack = (
            shown * _AMOUNT
            if quantity.family != "percent"
            else (_FRACTION_SAID if quantity.approximate else _FRACTION)
        )
    elif quantity.kind == "multiple":
        slack = shown * (_MULTIPLE if quantity.approximate else Decimal("0.005"))
    return shown - slack, shown + slack


def _compared(quantity: Quantity) -> tuple[Decimal, Decimal]:
    shown = abs(quantity.shown)
    reach = shown * (_CLOSE if quantity.close else _NEAR)
    if quantity.kind == "fraction":
        reach = max(reach, Decimal("0.25"))
    return (shown, shown + reach) if quantity.comparison in ("above", "at_least") else (shown - reach, shown)


def _strict(quantity: Quantity, cell: LedgerCell) -> bool:
    return holds(replace(quantity, value=abs(quantity.value)), cell) or cell.value < 0


def _within(quantity: Quantity, ledger: LedgerIndex, low: Decimal, high: Decimal) -> Iterator[LedgerCell]:
    for key in ledger.groups:
        family, change, spread = key
        power = shift(quantity.family, family, change=change, spread=spread)
        if power is not None:
            yield from ledger.between(key, low.scaleb(-power), high.scaleb(-power))


def misfits(quantity: Quantity, ledger: LedgerIndex) -> Iterator[tuple[str, LedgerCell]]:
    """Cells that would fit in another scale, unit or precision: (verdict, cell), nearest reason first."""
    shown = abs(quantity.shown)
    for step in (3, -3, 6, -6, 9, -9, 12, -12):
        scaled = replace(quantity, power=quantity.power + step)
        if quantity.family in ("percent", "points", "rank", "category", "percentile") or not shown:
            break
        for cell in _within(scaled, ledger, *_bounds(scaled)):
            if cell.family.money or cell.family.kind in ("count", "") or quantity.family in ("scaled", ""):
                yield "wrong_scale", cell
    bare = replace(quantity, family="", power=0)
    if quantity.family.startswith("money:"):
        for cell in ledger.cells:
            if cell.family.money and _fits(quantity, cell, cell.family.power):
                yield "wrong_unit", cell
    if quantity.family and quantity.kind != "fraction":
        low, high = _bounds(bare)
        yield from (("wrong_unit", cell) for cell in ledger.cells if low <= abs(cell.value) <= high)
    for cell in ledger.cells:
        if _over_precise(quantity, cell):
            yield "over_precise", cell


def _fits(quantity: Quantity, cell: LedgerCell, power: int) -> bool:
    low, high = _bounds(quantity)
    return low <= abs(cell.value.scaleb(power)) <= high


def _over_precise(quantity: Quantity, cell: LedgerCell) -> bool:
    """Digits beyond the published ones: dropping them gives the published value."""
    power = shift(quantity.family, cell.family, change=cell.measure.change, spread=cell.measure.spread)
    if power is None or quantity.kind != "numeral":
        return False
    shown = abs(quantity.shown.scaleb(-power))
    beyond = quantity.decimals - (quantity.power - power) - cell.decimals
    if beyond <= 0 or not cell.value or not shown:
        return False
    return abs(shown - abs(cell.value)) < Decimal(1).scaleb(-cell.decimals) and shown != abs(cell.value)
