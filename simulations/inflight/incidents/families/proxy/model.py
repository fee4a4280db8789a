"""Requests through a reverse proxy, a tenth of a second after the other, by the clock of the day.

people ──┐
         ├── connections that stay open ──▶ proxy ── a port for each connection ──▶ accept queue ──▶ workers
jobs ────┘

Requests are counted, not simulated one by one: what of them is answered, waits or fails follows from how many ports,
places in the queue and workers are free. A SYN that finds the queue full comes again as a SYN does of this kernel.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.shared.timers import syn_timeouts
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN

SLOTS = 10
"""Per second."""

HELD = round(SLOTS * (TIMEWAIT_LEN + 1))
"""Slots for which TIME-WAIT holds a port: the timer wheel rounds the minute up, by 1 s on average (`timer.c`)."""

BURST = 3
"""Slots in which all jobs start that start at once."""

REMEMBERED = 360
"""Seconds whose requests are remembered."""

TIMES = ((1.0, 0.4), (0.7, 0.4), (1.5, 0.17), (2.6, 0.03))
"""Times of requests, as multiples of the usual one, and the shares of requests that take them; one on average."""

SAMPLED = 10
"""s between two lines in which the proxy counts."""


@dataclass
class Totals:
    """Since the model began.

    answered: by the backend. refused: above the limit (503). no_port: EADDRNOTAVAIL (502). late: no connection within
    proxy_connect_timeout (504). tried: sockets that sent a SYN; again: SYNs that were repeated; dropped: SYNs that
    found the accept queue full. opened, closed: connections to the backend, by the proxy. recycled: ports taken over
    from TIME-WAIT.
    """

    answered: int = 0
    refused: int = 0
    no_port: int = 0
    late: int = 0
    tried: int = 0
    again: int = 0
    dropped: int = 0
    opened: int = 0
    closed: int = 0
    recycled: int = 0

    @property
    def requests(self) -> int:
        """That are over, one way or the other."""
        return self.answered + self.failed

    @property
    def failed(self) -> int:
        """With an error page."""
        return self.refused + self.no_port + self.late


@dataclass
class Second:
    """took: how long requests took that were answered in it, s, each with how many they were. failed: by kind."""

    at: int
    took: list[tuple[float, int]] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Sample:
    """What the proxy counts every ten seconds. at: in slots. active: requests that wait right now."""

    at: int
    requests: int
    active: int


@dataclass
class _Waiting:
    """Requests that came in the same slot. connection: not yet accepted, so that they take a place in the queue."""

    count: int
    came: int


@dataclass
class _Syn:
    """Connections whose SYN was dropped: when their requests came, and how often the SYN was sent."""

    count: int
    came: int
    sent: int


def _parts(count: int) -> Iterator[tuple[float, int]]:
    """Requests aren't alike: how many of them take how many times the usual work."""
    left = count
    for times, share in TIMES[1:]:
        part = round(share * count)
        left -= part
        yield times, part
    yield TIMES[0][0], left


def _of_before(s: ProxySetting, begins: int) -> deque[list[int]]:
    """TIME-WAITs of the minute before: as many as ports last for, evenly."""
    each = s.offered / SLOTS / (s.reuses if s.keepalive else 1)
    count = min(each, s.ports / HELD)
    made = [int((place + 1) * count) - int(place * count) for place in range(HELD)]
    return deque([begins - HELD + place + 1, number] for place, number in enumerate(made))


