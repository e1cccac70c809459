"""The stress test's measures: for each the stored columns, what they are called and their units; and its statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from finweave.estate.statement import Statement
from finweave.results import Column

RISK_WEIGHTED = "of risk-weighted assets"
AVERAGE_ASSETS = "of average total assets (leverage ratio)"
EXPOSURE = "of total leverage exposure"
LOAN_BALANCES = "of average loan balances, cumulative over the horizon"
OVER_HORIZON = "of average assets, cumulative over the horizon"


@dataclass(frozen=True, slots=True)
class Stored:
    """A column of a result and the stored column it shows."""

    stored: str
    column: Column


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure's columns in the order shown; `lead` is the name of the one that ranks."""

    label: str
    lead: str
    columns: tuple[Stored, ...]

    def stored(self, name: str) -> str:
        """The stored column behind a result's column."""
        return next(each.stored for each in self.columns if each.column.name == name)


_POINTS = (
    ("actual", "actual", "Actual", ("actual", "start", "starting", "before the test", "initial")),
    (
        "min",
        "minimum",
        "Projected minimum",
        ("minimum", "trough", "low", "lowest", "bottom", "floor", "low point", "stressed"),
    ),
    ("end", "end", "Projected end-of-horizon", ("end", "final", "end of horizon", "ending")),
)


def _ratio(stored: str, title: str, base: str, prefix: str = "") -> tuple[Stored, ...]:
    """A capital ratio's three points: at the start, lowest of the projected quarters, at the end."""
    return tuple(
        Stored(
            f"{stored}_{point}_rat",
            Column(
                f"{prefix}{name}",
                f"{label} {title}",
                "value",
                unit="percent",
                base=base,
                names=(*words, f"{words[0]} {title}"),
                nature="level",
                decimals=1,
                higher_is="better",
            ),
        )
        for point, name, label, words in _POINTS
    )


def _amount(stored: str, name: str, label: str, *words: str) -> Stored:
    return Stored(
        stored, Column(name, label, "value", unit="USD billion", names=words, nature="flow", decimals=1)
    )


def _rate(stored: str, name: str, label: str, base: str, *words: str) -> Stored:
    return Stored(
        stored,
        Column(name, label, "value", unit="percent", base=base, names=words, nature="flow", decimals=1),
    )


_LOANS = (
    ("total_loan", "total_loans", "Total loan losses", ("loan losses", "total loan losses", "losses on loans")),
    ("dom_first_mtg", "first_lien_mortgages", "First-lien mortgages, domestic", ("first lien", "mortgage losses")),
    ("dom_jr_lien_heloc", "junior_liens", "Junior liens and HELOCs, domestic", ("junior liens", "HELOC", "home equity")),
    ("comml_ind_loan", "commercial_industrial", "Commercial and industrial loans", ("C&I", "commercial and industrial")),
    ("dom_cre_loan", "commercial_real_estate", "Commercial real estate, domestic", ("CRE", "commercial real estate")),
    ("credit_card_loan", "credit_cards", "Credit cards", ("credit card", "card losses")),
    ("other_consumer_loan", "other_consumer", "Other consumer loans", ("other consumer", "consumer loans")),
    ("other_loan", "other_loans", "Other loans", ("other loans",)),
)  # fmt: skip
_LOSS_AMOUNTS = tuple(
    _amount(
        f"loss_{stem}_amt",
        name,
        label if name == "total_loans" else f"Loan losses, {label[:1].lower()}{label[1:]}",
        *words,
    )
    for stem, name, label, words in _LOANS
)
_LOSS_RATES = tuple(
    _rate(
        f"loss_{stem}_rate",
        name,
        "Total loan loss rate"
        if name == "total_loans"
        else f"Loan loss rate, {label[:1].lower()}{label[1:]}",
        LOAN_BALANCES,
        *words,
    )
    for stem, name, label, words in _LOANS
)
_CET1 = _ratio("common_equity_tier1", "CET1 ratio", RISK_WEIGHTED)
TIER1_COMMON = _ratio("tier1_common", "tier 1 common ratio", RISK_WEIGHTED, "tier1_common_")

MEASURES: Mapping[str, Measure] = {
    "cet1": Measure("CET1 ratio", "minimum", (*_CET1, *TIER1_COMMON)),
    "tier1_common": Measure("Tier 1 common ratio", "tier1_common_minimum", TIER1_COMMON),
    "tier1": Measure(
        "Tier 1 capital ratio", "minimum", _ratio("tier1_capital", "tier 1 capital ratio", RISK_WEIGHTED)
    ),
    "total_capital": Measure(
        "Total capital ratio", "minimum", _ratio("total_capital", "total capital ratio", RISK_WEIGHTED)
    ),
    "leverage": Measure(
        "Tier 1 leverage ratio", "minimum", _ratio("tier1_leverage", "tier 1 leverage ratio", AVERAGE_ASSETS)
    ),
    "supplementary_leverage": Measure(
        "Supplementary leverage ratio",
        "minimum",
        _ratio("supp_leverage", "supplementary leverage ratio", EXPOSURE),
    ),
    "losses": Measure(
        "Projected losses",
        "total_loans",
        (
            *_LOSS_AMOUNTS,
            _amount("provision_amt", "provisions", "Provisions", "provisions"),
            _amount(
                "loss_securities_amt", "securities", "Realized losses on securities", "securities losses"
            ),
            _amount(
                "loss_trading_counterparty_amt",
                "trading_counterparty",
                "Trading and counterparty losses",
                "trading losses",
                "counterparty losses",
            ),
            _amount("loss_other_amt", "other_losses", "Other losses or gains", "other losses"),
        ),
    ),
    "loss_rate": Measure("Projected loan loss rates", "total_loans", _LOSS_RATES),
    "ppnr": Measure(
        "Pre-provision net revenue",
        "ppnr",
        (
            _amount("revenue_preprovision_net_amt", "ppnr", "Pre-provision net revenue", "PPNR"),
            _rate(
                "revenue_preprovision_net_rate", "ppnr_rate", "Pre-provision net revenue rate", OVER_HORIZON
            ),
            _amount(
                "income_net_interest_amt", "net_interest_income", "Net interest income", "net interest income"
            ),
            _amount(
                "income_noninterest_amt", "noninterest_income", "Noninterest income", "noninterest income"
            ),
            _amount(
                "expense_noninterest_amt", "noninterest_expense", "Noninterest expense", "noninterest expense"
            ),
        ),
    ),
    "pretax_income": Measure(
        "Pre-tax net income",
        "pretax_income",
        (
            _amount(
                "income_pretax_net_amt", "pretax_income", "Pre-tax net income", "net income before taxes"
            ),
            _rate("income_pretax_net_rate", "pretax_income_rate", "Pre-tax net income rate", OVER_HORIZON),
        ),
    ),
}

