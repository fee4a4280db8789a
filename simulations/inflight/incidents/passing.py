"""Time passes while somebody looks: counters go on, and what nobody uses gets older.

Running the model for all those minutes would take too long. So it runs one step further, and this step stands for all
the time that nobody watched: what it adds to each counter is added as many times as the step fits in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from inflight.incidents.scene import LogLine, Machine, Scene, SsSocket
from inflight.incidents.shared.timers import timer_text

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
_KEEPALIVE = 7200.0  # s


def counted(machine: Machine) -> dict[Key, float]:
    """Everything that only grows, by what it is."""
    found: dict[Key, float] = {("counter", name): count for name, count in machine.counters.items()}
    found |= {("nic", name): count for name, count in machine.nic.items()}
    found |= {("link", name): getattr(machine.link, name) for name in _OF_LINKS}
    found |= {("load", name): getattr(machine.load, name) for name in _OF_LOAD}
    for place, qdisc in enumerate(machine.qdiscs):
        found |= {("qdisc", place, name): getattr(qdisc, name) for name in _OF_QDISCS}
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


Counts = tuple[dict[Key, float], ...]
"""Of each machine."""


def counts(scene: Scene) -> Counts:
    """What has been counted by then."""
    return tuple(map(counted, scene.machines))


class Skipped:
    """What happened unseen: it is added to every later look."""

    def __init__(self, first: Scene) -> None:
        self._idle = [{each for each in machine.connections if each.info} for machine in first.machines]
        self._metrics = [set(machine.metrics) for machine in first.machines]
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
            idle, known = self._idle[place], self._metrics[place]
            machine.connections = [older(each, passed) if each in idle else each for each in machine.connections]
            machine.metrics = [replace(m, age=m.age + passed) if m in known else m for m in machine.metrics]
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
        if not steps:
            # It is the same step that is still going on.
            return self._skipped.shown(self._again(), passed)
        yield from self._go_on()
        self._seen += steps * self._step
        self._unseen += (steps - 1) * self._step
        scene = self._look(self._unseen)
        now = counts(scene)
        self._skipped.add(self._last, now, steps - 1)
        self._last = now
        scene.later = self.later
        return self._skipped.shown(scene, passed)

    def _again(self) -> Scene:
        scene = self._look(self._unseen)
        scene.later = self.later
        return scene


class Carried:
    """What had been counted before somebody changed something: the machines go on counting from there.

    before: counts at the change; fresh: the first look at what runs from then on; at: when that was, s after the first
    look of all; logs: what the programs had written.
    """

    def __init__(self, before: Counts, fresh: Scene, at: float, logs: Sequence[Sequence[LogLine]]) -> None:
        self._at, self._logs = at, logs
        self._ends = [{(each.here, each.peer) for each in machine.connections} for machine in fresh.machines]
        self._more = tuple(
            {key: old.get(key, 0) - new.get(key, 0) for key in old.keys() | new.keys() if key[0] in _LASTING}
            for old, new in zip(before, counts(fresh), strict=True)
        )

    def shown(self, scene: Scene) -> Scene:
        """A later look at it."""
        for machine, more in zip(scene.machines, self._more, strict=True):
            for kind, values in (("counter", machine.counters), ("nic", machine.nic)):
                for key in more:
                    if key[0] == kind:
                        values.setdefault(str(key[1]), 0)
            _put(machine, more)
            machine.clock += self._at
        for machine, old in zip(scene.machines, self._logs, strict=True):
            # What runs now has a past of its own, which nobody saw.
            new = [LogLine(self._at + each.t, each.text) for each in machine.log if each.t > 0]
            machine.log = [each for each in old if each.t <= self._at] + new
        return scene


_LASTING = ("counter", "nic", "link", "load", "cpu", "udp", "tracked")
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
    machine.qdiscs = [
        replace(each, **{name: getattr(each, name) + int(more.get(("qdisc", place, name), 0)) for name in _OF_QDISCS})
        for place, each in enumerate(machine.qdiscs)
    ]
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


def _kept(each: SsSocket, more: dict[Key, float]) -> SsSocket:
    """A connection that has been there all along."""
    ends = each.here, each.peer
    if not each.info or (ends, "retrans") not in more:
        return each
    info = each.info
    grown = {name: type(getattr(info, name))(getattr(info, name) + more[ends, name]) for name in _OF_CONNECTIONS}
    retrans = info.retrans[0], info.retrans[1] + int(more[ends, "retrans"])
    return replace(each, info=replace(info, retrans=retrans, **grown))


def older(each: SsSocket, passed: float) -> SsSocket:
    """A connection on which nothing has happened meanwhile."""
    info = each.info
    assert info
    quiet = {name: getattr(info, name) + passed for name in ("lastsnd", "lastrcv", "lastack")}
    timer = each.timer
    if timer.startswith("keepalive"):
        timer = timer_text("keepalive", _KEEPALIVE - quiet["lastrcv"] % _KEEPALIVE)
    return replace(each, timer=timer, info=replace(info, **quiet))
