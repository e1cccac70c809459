"""`finweave doctor`: what is installed, where estates are, and whether the one that would be asked is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from finweave.cli.options import EstateOption, JsonOption, opened, out
from finweave.core.errors import FinweaveError

if TYPE_CHECKING:
    from collections.abc import Iterator

NEEDED = ("duckdb", "platformdirs", "pydantic", "rapidfuzz", "rich", "simplejson", "typer")
OPTIONAL = {
    "pypdfium2": "to build datasets that are published as PDF",
    "pandas": "for to_pandas()",
    "polars": "for to_polars()",
}


def doctor(estate: EstateOption = None, as_json: JsonOption = False) -> None:
    """Check the installation and the estate that would be asked."""
    code, checks = 0, list(_installed())
    try:
        checks += list(_estate(estate))
    except FinweaveError as error:
        checks.append(("estate", "failed", str(error)))
        code = error.exit_code
    if any(state == "failed" for _, state, _ in checks):
        code = code or 1
    if as_json:
        from finweave.core.jsontext import dumps

        out(dumps([{"check": what, "state": state, "found": found} for what, state, found in checks]))
    else:
        from finweave.cli.render import Screen

        Screen().table(("check", "state", "found"), checks)
    raise typer.Exit(code)


def _installed() -> Iterator[tuple[str, str, str]]:
    import platform

    yield "finweave", "ok", _version("finweave") or "run from its source, not installed"
    yield "python", "ok", f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    for package in NEEDED:
        found = _version(package)
        yield package, "failed" if found is None else "ok", found or "not installed"
    for package, purpose in OPTIONAL.items():
        yield package, "ok", _version(package) or f"not installed (only needed {purpose})"


def _estate(name: str | None) -> Iterator[tuple[str, str, str]]:
    from finweave.estate.store import estate_names, home_folder, verify

    yield "home", "ok", str(home_folder())
    yield "estates", "ok", ", ".join(estate_names()) or "none"
    finweave = opened(name)
    held = [status for status in finweave.status() if status.editions]
    yield "estate", "ok", f"{finweave.estate.name}: {len(held)} of {len(finweave.status())} datasets held"
    damage = verify(finweave.estate.folder)
    if damage:
        from finweave.core.errors import EstateDamagedError

        raise EstateDamagedError(f"{damage[0].file} {damage[0].problem}; {len(damage)} files are damaged")
    yield "files", "ok", "every file is what was published"
    yield "tools", "ok", str(len(finweave.registry))


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None
