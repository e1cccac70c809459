"""Results with made-up figures that the gate's tests judge drafts against."""

from decimal import Decimal

from finweave.results import Caveat, Column, Source, ToolResult


def source(dataset: str, vintage: str) -> Source:
    return Source(dataset, dataset, "publisher", vintage, "open", "", "", "unclear", "publisher_file")


def rows(*given: tuple[object, ...]) -> tuple[tuple[Decimal | str | None, ...], ...]:
    return tuple(
        tuple(Decimal(str(v)) if isinstance(v, int | float | Decimal) else v for v in row) for row in given
    )


LOANS = ToolResult(
    "bank_loans",
    {"banks": ["Alder Bank", "Birch Bank"]},
    "ok",
    (
        Column("bank", "Bank", "entity"),
        Column("quarter", "Quarter", "period"),
        Column("assets", "Total assets", "value", "USD millions"),
        Column("ratio", "Capital ratio", "value", "percent", "risk-weighted assets", names=("solvency",)),
        Column("npl", "NPL ratio", "value", "percent", "total loans"),
    ),
    rows(
        ("Alder Bank", "2025-Q3", 151200, 11.3, 2.4),
        ("Alder Bank", "2025-Q4", 152300, 11.9, 2.2),
        ("Birch Bank", "2025-Q3", 88400, 13.6, 0.9),
        ("Birch Bank", "2025-Q4", 90100, 14.2, 1.3),
    ),
    total_rows=4,
    notes=("The minimum requirement is 4.5 percent.",),
    sources=(source("Made-up call reports", "2026-03"),),
    id=1,
)
MOVES = ToolResult(
    "changes",
    {},
    "ok",
    (
        Column("country", "Country", "entity"),
        Column("year", "Year", "period"),
        Column("growth", "Credit growth", "value", "percent", nature="change"),
        Column("balance", "Current account balance", "value", "percent", "GDP"),
        Column("gap", "Change in the share", "value", "percentage points", nature="change"),
    ),
    rows(("Norway", "2024", 3.4, -1.7, 0.6), ("Chile", "2024", -2.9, 2.3, -1.2)),
    total_rows=2,
    sources=(source("Made-up macro data", "2025-10"),),
    id=2,
)
MODEL = ToolResult(
    "scores",
    {},
    "ok",
    (
        Column("c", "Country", "entity"),
        Column("y", "Year", "period"),
        Column("s", "Score", "value", "score (0-100)"),
    ),
    rows(("Norway", "2024", 18.4), ("Chile", "2024", 44.1)),
    total_rows=2,
    caveats=(
        Caveat(
            "beaten",
            "Debt to GDP alone ranks better than this model.",
            True,
            (("debt/GDP", "debt to GDP", "debt-to-GDP"), ("better", "beat", "outperform")),
        ),
    ),
    id=3,
)
