"""A figure as a text shows it: span, value, displayed decimals, scale and unit, and how it is said.

`value` is the numeral as shown (12.6, with one decimal), `power` what the words around it multiply it by (percent:
-2, billion: 9). What a figure proves or is proved by is no business of this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from finweave.grounding.text import Span

Kind: TypeAlias = Literal["numeral", "count", "fraction", "multiple", "ordinal"]
Comparison: TypeAlias = Literal["", "above", "below", "at_least", "at_most"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """`family` is the unit's kind as `units.Family` names it, "" for a bare number; `words` its unit's span too."""

    span: Span
    numeral: Span
    value: Decimal
    decimals: int
    power: int = 0
    family: str = ""
    kind: Kind = "numeral"
    signed: bool = False
    approximate: bool = False
    comparison: Comparison = ""
    close: bool = False
    trailing: int = 0

    @property
    def shown(self) -> Decimal:
        """The value in the unit's own terms: 12.6% is 0.126, $2.9tn is 2.9E+12."""
        return self.value.scaleb(self.power)

    @property
    def slack(self) -> Decimal:
        """Half a unit of the last displayed digit, in the same terms."""
        half = Decimal(5).scaleb(self.power - self.decimals - 1)
        if self.approximate and self.trailing:
            half = max(half, abs(self.shown) * Decimal("0.025"))
        return half
