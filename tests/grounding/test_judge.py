"""The gate, rule by rule in both directions: a true form that passes, a false one that fails with its verdict."""

import pytest
from made_up import LOANS, MODEL, MOVES

from finweave.core.places import country_index
from finweave.grounding.cases import Passage
from finweave.grounding.judge import judge
from finweave.grounding.vocabulary import Words
from finweave.results import ToolResult

WORDS = Words(measures=("liquidity coverage ratio", "policy rate"), names={"country": country_index()})


def verdicts(
    draft: str, *results: ToolResult, question: str = "", documents: tuple[Passage, ...] = ()
) -> list[str]:
    given = results or (LOANS,)
    return [f.verdict for f in judge(question, given, draft, vocabulary=WORDS, documents=documents).findings]


TRUE = [
    "Alder Bank's capital ratio was 11.9% of risk-weighted assets in 2025-Q4.",
    "Alder Bank had assets of $152.3 billion at the end of 2025.",
    "Birch had total assets of $90,100 million in 2025-Q4.",
    "In 2025-Q4 the capital ratio was 11.9% at Alder Bank and 14.2% at Birch Bank.",
    "Capital ratios of Alder Bank and Birch Bank were 11.9% and 14.2%, respectively, in 2025-Q4.",
    "Alder Bank's capital ratio rose from 11.3% in 2025-Q3 to 11.9% in 2025-Q4.",
    "Alder Bank's ratio was 11.9% in 2025-Q4, up from 11.3%.",
    "Birch Bank's solvency stood at 14.2% in the fourth quarter of 2025.",
    "Alder Bank held more than 11% (11.9%) in 2025-Q4, against 14.2% for Birch Bank.",
    "Alder Bank's non-performing loans were 2.2% of total loans in 2025-Q4.",
    "| Bank | Capital ratio | NPL ratio |\n|---|---|---|\n| Alder Bank | 11.9% | 2.2% |\n| Birch Bank | 14.2% | 1.3% |\n\nFigures for 2025-Q4.",
    "Capital ratios, 2025-Q4:\n- Alder Bank: 11.9%\n- Birch Bank: 14.2%",
    "## Birch Bank\n\nThe capital ratio was 14.2% in 2025-Q4.",
    "Both banks stay above the minimum requirement of 4.5 percent.",
    "Two banks are shown.",
    "Birch Bank's capital ratio (14.2%) is above Alder Bank's (11.9%) in 2025-Q4.",
]
FALSE = [
    ("Alder Bank's capital ratio was 19.7% in 2025-Q4.", "fabricated"),
    ("Alder Bank's capital ratio was 14.2% in 2025-Q4.", "wrong_entity"),
    ("In 2025-Q4 the capital ratio was 14.2% at Alder Bank and 11.9% at Birch Bank.", "wrong_entity"),
    (
        "Capital ratios of Alder Bank and Birch Bank were 14.2% and 11.9%, respectively, in 2025-Q4.",
        "wrong_entity",
    ),
    ("Alder Bank's capital ratio was 11.9% in 2025-Q3.", "wrong_period"),
    ("Alder Bank's capital ratio was 11.9% in 2023.", "wrong_period"),
    ("Alder Bank's NPL ratio was 11.9% in 2025-Q4.", "wrong_measure"),
    ("Alder Bank's capital ratio was 11.9% of total loans in 2025-Q4.", "wrong_base"),
    ("Alder Bank had assets of $152.3 million at the end of 2025.", "wrong_scale"),
    ("Alder Bank's capital ratio was 11.9 percentage points in 2025-Q4.", "wrong_unit"),
    ("Alder Bank's capital ratio was 11.92% in 2025-Q4.", "over_precise"),
    ("Alder Bank's capital ratio fell from 11.3% in 2025-Q3 to 11.9% in 2025-Q4.", "wrong_sign"),
    ("Alder Bank's ratio was 11.9% in 2025-Q4, down from 11.3%.", "wrong_sign"),
    ("Alder Bank's capital ratio (11.9%) is above Birch Bank's (14.2%) in 2025-Q4.", "wrong_sign"),
    ("Together the banks had assets of $242.4 billion in 2025-Q4.", "derived"),
    ("Alder Bank is two-thirds larger.", "number_word"),
    ("Seven banks are shown.", "number_word"),
    ("## Birch Bank\n\nThe capital ratio was 11.9% in 2025-Q4.", "wrong_entity"),
    ("| Bank | Capital ratio |\n|---|---|\n| Alder Bank | 14.2% |\n\nFigures for 2025-Q4.", "wrong_entity"),
    ("Capital ratios, 2025-Q4:\n- Alder Bank: 14.2%\n- Birch Bank: 14.2%", "wrong_entity"),
    ("Alder Bank's liquidity coverage ratio was 11.9% in 2025-Q4.", "wrong_measure"),
    ("Both banks stay above the minimum requirement of 40.3 percent.", "fabricated"),
    ("Alder Bank stays above 13% in 2025-Q4.", "wrong_entity"),
    ("The record ends in 2019.", "wrong_period"),
]


