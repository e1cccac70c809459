"""Licences: one list. Every citation names one; the walls (package, machine, remote model) read their flags here.

The flags are what the publisher's terms allow, or the careful reading where the terms are silent; a dataset may hold
back more (an old vintage, a broken column), never less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from finweave.core.errors import UnknownNameError


@dataclass(frozen=True, slots=True)
class Licence:
    """`redistribute`: may ship in the package; `send_to_model`: rows may go to a remote model."""

    id: str
    name: str
    url: str
    commercial: Literal["yes", "no", "unclear"]
    redistribute: bool
    send_to_model: bool


def licence(id: str) -> Licence:
    """The licence of that id; UnknownNameError names the nearest."""
    found = _BY_ID.get(id)
    if found is None:
        from difflib import get_close_matches

        nearest = tuple(get_close_matches(id, _BY_ID, n=3, cutoff=0.5))
        hint = f": did you mean {' or '.join(nearest)}?" if nearest else f"; there are {', '.join(_BY_ID)}."
        raise UnknownNameError(
            f"No licence {id!r}{hint}", field="licence", given=id, allowed=tuple(_BY_ID), nearest=nearest
        )
    return found


def all_licences() -> tuple[Licence, ...]:
    """The list, by id."""
    return tuple(_BY_ID[id] for id in sorted(_BY_ID))


# fmt: off
# id, name, url, commercial use, may be redistributed, may be sent to a remote model
_LICENCES = (
    Licence("us-pd", "US federal government work, public domain (17 USC 105)", "https://www.usa.gov/government-copyright", "yes", True, True),
    Licence("cc0-1.0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/", "yes", True, True),
    Licence("cc-by-4.0", "Creative Commons Attribution 4.0", "https://creativecommons.org/licenses/by/4.0/", "yes", True, True),
    Licence("cc-by-nc-4.0", "Creative Commons Attribution-NonCommercial 4.0", "https://creativecommons.org/licenses/by-nc/4.0/", "no", False, True),
    Licence("cc-by-nc-sa-4.0", "Creative Commons Attribution-NonCommercial-ShareAlike 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/", "no", False, True),
    Licence("bis-stat-terms", "BIS terms of permitted use of statistics (unrestricted with citation)", "https://data.bis.org/help/legal", "yes", True, True),
    Licence("imf-data-terms", "IMF copyright and usage, special terms for data (commercial reuse with attribution)", "https://www.imf.org/external/terms.htm", "yes", True, True),
    Licence("ecb-reuse", "ECB statistics and press material: free reuse with source", "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html", "yes", True, True),
    Licence("eba-reuse", "EBA legal notice: reproduction with source", "https://www.eba.europa.eu/legal-notice", "yes", True, True),
    Licence("oecd-cc-by-4.0", "OECD terms, CC BY 4.0 for content since 2024-07", "https://www.oecd.org/en/about/terms-conditions.html", "yes", True, True),
    Licence("oecd-terms-2022", "OECD terms of 2022 (document predates the CC BY change of 2024-07)", "https://www.oecd.org/en/about/terms-conditions.html", "unclear", True, True),
    Licence("fatf-oecd-c", "FATF/OECD copyright; list membership is fact", "https://www.fatf-gafi.org/en/pages/Termsandconditions.html", "unclear", True, True),
    Licence("fsb-c", "FSB copyright; list membership is fact", "https://www.fsb.org/terms_conditions/", "unclear", True, True),
    Licence("nyfed-rate-terms", "NY Fed Terms of Use for Select Rate Data (required notice)", "https://www.newyorkfed.org/markets/reference-rates/terms-of-use", "yes", True, True),
    Licence("nyfed-site-terms", "NY Fed website terms of use (not read)", "https://www.newyorkfed.org/privacy/termsofuse", "unclear", True, True),
    Licence("freddiemac-pmms", "Freddie Mac PMMS terms: use with attribution, no alteration of the document", "https://www.freddiemac.com/terms", "unclear", False, True),
    Licence("boc-site-terms", "Bank of Canada / Bank of England site terms (terms seen on Bank of Canada sister sites: non-commercial without permission)", "https://www.bankofcanada.ca/terms/", "unclear", False, True),
    Licence("mixed-public", "Public facts from FDIC, Board, GLEIF; tickers typed", "", "unclear", True, True),
    Licence("metadata", "Bibliographic metadata of publishers' documents", "", "unclear", False, True),
    Licence("research-use", "Research use only, no redistribution", "", "no", False, False),
    Licence("internal-use", "Internal use only: price sources forbid redistribution", "", "no", False, False),
    Licence("shiller-none", "No stated licence (Robert Shiller's online data): displayed with citation, not shipped", "http://www.econ.yale.edu/~shiller/data.htm", "unclear", False, False),
    Licence("cboe-terms", "Cboe website terms (not an open licence)", "https://www.cboe.com/us_disclaimers/", "unclear", False, True),
    Licence("not-stated", "No licence stated by the publisher: cited, not shipped", "", "unclear", False, True),
    Licence("user-corpus", "The operator's own documents; rights stay with their owners", "", "unclear", False, False),
    Licence("own", "Own work", "", "yes", True, True),
    Licence("sample", "Generated data, not figures of any publisher", "", "yes", True, True),
)
# fmt: on
_BY_ID = {licence.id: licence for licence in _LICENCES}
