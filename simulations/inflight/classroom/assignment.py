"""An assignment: a teacher's file, the public part of it that students get, and one student's set of questions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from inflight.classroom.codes import CodeError, code_of, read_code
from inflight.classroom.draws import chance, student_id
from inflight.classroom.embed import origin
from inflight.classroom.form import AssignmentError, Form, shown
from inflight.classroom.kinds import kinds
from inflight.classroom.kinds.text import reason
from inflight.classroom.question import ID, Posed, Question, canonical, digest, seal

if TYPE_CHECKING:
    from inflight.classroom import shapes

SCHEMA = "inflight.assignment/1"
"""What an assignment's file says it is; the number goes up when older books can no longer read it."""

FEEDBACK: Mapping[shapes.Feedback, str] = {
    "at-once": "marked when the student asks, and again after the hand-in",
    "after": "marked once it is handed in",
    "never": "marked only by the teacher",
    "reveal": "marked once the key is published",
}
"""When a student learns the mark."""

LARGEST = 500_000
"""Characters of an assignment's file."""

_TEACHERS = ("secret", "marking", "roster")
"""Fields of a teacher's file that students don't get."""

_UNGUESSED = 16
"""The least length of a secret that codes follow from: anybody who has seen one code could try short secrets."""

SESSIONS = 20
"""At most."""


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """What a file says.

    Attributes:
        key: what all draws follow from, with the student's id. Public: without it nobody could pose the questions.
        secret: what hidden paths follow from; empty in the public part.
        roster: ids that may hand in; empty: anybody may.
        minutes: how long it takes. goals: what students learn. due: when it is due, in UTC; "" if not given.
        embed: origin of the page that is told a student's progress when it shows the assignment; empty: none.
        proctored: whether graded paths are drawn with the code of a session; without a code it is practice.
        sessions: their names, which only the teacher's file has. code: that of the current session, or "".
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
    embed: str
    questions: Sequence[Question]
    public: Mapping[str, Any]
    fingerprint: str
    proctored: bool = False
    sessions: Sequence[str] = ()
    code: str = ""

    @property
    def is_strict(self) -> bool:
        """Whether the points should hold up against somebody who can run this package."""
        return self.proctored or self.feedback == "reveal"

    @property
    def can_mark(self) -> bool:
        """Whether everything that marks depend on is here; a strict assignment needs the teacher's whole file."""
        return not self.is_strict or bool(self.secret and (self.sessions or not self.proctored))

    @property
    def codes(self) -> dict[str, str]:
        """The code of each session, by name."""
        return {name: code_of(self.secret, self.fingerprint, name) for name in self.sessions}

    @property
    def session(self) -> str:
        """The name of the current session; "": there is none, or this is not the teacher's file."""
        return next((name for name, code in self.codes.items() if code == self.code), "")

    def seated(self, code: str) -> Assignment:
        """The assignment as it is in the session with that code; with "", for practice.

        Raises:
            CodeError: it isn't a code, or belongs to another assignment or, if the sessions are known, to none of them.
        """
        if not code:
            return self
        if not self.proctored:
            raise CodeError(f"code = {shown(code)}: {self.id} isn’t proctored, so it has no codes")
        plain = read_code(self.fingerprint, code)
        if self.sessions and plain not in self.codes.values():
            raise CodeError(
                f"code = {shown(code)}: it doesn’t belong to any session; the sessions are {', '.join(self.sessions)}"
            )
        return replace(self, code=plain)

    @property
    def points(self) -> float:
        """All points there are."""
        return sum(question.points for question in self.questions)

    def question(self, id: str) -> Question:
        """The question with that id.

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
        drawn = (self.key, self.code) if self.code else (self.key,)
        words = *drawn, student_id(student), question.id
        figure = question.figure
        return Posed(
            question=question,
            words=words,
            values=figure.draw(chance(*words, "figure")) if figure else {},
            hidden=self.secret and digest(self.secret, *words),
        )


def parse(text: str) -> Assignment:
    """The assignment in the text of a file, the teacher's or the public part.

    Raises:
        AssignmentError: it isn't one; the message says where and why.
    """
    if len(text) > LARGEST:
        raise AssignmentError(f"the assignment has {len(text)} characters: must be at most {LARGEST}")
    try:
        return read(json.loads(text))
    except AssignmentError:
        raise
    except (ValueError, RecursionError) as error:  # ValueError: also a number with more digits than Python reads
        raise AssignmentError(f"the assignment isn’t JSON: {error}") from None


def revealed(text: str) -> dict[str, Any]:
    """A teacher's file without what is nobody else's business: roster, marking notes, names of sessions.

    Raises:
        AssignmentError: it isn't a teacher's file.
    """
    found, fields = parse(text), json.loads(text)
    if not found.secret:
        raise AssignmentError("the part that students get has no key in it: this needs the teacher’s file")
    kept = {name: value for name, value in fields.items() if name not in ("roster", "marking")}
    if found.proctored:
        kept["proctored"] = True
    kept["questions"] = [_without_notes(each) for each in fields["questions"]]
    return kept


def _without_notes(question: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in question.items() if name != "marking"}
    return {**kept, "reason": _without_notes(kept["reason"])} if "reason" in kept else kept


def read(data: object) -> Assignment:
    """The assignment in parsed JSON.

    Raises:
        AssignmentError: it isn't one; the message says where and why.
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
    proctored, sessions = _sessions(form, secret)
    questions = tuple(each for asked in form.forms("questions", 100) for each in _questions(asked))
    if feedback == "reveal" and not proctored:
        _refuse_computable(questions)
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
        "embed": origin(form),
        "questions": questions,
        "proctored": proctored,
        "sessions": sessions,
    }
    form.done()
    public = {name: value for name, value in form.fields.items() if name not in _TEACHERS}
    if proctored:
        public["proctored"] = True
    is_sealed = feedback in ("at-once", "after") and not proctored
    public["questions"] = [_public(each, key, feedback, is_sealed) for each in questions if not each.beside]
    return Assignment(**fields, public=public, fingerprint=digest(canonical(public))[:16])


