"""SFQ, by hand from `sch_sfq.c`."""

import random

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued, flow_hash
from inflight.kernel.qdisc.sfq import Sfq


class Sink:
    def __init__(self, flow: int) -> None:
        self.flow = flow


def put(queue: Sfq, flow: int, size: int = 1514, now: float = 0.0) -> Queued:
    item = Queued(Datagram(), size, Sink(flow), now, 0)
    queue.enqueue(item)
    return item


def flows_out(queue: Sfq, count: int) -> list[int]:
    return [item.flow for _ in range(count) if (item := queue.dequeue(0.0))]


def test_flows_take_turns() -> None:
    """A quantum is a full packet: after one of those it is the next one's turn."""
    queue = Sfq()
    for flow in (1, 1, 1, 2, 2, 3):
        put(queue, flow)
    assert flows_out(queue, 6) == [1, 2, 3, 1, 2, 1]


def test_turns_are_counted_in_bytes() -> None:
    """Packets of 500 bytes: 1514 - 4·500 < 0, so four leave in the first turn, and then it owes 486."""
    queue = Sfq()
    for _ in range(9):
        put(queue, 1, 500)
        put(queue, 2, 1514)
    assert flows_out(queue, 10) == [1, 1, 1, 1, 2, 1, 1, 1, 2, 1]


def test_a_new_flow_waits_for_its_turn() -> None:
    """It goes to the end of the round, unlike in fq_codel."""
    queue = Sfq()
    for flow in (1, 1, 2, 2, 3, 3):
        put(queue, flow)
    assert flows_out(queue, 1) == [1]
    put(queue, 4)
    assert flows_out(queue, 5) == [2, 3, 4, 1, 2]


def test_the_longest_queue_loses_its_newest_packet() -> None:
    """127 in all: it is not the newcomer that is dropped, but the last of the flow with most packets (`sfq_drop`)."""
    queue = Sfq()
    dropped: list[Queued] = []
    queue.on_drop = dropped.append
    bulk = [put(queue, 1) for _ in range(120)]
    for _ in range(7):
        put(queue, 2)
    assert not dropped
    put(queue, 2)
    assert dropped == [bulk[-1]]
    assert len(queue) == 127


def test_of_equally_long_queues_the_one_that_became_so_last_pays() -> None:
    """Slots of one length are a stack (`sfq_link`)."""
    queue = Sfq(limit=4)
    dropped: list[int] = []
    queue.on_drop = lambda item: dropped.append(item.flow)
    for flow in (1, 1, 2, 2, 3):
        put(queue, flow)
    assert dropped == [2]


def test_one_packet_each_and_the_next_to_be_served_pays() -> None:
    """As many flows as the limit allows, and one packet more that a parent has taken out already."""
    queue = Sfq(limit=3)
    queue.held = 1
    dropped: list[int] = []
    queue.on_drop = lambda item: dropped.append(item.flow)
    for flow in (1, 2, 3):
        put(queue, flow)
    assert dropped == [1]
    assert flows_out(queue, 3) == [2, 3]


@pytest.mark.parametrize("headdrop", [False, True])
def test_a_queue_has_a_depth(headdrop: bool) -> None:
    """The newcomer is dropped, or with `headdrop` the oldest, for which it takes the place."""
    queue = Sfq(limit=1000, depth=3, headdrop=headdrop)
    dropped: list[Queued] = []
    queue.on_drop = dropped.append
    items = [put(queue, 1) for _ in range(4)]
    assert dropped == [items[0] if headdrop else items[3]]
    assert len(queue) == 3
    assert queue.backlog == 3 * 1514


def test_limits_are_bounded_by_what_the_queues_can_hold() -> None:
    """`sfq_change`: limit ≤ depth · flows, flows ≤ divisor, flows ≤ limit; a 129th flow is dropped."""
    assert Sfq(limit=100_000).limit == 127 * 128
    assert Sfq(limit=1000, depth=10, divisor=16).limit == 160
    queue = Sfq(limit=1000)
    for flow in range(200):
        put(queue, flow)
    assert (len(queue), queue.drops) == (128, 72)
    with pytest.raises(ValueError, match="limit 1"):
        Sfq(limit=1)
    with pytest.raises(ValueError, match="divisor 100"):
        Sfq(divisor=100)


def test_flows_with_the_same_hash_share_a_queue_until_they_are_hashed_anew() -> None:
    """Stochastic: with a divisor of 4 two flows meet sooner or later, and `perturb` parts them, or others meet."""
    one = next(flow for flow in range(2, 50) if (flow_hash(flow) ^ flow_hash(1)) & 3 == 0)
    queue = Sfq(divisor=4, perturb=10, rng=random.Random(2))
    for _ in range(3):
        put(queue, 1)
        put(queue, one)
    assert flows_out(queue, 2) == [1, one]  # as they came: one queue
    assert len(queue._slots) == 1
    together = set()
    for second in range(11, 400, 11):
        queue.dequeue(second)
        put(queue, 1, now=second)
        together.add(len(queue._slots))
    assert together == {1, 2}


def test_hashing_anew_keeps_all_packets_in_their_order() -> None:
    queue = Sfq(perturb=1)
    items = {flow: [put(queue, flow) for _ in range(10)] for flow in range(5)}
    left: dict[int, list[Queued]] = {flow: [] for flow in range(5)}
    while len(queue):
        item = queue.dequeue(5.0)
        assert item
        left[item.flow].append(item)
    assert left == items


def test_an_interval_of_perturb_is_whole_ticks_of_the_wheel() -> None:
    """10 s are 2500 ticks, for which the timer wheel has a grain of 64."""
    assert Sfq(perturb=10)._perturbs == pytest.approx((2500 // 64 + 1) * 64 * 0.004)
