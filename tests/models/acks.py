"""What a connection tells an algorithm, for tests that have no connection."""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.constants import MSS


class Acks:
    """Feeds ACKs of one segment each to an algorithm; `now` in s. A window of them is a round trip."""

    def __init__(self, algorithm: CongestionControl, now: float = 100.0) -> None:
        self.algorithm = algorithm
        self.now = now
        self._una = 0

    def ack(self, rtt: float = 0.1, *, segments: int = 1) -> None:
        """One ACK for `segments` segments, whose answer took `rtt` s."""
        sample = AckSample()
        self._una += segments * MSS
        sample.now, sample.acked = self.now, segments
        sample.rtt_us = sample.min_rtt_us = round(rtt * 1e6)
        sample.srtt_us = 8 * sample.rtt_us
        sample.una, sample.nxt = self._una, self._una + self.algorithm.cwnd * MSS
        self.algorithm.pkts_acked(sample, segments, False)
        self.algorithm.on_ack(sample)

    def round_trip(self, rtt: float = 0.1) -> None:
        """ACKs for a whole window, spread over the round trip."""
        window = self.algorithm.cwnd
        for _ in range(window):
            self.now += rtt / window
            self.ack(rtt)
