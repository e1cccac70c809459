"""How a result and an answer are shown: as JSON, as a line in a Python shell, as HTML in a notebook, as a data frame.

Nothing is computed or left out here. `results` and `analyst.answer` delegate to this module, which therefore knows their
fields only by type; whatever a publisher or an asker wrote is escaped before it becomes HTML.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from finweave.core.errors import FinweaveError

if TYPE_CHECKING:
    from finweave.analyst.answer import Answer, Citation
    from finweave.results import CallError, Column, Refusal, Scalar, Source, ToolResult

Record: TypeAlias = "dict[str, object]"

PROVENANCE_WORDS: Mapping[str, str] = {
    "publisher_file": "the publisher's file",
    "publisher_release": "the publisher's release text",
    "derived_copy": "a derived copy, not the publisher's file",
    "secondary": "compiled from secondary sources, not the publisher's file",
    "computed": "computed from published figures",
    "sample": "SAMPLE: generated, not a publisher's figures",
}
"""What a reader is told of where the rows come from."""

_SHOWN_ROWS = 20


class MissingPackageError(FinweaveError):
    """A package that FinWeave does not need itself is asked for and not installed; `given` names it."""

    code = "missing_package"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of an answer's text: a paragraph, a list (`lines`), or a table (`lines[0]` its header)."""

    kind: Literal["paragraph", "list", "table"]
    lines: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...] = ()
    right: tuple[bool, ...] = ()


def printable(text: str) -> str:
    """A text with its control characters made visible, so that none can steer a terminal; line breaks stay."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character == "\n" else f"\\x{ord(character):02x}"
        for character in text
    )


def blocks(text: str) -> list[Block]:
    """An answer's Markdown in pieces; any line that is neither of a table nor of a list belongs to a paragraph."""
    found: list[Block] = []
    for piece in text.split("\n\n"):
        lines: list[str] = []
        kind = "paragraph"
        for line in filter(str.strip, piece.split("\n")):
            now = "table" if line.startswith("|") else "list" if line.startswith("- ") else "paragraph"
            if now != kind and lines:
                found.append(_block(kind, lines))
                lines = []
            kind = now
            lines.append(line)
        if lines:
            found.append(_block(kind, lines))
    return found


def result_record(result: ToolResult) -> Record:
    """A result's fields in the order of the contract; rows are lists."""
    return {
        "id": result.id,
        "turn": result.turn,
        "tool": result.tool,
        "arguments": dict(result.arguments),
        "status": result.status,
        "columns": [_column(column) for column in result.columns],
        "rows": [list(row) for row in result.rows],
        "total_rows": result.total_rows,
        "truncated": result.truncated,
        "order": list(result.order) if result.order else None,
        "notes": list(result.notes),
        "caveats": list(result.caveats),
        "sources": list(result.sources),
        "coverage": result.coverage,
        "candidates": list(result.candidates),
        "edition": result.edition,
        "error": error_record(result.error),
        "refusal": refusal_record(result.refusal),
    }


def answer_record(answer: Answer) -> Record:
    """An answer's fields in the order of the contract; `id` only where the turn gave one."""
    record: Record = {
        "status": answer.status,
        "text": answer.text,
        "figures": list(answer.figures),
        "quotes": list(answer.quotes),
        "citations": [_citation(citation) for citation in answer.citations],
        "calls": [result_record(result) for result in answer.calls],
        "charts": list(answer.charts),
        "readings": list(answer.readings),
        "refusal": refusal_record(answer.refusal),
        "caveats": list(answer.caveats),
        "grounding": answer.grounding,
        "model": answer.model,
        "estate": answer.estate,
        "error": error_record(answer.error),
        "question": answer.question,
        "as_of": answer.as_of,
        "id": answer.id,
        "format": answer.format,
        "usage": dict(answer.usage),
        "seconds": answer.seconds,
    }
    if answer.id is None:
        del record["id"]
    return record


def error_record(error: CallError | None) -> Record | None:
    """A caller's mistake as data, its sentence last."""
    if error is None:
        return None
    return {
        "code": error.code,
        "field": error.field,
        "given": error.given,
        "allowed": list(error.allowed),
        "nearest": list(error.nearest),
        "message": error.message,
    }


