"""The one timer of a sender with data in flight: retransmission timeout, tail-loss probe or wait for reordering.

`tcp_output.c` and `tcp_timer.c` keep the three apart by `icsk_pending`; setting one replaces the others.
"""

from __future__ import annotations

from collections.abc import Callable

from inflight.kernel.clock import Clock, Timer
from inflight.kernel.tcp.rtt import RTO_MAX_US, RttEstimator
from inflight.kernel.tcp.scoreboard import Scoreboard

RTO, PROBE, REORDER = "RTO", "tail-loss probe", "reordering"
"""What the timer is set for."""


class RetransmitTimer:
    """`expired` is told what the timer was set for, and when, s."""

    __slots__ = ("_board", "_clock", "_expired", "_rtt", "_timer", "backoff", "pending")

    def __init__(
        self, clock: Clock, board: Scoreboard, rtt: RttEstimator, expired: Callable[[str, float], None]
    ) -> None:
        self._clock, self._board, self._rtt, self._expired = clock, board, rtt, expired
        self._timer = Timer(clock, self._fires)
        self.pending = ""
        """What it is set for (`icsk_pending`); empty: it is not set."""
        self.backoff = 0
        """How often the timeout has been doubled (`icsk_backoff`)."""

    @property
    def due(self) -> float:
        """When it will fire, s; infinite if it is not set."""
        return self._timer.due

    def rto_us(self) -> int:
        """The timeout, doubled for each one before it, µs."""
        return min(self._rtt.rto_us << self.backoff, RTO_MAX_US)

    def set(self, kind: str, delay_us: int) -> None:
        """Fire as `kind`, `delay_us` µs from now."""
        self.pending = kind
        self._timer.set(delay_us)

    def set_rto(self) -> None:
        """Start the timeout from now."""
        self.set(RTO, self.rto_us())

    def rearm(self) -> None:
        """Start the timeout for the first segment in flight, or stop it (`tcp_rearm_rto`)."""
        head = self._board.head
        if head is None:
            self.stop()
            return
        rto_us = self.rto_us()
        if self.pending in (PROBE, REORDER):
            rto_us = max(rto_us - int((self._clock.now - head.sent) * 1e6), 1)
        self.set(RTO, rto_us)

    def stop(self) -> None:
        """No timer any more."""
        self.pending = ""
        self._timer.cancel()

    def _fires(self) -> None:
        kind, self.pending = self.pending, ""
        self._expired(kind, self._timer.set_at)
