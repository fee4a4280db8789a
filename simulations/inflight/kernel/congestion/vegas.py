"""TCP Vegas: keeps two to four segments in the queue. Brakmo, O'Malley and Peterson, SIGCOMM 1994; `tcp_vegas.c`."""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.reno import Reno
from inflight.kernel.congestion.states import CA_EVENT_CWND_RESTART, CWR, OPEN, RECOVERY

ALPHA, BETA = 2, 4
"""Segments that Vegas wants in the queue, at least and at most."""
GAMMA = 1
"""Segments in the queue that end slow start."""
MIN_SAMPLES = 2
"""With no more RTTs than these in a round, it does what Reno does: one of them may be a delayed ACK."""

NO_RTT = 0x7FFFFFFF


class Vegas(Reno):
    """Compares, once per RTT, the window with what it would be without a queue; a loss counts as it does for Reno."""

    name = "vegas"
    title = "Vegas"

    def __init__(self) -> None:
        super().__init__()
        self._base_rtt_us = NO_RTT
        self._nxt = 0
        self._state = OPEN
        self._enable(0)

    def _enable(self, nxt: int) -> None:
        """Start to measure; the round ends when `nxt` is acknowledged (`vegas_enable`)."""
        self._enabled = True
        self._round_end = nxt
        self._forget_round()

    def _forget_round(self) -> None:
        self._min_rtt_us = NO_RTT
        self._samples = 0

    def set_state(self, state: int, now: float, nxt: int) -> None:
        """While losses are repaired the RTT says little about the queue (`tcp_vegas_state`)."""
        self._state = state
        if state == OPEN:
            self._enable(nxt)
        else:
            self._enabled = False

    def on_sent(self, now: float, idle: float) -> None:
        """An empty pipe: the path may be another one by now (`tcp_vegas_cwnd_event`)."""
        self._base_rtt_us = NO_RTT
        self._enable(self._nxt)

    def cwnd_event(self, event: int, now: float) -> None:
        """The same after an idle time."""
        if event == CA_EVENT_CWND_RESTART:
            self.on_sent(now, 0.0)

    def pkts_acked(self, ack: AckSample, acked: int, slow_path: bool) -> None:
        """`tcp_vegas_pkts_acked`."""
        self._nxt = ack.nxt
        if ack.rtt_us is None:
            return
        rtt_us = ack.rtt_us + 1  # never zero
        self._base_rtt_us = min(self._base_rtt_us, rtt_us)
        self._min_rtt_us = min(self._min_rtt_us, rtt_us)
        self._samples += 1

    def on_ack(self, ack: AckSample) -> None:
        """`tcp_vegas_cong_avoid`: a decision per round trip, whether or not the window is used."""
        if ack.in_recovery:
            return
        if not self._enabled:
            super().on_ack(ack)
        elif ack.una > self._round_end:
            self._round_end = ack.nxt
            if self._samples <= MIN_SAMPLES:
                super().on_ack(ack)
            else:
                self._decide(ack.acked)
            self._forget_round()
        elif self.cwnd < self.ssthresh:
            self.slow_start(ack.acked)

    def _decide(self, acked: int) -> None:
        cwnd, rtt_us, base_rtt_us = self.cwnd, self._min_rtt_us, self._base_rtt_us
        queued = cwnd * (rtt_us - base_rtt_us) // base_rtt_us
        if cwnd < self.ssthresh:
            if queued > GAMMA:
                self.cwnd = min(cwnd, cwnd * base_rtt_us // rtt_us + 1)
                self.ssthresh = min(self.ssthresh, self.cwnd)
            else:
                self.slow_start(acked)
        elif queued > BETA:
            self.cwnd = cwnd - 1
            self.ssthresh = min(self.ssthresh, self.cwnd)
        elif queued < ALPHA:
            self.cwnd = cwnd + 1
        self.cwnd = max(self.cwnd, 2)
        if self._state not in (CWR, RECOVERY):  # `tcp_current_ssthresh`
            self.ssthresh = max(self.ssthresh, (self.cwnd >> 1) + (self.cwnd >> 2))
