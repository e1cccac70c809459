"""`finweave estate`, `finweave doctor`: building, listing, verifying, and what a damaged estate comes to."""

from __future__ import annotations

import json
import shutil

import pytest

from finweave.cli.estate import size
from finweave.datasets import catalogue
from finweave.estate.store import starter_folder


@pytest.fixture
def copied(home):
    """A copy of the starter under another name, which a test may damage."""
    folder = home / "estates" / "copied"
    shutil.copytree(starter_folder(), folder)
    return folder


def damage(folder):
    file = next(iter(sorted(folder.glob("tables/*/*.parquet"))))
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"?")


@pytest.fixture
def html_for_csv(tmp_path):
    """A folder in which the reserves' file is an error page."""
    folder = tmp_path / "files"
    (folder / "cofer").mkdir(parents=True)
    (folder / "cofer" / "made_up.csv").write_text("<html><body>Not found</body></html>", encoding="utf-8")
    return folder


def test_status_lists_every_declared_dataset(run):
    result = run("estate", "status", "--json")
    listed = json.loads(result.stdout)
    assert listed["estate"]["name"] == "starter"
    assert [each["id"] for each in listed["datasets"]] == [dataset.id for dataset in catalogue()]
    for each in listed["datasets"]:
        assert {"vintage", "rows", "licence", "first", "last", "bytes", "partial"} <= set(each)


def test_status_in_words_names_vintage_rows_and_licence(run):
    printed = run("estate", "status").stdout
    for dataset in catalogue():
        assert dataset.id in printed
    assert "us-pd" in printed


def test_a_dataset_that_fails_is_named_and_the_others_are_built(run, html_for_csv):
    result = run("estate", "build", "--from", str(html_for_csv), "--name", "made")
    assert result.exit_code == 1
    assert "cofer failed" in result.stderr
    assert "cofer     failed" in result.stdout
    listed = json.loads(run("estate", "status", "--estate", "made", "--json").stdout)
    assert {each["id"] for each in listed["datasets"] if each["rows"]} >= {"dfast", "oecd_crc"}


def test_only_the_datasets_named_are_built(run, html_for_csv):
    (html_for_csv / "dfast").mkdir()
    (html_for_csv / "dfast" / "made_up.csv").write_text("no header of theirs\n", encoding="utf-8")
    result = run("estate", "build", "--from", str(html_for_csv), "--name", "made", "--datasets", "cofer")
    assert result.exit_code == 1
    assert "cofer" in result.stdout
    assert "dfast" not in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--from", "no-such-folder"], "no-such-folder"),
        (["--from", ".", "--datasets", "cofr"], "did you mean cofer?"),
        (["--from", ".", "--name", "../outside"], "../outside"),
        (["--from", ".", "--name", "starter"], "starter"),
        ([], "--from"),
    ],
)
def test_a_build_that_cannot_be_is_wrong_usage(run, words, says):
    result = run("estate", "build", *words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stdout == ""


def test_real_files_are_built_and_asked(run, shared):
    built = run("estate", "build", "--from", str(shared / "data"))
    assert built.exit_code == 0, built.output
    asked = run("ask", "How low did JPMorgan's CET1 go in the latest stress test?", "--json")
    answer = json.loads(asked.stdout)
    assert answer["estate"]["name"] == "built"
    assert "12.6" in [figure["value"] for figure in answer["figures"]]


def test_estates_are_listed(run, copied):
    assert [each["name"] for each in json.loads(run("estate", "list", "--json").stdout)] == [
        "starter",
        "copied",
    ]
    assert "copied" in run("estate", "list").stdout


def test_a_whole_estate_verifies(run, copied):
    result = run("estate", "verify", "--estate", "copied")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("words", [("estate", "verify"), ("doctor",)], ids=["verify", "doctor"])
def test_a_changed_file_is_exit_code_3(run, copied, words):
    damage(copied)
    result = run(*words, "--estate", "copied")
    assert result.exit_code == 3
    assert "sha256" in result.output


def test_a_damaged_manifest_is_exit_code_3(run, copied):
    (copied / "manifest.json").write_text("{", encoding="utf-8")
    result = run("ask", "Which countries are on the FATF black list?", "--estate", "copied")
    assert result.exit_code == 3
    assert "Traceback" not in result.stderr


def test_doctor_says_what_is_there(run):
    result = run("doctor")
    assert result.exit_code == 0
    for word in ("duckdb", "starter", "every file is what was published"):
        assert word in result.stdout
    assert {each["state"] for each in json.loads(run("doctor", "--json").stdout)} == {"ok"}


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (33_300, "33.3 KB"), (2_500_000, "2.5 MB")],
)
def test_sizes_are_said_in_words(count, said):
    assert size(count) == said
