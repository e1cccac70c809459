"""Text normalisation used by names, planner and gate alike: one folding, one tokenizer.

Folding works character by character, so that a token of the folded text always knows its place in the original.
What a text means (a name, a number, a period) is decided elsewhere.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple


class Token(NamedTuple):
    """A folded word and the code points [start, end) of the original text that it stands for."""

    text: str
    start: int
    end: int


def fold(text: str) -> str:
    """For comparing names: NFKC, casefold, accents removed, punctuation to blanks, `&` to `and`, blanks collapsed."""
    folded = " ".join(text.translate(_FOLDED).split())
    return folded if folded.isascii() else unicodedata.normalize("NFKC", folded)


def clean(text: str) -> str:
    """For questions: NFKC, control and zero-width characters out, every dash and blank folded, trimmed; case kept.

    A fraction or exponent that NFKC would glue to its number stays apart: `2¼` -> `2 1/4`, `10⁶` -> `10^6`.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    apart = _GLUED_FRACTION.sub(r"\1 \2", text)
    apart = _GLUED_EXPONENT.sub(r"^\g<0>", apart)
    mapped = unicodedata.normalize("NFKC", apart.translate(_CLEANED)).translate(_CLEANED)
    return " ".join(unicodedata.normalize("NFKC", mapped).split())


def tokens(text: str) -> tuple[Token, ...]:
    """The words of `fold(text)`, each with its place in `text`."""
    found: list[Token] = []
    word: list[str] = []
    start = end = 0
    for position, character in enumerate(text):
        for piece in _FOLDED[ord(character)]:
            if piece == " ":
                if word:
                    found.append(Token(unicodedata.normalize("NFKC", "".join(word)), start, end))
                    word = []
                continue
            if not word:
                start = position
            word.append(piece)
            end = position + 1
    if word:
        found.append(Token(unicodedata.normalize("NFKC", "".join(word)), start, end))
    return tuple(found)


# Letters whose stroke, hook or ligature no decomposition removes.
_LETTERS = {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
# Apostrophes that Unicode counts among the letters.
_LETTER_APOSTROPHES = "ʹʻʼʽˈ"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d\u207b\u208b"
# Marks and fillers that are drawn as nothing, variation selectors among them.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
_FRACTIONS = "\u00bc-\u00be\u2150-\u215f\u2189"
_SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207a\u207b"
_GLUED_FRACTION = re.compile(f"([0-9])([{_FRACTIONS}])")
_GLUED_EXPONENT = re.compile(f"(?<=[0-9])[{_SUPERSCRIPTS}]*[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]")


class _Folded(dict[int, str]):
    """Code point to what it folds to, worked out when first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


class _Cleaned(dict[int, str]):
    """Code point to what it is cleaned to, worked out when first met."""

    def __missing__(self, code: int) -> str:
        cleaned = self[code] = _clean_character(chr(code))
        return cleaned


def _fold_character(character: str) -> str:
    if character == "&":
        return " and "
    if character in _LETTER_APOSTROPHES:
        return " "
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    # Fractions, exponents and footnote marks stay apart from the number or name before them.
    apart = " " if category == "No" else ""
    folded: list[str] = [apart]
    for part in unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold()):
        kind = unicodedata.category(part)
        if kind not in ("Mn", "Me", "Cf"):
            folded.append(_LETTERS.get(part, part) if kind[0] in "LN" or kind == "Mc" else " ")
    return "".join([*folded, apart])


def _clean_character(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp") or character in "\t\n\r\v\f\x85":
        return " "
    if character in _DASHES or category == "Pd":
        return "-"
    if category in ("Cc", "Cf", "Cs", "Cn") or character in _INVISIBLE:
        return ""
    return "/" if character == "\u2044" else character


_FOLDED = _Folded()
_CLEANED = _Cleaned()
