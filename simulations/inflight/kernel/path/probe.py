"""A ping by UDP: a datagram now and then, whose time through the queue is noted."""

from __future__ import annotations

import random

from inflight.kernel.clock import Clock
from inflight.kernel.link import Inlet
from inflight.kernel.path.udp import Datagram, UdpFlow, UdpSpec


class StampedDatagram(Datagram):
    """Knows when it was sent, s, and its number, from 1."""

    __slots__ = ("number", "sent")

    def __init__(self, sent: float, number: int) -> None:
        self.sent, self.number = sent, number


class Probe(UdpFlow):
    """A `UdpFlow` that notes of each datagram that arrives: `times` (sent, s) and `delays` (on the way there, s)."""

    __slots__ = ("delays", "times")

    def __init__(self, clock: Clock, link: Inlet, spec: UdpSpec, flow: int, rng: random.Random) -> None:
        super().__init__(clock, link, spec, flow, rng)
        self.times: list[float] = []
        self.delays: list[float] = []

    def receive(self, packet: Datagram) -> None:
        """It has arrived."""
        assert isinstance(packet, StampedDatagram)
        self.received += 1
        self.times.append(packet.sent)
        self.delays.append(self._clock.now - packet.sent)

    receive_marked = receive

    def _next(self) -> Datagram:
        datagram = StampedDatagram(self._clock.now, self.sent)
        datagram.ect = datagram.l4s = self.spec.l4s
        return datagram
