"""Notes on what a teacher should look at in a submission: hints, none of which costs a point."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator, Sequence

from inflight.classroom import letters
from inflight.classroom.assignment import Assignment
from inflight.classroom.pieces import pieces
from inflight.classroom.question import Question
from inflight.classroom.reopening import reopened
from inflight.classroom.submission import Submission
from inflight.classroom.untrusted import line
from inflight.classroom.upload import is_other, uploader

_INSIDE = re.compile(
    r"__(?!init__|name__|repr__|str__|len__|iter__|next__|call__|eq__|lt__|future__)\w+__"
    r"|\b(?:f|gi|cr|ag|tb)_(?:frame|back|code|globals|locals|builtins|next)\b"
    r"|_getframe|currentframe|get_objects|get_referrers"
)
"""Names that lead from code into the Python that runs it."""

_INDIRECT = frozenset(
    {"eval", "exec", "compile", "globals", "locals", "vars", "dir", "getattr", "setattr", "delattr", "attrgetter"}
    | {"methodcaller", "MemoryError", "RecursionError"}
)


def notes(
    assignment: Assignment, file: str, handed: Submission, answered: Sequence[tuple[Question, str]]
) -> Iterator[str]:
    """In sentences. `answered`: questions, and the answers in words."""
    if is_other(file, handed.student, handed.name):
        yield f"It was uploaded by {line(uploader(file), 60)}, but names {handed.name or handed.student}."
    for what, text in (("student id", handed.written_id), ("name", handed.written_name)):
        if found := letters.odd(text):
            yield f"The {what} has {found}."
    if answered and not handed.log:
        yield "Its log is empty, so nothing shows how it was made."
    if count := reopened(handed.log):
        yield f"Reopened or started over {count} {'time' if count == 1 else 'times'}."
    for question, said in answered:
        if question.kind not in ("text", "algorithm"):
            continue
        if found := letters.odd(said):
            yield f"The answer to {question.id} has {found}."
        if question.is_the_books(said):
            yield f"The code of {question.id} is the book’s own or what was given out, except for names."
        if question.kind == "algorithm" and (inside := looks_inside(said)):
            yield f"The code of {question.id} looks into the Python that runs it ({inside})."


def looks_inside(code: str) -> str:
    """Where code names something that leads into its interpreter: `line 3: f_back`, or "". Code can hide that."""
    try:
        for token in pieces(code):
            if token.type == tokenize.NAME and (token.string in _INDIRECT or _INSIDE.fullmatch(token.string)):
                return f"line {token.start[0]}: {line(token.string, 40)}"
            if token.type == tokenize.STRING and (found := _INSIDE.search(token.string)):
                return f"line {token.start[0]}: {line(found[0], 40)}"
    except ValueError:
        found = _INSIDE.search(code)
        return line(found[0], 40) if found else ""
    return ""
