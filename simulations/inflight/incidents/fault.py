"""What can be wrong, what can be done about it, and the kind of complaint that both belong to."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import Field, dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from inflight.incidents.scene import Scene


class Dataclass(Protocol):
    """Any dataclass: what `dataclasses.replace` asks for."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Setting = TypeVar("Setting", bound=Dataclass)
"""What a family's model is run with: its own frozen dataclass."""


Run = Generator[None, None, Scene]
"""A run of the model: it yields often, so that it can be abandoned, and returns what can be seen afterwards."""

Oddity = Callable[[Setting, random.Random], Setting]
"""A change to a healthy setting that looks suspicious and does no harm."""


@dataclass(frozen=True, kw_only=True)
class Fault(Generic[Setting]):
    """One change to a healthy setting that causes the family's complaint.

    Attributes:
        id: as written in links and on the command line.
        cause: what somebody who has found it would call it.
        told: what gave it away, and why it hurts; shown with the verdict.
        level: the first level at which it is drawn.
        clues: probes (`ss-tin`, or with the machine `ss-tin@server`), any of which shows it. Naming the cause without
            having seen any of them is a guess.
        put: the setting with the fault in it.
        remedy: a fix of the family that helps, by its id; others may help too.
        mechanism: what is too small, or missing, if other faults of the family have the same effect: naming one of
            those shows that you saw how it works, but not what has set it.
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
    remedy: str
    mechanism: str = ""


@dataclass(frozen=True, kw_only=True)
class Fix(Generic[Setting]):
    """One change that people try: a command or a line of code, and what it does to the setting. Many don't help."""

    id: str
    text: str
    put: Callable[[Setting], Setting]


def to(**values: object) -> Callable[[Setting], Setting]:
    """For a fix that sets these fields, whatever they were before."""
    return lambda setting: replace(setting, **values)


def nothing(setting: Setting) -> Setting:
    """For a fix that changes nothing the model depends on."""
    return setting


@dataclass(frozen=True, kw_only=True, eq=False)
class Family(Generic[Setting]):
    """Faults that sound the same when people complain, and the model that shows them.

    Attributes:
        draw: draws a healthy setting, such as the path, in which every fault can show.
        complaint: what somebody tells you, in two to four sentences. It fits every fault and sees only the healthy
            setting, so it cannot give the fault away.
        run: runs the model and looks at both machines. It doesn't know which fault it has: faults show only through
            the setting.
        oddities: change a healthy setting in ways that look suspicious and do no harm.
    """

    id: str
    title: str
    draw: Callable[[random.Random], Setting]
    complaint: Callable[[Setting], str]
    run: Callable[[Setting, random.Random], Run]
    faults: Sequence[Fault[Setting]]
    fixes: Sequence[Fix[Setting]]
    oddities: Sequence[Oddity[Setting]]
