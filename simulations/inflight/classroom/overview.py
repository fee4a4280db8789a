"""What a class came to: each question's distribution, the whole marks', and which files need a look."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from inflight.classroom import by_hand
from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.grading import VERDICTS, possible
from inflight.classroom.question import Question
from inflight.classroom.similarity import alike

if TYPE_CHECKING:
    from inflight.classroom import shapes

BINS = 10
"""Of a histogram, each a tenth of what there is to get; the last has the full marks, too."""


def with_hand(
    assignment: Assignment, rows: Iterable[shapes.Row], hand: Iterable[Mapping[str, Any]]
) -> list[shapes.Row]:
    """The rows with points given by hand. `counts`: of several files of a student only the last one does.

    Raises:
        HandError: points that cannot be given.
    """
    rows = by_hand.apply(rows, by_hand.given(assignment, hand))
    last = _last(rows)
    return [_with_others(row, last.get(student_id(row["student"]["id"]), row)) for row in rows]


def _last(rows: Sequence[shapes.Row]) -> dict[str, shapes.Row]:
    """By student the file that counts: the last handed in of those that could be marked, the last given if equal."""
    found: dict[str, shapes.Row] = {}
    for row in rows:
        id = student_id(row["student"]["id"])
        if row["verdict"] != "refused" and (id not in found or row["handed_in"] >= found[id]["handed_in"]):
            found[id] = row
    return found


def _with_others(row: shapes.Row, last: shapes.Row) -> shapes.Row:
    if row is last:
        return {**row, "counts": row["verdict"] != "refused"}
    note = f"The same student’s {last['file']} counts instead."
    return {**row, "counts": False, "notes": [*row["notes"], note]}


def overview(
    assignment: Assignment, rows: Sequence[shapes.Row], hand: Sequence[Mapping[str, Any]] = ()
) -> shapes.Overview:
    """All that is said above the table, and `rows` as it shows them (`with_hand`).

    Raises:
        HandError: points that cannot be given.
    """
    rows = with_hand(assignment, rows, hand)
    counted = [row for row in rows if row["counts"]]
    files = _files(rows)
    ids = {student_id(row["student"]["id"]) for row in counted}
    given = {student_id(str(each["student"])) for each in hand}
    most = possible(assignment)
    verdicts = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in VERDICTS}
    return {
        "rows": rows,
        "verdicts": cast("shapes.Verdicts", verdicts),
        "students": len(ids),
        "marks": {"possible": most, **_spread([row["points"] for row in counted], most)},
        "questions": [_question(each, counted) for each in assignment.questions if each.MARKED],
        "duplicates": [
            {
                "student": each[0]["student"]["id"],
                "files": [row["file"] for row in each],
                "counts": next((row["file"] for row in each if row["counts"]), None),
            }
            for each in files.values()
            if len(each) > 1
        ],
        "strangers": sorted(files.keys() - set(assignment.roster)) if assignment.roster else [],
        "missing": [id for id in assignment.roster if id not in ids],
        "unused": sorted(given - ids),
        "alike": alike(assignment, counted),
    }


def _files(rows: Sequence[shapes.Row]) -> dict[str, list[shapes.Row]]:
    """Files by the student that they name."""
    files: dict[str, list[shapes.Row]] = defaultdict(list)
    for row in rows:
        if id := student_id(row["student"]["id"]):
            files[id].append(row)
    return files


def _question(question: Question, rows: Sequence[shapes.Row]) -> shapes.QuestionSpread:
    found = [each for row in rows for each in row["questions"] if each["id"] == question.id]
    marked = [each["share"] for each in found if each["share"] is not None]
    return {
        "id": question.id,
        "kind": question.kind,
        "text": question.text,
        "possible": question.points,
        **_spread(marked, 1.0),
        "full": sum(share >= 1 for share in marked),
        "zero": sum(share == 0 for share in marked),
        "unanswered": sum(each["answer"] is None and not each["said"] for each in found),
        "to_read": sum(each["share"] is None for each in found),
    }


def _spread(values: Sequence[float], most: float) -> shapes.Spread:
    """`bins`: how many in each tenth of `most`; `mean` and `median`, None of nothing."""
    bins = [0] * BINS
    for value in values:
        # a hair below a bound is meant to be on it: 0.3 of 1 is three tenths
        bins[min(BINS - 1, int(BINS * value / most + 1e-9)) if most else BINS - 1] += 1
    mean = round(statistics.fmean(values), 4) if values else None
    median = round(statistics.median(values), 4) if values else None
    return {"marked": len(values), "bins": bins, "mean": mean, "median": median}
