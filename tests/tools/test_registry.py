"""What holds for every tool: its file, schema, words, examples and statements."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

import finweave.tools
from conftest import Ask
from finweave.estate.guard import Guard
from finweave.results import ToolResult
from finweave.tools.declare import Context, Example, Tool
from finweave.tools.registry import AREAS, menu, registry, schema, tools_json

TOOLS = list(registry().values())
EXAMPLES = [
    pytest.param(tool, example, id=f"{tool.name}: {example.question}")
    for tool in TOOLS
    for example in tool.examples
]


def test_the_six_first_tools_are_found() -> None:
    assert set(registry()) >= {
        "stress_test", "reserve_currencies", "crc_rating", "fatf_status", "data_availability", "derive",
    }  # fmt: skip


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_lives_in_the_file_of_its_name_and_area(tool: Tool) -> None:
    assert tool.area in AREAS
    assert import_module(f"finweave.tools.{tool.area}.{tool.name}").TOOL is tool


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_argument_is_described_and_no_other_is_taken(tool: Tool) -> None:
    described = schema(tool)
    assert described["additionalProperties"] is False
    properties = described["properties"]
    assert isinstance(properties, dict)
    assert all(property["description"] for property in properties.values())


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_vocabulary_speaks_of_arguments_and_values_that_exist(tool: Tool) -> None:
    properties = schema(tool)["properties"]
    assert isinstance(properties, dict)
    for argument, values in tool.vocabulary.values.items():
        closed = properties[argument].get("enum")
        assert closed is None or set(values) <= set(closed)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_has_a_definition_and_at_least_four_examples(tool: Tool) -> None:
    assert len(tool.definition.split()) > 30
    assert len(tool.examples) >= 4
    assert tool.menu.endswith(".")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_statements_pass_the_guard_and_read_only_the_tools_own_datasets(tool: Tool) -> None:
    guard = Guard()
    guard.register(*tool.statements)
    assert guard.check_all() == len({text for s in tool.statements for text in s.expansions()})
    tables = {table for statement in tool.statements for table in statement.tables}
    assert {table.split("__")[0] for table in tables} == set(tool.datasets)


@pytest.mark.parametrize(("tool", "example"), EXAMPLES)
def test_an_example_gives_rows_with_sources(tool: Tool, example: Example, ask: Ask) -> None:
    result: ToolResult = ask(tool.name, **example.arguments)
    assert result.status in ("ok", "partial")
    assert result.rows
    assert result.sources


def test_the_written_schemas_are_those_of_the_models() -> None:
    written = Path(finweave.tools.__file__).with_name("tools.json").read_text(encoding="utf-8")
    assert written == tools_json(), "run python -m finweave.tools and review the change"


def test_the_menu_can_be_narrowed_to_areas() -> None:
    assert {entry["name"] for entry in menu(["banks"])} == {"stress_test"}
    assert len(menu()) == len(TOOLS)
    json.dumps(menu())


def test_slot_names_are_those_a_caller_gives(ctx: Context) -> None:
    slots = dict(ctx.registry["reserve_currencies"].slot_names())
    assert slots["from"] == "period"
    assert slots["currency"] == "currency"
    assert slots["base"] == "choice"
