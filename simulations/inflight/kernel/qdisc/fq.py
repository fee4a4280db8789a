"""Fair queueing with pacing: a queue for each socket, which also keeps to its rate. `sch_fq.c` of Linux 6.1."""

from __future__ import annotations

import math
from bisect import insort
from collections import deque
from heapq import heappop, heappush
from operator import itemgetter
from typing import Any

from inflight.kernel.clock import jiffies, nanoseconds, to_jiffies
from inflight.kernel.qdisc.base import QUANTUM, Qdisc, Queued, flow_hash

SECOND = 10**9
CONTROL = 7
"""`TC_PRIO_CONTROL`."""

_time_of = itemgetter(0)


class _Flow:
    """`struct fq_flow`. `credit`: bytes that it may still send in this round. Times in ns."""

    __slots__ = ("age", "credit", "detached", "late", "length", "line", "next_packet")

    def __init__(self, credit: int) -> None:
        self.credit = credit
        self.line: deque[tuple[int, Queued]] = deque()  # in the order they came, which is that of their times
        self.late: list[tuple[int, Queued]] = []  # those with an earlier time than the one before them, sorted
        self.length = 0
        self.detached = True  # in no list
        self.age = 0  # tick at which it became so
        self.next_packet = 0

    def add(self, time: int, item: Queued) -> None:
        """`flow_queue_add`."""
        if not self.line or time >= self.line[-1][0]:
            self.line.append((time, item))
        else:
            insort(self.late, (time, item), key=_time_of)
        self.length += 1

    def first(self) -> tuple[int, Queued] | None:
        """The packet with the earliest time to send (`fq_peek`)."""
        if self.late and (not self.line or self.late[0][0] < self.line[0][0]):
            return self.late[0]
        return self.line[0] if self.line else None

    def take(self) -> Queued:
        """That packet, removed."""
        self.length -= 1
        if self.late and (not self.line or self.late[0][0] < self.line[0][0]):
            return self.late.pop(0)[1]
        return self.line.popleft()[1]


