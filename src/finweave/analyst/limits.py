"""Limits on what an asker may send; each has the reason beside it."""

from __future__ import annotations

# Questions are sentences; beyond this the text is a document, and spotting would cost more than an answer.
QUESTION_CHARACTERS = 4_000
# Earlier turns that are read again, newest kept.
HISTORY_TURNS = 12
# Calls of earlier turns that are run again to rebuild the ledger.
HISTORY_CALLS = 24
