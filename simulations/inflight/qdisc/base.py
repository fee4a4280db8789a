"""The contract between a queueing discipline and the shaper that empties it.

The shaper calls `enqueue` when a packet arrives and `dequeue` when it wants the next one to leave. It asks for that
one as soon as the one before has left, and keeps it until it may go, as `sch_tbf.c` does by peeking at its child.
A discipline may drop a packet at either time, the newcomer or another one, and says so with `drop`; instead of
dropping it may `mark` one whose sender knows ECN. It sets no timers: time is what it is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

QUANTUM = 1514
"""`psched_mtu` of an Ethernet device, bytes: what a full packet counts."""


class Queued:
    """A packet in a queue: `size` in bytes on the wire, `arrived` in s, and the number of its `flow`.

    `ect`: it may be marked (RFC 3168 §5); `ce`: it was. `number` counts packets in the order they arrived, from 0.
    """

    __slots__ = ("arrived", "ce", "ect", "flow", "number", "packet", "sink", "size")

    def __init__(self, packet: Any, size: int, sink: Any, arrived: float, number: int) -> None:
        self.packet, self.size, self.sink = packet, size, sink
        self.arrived, self.number = arrived, number
        self.flow: int = sink.flow
        self.ect: bool = packet.ect
        self.ce = False


class Qdisc:
    """Base of all disciplines. `limit` is in packets."""

    name: ClassVar[str]

    def __init__(self, limit: int = 1000) -> None:
        self.limit = limit
        self.backlog = 0
        """Bytes in the queue."""
        self.held = 0
        """Packets that the shaper has taken but not sent: they still count for the limit (`qdisc_peek_dequeued`)."""
        self.marks = 0
        """Packets marked instead of dropped."""
        self.on_drop: Callable[[Queued], None] | None = None
        """Is told each packet that is dropped."""

    def enqueue(self, item: Queued) -> None:
        """A packet arrives."""
        raise NotImplementedError

    def dequeue(self, now: float) -> Queued | None:
        """The packet to send next; None: there is none. `now` in s."""
        raise NotImplementedError

    def __len__(self) -> int:
        """Packets in the queue."""
        raise NotImplementedError

    def ahead(self) -> int:
        """Bytes that would leave before a packet of a new flow."""
        return self.backlog

    def drop(self, item: Queued) -> None:
        """`item`, which is not in the queue any more, is gone."""
        if self.on_drop:
            self.on_drop(item)

    def mark(self, item: Queued) -> bool:
        """Set CE if the sender allows it (`INET_ECN_set_ce`)."""
        if item.ect:
            item.ce = True
            self.marks += 1
        return item.ect
