"""Binding: whether a cell that a figure's value fits is also what the sentence says it is.

Every candidate is tried under a few readings of the whole sentence; the sentence passes if one reading proves all its
figures. Otherwise the reading with the fewest contradictions says what is wrong. Missing support is no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from finweave.grounding.candidates import exact
from finweave.grounding.cells import LedgerCell, LedgerIndex
from finweave.grounding.context import Context, Strength
from finweave.grounding.measures import (
    MeasureWords,
    Named,
    Side,
    Windows,
    base_phrase,
    foreign_measure,
    opposed,
    rival,
    unsaid,
    wrong_base,
)
from finweave.grounding.names import Mention
from finweave.grounding.quantities import Quantity
from finweave.grounding.readings import READINGS, Reading, name_of, owner_of, time_of
from finweave.grounding.relations import direction, level_as_change, wrong_sign
from finweave.grounding.structure import Sentence
from finweave.grounding.text import Span
from finweave.grounding.times import Time, agrees, moved
from finweave.grounding.verdicts import ORDER, Verdict
from finweave.grounding.vocabulary import stems


@dataclass(frozen=True, slots=True)
class Conflict:
    """What speaks against a cell, and the words that do."""

    verdict: Verdict
    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure with the cell it was bound to; `conflicts` empty: proved."""

    quantity: Quantity
    cell: LedgerCell
    conflicts: tuple[Conflict, ...]


