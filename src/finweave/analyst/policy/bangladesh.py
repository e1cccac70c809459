"""Recognises individual banks of Bangladesh, which may be neither stored, returned nor named: system and categories may.

The names are known only so that a question or a draft that carries one is recognised; they are no estate data and are
never echoed. A name shared with banks elsewhere counts only where Bangladesh is the context.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from finweave.core.text import fold

# A blank of a pattern: folded text has one blank, a draft may have a hyphen or a non-breaking one.
_BLANK = r"[\W_]{1,3}"

# First words of names that no bank elsewhere has, before "bank".
_OWN = """
    sonal[iy]|janata|agrani|rupali|pubali|uttara|jamuna|meghna|padma|shimanto|mod?humoti|madhumoti|brac|grameen|dhaka|ific
    |nrb|nrbc|nrb commercial|nrb global|ncc|sbac|bengal commercial|krishi|rajshahi krishi unnayan|probashi kallyan
    |karmasangsthan|ansar vdp unnayan|unnayan|palli sanchay|bangladesh commerce|bangladesh development|bangladesh shilpa
    |dutch bangla|arab bangladesh|south bangla|south bangla agriculture(?: and commerce)?|al arafah islami
    |shahjalal islami|social islami|first security islami|global islami|exim islami|union islami|sammilito islami|islami
    |icb islamic|nagad digital|bangladesh samabaya|standard islami|community bank bangladesh
"""
# The same without "bank" after them: full names and acronyms.
_OWN_ALONE = """
    islami bank bangladesh|ibbl|bdbl|dbbl|rakub|sjibl|fsibl|aibl|sibl|ucbl|sbac|nrbc|al arafah|shahjalal islami
    |dutch bangla|rajshahi krishi unnayan|probashi kallyan|karmasangsthan|palli sanchay|sonali bangladesh|arab bangladesh
    |bangladesh krishi
"""
# In Bangla script, before the word for bank and its endings.
_OWN_BANGLA = """
    সোনালী|সোনালি|জনতা|অগ্রণী|রূপালী|রুপালী|পূবালী|উত্তরা|যমুনা|মেঘনা|পদ্মা|ব্র্যাক|গ্রামীণ|ঢাকা|ইসলামী|ডাচ বাংলা|কৃষি|প্রাইম|সিটি|ইস্টার্ন
    |ন্যাশনাল|এক্সিম|সাউথইস্ট|ট্রাস্ট|প্রিমিয়ার|ওয়ান|ইউনিয়ন|মার্কেন্টাইল|স্ট্যান্ডার্ড|বেসিক|এবি|মিডল্যান্ড|আইএফআইসি|কোন|কোন্|এনআরবি|ইউসিবি|পুবালী
"""
# Short forms of the best known: enough beside a bank's measure, or where Bangladesh is the context.
_SHORT = "sonal[iy]|janata|agrani|rupali|pubali|brac|ific|shimanto|mod?humoti|grameen|islami"
# Shared with banks elsewhere: only where Bangladesh is the context.
_SHARED = """
    city|eastern|prime|trust|national|southeast|premier|standard|one|mercantile|mutual trust|community|midland|union
    |citizens|farmers|first security|exim|export import|united commercial|basic|ab|oriental|bengal
"""
_SHARED_ALONE = (
    "ucb|ebl|mtb|ncc|exim|nbl|ific|padma|uttara|jamuna|meghna|bank asia|premier bank|mercantile bank"
)
_FOREIGN = """
    hsbc|standard chartered|scb|citi|citibank|citibank n a|commercial bank of ceylon|state bank of india|habib|alfalah
    |woori|national bank of pakistan
"""
_CONTEXT = r"bangladesh\w*|bangladesch\w*|bangla|dhaka|chittagong|chattogram|bdt|bgd|taka|বাংলাদেশ\w*|khelapi"
_MEASURE = r"""
    npl|npls|capital|ratio|loan|loans|deposits|provision\w*|bad debt|default\w*|assets|classified|profit|roa|roe|car|cet1
    |leverage|shortfall|solven\w*|liquidity|branches|khelapi|plc|ltd|limited|earns?|losses
"""

# Individual banks asked for without a name. One of many, singled out:
_LENDER = "(?:bank|lender)"
_SINGLED = rf"""
    (?:that|this) (?:\w+ )?{_LENDER}|
    (?:which|what|name|a|any|one|the|individual|single|particular)(?: (?!(?:central|world|development|bangladesh)\b)\w+){{0,4}}
    {_LENDER} (?:that|which|whose|who|with|in|of|from|has|have|had|is|was|holds?|earns?|owes?|led|owned|run|founded|named
    |called|starting|beginning|headquartered|there)
    |(?:worst|weakest|best|strongest|largest|biggest|safest|riskiest|oldest|smallest|top|leading)(?: [\w]+){{0,3}} {_LENDER}
    |(?:which|a|any|one|another) bangladeshi {_LENDER}
    |(?:which|one|each|any) of (?:\w+ ){{0,4}}(?:banks|lenders)
