"""The Federal Reserve's supervisory stress tests (DFAST), all exercises since 2013: results, 2026 paths, 2026 scenarios.

Publisher's files: one CSV with a row an exercise, scenario and bank (62 columns; the aggregate's row has no RSSD), the
aggregate's nine projected quarters, and the supervisory scenarios. Ratios are percent, amounts USD billion, all with
one decimal. Historic series of the scenario files are other publishers' data and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from finweave.core.errors import LayoutError
from finweave.datasets._dfast_tables import (
    AVERAGE_ASSETS,
    EXPOSURE,
    FIGURES,
    LOAN_KINDS,
    PATHS,
    RESULTS,
    RISK_WEIGHTED,
    SCENARIOS,
)
from finweave.estate.declare import Check, Dataset, FactTable, Field, Part, RawFile, Row, Value

# The day of a release is in no file; a later one is named by the month in which results come out.
_RELEASED = {"2026": "2026-06-24"}
_RELEASE_MONTH = "06"
AGGREGATE = "ALL"
_KEYS = (
    "exercise_name",
    "dt_exercise_quarter",
    "id_rssd",
    "disclosure_legal_name",
    "scenario_id",
    "scenario_name",
)
_SCENARIOS = {
    ("2", "Supervisory Adverse"): "adverse",
    ("3", "Supervisory Severely Adverse"): "severely_adverse",
    ("30", "Supervisory Alternative Severe"): "alternative_severe",
}
_SCENARIO_NAMES = {name: scenario for (_, name), scenario in _SCENARIOS.items()} | {
    "Supervisory Baseline": "baseline"
}


def parse(files: Sequence[RawFile]) -> list[Part]:
    """One edition with the tables of the files at hand."""
    tables: dict[str, list[Row]] = {"results": [], "paths": [], "scenarios": []}
    for file in files:
        name = file.path.name.lower()
        if name.startswith("public_results"):
            tables["results"] += _results(file)
        elif "nine_quarter_paths" in name:
            tables["paths"] += _paths(file)
        else:
            tables["scenarios"] += _scenario(file)
    if not any(tables.values()):
        raise LayoutError(
            files[0].name, "the records", expected="at least one below the header", found="none"
        )
    newest = max(str(row[0])[:4] for rows in tables.values() for row in rows)
    return [Part(_edition(newest), {name: rows for name, rows in tables.items() if rows}, tuple(files))]


def _edition(year: str) -> str:
    """The release whose newest exercise is that year's."""
    return _RELEASED.get(year, f"{year}-{_RELEASE_MONTH}")


def _results(file: RawFile) -> Iterator[Row]:
    from finweave.estate.readers.csv import expect_header, read_csv, same_width

    records = read_csv(file)
    expect_header(file, records[0], [*_KEYS, *(field.name for field in FIGURES)])
    same_width(file, records)
    for number, record in enumerate(records[1:], start=2):
        name, quarter, rssd, bank, scenario_id, scenario_name = record[:6]
        scenario = _SCENARIOS.get((scenario_id, scenario_name))
        if scenario is None:
            raise LayoutError(
                file.name,
                f"record {number}, scenario",
                expected="2, 3 or 30",
                found=f"{scenario_id} {scenario_name}",
            )
        yield (
            _exercise(file, name),
            name,
            _quarter(file, quarter),
            rssd or AGGREGATE,
            bank,
            scenario,
            *(cell or None for cell in record[6:]),
        )


def _exercise(file: RawFile, name: str) -> str:
    """`DFAST 2013`, `2026 Stress Test` are years; `December 2020 Stress Test`, the second of that year, is 2020-12."""
    match = re.fullmatch(r"DFAST (\d{4})|(\d{4}) Stress Test|December (\d{4}) Stress Test", name)
    if match is None:
        raise LayoutError(
            file.name, "exercise_name", expected="DFAST 2013 or 2026 Stress Test", found=repr(name)
        )
    return match[1] or match[2] or f"{match[3]}-12"


