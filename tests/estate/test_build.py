"""From a folder of files to an estate: what is refused, what stays, what a report says."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from made_up_rates import RATES, RATES_STATEMENT, dataset, make_writable, read_rates

from finweave.core.errors import ArgumentError, BusyError, CheckError, LayoutError, QuarantinedFileError
from finweave.estate.build import BuildReport, Quarantined, Step, build, quarantined_files
from finweave.estate.declare import Part, RawFile
from finweave.estate.engine import file_sha256
from finweave.estate.guard import Guard
from finweave.estate.manifest import read_manifest
from finweave.estate.reader import open_estate
from finweave.estate.starter import build_starter
from finweave.estate.store import MANIFEST, estate_folder, lock, verify

Build = Callable[..., BuildReport]


def rewrite(source: Path, text: str, name: str = "2024.csv") -> None:
    (source / "rates" / name).write_text(text, encoding="utf-8")


def with_row(row: str) -> str:
    return RATES + row + "\n"


def test_a_build_says_what_it_did(build_rates: Build, source: Path) -> None:
    (source / "rates" / "notes.txt").write_text("not data", encoding="utf-8")
    steps: list[Step] = []
    report = build_rates(dataset(), dataset("other"), progress=steps.append)
    rates, other = report.outcomes
    assert (rates.state, rates.editions, rates.rows, rates.files) == ("built", ("2024",), 3, 1)
    assert rates.left_out == ("rates/notes.txt",)
    assert (other.state, other.editions) == ("absent", ())
    assert report.exit_code == 0
    assert [(s.dataset, s.doing, s.position, s.of) for s in steps if s.doing == "done"] == [
        ("rates", "done", 1, 2),
        ("other", "done", 2, 2),
    ]


def test_building_the_same_files_again_changes_nothing(build_rates: Build) -> None:
    first = build_rates()
    files = {path: path.stat() for path in first.folder.rglob("*") if path.suffix in (".json", ".parquet")}
    second = build_rates()
    assert second.outcomes[0].state == "unchanged"
    assert second.digest == first.digest
    # Not even replaced: a published file may be in use, and a kill between removing and renaming would lose it.
    assert {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in files} == {
        path: (stat.st_ino, stat.st_mtime_ns) for path, stat in files.items()
    }


def test_a_build_mends_a_damaged_file(build_rates: Build) -> None:
    report = build_rates()
    (file,) = report.folder.rglob("*.parquet")
    make_writable(file)
    file.write_bytes(b"damaged")
    assert build_rates().exit_code == 0
    assert verify(report.folder) == ()


def test_a_new_file_under_the_same_edition_is_a_new_vintage_and_the_old_one_is_kept(
    build_rates: Build, source: Path
) -> None:
    first = build_rates()
    rewrite(source, with_row("CCC,2024-Q1,1.0,,,"))
    second = build_rates()
    old, new = read_manifest(second.folder / MANIFEST).datasets["rates"]
    assert (old.current, new.current) == (False, True)
    assert old.digest != new.digest
    assert second.digest != first.digest
    assert len(list((second.folder / "tables" / "rates").glob("*.parquet"))) == 2


def test_a_parser_version_makes_another_vintage(build_rates: Build) -> None:
    first = build_rates()
    second = build_rates(dataset(parser_version=2))
    vintages = read_manifest(second.folder / MANIFEST).datasets["rates"]
    assert first.outcomes[0].state == second.outcomes[0].state == "built"
    assert [vintage.parser_version for vintage in vintages] == [1, 2]


def test_editions_stand_beside_each_other(build_rates: Build, source: Path, guard: Guard) -> None:
    rewrite(source, RATES.replace("0.1", "0.4"), "2025.csv")
    build_rates()
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert estate.editions("rates") == ("2024", "2025")
        rows = [(row[2], row[6]) for row in estate.query(RATES_STATEMENT) if row[:2] == ("AAA", "2024-Q1")]
        assert rows == [(Decimal("0.1"), "2024"), (Decimal("0.4"), "2025")]
        assert estate.source("rates").vintage.startswith("2025/")
        assert estate.source("rates", "2024").vintage.startswith("2024/")


REFUSED = {
    "text in a decimal column": ("CCC,2024-Q1,n.a.,,,", "'n.a.' is not a decimal number"),
    "a thousands separator": ('CCC,2024-Q1,"1,234.5",,,', "is not a decimal number"),
    "more decimals than declared": ("CCC,2024-Q1,1.25,,,", "has more decimals than the 1 declared"),
    "an exponent in a decimal column": ("CCC,2024-Q1,1e3,,,", "is not a decimal number"),
    "a number too large to hold": ("CCC,2024-Q1," + "9" * 38 + ",,,", "does not fit"),
    "text in a double column": ("CCC,2024-Q1,1.0,high,,", "no number that a double keeps"),
    "infinity": ("CCC,2024-Q1,1.0,inf,,", "is not a number"),
    "not a number": ("CCC,2024-Q1,1.0,nan,,", "no number that a double keeps"),
    "digits a double would lose": (
        "CCC,2024-Q1,1.0,0.1000000000000000055511151231257827,,",
        "declare the column",
    ),
    "an impossible date": ("CCC,2024-Q1,1.0,,2023-02-30,", "does not fit a column of type date"),
    "a date in words": ("CCC,2024-Q1,1.0,,1 April 2024,", "is no date"),
    "half a member": ("CCC,2024-Q1,1.0,,,2.5", "is not a whole number"),
    "a key twice": ("AAA,2024-Q1,9.9,,,", "rows 1 and 4 have the same key"),
    "a key left empty": ("CCC,,9.9,,,", "column 'period', row 4"),
    "a column too many": ("CCC,2024-Q1,1.0,,,1,surplus", "7 values for 6 declared columns"),
    "a broken identity": ("CCC,2024-Q1,101.0,,,", "no rate is above 100"),
}


@pytest.mark.parametrize(("row", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_what_the_declaration_does_not_allow_is_refused(
    row: str, says: str, build_rates: Build, source: Path
) -> None:
    rewrite(source, with_row(row))
    report = build_rates()
    (outcome,) = report.outcomes
    assert (outcome.state, outcome.editions, report.exit_code) == ("failed", (), 1)
    assert isinstance(outcome.error, CheckError)
    assert says in str(outcome.error)


AWKWARD = [
    'say "so"',
    "comma, semicolon; tab\t",
    " leading and trailing ",
    "two\nlines",
    "back\\slash",
    "NULL",
    "Côte",
    "'",
]


@pytest.mark.parametrize("name", AWKWARD)
def test_text_is_stored_to_the_letter(name: str, build_rates: Build, guard: Guard) -> None:
    def one_row(files: Sequence[RawFile]) -> Sequence[Part]:
        return [Part("2024", {"rates": [(name, "2024", None, None, None, None)]}, tuple(files))]

    assert build_rates(dataset(parse=one_row)).exit_code == 0
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert estate.query(RATES_STATEMENT)[0][0] == name


def test_a_float_from_a_parser_is_refused(build_rates: Build) -> None:
    def floats(files: Sequence[RawFile]) -> Sequence[Part]:
        return [Part("2024", {"rates": [("AAA", "2024", 0.1, None, None, None)]}, tuple(files))]  # type: ignore[list-item]

    (outcome,) = build_rates(dataset(parse=floats)).outcomes
    assert "parsers give a figure as the publisher's text" in str(outcome.error)


def test_a_changed_header_is_refused_and_the_estate_before_stays(
    build_rates: Build, source: Path, guard: Guard
) -> None:
    before = build_rates()
    rewrite(source, RATES.replace("rate,level", "rate_pct,level"))
    report = build_rates()
    (outcome,) = report.outcomes
    assert isinstance(outcome.error, LayoutError)
    assert "expected area,period,rate,level" in str(outcome.error)
    assert (outcome.state, outcome.editions, report.exit_code) == ("failed", ("2024",), 1)
    assert report.digest == before.digest
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert len(estate.query(RATES_STATEMENT)) == 3


def test_one_refused_dataset_does_not_stop_another(build_rates: Build, source: Path) -> None:
    (source / "other").mkdir()
    (source / "other" / "2024.csv").write_text("<html>Page not found</html>", encoding="utf-8")
    report = build_rates(dataset("other"), dataset())
    assert [outcome.state for outcome in report.outcomes] == ["failed", "built"]


def test_whatever_a_parser_stumbles_over_is_a_layout_error(build_rates: Build, source: Path) -> None:
    whole = gzip.compress(RATES.encode() * 50)
    (source / "rates" / "2024.csv").write_bytes(whole[: len(whole) // 2])

    def unzip(files: Sequence[RawFile]) -> Sequence[Part]:
        gzip.decompress(files[0].path.read_bytes())
        return []

    (outcome,) = build_rates(dataset(parse=unzip)).outcomes
    assert isinstance(outcome.error, LayoutError)
    assert "rates/2024.csv" in str(outcome.error)
    assert "EOFError" in str(outcome.error)


def test_a_folder_without_a_file_of_a_known_name_is_refused(build_rates: Build, source: Path) -> None:
    (source / "rates" / "2024.csv").rename(source / "rates" / "2024.xlsx")
    (outcome,) = build_rates().outcomes
    assert isinstance(outcome.error, LayoutError)
    assert "*.csv" in str(outcome.error)
    assert "2024.xlsx" in str(outcome.error)


def test_an_edition_parsed_twice_is_refused(build_rates: Build, source: Path) -> None:
    def twice(files: Sequence[RawFile]) -> Sequence[Part]:
        return [*read_rates(files), *read_rates(files)]

    (outcome,) = build_rates(dataset(parse=twice)).outcomes
    assert "one part for each" in str(outcome.error)


@pytest.mark.parametrize("place", ["rates/2024.csv", "rates/old/renamed.bin"])
def test_a_quarantined_file_is_known_by_its_content(place: str, build_rates: Build, source: Path) -> None:
    bad = source / place
    bad.parent.mkdir(exist_ok=True)
    bad.write_text("invented,figures\n", encoding="utf-8")
    listed = (Quarantined("invented.csv", file_sha256(bad), "rates", "sentences invented"),)
    (outcome,) = build_rates(quarantine=listed).outcomes
    assert isinstance(outcome.error, QuarantinedFileError)
    assert f"{place} is known to be wrong (sentences invented)" in str(outcome.error)


def test_a_file_of_the_same_name_and_other_content_is_not_quarantined(build_rates: Build) -> None:
    assert build_rates(quarantine=(Quarantined("2024.csv", "0" * 64, "rates", "wrong"),)).exit_code == 0


def test_the_quarantine_list_of_the_package_is_the_shared_one(shared: Path) -> None:
    import csv

    with (shared / "data" / "QUARANTINE.csv").open(encoding="utf-8", newline="") as stream:
        given = {
            (row["path"].rsplit("/", 1)[-1], row["sha256"], row["dataset"], row["reason"])
            for row in csv.DictReader(stream)
        }
    assert {(q.name, q.sha256, q.dataset, q.reason) for q in quarantined_files()} == given
    files = {file_sha256(path) for path in (shared / "data" / "quarantine").rglob("*") if path.is_file()}
    assert {q.sha256 for q in quarantined_files()} == files


FACTS_INDEX = (
    "table,dataset,ship,licence_id,edition\nrates,rates,yes,us-pd,2024\nsecret,rates,no,internal-use,2024\n"
)
FACTS = "dataset,entity,period,value\nrates,AAA,2024-Q1,0.9\nrates,ZZZ,2023-Q4,7.0\n"


@pytest.fixture
def starter(tmp_path: Path) -> Path:
    """A starter with a key that the files also have (AAA 2024-Q1) and one that they lack (ZZZ 2023-Q4)."""
    facts = tmp_path / "facts"
    facts.mkdir()
    (facts / "index.csv").write_text(FACTS_INDEX, encoding="utf-8")
    (facts / "rates.csv").write_text(FACTS, encoding="utf-8")
    target = tmp_path / "starter"
    build_starter(facts, target, [dataset()], published="2026-01-01T00:00:00Z")
    return target


def test_a_publishers_file_replaces_starter_rows_of_its_keys_and_no_others(
    build_rates: Build, starter: Path, guard: Guard
) -> None:
    report = build_rates(starter=starter)
    assert report.outcomes[0].rows == 4
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        by_key = {row[:2]: (row[2], row[7]) for row in estate.query(RATES_STATEMENT)}
        assert by_key[("AAA", "2024-Q1")] == (Decimal("0.1"), "publisher_file")
        assert by_key[("ZZZ", "2023-Q4")] == (Decimal("7.0"), "secondary")
        assert estate.source("rates").provenance == "publisher_file"
        assert estate.status()[0].provenance == ("publisher_file", "secondary")
    (vintage,) = read_manifest(report.folder / MANIFEST).datasets["rates"]
    assert [file.name for file in vintage.files] == ["rates/2024.csv", "rates.csv"]


def test_a_publishers_row_below_is_not_replaced_by_a_lesser_one(
    build_rates: Build, starter: Path, guard: Guard, tmp_path: Path
) -> None:
    def publisher(tables: Sequence[object]) -> Sequence[Part]:
        return [Part("2024", {"rates": [("AAA", "2024-Q1", "0.9", None, None, None)]}, ())]

    def compiled(files: Sequence[RawFile]) -> Sequence[Part]:
        return [
            Part(
                "2024",
                {"rates": [("AAA", "2024-Q1", "0.1", None, None, None)]},
                tuple(files),
                provenance="secondary",
            )
        ]

    build_starter(
        starter.parent / "facts", tmp_path / "better", [dataset(from_facts=publisher)], published="x"
    )
    build_rates(dataset(parse=compiled), starter=tmp_path / "better")
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert [row[2] for row in estate.query(RATES_STATEMENT)] == [Decimal("0.9")]


def test_what_no_file_covers_is_carried_over_from_the_starter(
    source: Path, starter: Path, build_rates: Build, guard: Guard
) -> None:
    (source / "rates" / "2024.csv").unlink()
    report = build_rates(starter=starter)
    assert (report.outcomes[0].state, report.outcomes[0].editions) == ("carried", ("2024",))
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert [(row[0], row[7]) for row in estate.query(RATES_STATEMENT)] == [
            ("AAA", "secondary"),
            ("ZZZ", "secondary"),
        ]
        assert estate.not_whole("rates", "rates") == "a few areas only"


def test_a_refused_dataset_keeps_the_starters_rows(source: Path, starter: Path, build_rates: Build) -> None:
    rewrite(source, "<html>")
    report = build_rates(starter=starter)
    assert (report.outcomes[0].state, report.outcomes[0].editions) == ("failed", ("2024",))


def test_the_starter_is_the_same_for_the_same_figures(starter: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    build_starter(starter.parent / "facts", again, [dataset()], published="2026-01-01T00:00:00Z")
    files = sorted(path.relative_to(starter) for path in starter.rglob("*") if path.is_file())
    assert [(again / file).read_bytes() for file in files] == [
        (starter / file).read_bytes() for file in files
    ]


def test_a_licence_without_redistribution_keeps_figures_out_of_the_starter(
    starter: Path, tmp_path: Path
) -> None:
    facts = starter.parent / "facts"
    (facts / "index.csv").write_text(FACTS_INDEX.replace("yes,us-pd", "yes,internal-use"), encoding="utf-8")
    with pytest.raises(CheckError, match="does not allow redistribution"):
        build_starter(facts, tmp_path / "closed", [dataset()], published="x")
    assert not (tmp_path / "closed" / MANIFEST).exists()


def test_a_second_builder_is_told_to_wait(build_rates: Build) -> None:
    with (
        lock(estate_folder("built"), "built"),
        pytest.raises(BusyError, match="being built by another process"),
    ):
        build_rates()
    assert build_rates().exit_code == 0


@pytest.mark.parametrize("name", ["starter", "../elsewhere", "", "A b"])
def test_a_name_that_cannot_be_an_estates_is_refused(name: str, source: Path) -> None:
    with pytest.raises(ArgumentError):
        build(source, name, [dataset()])


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="there is no folder"):
        build(tmp_path / "nowhere", "built", [dataset()])


def test_a_folder_without_any_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"no folder of a declared dataset.*: rates"):
        build(tmp_path, "built", [dataset()])


def test_a_build_that_gets_nothing_makes_no_estate(build_rates: Build, source: Path) -> None:
    rewrite(source, "<html>")
    report = build_rates()
    assert report.exit_code == 1
    assert not (report.folder / MANIFEST).exists()


def test_a_full_disk_leaves_the_estate_as_it_was(
    build_rates: Build, source: Path, monkeypatch: pytest.MonkeyPatch, guard: Guard
) -> None:
    before = build_rates()
    rewrite(source, with_row("CCC,2024-Q1,1.0,,,"))

    def full(self: Path, *args: object, **options: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        with pytest.raises(Exception, match="No space left") as caught:
            build_rates()
        assert caught.value.__class__.__name__ == "BuildError"
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert estate.digest == before.digest
