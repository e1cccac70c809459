"""A file of questions: one JSON object a line in, one answer a line out, in order; a broken line is an answer too.

Fields of a line: `question` (or `q`), `id`, `history` (or `prev`) and `as_of`; others are the asker's own and left
alone. An entry of the history is a question's text or an object with question (or q), answer, calls and estate.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from finweave.analyst.answer import Answer, EstateName, Grounding, ModelName, PastTurn, Turn
from finweave.cli.failures import told
from finweave.cli.options import out
from finweave.core.errors import ArgumentError, FinweaveError
from finweave.core.jsontext import dumps, loads
from finweave.results import CallError
from finweave.views import answer_record, json_of

if TYPE_CHECKING:
    from finweave.api import FinWeave

LONGEST_LINE = 4_000_000
"""Bytes of a line; what is longer is no question, and is not read into memory whole."""


def answer_file(finweave: FinWeave, file: str, as_of: str | None) -> int:
    """Answers a file (or `-`) line by line on standard output; 1 if any answer is an error, else 0."""
    failed = False
    with _lines(file) as lines, _progress() as progress:
        for line in lines:
            written, wrong = _answered(finweave, line, as_of)
            out(written)
            sys.stdout.flush()
            failed |= wrong
            progress()
    return int(failed)


def turn_of(entry: Mapping[str, object], as_of: str | None = None) -> Turn:
    """The turn that a line asks for; `as_of` is used where the line has none. ArgumentError names the field."""
    question = _text(entry, "question", "q")
    if question is None:
        raise ArgumentError("the line has no question: give question (or q) as text", field="question")
    history = _either(entry, "history", "prev")
    if history is not None and not isinstance(history, list):
        raise ArgumentError("history (or prev) is a list of earlier turns, oldest first", field="history")
    past = tuple(_past(each) for each in cast("list[object]", history or []))
    return Turn(question, past, _text(entry, "as_of") or as_of)


def _answered(finweave: FinWeave, line: bytes, as_of: str | None) -> tuple[str, bool]:
    """The answer to one line as JSON, and whether it is an error."""
    given: Mapping[str, object] = {}
    try:
        given = _object(line)
        answer = finweave.analyst.ask(turn_of(given, as_of))
        return _written(answer, given), answer.status == "error"
    except FinweaveError as error:
        answer = _broken(finweave, given, error)
    except Exception as error:  # one question that meets a bug must not stop the rest of the file
        answer = _broken(finweave, given, FinweaveError(told(error)))
    return _written(answer, given), True


def _written(answer: Answer, given: Mapping[str, object]) -> str:
    """An answer as JSON; the id is the line's own, whatever its type."""
    identity = given.get("id")
    if identity is None:
        return json_of(answer_record(answer))
    record = answer_record(replace(answer, id=str(identity)))
    record["id"] = identity
    return json_of(record)


def _broken(finweave: FinWeave, given: Mapping[str, object], error: FinweaveError) -> Answer:
    question = _either(given, "question", "q")
    as_of = given.get("as_of")
    return Answer(
        status="error",
        text=str(error),
        question=question if isinstance(question, str) else "",
        estate=EstateName(finweave.estate.name, finweave.estate.digest),
        model=ModelName("builtin", "planner"),
        grounding=Grounding("clean"),
        error=CallError(error.code, str(error), error.field, error.given, error.allowed, error.nearest),
        as_of=as_of if isinstance(as_of, str) else None,
    )


def _object(line: bytes) -> Mapping[str, object]:
    if len(line) > LONGEST_LINE:
        raise ArgumentError(f"the line is longer than {LONGEST_LINE} bytes", field="line")
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ArgumentError("the line is not UTF-8 text", field="line") from None
    value = loads(text)
    if not isinstance(value, dict):
        raise ArgumentError(
            "a line of a batch is a JSON object with question (or q)", field="line", given=text[:80]
        )
    given = cast("dict[str, object]", value)
    dumps({"id": given.get("id")})  # an id that JSON cannot hold (1e400) could not go back to the asker
    return given


def _past(entry: object) -> PastTurn:
    if isinstance(entry, str):
        return PastTurn(entry)
    if not isinstance(entry, dict):
        raise ArgumentError(
            "an entry of history is the text of a question or an object with question", field="history"
        )
    given = cast("dict[str, object]", entry)
    question = _text(given, "question", "q")
    if question is None:
        raise ArgumentError("an entry of history has no question", field="history")
    calls: object = given.get("calls") or []
    if not isinstance(calls, list):
        raise ArgumentError("calls of an entry of history is a list of {tool, arguments}", field="history")
    return PastTurn(
        question,
        _text(given, "answer") or "",
        tuple(_call(each) for each in cast("list[object]", calls)),
        _text(given, "estate"),
    )


def _call(entry: object) -> tuple[str, Mapping[str, object]]:
    given = cast("dict[str, object]", entry) if isinstance(entry, dict) else {}
    arguments = given.get("arguments", {})
    tool = given.get("tool")
    if not isinstance(tool, str) or not isinstance(arguments, dict):
        raise ArgumentError('a call of history is {"tool": name, "arguments": {...}}', field="history")
    return tool, cast("dict[str, object]", arguments)


def _either(entry: Mapping[str, object], *names: str) -> object:
    """The value under the first of several names that is there."""
    return next((entry[name] for name in names if entry.get(name) is not None), None)


def _text(entry: Mapping[str, object], *names: str) -> str | None:
    value = _either(entry, *names)
    if value is None or isinstance(value, str):
        return value
    raise ArgumentError(
        f"{names[0]} is text, not {type(value).__name__}", field=names[0], given=str(value)[:80]
    )


@contextmanager
def _progress() -> Generator[Callable[[], None]]:
    """How many lines are answered, in a terminal that does not show the answers themselves."""
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield lambda: None
        return
    count = 0

    def one_more() -> None:
        nonlocal count
        count += 1
        sys.stderr.write(f"\r{count} answered")
        sys.stderr.flush()

    try:
        yield one_more
    finally:
        if count:
            sys.stderr.write("\n")


@contextmanager
def _lines(file: str) -> Generator[Iterable[bytes]]:
    """The lines of a file that are not blank, as bytes: a line in a wrong encoding must not end the reading."""
    if file == "-":
        yield _not_blank(sys.stdin.buffer)
        return
    with ExitStack() as opened:
        try:
            stream = opened.enter_context(Path(file).open("rb"))
        except OSError as error:
            said = f"{file} cannot be read ({error.strerror})"
            raise ArgumentError(said, field="batch", given=file) from None
        yield _not_blank(stream)


def _not_blank(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE + 1)
            if not rest or rest.endswith(b"\n"):
                break
        if line.strip():
            yield line
