"""Names of countries and banks: one, several, near, or none."""

from __future__ import annotations

import pytest

from finweave.core.errors import UnknownNameError
from finweave.tools.outcomes import AmbiguousOutcome
from finweave.tools.subjects import resolve_banks, resolve_countries

HELD = [
    ("1039502", "JPMorgan Chase & Co."),
    ("1074156", "BB&T Corporation"),
    ("1074156", "Truist Financial Corporation"),
    ("1025608", "BancWest Corporation"),
    ("1248078", "BancWest Corporation"),
    ("9999991", "Made-up Holdings LLC"),
]


def keys(*given: str) -> list[str]:
    return resolve_banks(list(given), HELD, lambda identity: identity.rssd_dfast).keys


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("JPMorgan", "1039502"),
        ("JPM", "1039502"),
        ("jp morgan chase", "1039502"),
        ("BB&T Corporation", "1074156"),
        ("made-up holdings llc", "9999991"),
        ("9999991", "9999991"),
        ("RSSD 9999991", "9999991"),
    ],
)
def test_a_bank_is_known_by_identity_or_by_the_datasets_own_name(given: str, key: str) -> None:
    assert keys(given) == [key]


def test_one_name_under_two_keys_is_one_bank() -> None:
    assert keys("BancWest Corporation") == ["1025608", "1248078"]


def test_a_known_bank_that_the_dataset_lacks_is_missing_not_another() -> None:
    found = resolve_banks("Goldman Sachs", HELD, lambda identity: identity.rssd_dfast)
    assert found.found == ()
    assert found.missing == ("Goldman Sachs",)


def test_a_name_nothing_is_near_to_is_missing() -> None:
    assert resolve_banks("Bank of Bird-in-Hand", HELD, lambda i: i.rssd_dfast).missing == (
        "Bank of Bird-in-Hand",
    )


def test_a_misspelt_name_gives_candidates_that_can_be_passed_back() -> None:
    with pytest.raises(AmbiguousOutcome) as caught:
        keys("Made-up Holdngs LLC")
    (candidate,) = caught.value.candidates
    assert keys(candidate.id) == ["9999991"]


@pytest.mark.parametrize("given", ["Bangladesh", "BGD", "bangladesh", "Bangladeshi"])
def test_a_country_goes_by_name_code_or_demonym(given: str) -> None:
    assert [place.code for place in resolve_countries(given)] == ["BGD"]


def test_a_group_stands_for_its_members_and_each_place_comes_once() -> None:
    codes = [place.code for place in resolve_countries(["G7", "Germany"])]
    assert sorted(codes) == ["CAN", "DEU", "FRA", "GBR", "ITA", "JPN", "USA"]


def test_a_shared_name_is_ambiguous() -> None:
    with pytest.raises(AmbiguousOutcome) as caught:
        resolve_countries("Congo")
    assert {candidate.id for candidate in caught.value.candidates} == {"COD", "COG"}


def test_an_unknown_country_is_an_error_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as caught:
        resolve_countries("Bangladish")
    assert "Bangladesh" in caught.value.nearest
