"""FATF lists: jurisdictions under increased monitoring (grey), under a call for action (black), and members.

The publisher's file is the text of a statement: a heading a jurisdiction, its section below; jurisdictions that left
the list stand after a heading that says so. Other dates are compiled from announced changes and marked `secondary`.
Every statement's date is an edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from finweave.core.errors import LayoutError
from finweave.estate.declare import Dataset, FactTable, Field, Part, RawFile, Row, Table
from finweave.results import Provenance

_LISTS = {"GREY": "grey", "BLACK": "black", "MEMBER": "member"}
_PLENARIES = {"february": 2, "june": 6, "october": 10}
_OPENING = "Jurisdictions under increased monitoring"
_REMOVED = "jurisdictions no longer subject to increased monitoring"
_STAGED = "publisher statement text staged"
# The statement of a plenary is dated in its address and in the facts, not in its text: month and year name it.
_DATES = {(2024, 10): "2024-10-25"}

LISTINGS = Table(
    "listings",
    (
        Field("list", "text", "label", "List"),
        Field("code", "text", "entity", "Country code"),
        Field("country", "text", "label", "Jurisdiction"),
        Field("date", "text", "period", "Statement date"),
        Field("note", "text", "text", "Note"),
    ),
    key=("list", "code", "date"),
    sort=("list", "date", "code"),
    whole="every jurisdiction on the list at that date",
)


def parse(files: Sequence[RawFile]) -> list[Part]:
    """An edition a statement."""
    return [_statement(file) for file in files]


def _statement(file: RawFile) -> Part:
    from finweave.core.places import resolve_country
    from finweave.estate.readers.content import read_text

    text = read_text(file, "the text of a FATF statement")
    if not text.lstrip().startswith(_OPENING):
        raise LayoutError(file.name, "the first line", expected=_OPENING, found=repr(text[:60]))
    day = _date(file)
    rows: list[Row] = []
    for heading in _headings(file, text):
        found = resolve_country(heading)
        if len(found) != 1:
            raise LayoutError(
                file.name,
                f"heading {heading!r}",
                expected="the name of one jurisdiction",
                found=f"{len(found)} places",
            )
        rows.append(("grey", found[0].code, found[0].name, day, None))
    return Part(day, {"listings": rows}, (file,))


def _date(file: RawFile) -> str:
    match = re.search(r"(february|june|october)-(\d{4})", file.path.name.lower())
    key = (int(match[2]), _PLENARIES[match[1]]) if match else None
    if key not in _DATES:
        raise LayoutError(
            file.name, "the file name", expected="a plenary whose date is known", found=file.path.name
        )
    return date.fromisoformat(_DATES[key]).isoformat()


def _headings(file: RawFile, text: str) -> Iterator[str]:
    """The headings of the sections before the removed ones.

    A heading is a line that stands alone after a blank one, without a full stop, and is followed by its section, at
    once or after a note in parentheses; case is free.
    """
    lines = [line.strip() for line in text.split("\n")]
    end = next((i for i, line in enumerate(lines) if line.lower().startswith(_REMOVED)), None)
    if end is None:
        raise LayoutError(
            file.name, "the headings", expected=f"{_REMOVED!r}", found="no such heading: the text may be cut"
        )
    for i in range(1, end - 1):
        line, after = lines[i], lines[i + 1]
        alone = (
            line and not lines[i - 1] and not line.endswith((".", ":", ";", ",")) and len(line.split()) <= 7
        )
        if alone and (len(after) > len(line) * 2 or after.startswith("(Statement")):
            yield line.casefold()


def from_facts(tables: Sequence[FactTable]) -> list[Part]:
    """The compiled lists, an edition a date; members stand in the newest one's edition of their own year."""
    editions: dict[str, list[tuple[Row, Provenance]]] = {}
    for table in tables:
        for row in table.rows:
            provenance: Provenance = "publisher_file" if row["note"] == _STAGED else "secondary"
            note = None if provenance == "publisher_file" else row["note"] or None
            listing: Row = (_LISTS[row["series"]], row["entity"], row["entity_name"], row["period"], note)
            editions.setdefault(row["period"], []).append((listing, provenance))
    files = tuple(table.file for table in tables)
    return [
        Part(
            edition,
            {"listings": [row for row, _ in found]},
            files,
            provenance="secondary",
            row_provenance={"listings": [provenance for _, provenance in found]},
        )
        for edition, found in editions.items()
    ]


DATASET = Dataset(
    id="fatf",
    title="FATF lists of jurisdictions and members",
    publisher="Financial Action Task Force",
    page="https://www.fatf-gafi.org/en/topics/high-risk-and-other-monitored-jurisdictions.html",
    licence="fatf-oecd-c",
    attribution="FATF statements; dates other than 2024-10-25 compiled from announced changes",
    tables=(LISTINGS,),
    files=("increased-monitoring-*.md", "increased-monitoring-*.txt"),
    parse=parse,
    from_facts=from_facts,
    endpoints=("https://www.fatf-gafi.org/en/publications/High-risk-and-other-monitored-jurisdictions/",),
    cadence="plenaries in February, June and October",
    coverage_note="lists of June 2024 to June 2026; members as of 2026",
    doubts=("The list of June 2026 rests on one secondary source.",),
    definitions={
        "grey list": "jurisdictions under increased monitoring: they have committed to an action plan",
        "black list": "high-risk jurisdictions subject to a call for action: counter-measures or enhanced due diligence",
        "member": "a member of the FATF itself; members of regional bodies such as the APG are not",
    },
)
