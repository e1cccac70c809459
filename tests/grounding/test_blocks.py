"""Layout: sentences, items and cells with what leads them in."""

from finweave.grounding.blocks import read_blocks

TEXT = """## Norway

The U.S. rate rose. JPMorgan Chase & Co. is a bank, e.g. a large one. [1] It is big.

Rates:
- Norway: 4.5%
- Chile: 5.0%

| Country | Rate |
|---|---|
| Norway | 4.5 |

(Rates for 2025.)
"""


def shown(kind: str) -> list[str]:
    return [TEXT[slice(*s.span)] for s in read_blocks(TEXT) if s.kind == kind]


def test_sentences_end_at_stops_that_are_no_abbreviations():
    assert shown("sentence")[:3] == [
        "The U.S. rate rose.",
        "JPMorgan Chase & Co. is a bank, e.g. a large one. [1]",
        "It is big.",
    ]


def test_items_are_led_in_by_the_line_before():
    items = [s for s in read_blocks(TEXT) if s.kind == "item"]
    assert [TEXT[slice(*s.leads[0])] for s in items] == ["Rates:", "Rates:"]


def test_a_cell_has_its_row_and_its_column_header():
    cell = next(s for s in read_blocks(TEXT) if TEXT[slice(*s.span)] == "4.5")
    assert [TEXT[slice(*span)] for span in cell.leads[:2]] == ["Norway", "Rate"]


def test_headings_carry():
    assert all(TEXT[slice(*s.headings[0])] == "Norway" for s in read_blocks(TEXT) if s.kind != "heading")


def test_a_legend_speaks_of_what_stands_before_it():
    cell = next(s for s in read_blocks(TEXT) if TEXT[slice(*s.span)] == "4.5")
    assert [TEXT[slice(*span)] for span in cell.legends] == ["(Rates for 2025.)"]
