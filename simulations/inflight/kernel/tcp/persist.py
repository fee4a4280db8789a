"""The persist timer: what asks again when the peer has closed its window, and what ends a forgotten cork.

RFC 9293 §3.8.6.1, `tcp_timer.c:tcp_probe_timer`. Linux shares one timer with retransmissions; as nothing is in flight
while this one runs, it can be a timer of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from inflight.kernel.clock import Clock, Timer
from inflight.kernel.tcp.rtt import RTO_MAX_US, RTO_MIN_US, RttEstimator
from inflight.kernel.tcp.scoreboard import Scoreboard

MAX_BACKOFF = 15
"""`net.ipv4.tcp_retries2`: the wait is not doubled more often."""


class Prober(Protocol):
    """What the timer needs of a connection."""

    clock: Clock
    board: Scoreboard
    rtt: RttEstimator

    @property
    def has_unsent(self) -> bool: ...

    @property
    def head_fits(self) -> bool: ...

    def probe_window(self) -> bool: ...


class PersistTimer:
    """`probes` are the times of all probes that were sent, s; `backoff` is how often the wait was doubled."""

    __slots__ = ("_sender", "_timer", "backoff", "on_fire", "probes")

    def __init__(self, sender: Prober) -> None:
        self._sender = sender
        self._timer = Timer(sender.clock, self._fires)
        self.backoff = 0
        self.probes: list[float] = []
        self.on_fire: Callable[[float], None] | None = None
        """Is told when the timer fires: when it was armed, s."""

    @property
    def due(self) -> float:
        """When it will fire, s; infinite if it is not set."""
        return self._timer.due

    def check(self) -> None:
        """Nothing is in flight and nothing could be sent: start the timer (`tcp_check_probe_timer`)."""
        if not self._timer.armed:
            self._timer.set(self._base())

    def stop(self) -> None:
        """Data are on the way, or there are none."""
        self._timer.cancel()
        self.backoff = 0

    def answered(self) -> None:
        """An ACK has come while nothing was in flight (`tcp_ack_probe`)."""
        if not self._sender.has_unsent:
            return
        if self._sender.head_fits:
            self.stop()
        else:
            self._timer.set(self._wait())

    def _base(self) -> int:
        return max(self._sender.rtt.rto_us, RTO_MIN_US)

    def _wait(self) -> int:
        """µs: the retransmission timeout, doubled for each probe so far, two minutes at most (`tcp_probe0_when`)."""
        return min(self._base() << self.backoff, RTO_MAX_US)

    def _fires(self) -> None:
        sender = self._sender
        if sender.board.packets_out or not sender.has_unsent:
            return
        if self.on_fire:
            self.on_fire(self._timer.set_at)
        if sender.probe_window():
            self.backoff = 0  # data could be sent (`tcp_send_probe0`)
            return
        self.probes.append(sender.clock.now)
        if self.backoff < MAX_BACKOFF:
            self.backoff += 1
        self._timer.set(self._wait())
