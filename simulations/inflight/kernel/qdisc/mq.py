"""A discipline for each transmit queue of a card: `sch_mq.c`."""

from __future__ import annotations

import math
from collections.abc import Callable

from inflight.kernel.qdisc.base import Qdisc, Queued, flow_hash
from inflight.kernel.qdisc.fq_codel import FqCodel


class Mq(Qdisc):
    """`queues` transmit queues, each with a discipline made by `leaf` (net.core.default_qdisc).

    It is a scheduler in name only: the kernel picks a queue by the flow's hash (`skb_tx_hash`) before any discipline
    is asked, and the card takes a packet from each queue in turn. So what is shared evenly is the line among queues,
    not among flows: two flows that meet in one queue have half as much each, whatever the leaf does.
    """

    name = "mq"

    def __init__(self, *, queues: int = 4, leaf: Callable[[], Qdisc] = FqCodel) -> None:
        self.children = [leaf() for _ in range(queues)]
        super().__init__(sum(child.limit for child in self.children))
        for child in self.children:
            child.on_drop = self._dropped
        self._turn = 0

    def queue_of(self, flow: int) -> int:
        """The transmit queue that `flow` is sent by (`reciprocal_scale` of its hash)."""
        return flow_hash(flow) * len(self.children) >> 32

    def enqueue(self, item: Queued) -> None:
        """Into the flow's queue."""
        child = self.children[self.queue_of(item.flow)]
        child.enqueue(item)
        self._count()

    def dequeue(self, now: float) -> Queued | None:
        """One from each queue in turn, as the card does."""
        count = len(self.children)
        for step in range(count):
            at = (self._turn + step) % count
            item = self.children[at].dequeue(now)
            if item is not None:
                self._turn = (at + 1) % count
                self._count()
                return item
        self._count()
        return None

    def ready_at(self, now: float) -> float:
        """When the first of those that wait may go on."""
        return min((child.ready_at(now) for child in self.children), default=math.inf)

    def __len__(self) -> int:
        return sum(len(child) for child in self.children)

    def ahead(self) -> int:
        """Bytes that a new flow finds before it: its own queue's, and as much of the others."""
        return max(child.ahead() for child in self.children)

    def _count(self) -> None:
        self.backlog = sum(child.backlog for child in self.children)

    def _dropped(self, item: Queued) -> None:
        self.drop(item)
