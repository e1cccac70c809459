"""FinWeave: a citation-first analyst over public financial data.

    import finweave
    fw = finweave.open()
    fw.ask("How low did JPMorgan's CET1 go in the latest stress test?")

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finweave.analyst.answer import Answer as Answer
    from finweave.api import FinWeave as FinWeave
    from finweave.api import open as open
    from finweave.core.errors import FinweaveError as FinweaveError
    from finweave.results import ToolResult as ToolResult

    __version__: str

__all__ = ["Answer", "FinWeave", "FinweaveError", "ToolResult", "__version__", "open"]

_HOMES = {
    "Answer": "finweave.analyst.answer",
    "FinWeave": "finweave.api",
    "FinweaveError": "finweave.core.errors",
    "ToolResult": "finweave.results",
    "open": "finweave.api",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("finweave")
    if name not in _HOMES:
        raise AttributeError(f"module 'finweave' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
