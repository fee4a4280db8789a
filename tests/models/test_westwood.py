"""Westwood+: bandwidth through two filters, and the threshold bandwidth · shortest RTT."""

import pytest
from acks import Acks

from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.states import CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS
from inflight.kernel.congestion.westwood import Westwood
from inflight.kernel.constants import MSS

RATE = 10e6 / 8 * MSS / 1514  # bytes of data per second on a line of 10 Mbit/s


def fed(seconds: float, rate: float = RATE, rtt: float = 0.04) -> tuple[Westwood, Acks]:
    algorithm = Westwood()
    algorithm.cwnd = algorithm.ssthresh = 100
    acks = Acks(algorithm)
    feed(acks, seconds, rate, rtt)
    return algorithm, acks


def feed(acks: Acks, seconds: float, rate: float, rtt: float = 0.04) -> None:
    """ACKs of a line that delivers `rate` bytes per second."""
    end = acks.now + seconds
    while acks.now < end:
        acks.now += MSS / rate
        acks.ack(rtt)


def test_after_a_loss_the_window_is_what_the_path_holds_without_a_queue() -> None:
    """10 Mbit/s · 40 ms = 33 segments of data, however long the queue was."""
    algorithm, acks = fed(20)
    feed(acks, 20, RATE, rtt=0.14)  # the queue has grown; the shortest RTT is remembered
    algorithm.cwnd_event(CA_EVENT_COMPLETE_CWR, acks.now)
    assert algorithm.cwnd == algorithm.ssthresh
    assert algorithm.cwnd == pytest.approx(RATE * 0.04 / MSS, rel=0.04)


def test_a_timeout_sets_the_threshold_and_forgets_the_shortest_rtt() -> None:
    algorithm, acks = fed(20)
    feed(acks, 1, RATE, rtt=0.08)
    algorithm.cwnd = 1
    algorithm.cwnd_event(CA_EVENT_LOSS, acks.now)
    assert algorithm.cwnd == 1
    assert algorithm.ssthresh == pytest.approx(33, abs=1)
    feed(acks, 20, RATE, rtt=0.08)
    algorithm.cwnd_event(CA_EVENT_COMPLETE_CWR, acks.now)
    assert algorithm.cwnd == pytest.approx(66, abs=3)


def test_the_filters_forget_as_two_of_one_eighth_in_a_row_do() -> None:
    """From b to 0 in n samples: b · (7/8)ⁿ · (1 + n/8), the step response of two equal first-order filters."""
    algorithm, acks = fed(20)
    algorithm.cwnd_event(CA_EVENT_COMPLETE_CWR, acks.now)
    before = algorithm.cwnd
    for _ in range(10):  # ten samples in which nothing has arrived: with this RTT, one every 52 ms
        acks.now += 0.052
        sample = AckSample()
        sample.now, sample.una = acks.now, algorithm._una
        algorithm.pkts_acked(sample, 0, False)
    algorithm.cwnd_event(CA_EVENT_COMPLETE_CWR, acks.now)
    assert algorithm.cwnd / before == pytest.approx((7 / 8) ** 10 * (1 + 10 / 8), abs=0.04)


def test_what_duplicate_acks_announced_is_counted_once() -> None:
    """Three SACKed segments and then the hole: four segments have arrived, and four are counted."""
    algorithm = Westwood()
    sample = AckSample()
    sample.now = 100.0
    for _ in range(3):
        algorithm.pkts_acked(sample, 0, True)
    sample.una = 4 * MSS
    algorithm.pkts_acked(sample, 4, True)
    assert algorithm._acked == 4 * MSS
