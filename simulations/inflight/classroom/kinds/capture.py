"""Capture: what held the sender back in a capture of the student's own, and a number that can be read from it.

The model makes the capture. The limit is right by construction, because it was drawn; the number is computed from the
capture's own packets (`captured/readings.py`). Each half has its points.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from inflight.classroom.captured.case import Case
from inflight.classroom.captured.limits import LIMITS, draw
from inflight.classroom.captured.readings import READINGS, Reading
from inflight.classroom.form import Form, is_number, shown
from inflight.classroom.kinds.numeric import Tolerance
from inflight.classroom.question import AnswerError, Answering, Following, Followup, Mark, Marking, Posed, Question
from inflight.figure.parameters import plain

if TYPE_CHECKING:
    from inflight.classroom import shapes

ENDS: Mapping[shapes.CaptureEnd, str] = {"sender": "at the sender", "receiver": "at the receiver"}
"""Where it may be captured, seen from the data."""

FEWEST = 2
"""Limits to draw from: with fewer, students could tell each other what it is."""


@dataclass(frozen=True, kw_only=True)
class Capture(Question):
    """An answer is `{"limit", "number"}`; one of them may be null.

    Attributes:
        limits: what a student's is drawn from.
        reading: the number that is asked for.
        at: where it is captured.
        number_points: how many of the points are for the number; the others are for the limit.
    """

    limits: tuple[shapes.CaptureLimit, ...]
    reading: shapes.CaptureReading
    at: shapes.CaptureEnd
    number_points: float
    tolerance: Tolerance

    kind = "capture"
    FIGURE = False

    @classmethod
    def read(cls, form: Form) -> Self:
        """`limits`, `ask`, `at` (the sender by default), `number_points` (half by default), `tolerance` (5%)."""
        common = cls.common(form)
        points = common["points"]
        found = cls(
            **common,
            limits=_limits(form),
            reading=form.one_of("ask", READINGS),
            at=form.one_of("at", ENDS, "sender"),
            # in a question that is worth nothing, it says nothing
            number_points=min(points, form.number("number_points", 0, points or 1000, points / 2)),
            tolerance=Tolerance.read(form.form("tolerance")) if form.has("tolerance") else Tolerance(percent=5),
        )
        form.done()
        asked = found.about
        if asked.only_sender and found.at != "sender":
            raise form.refuse("at", found.at, f"sender, because only there {found.reading} can be read")
        for limit in found.limits:
            if asked.only and limit not in asked.only:
                allowed = ", ".join(each for each in LIMITS if each in asked.only)
                raise form.refuse("limits", limit, f"one of {allowed}, where {found.reading} can be read without doubt")
        return found

    @property
    def about(self) -> Reading:
        """What there is to know about the number."""
        return READINGS[self.reading]

    def case(self, posed: Posed) -> Case:
        """The case that this student gets."""
        limit, values = draw(self.limits, posed.chance("capture"))
        return Case(limit, values, self.at)

    def file(self, posed: Posed) -> Generator[float, None, bytes]:
        """The capture, as pcapng. It says nothing of what was drawn."""
        comment = f"Made by the model for question {self.id}, not a recording."
        return (yield from self.case(posed).file(comment))

    def is_computable(self) -> bool:
        """The limit follows from what is drawn."""
        return True

    def paper(self, posed: Posed) -> shapes.CapturePaper:
        """All limits to choose from, also those that aren't drawn; the number, what counts for it, and its unit."""
        return {
            "at": self.at,
            "file": f"{self.case(posed).name}.pcapng",
            "limits": [{"limit": name, "title": each.title, "text": each.text} for name, each in LIMITS.items()],
            "reading": self.about.label,
            "how": self.about.how,
            "unit": self.about.unit,
            "tolerance": self.tolerance.in_words(self.about.unit),
            "number_points": self.number_points,
        }

    def check(self, posed: Posed, answer: object) -> dict[str, Any]:
        """A limit by its name and a finite number, at least one of them."""
        if not isinstance(answer, dict) or not answer or not set(answer) <= {"limit", "number"}:
            raise AnswerError(f"answer = {shown(answer)}: must be an object with limit and number")
        limit, number = answer.get("limit"), answer.get("number")
        if limit is not None and not (isinstance(limit, str) and limit in LIMITS):
            raise AnswerError(f"limit = {shown(limit)}: must be one of {', '.join(LIMITS)}")
        if number is not None and not is_number(number):
            raise AnswerError(f"number = {shown(number)}: must be a number")
        if limit is None and number is None:
            raise AnswerError(f"answer = {shown(answer)}: must have a limit, a number or both")
        return {"limit": limit, "number": number}

    def mark(self, posed: Posed, answer: Mapping[str, Any]) -> Marking:
        """Each half is right or not. What shows the limit is told once it is right."""
        case = self.case(posed)
        packets = yield from _silently(case.packets())
        right, number = self.about.read(packets), answer["number"]
        is_limit = answer["limit"] == case.limit
        is_number = number is not None and self.tolerance.allows(right, number)
        if is_limit:
            said = f"The limit is right. {case.about.evidence(packets)}"
        elif answer["limit"] is None:
            said = "You named no limit."
        else:
            said = f"The limit is not right. {LIMITS[answer['limit']].sign} It isn’t so here."
        return Mark(self._share(is_limit, is_number), f"{said} {self._about_number(is_number, number)}")

    def _about_number(self, is_right: bool, number: float | None) -> str:
        if number is None:
            return "You gave no number."
        if is_right:
            return "The number is right."
        return f"The number isn’t {self._said(number)}. {self.about.how}"

    def _share(self, is_limit: bool, is_number: bool) -> float:
        number = self.number_points / self.points if self.points else 0.5
        return (1 - number) * is_limit + number * is_number if not (is_limit and is_number) else 1.0

    def own(self, posed: Posed) -> Answering:
        """What was drawn, and the number in the packets, to four digits if the tolerance leaves room for that."""
        case = self.case(posed)
        right = self.about.read((yield from _silently(case.packets())))
        rounded = float(f"{right:.4g}")
        return {"limit": case.limit, "number": rounded if self.tolerance.allows(right, rounded) else right}

    def follow_up(self, posed: Posed, answer: Mapping[str, Any]) -> Following:
        """Where it shows, and what to look at on the host."""
        case = self.case(posed)
        evidence = case.about.evidence((yield from _silently(case.packets())))
        named = answer["limit"]
        where = f"You named “{LIMITS[named].title}”. Which packets show it?" if named else "What held the sender back?"
        host = "How would you check on the host itself, and what would you change there?"
        return [
            Followup(where, f"The limit: {case.about.title}. {evidence} {posed.text(self.solution)}".rstrip()),
            Followup(host, case.about.host),
        ]

    def say(self, posed: Posed, answer: Mapping[str, Any]) -> str:
        """The limit and the number."""
        limit = LIMITS[answer["limit"]].title if answer["limit"] else "no limit"
        return f"{limit}; {self._said(answer['number']) if answer['number'] is not None else 'no number'}"

    def _said(self, number: float) -> str:
        return f"{plain(number)} {self.about.unit}"


def _limits(form: Form) -> tuple[shapes.CaptureLimit, ...]:
    """The field `limits`."""
    given = form.texts("limits", len(LIMITS))
    names = tuple(name for name in LIMITS if name in given)
    for each in given:
        if each not in LIMITS or given.count(each) > 1:
            raise form.refuse("limits", each, f"one of {', '.join(LIMITS)}, each at most once")
    if len(names) < FEWEST:
        raise form.refuse("limits", list(given), f"at least {FEWEST} of {', '.join(LIMITS)}")
    return names


def _silently(work: Generator[float, None, Any]) -> Generator[None, None, Any]:
    """The same work, for who doesn't ask how much of it is done."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
        yield


KIND = Capture
