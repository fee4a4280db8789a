"""What each student may read about the marking: a text to be handed back through the learning platform.

Moodle takes them all in one archive ("Upload multiple feedback files in a zip"), each in the folder that it had put the
submission into (mod/assign/feedback/file/importziplib.php): if that folder is known, it is in the name.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.grading import JUDGED
from inflight.classroom.handing_in import file_name
from inflight.classroom.upload import folder

if TYPE_CHECKING:
    from inflight.classroom import shapes


def files(assignment: Assignment, rows: Iterable[shapes.Row]) -> list[shapes.NamedFile]:
    """A file for each row that counts, and for each student without a markable file. No two have the same name."""
    found: list[shapes.NamedFile] = []
    rows = list(rows)
    counted = {student_id(row["student"]["id"]) for row in rows if row.get("counts")}
    taken: set[str] = set()
    for row in rows:
        id = student_id(row["student"]["id"])
        if row.get("counts") or (id and id not in counted and row["verdict"] == "refused"):
            counted.add(id)
            found.append({"name": _name(assignment, row, taken), "text": _text(assignment, row)})
    return found


def _name(assignment: Assignment, row: shapes.Row, taken: set[str]) -> str:
    stem = PurePosixPath(file_name(assignment, row["student"]["id"])).stem
    within = folder(row["file"])
    return free(f"{within}/{stem}" if within else stem, ".txt", taken)


def free(start: str, suffix: str, taken: set[str]) -> str:
    """The first of `start`, `start-2` … that isn't taken; it is taken now."""
    name, count = f"{start}{suffix}", 1
    while name.casefold() in taken:
        count += 1
        name = f"{start}-{count}{suffix}"
    taken.add(name.casefold())
    return name


def _text(assignment: Assignment, row: shapes.Row) -> str:
    said = [assignment.title, " ".join(filter(None, (row["student"]["name"], f"({row['student']['id']})")))]
    if row["verdict"] not in JUDGED:
        return "\n".join([*said, "", row["reason"], ""])
    said.append(f"{row['points']:g} of {row['possible']:g} points")
    if row["late"]:
        said.append(f"Handed in {row['late']:g} minutes late.")
    return "\n".join([*said, "", *explained(row), ""])


def explained(row: shapes.Row) -> list[str]:
    """Points and reason for each question, but not what the teacher thinks of the file."""
    said = []
    for each in row["questions"]:
        points = "not read yet" if each["points"] is None else f"{each['points']:g} of {each['possible']:g}"
        said.append(f"{each['id']}: {points}. {'' if each['points'] is None else each['reason']}".strip())
    return said
