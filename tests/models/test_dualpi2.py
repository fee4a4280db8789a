"""DualPI2, worked from RFC 9332."""

import math
import random

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.dualpi2 import MAX_PROB, DualPi2

NEVER = 1e6


class Sink:
    flow = 0


class Classic(Datagram):
    ect = True


class Scalable(Classic):
    l4s = True


def put(queue: DualPi2, packet: type[Datagram], now: float = 0.0, count: int = 1) -> list[Queued]:
    items = [Queued(packet(), 1514, Sink(), now, number) for number in range(count)]
    for item in items:
        queue.enqueue(item)
    return items


def drain(queue: DualPi2, now: float = 0.0) -> list[Queued]:
    left = []
    while (item := queue.dequeue(now)) is not None:
        left.append(item)
    return left


def fixed(prob: float, *, limit: int = 1_000_000) -> DualPi2:
    """With a base probability that stays as it is."""
    queue = DualPi2(limit=limit, tupdate=NEVER, rng=random.Random(5))
    queue.prob = int(prob * MAX_PROB)
    return queue


@pytest.mark.parametrize("base", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("packet", [Datagram, Classic])
def test_the_square_of_what_marks_l4s_hits_the_others(base: float, packet: type[Datagram]) -> None:
    """RFC 9332 §2.1: p_C = (p_CL / k)^2, with k = 2."""
    count = 40_000
    queue = fixed(base)
    others, scalable = put(queue, packet, count=count), put(queue, Scalable, count=count)
    drain(queue)
    coupled = sum(item.ce for item in scalable) / count
    classic = (sum(item.ce for item in others) + queue.drops) / count
    assert coupled == pytest.approx(2 * base, abs=4 * math.sqrt(2 * base / count))
    assert classic == pytest.approx((coupled / 2) ** 2, abs=5 * math.sqrt(base**2 / count))
    assert bool(queue.drops) == (packet is Datagram)


@pytest.mark.parametrize("packet", [Classic, Scalable])
def test_the_controller_sums_up_what_is_beyond_the_target(packet: type[Datagram]) -> None:
    """RFC 9332 appendix A.1: p' += alpha (q - target) + beta (q - q before), every 16 ms.

    A packet that is not served has waited 16 ms, 32 ms, and so on.
    """
    queue = DualPi2()
    put(queue, packet)
    for updates in range(1, 12):
        queue.enqueue(Queued(Datagram(), 1514, Sink(), updates * 0.016, 0))
        waited = updates * 0.016
        integral = 0.016 * updates * (updates + 1) / 2 - updates * 0.015
        assert queue.prob / MAX_PROB == pytest.approx(0.16 * integral + 3.2 * waited, rel=2e-3)


def test_without_a_queue_the_probability_falls_by_alpha_times_the_target() -> None:
    queue = DualPi2()
    queue.prob = MAX_PROB // 2
    drain(queue, 1.0)
    assert queue.prob / MAX_PROB == pytest.approx(0.5 - 62 * 0.16 * 0.015, rel=2e-3)
    drain(queue, 10.0)
    assert queue.prob == 0


def test_the_step_marks_what_has_waited_longer_than_a_millisecond() -> None:
    """RFC 9332 appendix A.1: the native marking of the L-queue."""
    queue = DualPi2()
    [classic], [late], [in_time] = put(queue, Classic, 0.0), put(queue, Scalable, 0.0005), put(queue, Scalable, 0.001)
    drain(queue, 0.0019)
    assert (classic.ce, late.ce, in_time.ce) == (False, True, False)
    assert queue.step_marks == queue.marks == 1


def test_the_classic_queue_has_a_tenth_of_the_line_when_both_are_full() -> None:
    """RFC 9332 §4.2.2: L4S traffic must not starve it; `sch_dualpi2.c` gives it 10%."""
    queue = fixed(0.0)
    put(queue, Datagram, count=500), put(queue, Scalable, count=500)
    sent = [queue.dequeue(0.0) for _ in range(500)]
    assert sum(item is not None and item.l4s for item in sent) == pytest.approx(450, abs=10)


def test_an_l4s_packet_overtakes_a_classic_queue() -> None:
    """RFC 9332 §2.4: conditional priority."""
    queue = fixed(0.0)
    put(queue, Datagram, count=100)
    [small] = put(queue, Scalable)
    assert queue.dequeue(0.0) is small


def test_in_overload_ecn_protects_nobody() -> None:
    """RFC 9332 §4.2.3: above p_CL = 1 both queues drop with p_C, and what is left of L4S is marked."""
    count = 20_000
    queue = fixed(0.7)
    classic, scalable = put(queue, Classic, count=count), put(queue, Scalable, count=count)
    left = drain(queue)
    for kind in (classic, scalable):
        lost = 1 - len({id(item) for item in kind} & {id(item) for item in left}) / count
        assert lost == pytest.approx(0.49, abs=0.02)
    assert not any(item.ce for item in classic)
    # the last two have too little behind them to be judged
    assert sum(not item.ce for item in left if item.l4s) <= 2


def test_a_queue_of_two_packets_is_left_alone() -> None:
    """`must_drop`: whatever the probability."""
    for packet in (Datagram, Classic, Scalable):
        queue = fixed(1.0)
        items = put(queue, packet, count=2)
        assert drain(queue) == items
        assert not any(item.ce for item in items)
