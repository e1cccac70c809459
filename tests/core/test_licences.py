"""Licences: what may ship, what may be sold, what may leave for a remote model."""

import csv
from pathlib import Path

import pytest

from finweave.core.errors import UnknownNameError
from finweave.core.licences import all_licences, licence


def test_every_licence_of_the_published_figures_is_listed_and_none_is_laxer(shared: Path) -> None:
    with (shared / "facts" / "index.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        held = licence(row["licence_id"])
        assert not (row["ship"] == "yes" and not held.redistribute), row["table"]
        assert "terms" not in row["hold_reason"] or not held.redistribute, row["table"]


@pytest.mark.parametrize("id", ["research-use", "internal-use", "shiller-none", "user-corpus"])
def test_restricted_rows_never_leave_for_a_remote_model_nor_ship(id: str) -> None:
    assert (licence(id).send_to_model, licence(id).redistribute) == (False, False)


def test_nothing_else_is_kept_from_a_model() -> None:
    kept = {entry.id for entry in all_licences() if not entry.send_to_model}
    assert kept == {"research-use", "internal-use", "shiller-none", "user-corpus"}


@pytest.mark.parametrize("id", ["cc-by-nc-4.0", "cc-by-nc-sa-4.0", "research-use", "internal-use"])
def test_non_commercial_terms_say_so_and_do_not_ship(id: str) -> None:
    assert (licence(id).commercial, licence(id).redistribute) == ("no", False)


@pytest.mark.parametrize("id", ["boc-site-terms", "freddiemac-pmms", "metadata"])
def test_terms_that_may_forbid_it_keep_a_table_out_of_the_package(id: str) -> None:
    assert not licence(id).redistribute


def test_ids_are_unique_and_listed_in_order() -> None:
    ids = [entry.id for entry in all_licences()]
    assert ids == sorted(set(ids))


def test_an_unknown_licence_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"cc-by-4\.0") as raised:
        licence("cc-by-4")
    assert "cc-by-4.0" in raised.value.nearest


def test_a_licence_like_nothing_names_the_list() -> None:
    with pytest.raises(UnknownNameError, match="us-pd"):
        licence("zzzzzz")
