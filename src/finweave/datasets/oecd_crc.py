"""OECD country risk classifications: the history of meetings since 1999 and the list in force, both PDF.

The history has blocks of meetings, each spread over pages of countries, in two page layouts: values behind the names,
or all names first and then all values in the same order. A classification is a category 0 (lowest risk) to 7, or `-`,
not classified, whose reason is a footnote. A footnote's number means different things in the two documents, so each
document's sentences are looked for before its numbers are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from finweave.core.errors import LayoutError
from finweave.estate.declare import Check, Dataset, FactTable, Field, Part, RawFile, Row, Table

HISTORY_EDITION = "2022-03-11"
_KOSOVO = {"XKV": "XKX"}
_EURO = "High Income Euro area Country not reviewed or classified"
_OECD = "High Income OECD Country not reviewed or classified"
_NOT_REVIEWED = "Currently not reviewed or classified"
_MICRO_STATE = "European micro-state that uses the euro"
_REASONS = {
    _NOT_REVIEWED: "not reviewed",
    _OECD: "High Income OECD",
    _EURO: "High Income euro area",
    _MICRO_STATE: "European micro-state that uses the euro",
}
# The numbers that the documents' footnotes have.
_HISTORY_NOTES = {"5": _NOT_REVIEWED, "6": _OECD, "7": _EURO, "9": _MICRO_STATE}
_CURRENT_NOTES = {"5": _NOT_REVIEWED, "6": _OECD, "7": _EURO, "8": _MICRO_STATE}

CLASSIFICATIONS = Table(
    "classifications",
    (
        Field("code", "text", "entity", "Country code"),
        Field("country", "text", "label", "Country"),
        Field("valid_from", "date", "period", "Valid from"),
        Field("category", "text", "text", "Category"),
        Field("reason", "text", "text", "Reason for no classification"),
        Field("previous", "text", "text", "Previous category"),
        Field("basis", "text", "label", "Basis of the date"),
    ),
    key=("code", "valid_from"),
    whole="201 countries at every meeting",
)

_COUNTRY = re.compile(r"(\d{1,3}) ([A-Z]{3})\b ?(.*)")
_CURRENT = re.compile(r"(\d{1,3}) ([A-Z]{3}) (.+?) (-|[0-7]) (-|[0-7])((?: \(\d\))*)")
_VALUE = re.compile(r"(-|[0-7])((?:\s*\(\d\))*)(?=\s|$)")
_MEETINGS = re.compile(r"\d+(?:bis)?(?: \d+(?:bis)?)*")
_DATE = re.compile(r"\d{2}-[A-Z][a-z]{2}-(?:\d{4}|\d{2})")
_VALID_AS_OF = re.compile(r"^\d{1,2} [A-Z][a-z]+ \d{4}$", re.MULTILINE)
# The date row of a classification's end overlaps the next one's start by some days, not by months.
_OVERLAP_DAYS = 31


def parse(files: Sequence[RawFile]) -> list[Part]:
    """The history is one edition, the list in force another."""
    return [_current(file) if "current" in file.path.name else _history(file) for file in files]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of the history: its meetings, when each classification starts, and (code, name, values) by country."""

    meetings: tuple[str, ...]
    starts: tuple[date, ...]
    countries: tuple[tuple[int, str, str, tuple[tuple[str, str], ...]], ...]


def _history(file: RawFile) -> Part:
    from finweave.estate.readers.pdf import page_texts

    texts = page_texts(file)
    _footnotes(file, texts[-1], _HISTORY_NOTES)
    blocks: list[list[_Page]] = []
    for number, text in enumerate(texts[:-1], start=1):
        page = _page(file, number, text)
        if not blocks or blocks[-1][0].meetings != page.meetings:
            blocks.append([])
        blocks[-1].append(page)
    rows = list(_changes(_checked(file, blocks)))
    meetings = [int(meeting.removesuffix("bis")) for block in blocks for meeting in block[0].meetings]
    held = len([meeting for block in blocks for meeting in block[0].meetings])
    whole = len(set(range(min(meetings), max(meetings) + 1)) - set(meetings)) == 0
    cut = (
        {}
        if whole
        else {"classifications": f"a cut of the history: {held} meetings, with a gap between them"}
    )
    return Part(
        HISTORY_EDITION, {"classifications": rows}, (file,), licence="oecd-terms-2022",
        attribution="OECD, Country Risk Classification", not_whole=cut,
    )  # fmt: skip


