"""How wide columns are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from finweave.cli.widths import GAP, column_widths

WORDS = st.text("abc ", max_size=40)
TABLES = st.integers(1, 5).flatmap(
    lambda n: st.tuples(
        st.lists(WORDS, min_size=n, max_size=n),
        st.lists(st.lists(WORDS, min_size=n, max_size=n), max_size=4),
        st.lists(st.booleans(), min_size=n, max_size=n),
    )
)


@given(TABLES, st.integers(1, 200))
def test_columns_fit_and_no_number_breaks(table, room):
    header, rows, numbers = table
    widths = column_widths(header, rows, numbers, room)
    if widths is None:
        return
    assert sum(widths) + GAP * len(widths) <= room
    for place, number in enumerate(numbers):
        if number:
            assert all(len(row[place]) <= widths[place] for row in rows)


def test_cells_get_room_before_headers():
    assert column_widths(["a long header"], [["cell cell"]], [False], 11) == [9]


def test_a_header_gets_what_is_left():
    assert column_widths(["a long header"], [["cell"]], [False], 80) == [13]


def test_what_cannot_fit_is_none():
    assert column_widths(["n"], [["1234567890"]], [True], 9) is None
