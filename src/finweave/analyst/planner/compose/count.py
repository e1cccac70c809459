"""How many: the number of rows of a whole list, said with what was counted."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from finweave.analyst.planner.compose.phrase import Cites, in_sentence, rows_of, when
from finweave.core.units import format_number
from finweave.results import ToolResult


def count(result: ToolResult, asked: Mapping[str, object], title: str, cites: Cites) -> str:
    """`58 countries on 30 January 2026 (OECD country risk classification; category: 7). [1]`; `asked` are the
    arguments that the question gave."""
    entity = next((c.label for c in result.columns if c.kind == "entity"), "row")
    noun = in_sentence(entity) if result.total_rows == 1 else plural(in_sentence(entity))
    said = [
        f"{name.replace('_', ' ')}: {value}" for name, value in asked.items() if name not in ("n", "order")
    ]
    counted = f"{format_number(Decimal(result.total_rows))} {noun} {when(rows_of([result])[0])}".rstrip()
    return f"{counted} ({'; '.join([title, *said])}). {cites.marks([result])}"


def plural(noun: str) -> str:
    """Plural of a column's label: country, bank, jurisdiction, currency."""
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"
