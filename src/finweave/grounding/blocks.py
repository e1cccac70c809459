"""The draft's layout: headings, sentences, list items and table cells, each with the text that leads it in.

A segment is what is judged at once (a sentence, an item, a cell). Its `leads` are the stretches whose words count
for it although they stand elsewhere: row header and column header, the sentence before a list or table, headings;
nearest first. What the words mean is decided later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from finweave.grounding.text import Span

SegmentKind: TypeAlias = Literal["sentence", "item", "cell", "header", "heading"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch judged at once. `leads` bind like words beside it, `headings` only carry."""

    span: Span
    kind: SegmentKind
    leads: tuple[Span, ...] = ()
    headings: tuple[Span, ...] = ()
    paragraph: int = 0
    row: Span | None = None
    legends: tuple[Span, ...] = ()


def read_blocks(text: str) -> list[Segment]:
    """All segments of a folded text, in order; every character that is not blank is in exactly one."""
    reader = _Reader(text)
    reader.read()
    return _with_legends(text, reader.segments)


def _with_legends(text: str, segments: list[Segment]) -> list[Segment]:
    """What follows figures and speaks of them all: `(CET1 ratios, 2026.)`, `Figures for 2026-Q1.`"""
    legends = [s for s in segments if s.kind == "sentence" and _LEGEND.match(text, *s.span)]
    if not legends:
        return segments
    return [
        replace(
            s,
            legends=tuple(
                one.span
                for one in legends
                if 0 <= one.paragraph - s.paragraph <= 1 and s.span[1] <= one.span[0]
            ),
        )
        for s in segments
    ]


_LEGEND = re.compile(
    r"\([^()]*(?:\([^()]*\)[^()]*)*\)\.?$|(?:all\s|the\s)?(?:figures?|data|values?|amounts?|rates?|ratios?|numbers?|shares?|units?|note|source|as\sof|period|columns?)\b(?:\s(?:are|is|refer\s\w+|shown)\b)?[^.]{0,80}\.?$",
    re.IGNORECASE,
)


def sentences(text: str, start: int, end: int) -> list[Span]:
    """Spans of the sentences in a stretch."""
    found: list[Span] = []
    at = start
    for match in _STOP.finditer(text, start, end):
        if _ABBREVIATION.search(text[max(start, match.start() - 12) : match.start() + 1]):
            continue
        found.append((at, match.end("stop")))
        at = match.end()
    if text[at:end].strip():
        found.append((at, end))
    return [_trimmed(text, span) for span in found if text[span[0] : span[1]].strip()]


