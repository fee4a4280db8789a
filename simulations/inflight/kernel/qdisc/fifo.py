"""First in, first out, with a limit in packets or in bytes: `sch_fifo.c`."""

from __future__ import annotations

from inflight.kernel.qdisc.base import Fifo, Queued


class Pfifo(Fifo):
    """`limit` in packets, txqueuelen of the device unless told otherwise."""

    name = "pfifo"

    def __init__(self, *, limit: int = 1000) -> None:
        super().__init__(limit)

    def enqueue(self, item: Queued) -> None:
        """At the tail if there is room (`pfifo_enqueue`)."""
        if len(self._queue) + self.held < self.limit:
            self._append(item)
        else:
            self.drop(item)


class Bfifo(Fifo):
    """`limit` in bytes (txqueuelen full packets)."""

    name = "bfifo"

    def __init__(self, *, limit: int = 1000 * 1514) -> None:
        super().__init__(limit)

    def enqueue(self, item: Queued) -> None:
        """At the tail if its bytes fit (`bfifo_enqueue`)."""
        if self.backlog + self.held_bytes + item.size <= self.limit:
            self._append(item)
        else:
            self.drop(item)