def refusal_record(refusal: Refusal | None) -> Record | None:
    """A refusal as data."""
    if refusal is None:
        return None
    return {"class": refusal.class_, "reason": refusal.reason, "instead": refusal.instead}


def json_of(record: Record, indent: int | None = None) -> str:
    """A record as JSON text; every number is written from its Decimal's text."""
    from finweave.core.jsontext import dumps

    return dumps(record, indent=indent)


def source_line(source: Source | Citation) -> str:
    """A source in one line: title, publisher, edition / vintage, licence, provenance where it is not the file, address."""
    edition, _, digest = source.vintage.partition("/")
    vintage = f"edition {edition} / {digest}" if digest else source.vintage
    words = [
        f"{source.title} - {source.publisher}",
        vintage,
        f"{_licence_name(source.license)} (commercial use {source.commercial})",
        ""
        if source.provenance == "publisher_file"
        else PROVENANCE_WORDS.get(source.provenance, source.provenance),
        source.url,
    ]
    return "; ".join(word for word in words if word)


def _licence_name(id: str) -> str:
    """A licence in words; a result from elsewhere may carry words already."""
    from finweave.core.errors import UnknownNameError
    from finweave.core.licences import licence

    try:
        return licence(id).name
    except UnknownNameError:
        return id


def heading(column: Column) -> str:
    """A column's header: its label, for values with unit and base."""
    unit = " ".join(part for part in (column.unit, column.base) if part and part != "count")
    return f"{column.label} ({unit})" if column.kind == "value" and unit else column.label


def shown(result: ToolResult, row: int, column: Column) -> str:
    """A cell as a reader sees it: published decimals, thousands grouped, `-` where nothing is held."""
    from finweave.core.units import format_number, format_value

    value = result.rows[row][result.index(column.name)]
    if value is None or value == "":
        return "-"
    if not isinstance(value, Decimal):
        return value
    if not column.unit and (unit := result.text(row, "unit")):
        return format_value(value, unit, column.decimals)
    ungrouped = column.kind == "period"
    return f"{value:f}" if ungrouped else format_number(value, column.decimals)


def problem(result: ToolResult) -> str | None:
    """What a result without rows says: the mistake, the absence, the candidates, the refusal."""
    if result.error is not None:
        return result.error.message
    if result.refusal is not None:
        return f"{result.refusal.reason} {result.refusal.instead}"
    if result.status == "ambiguous":
        names = "; ".join(f"{c.name} ({', '.join(filter(None, (c.id, c.hint)))})" for c in result.candidates)
        return f"That can mean: {names}"
    return result.coverage.reason if result.coverage is not None else None


def answer_repr(answer: Answer) -> str:
    """An answer in a Python shell: what it is, its text, its sources."""
    head = f"Answer({answer.status}, estate {answer.estate.name}, {answer.seconds * 1000:.0f} ms)"
    sources = "\n".join(f"[{c.n}] {source_line(c)}" for c in answer.citations)
    return "\n\n".join(part for part in (head, answer.text, sources) if part)


def result_repr(result: ToolResult) -> str:
    """A result in a Python shell: the call, how it ended, its first rows in aligned columns."""
    given = ", ".join(f"{name}={value!r}" for name, value in result.arguments.items())
    head = (
        f"ToolResult({result.tool}({given}), {result.status}, {len(result.rows)} of {result.total_rows} rows)"
    )
    said = problem(result)
    if not result.columns:
        return f"{head}\n{said}" if said else head
    table = [[heading(column) for column in result.columns], *_shown_rows(result)]
    widths = [max(len(line[place]) for line in table) for place in range(len(result.columns))]
    lines = [
        "  ".join(
            text.rjust(width) if column.kind == "value" else text.ljust(width)
            for text, width, column in zip(line, widths, result.columns, strict=True)
        ).rstrip()
        for line in table
    ]
    more = len(result.rows) - _SHOWN_ROWS
    return "\n".join([head, *lines, *([f"... {more} more"] if more > 0 else []), *([said] if said else [])])


def answer_html(answer: Answer) -> str:
    """An answer in a notebook."""
    parts = [_block_html(block) for block in blocks(answer.text)]
    cited = "".join(f"<li value='{c.n}'>{_escaped(source_line(c))}</li>" for c in answer.citations)
    sources = f"<ol style='color:gray;font-size:smaller'>{cited}</ol>" if cited else ""
    return f"<div class='finweave-answer'>{''.join(parts)}{sources}</div>"


