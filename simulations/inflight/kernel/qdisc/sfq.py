"""Stochastic fairness queueing: a queue for each hash of a flow, served in turn. `sch_sfq.c`."""

from __future__ import annotations

import random
from collections import deque

from inflight.kernel.clock import HZ, wheel
from inflight.kernel.qdisc.base import QUANTUM, Qdisc, Queued, flow_hash

MAX_DEPTH = 127
"""Packets that one queue can have, at most (`SFQ_MAX_DEPTH`)."""


class _Slot:
    """One of the queues (`struct sfq_slot`). `allot`: bytes that it may still send in this round."""

    __slots__ = ("allot", "hash", "queue")

    def __init__(self, hash_: int, allot: int) -> None:
        self.hash, self.allot = hash_, allot
        self.queue: deque[Queued] = deque()


class Sfq(Qdisc):
    """`limit` packets in all, `depth` in each of at most `flows` queues, `divisor` hash values, `quantum` in bytes.

    perturb: s after which flows are hashed anew (0: never). headdrop: the oldest packet of a full queue goes, not the
    newest. The kernel's hash has a secret key; drawing each flow's value from `rng` is the same to us. Its RED for
    each flow (`redflowlimit`) is left out.

    Raises:
        ValueError: a `limit` below 2, or a `divisor` that is no power of 2 up to 65536: the kernel refuses them.
    """

    name = "sfq"

    def __init__(
        self,
        *,
        limit: int = MAX_DEPTH,
        depth: int = MAX_DEPTH,
        divisor: int = 1024,
        quantum: int = QUANTUM,
        perturb: float = 0.0,
        flows: int = 128,
        headdrop: bool = False,
        rng: random.Random | None = None,
    ) -> None:
        if limit < 2:
            raise ValueError(f"sfq limit {limit}: it has to be at least 2")
        if divisor & divisor - 1 or not 0 < divisor <= 65536:
            raise ValueError(f"sfq divisor {divisor}: it has to be a power of 2, at most 65536")
        self._depth = min(depth, MAX_DEPTH)
        flows = min(flows, divisor)
        super().__init__(min(limit, self._depth * flows))
        self._flows = min(flows, self.limit)
        self._divisor, self._quantum, self._headdrop = divisor, max(quantum, 256), headdrop
        self._slots: dict[int, _Slot] = {}  # by their hash
        self._round: deque[_Slot] = deque()  # in the order of their turns
        # slots of each length, the one that got it last at the end: where to look for the longest
        self._by_length: list[dict[_Slot, None]] = [{} for _ in range(self._depth + 1)]
        self._longest = 0
        self._length = 0
        self._period = int(perturb * HZ)
        self._perturbs = wheel(0.0, self._period) if self._period else float("inf")
        self._rng = rng or random.Random(1)
        self._key: dict[int, int] | None = None

    def enqueue(self, item: Queued) -> None:
        """At the end of its queue; if there are too many in all, the longest queue loses one (`sfq_enqueue`)."""
        if item.arrived >= self._perturbs:
            self._perturb(item.arrived)
        hash_ = self._hash(item.flow)
        slot = self._slots.get(hash_)
        if slot is None:
            if len(self._slots) >= self._flows:
                self.drop(item)
                return
            slot = self._open(hash_)
        elif len(slot.queue) >= self._depth:
            if not self._headdrop:
                self.drop(item)
                return
            oldest = slot.queue.popleft()
            slot.queue.append(item)
            self.backlog += item.size - oldest.size
            self.drop(oldest)
            return
        self._add(slot, item)
        self.backlog += item.size
        self._length += 1
        if self._length + self.held > self.limit:
            self._drop_one()

    def dequeue(self, now: float) -> Queued | None:
        """Round robin by bytes: a queue stays at the head until its allotment is used up (`sfq_dequeue`)."""
        if now >= self._perturbs:
            self._perturb(now)
        turns = self._round
        if not turns:
            return None
        while (slot := turns[0]).allot <= 0:
            slot.allot += self._quantum
            turns.rotate(-1)
        item = self._remove(slot, first=True)
        self.backlog -= item.size
        self._length -= 1
        if slot.queue:
            slot.allot -= item.size
        else:
            del self._slots[slot.hash]
            turns.popleft()
        return item

    def ahead(self) -> int:
        """A new flow waits for one turn of each that is there."""
        return sum(slot.queue[0].size for slot in self._round)

    def __len__(self) -> int:
        return self._length

    def _hash(self, flow: int) -> int:
        if self._key is None:
            return flow_hash(flow) & self._divisor - 1
        if flow not in self._key:
            self._key[flow] = self._rng.getrandbits(32)
        return self._key[flow] & self._divisor - 1

    def _open(self, hash_: int) -> _Slot:
        slot = self._slots[hash_] = _Slot(hash_, self._quantum)
        self._round.append(slot)
        return slot

    def _add(self, slot: _Slot, item: Queued) -> None:
        """`slot_queue_add`, `sfq_inc`."""
        queue = slot.queue
        self._by_length[len(queue)].pop(slot, None)
        queue.append(item)
        self._by_length[len(queue)][slot] = None
        self._longest = max(self._longest, len(queue))

    def _remove(self, slot: _Slot, *, first: bool) -> Queued:
        """`slot_dequeue_head` or `_tail`, `sfq_dec`."""
        queue = slot.queue
        there = self._by_length[len(queue)]
        del there[slot]
        if not there and self._longest == len(queue):
            self._longest -= 1
        item = queue.popleft() if first else queue.pop()
        if queue:
            self._by_length[len(queue)][slot] = None
        return item

    def _drop_one(self) -> None:
        """From the longest queue; if all have one packet, the one whose turn it is (`sfq_drop`)."""
        if self._longest > 1:
            slot = next(reversed(self._by_length[self._longest]))
            item = self._remove(slot, first=self._headdrop)
        else:
            slot = self._round.popleft()
            del self._slots[slot.hash]
            item = self._remove(slot, first=True)
        self.backlog -= item.size
        self._length -= 1
        self.drop(item)

    def _perturb(self, now: float) -> None:
        """The timers that were due: a new key, and all that is queued is sorted anew (`sfq_perturbation`)."""
        while self._perturbs <= now:
            self._perturbs = wheel(self._perturbs, self._period)
        self._key = {}
        waiting = [item for slot in self._slots.values() for item in slot.queue]
        self._slots, self._longest = {}, 0
        self._round.clear()
        for there in self._by_length:
            there.clear()
        for item in waiting:
            hash_ = self._hash(item.flow)
            slot = self._slots.get(hash_)
            if slot is None and len(self._slots) < self._flows:
                slot = self._open(hash_)
            if slot is None or len(slot.queue) >= self._depth:
                self.backlog -= item.size
                self._length -= 1
                self.drop(item)
            else:
                self._add(slot, item)
