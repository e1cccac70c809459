"""Cases from outside: tolerant of what is missing, typed errors for what cannot be understood."""

import json
from decimal import Decimal

import pytest

from finweave.core.errors import ArgumentError
from finweave.grounding.cases import read_case

CALL = {
    "tool": "t",
    "columns": [
        {"name": "c", "label": "Country", "kind": "entity"},
        {"name": "v", "label": "Rate", "unit": "percent"},
    ],
    "rows": [["Norway", 4.50], ["Chile", None]],
}


def case(**changes):
    return json.dumps({"id": "a", "draft": "x", "calls": [CALL], **changes})


def test_only_id_calls_and_draft_are_needed():
    read = read_case('{"id": "a", "draft": "x", "calls": []}')
    assert (read.id, read.draft, read.question, read.results, read.documents) == ("a", "x", "", (), ())


def test_numbers_keep_their_digits():
    line = case().replace("4.5]", "4.50]")
    assert str(read_case(line).results[0].rows[0][1]) == "4.50"


def test_a_period_given_as_a_number_is_text():
    call = {
        **CALL,
        "columns": [{"name": "y", "label": "Year", "kind": "period"}, CALL["columns"][1]],
        "rows": [[2025, 1]],
    }
    assert read_case(case(calls=[call])).results[0].rows[0] == ("2025", Decimal(1))


def test_a_caveat_as_text_is_mandatory():
    (caveat,) = read_case(case(calls=[{**CALL, "caveats": ["Mind this."]}])).results[0].caveats
    assert (caveat.text, caveat.mandatory) == ("Mind this.", True)


def test_unknown_keys_are_ignored():
    assert read_case(case(expect={"pass": True}, more=1)).id == "a"


def test_columns_may_say_what_they_are():
    column = {"name": "v", "names": ["yield"], "nature": "level", "decimals": 2, "higher_is": "worse"}
    (read,) = read_case(case(calls=[{**CALL, "columns": [column], "rows": [[1]]}])).results[0].columns
    assert (read.names, read.nature, read.decimals, read.higher_is) == (("yield",), "level", 2, "worse")


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("not json", "case"),
        ("[]", "case"),
        ('{"id": "a", "calls": []}', "draft"),
        ('{"id": "a", "draft": "x"}', "calls"),
        ('{"id": "a", "draft": "x", "calls": [{"rows": [[1]]}]}', "calls[0].rows[0]"),
        ('{"id": "a", "draft": "x", "calls": [{"status": "fine"}]}', "calls[0].status"),
        (
            '{"id": "a", "draft": "x", "calls": [{"columns": [{"name": "v", "kind": "odd"}]}]}',
            "calls[0].columns[0].kind",
        ),
        ('{"id": "a", "draft": "x", "calls": [{"columns": [{"name": "v"}], "rows": [[NaN]]}]}', "case"),
        (
            '{"id": "a", "draft": "x", "calls": [{"columns": [{"name": "v"}], "rows": [[[1]]]}]}',
            "calls[0].rows[0].v",
        ),
    ],
)
def test_what_is_wrong_is_named(line: str, field: str):
    with pytest.raises(ArgumentError) as error:
        read_case(line)
    assert error.value.field == field
