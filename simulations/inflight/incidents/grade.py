"""What an answer is worth: the cause, the fix, and how few probes it took. The model decides whether the fix helps."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from inflight.incidents.case import Case
from inflight.incidents.fault import Fault, Fix, Setting
from inflight.incidents.probes import Question, question, questions
from inflight.incidents.scene import Scene

CAUSE, FIX, ECONOMY = 50, 30, 20
"""Points, 100 in all."""

NEAR = 25
"""What a different cause that works the same way is worth, if the player has seen that it does."""

GUESSED = 15
"""What the right cause is worth to a player who has seen nothing that shows it."""

SPARE = 2
"""How many minutes beyond the cheapest clue a look around may take before it costs points."""


@dataclass(frozen=True)
class Verdict:
    """The grade of an answer. points: out of 100; minutes: spent on probes; par: what would have been enough.

    near: the cause is a different one with the same mechanism.
    """

    cause_right: bool
    guessed: bool
    near: bool
    fixed: bool
    before: str
    after: str
    minutes: int
    par: int
    points: int


def shows(case: Case[Setting], asked: Question) -> bool:
    """Whether this question shows the case's fault."""
    return tells(case.fault, asked)


def tells(fault: Fault[Setting], asked: Question) -> bool:
    """Whether this question shows such a fault."""
    for clue in fault.clues:
        probe, _, machine = clue.partition("@")
        if asked.probe.id == probe and machine in ("", asked.machine.name, str(asked.place)):
            return True
    return False


def par(case: Case[Setting], scene: Scene) -> int:
    """Minutes it takes to look where the fault shows, and a little around."""
    return SPARE + min(each.cost for each in questions(scene) if shows(case, each))


def judge(
    case: Case[Setting], scene: Scene, cause: Fault[Setting], fix: Fix[Setting], asked: Sequence[str]
) -> Generator[None, None, Verdict]:
    """Run the model with the fix, and grade. `asked` are the probes used, by id; each one costs every time.

    Raises:
        UnknownProbe: this scene has no such probe.
    """
    repaired = yield from case.run(fix)
    put = [question(scene, each) for each in asked]
    minutes, enough = sum(each.cost for each in put), par(case, scene)
    right = cause is case.fault
    guessed = right and not any(shows(case, each) for each in put)
    same = bool(cause.mechanism) and cause.mechanism == case.fault.mechanism
    near = same and not right and any(tells(cause, each) or shows(case, each) for each in put)
    points = (GUESSED if guessed else CAUSE) if right else NEAR * near
    points += FIX if repaired.well else 0
    if right and repaired.well and not guessed:
        points += round(ECONOMY * enough / max(enough, minutes))
    return Verdict(right, guessed, near, repaired.well, scene.outcome, repaired.outcome, minutes, enough, points)
