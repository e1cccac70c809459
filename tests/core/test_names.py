"""A name index on names made up for these tests."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.names import Match, NameIndex


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return NameIndex(
        [
            ("r", "Ruritania", ["Kingdom of Ruritania", "Ruritanian", "RU"]),
            ("n", "North Ruritania", ["N. Ruritania"]),
            ("z", "Zenda & Co.", ["Zenda", "ZC", "Castle"]),
            ("b", "The Bank of Strelsau", ["Strelsau Bank"]),
            ("g1", "Grand Duchy", ["Hentzau"]),
            ("g2", "Little Duchy", ["Hentzau"]),
            ("c", "Café Élan", []),
        ],
        exact_case=["RU", "ZC"],
        capitalised=["Castle", "Strelsau Bank"],
        whole_text=["ZC", "Grand Duchy"],
        decoys=["New Zenda", "Bank of Ruritania"],
    )


def ids(matches: tuple[Match, ...]) -> list[str]:
    return [match.id for match in matches]


def spotted(index: NameIndex, text: str) -> list[tuple[str, list[str]]]:
    return [(text[start:end], ids(matches)) for start, end, matches in index.spot(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ruritania", ["r"]),
        ("  ruritania. ", ["r"]),
        ("RURITANIA", ["r"]),
        ("the Ruritania", ["r"]),
        ("Bank of Strelsau", []),
        ("the bank of strelsau", ["b"]),
        ("Zenda and Co", ["z"]),
        ("Cafe Elan", ["c"]),
        ("RU", ["r"]),
        ("(RU)", ["r"]),
        ("ru", []),
        ("Ru", []),
        ("ZC", ["z"]),
        ("castle", ["z"]),
        ("Hentzau", ["g1", "g2"]),
        ("grand duchy", ["g1"]),
        ("New Zenda", []),
        ("Ruritania and Zenda", []),
        ("", []),
        ("the ", []),
        ("...", []),
        ("x" * 10_000, []),
    ],
)
def test_the_whole_text_is_looked_up(index: NameIndex, text: str, found: list[str]) -> None:
    assert ids(index.find(text)) == found


def test_an_exact_match_scores_100_and_has_the_canonical_name(index: NameIndex) -> None:
    (match,) = index.find("Ruritanian")
    assert (match.id, match.name, match.score) == ("r", "Ruritania", 100.0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Is Ruritania near North Ruritania?", [("Ruritania", ["r"]), ("North Ruritania", ["n"])]),
        ("Ruritania's and Ruritania’s debt", [("Ruritania", ["r"]), ("Ruritania", ["r"])]),
        (
            "What do Ruritanians owe? And the Ruritanians' banks?",
            [("Ruritanians", ["r"]), ("Ruritanians", ["r"])],
        ),
        ("RU, ru and Ru", [("RU", ["r"])]),
        ("pay ZC now", []),
        ("a castle, the Castle", [("Castle", ["z"])]),
        ("a Strelsau bank is no Strelsau Bank", [("Strelsau Bank", ["b"])]),
        ("the Grand Duchy and Hentzau", [("Hentzau", ["g1", "g2"])]),
        ("New Zenda is not Zenda", [("Zenda", ["z"])]),
        ("the Bank of Ruritania", []),
        ("Zenda & Co. (Café\u200b Élan)", [("Zenda & Co", ["z"]), ("Café\u200b Élan", ["c"])]),
        ("Ruritaniax xRuritania", []),
        ("", []),
    ],
)
def test_names_are_spotted_in_a_longer_text(
    index: NameIndex, text: str, found: list[tuple[str, list[str]]]
) -> None:
    assert spotted(index, text) == found


def test_in_a_shouted_text_capitals_say_nothing(index: NameIndex) -> None:
    assert spotted(index, "WHAT DOES RU IN THE CASTLE OWE RURITANIA") == [("RURITANIA", ["r"])]
    assert spotted(index, "RU DEBT 2024") == [("RU", ["r"])]


def test_a_name_has_no_overlap_with_another(index: NameIndex) -> None:
    text = "Kingdom of Ruritania Ruritania North Ruritania Castle Zenda"
    spans = [(start, end) for start, end, _ in index.spot(text)]
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert len(spans) == 5


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Ruritanai", "r"),
        ("Rurittania", "r"),
        ("Noth Ruritania", "n"),
        ("Strelsau", "b"),
        ("Ruritania North", "n"),
        ("RU", "r"),
    ],
)
def test_a_misspelt_or_shortened_name_is_near_its_own(index: NameIndex, text: str, first: str) -> None:
    assert index.near(text)[0].id == first


@pytest.mark.parametrize("text", ["", "q", "xyzzy", "ru", "Borduria and Syldavia", "💥" * 5000])
def test_what_is_like_nothing_has_nothing_near(index: NameIndex, text: str) -> None:
    assert index.near(text) == ()


def test_near_names_come_best_first_once_each_and_limited(index: NameIndex) -> None:
    near = index.near("Ruritanya", least=50.0)
    assert [m.score for m in near] == sorted((m.score for m in near), reverse=True)
    assert len({m.id for m in near}) == len(near)
    assert len(index.near("Ruritanya", limit=1, least=50.0)) == 1
    assert all(m.score < 100 for m in near)


@given(st.text())
def test_no_text_breaks_an_index(text: str) -> None:
    index = NameIndex(
        [("a", "Alpha", ["β", "C3"]), ("d", text, [text, text])], exact_case=[text], decoys=[text]
    )
    index.find(text)
    index.near(text)
    for start, end, matches in index.spot(f"Alpha {text} C3"):
        assert 0 <= start < end <= len(text) + 9
        assert matches


@given(
    st.sampled_from(["Alpha Beta", "Gamma", "X-Ray"]),
    st.text(alphabet=" .,;:!?()\"'’", min_size=1),
    st.booleans(),
)
def test_a_name_is_spotted_between_any_punctuation(name: str, around: str, lower: bool) -> None:
    index = NameIndex([("1", "Alpha Beta", []), ("2", "Gamma", []), ("3", "X-Ray", [])])
    written = name.lower() if lower else name
    assert spotted(index, f"q{around}{written}{around}q") == [(written, ids(index.find(name)))]


def test_spotting_among_two_thousand_aliases_takes_less_than_a_millisecond() -> None:
    index = NameIndex((str(n), f"Name{n} of Place{n % 50}", [f"Alias {n}", f"Name{n}"]) for n in range(1000))
    question = ("How did Name12 of Place12 do against Name999 and Alias 77 in the latest exercise? " * 3)[
        :200
    ]
    index.spot(question)
    times: list[float] = []
    for _ in range(50):
        start = time.perf_counter()
        index.spot(question)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.001
