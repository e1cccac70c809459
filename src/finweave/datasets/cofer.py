"""Currency composition of official foreign exchange reserves (COFER), IMF: two layouts, two editions.

The portal's CSV has a record a series with one column a period (annual and quarterly columns interleaved, amounts in
USD million); the API's SDMX-ML gives amounts in USD. Nothing is rescaled: the unit stands in the row. Shares are
printed to many digits and kept as printed. The editions revise each other, so no series is made of two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from finweave.core.errors import LayoutError
from finweave.estate.declare import Check, Dataset, FactTable, Field, Part, RawFile, Row, Table

_AREAS = {"G001": "WLD", "G110": "G110", "G200": "G200"}
_HOLDINGS = {"AFXRA": "allocated", "UFXRA": "unallocated", "TFXRA": "total", "TFXRA_IMP": "imputed"}
_CURRENCIES = ("USD", "EUR", "JPY", "GBP", "CNY", "AUD", "CAD", "CHF", "DEM", "FRF", "NLG", "ECU")
_CODES = {f"CI_{code}": code for code in _CURRENCIES} | {"CI_OTHC": "OTHER", "CI_T": "TOTAL"}
_FREQUENCIES = {"Q": "quarter", "A": "year"}
_CSV_UNITS = {("Millions", "US dollar"): "USD million", ("Units", "Percent"): "percent"}
_SHARE, _AMOUNT = "SHRO_PT", "NV_USD"
_OF_ALLOCATED = "of allocated reserves"
_OF_TOTAL = "of total foreign exchange reserves"
_PERIOD = re.compile(r"\d{4}(-Q[1-4])?")
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}")

RESERVES = Table(
    "reserves",
    (
        Field("area", "text", "label", "Area"),
        Field("holding", "text", "label", "Holding"),
        Field("currency", "text", "entity", "Currency"),
        Field("measure", "text", "label", "Measure"),
        Field("frequency", "text", "label", "Frequency"),
        Field("period", "text", "period", "Period"),
        Field("series", "text", "label", "Series key"),
        Field("value", "double", "value", "Value", decimals=2, nature="level"),
        Field("unit", "text", "label", "Unit"),
        Field("base", "text", "label", "Base"),
    ),
    key=("area", "holding", "currency", "measure", "frequency", "period"),
    whole="all currencies and both totals of a quarter",
)


def parse(files: Sequence[RawFile]) -> list[Part]:
    """An edition a file: the CSV's and the message's own publication date name it."""
    return [_message(file) if file.path.name.endswith(".xml") else _portal(file) for file in files]


def _portal(file: RawFile) -> Part:
    from finweave.estate.readers.csv import read_csv, same_width

    records = read_csv(file)
    header = records[0]
    needed = ("SERIES_CODE", "SCALE", "UNIT", "PUBLICATION_DATE")
    missing = [name for name in needed if name not in header]
    if missing:
        raise LayoutError(
            file.name, "the header", expected=", ".join(needed), found=f"no {', '.join(missing)}"
        )
    same_width(file, records)
    key, scale, unit, published = (header.index(name) for name in needed)
    periods = [(i, name) for i, name in enumerate(header) if _PERIOD.fullmatch(name)]
    if not periods:
        raise LayoutError(file.name, "the header", expected="columns of years and quarters", found="none")
    editions = {record[published][:10] for record in records[1:]}
    rows: list[Row] = []
    for record in records[1:]:
        stored = _CSV_UNITS.get((record[scale], record[unit]))
        if stored is None:
            raise LayoutError(
                file.name,
                f"series {record[key]}",
                expected="USD millions or percent",
                found=f"{record[scale]}, {record[unit]}",
            )
        rows += _series(
            file, record[key], [(period, record[i]) for i, period in periods if record[i]], stored
        )
    return Part(_edition(file, editions), {"reserves": rows}, (file,))


def _message(file: RawFile) -> Part:
    from finweave.estate.readers.sdmx import read_message

    message = read_message(file)
    rows: list[Row] = []
    for series in message.series:
        at = series.attributes
        names = ("COUNTRY", "INDICATOR", "FXR_CURRENCY", "TYPE_OF_TRANSFORMATION", "FREQUENCY")
        if any(name not in at for name in names):
            raise LayoutError(file.name, f"series {dict(at)}", expected=", ".join(names), found=", ".join(at))
        unit = "percent" if at["TYPE_OF_TRANSFORMATION"] == _SHARE else "USD"
        observed = [(period, value) for period, value, _ in series.observations if value != "NaN"]
        rows += _series(file, ".".join(at[name] for name in names), observed, unit)
    return Part(
        _edition(file, {message.attributes.get("PUBLICATION_DATE", "")[:10]}), {"reserves": rows}, (file,)
    )


def _edition(file: RawFile, stamps: set[str]) -> str:
    if len(stamps) != 1 or not _STAMP.fullmatch(next(iter(stamps))):
        raise LayoutError(
            file.name, "PUBLICATION_DATE", expected="one date", found=", ".join(sorted(stamps)) or "none"
        )
    return next(iter(stamps))


def _series(file: RawFile, key: str, observed: Sequence[tuple[str, str]], unit: str) -> Iterator[Row]:
    """The rows of a series with the key COUNTRY.INDICATOR.CURRENCY.TRANSFORMATION.FREQUENCY."""
    parts = key.split(".")
    known: tuple[Mapping[str, str], ...] = (
        _AREAS,
        _HOLDINGS,
        _CODES,
        {_SHARE: "share", _AMOUNT: "amount"},
        _FREQUENCIES,
    )
    if len(parts) != len(known) or any(part not in names for part, names in zip(parts, known, strict=True)):
        raise LayoutError(
            file.name,
            f"series {key}",
            expected="COUNTRY.INDICATOR.CURRENCY.TRANSFORMATION.FREQUENCY of COFER",
            found=key,
        )
    area, holding, currency, measure, frequency = (
        names[part] for part, names in zip(parts, known, strict=True)
    )
    base = "" if measure == "amount" else _OF_TOTAL if currency == "TOTAL" else _OF_ALLOCATED
    for period, value in observed:
        if (len(period) == len("2024")) == (frequency == "year"):
            yield area, holding, currency, measure, frequency, period, key, value, unit, base


def from_facts(tables: Sequence[FactTable]) -> list[Part]:
    """The same rows from the figures that may ship: each line says which edition it is from."""
    editions: dict[str, list[Row]] = {}
    for table in tables:
        for row in table.rows:
            found = _series(table.file, row["series"], [(row["period"], row["value"])], row["unit"])
            editions.setdefault(row["note"].removeprefix("ed. "), []).extend(found)
    files = tuple(table.file for table in tables)
    cut = "the starter holds the years before 2014 from the edition of 2025-12-19 and the rest from that of 2026-07-01, not every currency in every quarter"
    return [
        Part(edition, {"reserves": rows}, files, not_whole={"reserves": cut})
        for edition, rows in editions.items()
    ]


def _shares_sum_to_100(part: Part) -> str | None:
    """Of allocated reserves of the world, in every quarter that holds all currencies (a share for `other`)."""
    sums: dict[str, Decimal] = {}
    whole: set[str] = set()
    for area, holding, currency, measure, frequency, period, _, value, _, _ in part.tables["reserves"]:
        if (area, holding, measure, frequency) == (
            "WLD",
            "allocated",
            "share",
            "quarter",
        ) and currency != "TOTAL":
            sums[str(period)] = sums.get(str(period), Decimal(0)) + Decimal(str(value))
            whole |= {str(period)} if currency == "OTHER" else set()
    off = [
        f"{period}: {total}"
        for period, total in sums.items()
        if period in whole and abs(total - 100) > Decimal("0.001")
    ]
    return "; ".join(off[:3]) or None if not part.not_whole else None


def _parts_make_the_total(part: Part) -> str | None:
    """Allocated and unallocated make total reserves, to the publisher's rounding."""
    amounts: dict[str, dict[str, Decimal]] = {}
    for area, holding, currency, measure, frequency, period, _, value, _, _ in part.tables["reserves"]:
        if (area, currency, measure, frequency) == ("WLD", "TOTAL", "amount", "quarter"):
            amounts.setdefault(str(period), {})[str(holding)] = Decimal(str(value))
    off = [
        period
        for period, held in amounts.items()
        if {"allocated", "unallocated", "total"} <= set(held)
        and abs(held["allocated"] + held["unallocated"] - held["total"]) > held["total"] * Decimal("0.000001")
    ]
    return f"{len(off)} quarters, the first {off[0]}" if off else None


