"""One row or a few: a sentence each, the asked figure first, then what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence

from finweave.analyst.planner.compose.phrase import (
    Cites,
    RowRef,
    amount,
    in_sentence,
    possessive,
    qualifiers,
    sentence_start,
    text_values,
    value_columns,
    when,
)

# More text cells than this are told apart by their labels.
FEW_TEXTS = 3


def sentences(rows: Sequence[RowRef], lead: Sequence[str], cites: Cites) -> str:
    """The rows as sentences with their citation."""
    said = (f"{_sentence(ref, lead)} {cites.marks([ref.result])}".rstrip() for ref in rows)
    return "\n".join(dict.fromkeys(said))


def _sentence(ref: RowRef, lead: Sequence[str]) -> str:
    columns = [c.name for c in value_columns(ref.result) if ref.cell(c.name) is not None]
    asked = [name for name in lead if name in columns]
    first = next(iter(asked or columns), None)
    cell = ref.cell(first) if first else None
    if cell is None:
        return text_row(ref)
    if cell.unit == "count":
        return f"{sentence_start(cell.label)} {when(ref)}".rstrip() + f": {amount(cell)}{qualifiers(ref)}."
    entity = ref.said("entity")
    whose = f"{possessive(entity)} {in_sentence(cell.label)}" if entity else f"The {in_sentence(cell.label)}"
    comma = "," if "," in cell.label else ""
    said = f"{sentence_start(whose)}{comma} was {amount(cell)} {when(ref)}".rstrip() + qualifiers(ref) + "."
    beside = [
        c for name in columns if name != first and (c := ref.cell(name)) is not None and c.unit != "count"
    ]
    if beside:
        listed = (f"{in_sentence(c.label)}: {amount(c, base=c.base != cell.base)}" for c in beside)
        said += f" {sentence_start('; '.join(listed))}."
    return said


def text_row(ref: RowRef) -> str:
    """A row without figures: its entity and what its text cells say, labelled where there are many."""
    entity = ref.said("entity") or ""
    values = text_values(ref)
    said = "; ".join(f"{in_sentence(label)}: {v}" if len(values) > FEW_TEXTS else v for label, v in values)
    period = when(ref)
    return sentence_start(f"{entity}: {said}, {period}".strip(" :,")) + "."
