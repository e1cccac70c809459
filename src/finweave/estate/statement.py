"""A statement: SQL text written in a tool's file, with the tables it may read. The only way to an engine.

`{name}` in the text is a choice: an argument's closed list of values mapped to SQL fragments; every expansion is
generated and checked when the statement is registered, so a caller's text never enters SQL. All else is bound: `$x`.
Tables are named `<dataset>__<table>`; each has the declared fields, then `edition` and `provenance`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product


@dataclass(frozen=True, slots=True)
class Statement:
    """A named SQL constant. `tables` is its allowlist, `<dataset>__<table>`."""

    name: str
    sql: str
    tables: frozenset[str]
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])

    def text(self, **chosen: str) -> str:
        """The SQL for these choices; a KeyError for a value outside the closed list."""
        sql = self.sql
        for name, values in self.choices.items():
            sql = sql.replace("{" + name + "}", values[chosen[name]])
        return sql

    def expansions(self) -> list[str]:
        """Every SQL text this statement can ever be."""
        names = list(self.choices)
        return [
            self.text(**dict(zip(names, values, strict=True)))
            for values in product(*(self.choices[name] for name in names))
        ]
