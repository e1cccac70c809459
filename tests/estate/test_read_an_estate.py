"""Reading: exact values, caps, threads, absent datasets, damage, and which estate opens."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest
from made_up_rates import RATES, RATES_STATEMENT, dataset, make_writable

from finweave.core.errors import (
    EstateDamagedError,
    EstateError,
    EstateMissingError,
    GuardError,
    QueryTimeoutError,
    UnknownNameError,
)
from finweave.estate.build import BuildReport
from finweave.estate.declare import Field, Table
from finweave.estate.engine import LOADED_BYTES
from finweave.estate.guard import Guard
from finweave.estate.reader import NOT_HELD, Estate, open_estate
from finweave.estate.statement import Statement
from finweave.estate.store import MANIFEST, verify

Build = Callable[..., BuildReport]
OWN = frozenset({"rates__rates"})


def ask(estate: Estate, guard: Guard, sql: str, **params: object) -> list[tuple[Decimal | str | None, ...]]:
    statement = Statement("asked", sql, OWN)
    guard.register(statement)
    return estate.query(statement, params)


def test_values_leave_exactly_as_published(estate: Estate) -> None:
    assert estate.query(RATES_STATEMENT) == [
        (
            "AAA",
            "2024-Q1",
            Decimal("0.1"),
            Decimal("71.1888689871011"),
            "2024-04-01",
            Decimal(3),
            "2024",
            "publisher_file",
        ),
        (
            "AAA",
            "2024-Q2",
            Decimal("0.2"),
            Decimal("0.30000000000000004"),
            "2024-07-01",
            None,
            "2024",
            "publisher_file",
        ),
        ("BBB", "2024-Q1", Decimal("-5.7"), Decimal("1E-7"), None, Decimal(12), "2024", "publisher_file"),
    ]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum(rate)", Decimal("0.3")),
        ("0.1 + 0.2", Decimal("0.3")),
        ("count(*)", Decimal(2)),
        ("sum(members)", Decimal(3)),
        ("max(seen)", "2024-07-01"),
        ("bool_or(members IS NULL)", "true"),
        ("NULL", None),
        ("1 / 0.0", None),
        ("stddev_samp(members)", None),
        ("CAST(12.6 AS DOUBLE)", Decimal("12.6")),
        (
            "CAST(170141183460469231731687303715884105727 AS HUGEINT)",
            Decimal("170141183460469231731687303715884105727"),
        ),
    ],
)
def test_every_type_leaves_as_decimal_text_or_nothing(
    expression: str, value: object, estate: Estate, guard: Guard
) -> None:
    ((found,),) = ask(
        estate, guard, f"SELECT {expression} FROM rates__rates WHERE area = $area GROUP BY area", area="AAA"
    )
    assert found == value
    assert type(found) is type(value)


def test_a_list_or_a_time_of_day_is_no_value(estate: Estate, guard: Guard) -> None:
    with pytest.raises(GuardError, match="returns DECIMAL"):
        ask(estate, guard, "SELECT list_value(rate) FROM rates__rates")


@pytest.mark.parametrize("params", [{}, {"area": "AAA", "surplus": 1}])
def test_parameters_that_do_not_fit_are_told(params: dict[str, object], estate: Estate, guard: Guard) -> None:
    with pytest.raises(GuardError, match="cannot run"):
        ask(estate, guard, "SELECT rate FROM rates__rates WHERE area = $area", **params)


@pytest.mark.parametrize(("n", "held"), [(1, 1), (2, 2), (3, 3), (200, 3)])
def test_a_capped_list_keeps_its_order_and_counts_all(
    n: int, held: int, estate: Estate, guard: Guard
) -> None:
    ranked = Statement(
        "ranked", "SELECT area, rate FROM rates__rates ORDER BY rate DESC -- the largest first", OWN
    )
    guard.register(ranked)
    rows, total = estate.query_capped(ranked, n)
    assert [row[1] for row in rows] == [Decimal("0.2"), Decimal("0.1"), Decimal("-5.7")][:held]
    assert total == 3


def test_a_statement_with_a_limit_of_its_own_cannot_be_capped(estate: Estate, guard: Guard) -> None:
    limited = Statement("limited", "SELECT area FROM rates__rates LIMIT 1", OWN)
    guard.register(limited)
    with pytest.raises(GuardError, match="its own LIMIT"):
        estate.query_capped(limited, 10)


def test_eight_threads_read_the_same_at_once(estate: Estate, guard: Guard) -> None:
    by_area = Statement("by_area", "SELECT sum(rate), count(*) FROM rates__rates WHERE area = $area", OWN)
    guard.register(by_area)
    expected = {"AAA": (Decimal("0.3"), Decimal(2)), "BBB": (Decimal("-5.7"), Decimal(1))}
    start = threading.Barrier(8)

    def many(number: int) -> set[bool]:
        start.wait()
        area = "AAA" if number % 2 else "BBB"
        return {estate.query(by_area, {"area": area}) == [expected[area]] for _ in range(100)}

    with ThreadPoolExecutor(8) as pool:
        assert set().union(*pool.map(many, range(8))) == {True}


def test_a_running_query_can_be_cancelled_from_another_thread(build_rates: Build, guard: Guard) -> None:
    build_rates()
    endless = Statement(
        "endless",
        "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
        frozenset(),
    )
    guard.register(endless)
    with open_estate("built", None, [dataset()], guard=guard) as estate, ThreadPoolExecutor(1) as pool:
        running = pool.submit(estate.query, endless)
        timer = threading.Timer(0.5, estate.engine.cancel)
        timer.start()
        with pytest.raises(QueryTimeoutError):
            running.result(timeout=9)
        timer.join()


def test_a_declared_dataset_that_is_not_held_has_no_rows_but_a_citation(estate: Estate, guard: Guard) -> None:
    other = Statement("other", "SELECT rate FROM other__rates", frozenset({"other__rates"}))
    guard.register(other)
    with open_estate("built", None, [dataset(), dataset("other")], guard=guard) as both:
        assert both.editions("other") == ()
        assert both.query(other) == []
        source = both.source("other")
        assert (source.vintage, source.license, source.title) == (NOT_HELD, "us-pd", "Made-up rates")
        assert both.not_whole("other", "rates") is None
        held = {status.id: (status.editions, status.rows, status.vintage) for status in both.status()}
        assert held["other"] == ((), 0, None)


def test_names_that_nothing_declares_are_told(estate: Estate) -> None:
    with pytest.raises(UnknownNameError, match="no dataset 'nosuch'"):
        estate.editions("nosuch")
    with pytest.raises(UnknownNameError, match="no edition '1999'"):
        estate.source("rates", "1999")


def test_a_statement_over_an_undeclared_table_is_told(estate: Estate, guard: Guard) -> None:
    lost = Statement("lost", "SELECT 1 FROM lost__table", frozenset({"lost__table"}))
    guard.register(lost)
    with pytest.raises(GuardError, match="no dataset declares the table 'lost__table'"):
        estate.query(lost)


def test_a_column_that_an_older_estate_lacks_is_empty(estate: Estate, guard: Guard) -> None:
    table = dataset().tables[0]
    newer = Table("rates", (*table.fields, Field("spread", "decimal", "value", decimals=2)), table.key)
    spread = Statement("spread", "SELECT area, spread FROM rates__rates WHERE rate > 0.1", OWN)
    guard.register(spread)
    with open_estate("built", None, [dataset(tables=(newer,))], guard=guard) as opened:
        assert opened.query(spread) == [("AAA", None)]


def test_status_tells_what_is_held(estate: Estate) -> None:
    (status,) = estate.status()
    assert (status.id, status.editions, status.rows) == ("rates", ("2024",), 3)
    assert (status.first, status.last, status.partial) == ("2024-Q1", "2024-Q2", None)
    assert status.vintage == estate.source("rates").vintage
    assert status.vintage is not None and status.vintage.startswith("2024/")
    assert status.published is not None and status.published.endswith("Z")
    assert status.bytes == sum(path.stat().st_size for path in estate.folder.rglob("*.parquet"))


def test_an_open_estate_keeps_its_generation_through_a_publish(
    estate: Estate, build_rates: Build, source: Path, guard: Guard
) -> None:
    (source / "rates" / "2024.csv").write_text(RATES.replace("-5.7", "-6.1"), encoding="utf-8")
    build_rates()
    assert estate.query(RATES_STATEMENT)[2][2] == Decimal("-5.7")
    with open_estate("built", None, [dataset()], guard=guard) as newer:
        assert newer.query(RATES_STATEMENT)[2][2] == Decimal("-6.1")
        assert newer.digest != estate.digest


def test_without_a_name_the_built_estate_opens(estate: Estate) -> None:
    with open_estate(None, None, [dataset()]) as opened:
        assert (opened.name, opened.digest) == ("built", estate.digest)


def test_a_missing_estate_names_the_command_that_makes_it() -> None:
    with pytest.raises(EstateMissingError, match="finweave estate build --from FOLDER --name mine") as caught:
        open_estate("mine", None, [dataset()])
    assert caught.value.exit_code == 3


def test_a_newer_format_is_refused_by_name(estate: Estate) -> None:
    path = estate.folder / MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": 2}))
    with pytest.raises(EstateError, match="has format 2; this version of finweave reads format 1"):
        open_estate("built", None, [dataset()])


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": 1}', '{"format": 1, "name": "x", "datasets": {"rates": [{}]}}']
)
def test_a_broken_manifest_is_damage_and_a_build_mends_it(
    content: str, estate: Estate, build_rates: Build
) -> None:
    (estate.folder / MANIFEST).write_text(content)
    with pytest.raises(EstateDamagedError, match=MANIFEST):
        open_estate("built", None, [dataset()])
    assert build_rates().outcomes[0].state == "built"
    open_estate("built", None, [dataset()]).close()


def test_a_manifest_cannot_name_a_file_elsewhere(estate: Estate) -> None:
    content = json.loads((estate.folder / MANIFEST).read_text())
    content["datasets"]["rates"][0]["tables"]["rates"]["file"] = "../../../../etc/passwd"
    (estate.folder / MANIFEST).write_text(json.dumps(content))
    with pytest.raises(EstateDamagedError):
        open_estate("built", None, [dataset()])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


DAMAGE: dict[str, Callable[[Path], None]] = {"a flipped bit": flip, "a cut": cut, "a lost file": Path.unlink}


@pytest.mark.parametrize("harm", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_file_is_named_and_no_figure_comes_from_it(
    harm: Callable[[Path], None], estate: Estate, guard: Guard
) -> None:
    assert verify(estate.folder) == ()
    (file,) = (estate.folder / "tables" / "rates").glob("*.parquet")
    make_writable(file)
    harm(file)
    (damage,) = verify(estate.folder)
    assert (damage.dataset, damage.edition, damage.table, damage.file) == (
        "rates",
        "2024",
        "rates",
        str(file),
    )
    with pytest.raises(EstateDamagedError, match=file.name):
        estate.query(RATES_STATEMENT)


def test_a_damaged_dataset_does_not_stop_another(source: Path, build_rates: Build, guard: Guard) -> None:
    (source / "other").mkdir()
    (source / "other" / "2024.csv").write_text(RATES.replace("0.2", "0.8"), encoding="utf-8")
    both = [dataset(), dataset("other")]
    report = build_rates(*both)
    (file,) = (report.folder / "tables" / "other").glob("*.parquet")
    make_writable(file)
    cut(file)
    with open_estate("built", None, both, guard=guard) as estate:
        assert len(estate.query(RATES_STATEMENT)) == 3


def test_published_files_are_read_only_and_named_by_their_content(estate: Estate) -> None:
    import hashlib

    (file,) = estate.folder.rglob("*.parquet")
    assert file.stat().st_mode & 0o777 == 0o444
    assert file.stem == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_large_table_is_read_where_it_is(
    build_rates: Build, source: Path, guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_rates()
    monkeypatch.setattr("finweave.estate.engine.LOADED_BYTES", 100)
    with open_estate("built", None, [dataset()], guard=guard) as estate:
        assert len(estate.query(RATES_STATEMENT)) == 3
        (file,) = estate.folder.rglob("*.parquet")
        file.unlink()
        with pytest.raises(EstateDamagedError):
            estate.query(RATES_STATEMENT)
    assert LOADED_BYTES > 100
