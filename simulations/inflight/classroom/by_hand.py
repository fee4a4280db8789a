"""Points given by hand: for what no model can mark, or when a teacher knows better than the model."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.form import Form, shown
from inflight.classroom.gradebook import SPREADSHEET, bare, text_of
from inflight.classroom.grading import settled
from inflight.figure.bad_input import BadInput

if TYPE_CHECKING:
    from inflight.classroom import shapes

COLUMNS = ("student", "question", "points", "comment")
"""The columns that a table of points by hand must have; it may have more, in any order."""

MOST = 50_000
"""Lines of such a table."""


class HandError(BadInput):
    """Points by hand that can't be given; the message names the line."""


Given = Mapping[tuple[str, str], tuple[float, str]]
"""By student and question: points and comment."""


def read(assignment: Assignment, text: str) -> list[shapes.HandEntry]:
    """The points in a CSV file, as `{"student", "question", "points", "comment"}`; lines without points are skipped.

    Raises:
        HandError: a column is missing, or a line gives points that can't be given.
    """
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    lines = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=head.count))
    found: list[shapes.HandEntry] = []
    try:
        names = [name.strip().casefold() for name in next(lines, [])]
        if missing := [name for name in COLUMNS[:3] if name not in names]:
            raise HandError(f"points by hand: the first line has no column {' and no '.join(missing)}")
        for line in lines:
            record = dict(zip(names, line, strict=False))
            if given := record.get("points", "").strip():
                found.append(_entry(assignment, record, given, lines.line_num))
            if len(found) > MOST:
                raise HandError(f"points by hand: more than {MOST} lines")
    except csv.Error as error:
        raise HandError(f"points by hand, line {lines.line_num}: {error}") from None
    return found


def _entry(assignment: Assignment, record: Mapping[str, str], given: str, line: int) -> shapes.HandEntry:
    where = f"points by hand, line {line}"
    try:
        points = float(given.replace(",", "."))
    except ValueError:
        raise HandError(f"{where}: points = {shown(given)}: must be a number") from None
    student, question = bare(record.get("student", "")), record.get("question", "").strip()
    return _checked(assignment, student, question, points, bare(record.get("comment", "")), where)


def _checked(
    assignment: Assignment, student: str, question: str, points: float, comment: str, where: str
) -> shapes.HandEntry:
    if not student_id(student):
        raise HandError(f"{where}: there is no student id")
    most = {each.id: each.points for each in assignment.questions if each.MARKED}
    if question not in most:
        raise HandError(f"{where}: question = {shown(question)}: must be one of {', '.join(most)}")
    if not 0 <= points <= most[question]:
        raise HandError(f"{where}: points = {points:g}: must be from 0 to {most[question]:g} for {question}")
    return {"student": student, "question": question, "points": points, "comment": comment}


def given(assignment: Assignment, entries: Iterable[Mapping[str, Any]]) -> Given:
    """Points by hand by student and question; the last line counts.

    Raises:
        HandError: one of them can't be given.
    """
    found = {}
    for place, each in enumerate(entries, 1):
        form = Form(dict(each), f"points by hand {place}")
        student, question = form.text("student"), form.text("question")
        entry = _checked(
            assignment, student, question, form.number("points", 0, 1e9), form.text("comment", ""), form.where
        )
        found[student_id(student), question] = entry["points"], entry["comment"]
    return found


def apply(rows: Iterable[shapes.Row], given: Given) -> list[shapes.Row]:
    """The rows with these points in place of the model's, marked `by_hand`."""
    return [settled({**row, "questions": [_given(row, each, given) for each in row["questions"]]}) for row in rows]


def _given(row: shapes.Row, question: shapes.RowQuestion, given: Given) -> shapes.RowQuestion:
    found = given.get((student_id(row["student"]["id"]), question["id"]))
    if found is None:
        return question
    points, comment = found
    share = points / question["possible"] if question["possible"] else 0.0
    reason = comment or "Marked by hand."
    return {**question, "points": points, "share": share, "reason": reason, "by_hand": True, "void": False}


def template(rows: Sequence[shapes.Row]) -> str:
    """A CSV file to fill in: a line for each answer to read, or that has been read, with the answer next to it."""
    lines: list[Sequence[object]] = [[*COLUMNS, "of", "answer"]]
    for row in rows:
        for each in row["questions"]:
            if each["points"] is None or each.get("by_hand"):
                points = "" if each["points"] is None else each["points"]
                comment = each["reason"] if each.get("by_hand") else ""
                lines.append([row["student"]["id"], each["id"], points, comment, each["possible"], each["said"]])
    return SPREADSHEET + text_of(lines)
