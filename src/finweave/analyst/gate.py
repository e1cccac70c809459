"""The gate as the analyst calls it: the registry's words and the name lists handed to `grounding`, which knows neither."""

from __future__ import annotations

from collections.abc import Sequence

from finweave.analyst.planner.vocabulary import Evidence, Lexicon
from finweave.core.banks import bank_index
from finweave.core.places import country_index
from finweave.grounding.act import act
from finweave.grounding.judge import judge
from finweave.grounding.verdicts import Acted
from finweave.grounding.vocabulary import Words
from finweave.results import ToolResult


def words_of(lexicon: Lexicon) -> Words:
    """What the gate is told beyond the results: measures, names, subjects of tools."""
    return Words(
        measures=tuple(
            term for term, found in lexicon.evidence.items() if any(_names_a_measure(e) for e in found)
        ),
        names={"country": country_index(), "bank": bank_index()},
        subjects={tool.name: tool.subject for tool in lexicon.tools.values() if tool.subject},
    )


def gated(question: str, results: Sequence[ToolResult], draft: str, words: Words) -> Acted:
    """The draft judged against the ledger, and what may be shown of it."""
    return act(draft, judge(question, results, draft, vocabulary=words), results)


def _names_a_measure(evidence: Evidence) -> bool:
    return evidence.role == "column" or (
        evidence.role == "value" and evidence.target in ("measure", "indicator")
    )
