"""An assignment: a teacher's file, the public part of it that students get, and the question set of one student."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inflight.classroom.draws import chance, student_id
from inflight.classroom.form import AssignmentError, Form, shown
from inflight.classroom.kinds import kinds
from inflight.classroom.question import ID, Posed, Question, canonical, digest, seal

if TYPE_CHECKING:
    from inflight.classroom import shapes

SCHEMA = "inflight.assignment/1"
"""What an assignment's file says it is; the number goes up when an older book could not read it."""

FEEDBACK: Mapping[shapes.Feedback, str] = {
    "at-once": "marked when the student asks, and again after the hand-in",
    "after": "marked once it is handed in",
    "never": "marked by the teacher alone",
}
"""When a student is told."""

LARGEST = 500_000
"""Characters of an assignment's file."""

_TEACHERS = ("secret", "marking", "roster")
"""Fields of a teacher's file that students do not get."""


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """What a file says.

    Attributes:
        key: with the student's id, what all draws follow from. Public: without it nobody could pose the questions.
        secret: what hidden paths follow from; empty in the public part.
        roster: ids that may hand in; empty: anybody.
        minutes: how long it takes. goals: what is learnt. due: when it is due, in UTC; "" if that is not said.
        public: the part that students get. fingerprint: of that part; a submission names it.
    """

    id: str
    title: str
    intro: str
    goals: Sequence[str]
    minutes: int
    key: str
    secret: str
    due: str
    feedback: shapes.Feedback
    marking: str
    roster: Sequence[str]
    questions: Sequence[Question]
    public: Mapping[str, Any]
    fingerprint: str

    @property
    def points(self) -> float:
        """All that there are."""
        return sum(question.points for question in self.questions)

    def question(self, id: str) -> Question:
        """The question of that id.

        Raises:
            AssignmentError: there is none.
        """
        for question in self.questions:
            if question.id == id:
                return question
        known = ", ".join(question.id for question in self.questions)
        raise AssignmentError(f"question {shown(id)}: {self.id} has {known}")

    def pose(self, question: Question, student: str) -> Posed:
        """The question as this student has it."""
        words = self.key, student_id(student), question.id
        figure = question.figure
        return Posed(
            question=question,
            words=words,
            values=figure.draw(chance(*words, "figure")) if figure else {},
            hidden=self.secret and digest(self.secret, *words),
        )


def parse(text: str) -> Assignment:
    """The assignment in a file's text, the teacher's or the public part.

    Raises:
        AssignmentError: it is none; the message says where and why.
    """
    if len(text) > LARGEST:
        raise AssignmentError(f"the assignment has {len(text)} characters: allowed are {LARGEST}")
    try:
        return read(json.loads(text))
    except AssignmentError:
        raise
    except (ValueError, RecursionError) as error:  # ValueError: also a number of more digits than Python reads
        raise AssignmentError(f"the assignment is no JSON: {error}") from None


def read(data: object) -> Assignment:
    """The assignment in parsed JSON.

    Raises:
        AssignmentError: it is none; the message says where and why.
    """
    form = Form(data, "assignment")
    schema = form.text("schema", "", most=100)
    if schema != SCHEMA:
        raise form.refuse("schema", schema, SCHEMA)
    id = form.text("id", most=40)
    if not ID.fullmatch(id):
        raise form.refuse("id", id, "lower-case letters, digits and hyphens")
    key, secret = form.text("key", most=100), form.text("secret", "", most=100)
    feedback = form.one_of("feedback", FEEDBACK, "after")
    questions = tuple(_question(each) for each in form.forms("questions", 100))
    names = [question.id for question in questions]
    for name in names:
        if names.count(name) > 1:
            raise AssignmentError(f"questions: id {name!r} is given twice")
    fields: dict[str, Any] = {
        "id": id,
        "title": form.text("title", most=200),
        "intro": form.text("intro", ""),
        "goals": form.texts("goals", 20),
        "minutes": form.whole("minutes", 0, 10_000, 0),
        "key": key,
        "secret": secret,
        "feedback": feedback,
        "due": form.time("due"),
        "marking": form.text("marking", ""),
        "roster": tuple(student_id(each) for each in form.texts("roster", 10_000)),
        "questions": questions,
    }
    form.done()
    public = {name: value for name, value in form.fields.items() if name not in _TEACHERS}
    public["questions"] = [_public(question, key, feedback) for question in questions]
    return Assignment(**fields, public=public, fingerprint=digest(canonical(public))[:16])


def _question(form: Form) -> Question:
    return kinds()[form.one_of("kind", kinds())].read(form)


def _public(question: Question, key: str, feedback: str) -> dict[str, Any]:
    """The public part of a question, with a seal where a student is told whether an answer is right."""
    right = question.right()
    seals = {} if right is None or feedback == "never" else {"seal": seal(key, question.id, right)}
    return {**question.public, **seals}
