"""`finweave tool NAME key=value...` runs one tool; `finweave tools` is the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from finweave.cli.failures import complain, exit_code
from finweave.cli.options import AsOfOption, EstateOption, JsonOption, opened, out
from finweave.core.errors import ArgumentError
from finweave.views import problem

if TYPE_CHECKING:
    from finweave.results import ToolResult


def tool(
    name: Annotated[str, typer.Argument(help="The tool's name; `finweave tools` lists them.")],
    words: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE...", help="Its arguments.")] = None,
    as_json: JsonOption = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="The rows as CSV with exact values and nothing else.")
    ] = False,
    estate: EstateOption = None,
    as_of: AsOfOption = None,
) -> None:
    """Run one tool. A list is bank=JPM,GS, or a key given twice, or JSON: bank="JPMorgan Chase, N.A." bank=Citigroup."""
    if as_json and as_csv:
        raise ArgumentError("--json and --csv exclude each other: give one of them", field="csv")
    finweave = opened(estate)
    known = finweave.registry.get(name)
    if known is None:
        given: dict[str, object] = {}
    else:
        from finweave.cli.arguments import arguments

        given = arguments(words or [], known.args)
    result = finweave.call(name, given, as_of)
    if as_json:
        out(result.to_json())
    elif result.status == "error":
        complain(problem(result) or "the call failed")
    elif as_csv:
        _csv(result)
    else:
        from finweave.cli.render import Screen

        Screen().result(result)
    if result.status == "error":
        raise typer.Exit(exit_code(result.error.code) if result.error else 1)


def tools(
    as_json: JsonOption = False,
    areas: Annotated[
        str | None, typer.Option("--tools", metavar="AREAS", help="Only these areas, with commas between.")
    ] = None,
    find: Annotated[
        str | None, typer.Option("--find", metavar="Q", help="Only tools that speak of this.")
    ] = None,
) -> None:
    """List the tools: what each is for, its arguments and an example."""
    from finweave.tools.registry import menu

    entries = menu(_areas(areas))
    if find is not None:
        entries = [entry for entry in entries if _speaks_of(entry, find)]
    if as_json:
        from finweave.core.jsontext import dumps

        out(dumps(entries))
        return
    from finweave.cli.render import Screen

    screen = Screen()
    for entry in entries:
        screen.title(f"{entry['name']} ({entry['area']})")
        screen.line(str(entry["menu"]))
        schema = cast("dict[str, dict[str, object]]", entry["arguments"])
        needed = cast("list[str]", schema.get("required", []))
        names = [name if name in needed else f"[{name}]" for name in schema.get("properties", {})]
        screen.dim(f"arguments: {' '.join(names) or 'none'}")
        for example in cast("list[dict[str, object]]", entry["examples"])[:1]:
            screen.dim(f"example: {example['question']}")
        screen.space()
    if not entries:
        screen.line(f"No tool speaks of {find!r}." if find else "No tool is declared in these areas.")


def _areas(given: str | None) -> list[str] | None:
    if given is None:
        return None
    from finweave.tools.registry import AREAS

    wanted = [area.strip() for area in given.split(",") if area.strip()]
    for area in wanted:
        if area not in AREAS:
            raise ArgumentError(
                f"there is no area {area!r}; there are {', '.join(AREAS)}",
                field="tools",
                given=area,
                allowed=AREAS,
            )
    return wanted


def _speaks_of(entry: dict[str, object], words: str) -> bool:
    """Whether every word occurs somewhere in a tool's entry."""
    from finweave.core.jsontext import dumps
    from finweave.core.text import fold

    text = fold(dumps(entry))
    return all(word in text for word in fold(words).split())


def _csv(result: ToolResult) -> None:
    """Exact values on standard output; what the result says beside them goes to standard error."""
    import csv
    import sys
    from decimal import Decimal

    said = problem(result)
    if said is not None:
        complain(said)
    if not result.columns:
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(column.name for column in result.columns)
    for row in result.rows:
        writer.writerow(f"{value:f}" if isinstance(value, Decimal) else value for value in row)
    sys.stdout.flush()
