"""Marks as CSV: a table with everything, and what Canvas and Moodle import.

Canvas: `Student, ID, SIS User ID, SIS Login ID, Section`, then a column for each assignment by its title; the first
line below may be `Points Possible`. Canvas looks a student up by its own ID, then by the SIS ids, then by name
(instructure/canvas-lms, lib/gradebook_importer.rb: update_column_count, process_student, process_pp). A book can't
know Canvas's ID, and a student id in its place could be somebody else's, so it stays empty and both SIS columns have
the id. The title must be that of the assignment in Canvas; otherwise Canvas offers to create it. It doesn't import
comments on submissions, but it does import custom columns that a course has (process_custom_column_headers), such as
`Notes`; without one, it takes the column for an assignment. An empty grade is no grade, even if there was one before.

Moodle: any columns; the person who imports says which one names the user (ID number, user name, e-mail address) and
which ones go to which grade and feedback (https://docs.moodle.org/en/Grade_import;
grade/import/csv/classes/load_data.php). The headings are those of Moodle's own export. Moodle
refuses the whole file if it does not know one of the users, and overwrites grades without feedback if only one of them
is mapped, so both are there.

A cell that begins like a formula is made text by an apostrophe
(https://owasp.org/www-community/attacks/CSV_Injection): ids, names and answers come from students.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.feedback import explained
from inflight.classroom.grading import JUDGED

if TYPE_CHECKING:
    from inflight.classroom import shapes

Spelling = Mapping[str, str]
"""Ids as the roster spells them, by their plain form: a gradebook knows no other spelling."""

Lines = list[Sequence[object]]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_INNER = re.compile(r'([;\t\r\n][\s"]*+)(\'?)([=+\-@＝＋－＠]?)')
"""Where a spreadsheet that splits at something other than commas (as in most of Europe) would begin a new cell."""
_FEEDBACK = 4000
"""Characters of feedback in a gradebook."""


def cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula; numbers stay numbers."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int | float):
        return value
    text = _INNER.sub(_quoted, str(value).replace("\0", " "))
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def _quoted(found: re.Match[str]) -> str:
    return found[1] + ("'" if found[3] else found[2]) + found[3]


def bare(text: str) -> str:
    """A cell without the apostrophes that `cell` may have put into it."""
    text = _INNER.sub(lambda found: found[1] + ("" if found[3] else found[2]) + found[3], text.strip())
    return text[1:].strip() if text.startswith("'") and text[1:].lstrip(" ").startswith(_FORMULA) else text


def text_of(lines: Iterable[Sequence[object]]) -> str:
    """CSV (RFC 4180)."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([cell(value) for value in line] for line in lines)
    return out.getvalue()


def table(assignment: Assignment, rows: Sequence[shapes.Row], spelling: Spelling) -> Lines:
    """A line for each file, with points, verdict and reason; for each question its points, the answer and why."""
    asked = [question for question in assignment.questions if question.MARKED]
    head = ["file", "student", "name", "verdict", "reason", "points", "of", "counts", "handed in", "minutes late"]
    lines: Lines = [
        [*head, "minutes", "receipt", "notes"]
        + [f"{each.id} (of {each.points:g})" for each in asked]
        + [f"{each.id}: {what}" for each in asked for what in ("answer", "reason")]
    ]
    for row in rows:
        marked = {each["id"]: each for each in row["questions"]}
        found: list[Mapping[str, object]] = [marked.get(each.id, {}) for each in asked]
        lines.append(
            [
                row["file"],
                _spelt(row, spelling),
                row["student"]["name"],
                row["verdict"],
                row["reason"],
                row["points"],
                row["possible"],
                "yes" if row.get("counts", True) else "no",
                row["handed_in"],
                row.get("late"),
                row["minutes"],
                row["receipt"],
                " ".join(row["notes"]),
            ]
            + [each.get("points") for each in found]
            + [each.get(what) for each in found for what in ("said", "reason")]
        )
    return lines


