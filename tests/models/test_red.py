"""RED: what `tc` computes, and what the kernel does with it (`red.h`, `sch_red.c`)."""

import math
import random

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.red import ONE_PERCENT, Red, Scale
from inflight.kernel.qdisc.tbf import Tbf

LAB = {"min": 30_000, "max": 90_000, "avpkt": 1000, "burst": 55, "probability": 0.1, "bandwidth": 10e6}


class Sink:
    flow = 0


class Marked(Datagram):
    ect = True


def put(queue: Red, now: float = 0.0, size: int = 1000, packet: object | None = None) -> Queued:
    item = Queued(packet or Datagram(), size, Sink(), now, 0)
    queue.enqueue(item)
    return item


def red(**options: float) -> Red:
    return Red(**{**LAB, **options}, rng=random.Random(1))  # type: ignore[arg-type]


@pytest.mark.parametrize(("minimum", "burst", "avpkt"), [(30_000, 55, 1000), (5000, 20, 1000), (10_000, 100, 1500)])
def test_the_weight_lets_the_burst_pass(minimum: int, burst: int, avpkt: int) -> None:
    """Floyd and Jacobson 1993, equation (3): the largest weight with burst + 1 + ((1-w)^(burst+1) - 1)/w < min.

    `tc` has it with one packet less in the exponent; the power of 2 that it finds is the largest that holds.
    """
    wlog = Scale.of(minimum, burst, avpkt, 10e6).wlog

    def holds(w: float) -> bool:
        return burst + 1 - minimum / avpkt <= (1 - math.pow(1 - w, burst)) / w

    assert holds(2.0**-wlog)
    assert not holds(2.0 ** -(wlog - 1))


def test_the_weight_of_the_recordings() -> None:
    """Burst 55: 26 ≤ (1 - (1-w)^55)/w. w = 1/32: 26.4; w = 1/16: 15.5."""
    assert Scale.of(30_000, 55, 1000, 10e6).wlog == 5


def test_a_burst_smaller_than_min_is_refused() -> None:
    with pytest.raises(ValueError, match="burst 10: too small for min 30000, avpkt 1000; 31 would do"):
        red(burst=10)


def test_defaults_are_those_of_tc() -> None:
    """Max = limit/4, min = max/3, burst = (2·min + max)/(3·avpkt)."""
    queue = Red(limit=400_000)
    assert queue._low >> queue._wlog == 33_333
    assert queue._high >> queue._wlog == 100_000
    assert queue._wlog == Scale.of(33_333, 55, 1000, 10e6).wlog


def test_the_average_follows_the_queue_by_its_weight() -> None:
    """Avg += w·(queue - avg) at each arrival, with the queue before it: after n arrivals as by hand."""
    queue = red()
    average = 0.0
    put(queue)  # ends the idle time
    for packets in range(1, 60):
        average += (packets * 1000 - average) / 32
        put(queue)
        assert queue.average == pytest.approx(average, abs=0.5 * packets)
    assert 28_000 < average < 40_000


def test_drops_between_min_and_max_are_about_as_many_as_promised() -> None:
    """At an average in the middle p = 0.05. Counting since the last drop makes gaps uniform, 1 … 1/p: mean 1/(2p)."""
    queue = red(limit=10**9)
    gaps, gap = [], 0
    for _ in range(60):
        put(queue, size=1000)
    for _ in range(20_000):
        queue._average = 60_000 << queue._wlog
        queue.backlog = 60_000
        drops = queue.drops
        put(queue)
        gap += 1
        if queue.drops > drops:
            gaps.append(gap)
            gap = 0
    assert sum(gaps) / len(gaps) == pytest.approx(10 + 0.5, rel=0.1)
    assert max(gaps) <= 21


@pytest.mark.parametrize(
    ("options", "ect", "fate"),
    [
        ({}, True, "dropped"),
        ({"ecn": True}, True, "marked"),
        ({"ecn": True}, False, "dropped"),
        ({"ecn": True, "harddrop": True}, True, "dropped"),
        ({"ecn": True, "nodrop": True}, False, "queued"),
    ],
)
def test_above_max(options: dict[str, bool], ect: bool, fate: str) -> None:
    queue = red(**options)
    put(queue)
    queue._average = 90_000 << queue._wlog
    queue.backlog = 91_000
    put(queue, packet=Marked() if ect else Datagram())
    assert (queue.drops, queue.marks) == {"dropped": (1, 0), "marked": (0, 1), "queued": (0, 0)}[fate]


def test_the_limit_is_in_bytes() -> None:
    queue = red(limit=2500)
    for _ in range(4):
        put(queue)
    assert (len(queue), queue.drops) == (2, 2)


def test_the_average_decays_while_the_queue_is_idle() -> None:
    """(1-w)^m, m packets of `avpkt` in the idle time; the units of `tc` and the kernel differ by 15.625."""
    queue = red()
    put(queue)
    queue.dequeue(0.0)
    assert queue.dequeue(0.0) is None
    start = queue._average = 50_000 << queue._wlog
    packets = 20
    put(queue, now=packets * 0.0008 * 15.625)
    assert queue._average / start == pytest.approx((1 - 1 / 32) ** packets, rel=0.12)


def test_under_a_parent_that_looks_first_the_queue_is_never_idle() -> None:
    """`tbf_dequeue` asks `red_peek`, which starts no idle time: a long pause does not change the average."""
    child = red()
    shaper = Tbf(rate=10e6, burst=4542, child=child)
    put(shaper)  # type: ignore[arg-type]
    assert shaper.dequeue(0.0)
    assert shaper.dequeue(0.0) is None
    child._average = 50_000 << child._wlog
    put(shaper, now=100.0)  # type: ignore[arg-type]
    assert child.average == pytest.approx(50_000 * 31 / 32, rel=1e-3)


@pytest.mark.parametrize(("average", "change"), [(80_000, ONE_PERCENT), (40_000, None), (60_000, 0)])
def test_adaptive_moves_the_probability_twice_a_second(average: int, change: int | None) -> None:
    """Above the middle fifth + 1%, below × 0.9 (`red_adaptative_algo`); 66,000 and 54,000 bytes bound it."""
    queue = red(adaptive=True)
    put(queue)
    before = queue._max_p
    queue._average = average << queue._wlog
    put(queue, now=0.513)
    expected = before // 10 * 9 if change is None else before + change
    assert queue._max_p == expected
    put(queue, now=1.0)
    assert queue._max_p == expected  # the next is due at 1.024
