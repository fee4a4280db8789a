"""A submission: the one file that a student hands in. A reader trusts nothing in it.

    {"schema": "inflight.submission/1", "book": "1.0", "assignment": {"id", "fingerprint"}, "student": {"id", "name"},
     "questions": {"q1": {"answer", "attempts", "told", "values"}}, "log": [[12, "check", "q1"]],
     "started": "2026-11-22T09:00:00.000Z", "handed_in": "…", "receipt": "8Q2M-…"}

If the assignment is proctored, there is also a `code`: that of the session, with which the paths were drawn.

`told` is the share of the points that the student was told for the final answer, `values` is what was drawn for the
question, and `log` says what was done when: seconds since the start, an event, the question or "". The receipt is made
from all the rest, so it doesn't match a file that was changed later. It proves nothing: how it is made is public.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from inflight.classroom.assignment import Assignment
from inflight.classroom.codes import CodeError
from inflight.classroom.crockford import letters
from inflight.classroom.form import AssignmentError, Form, shown
from inflight.classroom.question import ID, canonical, digest
from inflight.classroom.times import time
from inflight.classroom.untrusted import LARGEST, SubmissionError, line, parsed, unread

SCHEMA = "inflight.submission/1"
"""What a submission says it is; the number goes up when older books can no longer read it."""

LOGGED = 2000
"""Entries of a log; only the last ones of a longer log are kept."""

_EVENT = re.compile(r"[A-Za-z0-9_-]{1,60}")
_SPAN = 1e7
"""s from the start of the work to the last event: months."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What a file says about one question. Only `answer` counts, once it is checked; the rest are claims."""

    answer: Any
    attempts: int
    told: float | None
    values: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Submission:
    """What a file says.

    Attributes:
        student, name: as the student wrote them, without control characters; `written_…`: with them.
        log: seconds, event, question.
        started, handed_in: times in UTC, as text; empty if the book did not know.
        fits: whether the receipt matches the content.
        paper: the assignment with the paths that were drawn for this file. session: the one they were drawn in.
    """

    book: str
    student: str
    name: str
    written_id: str
    written_name: str
    questions: Mapping[str, Entry]
    log: Sequence[tuple[float, str, str]]
    started: str
    handed_in: str
    receipt: str
    fits: bool
    paper: Assignment
    session: str

    @property
    def minutes(self) -> float | None:
        """From the start to the hand-in; None if one of them isn't known."""
        if not self.started or not self.handed_in:
            return None
        between = datetime.fromisoformat(self.handed_in) - datetime.fromisoformat(self.started)
        return round(between.total_seconds() / 60, 1)


def receipt(content: Mapping[str, Any]) -> str:
    """`8Q2M-5T0V-1XKE`: 60 bits of a hash of the content without its receipt."""
    rest = {name: value for name, value in content.items() if name != "receipt"}
    said = letters(digest(canonical(rest)), 12)
    return "-".join(said[place : place + 4] for place in range(0, 12, 4))


def read(assignment: Assignment, text: str) -> Submission:
    """The submission in a file's text.

    Raises:
        SubmissionError: it isn't a submission, or not one of this assignment; the message says why.
    """
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise unread(LARGEST + 1)
    content = parsed(text.removeprefix("\ufeff"))
    student = _student(content)
    try:
        return _read(assignment, content, student)
    except AssignmentError as error:
        raise SubmissionError(f"The file isn’t a submission: {error}.", student) from None
    except SubmissionError as error:
        raise SubmissionError(str(error), student) from None


def _student(content: Mapping[str, Any]) -> tuple[str, str]:
    """Id and name, as far as they are there, so that a refused file can be handed back."""
    found = content.get("student")
    if not isinstance(found, dict):
        return "", ""
    id, name = (value if isinstance(value, str) else "" for value in (found.get("id"), found.get("name")))
    return line(id, 100), line(name, 200)


