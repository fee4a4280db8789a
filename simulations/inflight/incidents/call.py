"""A call: somebody complains, and everything that is done about it, line after line, until it is over.

A line is typed on a machine (`shop-1# ss -tin`) or says what to do (`:fix keep`). The same lines make the same call,
wherever they are typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from inflight.figure.bad_input import BadInput
from inflight.incidents import changes, dashboards, hypothesis
from inflight.incidents.budget import promise
from inflight.incidents.case import Case
from inflight.incidents.fault import Fault, Fix, Mitigation, Setting
from inflight.incidents.scene import Measured, Scene
from inflight.incidents.seen import Seen
from inflight.incidents.shell import session
from inflight.incidents.shell.programs.program import Output
from inflight.incidents.world import World

THINK = 20.0
"""What a line takes somebody who types and reads, s."""

LOGIN = 60.0
"""What the first line on any other machine takes, s: somebody has to give you access."""

LOOK = 30.0
"""What a look at dashboards or changes takes, and to say what you think it is, s."""

LISTING = 60.0
"""What it takes to ask a colleague for a list of what it could be, s."""

REPORT = 60.0
"""What three lines take, s."""

LONGEST = 600
"""Characters of a line."""

MOST_LINES = 400
"""Lines of a call."""

TRIES = 2
"""How often it may be declared over."""

Told = Generator[None, None, str]


class CallError(BadInput):
    """A line that can’t be done; nothing has happened. The message says what is possible."""


@dataclass
class Step:
    """Something that was done, and when it was over, s since the call."""

    line: str
    text: str
    at: float


@dataclass
class Said:
    """A hypothesis. listed: chosen from the list; turn: how often the call had been declared over before."""

    cause: Fault[Any]
    at: float
    listed: bool
    turn: int


@dataclass
class Tried:
    """A fix that was put in place, and what it did."""

    fix: Fix[Any]
    at: float
    well: bool
    outcome: str
    turn: int


@dataclass
class Bought:
    """A mitigation: how many were affected before and then, as shares of all users."""

    mitigation: Mitigation[Any]
    at: float
    before: float
    after: float


@dataclass
class Course:
    """All that has been done so far."""

    steps: list[Step] = field(default_factory=list)
    seen: list[tuple[float, Seen]] = field(default_factory=list)
    bought: list[Bought] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    """When somebody looked at what users notice: the log, a dashboard."""
    report: tuple[str, ...] = ()
    listed: bool = False
    may_mean: list[Fault[Any]] = field(default_factory=list)
    ends: int = 0
    closed: bool = False
    logins: set[int] = field(default_factory=lambda: {0})


class Call(Generic[Setting]):
    """A case that somebody works on.

    Attributes:
        world: the machines as they are now. course: what was done. promise: users and their error budget.
    """

    def __init__(self, case: Case[Setting], scene: Scene) -> None:
        self.case = case
        self.outcome = scene.outcome
        self.share = scene.share
        self.world = World(case, scene)
        self.course = Course()
        self.promise = promise(case)
        self._before: Measured | None = None
        self._moments = [dashboards.Moment(0.0, scene.measured)] if scene.measured else []

    def do(self, line: str) -> Told:
        """What the line prints.

        Raises:
            CallError: it can’t be done.
        """
        if self.course.closed:
            raise CallError("the call is over")
        if len(line) > LONGEST:
            raise CallError(f"a line of {len(line)} characters; at most {LONGEST}")
        if len(self.course.steps) >= MOST_LINES:
            raise CallError(f"a call has at most {MOST_LINES} lines")
        if line.startswith(":"):
            name, _, rest = line[1:].partition(" ")
            action = _ACTIONS.get(name)
            if action is None:
                raise CallError(f":{name[:20]}: must be one of " + ", ".join(f":{each}" for each in _ACTIONS))
            text = yield from action(self, rest.strip())
        else:
            text = yield from self._typed(line)
        self.course.steps.append(Step(line, text, self.world.seconds))
        return text

    # ---- on a machine ----------------------------------------------------------------------------------------------

    def _typed(self, line: str) -> Told:
        name, mark, typed = line.partition("# ")
        names = [each.name for each in self.world.machines]
        if not mark or name not in names:
            raise CallError(
                f"{name[:40]!r}: a line is typed on a machine: " + ", ".join(f"“{each}# …”" for each in names)
            )
        place = names.index(name)
        if place not in self.course.logins:
            self.course.logins.add(place)
            yield from self.world.wait(LOGIN)
        fix = self._fix_typed(typed, place)
        if fix:
            yield from self._put(fix)
            return session.confirmed(typed)
        slept = session.slept(typed)
        if slept is not None:
            yield from self.world.wait(slept)
            return ""
        repeated = session.repeated(typed)
        if repeated is None:
            return (yield from self._run(typed, place)).text
        interval, command = repeated
        frames = []
        for number in range(session.FRAMES):
            if number:
                yield from self.world.wait(interval)
            found = yield from self._run(command, place, think=0.0 if number else THINK)
            frames.append(f"Every {interval:.1f}s: {command}\n\n{found.text}")
        return "\n\n".join(frames)

    def _run(self, typed: str, place: int, think: float = THINK) -> Generator[None, None, Output]:
        """First it is typed, then it runs, and then somebody reads it: what it shows is how things are when it ends."""
        yield from self.world.wait(think)
        world = self.world
        earlier = yield from world.watch(place, *(session.sampled(typed) or (0.0, 0)))
        found = session.run(typed, world.machines[place], world.machines, world.told, earlier)
        yield from world.wait(found.took)
        self.course.seen.append((world.seconds, Seen(found.shows, place, found.proves or found.text, typed)))
        if "log" in found.shows:
            self.course.looks.append(world.seconds)
        return found

    def _fix_typed(self, typed: str, place: int) -> Fix[Setting] | None:
        """A fix may be typed instead of chosen."""
        plain = " ".join(re.sub(r"[\"'“”]", "", typed).split()).removeprefix("sudo ")
        for fix in self.case.fixes:
            found = re.fullmatch(fix.typed, plain) if fix.typed and place in fix.places else None
            if found:
                return replace(fix, text=plain, put=fix.valued(*found.groups())) if fix.valued else fix
        return None

    # ---- what else can be done -------------------------------------------------------------------------------------

    def _dashboards(self, rest: str) -> Told:
        found = yield from self.graphs()
        yield from self.world.wait(LOOK)
        self.course.looks.append(self.world.seconds)
        return "\n".join(map(dashboards.printed, found)) or "no dashboards"

    def graphs(self) -> Generator[None, None, list[dashboards.Graph]]:
        """As they are now; none, if nobody measures anything."""
        if not self._moments:
            return []
        if self._before is None:
            self._before = (yield from dashboards.healthy(self.case)).measured
        assert self._before
        return dashboards.graphs(self.case, self._before, self._moments, self.world.seconds, self.world.scene.history)

    def _changes(self, rest: str) -> Told:
        yield from self.world.wait(LOOK)
        return changes.printed(self.case, self.world.seconds)

    def _mitigate(self, rest: str) -> Told:
        chosen = _by_id(self.case.family.mitigations, rest, "mitigation")
        before = self.world.affected
        yield from self.world.mitigate(chosen)
        self._measure()
        self.course.bought.append(Bought(chosen, self.world.seconds, before, self.world.affected))
        return f"{chosen.text}: in place. {chosen.price}"

    def _suspects(self, rest: str) -> Told:
        yield from self.world.wait(LISTING)
        self.course.listed = True
        return "\n".join(f"{each.id:<20} {each.cause}" for each in self.case.suspects)

    def _say(self, rest: str) -> Told:
        if len(rest) > hypothesis.LONGEST:
            raise CallError(f"a hypothesis of {len(rest)} characters; at most {hypothesis.LONGEST}")
        yield from self.world.wait(LOOK)
        self.course.may_mean = hypothesis.meant(hypothesis.in_roles(rest, self.case), self.case.family.faults)
        match self.course.may_mean:
            case []:
                return "That could mean anything. Say in one sentence which machine does what, and why."
            case [one]:
                return f"You mean: {one.cause}. If so: :cause {one.id}"
            case several:
                return "\n".join(["That could mean:", *(f"  {each.cause} (:cause {each.id})" for each in several)])

    def _cause(self, rest: str) -> Told:
        course = self.course
        allowed = self.case.suspects if course.listed else course.may_mean
        if not allowed:
            raise CallError(":cause: say what you think it is (:say …), or ask for the list (:suspects)")
        chosen = _by_id(allowed, rest, "cause")
        yield
        course.said.append(Said(chosen, self.world.seconds, course.listed, course.ends))
        return f"Hypothesis: {chosen.cause}."

    def _fix(self, rest: str) -> Told:
        yield from self._put(_by_id(self.case.fixes, rest, "fix"))
        return f"{self.course.tried[-1].fix.text}: done."

    def _put(self, fix: Fix[Setting]) -> Generator[None, None, None]:
        yield from self.world.fix(fix)
        self._measure()
        scene = self.world.scene
        self.course.tried.append(Tried(fix, self.world.seconds, scene.well, scene.outcome, self.course.ends))

    def _measure(self) -> None:
        if self.world.scene.measured:
            self._moments.append(dashboards.Moment(self.world.seconds, self.world.scene.measured))

    def _report(self, rest: str) -> Told:
        lines = tuple(each.strip() for each in rest.split("|"))
        if len(lines) != 3 or not all(lines):
            raise CallError(":report: three lines with | between them: what users saw | what it was | what was done")
        yield from self.world.wait(REPORT)
        self.course.report = lines
        return "Noted."

    def _end(self, rest: str) -> Told:
        yield
        course = self.course
        course.ends += 1
        solved = self.solved
        course.closed = solved or course.ends >= TRIES
        if course.closed:
            return "The call is over."
        cause = "The cause isn’t found yet." if not self.found else "The cause is right."
        state = "All is well." if self.world.scene.well else f"Users still suffer: {self.world.scene.outcome}."
        return f"{cause} {state} One more try: it can still earn half of what is missing."

    @property
    def found(self) -> bool:
        """Whether the last hypothesis is right."""
        return bool(self.course.said) and self.course.said[-1].cause is self.case.fault

    @property
    def solved(self) -> bool:
        """Whether the last hypothesis is right, and all is well."""
        return self.found and self.world.scene.well and self.world.mitigation is None


_ACTIONS: Mapping[str, Callable[[Call[Any], str], Told]] = {
    "dashboards": Call._dashboards,
    "changes": Call._changes,
    "mitigate": Call._mitigate,
    "say": Call._say,
    "suspects": Call._suspects,
    "cause": Call._cause,
    "fix": Call._fix,
    "report": Call._report,
    "end": Call._end,
}


def _by_id(offered: Any, id: str, what: str) -> Any:
    for each in offered:
        if each.id == id:
            return each
    raise CallError(f"{what} {id[:40]!r}: must be one of " + ", ".join(each.id for each in offered))
