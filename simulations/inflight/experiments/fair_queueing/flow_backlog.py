"""Whose packets wait in a queue: a count for each flow, kept by listening at its two ends."""

from __future__ import annotations

from inflight.kernel.qdisc.base import Qdisc, Queued


class Tally:
    """Of each of `flows` flows: packets that wait in `queue`, the root of a device, and those that it dropped."""

    def __init__(self, queue: Qdisc, flows: int) -> None:
        self.queued, self.dropped = [0] * flows, [0] * flows
        enqueue, dequeue, on_drop = queue.enqueue, queue.dequeue, queue.on_drop

        def put(item: Queued) -> None:
            self.queued[item.flow] += 1
            enqueue(item)

        def take(now: float) -> Queued | None:
            item = dequeue(now)
            if item is not None:
                self.queued[item.flow] -= 1
            return item

        def drop(item: Queued) -> None:
            self.queued[item.flow] -= 1
            self.dropped[item.flow] += 1
            if on_drop:
                on_drop(item)

        queue.enqueue, queue.dequeue, queue.on_drop = put, take, drop  # type: ignore[method-assign]