def _page(file: RawFile, number: int, text: str) -> _Page:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    starts = _starts(file, number, text)
    place = f"page {number}"
    inline = next((line for line in lines if line.startswith("Meeting ")), None)
    row = (
        inline.removeprefix("Meeting ")
        if inline
        else next((line for line in lines if _is_meetings(line)), None)
    )
    if row is None or len(row.split()) != len(starts):
        raise LayoutError(file.name, place, expected=f"a row of {len(starts)} meetings", found=repr(row))
    meetings = tuple(row.split())
    listed = lines if inline else lines[: lines.index(row)]
    countries = (
        list(_inline(listed, len(meetings)))
        if inline
        else _apart(file, place, listed, lines[lines.index(row) + 1 :], len(meetings))
    )
    if not countries:
        raise LayoutError(file.name, place, expected="countries with a value a meeting", found="none")
    return _Page(meetings, starts, tuple(countries))


def _is_meetings(line: str) -> bool:
    """A row of meeting numbers: all above 7, so that it cannot be a row of categories."""
    return bool(_MEETINGS.fullmatch(line)) and all(int(word.removesuffix("bis")) > 7 for word in line.split())


_Country = tuple[int, str, str, tuple[tuple[str, str], ...]]


def _inline(lines: Sequence[str], meetings: int) -> Iterator[_Country]:
    """Values behind the name; a long name runs over lines and its values stand in the last of them."""
    tail = re.compile(rf"(.*?) ?((?:(?:^|(?<= ))(?:-|[0-7])(?: |$)){{{meetings}}})$")
    open_: tuple[int, str, str] | None = None
    for line in lines:
        started = _COUNTRY.fullmatch(line)
        if started:
            open_ = (int(started[1]), started[2], "")
            line = started[3]  # what follows number and code
        if open_ is None:
            continue
        ended = tail.fullmatch(line)
        name = f"{open_[2]} {ended[1] if ended else line}".strip()
        if ended:
            yield open_[0], open_[1], name, tuple((value, "") for value in ended[2].split())
            open_ = None
        else:
            open_ = (open_[0], open_[1], name)


def _apart(
    file: RawFile, place: str, names: Sequence[str], values: Sequence[str], meetings: int
) -> list[_Country]:
    """All names, then all values in the same order, each with its footnotes."""
    found: list[tuple[int, str, str]] = []
    for line in names:
        started = _COUNTRY.fullmatch(line)
        if started:
            found.append((int(started[1]), started[2], started[3]))
        elif found and line != "ISO":
            found[-1] = (found[-1][0], found[-1][1], f"{found[-1][2]} {line}".strip())
    body = "\n".join(
        line for line in values if not _DATE.search(line) and not line.startswith(("Page ", "http"))
    )
    read = [(match[1], " ".join(re.findall(r"\d", match[2]))) for match in _VALUE.finditer(body)]
    left = _VALUE.sub("", body).strip()
    if left or len(read) != len(found) * meetings:
        raise LayoutError(
            file.name,
            place,
            expected=f"{len(found)} countries x {meetings} values",
            found=f"{len(read)} values, {left[:40]!r} left",
        )
    return [(*country, tuple(read[i * meetings : (i + 1) * meetings])) for i, country in enumerate(found)]


