"""Proportional Rate Reduction: the window shrinks to ssthresh while the ACK clock goes on. RFC 6937."""

from __future__ import annotations


class RateReduction:
    """`prior_cwnd`, `prr_delivered` and `prr_out` of `struct tcp_sock`, in segments."""

    __slots__ = ("_delivered", "out", "prior_cwnd")

    def __init__(self) -> None:
        self.prior_cwnd = 0
        """The window before the reduction."""
        self.out = 0
        """Sent since it began, new and again."""
        self._delivered = 0

    def begin(self, cwnd: int) -> None:
        """A reduction of `cwnd` begins (`tcp_init_cwnd_reduction`)."""
        self.prior_cwnd = cwnd
        self._delivered = self.out = 0

    def window(self, ssthresh: int, in_flight: int, delivered: int, newly_lost: int, advanced: bool) -> int:
        """The window for what may be sent now (`tcp_cwnd_reduction`).

        delivered, newly_lost: what an ACK reports. advanced: it acknowledges more data, and so clocks one more out
        as long as less than ssthresh is in flight (slow-start reduction bound).
        """
        self._delivered += delivered
        room = ssthresh - in_flight
        if room < 0:
            send = -(-ssthresh * self._delivered // self.prior_cwnd) - self.out
        else:
            send = max(self._delivered - self.out, delivered)
            if advanced and not newly_lost:
                send += 1
            send = min(room, send)
        return in_flight + max(send, 0 if self.out else 1)
