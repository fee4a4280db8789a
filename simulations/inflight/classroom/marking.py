"""One submission from its bytes to its row, in whichever process: what the command line and a page both do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inflight.classroom import desk
from inflight.classroom.collect import Handed
from inflight.classroom.patience import Overtime, within
from inflight.classroom.untrusted import text_of
from inflight.figure.slices import finish

if TYPE_CHECKING:
    from inflight.classroom import shapes

_LONGEST = 300
"""Characters of a fault that are repeated."""

Runs = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Marked:
    """A row; `unrun` says why code in it was not run, if it was not."""

    row: shapes.Row
    unrun: str = ""


SECONDS = 300.0
"""CPU time for a file, without its code's time in the sandbox; a page gives it as much. Most need less than 1 s."""


def mark(assignment: str, handed: Handed) -> Marked:
    """The row of a file, whatever is in it. Code goes to the sandbox; without a sandbox, a person has to read it."""
    if handed.wrong:
        return Marked(finish(desk.refuse(assignment, handed.name, handed.wrong)))
    try:
        with within(SECONDS):
            return _mark(assignment, handed)
    except Overtime:
        return Marked(lost(assignment, handed, f"it took more than {SECONDS:.0f} s"))
    except Exception as error:  # a fault of ours, which must not cost the others their rows
        return Marked(lost(assignment, handed, f"{type(error).__name__}: {error}"[:_LONGEST]))


def _mark(assignment: str, handed: Handed) -> Marked:
    text = text_of(handed.data) if handed.size == len(handed.data) else None
    traces, unrun = _traces(finish(desk.submission(assignment, text))["questions"])
    replayed, unreplayed = _replayed(desk.sessions(assignment, text))
    said = f"Its code has not been run: {unrun}." if unrun else ""
    return Marked(
        finish(desk.grade(assignment, handed.name, text, {**traces, **replayed}, handed.size, said)),
        unrun or unreplayed,
    )


def lost(assignment: str, handed: Handed, why: str) -> shapes.Row:
    """The row of a file that could not be marked, through no known fault of its own: it isn't judged, so no 0."""
    return finish(desk.refuse(assignment, handed.name, f"It could not be marked ({why}).", "unmarked"))


def interrupted(assignment: str, handed: Handed) -> shapes.Row:
    """The row of a file that marking didn't get to."""
    return finish(
        desk.refuse(assignment, handed.name, "It has not been marked: the marking was interrupted.", "unmarked")
    )


def _traces(needed: Mapping[str, Runs]) -> tuple[dict[str, Runs], str]:
    """What comes out of the sandbox for all questions of a submission, or why there is no sandbox."""
    if not needed:
        return {}, ""
    from inflight.classroom.jail import JailError, run_all

    try:
        found = iter(run_all([run for runs in needed.values() for run in runs]))
    except JailError as error:
        return {}, str(error)
    return {question: [next(found) for _ in runs] for question, runs in needed.items()}, ""


def _replayed(sessions: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, Runs], str]:
    """What came of the sessions of labs in a submission, or why none is replayed."""
    if not sessions:
        return {}, ""
    from inflight.classroom.labs import ReplayError, replay_all

    try:
        found = replay_all(list(sessions.values()))
    except ReplayError as error:
        return {}, str(error)
    return {question: [each] for question, each in zip(sessions, found, strict=True)}, ""
