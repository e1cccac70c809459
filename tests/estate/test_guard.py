"""Every way out of a statement that was tried on this engine, as a registered text and against the engine's settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest
from made_up_rates import RATES, RATES_STATEMENT, dataset

from finweave.core.errors import GuardError, QueryTimeoutError
from finweave.estate.build import BuildReport, build
from finweave.estate.engine import Limits, locked_database
from finweave.estate.guard import ALLOWED_FUNCTIONS, Guard
from finweave.estate.reader import Estate, open_estate
from finweave.estate.statement import Statement

OWN = frozenset({"rates__rates"})

FOREIGN_FILES = [
    "SELECT * FROM read_csv('{outside}')",
    "SELECT * FROM read_parquet('{outside}')",
    "SELECT * FROM read_text('{outside}')",
    "SELECT * FROM read_blob('{outside}')",
    "SELECT * FROM read_json('{outside}')",
    "SELECT * FROM '{outside}'",
    "SELECT * FROM '{folder}/../{name}'",
    "SELECT * FROM read_text('{link}')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('{outside}')",
    "SELECT * FROM parquet_metadata('{outside}')",
    "SELECT * FROM parquet_schema('{outside}')",
    "SELECT * FROM query_table('{outside}')",
    "SELECT * FROM 'https://example.org/x.parquet'",
    "SELECT * FROM 's3://bucket/x.parquet'",
    "COPY (SELECT 1) TO '{outside}'",
    "EXPORT DATABASE '{folder}/dump'",
    "IMPORT DATABASE '{folder}/dump'",
    "ATTACH '{outside}' AS other",
    "INSTALL httpfs",
    "LOAD httpfs",
    "LOAD '{outside}'",
]
SETTINGS = [
    "SET enable_external_access = true",
    "SET memory_limit = '100GB'",
    "SET temp_directory = '/tmp/elsewhere'",
    "SET lock_configuration = false",
    "SET allowed_paths = ['/etc/passwd']",
    "SET python_enable_replacements = true",
    "RESET max_execution_time",
    "SET SESSION max_execution_time = 0",
    "SET GLOBAL max_execution_time = 0",
    "SET log_query_path = '{outside}'",
    "SET GLOBAL enable_logging = true",
    "CREATE SECRET s (TYPE s3)",
]
ONLY_THE_GUARD = [
    "SELECT * FROM read_parquet('{parquet}')",
    "SELECT * FROM '{parquet}'",
    "SELECT * FROM glob('{parquet}')",
    "COPY (SELECT 1 AS x) TO '{parquet}' (FORMAT parquet, USE_TMP_FILE false)",
    "ATTACH ':memory:' AS other",
    "CREATE TABLE t AS SELECT 1 AS x",
    "CREATE TEMP VIEW rates__rates AS SELECT 1 AS x",
    "CREATE TEMP TABLE rates__rates AS SELECT 1 AS x",
    "CREATE TEMP MACRO sum(x) AS 1",
    "CREATE MACRO t() AS TABLE SELECT 1",
    "DROP TABLE rates__rates",
    "INSERT INTO rates__rates VALUES (1)",
    "DELETE FROM rates__rates",
    "UPDATE rates__rates SET rate = 0",
    "SET search_path = 'temp'",
    "SET VARIABLE x = 1",
    "SELECT getvariable('x')",
    "BEGIN",
    "CHECKPOINT",
    "VACUUM",
    "PREPARE p AS SELECT 1",
    "EXECUTE p",
    "CALL pragma_version()",
    "PRAGMA database_list",
    "EXPLAIN ANALYZE SELECT 1",
    "DESCRIBE rates__rates",
    "SHOW TABLES",
    "SUMMARIZE rates__rates",
    "DESCRIBE SELECT 1",
    "SELECT * FROM (DESCRIBE rates__rates)",
    "PIVOT rates__rates ON area USING sum(rate)",
    "SELECT * FROM (UNPIVOT rates__rates ON rate, level)",
    "SELECT 1; SELECT 2",
    "SELECT 1;",
    "",
    "not sql at all",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_tables",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM memory.main.rates__rates",
    "SELECT * FROM main.rates__rates",
    "SELECT * FROM pragma_table_info('rates__rates')",
    "SELECT current_setting('temp_directory')",
    "SELECT current_user",
    "SELECT current_date",
    "SELECT now()",
    "SELECT getenv('HOME')",
    "SELECT random()",
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('rates__rates')",
    "SELECT * FROM range(3)",
    "SELECT * FROM generate_series(1, 3)",
    "SELECT repeat('x', 2000000000)",
    "SELECT lpad('x', 2000000000, 'y')",
    "SELECT main.sum(rate) FROM rates__rates",
    "SELECT list_transform([1], lambda x: x + 1)",
    "SELECT * FROM rates__rates TABLESAMPLE 10%",
    "SELECT nextval('s')",
    "SELECT write_log('x')",
    "SELECT * FROM secrets__rates",
    "SELECT (SELECT max(x) FROM secrets__rates)",
    "WITH a AS (SELECT * FROM secrets__rates) SELECT * FROM a",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM rates__rates, secrets__rates)",
    "SELECT 1 LIMIT (SELECT count(*) FROM secrets__rates)",
    "SELECT rate FROM rates__rates UNION SELECT x FROM secrets__rates",
    # Names of WITH parts count only where the engine resolves them: elsewhere the real table is meant.
    "WITH secrets__rates AS (SELECT 1 AS x) SELECT * FROM secrets__rates",
    "WITH sqlite_master AS (SELECT * FROM sqlite_master) SELECT * FROM sqlite_master",
    "WITH RECURSIVE sqlite_master AS (SELECT * FROM sqlite_master) SELECT * FROM sqlite_master",
    "WITH RECURSIVE r AS (SELECT * FROM r UNION ALL SELECT 1) SELECT * FROM r",
    "SELECT * FROM sqlite_master, (WITH sqlite_master AS (SELECT 1) SELECT * FROM sqlite_master)",
    "WITH b AS (SELECT * FROM sqlite_master), sqlite_master AS (SELECT 1) SELECT * FROM b",
]
ALLOWED = [
    RATES_STATEMENT.sql,
    "SELECT area, rate FROM rates__rates WHERE area IN (SELECT unnest($areas)) ORDER BY rate DESC NULLS LAST, area",
    "SELECT v FROM unnest($areas) AS t(v)",
    "WITH newest AS (SELECT area, max(period) AS period FROM rates__rates GROUP BY area)"
    " SELECT r.area, r.rate FROM rates__rates r JOIN newest n USING (area, period)",
    "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
    "SELECT area, rate - lag(rate) OVER (PARTITION BY area ORDER BY period) FROM rates__rates",
    "SELECT count(*), count(DISTINCT area), median(rate), arg_max(area, rate) FROM rates__rates HAVING count(*) > 1",
    "SELECT CASE WHEN rate IS NULL THEN 'none' ELSE area || period END FROM rates__rates WHERE area LIKE 'A%'",
    "SELECT CAST(rate AS DOUBLE), date_part('year', seen), -rate, coalesce(level, 0) FROM rates__rates",
    "SELECT DISTINCT ON (area) area, period FROM rates__rates ORDER BY area, period DESC",
    "SELECT area FROM rates__rates QUALIFY row_number() OVER (PARTITION BY area ORDER BY period) = 1",
]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An estate, built once, with a file that is its own, one outside, and a link to that inside."""
    top = tmp_path_factory.mktemp("guarded")
    (top / "files" / "rates").mkdir(parents=True)
    (top / "files" / "rates" / "2024.csv").write_text(RATES, encoding="utf-8")
    report = build(
        top / "files", "built", [dataset()], home=top / "home", quarantine=(), starter=top / "none"
    )
    (parquet,) = (report.folder / "tables" / "rates").glob("*.parquet")
    outside = report.folder.parent / "outside.csv"
    outside.write_text("secret\n1\n", encoding="utf-8")
    link = parquet.parent / "link.csv"
    link.symlink_to(outside)
    return {
        "home": str(top / "home"),
        "parquet": str(parquet),
        "outside": str(outside),
        "folder": str(report.folder),
        "name": outside.name,
        "link": str(link),
    }


