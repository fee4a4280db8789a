"""The classroom as the page sees it: words in, words out. The command line uses the same functions.

Each runs in slices (it yields while a model runs) and returns what can be written as JSON. `assignment` is the text of
an assignment's file, `code` that of a session if it is proctored: without one, the paths are for practice. Bad input
raises a ValueError whose message is for the person who gave it: AssignmentError, CodeError, AnswerError,
SubmissionError.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from inflight.classroom import assignment as files
from inflight.classroom import by_hand, cards, feedback, gradebook, grading, handing_in, oral
from inflight.classroom.assignment import Assignment
from inflight.classroom.form import AssignmentError
from inflight.classroom.grading import worth
from inflight.classroom.kinds.capture import Capture
from inflight.classroom.overview import likenesses, overview
from inflight.classroom.paper import about
from inflight.classroom.paper import paper as paper_of
from inflight.classroom.question import Posed
from inflight.classroom.rules import Rules
from inflight.classroom.settling import settle
from inflight.classroom.tryout import try_out as tried_out

if TYPE_CHECKING:
    from inflight.classroom import shapes

Told = TypeVar("Told")
Slices = Generator[float | None, None, Told]
"""What it yields is how much is done, 0 to 1, or nothing."""

Traces = Mapping[str, Sequence[Mapping[str, Any] | str]]
"""What came out of the sandbox, by question (see `runs`)."""


NO_RULES: Mapping[str, Any] = {}


@lru_cache(maxsize=4)
def _parsed(text: str, code: str = "") -> Assignment:
    return files.parse(text).seated(code)


def assignment(assignment: str) -> Slices[shapes.AssignmentHead]:
    """What a file holds: its head, a line for each question, and the public part to give to students."""
    yield None
    found = _parsed(assignment)
    return {
        **about(found),
        "secret": bool(found.secret),
        "questions": [
            {"id": each.id, "kind": each.kind, "text": each.text_for_all(), "points": each.points}
            for each in found.questions
        ],
        "public": dict(found.public),
    }


def paper(assignment: str, student: str, code: str = "") -> Slices[shapes.Paper]:
    """The questions as this student has them (`paper.py`)."""
    yield None
    return paper_of(_parsed(assignment, code), student)


def codes(assignment: str) -> Slices[shapes.Codes]:
    """`codes`: `session` and `code` for each session of a proctored assignment; only the teacher's file has them."""
    yield None
    return {"codes": [{"session": name, "code": code} for name, code in _parsed(assignment).codes.items()]}


def reveal(assignment: str) -> Slices[shapes.Revealed]:
    """`key`: what students open to see their marks once all is handed in: a teacher's file without names and notes."""
    yield None
    return {"key": files.revealed(assignment)}


def runs(assignment: str, student: str, question: str, answer: object, code: str = "") -> Slices[shapes.Needed]:
    """`runs`: what the sandbox has to run before this answer can be marked; usually nothing."""
    yield None
    posed = _posed(assignment, student, question, code)
    return {"runs": posed.question.runs(posed, posed.question.check(posed, answer))}


def check(
    assignment: str,
    student: str,
    question: str,
    answer: object,
    traces: Sequence[Mapping[str, Any] | str] | None = None,
    code: str = "",
) -> Slices[shapes.Mark]:
    """The mark of one answer: `share` (None: the teacher marks it), `points`, `reason`."""
    posed = replace(_posed(assignment, student, question, code), traces=traces)
    found = yield from posed.question.mark(posed, posed.question.check(posed, answer))
    points = None if found.share is None else worth(posed.question.points, found.share)
    return {"share": found.share, "points": points, "reason": found.reason}


def capture_file(assignment: str, student: str, question: str, code: str = "") -> Slices[shapes.CaptureFile]:
    """The capture of a question, for this student: `name`, and `base64` of the file.

    Raises:
        AssignmentError: the question has no capture.
    """
    posed = _posed(assignment, student, question, code)
    asked = posed.question
    if not isinstance(asked, Capture):
        raise AssignmentError(f"question {asked.id}: a question of kind {asked.kind} has no capture")
    data = yield from asked.file(posed)
    return {"base64": b64encode(data).decode(), "name": asked.paper(posed)["file"]}


def key(assignment: str, student: str, code: str = "") -> Slices[shapes.Key]:
    """The model's own answers for a student: by question, `answer` and `said` (in words), `solution`, `marking`."""
    found = _parsed(assignment, code)
    keys: dict[str, shapes.KeyEntry] = {}
    for question in found.questions:
        posed = found.pose(question, student)
        try:
            answer = (yield from question.own(posed)) if question.MARKED else None
            said = "" if answer is None else question.say(posed, answer)
        except AssignmentError as error:  # trying it out says so too; the other answers are still needed
            answer, said = None, f"The model has no answer: {error}."
        solution, marking = posed.text(question.solution), posed.text(question.marking)
        keys[question.id] = {"answer": answer, "said": said, "solution": solution, "marking": marking}
    return {"key": keys, "marking": found.marking}


def card(question: str, seed: str) -> Slices[shapes.Posed]:
    """A question of the bank with its answer (`cards.py`): `question` is its JSON; another seed draws other values."""
    return (yield from cards.card(cards.pose(question, seed)))


def card_mark(question: str, seed: str, answer: object) -> Slices[shapes.Marking]:
    """The mark of an answer to it, for kinds that only a run can mark: `share` and `reason`."""
    return (yield from cards.mark(cards.pose(question, seed), answer))


def hand_in(assignment: str, student: str, name: str, work: Mapping[str, Any], code: str = "") -> Slices[shapes.HandIn]:
    """The file that a student hands in: `file` (its text), `name` (of the file), `receipt`. See `submission.py`."""
    yield None
    return handing_in.hand_in(_parsed(assignment, code), student, name, work)


