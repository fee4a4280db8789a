"""CoDel in the kernel's integers: RFC 8289, `codel_impl.h`, `sch_codel.c`."""

from __future__ import annotations

import math
from collections.abc import Callable

from inflight.kernel.qdisc.base import QUANTUM, Qdisc, Queued
from inflight.kernel.qdisc.fifo import Pfifo

_U64 = (1 << 64) - 1
SHIFT = 10  # CoDel's clock ticks every 1024 ns
DISABLED = 0x7FFFFFFF
"""A threshold that is never reached (`CODEL_DISABLED_THRESHOLD`), ticks."""
TICK = 1.024e-6
"""That many seconds."""
INVERSE_ONE = 0xFFFF
"""1/√1 with 16 fractional bits, as nearly as they can hold it."""


def ticks(seconds: float) -> int:
    """`seconds` on CoDel's clock (`codel_get_time`)."""
    return int(seconds * 1e9 + 0.5) >> SHIFT


def threshold(seconds: float) -> int:
    """The same of a time that may be infinite."""
    return ticks(seconds) if seconds < 2000 else DISABLED


def newton_step(inverse: int, count: int) -> int:
    """A better 1/√count, 16 fractional bits, from a good one (`codel_Newton_step`).

    From a bad one, as after a batch of drops that has made `count` jump, comes what 64 bits leave of it.
    """
    inverse <<= 16
    square = inverse * inverse >> 32
    value = ((3 << 32) - count * square & _U64) >> 2
    return ((value * inverse & _U64) >> 31 + 16) & INVERSE_ONE


def kernel_gap(interval: int, inverse: int) -> int:
    """interval/√count in ticks, of `inverse` as above (`codel_control_law`)."""
    return interval * (inverse << 16) >> 32


def gap(interval: int, count: int) -> int:
    """interval/√count in ticks, rounded down (RFC 8289 §5.5)."""
    return math.isqrt(interval * interval // count)


class Controller:
    """The state of one CoDel queue (`struct codel_vars`) and its control law (`codel_dequeue`).

    target, interval: ticks. `take` removes the head of the queue; `rest` are the bytes that are left behind it.
    ce_threshold: ticks; what waited longer is marked, whatever the law says. drops, marks, ce_marks: how often.
    """

    __slots__ = (
        "_delay",
        "_drop_next",
        "_dropping",
        "_first_above",
        "_inverse",
        "_last_count",
        "ce_marks",
        "ce_threshold",
        "count",
        "drops",
        "ecn",
        "interval",
        "marks",
        "target",
    )

    def __init__(self, target: int, interval: int, ecn: bool, ce_threshold: int = DISABLED) -> None:
        self.target, self.interval, self.ecn, self.ce_threshold = target, interval, ecn, ce_threshold
        self.drops = self.marks = self.ce_marks = 0
        self.count = 0
        self._delay = 0
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
                if self._marked(item, queue):
                    self._drop_next = self._next(self._drop_next)
                    break
                item = take()
                if self._is_bad(item, queue.backlog, now):
                    self._drop_next = self._next(self._drop_next)
                else:
                    self._dropping = False
        elif bad:
            if not self._marked(item, queue):
                item = take()
                self._is_bad(item, queue.backlog, now)
            self._start(now)
        if item is not None and item.ect and self._delay > self.ce_threshold:
            self.ce_marks += 1
            if not item.ce:
                queue.mark(item)
        return item

    def _marked(self, item: Queued, queue: Qdisc) -> bool:
        """Mark it, or drop it."""
        if self.ecn and queue.mark(item):
            self.marks += 1
            return True
        self.drops += 1
        queue.drop(item)
        return False

    def _is_bad(self, item: Queued | None, rest: int, now: int) -> bool:
        """Whether packets have been waiting longer than `target` for an `interval` (`codel_should_drop`)."""
        if item is None:
            self._first_above = 0
            return False
        delay = self._delay = now - ticks(item.arrived)
        if delay < self.target or rest <= QUANTUM:
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
            self.count, self._inverse = 1, INVERSE_ONE
        self._last_count = self.count
        self._drop_next = self._next(now)

    def _next(self, time: int) -> int:
        """interval/√count after `time`."""
        return time + kernel_gap(self.interval, self._inverse)

    @property
    def dropping(self) -> bool:
        """Whether it drops (or marks) until the wait is short again."""
        return self._dropping

    @property
    def first_above(self) -> int:
        """When a queue that stays too long will have been so for an interval, ticks; 0: it is short."""
        return self._first_above

    @property
    def drop_next(self) -> int:
        """When the next packet is dropped, ticks; of no meaning unless it is dropping."""
        return self._drop_next


class ExactController(Controller):
    """The same with the square root of RFC 8289 §5.5, to the tick."""

    __slots__ = ()

    def _next(self, time: int) -> int:
        return time + gap(self.interval, self.count)


class CoDel(Pfifo):
    """A pfifo under its law. `limit` in packets, `target` and `interval` in s; `ecn`: mark instead of dropping.

    ce_threshold: s; what waited longer is marked, with or without `ecn`.
    exact: with the square root of the RFC, which the kernel only approaches.
    """

    name = "codel"

    def __init__(
        self,
        *,
        limit: int = 1000,
        target: float = 0.005,
        interval: float = 0.1,
        ce_threshold: float = math.inf,
        ecn: bool = False,
        exact: bool = False,
    ) -> None:
        super().__init__(limit=limit)
        law = ExactController if exact else Controller
        self.control = law(ticks(target), ticks(interval), ecn, threshold(ce_threshold))

    def dequeue(self, now: float) -> Queued | None:
        """`codel_qdisc_dequeue`."""
        return self.control.dequeue(now, self, self._take)

    def _take(self) -> Queued | None:
        return super().dequeue(0.0)