@pytest.fixture
def estate(places: dict[str, str], guard: Guard) -> Iterator[Estate]:
    """That estate, opened with the test's own guard."""
    with open_estate("built", Path(places["home"]), [dataset()], guard=guard) as opened:
        yield opened


@pytest.mark.parametrize("attempt", FOREIGN_FILES + SETTINGS + ONLY_THE_GUARD)
def test_no_escape_passes_the_guard_even_when_registered(
    attempt: str, estate: Estate, guard: Guard, places: dict[str, str]
) -> None:
    escape = Statement("escape", attempt.format(**places), OWN)
    guard.register(escape)
    before = Path(places["parquet"]).read_bytes()
    with pytest.raises(GuardError, match="refused"):
        estate.query(escape)
    assert Path(places["parquet"]).read_bytes() == before
    assert len(estate.query(RATES_STATEMENT)) == 3


@pytest.mark.parametrize("attempt", FOREIGN_FILES + SETTINGS)
def test_foreign_files_and_settings_are_closed_behind_the_guard_too(
    attempt: str, places: dict[str, str]
) -> None:
    with locked_database([Path(places["parquet"])], Limits()) as database:
        cursor = database.cursor()
        assert cursor.execute(f"SELECT count(*) FROM '{places['parquet']}'").fetchone() == (3,)
        with pytest.raises(duckdb.Error):
            cursor.execute(attempt.format(**places)).fetchall()


def reads_a_variable(database: duckdb.DuckDBPyConnection) -> list[tuple[int]]:
    relation_of_python = database.sql("SELECT 1 AS x")
    assert relation_of_python.columns == ["x"]
    return database.execute("SELECT * FROM relation_of_python").fetchall()