class Fq(Qdisc):
    """`limit` and `flow_limit` in packets, `quantum` and `initial_quantum` in bytes, rates in bit/s, times in s.

    A packet has a socket if its sink has a `pacing_rate` (bytes/s): then the flow is paced at that rate, or at
    `maxrate` (0: none) if that is less. A packet may have a `txtime`, s, before which it does not leave (EDT,
    SO_TXTIME); one that is beyond the `horizon` is dropped, or with `horizon_cap` sent at the horizon. Packets without
    a socket, such as those that a router forwards, are only served in turn, by a hash under `orphan_mask`. Priority 7
    (TC_PRIO_CONTROL) goes before all else. Flows are never forgotten; the kernel collects old ones when there are
    2048.
    """

    name = "fq"

    def __init__(
        self,
        *,
        limit: int = 10_000,
        flow_limit: int = 100,
        quantum: int = 2 * QUANTUM,
        initial_quantum: int = 10 * QUANTUM,
        maxrate: float = 0.0,
        refill_delay: float = 0.04,
        low_rate_threshold: float = 550_000.0,
        orphan_mask: int = 1023,
        ce_threshold: float = math.inf,
        horizon: float = 10.0,
        horizon_cap: bool = False,
        pacing: bool = True,
    ) -> None:
        super().__init__(limit)
        self._flow_limit, self._quantum, self._initial = flow_limit, quantum, initial_quantum
        self._maxrate: int | None = int(maxrate / 8) or None
        self._refill = to_jiffies(int(refill_delay * 1e6 + 0.5))
        self._low_rate = int(low_rate_threshold / 8)
        self._mask, self._pacing = orphan_mask, pacing
        self._ce_threshold = nanoseconds(ce_threshold) if ce_threshold < 4294 else 4294967295000
        self._horizon, self._caps = nanoseconds(horizon), horizon_cap
        self._flows: dict[tuple[bool, int], _Flow] = {}
        self._internal = _Flow(0)
        self._new: deque[_Flow] = deque()
        self._old: deque[_Flow] = deque()
        self._delayed: list[tuple[int, int, _Flow]] = []
        self._serial = 0
        self._length = 0
        self.throttled = 0
        """How often a flow had to wait for its rate."""
        self.ce_marks = 0
        """Packets that were later than `ce_threshold`."""

    def enqueue(self, item: Queued) -> None:
        """`fq_enqueue`."""
        if self._length + self.held >= self.limit:
            self.drop(item)
            return
        now = time = nanoseconds(item.arrived)
        due = _txtime(item)
        if due is not None:
            time = due
            if time > now + self._horizon:
                if not self._caps:
                    self.drop(item)
                    return
                time = now + self._horizon
        flow = self._classify(item)
        if flow.length >= self._flow_limit and flow is not self._internal:
            self.drop(item)
            return
        self.backlog += item.size
        self._length += 1
        if flow.detached and flow is not self._internal:
            flow.detached = False
            self._new.append(flow)
            if jiffies(item.arrived) > flow.age + self._refill:
                flow.credit = max(flow.credit, self._quantum)
        flow.add(time, item)

    def dequeue(self, now: float) -> Queued | None:
        """Control packets, then flows in turn whose time has come; those that became busy first (`fq_dequeue`)."""
        if self._internal.length:
            return self._remove(self._internal)
        time = nanoseconds(now)
        self._unthrottle(time)
        new, old = self._new, self._old
        while new or old:
            turn = new or old
            flow = turn[0]
            if flow.credit <= 0:
                flow.credit += self._quantum
                turn.popleft()
                old.append(flow)
                continue
            first = flow.first()
            if first is None:
                turn.popleft()
                if turn is new and old:
                    old.append(flow)  # one pass through the others, so that being new again cannot starve them
                else:
                    flow.detached = True
                    flow.age = jiffies(now) | 1
                continue
            due = max(first[0], flow.next_packet)
            if time < due:
                turn.popleft()
                flow.next_packet = due
                self._serial += 1
                self.throttled += 1
                heappush(self._delayed, (due, self._serial, flow))
                continue
            item = self._remove(flow)
            if time - due > self._ce_threshold:
                self.ce_marks += 1
                self.mark(item)
            flow.credit -= item.size
            if self._pacing:
                self._pace(flow, item, time)
            return item
        return None

    def ready_at(self, now: float) -> float:
        """When the first flow that waits for its rate may go on (`time_next_delayed_flow`)."""
        return self._delayed[0][0] / SECOND if self._delayed else math.inf

    def ahead(self) -> int:
        """New flows come first."""
        return 0

    def __len__(self) -> int:
        return self._length

    def _classify(self, item: Queued) -> _Flow:
        """`fq_classify`."""
        if item.priority & 15 == CONTROL:
            return self._internal
        owned = getattr(item.sink, "pacing_rate", None) is not None
        key = (owned, item.flow if owned else flow_hash(item.flow) & self._mask)
        flow = self._flows.get(key)
        if flow is None:
            flow = self._flows[key] = _Flow(self._initial)
            flow.age = jiffies(item.arrived) | 1
        return flow

    def _remove(self, flow: _Flow) -> Queued:
        item = flow.take()
        self._length -= 1
        self.backlog -= item.size
        return item

    def _unthrottle(self, time: int) -> None:
        """`fq_check_throttled`."""
        delayed = self._delayed
        while delayed and delayed[0][0] <= time:
            self._old.append(heappop(delayed)[2])

    def _pace(self, flow: _Flow, item: Queued, time: int) -> None:
        """When the flow's next packet may leave."""
        rate, length = self._maxrate, item.size
        if _txtime(item) is None:
            own = getattr(item.sink, "pacing_rate", None)
            if own is not None and own < math.inf:
                rate = int(own) if rate is None else min(int(own), rate)
            if rate is not None and rate <= self._low_rate:
                flow.credit = 0
            else:
                length = max(length, self._quantum)
                if flow.credit > 0:
                    return
        if rate is None:
            return
        gap = min(length * SECOND // rate if rate else length * SECOND, SECOND)
        if flow.next_packet:
            gap -= min(gap // 2, time - flow.next_packet)  # a timer that was late is made up for
        flow.next_packet = time + gap


def _txtime(item: Queued) -> int | None:
    due: Any = getattr(item.packet, "txtime", None)
    return None if due is None else nanoseconds(due)
