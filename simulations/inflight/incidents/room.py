"""The room as the page and the command line see it: words in, words out.

Each function runs in slices (it yields while the model works) and returns what can be written as JSON. A call is the
list of its lines: the same lines make the same call.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from inflight.incidents.budget import BUDGET
from inflight.incidents.call import TRIES, Call, CallError
from inflight.incidents.case import LEVELS, Case, open_case
from inflight.incidents.debrief import Shortest, shortest
from inflight.incidents.families import families
from inflight.incidents.grade import score
from inflight.incidents.menu import by_topic, suggestions
from inflight.incidents.shell.complete import completions
from inflight.scenes.kernel import USUAL

if TYPE_CHECKING:
    from inflight.incidents import shapes

Told = TypeVar("Told")
Slices = Generator[None, None, Told]

_calls: dict[Case[Any], Call[Any]] = {}
_KEPT = 4
"""Calls kept: a visitor who types once will type again."""


def _call(case: Case[Any], lines: Sequence[str]) -> Generator[None, None, Call[Any]]:
    """The call in which these lines have been typed, in this order; one that is gone is replayed."""
    call = _calls.get(case)
    known = [step.line for step in call.course.steps] if call else []
    if call is None or known != list(lines[: len(known)]):
        scene = yield from case.run()
        if len(_calls) >= _KEPT:
            _calls.clear()
        call, known = Call(case, scene), []
    # A line that is abandoned in the middle leaves a call behind that nobody can use; one that is refused doesn't.
    _calls.pop(case, None)
    try:
        for line in lines[len(known) :]:
            yield from call.do(line)
    except CallError:
        _calls[case] = call
        raise
    _calls[case] = call
    return call


def incident(seed: int, level: int = 1, family: str = "", kernel: str = USUAL) -> Slices[shapes.Incident]:
    """A case as it is told, with everything that can be done.

    Raises:
        CaseError: there is no such seed, level, family or kernel.
    """
    case = open_case(seed, level, family, kernel)
    call = yield from _call(case, [])
    return {
        "seed": seed,
        "level": level,
        "levels": [{"number": each.number, "name": each.name, "about": each.about} for each in LEVELS.values()],
        "family": case.family.id,
        "kernel": kernel,
        "title": case.family.title,
        "complaint": case.complaint,
        "machines": [
            {
                "name": each.name,
                "role": each.role,
                "menu": [
                    {
                        "question": question,
                        "commands": [{"command": item.on(each), "about": item.about} for item in items],
                    }
                    for question, items in by_topic(each).items()
                ],
            }
            for each in call.world.machines
        ],
        "mitigations": [
            {"id": each.id, "text": each.text, "price": each.price, "minutes": each.minutes}
            for each in case.family.mitigations
        ],
        "suspects": [{"id": each.id, "cause": each.cause} for each in case.suspects],
        "fixes": [{"id": each.id, "text": each.text, "minutes": each.minutes} for each in case.fixes],
        "standing": _standing(call),
    }


def _standing(call: Call[Any]) -> shapes.Standing:
    world, course = call.world, call.course
    return {
        "seconds": world.seconds,
        "clock": world.clock,
        "users": call.promise.users,
        "affected": round(call.promise.users * world.affected),
        "budget": call.promise.left(world.outage),
        "budget_of": BUDGET,
        "mitigation": world.mitigation.id if world.mitigation else "",
        "listed": course.listed,
        "may_mean": [{"id": each.id, "cause": each.cause} for each in course.may_mean],
        "cause": {"id": course.said[-1].cause.id, "cause": course.said[-1].cause.cause} if course.said else None,
        "fixes": [each.id for each in world.fixes],
        "reported": bool(course.report),
        "tries": TRIES - course.ends,
        "closed": course.closed,
    }


def turn(seed: int, level: int, family: str, kernel: str, before: Sequence[str], line: str) -> Slices[shapes.Turn]:
    """What a line prints after these, and how the call stands then.

    Raises:
        CaseError, CallError: there is no such case, or the line can't be done.
    """
    call = yield from _call(open_case(seed, level, family, kernel), [*before, line])
    return {"line": line, "text": call.course.steps[-1].text, "standing": _standing(call)}


def dashboards(seed: int, level: int, family: str, kernel: str, lines: Sequence[str]) -> Slices[shapes.Dashboards]:
    """The graphs as they are after these lines; to look at them is a line, `:dashboards`.

    Raises:
        CaseError, CallError: there is no such case, or a line can't be done.
    """
    call = yield from _call(open_case(seed, level, family, kernel), lines)
    found = yield from call.graphs()
    return {
        "graphs": [
            {
                "id": each.id,
                "title": each.title,
                "unit": each.unit,
                "top": each.top,
                "times": list(each.times),
                "values": list(each.values),
            }
            for each in found
        ]
    }


def complete(
    seed: int, level: int, family: str, kernel: str, lines: Sequence[str], machine: str, typed: str
) -> Slices[shapes.Completed]:
    """What the last word of what is typed may become.

    Raises:
        CaseError, CallError: there is no such case, or a line can't be done.
    """
    call = yield from _call(open_case(seed, level, family, kernel), lines)
    place = next((each for each in call.world.machines if each.name == machine), call.world.machines[0])
    return {"words": completions(typed, place)}


def debrief(seed: int, level: int, family: str, kernel: str, lines: Sequence[str]) -> Slices[shapes.Debrief]:
    """What a call was worth, and the solution; a call that isn't over is graded as it stands.

    Raises:
        CaseError, CallError: there is no such case, or a line can't be done.
    """
    case = open_case(seed, level, family, kernel)
    call = yield from _call(case, lines)
    found = score(call)
    proof = yield from shortest(case)
    scene = call.world.scene
    return {
        "points": sum(each.got for each in found),
        "score": [{"name": each.name, "got": each.got, "most": each.most, "said": each.said} for each in found],
        "before": call.outcome,
        "after": scene.outcome,
        "share_before": call.share,
        "share_after": scene.share,
        "proof": _proof(proof),
        "solution": _solution(case),
    }


def _proof(found: Shortest | None) -> shapes.Proof | None:
    if found is None:
        return None
    marks = [[_units(found.text[:at]) for at in mark] for mark in found.marks]
    return {
        "machine": found.machine,
        "command": found.command,
        "text": found.text,
        "marks": marks,
        "said": found.said,
        "look": found.look,
        "seconds": found.seconds,
    }


def _units(text: str) -> int:
    """As JavaScript counts characters. The browser's Python has no codec for it."""
    return len(text) + sum(each > "\uffff" for each in text)


def on_paper(seed: int, level: int = 1, family: str = "", kernel: str = USUAL) -> Slices[shapes.OnPaper]:
    """What can be printed of a case: all that the menu has, each at the time of the call, and the solution.

    Raises:
        CaseError: there is no such case.
    """
    case = open_case(seed, level, family, kernel)
    printed: list[shapes.Turn] = []
    machines = (yield from _call(case, [])).world.machines
    for machine in machines:
        for each in suggestions(machine):
            line = f"{machine.name}# {each.on(machine)}"
            printed.append((yield from turn(seed, level, family, kernel, [], line)))
    return {"printed": printed, "proof": _proof((yield from shortest(case))), "solution": _solution(case)}


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
    "turn": turn,
    "dashboards": dashboards,
    "complete": complete,
    "debrief": debrief,
    "on_paper": on_paper,
    "families": kinds,
}
"""What the page may ask for, by name; the arguments are those of the functions."""
