"""Sheets for a conversation with each student about what they handed in.

A sheet has the student's own answers, questions that follow from them, and what the model says, for the examiner. A
student who worked out an answer can say what follows from it; one who copied it can't.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from inflight.classroom.assignment import Assignment
from inflight.classroom.draws import chance, student_id
from inflight.classroom.feedback import free
from inflight.classroom.form import AssignmentError
from inflight.classroom.grading import JUDGED, bounded
from inflight.classroom.handing_in import file_name
from inflight.classroom.question import AnswerError, Posed, Question, quoted
from inflight.classroom.question import Followup as Asked
from inflight.figure.parameters import ParameterError

if TYPE_CHECKING:
    from inflight.classroom import shapes

MOST, LEAST = 5, 3
"""How many questions a sheet has. There are fewer than three only if the assignment has fewer."""

_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 11pt/1.45 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }}
h1 {{ font-size: 1.4em }} h2 {{ font-size: 1.1em; margin-top: 2em }} h3 {{ font-size: 1em; margin-bottom: 0 }}
pre {{ white-space: pre-wrap; font-size: 9pt }} .model {{ border-left: 3px solid #888; padding-left: .8em }}
section {{ break-inside: avoid }} .room {{ height: 4em }}
</style>
"""

Slices = Generator[float | None, None, "list[shapes.NamedFile]"]


def files(assignment: Assignment, rows: Iterable[shapes.Row]) -> Slices:
    """A page of HTML for each student with a file that counts. Yields how much is done, from 0 to 1."""
    counting = [row for row in rows if row.get("counts") and row["verdict"] in JUDGED]
    found: list[shapes.NamedFile] = []
    taken: set[str] = set()
    for place, row in enumerate(counting):
        yield place / len(counting)
        name = free(PurePosixPath(file_name(assignment, row["student"]["id"])).stem, ".html", taken)
        found.append({"name": name, "text": (yield from _sheet(assignment, row))})
    return found


def _sheet(assignment: Assignment, row: shapes.Row) -> Generator[None, None, str]:
    paper = assignment.seated(assignment.codes.get(row.get("session", ""), ""))
    who = " ".join(filter(None, (row["student"]["name"], f"({row['student']['id']})")))
    said = [
        _HEAD.format(title=escape(f"{assignment.title}: {who}")),
        f"<h1>{escape(assignment.title)}</h1>",
        f"<p><b>{escape(who)}</b>, {row['points']:g} of {row['possible']:g} points. For the examiner.</p>",
        "<h2>Ask</h2>",
    ]
    asked = yield from _asked(paper, row)
    for number, (id, each) in enumerate(asked, 1):
        said.append(
            f"<section><h3>{number}. About {escape(id)}</h3><p>{escape(each.text)}</p>"
            f'<div class="model"><p>{escape(each.answer)}</p></div><div class="room"></div></section>'
        )
    said.append("<h2>What was handed in</h2>")
    said += [_handed(paper, row, each) for each in row["questions"]]
    return "\n".join([*said, "</html>", ""])


def _handed(paper: Assignment, row: shapes.Row, each: shapes.RowQuestion) -> str:
    posed = paper.pose(paper.question(each["id"]), row["student"]["id"])
    points = "not read yet" if each["points"] is None else f"{each['points']:g} of {each['possible']:g} points"
    answer = f"<pre>{escape(each['said'])}</pre>" if each["said"] else "<p>Not answered.</p>"
    asked, reason = escape(posed.text(posed.question.text)), escape(each["reason"])
    return f"<section><h3>{escape(each['id'])}, {points}</h3><p>{asked}</p>{answer}<p>{reason}</p></section>"


def _asked(paper: Assignment, row: shapes.Row) -> Generator[None, None, list[tuple[str, Asked]]]:
    """Three to five, in the order of the questions; no two about one answer as long as there are others."""
    rng = chance(paper.secret or paper.key, student_id(row["student"]["id"]), "oral")
    rest: list[tuple[int, str, Asked]] = []
    first: list[tuple[int, str, Asked]] = []
    for place, each in enumerate(row["questions"]):
        question = paper.question(each["id"])
        found = yield from _about(paper.pose(question, row["student"]["id"]), each)
        first += [(place, question.id, asked) for asked in found[:1]]
        rest += [(place, question.id, asked) for asked in found[1:]]
    # an answer says more than a question that was left open
    answered = {each["id"] for each in row["questions"] if each["answer"] is not None}
    rng.shuffle(first)
    first.sort(key=lambda each: each[1] not in answered)
    rng.shuffle(rest)
    kept = [each for each in first if each[1] in answered][:MOST]
    kept += [*rest, *first[len(kept) :]][: max(0, LEAST - len(kept))]
    return [(id, asked) for _, id, asked in sorted(kept, key=lambda each: each[0])]


def _about(posed: Posed, row: shapes.RowQuestion) -> Generator[None, None, list[Asked]]:
    """What can be asked about one answer; if the model has nothing to say about it, at least how it came about."""
    question = posed.question
    found: list[Asked] = []
    answer = row["answer"]
    if answer is not None:
        try:
            answer = question.check(posed, answer)
            found = yield from bounded(question.follow_up(posed, answer))
        except Exception:  # a sheet with fewer questions is better than none
            pass
    how = f"You answered: {quoted(_short(row['said']))} How did you come to this?" if row["said"] else ""
    text = how or "You left this open. How would you begin?"
    return [*found, Asked(text, (yield from _model(posed, row)))]


def _model(posed: Posed, row: shapes.RowQuestion) -> Generator[None, None, str]:
    question: Question = posed.question
    try:
        own = yield from bounded(question.own(posed))
        said = "" if own is None else f"The model: {quoted(question.say(posed, own))}"
    except (AssignmentError, AnswerError, ParameterError):
        said = ""
    if question.kind == "algorithm":
        said = row["reason"]
    parts = said, posed.text(question.solution), posed.text(question.marking)
    return " ".join(part for part in parts if part) or "There is nothing to compare it with, so it is for you to judge."


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else f"{text[:200]}…"
