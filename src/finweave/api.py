"""FinWeave in Python: open an estate, ask it, call its tools. As thin as the other faces; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from finweave.analyst.answer import Answer, PastTurn, Turn
from finweave.core.errors import ArgumentError
from finweave.results import Ledger, ToolResult

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from finweave.analyst.analyst import Analyst
    from finweave.estate.contract import DatasetStatus
    from finweave.estate.reader import Estate
    from finweave.tools.declare import Tool


def open(estate: str | None = None, home: Path | str | None = None) -> FinWeave:
    """Opens an estate by name: without one the built estate if there is one, else the starter.

    `home` is the folder estates are kept in (default: FINWEAVE_HOME, else the platform's place for user data).
    """
    from finweave.datasets import catalogue
    from finweave.estate.reader import open_estate

    return FinWeave(open_estate(estate, Path(home) if home is not None else None, catalogue()))


class FinWeave:
    """An open estate with its analyst and tools. Safe to share between threads; closes with `with` or `close()`."""

    def __init__(self, estate: Estate, registry: Mapping[str, Tool] | None = None) -> None:
        """Over an open estate; `registry` is the package's own tools unless given."""
        self.estate = estate
        self._registry = registry

    def __repr__(self) -> str:
        return f"FinWeave(estate {self.estate.name!r}, {self.estate.digest[:8]})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @cached_property
    def registry(self) -> Mapping[str, Tool]:
        """The tools by name."""
        if self._registry is not None:
            return self._registry
        from finweave.tools.registry import registry

        return registry()

    @cached_property
    def analyst(self) -> Analyst:
        """The analyst over this estate, made at the first question."""
        from finweave.analyst.analyst import Analyst

        return Analyst(self.estate, self.registry)

    def ask(
        self,
        question: str,
        history: Sequence[PastTurn | Answer | str] = (),
        as_of: date | str | None = None,
    ) -> Answer:
        """Answers a question. `history` holds earlier answers (or questions), oldest first; `as_of` the asker's date."""
        past = tuple(_past(entry) for entry in history)
        return self.analyst.ask(Turn(question, past, None if as_of is None else str(as_of)))

    def tool(self, name: str, **arguments: object) -> ToolResult:
        """Runs one tool. `from_` stands for the argument `from`, which Python reserves."""
        return self.call(name, {key.removesuffix("_"): value for key, value in arguments.items()})

    def call(self, name: str, arguments: Mapping[str, object], as_of: date | str | None = None) -> ToolResult:
        """Runs one tool on a mapping of arguments; a caller's mistake is a result of status `error`."""
        from finweave.tools.call import call
        from finweave.tools.declare import Context

        ledger = Ledger()
        context = Context(self.estate, ledger, self.registry, None if as_of is None else str(as_of))
        return ledger.add(call(name, arguments, context))

    def tools(self, areas: Iterable[str] | None = None) -> list[dict[str, object]]:
        """The menu as data: what every tool is for, its arguments, data and examples."""
        from finweave.tools.registry import menu

        return menu(areas)

    def status(self) -> tuple[DatasetStatus, ...]:
        """Every declared dataset as this estate holds it."""
        return self.estate.status()

    def close(self) -> None:
        """Gives back the engine's memory and files."""
        self.estate.close()


def _past(entry: PastTurn | Answer | str) -> PastTurn:
    if isinstance(entry, str):
        return PastTurn(entry)
    if isinstance(entry, Answer):
        calls = tuple((call.tool, call.arguments) for call in entry.calls)
        return PastTurn(entry.question, entry.text, calls, entry.estate.digest)
    if isinstance(entry, PastTurn):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may be untyped
        return entry
    raise ArgumentError(
        f"history holds a {type(entry).__name__}; an entry is an Answer, a PastTurn or the text of a question",
        field="history",
        given=type(entry).__name__,
    )
