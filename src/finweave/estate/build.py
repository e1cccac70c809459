"""The build: publishers' files in a folder become an estate, or leave the one before it as it was.

Per dataset: find its files, hash them, refuse those known to be wrong, parse, check, write. A dataset that fails does
not stop the others and keeps what it had; the report says so. All is published at once at the end, by one rename. What
no file covers stays from the starter, each row with its own provenance.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from finweave.core.errors import (
    ArgumentError,
    BuildError,
    CheckError,
    EstateDamagedError,
    FinweaveError,
    LayoutError,
    QuarantinedFileError,
)
from finweave.estate.declare import RawFile
from finweave.estate.engine import file_sha256
from finweave.estate.layout import check_names
from finweave.estate.manifest import Manifest, Vintage, read_manifest
from finweave.estate.staging import Staging
from finweave.estate.store import MANIFEST, STARTER, estate_folder, lock, publish, starter_folder, sweep
from finweave.estate.vintages import Below, VintageWriter

if TYPE_CHECKING:
    from finweave.estate.declare import Dataset, Part

Doing: TypeAlias = Literal["hashing", "parsing", "writing", "done"]
State: TypeAlias = Literal["built", "unchanged", "carried", "absent", "failed"]


@dataclass(frozen=True, slots=True)
class Step:
    """Where a build is: `position` of `of` datasets, and what is being done with this one."""

    dataset: str
    doing: Doing
    position: int
    of: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one dataset.

    built: parsed and published; unchanged: parsed, and the same as before; carried: no files, so what was held before
    (or in the starter) stays; absent: no files and nothing held; failed: `error` says why, `editions` what is still
    held. `left_out` are files in its folder that no pattern of the dataset names.
    """

    dataset: str
    state: State
    editions: tuple[str, ...]
    rows: int
    files: int
    left_out: tuple[str, ...]
    seconds: float
    error: FinweaveError | None = None


@dataclass(frozen=True, slots=True)
class BuildReport:
    """A finished build; `exit_code` is 1 when a dataset failed."""

    name: str
    folder: Path
    digest: str
    outcomes: tuple[Outcome, ...]
    seconds: float

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """Datasets that were refused."""
        return tuple(outcome for outcome in self.outcomes if outcome.state == "failed")

    @property
    def exit_code(self) -> int:
        """0 when every dataset that had files was published."""
        return 1 if self.failed else 0


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A file that circulates under a right name and is wrong, edited or invented."""

    name: str
    sha256: str
    dataset: str
    reason: str


Progress: TypeAlias = Callable[[Step], None]


def build(
    source: Path,
    name: str,
    datasets: Sequence[Dataset],
    *,
    home: Path | None = None,
    progress: Progress | None = None,
    quarantine: Sequence[Quarantined] | None = None,
    starter: Path | None = None,
) -> BuildReport:
    """Builds or renews the estate `name` from the folders of `source`, one a dataset id.

    `quarantine` and `starter` are the package's own unless given.
    """
    folder = estate_folder(name, home)
    if name == STARTER:
        raise ArgumentError(
            "the starter estate ships with finweave and is not built into: choose another name", field="name"
        )
    if not source.is_dir():
        raise ArgumentError(f"there is no folder {source}", field="from", given=str(source))
    if not any((source / dataset.id).is_dir() for dataset in datasets):
        ids = tuple(dataset.id for dataset in datasets)
        raise ArgumentError(
            f"{source} has no folder of a declared dataset; a dataset's files are in a folder of its id: {', '.join(ids)}",
            field="from",
            given=str(source),
            allowed=ids,
        )
    for dataset in datasets:
        check_names(dataset)
    known = {entry.sha256: entry for entry in (quarantined_files() if quarantine is None else quarantine)}
    started = time.monotonic()
    with lock(folder, name):
        previous = _previous(folder)
        staging = Staging()
        try:
            run = _Run(
                source, folder, previous, starter or starter_folder(), known, staging, progress or _silent
            )
            run.of = len(datasets)
            outcomes = [run.dataset(position, dataset) for position, dataset in enumerate(datasets, start=1)]
            manifest = Manifest(name, {**previous.datasets, **run.held})
            if manifest.datasets and previous.text() != manifest.text():
                publish(folder, manifest)
        except OSError as error:
            raise BuildError(
                f"the estate {name!r} could not be written ({error}); it stays as it was"
            ) from error
        finally:
            staging.close()
    return BuildReport(name, folder, manifest.digest, tuple(outcomes), time.monotonic() - started)


def quarantined_files() -> tuple[Quarantined, ...]:
    """The files known to be wrong, from the package's own list."""
    with Path(__file__).with_name("quarantine.csv").open(encoding="utf-8", newline="") as stream:
        return tuple(
            Quarantined(row["file"], row["sha256"], row["dataset"], row["reason"])
            for row in csv.DictReader(stream)
        )


