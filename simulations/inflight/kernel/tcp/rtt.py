"""Round-trip time: smoothed mean and deviation, the minimum, and the retransmission timeout.

RFC 6298 with Linux's minimum: RTO = SRTT + max(4·RTTVAR, 200 ms), see `tcp_input.c:tcp_rtt_estimator`.
"""

from __future__ import annotations

from collections import deque

RTO_MIN_US = 200_000
RTO_MAX_US = 120_000_000
TIMEOUT_INIT_US = 1_000_000
MIN_RTT_WINDOW_S = 300.0


class RttEstimator:
    """Samples in µs go in; estimates and the timeout come out, in µs too.

    As in the kernel `srtt_us` is scaled by 8, `mdev_us` and `rttvar_us` are scaled by 4.
    """

    __slots__ = (
        "_look_again",
        "_mdev_max_us",
        "_minima",
        "_round_end",
        "_rto_min_us",
        "mdev_us",
        "min_rtt_us",
        "rto_us",
        "rttvar_us",
        "srtt_us",
    )

    def __init__(self, rto_min_us: int = RTO_MIN_US) -> None:
        self._rto_min_us = rto_min_us
        self.srtt_us = 0
        self.rttvar_us = 0
        self.min_rtt_us = 0xFFFFFFFF
        self.rto_us = TIMEOUT_INIT_US
        self.mdev_us = 0
        self._mdev_max_us = 0
        self._round_end = 0
        self._minima: deque[tuple[float, int]] = deque()
        self._look_again = 0.0  # a few spaced candidates are enough to replace the oldest minimum

    def sample(self, rtt_us: int, una: int, nxt: int) -> None:
        """Take a sample; `una` and `nxt` (sequence numbers) tell when a round trip is over."""
        srtt = self.srtt_us
        if srtt:
            error = rtt_us - (srtt >> 3)
            srtt += error
            if error < 0:
                error = -error - (self.mdev_us >> 2)
                if error > 0:
                    error >>= 3  # a falling RTT must not raise the deviation as fast as a rising one
            else:
                error -= self.mdev_us >> 2
            self.mdev_us += error
            if self.mdev_us > self._mdev_max_us:
                self._mdev_max_us = self.mdev_us
                if self._mdev_max_us > self.rttvar_us:
                    self.rttvar_us = self._mdev_max_us
            if una > self._round_end:
                if self._mdev_max_us < self.rttvar_us:
                    self.rttvar_us -= (self.rttvar_us - self._mdev_max_us) >> 2
                self._round_end = nxt
                self._mdev_max_us = self._rto_min_us
        else:
            srtt = rtt_us << 3
            self.mdev_us = rtt_us << 1
            self.rttvar_us = max(self.mdev_us, self._rto_min_us)
            self._mdev_max_us = self.rttvar_us
            self._round_end = nxt
        self.srtt_us = srtt or 1
        self.rto_us = (self.srtt_us >> 3) + self.rttvar_us

    def update_min(self, now: float, rtt_us: int) -> None:
        """Minimum over the last 300 s (`tcp_update_rtt_min`)."""
        if rtt_us > self.min_rtt_us and now < self._look_again:
            return
        self._look_again = now + MIN_RTT_WINDOW_S / 4
        minima = self._minima
        while minima and minima[-1][1] >= rtt_us:
            minima.pop()
        minima.append((now, rtt_us))
        while now - minima[0][0] > MIN_RTT_WINDOW_S:
            minima.popleft()
        self.min_rtt_us = minima[0][1]