def _read(assignment: Assignment, content: dict[str, Any], student: tuple[str, str]) -> Submission:
    form = Form(content, "submission")
    schema = form.text("schema", "", most=100)
    if not schema:
        raise SubmissionError("The file isn’t a submission: it doesn’t say that it is one.")
    if schema != SCHEMA:
        raise SubmissionError(f"The file says it is {shown(schema)}; this book reads {SCHEMA}.")
    about = form.form("assignment")
    id, fingerprint = about.text("id", most=100), about.text("fingerprint", most=100)
    about.done()
    if id != assignment.id:
        raise SubmissionError(f"The file is for another assignment: {shown(id)}, not {assignment.id!r}.")
    if fingerprint != assignment.fingerprint:
        raise SubmissionError(
            f"The file is for another version of {id!r} (fingerprint {shown(fingerprint)}, not"
            f" {assignment.fingerprint!r}): mark it with the assignment's file as the student got it."
        )
    person = form.form("student")
    written = person.text("id", most=400), person.text("name", "", most=800)
    person.done()
    if not student[0]:
        raise SubmissionError("The file has no student id.")
    paper = _seated(assignment, form.text("code", "", most=100))
    found = Submission(
        book=line(form.text("book", most=100), 100),
        student=student[0],
        name=student[1],
        written_id=written[0],
        written_name=written[1],
        questions=_claims(assignment, form.form("questions")),
        log=_read_log(form),
        started=_read_time(form, "started"),
        handed_in=_read_time(form, "handed_in"),
        receipt=line(form.text("receipt", "", most=100), 100),
        fits=form.raw("receipt") == receipt(content),
        paper=paper,
        session=paper.session,
    )
    form.done()
    return found


def _seated(assignment: Assignment, code: str) -> Assignment:
    if not assignment.proctored:
        if code:
            raise SubmissionError(f"The file has the code {shown(code)}, but the assignment isn’t proctored.")
        return assignment
    if not code:
        raise SubmissionError("The file has no code: it was done on practice paths, which don’t count.")
    try:
        return assignment.seated(code)
    except CodeError as error:
        raise SubmissionError(f"The file isn’t from a session of this assignment: {error}.") from None


def _claims(assignment: Assignment, form: Form) -> dict[str, Entry]:
    claims = {}
    for question in assignment.questions:
        if form.has(question.id):
            entry = form.form(question.id)
            claims[question.id] = Entry(
                answer=entry.raw("answer"),
                attempts=entry.whole("attempts", 0, 1_000_000, 0),
                told=None if entry.raw("told") is None else entry.number("told", 0, 1),
                values=entry.record("values"),
            )
            entry.done()
    form.done()
    return claims


def _read_log(form: Form) -> list[tuple[float, str, str]]:
    entries = form.raw("log", [])
    if not isinstance(entries, list) or len(entries) > LOGGED:
        raise form.refuse("log", entries, f"a list of at most {LOGGED} entries")
    for each in entries:
        plain = event(each)
        if plain is None or plain != each:
            raise form.refuse("log", each, "entries of seconds, an event and a question's id")
    return [(seconds, what, question) for seconds, what, question in entries]


def _read_time(form: Form, name: str) -> str:
    text = form.text(name, "", most=40)
    if text and not time(text):
        raise form.refuse(name, text, "a time in UTC such as 2026-11-22T09:00:00.000Z")
    return text


def drawn(assignment: Assignment, student: str, question: str) -> dict[str, Any]:
    """What was drawn for a student's question, without what is the same for all."""
    found = assignment.question(question)
    if not found.figure:
        return {}
    values = assignment.pose(found, student).values
    return {name: values[name] for name in found.figure.at}


def event(entry: object) -> list[Any] | None:
    """An entry of the log in its plain form; None: it isn't one."""
    match entry:
        case [int() | float() as seconds, str() as what, str() as question]:
            if is_number(seconds, 0, _SPAN) and _EVENT.fullmatch(what) and (not question or ID.fullmatch(question)):
                return [round(seconds), what, question]
    return None


def is_number(value: object, low: float, high: float) -> bool:
    """Whether it is a number within bounds, and not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
