"""The room as the page and the command line see it: words in, words out.

Each function runs in slices (it yields while the model works) and returns what can be written as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from inflight.incidents.case import LEVELS, Case, open_case
from inflight.incidents.families import families
from inflight.incidents.grade import judge
from inflight.incidents.probes import question, questions
from inflight.incidents.visit import Visit

if TYPE_CHECKING:
    from inflight.incidents import shapes

Told = TypeVar("Told")
Slices = Generator[None, None, Told]

_visits: dict[Case[Any], Visit] = {}
_KEPT = 4
"""Visits kept: a visitor who asks once will ask again."""


def _visit(case: Case[Any], asked: Sequence[str] | None = None) -> Generator[None, None, Visit]:
    """The visit in which these were asked, in this order; None: any visit. One that is gone is replayed."""
    visit = _visits.get(case)
    if visit is None or (asked is not None and not visit.follows(asked)):
        scene = yield from case.run()
        if len(_visits) >= _KEPT:
            _visits.clear()
        visit = _visits[case] = Visit(scene)
        for each in asked or ():
            yield from visit.ask(each)
    return visit


def incident(seed: int, level: int = 1, family: str = "") -> Slices[shapes.Incident]:
    """A case as it is told, with everything that can be asked and answered.

    Raises:
        CaseError: there is no such seed, level or family.
    """
    case = open_case(seed, level, family)
    scene = (yield from _visit(case)).first
    return {
        "seed": seed,
        "level": level,
        "levels": [{"number": each.number, "name": each.name, "about": each.about} for each in LEVELS.values()],
        "family": case.family.id,
        "title": case.family.title,
        "complaint": case.complaint,
        "machines": [{"name": each.name, "role": each.role} for each in scene.machines],
        "probes": [
            {
                "id": each.id,
                "machine": each.machine.name,
                "command": each.command,
                "about": each.probe.about,
                "cost": each.cost,
            }
            for each in questions(scene)
        ],
        "suspects": [{"id": each.id, "cause": each.cause} for each in case.suspects],
        "fixes": [{"id": each.id, "text": each.text} for each in case.fixes],
    }


def probe(seed: int, level: int, family: str, id: str, asked: Sequence[str] = ()) -> Slices[shapes.Printed]:
    """What a probe prints after these have been asked, in this order: each has taken its minutes.

    Raises:
        CaseError, UnknownProbe: there is no such case or probe.
    """
    visit = yield from _visit(open_case(seed, level, family), asked)
    text = yield from visit.ask(id)
    found = question(visit.scene, id)
    return {"id": found.id, "machine": found.machine.name, "command": found.command, "text": text}


def verdict(seed: int, level: int, family: str, cause: str, fix: str, asked: Sequence[str]) -> Slices[shapes.Verdict]:
    """The grade of an answer, and the solution.

    Raises:
        CaseError, UnknownProbe: there is no such case, cause, fix or probe.
    """
    case = open_case(seed, level, family)
    suspect, tried = case.suspect(cause), case.fix(fix)
    scene = (yield from _visit(case)).first
    found = yield from judge(case, scene, suspect, tried, asked)
    return {
        "points": found.points,
        "cause_right": found.cause_right,
        "guessed": found.guessed,
        "near": found.near,
        "fixed": found.fixed,
        "before": found.before,
        "after": found.after,
        "minutes": found.minutes,
        "par": found.par,
        "solution": _solution(case),
    }


def solution(seed: int, level: int, family: str) -> Slices[shapes.Solution]:
    """The solution, for anybody who wants to read it.

    Raises:
        CaseError: there is no such case.
    """
    yield
    return _solution(open_case(seed, level, family))


def _solution(case: Case[Any]) -> shapes.Solution:
    fault = case.fault
    return {
        "cause": fault.cause,
        "told": fault.told,
        "remedy": case.fix(fault.remedy).text,
        "experiment": fault.experiment,
        "chapter": fault.chapter,
    }


def kinds() -> Slices[shapes.Families]:
    """The kinds of incidents to choose from."""
    yield
    return {"families": [{"id": each.id, "title": each.title} for each in families().values()]}


ROOM: Mapping[str, Callable[..., Slices[Any]]] = {
    "incident": incident,
    "probe": probe,
    "verdict": verdict,
    "solution": solution,
    "families": kinds,
}
"""What the page may ask for, by name; the arguments are those of the functions."""
