"""The plug-in: what an algorithm is told, and what it may set.

The connection owns scoreboard, timers, PRR and the once-per-window latch; an algorithm owns `cwnd` and `ssthresh`.
"""

from __future__ import annotations

from typing import ClassVar

from inflight.tcp.constants import INFINITE_SSTHRESH, INIT_CWND


class AckSample:
    """What one ACK says. The connection fills in the same object each time, so copy what you want to keep.

    now: s. acked: segments newly acknowledged or SACKed. rtt_us: RTT of the newest of them, µs (None: no sample).
    una, nxt: next sequence expected and next to send, bytes. in_recovery: PRR rules the window now.
    cwnd_limited: the window was the limit when data were last sent (`tcp_is_cwnd_limited`).
    pacing_rate: bytes/s (`sk_pacing_rate`).
    """

    __slots__ = ("acked", "cwnd_limited", "in_recovery", "now", "nxt", "pacing_rate", "rtt_us", "una")

    def __init__(self) -> None:
        self.now = 0.0
        self.acked = 0
        self.rtt_us: int | None = None
        self.una = 0
        self.nxt = 0
        self.in_recovery = False
        self.cwnd_limited = True
        self.pacing_rate = 0.0


class CongestionControl:
    """Reno's frame: slow start below `ssthresh`, one segment per window above it. Windows in segments."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.cwnd = INIT_CWND
        self.ssthresh = INFINITE_SSTHRESH
        self.pacing_rate: float | None = None  # bytes/s; None: clocked by ACKs
        self._cwnd_cnt = 0

    def on_sent(self, now: float, idle: float) -> None:
        """Data leave an empty pipe after `idle` seconds without any (CA_EVENT_TX_START)."""

    def on_ack(self, ack: AckSample) -> None:
        """An ACK came; unless `ack.in_recovery`, the window may be raised."""
        raise NotImplementedError

    def on_loss(self, now: float) -> None:
        """Once per recovery episode: set `ssthresh`; the connection brings `cwnd` there by PRR (RFC 6937)."""
        raise NotImplementedError

    def on_rto(self, now: float, nxt: int) -> None:
        """The retransmission timer fired (state Loss); `ssthresh` has been set by `on_loss`."""

    def slow_start(self, acked: int) -> int:
        """One segment more for each acknowledged; gives back those beyond `ssthresh` (`tcp_slow_start`)."""
        cwnd = min(self.cwnd + acked, self.ssthresh)
        left = acked - (cwnd - self.cwnd)
        self.cwnd = cwnd
        return left

    def additive_increase(self, w: int, acked: int) -> None:
        """One segment more for each `w` acknowledged (`tcp_cong_avoid_ai`)."""
        if self._cwnd_cnt >= w:  # credits accumulated at a higher w
            self._cwnd_cnt = 0
            self.cwnd += 1
        self._cwnd_cnt += acked
        if self._cwnd_cnt >= w:
            delta = self._cwnd_cnt // w
            self._cwnd_cnt -= delta * w
            self.cwnd += delta
