"""A build's progress on standard error: a bar in a terminal, one line a dataset elsewhere."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finweave.cli.render import Screen
    from finweave.estate.build import Progress, Step


@contextmanager
def build_progress(screen: Screen, datasets: int) -> Generator[Progress]:
    """What a build is to call at each step, shown while the block lasts."""
    if not screen.console.is_terminal:
        yield lambda step: _line(screen, step)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=screen.console, transient=True) as bar:
        task = bar.add_task("building", total=datasets)

        def show(step: Step) -> None:
            done = step.position if step.doing == "done" else step.position - 1
            bar.update(task, description=f"{step.dataset}: {step.doing}", completed=done)

        yield show


def _line(screen: Screen, step: Step) -> None:
    if step.doing == "done":
        screen.line(f"{step.position}/{step.of} {step.dataset}")
