"""The everyday words of reserve currencies, and questions answered."""

from __future__ import annotations

from finweave.tools.declare import Example, Vocabulary

VOCABULARY = Vocabulary(
    subject=(
        "COFER",
        "reserve currency",
        "reserve currencies",
        "allocated reserves",
        "currency composition",
        "foreign exchange reserves by currency",
        "official reserves",
        "official foreign exchange reserves",
        "global reserves",
        "world reserves",
        "global FX reserves",
        "share of reserves",
        "share of global reserves",
        "reserve share",
        "central bank reserves",
        "dedollarization",
        "de-dollarization",
        "reserve holdings",
        "global foreign exchange reserves",
        "total foreign exchange reserves",
        "world foreign exchange reserves",
        "world's foreign exchange reserves",
    ),
    values={
        "base": {
            "allocated": ("of allocated reserves", "allocated"),
            "total": ("of total reserves", "total reserves", "of all reserves", "including unallocated"),
        },
        "measure": {
            "share": ("share", "share of", "percentage", "percent", "proportion", "weight", "fraction"),
            "amount": (
                "amount",
                "amounts",
                "volume",
                "in dollar terms",
                "dollar value",
                "claims in",
                "holdings of",
            ),
        },
        "currency": {
            "OTHER": ("other currencies",),
            "TOTAL": (
                "all currencies together",
                "total foreign exchange reserves",
                "total official reserves",
                "total official foreign exchange reserves",
                "total global reserves",
                "total world reserves",
            ),
        },
    },
    columns={
        "share": ("share", "reserve share", "weight"),
        "amount": ("amount", "claims", "holdings"),
    },
    explained=(
        "reserves",
        "reserve",
        "foreign exchange",
        "FX",
        "official",
        "currency",
        "currencies",
        "IMF",
        "world",
        "world's",
        "global",
        "central banks",
        "held",
        "edition",
        "newest edition",
        "separately reported",
        "first separately reported",
        "reported",
        "quarter",
        "fallen",
        "fell",
        "rose",
        "split",
        "breakdown",
        "composition",
        "risen",
    ),
)

EXAMPLES = (
    Example("What share of allocated reserves is in US dollars?", {"currency": "USD"}),
    Example(
        "By how many percentage points did the USD share of allocated reserves fall between Q4 2000 and Q4 2020?",
        {"currency": "USD", "from": "2000-Q4", "to": "2020-Q4"},
    ),
    Example("Euro's share of allocated reserves, 2015", {"currency": "EUR", "period": "2015"}),
    Example("Which currencies make up global foreign exchange reserves?", {}),
    Example(
        "What was the dollar's share of total reserves in the first quarter of 1999?",
        {"currency": "USD", "base": "total", "period": "1999-Q1"},
    ),
)
