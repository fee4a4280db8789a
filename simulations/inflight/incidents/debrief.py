"""After a call: what it was worth, what it was, and the shortest way to prove it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from inflight.incidents.call import LOGIN, THINK
from inflight.incidents.case import Case
from inflight.incidents.evidence import evidence
from inflight.incidents.menu import suggestions
from inflight.incidents.seen import Seen, Span
from inflight.incidents.shell import session
from inflight.incidents.world import World


@dataclass(frozen=True)
class Shortest:
    """One command on one machine.

    marks: where in its text the fault shows; said: what to see there, if the places alone don’t tell; seconds: what it
    takes.
    """

    machine: str
    command: str
    text: str
    marks: Sequence[Span]
    said: str
    look: str
    seconds: float


def shortest(case: Case[Any]) -> Generator[None, None, Shortest | None]:
    """The quickest of the commands in the menu that shows it, on machines as they were when somebody was called."""
    scene = yield from case.run()
    world = World(case, scene)
    found = []
    looks = [(place, each) for place, machine in enumerate(world.machines) for each in suggestions(machine)]
    # Those for which time has to pass come last, and only where that may be worth it.
    clues = {clue.partition("@")[0] for clue in case.fault.clues}
    at_once = [look for look in looks if session.sampled(look[1].command) is None]
    for place, each in [*at_once, *(look for look in looks if look not in at_once and look[1].id in clues)]:
        command = each.on(world.machines[place])
        every, rows = session.sampled(command) or (0.0, 0)
        earlier = yield from world.watch(place, every, rows)
        output = session.run(command, world.machines[place], world.machines, {}, earlier)
        shown = evidence(case.fault, Seen(output.shows, place, output.text, command))
        if shown:
            seconds = THINK + every * rows + output.took + (LOGIN if place else 0.0)
            text = output.text
            found.append(Shortest(world.machines[place].name, command, text, shown.spans, shown.said, each.id, seconds))
    return min(found, key=lambda each: (each.seconds, len(each.marks), len(each.text)), default=None)