class _Run:
    """One build under way: what it reads from, writes to, and holds so far."""

    def __init__(
        self,
        source: Path,
        folder: Path,
        previous: Manifest,
        starter: Path,
        quarantine: Mapping[str, Quarantined],
        staging: Staging,
        progress: Progress,
    ) -> None:
        self.of = 0
        self.held: dict[str, tuple[Vintage, ...]] = {}
        self._source = source
        self._folder = folder
        self._previous = previous
        self._starter_folder = starter
        self._starter = _held(starter)
        self._quarantine = quarantine
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._writer = VintageWriter(folder, staging, now, "files")
        self._progress = progress

    def dataset(self, position: int, dataset: Dataset) -> Outcome:
        """Builds one dataset, or keeps what is held of it."""
        import duckdb

        started = time.monotonic()
        files: list[RawFile] = []
        left_out: list[str] = []
        new: list[Vintage] = []
        error: FinweaveError | None = None
        try:
            self._tell(dataset, "hashing", position)
            files, left_out = self._files(dataset)
            if files:
                self._tell(dataset, "parsing", position)
                parts = parsed(dataset, files)
                self._tell(dataset, "writing", position)
                new = [self._writer.write(dataset, part, self._below(dataset, part)) for part in parts]
                hold_to_checks(dataset, parts)
        except FinweaveError as refused:
            error = refused
        except (OSError, duckdb.Error) as failed:
            error = BuildError(f"{dataset.id}: could not be written ({failed})")
        state = self._hold(dataset, [] if error else new)
        self._tell(dataset, "done", position)
        current = [vintage for vintage in self.held.get(dataset.id, ()) if vintage.current]
        return Outcome(
            dataset=dataset.id,
            state="failed" if error else state,
            editions=tuple(sorted(vintage.edition for vintage in current)),
            rows=sum(table.rows for vintage in current for table in vintage.tables.values()),
            files=len(files),
            left_out=tuple(left_out),
            seconds=time.monotonic() - started,
            error=error,
        )

    def _tell(self, dataset: Dataset, doing: Doing, position: int) -> None:
        self._progress(Step(dataset.id, doing, position, self.of))

    def _files(self, dataset: Dataset) -> tuple[list[RawFile], list[str]]:
        """The dataset's files with their hashes, and the names of those that no pattern takes.

        A quarantined file anywhere in the folder stops the dataset: whoever put it there believes in it.
        """
        folder = self._source / dataset.id
        if not folder.is_dir():
            return [], []
        taken = {path for pattern in dataset.files for path in folder.glob(pattern)}
        files: list[RawFile] = []
        left_out: list[str] = []
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(self._source).as_posix()
            digest = file_sha256(path)
            if digest in self._quarantine:
                entry = self._quarantine[digest]
                raise QuarantinedFileError(
                    f"{name} is known to be wrong ({entry.reason}): remove it from the folder",
                    field="file",
                    given=name,
                )
            if path in taken:
                files.append(RawFile(path, name, digest))
            else:
                left_out.append(name)
        if left_out and not files:
            raise LayoutError(
                dataset.id, "the folder", expected=" or ".join(dataset.files), found=", ".join(left_out[:5])
            )
        return files, left_out

    def _below(self, dataset: Dataset, part: Part) -> Below | None:
        for vintage in self._starter.current(dataset.id):
            if vintage.edition == part.edition:
                return Below(self._starter_folder, vintage)
        return None

    def _hold(self, dataset: Dataset, new: Sequence[Vintage]) -> State:
        """Decides what is current: this build's editions, else those built before, else the starter's."""
        before = self._previous.datasets.get(dataset.id, ())
        current = {vintage.edition: vintage for vintage in self._starter.current(dataset.id)}
        current |= {v.edition: v for v in before if v.current and v.origin == "files"}
        known = {(vintage.edition, vintage.digest): vintage for vintage in before}
        for vintage in new:
            same = known.get((vintage.edition, vintage.digest))
            current[vintage.edition] = replace(vintage, published=same.published) if same else vintage
        for vintage in current.values():
            if vintage.origin == "starter":
                self._writer.adopt(self._starter_folder, dataset.id, vintage)
        stands = {(vintage.edition, vintage.digest) for vintage in current.values()}
        history = [replace(v, current=False) for v in before if (v.edition, v.digest) not in stands]
        held = (*history, *(current[edition] for edition in sorted(current)))
        if not held:
            return "absent"
        self.held[dataset.id] = held
        if not new:
            return "carried"
        return "unchanged" if held == before else "built"


def parsed(dataset: Dataset, files: Sequence[RawFile]) -> list[Part]:
    """The dataset's parts, oldest edition first. Whatever a parser stumbles over comes out as a LayoutError."""
    try:
        parts = list(dataset.parse(files))
    except FinweaveError:
        raise
    except Exception as error:
        names = ", ".join(file.name for file in files[:3]) + (" ..." if len(files) > 3 else "")
        raise LayoutError(
            names,
            "while parsing",
            expected=f"files as {dataset.publisher} publishes them",
            found=f"{type(error).__name__}: {error}",
        ) from error
    editions = [part.edition for part in parts]
    if not parts or len(set(editions)) != len(editions):
        raise CheckError(
            f"dataset {dataset.id!r}: editions {editions}; a parser gives one part for each, at least one"
        )
    return sorted(parts, key=lambda part: part.edition)


def hold_to_checks(dataset: Dataset, parts: Sequence[Part]) -> None:
    """CheckError where parts break an identity that the publisher's own data satisfies."""
    for part in parts:
        for check in dataset.checks:
            try:
                broken = check.holds(part)
            except Exception as error:
                broken = f"it could not be computed: {type(error).__name__}: {error}"
            if broken is not None:
                raise CheckError(
                    f"dataset {dataset.id!r}, edition {part.edition}: {check.says} ({broken})", field=check.id
                )


def _previous(folder: Path) -> Manifest:
    """The estate as it is, swept; a damaged manifest is built anew, a newer one is not touched."""
    try:
        manifest = _held(folder)
    except EstateDamagedError:
        return Manifest("")
    sweep(folder, manifest)
    return manifest


def _held(folder: Path) -> Manifest:
    return read_manifest(folder / MANIFEST) if (folder / MANIFEST).is_file() else Manifest("")


def _silent(step: Step) -> None:
    del step
