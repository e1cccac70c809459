"""What carries digits and is no figure: identifiers, names with digits, tenors, marks, citations, links.

Each pattern is a way the field writes something that is not a quantity. They are blotted out before numerals are
scanned; dates and periods are `times`' business. A pattern here must never cover a plain numeral with a unit.
"""

from __future__ import annotations

import re

from finweave.grounding.text import Span
from finweave.grounding.units import CURRENCY_CODES

_CODES = rf"(?:{'|'.join(CURRENCY_CODES)}|US|Tk|Rs)"
_INTRODUCERS = (
    "Tier|Basel|Rule|Section|Sections|Article|Articles|Table|Tables|Figure|Figures|Chart|Charts|Annex|Appendix|Chapter|Title|Part|"
    "Panel|Box|Form|Schedule|Regulation|Reg|Stage|Level|Pillar|Phase|Class|Group|Step|Item|Note|Notes|"
    "Footnote|Page|Pages|Line|Column|Row|Release|Version|Series|Scenario|Bucket|Buckets|IFRS|IAS|ASC|FAS|ISO|"
    "Recommendation|Question|Paragraph|Principle|Resolution|Circular|Order|Act|No|Nos|Nr|Vol"
)
_PATTERNS = (
    r"(?:https?://|www\.)[^\s<>()|]+",
    r"\]\((?:[^()\s]+)\)",  # the target of a Markdown link
    r"[\w.+-]+@[\w-]+\.[\w.]+",
    r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]",  # citations and footnote marks
    r"(?<=[\w.%)\]\"”])\^\d{1,3}(?!\d)(?<!10\^\d)(?<!10\^\d\d)",  # raised footnote marks
    r"(?m:^[ ]*(?:\#{1,6}[ ]*)?\(?\d{1,3}(?:\.\d{1,2})*[.)][ ])",  # list and section marks
    r"\b(?:cert(?:ificate)?|RSSD|ID|LEI|CIK|FRS|ABA|ISIN|CUSIP|docket)(?:\s(?:no\.?|number|id))?[\s:#]{1,2}[0-9A-Z]{1,20}\b",
    r"\b[0-9]{3}[0-9A-Z]{5}[0-9]\b(?<=[A-Z]\w)",  # a CUSIP with letters
    rf"\b(?:{_INTRODUCERS})\.?[\s\u2009]?(?:\d{{1,4}}[\w.-]*\w|\d|[IVX]+)(?:\(\w{{1,3}}\))*(?:(?:\s?[,–-]\s?|\s(?:and|to|or)\s)\d{{1,3}}(?!\w))?(?![%\d])",
    r"\b(?:rule|section|article|table|chart|footnote|page|pages|pp\.|p\.|stage|level|bucket|chapter|line|note|tier)\s\d{1,4}(?:[\w-]*\w)?(?:(?:\s?[,–-]\s?|\s(?:and|to|or)\s)\d{1,3}(?!\w))?(?![%\w]|[.,]\d)",
    r"\b\d{1,3}\([a-z0-9]{1,3}\)(?:\([a-z0-9]{1,3}\))*",  # 401(k), 13(3)
    r"\b\d{1,2}-[KQFD]\b(?:/A)?",  # 10-K
    r"\b\d{1,2}[a-z]-\d{1,2}\b",  # 2a-7, 10b-5
    r"\bS&P\s?\d{2,4}\b|\b(?:Stoxx|STOXX|Nikkei|FTSE|Russell|DAX|CAC|MSCI|Fortune|Nasdaq|Wilshire|Topix|Hang Seng|ASX|Euronext)\s(?:Europe\s)?\d{2,4}\b",
    r"\b[GEM]-?\d{1,3}\b(?!\s?%)",
    r"\b(?:COVID|SARS|CoV)-?\d{1,2}\b",
    r"\b24/7\b|\b50[-/]50\b|\b9/11\b|\b360-degree\b",
    # tenors, maturities and look-back windows used as a modifier
    r"\b(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)-(?:to-\d{1,3}-)?(?:year|yr|month|day|week|quarter|hour|minute|decade|century|fold)s?(?:-(?:old|ahead|on-year|over-year|long|end))?\b(?<!fold)",
    r"\b\d{1,2}s\d{1,2}s\b|\b\d{1,2}[yY]\d{0,2}[yY]?\b(?:-\d{1,2}[yY]\b)?|\b(?:1|2|3|6|9|12)M\b(?=\s(?:bill|rate|tenor|Treasury|T-bill|LIBOR|EURIBOR|SOFR))",
    r"\b\d{2,3}\+?(?:[-–]\d{2,3})?\+?[-\s]days?\s(?:or\smore\s)?(?:past\sdue|delinquen\w+|late|overdue)\b|\b\d{2,3}\+(?=\s?days)",
    r"\b\d{1,2}:\d\d(?::\d\d)?\b(?:\s?[ap]\.?m\.?)?",
    rf"(?<![\w$€£¥.])(?<!\d-)(?!{_CODES}\d|Q[1-4]\b|H[12]\b|FY\d)[^\W\d_][\w]*(?:[-_./]\w+)*?[-_.]?\d[\w]*(?:[-_./]\w*\d\w*)*",  # CET1, M2, H.4.1, SS_CIN
)
_REFERENCE = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))
_QUANTITY_LIKE = re.compile(rf"(?:{_CODES})\.?\d|[a-z]+-\d")


def scan_references(text: str) -> list[Span]:
    """Spans of a folded text that hold digits or number words but no figure."""
    return [match.span() for match in _REFERENCE.finditer(text) if not _QUANTITY_LIKE.match(match.group())]
