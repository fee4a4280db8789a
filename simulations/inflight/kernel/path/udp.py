"""A sender that does not listen: datagrams at a constant rate, whatever becomes of them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.link import Inlet
from inflight.kernel.qdisc.base import priority_of

UDP_HEADERS = 42
"""Ethernet, IP and UDP header, bytes."""


@dataclass(frozen=True, kw_only=True)
class UdpSpec:
    """`rate` in bit/s and `size` in bytes, both with headers, as the line counts them; `start` and `stop` in s.

    `jitter`: by how much of itself the time between two datagrams may be longer or shorter, at random.
    `tos`: the byte of the IP header that decides about priorities.
    `timed`: note how long each is on its way (`Probe`). `l4s`: with ECT(1) (RFC 9331), so that such a queue takes it.
    """

    rate: float
    size: int = 1514
    start: float = 0.0
    stop: float | None = None
    jitter: float = 0.0
    timed: bool = False
    tos: int = 0
    l4s: bool = False


class Datagram:
    """Has no state of its own. Marks are not for it, unless it is sent as L4S; then they come to nothing."""

    ect = l4s = False


class UdpFlow:
    """Sender and receiver in one: `sent` and `received` count datagrams. `flow` is its number."""

    __slots__ = ("_clock", "_datagram", "_interval", "_link", "_rng", "flow", "priority", "received", "sent", "spec")

    def __init__(self, clock: Clock, link: Inlet, spec: UdpSpec, flow: int, rng: random.Random) -> None:
        self._clock, self._link, self.spec, self.flow, self._rng = clock, link, spec, flow, rng
        self._interval = spec.size * 8 / spec.rate
        self.priority = priority_of(spec.tos)
        self._datagram = Datagram()
        self._datagram.ect = self._datagram.l4s = spec.l4s
        self.sent = self.received = 0
        clock.at(spec.start, self._send)

    @property
    def payload_received(self) -> int:
        """Bytes of data that arrived."""
        return self.received * (self.spec.size - UDP_HEADERS)

    @property
    def tos(self) -> int:
        """Of its packets."""
        return self.spec.tos

    def receive(self, packet: Datagram) -> None:
        """A datagram arrives."""
        self.received += 1

    receive_marked = receive

    def _next(self) -> Datagram:
        """What is sent: always the same, since nobody looks at it."""
        return self._datagram

    def _send(self) -> None:
        spec, now = self.spec, self._clock.now
        if spec.stop is not None and now >= spec.stop:
            return
        self.sent += 1
        self._link.send(self._next(), spec.size, self)
        if spec.jitter:
            time = now + self._interval * (1 + spec.jitter * (2 * self._rng.random() - 1))
        else:
            time = spec.start + self.sent * self._interval  # counted from the start, so that rounding does not add up
        self._clock.at(time, self._send)
