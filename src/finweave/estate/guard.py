"""The guard: a statement reaches an engine only as a registered constant that was read through beforehand.

Two things are held apart. Registration is cheap (it keeps the texts a statement can ever be), so that sixty tools
cost nothing at start; the check of a text happens once, when it is first needed in a process. DuckDB's own settings
keep it from foreign files, but not from writing a listed file, shadowing a table, telling its settings or building a
string of gigabytes: that is why the tree of every text is walked here and everything not known to be harmless is
refused. What a statement may read is its own allowlist: least privilege by tool.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from finweave.core.errors import GuardError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from finweave.estate.statement import Statement


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OPERATORS = "+ - * / // % || ~~ !~~ ~~* !~~* like_escape not_like_escape ilike_escape not_ilike_escape"
_AGGREGATES = """any_value arg_max arg_min argmax argmin avg bool_and bool_or corr count count_if count_star covar_pop
covar_samp first last max max_by median min min_by mode quantile_cont quantile_disc regr_count regr_intercept regr_r2
regr_slope stddev stddev_pop stddev_samp string_agg sum var_pop var_samp"""
_WINDOWS = (
    """cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number"""
)
_NUMBERS = "abs ceil ceiling exp floor greatest least ln log log10 mod nullif power round sign sqrt trunc"
_TEXT = """concat concat_ws contains ends_with instr left length levenshtein list_contains list_value lower ltrim
jaro_winkler_similarity position prefix regexp_extract regexp_full_match regexp_matches replace right rtrim split_part
starts_with strip_accents strpos substr substring suffix trim upper unnest"""
_DATES = """date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayofmonth
dayofweek dayofyear isodow last_day make_date month quarter strftime strptime to_days to_months to_quarters to_weeks
to_years week weekofyear year yearweek"""

ALLOWED_FUNCTIONS = _words(" ".join((_OPERATORS, _AGGREGATES, _WINDOWS, _NUMBERS, _TEXT, _DATES)))
"""Functions a statement may call. None reads a file, the settings, the clock or makes more than it is given."""

_NODES = _words(
    """SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE SUBQUERY JOIN EMPTY EXPRESSION_LIST
    TABLE_FUNCTION ORDER_MODIFIER LIMIT_MODIFIER DISTINCT_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING"""
)
_EXPRESSIONS = _words(
    """BETWEEN CASE CAST COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION OPERATOR PARAMETER STAR SUBQUERY TYPE
    WINDOW"""
)
# Words that DuckDB reads as functions when no column bears them: clock, user and catalog.
_HIDDEN_FUNCTIONS = _words(
    """current_catalog current_database current_date current_localtime current_localtimestamp current_role
    current_schema current_time current_timestamp current_user localtime localtimestamp session_user user"""
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check of a text found: the stored tables it reads, and whether it limits its own rows."""

    tables: frozenset[str]
    limited: bool


class Guard:
    """The texts that may reach an engine. One serves a process (`STATEMENTS`); tests make their own."""

    def __init__(self) -> None:
        self._allowed: dict[str, frozenset[str]] = {}
        self._checked: dict[str, Checked] = {}

    def register(self, *statements: Statement) -> None:
        """Makes every text these statements can ever be known; a text has one allowlist."""
        for statement in statements:
            for text in statement.expansions():
                if self._allowed.setdefault(text, statement.tables) != statement.tables:
                    raise GuardError(
                        f"statement {statement.name!r}: the same text is registered with the tables"
                        f" {sorted(self._allowed[text])}, not {sorted(statement.tables)}"
                    )

    def text(self, statement: Statement, chosen: Mapping[str, str]) -> str:
        """The registered text of a statement for these choices."""
        if set(chosen) != set(statement.choices):
            raise GuardError(
                f"statement {statement.name!r} takes the choices {sorted(statement.choices)}, not {sorted(chosen)}"
            )
        for choice, value in chosen.items():
            allowed = tuple(statement.choices[choice])
            if value not in allowed:
                raise GuardError(
                    f"statement {statement.name!r}: {choice} is one of {list(allowed)}, not {value!r}",
                    field=choice,
                    given=value,
                    allowed=allowed,
                )
        return statement.text(**chosen)

    def require(self, text: str, connection: DuckDBPyConnection) -> Checked:
        """What a registered text reads, checked at its first use; GuardError for any other text."""
        found = self._checked.get(text)
        if found is None:
            allowed = self._allowed.get(text)
            if allowed is None:
                raise GuardError(f"not a registered statement: {_shown(text)}; only registered constants run")
            found = self._checked[text] = check(text, allowed, connection)
        return found

    def check_all(self) -> int:
        """Checks every registered text (tests and `doctor` do); how many there are."""
        import duckdb

        with duckdb.connect(":memory:") as connection:
            for text in self._allowed:
                self.require(text, connection)
        return len(self._allowed)


STATEMENTS = Guard()
"""The process's guard: tools register their statements here."""


