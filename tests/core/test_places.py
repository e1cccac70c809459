"""Places: codes, names, demonyms, and the names that trap a careless reader."""

import csv
import time
from datetime import date
from pathlib import Path

import pytest

from finweave.core.errors import UnknownNameError
from finweave.core.packaged import listed, packaged_rows
from finweave.core.places import country_index, members, near_countries, place, places, resolve_country


def codes(text: str) -> list[str]:
    return [found.code for found in resolve_country(text)]


def spotted(text: str) -> list[tuple[str, list[str]]]:
    return [(text[start:end], [m.id for m in matches]) for start, end, matches in country_index().spot(text)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Bangladesh", "BGD"),
        ("BGD", "BGD"),
        ("BD", "BGD"),
        ("Bangladeshi", "BGD"),
        ("Korea", "KOR"),
        ("South Korea", "KOR"),
        ("Korea, Rep.", "KOR"),
        ("North Korea", "PRK"),
        ("DPRK", "PRK"),
        ("DR Congo", "COD"),
        ("Congo-Brazzaville", "COG"),
        ("Republic of the Congo", "COG"),
        ("Democratic Republic of the Congo", "COD"),
        ("Georgia", "GEO"),
        ("NA", "NAM"),
        ("Burma", "MMR"),
        ("Southern Rhodesia", "ZWE"),
        ("Rhodesia", "RHO"),
        ("Turkey", "TUR"),
        ("Türkiye", "TUR"),
        ("Cote d'Ivoire", "CIV"),
        ("Côte d’Ivoire", "CIV"),
        ("Ivory Coast", "CIV"),
        ("Viet Nam", "VNM"),
        ("Lao PDR", "LAO"),
        ("Virgin Islands (UK)", "VGB"),
        ("Hong Kong, China", "HKG"),
        ("Chinese Taipei", "TWN"),
        ("People's Republic of China", "CHN"),
        ("Republic of China", "TWN"),
        ("US", "USA"),
        ("U.S.", "USA"),
        ("the United States", "USA"),
        ("UK", "GBR"),
        ("UAE", "ARE"),
        ("EU", "EUU"),
        ("Eurozone", "EMU"),
        ("Euro area", "EMU"),
        ("World", "WLD"),
        ("Kosovo", "XKX"),
        ("XKV", "XKX"),
        ("Federal Republic of Germany", "DEU"),
        ("West Germany", "BRD"),
        ("USSR", "SUN"),
        ("Guinea", "GIN"),
        ("Guinea-Bissau", "GNB"),
        ("Equatorial Guinea", "GNQ"),
        ("Niger", "NER"),
        ("Nigerien", "NER"),
        ("Nigerian", "NGA"),
        ("Dominica", "DMA"),
        ("Dominican Republic", "DOM"),
        ("SD", "SDN"),
        ("ET", "ETH"),
        ("XM", "EMU"),
    ],
)
def test_a_name_or_code_is_one_place(text: str, code: str) -> None:
    assert codes(text) == [code]


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Congo", {"COD", "COG"}),
        ("Congolese", {"COD", "COG"}),
        ("CS", {"CSK", "SCG"}),
        ("Virgin Islands", {"VGB", "VIR"}),
    ],
)
def test_a_shared_name_is_several_places(text: str, several: set[str]) -> None:
    assert set(codes(text)) == several


@pytest.mark.parametrize(
    "text",
    ["us", "uk", "na", "in", "bgd", "Us", "Ruritania", "", " ", "?", "California", "N/A", "nan", "x" * 9999],
)
def test_a_word_that_is_no_place_or_a_code_in_small_letters_is_none(text: str) -> None:
    assert codes(text) == []


def test_every_code_and_name_of_the_list_leads_to_its_place() -> None:
    for found in places():
        assert found.code in codes(found.code)
        if found.kind != "historic":
            assert found.code in codes(found.name)
        if found.iso2 and found.kind in ("country", "territory"):
            assert found.code in codes(found.iso2)


def test_only_declared_names_are_shared_by_places() -> None:
    shared_names: set[str] = set()
    for found in places():
        for name in (found.name, *found.aliases, *found.demonyms):
            if len(codes(name)) > 1:
                shared_names.add(name)
    assert shared_names == {"Congo", "Congolese", "Virgin Islands"}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Bangaldesh", "BGD"),
        ("Untied States", "USA"),
        ("Phillipines", "PHL"),
        ("Kazakstan", "KAZ"),
        ("Argentna", "ARG"),
    ],
)
def test_a_misspelt_name_has_its_place_nearest(text: str, first: str) -> None:
    near = near_countries(text)
    assert near[0].code == first
    assert len(near) <= 5


def test_an_unknown_code_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"BGD \(Bangladesh\)"):
        place("Bangladsh")
    with pytest.raises(UnknownNameError, match="alpha-3"):
        place("QQQ")


def test_a_place_knows_what_the_list_says_of_it() -> None:
    namibia, bulgaria, kosovo = place("NAM"), place("BGR"), place("XKX")
    assert (namibia.iso2, namibia.kind, namibia.name) == ("NA", "country", "Namibia")
    assert (bulgaria.euro_since, bulgaria.eu_since) == (date(2026, 1, 1), date(2007, 1, 1))
    assert (kosovo.euro_since, kosovo.iso2) == (None, "XK")
    assert (place("CSK").valid_to, place("CSK").kind) == ("1992-12-31", "historic")


