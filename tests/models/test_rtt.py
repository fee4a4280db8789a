"""The retransmission timeout: RFC 6298's rules, with the minimum that Linux has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.tcp.rtt import RTO_MIN_US, RttEstimator


def test_the_example_of_rfc_6298() -> None:
    """§2.2 and §2.3 by hand, samples 1000, 1200, 900 ms: SRTT 1000, 1025, 1009.375; RTTVAR 500, 425, 350.

    Linux keeps the same mean; its deviation rises as fast and falls more slowly (`tcp_rtt_estimator`).
    """
    estimator = RttEstimator()
    means, timeouts = [], []
    for number, sample in enumerate((1_000_000, 1_200_000, 900_000)):
        estimator.sample(sample, number + 1, number + 2)
        means.append(estimator.srtt_us / 8)
        timeouts.append(estimator.rto_us)
    assert means == [1_000_000, 1_025_000, 1_009_375]
    assert timeouts[0] == 3_000_000  # SRTT + 4 · RTTVAR of the first sample


def test_a_steady_path_times_out_200_ms_after_its_rtt() -> None:
    """RTO = SRTT + max(4·RTTVAR, 200 ms): on a quiet path of 40 ms, 240 ms (C38)."""
    estimator = RttEstimator()
    for number in range(200):
        estimator.sample(40_000, 10 * number + 1, 10 * number + 5)
    assert estimator.rto_us == 40_000 + RTO_MIN_US


@given(st.lists(st.integers(1, 2_000_000), min_size=1, max_size=60))
def test_the_timeout_is_never_below_its_minimum(samples: list[int]) -> None:
    estimator = RttEstimator()
    for number, sample in enumerate(samples):
        estimator.update_min(number * 0.1, sample)
        estimator.sample(sample, number + 1, number + 2)
        assert estimator.rto_us >= (estimator.srtt_us >> 3) + RTO_MIN_US
        assert min(samples[: number + 1]) - 1 <= estimator.srtt_us / 8 <= max(samples[: number + 1]) + 1
    assert estimator.min_rtt_us == min(samples)


def test_the_minimum_forgets_after_300_s() -> None:
    estimator = RttEstimator()
    estimator.update_min(0.0, 1000)
    for second in range(1, 400):
        estimator.update_min(float(second), 2000)
    assert estimator.min_rtt_us == pytest.approx(2000)
