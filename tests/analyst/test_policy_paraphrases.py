"""Questions of our own making, each refused with its class or answered; the missed ones are kept as known misses."""

from datetime import date
from pathlib import Path

import pytest

from finweave.analyst.policy import classify

AS_OF = date(2026, 7, 12)
HERE = Path(__file__).parent


def _cases(file: str) -> list[tuple[str, str]]:
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [(expected, question) for expected, _, question in (line.partition("\t") for line in lines)]


def _verdict(question: str) -> str:
    refusal = classify(question, as_of=AS_OF).refusal
    return refusal.class_ if refusal else "answer"


@pytest.mark.parametrize(("expected", "question"), _cases("policy_paraphrases.tsv"))
def test_a_question_is_refused_with_its_class_or_answered(expected: str, question: str) -> None:
    assert _verdict(question) == expected


@pytest.mark.xfail(reason="known miss: no general frame for it yet", strict=True)
@pytest.mark.parametrize(("expected", "question"), _cases("policy_missed.tsv"))
def test_a_known_miss_is_still_missed(expected: str, question: str) -> None:
    assert _verdict(question) == expected
