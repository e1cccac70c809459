"""Reference tables that ship with the package."""

import pytest

from finweave.core.packaged import listed, packaged_rows


def test_a_packaged_table_gives_rows_by_column() -> None:
    rows = packaged_rows("places.csv")
    assert len(rows) == 324
    assert {row["iso2"] for row in rows if row["code"] == "NAM"} == {"NA"}


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.csv"):
        packaged_rows("nothing.csv")


@pytest.mark.parametrize(("cell", "values"), [("", ()), ("a", ("a",)), ("a;b, c", ("a", "b, c"))])
def test_a_cell_may_hold_several_values(cell: str, values: tuple[str, ...]) -> None:
    assert listed(cell) == values
