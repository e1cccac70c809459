"""SDMX-ML 2.1, structure specific: series with their attributes and observations, read as a stream.

Documents with a DOCTYPE are refused (entities have no business in data); element names are compared without namespace.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from finweave.core.errors import LayoutError
from finweave.estate.declare import RawFile
from finweave.estate.readers.content import read_bytes


@dataclass(frozen=True, slots=True)
class Series:
    """A series' dimensions and attributes, and its observations as (period, value, attributes)."""

    attributes: Mapping[str, str]
    observations: tuple[tuple[str, str, Mapping[str, str]], ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A data message: attributes of its data set, and its series."""

    attributes: Mapping[str, str]
    series: tuple[Series, ...]


def read_message(file: RawFile) -> Message:
    """The message; LayoutError where the XML breaks off or holds no data set."""
    data = read_bytes(file)
    if b"<!DOCTYPE" in data[:2048]:
        raise LayoutError(
            file.name, "the document type", expected="SDMX-ML without DOCTYPE", found="a DOCTYPE"
        )
    attributes: dict[str, str] | None = None
    series: list[Series] = []
    try:
        for element in _ended(data):
            name = element.tag.rsplit("}", 1)[-1]
            if name == "Series":
                series.append(_series(file, element))
                element.clear()
            elif name == "DataSet":
                attributes = dict(element.attrib)
    except ElementTree.ParseError as error:
        raise LayoutError(file.name, "the XML", expected="well-formed SDMX-ML", found=str(error)) from error
    if attributes is None or not series:
        raise LayoutError(file.name, "the message", expected="a DataSet with Series", found="none")
    return Message(attributes, tuple(series))


def _ended(data: bytes) -> Iterator[ElementTree.Element]:
    for _, element in ElementTree.iterparse(io.BytesIO(data), events=("end",)):
        yield element


def _series(file: RawFile, element: ElementTree.Element) -> Series:
    observations: list[tuple[str, str, Mapping[str, str]]] = []
    for child in element:
        if child.tag.rsplit("}", 1)[-1] != "Obs":
            continue
        period, value = child.attrib.get("TIME_PERIOD"), child.attrib.get("OBS_VALUE")
        if period is None:
            raise LayoutError(
                file.name, f"series {dict(element.attrib)}", expected="TIME_PERIOD on every Obs", found="none"
            )
        if value is not None:
            observations.append((period, value, dict(child.attrib)))
    return Series(dict(element.attrib), tuple(observations))
