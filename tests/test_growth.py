"""A dataset and a tool declared here, and nowhere else, are built, asked, gated and cited: nothing else changes."""

from decimal import Decimal
from typing import Annotated

import pytest
from pydantic import Field as Argument

from finweave.analyst.analyst import Analyst
from finweave.analyst.answer import Answer, Turn
from finweave.datasets import catalogue
from finweave.estate.build import build
from finweave.estate.declare import Dataset, Field, Part, RawFile, Table
from finweave.estate.reader import open_estate
from finweave.estate.statement import Statement
from finweave.results import Column, ToolResult
from finweave.tools.declare import Context, Country, Example, PeriodText, Slot, Tool, ToolArgs, Vocabulary
from finweave.tools.registry import registry

# Made-up figures of a made-up publisher.
MADE_UP = "FRA,France,1990,12.5,3\nDEU,Germany,1990,9.25,4\nFRA,France,1991,13.0,5\n"


def parse(files: list[RawFile]) -> list[Part]:
    rows = [tuple(line.split(",")) for line in files[0].path.read_text().splitlines()]
    return [Part("1991-06-30", {"lighthouses": rows}, tuple(files))]


DATASET = Dataset(
    id="made_up_lights",
    title="Lighthouse dues",
    publisher="Made-up Harbour Office",
    page="https://example.org/lights",
    licence="cc-by-4.0",
    attribution="Made-up Harbour Office",
    tables=(
        Table(
            "lighthouses",
            (
                Field("code", "text", "entity"),
                Field("country", "text", "label"),
                Field("year", "text", "period"),
                Field(
                    "dues", "decimal", "value", "Lighthouse dues", "percent", "of port revenue", 2, "share"
                ),
                Field("towers", "integer", "value", "Towers", "count", "", 0, "count"),
            ),
            key=("code", "year"),
        ),
    ),
    files=("*.csv",),
    parse=parse,
    cadence="yearly",
)


class LightArgs(ToolArgs):
    """Arguments of the made-up tool."""

    country: Country = Argument(description="Country.")
    period: PeriodText = Argument(default="latest", description="A year or latest.")
    measure: Annotated[str, Slot("choice")] = Argument(default="dues", description="dues or towers")


DUES = Statement(
    "made_up_lights.dues",
    "select country, year, dues, edition from made_up_lights__lighthouses where list_contains($codes, code)"
    " and year = coalesce($year, (select max(year) from made_up_lights__lighthouses where list_contains($codes, code)))"
    " order by code desc",
    frozenset({"made_up_lights__lighthouses"}),
)


def lighthouse_dues(args: LightArgs, ctx: Context) -> ToolResult:
    """Dues of made-up lighthouses."""
    year = None if args.period == "latest" else args.period
    codes = [args.country] if isinstance(args.country, str) else args.country
    rows = ctx.estate.query(DUES, {"codes": codes, "year": year})
    return ToolResult(
        tool="lighthouse_dues",
        arguments=args.record(),
        status="ok",
        columns=(
            Column("country", "Country", "entity"),
            Column("year", "Year", "period"),
            Column("dues", "Lighthouse dues", "value", "percent", "of port revenue", ("dues",), "share", 2),
            Column("edition", "Edition", "text"),
        ),
        rows=tuple(rows),
        total_rows=len(rows),
        sources=(ctx.estate.source("made_up_lights"),),
    )


TOOL = Tool(
    name="lighthouse_dues",
    area="markets",
    title="Lighthouse dues",
    menu="Dues of lighthouses.",
    args=LightArgs,
    run=lighthouse_dues,
    datasets=("made_up_lights",),
    statements=(DUES,),
    operations=("lookup", "compare"),
    vocabulary=Vocabulary(subject=("lighthouse dues", "lighthouses"), columns={"dues": ("dues",)}),
    examples=(Example("What are lighthouse dues in France?", {"country": "FRA"}),),
)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Analyst:
    folder = tmp_path_factory.mktemp("files") / "made_up_lights"
    folder.mkdir()
    (folder / "lights.csv").write_text(MADE_UP)
    home = tmp_path_factory.mktemp("home")
    declared = (*catalogue(), DATASET)
    report = build(folder.parent, "grown", declared, home=home)
    assert report.digest
    return Analyst(open_estate("grown", home, declared), {**registry(), TOOL.name: TOOL})


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What were lighthouse dues in France in 1990?", "12.50%"),
        ("lighthouse dues of Germany", "9.25%"),
        ("French lighthouse dues, latest", "13.00%"),
    ],
)
def test_a_question_reaches_the_new_tool_and_its_figure_is_proved(
    grown: Analyst, question: str, figure: str
) -> None:
    answer: Answer = grown.ask(Turn(question))
    assert answer.status == "answered", answer.text
    assert [f.text for f in answer.figures] == [figure]
    assert answer.figures[0].value == str(Decimal(figure.rstrip("%")).normalize())
    assert answer.figures[0].base == "of port revenue"
    assert answer.citations[0].dataset == "made_up_lights"
    assert answer.grounding.outcome == "clean"


def test_cells_of_the_new_tool_can_be_combined(grown: Analyst) -> None:
    answer = grown.ask(
        Turn("By how many percentage points do lighthouse dues in France and Germany differ in 1990?")
    )
    assert "3.25 percentage points" in answer.text, answer.text


def test_the_old_tools_answer_on_the_grown_estate_from_the_starters_rows(grown: Analyst) -> None:
    answer = grown.ask(Turn("How low did JPMorgan's CET1 go in the 2026 stress test?"))
    assert answer.figures[0].text == "12.6%"


def test_a_figure_nobody_returned_is_still_withheld(grown: Analyst) -> None:
    """The negative control: the gate judges the new tool's results like all others."""
    from finweave.analyst.gate import gated

    result = grown.ask(Turn("What were lighthouse dues in France in 1990?")).calls[0]
    acted = gated("", [result], "Lighthouse dues in France were 12.75% of port revenue in 1990.", grown.words)
    assert "12.75" not in acted.text
    assert acted.outcome in ("withheld", "stripped")
