"""The console blocks of README.md: each `$ finweave ...` line with the real output under it.

`python tests/readme_blocks.py` writes them again (`make readme`); test_readme.py compares. Milliseconds and seconds are
the machine's and are left out of the comparison.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"^```console\n\$ finweave (.*)\n(?:(?!```).*\n)*```$", re.MULTILINE)
TIME = re.compile(r"\d+(?:\.\d+)? (?:ms|s)\b")


def output(arguments: str) -> str:
    """What the command prints at 80 columns on the starter estate."""
    program = Path(sys.executable).with_name("finweave")
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "FINWEAVE_HOME": home, "COLUMNS": "80", "NO_COLOR": "1"}
        done = subprocess.run(
            [program, *shlex.split(arguments)], capture_output=True, text=True, env=env, check=True
        )
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())


def rendered(text: str) -> str:
    """README's text with every block's output as it is now."""
    return BLOCK.sub(lambda m: f"```console\n$ finweave {m[1]}\n{output(m[1])}\n```", text)


def timeless(text: str) -> str:
    """The text without times."""
    return TIME.sub("0 ms", text)


if __name__ == "__main__":
    README.write_text(rendered(README.read_text(encoding="utf-8")), encoding="utf-8")
