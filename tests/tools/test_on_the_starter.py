"""The tools on the estate that ships: the same figures, through our own parsers, store and guarded engine."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest

from finweave.core.errors import EstateMissingError
from finweave.datasets import catalogue
from finweave.estate.reader import open_estate
from finweave.results import Ledger
from finweave.tools.call import call
from finweave.tools.declare import Context, Example, Tool
from finweave.tools.registry import registry

TOOLS = list(registry().values())
EXAMPLES = [
    pytest.param(tool, example, id=f"{tool.name}: {example.question}")
    for tool in TOOLS
    for example in tool.examples
]


@pytest.fixture(scope="module")
def starter() -> Iterator[Context]:
    """The shipped estate, asked on a fixed day."""
    try:
        estate = open_estate("starter", None, catalogue())
    except EstateMissingError:
        pytest.skip("the starter estate is not in this checkout")
    with estate:
        yield Context(estate, Ledger(), registry(), "2026-07-12")


@pytest.mark.parametrize(("tool", "example"), EXAMPLES)
def test_an_example_is_answered(starter: Context, tool: Tool, example: Example) -> None:
    result = call(tool.name, example.arguments, starter)
    assert result.status in ("ok", "partial")
    assert result.rows
    assert result.sources


@pytest.mark.parametrize(
    ("tool", "arguments", "column", "value"),
    [
        ("stress_test", {"bank": "JPMorgan Chase", "exercise": "2026"}, "minimum", "12.6"),
        ("stress_test", {"bank": "all", "exercise": "2026", "order": "asc", "n": 1}, "minimum", "6.7"),
        ("stress_test", {"exercise": "2025"}, "participants", "22"),
        ("stress_test", {"exercise": "2026", "measure": "losses"}, "total_loans", "624.9"),
        ("reserve_currencies", {"currency": "USD", "period": "2025-Q3"}, "share", "56.6023254394531"),
        ("reserve_currencies", {"currency": "USD", "period": "1999-Q1"}, "share", "71.1888689871011"),
        ("crc_rating", {"country": "Bangladesh"}, "category", "6"),
    ],
)
def test_a_published_figure_comes_out_as_published(
    starter: Context, tool: str, arguments: dict[str, object], column: str, value: str
) -> None:
    cell = call(tool, arguments, starter).cell(0, column)
    assert cell is not None
    assert cell.value == Decimal(value)


@pytest.mark.parametrize(
    ("tool", "arguments", "count"),
    [
        ("crc_rating", {"category": "7"}, 58),
        ("fatf_status", {"list": "grey"}, 22),
        ("fatf_status", {"list": "members"}, 40),
    ],
)
def test_a_list_is_whole(starter: Context, tool: str, arguments: dict[str, object], count: int) -> None:
    result = call(tool, arguments, starter)
    assert (result.status, result.total_rows) == ("ok", count)


def test_a_measure_that_the_starter_lacks_is_absent_with_the_reason(starter: Context) -> None:
    result = call("stress_test", {"bank": "Wells Fargo", "exercise": "2022", "measure": "leverage"}, starter)
    assert result.status == "absent"
    assert result.coverage is not None
    assert "starter" in result.coverage.reason
