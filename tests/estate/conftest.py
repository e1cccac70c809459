"""Estates built from the made-up dataset, in a home that is no one's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_up_rates import RATES, RATES_STATEMENT, dataset

from finweave.estate.build import BuildReport, build
from finweave.estate.declare import Dataset
from finweave.estate.guard import Guard
from finweave.estate.reader import Estate, open_estate


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for estates that is no one's."""
    place = tmp_path / "home"
    monkeypatch.setenv("FINWEAVE_HOME", str(place))
    return place


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder of publishers' files with one edition of the made-up dataset."""
    folder = tmp_path / "files"
    (folder / "rates").mkdir(parents=True)
    (folder / "rates" / "2024.csv").write_text(RATES, encoding="utf-8")
    return folder


@pytest.fixture
def nothing(tmp_path: Path) -> Path:
    """A starter estate that holds nothing."""
    return tmp_path / "no-starter"


@pytest.fixture
def build_rates(source: Path, nothing: Path) -> Callable[..., BuildReport]:
    """Builds the estate `built` from the folder of files; arguments as of build()."""

    def run(*datasets: Dataset, **options: object) -> BuildReport:
        given = {"starter": nothing, "quarantine": (), **options}
        return build(source, "built", datasets or (dataset(),), **given)  # type: ignore[arg-type]

    return run


@pytest.fixture
def guard() -> Guard:
    """A guard of the test's own, knowing one statement."""
    own = Guard()
    own.register(RATES_STATEMENT)
    return own


@pytest.fixture
def estate(build_rates: Callable[..., BuildReport], guard: Guard) -> Iterator[Estate]:
    """The estate built from the folder of files."""
    assert build_rates().exit_code == 0
    with open_estate("built", None, (dataset(),), guard=guard) as opened:
        yield opened
