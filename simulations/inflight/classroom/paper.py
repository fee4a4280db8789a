"""The paper: an assignment as one student has it, in JSON. Page, print and command line all show this."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from inflight.classroom.assignment import FEEDBACK, Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.question import Posed

if TYPE_CHECKING:
    from inflight.classroom import shapes


def paper(assignment: Assignment, student: str) -> shapes.Paper:
    """Everything this student sees before the first answer; none of it is secret."""
    posed = [assignment.pose(question, student) for question in assignment.questions]
    return {
        "assignment": about(assignment),
        "student": student_id(student),
        "code": assignment.code,
        "questions": [question(each) for each in posed],
    }


def about(assignment: Assignment) -> shapes.About:
    """The head of an assignment."""
    return {
        "id": assignment.id,
        "title": assignment.title,
        "intro": assignment.intro,
        "goals": list(assignment.goals),
        "minutes": assignment.minutes,
        "due": assignment.due,
        "points": assignment.points,
        "feedback": assignment.feedback,
        "policy": FEEDBACK[assignment.feedback],
        "fingerprint": assignment.fingerprint,
        "embed": assignment.embed,
        "proctored": assignment.proctored,
    }


def question(posed: Posed) -> shapes.PaperQuestion:
    """One question, with the values that were drawn."""
    asked = posed.question
    shown = {
        "id": asked.id,
        "kind": asked.kind,
        "text": posed.text(asked.text),
        "points": asked.points,
        "attempts": asked.attempts,
        "told": asked.is_told(),
        "figure": figure(posed),
        **asked.paper(posed),
    }
    return cast("shapes.PaperQuestion", shown)


def figure(posed: Posed) -> shapes.PaperFigure | None:
    """The figure with this student's values. `given`: each value that the question sets, in words, with its label."""
    shown = posed.question.figure
    if not shown:
        return None
    said = posed.text
    return {
        "id": shown.id,
        "values": dict(posed.values),
        "given": [
            {"name": name, "label": shown.parameter(name).label, "value": said(f"{{{name}}}")} for name in shown.at
        ],
        "locked": list(shown.locked),
        "hidden": list(shown.hidden),
        "show": shown.show,
    }
