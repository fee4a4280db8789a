"""CUBIC in the kernel's integers: RFC 9438, `tcp_cubic.c`."""

from __future__ import annotations

from inflight.kernel.clock import HZ, jiffies, to_jiffies
from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.hystart import HyStart

BETA_SCALE = 1024
BETA = 717  # 717/1024 = 0.7
BIC_SCALE = 41
BICTCP_HZ = 10  # time is counted in 1/1024 s
CUBE_RTT_SCALE = BIC_SCALE * 10  # 1024·C/rtt, for a nominal RTT of 100 ms: C = 0.4
CUBE_FACTOR = (1 << (10 + 3 * BICTCP_HZ)) // CUBE_RTT_SCALE
FRIENDLY_SCALE = 8 * (BETA_SCALE + BETA) // 3 // (BETA_SCALE - BETA)

# cube roots of 0 … 63, scaled by 64: the first guess for one step of Newton's method
_ROOTS = [
    0, 54, 54, 54, 118, 118, 118, 118, 123, 129, 134, 138, 143, 147, 151, 156,
    157, 161, 164, 168, 170, 173, 176, 179, 181, 185, 187, 190, 192, 194, 197, 199,
    200, 202, 204, 206, 209, 211, 213, 215, 217, 219, 221, 222, 224, 225, 227, 229,
    231, 232, 234, 236, 237, 239, 240, 242, 244, 245, 246, 248, 250, 251, 252, 254,
]  # fmt: skip


def cubic_root(a: int) -> int:
    """Cube root, about 0.2% off, as the kernel computes it (`tcp_cubic.c:cubic_root`)."""
    bits = a.bit_length()
    if bits < 7:
        return (_ROOTS[a] + 35) >> 6
    b = (bits * 84 >> 8) - 1
    x = ((_ROOTS[a >> b * 3] + 10) << b) >> 6
    x = 2 * x + a // (x * (x - 1))
    return x * 341 >> 10


class Cubic(CongestionControl):
    """The default of Linux: a cubic curve of time since the last loss, never slower than Reno would be."""

    name = "cubic"
    title = "CUBIC"
    hystart = True
    fast_convergence = True

    def __init__(self) -> None:
        super().__init__()
        self._slow_start_exit = HyStart() if self.hystart else None
        self._delay_min_us = 0
        self._reset()

    def _reset(self) -> None:
        self._cnt = 0
        self._last_max = 0
        self._last_cwnd = 0
        self._last_time = 0
        self._origin = 0
        self._k = 0
        self._delay_min_us = 0
        self._epoch = 0
        self._ack_cnt = 0
        self._reno_cwnd = 0

    def on_sent(self, now: float, idle: float) -> None:
        """An idle time does not count as time on the curve (`cubictcp_cwnd_event`)."""
        if self._epoch and idle > 0:
            self._epoch = min(self._epoch + jiffies(idle), jiffies(now))

    def on_ack(self, ack: AckSample) -> None:
        """`cubictcp_acked`, then `cubictcp_cong_avoid`."""
        now = jiffies(ack.now)
        if ack.rtt_us is not None and not (self._epoch and now - self._epoch < HZ):
            self._sample(ack, ack.rtt_us)  # not right after a recovery: the queue is still draining
        if ack.in_recovery or not ack.cwnd_limited or not ack.acked:
            return
        acked = ack.acked
        if self.cwnd < self.ssthresh:
            acked = self.slow_start(acked)
            if not acked:
                return
        self._ack_cnt += acked
        if self._last_cwnd != self.cwnd or now - self._last_time > HZ // 32:
            self._update(now, acked)
        self.additive_increase(self._cnt, acked)

    def on_loss(self, now: float) -> None:
        """RFC 9438 §4.6 and §4.7 (fast convergence), `cubictcp_recalc_ssthresh`."""
        self._epoch = 0
        if self.cwnd < self._last_max and self.fast_convergence:
            self._last_max = self.cwnd * (BETA_SCALE + BETA) // (2 * BETA_SCALE)
        else:
            self._last_max = self.cwnd
        self.ssthresh = max(self.cwnd * BETA // BETA_SCALE, 2)

    def on_rto(self, now: float, nxt: int) -> None:
        """`cubictcp_state`: the curve is forgotten."""
        self._reset()
        if self._slow_start_exit:
            self._slow_start_exit.found = ""
            self._slow_start_exit.reset(now, nxt)

    def _sample(self, ack: AckSample, rtt_us: int) -> None:
        if not self._delay_min_us or self._delay_min_us > rtt_us:
            self._delay_min_us = rtt_us
        hystart = self._slow_start_exit
        if hystart and not hystart.found and self.cwnd < self.ssthresh:
            if hystart.exits(ack, self.cwnd, self._delay_min_us):
                self.ssthresh = self.cwnd

    def _update(self, now: int, acked: int) -> None:
        """Segments to be acknowledged per segment of growth (`bictcp_update`); `now` in jiffies."""
        cwnd = self.cwnd
        if not (self._epoch and now == self._last_time):
            self._last_cwnd, self._last_time = cwnd, now
            if not self._epoch:
                self._epoch = now
                self._ack_cnt = acked
                self._reno_cwnd = cwnd
                if self._last_max <= cwnd:
                    self._k, self._origin = 0, cwnd
                else:
                    self._k = cubic_root(CUBE_FACTOR * (self._last_max - cwnd))
                    self._origin = self._last_max
            t = ((now - self._epoch + to_jiffies(self._delay_min_us)) << BICTCP_HZ) // HZ
            offset = abs(t - self._k)
            delta = CUBE_RTT_SCALE * offset**3 >> (10 + 3 * BICTCP_HZ)
            target = self._origin - delta if t < self._k else self._origin + delta
            self._cnt = cwnd // (target - cwnd) if target > cwnd else 100 * cwnd
            if not self._last_max and self._cnt > 20:
                self._cnt = 20
        # Reno-friendly region, RFC 9438 §4.3
        delta = cwnd * FRIENDLY_SCALE >> 3
        while self._ack_cnt > delta:
            self._ack_cnt -= delta
            self._reno_cwnd += 1
        if self._reno_cwnd > cwnd:
            self._cnt = min(self._cnt, cwnd // (self._reno_cwnd - cwnd))
        self._cnt = max(self._cnt, 2)
