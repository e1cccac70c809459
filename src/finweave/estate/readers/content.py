"""A raw file's bytes and text: gzip opened transparently, encoding as declared, web pages and empty files refused.

A publisher's server answers an outdated address with a page and status 200; such a file must never be parsed.
"""

from __future__ import annotations

import gzip
import zlib

from finweave.core.errors import LayoutError
from finweave.estate.declare import RawFile

_GZIP = b"\x1f\x8b"


def read_bytes(file: RawFile) -> bytes:
    """The content, unpacked where it is gzip; LayoutError for an empty file or a damaged archive."""
    data = file.path.read_bytes()
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise LayoutError(
                file.name, "the whole file", expected="a complete gzip archive", found=str(error)
            ) from error
    if not data.strip():
        raise LayoutError(file.name, "the whole file", expected="content", found="an empty file")
    return data


def read_text(file: RawFile, expected: str, encoding: str = "utf-8-sig") -> str:
    """The text; LayoutError for a page of HTML, a NUL byte, or bytes that are not of the declared encoding."""
    data = read_bytes(file)
    if (
        data[:512]
        .lstrip(b"\xef\xbb\xbf \t\r\n")
        .lower()
        .startswith((b"<!doctype html", b"<html", b"<head", b"<body"))
    ):
        raise LayoutError(file.name, "the first line", expected=expected, found="an HTML page")
    if b"\x00" in data:
        raise LayoutError(
            file.name, f"byte {data.index(0)}", expected=expected, found="a NUL byte: not a text file"
        )
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise LayoutError(
            file.name,
            f"byte {error.start}",
            expected=f"text encoded as {encoding}",
            found=repr(data[error.start : error.end]),
        ) from error
