"""Delivery-rate samples: how many segments were delivered, in how long. `tcp_rate.c`.

Kept only for algorithms that ask for them (`CongestionControl.rate_samples`). Stamps are whole µs, as `tcp_mstamp`.
"""

from __future__ import annotations

from inflight.kernel.clock import Clock
from inflight.kernel.tcp.rtt import RttEstimator
from inflight.kernel.tcp.scoreboard import Scoreboard
from inflight.kernel.tcp.segment import DataSegment, Stamp

NONE = -1


class DeliveryRate:
    """One connection's delivery, and the sample that the latest ACK gave (`struct rate_sample`).

    board, rtt, clock: the connection's, to look at.

    The sample: over `interval_us` µs `delivered` segments were delivered (both NONE: no sample), the first of them
    when `prior_delivered` had been. is_app_limited: the application had too little to send then. is_retrans: the
    newest segment delivered had been sent twice. losses: segments newly marked lost. prior_in_flight: segments in
    flight before the ACK. maybe_delayed: one short segment was acknowledged, perhaps only by the delayed-ACK timer.

    delivered_us: when something was delivered last. ahead_us: how long pacing will hold the next segment back, µs.
    """

    __slots__ = (
        "_last_end",
        "_limited_until",
        "_prior_us",
        "_send_us",
        "ahead_us",
        "board",
        "clock",
        "delivered",
        "delivered_us",
        "first_sent_us",
        "interval_us",
        "is_app_limited",
        "is_retrans",
        "losses",
        "maybe_delayed",
        "prior_delivered",
        "prior_in_flight",
        "rtt",
    )

    def __init__(self, clock: Clock, board: Scoreboard, rtt: RttEstimator) -> None:
        self.clock, self.board, self.rtt = clock, board, rtt
        self.delivered_us = self.first_sent_us = 0
        self.ahead_us = 0
        self._limited_until = NONE
        self.begin(0)

    @property
    def now_us(self) -> int:
        """The clock, µs."""
        return int(self.clock.now * 1e6)

    @property
    def app_limited(self) -> bool:
        """What is sent now says little about the path, for want of data (`tp->app_limited`)."""
        return self._limited_until >= 0

    def limit(self) -> None:
        """All that is in flight counts as limited by the application (`tcp_rate_check_app_limited`)."""
        self._limited_until = self.board.delivered + self.board.in_flight

    def stamp(self, now: float) -> Stamp:
        """For segments that leave now, before the scoreboard counts them (`tcp_rate_skb_sent`).

        What had been delivered, and when; when the last segment delivered had been sent; whether app-limited.
        """
        if not self.board.packets_out:
            self.first_sent_us = self.delivered_us = int(now * 1e6)
        return self.board.delivered, self.delivered_us, self.first_sent_us, self._limited_until >= 0

    def begin(self, prior_in_flight: int) -> None:
        """An ACK comes."""
        self.prior_in_flight = prior_in_flight
        self.prior_delivered = self.delivered = self.interval_us = NONE
        self.losses = self._last_end = self._prior_us = self._send_us = 0
        self.is_app_limited = self.is_retrans = self.maybe_delayed = False

    def add(self, segment: DataSegment) -> None:
        """`segment` was delivered; the sample is that of the one sent last (`tcp_rate_skb_delivered`)."""
        stamp = segment.stamp
        if stamp is None:
            return  # SACKed before
        segment.stamp = None
        sent_us = int(segment.sent * 1e6)
        if self.prior_delivered < 0 or (sent_us, segment.end) > (self.first_sent_us, self._last_end):
            self.prior_delivered, self._prior_us, first_sent_us, self.is_app_limited = stamp
            self.is_retrans = segment.ever
            self._last_end = segment.end
            self.first_sent_us = sent_us
            self._send_us = sent_us - first_sent_us

    def finish(self, losses: int, acked: int, short: bool) -> None:
        """All segments of the ACK are counted (`tcp_rate_gen`).

        losses, acked: segments newly marked lost, and newly delivered. short: a single segment, not a full one.
        """
        board = self.board
        if 0 <= self._limited_until < board.delivered:
            self._limited_until = NONE
        now_us = int(self.clock.now * 1e6)
        if acked:
            self.delivered_us = now_us
        self.losses = losses
        if self.prior_delivered < 0:
            return
        self.delivered = board.delivered - self.prior_delivered
        self.maybe_delayed = short and self.delivered == 1
        # ACKs or segments may be bunched: the longer of the two phases is closer to the truth
        ack_us = now_us - self._prior_us
        interval_us = ack_us if ack_us > self._send_us else self._send_us
        # a segment taken for a retransmission that in truth was the original would give too short an interval
        self.interval_us = interval_us if interval_us >= self.rtt.min_rtt_us else NONE
