"""After a call: what it was worth, what it was, and the shortest way to prove it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from inflight.incidents.call import LOGIN, THINK
from inflight.incidents.case import Case
from inflight.incidents.evidence import Seen, spans
from inflight.incidents.menu import suggestions
from inflight.incidents.shell import session
from inflight.incidents.world import World


@dataclass(frozen=True)
class Shortest:
    """One command on one machine. marks: where in its text the fault shows, from and to; seconds: what it takes."""

    machine: str
    command: str
    text: str
    marks: list[tuple[int, int]]
    look: str
    seconds: float


def shortest(case: Case[Any]) -> Generator[None, None, Shortest | None]:
    """The quickest of the commands in the menu that shows it, on machines as they were when somebody was called."""
    scene = yield from case.run()
    world = World(case, scene)
    found = []
    for place, machine in enumerate(world.machines):
        for each in suggestions(machine):
            command = each.on(machine)
            output = session.run(command, machine, world.machines, {})
            marks = spans(case.fault, Seen(output.shows, place, output.text))
            if marks is not None:
                seconds = THINK + output.took + (LOGIN if place else 0.0)
                found.append(Shortest(machine.name, command, output.text, marks, each.id, seconds))
    return min(found, key=lambda each: (each.seconds, not each.marks, len(each.text)), default=None)
