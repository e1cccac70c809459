"""Folding for names and cleaning for questions."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finweave.core.text import clean, fold, tokens


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("JPMorgan Chase & Co.", "jpmorgan chase and co"),
        ("J.P. Morgan", "j p morgan"),
        ("M&T", "m and t"),
        ("Côte d’Ivoire", "cote d ivoire"),
        ("Türkiye", "turkiye"),
        ("İSTANBUL", "istanbul"),
        ("Åland", "aland"),
        ("Łódź Ærø", "lodz aero"),
        ("Straße", "strasse"),
        ("ＪＰＭ　２０２４", "jpm 2024"),
        ("Guinea\u2011Bissau", "guinea bissau"),
        ("JP\u00adMorgan\u200b", "jpmorgan"),
        ("Curac\u0327ao", "curacao"),
        ("ﬁnance", "finance"),
        ("Oʻahu", "o ahu"),
        ("  a \t\n b  ", "a b"),
        ("2¼ in 10⁶", "2 1 4 in 10 6"),
        ("...", ""),
        ("", ""),
    ],
)
def test_folding_leaves_what_names_have_in_common(written: str, folded: str) -> None:
    assert fold(written) == folded


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_the_tokens_are_the_words_of_the_folded_text(text: str) -> None:
    assert " ".join(token.text for token in tokens(text)) == fold(text)


@given(st.text())
def test_every_token_folds_out_of_its_own_place_in_the_original(text: str) -> None:
    before = 0
    for token in tokens(text):
        assert before <= token.start < token.end <= len(text)
        assert token.text in fold(text[token.start : token.end])
        before = token.start


def test_offsets_count_code_points_of_the_original() -> None:
    text = "𝟚 Côte\u200b d’Ivoire’s"
    assert [(t.text, text[t.start : t.end]) for t in tokens(text)] == [
        ("2", "𝟚"),
        ("cote", "Côte"),
        ("d", "d"),
        ("ivoire", "Ivoire"),
        ("s", "s"),
    ]


@pytest.mark.parametrize("dash", "‐‑‒–—―−﹣－⁃")
def test_every_dash_becomes_a_hyphen(dash: str) -> None:
    assert clean(f"3.50{dash}3.75") == "3.50-3.75"


@pytest.mark.parametrize("blank", ["\u00a0", "\u2009", "\u202f", "\u3000", "\t", "\r\n", "\u2028", "\x0b"])
def test_every_blank_becomes_a_space(blank: str) -> None:
    assert clean(f"1{blank}234") == "1 234"


@pytest.mark.parametrize(
    "invisible", ["\u200b", "\u200d", "\ufeff", "\u00ad", "\x00", "\x1b", "\u202e", "\u2066"]
)
def test_invisible_characters_go(invisible: str) -> None:
    assert clean(f"JP{invisible}M") == "JPM"


def test_case_and_accents_stay() -> None:
    assert clean("  Türkiye’s CET1?  ") == "Türkiye’s CET1?"


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("2¼ percent", "2 1/4 percent"),
        ("½", "1/2"),
        ("10⁶ dollars", "10^6 dollars"),
        ("10⁻³", "10^-3"),
        ("m²", "m2"),
        ("CO₂", "CO2"),
    ],
)
def test_cleaning_never_makes_two_numbers_into_one(written: str, cleaned: str) -> None:
    assert clean(written) == cleaned


@given(st.text())
def test_a_cleaned_text_stays_as_it_is(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert cleaned == unicodedata.normalize("NFKC", cleaned)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in cleaned)
