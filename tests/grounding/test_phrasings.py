"""Many phrasings of true answers pass; the same answers with one cell swapped for another do not.

phrasings.jsonl holds made-up results of many kinds of tools and drafts about them, written before the gate had seen
them and kept since as its regression bench; every figure in it is invented.
"""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from finweave.core.banks import bank_index
from finweave.core.places import country_index
from finweave.grounding.cases import Case, read_case
from finweave.grounding.judge import judge
from finweave.grounding.units import family_of
from finweave.grounding.verdicts import Judgement
from finweave.grounding.vocabulary import Words
from finweave.results import Cell

LINES = [
    json.loads(line)
    for line in Path(__file__).with_name("phrasings.jsonl").read_text(encoding="utf-8").splitlines()
]
GIVEN = {line["results"]: line for line in LINES if "results" in line}
TRUE = [(line["about"], line["draft"]) for line in LINES if line.get("true") is True]
FALSE = [(line["about"], line["draft"]) for line in LINES if line.get("true") is False]
WORDS = Words(names={"country": country_index(), "bank": bank_index()})
MOST_LEAKED = {"entity": Decimal("0.02"), "period": Decimal("0.02"), "measure": Decimal("0.04")}


def case(results: str, draft: str) -> Case:
    line = {"id": "a", **GIVEN[results], "draft": draft}
    return read_case(json.dumps(line))


def judged(given: Case, draft: str | None = None) -> Judgement:
    return judge(given.question, given.results, given.draft if draft is None else draft, vocabulary=WORDS)


@pytest.mark.parametrize(("results", "draft"), TRUE)
def test_a_true_phrasing_passes(results: str, draft: str):
    assert [(f.verdict, f.text) for f in judged(case(results, draft)).findings] == []


@pytest.mark.parametrize(("results", "draft"), FALSE)
def test_a_false_statement_fails(results: str, draft: str):
    assert not judged(case(results, draft)).passed


def swaps(given: Case):
    """Each proved figure replaced by the display of another cell that differs from its own in one respect."""
    for proof in judged(given).proofs:
        if (
            proof.cell is None
            or not (numeral := re.search(r"\d[\d,]*(?:\.\d+)?", proof.text))
            or not proof.cell.value
        ):
            continue
        for cell in (cell for result in given.results for cell in result.cells()):
            kind = difference(proof.cell, cell)
            shown = displayed(numeral.group(), proof.cell, cell) if kind else None
            if shown and shown != numeral.group():
                start = proof.span[0] + numeral.start()
                yield kind, given.draft[:start] + shown + given.draft[start + len(numeral.group()) :]


def difference(own: Cell, other: Cell) -> str | None:
    if family_of(own.unit).kind != family_of(other.unit).kind:
        return None
    same = (own.entity == other.entity, own.period == other.period, own.column == other.column)
    return {(False, True, True): "entity", (True, False, True): "period", (True, True, False): "measure"}.get(
        same
    )


def displayed(numeral: str, own: Cell, other: Cell) -> str | None:
    """The other cell's value in the scale and decimals of the numeral shown."""
    decimals = len(numeral.partition(".")[2])
    shown = Decimal(numeral.replace(",", ""))
    if not shown:
        return None
    power = round((shown / abs(own.value)).log10()) + family_of(other.unit).power - family_of(own.unit).power
    value = abs(other.value).scaleb(power)
    return f"{value:,.{decimals}f}" if "," in numeral else f"{value:.{decimals}f}"


def test_few_swapped_cells_leak():
    tried: dict[str, int] = {}
    leaked: dict[str, int] = {}
    for results, draft in TRUE:
        given = case(results, draft)
        for kind, swapped in swaps(given):
            tried[kind] = tried.get(kind, 0) + 1
            leaked[kind] = leaked.get(kind, 0) + judged(given, swapped).passed
    assert min(tried.values()) > 100
    assert {
        kind: Decimal(leaked[kind]) / tried[kind]
        for kind in tried
        if Decimal(leaked[kind]) / tried[kind] > MOST_LEAKED[kind]
    } == {}
