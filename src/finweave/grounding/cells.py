"""The ledger as the gate sees it: every cell with unit family, entities, periods and words, indexed by value.

Built once per judgement from the results; knows nothing of the draft. A cell without an entity or period column takes
what its call was asked for; counts of rows and figures of notes are facts of their own beside the cells.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import cast

from finweave.grounding.names import Names
from finweave.grounding.scan import scan_numerals
from finweave.grounding.spelled import scan_spelled
from finweave.grounding.text import fold_plain, masked
from finweave.grounding.times import Time, period_of, times_in, years_of
from finweave.grounding.units import Family, family_of
from finweave.grounding.vocabulary import stems
from finweave.results import Cell, Column, ToolResult


@dataclass(frozen=True, slots=True)
class Measure:
    """A value column of a call: its words and how it behaves."""

    call: int
    column: Column
    words: frozenset[str]
    change: bool
    spread: bool
    loss: bool

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from other columns."""
        return self.call, self.column.name


@dataclass(frozen=True, slots=True, eq=False)
class LedgerCell:
    """A cell with all that a figure about it may say; `entities` by kind of name."""

    cell: Cell
    measure: Measure
    family: Family
    entities: Mapping[str, frozenset[str]]
    times: tuple[Time, ...]
    own_period: bool
    words: frozenset[str]
    base: frozenset[str]
    decimals: int

    @property
    def value(self) -> Decimal:
        """The exact value in the column's unit."""
        return self.cell.value


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that results state outside their value cells: a count of rows, a note's figure, an argument."""

    value: Decimal
    words: frozenset[str]
    kind: str
    source: str
    cell: Cell | None = None


@dataclass(slots=True)
class LedgerIndex:
    """All of it, and the look-up by value. `texts` are the results' own words, folded."""

    cells: list[LedgerCell]
    measures: list[Measure]
    facts: list[Fact]
    texts: list[str]
    years: set[int]
    editions: list[Time]
    weights: Mapping[str, float]
    names: Names
    groups: dict[tuple[Family, bool, bool], tuple[list[Decimal], list[LedgerCell]]] = field(
        default_factory=dict[tuple[Family, bool, bool], "tuple[list[Decimal], list[LedgerCell]]"]
    )
    columns: dict[tuple[int, str], list[LedgerCell]] = field(
        default_factory=dict[tuple[int, str], "list[LedgerCell]"]
    )
    rivals: dict[int, list[LedgerCell]] = field(default_factory=dict[int, "list[LedgerCell]"])

    def between(self, key: tuple[Family, bool, bool], low: Decimal, high: Decimal) -> list[LedgerCell]:
        """Cells of a family whose absolute number lies in [low, high]."""
        numbers, cells = self.groups[key]
        return cells[bisect_left(numbers, low) : bisect_right(numbers, high)]

    def rows_of(self, cell: LedgerCell) -> list[LedgerCell]:
        """The cells of the same column of the same call."""
        if not self.columns:
            for other in self.cells:
                self.columns.setdefault(other.measure.key, []).append(other)
        return self.columns[cell.measure.key]

    def alike(self, cell: LedgerCell) -> list[LedgerCell]:
        """Cells about the same things in other words, one for each column and words: what a cell may be mistaken for.

        Asked for every stretch of words around a figure, so it is kept by cell.
        """
        found = self.rivals.get(id(cell))
        if found is None:
            distinct: dict[tuple[tuple[int, str], frozenset[str]], LedgerCell] = {}
            for other in self.cells:
                key = (other.measure.key, other.words)
                if key not in distinct and other.words != cell.words and _about_the_same(other, cell):
                    distinct[key] = other
            found = self.rivals[id(cell)] = list(distinct.values())
        return found


def _about_the_same(other: LedgerCell, cell: LedgerCell) -> bool:
    """Whether another cell may be about the same things: it has the same kinds of names, and none tells them apart."""
    return all(kind in other.entities and keys & other.entities[kind] for kind, keys in cell.entities.items())


