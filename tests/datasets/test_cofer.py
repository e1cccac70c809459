"""COFER: both layouts give the figures read by hand, in their own units; nothing is rescaled."""

import gzip
from pathlib import Path

import pytest
from raw_files import cells, facts, made_up, parsed, raw

from finweave.core.errors import LayoutError
from finweave.datasets.cofer import DATASET

PORTAL, MESSAGE = "2025-12-19", "2026-07-01"


@pytest.fixture(scope="module")
def held(shared: Path) -> dict[tuple[str, str, str], dict[str, str | int | None]]:
    return {
        (edition, str(row["series"]), str(row["period"])): row
        for edition, part in parsed(shared, DATASET).items()
        for row in cells(part, DATASET, "reserves")
    }


# Read by hand from the publisher's files (notes of the data set).
@pytest.mark.parametrize(
    ("edition", "series", "period", "value", "unit"),
    [
        (PORTAL, "G001.AFXRA.CI_USD.SHRO_PT.Q", "1999-Q1", "71.1888689871011", "percent"),
        (PORTAL, "G001.AFXRA.CI_USD.NV_USD.Q", "1999-Q1", "882325.110960097", "USD million"),
        (PORTAL, "G001.TFXRA.CI_T.NV_USD.Q", "1999-Q1", "1605915.82177076", "USD million"),
        (PORTAL, "G001.AFXRA.CI_USD.SHRO_PT.Q", "2025-Q3", "56.9229115176475", "percent"),
        (MESSAGE, "G001.AFXRA.CI_USD.SHRO_PT.Q", "2025-Q3", "56.6023254394531", "percent"),
        (MESSAGE, "G001.AFXRA.CI_USD.SHRO_PT.Q", "2025-Q4", "56.4172706604004", "percent"),
        (MESSAGE, "G001.AFXRA.CI_USD.SHRO_PT.Q", "2026-Q1", "57.130786895752", "percent"),
        (MESSAGE, "G001.AFXRA.CI_AUD.NV_USD.A", "2014", "209072045567.77", "USD"),
    ],
)
def test_the_publishers_files_give_the_figure_read_by_hand(
    held, edition, series, period, value, unit
) -> None:
    row = held[edition, series, period]
    assert (row["value"], row["unit"]) == (value, unit)


def test_annual_and_quarterly_columns_are_kept_apart(held) -> None:
    assert held[MESSAGE, "G001.AFXRA.CI_AUD.NV_USD.A", "2014"]["frequency"] == "year"
    assert all((row["frequency"] == "quarter") == ("-Q" in period) for (_, _, period), row in held.items())


def test_the_renminbi_begins_when_it_was_first_reported(held) -> None:
    first = min(period for _, series, period in held if series == "G001.AFXRA.CI_CNY.SHRO_PT.Q")
    assert first == "2016-Q4"


def test_unallocated_reserves_are_zero_from_2000(held) -> None:
    series = "G001.UFXRA.CI_T.NV_USD.Q"
    assert float(str(held[PORTAL, series, "1999-Q4"]["value"])) == pytest.approx(403001, abs=1)
    assert {float(str(row["value"])) for (e, s, p), row in held.items() if s == series and p >= "2000"} == {
        0.0
    }


def test_every_published_figure_of_the_starter_is_the_parsed_one(shared: Path, held) -> None:
    rows = facts(shared, "cofer")[0].rows
    for row in rows:
        stored = held[row["note"].removeprefix("ed. "), row["series"], row["period"]]
        assert (stored["value"], stored["unit"], stored["base"] or "") == (
            row["value"],
            row["unit"],
            row["base"],
        )
    assert len(rows) == 530


def test_facts_keep_their_editions_apart(shared: Path) -> None:
    parts = DATASET.from_facts(facts(shared, "cofer"))
    assert sorted((p.edition, len(p.tables["reserves"])) for p in parts) == [(PORTAL, 264), (MESSAGE, 266)]


CSV = (
    "SERIES_CODE,SCALE,UNIT,PUBLICATION_DATE,NOTE,2098,2098-Q1\n"
    'G001.AFXRA.CI_USD.SHRO_PT.Q,Units,Percent,2099-01-02T00:00:00Z,"made up,\nover two lines",,61.5\n'
    "G001.AFXRA.CI_USD.NV_USD.A,Millions,US dollar,2099-01-02T00:00:00Z,made up,123.25,\n"
)
XML = (
    '<m:StructureSpecificData xmlns:m="made-up"><m:DataSet PUBLICATION_DATE="2099-03-04T00:00:00Z">'
    '<Series COUNTRY="G001" INDICATOR="AFXRA" FXR_CURRENCY="CI_USD" TYPE_OF_TRANSFORMATION="NV_USD" FREQUENCY="Q">'
    '<Obs TIME_PERIOD="2098-Q1" OBS_VALUE="1000000.5"/><Obs TIME_PERIOD="2098-Q2" OBS_VALUE="NaN"/>'
    "</Series></m:DataSet></m:StructureSpecificData>"
)


def test_made_up_files_in_both_layouts_are_read(tmp_path: Path) -> None:
    files = [made_up(tmp_path, "dataset_COFER.csv", CSV), made_up(tmp_path, "cofer_data.xml", XML)]
    portal, message = DATASET.parse(files)
    assert (portal.edition, message.edition) == ("2099-01-02", "2099-03-04")
    assert [(r["period"], r["value"], r["unit"]) for r in cells(portal, DATASET, "reserves")] == [
        ("2098-Q1", "61.5", "percent"),
        ("2098", "123.25", "USD million"),
    ]
    assert [(r["period"], r["value"], r["unit"]) for r in cells(message, DATASET, "reserves")] == [
        ("2098-Q1", "1000000.5", "USD")
    ]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("dataset_COFER.csv", "<html>maintenance</html>", "HTML"),
        ("dataset_COFER.csv", CSV.replace("SERIES_CODE", "KEY"), "SERIES_CODE"),
        ("dataset_COFER.csv", CSV.replace("Millions,US dollar", "Billions,Euro"), "Billions, Euro"),
        ("dataset_COFER.csv", CSV.replace("AFXRA.CI_USD.NV", "AFXRA.CI_XYZ.NV"), "CI_XYZ"),
        ("dataset_COFER.csv", CSV.replace("2099-01-02", "2099-01-03", 1), "2099-01-02, 2099-01-03"),
        ("cofer_data.xml", XML[:-40], "XML"),
        ("cofer_data.xml", "<!DOCTYPE x []>" + XML, "DOCTYPE"),
        ("cofer_data.xml", XML.replace("FREQUENCY", "FREQ"), "FREQUENCY"),
    ],
)
def test_another_layout_is_refused_and_names_what_was_found(
    tmp_path: Path, name: str, text: str, found: str
) -> None:
    with pytest.raises(LayoutError) as error:
        DATASET.parse([made_up(tmp_path, name, text)])
    assert found in str(error.value)


def test_a_truncated_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dataset_COFER.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode() * 50)[:-20])
    with pytest.raises(LayoutError, match="gzip"):
        DATASET.parse([raw(path)])


def test_a_check_sees_shares_that_do_not_sum_to_100(tmp_path: Path) -> None:
    other = CSV.replace("AFXRA.CI_USD.SHRO_PT.Q", "AFXRA.CI_OTHC.SHRO_PT.Q")
    part = DATASET.parse([made_up(tmp_path, "dataset_COFER.csv", other)])[0]
    check = next(c for c in DATASET.checks if c.id == "shares_sum")
    assert check.holds(part) == "2098-Q1: 61.5"
