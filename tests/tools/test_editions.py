"""The newest edition that covers all that was asked answers; what it lacks is said with the edition that has it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.errors import ArgumentError
from finweave.tools.editions import editions_differ, newest_covering

HELD = {"2025-12-19": [1, 2, 3, 4], "2026-07-01": [4, 5]}


@pytest.mark.parametrize(
    ("asked", "edition", "elsewhere"),
    [
        ([4], "2026-07-01", {}),
        ([3, 4], "2025-12-19", {}),
        ([1, 4, 5], "2026-07-01", {1: "2025-12-19"}),
        ([1, 2, 5], "2025-12-19", {5: "2026-07-01"}),
        ([3, 5], "2026-07-01", {3: "2025-12-19"}),
    ],
)
def test_the_newest_that_covers_most_is_taken(
    asked: list[int], edition: str, elsewhere: dict[int, str]
) -> None:
    choice = newest_covering(HELD, asked)
    assert choice is not None
    assert choice.edition == edition
    assert choice.elsewhere == elsewhere


def test_an_edition_that_was_asked_for_is_not_replaced() -> None:
    choice = newest_covering(HELD, [4], "2025-12-19")
    assert choice is not None
    assert choice.edition == "2025-12-19"
    assert newest_covering(HELD, [5], "2025-12-19") is None


def test_an_unknown_edition_is_refused_with_those_held() -> None:
    with pytest.raises(ArgumentError) as caught:
        newest_covering(HELD, [4], "2020")
    assert caught.value.allowed == ("2025-12-19", "2026-07-01")


@given(
    held=st.dictionaries(st.sampled_from(["2020", "2021", "2022"]), st.sets(st.integers(0, 8))),
    asked=st.sets(st.integers(0, 8)),
)
def test_nothing_is_lost_and_nothing_is_spliced(held: dict[str, set[int]], asked: set[int]) -> None:
    choice = newest_covering(held, asked)
    reachable = asked & set().union(*held.values())
    if choice is None:
        assert not reachable
        return
    assert choice.covered == asked & held[choice.edition]
    assert choice.covered | set(choice.elsewhere) == reachable
    assert all(key in held[name] for key, name in choice.elsewhere.items())
    assert all(
        len(asked & keys) < len(choice.covered) or name <= choice.edition
        for name, keys in held.items()
        if len(asked & keys) >= len(choice.covered)
    )


def test_the_caveat_on_editions_is_mandatory_and_names_them() -> None:
    caveat = editions_differ("COFER", {"2026-07-01", "2025-12-19"})
    assert caveat.mandatory
    assert "2025-12-19 and 2026-07-01" in caveat.text
