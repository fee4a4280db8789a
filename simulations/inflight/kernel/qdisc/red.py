"""Random early detection: a queue that drops the more often the longer it is on average. `sch_red.c`, `red.h`."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from inflight.kernel.clock import HZ, wheel
from inflight.kernel.qdisc.base import Fifo, Queued

ONE_PERCENT = 42949673
"""Of 2^32 (`RED_ONE_PERCENT`)."""

_PASS, _EARLY, _FORCED = range(3)


@dataclass(frozen=True)
class Scale:
    """What `tc` computes for the kernel (iproute2 `tc_red.c`). wlog: the average's weight is 2^-wlog.

    stab[idle µs >> cell]: by how many bits the average is shifted after an idle time.
    """

    wlog: int
    cell: int
    stab: tuple[int, ...]

    @classmethod
    def of(cls, minimum: int, burst: int, avpkt: int, bandwidth: float) -> Scale:
        """Bytes, packets, bytes, bit/s.

        Raises:
            ValueError: no weight lets such a burst pass.
        """
        wlog = _wlog(minimum, burst, avpkt)
        # tc puts the time of a packet in ticks of 64 ns into a table that the kernel reads in µs
        decay = _log(wlog) / math.ceil(avpkt * 8 / bandwidth * 15_625_000)
        cell = 0
        while 31 / decay / (1 << cell) >= 512:
            cell += 1
        return cls(wlog, cell, (0, *(min(int((i << cell) * decay), 31) for i in range(1, 255)), 31))


def _wlog(minimum: int, burst: int, avpkt: int) -> int:
    """The least weight under which `burst` packets pass: burst + 1 - min/avpkt ≤ (1 - (1-W)^burst)/W."""
    room = burst + 1 - minimum / avpkt
    if room >= 1:
        for wlog in range(1, 32):
            weight = 1 / (1 << wlog)
            rest = 1.0
            for _ in range(burst):
                rest *= 1 - weight
            if room <= (1 - rest) / weight:
                return wlog
    raise ValueError(f"red burst {burst}: too small for min {minimum}, avpkt {avpkt}; {1 + minimum // avpkt} would do")


def _log(wlog: int) -> float:
    """-ln(1 - 2^-wlog) by its series: the logarithm of a library differs from one to the next in the last bit."""
    x = 1 / (1 << wlog)
    total, power, n = 0.0, x, 1
    while power > 1e-20:
        total += power / n
        power *= x
        n += 1
    return total


class Red(Fifo):
    """`limit`, `min`, `max` and `avpkt` in bytes, `burst` in packets, `bandwidth` in bit/s, as `tc` wants them.

    probability: of a drop when the average is `max`; beyond it, all are dropped (or, with `ecn` and not `harddrop`,
    marked). nodrop: those that cannot be marked pass. adaptive: the probability follows the load twice a second.
    min and max: a third of max and a quarter of limit, unless given. burst: (2·min + max)/(3·avpkt).

    Raises:
        ValueError: `burst` is too small for `min`.
    """

    name = "red"
    peeks = True

    def __init__(
        self,
        *,
        limit: int = 400_000,
        min: int = 0,
        max: int = 0,
        avpkt: int = 1000,
        burst: int = 0,
        probability: float = 0.02,
        bandwidth: float = 10e6,
        ecn: bool = False,
        harddrop: bool = False,
        nodrop: bool = False,
        adaptive: bool = False,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(limit)
        high = max or (3 * min if min else limit // 4)
        low = min or high // 3
        scale = Scale.of(low, burst or (2 * low + high) // (3 * avpkt), avpkt, bandwidth)
        self._wlog, self._cell, self._stab = scale.wlog, scale.cell, scale.stab
        self._low, self._high = low << scale.wlog, high << scale.wlog
        self._delta = high - low if high > low else 1
        self._max_p = int(probability * (1 << 32))
        self._divide = self._max_p // self._delta or 1
        self._targets = (low + 2 * (self._delta // 5), low + 3 * (self._delta // 5))
        self._ecn, self._harddrop, self._nodrop = ecn, harddrop, nodrop
        self._timer = wheel(0.0, HZ // 2) if adaptive else float("inf")
        self._rng = rng or random.Random(1)
        self._average = 0  # bytes, `wlog` fractional bits
        self._count = -1  # packets since the last drop
        self._random = 0
        self._idle_since = 0.0  # s; negative: it is not idle

    @property
    def average(self) -> float:
        """The average queue, bytes."""
        return self._average / (1 << self._wlog)

    @property
    def probability(self) -> float:
        """That of a drop when the average is `max`."""
        return self._max_p / (1 << 32)

    def enqueue(self, item: Queued) -> None:
        """`red_enqueue`."""
        now = item.arrived
        while self._timer <= now:
            self._adapt(self._timer)
            self._timer = wheel(self._timer, HZ // 2)
        if self._idle_since >= 0:
            self._average = self._after_idle(now)
            self._idle_since = -1.0
        else:
            self._average += self.backlog + self.held_bytes - (self._average >> self._wlog)
        action = self._action()
        marks = self._ecn and not (action == _FORCED and self._harddrop)
        if action and not (marks and (self.mark(item) or self._nodrop)):
            self.drop(item)
        elif self.backlog + self.held_bytes + item.size <= self.limit:  # the child is a bfifo
            self._append(item)
        else:
            self.drop(item)

    def peek(self, now: float) -> Queued | None:
        """The oldest (`red_peek`). Under a parent that looks first, the queue is never found idle."""
        return self._queue[0] if self._queue else None

    def dequeue(self, now: float) -> Queued | None:
        """The oldest; without one, an idle time begins (`red_dequeue`)."""
        item = super().dequeue(now)
        if item is None and self._idle_since < 0:
            self._idle_since = now
        return item

    def _after_idle(self, now: float) -> int:
        """The average after that time without a packet (`red_calc_qavg_from_idle_time`)."""
        idle = int((now - self._idle_since) * 1e9 + 0.5) // 1000
        if idle > 255 << self._cell:
            idle = 255 << self._cell
        average = self._average
        shift = self._stab[idle >> self._cell & 255]
        if shift:
            return average >> shift
        less = average * idle >> self._cell
        return average - less if less < average >> 1 else average >> 1

    def _action(self) -> int:
        """`red_action`: the more packets since the last drop, the more likely the next one."""
        average = self._average
        if average < self._low:
            self._count = -1
            return _PASS
        if average >= self._high:
            self._count = -1
            return _FORCED
        self._count += 1
        if self._count and (average - self._low >> self._wlog) * self._count >= self._random:
            self._count = 0
            self._random = self._draw()
            return _EARLY
        if not self._count:
            self._random = self._draw()
        return _PASS

    def _draw(self) -> int:
        """0 … (max - min)/probability, bytes (`red_random`)."""
        return self._rng.getrandbits(32) // self._divide

    def _adapt(self, now: float) -> None:
        """More where the average is above the middle fifth of min … max, less below (`red_adaptative_algo`)."""
        average = self._after_idle(now) if self._idle_since >= 0 else self._average
        average >>= self._wlog
        low, high = self._targets
        if average > high and self._max_p <= 50 * ONE_PERCENT:
            step = self._max_p // 4
            self._max_p += step if step < ONE_PERCENT else ONE_PERCENT
        elif average < low and self._max_p >= ONE_PERCENT:
            self._max_p = self._max_p // 10 * 9
        self._divide = (self._max_p + self._delta // 2) // self._delta or 1
