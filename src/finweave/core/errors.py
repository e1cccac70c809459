"""Every error of the product: typed, and naming what was given, what is allowed and what to do.

A caller can act on `code`, `field`, `given`, `allowed` and `nearest` without reading the sentence; the sentence is
for people. Faces (CLI, HTTP, MCP) map `exit_code`; nothing else decides one.
"""

from __future__ import annotations

from typing import ClassVar


class FinweaveError(Exception):
    """Base of all errors; `str(error)` is a whole sentence for a reader."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        message: str,
        *,
        field: str | None = None,
        given: str | None = None,
        allowed: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.field = field
        self.given = given
        self.allowed = allowed
        self.nearest = nearest


class ArgumentError(FinweaveError):
    """A caller's argument is wrong: unknown name, value outside its list, two that exclude each other."""

    code = "argument"
    exit_code = 2


class PeriodError(ArgumentError):
    """A text is no period, or an impossible one (2024-Q5, 2023-02-30)."""

    code = "period"


class NumeralError(ArgumentError):
    """A text is no numeral of the grammar, or an ambiguous one."""

    code = "numeral"


class UnitError(ArgumentError):
    """Two units or bases that do not convert into each other."""

    code = "unit"


class UnknownNameError(ArgumentError):
    """A country, bank, currency, dataset or tool that no list has; `nearest` holds candidates."""

    code = "unknown_name"


class EstateError(FinweaveError):
    """An estate that is missing, damaged, or of a newer format."""

    code = "estate"
    exit_code = 3


class EstateMissingError(EstateError):
    """No estate of that name in the home folder."""

    code = "estate_missing"


class EstateDamagedError(EstateError):
    """A file the manifest names is missing, or its content is not what was published."""

    code = "estate_damaged"


class BuildError(FinweaveError):
    """A build that was refused; the estate before it stays as it was."""

    code = "build"


class LayoutError(BuildError):
    """A publisher's file that is not in a known layout: names file, place, expected and found."""

    code = "layout"

    def __init__(self, file: str, place: str, *, expected: str, found: str) -> None:
        super().__init__(
            f"{file}, {place}: expected {expected}, found {found}",
            field=place,
            given=found,
            allowed=(expected,),
        )
        self.file = file


class QuarantinedFileError(BuildError):
    """A file known to be wrong, edited or invented, recognised by its sha256."""

    code = "quarantined"


class CheckError(BuildError):
    """Parsed tables break an identity that the publisher's own data satisfies."""

    code = "check"


class BusyError(EstateError):
    """Another process is building the same estate."""

    code = "busy"
    exit_code = 1


class GuardError(FinweaveError):
    """A statement that is not registered, or that reads what its tool may not read."""

    code = "guard"


class QueryTimeoutError(FinweaveError):
    """A statement ran into the engine's time or memory limit."""

    code = "timeout"