def submission(assignment: str, text: str | None) -> Slices[shapes.NeededByFile]:
    """`questions`: what the sandbox has to run before a file can be marked, by question; usually nothing."""
    yield None
    return {"questions": grading.needs(_parsed(assignment), text)}


def sessions(assignment: str, text: str | None) -> dict[str, Mapping[str, Any]]:
    """The sessions of labs in a file, by question; only the command line can replay them, so no page asks for it."""
    return grading.transcripts(_parsed(assignment), text)


def grade(
    assignment: str, file: str, text: str | None, traces: Traces | None = None, size: int = 0, unrun: str = ""
) -> Slices[shapes.Row]:
    """The row of one file, by its name: verdict, points, and why (`grading.py`). Every file has one, whatever is in it.

    `text` is null for a file that isn't UTF-8, or is too large to be read: then `size` says how many bytes it has.
    `traces`: what came out of the sandbox, by question, parsed or as text; if there are none, `unrun` says why.
    """
    return (yield from grading.grade(_parsed(assignment), file, text, traces, size=size, unrun=unrun))


def refuse(assignment: str, file: str, reason: str, verdict: shapes.Unjudged = "refused") -> Slices[shapes.Row]:
    """The row of a file that can't be read, or (`unmarked`) of one whose marking failed, which isn't a 0."""
    yield None
    return grading.refused(_parsed(assignment), file, reason, verdict=verdict)


def table(
    assignment: str,
    rows: Sequence[shapes.Row],
    hand: Sequence[Mapping[str, Any]] = (),
    rules: Mapping[str, Any] = NO_RULES,
    compared: bool = True,
) -> Slices[shapes.Overview]:
    """The result of a class's rows (`overview.py`), with points by hand: `{"student", "question", "points"}`.

    `rules`: see `rules.py`. Groups are found only if rows are `compared`; if not, they may have hashes for answers.
    """
    yield None
    return (yield from overview(_parsed(assignment), rows, hand, Rules.read(rules), compared))


def alike(
    assignment: str, rows: Sequence[shapes.Row], rules: Mapping[str, Any] = NO_RULES
) -> Slices[shapes.Likenesses]:
    """`alike`: the groups in a class that are worth a look (`similarity.py`)."""
    yield None
    return {"alike": (yield from likenesses(_parsed(assignment), rows, Rules.read(rules)))}


def hand(assignment: str, text: str) -> Slices[shapes.Hand]:
    """`hand`: the points by hand in a CSV file with the columns student, question, points and comment."""
    yield None
    return {"hand": by_hand.read(_parsed(assignment), text)}


def csv(
    assignment: str,
    rows: Sequence[shapes.Row],
    hand: Sequence[Mapping[str, Any]] = (),
    format: str = "table",
    rules: Mapping[str, Any] = NO_RULES,
) -> Slices[shapes.Written]:
    """`text` and `name` of a CSV file in one of FORMATS; `hand` reads by-hand once it is filled in."""
    yield None
    found = _parsed(assignment)
    if format not in FORMATS:
        raise AssignmentError(f"format = {format!r}: must be one of {', '.join(FORMATS)}")
    shown = settle(found, rows, hand, Rules.read(rules))
    if format == "by-hand":
        text = by_hand.template(shown)
    else:
        text = gradebook.written(found, shown, format, json.loads(assignment).get("roster", []))
    return {"text": text, "name": f"{found.id}-{'grades' if format == 'table' else format}.csv"}


FORMATS = (*gradebook.FORMATS, "by-hand")
"""For `csv`."""


def feedback_files(
    assignment: str,
    rows: Sequence[shapes.Row],
    hand: Sequence[Mapping[str, Any]] = (),
    rules: Mapping[str, Any] = NO_RULES,
) -> Slices[shapes.Files]:
    """`files`: for each student, `name` and `text` of what they may read (`feedback.py`)."""
    yield None
    found = _parsed(assignment)
    return {"files": feedback.files(found, settle(found, rows, hand, Rules.read(rules)))}


def oral_sheets(
    assignment: str,
    rows: Sequence[shapes.Row],
    hand: Sequence[Mapping[str, Any]] = (),
    rules: Mapping[str, Any] = NO_RULES,
) -> Slices[shapes.Files]:
    """`files`: for each student with a file that counts, `name` and `text` (HTML) of a sheet for the examiner."""
    yield None
    found = _parsed(assignment)
    return {"files": (yield from oral.files(found, settle(found, rows, hand, Rules.read(rules))))}


def try_out(assignment: str, students: int = 100) -> Slices[shapes.Tried]:
    """Whether all questions posed to that many made-up students can be solved, and how they differ (`tryout.py`)."""
    return (yield from tried_out(_parsed(assignment), students))


def _posed(assignment: str, student: str, question: str, code: str) -> Posed:
    found = _parsed(assignment, code)
    return found.pose(found.question(question), student)


DESK: Mapping[str, Callable[..., Slices[Any]]] = {
    "assignment": assignment,
    "paper": paper,
    "runs": runs,
    "check": check,
    "capture_file": capture_file,
    "key": key,
    "codes": codes,
    "reveal": reveal,
    "card": card,
    "card_mark": card_mark,
    "try_out": try_out,
    "hand_in": hand_in,
    "submission": submission,
    "grade": grade,
    "refuse": refuse,
    "table": table,
    "alike": alike,
    "hand": hand,
    "csv": csv,
    "feedback": feedback_files,
    "oral": oral_sheets,
}
"""What the page may ask for, by name; the arguments are those of the functions."""
