"""Timings of FinWeave beside the same work done raw, in one run: a ratio means something on a busy machine, a time does not.

    python bench/run.py --shared ../shared [--json] [--repeat 20]

Builds an estate from the real files in a home of its own (time, peak memory), then measures tool calls against the same
statements on a plain DuckDB connection over the same files, whole answers, a cold `finweave ask`, and the import.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import MappingProxyType

import duckdb

from finweave import api
from finweave.cli.demo import QUESTIONS

GOALS = {
    "tool_p50_ms": 3.0,
    "tool_to_raw_ratio": 1.5,
    "ask_p50_ms": 20.0,
    "cold_ask_wall_s": 0.9,
    "import_ms": 150.0,
}
PROCESSES = 5
WARM_UP = 3

Statement = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class Call:
    """A tool call and the statements it runs."""

    tool: str
    arguments: Mapping[str, object]
    statements: tuple[Statement, ...]


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    default = os.environ.get("FINWEAVE_SHARED", str(Path(__file__).parents[2] / "shared"))
    options.add_argument("--shared", type=Path, default=Path(default), help="the folder of shared data")
    options.add_argument("--json", action="store_true", help="JSON on standard output and nothing else")
    options.add_argument("--repeat", type=int, default=20, help="how often each call is timed")
    given = options.parse_args()
    if not (given.shared / "data").is_dir():
        sys.stderr.write(f"bench: there is no folder {given.shared / 'data'}: give --shared\n")
        return 2
    with tempfile.TemporaryDirectory() as home:
        os.environ["FINWEAVE_HOME"] = home
        figures = measured(given.shared, given.repeat)
    sys.stdout.write(json.dumps(figures) + "\n" if given.json else told(figures))
    return 0


def measured(shared: Path, repeat: int) -> dict[str, float]:
    """All figures; the estate is built into FINWEAVE_HOME."""
    figures = build_figures(shared)
    with api.open("built") as finweave:
        figures |= tool_figures(finweave, repeat)
        figures |= ask_figures(finweave, repeat)
    return figures | process_figures()


def build_figures(shared: Path) -> dict[str, float]:
    began = time.perf_counter()
    code, usage = ended(["estate", "build", "--from", str(shared / "data"), "--name", "built"])
    if code:
        raise SystemExit(f"bench: the build ended with {code}")
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "build_wall_s": time.perf_counter() - began,
        "build_cpu_s": usage.ru_utime + usage.ru_stime,
        "build_peak_mb": usage.ru_maxrss * unit / 1e6,
    }


def tool_figures(finweave: api.FinWeave, repeat: int) -> dict[str, float]:
    """Every tool's examples, each beside its own statements on a plain connection, turn about."""
    calls = recorded(finweave)
    raw = plain(finweave)
    ours: list[float] = []
    theirs: list[float] = []
    ratios: list[float] = []
    for call in calls:
        for _ in range(WARM_UP):
            finweave.call(call.tool, call.arguments)
            run_raw(raw, call.statements)
        mine: list[float] = []
        other: list[float] = []
        for _ in range(repeat):
            mine.append(timed(lambda call=call: finweave.call(call.tool, call.arguments)))
            other.append(timed(lambda call=call: run_raw(raw, call.statements)))
        ours += mine
        if call.statements:
            theirs += other
            ratios.append(median(mine) / median(other))
    return {
        "tool_calls": float(len(calls)),
        "tool_p50_ms": median(ours),
        "tool_p95_ms": percentile(ours, 95),
        "raw_p50_ms": median(theirs),
        "raw_p95_ms": percentile(theirs, 95),
        "tool_to_raw_ratio": median(ratios),
        "tool_to_raw_ratio_worst": max(ratios),
    }


def ask_figures(finweave: api.FinWeave, repeat: int) -> dict[str, float]:
    for question in QUESTIONS:
        finweave.ask(question)
    times = [timed(lambda q=question: finweave.ask(q)) for _ in range(repeat) for question in QUESTIONS]
    return {"ask_p50_ms": median(times), "ask_p95_ms": percentile(times, 95)}


def process_figures() -> dict[str, float]:
    """Whole processes: a first question, and the bare import (less what Python itself takes)."""
    walls: list[float] = []
    cpus: list[float] = []
    for _ in range(PROCESSES):
        began = time.perf_counter()
        code, usage = ended(["ask", QUESTIONS[0]])
        if code:
            raise SystemExit(f"bench: ask ended with {code}")
        walls.append(time.perf_counter() - began)
        cpus.append(usage.ru_utime + usage.ru_stime)
    code = "import time; t = time.perf_counter(); import finweave{}; print(time.perf_counter() - t)"
    return {
        "cold_ask_wall_s": median(walls),
        "cold_ask_cpu_s": median(cpus),
        "import_ms": 1000 * median(printed(code.format("")) for _ in range(PROCESSES)),
        "import_api_ms": 1000 * median(printed(code.format(".api")) for _ in range(PROCESSES)),
    }


def recorded(finweave: api.FinWeave) -> list[Call]:
    """The examples of all tools as calls, with the statements each sends to the engine."""
    engine = finweave.estate.engine
    sent: list[Statement] = []
    original = engine._run

    def recording(cursor: object, text: str, params: Mapping[str, object]) -> object:
        sent.append((text, dict(params)))
        return original(cursor, text, params)

    calls: list[Call] = []
    engine._run = recording
    for tool in finweave.registry.values():
        for example in tool.examples:
            finweave.call(tool.name, example.arguments)  # what is kept after a first call is not sent again
            sent.clear()
            result = finweave.call(tool.name, example.arguments)
            if result.status in ("ok", "partial"):
                calls.append(Call(tool.name, MappingProxyType(dict(example.arguments)), tuple(sent)))
    del engine._run
    return calls


def plain(finweave: api.FinWeave) -> duckdb.DuckDBPyConnection:
    """A connection without guard, limits or lock, holding the same tables from the same files."""
    from finweave.estate.engine import _selection
    from finweave.estate.layout import quoted

    connection = duckdb.connect(config={"threads": "2"})
    for name, source in finweave.estate._sources().items():
        connection.execute(f"CREATE TABLE {quoted(name)} AS {_selection(source)}")
    return connection


def run_raw(connection: duckdb.DuckDBPyConnection, statements: tuple[Statement, ...]) -> None:
    for text, params in statements:
        connection.execute(text, dict(params)).fetchall()


def ended(words: list[str]) -> tuple[int, resource.struct_rusage]:
    """Runs the command line as a process; its exit code and what it used."""
    command = [sys.executable, "-c", "from finweave.cli.main import run; run()", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage


def printed(code: str) -> float:
    return float(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    )


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def percentile(values: list[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def told(figures: Mapping[str, float]) -> str:
    lines = []
    for name, figure in figures.items():
        goal = GOALS.get(name)
        verdict = "" if goal is None else f"  goal {goal:g}: {'met' if figure <= goal else 'missed'}"
        lines.append(f"{name:26}{figure:10.2f}{verdict}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
