"""A queue for each flow, served in turn, each under CoDel: RFC 8290, `sch_fq_codel.c`."""

from __future__ import annotations

import math
from collections import deque

from inflight.kernel.qdisc.base import QUANTUM, Qdisc, Queued, flow_hash
from inflight.kernel.qdisc.codel import Controller, threshold, ticks

OVERHEAD = 2728 - QUANTUM
"""What an skb takes above its bytes on the wire: `truesize` of a full segment is its 1448 bytes of payload and 1280."""


class _Bucket:
    """One of the queues (`struct fq_codel_flow`). `deficit`: bytes that it may still send in this round."""

    __slots__ = ("_whole", "at", "backlog", "control", "deficit", "listed", "queue")

    def __init__(self, at: int, control: Controller, whole: FqCodel) -> None:
        self.at, self.control, self._whole = at, control, whole
        self.queue: deque[Queued] = deque()
        self.backlog = 0
        self.deficit = 0
        self.listed = False

    def take(self) -> Queued | None:
        """Remove the head."""
        if not self.queue:
            return None
        item = self.queue.popleft()
        self.backlog -= item.size
        self._whole.removed(item)
        return item


class FqCodel(Qdisc):
    """`flows` buckets, `quantum` in bytes, `limit` in packets of all; the rest as of CoDel.

    memory_limit: bytes that all skbs may take, which is more than what they count on the wire: 32 MB are 12,300 full
    packets. drop_batch: packets dropped at once, at most, when the whole is too long. The kernel makes a `quantum`
    below 256 bytes 256.
    """

    name = "fq_codel"

    def __init__(
        self,
        *,
        limit: int = 10240,
        flows: int = 1024,
        quantum: int = QUANTUM,
        target: float = 0.005,
        interval: float = 0.1,
        ce_threshold: float = math.inf,
        memory_limit: int = 32 << 20,
        drop_batch: int = 64,
        ecn: bool = True,
    ) -> None:
        super().__init__(limit)
        self._flows, self._quantum = flows, quantum
        self._memory_limit, self._drop_batch = memory_limit, max(drop_batch, 1)
        self._law = (ticks(target), ticks(interval), ecn, threshold(ce_threshold))
        self._buckets: dict[int, _Bucket] = {}
        self._new: deque[_Bucket] = deque()
        self._old: deque[_Bucket] = deque()
        self._length = 0

    def ahead(self) -> int:
        """New flows come first."""
        return 0

    def enqueue(self, item: Queued) -> None:
        """`fq_codel_enqueue`: when all is full, the longest queue pays, not the newcomer."""
        bucket = self._bucket(item.flow)
        bucket.queue.append(item)
        bucket.backlog += item.size
        self.backlog += item.size
        self._length += 1
        if not bucket.listed:
            bucket.listed = True
            bucket.deficit = self._quantum
            self._new.append(bucket)
        memory = self.backlog + self._length * OVERHEAD
        if self._length + self.held > self.limit or memory > self._memory_limit:
            self._drop_half_of_the_longest()

    def dequeue(self, now: float) -> Queued | None:
        """Deficit round robin; queues that have just become busy come first (`fq_codel_dequeue`)."""
        new, old = self._new, self._old
        while new or old:
            turn = new or old
            bucket = turn[0]
            if bucket.deficit <= 0:
                bucket.deficit += self._quantum
                turn.popleft()
                old.append(bucket)
                continue
            item = bucket.control.dequeue(now, self, bucket.take)
            if item is not None:
                bucket.deficit -= item.size
                return item
            turn.popleft()
            if turn is new and old:
                old.append(bucket)  # one pass through the others, so that being new again cannot starve them
            else:
                bucket.listed = False
        return None

    def __len__(self) -> int:
        return self._length

    def removed(self, item: Queued) -> None:
        """`item` has left its bucket."""
        self.backlog -= item.size
        self._length -= 1

    def _bucket(self, flow: int) -> _Bucket:
        at = (flow_hash(flow) * self._flows) >> 32  # `reciprocal_scale`
        bucket = self._buckets.get(at)
        if bucket is None:
            bucket = self._buckets[at] = _Bucket(at, Controller(*self._law), self)
        return bucket

    def _drop_half_of_the_longest(self) -> None:
        """From its head, half of its bytes or `drop_batch` packets; of two, the lower index pays (`fq_codel_drop`)."""
        longest = max(self._buckets.values(), key=lambda bucket: (bucket.backlog, -bucket.at))
        half = longest.backlog >> 1
        gone = bytes_gone = 0
        while gone < self._drop_batch and (not gone or bytes_gone < half):
            item = longest.take()
            assert item is not None
            self.drop(item)
            gone += 1
            bytes_gone += item.size
        longest.control.count += gone
