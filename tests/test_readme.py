"""README says what is true today: its console blocks are what the commands print, its Python runs."""

import re

import finweave
from readme_blocks import BLOCK, README, rendered, timeless

TEXT = README.read_text(encoding="utf-8")


def test_every_console_block_is_what_the_command_prints() -> None:
    assert len(BLOCK.findall(TEXT)) >= 5
    assert timeless(rendered(TEXT)) == timeless(TEXT), "run `make readme`"


def test_the_python_of_the_readme_runs_and_gives_what_it_says(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("FINWEAVE_HOME", str(tmp_path))
    code = "\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
    names: dict[str, object] = {}
    for line in code.splitlines():
        expression, _, said = line.partition("  # ")
        if said:
            assert (
                repr(eval(expression, {"finweave": finweave}, names)) == said.strip()
                or str(eval(expression, {}, names)) in said
            )
        else:
            exec(line, {"finweave": finweave}, names)
    assert {"fw", "answer", "result"} <= set(names)


def test_the_files_the_readme_links_to_exist() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert link.startswith("http") or (README.parent / link).exists(), link
