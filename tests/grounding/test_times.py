"""Periods in free text, and when one names a cell's."""

import pytest

from finweave.grounding.times import agrees, period_of, scan_times


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("on 12 March 2023", "2023-03-12", "2023-03-12"),
        ("on March 12, 2023", "2023-03-12", "2023-03-12"),
        ("on 2026-07-08", "2026-07-08", "2026-07-08"),
        ("in 2026-Q1", "2026-01-01", "2026-03-31"),
        ("in Q1 2026", "2026-01-01", "2026-03-31"),
        ("in the first quarter of 1999", "1999-01-01", "1999-03-31"),
        ("in the second half of 2024", "2024-07-01", "2024-12-31"),
        ("in June 2026", "2026-06-01", "2026-06-30"),
        ("at end-2025", "2025-12-31", "2025-12-31"),
        ("at the end of 2025", "2025-12-31", "2025-12-31"),
        ("between 2022-Q4 and 2023-Q1", "2022-10-01", "2023-03-31"),
        ("in 1997-98", "1997-01-01", "1998-12-31"),
        ("in 2025", "2025-01-01", "2025-12-31"),
    ],
)
def test_a_period_is_read_to_its_days(text: str, first: str, last: str):
    (time,) = scan_times(text)
    assert (time.lo.isoformat(), time.hi.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text", ["1,997 banks", "2025.5 points", "$2025", "2025%", "12345", "no May flower", "31 April 2024"]
)
def test_what_is_no_period_is_left_alone(text: str):
    assert [text[slice(*t.span)] for t in scan_times(text) if t.span[1] - t.span[0] > 4] == []


@pytest.mark.parametrize(
    ("named", "held", "fits"),
    [
        ("in 2025", ["2025-Q4"], True),
        ("in 2024", ["2025-Q4"], False),
        ("at the end of 2025", ["2025-Q4"], True),
        ("in December 2025", ["2025-Q4"], True),
        ("in November 2025", ["2025-Q4"], False),
        ("on 31 March 2026", ["2026-Q1"], True),
        ("on 30 March 2026", ["2026-Q1"], False),
        ("on 12 March", ["2023-03-12"], True),
        ("on 12 March", ["2023-03-10"], False),
        ("for June", ["2026-06"], True),
        ("in 1997-2000", ["1997", "2000"], True),
        ("in 1997-2001", ["1997", "2000"], False),
        ("in FY2024", ["2024"], False),
        ("since 1990", ["2026-07-08"], True),
    ],
)
def test_a_named_period_fits_what_lies_inside_it_or_ends_with_it(named: str, held: list[str], fits: bool):
    (time,) = scan_times(named)
    periods = [period for text in held if (period := period_of(text)) is not None]
    assert len(periods) == len(held)
    assert agrees(time, periods) is fits
