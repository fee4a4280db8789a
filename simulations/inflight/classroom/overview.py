"""The results of a class: the distribution of each question and of the total marks, and which files need a look."""

from __future__ import annotations

import statistics
from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import student_id
from inflight.classroom.grading import JUDGED, VERDICTS, possible
from inflight.classroom.question import Question
from inflight.classroom.rules import USUAL, Rules
from inflight.classroom.settling import by_student, differing, settle
from inflight.classroom.similarity import alike

if TYPE_CHECKING:
    from inflight.classroom import shapes

BINS = 10
"""How many bins a histogram has, each a tenth of the points; the last one includes full marks."""


def overview(
    assignment: Assignment,
    rows: Sequence[shapes.Row],
    hand: Sequence[Mapping[str, Any]] = (),
    rules: Rules = USUAL,
    compared: bool = True,
) -> Generator[float | None, None, shapes.Overview]:
    """Everything above the table, and `rows` as it shows them (`settling.py`). Yields how far it is, 0 to 1.

    Files that aren't `compared` take only a moment, and `alike` is empty.

    Raises:
        HandError: points that can't be given.
    """
    rows = settle(assignment, rows, hand, rules)
    yield 0.0
    counted = [row for row in rows if row["counts"]]
    files = by_student(rows)
    groups = (yield from alike(assignment, _looked_at(rows))) if compared else []
    ids = {student_id(row["student"]["id"]) for row in counted}
    handed = {id for id, each in files.items() if differing(each)}
    given = {student_id(str(each["student"])) for each in hand}
    most = possible(assignment)
    verdicts = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in VERDICTS}
    return {
        "rows": rows,
        "verdicts": cast("shapes.Verdicts", verdicts),
        "students": len(ids),
        "marks": {"possible": most, **_spread([row["points"] for row in counted if row["points"] is not None], most)},
        "questions": [_question(each, counted) for each in assignment.questions if each.MARKED],
        "duplicates": [
            {
                "student": each[0]["student"]["id"],
                "files": [row["file"] for row in each],
                "counts": next((row["file"] for row in each if row["counts"]), None),
                "unsettled": not any(row["counts"] for row in each) and len(differing(each)) > 1,
            }
            for each in files.values()
            if len(each) > 1
        ],
        "strangers": sorted(files.keys() - set(assignment.roster)) if assignment.roster else [],
        "missing": [id for id in assignment.roster if id not in handed],
        "unused": sorted(given - handed),
        "alike": groups,
    }


def likenesses(
    assignment: Assignment, rows: Sequence[shapes.Row], rules: Rules = USUAL
) -> Generator[float | None, None, list[shapes.Alike]]:
    """The groups that are worth a look. Yields how far it is, 0 to 1."""
    return (yield from alike(assignment, _looked_at(settle(assignment, rows, rules=rules))))


def _looked_at(rows: Sequence[shapes.Row]) -> list[shapes.Row]:
    """One file of each student: the one that counts or, if that still has to be settled, the last one given."""
    found = {student_id(row["student"]["id"]) or row["file"]: row for row in rows if row["verdict"] in JUDGED}
    found |= {student_id(row["student"]["id"]) or row["file"]: row for row in rows if row["counts"]}
    return list(found.values())


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
    """`bins`: how many in each tenth of `most`; `mean` and `median`: None if there are no marks."""
    bins = [0] * BINS
    for value in values:
        # a hair below a bound counts as on it: 0.3 of 1 is three tenths
        bins[min(BINS - 1, int(BINS * value / most + 1e-9)) if most else BINS - 1] += 1
    mean = round(statistics.fmean(values), 4) if values else None
    median = round(statistics.median(values), 4) if values else None
    return {"marked": len(values), "bins": bins, "mean": mean, "median": median}
