"""COBALT, the queue management of CAKE: CoDel and BLUE side by side, in the kernel's integers (`sch_cake.c`).

CoDel answers senders that listen; BLUE drops at random, ever more often, what overflows the queue all the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.kernel.qdisc.base import Qdisc, Queued

_MASK = 0xFFFFFFFF  # a u32
CACHED = 16
"""Counts below this have their 1/√count worked out beforehand (`REC_INV_SQRT_CACHE`)."""

MIN_RATE = 64
"""Bytes a second that a shaper is taken to have at least."""

P_UP, P_DOWN = 1 << 24, 1 << 20
"""BLUE's steps, of 2³²: 1/256 when the queue overflows, 1/4096 when it is empty."""


def newton_step(inverse: int, count: int) -> int:
    """A better 1/√count, 32 fractional bits, from a good one (`cobalt_newton_step`)."""
    square = inverse * inverse >> 32
    value = (3 << 32) - count * square >> 2
    return (value * inverse >> 31) & _MASK


def _cache() -> tuple[int, ...]:
    """Four steps for each count, from the value of the one before (`cobalt_cache_init`)."""
    inverse = _MASK
    found = [inverse]
    for count in range(1, CACHED):
        for _ in range(4):
            inverse = newton_step(inverse, count)
        found.append(inverse)
    return tuple(found)


INVERSES = _cache()


@dataclass(frozen=True, slots=True)
class Pace:
    """A rate as the kernel has it: a byte takes `ns >> shift` nanoseconds; `ns` is 0 if there is no rate."""

    ns: int
    shift: int

    @classmethod
    def of(cls, rate: int) -> Pace:
        """From bytes per second; 0 is without limit (`cake_set_rate`)."""
        if not rate:
            return cls(0, 0)
        shift = 34
        ns = (10**9 << shift) // max(MIN_RATE, rate)
        while ns >> 34:
            ns >>= 1
            shift -= 1
        return cls(ns, shift)

    def time(self, size: int) -> int:
        """Nanoseconds for `size` bytes."""
        return size * self.ns >> self.shift


@dataclass(frozen=True, slots=True)
class Law:
    """`struct cobalt_params`, all in ns; `mtu_time` is what a full packet takes."""

    target: int
    interval: int
    mtu_time: int

    @classmethod
    def of(cls, pace: Pace, mtu: int, target: int, interval: int) -> Law:
        """Wanted target and interval, made longer where a full packet takes long (`cake_set_rate`)."""
        mtu_time = pace.time(mtu)
        longer = max(mtu_time * 3 // 2, target)
        return cls(longer, max(interval + longer - target, 2 * longer), mtu_time)


class Cobalt:
    """The state of one queue (`struct cobalt_vars`). Times are ns.

    It starts as the kernel's does, with 1/√count of nothing at all: so the very first drop comes as soon as two
    packets in a row are too old, and not an interval later.
    """

    __slots__ = ("_blue_timer", "_dropping", "_inverse", "_law", "_rng", "count", "drop_next", "p_drop")

    def __init__(self, law: Law, rng: random.Random) -> None:
        self._law, self._rng = law, rng
        self.count = 0
        self.drop_next = 0
        self.p_drop = 0
        """BLUE's, of 2³²."""
        self._inverse = 0
        self._dropping = False
        self._blue_timer = 0

    def overflowed(self, now: int) -> None:
        """A packet of this queue had to go because there was no room (`cobalt_queue_full`)."""
        if now - self._blue_timer > self._law.target:
            self.p_drop = min(self.p_drop + P_UP, _MASK)
            self._blue_timer = now
        self._dropping = True
        self.drop_next = now
        self.count = self.count or 1

    def ran_empty(self, now: int) -> None:
        """It was this queue's turn, and nothing was in it (`cobalt_queue_empty`)."""
        if self.p_drop and now - self._blue_timer > self._law.target:
            self.p_drop = max(self.p_drop - P_DOWN, 0)
            self._blue_timer = now
        self._dropping = False
        if self.count and now >= self.drop_next:
            self._recount(self.count - 1)

    def at_rest(self, now: int) -> bool:
        """Nothing is left that would have to be remembered."""
        return not (self.p_drop or self.count or now < self.drop_next)

    def should_drop(self, item: Queued, now: int, arrived: int, bulk: int, queue: Qdisc) -> bool:
        """Whether `item`, just taken from the queue, has to go; if its sender knows ECN, CoDel marks it instead.

        bulk: in ingress mode the flows with a standing queue, else 0 (`cobalt_should_drop`).
        """
        law = self._law
        sojourn = now - arrived
        past = now - self.drop_next  # kept as it was: drop_next moves on below
        due = bool(self.count) and past >= 0
        drop = False
        if sojourn > law.target and sojourn > law.mtu_time * 4 and sojourn > law.mtu_time * bulk * 2:
            if not self._dropping:
                self._dropping = True
                self.drop_next = self._after(now)
            self.count = self.count or 1
        else:
            self._dropping = False
        if due:
            if self._dropping:
                drop = not queue.mark(item)
                self._recount(min(self.count + 1, _MASK))
                past = now - self.drop_next
            else:
                while due:
                    self._recount(self.count - 1)
                    past = now - self.drop_next
                    due = bool(self.count) and past >= 0
        if self.p_drop and self._rng.getrandbits(32) < self.p_drop:
            drop = True  # BLUE does not ask for ECN
        if not self.count:
            self.drop_next = now + law.interval
        elif past > 0 and not drop:
            self.drop_next = now
        return drop

    def _recount(self, count: int) -> None:
        """`cobalt_invsqrt`, and the next drop after the last."""
        self.count = count
        self._inverse = INVERSES[count] if count < CACHED else newton_step(self._inverse, count)
        self.drop_next = self._after(self.drop_next)

    def _after(self, time: int) -> int:
        """interval/√count later; the kernel's factor has 32 bits, and so has the interval (`cobalt_control`)."""
        return time + ((self._law.interval & _MASK) * self._inverse >> 32)
