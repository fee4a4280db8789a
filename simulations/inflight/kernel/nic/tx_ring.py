"""A device whose driver has a transmit ring: packets wait there, first in, first out, below any discipline.

    discipline ──▶ [ ring: descriptors ] ──▶ wire
                        ▲                     │
                        └──── completion ◀────┘

The hardware sends from the ring by itself. The driver learns later, in a completion, what has been sent; only then are
descriptors and bytes free again, and only then does the discipline get a stopped queue back.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any

from inflight.kernel.clock import Clock, jiffies
from inflight.kernel.nic.dql import Dql
from inflight.kernel.path.device import Device
from inflight.kernel.qdisc.base import Qdisc, Queued

DESCRIPTORS = 256
"""Packets that a ring holds, as many drivers set it up (`ethtool -g`)."""


class TxRing(Device):
    """`rate` in bit/s; `slots`: packets that the ring holds, sent ones included until they are completed.

    A packet of several fragments takes several descriptors of a real ring; here it is one.

    completion: draws how long after a packet has been sent the driver gets to know it, s (interrupt moderation, and
    the wait for the softirq); what else has been sent by then is completed with it. None: at once.
    dql: byte queue limits; None: a driver without. `on_ring` is told of a packet when it gets its descriptor, `on_wire`
    when its first bit leaves, `on_completion` of each completion, with its bytes.
    """

    def __init__(
        self,
        clock: Clock,
        qdisc: Qdisc,
        *,
        rate: float,
        slots: int = DESCRIPTORS,
        completion: Callable[[], float] | None = None,
        dql: Dql | None = None,
        delay: float = 0.0,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(clock, qdisc, rate=rate, delay=delay, rng=rng)
        self.slots, self._completion, self.dql = slots, completion, dql
        self._ring: deque[Queued] = deque()  # descriptors whose packets have not been sent
        self._sent_packets = self._sent_bytes = 0  # sent, and not completed
        self._completes = False  # a completion is on its way
        self._idle_since = 0.0
        self.bytes = 0
        """Bytes in the ring, sent ones included until they are completed."""
        self.stops = 0
        """How often the ring was full (`netif_tx_stop_queue`)."""
        self.limit_stops = 0
        """How often the byte limit was reached (`__QUEUE_STATE_STACK_XOFF`)."""
        self.completions = 0
        self.busy = 0.0
        """s that the wire has spent on packets that it has begun."""
        self.starved = 0.0
        """s that the wire stood still though the packet that came next was waiting in the discipline."""
        self.on_ring: Callable[[Queued, float], None] | None = None
        self.on_wire: Callable[[Queued, float], None] | None = None
        self.on_completion: Callable[[int, float], None] | None = None

    @property
    def packets(self) -> int:
        """Packets in the ring, sent ones included until they are completed."""
        return len(self._ring) + (self._on_line is not None) + self._sent_packets

    def wait(self) -> float:
        """How long a small packet of a new flow would wait if it came now, s; completions not counted."""
        return (self.bytes - self._sent_bytes) * self._seconds_per_byte + super().wait()

    def _take(self, item: Queued, now: float) -> None:
        """Give it a descriptor, and see whether there is room for another one."""
        self._ring.append(item)
        self.bytes += item.size
        if self.on_ring:
            self.on_ring(item, now)
        if self._on_line is None:
            self.starved += max(now - max(self._idle_since, item.arrived), 0.0)
            self._start(now)
        full = self.packets >= self.slots
        self.stops += full
        over = False
        if self.dql:
            # `netdev_tx_sent_queue` looks after it has queued, so the last packet may reach beyond the limit
            self.dql.queued(item.size)
            over = self.dql.available() < 0
            self.limit_stops += over
        self._stopped = full or over

    def _start(self, now: float) -> None:
        item = self._on_line = self._ring.popleft()
        time = item.size * self._seconds_per_byte
        self.busy += time
        if self.on_wire:
            self.on_wire(item, now)
        self._clock.at(now + time, self._sent)

    def _sent(self) -> None:
        """The wire is done with a packet; the driver does not know it yet."""
        now, item = self._clock.now, self._on_line
        assert item
        self._on_line = None
        self._sent_packets += 1
        self._sent_bytes += item.size
        if self._ring:
            self._start(now)
        else:
            self._idle_since = now
        self._leave(item, now)
        if not self._completion:
            self._complete()
        elif not self._completes:
            self._completes = True
            self._clock.at(now + self._completion(), self._complete)

    def _complete(self) -> None:
        """All that has been sent gives its descriptors and its bytes back; the discipline may go on."""
        now, size = self._clock.now, self._sent_bytes
        self._completes = False
        self.completions += 1
        self.bytes -= size
        self._sent_packets = self._sent_bytes = 0
        over = False
        if self.dql:
            self.dql.completed(size, jiffies(now))
            over = self.dql.available() < 0  # `netdev_tx_completed_queue`
        if self.on_completion:
            self.on_completion(size, now)
        if self._stopped and not over:
            self._stopped = False
            self._run()


def uniform(least: float, most: float, rng: random.Random) -> Callable[[], float] | None:
    """A completion's delay between two bounds, s; None if both are 0."""

    def draw() -> Any:
        return least + (most - least) * rng.random()

    return draw if most > 0 else None
