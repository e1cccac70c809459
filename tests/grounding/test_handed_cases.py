"""The handed acceptance cases, where the shared folder has them: what the gate catches and lets pass."""

import json
from pathlib import Path

import pytest

from finweave.core.banks import bank_index
from finweave.core.places import country_index
from finweave.grounding.cases import read_case
from finweave.grounding.judge import judge
from finweave.grounding.vocabulary import Words

WORDS = Words(names={"country": country_index(), "bank": bank_index()})


def test_the_handed_cases_are_judged_as_expected(shared: Path):
    file = shared / "acceptance" / "gate_cases.jsonl"
    if not file.is_file():
        pytest.skip(f"no acceptance cases at {file}")
    wrong: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        expect = json.loads(line)["expect"]
        case = read_case(line)
        judgement = judge(case.question, case.results, case.draft, vocabulary=WORDS, documents=case.documents)
        if judgement.passed != expect["pass"]:
            wrong.append(case.id)
    assert wrong == []
