"""The starter estate of the package: made from the shared figures, and nothing else."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from finweave.core.licences import licence
from finweave.datasets import catalogue
from finweave.estate.guard import STATEMENTS, Guard
from finweave.estate.manifest import Manifest, Vintage, read_manifest
from finweave.estate.reader import Estate, open_estate
from finweave.estate.starter import build_starter
from finweave.estate.statement import Statement
from finweave.estate.store import MANIFEST, STARTER, starter_folder, table_path, verify
from finweave.tools.registry import registry

SHARE = Statement(
    "share",
    "SELECT value, unit, base, edition, provenance FROM cofer__reserves"
    " WHERE area = 'WLD' AND currency = 'USD' AND measure = 'share' AND period = $period",
    frozenset({"cofer__reserves"}),
)


@pytest.fixture(scope="module")
def packaged() -> Manifest:
    return read_manifest(starter_folder() / MANIFEST)


@pytest.fixture
def starter() -> Iterator[Estate]:
    guard = Guard()
    guard.register(SHARE)
    with open_estate(STARTER, None, catalogue(), guard=guard) as estate:
        yield estate


def rows(folder: Path, dataset: str, vintage: Vintage, table: str) -> list[tuple[object, ...]]:
    with duckdb.connect() as connection:
        return connection.execute(
            "SELECT * FROM read_parquet($1)", [str(table_path(folder, dataset, vintage.tables[table]))]
        ).fetchall()


def described(vintage: Vintage) -> Vintage:
    """A vintage without what the writer's own version decides: the bytes of its files."""
    tables = {name: replace(t, file="", sha256="", bytes=0) for name, t in vintage.tables.items()}
    return replace(vintage, tables=tables)


def test_the_packaged_starter_is_what_the_shared_figures_make(
    shared: Path, packaged: Manifest, tmp_path: Path
) -> None:
    some = next(iter(packaged.datasets.values()))[0]
    made = build_starter(shared / "facts", tmp_path, catalogue(), published=some.published)
    assert set(made.datasets) == set(packaged.datasets)
    for dataset, vintages in made.datasets.items():
        assert [described(v) for v in vintages] == [described(v) for v in packaged.datasets[dataset]], dataset
        for new, old in zip(vintages, packaged.datasets[dataset], strict=True):
            for table in new.tables:
                assert rows(tmp_path, dataset, new, table) == rows(starter_folder(), dataset, old, table)


def test_the_packaged_starter_is_undamaged_and_holds_every_declared_dataset(packaged: Manifest) -> None:
    assert verify(starter_folder()) == ()
    assert set(packaged.datasets) == {dataset.id for dataset in catalogue() if dataset.from_facts is not None}


def test_nothing_ships_whose_licence_forbids_it(packaged: Manifest) -> None:
    licences = {vintage.licence for vintages in packaged.datasets.values() for vintage in vintages}
    assert all(licence(id).redistribute for id in licences)


def test_the_package_stays_small() -> None:
    assert sum(path.stat().st_size for path in starter_folder().rglob("*") if path.is_file()) < 20 * 2**20


@pytest.mark.parametrize("period", ["1999-Q1", "2026-Q1"])
def test_a_share_is_the_figure_of_the_shared_table(period: str, shared: Path, starter: Estate) -> None:
    with (shared / "facts" / "cofer.csv").open(encoding="utf-8", newline="") as stream:
        (given,) = [
            row
            for row in csv.DictReader(stream)
            if row["period"] == period and row["label"] == "Share in allocated reserves: US dollar"
        ]
    ((value, unit, base, _, provenance),) = starter.query(SHARE, {"period": period})
    assert (value, unit, base) == (Decimal(given["value"]), given["unit"], given["base"])
    assert provenance == "publisher_file"


def test_a_share_of_1999_keeps_its_thirteen_decimals(starter: Estate) -> None:
    assert starter.query(SHARE, {"period": "1999-Q1"})[0][0] == Decimal("71.1888689871011")


def test_every_statement_of_every_tool_passes_the_guard() -> None:
    assert registry()
    assert STATEMENTS.check_all() >= sum(len(tool.statements) for tool in registry().values())