"""
# Several, listed or taken apart:
_LISTED = r"""
    (?:which|name|list|rank|order|what)(?: \w+){0,2} (?:banks|lenders)
    |(?:top|bottom|worst|weakest|best|largest|biggest|\d+|two|three|four|five|six|ten|troubled|merged|merging|ailing)
    (?: \w+){0,2} (?:banks|lenders)
    |(?:banks|lenders)(?: \w+){0,4} (?:ranked|merged|merging|by name|by assets|by size|by npls?|names|individually|one by one)
"""
_TAKEN_APART = """
    bank (?:by bank|wise|level)|by bank|per bank|each bank|every bank|individual banks?|names? of (?:the )?banks
    |one by one|individually|by name
    |(?:down|split|broken) by (?:bank|lender|institution)
"""
_CATEGORY = "category|categories|group|groups|type|types|class|classes|system|sector|sectors|aggregate|average|how many"
_ABOUT_US = r"why (?:can|do|don|won|could|are) ?t? (?:you|we)|what can (?:i|you)"
_OWNED = (
    r"state owned|state run|public sector|specialised|specialized|private|foreign|islamic banks as|scheduled"
)
# Owners whose banks are few enough to be names.
_OWNER = "s alam|salam|beximco|nassa|sikder|yunus|nobel|orion group"
_OWNERS_BANK = (
    rf"(?:{_OWNER})(?: \w+){{0,5}} (?:banks?|lenders?)|(?:banks?|lenders?)(?: \w+){{0,6}} (?:{_OWNER})"
)


def names_bank(text: str, context: str = "") -> bool:
    """Whether a text asks for an individual bank of Bangladesh; `context` is what was asked in earlier turns."""
    folded = fold(text)
    if _finds("own", folded) or _finds("owners bank", folded) or _finds("own bangla", text):
        return True
    if _finds("context", folded) and (_finds("foreign", folded) or _singles_out(folded)):
        return True
    if len(_pattern("short").findall(folded)) > 1:
        return True
    if _finds("context", f"{folded} {context}"):
        return _finds("shared", folded) or _finds("short", folded)
    return _finds("short", folded) and _finds("measure", folded)


def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where a draft names one, in code points of `text`.

    A shared or short name counts only with a capital, and where the draft speaks of Bangladesh or names another one.
    """
    found = [match.span() for kind in ("own", "own bangla") for match in _pattern(kind).finditer(text)]
    if found or _finds("context", text):
        others = (m for kind in ("shared", "foreign", "short") for m in _pattern(kind).finditer(text))
        found += [match.span() for match in others if match[0][0].isupper()]
    found.sort(key=lambda span: (span[0], -span[1]))
    return tuple(
        span for i, span in enumerate(found) if i == 0 or span[0] >= max(end for _, end in found[:i])
    )


def _singles_out(folded: str) -> bool:
    if _finds("about us", folded):
        return False
    if _finds("taken apart", folded):
        return True
    if _finds("category", folded):
        return False
    return _finds("singled", folded) or (_finds("listed", folded) and not _finds("owned", folded))


def _finds(kind: str, text: str) -> bool:
    return _pattern(kind).search(text) is not None


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    sources = {
        "own": f"(?:{_OWN.strip()}) bank|{_OWN_ALONE}",
        "own bangla": rf"(?:{_OWN_BANGLA.strip()}) ব্যাংক",
        "short": _SHORT,
        "shared": f"(?:{_SHARED.strip()}) bank(?! of (?!bangladesh))|{_SHARED_ALONE}",
        "foreign": rf"(?:{_FOREIGN.strip()}) (?:bank )?(?:s |in |of )?(?:the )?(?:bangladesh\w*|dhaka)"
        rf"|(?:bangladesh\w*|dhaka) (?:arm|unit|branch|branches|subsidiary|operations?|business) of (?:{_FOREIGN.strip()})",
        "context": _CONTEXT,
        "measure": _MEASURE,
        "singled": _SINGLED,
        "listed": _LISTED,
        "taken apart": _TAKEN_APART,
        "category": _CATEGORY,
        "about us": _ABOUT_US,
        "owned": _OWNED,
        "owners bank": _OWNERS_BANK,
    }
    source = (
        re.sub(r"\s+", " ", sources[kind].strip()).replace(" |", "|").replace("| ", "|").replace("( ", "(")
    )
    source = unicodedata.normalize("NFKC", source).replace(" ", _BLANK)
    after = "" if kind == "own bangla" else r"(?!\w)"
    return re.compile(rf"(?<!\w)(?:{source}){after}", re.IGNORECASE)
