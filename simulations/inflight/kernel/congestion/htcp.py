"""H-TCP: the longer there was no loss, the faster it grows. Leith and Shorten, PFLDnet 2004; `tcp_htcp.c`."""

from __future__ import annotations

from inflight.kernel.clock import HZ, jiffies, to_jiffies
from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.states import CWR, DISORDER, OPEN

SHIFT = 7
ONE = 1 << SHIFT
BETA_MIN, BETA_MAX = 64, 102  # 0.5 and 0.8, times 128
RTT_STEP = to_jiffies(20_000)
"""A longest RTT that exceeds the one before by more is taken for an accident, ticks."""
SHORT_RTT = to_jiffies(10_000)
"""With a shorter RTT the ratio of RTTs says too little, ticks."""


class HTcp(CongestionControl):
    """Grows by α segments per RTT, α rising with the time since the last loss, and falls to β of its window.

    β is the share of the longest RTT that is not queue. Times in ticks, α and β times 128.
    """

    name = "htcp"
    title = "H-TCP"

    def __init__(self) -> None:
        super().__init__()
        self.alpha, self.beta = ONE, BETA_MIN
        self._state = OPEN
        self._switched = False  # β may follow the RTTs (`modeswitch`)
        self._acked = 1
        self._last_cong = 0
        self._reducing = False
        self._before = (0, 0, 0)  # last loss, longest RTT and bandwidth, should the latest reduction be undone
        self._min_rtt = self._max_rtt = 0
        self._packets = 0
        self._measured = 0
        self._bandwidth = self._max_bandwidth = self._old_max_bandwidth = 0  # segments per second

    def pkts_acked(self, ack: AckSample, acked: int, slow_path: bool) -> None:
        """`measure_achieved_throughput`."""
        now = jiffies(ack.now)
        if self._state == OPEN:
            self._acked = acked
        if ack.rtt_us:
            self._measure_rtt(to_jiffies(ack.rtt_us))
        if self._state not in (OPEN, DISORDER):
            self._packets, self._measured = 0, now
            return
        self._packets += acked
        elapsed = now - self._measured
        enough = self.cwnd - ((self.alpha >> SHIFT) or 1)
        if self._packets >= enough and elapsed >= self._min_rtt > 0:
            bandwidth = self._packets * HZ // elapsed
            if (now - self._last_cong) // self._min_rtt <= 3:  # just after a reduction
                self._bandwidth = self._max_bandwidth = bandwidth
            else:
                self._bandwidth = (3 * self._bandwidth + bandwidth) // 4
                self._max_bandwidth = max(self._max_bandwidth, self._bandwidth)
            self._packets, self._measured = 0, now

    def _measure_rtt(self, rtt: int) -> None:
        if not self._min_rtt or rtt < self._min_rtt:
            self._min_rtt = rtt
        if self._state == OPEN:
            self._max_rtt = max(self._max_rtt, self._min_rtt)
            if self._max_rtt < rtt <= self._max_rtt + RTT_STEP:
                self._max_rtt = rtt

    def set_state(self, state: int, now: float, nxt: int) -> None:
        """`htcp_state`: the clock starts when a reduction begins, and again when it is over."""
        self._state = state
        if state >= CWR:
            self._before = self._last_cong, self._max_rtt, self._old_max_bandwidth
            self._last_cong, self._reducing = jiffies(now), True
        elif state == OPEN and self._reducing:
            self._last_cong, self._reducing = jiffies(now), False

    def on_ack(self, ack: AckSample) -> None:
        """`htcp_cong_avoid`."""
        if ack.in_recovery or not ack.cwnd_limited:
            return
        if self.cwnd < self.ssthresh:
            self.slow_start(ack.acked)
            return
        if self.cwnd_cnt * self.alpha >> SHIFT >= self.cwnd:
            self.cwnd += 1
            self.cwnd_cnt = 0
            self._update_alpha(jiffies(ack.now))
        else:
            self.cwnd_cnt += self._acked
        self._acked = 1

    def on_loss(self, now: float) -> None:
        """`htcp_recalc_ssthresh`."""
        self._update_beta()
        self._update_alpha(jiffies(now))
        if self._max_rtt > self._min_rtt > 0:  # the longest RTT fades slowly: the route may change
            self._max_rtt = self._min_rtt + (self._max_rtt - self._min_rtt) * 95 // 100
        self.ssthresh = max(self.cwnd * self.beta >> SHIFT, 2)

    def undo(self, prior_cwnd: int) -> None:
        """`htcp_cwnd_undo`: the time since the last loss runs on as if there had been none."""
        if self._reducing:
            self._last_cong, self._max_rtt, self._old_max_bandwidth = self._before
            self._reducing = False
        self.cwnd = max(self.cwnd, (self.ssthresh << SHIFT) // self.beta)

    def _update_beta(self) -> None:
        """The ratio of RTTs, unless the bandwidth has changed by more than a fifth since the loss before."""
        old, new = self._old_max_bandwidth, self._max_bandwidth
        self._old_max_bandwidth = new
        if not 4 * old <= 5 * new <= 6 * old:
            self.beta = BETA_MIN
            self._switched = False
        elif self._switched and self._min_rtt > SHORT_RTT and self._max_rtt:
            self.beta = min(max((self._min_rtt << SHIFT) // self._max_rtt, BETA_MIN), BETA_MAX)
        else:
            self.beta = BETA_MIN
            self._switched = True

    def _update_alpha(self, now: int) -> None:
        """α = 2·(1−β)·(1 + 10·Δ + (Δ/2)²), Δ in s beyond the first, scaled to an RTT of 100 ms."""
        factor = 1
        since = now - self._last_cong - HZ
        if since > 0:
            factor = 1 + (10 * since + (since // 2) ** 2 // HZ) // HZ
        if self._min_rtt:
            scale = (HZ << 3) // (10 * self._min_rtt)
            factor = (factor << 3) // min(max(scale, 1 << 2), 10 << 3) or 1
        self.alpha = 2 * factor * (ONE - self.beta)
