"""TCP Illinois: queueing delay decides how fast it grows and how far it falls.

Liu, Başar and Srikant, Performance Evaluation 2008; `tcp_illinois.c`.
"""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.states import LOSS

ALPHA_SHIFT, BETA_SHIFT = 7, 6
ALPHA_ONE = 1 << ALPHA_SHIFT
ALPHA_MIN, ALPHA_MAX = 3 * ALPHA_ONE // 10, 10 * ALPHA_ONE  # 0.3 and 10
BETA_MIN, BETA_MAX = (1 << BETA_SHIFT) // 8, (1 << BETA_SHIFT) // 2  # an eighth and a half
WIN_THRESH = 15
"""Below this window it is Reno, segments."""
THETA = 5
"""Round trips without delay before it grows at full speed again."""
RTT_MAX = 0xFFFFFFFF // ALPHA_MAX


class Illinois(CongestionControl):
    """Grows by α segments per RTT and falls by β of the window.

    10 and 1/8 with an empty queue, 0.3 and 1/2 with a full one. α times 128, β times 64.
    """

    name = "illinois"
    title = "Illinois"

    def __init__(self) -> None:
        super().__init__()
        self.alpha, self.beta = ALPHA_MAX, BETA_MAX
        self._base_rtt_us, self._max_rtt_us = 0x7FFFFFFF, 0
        self._acked = 0
        self._rtt_above = False  # there has been delay
        self._rtt_low = 0  # round trips without it since
        self._begin_round(0)

    def _begin_round(self, nxt: int) -> None:
        self._round_end = nxt
        self._samples = self._sum_rtt_us = 0

    def pkts_acked(self, ack: AckSample, acked: int, slow_path: bool) -> None:
        """`tcp_illinois_acked`."""
        self._acked = acked
        if ack.rtt_us is None:
            return
        rtt_us = min(ack.rtt_us, RTT_MAX)
        self._base_rtt_us = min(self._base_rtt_us, rtt_us)
        self._max_rtt_us = max(self._max_rtt_us, rtt_us)
        self._samples += 1
        self._sum_rtt_us += rtt_us

    def set_state(self, state: int, now: float, nxt: int) -> None:
        """`tcp_illinois_state`."""
        if state == LOSS:
            self.alpha, self.beta = ALPHA_ONE, BETA_MAX
            self._rtt_low, self._rtt_above = 0, False
            self._begin_round(nxt)

    def on_ack(self, ack: AckSample) -> None:
        """`tcp_illinois_cong_avoid`."""
        if ack.in_recovery:
            return
        if ack.una > self._round_end:
            self._update()
            self._begin_round(ack.nxt)
        if not ack.cwnd_limited:
            return
        if self.cwnd < self.ssthresh:
            self.slow_start(ack.acked)
            return
        self.cwnd_cnt += self._acked
        self._acked = 1
        grown = self.cwnd_cnt * self.alpha >> ALPHA_SHIFT
        if grown >= self.cwnd:
            self.cwnd += grown // self.cwnd
            self.cwnd_cnt = 0

    def on_loss(self, now: float) -> None:
        """`tcp_illinois_ssthresh`."""
        self.ssthresh = max(self.cwnd - (self.cwnd * self.beta >> BETA_SHIFT), 2)

    def _update(self) -> None:
        """Once per RTT, from its mean delay (`update_params`)."""
        if self.cwnd < WIN_THRESH:
            self.alpha, self.beta = ALPHA_ONE, BETA_MAX
        elif self._samples:
            most = self._max_rtt_us - self._base_rtt_us
            mean = self._sum_rtt_us // self._samples - self._base_rtt_us
            self.alpha = self._alpha(mean, most)
            self.beta = beta(mean, most)

    def _alpha(self, mean: int, most: int) -> int:
        """α for a mean delay; up to a hundredth of the longest counts as none."""
        if mean > most // 100:
            self._rtt_above = True
            return alpha(mean, most)
        if self._rtt_above:
            self._rtt_low += 1
            if self._rtt_low < THETA:
                return self.alpha
            self._rtt_low, self._rtt_above = 0, False
        return ALPHA_MAX


def alpha(mean: int, most: int) -> int:
    """κ₁ / (κ₂ + delay), such that it is 10 at a hundredth of the longest delay and 0.3 at the longest; µs."""
    low = most // 100
    mean, most = mean - low, most - low
    return most * ALPHA_MAX // (most + mean * (ALPHA_MAX - ALPHA_MIN) // ALPHA_MIN)


def beta(mean: int, most: int) -> int:
    """An eighth up to a tenth of the longest delay, a half from eight tenths on, a straight line between; µs."""
    low, high = most // 10, 8 * most // 10
    if mean <= low:
        return BETA_MIN
    if mean >= high or high <= low:
        return BETA_MAX
    return (BETA_MIN * high - BETA_MAX * low + (BETA_MAX - BETA_MIN) * mean) // (high - low)
