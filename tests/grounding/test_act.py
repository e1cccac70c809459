"""Acting on findings: the figure goes, the rest stays, spans follow, caveats are appended."""

from made_up import LOANS, MODEL

from finweave.grounding.act import WITHHELD, act
from finweave.grounding.judge import judge


def acted(draft: str, *results):
    return act(draft, judge("", results, draft), results)


def test_a_clean_draft_is_left_as_it_is():
    draft = "Alder Bank's capital ratio was 11.9% in 2025-Q4."
    done = acted(draft, LOANS)
    assert (done.text, done.outcome) == (draft, "clean")


def test_a_wrong_figure_is_withheld_and_the_true_one_keeps_its_span():
    done = acted("Alder Bank's capital ratio was 77.7% and its NPL ratio 2.2% in 2025-Q4.", LOANS)
    assert done.outcome == "withheld"
    assert done.text.startswith(
        f"Alder Bank's capital ratio was {WITHHELD} and its NPL ratio 2.2% in 2025-Q4."
    )
    (proof,) = done.proofs
    assert done.text[slice(*proof.span)] == "2.2%"


def test_what_was_withheld_is_said_without_a_figure():
    done = acted("Alder Bank's capital ratio was 77.7% and its NPL ratio 2.2% in 2025-Q4.", LOANS)
    said = done.text.rpartition("\n\n")[2]
    assert said.startswith("One item was withheld")
    assert not any(c.isdigit() for c in said)


def test_an_answer_without_a_proved_figure_left_is_stripped():
    done = acted("The leverage was 77.7%.", LOANS)
    assert done.outcome == "stripped"
    assert "77.7" not in done.text
    assert done.proofs == ()


def test_a_missing_caveat_is_appended():
    done = acted("Norway's score is 18.4 for 2024.", MODEL)
    assert done.outcome == "appended"
    assert done.text == "Norway's score is 18.4 for 2024.\n\nDebt to GDP alone ranks better than this model."
    assert [caveat.id for caveat in done.appended] == ["beaten"]


def test_markup_around_a_withheld_figure_goes_with_it():
    done = acted("Alder Bank: **77.7%** in 2025-Q4, NPL ratio 2.2%.", LOANS)
    assert "77.7" not in done.text
    assert "2.2%" in done.text


def test_the_acted_text_passes_the_gate_again():
    done = acted("Alder Bank's capital ratio was 77.7% and its NPL ratio 2.2% in 2025-Q4.", LOANS)
    assert judge("", [LOANS], done.text).passed
