"""H-TCP: α(Δ) = 1 + 10·(Δ−1) + ((Δ−1)/2)², and β the ratio of the shortest and the longest RTT, 0.5 to 0.8."""

import pytest
from acks import Acks

from inflight.kernel.congestion.htcp import ONE, HTcp
from inflight.kernel.congestion.states import OPEN, RECOVERY


def lose(algorithm: HTcp, now: float) -> None:
    """A loss, and its repair."""
    algorithm.on_loss(now)
    algorithm.cwnd_cnt = 0
    algorithm.set_state(RECOVERY, now, 0)
    algorithm.cwnd = algorithm.ssthresh
    algorithm.set_state(OPEN, now, 0)


def growth(algorithm: HTcp) -> float:
    """α/(2·(1−β)): what it would be with β = 0.5."""
    return algorithm.alpha / (2 * (ONE - algorithm.beta))


def after(seconds: float, rtt: float = 0.1) -> HTcp:
    """One whose last loss was so long ago, when it loses again."""
    algorithm = HTcp()
    algorithm.cwnd, algorithm.ssthresh = 40, 20
    acks = Acks(algorithm)
    acks.ack(rtt)
    algorithm.on_loss(acks.now)
    algorithm.set_state(RECOVERY, acks.now, 0)
    algorithm.set_state(OPEN, acks.now, 0)
    algorithm.on_loss(acks.now + seconds)
    return algorithm


@pytest.mark.parametrize("delta", [0.5, 1, 1.5, 2, 3, 5, 10, 20])
def test_growth_is_the_square_of_the_time_since_the_last_loss(delta: float) -> None:
    """In whole segments. At 100 ms the RTT scales by one."""
    beyond = max(delta - 1, 0)
    assert growth(after(delta)) == int(1 + 10 * beyond + (beyond / 2) ** 2)


@pytest.mark.parametrize(("rtt", "scale"), [(0.05, 0.5), (0.1, 1), (0.2, 2), (0.01, 0.1), (0.001, 0.1)])
def test_growth_is_scaled_to_a_round_trip_of_100_ms(rtt: float, scale: float) -> None:
    assert growth(after(6, rtt)) / growth(after(6)) == pytest.approx(scale, rel=0.15)


@pytest.mark.parametrize(("longest", "beta"), [(0.3, 0.5), (0.16, 0.625), (0.11, 0.8), (0.1, 0.8)])
def test_it_falls_to_the_share_of_the_rtt_that_is_no_queue(longest: float, beta: float) -> None:
    algorithm = HTcp()
    algorithm.cwnd, algorithm.ssthresh = 40, 20
    acks = Acks(algorithm)
    for _ in range(3):  # with the same bandwidth each time, so that the RTTs count
        while acks.now % 10 < 9:
            share = acks.now % 10 / 9
            acks.round_trip(0.1 + (longest - 0.1) * share)
            algorithm.cwnd = 40
        acks.now += 1
        lose(algorithm, acks.now)
        algorithm.cwnd = 40
    # the longest RTT fades by a twentieth at each loss
    assert algorithm.beta / 128 == pytest.approx(beta, rel=0.05)


def test_another_bandwidth_means_a_half() -> None:
    algorithm = HTcp()
    algorithm.cwnd, algorithm.ssthresh = 40, 20
    acks = Acks(algorithm)
    for window in (40, 40, 40, 80):
        algorithm.cwnd = window
        for _ in range(60):
            acks.round_trip(0.1)
            algorithm.cwnd = window
        lose(algorithm, acks.now)
    assert algorithm.beta == 64


def test_a_loss_that_was_none_does_not_stop_the_clock() -> None:
    """Ten seconds after the last loss it grows by 1 + 90 + 20 = 111, and it still does when a loss is taken back."""
    algorithm = HTcp()
    algorithm.cwnd, algorithm.ssthresh = 400, 20
    acks = Acks(algorithm)
    acks.ack(0.1)
    lose(algorithm, acks.now)
    algorithm.cwnd = 400
    algorithm.on_loss(acks.now + 10)
    algorithm.set_state(RECOVERY, acks.now + 10, 0)
    algorithm.cwnd = algorithm.ssthresh
    algorithm.undo(400)
    algorithm.set_state(OPEN, acks.now + 10, 0)
    assert algorithm.cwnd == pytest.approx(400, abs=2)
    algorithm.on_loss(acks.now + 10)
    assert growth(algorithm) == 111
