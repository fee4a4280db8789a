"""A discipline per transmit queue: what is even among queues is not even among flows."""

from collections import Counter

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.qdisc.mq import Mq
from inflight.kernel.qdisc.tbf import Tbf


class Sink:
    def __init__(self, flow: int) -> None:
        self.flow = flow


def fill(queue: Mq, flows: list[int], packets: int = 300) -> None:
    for number in range(packets):
        for flow in flows:
            queue.enqueue(Queued(Datagram(), 1514, Sink(flow), 0.0, number))


def served(queue: Mq, packets: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for _ in range(packets):
        item = queue.dequeue(0.0)
        assert item
        found[item.flow] += 1
    return found


def meeting(queue: Mq, count: int) -> list[int]:
    """So many flows, of which the first two are sent by the same queue and every other by one of its own."""
    by_queue: dict[int, list[int]] = {}
    for flow in range(1000):
        by_queue.setdefault(queue.queue_of(flow), []).append(flow)
    first, *others = by_queue.values()
    return [first[0], first[1], *(flows[0] for flows in others)][:count]


@pytest.mark.parametrize("leaf", [Pfifo, FqCodel])
def test_two_flows_in_one_queue_have_half_each(leaf: type[Pfifo] | type[FqCodel]) -> None:
    """Three flows, two queues busy: the card halves the line, whatever the leaf does about fairness."""
    queue = Mq(queues=4, leaf=leaf)
    one, other, alone = meeting(queue, 3)
    fill(queue, [one, other, alone])
    shares = served(queue, 400)
    assert shares[alone] == 200
    assert shares[one] == pytest.approx(100, abs=2)
    assert shares[other] == pytest.approx(100, abs=2)


def test_flows_are_spread_evenly_over_the_queues() -> None:
    """`reciprocal_scale` of a good hash: a quarter each."""
    queue = Mq(queues=4)
    spread = Counter(queue.queue_of(flow) for flow in range(4000))
    assert all(count == pytest.approx(1000, rel=0.05) for count in spread.values())
    assert len(spread) == 4


def test_each_queue_has_the_leaf_s_own_limit() -> None:
    """A full leaf drops; its neighbours have room."""
    queue = Mq(queues=2, leaf=lambda: Pfifo(limit=10))
    one, _, other = meeting(queue, 3)
    fill(queue, [one], packets=15)
    fill(queue, [other], packets=5)
    assert (len(queue), queue.drops) == (15, 5)
    assert queue.backlog == 15 * 1514


def test_a_shaper_in_one_queue_does_not_hold_the_others() -> None:
    queue = Mq(queues=2, leaf=lambda: Tbf(rate=1e6, burst=1514))
    one, _, other = meeting(queue, 3)
    fill(queue, [one, other], packets=2)
    assert set(served(queue, 2)) == {one, other}
    assert queue.dequeue(0.0) is None
    assert queue.ready_at(0.0) == pytest.approx(1514 * 8 / 1e6)
