"""Marking a submission: the model marks every answer afresh. What the file claims is compared, never believed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from inflight import __version__
from inflight.classroom import flags
from inflight.classroom.assignment import Assignment, parse
from inflight.classroom.draws import student_id
from inflight.classroom.question import AnswerError, Mark, Posed, Question, canonical, digest
from inflight.classroom.reopening import again, reopened
from inflight.classroom.submission import Entry, Submission, drawn, read
from inflight.classroom.untrusted import SubmissionError, line, unread
from inflight.figure.parameters import ParameterError

if TYPE_CHECKING:
    from inflight.classroom import shapes

Done = TypeVar("Done")
Needed = TypeVar("Needed")

Traces = Mapping[str, Sequence[Mapping[str, Any] | str]]
"""What came out of the sandbox, by question, in the order of `needs`."""


VERDICTS = {
    "graded": "marked entirely by the model",
    "to-read": "some of it is for you to read",
    "altered": "the file makes false claims; the marks are the model’s",
    "refused": "not a submission of this assignment",
    "unmarked": "not judged: the marking failed or was interrupted",
}
"""The verdicts on a file."""

JUDGED = ("graded", "to-read", "altered")
"""Those that have points."""

_SLICES = 1_000_000
_SECONDS = 120.0
"""CPU time for one answer. No figure comes near it at any of its values: it stops what nobody thought of."""

_SAID = 20_000
"""Characters of an answer in a row."""

_NAMED = 5
"""How many values a reason names."""

NEEDS_KEY = "This needs the teacher’s file; this one is the part that students get, without codes and right answers."

_UNRUN = "Its code has not been run."


class _Overrun(Exception):
    """Marking took longer than it may."""


def worth(points: float, share: float) -> float:
    """A share of the points, to the hundredth."""
    return round(points * share, 2)


def needs(assignment: Assignment, text: str | None) -> dict[str, list[dict[str, Any]]]:
    """What the sandbox has to run before a file can be marked, by question; usually nothing."""
    return _before(assignment, text, lambda posed, answer: posed.question.runs(posed, answer))


def transcripts(assignment: Assignment, text: str | None) -> dict[str, Mapping[str, Any]]:
    """The sessions of labs that have to be replayed before a file can be marked, by question."""
    return _before(assignment, text, lambda posed, answer: posed.question.transcript(answer))


def _before(assignment: Assignment, text: str | None, asks: Callable[[Posed, Any], Needed | None]) -> dict[str, Needed]:
    """What each answer that can be marked asks for beforehand, by question."""
    if text is None:
        return {}
    try:
        handed = read(assignment, text)
    except SubmissionError:
        return {}
    found = {}
    for question in assignment.questions:
        entry = handed.questions.get(question.id)
        if question.MARKED and entry and entry.answer is not None:
            posed = handed.paper.pose(question, handed.student)
            try:
                needed = asks(posed, question.check(posed, entry.answer))
            except Exception:  # `grade` says what is wrong with it
                continue
            if needed:
                found[question.id] = needed
    return found


def grade(
    assignment: Assignment,
    file: str,
    text: str | None,
    traces: Traces | None = None,
    *,
    size: int = 0,
    unrun: str = "",
) -> Generator[None, None, shapes.Row]:
    """The row of a file, whatever is in it.

    `text` is None if the file isn't text, or is larger than any submission (`size`, in bytes). `traces` are those
    of `needs`; `unrun` says why there are none.
    """
    yield
    if not assignment.can_mark:
        return refused(assignment, file, NEEDS_KEY, verdict="unmarked")
    try:
        if text is None:
            raise unread(size)
        handed = read(assignment, text)
    except SubmissionError as error:
        return refused(assignment, file, str(error), error.student)
    assignment = handed.paper
    asked = [question for question in assignment.questions if question.MARKED]
    questions, lies = [], [] if handed.fits else ["the receipt doesn’t match the content"]
    answered, exact = [], []
    for question in asked:
        entry = handed.questions.get(question.id)
        posed = assignment.pose(question, handed.student)
        traced = (traces or {}).get(question.id)
        found, said, answer = yield from _marked(posed, entry, traced, unrun or _UNRUN)
        if assignment.is_strict and answer is not None and question.is_the_books(answer):
            found = Mark(None, "This is the book’s own code or what you gave out, except for names: yours to read.")
        claimed = entry.told if entry else None
        row = _question(question, found, said, answer, claimed, drawn(assignment, handed.student, question.id))
        if again(assignment, question, handed.log):
            row["again"] = True
        questions.append(row)
        if answer is not None:
            answered.append((question, said))
            if found.share and (yield from bounded(question.is_exact(posed, answer))):
                exact.append(question.id)
        if entry:
            lies += _values(question, entry, row["values"])
            lies += _attempts(question, entry)
            if (yield from _is_false(assignment, posed, found, entry, answer, traced)):
                claim, fact = _percent(entry.told), _percent(found.share)
                lies.append(f"question {question.id} claims {claim} of its points; it earns {fact}")
    noted = [*_notes(assignment, handed), *flags.notes(assignment, file, handed, answered)]
    noted += [f"Equal to the model’s own value to the last digit: {', '.join(exact)}."] if exact else []
    return _row(assignment, file, handed, questions, lies, noted)


def refused(
    assignment: Assignment,
    file: str,
    reason: str,
    student: tuple[str, str] = ("", ""),
    verdict: Literal["refused", "unmarked"] = "refused",
) -> shapes.Row:
    """The row of a file that can't be marked, or (`unmarked`) hasn't been, through no fault of its own."""
    return {
        "file": file,
        "verdict": verdict,
        "reason": reason,
        "student": {"id": student[0], "name": student[1]},
        "points": None,
        "possible": possible(assignment),
        "questions": [],
        "handed_in": "",
        "receipt": "",
        "notes": [],
        "minutes": None,
        "trail": "",
    }


def possible(assignment: Assignment) -> float:
    """All the points that answers can earn."""
    return round(math.fsum(question.points for question in assignment.questions if question.MARKED), 2)


def settled(row: shapes.Row) -> shapes.Row:
    """A row whose points, verdict and reason are those of its questions: after marking, and after points by hand."""
    if row["verdict"] not in JUDGED:
        return row
    void = ", ".join(each["id"] for each in row["questions"] if each.get("void"))
    voided = f" Void: {void}." if void else ""
    unread = [each["id"] for each in row["questions"] if each["points"] is None]
    total = round(math.fsum(each["points"] or 0 for each in row["questions"]), 2)
    if row["verdict"] == "altered":
        return {**row, "points": total}
    if unread:
        return {**row, "points": total, "verdict": "to-read", "reason": f"To read: {', '.join(unread)}.{voided}"}
    return {**row, "points": total, "verdict": "graded", "reason": f"All answers are marked.{voided}"}


def _notes(assignment: Assignment, handed: Submission) -> list[str]:
    notes = [f"Session: {assignment.session}."] if assignment.session else []
    if handed.book != __version__:
        notes.append(f"Made with version {handed.book} of the book; this is {__version__}.")
    if handed.minutes is not None and handed.minutes < 0:
        notes.append("It says that it was handed in before it was started.")
    if assignment.roster and student_id(handed.student) not in assignment.roster:
        notes.append("The student id is not on the roster.")
    return notes


def _row(
    assignment: Assignment,
    file: str,
    handed: Submission,
    questions: list[shapes.RowQuestion],
    lies: list[str],
    notes: list[str],
) -> shapes.Row:
    reason = f"{'; '.join(lies)}."
    row: shapes.Row = {
        "file": file,
        "verdict": "altered" if lies else "graded",
        "reason": reason[0].upper() + reason[1:],
        "student": {"id": handed.student, "name": handed.name},
        "points": 0,
        "possible": possible(assignment),
        "questions": questions,
        "handed_in": handed.handed_in,
        "receipt": handed.receipt,
        "notes": notes,
        "minutes": handed.minutes,
        # to find those who did the same things at the same seconds: `similarity.py`
        "trail": digest(canonical(handed.log)) if len(handed.log) >= 5 else "",
        "reopened": reopened(handed.log),
    }
    if handed.session:
        row["session"] = handed.session
    return settled(row)


def _question(
    question: Question, found: Mark, said: str, answer: Any, claimed: float | None, values: dict[str, Any]
) -> shapes.RowQuestion:
    return {
        "id": question.id,
        "kind": question.kind,
        "possible": question.points,
        "share": found.share,
        "points": None if found.share is None else worth(question.points, found.share),
        "said": said[:_SAID],
        "answer": answer,
        "reason": found.reason,
        "claimed": claimed,
        "values": values,
    }


def _marked(
    posed: Posed, entry: Entry | None, traced: Sequence[Mapping[str, Any] | str] | None, unrun: str
) -> Generator[None, None, tuple[Mark, str, Any]]:
    """The mark, the answer in words and the answer in its plain form. A bad answer affects no other."""
    if entry is None or entry.answer is None:
        return Mark(0.0, "Not answered."), "", None
    question, said, answer = posed.question, "", None
    try:
        answer = question.check(posed, entry.answer)
        said = question.say(posed, answer)
        runs = question.runs(posed, answer)
        if runs and (traced is None or len(traced) != len(runs)):
            return Mark(None, unrun), said, answer
        found = yield from bounded(question.mark(replace(posed, traces=traced), answer))
    except (AnswerError, ParameterError) as error:
        return Mark(0.0, f"{error}."), said, answer
    except _Overrun as error:
        return Mark(None, str(error)), said, answer
    except Exception as error:  # a fault of ours must cost neither this student nor the others anything
        return Mark(None, f"The model could not mark it ({type(error).__name__}: {error})."[:500]), said, answer
    return found, said, answer


def bounded(work: Generator[None, None, Done]) -> Generator[None, None, Done]:
    """The same work, abandoned when it takes far longer than any figure does."""
    spent = 0.0
    for _ in range(_SLICES):
        start = time.process_time()
        try:
            next(work)
        except StopIteration as end:
            done: Done = end.value
            return done
        spent += time.process_time() - start
        if spent > _SECONDS:
            break
        yield
    work.close()
    raise _Overrun(f"Stopped: the model ran for more than {_SECONDS:.0f} s.")


def _values(question: Question, entry: Entry, values: Mapping[str, Any]) -> list[str]:
    names = [name for name in {**values, **entry.values} if _differ(entry.values.get(name), values.get(name))]
    listed = ", ".join(line(each, 40) for each in sorted(names)[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [f"question {question.id} was not posed with the values in the file ({listed}{more})"] if names else []


def _differ(one: object, other: object) -> bool:
    """Also True and 1, which Python takes for the same."""
    return canonical(one) != canonical(other)


def _attempts(question: Question, entry: Entry) -> list[str]:
    if question.attempts and entry.attempts > question.attempts:
        return [f"question {question.id} was checked {entry.attempts} times; at most {question.attempts} are allowed"]
    return []


def _is_false(
    assignment: Assignment,
    posed: Posed,
    found: Mark,
    entry: Entry,
    answer: Any,
    traced: Sequence[Mapping[str, Any] | str] | None,
) -> Generator[None, None, bool]:
    """Whether the student claims to have been told more than a page can have said.

    A page knows less than the teacher's file: it has seals for solutions, and not the hidden paths. So a claim above
    the mark is compared with what the public part of the assignment comes to.
    """
    told = entry.told
    if told is None or _close(told, found.share) or (found.share is not None and told < found.share):
        return False
    if answer is None:
        return True
    open_part = _open_part(canonical(assignment.public)).seated(assignment.code)
    question = open_part.question(posed.question.id)
    seen = open_part.pose(question, posed.words[-2])
    try:
        if runs := question.runs(seen, answer):
            if not traced:
                return False  # nobody can say
            seen = replace(seen, traces=traced[: len(runs)])
        page = yield from bounded(question.mark(seen, answer))
    except Exception:  # what the public part cannot mark, no page has marked
        return True
    return not _close(told, page.share)


@lru_cache(maxsize=4)
def _open_part(text: str) -> Assignment:
    return parse(text)


def _close(told: float, share: float | None) -> bool:
    return share is not None and abs(told - share) < 1e-6


def _percent(share: float | None) -> str:
    return "nothing by the model" if share is None else f"{round(100 * share, 1):g}%"