def _sessions(form: Form, secret: str) -> tuple[bool, tuple[str, ...]]:
    """The field `proctored`: the sessions' names, or `true` if they aren't given, as in what students get."""
    if not form.has("proctored") or form.raw("proctored") is False:
        form.raw("proctored")
        return False, ()
    if form.raw("proctored") is True:
        return True, ()
    sessions = form.texts("proctored", SESSIONS)
    for name in sessions:
        if not name.strip() or len(name) > 100 or sessions.count(name) > 1:
            raise form.refuse("proctored", name, "names of sessions, all different and at most 100 characters long")
    if not sessions:
        raise form.refuse("proctored", [], "the name of at least one session")
    if len(secret) < _UNGUESSED:
        raise AssignmentError(
            f"{form.where}.secret has {len(secret)} characters: a proctored assignment needs at least {_UNGUESSED},"
            " because the codes of its sessions follow from it"
        )
    return True, sessions


def _questions(form: Form) -> list[Question]:
    """A question and, if it asks for a reason, the text that gives it."""
    found = kinds()[form.one_of("kind", kinds())].read(form)
    return [found, reason(form, found)] if form.has("reason") else [found]


def _refuse_computable(questions: Sequence[Question]) -> None:
    for question in questions:
        if question.points and question.is_computable():
            raise AssignmentError(
                f"question {question.id}: anyone who sees a question of kind {question.kind} can compute its answer,"
                " so it can’t be revealed later; give it 0 points, or make the assignment proctored as well"
            )


def _public(question: Question, key: str, feedback: str, is_sealed: bool) -> dict[str, Any]:
    """The public part of a question, with a seal if students are told whether an answer is right."""
    right = question.right()
    seals = {"seal": seal(key, question.id, right)} if is_sealed and right is not None else {}
    shown = question.withheld() if feedback == "reveal" else question.public
    return {**shown, **seals}