class Front:
    """The model of a setting. Times are in slots; the first look is at 0.

    Attributes:
        slot: now. totals: what was counted. seconds: the last ones. samples: what the proxy has counted.
        connections: to the backend. waits: in TIME-WAIT: when they were closed, and how many.
        errors: slots in which something failed, with its kind. pauses: of the backend's program: when
            they began, and how long they were, s.
        again: SYNs that will be sent again, by slot. syn_timeouts: until then, s.
        starts: when cron has started the jobs, and how many agents were asked to report.
        kept_at_first: the setting's keepalive; reloads: when nginx was told of another one, and which.
    """

    def __init__(self, setting: ProxySetting, begins: int) -> None:
        self.setting = setting
        self.syn_timeouts = syn_timeouts(setting.kernel)
        self.slot = begins
        self.totals = Totals()
        self.seconds: deque[Second] = deque(maxlen=REMEMBERED)
        self.samples: deque[Sample] = deque(maxlen=30)
        self.connections = min(setting.keepalive, setting.workers)
        self.waits = _of_before(setting, begins)
        self.time_waits = sum(count for _, count in self.waits)
        self.errors: deque[tuple[int, str]] = deque(maxlen=60)
        self.pauses: deque[tuple[int, float]] = deque(maxlen=12)
        self.starts: deque[tuple[int, int, float]] = deque(maxlen=30)
        self.kept_at_first = setting.keepalive
        self.reloads: list[tuple[int, int]] = []
        self._rng = random.Random(f"{setting.names} {setting.clock} {begins}")
        self._waiting: deque[_Waiting] = deque()
        self.again: dict[int, list[_Syn]] = {}
        self._tokens = 0.0
        self._credit = self._retires = 0.0
        self._counted = 0

    @property
    def active(self) -> int:
        """Requests at the backend, those in its accept queue among them."""
        return sum(each.count for each in self._waiting)

    @property
    def repeating(self) -> list[_Syn]:
        """Connections that wait to send their SYN again."""
        return [each for group in self.again.values() for each in group]

    @property
    def queued(self) -> int:
        """Connections in the accept queue: those that no worker has taken."""
        return min(max(self.active - self.setting.workers, 0), self.setting.backlog + 1)

    @property
    def in_service(self) -> int:
        """Requests that workers have on average, unless the program stops."""
        return 0 if self._stopped else min(round(self.setting.offered * self.setting.work), self.setting.workers)

    @property
    def _stopped(self) -> bool:
        length, every = self.setting.pause
        return self.slot % round(every * SLOTS) < length * SLOTS

    def run(self, until: int) -> Generator[None, None, None]:
        """Goes on to that slot."""
        while self.slot < until:
            self._step()
            if self.slot % 500 == 0:
                yield

    # ---- a slot --------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        if self.slot % SLOTS == 0 or not self.seconds:
            self.seconds.append(Second(self.slot // SLOTS))
        self._forget()
        people = self._poisson(self.setting.offered / SLOTS)
        self._ask(self._admitted(people) + self._of_jobs())
        self._answer()
        self._give_back()
        self.slot += 1
        self._sample()

    def _of_day(self, slot: int) -> int:
        """Slots since midnight."""
        return round(self.setting.clock) * SLOTS + slot

    def _of_jobs(self) -> int:
        s = self.setting
        place = self._of_day(self.slot) % (s.period * SLOTS)
        if not s.jobs:
            return 0
        if place == 0:
            self.starts.append((self.slot, s.jobs, s.spread))
        slots = round(s.spread * SLOTS)
        if slots:
            return self._poisson(s.jobs / slots) if place < slots else 0
        return s.jobs * (place + 1) // BURST - s.jobs * place // BURST if place < BURST else 0

    def _poisson(self, mean: float) -> int:
        return max(round(self._rng.gauss(mean, math.sqrt(mean))), 0)

    def _admitted(self, came: int) -> int:
        """By limit_req: a leaky bucket that holds as much as comes in a tenth of a second."""
        limit = self.setting.limit
        if not limit:
            return came
        self._tokens = min(self._tokens + limit / SLOTS, 2 * limit / SLOTS)
        passed = min(came, int(self._tokens))
        self._tokens -= passed
        self._fails("refused", came - passed)
        return passed

    def _fails(self, kind: str, count: int) -> None:
        if count > 0:
            setattr(self.totals, kind, getattr(self.totals, kind) + count)
            self.seconds[-1].failed[kind] += count
            self.errors.append((self.slot, kind))

    def _ask(self, came: int) -> None:
        """On connections that are idle, of which each can serve several times in a slot, or else on new ones."""
        s, totals = self.setting, self.totals
        idle = max(self.connections - self.active, 0) if s.keepalive else 0
        kept = min(came, int(idle * max(1 / SLOTS / s.work, 1.0)))
        if kept:
            self._waiting.append(_Waiting(kept, self.slot))
        self._retires += kept / s.reuses
        retired = min(int(self._retires), self.connections)
        self._retires -= int(self._retires)
        self._close(retired)
        self._open(came - kept, self.slot, 0)
        self._replace(retired)
        for each in self.again.pop(self.slot, ()):
            totals.again += each.count
            self._connect(each.count, each.came, each.sent)

    def _replace(self, count: int) -> None:
        """Connections that have carried as many requests as they may."""
        self.totals.tried += count
        self.totals.opened += count
        self.connections += count

    def _open(self, count: int, came: int, sent: int) -> None:
        """Each takes a port."""
        s, totals = self.setting, self.totals
        used = self.time_waits + self.connections + sum(each.count for each in self.repeating)
        free = max(s.ports - used, 0)
        if count > free and s.tcp_tw_reuse == 1:
            free += self._recycle(count - free)
        self._fails("no_port", count - free)
        count = min(count, free)
        totals.tried += count
        self._connect(count, came, sent)

    def _connect(self, count: int, came: int, sent: int) -> None:
        """A SYN each: those that find the accept queue full come again."""
        s, totals = self.setting, self.totals
        room = max(s.backlog + 1 + s.workers - self.active, 0)
        taken = min(count, room)
        if taken:
            totals.opened += taken
            self.connections += taken
            self._waiting.append(_Waiting(taken, came))
        lost = count - taken
        if not lost:
            return
        totals.dropped += lost
        due = self.slot + round(SLOTS * self.syn_timeouts[sent])
        if due - came >= s.timeout * SLOTS:
            self._fails("late", lost)
        else:
            self.again.setdefault(due, []).append(_Syn(lost, came, sent + 1))

    def _answer(self) -> None:
        """As many as the workers can, the longest waiting first."""
        s = self.setting
        length, every = s.pause
        if length and self.slot % round(every * SLOTS) == 0:
            self.pauses.append((self.slot, length))
        if self._stopped:
            return
        self._credit = min(self._credit, 1.0) + s.capacity / SLOTS
        second = self.seconds[-1]
        while self._waiting and self._credit >= 1:
            first = self._waiting[0]
            count = min(first.count, int(self._credit))
            self._credit -= count
            first.count -= count
            waited = (self.slot - first.came) / SLOTS + s.rtt
            second.took += [(waited + s.work * times, part) for times, part in _parts(count)]
            self.totals.answered += count
            if not first.count:
                self._waiting.popleft()

    def _give_back(self) -> None:
        """Connections without a request stay open, as many as keepalive says; the proxy closes the others."""
        self._close(self.connections - self.active - max(self.setting.keepalive, self.in_service))

    # ---- ports ---------------------------------------------------------------------------------------------------

    def _close(self, count: int) -> None:
        if count > 0:
            self.connections -= count
            self.totals.closed += count
            kept = min(count, self.setting.tcp_max_tw_buckets - self.time_waits)
            self.waits.append([self.slot, kept])
            self.time_waits += kept

    def _forget(self) -> None:
        while self.waits and self.waits[0][0] <= self.slot - HELD:
            self.time_waits -= self.waits.popleft()[1]

    def _recycle(self, wanted: int) -> int:
        """The oldest ones, if they are of another second (`tcp_twsk_unique`)."""
        found = 0
        while self.waits and found < wanted and self.slot - self.waits[0][0] > SLOTS:
            taken = min(self.waits[0][1], wanted - found)
            self.waits[0][1] -= taken
            found += taken
            if not self.waits[0][1]:
                self.waits.popleft()
        self.time_waits -= found
        self.totals.recycled += found
        return found

    def _sample(self) -> None:
        if self._of_day(self.slot) % (SAMPLED * SLOTS) == 0:
            active = self.active or self._poisson(self.in_service)
            self.samples.append(Sample(self.slot, self.totals.requests - self._counted, active))
            self._counted = self.totals.requests
