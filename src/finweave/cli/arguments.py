"""`key=value` words of the command line become a tool's arguments, as the argument's declared type wants them.

A value is text, except where the argument takes no text (a number, yes or no, a structure) or where it is written as a
JSON list. Where the argument takes a list, a key given more than once makes one, and so does a comma with no blank
after it (`bank=JPM,GS`); names keep their commas (`bank="JPMorgan Chase, N.A."`), and a JSON list takes any name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, cast, get_args, get_origin

from finweave.core.errors import ArgumentError
from finweave.core.jsontext import loads

if TYPE_CHECKING:
    from finweave.tools.declare import ToolArgs


_BETWEEN_ITEMS = re.compile(r",(?=\S)")


def arguments(words: Sequence[str], model: type[ToolArgs]) -> dict[str, object]:
    """The arguments that the words give; the model itself judges names and values later."""
    kinds = {
        name: info.annotation
        for field, info in model.model_fields.items()
        for name in (field, info.alias)
        if name is not None
    }
    given: dict[str, list[object]] = {}
    for word in words:
        key, mark, value = word.partition("=")
        if not mark or not key:
            raise ArgumentError(f"{word!r} is no argument: write key=value", field="argument", given=word)
        given.setdefault(key.strip(), []).append(_value(value, kinds.get(key.strip(), str)))
    return {key: values[0] if len(values) == 1 else _joined(values) for key, values in given.items()}


def _value(text: str, kind: object) -> object:
    looks_listed = text.lstrip().startswith("[")
    if _takes_text(kind) and not looks_listed:
        items = _BETWEEN_ITEMS.split(text) if _takes_list(kind) else [text]
        return items if len(items) > 1 else text
    try:
        return loads(text)
    except ArgumentError:
        return text


def _joined(values: Sequence[object]) -> list[object]:
    """Repeated keys as one list; a list among them counts by its items."""
    joined: list[object] = []
    for value in values:
        if isinstance(value, list):
            joined += cast("list[object]", value)
        else:
            joined.append(value)
    return joined


def _takes_list(annotation: object) -> bool:
    return get_origin(annotation) is list or any(_takes_list(member) for member in get_args(annotation))


def _takes_text(annotation: object) -> bool:
    if annotation is str or get_origin(annotation) is Literal:
        return True
    return any(_takes_text(member) for member in get_args(annotation) if get_origin(annotation) is not dict)
