"""The one way a tool is run: arguments are validated, mistakes become results that can be mended, promises are kept.

A caller's mistake is status `error`, never an exception; a bug and a refused statement propagate. Nothing is added to
a ledger here: who calls decides what the conversation keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from difflib import get_close_matches
from typing import Literal, cast, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from finweave.core.errors import FinweaveError, GuardError
from finweave.results import CallError, Source, ToolResult
from finweave.tools.declare import Context, Tool, ToolArgs
from finweave.tools.outcomes import NO_FIGURE, AbsentOutcome, AmbiguousOutcome

MOST_NAMES = 20
_LONGEST_GIVEN = 80


def call(name: str, arguments: Mapping[str, object], ctx: Context) -> ToolResult:
    """Runs a tool of the context's registry on raw arguments.

    Every status carries the sources that were, or would have been, consulted; rows hold Decimal, text and None.
    """
    tool = ctx.registry.get(name)
    if tool is None:
        return ToolResult(
            tool=name, arguments=dict(arguments), status="error", error=_unknown_tool(name, ctx)
        )
    try:
        args = tool.args.model_validate(_as_written(arguments, tool.args))
    except ValidationError as error:
        return _failed(tool, arguments, ctx, _mistake(error.errors()[0], tool.args))
    many = _too_many(args)
    if many is not None:
        return _failed(tool, arguments, ctx, many)
    result = _run(tool, args, ctx)
    _check_rows(result)
    return result if result.sources else replace(result, sources=sources_of(tool, ctx))


def sources_of(tool: Tool, ctx: Context) -> tuple[Source, ...]:
    """The sources a tool would consult: one for each of its datasets."""
    return tuple(ctx.estate.source(dataset) for dataset in tool.datasets)


def as_call_error(error: FinweaveError) -> CallError:
    """A typed error as part of a result."""
    return CallError(error.code, str(error), error.field, error.given, error.allowed, error.nearest)


def _as_written(arguments: Mapping[str, object], model: type[ToolArgs]) -> dict[str, object]:
    """The arguments, a number standing for the text of a closed list's value (category 7) as that text."""
    return {
        name: str(value) if isinstance(value, int) and str(value) in _allowed(model, name) else value
        for name, value in arguments.items()
    }


def _run(tool: Tool, args: ToolArgs, ctx: Context) -> ToolResult:
    """What the tool returns, or the result that its early end stands for."""
    try:
        return tool.run(args, ctx)
    except AbsentOutcome as absent:
        return ToolResult(
            tool=tool.name,
            arguments=args.record(),
            status="absent",
            coverage=absent.coverage,
            sources=absent.sources,
            notes=(NO_FIGURE, *absent.notes),
        )
    except AmbiguousOutcome as ambiguous:
        return ToolResult(
            tool=tool.name,
            arguments=args.record(),
            status="ambiguous",
            candidates=ambiguous.candidates,
            notes=(f"{ambiguous}.",),
        )
    except GuardError:
        raise
    except FinweaveError as error:
        return _failed(tool, args.record(), ctx, as_call_error(error))


def _failed(tool: Tool, arguments: Mapping[str, object], ctx: Context, error: CallError) -> ToolResult:
    return ToolResult(
        tool=tool.name,
        arguments=dict(arguments),
        status="error",
        sources=sources_of(tool, ctx),
        error=error,
    )


def _unknown_tool(name: str, ctx: Context) -> CallError:
    names = tuple(ctx.registry)
    near = _near(name, names)
    return CallError(
        "unknown_name", f"There is no tool {name!r}{_did_you_mean(near)}.", "tool", name, names, near
    )


def _mistake(error: ErrorDetails, model: type[ToolArgs]) -> CallError:
    """The first thing wrong with the arguments: an unknown name, a missing one, a value outside its list or range."""
    field = str(error["loc"][0]) if error["loc"] else None
    given = _shown(error["input"])
    names = tuple(info.alias or name for name, info in model.model_fields.items())
    if error["type"] == "extra_forbidden" and field is not None:
        near = _near(field, names)
        return CallError(
            "argument",
            f"There is no argument {field!r}{_did_you_mean(near)}; there are {', '.join(names)}.",
            field,
            field,
            names,
            near,
        )
    if error["type"] == "missing":
        return CallError("argument", f"The argument {field!r} is needed.", field)
    allowed = _allowed(model, field)
    if allowed:
        near = _near(given, allowed)
        said = f"{field} is one of {', '.join(allowed)}; {given!r} is not{_did_you_mean(near)}."
        return CallError("argument", said, field, given, allowed, near)
    reason = error["msg"].removeprefix("Value error, ")
    said = f"{field}: {reason}; given was {given!r}." if field else f"{reason}."
    return CallError("argument", said, field, given)


def _allowed(model: type[ToolArgs], field: str | None) -> tuple[str, ...]:
    """The closed list of an argument's values, where it has one."""
    for name, info in model.model_fields.items():
        if field in (name, info.alias):
            return tuple(_literals(info.annotation))
    return ()


def _literals(annotation: object) -> Iterable[str]:
    if get_origin(annotation) is Literal:
        yield from (str(value) for value in get_args(annotation))
    else:
        for member in get_args(annotation):
            yield from _literals(member)


def _too_many(args: ToolArgs) -> CallError | None:
    """At most twenty names (countries, banks, currencies, periods) in one call, and at least one in a list."""
    for name, info in type(args).model_fields.items():
        value: object = getattr(args, name)
        if not isinstance(value, list):
            continue
        texts = [item for item in cast("list[object]", value) if isinstance(item, str)]
        label = info.alias or name
        if not value:
            return CallError("argument", f"{label} is an empty list.", label, "[]")
        if len(texts) > MOST_NAMES:
            said = f"{label} takes at most {MOST_NAMES} names at once; {len(texts)} were given."
            return CallError("argument", said, label, str(len(texts)))
    return None


def _check_rows(result: ToolResult) -> None:
    """A row of another width or with a value of another type is a bug of the tool, and is raised as one."""
    for row in result.rows:
        if len(row) != len(result.columns):
            raise TypeError(f"{result.tool}: a row of {len(row)} values under {len(result.columns)} columns")
        for column, value in zip(result.columns, cast("tuple[object, ...]", row), strict=True):
            if value is not None and not isinstance(value, Decimal | str):
                raise TypeError(f"{result.tool}: {column.name} holds {type(value).__name__}")


def _near(given: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(get_close_matches(given.lower(), list(names), n=3, cutoff=0.6))


def _did_you_mean(near: tuple[str, ...]) -> str:
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _LONGEST_GIVEN else text[: _LONGEST_GIVEN - 3] + "..."
