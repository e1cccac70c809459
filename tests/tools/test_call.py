"""Mistakes become results that can be mended; promises about rows and sources are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conftest import Ask
from finweave.core.errors import GuardError
from finweave.results import Column, Ledger, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import Context, ToolArgs


@pytest.mark.parametrize(
    ("tool", "arguments", "field", "given", "nearest"),
    [
        ("stres_test", {}, "tool", "stres_test", "stress_test"),
        ("stress_test", {"banc": "Citi"}, "banc", "banc", "bank"),
        ("stress_test", {"measure": "cet"}, "measure", "cet", "cet1"),
        ("stress_test", {"scenario": "severly_adverse"}, "scenario", "severly_adverse", "severely_adverse"),
        ("reserve_currencies", {"form": "2010"}, "form", "form", "from"),
        ("reserve_currencies", {"currency": "dolar"}, "currency", "dolar", "US dollar"),
        ("crc_rating", {"country": "Bangladish"}, "country", "Bangladish", "Bangladesh"),
    ],
)
def test_a_mistake_names_what_was_given_and_what_comes_nearest(
    ask: Ask, tool: str, arguments: dict[str, object], field: str, given: str, nearest: str
) -> None:
    result = ask(tool, **arguments)
    assert result.status == "error"
    assert result.error is not None
    assert (result.error.field, result.error.given) == (field, given)
    assert nearest in result.error.nearest
    assert result.rows == ()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"n": 0}, "n"),
        ({"n": 201}, "n"),
        ({"n": "many"}, "n"),
        ({"bank": [f"Bank {i}" for i in range(21)]}, "bank"),
        ({"bank": []}, "bank"),
        ({"bank": {"name": "Citi"}}, "bank"),
        ({"exercise": "2026", "from": "2020"}, "exercise"),
        ({"from": "2024", "to": "2020"}, "to"),
        ({"from": "soon"}, "from"),
        ({"exercise": "2024-Q5"}, "exercise"),
        ({"exercise": "the last one"}, "exercise"),
    ],
)
def test_an_impossible_argument_is_an_error_of_its_field(
    ask: Ask, arguments: dict[str, object], field: str
) -> None:
    result = ask("stress_test", **arguments)
    assert result.status == "error"
    assert result.error is not None
    assert result.error.field == field
    assert result.sources, "an error names the source that would have been consulted"


def test_a_missing_argument_is_named(ask: Ask) -> None:
    result = ask("derive")
    assert result.error is not None
    assert result.error.field == "op"


def test_numbers_stand_for_their_text(ask: Ask) -> None:
    assert ask("stress_test", exercise=2026).rows == ask("stress_test", exercise="2026").rows
    assert ask("crc_rating", category=0).total_rows == 1


def test_the_record_keeps_the_callers_names_and_the_defaults(ask: Ask) -> None:
    arguments = ask("stress_test", from_="2025", to="2026").arguments
    assert arguments["from"] == "2025"
    assert arguments["scenario"] == "severely_adverse"
    assert "bank" not in arguments


def test_call_adds_nothing_to_the_ledger(ctx: Context) -> None:
    call("stress_test", {}, ctx)
    assert ctx.ledger.results == []


def _context_with(ctx: Context, run: object) -> Context:
    tool = replace(ctx.registry["stress_test"], run=run, args=ToolArgs)  # type: ignore[arg-type]
    return Context(ctx.estate, Ledger(), {"stress_test": tool})


def test_a_refused_statement_is_not_hidden(ctx: Context) -> None:
    def run(args: ToolArgs, ctx: Context) -> ToolResult:
        raise GuardError("not registered")

    with pytest.raises(GuardError):
        call("stress_test", {}, _context_with(ctx, run))


@pytest.mark.parametrize("row", [(1.5,), (True,), ("a", "b")])
def test_a_row_that_breaks_the_contract_is_a_bug(ctx: Context, row: tuple[object, ...]) -> None:
    def run(args: ToolArgs, ctx: Context) -> ToolResult:
        return ToolResult("stress_test", {}, "ok", (Column("x", "X", "value"),), (row,))  # type: ignore[arg-type]

    with pytest.raises(TypeError):
        call("stress_test", {}, _context_with(ctx, run))
