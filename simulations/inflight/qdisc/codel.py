"""CoDel in the kernel's integers: RFC 8289, `codel_impl.h`, `sch_codel.c`."""

from __future__ import annotations

from collections.abc import Callable

from inflight.qdisc.base import QUANTUM, Fifo, Qdisc, Queued

SHIFT = 10  # CoDel's clock ticks every 1024 ns
_INVERSE_ONE = 0xFFFF  # 1/√1 with 16 fractional bits, as nearly as they can hold it


def ticks(seconds: float) -> int:
    """`seconds` on CoDel's clock (`codel_get_time`)."""
    return int(seconds * 1e9 + 0.5) >> SHIFT


def newton_step(inverse: int, count: int) -> int:
    """A better 1/√count, 16 fractional bits, from a good one (`codel_Newton_step`)."""
    inverse <<= 16
    square = inverse * inverse >> 32
    value = (3 << 32) - count * square >> 2
    return (value * inverse >> 31) >> 16


class Controller:
    """The state of one CoDel queue (`struct codel_vars`) and its control law (`codel_dequeue`).

    target, interval: ticks. `take` removes the head of the queue; `rest` are the bytes that are left behind it.
    """

    __slots__ = (
        "_drop_next",
        "_dropping",
        "_first_above",
        "_inverse",
        "_last_count",
        "count",
        "ecn",
        "interval",
        "target",
    )

    def __init__(self, target: int, interval: int, ecn: bool) -> None:
        self.target, self.interval, self.ecn = target, interval, ecn
        self.count = 0
        self._last_count = 0
        self._inverse = 0
        self._dropping = False
        self._first_above = 0
        self._drop_next = 0

    def dequeue(self, seconds: float, queue: Qdisc, take: Callable[[], Queued | None]) -> Queued | None:
        """The next packet that is neither too old nor, for that, dropped."""
        item = take()
        if item is None:
            self._dropping = False
            self._first_above = 0
            return None
        now = ticks(seconds)
        bad = self._is_bad(item, queue.backlog, now)
        if self._dropping:
            if not bad:
                self._dropping = False
            while self._dropping and now >= self._drop_next:
                self.count += 1
                self._inverse = newton_step(self._inverse, self.count)
                assert item is not None
                if self.ecn and queue.mark(item):
                    self._drop_next = self._next(self._drop_next)
                    break
                queue.drop(item)
                item = take()
                if self._is_bad(item, queue.backlog, now):
                    self._drop_next = self._next(self._drop_next)
                else:
                    self._dropping = False
        elif bad:
            if not (self.ecn and queue.mark(item)):
                queue.drop(item)
                item = take()
                self._is_bad(item, queue.backlog, now)
            self._start(now)
        return item

    def _is_bad(self, item: Queued | None, rest: int, now: int) -> bool:
        """Whether packets have been waiting longer than `target` for an `interval` (`codel_should_drop`)."""
        if item is None or now - ticks(item.arrived) < self.target or rest <= QUANTUM:
            self._first_above = 0
        elif not self._first_above:
            self._first_above = now + self.interval
        else:
            return now > self._first_above
        return False

    def _start(self, now: int) -> None:
        """Dropping begins; if it ended a short while ago, near the rate that worked then (RFC 8289 §5.5)."""
        self._dropping = True
        more = self.count - self._last_count
        if more > 1 and now - self._drop_next < 16 * self.interval:
            self.count = more
            self._inverse = newton_step(self._inverse, more)
        else:
            self.count, self._inverse = 1, _INVERSE_ONE
        self._last_count = self.count
        self._drop_next = self._next(now)

    def _next(self, time: int) -> int:
        """interval/√count after `time` (`codel_control_law`)."""
        return time + (self.interval * (self._inverse << 16) >> 32)


class CoDel(Fifo):
    """One queue. `limit` in packets, `target` and `interval` in s; `ecn`: mark instead of dropping."""

    name = "codel"

    def __init__(self, *, limit: int = 1000, target: float = 0.005, interval: float = 0.1, ecn: bool = False) -> None:
        super().__init__(limit)
        self._control = Controller(ticks(target), ticks(interval), ecn)

    def enqueue(self, item: Queued) -> None:
        """At the tail, unless the queue is full (`codel_qdisc_enqueue`)."""
        if len(self._queue) + self.held < self.limit:
            self._append(item)
        else:
            self.drop(item)

    def dequeue(self, now: float) -> Queued | None:
        """`codel_qdisc_dequeue`."""
        return self._control.dequeue(now, self, self._take)

    def _take(self) -> Queued | None:
        return super().dequeue(0.0)
