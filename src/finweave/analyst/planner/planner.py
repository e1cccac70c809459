"""The built-in planner: question -> spans -> readings -> calls -> draft. Deterministic, offline, no model.

It is one of the analyst's drafters: it chooses tools and words, never figures, and its draft goes through the gate
like anybody else's. No tool is known by name here; everything is read from declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from finweave.analyst.answer import AnswerStatus, Reading
from finweave.analyst.planner.choose import answers, readings, rivals
from finweave.analyst.planner.compose.absence import absence
from finweave.analyst.planner.compose.phrase import Cites
from finweave.analyst.planner.compose.text import compose, status_of
from finweave.analyst.planner.conversation import follow_up
from finweave.analyst.planner.frame import Frame, Seen, see
from finweave.analyst.planner.meta import meta_answer
from finweave.analyst.planner.parts import split
from finweave.analyst.planner.plan import Caller, Done, carry_out
from finweave.analyst.planner.spot.names import NameIndexes
from finweave.analyst.planner.spot.operations import has_condition
from finweave.analyst.planner.vocabulary import Lexicon, lexicon
from finweave.results import Source, ToolResult
from finweave.tools.declare import Tool


@dataclass(frozen=True, slots=True)
class Draft:
    """What a drafter hands to the gate: text with `[n]` marks, the sources they number, the frames of the turn."""

    status: AnswerStatus
    text: str
    sources: tuple[Source, ...] = ()
    frames: tuple[Frame, ...] = ()
    readings: tuple[Reading, ...] = ()


class Reader:
    """Reads the texts of one turn, each once."""

    def __init__(self, words: Lexicon, indexes: NameIndexes, today: date) -> None:
        self._words, self._indexes, self._today = words, indexes, today
        self._seen: dict[str, Seen] = {}
        self._frames: dict[str, list[Frame]] = {}

    def see(self, text: str) -> Seen:
        """The spans of a text."""
        if text not in self._seen:
            self._seen[text] = see(text, self._words, self._indexes, self._today)
        return self._seen[text]

    def read(self, text: str) -> list[Frame]:
        """The readings of a text, best first."""
        if text not in self._frames:
            self._frames[text] = readings(self.see(text), self._words)
        return self._frames[text]


class Planner:
    """A planner over a registry and an estate's names; safe to share between threads (it keeps no state of a turn)."""

    def __init__(self, tools: Mapping[str, Tool], indexes: Callable[[], NameIndexes]) -> None:
        """`indexes` is called at the first question."""
        self._lexicon: Lexicon = lexicon(tools)
        self._indexes = indexes

    @property
    def lexicon(self) -> Lexicon:
        """The words of the registry, which the gate reads too."""
        return self._lexicon

    def frames(self, question: str, past: Sequence[Frame], today: date) -> list[Frame]:
        """The readings of a question that is to be answered, one for each of its parts; nothing is called."""
        return self._frames(question, past, Reader(self._lexicon, self._indexes(), today))

    def draft(self, question: str, past: Sequence[Frame], today: date, call: Caller) -> Draft:
        """Answers one question; `call` runs a tool and keeps its result in the ledger."""
        about = meta_answer(question, self._lexicon.tools)
        if about is not None:
            return Draft("answered", about)
        reader = Reader(self._lexicon, self._indexes(), today)
        frames = self._frames(question, past, reader)
        definition = self._definition(reader.see(question), frames, past)
        if definition is not None:
            frames = [definition]
        good = [frame for frame in frames if answers(frame)]
        if not good:
            return self._nothing(question, reader.see(question), call)
        if has_condition(question) and definition is None:
            return self._without_condition(good[0])
        near = rivals(reader.read(question)) if len(frames) == 1 and not past and definition is None else []
        if near:
            return self._ask_back(near)
        torn = next(
            (f for f in good if len(f.calls) > 1 and f.seen.asked.has("rank", "extreme", "count")), None
        )
        if torn is not None:
            return self._which_call(torn)
        lacking = [frame for frame in good if frame.missing]
        if lacking:
            return self._ask_for(lacking[0])
        return self._said([carry_out(frame, self._lexicon, call) for frame in good], good)

    def _frames(self, question: str, past: Sequence[Frame], reader: Reader) -> list[Frame]:
        found: list[Frame] = []
        for part in split(question, reader.read, answers):
            last = found[-1] if found else (past[-1] if past else None)
            own = reader.read(part)
            best = follow_up(reader.see(part), own, last, self._lexicon)
            if best is not None or own:
                found.append(best or own[0])
        return found

    def _said(self, done: Sequence[Done], frames: Sequence[Frame]) -> Draft:
        cites = Cites()
        results = [result for each in done for result in each.results]
        text = compose(done, self._lexicon.tools, cites)
        offered = tuple(reading for result in results for reading in self._offered(result))
        return Draft(status_of(results), text, tuple(cites.order), tuple(frames), offered)

    def _offered(self, result: ToolResult) -> list[Reading]:
        """The candidates of an ambiguous name, each as the call it stands for."""
        kinds = ("bank", "country", "currency", "subject")
        name = next(
            (s.name for kind in kinds for s in self._lexicon.slots[result.tool] if s.kind == kind), None
        )
        if name is None:
            return []
        return [Reading(c.name, result.tool, {**result.arguments, name: c.id}) for c in result.candidates]

    def _definition(self, seen: Seen, frames: Sequence[Frame], past: Sequence[Frame]) -> Frame | None:
        """A question after a meaning, a licence or a coverage goes to the tool that takes a subject."""
        describes = self._lexicon.taking("subject")
        slot = self._lexicon.slot(describes.name, "subject") if describes else None
        if describes is None or slot is None or not seen.asked.has("definition", "coverage"):
            return None
        # A follow-up ("and its licence?") is about what the turn before was about.
        about = (
            frames[0].tool if frames and frames[0].tool != describes.name else past[-1].tool if past else ""
        )
        named = [s.text for s in seen.terms if self._speaks_for_others(s.values, describes.name)]
        subject = " ".join(named or [token.text for token in seen.left]) or about
        call: dict[str, object] = {slot.name: subject} if subject else {}
        for kind in ("bank", "country"):
            place = self._lexicon.slot(describes.name, kind)
            names = seen.named(kind)
            if place is not None and names:
                call[place.name] = names[0].values[0]
        if not call and not seen.asked.has("coverage"):
            return None
        return Frame(describes.name, (call,), (), seen, True, evidence=3.0, score=3.0)

    def _speaks_for_others(self, terms: Sequence[str], tool: str) -> bool:
        """Whether a term means something to a tool other than this one."""
        return any(e.tool != tool for term in terms for e in self._lexicon.evidence[term])

    def _nothing(self, question: str, seen: Seen, call: Caller) -> Draft:
        """No reading is good enough: what is held of the question's words, else on what there are figures at all."""
        describes = self._lexicon.taking("subject")
        slot = self._lexicon.slot(describes.name, "subject") if describes else None
        titles = "; ".join(tool.title for tool in self._lexicon.tools.values() if tool.datasets)
        held = f"No figure is held for this question. There are figures on: {titles}."
        if describes is None or slot is None:
            return Draft("absent", held)
        words = [*(s.text for s in seen.terms), *(t.text for t in seen.left), *(s.text for s in seen.names)]
        result = call(describes.name, {slot.name: " ".join(words)[:200] or question[:200]})
        cites = Cites()
        text = absence(result, cites) if result.status == "absent" and result.sources else held
        return Draft("absent", text, tuple(cites.order))

    def _ask_back(self, near: Sequence[Frame]) -> Draft:
        """Two readings are too near: both in words, each with its call."""
        offered = tuple(
            Reading(self._lexicon.tools[frame.tool].title, frame.tool, frame.calls[0]) for frame in near[:3]
        )
        listed = "\n".join(f"- {reading.text}" for reading in offered)
        return Draft("ambiguous", f"Which one is meant?\n{listed}", readings=offered)

    def _which_call(self, frame: Frame) -> Draft:
        """A ranking or count by two measures at once: which of them is meant?"""
        tool = self._lexicon.tools[frame.tool]
        offered: list[Reading] = []
        for call in frame.calls[:3]:
            told = [str(value) for name, value in call.items() if any(c[name] != value for c in frame.calls)]
            offered.append(Reading(f"{tool.title}: {', '.join(told).replace('_', ' ')}", frame.tool, call))
        listed = "\n".join(f"- {reading.text}" for reading in offered)
        return Draft("ambiguous", f"Which one is meant?\n{listed}", frames=(frame,), readings=tuple(offered))

    def _without_condition(self, frame: Frame) -> Draft:
        """A condition on values is not applied, and an answer without it would be another question's."""
        tool = self._lexicon.tools[frame.tool]
        text = (
            f"A condition on values cannot be applied. The figures themselves can be asked for: {tool.title}."
        )
        return Draft(
            "ambiguous", text, frames=(frame,), readings=(Reading(tool.title, frame.tool, frame.calls[0]),)
        )

    def _ask_for(self, frame: Frame) -> Draft:
        """A needed argument was not given."""
        tool = self._lexicon.tools[frame.tool]
        lacking = " and ".join(name.replace("_", " ") for name in frame.missing)
        text = f"{tool.title}: which {lacking} is meant? For instance: {tool.examples[0].question}"
        return Draft("ambiguous", text, frames=(frame,))
