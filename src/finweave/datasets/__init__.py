"""The datasets: one file each with its declaration, parser and checks. Found by name, listed nowhere."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from finweave.core.errors import CheckError
from finweave.estate.declare import Dataset


@cache
def catalogue() -> tuple[Dataset, ...]:
    """Every declared dataset, by id; CheckError where two have the same id or a file declares none."""
    found: dict[str, Dataset] = {}
    for module in iter_modules(__path__):
        if module.name.startswith("_"):
            continue
        dataset = getattr(import_module(f"{__name__}.{module.name}"), "DATASET", None)
        if not isinstance(dataset, Dataset):
            raise CheckError(f"datasets/{module.name}.py declares no DATASET")
        if dataset.id in found:
            raise CheckError(f"two files declare the dataset {dataset.id!r}")
        found[dataset.id] = dataset
    return tuple(found[id] for id in sorted(found))
