"""Questions about the product itself: what it can do, which model answers, what leaves this machine. Answered from
declarations, without a call and without a citation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from finweave.tools.declare import Tool

_CAN = re.compile(
    r"\bwhat (?:can|could|do) (?:you|i|this|finweave)\b.{0,30}\b(?:do|answer|ask|know)\b|^\s*(?:help|hello|hi)\W*$",
    re.I,
)
_MODEL = re.compile(
    r"\b(?:which|what) (?:language |ai )?(?:model|provider|llm)\b.{0,40}\b(?:you|this|finweave|use|are|runs?)\b|\bare you (?:an? )?(?:ai|llm|gpt|claude|chatgpt)\b",
    re.I,
)
_LEAVES = re.compile(
    r"\b(?:leaves?|sent|send|upload\w*|stored?|logged|log|keep|track\w*)\b.{0,40}\b(?:machine|computer|question\w*|conversation\w*|data about me)\b|\bprivacy\b",
    re.I,
)


def meta_answer(question: str, tools: Mapping[str, Tool]) -> str | None:
    """The answer to a question about the product, or None."""
    if _MODEL.search(question):
        return (
            "The built-in planner answers: it is deterministic and runs on this machine, without a language model, a key or "
            "a network. Every figure comes from a tool's result and is checked against it before it is shown."
        )
    if _LEAVES.search(question):
        return "Nothing leaves this machine: the built-in planner uses no network. Conversations are not stored and questions are not logged."
    if _CAN.search(question):
        examples = "\n".join(f"- {tool.examples[0].question}" for tool in tools.values() if tool.examples)
        return f"I answer questions about public financial data with the published figure and its source. For instance:\n{examples}"
    return None