def canvas(assignment: Assignment, rows: Sequence[shapes.Row], spelling: Spelling) -> Lines:
    """What Canvas imports. Students without a markable file, or with several that differ, get no grade."""
    return _canvas(assignment, rows, spelling, notes=False)


def canvas_notes(assignment: Assignment, rows: Sequence[shapes.Row], spelling: Spelling) -> Lines:
    """The same with comments: they go into the gradebook's own column `Notes`, which only teachers see."""
    return _canvas(assignment, rows, spelling, notes=True)


def _canvas(assignment: Assignment, rows: Sequence[shapes.Row], spelling: Spelling, notes: bool) -> Lines:
    # A custom column comes between the section and the assignments (last_student_info_column).
    extra = ["Notes"] if notes else []
    lines: Lines = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *extra, assignment.title],
        ["Points Possible", "", "", "", "", *([""] if notes else []), _possible(assignment)],
    ]
    for row in _known(assignment, rows):
        id = _spelt(row, spelling)
        said = [" ".join([_feedback(row), *row["notes"]])[:_FEEDBACK]] if notes else []
        lines.append([row["student"]["name"] or id, "", id, id, "", *said, _grade(row)])
    return lines


def moodle(assignment: Assignment, rows: Sequence[shapes.Row], spelling: Spelling) -> Lines:
    """What Moodle imports."""
    name = assignment.title
    lines: Lines = [["ID number", "Full name", f"Assignment: {name} (Real)", f"Assignment: {name} (Feedback)"]]
    for row in _known(assignment, rows):
        lines.append([_spelt(row, spelling), row["student"]["name"], _grade(row), _feedback(row)])
    return lines


def written(assignment: Assignment, rows: Sequence[shapes.Row], format: str, roster: Iterable[str]) -> str:
    """The whole file in one of FORMATS. `roster`: the ids as the teacher writes them."""
    spelling = {student_id(id): " ".join(id.split()) for id in roster}
    text = text_of(FORMATS[format](assignment, rows, spelling))
    return SPREADSHEET + text if format == "table" else text


SPREADSHEET = "\ufeff"
"""It tells a spreadsheet that a file is UTF-8; gradebooks don't need it."""

FORMATS: Mapping[str, Callable[[Assignment, Sequence[shapes.Row], Spelling], Lines]] = {
    "table": table,
    "canvas": canvas,
    "canvas-notes": canvas_notes,
    "moodle": moodle,
}
"""By the name used on the command line and on the page."""


def _possible(assignment: Assignment) -> float:
    return sum(question.points for question in assignment.questions if question.MARKED)


def _spelt(row: shapes.Row, spelling: Spelling) -> str:
    id: str = row["student"]["id"]
    return spelling.get(student_id(id), id)


def _known(assignment: Assignment, rows: Sequence[shapes.Row]) -> list[shapes.Row]:
    """One row for each student that a gradebook has: no strangers, and nothing out of date."""
    found: dict[str, shapes.Row] = {}
    for row in rows:
        id = student_id(row["student"]["id"])
        if id and (not assignment.roster or id in assignment.roster):
            before = found.get(id)
            if before is None or _rank(row) > _rank(before):
                found[id] = row
    return list(found.values())


def _rank(row: shapes.Row) -> int:
    """Which of a student's rows says most: the one that counts, then one to be settled, then a refused one."""
    return 2 if row.get("counts", True) and row["verdict"] in JUDGED else int(row["verdict"] in JUDGED)


def _grade(row: shapes.Row) -> float | None:
    """None: there is no grade, which isn't the same as 0."""
    return row["points"] if _rank(row) == 2 else None


def _feedback(row: shapes.Row) -> str:
    """What a student reads about it."""
    if row["verdict"] not in JUDGED:
        return f"Not marked. {row['reason']}"[:_FEEDBACK]
    if _rank(row) < 2:
        return "Not marked yet: there are several files."
    return "\n".join(explained(row))[:_FEEDBACK]
