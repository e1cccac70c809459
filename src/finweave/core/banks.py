"""US banks' identities across levels (charter, bank RSSD, holding company, ticker), from one CSV in the package.

A name is looked up here; which level a dataset holds is the dataset's business: a stress test wants `rssd_dfast`.
Short forms are data; only the endings of legal names ("& Co.", "National Association") are known to code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from finweave.core.errors import UnknownNameError
from finweave.core.names import NameIndex
from finweave.core.packaged import listed, packaged_rows
from finweave.core.text import fold


@dataclass(frozen=True, slots=True)
class BankIdentity:
    """One group: everyday name, legal names, and the keys of each level as text (None where there is none)."""

    name: str
    parent_legal_name: str | None
    bank_legal_name: str | None
    fdic_cert: str | None
    rssd_bank: str | None
    rssd_top_holder: str | None
    rssd_dfast: str | None
    ticker: str | None
    note: str


def banks() -> tuple[BankIdentity, ...]:
    """All, in the file's order."""
    return tuple(_by_name().values())


@cache
def bank_index() -> NameIndex:
    """Index over names, legal names, short forms (BofA, JPM, Wells, Chase), tickers (exact case), `cert 628`, RSSDs; id is the everyday name."""
    rows = _rows()
    tickers = [row["ticker"] for row in rows if row["ticker"]]
    numbers = _owned_numbers(rows)
    parents = {row["parent_legal_name"]: row["name"] for row in reversed(rows)}
    return NameIndex(
        [
            (
                row["name"],
                row["name"],
                [*_aliases(row, parents[row["parent_legal_name"]] == row["name"]), *numbers[row["name"]]],
            )
            for row in rows
        ],
        exact_case=tickers,
        capitalised=[word for row in rows for word in listed(row["capitalised"])],
        whole_text=[
            *(word for row in rows for word in listed(row["whole_text"])),
            *(
                ticker
                for ticker in tickers
                if len(ticker) < _SPOTTED_TICKER and ticker not in _declared(rows)
            ),
            *(number for owned in numbers.values() for number in owned if number.isdigit()),
        ],
        decoys=[decoy for row in rows for decoy in listed(row["decoys"])],
    )


def bank(name: str) -> BankIdentity:
    """The identity of that everyday name (an id of `bank_index`); UnknownNameError names the nearest."""
    found = _by_name().get(name)
    if found is None:
        near = tuple(match.id for match in bank_index().near(name))
        hint = f": did you mean {' or '.join(near)}?" if near else "."
        raise UnknownNameError(f"No bank named {name!r}{hint}", field="bank", given=name, nearest=near)
    return found


# Shorter tickers (C, MS, RF) are everyday letters; in a longer text they count only where declared as a short form.
_SPOTTED_TICKER = 3
_LEGAL_ENDINGS = tuple(
    tuple(ending.split())
    for ending in (
        "national association", "n a", "na", "and co", "and company", "company", "co", "corporation", "corp",
        "incorporated", "inc", "llc", "ssb", "group", "the",
    )
)  # fmt: skip
_LEVELS = (("cert", "fdic_cert"), ("rssd", "rssd_dfast"), ("rssd", "rssd_bank"), ("rssd", "rssd_top_holder"))


@cache
def _rows() -> tuple[dict[str, str], ...]:
    return packaged_rows("banks.csv")


@cache
def _by_name() -> dict[str, BankIdentity]:
    return {row["name"]: _identity(row) for row in _rows()}


def _identity(row: dict[str, str]) -> BankIdentity:
    return BankIdentity(
        name=row["name"],
        parent_legal_name=row["parent_legal_name"] or None,
        bank_legal_name=row["bank_legal_name"] or None,
        fdic_cert=row["fdic_cert"] or None,
        rssd_bank=row["rssd_bank"] or None,
        rssd_top_holder=row["rssd_top_holder"] or None,
        rssd_dfast=row["rssd_dfast"] or None,
        ticker=row["ticker"] or None,
        note=row["note"],
    )


def _aliases(row: dict[str, str], leads: bool) -> list[str]:
    """All names of a bank; the parent's too where the bank leads its group."""
    aliases = [*listed(row["aliases"]), *_shortened(row["bank_legal_name"])]
    if leads:
        aliases += _shortened(row["parent_legal_name"])
    if row["bank_legal_name"].endswith(_NATIONAL):
        bare = row["bank_legal_name"].removesuffix(_NATIONAL).rstrip(", ")
        aliases += [f"{bare} NA", f"{bare} N.A."]
    return [*aliases, row["ticker"]] if row["ticker"] else aliases


_NATIONAL = "National Association"


def _shortened(legal: str) -> Iterator[str]:
    """A legal name and what remains of it when its leading article and legal endings go, one after another."""
    words = tuple(fold(legal).split())
    while words:
        yield " ".join(words)
        if words[0] == "the":
            words = words[1:]
            continue
        ending = next((e for e in _LEGAL_ENDINGS if len(e) < len(words) and words[-len(e) :] == e), None)
        if ending is None:
            return
        words = words[: -len(ending)]


def _owned_numbers(rows: tuple[dict[str, str], ...]) -> dict[str, list[str]]:
    """Numbers by bank name, each with the first bank that has it: a holder's number is its lead bank's."""
    owned: dict[str, list[str]] = {row["name"]: [] for row in rows}
    taken: set[str] = set()
    for register, column in _LEVELS:
        for row in rows:
            number = row[column]
            if number and f"{register} {number}" not in taken:
                taken.add(f"{register} {number}")
                owned[row["name"]].append(f"{register} {number}")
                if register == "cert":
                    owned[row["name"]].append(f"FDIC cert {number}")
                else:
                    owned[row["name"]].append(number)
    return owned


def _declared(rows: tuple[dict[str, str], ...]) -> set[str]:
    return {alias for row in rows for alias in listed(row["aliases"])}
