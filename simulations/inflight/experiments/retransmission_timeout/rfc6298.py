"""The timeout by the book, to set beside that of Linux."""

from __future__ import annotations

_RFC_MIN_MS = 1000.0


class Rfc6298:
    """SRTT, RTTVAR and RTO by the book, ms: RFC 6298 §2, without the clock's granularity."""

    def __init__(self) -> None:
        self.srtt = self.rttvar = 0.0
        self.rto = _RFC_MIN_MS

    def sample(self, rtt: float) -> None:
        """Take a sample, ms."""
        if self.srtt:
            self.rttvar = 0.75 * self.rttvar + 0.25 * abs(self.srtt - rtt)
            self.srtt = 0.875 * self.srtt + 0.125 * rtt
        else:
            self.srtt, self.rttvar = rtt, rtt / 2
        self.rto = max(_RFC_MIN_MS, self.srtt + 4 * self.rttvar)
