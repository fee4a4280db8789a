"""Dual queue, coupled: a short one for L4S, one for everybody else. RFC 9332, `sch_dualpi2.c`, in its integers."""

from __future__ import annotations

import random
from collections import deque

from inflight.kernel.clock import nanoseconds
from inflight.kernel.qdisc.base import QUANTUM, Fifo, Queued

MAX_PROB = 0xFFFFFFFF
"""The probability 1 (`MAX_PROB`)."""
GRANULARITY = 6
"""Gains are multiples of 1/2^6 ns (`ALPHA_BETA_GRANULARITY`)."""


def gain(hertz: float) -> int:
    """`alpha` or `beta` as `tc` hands it over, in 1/256 Hz, and as the kernel keeps it (`dualpi2_scale_alpha_beta`)."""
    return (int(hertz * 256 + 0.5) * MAX_PROB >> 8 - GRANULARITY) // 10**9


class DualPi2(Fifo):
    """`limit` in packets of both queues; `target`, `tupdate` and `step_thresh` in s; `alpha` and `beta` in Hz.

    What carries ECT(1) (`Queued.l4s`) waits in the L-queue, everything else in the classic one. A controller keeps the
    wait in the classic queue at `target` with its base probability `prob`. The classic queue drops, or marks, by its
    square: two draws. The L-queue marks by `coupling_factor` times it, and whatever waited longer than `step_thresh`.
    classic_protection: the share of the line that the classic queue has at least while both have packets.

    The timer is a high-resolution one. It reads how long the oldest packet has waited, which only time changes between
    two packets, so it is caught up when the next one comes or goes. `rng` draws what is marked.

    Left out: dropping on arrival, a step in packets, an overload without drops, and filters that put other traffic into
    the L-queue; none of them is the default.
    """

    name = "dualpi2"

    def __init__(
        self,
        *,
        limit: int = 10_000,
        target: float = 0.015,
        tupdate: float = 0.016,
        alpha: float = 0.16,
        beta: float = 3.2,
        step_thresh: float = 0.001,
        coupling_factor: int = 2,
        classic_protection: float = 0.1,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(limit)
        self._short: deque[Queued] = deque()
        self._target, self._tupdate = nanoseconds(target), nanoseconds(tupdate)
        self._alpha, self._beta = gain(alpha), gain(beta)
        self._step, self._coupling = nanoseconds(step_thresh), coupling_factor
        self._classic_weight = round(100 * classic_protection)
        self._short_weight = 100 - self._classic_weight
        self._start_credit = QUANTUM * (self._classic_weight - self._short_weight)
        self._credit = self._start_credit
        self._rng = rng or random.Random(1)
        self._timer = self._tupdate
        self._last_delay = 0
        self.prob = 0
        """The base probability, of `MAX_PROB`; RFC 9332 calls it p'."""
        self.coupled_marks = 0
        """Packets of either queue that a draw marked."""
        self.step_marks = 0
        """Packets of the L-queue that had waited too long; some of them a draw had marked already."""

    def enqueue(self, item: Queued) -> None:
        """`dualpi2_enqueue_skb`."""
        self._catch_up(item.arrived)
        if len(self) + self.held >= self.limit:
            self.drop(item)
        elif item.l4s:
            self._short.append(item)
            self.backlog += item.size
        else:
            self._append(item)

    def dequeue(self, now: float) -> Queued | None:
        """The next packet that is not dropped (`__dualpi2_qdisc_dequeue`)."""
        self._catch_up(now)
        while True:
            item, change = self._take()
            if item is None:
                return None
            if self._signals(item):
                if self._drops(item):
                    self.drop(item)
                    continue
                self.coupled_marks += 1
                self._mark(item)
            if item.l4s and nanoseconds(now) - nanoseconds(item.arrived) > self._step:
                self.step_marks += 1
                self._mark(item)
            self._credit += change
            return item

    def __len__(self) -> int:
        return len(self._queue) + len(self._short)

    def waiting(self) -> tuple[int, int]:
        """Packets in the classic queue and in the L-queue."""
        return len(self._queue), len(self._short)

    def delays(self, now: float) -> tuple[float, float]:
        """How long the oldest packets of the classic and of the L-queue have waited, s (`get_queue_delays`)."""
        classic, short = (now - queue[0].arrived if queue else 0.0 for queue in (self._queue, self._short))
        return classic, short

    def _take(self) -> tuple[Queued | None, int]:
        """Weighted round robin: the sign of the credit says whose turn it is (`dequeue_packet`).

        With the packet comes what it changes the credit by, unless it is dropped.
        """
        if self._short and (not self._queue or self._credit <= 0):
            item, weight = self._short.popleft(), self._classic_weight if self._queue else 0
        elif self._queue:
            item, weight = self._queue.popleft(), -self._short_weight if self._short else 0
        else:
            self._credit = self._start_credit
            return None, 0
        self.backlog -= item.size
        return item, weight * item.size

    def _signals(self, item: Queued) -> bool:
        """Whether a draw hits the packet; there is none while less than two full ones are behind it (`must_drop`)."""
        if self.backlog < 2 * QUANTUM:
            return False
        if not item.l4s:
            return self._hits(self.prob) and self._hits(self.prob)
        coupled = self.prob * self._coupling
        return coupled > MAX_PROB or self._hits(coupled)

    def _drops(self, item: Queued) -> bool:
        """Whether it is dropped for that, not marked.

        Overload is when the coupled probability is above 1. Then ECN protects nobody: a classic packet is dropped, and
        an L4S packet, if it isn't dropped with the same probability, is marked (`dualpi2_scalable_marking`).
        """
        overload = self.prob * self._coupling > MAX_PROB
        if item.l4s:
            return overload and self._hits(self.prob) and self._hits(self.prob)
        return overload or not item.ect

    def _hits(self, prob: int) -> bool:
        """`dualpi2_roll`."""
        return self._rng.getrandbits(32) <= prob

    def _mark(self, item: Queued) -> None:
        if not item.ce:
            self.mark(item)

    def _catch_up(self, now: float) -> None:
        time = nanoseconds(now)
        while self._timer <= time:
            self._update(nanoseconds(max(self.delays(self._timer * 1e-9))))
            self._timer += self._tupdate

    def _update(self, delay: int) -> None:
        """Proportional to the change of the delay, and integral of its error (`calculate_probability`)."""
        delta = (delay - self._target) * self._alpha + (delay - self._last_delay) * self._beta
        self._last_delay = delay
        step = abs(delta) >> GRANULARITY
        self.prob = min(self.prob + step, MAX_PROB) if delta > 0 else max(self.prob - step, 0)
