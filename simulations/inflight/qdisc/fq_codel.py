"""A queue for each flow, served in turn, each under CoDel: RFC 8290, `sch_fq_codel.c`."""

from __future__ import annotations

from collections import deque

from inflight.qdisc.base import QUANTUM, Qdisc, Queued, flow_hash
from inflight.qdisc.codel import Controller, ticks

DROP_BATCH = 64
"""Packets dropped at once, at most, when the whole is too long (`TCA_FQ_CODEL_DROP_BATCH_SIZE`)."""


class _Bucket:
    """One of the queues (`struct fq_codel_flow`). `deficit`: bytes that it may still send in this round."""

    __slots__ = ("_whole", "backlog", "control", "deficit", "listed", "queue")

    def __init__(self, control: Controller, whole: FqCodel) -> None:
        self.control, self._whole = control, whole
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

    The kernel also bounds the memory (32 MB); full packets reach `limit` first.
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
        ecn: bool = True,
    ) -> None:
        super().__init__(limit)
        self._flows, self._quantum = flows, quantum
        self._law = (ticks(target), ticks(interval), ecn)
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
        if self._length + self.held > self.limit:
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
            bucket = self._buckets[at] = _Bucket(Controller(*self._law), self)
        return bucket

    def _drop_half_of_the_longest(self) -> None:
        """From its head, half of its bytes or 64 packets (`fq_codel_drop`)."""
        longest = max(self._buckets.values(), key=lambda bucket: bucket.backlog)
        half = longest.backlog >> 1
        gone = bytes_gone = 0
        while gone < DROP_BATCH and (not gone or bytes_gone < half):
            item = longest.take()
            assert item is not None
            self.drop(item)
            gone += 1
            bytes_gone += item.size
        longest.control.count += gone
