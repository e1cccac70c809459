"""The everyday words of the OECD country risk classification, and questions answered."""

from __future__ import annotations

from finweave.tools.declare import Example, Vocabulary

VOCABULARY = Vocabulary(
    subject=(
        "country risk",
        "country risk classification",
        "country risk classifications",
        "country risk category",
        "country risk rating",
        "OECD country risk",
        "CRC",
        "CRC rating",
        "OECD classification",
        "OECD risk classification",
        "OECD risk category",
        "risk category",
        "risk classification",
        "export credit category",
        "OECD rating",
        "export credit risk",
        "rated by the OECD",
        "classified by the OECD",
        "OECD risk",
    ),
    values={
        "category": {
            "0": ("category 0", "category zero", "risk category 0", "lowest risk category"),
            **{str(n): (f"category {n}", f"risk category {n}", f"rated {n}") for n in range(1, 7)},
            "7": (
                "category 7",
                "rated 7",
                "risk category 7",
                "worst risk category",
                "highest risk category",
                "worst category",
            ),
            "-": ("not classified", "unclassified"),
        },
        "history": {
            "true": ("history", "changes", "since 1999", "over time", "historical", "upgraded", "downgraded")
        },
    },
    columns={"category": ("category", "classification", "rating", "risk level"), "reason": ("reason", "why")},
    explained=(
        "OECD",
        "country",
        "countries",
        "risk",
        "export credit",
        "export credits",
        "participants",
        "rated",
        "rate",
        "classified",
        "classify",
        "sit",
        "placed",
        "put",
        "arrangement",
        "list",
        "class",
        "score",
    ),
)

EXAMPLES = (
    Example("What is Bangladesh's OECD country risk category?", {"country": "Bangladesh"}),
    Example(
        "How has Argentina's OECD country risk classification changed?",
        {"country": "Argentina", "history": True},
    ),
    Example("How many countries are in the OECD's worst risk category, 7?", {"category": "7"}),
    Example("OECD country risk classification of Greece?", {"country": "Greece"}),
    Example("Sri Lanka's country risk category in 2020", {"country": "Sri Lanka", "period": "2020"}),
)