DATASET = Dataset(
    id="cofer",
    title="Currency Composition of Official Foreign Exchange Reserves (COFER)",
    publisher="International Monetary Fund",
    page="https://data.imf.org/en/datasets/IMF.STA:COFER",
    licence="imf-data-terms",
    attribution="Source: International Monetary Fund, COFER",
    tables=(RESERVES,),
    files=("dataset_*COFER*.csv.gz", "dataset_*COFER*.csv", "cofer_data*.xml"),
    parse=parse,
    from_facts=from_facts,
    checks=(
        Check("shares_sum", "shares of allocated reserves sum to 100", _shares_sum_to_100),
        Check("parts_total", "allocated and unallocated reserves make the total", _parts_make_the_total),
    ),
    endpoints=(
        "https://api.imf.org/external/sdmx/2.1/data/IMF.STA,COFER/",
        "https://api.imf.org/external/sdmx/3.0/data/dataflow/IMF.STA/COFER/+/",
    ),
    cadence="quarterly: late March, June, September and December",
    known_absent={"countries": "COFER is published for the world; what a country holds is confidential"},
    coverage_note="world by currency from 1999-Q1; the renminbi from 2016-Q4, the Australian and Canadian dollars from 2012-Q4",
    doubts=(
        "The edition in API form prints shares with the noise of single precision beyond the sixth decimal.",
    ),
    definitions={
        "allocated reserves": "reserves whose currency was reported to the IMF",
        "unallocated reserves": "reserves whose currency was not reported; zero from 2000-Q1 since the release for 2025-Q3, which allocates them by estimate",
        "share of allocated": "a currency's part of allocated reserves: the share that the IMF publishes",
        "share of total": "a currency's amount over total foreign exchange reserves; differs from the share of allocated before 2000 only",
    },
)