def _quarter(file: RawFile, text: str) -> str:
    """`9/30/2012` is the third quarter of 2012."""
    match = re.fullmatch(r"(3|6|9|12)/(?:30|31)/(\d{4})", text)
    if match is None:
        raise LayoutError(
            file.name, "dt_exercise_quarter", expected="a quarter's last day, month first", found=repr(text)
        )
    return f"{match[2]}-Q{int(match[1]) // 3}"


_PATHS_CAPTION = "Projected stressed capital ratios and components"
# The first item stands in the sixth line of the publisher's file; its number is the item's key.
_FIRST_ITEM = 5


def _paths(file: RawFile) -> Iterator[Row]:
    from finweave.estate.readers.csv import expect_header, read_csv, same_width

    records = read_csv(file)
    if len(records) < _FIRST_ITEM + 1 or not records[0][0].startswith(_PATHS_CAPTION):
        raise LayoutError(file.name, "the caption", expected=_PATHS_CAPTION, found=repr(records[0][0]))
    scenario = (
        records[1][0].removeprefix("Federal Reserve estimates: ").removesuffix(" scenario").replace(" ", "_")
    )
    if scenario not in _SCENARIOS.values():
        raise LayoutError(file.name, "line 2", expected="the scenario's name", found=repr(records[1][0]))
    exercise = file.path.name[:4]
    expect_header(file, records[4], ["Item", *(f"PQ{n}" for n in range(1, 10))], "the row of quarters")
    same_width(file, records)
    for number, (label, *values) in enumerate(records[_FIRST_ITEM:], start=_FIRST_ITEM):
        unit, base = _path_unit(label)
        for quarter, value in enumerate(values, start=1):
            yield (
                exercise, scenario, f"path_{number}", label, _section(label), unit, base,
                f"PQ{quarter}", _projected(exercise, quarter), value,
            )  # fmt: skip


def _path_unit(label: str) -> tuple[str, str]:
    """An item's unit and base by what its label says it is."""
    if label.startswith("Loan loss rate"):
        return "percent", "of projected loan balances, quarterly rate, not annualised"
    if label == "Tier 1 leverage ratio":
        return "percent", AVERAGE_ASSETS
    if label == "Supplementary leverage ratio":
        return "percent", EXPOSURE
    return ("percent", RISK_WEIGHTED) if label.endswith("capital ratio") else ("USD billion", "")


def _section(label: str) -> str:
    for words, section in (
        ("ratio", "capital ratios"),
        ("Loan loss rate", "loan loss rates"),
        ("Loan losses", "loan losses"),
    ):
        if words in label:
            return section
    return "amounts"


def _projected(exercise: str, quarter: int) -> str:
    """The first projected quarter is the first one of the exercise's year."""
    return f"{int(exercise) + (quarter - 1) // 4}-Q{(quarter - 1) % 4 + 1}"


def _scenario(file: RawFile) -> Iterator[Row]:
    from finweave.estate.readers.csv import expect_header, read_csv, same_width

    records = read_csv(file)
    expect_header(file, records[0][:2], ["Scenario Name", "Date"])
    same_width(file, records)
    exercise = file.path.name[:4]
    for number, (name, quarter, *values) in enumerate(records[1:], start=2):
        scenario = _SCENARIO_NAMES.get(name)
        match = re.fullmatch(r"(\d{4}) (Q[1-4])", quarter)
        if scenario is None or match is None:
            raise LayoutError(
                file.name,
                f"record {number}",
                expected="a scenario and a quarter (2026 Q1)",
                found=f"{name}, {quarter}",
            )
        for variable, value in zip(records[0][2:], values, strict=True):
            unit, base = _variable_unit(file, variable)
            yield exercise, scenario, variable, unit, base, f"{match[1]}-{match[2]}", value or None


_VARIABLE_UNITS = (
    (r"Unemployment rate", "percent", "of the labour force"),
    (r".*(growth|inflation|inflation rate|rate|yield)", "percent", "annual rate"),
    (r".* (Index )?\(Level\)", "index", "publisher level, base not stated in the file"),
    (r".* \(F/USD, index\)", "index", "foreign currency per US dollar, publisher level"),
    (r".* \(USD/euro\)", "USD per EUR", ""),
    (r".* \(yen/USD\)", "JPY per USD", ""),
    (r".* \(USD/pound\)", "USD per GBP", ""),
)


