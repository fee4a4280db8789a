"""A token bucket in front of another discipline: `sch_tbf.c`."""

from __future__ import annotations

import math

from inflight.kernel.link import INSTANT
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.fifo import Bfifo

UNBOUNDED = 1 << 30
"""Bytes that no queue here ever holds."""

TC_MTU = 2047
"""`mtu` that tc assumes for its tables of a peak rate, bytes; the kernel has none of its own."""


def limit_from(latency: float, *, rate: float, burst: int, peakrate: float = 0.0, mtu: int = TC_MTU) -> int:
    """The `limit`, bytes, that tc sends for a `latency` in s (iproute2, q_tbf.c:tbf_parse_opt).

    The kernel never hears of a latency. `burst` is part of the sum as if the bucket were full when the queue begins, so
    what comes in when the bucket is empty waits longer, up to limit/rate. tc also converts the burst to the kernel's
    clock of 64 ns, rounding up, but only prints that: the kernel takes the bytes (`TCA_TBF_BURST`).
    """
    limit = rate / 8 * latency + burst
    if peakrate:
        limit = min(limit, peakrate / 8 * latency + mtu)
    return int(limit + INSTANT)  # the product of two decimals may come out a hair below a whole number


class Bucket:
    """`burst` bytes of tokens that come back at `rate` bit/s; full at first. It is counted in the time they take."""

    __slots__ = ("_burst", "_full", "_seconds_per_byte", "burst")

    def __init__(self, rate: float, burst: int) -> None:
        self._seconds_per_byte = 8 / rate
        self.burst = burst
        self._burst = burst * self._seconds_per_byte
        self._full = 0.0  # when it is full again

    def ready_at(self, size: int) -> float:
        """When there are tokens for `size` bytes, s."""
        return self._full - self._burst + size * self._seconds_per_byte

    def take(self, size: int, now: float) -> None:
        """Pay for `size` bytes at `now`."""
        full = self._full
        self._full = (full if full > now else now) + size * self._seconds_per_byte

    def level(self, now: float) -> float:
        """Bytes of tokens in it at `now`."""
        return self.burst - max(self._full - now, 0.0) / self._seconds_per_byte


class Tbf(Qdisc):
    """`rate` in bit/s, `burst` in bytes, `limit` in bytes, of the bfifo that is the child unless one is given.

    latency, s: sets the limit instead, as tc does (`limit_from`).
    peakrate (bit/s) and mtu (bytes): a second, small bucket that bounds how fast a burst may leave. A packet larger
    than either bucket is dropped, since there can never be enough tokens for it. The kernel cuts a GSO packet into its
    segments first (`tbf_segment`); here that is left to who hands it over.

    Raises:
        ValueError: both `latency` and `limit` are given, which tc refuses; or `peakrate` is not above `rate`, which the
            kernel refuses.
    """

    name = "tbf"

    def __init__(
        self,
        *,
        rate: float,
        burst: int,
        limit: int | None = None,
        latency: float | None = None,
        peakrate: float = 0.0,
        mtu: int = TC_MTU,
        child: Qdisc | None = None,
    ) -> None:
        if peakrate and peakrate <= rate:
            raise ValueError(f"tbf peakrate {peakrate:g} bit/s: it has to be above the rate, {rate:g} bit/s")
        if latency is not None:
            if limit is not None:
                raise ValueError(f"tbf latency {latency:g} s and limit {limit} bytes: give one of them")
            limit = limit_from(latency, rate=rate, burst=burst, peakrate=peakrate, mtu=mtu)
        limit = UNBOUNDED if limit is None else limit
        super().__init__(limit)
        self.seconds_per_byte = 8 / rate
        self.bucket = Bucket(rate, burst)
        # after a pause the kernel refills it for no longer than burst/rate; a peak bucket is full by then
        self.peak = Bucket(peakrate, mtu) if peakrate else None
        self.child = Bfifo(limit=limit) if child is None else child  # an empty one is false
        self.child.on_drop = self._dropped
        self._max_size = min(burst, mtu) if peakrate else burst
        self._next: Queued | None = None  # waits for tokens
        self._ready = math.inf
        self.overlimits = 0

    def enqueue(self, item: Queued) -> None:
        """`tbf_enqueue`."""
        if item.size > self._max_size:
            self.drop(item)
            return
        child = self.child
        child.enqueue(item)
        self.backlog = child.backlog + child.held_bytes

    def dequeue(self, now: float) -> Queued | None:
        """The child's next, if there are tokens for it (`tbf_dequeue`)."""
        child = self.child
        item = self._next
        if item is None:
            item = child.peek(now) if child.peeks else child.dequeue(now)
            if item is None:
                self._ready = child.ready_at(now)
                return None
        size = item.size
        ready = self.bucket.ready_at(size)
        if self.peak:
            ready = max(ready, self.peak.ready_at(size))
        if ready > now + INSTANT:
            self.overlimits += 1
            self._ready = ready
            if child.peeks:
                return None
            self._next = item
            child.held, child.held_bytes = 1, size
            self.backlog = child.backlog + size
            return None
        self.bucket.take(size, now)
        if self.peak:
            self.peak.take(size, now)
        if child.peeks:
            child.dequeue(now)
        self._next = None
        child.held = child.held_bytes = 0
        self.backlog = child.backlog
        return item

    def ready_at(self, now: float) -> float:
        """When there will be tokens for the packet that waits."""
        return self._ready

    def ahead(self) -> int:
        """Of the child, and the packet that waits."""
        return self.child.ahead()

    def __len__(self) -> int:
        return len(self.child) + self.child.held

    def _dropped(self, item: Queued) -> None:
        self.drop(item)
        self.backlog = self.child.backlog + self.child.held_bytes
