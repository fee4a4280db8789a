"""The bottleneck: a token-bucket shaper with a drop-tail queue, and the delay behind it.

With one FIFO the time a packet leaves is known when it arrives, so a packet costs one event, at its arrival.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection
from math import nan
from typing import Any, Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.loss import GilbertElliott, Losses

INSTANT = 1e-9
"""s: times closer than this differ by rounding only."""

DELIVERED, DROPPED, LOST = range(3)
FATES = ("delivered", "dropped", "lost")
"""What becomes of a packet: it passes, the queue is full, the wire loses it."""

Tap = Callable[[Any, float, float, int, Any], None]
"""Is told: packet, when it reaches the queue, when it leaves it (NaN: never), what becomes of it, whom it is for."""


class Sink(Protocol):
    """The far end of a link."""

    def receive(self, packet: Any) -> None: ...


class Inlet(Protocol):
    """Where packets go in: a link, or a device in front of one. `later`: how long from now, s."""

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool: ...


class Link:
    """`rate` in bit/s (None: unlimited), `limit` in packets (pfifo), `burst` in bytes (tbf), `delay` in s.

    Like `sch_tbf.c` a packet leaves as soon as the bucket holds its bytes; the queue counts the packets that
    have not left. `loss` is the probability that a packet is lost before it reaches the queue; those whose number,
    counted from 1 in the order they are sent, is in `lose` are lost for certain.
    """

    __slots__ = (
        "_arrivals",
        "_burst",
        "_clock",
        "_departures",
        "_full",
        "_losses",
        "_seconds_per_byte",
        "delay",
        "drops",
        "limit",
        "lost",
        "sent",
        "tap",
    )

    def __init__(
        self,
        clock: Clock,
        *,
        rate: float | None,
        limit: int,
        delay: float = 0.0,
        burst: int = 3 * 1514,
        loss: float | GilbertElliott = 0.0,
        lose: Collection[int] = (),
        rng: random.Random | None = None,
    ) -> None:
        self._clock = clock
        self._seconds_per_byte = 8 / rate if rate else 0.0
        self._burst = burst * self._seconds_per_byte
        self._full = 0.0  # when the bucket is full again
        self._departures: deque[float] = deque()
        self._arrivals: deque[tuple[float, Sink, Any]] = deque()
        self.limit, self.delay = limit, delay
        self._losses = Losses(loss, lose, rng or random.Random(1)) if loss or lose else None
        self.tap: Tap | None = None  # who is told of every packet
        self.drops = 0
        self.lost = 0
        self.sent = 0

    def send(self, packet: Any, size: int, sink: Sink, later: float = 0.0) -> bool:
        """Put `packet` of `size` bytes on the link towards `sink`, `later` seconds from now.

        Returns False if it was dropped or lost.
        """
        now = self._clock.now + later
        if self._losses and self._losses.next():
            self.lost += 1
            if self.tap:
                self.tap(packet, now, nan, LOST, sink)
            return False
        departures = self._departures
        while departures and departures[0] <= now + INSTANT:
            departures.popleft()
        if len(departures) >= self.limit:
            self.drops += 1
            if self.tap:
                self.tap(packet, now, nan, DROPPED, sink)
            return False
        time = size * self._seconds_per_byte
        full = self._full
        leaves = full - self._burst + time
        if leaves < now + INSTANT:  # a burst that the bucket lets through at once stays whole
            leaves = now
        self._full = (full if full > leaves else leaves) + time
        departures.append(leaves)
        self.sent += 1
        if self.tap:
            self.tap(packet, now, leaves, DELIVERED, sink)
        arrivals = self._arrivals
        arrives = leaves + self.delay
        if not arrivals:
            self._clock.at(arrives, self._arrive)
        arrivals.append((arrives, sink, packet))
        return True

    def wait(self) -> float:
        """How long a small packet of a new flow would wait if it came now, s."""
        return max(self._full - self._burst - self._clock.now, 0.0) if self._departures else 0.0

    def queued(self) -> int:
        """Packets in the queue now, and those that the CPU is about to put there."""
        departures = self._departures
        now = self._clock.now
        while departures and departures[0] <= now:
            departures.popleft()
        return len(departures)

    def _arrive(self) -> None:
        arrivals = self._arrivals
        now = self._clock.now
        while arrivals and arrivals[0][0] <= now:
            _, sink, packet = arrivals.popleft()
            sink.receive(packet)
        if arrivals:
            self._clock.at(arrivals[0][0], self._arrive)


class Delay:
    """A constant delay without a queue: the way of the ACKs. `lose` as of a `Link`."""

    __slots__ = ("_clock", "_losses", "_waiting", "delay", "receive", "tap")

    def __init__(self, clock: Clock, delay: float, lose: Collection[int] = ()) -> None:
        self._clock, self.delay = clock, delay
        self._losses = Losses(0.0, lose, random.Random(1)) if lose else None
        self.receive: Callable[[Any], None] | None = None  # who gets the packets
        self.tap: Callable[[Any, int], None] | None = None  # who is told of every packet, and what becomes of it
        self._waiting: deque[tuple[float, Any]] = deque()

    def send(self, packet: Any) -> None:
        """`packet` arrives `delay` seconds from now, unless it is one of those that are lost."""
        lost = self._losses is not None and self._losses.next()
        if self.tap:
            self.tap(packet, LOST if lost else DELIVERED)
        if lost:
            return
        time = self._clock.now + self.delay
        if not self._waiting:
            self._clock.at(time, self._arrive)
        self._waiting.append((time, packet))

    def _arrive(self) -> None:
        waiting = self._waiting
        _, packet = waiting.popleft()
        if waiting:
            self._clock.at(waiting[0][0], self._arrive)
        assert self.receive
        self.receive(packet)
