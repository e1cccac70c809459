"""Why a figure that no cell shows is wrong: asked, read in a document, mis-scaled, mis-measured, computed, or made up.

Only for the message and the class: any figure that reaches this module is a finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from finweave.grounding.candidates import misfits
from finweave.grounding.cells import LedgerCell, LedgerIndex
from finweave.grounding.quantities import Quantity
from finweave.grounding.verdicts import Verdict

_MOST_CELLS = 60
_REASONS: dict[str, str] = {
    "question_only": "only the question has this figure",
    "document_figure": "the figure is a document's, not data",
    "wrong_scale": "the digits are right, the scale is not",
    "wrong_unit": "the digits are right, the unit is not",
    "over_precise": "more digits than were published",
    "derived": "computed from cells, but no call computed it",
    "number_word": "no cell proves this spelled quantity",
    "fabricated": "no cell shows this figure",
}


def diagnose(
    quantity: Quantity, ledger: LedgerIndex, asked: Sequence[Quantity], read: Sequence[Quantity]
) -> tuple[Verdict, str, LedgerCell | None]:
    """Verdict, reason and nearest cell of a figure without a cell."""
    if quantity.kind in ("count", "fraction", "multiple") and quantity.family in ("", "percent", "times"):
        return "number_word", _REASONS["number_word"], nearest(quantity, ledger)
    if any(_same(quantity, other) for other in asked):
        return "question_only", _REASONS["question_only"], None
    if any(_same(quantity, other) for other in read):
        return "document_figure", _REASONS["document_figure"], None
    for verdict, cell in misfits(quantity, ledger):
        kind: Verdict = (
            "wrong_scale"
            if verdict == "wrong_scale"
            else "wrong_unit"
            if verdict == "wrong_unit"
            else "over_precise"
        )
        return kind, _REASONS[kind], cell
    if _computed(quantity, ledger):
        return "derived", _REASONS["derived"], None
    return "fabricated", _REASONS["fabricated"], nearest(quantity, ledger)


def nearest(quantity: Quantity, ledger: LedgerIndex) -> LedgerCell | None:
    """The cell of the same unit whose value is nearest."""
    best: LedgerCell | None = None
    least: Decimal | None = None
    shown = abs(quantity.shown)
    for cell in ledger.cells:
        if cell.family.kind != quantity.family and quantity.family:
            continue
        distance = abs(abs(cell.value.scaleb(cell.family.power if quantity.family else 0)) - shown)
        if least is None or distance < least:
            best, least = cell, distance
    return best


def _same(quantity: Quantity, other: Quantity) -> bool:
    return abs(quantity.shown) == abs(other.shown) and (
        quantity.family == other.family or not quantity.family or not other.family
    )


def _computed(quantity: Quantity, ledger: LedgerIndex) -> bool:
    """Whether a difference, sum, mean, ratio, share or percent change of cells gives the figure."""
    cells = [cell for cell in ledger.cells if cell.value][:_MOST_CELLS]
    shown, slack = abs(quantity.shown), quantity.slack
    percent = quantity.family in ("percent", "times", "")
    for one, two in combinations(cells, 2):
        if one.family.kind != two.family.kind:
            continue
        a, b = one.value.scaleb(one.family.power), two.value.scaleb(two.family.power)
        results = [abs(a - b), abs(a + b), abs(a + b) / 2]
        if percent:
            results += [abs(a / b), abs(b / a), abs((a - b) / b), abs((b - a) / a)]
        if any(abs(result - shown) <= slack for result in results):
            return True
    columns: dict[tuple[int, str], list[Decimal]] = {}
    for cell in cells:
        columns.setdefault(cell.measure.key, []).append(cell.value.scaleb(cell.family.power))
    for values in columns.values():
        if len(values) > 2 and any(
            _sums(list(part), shown, slack) for n in (3, len(values)) for part in _parts(values, n)
        ):
            return True
    return False


def _parts(values: Sequence[Decimal], size: int) -> Sequence[Sequence[Decimal]]:
    return list(combinations(values[:12], size)) if size <= 3 else [values]


def _sums(values: list[Decimal], shown: Decimal, slack: Decimal) -> bool:
    total = abs(sum(values, Decimal(0)))
    return abs(total - shown) <= slack or abs(total / len(values) - shown) <= slack
