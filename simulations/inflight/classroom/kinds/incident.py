"""Incident: a case from the incident room, with a different seed for each student. An answer is a cause and a fix.

What was typed is only the student's word: the reason states how much it was, and it earns nothing. The cause follows
from the seed, and the model is run with the fix to see whether it helps; both can be replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from inflight.classroom.form import Form, shown
from inflight.classroom.question import (
    AnswerError,
    Answering,
    Following,
    Followup,
    Mark,
    Marking,
    Posed,
    Question,
    quoted,
)
from inflight.incidents.case import LEVELS, SEEDS, Case, CaseError, open_case
from inflight.incidents.families import families

if TYPE_CHECKING:
    from inflight.classroom import shapes

CAUSE, FIX = 0.6, 0.4
"""Shares of the points."""

LONGEST = 100
"""Characters of an id."""

MOST_ASKED = 400
"""How many lines an answer may list."""


@dataclass(frozen=True, kw_only=True)
class Incident(Question):
    """An answer is `{"cause", "fix", "asked"}`, all by the ids of the incident room.

    Attributes:
        family: the kind of complaint; empty: the seed chooses.
        level: how hard it is.
    """

    family: str
    level: int

    kind = "incident"

    @classmethod
    def read(cls, form: Form) -> Self:
        """`family` and `level`, which defaults to 1."""
        found = cls(
            **cls.common(form),
            family=form.one_of("family", ("", *families()), ""),
            level=form.whole("level", min(LEVELS), max(LEVELS), 1),
        )
        form.done()
        return found

    def case(self, posed: Posed) -> Case[Any]:
        """The case that this student gets."""
        return open_case(posed.chance("incident").randrange(SEEDS), self.level, self.family)

    def is_computable(self) -> bool:
        """The cause follows from the seed."""
        return True

    def paper(self, posed: Posed) -> shapes.IncidentPaper:
        """`family`, `level` and `seed`: the arguments for `incident`, `turn` and so on of the incident room."""
        case = self.case(posed)
        return {"family": case.family.id, "level": self.level, "seed": case.seed}

    def check(self, posed: Posed, answer: object) -> dict[str, Any]:
        """A cause and a fix from those offered, and the lines that were typed."""
        fields = {"cause", "fix", "asked"}
        if not isinstance(answer, dict) or not {"cause", "fix"} <= set(answer) <= fields:
            raise AnswerError(f"answer = {shown(answer)}: must be an object with cause, fix and asked")
        for name in ("cause", "fix"):
            if not isinstance(answer[name], str) or len(answer[name]) > LONGEST:
                raise AnswerError(f"{name} = {shown(answer[name])}: must be the id of one of those offered")
        asked = answer.get("asked", [])
        if not isinstance(asked, list) or len(asked) > MOST_ASKED or not all(isinstance(each, str) for each in asked):
            raise AnswerError(f"asked = {shown(asked)}: must be a list of at most {MOST_ASKED} lines")
        case = self.case(posed)
        try:
            return {"cause": case.suspect(answer["cause"]).id, "fix": case.fix(answer["fix"]).id, "asked": asked}
        except CaseError as error:
            raise AnswerError(str(error)) from None

    def mark(self, posed: Posed, answer: Mapping[str, Any]) -> Marking:
        """The cause, and whether the model runs well with the fix."""
        case = self.case(posed)
        repaired = yield from case.run(case.fix(answer["fix"]))
        right = answer["cause"] == case.fault.id
        said = (
            f"The cause is {'right' if right else 'not right'}.",
            f"The fix {'helps' if repaired.well else 'doesn’t help'}: {repaired.outcome}.",
            _claimed(answer["asked"]),
        )
        return Mark(CAUSE * right + FIX * repaired.well, " ".join(said))

    def own(self, posed: Posed) -> Answering:
        """The cause, and what helps."""
        yield
        case = self.case(posed)
        return {"cause": case.fault.id, "fix": case.fault.remedy, "asked": []}

    def follow_up(self, posed: Posed, answer: Mapping[str, Any]) -> Following:
        """What gave the cause away, and what another fix would have done."""
        case = self.case(posed)
        rng = posed.unforeseen("oral")
        named, fix = case.suspect(answer["cause"]), case.fix(answer["fix"])
        other = rng.choice([each for each in case.family.fixes if each.id != fix.id])
        before = (yield from case.run(case.fix(fix.id))).outcome
        after = (yield from case.run(other)).outcome
        shown = " or ".join(case.fault.clues)
        text = f"You named: {quoted(named.cause)} Where did you see it? What would that tool have shown otherwise?"
        gave = f"The cause: {case.fault.cause}. It shows in {shown}. {case.fault.told}"
        instead = f"What would “{other.text}” have done instead of “{fix.text}”, and why?"
        return [Followup(text, gave), Followup(instead, f"The model: {after}; with the fix they chose: {before}.")]

    def say(self, posed: Posed, answer: Mapping[str, Any]) -> str:
        """The cause and the fix."""
        case = self.case(posed)
        return f"{case.suspect(answer['cause']).cause} — {case.fix(answer['fix']).text}"


def _claimed(asked: Sequence[str]) -> str:
    """How much the student says to have typed."""
    if not asked:
        return "By your account, you looked at nothing."
    lines = f"{len(asked)} {'line' if len(asked) == 1 else 'lines'}"
    return f"By your account, you typed {lines}, which isn’t marked."


KIND = Incident
