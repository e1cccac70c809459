"""The registry: every tool is a module under `tools/<area>/` with an attribute TOOL; nothing is listed by hand.

From here come the menu, the JSON schemas (`tools.json`, checked for drift) and the mapping that a `Context` carries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import cast

from finweave.core.errors import CheckError
from finweave.tools.declare import Tool

AREAS = ("crises", "external", "credit", "banks", "markets", "mortgages", "models", "documents")


@cache
def registry() -> Mapping[str, Tool]:
    """All tools by name, area by area."""
    found: dict[str, Tool] = {}
    for area in AREAS:
        for module in _modules(f"{__package__}.{area}"):
            tool = getattr(import_module(module), "TOOL", None)
            if not isinstance(tool, Tool):
                raise CheckError(f"{module} has no attribute TOOL")
            if tool.name in found or tool.area != area or not module.endswith(f".{tool.name}"):
                raise CheckError(f"{module}: tool {tool.name!r} of area {tool.area!r} does not fit its file")
            found[tool.name] = tool
    return MappingProxyType(found)


def schema(tool: Tool) -> dict[str, object]:
    """The JSON schema of a tool's arguments, under the names a caller gives."""
    described = cast("dict[str, object]", _lean(tool.args.model_json_schema(by_alias=True)))
    return {key: value for key, value in described.items() if key != "description"}


def menu(areas: Iterable[str] | None = None) -> list[dict[str, object]]:
    """The menu as data: what every tool is for, its arguments, data and examples."""
    wanted = set(areas) if areas is not None else set(AREAS)
    return [_entry(tool) for tool in registry().values() if tool.area in wanted]


def tools_json() -> str:
    """The text of `tools.json`: the schemas of all tools, generated; `python -m finweave.tools` writes it."""
    return json.dumps({name: schema(tool) for name, tool in registry().items()}, indent=1) + "\n"


def _entry(tool: Tool) -> dict[str, object]:
    return {
        "name": tool.name,
        "area": tool.area,
        "title": tool.title,
        "menu": tool.menu,
        "definition": " ".join(tool.definition.split()),
        "datasets": list(tool.datasets),
        "operations": list(tool.operations),
        "arguments": schema(tool),
        "examples": [{"question": e.question, "arguments": dict(e.arguments)} for e in tool.examples],
        "caveats": [{"id": c.id, "text": c.text, "mandatory": c.mandatory} for c in tool.caveats],
    }


def _lean(node: object) -> object:
    """A schema without generated titles and without the null that only says an argument may be left out."""
    if isinstance(node, list):
        return [_lean(item) for item in cast("list[object]", node)]
    if not isinstance(node, dict):
        return node
    kept = {
        key: _lean(value)
        for key, value in cast("dict[str, object]", node).items()
        if not (key == "title" and isinstance(value, str)) and not (key == "default" and value is None)
    }
    options = kept.get("anyOf")
    if isinstance(options, list):
        given = [option for option in cast("list[object]", options) if option != {"type": "null"}]
        if len(given) == 1 and isinstance(given[0], dict):
            return cast("dict[str, object]", given[0]) | {k: v for k, v in kept.items() if k != "anyOf"}
        kept["anyOf"] = given
    return kept


def _modules(package: str) -> list[str]:
    """Full names of an area's modules; an area may not exist yet."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return []
    return sorted(
        f"{package}.{module.name}"
        for module in iter_modules(spec.submodule_search_locations)
        if not module.ispkg and not module.name.startswith("_")
    )