@pytest.mark.parametrize(
    ("on", "count", "last_in"),
    [
        (date(1998, 12, 31), 0, None),
        (date(1999, 1, 1), 11, "DEU"),
        (date(2000, 12, 31), 11, "FIN"),
        (date(2001, 1, 1), 12, "GRC"),
        (date(2007, 1, 1), 13, "SVN"),
        (date(2008, 1, 1), 15, "MLT"),
        (date(2009, 1, 1), 16, "SVK"),
        (date(2011, 1, 1), 17, "EST"),
        (date(2014, 1, 1), 18, "LVA"),
        (date(2015, 1, 1), 19, "LTU"),
        (date(2022, 12, 31), 19, "LTU"),
        (date(2023, 1, 1), 20, "HRV"),
        (date(2026, 1, 1), 21, "BGR"),
        (None, 21, "BGR"),
    ],
)
def test_the_euro_area_grows_by_date(on: date | None, count: int, last_in: str | None) -> None:
    found = members("EMU", on)
    assert len(found) == count
    assert last_in is None or last_in in found


@pytest.mark.parametrize(
    ("on", "count", "british"),
    [
        (date(1957, 12, 31), 0, False),
        (date(1958, 1, 1), 6, False),
        (date(1973, 1, 1), 9, True),
        (date(1995, 1, 1), 15, True),
        (date(2004, 5, 1), 25, True),
        (date(2013, 7, 1), 28, True),
        (date(2020, 1, 31), 28, True),
        (date(2020, 2, 1), 27, False),
        (None, 27, False),
    ],
)
def test_the_union_grows_and_shrinks_by_date(on: date | None, count: int, british: bool) -> None:
    found = members("EUU", on)
    assert len(found) == count
    assert ("GBR" in found) is british


def test_groups_of_countries_have_their_members() -> None:
    assert len(members("G20")) == 19
    assert set(members("G7")) == {"CAN", "FRA", "DEU", "ITA", "JPN", "GBR", "USA"}
    assert set(members("G7")) < set(members("G20"))


@pytest.mark.parametrize("group", ["ASEAN", "USA", "nothing"])
def test_a_group_whose_members_are_not_held_says_which_are(group: str) -> None:
    with pytest.raises(UnknownNameError, match="EMU, EUU"):
        members(group)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Compare the US and US's debt with Germans' and Sri Lankans'",
         [("US", ["USA"]), ("US", ["USA"]), ("Germans", ["DEU"]), ("Sri Lankans", ["LKA"])]),
        ("tell us in no time if it is so", []),
        ("the NPL ratio and RWA in IT, AS and IN", []),
        ("BGD and IND in 2024", [("BGD", ["BGD"]), ("IND", ["IND"])]),
        ("Georgia, South Georgia and the South Sandwich Islands",
         [("Georgia", ["GEO"]), ("South Georgia and the South Sandwich Islands", ["SGS"])]),
        ("DR Congo or Congo", [("DR Congo", ["COD"]), ("Congo", ["COD", "COG"])]),
        ("New Jersey, New Mexico, New England", []),
        ("South America or Central America", []),
        ("the World Bank on the world's reserves", [("world", ["WLD"])]),
        ("the global financial crisis", []),
        ("a pole in polish, the Poles", [("Poles", ["POL"])]),
        ("kenya and bangladesh", [("kenya", ["KEN"]), ("bangladesh", ["BGD"])]),
        ("euro-area members such as Côte d’Ivoire", [("euro-area", ["EMU"]), ("Côte d’Ivoire", ["CIV"])]),
        ("Northern Ireland and Ireland", [("Northern Ireland", ["GBR"]), ("Ireland", ["IRL"])]),
    ],
)  # fmt: skip
def test_places_are_spotted_in_a_question(text: str, found: list[tuple[str, list[str]]]) -> None:
    assert spotted(text) == found


def test_the_packaged_list_only_adds_to_the_published_one(shared: Path) -> None:
    with (shared / "facts" / "places.csv").open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))
    ours = {row["code"]: row for row in packaged_rows("places.csv")}
    assert set(ours) == {row["code"] for row in published}
    for row in published:
        held = ours[row["code"]]
        for column, value in row.items():
            if column in ("aliases", "demonyms"):
                assert set(listed(value)) <= set(listed(held[column]))
            else:
                assert held[column] == value, (row["code"], column)


@pytest.mark.parametrize(
    "table",
    [
        "fatf",
        "oecd_crc",
        "oecd_crc__2026",
        "gdd__central_government",
        "weo__growth",
        "laeven_valencia__2026",
        "laeven_valencia__crisis_years_2018",
    ],
)
def test_the_names_publishers_use_lead_to_their_places(shared: Path, table: str) -> None:
    with (shared / "facts" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        names = {(row["entity"], row["entity_name"]) for row in csv.DictReader(file)}
    assert len(names) > 5
    for code, name in names:
        # Kosovo has no ISO code; the list's own is the World Bank's.
        assert {"XKV": "XKX"}.get(code, code) in codes(name), name


def test_declared_words_and_decoys_belong_to_names_that_exist() -> None:
    for row in packaged_rows("places.csv"):
        for name in (*listed(row["capitalised"]), *listed(row["whole_text"])):
            assert row["code"] in codes(name), name
        for decoy in listed(row["decoys"]):
            assert codes(decoy) == [], decoy


def test_the_index_is_built_in_less_than_thirty_milliseconds() -> None:
    times: list[float] = []
    for _ in range(5):
        country_index.cache_clear()
        start = time.perf_counter()
        country_index()
        times.append(time.perf_counter() - start)
    assert min(times) < 0.030
