"""Fixtures of all rooms."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data (publishers' files and figures); tests on real files skip where it is missing."""
    folder = Path(os.environ.get("FINWEAVE_SHARED", Path(__file__).parents[2] / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no shared data at {folder}: set FINWEAVE_SHARED")
    return folder
