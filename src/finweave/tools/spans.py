"""`period` for one, `from` and `to` for a span, never both: the reading of these arguments, the same for all tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from finweave.core.errors import ArgumentError, PeriodError
from finweave.core.periods import LATEST, Period, contains, parse_period


@dataclass(frozen=True, slots=True)
class When:
    """What was asked of time: single `points`, or a span from `first` to `last` (None is open), or neither: the latest."""

    points: tuple[Period, ...] = ()
    first: Period | None = None
    last: Period | None = None
    is_span: bool = False

    @property
    def is_latest(self) -> bool:
        """Whether the last period with a value is asked for."""
        return not self.points and not self.is_span

    def holds(self, period: Period) -> bool:
        """Whether a period lies in the span."""
        after = self.first is None or self.first.first <= period.first
        return after and (self.last is None or period.last <= self.last.last)


def when(
    period: str | Sequence[str] | None, from_: str | None, to: str | None, *, name: str = "period"
) -> When:
    """Reads the three arguments; `name` is what the tool calls its `period`."""
    given = [period] if isinstance(period, str) else list(period or ())
    given = [text for text in given if text.lower() != LATEST]
    if from_ is None and to is None:
        return When(points=tuple(dict.fromkeys(_read(text, name) for text in given)))
    if given:
        raise ArgumentError(
            f"Give either {name} or from/to, not both: {name} is {', '.join(given)!r}.",
            field=name,
            given=", ".join(given),
        )
    first = None if from_ is None or from_.lower() == LATEST else _read(from_, "from")
    last = None if to is None or to.lower() == LATEST else _read(to, "to")
    if first and last and first.first > last.last:
        raise ArgumentError(
            f"The span ends ({last.text}) before it begins ({first.text}).", field="to", given=last.text
        )
    return When(first=first, last=last, is_span=True)


def day_of(text: str | None) -> date | None:
    """The last day of an ISO date or period, None where there is none: an asker's date, a statement's."""
    return parse_period(text).last if text else None


def inside(outer: Period, texts: Sequence[str]) -> list[str]:
    """Those of the stored periods whose days all lie in the outer one, in their order."""
    return [text for text in texts if contains(outer, parse_period(text))]


def _read(text: str, name: str) -> Period:
    try:
        return parse_period(text)
    except PeriodError as error:
        raise PeriodError(
            str(error), field=name, given=error.given, allowed=error.allowed, nearest=error.nearest
        ) from error
