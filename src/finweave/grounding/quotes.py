"""Quotations: text in quotation marks is a verbatim span of one retrieved passage, or a finding.

Labels, names, text cells and the asker's own words may stand in quotation marks. A figure inside a verified quotation
is the quotation's; one supplied in a passage's own words without marks is a document's figure, never data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from finweave.grounding.cases import Passage
from finweave.grounding.quantities import Quantity
from finweave.grounding.scan import scan_numerals
from finweave.grounding.text import Span, fold_plain
from finweave.grounding.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quotation of the draft; `document` is the passage it stands in verbatim, `verdict` what is wrong with it."""

    span: Span
    document: int | None
    verdict: Verdict | None = None
    reason: str = ""


_QUOTE = re.compile(
    r"“([^“”\n]{1,2000})”|\"([^\"\n]{1,2000})\"|«\s?([^«»\n]{1,2000}?)\s?»|„([^„“”\n]{1,2000})[“”]|(?m:^>\s?(\S[^\n]{0,2000})$)"
)
_WORDS = re.compile(r"[\w'-]+")
_LEAST_WORDS = 3


def scan_quotes(text: str, passages: Sequence[Passage], allowed: Sequence[str]) -> list[Quoted]:
    """The quotations of a folded text, checked; `allowed` are texts that may be quoted freely (labels, the question)."""
    bodies = [_plain(passage.text) for passage in passages]
    titles = [_plain(passage.title) for passage in passages if passage.title]
    found: list[Quoted] = []
    for match in _QUOTE.finditer(text):
        group = next(n for n in range(1, 6) if match[n])
        inner = match[group]
        words = _plain(inner)
        if (
            len(_WORDS.findall(words)) < _LEAST_WORDS
            or any(words in _plain(t) for t in allowed)
            or any(words == t for t in titles)
        ):
            continue
        found.append(_checked(match.span(group), inner, passages, bodies))
    return found


def passage_figures(passages: Sequence[Passage]) -> list[Quantity]:
    """All figures of the passages' texts."""
    return [quantity for passage in passages for quantity in scan_numerals(fold_plain(passage.text))]


def in_own_words(text: str, quantity: Quantity, passages: Sequence[Passage]) -> bool:
    """Whether a figure stands in a run of at least five words that a passage has."""
    before = [
        m.group().lower() for m in _TOKEN.finditer(text, max(0, quantity.span[0] - 60), quantity.span[0])
    ][-4:]
    after = [
        m.group().lower()
        for m in _TOKEN.finditer(text, quantity.span[1], min(len(text), quantity.span[1] + 60))
    ][:4]
    figure = [m.group().lower() for m in _TOKEN.finditer(text, *quantity.span)]
    for passage in passages:
        words = [m.group().lower() for m in _TOKEN.finditer(fold_plain(passage.text))]
        for at in range(len(words) - len(figure) + 1):
            if words[at : at + len(figure)] != figure:
                continue
            run = 0
            while run < len(before) and at - run > 0 and words[at - run - 1] == before[-run - 1]:
                run += 1
            tail = at + len(figure)
            ahead = 0
            while ahead < len(after) and tail + ahead < len(words) and words[tail + ahead] == after[ahead]:
                ahead += 1
            if run + ahead >= 3:
                return True
    return False


_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|%|[^\W\d_]+")


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    folded = fold_plain(text).replace("“", '"').replace("”", '"').replace("‘", "'")
    return re.sub(r"\s+", " ", folded).strip().lower()


def _checked(span: Span, inner: str, passages: Sequence[Passage], bodies: Sequence[str]) -> Quoted:
    words = _plain(inner).strip(" .,;:")
    parts = [
        part.strip(" .,;:") for part in re.split(r"\s?(?:\[?…\]?|\.\.\.)\s?", words) if part.strip(" .,;:")
    ]
    for n, body in enumerate(bodies):
        if _in_order(parts, body):
            cap = passages[n].cap
            if cap is not None and len(words.split()) > cap:
                return Quoted(span, n, "quote_over_cap", f"longer than the {cap} words that may be quoted")
            return Quoted(span, n)
    if any(_joined(words, body) for body in bodies):
        return Quoted(span, None, "quote_joined", "two stretches of a passage glued together")
    return Quoted(span, None, "quote_altered", "in no retrieved passage in these words")


def _in_order(parts: Sequence[str], body: str) -> bool:
    at = 0
    for part in parts:
        found = re.compile(rf"(?<!\w){re.escape(part)}(?!\w)").search(body, at)
        if found is None:
            return False
        at = found.end()
    return bool(parts)


def _joined(words: str, body: str) -> bool:
    """Whether the quotation is two verbatim stretches, each of at least three words, without an ellipsis."""
    split = words.split(" ")
    return any(
        " ".join(split[:at]) in body and " ".join(split[at:]) in body
        for at in range(_LEAST_WORDS, len(split) - 2)
    )
