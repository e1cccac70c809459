"""A build killed at any moment leaves the estate before it or the one after it, whole, and no lock."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest
from made_up_rates import dataset

from finweave.core.errors import BusyError
from finweave.estate.build import build
from finweave.estate.guard import Guard
from finweave.estate.reader import open_estate
from finweave.estate.statement import Statement
from finweave.estate.store import verify

ROUNDS = 20
DATASETS = [dataset("rates"), dataset("other")]
SEEN = Statement(
    "seen",
    "SELECT DISTINCT rate FROM rates__rates UNION ALL SELECT DISTINCT rate FROM other__rates",
    frozenset({"rates__rates", "other__rates"}),
)
COUNT = Statement("count", "SELECT count(*) FROM rates__rates", frozenset({"rates__rates"}))


def version(folder: Path, rate: str) -> Path:
    """Files of two datasets in which every row has the same rate."""
    rows = "".join(f"A{area},2024-Q{quarter},{rate},,,\n" for area in range(300) for quarter in (1, 2, 3, 4))
    for name in ("rates", "other"):
        (folder / name).mkdir(parents=True)
        (folder / name / "2024.csv").write_text(
            "area,period,rate,level,seen,members\n" + rows, encoding="utf-8"
        )
    return folder


@pytest.fixture
def versions(tmp_path: Path) -> tuple[Path, Path]:
    return version(tmp_path / "first", "1.0"), version(tmp_path / "second", "2.0")


def builder(home: Path, *sources: Path) -> subprocess.Popen[str]:
    """A process that publishes the versions in turn; running once it has published once."""
    script = Path(__file__).with_name("build_forever.py")
    process = subprocess.Popen(
        [sys.executable, str(script), str(home), *map(str, sources)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "published\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_killed_build_leaves_one_whole_estate(home: Path, versions: tuple[Path, Path]) -> None:
    chance = random.Random(7)
    guard = Guard()
    guard.register(SEEN, COUNT)
    rates: set[Decimal] = set()
    for _ in range(ROUNDS):
        process = builder(home, *chance.sample(versions, 2))
        time.sleep(chance.uniform(0.0, 0.4))
        kill(process)
        with open_estate("built", home, DATASETS, guard=guard) as estate:
            first, second = (row[0] for row in estate.query(SEEN))
            assert first == second
            assert estate.query(COUNT) == [(Decimal(1200),)]
            assert verify(estate.folder) == ()
            assert isinstance(first, Decimal)
            rates.add(first)
    # Kills fell before and after a publish: both versions were seen.
    assert rates == {Decimal("1.0"), Decimal("2.0")}
    report = build(versions[0], "built", DATASETS, home=home, quarantine=(), starter=home / "none")
    assert report.exit_code == 0
    left = [path.name for path in report.folder.rglob("*") if path.is_file() and "new" in path.name]
    assert left == []


def test_two_processes_do_not_build_the_same_estate(home: Path, versions: tuple[Path, Path]) -> None:
    process = builder(home, *versions)
    try:
        busy = 0
        for _ in range(200):
            try:
                build(versions[0], "built", DATASETS, home=home, quarantine=(), starter=home / "none")
            except BusyError:
                busy += 1
                break
        assert busy == 1
    finally:
        kill(process)
    assert (
        build(versions[0], "built", DATASETS, home=home, quarantine=(), starter=home / "none").exit_code == 0
    )
