"""Ends of a call that are neither rows nor a caller's mistake: what is not held, and a name that means several things.

A tool (or anything it asks) raises one of these from wherever it finds out; `call` makes the `ToolResult` of it, with
the sources that were consulted. Mistakes are `FinweaveError`s.
"""

from __future__ import annotations

from finweave.results import Candidate, Coverage, Source

NO_FIGURE = "No figure may be given for what was asked: the data consulted do not hold it."


class AbsentOutcome(Exception):
    """What was asked is not held; `coverage` says what is and why there is no more."""

    def __init__(
        self,
        reason: str,
        *,
        first: str | None = None,
        last: str | None = None,
        sources: tuple[Source, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.coverage = Coverage(first, last, reason)
        self.sources = sources
        self.notes = notes


class AmbiguousOutcome(Exception):
    """A name that several things bear or come near to; each candidate's `id` can be passed back."""

    def __init__(self, given: str, candidates: tuple[Candidate, ...]) -> None:
        super().__init__(f"{given!r} can mean {', '.join(candidate.name for candidate in candidates)}")
        self.given = given
        self.candidates = candidates
