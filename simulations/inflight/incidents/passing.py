"""Time passes while somebody looks: counters go on, and what nobody uses gets older.

Running the model for all those minutes would take too long. So it runs one step further, and this step stands for all
the time that nobody watched: what it adds to each counter is added as many times as the step fits in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from inflight.incidents.scene import LogLine, Machine, Metrics, Scene, SsSocket, TcQdisc
from inflight.incidents.shared.timers import KEEPALIVE_TIME, keepalive_timer
from inflight.incidents.shared.timestamps import stamped_later

Key = tuple[object, ...]
Going = Generator[None, None, None]

_OF_CONNECTIONS = (
    *("bytes_sent", "bytes_retrans", "bytes_acked", "bytes_received", "segs_out", "segs_in", "data_segs_out"),
    *("data_segs_in", "delivered", "busy", "rwnd_limited", "sndbuf_limited", "dsack_dups", "reord_seen"),
)
_OF_QDISCS = ("bytes", "packets", "dropped", "overlimits")
_OF_LINKS = ("rx_dropped", "tx_dropped")
_OF_LOAD = ("interrupts", "switches")
_OF_CPUS = ("processed", "dropped", "time_squeeze", "received_rps")
_OF_TRACKING = ("invalid", "drop", "early_drop")


def counted(machine: Machine) -> dict[Key, float]:
    """Everything that only grows, by what it is."""
    found: dict[Key, float] = {("counter", name): count for name, count in machine.counters.items()}
    found |= {("nic", name): count for name, count in machine.nic.items()}
    found |= {("link", name): getattr(machine.link, name) for name in _OF_LINKS}
    found |= {("load", name): getattr(machine.load, name) for name in _OF_LOAD}
    for qdisc in machine.qdiscs:
        found |= {(*_identity(qdisc), name): getattr(qdisc, name) for name in _OF_QDISCS}
        found |= {(*_identity(qdisc), name): count for name, count in qdisc.own.items()}
        found |= {("peak", *_identity(qdisc), name): most for name, most in qdisc.peaks.items()}
    for cpu, row in enumerate(machine.softnet):
        found |= {("cpu", cpu, name): getattr(row, name) for name in _OF_CPUS}
    for cpu, tracked in enumerate(machine.conntrack.cpus):
        found |= {("tracked", cpu, name): getattr(tracked, name) for name in _OF_TRACKING}
    for each in machine.connections:
        if each.info:
            ends = each.here, each.peer
            found |= {(ends, name): getattr(each.info, name) for name in _OF_CONNECTIONS}
            found[ends, "retrans"] = each.info.retrans[1]
    for each in machine.udp:
        if each.memory:
            found["udp", each.here, each.process] = each.memory.d
    return found


def _identity(qdisc: TcQdisc) -> Key:
    """One that is put in place of another is a new one, unless it is the same in all that was set."""
    return "qdisc", qdisc.kind, qdisc.handle, qdisc.parent, qdisc.options


Counts = tuple[dict[Key, float], ...]
"""Of each machine."""


def counts(scene: Scene) -> Counts:
    """What has been counted by then."""
    return tuple(map(counted, scene.machines))


class Skipped:
    """What happened unseen: it is added to every later look."""

    def __init__(self, first: Scene) -> None:
        self.idle = idle(first)
        self._clocks = [machine.clock for machine in first.machines]
        self._more: Counts = tuple({} for _ in first.machines)

    def add(self, before: Counts, after: Counts, times: float) -> None:
        """What happened between these two happened that many more times; what was not there before began at 0.

        A new connection has counted for itself only, and not for those that came and went unseen.
        """
        for more, old, new in zip(self._more, before, after, strict=True):
            for key, value in new.items():
                if isinstance(key[0], tuple) and key not in old:
                    continue
                more[key] = more.get(key, 0) + times * (value - old.get(key, 0))

    def shown(self, scene: Scene, passed: float) -> Scene:
        """A look at the model, `passed` s after the first one."""
        for place, machine in enumerate(scene.machines):
            grow_older(machine, self.idle[place].__contains__, passed)
            machine.clock = self._clocks[place] + passed
            _put(machine, self._more[place])
        return scene


class Passing:
    """Looks at a model that goes on evenly.

    go_on: lets it run for another `step` s. look: at both machines, given how many s have passed unseen in all.
    """

    def __init__(self, first: Scene, step: float, go_on: Callable[[], Going], look: Callable[[float], Scene]) -> None:
        self._step, self._go_on, self._look = step, go_on, look
        self._skipped, self._last = Skipped(first), counts(first)
        self._seen = self._unseen = 0.0
        first.later = self.later

    def later(self, passed: float) -> Generator[None, None, Scene]:
        """As of a `Scene`."""
        steps = max(round((passed - self._seen) / self._step), 0)
        # Without one, it is the same step that is still going on.
        if steps:
            yield from self._go_on()
            self._seen += steps * self._step
            self._unseen += (steps - 1) * self._step
        scene = self._look(self._unseen)
        scene.later = self.later
        if steps:
            now = counts(scene)
            self._skipped.add(self._last, now, steps - 1)
            self._last = now
        for place, machine in enumerate(scene.machines):
            machine.packets = stamped_later(machine.packets, self._unseen)
            rests = [self._rests(each) and each not in self._skipped.idle[place] for each in machine.connections]
            machine.connections = [
                older(each, passed - self._seen) if rest else each
                for each, rest in zip(machine.connections, rests, strict=True)
            ]
        return self._skipped.shown(scene, passed)

    def _rests(self, each: SsSocket) -> bool:
        """The model goes on by whole steps. What has been quiet for longer than one is as old as the clock says."""
        info = each.info
        return info is not None and min(info.lastsnd, info.lastrcv, info.lastack) > self._step


class Carried:
    """What had been counted before somebody changed something: the machines go on counting from there.

    before: counts at the change; first, fresh: the first look of all, and the first one at what runs from then on; at:
    when that was, s after the first look of all; logs: what the programs had written.
    """

    def __init__(self, before: Counts, first: Idle, fresh: Scene, at: float, logs: Sequence[Sequence[LogLine]]) -> None:
        self._at, self._logs, self._before = at, logs, before
        # What looks as it did at first has nothing to do with what was changed, and has been there all along.
        same = [old & new for old, new in zip(first, idle(fresh), strict=True)]
        self._same = [{_ageless(each) for each in lasting} for lasting in same]
        ends = [{(each.here, each.peer) for each in lasting if isinstance(each, SsSocket)} for lasting in same]
        self._more = tuple(
            {
                key: old.get(key, 0) - new.get(key, 0)
                for key in old.keys() | new.keys()
                if key[0] in _LASTING or key[0] in lasting
            }
            for old, new, lasting in zip(before, counts(fresh), ends, strict=True)
        )

    @staticmethod
    def _lasts(same: set[object]) -> Callable[[SsSocket | Metrics], bool]:
        return lambda each: _ageless(each) in same

    def shown(self, scene: Scene) -> Scene:
        """A later look at it."""
        for machine, more, same, before in zip(scene.machines, self._more, self._same, self._before, strict=True):
            grow_older(machine, self._lasts(same), self._at)
            for kind, values in (("counter", machine.counters), ("nic", machine.nic)):
                for key in more:
                    if key[0] == kind:
                        values.setdefault(str(key[1]), 0)
            _put(machine, more)
            machine.qdiscs = [_peaked(each, before) for each in machine.qdiscs]
            machine.clock += self._at
            machine.packets = stamped_later(machine.packets, self._at)
        for machine, old in zip(scene.machines, self._logs, strict=True):
            # What runs now has a past of its own, which nobody saw.
            new = [LogLine(self._at + each.t, each.text) for each in machine.log if each.t > 0]
            machine.log = [each for each in old if each.t <= self._at] + new
        return scene


_LASTING = ("counter", "nic", "link", "load", "cpu", "qdisc", "udp", "tracked")
"""What a change of settings doesn't set back.

