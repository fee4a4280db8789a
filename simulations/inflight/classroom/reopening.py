"""Whether answers were given again after their marks were known, as far as a submission's log shows.

A page notes `hand-in`, `check` and `answer`, `reopen` when answers are opened again, and `over` when everything is
started over: then log and attempts go on, and the answers go. Anybody who edits the log can leave that out; the page
can't.
"""

from __future__ import annotations

from collections.abc import Sequence

from inflight.classroom.assignment import Assignment
from inflight.classroom.question import Question

Log = Sequence[tuple[float, str, str]]

OPENED = ("reopen", "over")


def reopened(log: Log) -> int:
    """How often."""
    return sum(event in OPENED for _, event, _ in log)


def again(assignment: Assignment, question: Question, log: Log) -> bool:
    """Whether the question was answered after everything that may be told about it was told."""
    told = _told(assignment, question, log)
    if told is None:
        return False
    later = [(event, about) for _, event, about in log[told + 1 :]]
    opened = next((place for place, (event, _) in enumerate(later) if event in OPENED), len(later))
    return ("answer", question.id) in later[opened:]


def _told(assignment: Assignment, question: Question, log: Log) -> int | None:
    """The place in the log from which on an answer is closed."""
    if not question.is_told():
        return None
    if assignment.feedback == "after":
        return next((place for place, (_, event, _) in enumerate(log) if event == "hand-in"), None)
    if assignment.feedback == "at-once" and question.attempts:
        checks = [place for place, (_, event, about) in enumerate(log) if (event, about) == ("check", question.id)]
        return checks[question.attempts - 1] if len(checks) >= question.attempts else None
    return None
