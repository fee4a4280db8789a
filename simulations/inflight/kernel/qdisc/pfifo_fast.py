"""Three queues by priority, each first in, first out: `sch_generic.c:pfifo_fast`, the kernel's own default."""

from __future__ import annotations

from collections import deque

from inflight.kernel.qdisc.base import Qdisc, Queued

PRIO2BAND = (1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
"""The band of each priority (`sch_generic.c:prio2band`); 0 goes first."""

BATCH = 16
"""Slots that are given back at once: pointers in two cache lines of 64 bytes (`ptr_ring.h:__ptr_ring_set_size`)."""


class PtrRing:
    """A ring of `size` slots (`skb_array`). Slots that were read can be written again when 16 of them have been.

    So the writer may find it full with up to 15 packets less in it (`ptr_ring.h:__ptr_ring_discard_one`).
    """

    __slots__ = ("_batch", "_head", "_tail", "queue", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        self._batch = BATCH if size // 2 >= BATCH else 1
        self._head = self._tail = 0  # the slot that is read next, and the first that was read but not given back
        self.queue: deque[Queued] = deque()

    def produce(self, item: Queued) -> bool:
        """False: it is full (`__ptr_ring_produce`)."""
        if len(self.queue) + self._head - self._tail >= self.size:
            return False
        self.queue.append(item)
        return True

    def consume(self) -> Queued:
        """The oldest (`__ptr_ring_consume`)."""
        self._head += 1
        at_end = self._head >= self.size
        if at_end or self._head - self._tail >= self._batch:
            self._tail = self._head
        if at_end:
            self._head = self._tail = 0
        return self.queue.popleft()


class PfifoFast(Qdisc):
    """`limit`: the device's txqueuelen, packets, of each band; `tc` cannot set it, `ip link` can."""

    name = "pfifo_fast"
    peeks = True

    def __init__(self, *, limit: int = 1000) -> None:
        super().__init__(limit)
        self.bands = tuple(PtrRing(limit) for _ in range(3))

    def enqueue(self, item: Queued) -> None:
        """To its band, if that has a free slot (`pfifo_fast_enqueue`)."""
        if self.bands[PRIO2BAND[item.priority & 15]].produce(item):
            self.backlog += item.size
        else:
            self.drop(item)

    def peek(self, now: float) -> Queued | None:
        """The oldest of the first band that has any; it stays (`pfifo_fast_peek`)."""
        for band in self.bands:
            if band.queue:
                return band.queue[0]
        return None

    def dequeue(self, now: float) -> Queued | None:
        """That packet (`pfifo_fast_dequeue`): a band has to wait until those before it are empty."""
        for band in self.bands:
            if band.queue:
                item = band.consume()
                self.backlog -= item.size
                return item
        return None

    def ahead(self) -> int:
        """Of the middle band, where what says nothing about itself goes, and of the one before it."""
        return sum(item.size for band in self.bands[:2] for item in band.queue)

    def __len__(self) -> int:
        return sum(len(band.queue) for band in self.bands)
