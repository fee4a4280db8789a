"""RFC 9438 §5.1: the mean window when exactly one of every 1/p packets is lost.

Nothing but the algorithms: an ACK for each segment, evenly over the round trip; every 1/p-th says that one is lost.
The RFC's tables are of a sawtooth that repeats, so the run starts at the top of theirs. (Around the plateau many
sawteeth repeat: a window that returns to within half a segment of its maximum stays as it is.)
"""

import pytest

from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.cubic import Cubic
from inflight.kernel.congestion.reno import Reno

TEETH, SETTLING = 6, 6


def mean_window(algorithm: CongestionControl, p: float, rtt: float, top: int) -> float:
    """Segments, over time."""
    algorithm.cwnd = algorithm.ssthresh = top
    ack = AckSample()
    ack.acked = 1
    ack.rtt_us = ack.min_rtt_us = round(rtt * 1e6)
    now, begin = 100.0, 0.0
    for tooth in range(SETTLING + TEETH):
        if tooth == SETTLING:
            begin = now
        algorithm.cwnd_cnt = 0
        algorithm.on_loss(now)
        algorithm.cwnd = algorithm.ssthresh
        for _ in range(round(1 / p)):
            now += rtt / algorithm.cwnd
            ack.now = now
            algorithm.on_ack(ack)
    return TEETH * round(1 / p) * rtt / (now - begin)


@pytest.mark.parametrize(("p", "window"), [(1e-2, 12), (1e-3, 38), (1e-4, 120), (1e-5, 379)])
def test_reno(p: float, window: int) -> None:
    assert mean_window(Reno(), p, 0.1, round(window / 0.75)) == pytest.approx(window, rel=0.1)


@pytest.mark.parametrize(
    ("rtt", "p", "window"),
    [
        (0.1, 1e-2, 12),
        (0.1, 1e-3, 38),
        (0.1, 1e-4, 187),
        (0.1, 1e-5, 1054),
        (0.01, 1e-3, 38),
        (0.01, 1e-4, 120),
        (0.01, 1e-5, 379),
    ],
)
def test_cubic(rtt: float, p: float, window: int) -> None:
    """Table 1 (100 ms) and table 2 (10 ms), C = 0.4. The mean of a tooth is (3 + β)/4 = 0.925 of its top."""
    assert mean_window(Cubic(), p, rtt, round(window / 0.925)) == pytest.approx(window, rel=0.1)


class Eager(Cubic):
    """Computes its target at every ACK."""

    def on_ack(self, ack: AckSample) -> None:
        self._last_cwnd = -1
        super().on_ack(ack)


def test_where_linux_is_not_the_rfc() -> None:
    """Table 2, p = 1%: 12 there, 10.7 here.

    Linux looks at its curves every 32nd of a second at most, three round trips of 10 ms, which is a good part of a
    tooth of eight. Did it look at every ACK, it would be where the RFC has it.
    """
    assert mean_window(Cubic(), 1e-2, 0.01, 13) == pytest.approx(10.7, rel=0.01)
    assert mean_window(Eager(), 1e-2, 0.01, 13) == pytest.approx(12, rel=0.1)
