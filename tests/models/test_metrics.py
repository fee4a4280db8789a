"""The cache of `ip tcp_metrics`: what a connection leaves behind, and what the next one makes of it."""

import pytest
from scripted import Script

from inflight.kernel.congestion.states import LOSS
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.kernel.tcp.metrics import TcpMetrics


def ended(cwnd: int, ssthresh: int, rtt: float = 0.1, state: int = 0) -> Script:
    """A connection at its end."""
    link = Script("cubic", rtt=rtt)
    link.sender.congestion.cwnd, link.sender.congestion.ssthresh = cwnd, ssthresh
    link.sender.recovery.state = state
    return link


def old(**known: int) -> TcpMetrics:
    """As before Linux 5.6: ssthresh is saved."""
    return TcpMetrics(no_ssthresh_metrics_save=False, known=True, **known)  # type: ignore[arg-type]


def test_a_slow_start_that_never_ended_saves_its_window_but_no_threshold() -> None:
    cache = old()
    cache.update(ended(701, INFINITE_SSTHRESH).sender)
    assert (cache.cwnd, cache.ssthresh) == (701, 0)
    cache.update(ended(390, INFINITE_SSTHRESH).sender)
    assert cache.cwnd == 701  # the largest


def test_a_slow_start_that_never_ended_raises_a_threshold_that_is_too_low() -> None:
    cache = old(ssthresh=22)
    cache.update(ended(90, INFINITE_SSTHRESH).sender)
    assert cache.ssthresh == 45


@pytest.mark.parametrize(("cwnd", "ssthresh", "saved"), [(44, 2, 22), (54, 22, 27), (60, 27, 30), (40, 27, 27)])
def test_growth_alone_raises_the_threshold(cwnd: int, ssthresh: int, saved: int) -> None:
    """Congestion avoidance: half the window, or ssthresh if that is more. These are the recorded 2 → 22 → 27 → 30."""
    cache = old(ssthresh=ssthresh, cwnd=100)
    cache.update(ended(cwnd, ssthresh).sender)
    assert cache.ssthresh == saved
    assert cache.cwnd == (100 + cwnd) // 2


def test_in_recovery_the_threshold_can_only_rise() -> None:
    cache = old(ssthresh=10, cwnd=100)
    cache.update(ended(4, 7, state=LOSS).sender)
    assert (cache.ssthresh, cache.cwnd) == (10, (100 + 7) // 2)
    cache.update(ended(4, 20, state=LOSS).sender)
    assert cache.ssthresh == 20


def test_since_5_6_no_threshold_is_saved_nor_used() -> None:
    cache = TcpMetrics(known=True, ssthresh=2)
    cache.update(ended(44, 2).sender)
    assert cache.ssthresh == 2  # left alone
    link = ended(10, 17)
    cache.init(link.sender)
    assert link.sender.congestion.ssthresh == INFINITE_SSTHRESH


def test_a_new_connection_begins_with_the_threshold_but_not_with_the_window() -> None:
    cache = old(ssthresh=22, cwnd=500, reordering=8)
    link = Script("cubic")
    cache.init(link.sender)
    assert (link.sender.congestion.cwnd, link.sender.congestion.ssthresh) == (10, 22)
    assert link.sender.recovery.reordering.degree == 8


def test_the_round_trip_goes_up_at_once_and_down_slowly() -> None:
    cache = TcpMetrics()
    cache.update(ended(10, INFINITE_SSTHRESH, rtt=0.2).sender)
    assert cache.rtt_us >> 3 == 200_000
    cache.update(ended(10, INFINITE_SSTHRESH, rtt=0.1).sender)
    assert cache.rtt_us >> 3 == 200_000 - 100_000 // 8
    cache.update(ended(10, INFINITE_SSTHRESH, rtt=0.3).sender)
    assert cache.rtt_us >> 3 == 300_000


def test_a_longer_round_trip_of_the_past_lengthens_the_first_timeout_only() -> None:
    """RTO = RTT + max(2·RTT, 200 ms), until the first sample."""
    cache = TcpMetrics(known=True, rtt_us=400_000 * 8)
    link = Script("cubic", rtt=0.1)
    cache.init(link.sender)
    assert link.sender.rtt.rto_us == 1_200_000
    link.write(1)
    link.at(0.2)
    link.ack(1)
    assert link.sender.rtt.rto_us < 400_000


def test_switched_off_nothing_is_kept_and_a_flush_forgets() -> None:
    cache = TcpMetrics(no_metrics_save=True)
    cache.update(ended(50, 20).sender)
    assert not cache.known
    cache = old(ssthresh=5, cwnd=9)
    cache.flush()
    link = Script("cubic")
    cache.init(link.sender)
    assert (cache.ssthresh, cache.cwnd, link.sender.congestion.ssthresh) == (0, 0, INFINITE_SSTHRESH)
