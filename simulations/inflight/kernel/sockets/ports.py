"""The ports that a host gives to its own connections: which one connect() takes, and when it can be had again.

A port is taken towards a destination: the same one may serve other destinations at the same time. What is counted,
the limit of TIME_WAIT sockets and the settings belong to the host.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from heapq import heappop, heappush

from inflight.kernel.clock import HZ, wheel

LOW, HIGH = 32768, 60999
"""net.ipv4.ip_local_port_range."""

TIMEWAIT_TICKS = 60 * HZ
"""How long TIME_WAIT lasts, in ticks: a constant of the kernel (`TCP_TIMEWAIT_LEN`), not a setting."""

MAX_TW_BUCKETS = 131072
"""net.ipv4.tcp_max_tw_buckets of a host with 262,144 entries in its table of connections: half of them."""

LOOPBACK_ONLY = 2
"""net.ipv4.tcp_tw_reuse as it is since Linux 4.19."""

FREE, IN_USE, TIME_WAIT, REUSABLE, RESERVED = range(5)
"""What a port is towards one destination; REUSABLE: in TIME_WAIT, but connect() may have it."""

_JUMP = 8  # ports of one parity that a connect() leaves out at most


class AddressNotAvailable(Exception):
    """EADDRNOTAVAIL: connect() has tried all ports towards this destination."""


def time_wait_until(now: float) -> float:
    """When a TIME_WAIT that begins at `now` ends, s: 60 s, rounded up to a grid of 2.048 s (HZ=250)."""
    return wheel(now, TIMEWAIT_TICKS)


class PortPool:
    """All ports of one host.

    `tw_reuse` is net.ipv4.tcp_tw_reuse: 0 never, 1 always, 2 on the loopback. `reuse_delay_ms` is
    net.ipv4.tcp_tw_reuse_delay of Linux 6.14 and later; None: an older kernel, which looks whether its clock of whole
    seconds has moved on. `reserved` are ports that connect() leaves alone (net.ipv4.ip_local_reserved_ports, or bound
    by somebody). `counters` gets TW, TWRecycled and TCPTimeWaitOverflow, as `nstat` names them.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        low: int = LOW,
        high: int = HIGH,
        tw_reuse: int = LOOPBACK_ONLY,
        reuse_delay_ms: int | None = None,
        max_tw_buckets: int = MAX_TW_BUCKETS,
        reserved: Iterable[int] = (),
        counters: dict[str, int] | None = None,
    ) -> None:
        self.low, self.high = low, high
        self.tw_reuse, self.reuse_delay_ms, self.max_tw_buckets = tw_reuse, reuse_delay_ms, max_tw_buckets
        self.reserved = tuple(reserved)
        self.counters = {} if counters is None else counters
        for name in ("TW", "TWRecycled", "TCPTimeWaitOverflow"):
            self.counters.setdefault(name, 0)
        self.buckets = 0
        """TIME_WAIT sockets that there are now, towards all destinations."""
        self.next_due = float("inf")
        """When a port changes by itself next, s."""
        self._rng = rng
        self._towards: dict[Hashable, Ports] = {}
        self._due: dict[float, list[tuple[Ports, int]]] = {}
        self._times: list[float] = []

    def towards(self, destination: Hashable) -> Ports:
        """The ports as `destination` sees them: source address, destination address and destination port."""
        if (ports := self._towards.get(destination)) is None:
            ports = self._towards[destination] = Ports(self, self._rng)
        return ports

    def take(self, destination: Hashable, now: float) -> int:
        """The port that connect() gets.

        Raises:
            AddressNotAvailable: there is none.
        """
        if (port := self.towards(destination).take(now)) is None:
            raise AddressNotAvailable(destination)
        return port

    def time_wait(
        self,
        port: int,
        destination: Hashable,
        now: float,
        until: float | None = None,
        *,
        timestamps: bool = True,
        loopback: bool = False,
    ) -> bool:
        """The connection goes into TIME_WAIT; see `Ports.time_wait`."""
        return self.towards(destination).time_wait(port, now, until, timestamps=timestamps, loopback=loopback)

    def release(self, port: int, destination: Hashable) -> None:
        """The connection is gone without a TIME_WAIT of this side."""
        self.towards(destination).release(port)

    def expire(self, now: float) -> None:
        """Do what was due until `now`."""
        while self.next_due <= now:
            time = heappop(self._times)
            for ports, place in self._due.pop(time):
                ports.due(place, time)
            self.next_due = self._times[0] if self._times else float("inf")

    def remind(self, time: float, ports: Ports, place: int) -> None:
        """Have `ports.due` called at `time`."""
        if (entries := self._due.get(time)) is None:
            entries = self._due[time] = []
            heappush(self._times, time)
            self.next_due = self._times[0]
        entries.append((ports, place))

    def ripe_at(self, now: float) -> float:
        """From when on a TIME_WAIT that begins at `now` may be taken over (`tcp_ipv4.c:tcp_twsk_unique`), s.

        Up to Linux 6.13 the clock of whole seconds must show another one than in the last segment that was received,
        which may be a moment later; since 6.14 more than tcp_tw_reuse_delay milliseconds must have gone by.
        """
        if self.reuse_delay_ms is None:
            return float(int(now) + 1)
        return (int(now * 1000 + 1e-6) + self.reuse_delay_ms + 1) / 1000


