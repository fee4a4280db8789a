"""NAPI: an interrupt says that there is something, then the kernel asks for more until there is nothing left.

While it asks, the card's interrupts are off. `Cpu` (`softirq.py`) decides when to ask.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from inflight.kernel.clock import Clock
from inflight.kernel.nic.rx_ring import Packet, RxRing
from inflight.kernel.nic.softirq import Cpu, Poll

WEIGHT = 64
"""Packets that one poll takes at most (`NAPI_POLL_WEIGHT`; `weight_p` for the backlog)."""


class Napi:
    """Something that can be polled. `scheduled` stands for NAPI_STATE_SCHED: it is on a CPU's list, or being polled."""

    def __init__(self) -> None:
        self.scheduled = False
        self.weight = WEIGHT

    def poll(self) -> Poll:
        """Do up to `weight` packets. Fewer mean that it is done, and off the list."""
        raise NotImplementedError


class RxQueue(Napi):
    """One receive queue of a card: a ring, an interrupt with its moderation, and the driver's poll function.

    rx_usecs: the interrupt comes so long after a packet has, µs; rx_frames: or when so many have (0: no such rule).
    Both 0 would mean never, so drivers take it as "at once" (`ethtool.h:ethtool_coalesce`). Neither has a say in
    whether the kernel polls.
    cost: CPU time of a packet in this poll, s. `deliver` is where it then goes, on `cpu`.
    """

    def __init__(
        self,
        clock: Clock,
        cpu: Cpu,
        ring: RxRing,
        *,
        deliver: Callable[[Cpu, Packet], None],
        cost: float,
        rx_usecs: float = 0.0,
        rx_frames: int = 0,
    ) -> None:
        super().__init__()
        self._clock, self.cpu, self.ring = clock, cpu, ring
        self._deliver, self.cost = deliver, cost
        self._wait = rx_usecs * 1e-6
        self._frames = rx_frames if rx_usecs or rx_frames else 1
        self._fires = math.inf  # when the moderated interrupt is due
        self._since = 0  # packets since the last one
        self.interrupts = 0

    def receive(self, packet: Packet) -> bool:
        """The card has a packet off the wire; False: it was lost, the ring was full."""
        if not self.ring.put(packet):
            return False
        self._since += 1
        if not self.scheduled:
            self._moderate()
        return True

    def poll(self) -> Poll:
        """The driver's: packets out of the ring, one after another (as `igb_poll` and its kin)."""
        work = 0
        while work < self.weight and (packet := self.ring.first()):
            yield self.cost
            self._deliver(self.cpu, packet)
            self.ring.give_back()
            work += 1
        if work < self.weight:  # napi_complete_done: the card may interrupt again
            self.scheduled = False
            self._since = 0
        return work

    def _moderate(self) -> None:
        if self._frames and self._since >= self._frames:
            self._interrupt()
        elif self._wait and self._fires == math.inf:
            self._fires = due = self._clock.now + self._wait
            self._clock.at(due, lambda: self._due(due))

    def _due(self, due: float) -> None:
        if due == self._fires and not self.scheduled:
            self._interrupt()

    def _interrupt(self) -> None:
        self._fires = math.inf
        self._since = 0
        self.interrupts += 1
        self.scheduled = True
        self.cpu.schedule(self)
        self.cpu.interrupt()