def _variable_unit(file: RawFile, variable: str) -> tuple[str, str]:
    """A scenario variable's unit and base, from its name."""
    for pattern, unit, base in _VARIABLE_UNITS:
        if re.fullmatch(pattern, variable):
            return unit, base
    raise LayoutError(
        file.name, "the header", expected="a scenario variable with a known unit", found=repr(variable)
    )


def from_facts(tables: Sequence[FactTable]) -> list[Part]:
    """The same tables from the figures that may ship: CET1 for all banks, all columns for 2026 and the aggregate."""
    results: dict[tuple[str, str, str], dict[str, Value]] = {}
    paths: list[Row] = []
    scenarios: list[Row] = []
    for table in tables:
        for row in table.rows:
            if "series" not in row:
                continue  # the list of banks: their names stand in the results
            if row["dataset"] == "dfast_scenario":
                scenario = _SCENARIO_NAMES[row["dimension"].split(" ", 1)[1]]
                scenarios.append(
                    (
                        row["dimension"][:4],
                        scenario,
                        row["series"],
                        row["unit"],
                        row["base"],
                        row["period"],
                        row["value"],
                    )
                )
            elif row["series"].startswith("path_"):
                paths.append(_fact_path(row))
            else:
                key, said = _fact_result(row)
                results.setdefault(key, said)[row["series"]] = row["value"]
    order = [field.name for field in RESULTS.fields]
    wide: list[Row] = [tuple(row.get(name) for name in order) for row in results.values()]
    return [
        Part(
            _edition(max(key[0][:4] for key in results)),
            {"results": wide, "paths": paths, "scenarios": scenarios},
            tuple(table.file for table in tables),
            not_whole={
                "results": "the starter holds the CET1 ratio of every bank, all other columns only for 2026 and for the aggregate",
                "scenarios": "the starter holds the domestic variables only",
            },
        )
    ]


def _fact_path(row: Mapping[str, str]) -> Row:
    quarter = row["note"].rsplit(" ", 1)[1]
    scenario = _SCENARIO_NAMES[row["dimension"].split("; ")[1]]
    return (
        row["dimension"][:4], scenario, row["series"], row["label"], _section(row["label"]), row["unit"], row["base"],
        quarter, row["period"], row["value"],
    )  # fmt: skip


def _fact_result(row: Mapping[str, str]) -> tuple[tuple[str, str, str], dict[str, Value]]:
    """The key of the wide row that a figure belongs to, and what else its line says."""
    name, as_of = re.sub(r" exercise \(published name: .*\)", " Stress Test", row["note"]).split(
        "; actual data as of "
    )
    scenario = _SCENARIO_NAMES[row["dimension"].split("; ")[-1]]
    exercise = f"{row['period']}-12" if name.startswith("December") else row["period"]
    rssd = row["entity"].removeprefix("RSSD:") if row["entity"].startswith("RSSD:") else AGGREGATE
    said: dict[str, Value] = {
        "exercise": exercise, "exercise_name": name, "actual_as_of": as_of, "id_rssd": rssd,
        "bank": row["entity_name"], "scenario": scenario,
    }  # fmt: skip
    return (exercise, scenario, rssd), said


def _minimum_at_most_end(part: Part) -> str | None:
    """Holds in all rows of the publisher's file, for CET1 and tier 1."""
    for stem in ("common_equity_tier1", "tier1_capital"):
        low, end = (RESULTS.fields.index(_named(f"{stem}_{point}_rat")) for point in ("min", "end"))
        for row in part.tables.get("results", ()):
            if (
                row[low] is not None
                and row[end] is not None
                and Decimal(str(row[low])) > Decimal(str(row[end]))
            ):
                return f"{row[4]}, {row[1]}: {stem} minimum {row[low]} above end {row[end]}"
    return None


