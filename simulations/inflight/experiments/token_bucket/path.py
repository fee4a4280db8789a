"""The path of the experiment `token-bucket`: the packets that come, a device with tbf at its root, and the far end."""

from __future__ import annotations

from array import array
from collections import deque
from math import nan

from inflight.experiments.token_bucket.parameters import LATENCY, TokenBucketParameters
from inflight.kernel.clock import Clock
from inflight.kernel.path.device import Device
from inflight.kernel.qdisc.tbf import Tbf
from inflight.scenes.captured.path import capture_datagrams


class _Packet:
    """Knows when it came, s."""

    __slots__ = ("came",)
    ect = False

    def __init__(self, came: float) -> None:
        self.came = came


class ShapedPath:
    """A device with the bucket at its root, the packets that come, and the far end."""

    flow = 0

    def __init__(self, p: TokenBucketParameters, arrivals: list[float]) -> None:
        self.clock = Clock()
        self.peak = p.peakrate * 1e6 if p.peakrate > p.rate else 0.0
        by_latency = p.bound == LATENCY
        self.queue = Tbf(
            rate=p.rate * 1e6,
            burst=p.burst,
            limit=None if by_latency else p.limit,
            latency=p.latency / 1000 if by_latency else None,
            peakrate=self.peak,
            mtu=p.mtu,
        )
        self._device = Device(self.clock, self.queue)
        self._size = p.frame
        self._coming = deque(arrivals)
        self.sent = len(arrivals)
        self.came = 0
        self.bytes = 0
        self.last = nan  # how long the last one that left had waited, s
        self.left: list[float] = []
        self.waits = array("d")  # ms
        self._next()

    def capture(self) -> None:
        """Offer the packets as UDP datagrams, if somebody wants a capture."""
        capture_datagrams(self.clock, self._device, self._size)

    def _next(self) -> None:
        if self._coming:
            self.clock.at(self._coming.popleft(), self._arrive)

    def _arrive(self) -> None:
        self.came += 1
        self._next()
        self._device.send(_Packet(self.clock.now), self._size, self)

    def receive(self, packet: _Packet) -> None:
        """A packet has left."""
        now = self.clock.now
        self.bytes += self._size
        self.last = now - packet.came
        self.left.append(now)
        self.waits.append(1000 * self.last)

    def most_within(self, span: float) -> int:
        """The most packets that left within `span` s."""
        left = self.left
        most = first = 0
        for last, time in enumerate(left):
            while left[first] <= time - span:
                first += 1
            most = max(most, last + 1 - first)
        return most