_STOP = re.compile(r"(?P<stop>[.!?](?:[\"”'»)\]]|\s?\[\d+\])*)\s+(?=[\"“«(\[]?[A-Z0-9$€£+-]|[\"“])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:vs|approx|No|Nos|Inc|Corp|Co|Ltd|St|Jr|Sr|Dr|Mr|Mrs|Ms|Prof|Gov|Sen|etc|cf|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Fig|p|pp|ed)|(?:\b[A-Za-z]\.)+[A-Za-z]|\b[A-Z])\.$"
)
_HEADING = re.compile(r"[ ]*(#{1,6})[ ]+(?=\S)")
_ITEM = re.compile(r"[ ]*(?:[-*•+–·▪]|\(?\d{1,3}[.)]|\(?[a-z]\))[ ]+(?=\S)")
_SEPARATOR = re.compile(r"[ ]*\|?[ ]*:?-{2,}:?[ ]*(?:\|[ ]*:?-{2,}:?[ ]*)*\|?[ ]*")


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class _Reader:
    """Goes through the lines once and keeps what leads what."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.segments: list[Segment] = []
        self.headings: list[tuple[int, Span]] = []
        self.lead: Span | None = None
        self.paragraph = 0
        self.lines = self._lines()

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            start, end = self.lines[at]
            line = self.text[start:end]
            if not line.strip():
                at += 1
                self.paragraph += 1
            elif _HEADING.match(line):
                self._heading(start, end)
                at += 1
            elif self._is_table(at):
                at = self._table(at)
            elif _ITEM.match(line):
                at = self._item(at)
            else:
                at = self._prose(at)

    def _lines(self) -> list[Span]:
        lines: list[Span] = []
        at = 0
        for line in self.text.split("\n"):
            lines.append((at, at + len(line)))
            at += len(line) + 1
        return lines

    def _carried(self) -> tuple[Span, ...]:
        return tuple(span for _, span in reversed(self.headings))

    def _heading(self, start: int, end: int) -> None:
        match = _HEADING.match(self.text[start:end])
        level = len(match[1]) if match else 1
        self.headings = [(known, span) for known, span in self.headings if known < level]
        span = _trimmed(self.text, (start + (match.end() if match else 0), end))
        self.segments.append(Segment(span, "heading", paragraph=self.paragraph, headings=self._carried()))
        self.headings.append((level, span))
        self.lead = None
        self.paragraph += 1

    def _plain(self, at: int) -> bool:
        line = self.text[slice(*self.lines[at])]
        return (
            bool(line.strip())
            and not _HEADING.match(line)
            and not _ITEM.match(line)
            and not self._is_table(at)
        )

    def _prose(self, at: int) -> int:
        first = at
        while at + 1 < len(self.lines) and self._plain(at + 1):
            at += 1
        start, end = self.lines[first][0], self.lines[at][1]
        for span in sentences(self.text, start, end):
            self.segments.append(Segment(span, "sentence", (), self._carried(), self.paragraph))
            self.lead = span
        return at + 1

    def _item(self, at: int) -> int:
        first = at
        while at + 1 < len(self.lines) and self._plain(at + 1) and self.text[self.lines[at + 1][0]] == " ":
            at += 1
        start, end = self.lines[first][0], self.lines[at][1]
        mark = _ITEM.match(self.text[start:end])
        spans = sentences(self.text, start + (mark.end() if mark else 0), end)
        lead = (self.lead,) if self.lead is not None else ()
        for n, span in enumerate(spans):
            leads = lead if n == 0 else (spans[0], *lead)
            self.segments.append(Segment(span, "item", leads, self._carried(), self.paragraph))
        return at + 1

    def _is_table(self, at: int) -> bool:
        line = self.text[slice(*self.lines[at])]
        if "|" not in line:
            return False
        if line.lstrip().startswith("|") and line.count("|") >= 2:
            return True
        around = self.lines[at - 1 : at + 2] if at else self.lines[: at + 2]
        return any(
            _SEPARATOR.fullmatch(self.text[slice(*span)]) and "|" in self.text[slice(*span)]
            for span in around
        )

    def _cells(self, line: Span) -> list[Span]:
        start, end = line
        row = self.text[start:end]
        lead = len(row) - len(row.lstrip(" ")) + (1 if row.lstrip(" ").startswith("|") else 0)
        tail = len(row.rstrip(" ").removesuffix("|"))
        cells: list[Span] = []
        at = lead
        for part in row[lead:tail].split("|"):
            cells.append(_trimmed(self.text, (start + at, start + at + len(part))))
            at += len(part) + 1
        return cells

    def _table(self, at: int) -> int:
        header: list[Span] = []
        caption = (self.lead,) if self.lead is not None else ()
        first = at
        while at < len(self.lines) and (
            self._is_table(at) or _SEPARATOR.fullmatch(self.text[slice(*self.lines[at])])
        ):
            line = self.text[slice(*self.lines[at])]
            if not line.strip():
                break
            if _SEPARATOR.fullmatch(line):
                at += 1
                continue
            cells = self._cells(self.lines[at])
            if at == first and self._headed(at):
                header = cells
                self.segments.extend(
                    Segment(c, "header", caption, self._carried(), self.paragraph)
                    for c in cells
                    if c[0] < c[1]
                )
            else:
                self._row(cells, header, caption, self.lines[at])
            at += 1
        return at

    def _headed(self, at: int) -> bool:
        after = self.lines[at + 1] if at + 1 < len(self.lines) else (0, 0)
        return bool(_SEPARATOR.fullmatch(self.text[slice(*after)])) and after[0] < after[1]

    def _row(self, cells: list[Span], header: list[Span], caption: tuple[Span, ...], line: Span) -> None:
        for n, cell in enumerate(cells):
            if cell[0] >= cell[1]:
                continue
            words = [
                c for c in cells[:n] if c[0] < c[1] and re.search(r"[^\W\d_]{2}|\d{4}", self.text[slice(*c)])
            ]
            column = (header[n],) if n < len(header) and header[n][0] < header[n][1] else ()
            self.segments.append(
                Segment(cell, "cell", (*words[:2], *column, *caption), self._carried(), self.paragraph, line)
            )
