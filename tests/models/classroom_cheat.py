"""Full marks without understanding: what a student can do with an assignment's link and this package, and no more."""

import itertools
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from inflight.classroom.assignment import Assignment, read
from inflight.classroom.figure import result
from inflight.classroom.form import AssignmentError
from inflight.classroom.handing_in import hand_in
from inflight.classroom.kinds.numeric import Known, Numeric
from inflight.classroom.question import Posed, seal
from inflight.classroom.submission import receipt
from inflight.figure.slices import finish

LONGEST = 200_000
"""Answers that are tried against a seal."""


def cheat(public: dict[str, Any], student: str, code: str = "") -> str:
    """A submission from what a link holds; `code` as soon as the teacher has told it."""
    link = read(public).seated(code)
    given = {each.id: {"answer": answer_to(link.pose(each, student))} for each in link.questions if each.MARKED}
    log = [[0, "start", ""], *([60 * (place + 1), "answer", id] for place, id in enumerate(given))]
    work = {"questions": given, "log": log, "started": "2026-11-22T09:00:00.000Z"}
    return hand_in(link, student, "", {**work, "handed_in": "2026-11-22T09:59:00.000Z"})["file"]


def answer_to(posed: Posed) -> Any:
    """What the package says is right; else what fits the seal; else the first that comes."""
    question = posed.question
    try:
        if (own := finish(question.own(posed))) is not None:
            return own
    except AssignmentError:
        pass
    tried = list(itertools.islice(_guesses(question.paper(posed)), LONGEST))
    fits = question.public.get("seal")
    return next((each for each in tried if seal(posed.words[0], question.id, each) == fits), (tried or [None])[0])


def guess(text: str, public: dict[str, Any], code: str = "") -> str:
    """The same submission, with numbers guessed where nothing says which one is asked for.

    Of the numbers of the figure's run that have the right unit, the one whose name has most in common with the text.
    """
    link, content = read(public).seated(code), json.loads(text)
    for question in link.questions:
        if isinstance(question, Numeric) and isinstance(question.ask, Known) and question.figure:
            posed = link.pose(question, content["student"]["id"])
            run = finish(result(question.figure.id, posed.values)).summary
            fitting = [
                name for name, each in run.items() if each.unit == question.ask.unit and math.isfinite(each.value)
            ]
            if fitting:
                said = _words(question.text)
                best = max(fitting, key=lambda name: len(said & _words(f"{run[name].label} {name}")))
                content["questions"][question.id]["answer"] = run[best].value
    return json.dumps({**content, "receipt": receipt(content)})


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower()))


def _guesses(paper: Any) -> Iterator[Any]:
    places = range(len(paper.get("choices", ())))
    for count in range(1, len(places) + 1 if paper.get("many") else 2):
        yield from map(list, itertools.combinations(places, count))
    items = range(len(paper.get("items", ())))
    if items:
        yield from map(list, itertools.permutations(items, paper.get("keep", len(items))))


def link_of(teachers: Assignment) -> dict[str, Any]:
    """What an address holds."""
    found = json.loads(json.dumps(teachers.public))
    assert isinstance(found, dict)
    return found
