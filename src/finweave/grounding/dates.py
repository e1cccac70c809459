"""Periods that belong to no figure: dates asserted of an entity, and years that stand in nothing that was returned.

`closed on`, `starts in`, `was listed in`: such a date must be one of the entity's own rows. Any other period must
occur in the question, an argument, a result or a tool's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from finweave.grounding.cells import LedgerIndex
from finweave.grounding.context import Context
from finweave.grounding.structure import Sentence
from finweave.grounding.text import Span
from finweave.grounding.times import Time, agrees, period_of, scan_times, years_of
from finweave.grounding.verdicts import Verdict
from finweave.results import ToolResult

_EVENT = re.compile(
    r"\b(?:clos(?:ed|es|ure)|fail(?:ed|s|ure)|start(?:ed|s|ing)?|began|begins?|beginning|end(?:ed|s|ing)?|list(?:ed|s)|join(?:ed|s)|enter(?:ed|s)|"
    r"peak(?:ed|s)|default(?:ed|s)?|added|removed|exit(?:ed|s)|announced|issued|matures?|published|effective|dated|designated|bottomed|troughed)"
    r"\s(?:\w+\s){0,2}?(?:on|in|during|at|since)?\s?(?:the\s)?$",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\bsince\s(?:the\s)?$", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(?:no|not|none|never|neither|nor|without|cannot|can't|isn't|wasn't|didn't|doesn't|nothing|unknown)\b",
    re.IGNORECASE,
)


def wrong_dates(
    sentence: Sentence,
    text: str,
    results: Sequence[ToolResult],
    ledger: LedgerIndex,
    question: str,
    context: Context,
) -> Iterator[tuple[Span, Verdict, str]]:
    """Periods of a sentence that no row, argument or text supports."""
    asked = {year for time in scan_times(question) for year in years_of(time)}
    for time in sentence.times:
        if time.role == "relative":
            continue
        start = sentence.clause(time.span[0])[0]
        if _NEGATED.search(text, start, time.span[0]):
            continue
        if (
            time.role == "bound"
            and _EVENT.search(text, max(start, time.span[0] - 40), time.span[0])
            and (held := _rows_of(sentence, time, results, ledger, context))
        ):
            if not agrees(time, held):
                yield time.span, "wrong_period", "the date is not the one of that row"
        elif time.role == "open" and _SINCE.search(text, start, time.span[0]) and not sentence.quantities:
            if (held := _event_rows(sentence, time, results, ledger, context)) and not agrees(
                replace(time, role="bound"), held
            ):
                yield time.span, "wrong_period", "the date is not the one of that row"
        elif results and not years_of(time) <= ledger.years | asked and time.role == "bound":
            yield time.span, "unbound", "this period is in no result and not in the question"


def _event_rows(
    sentence: Sentence, time: Time, results: Sequence[ToolResult], ledger: LedgerIndex, context: Context
) -> list[Time]:
    """The same over results that hold events only: rows without a single value column."""
    events = [r for r in results if r.rows and all(column.kind != "value" for column in r.columns)]
    return _rows_of(sentence, time, events, ledger, context)


def _rows_of(
    sentence: Sentence, time: Time, results: Sequence[ToolResult], ledger: LedgerIndex, context: Context
) -> list[Time]:
    """All periods of the rows of the entity that a date is asserted of."""
    before = [name for name in sentence.names if name.span[0] < time.span[0]]
    named = before[-1:] or [name for names in context.carried_names.values() for name in names][:1]
    held: list[Time] = []
    for result in results:
        for row in range(len(result.rows)):
            entities = ledger.names.of_row(result, row)
            if named and named[0].kind in entities and not named[0].keys & entities[named[0].kind]:
                continue
            for at, column in enumerate(result.columns):
                value = result.rows[row][at]
                if (
                    column.kind == "period"
                    and value is not None
                    and (period := period_of(str(value))) is not None
                ):
                    held.append(period)
                elif column.kind == "text" and isinstance(value, str):
                    # "member since 2000" is a row's own date as much as its period is.
                    held.extend(replace(found, role="bound") for found in scan_times(value))
    return held
