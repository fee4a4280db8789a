"""NewReno: RFC 5681, `tcp_cong.c:tcp_reno_cong_avoid`."""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample, CongestionControl


class Reno(CongestionControl):
    """Slow start, then one segment per window; half the window after a loss."""

    name = "reno"
    title = "Reno"

    def on_ack(self, ack: AckSample) -> None:
        """RFC 5681 §3.1."""
        if ack.cwnd_limited and not ack.in_recovery:
            self.reno(ack.acked)

    def on_loss(self, now: float) -> None:
        """RFC 5681 eq. 4, with cwnd for FlightSize (`tcp_reno_ssthresh`)."""
        self.ssthresh = max(self.cwnd >> 1, 2)
