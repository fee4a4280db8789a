"""Delivery-rate samples against trains whose rate is known in closed form."""

import pytest

from inflight.kernel.clock import Clock
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.rate import DeliveryRate
from inflight.kernel.tcp.rtt import RttEstimator
from inflight.kernel.tcp.scoreboard import Scoreboard
from inflight.kernel.tcp.segment import DataSegment

RTT, SPACING = 0.1, 0.002  # s


class Path:
    """A connection reduced to what a sample is made of."""

    def __init__(self) -> None:
        self.clock, self.board, self.rtt = Clock(), Scoreboard(), RttEstimator()
        self.rate = DeliveryRate(self.clock, self.board, self.rtt)
        self.rtt.update_min(0.0, int(RTT * 1e6))
        self.nxt = 0

    def send(self, now: float, count: int = 1) -> None:
        stamp = self.rate.stamp(now)
        segments = []
        for _ in range(count):
            segment = DataSegment(self.nxt, self.nxt + MSS, now, 0.0, False)
            segment.stamp = stamp
            segments.append(segment)
            self.nxt += MSS
        self.board.sent(segments)

    def acknowledge(self, now: float, count: int = 1) -> float:
        """Segments per second that the ACK reports; 0: no sample."""
        self.clock.now = now
        self.rate.begin(self.board.in_flight)
        done = self.board.acknowledge((self.board.delivered + count) * MSS)
        for segment in done:
            self.rate.add(segment)
        self.rate.finish(0, len(done), short=False)
        return self.rate.delivered / self.rate.interval_us * 1e6 if self.rate.interval_us > 0 else 0.0


def test_a_burst_of_n_measures_n_per_round_trip_and_spacing() -> None:
    """Sent at once, ACKed one by one: the k-th ACK has seen k segments in RTT + (k − 1) spacings."""
    path = Path()
    path.send(0.0, 10)
    for k in range(1, 11):
        assert path.acknowledge(RTT + (k - 1) * SPACING) == pytest.approx(k / (RTT + (k - 1) * SPACING), rel=1e-4)


def test_a_steady_train_measures_the_bottleneck() -> None:
    """A segment for each ACK, ACKs as far apart as the bottleneck spaces them: after a round the rate is 1/spacing."""
    path = Path()
    window = 80  # more than the 50 that fill the path: 30 wait
    for k in range(window):
        path.send(k * SPACING)
    now = window * SPACING
    for k in range(3 * window):
        measured = path.acknowledge(now + k * SPACING)
        path.send(now + k * SPACING)
        if k >= window:
            assert measured == pytest.approx(1 / SPACING, rel=1e-3)


def test_bunched_acks_do_not_raise_the_rate() -> None:
    """Four ACKs that come as one say how much was delivered since the one before, not four in no time."""
    path = Path()
    for k in range(80):
        path.send(k * SPACING)
    for k in range(60):
        now = (80 + 4 * k) * SPACING
        measured = path.acknowledge(now, 4)
        path.send(now, 4)
        if k > 20:
            assert measured <= 1.001 / SPACING


def test_slow_sending_is_not_taken_for_a_fast_path() -> None:
    """The longer of the two phases counts: sent 10 ms apart, the path's rate is not seen, whatever the ACKs do."""
    path = Path()
    for k in range(10):
        path.send(k * 0.01)
    assert path.acknowledge(RTT + 0.09, 10) == pytest.approx(10 / (RTT + 0.09), rel=1e-3)


def test_an_interval_below_the_minimum_rtt_is_no_sample() -> None:
    """The segment was acknowledged sooner than it can have travelled: it was an earlier copy that arrived."""
    path = Path()
    path.send(0.0)
    assert path.acknowledge(RTT / 2) == 0.0
    assert path.rate.interval_us == -1


def test_what_is_sent_for_want_of_data_is_marked_until_it_is_delivered() -> None:
    path = Path()
    path.send(0.0)
    path.rate.limit()
    path.send(0.001)
    path.send(0.002)
    assert path.acknowledge(RTT)
    assert not path.rate.is_app_limited
    assert path.acknowledge(RTT + 0.001)
    assert path.rate.is_app_limited
    assert not path.rate.app_limited
    path.send(RTT + 0.002)
    path.acknowledge(RTT + 0.002)
    path.acknowledge(2 * RTT + 0.002)
    assert not path.rate.is_app_limited


def test_the_newest_segment_gives_the_sample() -> None:
    """Of two segments that arrive together, the one sent last: its interval is the more recent one."""
    path = Path()
    path.send(0.0)
    path.send(0.05)
    path.acknowledge(0.16, 2)
    assert path.rate.interval_us == 160_000  # ACK phase, from the beginning
    assert path.rate.first_sent_us == 50_000