def test_a_variable_of_python_is_no_table() -> None:
    with duckdb.connect() as unlocked:
        assert reads_a_variable(unlocked) == [(1,)]
    with locked_database([], Limits()) as database, pytest.raises(duckdb.CatalogException):
        reads_a_variable(database.cursor())


@pytest.mark.parametrize("sql", ALLOWED)
def test_what_tools_need_is_allowed(sql: str, estate: Estate, guard: Guard) -> None:
    statement = Statement("useful", sql, OWN)
    guard.register(statement)
    assert estate.query(statement, {"areas": ["AAA"]} if "$areas" in sql else {})


def test_an_unregistered_text_never_runs(estate: Estate) -> None:
    with pytest.raises(GuardError, match="not a registered statement"):
        estate.query(Statement("new", "SELECT 1", frozenset()))
    with pytest.raises(GuardError, match="not a registered statement"):
        estate.engine.query("SELECT 1", {})


def test_a_tool_does_not_read_a_table_outside_its_list(
    build_rates: Callable[..., BuildReport], source: Path, guard: Guard
) -> None:
    (source / "rates").rename(source / "secrets")
    assert build_rates(dataset("secrets")).exit_code == 0
    reads_both = Statement("greedy", "SELECT rate FROM secrets__rates", OWN)
    guard.register(reads_both)
    with (
        open_estate("built", None, [dataset(), dataset("secrets")], guard=guard) as estate,
        pytest.raises(GuardError, match="'secrets__rates' is not among its own"),
    ):
        estate.query(reads_both)


def test_a_text_has_one_allowlist(guard: Guard) -> None:
    with pytest.raises(GuardError, match="same text is registered"):
        guard.register(Statement("twin", RATES_STATEMENT.sql, frozenset({"secrets__rates"})))


CHOOSING = Statement(
    "chooses",
    "SELECT {measure} FROM rates__rates WHERE area = $area ORDER BY period",
    OWN,
    {"measure": {"rate": "rate", "members": "members"}},
)


@pytest.mark.parametrize(
    "chosen", [{}, {"measure": "rate FROM rates__rates --"}, {"measure": "rate", "by": "x"}]
)
def test_a_choice_outside_its_closed_list_is_refused(
    chosen: dict[str, str], estate: Estate, guard: Guard
) -> None:
    guard.register(CHOOSING)
    with pytest.raises(GuardError):
        estate.query(CHOOSING, {"area": "AAA"}, **chosen)
    assert len(estate.query(CHOOSING, {"area": "AAA"}, measure="members")) == 2


def test_every_expansion_is_checked_by_check_all(guard: Guard) -> None:
    guard.register(CHOOSING)
    assert guard.check_all() == 3
    guard.register(
        Statement("bad", "SELECT {f}(rate) FROM rates__rates", OWN, {"f": {"a": "sum", "b": "read_text"}})
    )
    with pytest.raises(GuardError, match="read_text"):
        guard.check_all()


def test_a_value_with_sql_in_it_is_a_value(estate: Estate, guard: Guard) -> None:
    guard.register(CHOOSING)
    assert estate.query(CHOOSING, {"area": "AAA' OR 1=1 --"}, measure="rate") == []


BOMBS = {
    "a cross join": "SELECT count(*) FROM " + ", ".join(f"rates__rates t{n}" for n in range(24)),
    "endless recursion": "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
}


@pytest.mark.parametrize("sql", BOMBS.values(), ids=BOMBS.keys())
def test_a_statement_that_takes_too_long_is_stopped(
    sql: str, build_rates: Callable[..., BuildReport], guard: Guard
) -> None:
    build_rates()
    bomb = Statement("bomb", sql, OWN)
    guard.register(bomb)
    with open_estate("built", None, [dataset()], guard=guard, limits=Limits(milliseconds=300)) as estate:
        with pytest.raises(QueryTimeoutError):
            estate.query(bomb)
        assert len(estate.query(RATES_STATEMENT)) == 3


def test_a_statement_that_takes_too_much_memory_is_stopped(
    build_rates: Callable[..., BuildReport], guard: Guard
) -> None:
    build_rates()
    tables = ", ".join(f"rates__rates t{n}" for n in range(16))
    greedy = Statement("greedy", f"SELECT string_agg(t0.area || t1.period, '') FROM {tables}", OWN)
    guard.register(greedy)
    with (
        open_estate("built", None, [dataset()], guard=guard, limits=Limits(memory="64MB")) as estate,
        pytest.raises(QueryTimeoutError),
    ):
        estate.query(greedy)


def test_the_allowed_functions_exist_and_none_makes_more_than_it_is_given() -> None:
    with duckdb.connect() as database:
        known = {
            name
            for (name,) in database.execute(
                "SELECT DISTINCT function_name FROM duckdb_functions()"
            ).fetchall()
        }
    # These two are syntax that the engine's parser names as functions.
    assert ALLOWED_FUNCTIONS - known <= {"nullif", "position"}
    assert not ALLOWED_FUNCTIONS & {
        "repeat",
        "lpad",
        "rpad",
        "range",
        "generate_series",
        "format",
        "printf",
        "random",
    }
