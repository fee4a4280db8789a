"""Handing in: the file that a student's page makes from what it has kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from inflight import __version__
from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.submission import LOGGED, SCHEMA, drawn, event, is_number, read, receipt
from inflight.classroom.times import time
from inflight.classroom.untrusted import LARGEST, SubmissionError, check_whole, clean, line

if TYPE_CHECKING:
    from inflight.classroom import shapes


def hand_in(assignment: Assignment, student: str, name: str, work: Mapping[str, Any]) -> shapes.HandIn:
    """The file to hand in: `file` (its text), `name` (of the file), `receipt`.

    `work` has `questions` (by id: `answer`, `attempts`, `told`), `log`, `started`, `handed_in`, as in the file.
    Anything malformed is left out, so that nothing keeps a student from handing in the rest.

    Raises:
        SubmissionError: no student id, or a file that would be too large.
    """
    if not (id := line(student, 100)):
        raise SubmissionError("Your student id is missing: without it, nobody knows whose work this is.")
    if student_id(id) != student_id(student):
        raise SubmissionError("Your student id is too long, or has invisible characters.")
    if assignment.proctored and not assignment.code:
        raise SubmissionError("The code is missing: answers on practice paths don’t count, so there’s no file.")
    check_whole(json.dumps(work))
    answers = work.get("questions")
    content: dict[str, Any] = {
        "schema": SCHEMA,
        "book": __version__,
        "assignment": {"id": assignment.id, "fingerprint": assignment.fingerprint},
        **({"code": assignment.code} if assignment.code else {}),
        "student": {"id": id, "name": line(name, 200)},
        "questions": _entries(assignment, id, answers if isinstance(answers, dict) else {}),
        "log": _log(work.get("log")),
        "started": time(work.get("started")),
        "handed_in": time(work.get("handed_in")),
    }
    if _size(content) > LARGEST - 1000:
        content["log"] = []
    content["receipt"] = receipt(content)
    text = _written(content) + "\n"
    read(assignment, text)
    return {"file": text, "name": file_name(assignment, id), "receipt": content["receipt"]}


def file_name(assignment: Assignment, student: str) -> str:
    """`<assignment>-<student>.json`, with letters and digits that every file system takes."""
    safe = "".join(letter if letter.isalnum() or letter in "._" else "-" for letter in student_id(student))
    return f"{assignment.id}-{safe.strip('.-_')[:60] or 'student'}.json"


def _entries(assignment: Assignment, student: str, answers: Mapping[str, Any]) -> dict[str, Any]:
    """What goes into the file: questions that weren't touched stay out."""
    entries = {}
    for question in assignment.questions:
        found = answers.get(question.id)
        if not question.MARKED or not isinstance(found, dict):
            continue
        told, attempts = found.get("told"), found.get("attempts")
        entries[question.id] = {
            "answer": clean(found.get("answer")),
            "attempts": attempts if isinstance(attempts, int) and is_number(attempts, 0, 1_000_000) else 0,
            "told": told if is_number(told, 0, 1) else None,
            "values": drawn(assignment, student, question.id),
        }
    return entries


def _log(entries: object) -> list[list[Any]]:
    found = [event(each) for each in entries] if isinstance(entries, list) else []
    return [each for each in found if each][-LOGGED:]


def _size(content: Mapping[str, Any]) -> int:
    return len(_written(content).encode())


def _written(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
