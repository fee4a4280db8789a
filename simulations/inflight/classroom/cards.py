"""A question on its own, as a card of the question bank: no assignment, no student, new values with each seed."""

from __future__ import annotations

import json
from collections.abc import Generator
from functools import lru_cache
from typing import TYPE_CHECKING

from inflight.classroom.draws import chance
from inflight.classroom.form import AssignmentError, Form
from inflight.classroom.kinds import kinds
from inflight.classroom.paper import question as paper_of
from inflight.classroom.question import Posed, Question

if TYPE_CHECKING:
    from inflight.classroom import shapes


@lru_cache(maxsize=512)
def _read(text: str) -> Question:
    form = Form(json.loads(text), "question")
    return kinds()[form.one_of("kind", kinds())].read(form)


def pose(question: str, seed: str) -> Posed:
    """The question in this JSON (as in an assignment, see `kinds/`), with the values that the seed draws.

    Raises:
        AssignmentError: it isn't one.
    """
    found = _read(question)
    words = (seed, found.id)
    values = found.figure.draw(chance(*words, "figure")) if found.figure else {}
    return Posed(question=found, values=values, words=words)


def card(posed: Posed) -> Generator[None, None, shapes.Posed]:
    """`question` as a paper has it, the model's own `answer`, the same in words (`said`), and the `solution`.

    `accept`: what else is right: a number from the first to the second; any of these places, if a model compares
    choices; null for other questions.

    Raises:
        AssignmentError: the model has no answer.
    """
    question = posed.question
    answer = yield from question.own(posed)
    if answer is None:
        raise AssignmentError(f"question {question.id}: the model has no answer at {dict(posed.values)}")
    return {
        "question": paper_of(posed),
        "answer": answer,
        "said": question.say(posed, answer),
        "solution": posed.text(question.solution),
        "accept": (yield from question.accepted(posed, answer)),
    }


def mark(posed: Posed, answer: object) -> Generator[None, None, shapes.Marking]:
    """How right an answer is (`share`), and the `reason`.

    Raises:
        AnswerError: it isn't an answer to this question.
    """
    question = posed.question
    found = yield from question.mark(posed, question.check(posed, answer))
    return {"share": found.share, "reason": found.reason}
