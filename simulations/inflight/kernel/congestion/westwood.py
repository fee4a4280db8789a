"""TCP Westwood+: after a loss the window is set to what was getting through.

Mascolo et al., MobiCom 2001; Grieco and Mascolo, CCR 2004; `tcp_westwood.c`.
"""

from __future__ import annotations

from inflight.kernel.clock import HZ, jiffies, to_jiffies
from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.reno import Reno
from inflight.kernel.congestion.states import CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS
from inflight.kernel.constants import MSS

RTT_MIN = HZ // 20
"""Shortest time over which the bandwidth is measured, ticks: 50 ms."""
INIT_RTT = 20 * HZ
"""Before the first sample, ticks."""


class Westwood(Reno):
    """Reno's growth; but the threshold after a loss is bandwidth times shortest RTT, not half of the window."""

    name = "westwood"
    title = "Westwood+"

    def __init__(self) -> None:
        super().__init__()
        self._acked = 0  # bytes in this window of time (`bk`)
        self._sampled = self._filtered = 0  # bytes per tick, after one filter and after two (`bw_ns_est`, `bw_est`)
        self._window_start = 0
        self._una = 0
        self._counted_before = 0  # bytes that duplicate ACKs have announced (`accounted`)
        self._rtt = self._rtt_min = INIT_RTT
        self._forget_rtt_min = True

    def pkts_acked(self, ack: AckSample, acked: int, slow_path: bool) -> None:
        """`tcp_westwood_ack`, which still has the RTT of the ACK before, and `tcp_westwood_pkts_acked`."""
        self._update_window(jiffies(ack.now))
        news = ack.una - self._una
        self._una = ack.una
        self._acked += self._announced(news) if slow_path else news
        self._rtt_min = self._rtt if self._forget_rtt_min else min(self._rtt, self._rtt_min)
        self._forget_rtt_min = False
        if ack.rtt_us:
            self._rtt = to_jiffies(ack.rtt_us)

    def _announced(self, news: int) -> int:
        """Bytes that have arrived: a duplicate ACK says one segment, the ACK that covers it later says nothing new.

        `westwood_acked_count`.
        """
        if not news:
            self._counted_before += MSS
            return MSS
        if news <= MSS:
            return news
        if self._counted_before >= news:
            self._counted_before -= news
            return MSS
        news -= self._counted_before
        self._counted_before = 0
        return news

    def _update_window(self, now: int) -> None:
        """A sample per RTT, but not more often than every 50 ms (`westwood_update_window`)."""
        delta = now - self._window_start
        if delta <= max(self._rtt, RTT_MIN):
            return
        sample = self._acked // delta
        if self._sampled or self._filtered:
            self._sampled = 7 * self._sampled + sample >> 3
            self._filtered = 7 * self._filtered + self._sampled >> 3
        else:
            self._sampled = self._filtered = sample
        self._acked = 0
        self._window_start = now

    def _pipe(self) -> int:
        """Segments that the path holds without a queue (`tcp_westwood_bw_rttmin`)."""
        return max(self._filtered * self._rtt_min // MSS, 2)

    def cwnd_event(self, event: int, now: float) -> None:
        """`tcp_westwood_event`."""
        if event == CA_EVENT_COMPLETE_CWR:
            self.cwnd = self.ssthresh = self._pipe()
        elif event == CA_EVENT_LOSS:
            self.ssthresh = self._pipe()
            self._forget_rtt_min = True  # the path may be another one by now
