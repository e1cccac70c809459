"""`python -m finweave.datasets starter FACTS`: makes the starter estate of the package again from shared figures."""

from __future__ import annotations

import sys
from pathlib import Path

import finweave.estate
from finweave.datasets import catalogue
from finweave.estate.starter import build_starter

# The day the shared figures were put together; the starter's vintages carry it, so that it is made the same every time.
PUBLISHED = "2026-11-30T00:00:00Z"


def main(arguments: list[str]) -> int:
    """Makes the starter; 2 for wrong usage."""
    if len(arguments) != 2 or arguments[0] != "starter":
        sys.stderr.write("usage: python -m finweave.datasets starter FACTS\n")
        return 2
    target = Path(finweave.estate.__file__).parent / "starter"
    manifest = build_starter(Path(arguments[1]), target, catalogue(), published=PUBLISHED)
    sys.stdout.write(f"starter estate: {len(manifest.datasets)} datasets in {target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