class Ports:
    """The ports towards one destination. A port's place is its distance from the lowest one."""

    def __init__(self, pool: PortPool, rng: random.Random) -> None:
        self._pool, self._random = pool, rng.random
        self._low = pool.low
        # An odd range loses its last port: the search goes over pairs.
        self.count = pool.high - pool.low + 1
        if self.count > 1:
            self.count &= ~1
        halves = ((self.count + 1) // 2, self.count // 2)
        self.states = tuple(bytearray(half) for half in halves)
        """What each port is, those of the lowest one's parity first."""
        self._busy = tuple(bytearray(half) for half in halves)  # 1: connect() cannot have it
        self._until = [0.0] * self.count
        self._ripe = [0.0] * self.count
        self._offset = int(rng.random() * self.count)  # of the hash of addresses and port
        self.tried = 0
        """Ports that the last `take` looked at."""
        for port in pool.reserved:
            if 0 <= (place := port - self._low) < self.count:
                self._set(place, RESERVED, busy=1)

    def _set(self, place: int, state: int, *, busy: int) -> None:
        self.states[place & 1][place >> 1] = state
        self._busy[place & 1][place >> 1] = busy

    def number(self, state: int) -> int:
        """How many ports are in `state`."""
        return self.states[0].count(state) + self.states[1].count(state)

    def take(self, now: float) -> int | None:
        """The port that connect() gets; None: EADDRNOTAVAIL (`inet_hashtables.c:__inet_hash_connect`).

        It tries the ports of the lowest one's parity first, beginning at an offset that goes on with every success,
        and leaves out up to seven of them at random. Only when none of these can be had it tries the others.
        """
        pool = self._pool
        if now >= pool.next_due:
            pool.expire(now)
        start = self._offset % self.count >> 1
        self.tried = 0
        for parity, busy in enumerate(self._busy):
            at = busy.find(0, start)
            if at < 0:
                at = busy.find(0, 0, start)
                if at < 0:
                    self.tried += len(busy)
                    continue
                steps = at - start + len(busy)
            else:
                steps = at - start
            self.tried += steps + 1
            self._offset += 2 * max(steps, int(self._random() * _JUMP)) + 2
            busy[at] = 1
            states = self.states[parity]
            if states[at] == REUSABLE:
                pool.buckets -= 1
                pool.counters["TWRecycled"] += 1
            states[at] = IN_USE
            return self._low + 2 * at + parity
        return None

    def time_wait(
        self, port: int, now: float, until: float | None = None, *, timestamps: bool = True, loopback: bool = False
    ) -> bool:
        """Its connection goes into TIME_WAIT, or begins it anew if it is there; `until` when, if not for 60 s.

        Without timestamps it cannot be taken over. False: there are tcp_max_tw_buckets already, so the connection is
        gone at once and the port is free (`tcp_minisocks.c:tcp_time_wait`).
        """
        pool, place = self._pool, port - self._low
        if now >= pool.next_due:
            pool.expire(now)
        if self.states[place & 1][place >> 1] not in (TIME_WAIT, REUSABLE):
            if pool.buckets >= pool.max_tw_buckets:
                pool.counters["TCPTimeWaitOverflow"] += 1
                self.release(port)
                return False
            pool.buckets += 1
            pool.counters["TW"] += 1
        self._set(place, TIME_WAIT, busy=1)
        self._until[place] = end = wheel(now, TIMEWAIT_TICKS) if until is None else until
        self._ripe[place] = 0.0
        pool.remind(end, self, place)
        reuse = pool.tw_reuse
        if timestamps and (reuse == 1 or (reuse == LOOPBACK_ONLY and loopback)):
            self._ripe[place] = ripe = pool.ripe_at(now)
            pool.remind(ripe, self, place)
        return True

    def release(self, port: int) -> None:
        """Nobody has it any more."""
        place = port - self._low
        if self.states[place & 1][place >> 1] in (TIME_WAIT, REUSABLE):
            self._pool.buckets -= 1
        self._set(place, FREE, busy=0)

    def due(self, place: int, time: float) -> None:
        """A timer of the port: its TIME_WAIT is over, or may be taken over; one from an earlier connection is void."""
        states, at = self.states[place & 1], place >> 1
        if states[at] not in (TIME_WAIT, REUSABLE):
            return
        if self._until[place] == time:
            self._pool.buckets -= 1
            self._set(place, FREE, busy=0)
        elif self._ripe[place] == time:
            self._set(place, REUSABLE, busy=0)
