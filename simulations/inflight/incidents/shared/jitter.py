"""Hosts and paths are not clocks: their work takes some 10 µs more or less, and nothing overtakes anything."""

from __future__ import annotations

import random
from typing import Any

from inflight.kernel.clock import Clock
from inflight.kernel.link import Inlet
from inflight.kernel.sockets.segment import Segment
from inflight.kernel.sockets.wire import Network, Way

MEAN = 40e-6
"""s, of an exponential distribution."""


class BusyHost:
    """An `Inlet` in front of another: the host gets to an skb a little later than it could."""

    def __init__(self, clock: Clock, onward: Inlet, rng: random.Random) -> None:
        self._clock, self._onward, self._rng = clock, onward, rng
        self._asked, self._leaves = -1.0, 0.0

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of an `Inlet`; the segments of an skb, which come at the same time, leave at the same time."""
        now = self._clock.now
        if now + later != self._asked:
            self._asked = now + later
            self._leaves = max(self._leaves, self._asked + self._rng.expovariate(1 / MEAN))
        return self._onward.send(packet, size, sink, self._leaves - now)


class UnevenNetwork(Network):
    """A network whose paths take a little longer than they should, each time by a different amount."""

    rng: random.Random

    @classmethod
    def on(cls, clock: Clock, rng: random.Random) -> UnevenNetwork:
        """Chance is drawn from `rng`."""
        made = cls(clock)
        made.rng = rng
        return made

    def join(self, here: str, there: str, *, out: float, back: float) -> tuple[Way, Way]:
        """As of a `Network`."""
        ways = UnevenWay(out, self), UnevenWay(back, self)
        self.ways[here, there], self.ways[there, here] = ways
        return ways


class UnevenWay(Way):
    """One direction; the delay differs from segment to segment."""

    def __init__(self, delay: float, network: UnevenNetwork) -> None:
        super().__init__(delay)
        self._least, self._network, self._arrives = delay, network, 0.0

    def drops(self, segment: Segment) -> bool:
        """As of a `Way`; also draws how long it takes."""
        now = self._network.clock.now
        self._arrives = max(self._arrives, now + self._least + self._network.rng.expovariate(1 / MEAN))
        self.delay = self._arrives - now
        return super().drops(segment)