A new queueing discipline starts at 0, and so does a connection, and a socket of a program that was started again.
"""


def _put(machine: Machine, more: dict[Key, float]) -> None:
    def plus(values: dict[str, int], kind: str) -> dict[str, int]:
        return {name: count + int(more.get((kind, name), 0)) for name, count in values.items()}

    machine.counters, machine.nic = plus(machine.counters, "counter"), plus(machine.nic, "nic")
    machine.link = replace(
        machine.link,
        **{name: getattr(machine.link, name) + int(more.get(("link", name), 0)) for name in _OF_LINKS},
    )
    machine.load = replace(
        machine.load,
        **{name: getattr(machine.load, name) + int(more.get(("load", name), 0)) for name in _OF_LOAD},
    )
    machine.qdiscs = [_kept_qdisc(each, more) for each in machine.qdiscs]
    machine.softnet = [
        replace(each, **{name: getattr(each, name) + int(more.get(("cpu", cpu, name), 0)) for name in _OF_CPUS})
        for cpu, each in enumerate(machine.softnet)
    ]
    tracked = [
        replace(each, **{name: getattr(each, name) + int(more.get(("tracked", cpu, name), 0)) for name in _OF_TRACKING})
        for cpu, each in enumerate(machine.conntrack.cpus)
    ]
    machine.conntrack = replace(machine.conntrack, cpus=tracked)
    machine.connections = [_kept(each, more) for each in machine.connections]
    machine.udp = [
        replace(each, memory=replace(each.memory, d=each.memory.d + int(more.get(("udp", each.here, each.process), 0))))
        if each.memory
        else each
        for each in machine.udp
    ]


def _kept_qdisc(each: TcQdisc, more: dict[Key, float]) -> TcQdisc:
    def grown(name: str, count: int) -> int:
        return count + int(more.get((*_identity(each), name), 0))

    counted: dict[str, Any] = {name: grown(name, getattr(each, name)) for name in _OF_QDISCS}
    return replace(each, own={name: grown(name, count) for name, count in each.own.items()}, **counted)


def _peaked(each: TcQdisc, before: dict[Key, float]) -> TcQdisc:
    def most(name: str, now: int) -> int:
        return max(now, int(before.get(("peak", *_identity(each), name), 0)))

    return replace(each, peaks={name: most(name, now) for name, now in each.peaks.items()})


def _kept(each: SsSocket, more: dict[Key, float]) -> SsSocket:
    """A connection that has been there all along."""
    ends = each.here, each.peer
    if not each.info or (ends, "retrans") not in more:
        return each
    info = each.info
    grown = {name: type(getattr(info, name))(getattr(info, name) + more[ends, name]) for name in _OF_CONNECTIONS}
    retrans = info.retrans[0], info.retrans[1] + int(more[ends, "retrans"])
    return replace(each, info=replace(info, retrans=retrans, **grown))


Idle = Sequence[set[SsSocket | Metrics]]
"""Of each machine, what only gets older."""


def idle(scene: Scene) -> Idle:
    """What nothing happens to, if a later look shows the same."""
    return [{*(each for each in machine.connections if each.info), *machine.metrics} for machine in scene.machines]


def _ageless(each: SsSocket | Metrics) -> object:
    """What stays the same of it while nothing happens to it."""
    if isinstance(each, Metrics):
        return replace(each, age=0.0)
    return each.here, each.peer, each.info and (each.info.bytes_sent, each.info.bytes_received)


def grow_older(machine: Machine, idle: Callable[[SsSocket | Metrics], bool], passed: float) -> None:
    """What nothing has happened to."""
    machine.connections = [older(each, passed) if each.info and idle(each) else each for each in machine.connections]
    machine.metrics = [replace(each, age=each.age + passed) if idle(each) else each for each in machine.metrics]


def older(each: SsSocket, passed: float) -> SsSocket:
    """A connection on which nothing has happened meanwhile but that keepalive asked."""
    info = each.info
    assert info
    quiet = info.lastrcv + passed
    info = replace(info, lastsnd=info.lastsnd + passed, lastrcv=quiet, lastack=info.lastack + passed)
    if not each.timer.startswith("keepalive"):
        return replace(each, info=info)
    asked = int(quiet / KEEPALIVE_TIME) - int((quiet - passed) / KEEPALIVE_TIME)
    if asked:
        info = replace(
            info, lastack=quiet % KEEPALIVE_TIME, segs_out=info.segs_out + asked, segs_in=info.segs_in + asked
        )
    return replace(each, timer=keepalive_timer(quiet), info=info)
