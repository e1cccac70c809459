"""Builds two versions of an estate in turn until it is killed. Run by test_killed_builds."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from made_up_rates import dataset

from finweave.core.errors import BusyError
from finweave.estate.build import build

if __name__ == "__main__":
    home, *sources = map(Path, sys.argv[1:])
    for source in cycle(sources):
        with suppress(BusyError):
            build(
                source,
                "built",
                [dataset("rates"), dataset("other")],
                home=home,
                quarantine=(),
                starter=home / "none",
            )
            print("published", flush=True)
