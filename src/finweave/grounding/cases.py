"""Results and documents handed to the gate from outside, read from JSON: tolerant of what is missing, typed errors else.

The shape is that of `finweave gate check`: calls with columns, rows, notes, caveats and sources as plain JSON, numbers
kept as written (Decimal). Unknown keys are ignored; what cannot be understood is an error that names the place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import cast, get_args

from finweave.core.errors import ArgumentError
from finweave.results import Caveat, Column, ColumnKind, Coverage, Nature, Scalar, Source, Status, ToolResult


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrieved passage of a document; `cap` and `cap_answer` are words per quotation and per answer."""

    text: str
    title: str = ""
    corpus: str = ""
    date: str = ""
    speaker: str = ""
    url: str = ""
    cap: int | None = None
    cap_answer: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One text to be judged, with what it may rest on."""

    id: str
    question: str
    draft: str
    results: tuple[ToolResult, ...]
    documents: tuple[Passage, ...]
    history: tuple[tuple[str, str], ...] = ()


def read_case(line: str) -> Case:
    """A case from one line of JSON; ArgumentError names what is wrong with it."""
    try:
        data = json.loads(line, parse_float=Decimal, parse_int=Decimal, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"a case must be one JSON object on one line: {error}", field="case") from None
    case = _mapping(data, "case")
    return Case(
        id=_text(case.get("id"), "id"),
        question=_text(case.get("question", ""), "question"),
        draft=_text(case.get("draft"), "draft"),
        results=tuple(_result(call, n) for n, call in enumerate(_list(case.get("calls"), "calls"), start=1)),
        documents=tuple(
            _passage(quote, n) for n, quote in enumerate(_list(case.get("quotes", []), "quotes"), start=1)
        ),
        history=tuple(
            _turn(turn, n) for n, turn in enumerate(_list(case.get("history", []), "history"), start=1)
        ),
    )


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _result(data: object, number: int) -> ToolResult:
    place = f"calls[{number - 1}]"
    call = _mapping(data, place)
    columns = tuple(
        _column(c, f"{place}.columns[{n}]")
        for n, c in enumerate(_list(call.get("columns", []), f"{place}.columns"))
    )
    rows = tuple(
        _row(row, columns, f"{place}.rows[{n}]")
        for n, row in enumerate(_list(call.get("rows", []), f"{place}.rows"))
    )
    return ToolResult(
        tool=_text(call.get("tool", ""), f"{place}.tool"),
        arguments=cast("Mapping[str, object]", call.get("arguments") or {}),
        status=cast(Status, _choice(call.get("status", "ok"), get_args(Status), f"{place}.status")),
        columns=columns,
        rows=rows,
        total_rows=_integer(call.get("total_rows", len(rows)), f"{place}.total_rows"),
        truncated=bool(call.get("truncated", False)),
        notes=tuple(_text(note, f"{place}.notes") for note in _list(call.get("notes", []), f"{place}.notes")),
        caveats=tuple(
            _caveat(c, n, f"{place}.caveats")
            for n, c in enumerate(_list(call.get("caveats", []), f"{place}.caveats"))
        ),
        sources=tuple(
            _source(s, f"{place}.sources") for s in _list(call.get("sources", []), f"{place}.sources")
        ),
        coverage=_coverage(call.get("coverage"), f"{place}.coverage"),
        id=_integer(call.get("id", number), f"{place}.id"),
        turn=_integer(call.get("turn", 1), f"{place}.turn"),
    )


def _column(data: object, place: str) -> Column:
    column = _mapping(data, place)
    name = _text(column.get("name"), f"{place}.name")
    decimals = column.get("decimals")
    nature = column.get("nature")
    higher = column.get("higher_is")
    return Column(
        name=name,
        label=_text(column.get("label") or name, f"{place}.label"),
        kind=cast(ColumnKind, _choice(column.get("kind", "value"), get_args(ColumnKind), f"{place}.kind")),
        unit=_text(column.get("unit") or "", f"{place}.unit"),
        base=_text(column.get("base") or "", f"{place}.base"),
        names=tuple(_text(n, f"{place}.names") for n in _list(column.get("names") or [], f"{place}.names")),
        nature=None if nature is None else cast(Nature, _choice(nature, get_args(Nature), f"{place}.nature")),
        decimals=None if decimals is None else _integer(decimals, f"{place}.decimals"),
        higher_is="better" if higher == "better" else "worse" if higher == "worse" else None,
    )


def _row(data: object, columns: Sequence[Column], place: str) -> tuple[Scalar, ...]:
    values = _list(data, place)
    if len(values) != len(columns):
        raise ArgumentError(
            f"{place} has {len(values)} values for {len(columns)} columns", field=place, given=str(len(values)),
            allowed=(str(len(columns)),),
        )  # fmt: skip
    return tuple(_scalar(value, column, place) for value, column in zip(values, columns, strict=True))


def _scalar(value: object, column: Column, place: str) -> Scalar:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return value if column.kind == "value" else str(value)
    raise ArgumentError(
        f"{place}.{column.name} is neither a number, a text nor null", field=f"{place}.{column.name}"
    )


def _caveat(data: object, number: int, place: str) -> Caveat:
    if isinstance(data, str):
        return Caveat(f"caveat-{number + 1}", data, mandatory=True)
    caveat = _mapping(data, place)
    groups = tuple(
        tuple(_text(s, place) for s in _list(group, place))
        for group in _list(caveat.get("groups") or [], place)
    )
    return Caveat(
        _text(caveat.get("id") or f"caveat-{number + 1}", place), _text(caveat.get("text"), place),
        bool(caveat.get("mandatory", True)), groups,
    )  # fmt: skip


def _source(data: object, place: str) -> Source:
    source = _mapping(data, place)

    def text(key: str) -> str:
        return _text(source.get(key) or "", f"{place}.{key}")

    return Source(
        text("dataset"), text("title"), text("publisher"), text("vintage"), text("license"), text("url"),
        text("attribution"), "unclear", "secondary",
    )  # fmt: skip


def _coverage(data: object, place: str) -> Coverage | None:
    if data is None:
        return None
    coverage = _mapping(data, place)
    first, last = coverage.get("first"), coverage.get("last")
    return Coverage(
        None if first is None else str(first), None if last is None else str(last),
        _text(coverage.get("reason") or "", f"{place}.reason"),
    )  # fmt: skip


def _passage(data: object, number: int) -> Passage:
    place = f"quotes[{number - 1}]"
    quote = _mapping(data, place)

    def text(key: str) -> str:
        return _text(quote.get(key) or "", f"{place}.{key}")

    caps = [
        None if quote.get(key) is None else _integer(quote[key], f"{place}.{key}")
        for key in ("cap", "cap_answer")
    ]
    return Passage(
        text("text"), text("title"), text("corpus"), text("date"), text("speaker"), text("url"), *caps
    )


def _turn(data: object, number: int) -> tuple[str, str]:
    turn = _mapping(data, f"history[{number - 1}]")
    return _text(turn.get("question") or "", "history.question"), _text(
        turn.get("answer") or "", "history.answer"
    )


def _mapping(data: object, place: str) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise ArgumentError(f"{place} must be an object", field=place, given=type(data).__name__)
    return cast("Mapping[str, object]", data)


def _list(data: object, place: str) -> list[object]:
    if not isinstance(data, list):
        raise ArgumentError(f"{place} must be a list", field=place, given=type(data).__name__)
    return cast("list[object]", data)


def _text(data: object, place: str) -> str:
    if isinstance(data, Decimal):
        return str(data)
    if not isinstance(data, str):
        raise ArgumentError(f"{place} must be a text", field=place, given=type(data).__name__)
    return data


def _integer(data: object, place: str) -> int:
    if isinstance(data, int) and not isinstance(data, bool):
        return data
    if isinstance(data, Decimal) and data == data.to_integral_value() and abs(data) < 10**9:
        return int(data)
    raise ArgumentError(f"{place} must be a whole number", field=place, given=str(data))


def _choice(data: object, allowed: tuple[str, ...], place: str) -> str:
    if data not in allowed:
        raise ArgumentError(
            f"{place} must be one of {', '.join(allowed)}, not {data!r}",
            field=place,
            given=str(data),
            allowed=allowed,
        )
    return str(data)
