"""Proportional integral controller enhanced: RFC 8033, `sch_pie.c`, `pie.h`, in the kernel's integers."""

from __future__ import annotations

import random

from inflight.kernel.clock import HZ, to_jiffies, wheel
from inflight.kernel.qdisc.base import QUANTUM, Fifo, Queued

MAX_PROB = (1 << 56) - 1
"""The probability 1 (`MAX_PROB`)."""
QUEUE_THRESHOLD = 16384
"""Bytes that a measurement of the rate needs."""
TICKS_PER_SECOND = 10**9 >> 6
"""`PSCHED_TICKS_PER_SEC`: the clock of 64 ns."""

_WORD = (1 << 64) - 1
_BURST = 150_000_000 >> 6
_QUARTER = 250_000_000 >> 6


def ticks(seconds: float) -> int:
    """`seconds` on the clock of 64 ns (`psched_get_time`)."""
    return int(seconds * 1e9 + 0.5) >> 6


class Pie(Fifo):
    """`limit` in packets; `target` (delay) and `tupdate` (time between two updates of the probability) in s.

    alpha, beta: 0 to 32, the weights of the delay's error and of its change. bytemode: small packets are dropped less
    often. dq_rate_estimator: the delay is the backlog over an estimate of the rate, as in RFC 8033, and not what the
    last packet waited. `rng` draws what is dropped.

    The timer runs on the kernel's ticks and on its wheel, so 15 ms are 4 ticks of 4 ms, and one tick more. Nothing of
    what it reads can change between two packets: it is caught up when the next one comes or goes.
    """

    name = "pie"

    def __init__(
        self,
        *,
        limit: int = 1000,
        target: float = 0.015,
        tupdate: float = 0.015,
        alpha: int = 2,
        beta: int = 20,
        ecn: bool = False,
        bytemode: bool = False,
        dq_rate_estimator: bool = False,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(limit)
        self._target = ticks(target)
        self._tupdate = to_jiffies(int(tupdate * 1e6 + 0.5))
        self._alpha = alpha * (MAX_PROB // TICKS_PER_SECOND) >> 4
        self._beta = beta * (MAX_PROB // TICKS_PER_SECOND) >> 4
        self._ecn, self._bytemode, self._estimates = ecn, bytemode, dq_rate_estimator
        self._rng = rng or random.Random(1)
        self._timer = wheel(0.0, HZ // 2)
        self.prob = 0
        """The probability of a drop, of `MAX_PROB`."""
        self.qdelay = 0
        """The delay of the queue, ticks of 64 ns."""
        self._qdelay_old = 0
        self._start()

    def _start(self) -> None:
        """`pie_vars_init`: 150 ms in which nothing is dropped."""
        self._burst_time = _BURST
        self._dq_tstamp = -1  # DTIME_INVALID
        self._dq_count = -1  # DQCOUNT_INVALID
        self._avg_dq_rate = 0
        self._accu_prob = 0

    def enqueue(self, item: Queued) -> None:
        """It is dropped, or marked, with the probability of the moment (`pie_qdisc_enqueue`)."""
        if item.arrived >= self._timer:
            self._catch_up(item.arrived)
        if len(self._queue) + self.held < self.limit and (
            not self._early(item.size) or (self._ecn and self.prob <= MAX_PROB // 10 and self.mark(item))
        ):
            self._append(item)
            return
        self._accu_prob = 0
        self.drop(item)

    def dequeue(self, now: float) -> Queued | None:
        """The oldest; what it waited is the delay of the queue (`pie_process_dequeue`)."""
        if now >= self._timer:
            self._catch_up(now)
        item = super().dequeue(now)
        if item is not None:
            if self._estimates:
                self._estimate(item.size, ticks(now))
            else:
                time = ticks(now)
                self.qdelay = time - ticks(item.arrived) if self.backlog else 0
                if self._dq_tstamp >= 0:
                    self._burst_time = max(self._burst_time - (time - self._dq_tstamp), 0)
                self._dq_tstamp = time
        return item

    def _early(self, size: int) -> bool:
        """Whether to drop (`pie_drop_early`)."""
        prob = self.prob
        if (
            self._burst_time > 0
            or (self.qdelay < self._target // 2 and prob < MAX_PROB // 5)
            or self.backlog + self.held_bytes < 2 * QUANTUM
        ):
            return False
        if self._bytemode and size <= QUANTUM:
            prob = size * (prob // QUANTUM)
        self._accu_prob = self._accu_prob + prob & _WORD if prob else 0
        if self._accu_prob < MAX_PROB // 100 * 85:  # at most so many in a row are spared, and at least so many
            return False
        if self._accu_prob >= MAX_PROB // 2 * 17:
            return True
        if self._rng.getrandbits(56) < prob:
            self._accu_prob = 0
            return True
        return False

    def _estimate(self, size: int, time: int) -> None:
        """The rate at which packets leave, bytes a tick with 8 fractional bits."""
        if self.backlog >= QUEUE_THRESHOLD and self._dq_count < 0:
            self._dq_tstamp, self._dq_count = time, 0
        if self._dq_count < 0:
            return
        self._dq_count += size
        if self._dq_count < QUEUE_THRESHOLD:
            return
        passed = time - self._dq_tstamp
        if not passed:
            return
        rate = (self._dq_count << 8 & 0xFFFFFFFF) // passed
        average = self._avg_dq_rate
        self._avg_dq_rate = average - (average >> 3) + (rate >> 3) if average else rate
        if self.backlog < QUEUE_THRESHOLD:
            self._dq_count = -1
        else:
            self._dq_tstamp, self._dq_count = time, 0
        self._burst_time = max(self._burst_time - passed, 0)

    def _catch_up(self, now: float) -> None:
        while self._timer <= now:
            self._update(self.backlog + self.held_bytes)
            self._timer = wheel(self._timer, self._tupdate)

    def _update(self, backlog: int) -> None:
        """The new probability (`pie_calculate_probability`)."""
        if self._estimates:
            old = self._qdelay_old = self.qdelay
            rate = self._avg_dq_rate
            delay = (backlog << 8 & 0xFFFFFFFF) // rate if rate else 0
        else:
            delay, old = self.qdelay, self._qdelay_old
        alpha, beta = self._alpha, self._beta
        prob = self.prob
        if prob < MAX_PROB // 10:  # the smaller it is, the smaller the steps
            alpha, beta, power = alpha >> 1, beta >> 1, 100
            while prob < MAX_PROB // power and power <= 1_000_000:
                alpha, beta, power = alpha >> 2, beta >> 2, power * 10
        delta = alpha * (delay - self._target) + beta * (delay - old)
        if delta > MAX_PROB // 50 and prob >= MAX_PROB // 10:
            delta = MAX_PROB // 100 * 2
        if delay > _QUARTER:
            delta += MAX_PROB // 50
        known = delay or not backlog  # no delay but a backlog: too short to say anything
        prob += delta
        if prob > _WORD:
            prob, known = MAX_PROB, False
        prob = max(prob, 0)
        if not delay and not old and known:
            prob -= prob // 64
        self.prob, self.qdelay = prob, delay
        half = self._target // 2
        if delay < half and self._qdelay_old < half and not prob and (not self._estimates or self._avg_dq_rate):
            self._start()
        if not self._estimates:
            self._qdelay_old = delay
