"""What can be wrong, what can be done about it, and the kind of complaint that both belong to."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import Field, dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from inflight.incidents.scene import Scene
from inflight.incidents.seen import Telltale


class AnySetting(Protocol):
    """What every setting has: it is an `OnKernel`, and a dataclass, as `dataclasses.replace` asks for."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def kernel(self) -> str:
        """Of all machines."""

    def on(self, kernel: str) -> Self:
        """The same with another kernel."""


Setting = TypeVar("Setting", bound=AnySetting)
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
        clues: what shows it, any one of them: `ss-tin`, or on one machine only `ss-tin@1` (by its place). Naming the
            cause without having seen any of them is a guess.
        telltales: of each clue, by the same name, what has to be on the screen: a regular expression, or a function
            where numbers have to be compared. The groups of the expression, or all of it, are what the debrief points
            at; those with a name are only there to be compared.
        change: what the change log says of it, if somebody changed something: "deploy 4.7: connection handling". It
            must not name the cause. Those of other faults stand in the log besides.
        words: what people call it who know it, for hypotheses in their own words: "nagle", "40 ms", "tiny writes".
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
    telltales: Mapping[str, Telltale] = field(default_factory=dict)
    change: str = ""
    words: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Fix(Generic[Setting]):
    """One change that people try: a command or a line of code, and what it does to the setting. Many don't help.

    minutes: until it is in place; code has to be deployed. typed: a regular expression of what can be typed instead,
    on the machines at `places`; it is matched with all blanks single and without quotes. valued: the change for another
    value than the one offered, from the groups of `typed`.
    """

    id: str
    text: str
    put: Callable[[Setting], Setting]
    minutes: float = 1.0
    typed: str = ""
    places: Sequence[int] = (0, 1)
    valued: Callable[..., Callable[[Setting], Setting]] | None = None


@dataclass(frozen=True, kw_only=True)
class Mitigation(Generic[Setting]):
    """What buys time while the cause isn't known, and what it costs.

    shields: share of the users who are served elsewhere meanwhile; sheds: of those who are turned away. put: what it
    does to the setting for everybody else; the model says whether that helps them. price: in words.
    """

    id: str
    text: str
    price: str
    put: Callable[[Setting], Setting]
    shields: float = 0.0
    sheds: float = 0.0
    minutes: float = 2.0


def sysctl(
    *,
    id: str,
    text: str,
    put: Callable[[Setting], Setting],
    places: Sequence[int] = (0, 1),
    values: str = "",
    valued: Callable[..., Callable[[Setting], Setting]] | None = None,
) -> Fix[Setting]:
    """A fix whose text ends in `sysctl -w NAME=VALUE`, which can be typed instead.

    values: a regular expression of what may be typed as VALUE, with the groups for `valued`; without one, only what
    `text` says.
    """
    name, _, value = text.partition("sysctl -w ")[2].partition("=")
    taken = values or re.escape(value.strip("\"'"))
    typed = rf"sysctl (?:-w )?{re.escape(name)}={taken}"
    return Fix(id=id, text=text, put=put, typed=typed, places=places, valued=valued)


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
        at: tells a setting the time of day when somebody is called, s, if something in its model goes by the clock.
        complaint: what somebody tells you, in two to four sentences. It fits every fault and sees only the healthy
            setting, so it cannot give the fault away.
        run: runs the model and looks at both machines. It doesn't know which fault it has: faults show only through
            the setting.
        oddities: change a healthy setting in ways that look suspicious and do no harm.
        mitigations: what buys time, one that helps with every fault among them.
        changes: entries of the change log that have nothing to do with any fault; `{update}` is that of the kernel.
        roles: what the faults call the two machines of a setting's `names`; none, if they don't tell them apart.
    """

    id: str
    title: str
    draw: Callable[[random.Random], Setting]
    at: Callable[[Setting, float], Setting] = lambda setting, _: setting
    complaint: Callable[[Setting], str]
    run: Callable[[Setting, random.Random], Run]
    faults: Sequence[Fault[Setting]]
    fixes: Sequence[Fix[Setting]]
    oddities: Sequence[Oddity[Setting]]
    mitigations: Sequence[Mitigation[Setting]] = ()
    changes: Sequence[str] = ()
    roles: Sequence[str] = ("client", "server")
