"""An analyst over the starter estate, as every face of the product makes it."""

from collections.abc import Callable

import pytest

from finweave.analyst.analyst import Analyst
from finweave.analyst.answer import Answer, PastTurn, Turn
from finweave.datasets import catalogue
from finweave.estate.reader import open_estate
from finweave.tools.registry import registry


@pytest.fixture(scope="session")
def analyst() -> Analyst:
    return Analyst(open_estate("starter", None, catalogue()), registry())


@pytest.fixture(scope="session")
def ask(analyst: Analyst) -> Callable[..., Answer]:
    """Asks a question after earlier ones, on 12 July 2026."""

    def asked(question: str, *before: str) -> Answer:
        return analyst.ask(Turn(question, tuple(PastTurn(text) for text in before), as_of="2026-07-12"))

    return asked