def _starts(file: RawFile, number: int, text: str) -> tuple[date, ...]:
    """When each meeting's classification starts.

    Two rows of dates stand on a page, of starts and of ends, and may be torn apart. An end falls some days after the
    next start, so in order the dates alternate: start, start, end, start, end ... end, end.
    """
    dates = sorted({_day(found) for found in _DATE.findall(text)})
    n = len(dates) // 2
    starts = [dates[0], *(dates[2 * i - 1] for i in range(1, n))] if n > 1 else []
    ends = [*(dates[2 * i] for i in range(1, n)), dates[-1]] if n > 1 else []
    overlaps = [(end - start).days for end, start in zip(ends[:-1], starts[1:], strict=True)]
    if not overlaps or len(dates) % 2 or not all(0 <= days <= _OVERLAP_DAYS for days in overlaps):
        raise LayoutError(
            file.name,
            f"page {number}",
            expected="two rows of dates, each end some days after the next start",
            found=", ".join(map(str, dates)),
        )
    return tuple(starts)


def _day(text: str) -> date:
    return datetime.strptime(
        text, "%d-%b-%Y" if len(text) == len("01-Jan-1999") else "%d-%b-%y"
    ).date()  # a date


def _checked(file: RawFile, blocks: Sequence[Sequence[_Page]]) -> list[Sequence[_Page]]:
    """Every block lists countries 1, 2, 3 ... without a gap, and every block the same ones."""
    codes: list[list[str]] = []
    for block in blocks:
        numbers = [country[0] for page in block for country in page.countries]
        if numbers != list(range(1, len(numbers) + 1)):
            raise LayoutError(
                file.name,
                f"meetings {block[0].meetings[0]} ff.",
                expected="countries numbered from 1 without a gap",
                found=f"{len(numbers)} countries",
            )
        codes.append([country[1] for page in block for country in page.countries])
    if any(set(listed) != set(codes[0]) for listed in codes):
        raise LayoutError(
            file.name, "the blocks of meetings", expected="the same countries in each", found="others"
        )
    return list(blocks)


def _changes(blocks: Sequence[Sequence[_Page]]) -> Iterator[Row]:
    """A row where category or reason is another than at the meeting before.

    A block whose first meeting does not follow the one before it starts anew: what it shows was in force then, since
    when is not known.
    """
    before: dict[str, tuple[str, str | None]] = {}
    last = None
    for block in blocks:
        first = int(block[0].meetings[0].removesuffix("bis"))
        follows = last is None or first == last + 1
        if not follows:
            before = {}
        for page in block:
            for _, iso, name, values in page.countries:
                code = _KOSOVO.get(iso, iso)
                for position, (value, notes) in enumerate(values):
                    now = (value, _reason(value, notes, _HISTORY_NOTES))
                    if before.get(code) != now:
                        known = follows or position > 0
                        yield (
                            code,
                            name,
                            page.starts[position].isoformat(),
                            *now,
                            None,
                            "change" if known else "in_force",
                        )
                        before[code] = now
        last = int(block[-1].meetings[-1].removesuffix("bis"))


def _reason(value: str, notes: str, meanings: Mapping[str, str]) -> str | None:
    """Why a country is not classified, from the footnotes of its value."""
    if value != "-":
        return None
    return "; ".join(_REASONS[meanings[note]] for note in notes.split() if note in meanings) or None


def _footnotes(file: RawFile, text: str, meanings: Mapping[str, str]) -> None:
    """LayoutError unless the document explains its footnotes with the sentences that are known."""
    folded = " ".join(text.split()).lower()
    for note, sentence in meanings.items():
        if sentence.lower() not in folded:
            raise LayoutError(
                file.name, "the notes", expected=f"note ({note}): {sentence}", found="another wording"
            )