def read_ledger(results: Sequence[ToolResult], names: Names, conventions: Sequence[str] = ()) -> LedgerIndex:
    """Indexes the results of a conversation."""
    cells: list[LedgerCell] = []
    measures: list[Measure] = []
    facts: list[Fact] = []
    texts: list[str] = [fold_plain(text) for text in conventions]
    editions: list[Time] = []
    for number, result in enumerate(results, start=1):
        read = _CallReader(result, result.id or number, names)
        measures.extend(read.measures.values())
        cells.extend(read.cells())
        texts.extend(read.texts)
        facts.extend(read.facts())
        for source in result.sources:
            editions.extend(times_in(fold_plain(f"{source.title} {source.vintage}")))
    years = {year for text in texts for time in times_in(text) for year in years_of(time)}
    years |= {year for time in editions for year in years_of(time)}
    for cell in cells:
        years.update(year for time in cell.times for year in years_of(time))
    for time in _row_times(results):
        years.update(years_of(time))
    index = LedgerIndex(cells, measures, facts, texts, years, editions, _weights(measures), names)
    _group(index)
    return index


_LONGEST_LABEL = 80
_CHANGE = re.compile(
    r"\b(?:change|growth|increase|decrease|difference|gap|deviation|contribution)\b", re.IGNORECASE
)
_SPREAD = re.compile(r"\b(?:spread|gap|slope|premium|margin|difference|yield|rate)\b", re.IGNORECASE)
_LOSS = re.compile(
    r"\b(?:loss(?:es)?|declines?|haircuts?|depreciation|drawdowns?|drops?|fall|falls|deficit|charge-offs?|write-offs?)\b",
    re.IGNORECASE,
)
_PERIOD_ARGUMENT = re.compile(
    r"year|date|period|month|quarter|from|to|start|end|era|episode|edition|since|until", re.IGNORECASE
)


class _CallReader:
    """Reads one call; what all its cells share is worked out once."""

    def __init__(self, result: ToolResult, call: int, names: Names) -> None:
        self.result = result
        self.call = call
        self.names = names
        self.measures = {c.name: self._measure(c) for c in result.columns if c.kind == "value"}
        self.arguments = [
            (key, fold_plain(str(value)))
            for key, raw in result.arguments.items()
            for value in _listed(raw)
            if value is not None
        ]
        self.subject = names.subject_of(result, [value for _, value in self.arguments])
        self.asked = tuple(
            time for key, value in self.arguments if _PERIOD_ARGUMENT.search(key) for time in times_in(value)
        )
        self.texts = [fold_plain(text) for text in self._texts()]

    def cells(self) -> Iterator[LedgerCell]:
        places = {column.name: at for at, column in enumerate(self.result.columns)}
        shown = {name: self._decimals(name, places[name]) for name in self.measures}
        for row in range(len(self.result.rows)):
            entities = dict(self.subject) | self.names.of_row(self.result, row)
            periods = self._periods(row)
            row_words = self._row_words(row)
            for name, measure in self.measures.items():
                cell = self.result.cell(row, name)
                if cell is None:
                    continue
                times = periods or self._label_times(measure) or self._text_times(row) or self.asked
                yield LedgerCell(
                    _numbered(cell, self.call), measure, family_of(cell.unit), entities, times, bool(periods),
                    measure.words | row_words, stems(fold_plain(f"{cell.base} {cell.unit}")), shown[name],
                )  # fmt: skip

    def facts(self) -> Iterator[Fact]:
        """Counts of rows and distinct entities; figures of notes, arguments, labels and coverage."""
        result, source = self.result, self.result.tool
        words = self._own_words()
        if result.status in ("ok", "partial") and result.rows:
            counted = _numbered(result.count_cell(), self.call)
            yield Fact(counted.value, words, "rows", source, counted)
            yield Fact(Decimal(len(result.rows)), words, "rows", source)
            for at, column in enumerate(result.columns):
                if column.kind in ("entity", "label"):
                    yield Fact(Decimal(len({row[at] for row in result.rows})), words, "rows", source)
        elif result.status in ("ok", "partial"):
            yield Fact(Decimal(result.total_rows), words, "rows", source)
        for text in self.texts:
            for value in _numerals(text):
                yield Fact(value, stems(text), "text", text)

    def _measure(self, column: Column) -> Measure:
        words = _undated(" ".join((column.label, *column.names)))
        label = column.label
        change = column.nature == "change" or (column.nature is None and bool(_CHANGE.search(label)))
        return Measure(
            self.call, column, words, change, bool(_SPREAD.search(label)), bool(_LOSS.search(label))
        )

    def _texts(self) -> Iterator[str]:
        result = self.result
        yield from result.notes
        yield from (caveat.text for caveat in result.caveats)
        for column in result.columns:
            yield f"{column.label} {column.unit} {column.base}"
        yield from (f"{key} {value}" for key, value in self.arguments)
        for at, column in enumerate(result.columns):
            if column.kind in ("text", "label", "entity"):
                yield from dict.fromkeys(str(row[at]) for row in result.rows if isinstance(row[at], str))
        if result.coverage is not None:
            yield f"{result.coverage.first or ''} {result.coverage.last or ''} {result.coverage.reason}"
        yield from (result.edition or "", *(f"{s.title} {s.dataset} {s.vintage}" for s in result.sources))

    def _own_words(self) -> frozenset[str]:
        labels = " ".join(column.label for column in self.result.columns)
        return stems(f"{self.result.tool.replace('_', ' ')} {labels}")

    def _periods(self, row: int) -> tuple[Time, ...]:
        found: list[Time] = []
        for at, column in enumerate(self.result.columns):
            value = self.result.rows[row][at]
            if column.kind == "period" and value is not None:
                time = period_of(str(value))
                if time is not None:
                    found.append(time)
        return tuple(found)

    def _label_times(self, measure: Measure) -> tuple[Time, ...]:
        return tuple(times_in(fold_plain(measure.column.label)))

    def _text_times(self, row: int) -> tuple[Time, ...]:
        values = self.result.rows[row]
        return tuple(
            time
            for at, column in enumerate(self.result.columns)
            if column.kind in ("text", "label") and isinstance(values[at], str) and column.name != "edition"
            for time in times_in(fold_plain(str(values[at])))
        )

    def _row_words(self, row: int) -> frozenset[str]:
        values = self.result.rows[row]
        return frozenset(
            word
            for at, column in enumerate(self.result.columns)
            if column.kind in ("label", "text")
            and isinstance(values[at], str)
            and len(str(values[at])) < _LONGEST_LABEL
            for word in _undated(str(values[at]))
        )

    def _decimals(self, name: str, at: int) -> int:
        declared = self.result.column(name).decimals
        if declared is not None:
            return declared
        values = [row[at] for row in self.result.rows]
        return max((_places(value) for value in values if isinstance(value, Decimal)), default=0)


