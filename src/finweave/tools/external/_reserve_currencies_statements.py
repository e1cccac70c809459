"""The statements of `reserve_currencies`: one relation a kind of figure, asked for its keys and its rows."""

from __future__ import annotations

from finweave.estate.statement import Statement

# Since the release of 2025-Q3 the publisher has no unallocated reserves from this quarter on.
ALL_ALLOCATED_FROM = "2000-Q1"

# Before its first quarter the publisher has year-end figures only; a year's end is that of its last quarter.
FIRST_QUARTERLY_YEAR = "1999"


def _of_world(table: str = "") -> str:
    dated = f"{table}frequency = 'year' AND {table}period < '{FIRST_QUARTERLY_YEAR}'"
    return f"{table}area = 'WLD' AND ({table}frequency = 'quarter' OR ({dated}))"


def _quarter(table: str = "") -> str:
    return f"CASE WHEN {table}frequency = 'year' THEN {table}period || '-Q4' ELSE {table}period END AS period"


_RELATIONS = {
    "share_allocated": f"""
      SELECT edition, currency, {_quarter()}, value, unit, provenance
      FROM cofer__reserves
      WHERE {_of_world()} AND holding = 'allocated' AND measure = 'share' AND currency <> 'TOTAL'
    """,
    "share_total": f"""
      SELECT s.edition, s.currency, {_quarter("s.")}, s.unit, s.provenance,
             CASE WHEN s.period < '{ALL_ALLOCATED_FROM}' AND s.currency <> 'TOTAL'
                  THEN a.value / t.value * 100 ELSE s.value END AS value
      FROM cofer__reserves AS s
      LEFT JOIN cofer__reserves AS a
        ON a.edition = s.edition AND a.period = s.period AND a.currency = s.currency AND a.area = s.area
        AND a.frequency = s.frequency AND a.holding = 'allocated' AND a.measure = 'amount'
      LEFT JOIN cofer__reserves AS t
        ON t.edition = s.edition AND t.period = s.period AND t.currency = 'TOTAL' AND t.area = s.area
        AND t.frequency = s.frequency AND t.holding = 'total' AND t.measure = 'amount'
      WHERE {_of_world("s.")} AND s.holding = 'allocated' AND s.measure = 'share'
    """,
    "amount_allocated": f"""
      SELECT edition, currency, {_quarter()}, value, unit, provenance
      FROM cofer__reserves
      WHERE {_of_world()} AND holding = 'allocated' AND measure = 'amount'
    """,
    "amount_total": f"""
      SELECT edition, currency, {_quarter()}, value, unit, provenance
      FROM cofer__reserves
      WHERE {_of_world()} AND measure = 'amount'
        AND ((holding = 'allocated' AND currency <> 'TOTAL') OR (holding = 'total' AND currency = 'TOTAL'))
    """,
}
_WHOM = {"all": "currency <> 'TOTAL'", "named": "list_contains($currencies, currency)"}
_TABLES = frozenset({"cofer__reserves"})

KEYS = Statement(
    "reserve_currencies_keys",
    """
    SELECT edition, currency, period
    FROM ({relation})
    WHERE value IS NOT NULL
    ORDER BY period, edition, currency
    """,
    _TABLES,
    choices={"relation": _RELATIONS},
)
ROWS = Statement(
    "reserve_currencies_rows",
    """
    SELECT currency, period, value, unit, edition, provenance
    FROM ({relation})
    WHERE value IS NOT NULL AND edition = $edition AND list_contains($periods, period) AND {whom}
    ORDER BY {order}
    """,
    _TABLES,
    choices={
        "relation": _RELATIONS,
        "whom": _WHOM,
        "order": {
            "period": "period, value DESC, currency",
            "asc": "value ASC, period, currency",
            "desc": "value DESC, period, currency",
        },
    },
)
