"""What may be between the router and the far end besides the line: somebody else’s traffic, a policer, a short tunnel.

Each looks like the line to those who listen to the transfer’s packets.
"""

from __future__ import annotations

import random
from collections import deque
from math import nan
from typing import Any

from inflight.incidents.families.transfer.setting import Neighbour, Policer
from inflight.kernel.clock import Clock
from inflight.kernel.link import DELIVERED, DROPPED, LOST, Link, Tap
from inflight.kernel.path.device import Device
from inflight.kernel.qdisc.tbf import Bucket
from inflight.kernel.tcp.segment import DataSegment

KEPT = 2048
"""Packets of others that are remembered."""

ETHERNET = 14
"""Bytes of the header that an MTU doesn’t count."""


class OwnShare:
    """A line that others use, too: what it carries, drops and loses of one flow.

    taken: packets of the others that it took; refused: those that it dropped; others: when the latest left, s.
    """

    def __init__(self, clock: Clock, line: Link | Device, flow: int) -> None:
        self._clock, self.line, self._flow = clock, line, flow
        self.tap: Tap | None = None
        self.sent = self.drops = self.lost = 0
        self.taken = self.refused = 0
        self.others: deque[float] = deque(maxlen=KEPT)
        self._leaving: deque[float] = deque()
        self._inside: dict[int, tuple[Any, float, Any]] = {}
        self._number = 0
        if isinstance(line, Device):
            line.on_change = self._left
            line.tap = self._came
        else:
            line.tap = self._passes

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of an `Inlet`."""
        return self.line.send(packet, size, sink, later)

    def wait(self) -> float:
        """How long a small packet of a new flow would wait, s."""
        return self.line.wait()

    def queued(self) -> int:
        """Packets of the flow in the queue now."""
        leaving, now = self._leaving, self._clock.now
        while leaving and leaving[0] <= now:
            leaving.popleft()
        return len(leaving)

    def _passes(self, packet: Any, now: float, leaves: float, fate: int, sink: Any) -> None:
        """A `Link` knows at once when it leaves."""
        if sink.flow != self._flow:
            self.taken += fate == DELIVERED
            self.refused += fate != DELIVERED
            if fate == DELIVERED:
                self.others.append(leaves)
            return
        self.sent += fate == DELIVERED
        self.drops += fate == DROPPED
        self.lost += fate == LOST
        if fate == DELIVERED:
            self._leaving.append(leaves)
        if self.tap:
            self.tap(packet, now, leaves, fate, sink)

    def _came(self, packet: Any, now: float, leaves: float, fate: int, sink: Any) -> None:
        """A `Device` tells later what becomes of it."""
        self._inside[self._number] = packet, now, sink
        if fate == LOST:
            self._left(self._number, leaves, fate, False)
        self._number += 1

    def _left(self, number: int, leaves: float, fate: int, ce: bool) -> None:
        packet, now, sink = self._inside.pop(number)
        self._passes(packet, now, leaves, fate, sink)


class Gate:
    """In front of a line: `stops` says what doesn’t pass. stopped: how many packets; fate: what became of them."""

    fate = DROPPED

    def __init__(self, clock: Clock, line: Any) -> None:
        self._clock, self.line = clock, line
        self.stopped = 0

    @property
    def tap(self) -> Tap | None:
        """Who is told of every packet."""
        tap: Tap | None = self.line.tap
        return tap

    @tap.setter
    def tap(self, tap: Tap) -> None:
        self.line.tap = tap

    @property
    def sent(self) -> int:
        """As of a `Link`."""
        return int(self.line.sent)

    @property
    def lost(self) -> int:
        """As of a `Link`."""
        return int(self.line.lost) + self.stopped * (self.fate == LOST)

    @property
    def drops(self) -> int:
        """By the gate, and by the queue."""
        return int(self.line.drops) + self.stopped * (self.fate == DROPPED)

    def queued(self) -> int:
        """As of a `Link`."""
        return int(self.line.queued())

    def wait(self) -> float:
        """As of a `Link`."""
        return float(self.line.wait())

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of an `Inlet`."""
        now = self._clock.now + later
        if not self.stops(size, now):
            return bool(self.line.send(packet, size, sink, later))
        self.stopped += 1
        if self.tap:
            self.tap(packet, now, nan, self.fate, sink)
        return False

    def stops(self, size: int, now: float) -> bool:
        """Whether a packet of that many bytes, with headers, is dropped."""
        raise NotImplementedError


class Policing(Gate):
    """A token bucket without a queue: what finds too few tokens is dropped (`act_police.c:tcf_police_act`)."""

    def __init__(self, clock: Clock, line: Any, spec: Policer) -> None:
        super().__init__(clock, line)
        self.spec = spec
        self._bucket = Bucket(spec.rate, spec.burst)

    def stops(self, size: int, now: float) -> bool:
        """If it conforms, it pays."""
        if self._bucket.level(now) < size:
            return True
        self._bucket.take(size, now)
        return False


class Tunnel(Gate):
    """A hop behind the router that drops what is larger; all segments have DF set. mtu: bytes, with IP’s header."""

    fate = LOST

    def __init__(self, clock: Clock, line: Any, mtu: int) -> None:
        super().__init__(clock, line)
        self._largest = mtu + ETHERNET

    def stops(self, size: int, now: float) -> bool:
        """If it is too large."""
        return size > self._largest


class Bursts:
    """Somebody else’s traffic: a burst of full segments every now and then, as fast as their card sends them."""

    flow = 1

    def __init__(self, clock: Clock, line: Link | Device, spec: Neighbour, rng: random.Random) -> None:
        self._clock, self._line, self._spec, self._rng = clock, line, spec, rng
        self._packet = DataSegment(0, 1448, 0.0, 0.0, False)
        self._left = 0
        clock.at(spec.period * rng.uniform(0.2, 1), self._begin)

    def _begin(self) -> None:
        self._left = self._spec.packets
        self._clock.at(self._clock.now + self._spec.period * self._rng.uniform(0.8, 1.2), self._begin)
        self._go_on()

    def _go_on(self) -> None:
        count = min(self._left, TOGETHER)
        self._left -= count
        for _ in range(count):
            self._line.send(self._packet, FULL, self)
        if self._left:
            self._clock.at(self._clock.now + TOGETHER * FULL * 8 / CARD, self._go_on)

    def receive(self, packet: Any) -> None:
        """It is there, and nobody here cares."""


FULL = 1514
"""Bytes of a frame with a full segment."""

TOGETHER = 16
"""Segments of an skb of that size."""

CARD = 1e9
"""Of the neighbour’s card, bit/s."""
