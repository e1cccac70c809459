"""The words the gate knows: what the caller hands in (`Words`), the field's own abbreviations, and stemming.

The gate knows no tool, bank or country by name. What it does know is the language of published statistics: which
words are directions, which nouns can be the base of a percentage, what NPL stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol


class Spotter(Protocol):
    """Whatever finds names in a text: `core.names.NameIndex` does."""

    def spot(self, text: str) -> tuple[tuple[int, int, tuple[Named, ...]], ...]:
        """Longest names inside a text: (start, end, matches)."""
        ...


class Named(Protocol):
    """A spotted name's identity."""

    @property
    def id(self) -> str:
        """The canonical id of what was named."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """What the caller knows beyond the results.

    `measures`: words of every tool's measures, so that a measure the results lack is recognised when it is named;
    `names`: kind of name ("country", "bank") to whatever spots them; `subjects`: tool to the entity its results are
    about when they name none; `conventions`: sentences of tools and data sets whose figures are no data ("published
    about two years later").
    """

    measures: tuple[str, ...] = ()
    names: Mapping[str, Spotter] = field(default_factory=dict[str, Spotter])
    subjects: Mapping[str, str] = field(default_factory=dict[str, str])
    conventions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a folded text with its stem."""

    start: int
    end: int
    text: str
    stem: str


_JOINT = re.compile(r"[-/]")
WORD = re.compile(r"[^\W\d_][\w&]*(?:\.\d+(?:\.\d+)?)?(?:[-/][^\W\d_]\w*)*", re.UNICODE)


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The words of a stretch of text; abbreviations of the field are spelled out by their stems."""
    found: list[Token] = []
    for match in WORD.finditer(text, start, len(text) if end is None else end):
        word = match.group()
        lowered = word.lower()
        if lowered in ABBREVIATIONS:
            found.extend(Token(match.start(), match.end(), word, s) for s in ABBREVIATIONS[lowered])
            continue
        if "-" not in word and "/" not in word:
            found.append(Token(match.start(), match.end(), word, stem(word)))
            continue
        parts = _JOINT.split(word)
        at = match.start()
        for part in parts:
            if part:
                found.append(Token(at, at + len(part), part, stem(part)))
            at += len(part) + 1
    return found


def listed(text: str) -> list[str]:
    """The words of a list written as running text."""
    return text.split()


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(token.stem for token in tokens(text) if token.stem not in STOP)


def content(words: Iterable[Token]) -> list[Token]:
    """The tokens that say something."""
    return [token for token in words if token.stem not in STOP]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A light stem: plural, possessive and the commonest verb endings; never shorter than three letters."""
    lowered = word.lower().removesuffix("'s").strip("'.")
    if lowered in IRREGULAR:
        return IRREGULAR[lowered]
    if lowered.endswith("ies") and len(lowered) > 4:
        return lowered[:-3] + "y"
    if lowered.endswith(("sses", "xes", "ches", "shes")):
        return lowered[:-2]
    if lowered.endswith("s") and not lowered.endswith(("ss", "us", "is")) and len(lowered) > 3:
        lowered = lowered[:-1]
    for ending, least in _ENDINGS:
        if lowered.endswith(ending) and len(lowered) >= least:
            return lowered.removesuffix(ending).removesuffix("e")
    return lowered.removesuffix("e") if len(lowered) > 4 else lowered


_ENDINGS = (("ations", 8), ("ation", 8), ("ing", 7), ("ment", 8), ("ed", 6), ("al", 6), ("ion", 8))


IRREGULAR = {
    "percent": "percent", "per": "per", "cent": "cent", "lost": "loss", "losses": "loss", "loss": "loss",
    "series": "series", "assets": "asset", "owed": "debt", "owe": "debt", "owes": "debt", "indebtedness": "debt",
    "held": "held", "holds": "held", "hold": "held", "holding": "held", "holdings": "held",
    "grew": "growth", "grow": "growth", "grown": "growth", "grows": "growth", "growing": "growth", "growth": "growth",
    "earned": "return", "earns": "return", "earn": "return", "lent": "loan", "lending": "loan", "loans": "loan",
    "ratios": "ratio", "ratio": "ratio", "trough": "minimum", "troughs": "minimum", "low": "minimum",
    "lowest": "minimum", "minimum": "minimum", "minima": "minimum", "min": "minimum", "bottom": "minimum",
    "bottoms": "minimum", "maximum": "maximum", "maxima": "maximum", "max": "maximum", "highest": "maximum",
    "peak": "peak", "peaks": "peak", "peaked": "peak", "start": "start", "starting": "start", "started": "start",
    "starts": "start", "currency": "currency", "currencies": "currency", "changed": "change", "changes": "change",
    "change": "change", "savings": "saving", "earnings": "earnings", "outstanding": "outstanding",
    "nonperforming": "nonperform", "failed": "failure", "failing": "failure", "fail": "failure", "fails": "failure",
    "failures": "failure", "failure": "failure", "sized": "size", "buffers": "buffer",
}  # fmt: skip

ABBREVIATIONS: Mapping[str, tuple[str, ...]] = {
    key: tuple(stem(word) for word in words.split())
    for key, words in {
        "npl": "non performing loan", "npls": "non performing loan", "non-performing": "non performing",
        "nonperforming": "non performing", "roa": "return on asset", "roe": "return on equity",
        "roaa": "return on average asset", "roae": "return on average equity", "nim": "net interest margin",
        "rwa": "risk weighted asset", "rwas": "risk weighted asset", "gdp": "gdp", "fx": "foreign exchange",
        "lcr": "liquidity coverage ratio", "nsfr": "net stable funding ratio", "car": "capital adequacy ratio",
        "ppnr": "pre provision net revenue", "aoci": "accumulated other comprehensive income", "ltv": "loan to value",
        "fdi": "foreign direct investment", "cet1": "cet1 capital", "debt/gdp": "debt gdp", "hhi": "herfindahl index",
        "wam": "weighted average maturity", "slr": "supplementary leverage ratio", "cds": "credit default swap",
        "capex": "capital expenditure", "ltd": "loan to deposit", "mmf": "money market fund",
        "mmfs": "money market fund", "ecb": "ecb", "yoy": "year over year", "t-bills": "treasury bill",
    }.items()
}  # fmt: skip

STOP = frozenset(
    stem(word)
    for word in listed("""
a an the and or but nor of in on at for to from by with without as is are was were be been being it its their his
her they them this that these those there here which who whom whose what when where while than then so if not no
has have had having do does did will would can could may might must shall should about around roughly nearly almost
approximately over under above below between per cent percent percentage point points basis bps pp per just also
only still even each both all every any some more less most least very much many such own same other another into
out up down off after before during since until till by against versus vs i we you your our my according respectively
figure figures number numbers value values level levels data result results latest current recent now year years
quarter quarters month months day days end ended stood stands came comes amounted amounts reached reaches reported
reports recorded records shows show showed put puts gave give gives made make makes equal equals equivalent
dollar dollars euro euros usd eur million billion trillion thousand
""")
)

BASE_NOUNS = frozenset(
    stem(word)
    for word in listed("""
gdp gnp gni revenue revenues deposits deposit loans loan assets asset reserves reserve equity exports imports
liabilities income capital debt credit exposure exposures turnover output trade expenditure spending receipts
funding population households firms banks repo collateral claims advances sales profits earnings wages trend
securities portfolio balances rwa
""")
)
BASE_MODIFIERS = frozenset(
    stem(word)
    for word in listed("""
total risk-weighted weighted accepted tendered allocated unallocated gross net domestic foreign uninsured insured
average earning outstanding government household corporate external public private
""")
)
