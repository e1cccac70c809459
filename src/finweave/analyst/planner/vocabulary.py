"""The planner's words: every term that the tools declare, with what it is evidence for and how rare it is.

Built once from a registry and never by hand: a word counts for a tool because that tool's file declares it. The same
terms serve the gate (`words_of`). Nothing here knows a tool by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from finweave.core.names import NameIndex
from finweave.core.text import fold
from finweave.tools.declare import Slot, SlotKind, Tool

Role: TypeAlias = Literal["subject", "value", "column", "explained"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a term says about one tool: that it is meant, a value of an argument, a column to show, or nothing."""

    tool: str
    role: Role
    target: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class SlotField:
    """An argument of a tool that a span of a question can fill."""

    name: str
    kind: SlotKind
    required: bool
    many: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Terms (folded) with their evidence, an index for spotting them, and each tool's slots."""

    tools: Mapping[str, Tool]
    evidence: Mapping[str, tuple[Evidence, ...]]
    index: NameIndex
    slots: Mapping[str, tuple[SlotField, ...]]

    def rarity(self, term: str) -> float:
        """One over the number of tools that a term speaks for."""
        return 1 / max(1, len({e.tool for e in self.evidence[term]}))

    def slot(self, tool: str, kind: SlotKind) -> SlotField | None:
        """The tool's first slot of a kind."""
        return next((s for s in self.slots[tool] if s.kind == kind), None)

    def taking(self, kind: SlotKind) -> Tool | None:
        """The tool that has a slot of a kind, where only one has it (the subject of a question, cells to combine)."""
        found = [t for t in self.tools.values() if any(s.kind == kind for s in self.slots[t.name])]
        return found[0] if found else None


def lexicon(tools: Mapping[str, Tool]) -> Lexicon:
    """The lexicon of a registry."""
    terms: dict[str, list[Evidence]] = {}

    def add(word: str, evidence: Evidence) -> None:
        held = terms.setdefault(fold(word), [])
        if evidence not in held:
            held.append(evidence)

    for tool in tools.values():
        words = tool.vocabulary
        for word in words.subject:
            add(word, Evidence(tool.name, "subject"))
        for argument, values in words.values.items():
            for value, spoken in values.items():
                for word in spoken:
                    add(word, Evidence(tool.name, "value", argument, value))
        for column, spoken in words.columns.items():
            for word in spoken:
                add(word, Evidence(tool.name, "column", column))
        for word in words.explained:
            add(word, Evidence(tool.name, "explained"))
    terms.pop("", None)
    return Lexicon(
        tools=tools,
        evidence={term: tuple(found) for term, found in terms.items()},
        index=NameIndex((term, term, (term,)) for term in terms),
        slots={tool.name: _slots(tool) for tool in tools.values()},
    )


def _slots(tool: Tool) -> tuple[SlotField, ...]:
    """Read off the argument model: the `Slot` beside a type, whether it is required, takes a list, has a closed list."""
    found: list[SlotField] = []
    for name, info in tool.args.model_fields.items():
        slot = next((m for m in _metadata(info.annotation, info.metadata) if isinstance(m, Slot)), None)
        if slot is not None:
            many = "list[" in str(info.annotation)
            found.append(
                SlotField(name, slot.kind, info.is_required(), many, tuple(_literals(info.annotation)))
            )
    return tuple(found)


def _metadata(annotation: object, metadata: list[object]) -> list[object]:
    """The metadata of an annotation and of the members of its union (`Bank | None` keeps Bank's)."""
    found = list(metadata)
    for member in get_args(annotation):
        found += getattr(member, "__metadata__", ())
        found += _metadata(member, []) if get_args(member) else []
    return found


def _literals(annotation: object) -> list[str]:
    """The strings of a Literal, also inside a union."""
    found: list[str] = []
    for member in get_args(annotation):
        found += [member] if isinstance(member, str) else _literals(member)
    return found
