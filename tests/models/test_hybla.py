"""Hybla: a path with ρ times the RTT of 25 ms sends as much per second as one of 25 ms would."""

import pytest
from acks import Acks

from inflight.kernel.congestion.hybla import Hybla


def hybla(rtt: float, cwnd: int, ssthresh: int) -> Hybla:
    algorithm = Hybla()
    algorithm.init(round(8e6 * rtt))
    algorithm.cwnd, algorithm.ssthresh = cwnd, ssthresh
    return algorithm


@pytest.mark.parametrize(("rtt", "rho"), [(0.001, 1), (0.025, 1), (0.04, 1.5), (0.05, 2), (0.1, 4), (0.6, 24)])
def test_rho_is_the_rtt_over_25_ms_in_eighths_and_at_least_one(rtt: float, rho: float) -> None:
    assert hybla(rtt, 10, 10).rho8 == 8 * rho


def test_the_first_window_is_rho_whatever_the_route_says() -> None:
    algorithm = Hybla()
    algorithm.cwnd = 10
    algorithm.init(8 * 120_000)
    assert algorithm.cwnd == 4


@pytest.mark.parametrize(("rtt", "rho"), [(0.025, 1), (0.05, 2), (0.0375, 1.5), (0.1, 4)])
def test_an_ack_in_slow_start_is_worth_two_to_the_rho_less_one(rtt: float, rho: float) -> None:
    algorithm = hybla(rtt, 100, 1 << 20)
    acks = Acks(algorithm)
    for _ in range(128):
        acks.ack(rtt)
    assert (algorithm.cwnd - 100) / 128 == pytest.approx(2**rho - 1, rel=0.01)


@pytest.mark.parametrize(("rtt", "rho"), [(0.05, 2), (0.1, 4), (0.2, 8)])
def test_a_round_trip_in_congestion_avoidance_adds_rho_squared(rtt: float, rho: int) -> None:
    algorithm = hybla(rtt, 8 * rho * rho, 10)  # the window stays near where it was
    Acks(algorithm).round_trip(rtt)
    assert 0.75 * rho * rho <= algorithm.cwnd - 8 * rho * rho <= rho * rho  # the integers cut off a little


def test_what_the_integers_cut_off_makes_it_slower_than_reno() -> None:
    """At 40 ms ρ is 12/8. Above 2·12² = 288 nothing is left of ρ² · 128 / cwnd, and it counts ACKs, not segments."""
    algorithm = hybla(0.04, 300, 10)
    acks = Acks(algorithm)
    for _ in range(150):
        acks.ack(0.04, segments=2)  # a window, as a receiver acknowledges it
    assert algorithm.cwnd == 300
    for _ in range(150):
        acks.ack(0.04, segments=2)
    assert algorithm.cwnd == 301


def test_a_shorter_rtt_gives_a_smaller_rho() -> None:
    algorithm = hybla(0.1, 50, 10)
    Acks(algorithm).ack(0.05)
    assert algorithm.rho8 == 16
    Acks(algorithm).ack(0.2)
    assert algorithm.rho8 == 16
