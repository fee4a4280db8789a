"""Illinois: α from 10 to 0.3 and β from 1/8 to 1/2, as the queueing delay rises."""

import pytest
from acks import Acks
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.congestion.illinois import Illinois, alpha, beta
from inflight.kernel.congestion.states import LOSS

MOST = 100_000  # µs, the longest delay


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.0101, 10), (0.1, 2.53), (0.5, 0.60), (1, 0.3)],
)
def test_alpha_is_a_hyperbola_of_the_delay(share: float, expected: float) -> None:
    """κ₁/(κ₂ + d) through (1%, 10) and (100%, 0.3), equation 3 of the paper."""
    assert alpha(round(share * MOST), MOST) / 128 == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize(("share", "expected"), [(0, 0.125), (0.1, 0.125), (0.45, 0.3125), (0.8, 0.5), (1, 0.5)])
def test_beta_is_a_straight_line_between_an_eighth_and_a_half(share: float, expected: float) -> None:
    assert beta(round(share * MOST), MOST) / 64 == pytest.approx(expected, abs=1 / 64)


@given(st.integers(1, 3_000_000), st.integers(1, 3_000_000))
def test_more_delay_never_means_more_growth_or_a_smaller_fall(one: int, other: int) -> None:
    most = max(one, other)
    low, high = sorted((one, other))
    if low > most // 100:
        assert alpha(low, most) >= alpha(high, most)
        assert alpha(high, most) / 128 >= 0.29
    assert 8 <= beta(low, most) <= beta(high, most) <= 32


def grown(cwnd: int, delay: float, rounds: int = 1) -> Illinois:
    """After a round trip without delay and one with the longest, 100 ms, so many with `delay` of it."""
    algorithm = Illinois()
    algorithm.cwnd, algorithm.ssthresh = cwnd, 2
    acks = Acks(algorithm)
    for share in (0, 1, 1, *(delay,) * rounds):
        acks.round_trip(0.1 + 0.1 * share)
        algorithm.cwnd = cwnd
    acks.round_trip(0.1 + 0.1 * delay)
    return algorithm


def test_the_window_grows_by_alpha_in_a_round_trip() -> None:
    assert grown(100, 0.5, 3).cwnd in (100, 101)  # α = 0.6
    algorithm = Illinois()
    algorithm.cwnd, algorithm.ssthresh = 100, 2
    Acks(algorithm).round_trip()
    assert 109 <= algorithm.cwnd <= 110  # α = 10


def test_it_waits_five_good_round_trips_before_full_speed() -> None:
    assert grown(100, 0.0, 3).alpha < 1280
    assert grown(100, 0.0, 8).alpha == 1280


def test_small_windows_and_timeouts_are_renos() -> None:
    assert grown(10, 0.0, 8).alpha == 128
    algorithm = grown(100, 0.0, 8)
    algorithm.set_state(LOSS, 0.0, 0)
    algorithm.cwnd = 100
    algorithm.on_loss(0.0)
    assert (algorithm.alpha, algorithm.ssthresh) == (128, 50)
