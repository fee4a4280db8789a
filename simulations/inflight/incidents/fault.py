"""What can be wrong, what can be done about it, and the kind of complaint that both belong to."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from inflight.incidents.scene import Scene

Setting = Any
"""What a family's model is run with: a frozen dataclass of its own."""

Run = Generator[None, None, Scene]
"""A run of the model: it yields often, so that it can be given up, and returns what can be seen afterwards."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One change of a healthy setting that gives the family's complaint.

    Attributes:
        id: as it stands in links and on the command line.
        cause: how somebody names it who has found it.
        told: what gave it away, and why it hurts; shown with the verdict.
        level: it is drawn from this level on.
        clues: probes (`ss-tin`, or with the machine `ss-tin@server`) of which one shows it. Who names the cause without
            having seen any of them has guessed.
        put: the setting with the fault in it.
        remedy: a fix of the family that helps, by its id; others may help too.
        experiment: the figure that shows it.
        chapter: the page that explains it, as a path below `docs`: `windows/why-slow`.
    """

    id: str
    cause: str
    told: str
    level: int
    clues: Sequence[str]
    put: Callable[[Setting, random.Random], Setting]
    experiment: str
    chapter: str
    remedy: str = ""


@dataclass(frozen=True, kw_only=True)
class Fix:
    """One change that people try: a command or a line of code, and what it does to the setting. Many do not help."""

    id: str
    text: str
    put: Callable[[Setting], Setting]


class Family(Protocol):
    """Faults that sound the same when people complain, with the model that shows them.

    `complaint` sees the healthy setting only, so it cannot give the fault away. `oddities` change a healthy setting in
    ways that look suspicious and do no harm. All faults of a family show in `run` alone: it does not know which one is
    there.
    """

    id: str
    title: str
    faults: Sequence[Fault]
    fixes: Sequence[Fix]
    oddities: Sequence[Callable[[Setting, random.Random], Setting]]

    def draw(self, rng: random.Random) -> Setting:
        """A healthy setting, such as the path: what is drawn here must let every fault show."""
        ...

    def complaint(self, healthy: Setting) -> str:
        """What somebody tells you, in two to four sentences; it holds for every fault of the family."""
        ...

    def run(self, setting: Setting, rng: random.Random) -> Run:
        """Run the model and look at both machines."""
        ...