def result_html(result: ToolResult) -> str:
    """A result in a notebook: a table, and what a reader must know of it."""
    header = [heading(column) for column in result.columns]
    right = [column.kind == "value" for column in result.columns]
    table = _table_html(header, _shown_rows(result), right) if result.columns else ""
    said = [problem(result) or "", *result.notes, *(c.text for c in result.caveats if c.mandatory)]
    said += [source_line(source) for source in result.sources]
    notes = "".join(f"<p style='color:gray;font-size:smaller'>{_escaped(text)}</p>" for text in said if text)
    return f"<div class='finweave-result'><p><b>{_escaped(result.tool)}</b>: {result.status}</p>{table}{notes}</div>"


def to_pandas(result: ToolResult) -> Any:  # Any: pandas is no dependency, so its types may not be at hand
    """The rows as a pandas DataFrame; numbers stay Decimal (dtype object)."""
    return _package("pandas", "to_pandas").DataFrame(_by_column(result))


def to_polars(result: ToolResult) -> Any:  # Any: as above
    """The rows as a polars DataFrame; numbers are polars' Decimal."""
    return _package("polars", "to_polars").DataFrame(_by_column(result))


def _package(name: str, method: str) -> Any:  # Any: as above
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPackageError(
            f"{method}() needs the package {name!r}, which is not installed: pip install {name}",
            field="package",
            given=name,
        ) from error


def _by_column(result: ToolResult) -> dict[str, list[Scalar]]:
    return {column.name: [row[place] for row in result.rows] for place, column in enumerate(result.columns)}


def _column(column: Column) -> Record:
    return {
        "name": column.name,
        "label": column.label,
        "unit": column.unit,
        "base": column.base,
        "kind": column.kind,
        "names": list(column.names),
        "nature": column.nature,
        "decimals": column.decimals,
        "higher_is": column.higher_is,
    }


def _citation(citation: Citation) -> Record:
    """A citation names a dataset or a document, never both."""
    what = "dataset" if citation.document is None else "document"
    return {
        "n": citation.n,
        what: citation.dataset if citation.document is None else citation.document,
        "title": citation.title,
        "publisher": citation.publisher,
        "vintage": citation.vintage,
        "license": citation.license,
        "url": citation.url,
        "attribution": citation.attribution,
        "commercial": citation.commercial,
        "provenance": citation.provenance,
    }


def _shown_rows(result: ToolResult) -> list[list[str]]:
    return [
        [shown(result, row, column) for column in result.columns]
        for row in range(min(len(result.rows), _SHOWN_ROWS))
    ]


def _block(kind: str, lines: list[str]) -> Block:
    if kind == "list":
        return Block("list", tuple(line[2:] for line in lines))
    if kind == "table" and len(lines) > 1 and not lines[1].strip("|-: "):
        header, rule, *rows = (
            [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines
        )
        width = len(header)
        cells = tuple(tuple((row + [""] * width)[:width]) for row in (header, *rows))
        return Block("table", tuple(lines), cells, tuple(mark.endswith(":") for mark in rule))
    return Block("paragraph", tuple(lines))


def _block_html(block: Block) -> str:
    if block.kind == "table":
        header, *rows = block.cells
        return _table_html(header, rows, block.right)
    if block.kind == "list":
        return f"<ul>{''.join(f'<li>{_escaped(line)}</li>' for line in block.lines)}</ul>"
    return f"<p>{'<br>'.join(_escaped(line) for line in block.lines)}</p>"


def _table_html(
    header: list[str] | tuple[str, ...],
    rows: list[list[str]] | list[tuple[str, ...]],
    right: list[bool] | tuple[bool, ...],
) -> str:
    def line(cells: list[str] | tuple[str, ...], tag: str) -> str:
        sides = [
            "right" if right[place : place + 1] in ([True], (True,)) else "left"
            for place in range(len(cells))
        ]
        return "".join(
            f"<{tag} style='text-align:{side}'>{_escaped(cell)}</{tag}>"
            for cell, side in zip(cells, sides, strict=True)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{line(header, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def _escaped(text: str) -> str:
    from html import escape

    return escape(text, quote=True)
