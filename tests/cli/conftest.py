"""The command line as a person meets it, on the starter estate, in a home that is no one's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from finweave.cli.main import app

Run = Callable[..., Result]
Start = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for estates that is no one's, and a pipe's width."""
    place = tmp_path / "home"
    monkeypatch.setenv("FINWEAVE_HOME", str(place))
    monkeypatch.delenv("COLUMNS", raising=False)
    return place


@pytest.fixture
def run() -> Run:
    """Runs a command in this process."""

    def invoke(*words: str, **options: str | bytes) -> Result:
        return CliRunner().invoke(app, list(words), **options)  # type: ignore[arg-type]

    return invoke


@pytest.fixture
def start(home: Path) -> Start:
    """Starts a command as a process of its own."""

    def begin(*words: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from finweave.cli.main import run; run()", *words],
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "FINWEAVE_HOME": str(home), **environment},
            timeout=60,
            check=False,
        )

    return begin
