"""One estate of facts a session, and a way to call a tool on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from facts_estate import FactsEstate, facts_estate

from finweave.results import Ledger, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import Context
from finweave.tools.registry import registry

Ask = Callable[..., ToolResult]


@pytest.fixture(scope="session")
def estate(shared: Path) -> FactsEstate:
    """The four datasets' published figures."""
    folder = shared / "facts"
    if not (folder / "index.csv").is_file():
        pytest.skip("the facts folder is not here")
    return facts_estate(folder)


@pytest.fixture
def ctx(estate: FactsEstate) -> Context:
    """A context with an empty ledger and no asker's date."""
    return Context(estate=estate, ledger=Ledger(), registry=registry())


@pytest.fixture
def ask(ctx: Context) -> Ask:
    """Calls a tool by name with arguments and keeps the result in the ledger."""

    def asked(tool: str, **arguments: object) -> ToolResult:
        return ctx.ledger.add(call(tool, arguments, ctx))

    return asked
