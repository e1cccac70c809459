"""Whatever a parser gives is stored to the letter and to the last digit, or refused."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_up_rates import dataset

from finweave.core.errors import CheckError
from finweave.estate.declare import Field, Part, Table
from finweave.estate.staging import Staging

TABLE = Table(
    "values",
    (
        Field("n", "integer", "text"),
        Field("word", "text", "label"),
        Field("exact", "decimal", "value", decimals=4),
        Field("long", "double", "value"),
    ),
    key=("n",),
)
# Every character but those that no encoded text holds.
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
DECIMALS = st.decimals(-(10**20), 10**20, places=4)
DOUBLES = st.floats(allow_nan=False, allow_infinity=False)
PATIENT = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def staging() -> Iterator[Staging]:
    scratch = Staging()
    yield scratch
    scratch.close()


@PATIENT
@given(
    st.lists(st.tuples(st.none() | WORDS, st.none() | DECIMALS, st.none() | DOUBLES), min_size=1, max_size=20)
)
def test_what_is_stored_is_what_was_given(
    staging: Staging, tmp_path: Path, values: list[tuple[str | None, Decimal | None, float | None]]
) -> None:
    given_rows = [
        (number, word, None if exact is None else f"{exact:f}", None if long is None else repr(long))
        for number, (word, exact, long) in enumerate(values)
    ]
    target = tmp_path / "values.parquet"
    written = staging.write(TABLE, Part("2024", {"values": given_rows}, ()), None, target)
    assert written.rows == len(values)
    with duckdb.connect() as connection:
        stored = connection.execute(
            "SELECT word, exact, long FROM read_parquet($1) ORDER BY n", [str(target)]
        ).fetchall()
    assert stored == values


@pytest.mark.parametrize("word", ["\udc80", "a\0b"])
def test_what_is_no_text_is_refused(word: str, staging: Staging, tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="wrong encoding"):
        staging.write(
            TABLE, Part("2024", {"values": [(1, word, None, None)]}, ()), None, tmp_path / "x.parquet"
        )


def test_provenances_that_do_not_match_the_rows_are_refused(staging: Staging, tmp_path: Path) -> None:
    part = Part(
        "2024", {"values": [(1, "a", None, None)]}, (), row_provenance={"values": ["secondary", "secondary"]}
    )
    with pytest.raises(CheckError, match="1 rows, but 2 provenances"):
        staging.write(TABLE, part, None, tmp_path / "x.parquet")


def test_rows_lie_on_disk_in_lookup_order(staging: Staging, tmp_path: Path) -> None:
    table = dataset().tables[0]
    rows = [
        (area, period, None, None, None, None) for period in ("2024-Q2", "2024-Q1") for area in ("B", "A")
    ]
    target = tmp_path / "sorted.parquet"
    staging.write(table, Part("2024", {"rates": rows}, ()), None, target)
    with duckdb.connect() as connection:
        stored = connection.execute("SELECT area, period FROM read_parquet($1)", [str(target)]).fetchall()
    assert stored == [("A", "2024-Q1"), ("A", "2024-Q2"), ("B", "2024-Q1"), ("B", "2024-Q2")]
