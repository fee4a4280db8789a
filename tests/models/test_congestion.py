"""Congestion control against closed forms and the RFCs' own numbers."""

from itertools import pairwise

import pytest

from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.cubic import BICTCP_HZ, CUBE_FACTOR, Cubic, cubic_root
from inflight.kernel.congestion.reno import Reno
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec


def acknowledge(algorithm: CongestionControl, acked: int, now: float = 1.0, rtt_us: int | None = None) -> None:
    sample = AckSample()
    sample.now, sample.acked, sample.rtt_us = now, acked, rtt_us
    algorithm.on_ack(sample)


def test_the_folder_is_the_registry() -> None:
    assert {"reno", "cubic", "vegas", "westwood", "htcp", "hybla", "illinois"} <= set(algorithms())


def test_slow_start_doubles_per_round_and_stops_at_the_threshold() -> None:
    """RFC 5681 §3.1, with Linux's counting of segments instead of ACKs (C03)."""
    reno = Reno()
    reno.ssthresh = 64
    windows = []
    for _ in range(4):
        windows.append(reno.cwnd)
        acknowledge(reno, reno.cwnd)
    assert windows == [10, 20, 40, 64]


def test_reno_adds_one_segment_per_window() -> None:
    """RFC 5681 eq. 3 (C10)."""
    reno = Reno()
    reno.cwnd, reno.ssthresh = 50, 20
    for _ in range(25):
        acknowledge(reno, 2)
    assert reno.cwnd == 51


def test_what_a_loss_costs() -> None:
    """Reno a half, CUBIC 717/1024 = 0.7 (C12: 100 → 50, 100 → 70)."""
    reno, cubic = Reno(), Cubic()
    reno.cwnd = cubic.cwnd = 100
    reno.on_loss(0.0)
    cubic.on_loss(0.0)
    assert (reno.ssthresh, cubic.ssthresh) == (50, 70)


@pytest.mark.parametrize("value", [0, 1, 8, 27, 63, 64, 1000, 10**6, 10**9, 123_456_789, 10**12])
def test_the_kernels_cube_root_is_a_cube_root(value: int) -> None:
    assert cubic_root(value) == pytest.approx(value ** (1 / 3), rel=0.01, abs=1)


@pytest.mark.parametrize(("maximum", "k"), [(100, 4.22), (1000, 9.09), (2304, 12.0)])
def test_cubic_is_back_at_its_maximum_after_k(maximum: int, k: float) -> None:
    """RFC 9438 §4.2: K = ∛(Wmax·(1−β)/C), independent of the RTT (C11)."""
    lost = maximum - maximum * 717 // 1024
    assert cubic_root(CUBE_FACTOR * lost) / 2**BICTCP_HZ == pytest.approx(k, rel=0.01)


def test_fast_convergence_lowers_the_maximum_when_losses_come_early() -> None:
    """RFC 9438 §4.7: below the last maximum, the next one is 0.85 of the window (C12)."""
    cubic = Cubic()
    cubic.cwnd = 100
    cubic.on_loss(0.0)
    cubic.cwnd = 90
    cubic.on_loss(1.0)
    assert cubic._last_max == 90 * (1024 + 717) // 2048


def test_a_reno_sawtooth_has_the_textbooks_period() -> None:
    """One segment per round trip from W/2 to W: W/2 rounds of the mean loaded RTT."""
    bell = Dumbbell(rate=10e6, limit=100, flows=[FlowSpec(algorithm="reno", rtt=0.04)])
    for _ in bell.clock.run(60):
        pass
    losses = [entry for entry in bell.flows[0].sender.recovery.entered if entry[0] > 5]
    periods = [b[0] - a[0] for a, b in pairwise(losses)]
    window = losses[-1][2]
    mean_rtt = 0.75 * window * 1514 * 8 / 10e6  # the queue is never empty: RTT = window / rate
    assert sum(periods) / len(periods) == pytest.approx(window / 2 * mean_rtt, rel=0.05)


def test_hystart_leaves_slow_start_without_a_loss() -> None:
    """The default algorithm's slow start does not end in a loss (C15)."""

    def losses(hystart: bool) -> int:
        spec = FlowSpec(algorithm="cubic", rtt=0.04, hystart=hystart)
        bell = Dumbbell(rate=10e6, limit=100, flows=[spec])
        for _ in bell.clock.run(1.5):
            pass
        return bell.link.drops

    assert losses(hystart=True) == 0
    assert losses(hystart=False) > 100
