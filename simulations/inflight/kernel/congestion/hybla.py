"""TCP Hybla: a long path grows as fast as one of 25 ms. Caini and Firrincieli, IJSCN 2004; `tcp_hybla.c`."""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.reno import Reno
from inflight.kernel.congestion.states import OPEN

RTT0_US = 25_000
"""RTT of the path that it wants to be like, µs."""
MAX_CWND = 65535
_POWERS = (128, 139, 152, 165, 181, 197, 215, 234)
"""128 · 2^(n/8), as the kernel has it."""


class Hybla(Reno):
    """ρ = RTT / 25 ms: 2^ρ − 1 segments per ACK in slow start, ρ² per RTT later. In eighths and 128ths."""

    name = "hybla"
    title = "Hybla"

    def __init__(self) -> None:
        super().__init__()
        self._enabled = True
        self._cents = 0  # 128ths of a segment that the window is behind
        self._recalculate(0)

    def init(self, srtt_us: int) -> None:
        """`hybla_init`: it begins with ρ segments, whatever the route's window is."""
        self._recalculate(srtt_us)
        self.cwnd = self.rho8 >> 3

    def _recalculate(self, srtt_us: int) -> None:
        """ρ is at least 1 (`hybla_recalc_param`); `srtt_us` is scaled by 8."""
        self._least_srtt_us = srtt_us
        self.rho8 = max(srtt_us // RTT0_US, 8)

    def set_state(self, state: int, now: float, nxt: int) -> None:
        """While losses are repaired it is Reno."""
        self._enabled = state == OPEN

    def on_ack(self, ack: AckSample) -> None:
        """`hybla_cong_avoid`: per ACK, whatever it acknowledges."""
        if ack.in_recovery:
            return
        if ack.srtt_us < self._least_srtt_us:
            self._recalculate(ack.srtt_us)
        if not ack.cwnd_limited:
            return
        if not self._enabled:
            self.reno(ack.acked)
            return
        starting = self.cwnd < self.ssthresh
        if starting:
            increment = (1 << min(self.rho8 >> 3, 16)) * _POWERS[self.rho8 & 7] - 128
        else:
            increment = (self.rho8 * self.rho8 << 1) // self.cwnd
            if increment < 128:
                self.cwnd_cnt += 1
        self._cents += increment % 128
        self.cwnd += increment >> 7
        if self._cents >= 128:
            self.cwnd += self._cents >> 7
            self._cents &= 127
            self.cwnd_cnt = 0
        # ρ² < cwnd / 128: too little to count, so at least as Reno would, by ACKs
        if increment == 0 and self.cwnd_cnt >= self.cwnd:
            self.cwnd += 1
            self.cwnd_cnt = 0
        self.cwnd = min(self.cwnd, self.ssthresh if starting else MAX_CWND, MAX_CWND)
