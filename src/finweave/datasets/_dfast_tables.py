"""The stored tables of the stress tests: the publisher's 56 number columns and what each of them means.

Columns are declared by stem: a ratio has an actual, an end and a minimum, a loan kind an amount and a rate. What a
file looks like is not here but in dfast.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from finweave.estate.declare import Field, Table

RISK_WEIGHTED = "of risk-weighted assets"
AVERAGE_ASSETS = "of average total assets (leverage ratio)"
EXPOSURE = "of total leverage exposure"
_LOANS = "of average loan balances, cumulative over the horizon"
_OVER_HORIZON = "of average assets, cumulative over the horizon"
_POINTS = {"actual": "actual", "end": "projected end of horizon", "min": "projected minimum"}

# stem, title, base: each has an actual, an end and a minimum, in this order in the file
_RATIOS = (
    ("tier1_common", "Tier 1 common ratio", RISK_WEIGHTED),
    ("common_equity_tier1", "CET1 ratio", RISK_WEIGHTED),
    ("tier1_capital", "Tier 1 capital ratio", RISK_WEIGHTED),
    ("total_capital", "Total capital ratio", RISK_WEIGHTED),
    ("tier1_leverage", "Tier 1 leverage ratio", AVERAGE_ASSETS),
    ("supp_leverage", "Supplementary leverage ratio", EXPOSURE),
)
_RISK_ASSETS = (("rwa_general_appr", "general approach"), ("rwa_standardized_appr", "standardized approach"))
LOAN_KINDS = (
    ("total_loan", "total"),
    ("dom_first_mtg", "domestic first-lien mortgages"),
    ("dom_jr_lien_heloc", "domestic junior liens and HELOCs"),
    ("comml_ind_loan", "commercial and industrial"),
    ("dom_cre_loan", "domestic commercial real estate"),
    ("credit_card_loan", "credit cards"),
    ("other_consumer_loan", "other consumer"),
    ("other_loan", "other loans"),
)
# stem, title, whether a rate stands beside the amount
_INCOME = (
    ("revenue_preprovision_net", "Pre-provision net revenue", True),
    ("income_net_interest", "Net interest income", True),
    ("income_noninterest", "Noninterest income", True),
    ("expense_noninterest", "Noninterest expense", True),
    ("revenue_other", "Other revenue", False),
    ("provision", "Provisions", False),
    ("loss_securities", "Losses on securities", False),
    ("loss_trading_counterparty", "Trading and counterparty losses", False),
    ("loss_other", "Other losses", False),
    ("income_pretax_net", "Net income before taxes", True),
    ("income_other_comprehensive", "Other comprehensive income", False),
)


def _percent(name: str, label: str, base: str, *, flow: bool = False) -> Field:
    nature = "flow" if flow else "level"
    return Field(name, "decimal", "value", label, "percent", base, 1, nature)


def _billion(name: str, label: str, *, flow: bool = True) -> Field:
    return Field(name, "decimal", "value", label, "USD billion", "", 1, "flow" if flow else "level")


def _figures() -> Iterator[Field]:
    """The 56 number columns in the order of the file."""
    for stem, title, base in _RATIOS:
        for point, said in _POINTS.items():
            yield _percent(f"{stem}_{point}_rat", f"{title}, {said}", base)
    for stem, approach in _RISK_ASSETS:
        for point in ("actual", "end"):
            yield _billion(
                f"{stem}_{point}_amt", f"Risk-weighted assets, {approach}, {_POINTS[point]}", flow=False
            )
    for stem, title in LOAN_KINDS:
        yield _billion(f"loss_{stem}_amt", f"Loan losses, {title}, cumulative over the horizon")
        yield _percent(f"loss_{stem}_rate", f"Loan loss rate, {title}", _LOANS, flow=True)
    for stem, title, rated in _INCOME:
        yield _billion(f"{stem}_amt", f"{title}, cumulative over the horizon")
        if rated:
            yield _percent(f"{stem}_rate", f"{title}, rate", _OVER_HORIZON, flow=True)
    for point in ("actual", "end"):
        yield _billion(
            f"aoci_incl_capital_{point}_amt", f"AOCI included in capital, {_POINTS[point]}", flow=False
        )


FIGURES = tuple(_figures())
RESULTS = Table(
    "results",
    (
        Field("exercise", "text", "period", "Exercise"),
        Field("exercise_name", "text", "label", "Exercise name"),
        Field("actual_as_of", "text", "label", "Quarter of the actual data"),
        Field("id_rssd", "text", "entity", "RSSD of the holding company"),
        Field("bank", "text", "label", "Bank"),
        Field("scenario", "text", "label", "Scenario"),
        *FIGURES,
    ),
    key=("exercise", "scenario", "id_rssd"),
    sort=("id_rssd", "exercise", "scenario"),
    whole="a row for every participating bank of an exercise, as many as the aggregate's name says",
)
PATHS = Table(
    "paths",
    (
        Field("exercise", "text", "period", "Exercise"),
        Field("scenario", "text", "label", "Scenario"),
        Field("item", "text", "label", "Item key"),
        Field("label", "text", "label", "Item"),
        Field("section", "text", "label", "Section"),
        Field("unit", "text", "label", "Unit"),
        Field("base", "text", "label", "Base"),
        Field("projection", "text", "label", "Projection quarter"),
        Field("period", "text", "period", "Quarter"),
        Field("value", "decimal", "value", "Value", decimals=1, nature="level"),
    ),
    key=("exercise", "scenario", "item", "projection"),
    whole="65 items in nine projected quarters",
)
SCENARIOS = Table(
    "scenarios",
    (
        Field("exercise", "text", "period", "Exercise"),
        Field("scenario", "text", "label", "Scenario"),
        Field("variable", "text", "label", "Variable"),
        Field("unit", "text", "label", "Unit"),
        Field("base", "text", "label", "Base"),
        Field("period", "text", "period", "Quarter"),
        Field("value", "decimal", "value", "Value", decimals=3, nature="level"),
    ),
    key=("exercise", "scenario", "variable", "period"),
    whole="domestic and international variables of a scenario in thirteen quarters",
)
