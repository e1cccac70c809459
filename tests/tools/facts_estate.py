"""An estate for the tools' tests: the published figures of the facts folder in DuckDB, read without our own parsers."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path

import duckdb

from finweave.core.licences import licence
from finweave.estate.contract import DatasetStatus
from finweave.estate.statement import Statement
from finweave.results import Scalar, Source

SCENARIOS = {
    "Supervisory Severely Adverse": "severely_adverse",
    "Supervisory Adverse": "adverse",
    "Supervisory Alternative Severe": "alternative_severe",
    "Supervisory Baseline": "baseline",
}
HOLDINGS = {"AFXRA": "allocated", "UFXRA": "unallocated", "TFXRA": "total"}
TITLES = {
    "dfast": (
        "Federal Reserve stress test results",
        "Board of Governors of the Federal Reserve System",
        "us-pd",
    ),
    "cofer": (
        "Currency Composition of Official Foreign Exchange Reserves",
        "International Monetary Fund",
        "imf-data-terms",
    ),
    "oecd_crc": ("Country risk classifications", "OECD", "oecd-cc-by-4.0"),
    "fatf": ("FATF lists and members", "Financial Action Task Force", "fatf-oecd-c"),
    "haircuts": ("Restructuring haircuts", "Cruces and Trebesch", "us-pd"),
}
COFER_COLUMNS = (
    "area TEXT, holding TEXT, currency TEXT, measure TEXT, frequency TEXT, period TEXT, series TEXT, value DOUBLE,"
    " unit TEXT, base TEXT, edition TEXT, provenance TEXT"
)
OECD_COLUMNS = (
    "code TEXT, country TEXT, valid_from TEXT, category TEXT, reason TEXT, previous TEXT, basis TEXT, edition TEXT,"
    " provenance TEXT"
)
DFAST_EDITION = "2026-06-24"


class FactsEstate:
    """The contract of `EstateReader`, over tables loaded from text rows."""

    name = "facts"

    def __init__(self, digest: str) -> None:
        self.digest = digest
        self.connection = duckdb.connect(":memory:")
        self.held: dict[str, set[str]] = {name: set() for name in TITLES}
        self.cuts: dict[str, str] = {}
        self.queries = 0

    def load(self, table: str, columns: str, rows: Iterable[tuple[object, ...]], edition: int = -2) -> None:
        """Makes a table; `edition` is where the edition stands in a row."""
        kept = list(rows)
        self.connection.execute(f"CREATE TABLE {table} ({columns})")
        if kept:
            marks = ", ".join("?" for _ in kept[0])
            self.connection.executemany(f"INSERT INTO {table} VALUES ({marks})", [list(row) for row in kept])
        self.held[table.split("__")[0]] |= {str(row[edition]) for row in kept}

    def query(
        self, statement: Statement, params: Mapping[str, object] | None = None, **chosen: str
    ) -> list[tuple[Scalar, ...]]:
        self.queries += 1
        rows = self.connection.execute(statement.text(**chosen), dict(params or {})).fetchall()
        return [tuple(_scalar(value) for value in row) for row in rows]

    def query_capped(
        self, statement: Statement, n: int, params: Mapping[str, object] | None = None, **chosen: str
    ) -> tuple[list[tuple[Scalar, ...]], int]:
        rows = self.query(statement, params, **chosen)
        return rows[:n], len(rows)

    def editions(self, dataset: str) -> tuple[str, ...]:
        return tuple(sorted(self.held[dataset]))

    def source(self, dataset: str, edition: str | None = None, *, provenance: str | None = None) -> Source:
        title, publisher, terms = TITLES[dataset]
        editions = self.editions(dataset)
        assert edition is None or edition in editions
        vintage = f"{edition or editions[-1]}/0123abcd" if editions else "not held"
        return Source(
            dataset, title, publisher, vintage, terms, "https://example.org", publisher,
            licence(terms).commercial, provenance or "publisher_file",
        )  # fmt: skip

    def not_whole(self, dataset: str, table: str, edition: str | None = None) -> str | None:
        return self.cuts.get(f"{dataset}__{table}")

    def status(self) -> tuple[DatasetStatus, ...]:
        return tuple(
            DatasetStatus(
                id=name,
                title=title,
                publisher=publisher,
                page="https://example.org",
                licence=terms,
                editions=self.editions(name),
                vintage=f"{self.editions(name)[-1]}/0123abcd" if self.editions(name) else None,
                published=None,
                rows=1,
                bytes=1,
                first="1999",
                last="2026",
                partial=self.cuts.get(name),
                provenance=("publisher_file",),
                notes=(f"A note on {name}.",),
                definitions={"unallocated reserves": "Reserves whose currency was not reported."}
                if name == "cofer"
                else {},
            )
            for name, (title, publisher, terms) in TITLES.items()
        )


def facts_estate(folder: Path) -> FactsEstate:
    """The four datasets as far as the facts reach; what is cut is said so."""
    estate = FactsEstate(f"facts-{folder}")
    _dfast(estate, folder)
    _cofer(estate, folder)
    _oecd(estate, folder)
    _fatf(estate, folder)
    estate.cuts = {
        "dfast__results": "the starter holds CET1 of every bank, other measures of 2026 and of the aggregate only",
        "cofer__reserves": "the starter holds the shares of some currencies and some amounts only",
    }
    return estate


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _scalar(value: object) -> Scalar:
    if value is None or isinstance(value, str | Decimal):
        return value
    return Decimal(repr(value))


def _dfast(estate: FactsEstate, folder: Path) -> None:
    wide: dict[tuple[str, str, str], dict[str, str]] = {}
    names: dict[tuple[str, str, str], tuple[str, str, str]] = {}
    columns: dict[str, None] = {}
    for path in sorted(folder.glob("dfast__*.csv")):
        if "paths" in path.name:
            continue
        for row in _read(path):
            exercise = "2020-12" if row["dimension"].startswith("December") else row["period"]
            scenario = SCENARIOS[row["dimension"].split("; ")[-1]]
            rssd = "ALL" if row["entity"] == "ALL_PARTICIPANTS" else row["entity"].removeprefix("RSSD:")
            key = (exercise, scenario, rssd)
            name, _, actual = row["note"].partition("; actual data as of ")
            names[key] = (name.split("published name: ")[-1].rstrip(")"), actual, row["entity_name"])
            wide.setdefault(key, {})[row["series"]] = row["value"]
            columns[row["series"]] = None
    columns |= dict.fromkeys(f"supp_leverage_{p}_rat" for p in ("actual", "min", "end"))
    estate.load(
        "dfast__results",
        "exercise TEXT, exercise_name TEXT, actual_as_of TEXT, id_rssd TEXT, bank TEXT, scenario TEXT, "
        + ", ".join(f"{name} DECIMAL(38,1)" for name in columns)
        + ", edition TEXT, provenance TEXT",
        [
            (key[0], names[key][0], names[key][1], key[2], names[key][2], key[1],
             *(values.get(name) for name in columns), DFAST_EDITION, "publisher_file")
            for key, values in wide.items()
        ],
    )  # fmt: skip
    estate.load(
        "dfast__paths",
        "exercise TEXT, scenario TEXT, item TEXT, label TEXT, section TEXT, unit TEXT, base TEXT, projection TEXT,"
        " period TEXT, value DECIMAL(38,1), edition TEXT, provenance TEXT",
        [
            ("2026", "severely_adverse", row["series"], row["label"], "", row["unit"], row["base"],
             row["note"].rsplit(" ", 1)[1], row["period"], row["value"], DFAST_EDITION, "publisher_file")
            for row in _read(folder / "dfast__paths_2026.csv")
        ],
    )  # fmt: skip
    estate.load(
        "dfast__scenarios",
        "exercise TEXT, scenario TEXT, variable TEXT, unit TEXT, base TEXT, period TEXT, value DECIMAL(38,3),"
        " edition TEXT, provenance TEXT",
        [
            ("2026", SCENARIOS[row["dimension"].removeprefix("2026 ")], row["series"], row["unit"], row["base"],
             row["period"], row["value"], DFAST_EDITION, "publisher_file")
            for row in _read(folder / "dfast_scenario__2026.csv")
        ],
    )  # fmt: skip


def _cofer(estate: FactsEstate, folder: Path) -> None:
    rows: list[tuple[object, ...]] = []
    for row in _read(folder / "cofer.csv"):
        _, holding, currency, kind, frequency = row["series"].split(".")
        code = currency.removeprefix("CI_").replace("OTHC", "OTHER")
        rows.append(
            ("WLD", HOLDINGS[holding], "TOTAL" if code == "T" else code, "share" if kind == "SHRO_PT" else "amount",
             {"Q": "quarter", "A": "year"}[frequency], row["period"], row["series"], row["value"], row["unit"],
             row["base"], row["note"].removeprefix("ed. "), "publisher_file")
        )  # fmt: skip
    estate.load(
        "cofer__reserves",
        COFER_COLUMNS,
        rows,
    )


def _oecd(estate: FactsEstate, folder: Path) -> None:
    reasons = {"(5)": "not reviewed", "(6)": "High Income OECD", "(7)": "High Income euro area"}
    rows: list[tuple[object, ...]] = []
    for row in _read(folder / "oecd_crc.csv"):
        rows.append(
            (row["entity"], row["entity_name"], row["period"], row["value"], row["note"] or None, None, "change",
             "2022-03-11", "publisher_file")
        )  # fmt: skip
    for row in _read(folder / "oecd_crc__2026.csv"):
        if not row["dimension"].startswith("valid"):
            continue
        why = "; ".join(text for mark, text in reasons.items() if mark in row["note"])
        rows.append(
            (row["entity"], row["entity_name"], row["period"], row["value"], why or None, None, "as_of", "2026-01-30",
             "publisher_file")
        )  # fmt: skip
    estate.load("oecd_crc__classifications", OECD_COLUMNS, rows)


def _fatf(estate: FactsEstate, folder: Path) -> None:
    lists = {"GREY": "grey", "BLACK": "black", "MEMBER": "member"}
    estate.load(
        "fatf__listings",
        "list TEXT, code TEXT, country TEXT, date TEXT, note TEXT, edition TEXT, provenance TEXT",
        [
            (lists[row["series"]], row["entity"], row["entity_name"], row["period"], row["note"] or None, row["period"],
             "publisher_file" if row["period"] == "2024-10-25" else "secondary")
            for row in _read(folder / "fatf.csv")
        ],
    )  # fmt: skip
