"""Country risk classifications: two PDF layouts and the list in force, against figures read by hand from the PDFs."""

import csv
import io
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from raw_files import cells, facts, parsed, raw

from finweave.core.errors import LayoutError
from finweave.datasets import oecd_crc
from finweave.datasets.oecd_crc import DATASET

HISTORY, CURRENT = "2022-03-11", "2026-01-30"


@pytest.fixture(scope="module")
def editions(shared: Path) -> dict[str, list[dict[str, str | int | None]]]:
    return {
        edition: cells(part, DATASET, "classifications") for edition, part in parsed(shared, DATASET).items()
    }


def at(rows: list[dict[str, str | int | None]], code: str, day: str) -> str:
    """The category in force on a day."""
    known = sorted(
        (str(r["valid_from"]), str(r["category"]))
        for r in rows
        if r["code"] == code and str(r["valid_from"]) <= day
    )
    return known[-1][1]


def test_the_list_in_force_has_the_counts_read_by_hand(editions) -> None:
    counts = Counter(row["category"] for row in editions[CURRENT])
    assert counts == {"-": 64, "7": 58, "6": 27, "5": 15, "3": 14, "4": 13, "2": 9, "0": 1}


@pytest.mark.parametrize(
    ("code", "category", "previous", "reason"),
    [
        ("BGD", "6", "6", None), ("THA", "3", "3", None), ("ARG", "7", "7", None), ("BRA", "4", "4", None),
        ("TWN", "2", "2", None), ("SGP", "0", "0", None), ("ARM", "5", "6", None), ("MDA", "6", "7", None),
        ("OMN", "3", "4", None), ("USA", "-", "-", "High Income OECD"),
        ("GRC", "-", "-", "High Income OECD; High Income euro area"), ("XKX", "6", "6", None),
    ],
)  # fmt: skip
def test_a_classification_in_force_is_the_one_read_by_hand(
    editions, code, category, previous, reason
) -> None:
    row = next(r for r in editions[CURRENT] if r["code"] == code)
    assert (row["category"], row["previous"], row["reason"]) == (category, previous, reason)


@pytest.mark.parametrize(
    ("code", "day", "category"),
    [("BGD", "1999-01-01", "5"), ("BGD", "2022-03-11", "5"), ("ARG", "2016-10-28", "6"), ("ARG", "2019-10-18", "7"),
     ("ARG", "2019-10-17", "6"), ("LKA", "2021-06-25", "7"), ("GRC", "2000-01-01", "0"), ("GRC", "2022-03-11", "-"),
     ("PRK", "1999-06-01", "7")],
)  # fmt: skip
def test_the_history_gives_the_category_read_by_hand(editions, code, day, category) -> None:
    assert at(editions[HISTORY], code, day) == category


def test_what_a_cut_shows_first_after_a_gap_is_in_force_and_no_change(editions) -> None:
    first = [r for r in editions[HISTORY] if r["valid_from"] == "2016-06-24"]
    assert len(first) == 201
    assert {r["basis"] for r in first} == {"in_force"}


def test_every_published_change_within_the_held_meetings_is_parsed(shared: Path, editions) -> None:
    parsed_rows = {
        (r["code"], str(r["valid_from"])): r["category"] for r in editions[HISTORY] if r["basis"] == "change"
    }
    rows = facts(shared, "oecd_crc")[0].rows
    inside = [r for r in rows if r["period"] < "2002-01-19" or r["period"] > "2016-06-24"]
    assert len(inside) > 300
    for row in inside:
        assert parsed_rows[row["entity"], row["period"]] == row["value"], row


def test_the_circulating_csv_differs_in_its_four_known_cells_and_nowhere_else(shared: Path, editions) -> None:
    """The CSV in quarantine was made from the PDF by somebody else: 33 of its meetings are held here, cell by cell."""
    text = (shared / "data/quarantine/intl/cre-crc-historical-internet-english.csv").read_text(
        encoding="utf-8-sig"
    )
    header, *rows = csv.reader(io.StringIO(text))
    days = {
        i: datetime.strptime(cell, "%d-%b-%y").date().isoformat() for i, cell in enumerate(header) if i > 2
    }
    held = [i for i, day in days.items() if day < "2002-01-19" or day >= "2016-06-24"]
    history = editions[HISTORY]
    differs: dict[tuple[str, str], tuple[str, str]] = {}
    for row in rows:
        code = {"XKV": "XKX"}.get(row[1], row[1])
        for i in held:
            category = at(history, code, days[i])
            if category != row[i].strip():
                differs[code, days[i]] = (category, row[i].strip())
    assert len(held) * len(rows) == 33 * 201
    assert differs == {
        ("ISR", "2022-03-11"): ("-", "-3"),
        ("XKX", "2020-06-25"): ("6", "-"),
        ("XKX", "2021-06-25"): ("6", "-"),
        ("XKX", "2022-01-28"): ("6", "-"),
    }


MADE_UP_APART = """ Made-up list
Meeting
Country Name (1)
English
1 AAA Aland of Nowhere
2 BBB Long name that runs
over a line
ISO
20 21 22
7 6 (8) 6
-
(5)
- (6) (7) 0
01-Jan-2091 01-May-2091 01-Sep-2091
08-May-2091 08-Sep-2091 08-Jan-2092
 Page 1 - made up
"""
MADE_UP_INLINE = """ Made-up list
Meeting 20 21 22
1 AAA Aland (Republic of) 7 6 6
2 BBB
Long name that runs
over a line
- - 0
08-May-2091 08-Sep-2091 08-Jan-2092
01-Jan-2091 01-May-2091 01-Sep-2091
 Page 1 - made up
"""


@pytest.mark.parametrize("text", [MADE_UP_APART, MADE_UP_INLINE])
def test_both_page_layouts_give_the_same_grid(tmp_path: Path, text: str) -> None:
    path = tmp_path / "made_up.pdf"
    path.write_bytes(b"made up")
    page = oecd_crc._page(raw(path), 1, text)
    assert page.meetings == ("20", "21", "22")
    assert [d.isoformat() for d in page.starts] == ["2091-01-01", "2091-05-01", "2091-09-01"]
    assert [(n, iso, tuple(v for v, _ in values)) for n, iso, _, values in page.countries] == [
        (1, "AAA", ("7", "6", "6")),
        (2, "BBB", ("-", "-", "0")),
    ]
    assert page.countries[1][2].endswith("Long name that runs over a line")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("7 6 (8) 6", "7 6 (8)"),
        ("20 21 22\n", "20 21\n"),
        ("01-Sep-2091", "01-Sep-2099"),
        ("7 6 (8) 6", "7 9 6"),
        ("08-Jan-2092", ""),
    ],
)
def test_a_page_that_does_not_add_up_is_refused(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "made_up.pdf"
    path.write_bytes(b"made up")
    assert old in MADE_UP_APART
    with pytest.raises(LayoutError, match="page 1"):
        oecd_crc._page(raw(path), 1, MADE_UP_APART.replace(old, new))


def test_a_file_that_is_no_pdf_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    path = tmp_path / "cre-crc-current-english.pdf"
    path.write_text("<html>moved</html>")
    with pytest.raises(LayoutError, match="PDF"):
        DATASET.parse([raw(path)])