def _current(file: RawFile) -> Part:
    from finweave.estate.readers.pdf import page_texts

    texts = page_texts(file)
    _footnotes(file, texts[-1], _CURRENT_NOTES)
    stamps = {stamp for text in texts for stamp in _VALID_AS_OF.findall(text)}
    if len(stamps) != 1:
        raise LayoutError(
            file.name, "Valid as of", expected="one date", found=", ".join(sorted(stamps)) or "none"
        )
    day = datetime.strptime(stamps.pop(), "%d %B %Y").date().isoformat()  # a date
    rows: list[Row] = []
    for line in (line.strip() for text in texts for line in text.split("\n")):
        match = _CURRENT.fullmatch(line)
        if match and int(match[1]) == len(rows) + 1:
            reason = _reason(match[5], " ".join(re.findall(r"\d", match[6])), _CURRENT_NOTES)
            rows.append((_KOSOVO.get(match[2], match[2]), match[3], day, match[5], reason, match[4], "as_of"))
        elif _COUNTRY.fullmatch(line):
            raise LayoutError(
                file.name,
                f"country {len(rows) + 1}",
                expected="number, code, name, previous, current",
                found=repr(line),
            )
    return Part(day, {"classifications": rows}, (file,))


def from_facts(tables: Sequence[FactTable]) -> list[Part]:
    """The changes of the whole history, and the list of January 2026."""
    history: list[Row] = []
    current: list[Row] = []
    for table in tables:
        previous = {row["entity"]: row["value"] for row in table.rows if row["series"] == "CRC_PREVIOUS"}
        for row in table.rows:
            code, name, value, note = row["entity"], row["entity_name"], row["value"], row["note"]
            if row["series"] == "CRC" and row["dimension"]:
                reason = _reason(value, " ".join(re.findall(r"\d", note)), _CURRENT_NOTES)
                current.append((code, name, row["period"], value, reason, previous.get(code, value), "as_of"))
            elif row["series"] == "CRC":
                history.append((code, name, row["period"], value, note or None, None, "change"))
    files = {table.name: table.file for table in tables}
    return [
        Part(
            HISTORY_EDITION, {"classifications": history}, (files["oecd_crc"],), licence="oecd-terms-2022",
            attribution="OECD, Country Risk Classification",
        ),
        Part(str(current[0][2]), {"classifications": current}, (files["oecd_crc__2026"],)),
    ]  # fmt: skip


def _categories(part: Part) -> str | None:
    """A category is 0 to 7 or `-`, and only `-` has a reason."""
    for code, _, day, category, reason, *_ in part.tables["classifications"]:
        if category not in (*"01234567", "-") or (reason and category != "-"):
            return f"{code} {day}: {category} {reason}"
    return None


DATASET = Dataset(
    id="oecd_crc",
    title="Country Risk Classifications of the Participants to the Arrangement on Officially Supported Export Credits",
    publisher="OECD",
    page="https://www.oecd.org/en/topics/country-risk-classification.html",
    licence="oecd-cc-by-4.0",
    attribution="OECD, Country Risk Classifications of the Participants to the Arrangement on Officially Supported Export Credits",
    tables=(CLASSIFICATIONS,),
    files=("cre-crc-current*.pdf", "cre-crc-historical*.pdf"),
    parse=parse,
    from_facts=from_facts,
    checks=(Check("categories", "a category is 0 to 7 or not classified", _categories),),
    endpoints=(
        "https://www.oecd.org/content/dam/oecd/en/topics/policy-sub-issues/country-risk-classification/cre-crc-current-english.pdf",
    ),
    cadence="three or four meetings a year",
    known_absent={
        "high income OECD and euro area countries": "they are not classified, which is not category 0"
    },
    coverage_note="meetings from 1999 to March 2022, and the list of 30 January 2026; when a change between the two took effect is not known",
    definitions={
        "country risk classification": "the risk that a country does not service its external debt: transfer, convertibility and force majeure; it sets minimum premiums of export credits and is no sovereign rating",
        "category": "0 is the lowest risk, 7 the highest",
        "not classified": "printed as -: high income OECD and euro area countries, micro-states, and countries that are not reviewed",
    },
)