@pytest.mark.parametrize("draft", TRUE)
def test_a_true_draft_passes(draft: str):
    assert verdicts(draft) == []


@pytest.mark.parametrize(("draft", "verdict"), FALSE)
def test_a_false_draft_fails(draft: str, verdict: str):
    assert verdict in verdicts(draft)


@pytest.mark.parametrize(
    "draft",
    [
        "Norway's credit grew by 3.4% in 2024, while Chile's shrank by 2.9%.",
        "Norway ran a current account deficit of 1.7% of GDP in 2024; Chile had a surplus of 2.3%.",
        "Norway's current account balance was -1.7% of GDP in 2024.",
        "Chile's share fell by 1.2 points in 2024.",
        "Chilean credit growth was negative in 2024, at minus 2.9%.",
    ],
)
def test_a_sign_may_be_said_in_words_or_shown(draft: str):
    assert verdicts(draft, MOVES) == []


@pytest.mark.parametrize(
    ("draft", "verdict"),
    [
        ("Norway's credit shrank by 3.4% in 2024.", "wrong_sign"),
        ("Norway ran a current account surplus of 1.7% of GDP in 2024.", "wrong_sign"),
        ("Norway's current account balance was 1.7% of GDP in 2024.", "wrong_sign"),
        ("Chile's share fell by -1.2 points in 2024.", "wrong_sign"),
        ("Chile's share fell by 1.2% in 2024.", "wrong_unit"),
        ("Sweden's credit growth was 3.4% in 2024.", "wrong_entity"),
    ],
)
def test_a_wrong_sign_fails(draft: str, verdict: str):
    assert verdict in verdicts(draft, MOVES)


def test_the_asker_s_figure_is_no_evidence():
    asked = "Was Alder Bank's leverage ratio really 8.7%?"
    assert verdicts("Yes, the leverage ratio was 8.7%.", question=asked) == ["question_only"]


def test_the_asker_s_figure_may_be_disowned():
    asked = "Was Alder Bank's leverage ratio really 8.7%?"
    assert verdicts("I cannot confirm the 8.7% you quote: no such series is held.", question=asked) == []


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("Norway's score is 18.4 for 2024 (debt-to-GDP alone does better).", []),
        ("Norway's score is 18.4 for 2024.", ["caveat_missing"]),
        ("Norway's score is 18.4 for 2024, a better one than Chile's 44.1.", ["caveat_missing"]),
    ],
)
def test_a_mandatory_caveat_needs_one_word_of_each_group_in_one_sentence(draft: str, expected: list[str]):
    assert verdicts(draft, MODEL) == expected


SPEECH = Passage(
    "Banks remain sound. Their return on equity averaged about 8 percent last year. Risks remain in property lending.",
    "The state of banking",
    speaker="A. Speaker",
)


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ('The speaker warned that "Risks remain in property lending."', []),
        ('The speaker warned that "risks remain in property lending".', []),
        ('The speaker warned that "Risks abound in property lending."', ["quote_altered"]),
        ('The speaker said "Banks remain sound in property lending."', ["quote_joined"]),
        ('The speaker said "Banks remain sound. … Risks remain in property lending."', []),
        ('"The state of banking" is the title.', []),
        ("Return on equity averaged about 8 percent last year.", ["document_figure"]),
        ('"Their return on equity averaged about 8 percent last year," the speaker said.', []),
    ],
)
def test_a_quotation_is_verbatim_and_its_figures_are_no_data(draft: str, expected: list[str]):
    assert verdicts(draft, LOANS, documents=(SPEECH,)) == expected


@pytest.mark.parametrize(
    "draft", ["", "No figure is held for this.", "I can't help with that.", "1. One\n2. Two\n"]
)
def test_a_draft_without_figures_passes(draft: str):
    assert verdicts(draft) == []


def test_findings_cover_the_words_that_contradict():
    draft = "Alder Bank's capital ratio was 11.9% of total loans in 2025-Q4."
    (finding,) = judge("", [LOANS], draft, vocabulary=WORDS).findings
    assert finding.text == "11.9% of total loans "
    assert finding.figure is not None
    assert draft[slice(*finding.figure)] == "11.9%"


def test_a_proof_names_the_cell_and_its_span():
    draft = "Alder **Bank**: 11.9% (2025-Q4)."
    (proof,) = judge("", [LOANS], draft, vocabulary=WORDS).proofs
    assert draft[slice(*proof.span)] == "11.9%"
    assert proof.cell is not None
    assert (proof.cell.entity, proof.cell.period, proof.cell.column) == ("Alder Bank", "2025-Q4", "ratio")
