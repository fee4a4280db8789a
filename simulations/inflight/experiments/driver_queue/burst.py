"""Packets of one flow and a small one of another, through a discipline and a driver's ring."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import nan

from inflight.experiments.driver_queue.parameters import DriverQueueParameters
from inflight.figure.result import Column, Table
from inflight.kernel.clock import Clock
from inflight.kernel.nic.tx_ring import TxRing
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Qdisc, Queued

SMALL = 500
"""bytes of the packet that waits."""

FLOWS = ("the packets ahead", "the small packet")


class _Flow:
    """Where the packets of a flow arrive; `flow` is its number."""

    def __init__(self, flow: int) -> None:
        self.flow = flow

    def receive(self, packet: Datagram) -> None:
        """It has left."""

    receive_marked = receive


class Burst:
    """`ahead` packets and a small one, all at once, into a ring of `slots` packets below `qdisc`."""

    def __init__(self, p: DriverQueueParameters, qdisc: Qdisc, slots: int) -> None:
        self._p, self._clock = p, Clock()
        self._seconds_per_byte = 8e-6 / p.rate
        late = p.cadence / 1000
        self._ring = ring = TxRing(
            self._clock, qdisc, rate=p.rate * 1e6, slots=slots, completion=(lambda: late) if late else None
        )
        ring.on_ring = self._descriptor
        ring.on_wire = self._begins
        ring.on_completion = lambda size, now: self._done.append(now)
        self._got: dict[int, float] = {}  # number of a packet: when it got its descriptor, s
        self._done: list[float] = []  # when completions came, s
        self._order: list[tuple[Queued, float]] = []  # as they left: packet and when its first bit did, s
        self.wait = nan  # of the small packet, ms
        self._busy = 0.0

    def run(self) -> Iterator[None]:
        """Until all has left."""
        p, bulk = self._p, _Flow(0)
        for _ in range(p.ahead):
            self._ring.send(Datagram(), p.size, bulk)
        self._ring.send(Datagram(), SMALL, _Flow(1))
        yield from self._clock.run(float("inf"))

    @property
    def end(self) -> float:
        """When the last bit has left, s."""
        item, start = self._order[-1]
        return start + item.size * self._seconds_per_byte

    @property
    def passed(self) -> int:
        """Packets that left before the small one."""
        return next(number for number, (item, _) in enumerate(self._order) if item.flow)

    @property
    def drops(self) -> int:
        """Packets that the discipline dropped."""
        return self._ring.drops

    @property
    def stops(self) -> int:
        """How often the ring was full."""
        return self._ring.stops

    @property
    def idle(self) -> float:
        """S that the line stood still while packets waited."""
        return self._ring.starved

    def rows(self) -> list[tuple[float, float, float, float]]:
        """When a packet gets to the wire, ms; the packets ahead of the small one in the ring and above it; % in use."""
        got = [self._got[item.number] for item, _ in self._order]  # descriptors are given in the order of the ring
        small, busy = self.passed, 0.0
        rows: list[tuple[float, float, float, float]] = []
        for number, (item, now) in enumerate(self._order):
            given = bisect_right(got, now)
            ahead = max(0, min(given, small) - number)
            above = len(got) - given - (given <= small)
            rows.append((1000 * now, ahead, above, 100 * busy / now if now else 100))
            busy += item.size * self._seconds_per_byte
        return rows

    def last_row(self) -> tuple[float, float, float, float]:
        """When all has left."""
        return 1000 * self.end, 0, 0, 100 * self._busy / self.end

    def table(self) -> Table:
        """A row for each packet, in the order they left."""
        table = Table(
            [
                Column("queued", "ms", "when it got its descriptor", "queue"),
                Column("start", "ms", "when its first bit left", "time"),
                Column("end", "ms", "when its last bit left", "time"),
                Column("freed", "ms", "when its descriptor was free again", "rto"),
                Column("size", "B", "its size", "queue"),
                Column("flow", "", "whose it is", "time", words=FLOWS),
            ]
        )
        done = iter(self._done)
        freed = next(done)
        for item, start in self._order:
            end = start + item.size * self._seconds_per_byte
            while freed < end - 1e-12:
                freed = next(done)
            table.append(1000 * self._got[item.number], 1000 * start, 1000 * end, 1000 * freed, item.size, item.flow)
        return table

    def _descriptor(self, item: Queued, now: float) -> None:
        self._got[item.number] = now

    def _begins(self, item: Queued, now: float) -> None:
        self._order.append((item, now))
        if item.flow:
            self.wait = 1000 * now
        self._busy += item.size * self._seconds_per_byte
