"""The contract between a queueing discipline and the device, or the parent discipline, that empties it.

`enqueue` is called when a packet arrives and `dequeue` when the next one may leave. A discipline may drop a packet at
either time, the newcomer or another one, and says so with `drop`; instead of dropping it may `mark` one whose sender
knows ECN. It sets no timers: time is what it is told. One that lets packets wait though the line is free, as shapers
do, returns None and says in `ready_at` when to ask again.

A parent that has to look at a packet before it may go (`Tbf`) takes it out and keeps it; for the child it still counts
(`held`), as with `qdisc_peek_dequeued`. A child with a `peek` of its own (`peeks`) keeps the packet, and what is next
may be another one when the parent looks again.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar

QUANTUM = 1514
"""`psched_mtu` of an Ethernet device, bytes: what a full packet counts."""


class Queued:
    """A packet in a queue: `size` in bytes on the wire, and the number of its `flow`.

    arrived: when it came to this discipline, s; a parent that hands it on later than it came sets it anew.
    `ect`: it may be marked (RFC 3168 §5); `ce`: it was; `l4s`: its ECT is ECT(1) (RFC 9331 §4.1).
    `number` counts packets in the order they arrived, from 0.
    """

    __slots__ = ("arrived", "ce", "ect", "flow", "l4s", "number", "packet", "sink", "size")

    def __init__(self, packet: Any, size: int, sink: Any, arrived: float, number: int) -> None:
        self.packet, self.size, self.sink = packet, size, sink
        self.arrived, self.number = arrived, number
        self.flow: int = sink.flow
        self.ect: bool = packet.ect
        self.l4s: bool = packet.ect and packet.l4s
        self.ce = False

    @property
    def priority(self) -> int:
        """`skb->priority`, 0 to 15, as the kernel takes it from the TOS byte (`rt_tos2priority`)."""
        return getattr(self.sink, "priority", 0)


_PRIORITIES = (0, 0, 0, 0, 2, 2, 2, 2, 6, 6, 6, 6, 4, 4, 4, 4)
"""`ip_tos2prio`: best effort, bulk, interactive, interactive bulk."""


def priority_of(tos: int) -> int:
    """What `skb->priority` is for a TOS byte (`route.h:rt_tos2priority`); only the four bits of RFC 1349 count.

    >>> [priority_of(tos) for tos in (0x00, 0x08, 0x10, 0xB8)]
    [0, 2, 6, 4]
    """
    return _PRIORITIES[(tos & 0x1E) >> 1]


def flow_hash(flow: int) -> int:
    """32 bits. The kernel hashes addresses and ports; Knuth's multiplicative hash of the flow's number does here."""
    return flow * 2654435761 & 0xFFFFFFFF


class Qdisc:
    """Base of all disciplines. `limit` is in packets unless the discipline says otherwise."""

    name: ClassVar[str]
    seconds_per_byte = 0.0
    """Of a discipline that has a rate itself: what that comes to."""
    peeks: ClassVar[bool] = False
    """It has a `peek` of its own, so that a parent may look at a packet without taking it."""

    def __init__(self, limit: int = 1000) -> None:
        self.limit = limit
        self.backlog = 0
        """Bytes in the queue."""
        self.held = 0
        """Packets that a parent has taken but not sent: they still count for the limit."""
        self.held_bytes = 0
        """And their bytes."""
        self.drops = 0
        """Packets dropped."""
        self.marks = 0
        """Packets marked instead of dropped."""
        self.on_drop: Callable[[Queued], None] | None = None
        """Is told each packet that is dropped."""

    def enqueue(self, item: Queued) -> None:
        """A packet arrives, at `item.arrived`."""
        raise NotImplementedError

    def dequeue(self, now: float) -> Queued | None:
        """The packet to send next; None: there is none that may go. `now` in s."""
        raise NotImplementedError

    def peek(self, now: float) -> Queued | None:
        """What `dequeue` would give, left where it is; only of a discipline that `peeks`."""
        raise NotImplementedError

    def __len__(self) -> int:
        """Packets in the queue."""
        raise NotImplementedError

    def ready_at(self, now: float) -> float:
        """When `dequeue`, which has just returned None, should be asked again, s; infinite: when something arrives."""
        return math.inf

    def ahead(self) -> int:
        """Bytes that would leave before a packet of a new flow."""
        return self.backlog

    def drop(self, item: Queued) -> None:
        """`item`, which is not in the queue any more, is gone."""
        self.drops += 1
        if self.on_drop:
            self.on_drop(item)

    def mark(self, item: Queued) -> bool:
        """Set CE if the sender allows it (`INET_ECN_set_ce`)."""
        if item.ect:
            item.ce = True
            self.marks += 1
        return item.ect


class Fifo(Qdisc):
    """One queue, first in, first out; what does not fit is dropped when it arrives. For disciplines to build on."""

    def __init__(self, limit: int = 1000) -> None:
        super().__init__(limit)
        self._queue: deque[Queued] = deque()

    def dequeue(self, now: float) -> Queued | None:
        """The oldest."""
        if not self._queue:
            return None
        item = self._queue.popleft()
        self.backlog -= item.size
        return item

    def __len__(self) -> int:
        return len(self._queue)

    def _append(self, item: Queued) -> None:
        self._queue.append(item)
        self.backlog += item.size
