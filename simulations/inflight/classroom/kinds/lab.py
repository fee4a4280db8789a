"""Lab: a task on the book's Linux. What is handed in is the keys that were typed, each with its time.

Marking types them again on a fresh machine and looks at what has become of it (`classroom/labs.py`). Nothing that a
file says about the outcome is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from inflight.classroom.form import Form, shown
from inflight.classroom.question import ID, AnswerError, Answering, Following, Followup, Mark, Marking, Posed, Question

if TYPE_CHECKING:
    from inflight.classroom import shapes

FIELDS = frozenset({"lab", "machine", "size", "did"})
"""Of a transcript (`src/labs/transcript.ts`, which checks the rest)."""

PIECES = 20_000
"""The most keys that are replayed."""


@dataclass(frozen=True, kw_only=True)
class Lab(Question):
    """An answer is a transcript. `lab`: a file of `docs/labs`."""

    lab: str

    kind = "lab"
    FIGURE = False

    @classmethod
    def read(cls, form: Form) -> Self:
        """`lab`: its id."""
        common = cls.common(form)
        lab = form.text("lab", most=40)
        if not ID.fullmatch(lab):
            raise form.refuse("lab", lab, "the id of a lab, such as fill-the-pipe")
        form.done()
        return cls(**common, lab=lab)

    def is_told(self) -> bool:
        """The machine that marks it is the teacher's; the student's own has said what it found."""
        return False

    def is_computable(self) -> bool:
        """Each lab can be solved by anybody who solves it on their own machine."""
        return True

    def paper(self, posed: Posed) -> shapes.LabPaper:
        """`lab`."""
        return {"lab": self.lab}

    def check(self, posed: Posed, answer: object) -> dict[str, Any]:
        """A transcript of this lab; whether it can be replayed turns out when it is."""
        if not isinstance(answer, dict) or set(answer) != FIELDS:
            raise AnswerError(f"answer = {shown(answer)}: must be the transcript of a lab")
        if answer["lab"] != self.lab:
            raise AnswerError(f"lab = {shown(answer['lab'])}: must be a session of {self.lab}")
        if not isinstance(answer["did"], list) or len(answer["did"]) > PIECES:
            raise AnswerError(f"did = {shown(answer['did'])}: must be a list of at most {PIECES} entries")
        return dict(answer)

    def transcript(self, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """What has to be replayed before `mark`."""
        return answer

    def mark(self, posed: Posed, answer: Mapping[str, Any]) -> Marking:
        """All of the points if the last check finds it solved; `posed.traces` has what came of the replay."""
        yield
        found = posed.traces[0] if posed.traces else None
        if not isinstance(found, Mapping):
            return Mark(None, "It has not been replayed: `inflight grade` on the command line does that, in Node.js.")
        said = str(found["says"])
        match found["is"]:
            case "solved":
                return Mark(1.0, f"Solved. {said}")
            case "changed":
                return Mark(0.0, f"Something was changed that the task leaves as it is: {said}")
            case "unsolved":
                return Mark(0.0, f"Not solved. {said}")
        return Mark(0.0, f"It could not be replayed to its end. {said}")

    def own(self, posed: Posed) -> Answering:
        """No model types it."""
        yield
        return None

    def follow_up(self, posed: Posed, answer: Mapping[str, Any]) -> Following:
        """What one of the typed lines was for."""
        yield
        lines = [line for line in _typed(answer) if len(line) > len("ss -tin")]
        if not lines:
            return []
        line = posed.unforeseen("oral").choice(lines)
        return [Followup(f"You typed `{line}`. What did you want to see or change with it?", "Read it together.")]

    def say(self, posed: Posed, answer: Mapping[str, Any]) -> str:
        """The typed lines."""
        return "\n".join(_typed(answer))


def _typed(answer: Mapping[str, Any]) -> list[str]:
    """The lines as they were typed, host by host, without what was erased by other keys than backspace."""
    lines: dict[str, list[str]] = {}
    for each in answer["did"]:
        if not isinstance(each, dict) or not isinstance(each.get("text"), str):
            continue
        on = lines.setdefault(str(each.get("host")), [""])
        for key in each["text"]:
            if key in "\r\n":
                on.append("")
            elif key in "\b\x7f":
                on[-1] = on[-1][:-1]
            elif key.isprintable():
                on[-1] += key
    return [f"{host}# {line}" for host, all in lines.items() for line in all if line.strip()]


KIND = Lab
