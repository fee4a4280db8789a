"""HyStart: leave slow start before the queue overflows. `tcp_cubic.c:hystart_update`."""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample
from inflight.kernel.constants import GSO_MAX_SIZE

LOW_WINDOW = 16  # segments
MIN_SAMPLES = 8
DELAY_MIN_US, DELAY_MAX_US = 4000, 16000
ACK_DELTA_US = 2000


class HyStart:
    """Watches one round trip at a time; `found` is "train" or "delay" once the exit point is seen."""

    __slots__ = ("_current_rtt_us", "_end", "_last_ack_us", "_round_start_us", "_samples", "found")

    def __init__(self) -> None:
        self.found = ""
        self.reset(0.0, 0)

    def reset(self, now: float, nxt: int) -> None:
        """A round begins: it ends when `nxt` is acknowledged."""
        self._round_start_us = self._last_ack_us = int(now * 1e6)
        self._end = nxt
        self._current_rtt_us = 1 << 32
        self._samples = 0

    def exits(self, ack: AckSample, cwnd: int, delay_min_us: int) -> bool:
        """Whether slow start should end now."""
        if ack.una > self._end:
            self.reset(ack.now, ack.nxt)
        if cwnd < LOW_WINDOW or ack.rtt_us is None:
            return False
        now_us = int(ack.now * 1e6)
        if now_us - self._last_ack_us <= ACK_DELTA_US:
            # ACKs that follow each other closely for half the minimum RTT: the pipe is full
            self._last_ack_us = now_us
            threshold = delay_min_us + self._ack_delay_us(ack.pacing_rate)
            if not ack.paced:  # pacing alone spreads them over half an RTT
                threshold >>= 1
            if now_us - self._round_start_us > threshold:
                self.found = "train"
        if self._current_rtt_us > ack.rtt_us:
            self._current_rtt_us = ack.rtt_us
        if self._samples < MIN_SAMPLES:
            self._samples += 1
        elif self._current_rtt_us > delay_min_us + min(max(delay_min_us >> 3, DELAY_MIN_US), DELAY_MAX_US):
            self.found = "delay"
        return bool(self.found)

    @staticmethod
    def _ack_delay_us(pacing_rate: float) -> int:
        """Cushion for aggregation by TSO and GRO, at most 1 ms (`hystart_ack_delay`)."""
        return min(1000, int(GSO_MAX_SIZE * 4 * 1_000_000 / pacing_rate)) if pacing_rate else 0
