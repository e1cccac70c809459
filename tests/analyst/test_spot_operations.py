"""What a question asks to be done."""

import pytest

from finweave.analyst.planner.spot.operations import spot_operations


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("How many countries are in category 7?", "count"),
        ("Which bank had the lowest minimum?", "extreme"),
        ("Top 5 banks by CET1", "rank"),
        ("By how many points did it fall?", "change"),
        ("What does LRMES mean?", "definition"),
        ("May I reprint the figures?", "definition"),
        ("What data do you have on Thailand?", "coverage"),
        ("Goldman vs Morgan Stanley", "compare"),
        ("the dollar's share over time", "history"),
        ("Which countries are on the black list?", "list"),
    ],
)
def test_a_cue_asks_for_its_operation(question: str, operation: str) -> None:
    assert spot_operations(question).has(operation)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "question", ["CET1 of JPMorgan in 2026", "Greece's country risk category", "Fed stress test"]
)
def test_a_plain_look_up_asks_for_nothing_more(question: str) -> None:
    assert spot_operations(question).operations == ()


def test_a_superlative_gives_the_order_and_a_number_the_rows() -> None:
    asked = spot_operations("bottom three banks by minimum CET1")
    assert (asked.order, asked.n) == ("asc", 3)
    asked = spot_operations("top 10 currencies")
    assert (asked.order, asked.n) == ("desc", 10)


def test_the_operation_over_cells_is_the_one_named() -> None:
    assert spot_operations("percent change from 2020 to 2024").derive == "percent_change"
    assert spot_operations("difference between A and B").derive == "difference"
    assert spot_operations("compare A with B").derive is None