@lru_cache(maxsize=4096)
def _undated(text: str) -> frozenset[str]:
    """The stems of a label or text cell without its periods, which name no measure."""
    folded = fold_plain(text)
    return stems(masked(folded, [time.span for time in times_in(folded)]))


@lru_cache(maxsize=4096)
def _numerals(text: str) -> tuple[Decimal, ...]:
    rest = masked(text, [time.span for time in times_in(text)])
    return tuple(quantity.value for quantity in (*scan_numerals(rest), *scan_spelled(rest)))


def _listed(raw: object) -> Sequence[object]:
    return cast("Sequence[object]", raw) if isinstance(raw, list | tuple) else [raw]


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _numbered(cell: Cell, call: int) -> Cell:
    return cell if cell.call == call else replace(cell, call=call)


def _row_times(results: Sequence[ToolResult]) -> Iterator[Time]:
    for result in results:
        for at, column in enumerate(result.columns):
            if column.kind == "period":
                for row in result.rows:
                    time = period_of(str(row[at])) if row[at] is not None else None
                    if time is not None:
                        yield time


def _weights(measures: Sequence[Measure]) -> dict[str, float]:
    """How much a word says about which column is meant: rare words say more."""
    labels = {(measure.column.label, measure.words) for measure in measures}
    counted: dict[str, int] = {}
    for _, words in labels:
        for word in words:
            counted[word] = counted.get(word, 0) + 1
    return {word: 1.0 / count for word, count in counted.items()}


def _group(index: LedgerIndex) -> None:
    grouped: dict[tuple[Family, bool, bool], list[LedgerCell]] = {}
    for cell in index.cells:
        grouped.setdefault((cell.family, cell.measure.change, cell.measure.spread), []).append(cell)
    for key, cells in grouped.items():
        cells.sort(key=lambda cell: abs(cell.value))
        index.groups[key] = ([abs(cell.value) for cell in cells], cells)
