"""Spelled figures: counts (nine, two dozen), fractions (a third, half), multiples (twice, tenfold), rank words.

`one` and `a` as articles, sequence words, idioms and periods ("a quarter", "half-year") are not figures; everything
else that says how many or how much in words is a quantity like any other.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from finweave.grounding.quantities import Quantity
from finweave.grounding.units import CURRENCY_WORDS, SCALES
from finweave.grounding.vocabulary import listed

_SMALL = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen"
        )
    )
}
_TENS = {
    word: 10 * at
    for at, word in enumerate(listed("_ _ twenty thirty forty fifty sixty seventy eighty ninety"))
}
del _TENS["_"]
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_CARDINAL = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{_UNITS}))?|{'|'.join(w for w in _SMALL if w not in ('zero', 'one'))})"
_BIG = r"(?:hundred|thousand|million|billion|trillion|dozen)"
_PARTS = {
    "half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "halves": 2,
}  # fmt: skip
_MULTIPLES = {
    "twice": 2, "thrice": 3, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "triple": 3, "tripled": 3,
    "triples": 3, "tripling": 3, "treble": 3, "trebled": 3, "quadruple": 4, "quadrupled": 4, "twofold": 2,
    "threefold": 3, "fourfold": 4, "fivefold": 5, "sixfold": 6, "tenfold": 10, "hundredfold": 100,
}  # fmt: skip
_ORDINALS = {
    word: at + 1
    for at, word in enumerate(listed("first second third fourth fifth sixth seventh eighth ninth tenth"))
}
_AMOUNT = rf"(?:\sof)?\s(?:a\s|an\s)?(?P<of>percentage\spoint|percent|per\scent|point|million|billion|trillion)\b(?:\s(?P<money>{'|'.join(CURRENCY_WORDS)})\b)?"
_SPELLED = re.compile(
    rf"""
    \b(?P<n_times>(?:{_CARDINAL}|one)\sand\sa\s(?:half|quarter|third))\s(?P<times>times\b)?
    | \b(?P<in_n>one|two|three|four|five)\s(?:in|out\sof)(?:\severy)?\s(?P<in_m>{_CARDINAL})\b(?!\s(?:years|months|days))
    | \b(?P<top>a|an|{_UNITS})[-\s](?P<part>halves|half|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?)\b
    | \b(?P<half>half)\b
    | \b(?P<multiple>{"|".join(_MULTIPLES)})\b
    | \b(?P<rank>{"|".join(w for w in _ORDINALS if w != "first")})[-\s](?:highest|lowest|largest|smallest|biggest|best|worst|most|least|strongest|weakest|deepest)\b
    | \b(?:ranks?|ranked)\s(?:it\s|them\s)?(?P<ranked>{"|".join(_ORDINALS)})\b
    | \b(?P<count>(?:(?:a|one|{_CARDINAL})\s{_BIG}(?:\sand\s{_CARDINAL})?(?:\s(?:million|billion|trillion)\b)?|{_CARDINAL}))\b
      (?:[-\s](?P<unit>percentage\spoints?|percent|per\scent|basis\spoints?|times|days|weeks|months|quarters|years)\b)?
      (?:\s(?P<cash>{"|".join(CURRENCY_WORDS)})\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_AMOUNT_AFTER = re.compile(_AMOUNT, re.IGNORECASE)
_NO_HALF = re.compile(
    r"(?:first|second|the|other|latter|this|last|each|per|a year and a)[-\s]$", re.IGNORECASE
)
_NO_HALF_AFTER = re.compile(
    r"^(?:-?year|-?yearly|-?way|-?hour|-?hearted|-?time|-?point|\s(?:dozen|year|hour|way)\b|\sof\s(?:the\syear|last|this|next|\d{4}|\ue000))",
    re.IGNORECASE,
)
_NO_MULTIPLE_AFTER = re.compile(
    r"^(?:[-\s](?:digit|check|count|tax|taxation|edged|A\b|B\b|entry|dip)|\sa\s(?:year|month|week|day|quarter)|-?daily|-?weekly|-?yearly)",
    re.IGNORECASE,
)
_NO_COUNT_AFTER = re.compile(
    r"^(?:-(?!percent|point)\w|[-\s]?fold|\s(?:or\sso|and\sa\shalf)\b)", re.IGNORECASE
)
_IDIOMS = re.compile(
    r"\b(?:at\ssixes|second\sto\snone|twenty-four\shours|two-sided|two-way|one\sor\stwo|one\sby\sone|back\sto\sback|the\stwo|these\stwo|those\stwo|other\stwo|two\sof\sthem|the\sother\s\w+|in\stwo|between\sthe\stwo)\b",
    re.IGNORECASE,
)
_PERIOD_PART = frozenset({"quarter", "half"})


def scan_spelled(text: str) -> list[Quantity]:
    """Spelled figures of a masked text, left to right."""
    idioms = [match.span() for match in _IDIOMS.finditer(text)]
    found: list[Quantity] = []
    for match in _SPELLED.finditer(text):
        if any(start <= match.start() < end for start, end in idioms) or (
            found and match.start() < found[-1].span[1]
        ):
            continue
        quantity = _read(text, match)
        if quantity is not None:
            found.append(quantity)
    return found


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    if match["n_times"]:
        return _mixed(match)
    if match["in_n"]:
        value = Decimal(_SMALL[match["in_n"].lower()]) / Decimal(_cardinal(match["in_m"]))
        return _made(match, value, "fraction")
    if match["part"] or match["half"]:
        return _part(text, match)
    if match["multiple"]:
        if _NO_MULTIPLE_AFTER.match(text[match.end() : match.end() + 12]):
            return None
        return replace(
            _made(match, Decimal(_MULTIPLES[match["multiple"].lower()]), "multiple"), family="times"
        )
    rank = match["rank"] or match["ranked"]
    if rank:
        return replace(_made(match, Decimal(_ORDINALS[rank.lower()]), "ordinal"), family="rank")
    return _count(text, match)


def _made(match: re.Match[str], value: Decimal, kind: str, *, end: int | None = None) -> Quantity:
    span = (match.start(), match.end() if end is None else end)
    if kind == "fraction":
        return Quantity(span, span, value, 2, 0, "percent", "fraction")
    if kind == "multiple":
        return Quantity(span, span, value, 1, 0, "times", "multiple")
    return Quantity(span, span, value, 0, 0, "", "ordinal" if kind == "ordinal" else "count")


def _mixed(match: re.Match[str]) -> Quantity:
    words = match["n_times"].lower().split()
    value = Decimal(_cardinal(words[0])) + Decimal(1) / _PARTS[words[-1]]
    return _made(match, value, "multiple")


def _part(text: str, match: re.Match[str]) -> Quantity | None:
    after = text[match.end() : match.end() + 40]
    before = text[max(0, match.start() - 16) : match.start()]
    part = (match["part"] or "half").lower()
    singular = part if part in _PARTS else part.removesuffix("s")
    top = (match["top"] or "a").lower()
    number = 1 if top in ("a", "an") else _SMALL[top]
    value = Decimal(number) / Decimal(_PARTS[singular])
    amount = _AMOUNT_AFTER.match(after)
    if amount:
        return _amount(match, amount, value)
    if singular == "half" and (_NO_HALF.search(before) or _NO_HALF_AFTER.match(after)):
        return None
    if (
        number == 1
        and singular in ("quarter", "fourth")
        and not re.match(r"\sof\s(?!\d|\ue000|the\syear)", after)
    ):
        return None
    if (
        number == 1
        and singular not in _PERIOD_PART
        and not re.match(
            r"\sof\b|\sas\b|\s?[,.;:)(]|\s?$|\s(?:higher|lower|larger|smaller|more|less)\b", after
        )
    ):
        return None
    if number > 1 and singular == "quarter" and not re.match(r"\sof\b|\s?[,.;:)]|\sas\b", after):
        return None
    return _made(match, value, "fraction")


def _amount(match: re.Match[str], amount: re.Match[str], value: Decimal) -> Quantity:
    made = _made(match, value, "fraction", end=match.end() + amount.end())
    of = re.sub(r"\s", " ", amount["of"].lower())
    if of in ("percentage point", "point"):
        return replace(made, family="points", power=-2)
    if of in ("percent", "per cent"):
        return replace(made, family="percent", power=-2)
    money = amount["money"]
    family = f"money:{CURRENCY_WORDS[money.lower()]}" if money else "scaled"
    return replace(made, family=family, power=SCALES[of])


def _count(text: str, match: re.Match[str]) -> Quantity | None:
    words = match["count"].lower()
    if _NO_COUNT_AFTER.match(text[match.end("count") : match.end("count") + 12]) and not match["unit"]:
        return None
    value, power = _cardinal_scaled(words)
    made = replace(_made(match, Decimal(value), "count"), power=power, family="scaled" if power >= 6 else "")
    unit = re.sub(r"\s", " ", (match["unit"] or "").lower())
    cash = match["cash"]
    if cash:
        return replace(made, family=f"money:{CURRENCY_WORDS[cash.lower()]}")
    if unit in ("percent", "per cent"):
        return replace(made, family="percent", power=power - 2)
    if unit.startswith("percentage"):
        return replace(made, family="points", power=power - 2)
    if unit.startswith("basis"):
        return replace(made, family="points", power=power - 4)
    return replace(made, family=unit) if unit else made


def _cardinal_scaled(words: str) -> tuple[int, int]:
    power = 0
    for scale in ("trillion", "billion", "million"):
        if words.endswith(scale):
            power, words = SCALES[scale], words[: -len(scale)].strip()
            break
    return _cardinal(words) if words else 1, power


def _cardinal(words: str) -> int:
    total = 0
    current = 0
    for word in re.split(r"[-\s]+", words.lower()):
        if word in ("a", "an", "one"):
            current += 1
        elif word in _SMALL:
            current += _SMALL[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * (100 if word == "hundred" else 12)
        elif word == "thousand":
            total, current = max(current, 1) * 1000, 0
    return total + current
