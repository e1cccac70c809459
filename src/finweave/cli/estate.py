"""`finweave estate`: build one from publishers' files, see what it holds, verify that it is what was published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from finweave.cli.failures import complain
from finweave.cli.options import EstateOption, JsonOption, opened, out
from finweave.core.errors import EstateDamagedError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from finweave.cli.render import Screen
    from finweave.estate.build import BuildReport
    from finweave.estate.contract import DatasetStatus
    from finweave.estate.declare import Dataset

app = typer.Typer(
    help="Build an estate, see what it holds, verify it.", no_args_is_help=True, rich_markup_mode=None
)

_SIZES = ("B", "KB", "MB", "GB", "TB")


@app.command("build")
def build_estate(
    source: Annotated[Path, typer.Option("--from", metavar="DIR", help="Folder with one folder a dataset.")],
    name: Annotated[str, typer.Option("--name", metavar="N", help="The estate to build or renew.")] = "built",
    datasets: Annotated[
        str | None,
        typer.Option("--datasets", metavar="A,B", help="Only these datasets; the others stay as they are."),
    ] = None,
) -> None:
    """Build an estate from publishers' files; a dataset that fails keeps what it had and is named."""
    from finweave.cli.progress import build_progress
    from finweave.cli.render import Screen
    from finweave.datasets import catalogue
    from finweave.estate.build import build

    chosen = _chosen(datasets, catalogue())
    messages = Screen(stderr=True)
    with build_progress(messages, len(chosen)) as progress:
        report = build(source, name, chosen, progress=progress)
    _summary(Screen(), report)
    for outcome in report.failed:
        complain(f"{outcome.dataset} failed, what was held of it stays: {outcome.error}")
    raise typer.Exit(report.exit_code)


@app.command("status")
def status(estate: EstateOption = None, as_json: JsonOption = False) -> None:
    """List every declared dataset with what this estate holds of it."""
    finweave = opened(estate)
    held = finweave.status()
    if as_json:
        from finweave.core.jsontext import dumps

        named = {"name": finweave.estate.name, "digest": finweave.estate.digest}
        out(dumps({"estate": named, "datasets": list(held)}))
        return
    from finweave.cli.render import Screen

    screen = Screen()
    header = ("dataset", "vintage", "rows", "coverage", "size", "licence")
    screen.table(header, [_status_row(each) for each in held], (False, False, True, False, True, False))
    for each in held:
        if each.partial:
            screen.dim(f"{each.id} is partial: {each.partial}")
    screen.dim(
        f"estate {finweave.estate.name}, digest {finweave.estate.digest[:8]}, in {finweave.estate.folder}"
    )


@app.command("list")
def list_estates(as_json: JsonOption = False) -> None:
    """List the estates there are."""
    from finweave.estate.store import estate_folder, estate_names

    folders = {name: str(estate_folder(name)) for name in estate_names()}
    if as_json:
        from finweave.core.jsontext import dumps

        out(dumps([{"name": name, "folder": folder} for name, folder in folders.items()]))
        return
    from finweave.cli.render import Screen

    Screen().table(("estate", "folder"), list(folders.items()))


@app.command("verify")
def verify_estate(estate: EstateOption = None, as_json: JsonOption = False) -> None:
    """Hash every file of an estate again and compare it with what was published."""
    from finweave.estate.store import verify

    finweave = opened(estate)
    damage = verify(finweave.estate.folder)
    if as_json:
        from finweave.core.jsontext import dumps

        out(dumps({"estate": finweave.estate.name, "whole": not damage, "damage": list(damage)}))
    for each in damage:
        complain(f"{each.file} of {each.dataset} {each.edition}: {each.problem}")
    if damage:
        raise typer.Exit(EstateDamagedError.exit_code)
    if not as_json:
        from finweave.cli.render import Screen

        Screen().line(f"Estate {finweave.estate.name} is what was published.")


def size(count: int) -> str:
    """Bytes for a reader."""
    amount = float(count)
    for unit in _SIZES[:-1]:
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} {_SIZES[-1]}"


def _chosen(names: str | None, declared: Sequence[Dataset]) -> Sequence[Dataset]:
    if names is None:
        return declared
    by_id = {dataset.id: dataset for dataset in declared}
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in by_id:
            from difflib import get_close_matches

            near = tuple(get_close_matches(name, by_id, n=3, cutoff=0.5))
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(by_id)}"
            raise UnknownNameError(
                f"no dataset {name!r} is declared: {hint}",
                field="datasets",
                given=name,
                allowed=tuple(by_id),
                nearest=near,
            )
    return [by_id[name] for name in dict.fromkeys(wanted)]


def _status_row(held: DatasetStatus) -> tuple[str, ...]:
    if not held.editions:
        return (held.id, "not held", "", "", "", held.licence)
    span = f"{held.first} to {held.last}" if held.first and held.last else ""
    return (held.id, held.vintage or "", f"{held.rows:,}", span, size(held.bytes), held.licence)


def _summary(screen: Screen, report: BuildReport) -> None:
    rows = [
        (
            outcome.dataset,
            outcome.state,
            ", ".join(outcome.editions),
            f"{outcome.rows:,}",
            str(outcome.files),
            f"{outcome.seconds:.1f}",
        )
        for outcome in report.outcomes
    ]
    header = ("dataset", "state", "editions", "rows", "files", "seconds")
    screen.table(header, rows, (False, False, False, True, True, True))
    for outcome in report.outcomes:
        if outcome.left_out:
            more = f" and {len(outcome.left_out) - 3} more" if len(outcome.left_out) > 3 else ""
            screen.dim(f"{outcome.dataset}: left out {', '.join(outcome.left_out[:3])}{more}")
    screen.dim(
        f"estate {report.name}, digest {report.digest[:8]}, {report.seconds:.1f} s, in {report.folder}"
    )
