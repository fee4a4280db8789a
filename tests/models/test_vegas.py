"""Vegas: cwnd · (RTT − baseRTT) / baseRTT segments are in the queue, and it wants two to four there."""

import pytest
from acks import Acks

from inflight.kernel.congestion.states import CA_EVENT_CWND_RESTART, LOSS, OPEN, RECOVERY
from inflight.kernel.congestion.vegas import Vegas
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec


def settled(rtt: float, cwnd: int, ssthresh: int = 10) -> Vegas:
    """One that knows a base RTT of 100 ms and has just had a round trip of `rtt`."""
    algorithm = Vegas()
    acks = Acks(algorithm)
    acks.ack(0.1)  # a round begins, of ten segments
    algorithm.cwnd, algorithm.ssthresh = cwnd, ssthresh
    for _ in range(12):
        acks.ack(rtt)
    return algorithm


@pytest.mark.parametrize(
    ("rtt", "cwnd"),
    [(0.1, 51), (0.103, 51), (0.1041, 50), (0.1081, 50), (0.1101, 49), (0.2, 49)],
    ids=["0", "1", "2", "4", "5", "25 in the queue"],
)
def test_one_segment_a_round_trip_towards_two_to_four_in_the_queue(rtt: float, cwnd: int) -> None:
    assert settled(rtt, 50).cwnd == cwnd


def test_slow_start_ends_with_two_in_the_queue_at_the_window_without_them() -> None:
    """It goes to cwnd · baseRTT / RTT, and one more; ten ACKs have raised cwnd from 40 to 50."""
    algorithm = settled(0.125, 40, ssthresh=1000)
    assert algorithm.cwnd == 50 * 100 // 125 + 1
    assert algorithm.ssthresh <= algorithm.cwnd


def test_on_any_buffer_the_queue_holds_two_to_four() -> None:
    for limit in (50, 500):
        bell = Dumbbell(rate=10e6, limit=limit, flows=[FlowSpec(algorithm="vegas", rtt=0.1)])
        queue, drops = [], []
        for second in range(20, 30):
            for _ in bell.clock.run(second):
                pass
            queue.append(bell.link.queued())
            drops.append(bell.link.drops)
        assert 1 <= sum(queue) / len(queue) <= 6  # two arrive at once
        assert len(set(drops)) == 1  # those of slow start


def test_while_losses_are_repaired_it_does_not_decide() -> None:
    algorithm = settled(0.1, 50)
    for state in (RECOVERY, LOSS):
        algorithm.set_state(state, 0.0, 0)
        algorithm.cwnd, algorithm.cwnd_cnt = 50, 0
        Acks(algorithm).round_trip(0.5)
        assert algorithm.cwnd == 51  # as Reno
    algorithm.set_state(OPEN, 0.0, 0)
    algorithm.cwnd = 50
    acks = Acks(algorithm)
    for _ in range(3):
        acks.round_trip(0.5)
    assert algorithm.cwnd < 50


def test_after_a_pause_the_base_rtt_is_learnt_anew() -> None:
    """The path may be longer by now: what was a queue is then the path itself."""
    algorithm = settled(0.1, 50)
    algorithm.cwnd_event(CA_EVENT_CWND_RESTART, 0.0)
    algorithm.cwnd = 50
    acks = Acks(algorithm)
    for _ in range(3):
        acks.round_trip(0.2)
    assert algorithm.cwnd > 50
