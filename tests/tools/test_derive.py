"""Every rule of `derive` both ways: what it computes, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Ask
from finweave.core.errors import ArgumentError, FinweaveError, UnitError
from finweave.results import Cell, Column, Ledger, Nature, Source, ToolResult
from finweave.tools.call import call
from finweave.tools.declare import Context
from finweave.tools.documents._derive_rules import Derived, compute

SOURCE = Source(
    "made_up", "Made-up figures", "Nobody", "2026-01-01/00000000", "us-pd", "", "", "yes", "sample"
)


def cell(
    value: str,
    unit: str = "USD billion",
    base: str = "",
    *,
    nature: Nature | None = "level",
    entity: str | None = "A",
    period: str | None = "2020",
    decimals: int | None = 1,
    row: int = 0,
) -> Cell:
    """A made-up cell."""
    return Cell(1, row, "x", "Assets", Decimal(value), unit, base, decimals, nature, entity, period, "made_up", SOURCE.vintage)  # fmt: skip


def made(op: str, *cells: Cell, order: Literal["asc", "desc"] = "desc") -> Derived:
    """The operation over made-up cells."""
    return compute(op, cells, order=order)


def figure(derived: Derived, name: str) -> tuple[Decimal, Column]:
    """The value of the first row and its column."""
    names = [column.name for column in derived.columns]
    value = derived.rows[0][names.index(name)]
    assert isinstance(value, Decimal)
    return value, derived.columns[names.index(name)]


PERCENT = {"unit": "percent", "base": "of GDP"}


@pytest.mark.parametrize(
    ("op", "cells", "value", "unit", "decimals"),
    [
        ("difference", (cell("14.3", **PERCENT), cell("11.4", **PERCENT)), "2.9", "percentage points", 1),
        ("difference", (cell("3"), cell("5")), "-2", "USD billion", 1),
        ("difference", (cell("1"), cell("250", "USD million")), "0.75", "USD billion", 1),
        ("ratio", (cell("3"), cell("2")), "1.5", "ratio", 2),
        ("percent_change", (cell("80"), cell("100", period="2021")), "25", "percent", 1),
        ("percent_change", (cell("80"), cell("-20", period="2021")), "-125", "percent", 1),
        ("share", (cell("1"), cell("8", row=1)), "12.5", "percent", 1),
        ("cagr", (cell("100", period="2010"), cell("121", period="2012")), "10", "percent", 1),
        ("cagr", (cell("100", period="2010-Q1"), cell("200", period="2011-Q1")), "100", "percent", 1),
        ("sum", (cell("1"), cell("2"), cell("3.5")), "6.5", "USD billion", 1),
        (
            "sum",
            (cell("57.1", **PERCENT, nature="share"), cell("20", **PERCENT, nature="share")),
            "77.1",
            "percent",
            1,
        ),
        ("sum", (cell("1", nature="flow"), cell("2", nature="flow", period="2021")), "3", "USD billion", 1),
        ("mean", (cell("1"), cell("2"), cell("6")), "3", "USD billion", 1),
        ("median", (cell("1"), cell("9"), cell("2")), "2", "USD billion", 1),
        ("median", (cell("1"), cell("9"), cell("2"), cell("4")), "3", "USD billion", 1),
    ],
)
def test_an_operation_computes_exactly(
    op: str, cells: tuple[Cell, ...], value: str, unit: str, decimals: int
) -> None:
    result, column = figure(made(op, *cells), op)
    assert result == Decimal(value)
    assert (column.unit, column.decimals) == (unit, decimals)


def test_a_growth_rate_states_its_years() -> None:
    derived = made("cagr", cell("100", period="2010"), cell("121", period="2012"))
    assert any("over 2 years, 2010 to 2012" in note for note in derived.notes)


def test_a_ratio_may_join_different_bases_and_names_them() -> None:
    a, b = cell("100", "percent", "of GDP"), cell("50", "percent", "of exports")
    value, column = figure(made("ratio", a, b), "ratio")
    assert value == 2
    assert "of GDP over of exports" in column.base


def test_the_fewest_decimals_are_shown_and_the_exact_value_kept() -> None:
    value, column = figure(
        made("difference", cell("1.2345", decimals=4), cell("1.0", decimals=1)), "difference"
    )
    assert (value, column.decimals) == (Decimal("0.2345"), 1)
    _, converted = figure(
        made("sum", cell("1", "USD million", decimals=0), cell("1.5", "USD billion")), "sum"
    )
    assert converted.decimals == 0


def test_entity_and_period_stand_where_they_are_common() -> None:
    same = made("difference", cell("3"), cell("2"))
    assert [column.kind for column in same.columns[:2]] == ["entity", "period"]
    other = made("difference", cell("3"), cell("2", entity="B", period="2021"))
    assert all(column.kind not in ("entity", "period") for column in other.columns)


@pytest.mark.parametrize(
    ("op", "cells", "says"),
    [
        ("difference", (cell("1"), cell("1", "EUR billion")), "does not convert"),
        ("difference", (cell("1"), cell("1", **PERCENT)), "without a base"),
        ("difference", (cell("1", **PERCENT), cell("1", "percent", "of exports")), "different bases"),
        ("difference", (cell("1"), cell("1", nature="flow")), "do not combine"),
        ("difference", (cell("1"), cell("1", nature=None)), "do not combine"),
        ("difference", (cell("5", "category"), cell("6", "category")), "can be ranked but not computed"),
        ("mean", (cell("5", "category"), cell("6", "category")), "can be ranked but not computed"),
        (
            "difference",
            (cell("1", nature="flow", period="2020"), cell("1", nature="flow", period="2020-Q1")),
            "different length",
        ),
        ("ratio", (cell("1"), cell("0")), "other than zero"),
        ("ratio", (cell("1"), cell("1", "index")), "does not convert"),
        ("percent_change", (cell("0"), cell("1")), "positive base"),
        ("percent_change", (cell("-5"), cell("5")), "positive base"),
        ("share", (cell("1"), cell("8", period="2021")), "same period"),
        ("share", (cell("9"), cell("8")), "within its total"),
        ("share", (cell("1"), cell("0")), "positive base"),
        ("cagr", (cell("1", **PERCENT), cell("2", **PERCENT, period="2021")), "not of percent"),
        ("cagr", (cell("1"), cell("2", entity="B", period="2021")), "one series"),
        ("cagr", (cell("1"), cell("2")), "whole years"),
        ("cagr", (cell("1", period="2020-Q1"), cell("2", period="2021-Q2")), "whole years"),
        ("cagr", (cell("2", period="2021"), cell("1", period="2020")), "whole years"),
        ("cagr", (cell("1"), cell("-2", period="2021")), "positive base"),
        ("sum", (cell("1"), cell("2", period="2021")), "needs one period"),
        ("sum", (cell("1", **PERCENT), cell("2", **PERCENT)), "do not add up"),
    ],
)
def test_what_does_not_combine_is_refused_with_the_reason(
    op: str, cells: tuple[Cell, ...], says: str
) -> None:
    with pytest.raises(FinweaveError, match=says) as caught:
        made(op, *cells)
    assert isinstance(caught.value, UnitError | ArgumentError)


def test_ranks_share_the_better_place_and_state_direction_and_number() -> None:
    cells = [cell(value, entity=name) for name, value in (("A", "3"), ("B", "5"), ("C", "3"), ("D", "1"))]
    derived = made("rank", *cells)
    assert [(row[0], str(row[2]), str(row[3])) for row in derived.rows] == [
        ("B", "1", "4"), ("A", "2", "4"), ("C", "2", "4"), ("D", "4", "4"),
    ]  # fmt: skip
    assert derived.columns[2].base == "1 is the highest"
    lowest = made("rank", *cells, order="asc")
    assert lowest.rows[0][0] == "D"
    assert lowest.columns[2].base == "1 is the lowest"


@given(st.lists(st.decimals(min_value=1, max_value=10**6, places=2), min_size=2, max_size=30))
def test_sum_mean_and_rank_agree_with_plain_arithmetic(values: list[Decimal]) -> None:
    cells = [cell(str(value), row=i, entity=str(i)) for i, value in enumerate(values)]
    assert figure(made("sum", *cells), "sum")[0] == sum(values)
    mean, _ = figure(made("mean", *cells), "mean")
    assert abs(mean * len(values) - sum(values)) < Decimal("1e-15")
    assert made("rank", *cells).rows[0][4] == max(values)


# On results: what a conversation holds, and what is whole.


def test_goldmans_fall_from_start_to_trough_is_2_9_points(ask: Ask) -> None:
    test = ask("stress_test", bank="Goldman Sachs", exercise="2026")
    result = ask("derive", op="difference", cells=[[test.id, 0, "actual"], [test.id, 0, "minimum"]])
    derived = result.cell(0, "difference")
    assert derived is not None
    assert (str(derived.value), derived.unit) == ("2.9", "percentage points")
    assert (derived.entity, derived.period) == ("The Goldman Sachs Group, Inc.", "2026")
    assert result.sources == test.sources
    assert result.text(0, "formula") == "14.3% - 11.4%"


def test_standing_alone_it_makes_its_calls_first(ctx: Context) -> None:
    arguments = {
        "op": "difference",
        "calls": [{"tool": "stress_test", "arguments": {"bank": "Goldman Sachs", "exercise": "2026"}}],
        "cells": [[1, 0, "actual"], [1, 0, "minimum"]],
    }
    result = call("derive", arguments, ctx)
    assert str(result.rows[0][2]) == "2.9"
    assert ctx.ledger.results == []


def test_a_first_call_without_figures_is_passed_on(ctx: Context) -> None:
    first = {"tool": "stress_test", "arguments": {"bank": "Bank of Bird-in-Hand"}}
    result = call("derive", {"op": "mean", "calls": [first], "column": [1, "minimum"]}, ctx)
    assert result.status == "absent"
    assert result.coverage is not None
    assert result.sources


def test_the_rank_of_one_among_all_counts_it_once(ask: Ask) -> None:
    everyone = ask("stress_test", bank="all", exercise="2026")
    one = ask("stress_test", bank="First Citizens", exercise="2026")
    result = ask(
        "derive", op="rank", order="asc", column=[everyone.id, "minimum"], cell=[one.id, 0, "minimum"]
    )
    assert [str(value) for value in result.rows[0][2:4]] == ["1", "32"]


@pytest.mark.parametrize("op", ["mean", "median", "rank", "sum"])
def test_nothing_is_computed_over_a_truncated_result(ask: Ask, op: str) -> None:
    few = ask("stress_test", bank="all", exercise="2026", n=5)
    result = ask("derive", op=op, column=[few.id, "minimum"])
    assert result.error is not None
    assert "5 of 32 rows" in result.error.message
    assert result.sources == few.sources


@pytest.mark.parametrize("op", ["mean", "median", "rank"])
def test_nothing_is_computed_over_a_partial_result(ask: Ask, op: str) -> None:
    part = ask("stress_test", bank=["JPMorgan", "Citi", "Bank of Bird-in-Hand"], exercise="2026")
    assert part.status == "partial"
    by_column = ask("derive", op=op, column=[part.id, "minimum"])
    by_cells = ask("derive", op=op, cells=[[part.id, 0, "minimum"], [part.id, 1, "minimum"]])
    for result in (by_column, by_cells):
        assert result.error is not None
        assert "only part of what was asked" in result.error.message
    pair = ask("derive", op="difference", cells=[[part.id, 0, "minimum"], [part.id, 1, "minimum"]])
    assert pair.status == "ok"


def test_cells_of_two_editions_need_the_caveat_that_names_both(ask: Ask) -> None:
    shares = ask("reserve_currencies", currency="EUR", period=["2009", "2015"])
    result = ask("derive", op="difference", cells=[[shares.id, 1, "share"], [shares.id, 0, "share"]])
    (caveat,) = result.caveats
    assert caveat.mandatory
    assert "2025-12-19 and 2026-07-01" in caveat.text
    assert len(result.sources) == 2
    one = ask("reserve_currencies", currency="EUR", period=["2015", "2025"])
    same = ask("derive", op="difference", cells=[[one.id, 1, "share"], [one.id, 0, "share"]])
    assert same.caveats == ()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"op": "difference", "cells": [[1, 0, "actual"]]}, "cells"),
        ({"op": "difference", "cells": [[1, 0, "actual"]] * 3}, "cells"),
        ({"op": "difference", "cells": [[9, 0, "actual"], [1, 0, "minimum"]]}, "cells"),
        ({"op": "difference", "cells": [[1, 9, "actual"], [1, 0, "minimum"]]}, "cells"),
        ({"op": "difference", "cells": [[1, -1, "actual"], [1, 0, "minimum"]]}, "cells"),
        ({"op": "difference", "cells": [[1, 0, "bank"], [1, 0, "minimum"]]}, "cells"),
        ({"op": "difference", "cells": [[1, 0], [1, 0, "minimum"]]}, "cells"),
        ({"op": "difference", "column": [1, "minimum"]}, "column"),
        ({"op": "mean", "column": [1, "bank"]}, "column"),
        ({"op": "mean", "column": [7, "minimum"]}, "column"),
        ({"op": "mean", "cells": [[1, 0, "actual"], [1, 0, "actual"]]}, "cells"),
        ({"op": "mean", "cells": [[1, 0, "actual"], [1, 0, "minimum"]], "cell": [1, 0, "end"]}, "cell"),
        ({"op": "product", "cells": [[1, 0, "actual"], [1, 0, "minimum"]]}, "op"),
        ({"op": "mean", "calls": [{"name": "stress_test"}], "column": [1, "minimum"]}, "calls"),
    ],
)
def test_operands_are_cells_that_exist(ask: Ask, arguments: dict[str, object], field: str) -> None:
    ask("stress_test", bank="Goldman Sachs", exercise="2026")
    result = ask("derive", **arguments)
    assert result.status == "error"
    assert result.error is not None
    assert result.error.field == field


def test_a_row_without_a_figure_cannot_be_an_operand(ask: Ask) -> None:
    greece = ask("crc_rating", country="Greece")
    result = ask("derive", op="difference", cells=[[greece.id, 0, "category"], [greece.id, 0, "category"]])
    assert result.error is not None
    assert "holds no figure" in result.error.message


def test_mandatory_caveats_of_the_operands_stay(ctx: Context) -> None:
    from finweave.results import Caveat

    column = Column("x", "Assets", "value", unit="USD", nature="level", decimals=0)
    must = Caveat("made_up", "These are made up.", mandatory=True)
    first = ToolResult(
        "t", {}, "ok", (column,), ((Decimal(3),), (Decimal(2),)), 2, caveats=(must,), sources=(SOURCE,)
    )
    ledger = Ledger()
    ledger.add(first)
    ledger.add(replace(first, caveats=()))
    arguments = {"op": "difference", "cells": [[1, 0, "x"], [2, 1, "x"]]}
    result = call("derive", arguments, Context(ctx.estate, ledger, ctx.registry))
    assert result.caveats == (must,)
    assert result.sources == (SOURCE,)
