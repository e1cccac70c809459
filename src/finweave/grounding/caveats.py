"""Mandatory caveats: whether the draft carries one, in whatever words.

A declared caveat says which word groups must meet in one sentence. One that comes from outside is split into parts,
each of which needs a distinctive stem: half a caveat is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from finweave.grounding.blocks import Segment
from finweave.grounding.vocabulary import STOP, stem, tokens
from finweave.results import Caveat, ToolResult

_PART = re.compile(r"[;.]\s|\bbut\b|;$")
_EITHER = re.compile(r",\s(?:and\s)?not\b")
_SAME = {"outperform": "beat", "beat": "beat", "better": "beat", "worse": "beat", "los": "beat", "loss": "beat", "lose": "beat",
         "exceed": "beat", "outperformed": "beat", "statistic": "figure", "statist": "figure", "official": "publish",
         "differ": "differ", "different": "differ", "distinct": "differ", "output": "output", "report": "report"}  # fmt: skip


def missing_caveats(results: Sequence[ToolResult], text: str, segments: Sequence[Segment]) -> list[Caveat]:
    """The mandatory caveats of the results that the draft lacks, each once."""
    missing: dict[str, Caveat] = {}
    sentences = [text[slice(*segment.span)] for segment in segments]
    for result in results:
        if result.status not in ("ok", "partial"):
            continue
        for caveat in result.caveats:
            if (
                caveat.mandatory
                and caveat.text.strip() not in text
                and not _carried(caveat, sentences, result)
            ):
                missing.setdefault(caveat.id, caveat)
    return list(missing.values())


def _carried(caveat: Caveat, sentences: Sequence[str], result: ToolResult) -> bool:
    if caveat.groups:
        return any(
            all(any(s.lower() in sentence.lower() for s in group) for group in caveat.groups)
            for sentence in sentences
        )
    known = _words(" ".join([column.label for column in result.columns]))
    for at, column in enumerate(result.columns):
        if column.kind == "entity":
            known |= _words(" ".join(str(row[at]) for row in result.rows))
    said = _words(" ".join(sentences))
    return all(_part_carried(part, said, known) for part in _PART.split(caveat.text) if part.strip())


def _part_carried(part: str, said: frozenset[str], known: frozenset[str]) -> bool:
    """`x, not y` is said by saying either."""
    stems = [_words(side) - known for side in _EITHER.split(part)]
    return any(not side or len(side & said) >= (2 if len(side) >= 4 else 1) for side in stems)


def _words(text: str) -> frozenset[str]:
    return frozenset(
        _SAME.get(t.stem, t.stem) for t in tokens(text) if t.stem not in STOP or stem(t.text) in _SAME
    )
