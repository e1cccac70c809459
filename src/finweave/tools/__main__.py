"""Writes `tools.json` anew from the argument models, to be reviewed like any other change."""

from __future__ import annotations

from pathlib import Path

from finweave.tools.registry import tools_json

if __name__ == "__main__":
    Path(__file__).with_name("tools.json").write_text(tools_json(), encoding="utf-8")
