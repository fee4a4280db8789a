"""What theory says of a lossy path: the rate that is left, and the way back after one loss."""

from __future__ import annotations

import math


def mathis(loss: float, rtt: float, mss: int) -> float:
    """Mbit/s that a sawtooth which halves at each loss comes to: √(3/2)·MSS/(RTT·√p), Mathis et al. 1997, eq. 3."""
    return mathis_window(loss) * mss * 8e-3 / rtt


def mathis_window(loss: float) -> float:
    """The same as a mean window, segments: 1.22/√p."""
    return math.sqrt(1.5 / (loss / 100))


def reno_recovery(window: float, rtt: float) -> float:
    """Seconds until a halved window is whole again, one segment per round trip of `rtt` ms (RFC 5681 §3.1, eq. 3)."""
    return window / 2 * rtt / 1000


def cubic_recovery(window: float) -> float:
    """Seconds until CUBIC is back at `window` segments: K = ∛(W·(1 − β)/C), RFC 9438 §4.2."""
    return round(math.cbrt(window * 0.3 / 0.4), 6)  # the last bits of a root differ between C libraries
