"""FinWeave in Python: opening, asking, and how results show themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal

import pytest

import finweave
from finweave.analyst.answer import Answer, Citation, EstateName, Grounding, ModelName, PastTurn
from finweave.core.errors import ArgumentError, EstateMissingError
from finweave.results import CallError, Candidate, Column, Refusal, Source, ToolResult
from finweave.views import MissingPackageError, blocks, printable, source_line

QUESTION = "What is Bangladesh's OECD country risk category?"
EVIL = "<script>alert('&')</script>"

SOURCE = Source(
    EVIL,
    EVIL,
    "Nobody",
    "2024/0a1b2c3d",
    "us-pd",
    "https://example.org/?a=1&b=2",
    "Nobody",
    "yes",
    "secondary",
)
RESULT = ToolResult(
    tool="made_up",
    arguments={"bank": EVIL},
    status="ok",
    columns=(
        Column("bank", "Bank", "entity"),
        Column("amount", "Amount", "value", unit="USD million", base="of assets", decimals=1),
    ),
    rows=((EVIL, Decimal("1234567.10")), ("B", None)),
    total_rows=3,
    notes=(EVIL,),
    sources=(SOURCE,),
)
ANSWER = Answer(
    status="answered",
    text=f"It is {EVIL}. [1]\n\n| Bank | Amount |\n|---|---:|\n| {EVIL} | 1.0 |\n\n- one\n- two",
    question="?",
    estate=EstateName("made-up", "00"),
    model=ModelName("builtin", "planner"),
    grounding=Grounding("clean"),
    citations=(Citation.of(1, SOURCE),),
    calls=(RESULT,),
    seconds=0.0123,
)


@pytest.fixture
def fw(tmp_path):
    with finweave.open("starter", home=tmp_path) as opened:
        yield opened


def test_importing_the_package_imports_nothing_heavy():
    code = (
        "import sys, finweave; heavy = {'duckdb', 'pydantic', 'rich', 'typer', 'rapidfuzz', 'simplejson', 'finweave.api'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_public_name_is_there_and_no_other():
    for name in finweave.__all__:
        assert getattr(finweave, name) is not None
        assert name in dir(finweave)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = finweave.no_such_name


def test_a_question_is_answered(fw):
    answer = fw.ask(QUESTION)
    assert isinstance(answer, finweave.Answer)
    assert [figure.value for figure in answer.figures] == ["6"]


@pytest.mark.parametrize("past", [QUESTION, PastTurn(QUESTION), "answer"], ids=["text", "turn", "answer"])
def test_history_is_questions_turns_or_answers(fw, past):
    earlier = fw.ask(QUESTION) if past == "answer" else past
    assert "Ghana" in fw.ask("And Ghana's?", [earlier]).text


def test_history_of_another_type_is_an_error(fw):
    with pytest.raises(ArgumentError, match="int"):
        fw.ask("And Ghana's?", [5])


def test_a_tool_is_called_by_name(fw):
    result = fw.tool("stress_test", bank="JPMorgan Chase")
    assert isinstance(result, finweave.ToolResult)
    assert result.cell(0, "minimum").value == Decimal("12.6")
    assert result.id == 1


def test_an_argument_that_python_reserves_ends_in_an_underscore(fw):
    result = fw.tool("reserve_currencies", currency="USD", from_="2024-Q1", to="2024-Q4")
    assert result.arguments["from"] == "2024-Q1"


def test_a_wrong_call_is_a_result_of_status_error(fw):
    assert fw.tool("stress_test", bnk="x").error.nearest == ("bank",)
    assert fw.tool("stres_test").error.nearest == ("stress_test",)


def test_tools_and_status_are_listed(fw):
    assert {entry["name"] for entry in fw.tools()} == set(fw.registry)
    assert {status.id for status in fw.status()} >= {"dfast", "cofer"}


def test_a_missing_estate_is_a_typed_error(tmp_path):
    with pytest.raises(EstateMissingError, match="nowhere"):
        finweave.open("nowhere", home=tmp_path)
    assert issubclass(EstateMissingError, finweave.FinweaveError)


def test_an_answer_shows_itself_in_a_shell():
    shown = repr(ANSWER)
    assert shown.startswith("Answer(answered, estate made-up, 12 ms)")
    assert ANSWER.text in shown
    assert "[1] " in shown


def test_a_result_shows_itself_in_a_shell():
    shown = repr(RESULT)
    assert shown.startswith("ToolResult(made_up(bank=")
    assert "2 of 3 rows" in shown
    assert "Amount (USD million of assets)" in shown
    assert "1,234,567.1" in shown


@pytest.mark.parametrize(
    ("ending", "says"),
    [
        ({"status": "error", "error": CallError("argument", "It is wrong.")}, "It is wrong."),
        (
            {"status": "refused", "refusal": Refusal("advice", "No advice.", "Ask for figures.")},
            "Ask for figures.",
        ),
        (
            {"status": "ambiguous", "candidates": (Candidate("1", "One"), Candidate("2", "Two", "TX"))},
            "Two (2, TX)",
        ),
    ],
)
def test_a_result_without_rows_says_why(ending, says):
    assert says in repr(replace(RESULT, columns=(), rows=(), **ending))


@pytest.mark.parametrize("shown", [ANSWER, RESULT], ids=["answer", "result"])
def test_html_escapes_whatever_a_publisher_wrote(shown):
    html = shown._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<table>" in html
    assert "a=1&amp;b=2" in html


def test_json_of_a_result_keeps_every_digit():
    assert "[\"<script>alert('&')</script>\", 1234567.10]" in RESULT.to_json()
    assert json.loads(RESULT.to_json())["rows"][1] == ["B", None]


def test_json_of_an_answer_has_an_id_only_where_the_turn_had_one():
    assert "id" not in json.loads(ANSWER.to_json())
    with_id = json.loads(replace(ANSWER, id="7").to_json())
    assert with_id["id"] == "7"
    assert list(with_id)[15:18] == ["as_of", "id", "format"]


def test_a_refusal_is_written_with_class():
    refused = replace(ANSWER, refusal=Refusal("advice", "No.", "Ask."))
    assert json.loads(refused.to_json())["refusal"] == {"class": "advice", "reason": "No.", "instead": "Ask."}


def test_a_document_is_cited_instead_of_a_dataset():
    cited = replace(ANSWER.citations[0], dataset=None, document="d1")
    assert list(json.loads(replace(ANSWER, citations=(cited,)).to_json())["citations"][0])[:2] == [
        "n",
        "document",
    ]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_missing_package_is_named(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackageError, match=f"pip install {package}"):
        getattr(RESULT, f"to_{package}")()


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_rows_become_a_data_frame_by_column(monkeypatch, package):
    class Frames:
        DataFrame = dict

    monkeypatch.setitem(sys.modules, package, Frames)
    assert getattr(RESULT, f"to_{package}")() == {
        "bank": [EVIL, "B"],
        "amount": [Decimal("1234567.10"), None],
    }


def test_a_text_falls_into_paragraphs_lists_and_tables():
    assert [block.kind for block in blocks(ANSWER.text)] == ["paragraph", "table", "list"]
    table = blocks(ANSWER.text)[1]
    assert table.cells == (("Bank", "Amount"), (EVIL, "1.0"))
    assert table.right == (False, True)


@pytest.mark.parametrize("text", ["", "| only |", "|\n|---|", "a\n| b |\n- c", "| a | b |\n|---|---|\n| 1 |"])
def test_any_text_falls_into_blocks(text):
    assert all(len(row) == len(block.cells[0]) for block in blocks(text) for row in block.cells)


def test_control_characters_become_visible():
    assert printable("a\x1b[31m\nb\u202e") == "a\\x1b[31m\nb\\x202e"


def test_a_source_says_edition_licence_and_provenance():
    line = source_line(SOURCE)
    assert "edition 2024 / 0a1b2c3d" in line
    assert "public domain (17 USC 105) (commercial use yes)" in line
    assert "secondary sources" in line
    assert "secondary" not in source_line(replace(SOURCE, provenance="publisher_file"))
