"""Rows of single files become those of a class: which counts, what is void, what came late.

Nothing is decided silently: what a file says about itself (its time, receipt and id) is for the teacher to settle, and
is in a row's notes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from inflight.classroom import by_hand
from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.grading import JUDGED, settled
from inflight.classroom.rules import USUAL, Rules

if TYPE_CHECKING:
    from inflight.classroom import shapes

VOID = "Void: answered again after the mark was known."


def settle(
    assignment: Assignment,
    rows: Iterable[shapes.Row],
    hand: Iterable[Mapping[str, Any]] = (),
    rules: Rules = USUAL,
) -> list[shapes.Row]:
    """The rows with points given by hand, `counts`, `late` and what is void; each with notes that say why.

    Raises:
        HandError: points that can't be given.
    """
    if rules.reopened == "void":
        rows = [_void(row) for row in rows]
    rows = [_timed(row, rules) for row in by_hand.apply(rows, by_hand.given(assignment, hand))]
    files = by_student(rows)
    chosen = {id: _chosen(each, rules) for id, each in files.items()}
    return [_with_others(row, files, chosen) for row in rows]


def by_student(rows: Iterable[shapes.Row]) -> dict[str, list[shapes.Row]]:
    """Files by the student they name."""
    files: dict[str, list[shapes.Row]] = defaultdict(list)
    for row in rows:
        if id := student_id(row["student"]["id"]):
            files[id].append(row)
    return files


def differing(rows: Sequence[shapes.Row]) -> list[shapes.Row]:
    """Marked files, one of each; the same file twice is one."""
    marked = [row for row in rows if row["verdict"] in JUDGED]
    return marked if len(marked) < 2 else list({_content(row): row for row in reversed(marked)}.values())[::-1]


def _content(row: shapes.Row) -> str:
    """Everything a row says about the content of the file."""
    return json.dumps({**row, "file": "", "notes": [], "counts": None}, sort_keys=True)


def _chosen(rows: Sequence[shapes.Row], rules: Rules) -> str | None:
    """The file that counts; None: there is none, or the teacher has to choose."""
    found = differing(rows)
    if len(found) < 2:
        return found[0]["file"] if found else None
    named = [row["file"] for row in rows if row["file"] in rules.counts and row["verdict"] in JUDGED]
    if len(named) == 1:
        return named[0]
    if rules.several == "last" and not named:
        past = [row for row in found if not rules.now or row["handed_in"] <= rules.now]
        if past:
            return max(enumerate(past), key=lambda each: (each[1]["handed_in"], each[0]))[1]["file"]
    return None


def _with_others(
    row: shapes.Row, files: Mapping[str, Sequence[shapes.Row]], chosen: Mapping[str, str | None]
) -> shapes.Row:
    id = student_id(row["student"]["id"])
    file = chosen.get(id)
    counts = row["verdict"] in JUDGED and (not id or row["file"] == file)
    others = [each["file"] for each in files.get(id, ()) if each is not row]
    if counts or not others:
        return {**row, "counts": counts}
    if file is not None:
        return {**row, "counts": False, "notes": [*row["notes"], f"The same student’s {file} counts instead."]}
    if row["verdict"] not in JUDGED:
        return {**row, "counts": False}
    others_too = f"also {_listed(others)}"
    note = f"Several files name this student and differ: {others_too}. None counts until you say which one does."
    return {**row, "counts": False, "notes": [*row["notes"], note]}


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _void(row: shapes.Row) -> shapes.Row:
    if not any(each.get("again") for each in row["questions"]):
        return row
    return settled({**row, "questions": [_without_again(each) for each in row["questions"]]})


def _without_again(question: shapes.RowQuestion) -> shapes.RowQuestion:
    if not question.get("again"):
        return question
    share = question["share"]
    worth = "" if share is None else f" Otherwise it would earn {100 * share:.4g}%: {question['reason']}"
    return {**question, "points": 0.0, "share": 0.0, "reason": VOID + worth, "void": True}


def _timed(row: shapes.Row, rules: Rules) -> shapes.Row:
    """What the file says about its time, next to what is known: it decides nothing."""
    if row["verdict"] not in JUDGED:
        return row
    notes = []
    if rules.now and row["handed_in"] > rules.now:
        notes.append("It claims to have been handed in in the future.")
    late = None
    if rules.due and row["handed_in"]:
        between = datetime.fromisoformat(row["handed_in"]) - datetime.fromisoformat(rules.due)
        late = max(0.0, round(between.total_seconds() / 60, 1))
        if late:
            notes.append(f"Handed in {_span(late)} late, by its own account.")
    elif rules.due:
        notes.append("It doesn’t say when it was handed in.")
    return {**row, "notes": [*row["notes"], *notes], "late": late}


def _span(minutes: float) -> str:
    """4 min, 3 h 5 min, 2 d 1 h."""
    whole = max(1, round(minutes))
    days, hours, rest = whole // 1440, whole // 60 % 24, whole % 60
    parts = [f"{days} d"] if days else []
    parts += [f"{hours} h"] if hours else []
    parts += [f"{rest} min"] if rest and not days else []
    return " ".join(parts)
