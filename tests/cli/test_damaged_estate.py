"""A damaged estate: what is broken is named with exit code 3, what is whole is answered."""

import shutil
from pathlib import Path

import pytest

from finweave.estate.store import starter_folder


@pytest.fixture
def damaged(home: Path) -> Path:
    """The starter as a built estate, with one bit of its stress-test results flipped."""
    folder = home / "estates" / "built"
    shutil.copytree(starter_folder(), folder)
    largest = max((folder / "tables" / "dfast").iterdir(), key=lambda path: path.stat().st_size)
    largest.chmod(0o644)
    content = bytearray(largest.read_bytes())
    content[len(content) // 2] ^= 1
    largest.write_bytes(bytes(content))
    return largest


def test_a_question_for_damaged_data_names_the_file_and_exits_3(run, damaged: Path) -> None:
    result = run("ask", "How low did JPMorgan's CET1 go in the 2026 stress test?")
    assert result.exit_code == 3
    assert damaged.name in result.output
    assert "12.6" not in result.output


def test_other_data_are_still_answered(run, damaged: Path) -> None:
    result = run("ask", "What is Thailand's OECD country risk category?")
    assert result.exit_code == 0
    assert "category was 3" in result.output


def test_verify_names_the_damaged_file(run, damaged: Path) -> None:
    result = run("estate", "verify")
    assert result.exit_code == 3
    assert damaged.name in " ".join(result.output.split()).replace(" ", "")
