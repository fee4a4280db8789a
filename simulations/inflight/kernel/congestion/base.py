"""The plug-in: what an algorithm is told, and what it may set.

The connection owns scoreboard, timers, PRR and the once-per-window latch; an algorithm owns `cwnd` and `ssthresh`.
"""

from __future__ import annotations

import random
from typing import ClassVar

from inflight.kernel.congestion.rate import RateSample
from inflight.kernel.constants import INFINITE_SSTHRESH, INIT_CWND, MIN_TSO_SEGS


class AckSample:
    """What one ACK says. The connection fills in the same object each time, so copy what you want to keep.

    now: s. acked: segments newly acknowledged or SACKed. rtt_us: RTT of the newest of them, µs (None: no sample).
    min_rtt_us: the smallest so far. srtt_us: smoothed, times 8 as in the kernel.
    una, nxt: next sequence expected and next to send, bytes.
    delivered: segments acknowledged or SACKed since the start; delivered_ce: those by ACKs with ECE.
    in_flight: segments believed to be in the network.
    state: `icsk_ca_state`, see `states.py`. in_recovery: PRR rules the window now.
    cwnd_limited: the window was the limit when data was last sent (`tcp_is_cwnd_limited`).
    pacing_rate: bytes/s (`sk_pacing_rate`). paced: what is sent keeps to it.
    """

    __slots__ = (
        "acked",
        "cwnd_limited",
        "delivered",
        "delivered_ce",
        "in_flight",
        "in_recovery",
        "min_rtt_us",
        "now",
        "nxt",
        "paced",
        "pacing_rate",
        "rtt_us",
        "srtt_us",
        "state",
        "una",
    )

    def __init__(self) -> None:
        self.now = 0.0
        self.acked = 0
        self.rtt_us: int | None = None
        self.min_rtt_us = 0
        self.srtt_us = 0
        self.una = 0
        self.nxt = 0
        self.delivered = self.delivered_ce = 0
        self.in_flight = 0
        self.state = 0
        self.in_recovery = False
        self.cwnd_limited = True
        self.pacing_rate = 0.0
        self.paced = False


class CongestionControl:
    """Reno's frame: slow start below `ssthresh`, one segment per window above it. Windows in segments.

    rate: delivery-rate samples, set by the connection before `init` if the class asks for them.
    rng: the only source of chance, the connection's.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """The name as people write it."""
    rate_samples: ClassVar[bool] = False
    """Wants `rate` to be kept."""
    rules_recovery: ClassVar[bool] = False
    """Sets the window in all states, whatever PRR and application limits say (`tcp_congestion_ops.cong_control`)."""
    sndbuf_factor: ClassVar[int] = 2
    """Windows for which autotuning makes room in the send buffer (`tcp_congestion_ops.sndbuf_expand`)."""

    needs_ecn: ClassVar[bool] = False
    """Both ends use ECN, and each ACK says whether what it acknowledges was marked (TCP_CONG_NEEDS_ECN)."""
    draws: ClassVar[bool] = False
    """Asks `rng`: no two runs need be alike."""

    rate: RateSample

    def __init__(self) -> None:
        self.cwnd = INIT_CWND
        self.ssthresh = INFINITE_SSTHRESH
        self.pacing_rate: float | None = None  # bytes/s at which to send; None: as the ACKs come
        self.rng = random.Random(1)
        self.cwnd_cnt = 0  # snd_cwnd_cnt: acknowledged since the window grew last; a reduction forgets it

    def init(self, srtt_us: int) -> None:
        """The connection is established; `cwnd` and `ssthresh` are the route's (`tcp_congestion_ops.init`)."""

    def on_sent(self, now: float, idle: float) -> None:
        """Data leave an empty pipe after `idle` seconds without any (CA_EVENT_TX_START)."""

    def pkts_acked(self, ack: AckSample, acked: int, slow_path: bool) -> None:
        """Before the state machine sees an ACK; who does not define it is not asked.

        `acked` segments left the retransmission queue (`acked` of `ack` counts the SACKed ones when they arrive, and
        is known only later, like all but now, rtt_us, srtt_us, una and nxt). slow_path: the ACK carries SACK blocks,
        or acknowledges nothing (`tcp_congestion_ops.pkts_acked` and `in_ack_event`).
        """

    def set_state(self, state: int, now: float, nxt: int) -> None:
        """The connection goes to one of the states of `states.py` (`tcp_congestion_ops.set_state`)."""

    def cwnd_event(self, event: int, now: float) -> None:
        """Something happened to the window (`tcp_congestion_ops.cwnd_event`).

        CA_EVENT_CWND_RESTART: it was reduced after an idle time. CA_EVENT_COMPLETE_CWR: a reduction is over, it has
        arrived at `ssthresh`. CA_EVENT_LOSS: the timer fired, and `on_loss` has been asked.
        """

    def on_ack(self, ack: AckSample) -> None:
        """An ACK came; unless `ack.in_recovery`, the window may be raised."""
        raise NotImplementedError

    def on_loss(self, now: float) -> None:
        """Once per recovery episode: set `ssthresh`; the connection brings `cwnd` there by PRR (RFC 6937)."""
        raise NotImplementedError

    def on_rto(self, now: float, nxt: int) -> None:
        """The retransmission timer fired (state Loss); `ssthresh` has been set by `on_loss`."""

    def undo(self, prior_cwnd: int) -> None:
        """The loss for which the window was reduced from `prior_cwnd` was none (`tcp_reno_undo_cwnd`)."""
        self.cwnd = max(self.cwnd, prior_cwnd)

    def min_tso_segs(self, rate: float) -> int:
        """Fewest segments in a burst when it is paced at `rate` bytes/s (`tcp_congestion_ops.min_tso_segs`)."""
        return MIN_TSO_SEGS

    def slow_start(self, acked: int) -> int:
        """One segment more for each acknowledged; gives back those beyond `ssthresh` (`tcp_slow_start`)."""
        cwnd = min(self.cwnd + acked, self.ssthresh)
        left = acked - (cwnd - self.cwnd)
        self.cwnd = cwnd
        return left

    def reno(self, acked: int) -> None:
        """RFC 5681 §3.1: what algorithms do where they have nothing of their own (`tcp_reno_cong_avoid`)."""
        if self.cwnd < self.ssthresh:
            acked = self.slow_start(acked)
            if not acked:
                return
        self.additive_increase(self.cwnd, acked)

    def additive_increase(self, w: int, acked: int) -> None:
        """One segment more for each `w` acknowledged (`tcp_cong_avoid_ai`)."""
        if self.cwnd_cnt >= w:  # credits accumulated at a higher w
            self.cwnd_cnt = 0
            self.cwnd += 1
        self.cwnd_cnt += acked
        if self.cwnd_cnt >= w:
            delta = self.cwnd_cnt // w
            self.cwnd_cnt -= delta * w
            self.cwnd += delta
