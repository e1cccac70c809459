"""Numerals both ways: text to Decimal and back, exactly. No float enters or leaves.

The grammar admits only what has one reading. A lone comma or blank groups thousands (`1,234`), a lone point is the
decimal point (`1.234`); a comma is a decimal comma only where other grouping shows it (`1 234,5`, `1.234,5`). So
`1,23` and `0,5` are errors, never guesses. Units, percent and currency signs are not part of a numeral.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal

from finweave.core.errors import NumeralError
from finweave.core.text import clean


def parse_number(text: str) -> Decimal:
    """A numeral as publishers and people write them: `1,234.5`, `1 234,5`, `1'234`, `(1.2)`, `−1.2`, `2¼`, `3-1/2`,
    `1.2e3`. NumeralError on anything else, on an ambiguous one, and on an empty text; NaN and infinities are not numerals."""
    if len(text) > _LONGEST:
        raise _not_a_numeral(text, f"longer than {_LONGEST} characters")
    body = clean(text).replace("\u2019", "'")
    negative = False
    if body.startswith("(") and body.endswith(")"):
        negative, body = True, body[1:-1].strip()
        if body[:1] in ("-", "+"):
            raise _not_a_numeral(text, "a sign inside brackets says negative twice")
    elif body[:1] in ("-", "+"):
        negative, body = body[0] == "-", body[1:].strip()
    magnitude = _magnitude(text, body)
    return magnitude.copy_negate() if negative and magnitude else magnitude


def round_half_up(value: Decimal, decimals: int) -> Decimal:
    """Rounded half away from zero to that many decimals, any magnitude."""
    _refuse_non_finite(value)
    digits = max(1, value.adjusted() + decimals + 2)
    context = Context(prec=digits, rounding=ROUND_HALF_UP, Emax=_LARGEST, Emin=-_LARGEST)
    return value.quantize(Decimal(1).scaleb(-decimals), context=context)


def plain(value: Decimal) -> str:
    """Decimal's text without exponent and without trailing zeros beyond the point: `12.600` -> `12.6`, `1E+3` -> `1000`."""
    _refuse_non_finite(value)
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_LONGEST = 200
_LARGEST = 999_999
_LARGEST_EXPONENT = 99
_PLAIN = re.compile(r"([0-9]+)(?:\.([0-9]+))?|\.([0-9]+)")
_EXPONENT = re.compile(r"([0-9]+(?:\.[0-9]+)?)[eE]([+-]?[0-9]{1,4})")
_FRACTION = re.compile(r"(?:([0-9]+)(?:-| ))?([0-9]+)/([0-9]+)")
_GROUPED = (
    # grouping mark, decimal mark: 1,234.5  12,34,567.8 (lakh)  1 234.5  1 234,5  1'234.5  1'234,5  1.234,5  1.234.567
    re.compile(r"([0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]+))?"),
    re.compile(r"([0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3})(?:\.([0-9]+))?"),
    re.compile(r"([0-9]{1,3}(?: [0-9]{3})+)(?:[.,]([0-9]+))?"),
    re.compile(r"([0-9]{1,3}(?:'[0-9]{3})+)(?:[.,]([0-9]+))?"),
    re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+),([0-9]+)"),
    re.compile(r"([0-9]{1,3}(?:\.[0-9]{3}){2,})()"),
)
_MARKS = str.maketrans("", "", " ,.'")


def _magnitude(text: str, body: str) -> Decimal:
    if match := _PLAIN.fullmatch(body):
        return Decimal(body)
    if match := _EXPONENT.fullmatch(body):
        if abs(int(match[2])) > _LARGEST_EXPONENT:
            raise _not_a_numeral(text, f"its exponent is beyond {_LARGEST_EXPONENT}")
        return Decimal(body)
    if match := _FRACTION.fullmatch(body):
        return _fraction(text, match[1] or "0", match[2], match[3])
    for pattern in _GROUPED:
        if match := pattern.fullmatch(body):
            whole = match[1].translate(_MARKS)
            return Decimal(f"{whole}.{match[2]}" if match[2] else whole)
    if re.fullmatch(r"[0-9]+,[0-9]+", body):
        raise _not_a_numeral(
            text, "a comma before other than three digits is ambiguous; write a decimal point"
        )
    raise _not_a_numeral(
        text, "a numeral is digits with a decimal point, grouping, a sign, a fraction or an exponent"
    )


def _fraction(text: str, whole: str, numerator: str, denominator: str) -> Decimal:
    above, below = int(numerator), int(denominator)
    if not 0 < above < below:
        raise _not_a_numeral(text, "its fraction is not between 0 and 1")
    places = 0
    while (above * 10**places) % below:
        places += 1
        if places > len(denominator) * 4:
            raise _not_a_numeral(text, "its fraction has no exact decimal form")
    return Decimal(f"{int(whole) + 0}.{above * 10**places // below:0{places}d}")


def _not_a_numeral(text: str, why: str) -> NumeralError:
    shown = text if len(text) <= 60 else text[:57] + "..."
    return NumeralError(
        f"{shown!r} is no numeral: {why}.", given=shown, allowed=("1,234.5", "1 234,5", "-1.2", "3-1/2")
    )


def _refuse_non_finite(value: Decimal) -> None:
    if not value.is_finite():
        raise NumeralError(f"{value} is no numeral: it is not finite.", given=str(value))