RATIOS = frozenset({"cet1", "tier1_common", "tier1", "total_capital", "leverage", "supplementary_leverage"})
"""Measures with an actual value, a projected minimum and an end."""

_RESULTS = frozenset({"dfast__results"})

EXERCISES = Statement(
    "stress_test_exercises",
    """
    SELECT edition, exercise, max(exercise_name), max(actual_as_of), scenario,
           max(CASE WHEN id_rssd = 'ALL' THEN bank END), sum(CASE WHEN id_rssd = 'ALL' THEN 0 ELSE 1 END)
    FROM dfast__results
    GROUP BY edition, exercise, scenario
    ORDER BY exercise, scenario, edition
    """,
    _RESULTS,
)
BANKS = Statement(
    "stress_test_banks",
    """
    SELECT id_rssd, bank, string_agg(DISTINCT exercise, ', ' ORDER BY exercise), max(exercise) AS newest
    FROM dfast__results
    WHERE id_rssd <> 'ALL'
    GROUP BY id_rssd, bank
    ORDER BY newest, bank
    """,
    _RESULTS,
)
RESULTS = Statement(
    "stress_test_results",
    """
    SELECT id_rssd, bank, exercise, scenario, provenance, {measure}
    FROM dfast__results
    WHERE edition = $edition AND scenario = $scenario AND list_contains($exercises, exercise) AND {whom}
    ORDER BY {order}
    """,
    _RESULTS,
    choices={
        "measure": {
            name: ", ".join(
                [
                    f"{measure.stored(measure.lead)} AS lead",
                    *(f"{each.stored} AS {each.column.name}" for each in measure.columns),
                ]
            )
            for name, measure in MEASURES.items()
        },
        "whom": {"all": "id_rssd <> 'ALL'", "named": "list_contains($keys, id_rssd)"},
        "order": {
            "none": "exercise, bank",
            "asc": "lead ASC NULLS LAST, exercise, bank",
            "desc": "lead DESC NULLS LAST, exercise, bank",
        },
    },
)
COUNTS = Statement(
    "stress_test_counts",
    """
    SELECT edition, exercise, scenario, count({lead})
    FROM dfast__results
    WHERE id_rssd <> 'ALL'
    GROUP BY edition, exercise, scenario
    ORDER BY edition, exercise, scenario
    """,
    _RESULTS,
    choices={"lead": {name: measure.stored(measure.lead) for name, measure in MEASURES.items()}},
)
# What stands before the measure's own columns in a row of RESULTS.
LEADING = 6

LINES = Statement(
    "stress_test_lines",
    """
    SELECT DISTINCT edition, exercise, scenario, item, label
    FROM dfast__paths
    ORDER BY exercise, scenario, item
    """,
    frozenset({"dfast__paths"}),
)
PATHS = Statement(
    "stress_test_paths",
    """
    SELECT label, period, projection, value, unit, base, provenance
    FROM dfast__paths
    WHERE edition = $edition AND exercise = $exercise AND scenario = $scenario AND item = $item
    ORDER BY {order}
    """,
    frozenset({"dfast__paths"}),
    choices={"order": {"none": "period", "asc": "value ASC, period", "desc": "value DESC, period"}},
)
VARIABLES = Statement(
    "stress_test_variables",
    """
    SELECT DISTINCT edition, exercise, scenario, variable, variable AS label
    FROM dfast__scenarios
    ORDER BY exercise, scenario, variable
    """,
    frozenset({"dfast__scenarios"}),
)
VARIABLE = Statement(
    "stress_test_variable",
    """
    SELECT variable, period, NULL AS projection, value, unit, base, provenance
    FROM dfast__scenarios
    WHERE edition = $edition AND exercise = $exercise AND scenario = $scenario AND variable = $item
    ORDER BY {order}
    """,
    frozenset({"dfast__scenarios"}),
    choices={"order": {"none": "period", "asc": "value ASC, period", "desc": "value DESC, period"}},
)
EXTREMES = Statement(
    "stress_test_extremes",
    """
    SELECT variable, arg_min(value, period), min(value), arg_min(period, value), max(value),
           arg_max(period, value), arg_max(value, period), max(unit), max(base), max(provenance)
    FROM dfast__scenarios
    WHERE edition = $edition AND exercise = $exercise AND scenario = $scenario
    GROUP BY variable
    ORDER BY variable
    """,
    frozenset({"dfast__scenarios"}),
)
STATEMENTS = (EXERCISES, BANKS, RESULTS, COUNTS, LINES, PATHS, VARIABLES, VARIABLE, EXTREMES)
