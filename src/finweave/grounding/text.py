"""The draft as the gate reads it: folded once, with a way back to the reader's code points.

Folding removes what a reader does not see (markup, zero-width characters, soft hyphens) and makes one glyph of every
minus, blank and digit, so that what is checked is what is shown. Every folded character knows the span of the draft
that it stands for; nothing after this module touches the draft itself.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]

MASK = "\ue000"
"""Stands for characters that are no longer scanned; in no folded text."""


@dataclass(frozen=True, slots=True)
class Text:
    """`folded` is what the gate scans; `starts` and `ends` map each of its characters to the draft."""

    raw: str
    folded: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def raw_span(self, span: Span) -> Span:
        """The draft's code points behind a span of the folded text."""
        start, end = span
        if start >= end or not self.starts:
            at = self.starts[start] if start < len(self.starts) else len(self.raw)
            return at, at
        return self.starts[start], self.ends[min(end, len(self.ends)) - 1]


def read_text(raw: str) -> Text:
    """Folds a draft; never fails, whatever the text."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for found in _MARKUP.finditer(raw):
        _fold_run(raw, at, found.start(), parts, starts, ends)
        shown = _shown(found.group())
        for character in shown:
            for folded in _fold_character(character):
                parts.append(folded)
                starts.append(found.start())
                ends.append(found.end())
        at = found.end()
    _fold_run(raw, at, len(raw), parts, starts, ends)
    return Text(raw, "".join(parts), tuple(starts), tuple(ends))


@lru_cache(maxsize=4096)
def fold_plain(raw: str) -> str:
    """The folded form alone, for texts whose spans nobody asks for (labels, notes, the question)."""
    return read_text(raw).folded


def masked(text: str, spans: list[Span]) -> str:
    """The text with spans blotted out, length unchanged."""
    if not spans:
        return text
    characters = list(text)
    for start, end in spans:
        characters[start:end] = MASK * (end - start)
    return "".join(characters)


_MARKUP = re.compile(
    r"</?[A-Za-z][^<>\n]{0,200}>"
    r"|&(?:\#\d{1,7}|\#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,12});"
    r"|\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}"
    r"|__|`+|~~"
    r"|\\(?=[$%*_#&\[\](){}.,~+-])"
)
_SUPERSCRIPTS = {ord(digit): str(value) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_FIXED = {
    "−": "-",
    "﹣": "-",
    "－": "-",
    "‐": "-",
    "‑": "-",
    "⁃": "-",  # every minus and hyphen
    "‒": "–",
    "―": "—",
    "’": "'",
    "ʼ": "'",
    "＇": "'",
    "⁄": "/",
    "∕": "/",
    "′": "'",
    "\t": " ",
    "\n": "\n",
    "\r": "\n",
    "\u2028": "\n",
    "\u2029": "\n",
    "\x0b": " ",
    "\x0c": "\n",
    "“": "“",
    "”": "”",
    "„": "„",
    "…": "…",
    "×": "×",
    "⁻": "-",
    MASK: " ",
}


def _shown(markup: str) -> str:
    if not markup.startswith("&"):
        return ""
    return html.unescape(markup)


def _fold_run(raw: str, start: int, end: int, parts: list[str], starts: list[int], ends: list[int]) -> None:
    before = raw[start - 1] if start else ""
    for at in range(start, end):
        character = raw[at]
        if ord(character) in _SUPERSCRIPTS and ord(before or " ") not in _SUPERSCRIPTS and before != "⁻":
            parts.append("^")
            starts.append(at)
            ends.append(at + 1)
        before = character
        for folded in _fold_character(character):
            parts.append(folded)
            starts.append(at)
            ends.append(at + 1)


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if " " <= character < "\x7f":
        return character
    if character in _FIXED:
        return _FIXED[character]
    if ord(character) in _SUPERSCRIPTS:
        return _SUPERSCRIPTS[ord(character)]
    category = unicodedata.category(character)
    if category == "Zs":
        return " "
    if category in ("Cf", "Cc", "Cs", "Co", "Cn"):
        return ""
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "No" and "⁄" in unicodedata.normalize("NFKC", character):
        return character
    return unicodedata.normalize("NFKC", character)