class Binder:
    """Binds the figures of one sentence."""

    def __init__(
        self, sentence: Sentence, text: str, ledger: LedgerIndex, context: Context, measures: MeasureWords
    ) -> None:
        self.sentence = sentence
        self.text = text
        self.ledger = ledger
        self.context = context
        self.measures = measures
        self.windows = Windows(sentence, text, [mention.span for mention in context.names])
        # What a figure's words supply is the same for all cells that it fits.
        self._named_by: dict[tuple[Span, str, Reading], tuple[list[Mention], Strength]] = {}
        self._timed_by: dict[tuple[Span, Reading], tuple[list[Time], Strength]] = {}
        self.times = [time for time in sentence.times if time.role != "open" and not self._edition(time)]

    def bind(self, figures: Sequence[tuple[Quantity, Sequence[LedgerCell]]]) -> list[Bound]:
        """Each figure with its best cell under the best reading."""
        if not figures:
            return []
        figures = [(quantity, self._plausible(quantity, cells)) for quantity, cells in figures]
        fixed = [[self._fixed(quantity, cell) for cell in cells] for quantity, cells in figures]
        names = {
            r: [[self._name_conflicts(q, c, r) for c in cells] for q, cells in figures] for r in READINGS
        }
        times = {
            r: [[self._time_conflicts(q, c, r) for c in cells] for q, cells in figures] for r in READINGS
        }
        sides = {
            side: [[self._measure_conflicts(q, c, side) for c in cells] for q, cells in figures]
            for side in self._sides(figures)
        }
        best: list[Bound] | None = None
        fewest = (10**6, 10**6)
        for name, time, side in product(READINGS, READINGS, sides):
            bound = self._chosen(figures, fixed, names[name], times[time], sides[side])
            wrong = [b for b in bound if b.conflicts]
            rank = (len(wrong), sum(len(b.conflicts) for b in wrong))
            if rank < fewest:
                best, fewest = bound, rank
            if not wrong:
                break
        return best or []

    def _plausible(self, quantity: Quantity, cells: Sequence[LedgerCell]) -> Sequence[LedgerCell]:
        """Of many cells of the same value, those that name and period allow under some reading, if there are any.

        A long table has the same value in many rows; which columns the words name is looked at only where a row fits.
        """
        if len(cells) <= _MANY:
            return cells
        fit = [
            cell
            for cell in cells
            if any(not self._name_conflicts(quantity, cell, reading) for reading in READINGS)
            and any(not self._time_conflicts(quantity, cell, reading) for reading in READINGS)
        ]
        return fit or cells

    def _chosen(
        self,
        figures: Sequence[tuple[Quantity, Sequence[LedgerCell]]],
        *tables: Sequence[Sequence[tuple[Conflict, ...]]],
    ) -> list[Bound]:
        chosen: list[Bound] = []
        for at, (quantity, cells) in enumerate(figures):
            tried = [
                Bound(quantity, cell, tuple(c for table in tables for c in table[at][n]))
                for n, cell in enumerate(cells)
            ]
            free = [b for b in tried if not any(self._taken(b, other) for other in chosen)]
            if not free:
                twice = Conflict("wrong_entity", quantity.span, "the same cell is shown for two things")
                free = [replace(b, conflicts=(*b.conflicts, twice)) for b in tried]
            chosen.append(
                min(free, key=lambda b: (len(b.conflicts), not exact(quantity, b.cell), _rank(b.conflicts)))
            )
        return chosen

    def _taken(self, bound: Bound, other: Bound) -> bool:
        """Two figures of a list or of a movement never show one and the same cell, unless one glosses the other."""
        if bound.cell is not other.cell or self.sentence.glossed(bound.quantity) or bound.quantity.comparison:
            return False
        if other.quantity.comparison or other.quantity.kind != "numeral":
            return False
        moved = "from" in (self.sentence.comparand(q.quantity)[0] for q in (bound, other))
        if moved or other.quantity in self.sentence.run(bound.quantity):
            return True
        if len({(t.lo, t.hi) for t in self.times if t.role == "bound"}) > 1:
            return True
        kinds = [len({n.keys for n in self.sentence.names if n.kind == kind}) for kind in bound.cell.entities]
        return max(kinds, default=0) > 1

    def _fixed(self, quantity: Quantity, cell: LedgerCell) -> tuple[Conflict, ...]:
        """What no reading changes: sign, base, level or change."""
        found: list[Conflict] = []
        if (span := wrong_sign(self.sentence, quantity, cell)) is not None:
            found.append(Conflict("wrong_sign", span, f"the cell is {cell.value}"))
        elif (span := level_as_change(self.sentence, quantity, cell)) is not None:
            found.append(Conflict("wrong_measure", span, f"{cell.cell.label} is a level, not a change"))
        phrase = base_phrase(self.text, quantity, self.sentence.segment.span[1])
        if (span := wrong_base(self.text, quantity, cell, phrase)) is not None:
            found.append(Conflict("wrong_base", span, f"the cell's base is {cell.cell.base or 'not stated'}"))
        return tuple(found)

    def _name_conflicts(self, quantity: Quantity, cell: LedgerCell, reading: Reading) -> tuple[Conflict, ...]:
        found: list[Conflict] = []
        for kind, keys in cell.entities.items():
            named, strength = self._names(quantity, kind, reading)
            if not named or any(name.keys & keys for name in named):
                continue
            if strength == "carried" and not self._name_rival(cell, kind, named):
                continue
            found.append(
                Conflict(
                    "wrong_entity",
                    named[0].span if strength == "named" else quantity.span,
                    f"the cell is {cell.cell.entity or 'of another entity'}",
                )
            )
        return tuple(found)

    def _names(self, quantity: Quantity, kind: str, reading: Reading) -> tuple[list[Mention], Strength]:
        key = (quantity.span, kind, reading)
        if key not in self._named_by:
            self._named_by[key] = self._read_names(quantity, kind, reading)
        return self._named_by[key]

    def _read_names(self, quantity: Quantity, kind: str, reading: Reading) -> tuple[list[Mention], Strength]:
        names = [name for name in self.sentence.names if name.kind == kind]
        if _OTHERS.search(self.text, self.sentence.clause(quantity.span[0])[0], quantity.span[0]):
            return [], "named"
        compared, start = self.sentence.comparand(quantity)
        if names:
            found = name_of(self.sentence, quantity, names, reading)
            if found is not None:
                far = compared == "against" and found.span[1] <= start
                return [found], "carried" if far else "named"
        if compared == "against":
            return [], "named"
        return self.context.lead_names(self.sentence.segment, kind)

    def _name_rival(self, cell: LedgerCell, kind: str, named: Sequence[Mention]) -> bool:
        return any(
            name.keys & other.entities.get(kind, frozenset())
            for name in named
            for other in self.ledger.rows_of(cell)
        )

    def _time_conflicts(self, quantity: Quantity, cell: LedgerCell, reading: Reading) -> tuple[Conflict, ...]:
        if not cell.times:
            return ()
        named, strength = self._times(quantity, reading)
        if not named or any(self._period_fits(time, cell) for time in named):
            return ()
        if strength == "carried" and not any(self._time_rival(cell, time) for time in named):
            return ()
        span = named[0].span if strength == "named" else quantity.span
        return (Conflict("wrong_period", span, f"the cell is for {cell.cell.period or 'another period'}"),)

    def _times(self, quantity: Quantity, reading: Reading) -> tuple[list[Time], Strength]:
        key = (quantity.span, reading)
        if key not in self._timed_by:
            self._timed_by[key] = self._read_times(quantity, reading)
        return self._timed_by[key]

    def _read_times(self, quantity: Quantity, reading: Reading) -> tuple[list[Time], Strength]:
        owner = (
            name_of(self.sentence, quantity, self.sentence.names, "forward") if self.sentence.names else None
        )
        times = [time for time in self.times if not self._owned_by_other(time, owner)]
        if times:
            found = time_of(self.sentence, quantity, times, reading)
            if found is not None:
                return self._resolved(found, quantity), "named"
        compared, start = self.sentence.comparand(quantity)
        if compared == "against" and times and self._other_entity(quantity, start):
            first = next((t for t in times if t.span[1] <= start and t.role == "bound"), None)
            return ([first], "carried") if first is not None else ([], "named")
        if compared:
            return [], "named"
        said = [
            time
            for time in times
            if time.role == "bound" and not self.sentence.reachable(quantity, time.span[0])
        ]
        return (said[:1], "carried") if said else self.context.lead_times(self.sentence.segment)

    def _other_entity(self, quantity: Quantity, start: int) -> bool:
        """Whether a comparand is another entity's figure: then it is for the same period."""
        own = name_of(self.sentence, quantity, self.sentence.names, "forward")
        return (
            own is not None
            and own.span[0] >= start
            and any(
                n.span[0] < start and n.kind == own.kind and not n.keys & own.keys
                for n in self.sentence.names
            )
        )

    def _resolved(self, time: Time, quantity: Quantity) -> list[Time]:
        """A relative time counts from the last period named before it."""
        if time.role != "relative":
            return [time]
        before = [t for t in self.times if t.role == "bound" and t.span[0] < time.span[0]]
        start = before[-1:] or self.context.carried_times[-1:]
        return (
            [replace(moved(start[0], time.step), span=time.span)] if start and not start[0].yearless else []
        )

    def _owned_by_other(self, time: Time, owner: Mention | None) -> bool:
        mine = owner_of(self.sentence, time)
        return (
            mine is not None and owner is not None and mine.kind == owner.kind and not mine.keys & owner.keys
        )

    def _period_fits(self, time: Time, cell: LedgerCell) -> bool:
        if not cell.own_period:
            return agrees(time, cell.times) or not _other_year(time, cell.times)
        if not agrees(time, cell.times):
            return False
        if time.role != "bound" or time.yearless or time.alternative is not None:
            return True
        inside = [
            other for other in self.ledger.rows_of(cell)
            if other.entities == cell.entities and other.words == cell.words and other.times and agrees(time, other.times)
        ]  # fmt: skip
        last = max(inside, key=lambda other: other.times[0].hi, default=cell)
        return last.times[0].hi <= cell.times[0].hi or len(cell.times) > 1

    def _time_rival(self, cell: LedgerCell, time: Time) -> bool:
        return any(
            other is not cell and other.entities == cell.entities and agrees(time, other.times)
            for other in self.ledger.rows_of(cell)
        )

    def _edition(self, time: Time) -> bool:
        """A period that dates a source, not a figure."""
        return bool(_is_edition(self.text, time)) and any(
            agrees(time, [edition]) for edition in self.ledger.editions
        )

    def _sides(self, figures: Sequence[tuple[Quantity, Sequence[LedgerCell]]]) -> list[Side]:
        """Words may follow their figures throughout only where none of them stands before the first figure."""
        quantity, cells = figures[0]
        opening = self.windows.own(quantity, "before")
        return (
            ["before", "after"]
            if not any(opening.stems & c.measure.words for c in cells or ())
            else ["before"]
        )

    def _continues(self, quantity: Quantity) -> bool:
        """`x D and y E`: the words before y are x's, when words after y name a column."""
        before = [q for q in self.sentence.quantities if q.span[1] <= quantity.span[0]]
        if not before or not _CONTINUED.search(self.text, before[-1].span[1], quantity.span[0]):
            return False
        after = self.windows.own(quantity, "after")
        return any(after.stems & measure.words for measure in self.ledger.measures)

    def _listed_windows(self, quantity: Quantity) -> list[Named]:
        """The own words of the figures before it: a list names its measure once."""
        start = max(self.text.rfind(";", 0, quantity.span[0]), self.sentence.segment.span[0])
        before = [
            q
            for q in self.sentence.quantities
            if start <= q.span[0] < quantity.span[0] and q.family == quantity.family
        ]
        return [self.windows.own(q, side) for q in reversed(before) for side in ("after", "before")]

    def _measure_conflicts(self, quantity: Quantity, cell: LedgerCell, side: Side) -> tuple[Conflict, ...]:
        glossed = self.sentence.glossed(quantity) or quantity
        moving = direction(self.sentence, quantity) is not None
        if side == "before" and self._continues(quantity):
            side = "after"
        windows = [self.windows.own(quantity, side)]
        windows += [self.windows.own(quantity, "after" if side == "before" else "before")]
        windows += [self.windows.own(glossed, side)]
        windows += self._listed_windows(quantity)
        windows += [self.windows.clause(quantity), self.windows.opening(quantity)]
        own = 3
        leads = [self.windows.named(span) for span in self.context.lead_spans(self.sentence.segment)]
        for at, window in enumerate((*windows, *leads)):
            if at < own and (span := foreign_measure(window, cell, self.ledger, self.measures)) is not None:
                return (Conflict("wrong_measure", span, f"the cell is {cell.cell.label}"),)
            if at < own and (span := opposed(window, cell)) is not None:
                return (Conflict("wrong_measure", span, f"the cell is {cell.cell.label}"),)
            better = rival(window, quantity, cell, self.ledger, moving=moving)
            if better is not None:
                span = window.span if at < own else quantity.span
                return (
                    Conflict(
                        "wrong_measure", span, f"the cell is {cell.cell.label}, not {better.cell.label}"
                    ),
                )
            if window.stems & cell.words:
                return ()
        said = stems(self.text[slice(*self.sentence.segment.span)]).union(
            *(w.stems for w in leads), self.context.asked_words
        )
        if unsaid(said, cell, self.ledger):
            return (Conflict("wrong_measure", quantity.span, f"nothing says that it is {cell.cell.label}"),)
        return ()


# More cells of one value than this are first narrowed by name and period.
_MANY = 6
_OTHERS = re.compile(r"\b(?:others?|rest|remaining|elsewhere)\b", re.IGNORECASE)
_CONTINUED = re.compile(r"(?:\b(?:and|or|of\swhich|plus)|,)\s(?:about\s|roughly\s|only\s|some\s)?(?:a\s)?$")


def _rank(conflicts: Sequence[Conflict]) -> int:
    return min((ORDER.index(c.verdict) for c in conflicts), default=len(ORDER))


def _other_year(time: Time, held: Sequence[Time]) -> bool:
    return not any(period.lo.year <= time.hi.year and time.lo.year <= period.hi.year for period in held)


def _is_edition(text: str, time: Time) -> bool:
    before = text[max(0, time.span[0] - 24) : time.span[0]]
    after = text[time.span[1] : time.span[1] + 24]
    return bool(
        re.search(
            r"(?:edition|vintage|release|update|published|dated|as of|issued)(?:\s(?:of|on|in))?\s$",
            before,
            re.IGNORECASE,
        )
        or re.match(
            r"\s(?:edition|vintage|release|update|WEO|report|outlook|review|dataset|projections?)\b",
            after,
            re.IGNORECASE,
        )
    )
