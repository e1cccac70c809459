"""The store: where estates are, and how one changes: beside, fsynced, then one rename.

    <home>/estates/<name>/manifest.json
    <home>/estates/<name>/tables/<dataset>/<sha256 of the content>.parquet     (0444, never written again)

A reader that opened the manifest before a publish sees the old estate whole, one that opens it after sees the new one.
A build that is killed leaves files no manifest names; the next build removes them. Locks are the kernel's, so that
they end with the process that held them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from finweave.core.errors import ArgumentError, BusyError
from finweave.estate.engine import file_sha256
from finweave.estate.manifest import Manifest, StoredTable, read_manifest

MANIFEST = "manifest.json"
STARTER = "starter"
"""The estate that ships in the package; it is read where it is and never built into."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_UNFINISHED = ".new-"


@dataclass(frozen=True, slots=True)
class Damage:
    """A file of an estate that is not what was published."""

    dataset: str
    edition: str
    table: str
    file: str
    problem: str


def home_folder(home: Path | None = None) -> Path:
    """Where estates are kept: the given folder, else FINWEAVE_HOME, else the platform's place for user data."""
    if home is not None:
        return home
    named = os.environ.get("FINWEAVE_HOME")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("finweave")


def starter_folder() -> Path:
    """The starter estate inside the package."""
    return Path(__file__).with_name(STARTER)


def estate_folder(name: str, home: Path | None = None) -> Path:
    """The folder of an estate, there or not."""
    if not _NAME.fullmatch(name):
        raise ArgumentError(
            f"no estate can be named {name!r}: use a-z, 0-9, - and _", field="estate", given=name
        )
    return starter_folder() if name == STARTER else home_folder(home) / "estates" / name


def estate_names(home: Path | None = None) -> tuple[str, ...]:
    """Names of the estates that exist, the starter first."""
    kept = home_folder(home) / "estates"
    found = sorted(path.parent.name for path in kept.glob(f"*/{MANIFEST}")) if kept.is_dir() else []
    starter = [STARTER] if (starter_folder() / MANIFEST).is_file() else []
    return (*starter, *found)


def table_path(folder: Path, dataset: str, table: StoredTable) -> Path:
    """Where a stored table's file is."""
    return folder / "tables" / dataset / table.file


def new_path(folder: Path, dataset: str, number: int) -> Path:
    """A place beside a dataset's tables to write a file to before it has its name."""
    place = folder / "tables" / dataset
    place.mkdir(parents=True, exist_ok=True)
    return place / f"{_UNFINISHED}{os.getpid()}-{number}.parquet"


def settle(written: Path) -> tuple[str, Path]:
    """Gives a written file its final name, its own hash, made durable and read-only; returns hash and path.

    A file of that name that is whole may be in use and stays untouched.
    """
    digest = file_sha256(written)
    final = written.with_name(f"{digest}.parquet")
    if final.is_file() and file_sha256(final) == digest:
        written.unlink()
        return digest, final
    _sync(written)
    written.chmod(0o444)
    if os.name == "nt" and final.is_file():
        final.chmod(0o644)  # a damaged file is replaced; Windows replaces no read-only one
    written.replace(final)
    return digest, final


def publish(folder: Path, manifest: Manifest) -> None:
    """Makes a manifest the estate's, in one step that either happened or did not."""
    for dataset in manifest.datasets:
        _sync(folder / "tables" / dataset)
    _sync(folder / "tables")
    beside = folder / f"{_UNFINISHED}{MANIFEST}"
    beside.write_text(manifest.text(), encoding="utf-8")
    _sync(beside)
    beside.replace(folder / MANIFEST)
    _sync(folder)


def sweep(folder: Path, manifest: Manifest) -> None:
    """Removes what a killed build left: files that no manifest named. Only the holder of the lock may."""
    named = {
        table_path(folder, dataset, table)
        for dataset, vintages in manifest.datasets.items()
        for vintage in vintages
        for table in vintage.tables.values()
    }
    for left in (*folder.glob("tables/*/*.parquet"), folder / f"{_UNFINISHED}{MANIFEST}"):
        if left not in named:
            left.unlink(missing_ok=True)


@contextmanager
def lock(folder: Path, name: str) -> Generator[None]:
    """Holds the estate for one builder; BusyError when another process does. Ends with the process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("a+b") as handle:
        try:
            _take(handle)
        except OSError as error:
            raise BusyError(
                f"estate {name!r} is being built by another process: wait until it is done, or build under another"
                " name (--name)",
                field="name",
                given=name,
            ) from error
        try:
            yield
        finally:
            _give_back(handle)


def verify(folder: Path) -> tuple[Damage, ...]:
    """Hashes every file a manifest names again, history included; what is missing or changed."""
    manifest = read_manifest(folder / MANIFEST)
    return tuple(
        Damage(dataset, vintage.edition, name, str(table_path(folder, dataset, table)), problem)
        for dataset, vintages in sorted(manifest.datasets.items())
        for vintage in vintages
        for name, table in sorted(vintage.tables.items())
        if (problem := _problem(table_path(folder, dataset, table), table)) is not None
    )


def _problem(path: Path, table: StoredTable) -> str | None:
    try:
        if path.stat().st_size != table.bytes:
            return f"has {path.stat().st_size} bytes, was published with {table.bytes}"
        return None if file_sha256(path) == table.sha256 else "its content was changed (sha256 differs)"
    except OSError as error:
        return f"cannot be read ({error.strerror})"


def _sync(path: Path) -> None:
    """Asks the disk to keep a file, or a folder's list of names. Windows syncs no folders."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


if os.name == "nt":
    import msvcrt

    def _take(handle: IO[bytes]) -> None:
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)

    def _give_back(handle: IO[bytes]) -> None:
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _take(handle: IO[bytes]) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give_back(handle: IO[bytes]) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
