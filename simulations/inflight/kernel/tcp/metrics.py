"""What a host remembers of a destination from one connection to the next: `ip tcp_metrics`, `tcp_metrics.c`."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.congestion.states import OPEN
from inflight.kernel.constants import INFINITE_SSTHRESH, REORDERING
from inflight.kernel.tcp.rtt import RTO_MIN_US
from inflight.kernel.tcp.sender import Sender


@dataclass
class TcpMetrics:
    """The entry of one destination; 0 is a metric that is not known. Windows in segments.

    rtt_us, rttvar_us: µs, scaled by 8 and by 4 as the kernel keeps them; `ip tcp_metrics` prints them unscaled.
    no_metrics_save, no_ssthresh_metrics_save: the switches `net.ipv4.tcp_no_…`; the second is 1 since Linux 5.6.
    """

    no_metrics_save: bool = False
    no_ssthresh_metrics_save: bool = True
    known: bool = False
    rtt_us: int = 0
    rttvar_us: int = 0
    ssthresh: int = 0
    cwnd: int = 0
    reordering: int = 0

    def flush(self) -> None:
        """`ip tcp_metrics flush`."""
        self.known = False
        self.rtt_us = self.rttvar_us = self.ssthresh = self.cwnd = self.reordering = 0

    def init(self, sender: Sender) -> None:
        """A connection begins with what is remembered (`tcp_init_metrics`). The cached cwnd is not used."""
        if not self.known:
            return
        remembered = 0 if self.no_ssthresh_metrics_save else self.ssthresh
        sender.congestion.ssthresh = remembered or INFINITE_SSTHRESH
        if self.reordering:
            sender.recovery.reordering.degree = self.reordering
        rtt = sender.rtt
        if self.rtt_us > rtt.srtt_us:  # for the first RTO only: the next sample replaces it
            cached = self.rtt_us >> 3
            rtt.rto_us = cached + max(2 * cached, RTO_MIN_US)

    def update(self, sender: Sender) -> None:
        """A connection ends and leaves what it has learnt (`tcp_update_metrics`)."""
        if self.no_metrics_save:
            return
        rtt = sender.rtt
        if sender.recovery.timer.backoff or not rtt.srtt_us:
            self.rtt_us = 0
            return
        self.known = True
        self._update_rtt(rtt.srtt_us, rtt.mdev_us)
        cwnd, ssthresh = sender.congestion.cwnd, sender.congestion.ssthresh
        if ssthresh >= INFINITE_SSTHRESH:  # slow start has never ended
            if self.ssthresh and cwnd >> 1 > self.ssthresh:
                self._keep_ssthresh(cwnd >> 1)
            self.cwnd = max(self.cwnd, cwnd)
        elif cwnd >= ssthresh and sender.recovery.state == OPEN:  # congestion avoidance: the window can be trusted
            self._keep_ssthresh(max(cwnd >> 1, ssthresh))
            self.cwnd = (self.cwnd + cwnd) >> 1
        else:
            self.cwnd = (self.cwnd + ssthresh) >> 1
            if self.ssthresh and ssthresh > self.ssthresh:
                self._keep_ssthresh(ssthresh)
            reordering = sender.recovery.reordering.degree
            if self.reordering < reordering != REORDERING:
                self.reordering = reordering

    def _update_rtt(self, srtt_us: int, mdev_us: int) -> None:
        """Up at once, down by an eighth of the difference: too long is better than too short."""
        error = self.rtt_us - srtt_us
        self.rtt_us = srtt_us if error <= 0 else self.rtt_us - (error >> 3)
        deviation = max(abs(error) >> 1, mdev_us)
        if deviation >= self.rttvar_us:
            self.rttvar_us = deviation
        else:
            self.rttvar_us -= (self.rttvar_us - deviation) >> 2

    def _keep_ssthresh(self, value: int) -> None:
        if not self.no_ssthresh_metrics_save:
            self.ssthresh = value
