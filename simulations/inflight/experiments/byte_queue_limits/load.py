"""A ring that is never empty, and a driver that hears late: what is in it, and how its limit moves."""

from __future__ import annotations

import random
from math import nan

from inflight.experiments.byte_queue_limits.parameters import ByteQueueLimitsParameters
from inflight.figure.result import Result
from inflight.kernel.clock import JIFFY, Clock
from inflight.kernel.nic.dql import Dql
from inflight.kernel.nic.tx_ring import TxRing
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.fifo import Pfifo

MOST_ROWS = 4000
"""Of samples and changes; further changes get no rows of their own."""


class Load:
    """The sender that always has more: as many packets as the ring holds and one, each sent again when it has left."""

    flow = 0

    def __init__(self, p: ByteQueueLimitsParameters, rng: random.Random, result: Result) -> None:
        self._p, self._rng, self._result = p, rng, result
        self._end = p.end
        self._room = p.ring * p.size
        self.clock = Clock()
        self._packet = Datagram()
        self.dql: Dql | None = None
        if p.bql == "on":
            # written one after the other, the smaller one wins (`clamp`)
            self.dql = Dql(
                min_limit=min(p.limit_min, p.limit_max),
                max_limit=p.limit_max,
                hold_time=max(1, round(p.hold / 1000 / JIFFY)),
            )
        self.ring = TxRing(
            self.clock,
            Pfifo(limit=p.ring + 2),
            rate=p.rate * 1e6,
            slots=p.ring,
            completion=self._late if max(p.jitter, p.stress) > 0 else None,
            dql=self.dql,
        )
        self.ring.on_ring = self._queued
        self.ring.on_completion = self._completed
        self._most = 0
        self._limit = self.dql.limit if self.dql else nan
        self.changes: list[tuple[float, float]] = [(0.0, self._limit)]
        self.growths = self.shrinks = 0
        self.sums = [0.0, 0.0]  # of the bytes in the ring, as samples see them in the last sixth, and their number
        result.append(0, 0, self._limit, 0, 0, self._room)
        for _ in range(p.ring + 1):
            self.ring.send(self._packet, p.size, self)

    def receive(self, packet: Datagram) -> None:
        """It has left; another one comes."""
        self.ring.send(packet, self._p.size, self)

    receive_marked = receive

    def sample(self) -> None:
        """A row for now."""
        now, ring = self.clock.now, self.ring
        self._row(now, self._limit)
        self._most = ring.bytes
        if now > 5 / 6 * self._end:
            self.sums[0] += ring.bytes
            self.sums[1] += 1

    def _late(self) -> float:
        """How late the softirq is, s."""
        middle = self._end / 3 < self.clock.now <= 2 * self._end / 3
        latest = self._p.stress if middle else self._p.jitter
        return latest / 1000 * self._rng.random()

    def _queued(self, item: Queued, now: float) -> None:
        self._most = max(self._most, self.ring.bytes)

    def _completed(self, size: int, now: float) -> None:
        dql = self.dql
        if dql is None or dql.limit == self._limit or now > self._end:
            return
        if dql.limit > self._limit:
            self.growths += 1
        else:
            self.shrinks += 1
        if len(self._result) < MOST_ROWS:
            self._row(now, self._limit)
            self._row(now, dql.limit)
        self._limit = dql.limit
        self.changes.append((now, dql.limit))

    def _row(self, now: float, limit: float) -> None:
        wait = 1000 * self._most * self._p.seconds_per_byte
        self._result.append(now, self._most, limit, wait, 1000 * self.ring.starved, self._room)


def settled(changes: list[tuple[float, float]], end: float) -> float:
    """The limit that stood longest in the last sixth of the run, B."""
    begin, stood = 5 * end / 6, dict[float, float]()
    for (start, limit), (stop, _) in zip(changes, [*changes[1:], (end, nan)], strict=True):
        stood[limit] = stood.get(limit, 0.0) + max(stop - max(start, begin), 0.0)
    return max(stood, key=lambda limit: stood[limit])
