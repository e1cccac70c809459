"""docs/limits.md says what the code holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from finweave.analyst.limits import HISTORY_CALLS, HISTORY_TURNS, QUESTION_CHARACTERS
from finweave.cli.batch import LONGEST_LINE
from finweave.estate.engine import Limits
from finweave.tools.call import MOST_NAMES

PAGE = Path(__file__).parents[1] / "docs" / "limits.md"


@pytest.mark.parametrize(
    ("row", "limit"),
    [
        ("a question", f"{QUESTION_CHARACTERS:,} characters"),
        ("earlier turns that are read again", str(HISTORY_TURNS)),
        ("calls of earlier turns that are run again", str(HISTORY_CALLS)),
        ("names in one argument (countries, banks, currencies)", str(MOST_NAMES)),
        ("a line of a batch", f"{LONGEST_LINE:,} bytes"),
        (
            "one statement",
            f"{Limits().milliseconds:,} milliseconds, {Limits().memory} of memory, {Limits().threads} threads",
        ),
    ],
)
def test_a_limit_is_documented_as_it_is(row, limit):
    assert f"| {row} | {limit} |" in PAGE.read_text(encoding="utf-8")
