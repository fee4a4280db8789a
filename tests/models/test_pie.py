"""PIE, worked from RFC 8033 and from `sch_pie.c`."""

import random

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.pie import MAX_PROB, TICKS_PER_SECOND, Pie, ticks


class Sink:
    flow = 0


class Marked(Datagram):
    ect = True


def put(queue: Pie, now: float, size: int = 1514, packet: object | None = None) -> Queued:
    item = Queued(packet or Datagram(), size, Sink(), now, 0)
    queue.enqueue(item)
    return item


def test_the_timer_has_the_grain_of_the_kernels_ticks() -> None:
    """HZ/2 ticks after it was set up, rounded up to 8 of them: 512 ms. Then 15 ms are 4 ticks, which fire after 5."""
    queue = Pie()
    assert queue._timer == pytest.approx(0.512)
    queue.dequeue(0.512)
    assert queue._timer == pytest.approx(0.532)


@pytest.mark.parametrize(
    ("before", "divisor"),
    [(0.2, 1), (0.05, 2), (0.005, 8), (0.0005, 32), (0.00005, 128), (0.000005, 512), (0.0, 2048)],
)
def test_steps_are_small_while_the_probability_is(before: float, divisor: int) -> None:
    """RFC 8033 §4.2: alpha = 2/16 and beta = 20/16 (1/s), divided by 2 … 2048.

    The delay has gone from 20 to 30 ms, the target is 15: 0.125·15 ms + 1.25·10 ms = 0.014375.
    """
    queue = Pie()
    queue.prob = int(before * MAX_PROB)
    queue.qdelay, queue._qdelay_old = ticks(0.030), ticks(0.020)
    start = queue.prob
    queue._update(50_000)
    assert (queue.prob - start) / MAX_PROB == pytest.approx(0.014375 / divisor, rel=1e-3)


def test_no_more_than_two_percent_at_a_time() -> None:
    """Once it is above 10%; a delay above 250 ms adds 2 % anyway."""
    queue = Pie()
    queue.prob = MAX_PROB // 5
    queue.qdelay, queue._qdelay_old = ticks(0.2), ticks(0.0)
    queue._update(50_000)
    assert queue.prob / MAX_PROB == pytest.approx(0.22)
    queue.qdelay = ticks(0.3)
    queue._update(50_000)
    assert queue.prob / MAX_PROB == pytest.approx(0.26)


def test_it_decays_when_there_is_no_delay() -> None:
    """Less 1/64 in each period, above what the error takes away: 0.125·15 ms."""
    queue = Pie()
    queue.prob = MAX_PROB // 2
    queue._update(0)
    assert queue.prob / MAX_PROB == pytest.approx((0.5 - 0.125 * 0.015) * 63 / 64, rel=1e-4)


def test_a_backlog_without_a_delay_says_nothing() -> None:
    """Then there is no decay; the error counts all the same."""
    queue = Pie()
    queue.prob = MAX_PROB // 2
    queue._update(1514)
    assert queue.prob / MAX_PROB == pytest.approx(0.5 - 0.125 * 0.015, rel=1e-4)


def test_it_never_falls_below_nothing() -> None:
    queue = Pie()
    queue.prob = 1000
    queue._update(0)
    assert queue.prob == 0


def standing(queue: Pie, prob: float) -> Pie:
    """As after a while with a queue of 30 packets and 30 ms."""
    for _ in range(30):
        put(queue, 0.0)
    queue._burst_time = 0
    queue.prob, queue.qdelay = int(prob * MAX_PROB), ticks(0.03)
    return queue


def test_packets_pass_until_probabilities_add_up_to_085_and_at_the_latest_at_85() -> None:
    """RFC 8033 §5.1, de-randomisation: at 10%, 8 packets in a row pass for certain, and the 85th never does.

    The sum counts the newcomer: 0.8 after 8 packets, 0.9 after 9. Half of MAX_PROB, and 17 of those, are 8.5.
    """

    class Never(random.Random):
        def getrandbits(self, k: int) -> int:
            return (1 << k) - 1

    class Always(random.Random):
        def getrandbits(self, k: int) -> int:
            return 0

    queue = standing(Pie(rng=Always()), 0.1)
    for _ in range(20):
        put(queue, 0.1)
    assert queue.drops == 2  # the 9th and the 18th
    queue = standing(Pie(rng=Never()), 0.1)
    for _ in range(86):
        put(queue, 0.1)
    assert queue.drops == 1


def test_nothing_is_dropped_in_the_first_150_ms_of_a_busy_time() -> None:
    """`burst_time`, which departures use up."""
    queue = Pie(rng=random.Random(1))
    queue.prob, queue.qdelay = MAX_PROB, ticks(0.1)
    now = 0.0
    while not queue.drops:
        now += 0.001
        put(queue, now)
        put(queue, now)
        queue.dequeue(now)
        queue.prob, queue.qdelay = MAX_PROB, ticks(0.1)
    assert now == pytest.approx(0.001 + 0.150 + 0.001, abs=0.0011)


@pytest.mark.parametrize(("qdelay", "prob", "backlog"), [(0.007, 0.19, 30), (0.03, 0.9, 1)])
def test_a_short_queue_is_left_alone(qdelay: float, prob: float, backlog: int) -> None:
    """Half the target and a probability below 20%, or less than two full packets (`pie_drop_early`)."""
    queue = Pie(rng=random.Random(1))
    for _ in range(backlog):
        put(queue, 0.0)
    queue._burst_time = 0
    queue.prob, queue.qdelay = int(prob * MAX_PROB), ticks(qdelay)
    for _ in range(200):
        if backlog == 1:
            queue._queue.clear()
            queue.backlog = 1514
        put(queue, 0.1)
    assert queue.drops == 0


@pytest.mark.parametrize(("prob", "marks"), [(0.09, True), (0.11, False)])
def test_marks_instead_of_drops_below_ten_percent(prob: float, marks: bool) -> None:
    queue = standing(Pie(ecn=True, rng=random.Random(1)), prob)
    for _ in range(100):
        put(queue, 0.1, packet=Marked())
    assert (queue.marks > 0, queue.drops > 0) == (marks, not marks)


def test_bytemode_spares_small_packets() -> None:
    """64 bytes: a 24th of the probability of 1514. A gap is 0.85/p packets for certain, and 1/p more on average."""
    for size, packets in ((1514, 20_000), (64, 100_000)):
        queue = standing(Pie(bytemode=True, limit=200_000, rng=random.Random(3)), 0.05)
        for _ in range(packets):
            put(queue, 0.1, size)
        p = 0.05 * size / 1514
        assert packets / queue.drops == pytest.approx(1.85 / p - 1, rel=0.1)


def test_the_estimator_reckons_the_delay_from_the_rate() -> None:
    """One full packet per ms leaves 40 of them: 40 ms, if the kernel's integers were finer.

    Eleven packets are the first measurement, over 10 ms: 16,654·2^8 / 156,250 ticks = 27. Later ones give 24, but an
    eighth of either is 3, so the average stays 27, and 40 packets come to 60,560·2^8 / 27 ticks: 36.7 ms.
    """
    queue = Pie(dq_rate_estimator=True)
    for step in range(200):
        now = step * 0.001
        while len(queue) < 41:
            put(queue, now)
        queue.dequeue(now)
    queue._update(queue.backlog)
    assert queue.qdelay == 60_560 * 256 // 27
    assert queue.qdelay / TICKS_PER_SECOND == pytest.approx(0.0367, rel=0.01)
