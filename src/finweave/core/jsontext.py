"""JSON in and out with exact numbers: a Decimal leaves as its own text and comes back as Decimal.

Answers, results and manifests are written and read through these two functions only; what they mean is their owners'
business. A float may be written (seconds of a clock) but never comes back as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from math import isfinite
from typing import cast

from finweave.core.errors import ArgumentError


def dumps(value: object, *, indent: int | None = None) -> str:
    """JSON text of dicts, lists, dataclasses, Decimals (as numbers, by their text), str, int, bool, None.

    Dataclass fields keep their order; a trailing underscore of a field's name is dropped (`class_` -> `class`).
    NaN and infinities are an ArgumentError. Non-ASCII stays as it is.
    """
    import simplejson

    raw = cast("Callable[[str], object]", simplejson.RawJSON)
    try:
        text = simplejson.dumps(
            _prepared(value, raw, "value"),
            indent=indent,
            ensure_ascii=False,
            separators=(",", ": ") if indent is not None else None,
        )
    except RecursionError:
        raise ArgumentError("The value is nested too deeply to be written as JSON.") from None
    # Half a surrogate pair has no UTF-8 form; as an escape it is still JSON.
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def loads(text: str) -> object:
    """The value of a JSON text, every non-integer number a Decimal. ArgumentError says where a text is broken."""
    import simplejson

    try:
        return cast("object", simplejson.loads(text, use_decimal=True, parse_constant=_refuse_constant))
    except simplejson.JSONDecodeError as error:
        raise ArgumentError(
            f"The text is no JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            given=text[error.pos : error.pos + 20],
        ) from None
    except (RecursionError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ArgumentError(f"The text is no JSON that can be read: {why}.", given=text[:20]) from None


_SURROGATE = re.compile("[\ud800-\udfff]")


def _prepared(value: object, raw: Callable[[str], object], place: str) -> object:
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (Decimal, float)):
        if not isfinite(value):
            raise ArgumentError(f"{place} is {value}, which JSON cannot hold.", field=place, given=str(value))
        return raw(format(value, "f")) if isinstance(value, Decimal) else value
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name.removesuffix("_"): _prepared(getattr(value, field.name), raw, f"{place}.{field.name}")
            for field in fields(value)
        }
    if isinstance(value, Mapping):
        return _prepared_mapping(cast("Mapping[object, object]", value), raw, place)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        items = cast("Sequence[object]", value)
        return [_prepared(item, raw, f"{place}[{position}]") for position, item in enumerate(items)]
    raise ArgumentError(
        f"{place} is a {type(value).__name__}, which is not written as JSON; numbers are int or Decimal.",
        field=place,
        given=type(value).__name__,
        allowed=("dict", "list", "dataclass", "Decimal", "str", "int", "bool", "None"),
    )


def _prepared_mapping(
    value: Mapping[object, object], raw: Callable[[str], object], place: str
) -> dict[str, object]:
    prepared: dict[str, object] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise ArgumentError(
                f"{place} has the key {key!r}; a JSON key is text.", field=place, given=repr(key)
            )
        prepared[key] = _prepared(item, raw, f"{place}.{key}")
    return prepared


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")
