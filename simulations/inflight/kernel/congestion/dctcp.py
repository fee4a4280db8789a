"""Data Center TCP: the window shrinks by the share of segments that were marked. RFC 8257, `tcp_dctcp.c`."""

from __future__ import annotations

from typing import ClassVar

from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.reno import Reno
from inflight.kernel.congestion.states import CA_EVENT_LOSS, OPEN, RECOVERY

SHIFT_G = 4
"""A new share counts for 1/2^4 (`dctcp_shift_g`)."""
MAX_ALPHA = 1024
"""`alpha` when every segment is marked, and at the start (`DCTCP_MAX_ALPHA`, `dctcp_alpha_on_init`)."""


class Dctcp(Reno):
    """Reno's growth, and half of `alpha` as reduction: all segments marked halve the window, one in ten costs 5% of it.

    alpha: the smoothed share of marked segments, of 1024 (`dctcp_alpha`).
    """

    name = "dctcp"
    title = "DCTCP"
    needs_ecn: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.alpha = MAX_ALPHA
        self._until = 0  # sequence number that ends this measurement (`next_seq`)
        self._delivered = self._delivered_ce = 0  # when it began
        self._loss_cwnd = 0
        self._state = OPEN

    def pkts_acked(self, ack: AckSample, acked: int, slow_path: bool) -> None:
        """Once per round trip; this ACK's own segments are not counted yet (`dctcp_update_alpha`)."""
        if ack.una < self._until:
            return
        marked = ack.delivered_ce - self._delivered_ce
        delivered = ack.delivered - self._delivered
        self.alpha -= self.alpha >> SHIFT_G or self.alpha
        if marked:
            self.alpha = min(self.alpha + (marked << 10 - SHIFT_G) // max(1, delivered), MAX_ALPHA)
        self._until = ack.nxt
        self._delivered, self._delivered_ce = ack.delivered, ack.delivered_ce

    def on_loss(self, now: float) -> None:
        """A mark: RFC 8257 §3.3 (`dctcp_ssthresh`)."""
        self._loss_cwnd = self.cwnd
        self.ssthresh = max(self.cwnd - (self.cwnd * self.alpha >> 11), 2)

    def set_state(self, state: int, now: float, nxt: int) -> None:
        """A loss halves the window, as ever (`dctcp_state`)."""
        if state == RECOVERY != self._state:
            self._halve()
        self._state = state

    def cwnd_event(self, event: int, now: float) -> None:
        """So does a timeout (`dctcp_cwnd_event`)."""
        if event == CA_EVENT_LOSS:
            self._halve()

    def undo(self, prior_cwnd: int) -> None:
        """`dctcp_cwnd_undo`."""
        self.cwnd = max(self.cwnd, self._loss_cwnd)

    def _halve(self) -> None:
        self._loss_cwnd = self.cwnd
        self.ssthresh = max(self.cwnd >> 1, 2)