def _participants_as_said(part: Part) -> str | None:
    """The aggregate's name says how many banks took part; so many rows there must be."""
    counts: dict[tuple[Value, Value], int] = {}
    said: dict[tuple[Value, Value], int] = {}
    for row in part.tables.get("results", ()):
        group = (row[0], row[5])
        if row[3] == AGGREGATE:
            said[group] = int(str(row[4]).split(" ", 1)[0])
        else:
            counts[group] = counts.get(group, 0) + 1
    wrong = [f"{g[0]} {g[1]}: {counts.get(g, 0)} of {n}" for g, n in said.items() if counts.get(g, 0) != n]
    return None if part.not_whole else "; ".join(wrong) or None


def _loan_kinds_sum_to_total(part: Part) -> str | None:
    """Seven kinds sum to total loan losses within 0.5 (rounding), but for two rows of the publisher's file."""
    at = {field.name: position for position, field in enumerate(RESULTS.fields)}
    kinds = [at[f"loss_{stem}_amt"] for stem, _ in LOAN_KINDS]
    off: list[str] = []
    for row in part.tables.get("results", ()):
        values = [None if row[i] is None else Decimal(str(row[i])) for i in kinds]
        if all(value is not None for value in values):
            total, *parts = (value for value in values if value is not None)
            if abs(total - sum(parts)) > Decimal("0.5"):
                off.append(f"{row[4]} {row[1]}")
    return f"{len(off)} rows, the first {off[0]}" if len(off) > 2 else None


def _named(name: str) -> Field:
    return next(field for field in RESULTS.fields if field.name == name)


DATASET = Dataset(
    id="dfast",
    title="Dodd-Frank Act stress test results",
    publisher="Board of Governors of the Federal Reserve System",
    page="https://www.federalreserve.gov/supervisionreg/dfa-stress-tests-2026.htm",
    licence="us-pd",
    attribution="Board of Governors of the Federal Reserve System, stress test results",
    tables=(RESULTS, PATHS, SCENARIOS),
    files=("public_results_DFAST_*.csv", "*_Detailed_Nine_Quarter_Paths.csv", "*_Final_Supervisory_*.csv"),
    parse=parse,
    from_facts=from_facts,
    checks=(
        Check("minimum_at_most_end", "a projected minimum is at most the end value", _minimum_at_most_end),
        Check("participants", "as many banks as the aggregate's name says", _participants_as_said),
        Check("loan_kinds", "seven kinds of loan losses sum to the total", _loan_kinds_sum_to_total),
    ),
    endpoints=(
        "https://www.federalreserve.gov/supervisionreg/files/public_results_DFAST_2026.csv",
        "https://www.federalreserve.gov/supervisionreg/files/2026_Detailed_Nine_Quarter_Paths.csv",
        "https://www.federalreserve.gov/supervisionreg/files/2026_Final_Supervisory_Severely_Adverse_Domestic.csv",
        "https://www.federalreserve.gov/supervisionreg/files/2026_Final_Supervisory_Baseline_Domestic.csv",
    ),
    cadence="once a year: scenarios in February, results in late June",
    known_absent={
        "banks below the threshold": "only bank holding companies above the asset threshold take part, some every second year",
        "foreign parents": "foreign banks take part as their US holding companies",
        "baseline results by bank": "results are published for the adverse scenarios only",
    },
    coverage_note="exercises 2013 to 2026; 2020 has a second exercise in December; no CET1 ratio in 2013",
    doubts=("RSSD 1074156 is BB&T until 2019 and Truist after; 1132449 is RBS Citizens, later Citizens.",),
    definitions={
        "actual": "the ratio at the end of the quarter before the projections start",
        "projected minimum": "the lowest of the nine projected quarters, taken bank by bank; it may lie above the actual ratio",
        "projected end": "the ratio in the ninth projected quarter",
        "CET1 ratio": "common equity tier 1 capital as a percent of risk-weighted assets",
        "PPNR": "pre-provision net revenue: net interest income and noninterest income less noninterest expense",
        "severely adverse": "the Board's hypothetical severe recession; a scenario is no forecast",
    },
)