def check(text: str, allowed: frozenset[str], connection: DuckDBPyConnection) -> Checked:
    """Reads a text through: one plain SELECT over allowed tables with allowed functions, else GuardError says why."""
    import duckdb

    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as error:
        raise _refused(text, f"it is not SQL ({str(error).splitlines()[0]})") from error
    if len(statements) != 1:
        raise _refused(text, f"it holds {len(statements)} statements; one is allowed")
    kind = statements[0].type
    if kind != duckdb.StatementType.SELECT:
        raise _refused(text, f"it is {kind.name}; only SELECT is allowed")
    if ";" in text:
        raise _refused(text, "it holds a semicolon")
    row = connection.execute("SELECT json_serialize_sql($1)", [text]).fetchone()
    tree = cast("dict[str, object]", json.loads(str(row[0]) if row else "{}"))
    if tree.get("error", True):
        raise _refused(text, f"it cannot be read as a tree ({tree.get('error_message')})")
    walk = _Walk(text, allowed)
    node = _items(tree.get("statements"))[0]["node"]
    walk.visit(node, frozenset())
    return Checked(frozenset(walk.read), _limited(node))


class _Walk:
    """One walk over a tree. CTE names count only where DuckDB resolves them: elsewhere they are real tables."""

    def __init__(self, text: str, allowed: frozenset[str]) -> None:
        self.text = text
        self.allowed = allowed
        self.read: set[str] = set()

    def visit(self, value: object, names: frozenset[str]) -> None:
        """Checks a value of the tree and all below it; `names` are the CTEs visible there."""
        if isinstance(value, list):
            for item in cast("list[object]", value):
                self.visit(item, names)
        elif isinstance(value, dict):
            self.node(cast("dict[str, object]", value), names)

    def node(self, node: dict[str, object], names: frozenset[str]) -> None:
        """Checks one node, then what is below it with the CTE names it adds."""
        self.kind(node)
        self.function(node)
        if node.get("type") == "BASE_TABLE":
            self.table(node, names)
        below = names | self.common(node, names)
        recursive = node.get("type") == "RECURSIVE_CTE_NODE"
        for key, value in node.items():
            if key == "cte_map":
                continue
            own = recursive and key == "right"
            self.visit(value, below | {str(node.get("cte_name"))} if own else below)

    def common(self, node: dict[str, object], names: frozenset[str]) -> frozenset[str]:
        """Visits the node's CTEs in order: each sees those before it, never itself."""
        found: set[str] = set()
        entries = node.get("cte_map")
        if isinstance(entries, dict):
            for entry in _items(cast("dict[str, object]", entries).get("map")):
                name = str(entry["key"])
                if "__" in name:
                    raise _refused(self.text, f"the name {name!r} of a WITH part looks like a stored table")
                self.visit(entry["value"], names | found)
                found.add(name)
        return frozenset(found)

    def kind(self, node: dict[str, object]) -> None:
        """Refuses kinds of nodes that are not known to be harmless (SHOW, PIVOT, LAMBDA, samples, ...)."""
        kind = node.get("type")
        if not isinstance(kind, str):
            return
        group = node.get("class")
        if isinstance(group, str):
            if group not in _EXPRESSIONS:
                raise _refused(self.text, f"{group} expressions are not allowed")
        elif kind not in _NODES:
            raise _refused(self.text, f"{kind} is not allowed")
        if node.get("sample") is not None or node.get("at_clause") is not None:
            raise _refused(self.text, "a sample or a point in time is not allowed")
        if kind == "COLUMN_REF":
            path = cast("list[object]", node.get("column_names") or [])
            if len(path) == 1 and str(path[0]).lower() in _HIDDEN_FUNCTIONS:
                raise _refused(self.text, f"{path[0]!r} is not allowed: it is not a column")

    def function(self, node: dict[str, object]) -> None:
        """Refuses functions outside the list, and table functions other than unnest."""
        name = node.get("function_name")
        if name is not None and (name not in ALLOWED_FUNCTIONS or node.get("schema") or node.get("catalog")):
            raise _refused(self.text, f"the function {name!r} is not allowed")
        if node.get("type") == "TABLE_FUNCTION":
            called = cast("dict[str, object]", node.get("function") or {}).get("function_name")
            if called != "unnest":
                raise _refused(self.text, f"the table function {called!r} is not allowed")

    def table(self, node: dict[str, object], names: frozenset[str]) -> None:
        """Refuses tables outside the allowlist, and names with a catalog or schema."""
        name = str(node.get("table_name"))
        if node.get("schema_name") or node.get("catalog_name"):
            raise _refused(self.text, f"the table {name!r} is named with a catalog or schema")
        if name in names:
            return
        if name not in self.allowed:
            raise _refused(self.text, f"the table {name!r} is not among its own {sorted(self.allowed)}")
        self.read.add(name)


def _items(value: object) -> list[dict[str, object]]:
    return cast("list[dict[str, object]]", value) if isinstance(value, list) else []


def _limited(node: object) -> bool:
    modifiers = cast("dict[str, object]", node).get("modifiers")
    return any(str(modifier.get("type", "")).startswith("LIMIT") for modifier in _items(modifiers))


def _refused(text: str, why: str) -> GuardError:
    return GuardError(f"statement refused, {why}: {_shown(text)}")


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 120 else line[:117] + "...")
