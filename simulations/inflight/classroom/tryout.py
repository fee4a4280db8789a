"""Trying an assignment out: whether every question it poses can be solved, and how much the papers differ.

Each question is posed to a number of made-up students, the model answers it, and the answer is marked like any other.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from inflight.classroom.assignment import Assignment
from inflight.classroom.figure import in_words
from inflight.classroom.form import AssignmentError, shown
from inflight.classroom.paper import paper
from inflight.classroom.question import AnswerError, Posed, Question, canonical, digest
from inflight.classroom.sandbox_runs import SANDBOXED
from inflight.figure.parameters import ParameterError

if TYPE_CHECKING:
    from inflight.classroom import shapes

MOST = 1000
"""Students."""

_LISTED = 20
"""How many failures of one question are listed; all are counted."""

ACCEPTED = ""
"""The result of an answer that is worth all points."""

NONE = "The file has no right answer, and the model finds none."


@dataclass
class _Tried:
    """The results of one question. known: why the model's answer failed, by what is the same; None: it has none."""

    question: Question
    accepted: int = 0
    unanswered: int = 0
    failed: int = 0
    failures: list[shapes.Failure] = field(default_factory=list)
    drawn: dict[str, dict[str, int]] = field(default_factory=dict)
    different: set[str] = field(default_factory=set)
    known: dict[str, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if figure := self.question.figure:
            for name, draw in figure.at.items():
                parameter = figure.parameter(name)
                self.drawn[name] = {in_words(parameter, parameter.check(value)): 0 for value in draw.values}

    def as_dict(self) -> shapes.TriedQuestion:
        figure = self.question.figure
        return {
            "id": self.question.id,
            "kind": self.question.kind,
            "accepted": self.accepted,
            "unanswered": self.unanswered,
            "failed": self.failed,
            "failures": self.failures,
            "different": len(self.different),
            "draws": [
                {
                    "name": name,
                    "label": figure.parameter(name).label if figure else name,
                    "counts": [{"value": value, "count": count} for value, count in counts.items()],
                }
                for name, counts in self.drawn.items()
            ],
        }


def try_out(assignment: Assignment, students: int) -> Generator[None, None, shapes.Tried]:
    """Pose everything to `student-0001` and so on, and have the model answer.

    Returns:
        `students`; `papers`: how many of theirs differ, including the order of choices; `failed`: answers that were not
        accepted; `questions`: for each, how many of the model's answers were `accepted`, `failed`, or missing
        (`unanswered`: a person reads such answers, or they are worth no points), `failures` (student, values in words,
        reason; the first twenty), `different`: how many different ones were posed, and `draws`: how often each value
        came up.

    Raises:
        AssignmentError: `students` isn't a number from 1 to 1000.
    """
    if isinstance(students, bool) or not isinstance(students, int) or not 1 <= students <= MOST:
        raise AssignmentError(f"students = {shown(students)}: must be a whole number from 1 to {MOST}")
    if not assignment.can_mark:
        raise AssignmentError(
            "it can’t be marked: this isn’t the teacher’s file, or it has no `secret` or no names of sessions"
        )
    tried = [_Tried(question) for question in assignment.questions]
    papers = set()
    for number in range(1, students + 1):
        student = f"student-{number:04d}"
        papers.add(digest(canonical(paper(assignment, student)["questions"])))
        yield
        for each in tried:
            yield from _try(each, assignment.pose(each.question, student), student)
    return {
        "students": students,
        "papers": len(papers),
        "failed": sum(each.failed for each in tried),
        "questions": [each.as_dict() for each in tried],
    }


def _try(tried: _Tried, posed: Posed, student: str) -> Generator[None, None, None]:
    question = tried.question
    values = {name: posed.text(f"{{{name}}}") for name in tried.drawn}
    for name, value in values.items():
        tried.drawn[name][value] += 1
    tried.different.add(canonical([values, {} if question.BY_VALUES else question.paper(posed)]))
    if not question.MARKED:
        return
    key = canonical(dict(posed.values)) if question.BY_VALUES else student
    if key not in tried.known:
        tried.known[key] = yield from _solve(posed)
    match tried.known[key]:
        case None:
            tried.unanswered += 1
        case "":
            tried.accepted += 1
        case str() as reason:
            tried.failed += 1
            if len(tried.failures) < _LISTED:
                tried.failures.append({"student": student, "values": values, "reason": reason})


def _solve(posed: Posed) -> Generator[None, None, str | None]:
    """Why the model's own answer isn't worth all points; ACCEPTED: it is; None: there is no answer."""
    question = posed.question
    try:
        answer = yield from question.own(posed)
        if answer is None:
            return None if question.BY_HAND or not question.points else NONE
        answer = question.check(posed, answer)
        traces = []
        for run in question.runs(posed, answer):  # the book's own code: it may run outside the sandbox
            traces.append((yield from SANDBOXED["decisions"](**run)))
        mark = yield from question.mark(replace(posed, traces=traces or None), answer)
    except (AssignmentError, AnswerError, ParameterError) as error:
        return str(error)
    if mark.share == 1:
        return ACCEPTED
    return f"The model's answer, {question.say(posed, answer)[:200]}, is not worth all points. {mark.reason}"
