"""Flow queues under CoDel: what ns-3 expects of its port of the kernel's code, and what else `tc` can set.

The numbers are those of ns-3's `fq-codel-queue-disc-test-suite.cc`: packets of 100 bytes with an IP header of 20.
"""

import math

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.qdisc.fq_codel import FqCodel

SIZE = 120


class Sink:
    def __init__(self, flow: int) -> None:
        self.flow = flow


class Marked(Datagram):
    ect = True


def put(queue: Qdisc, now: float = 0.0, flow: int = 0, size: int = SIZE, ect: bool = False, count: int = 1) -> None:
    for _ in range(count):
        queue.enqueue(Queued(Marked() if ect else Datagram(), size, Sink(flow), now, 0))


def test_credits_and_lists() -> None:
    """ns-3 `FqCoDelQueueDiscDeficit`: a quantum of 90 bytes, which a packet of 120 overdraws.

    Nobody needs such a quantum, but it makes every rule of the scheduler show within six packets.
    """
    queue = FqCodel(quantum=90)
    put(queue, flow=1)
    one = queue._bucket(1)
    assert (one.deficit, list(queue._new)) == (90, [one])
    assert queue.dequeue(0)
    assert one.deficit == -30
    put(queue, flow=1, count=2)
    assert list(queue._new) == [one]
    put(queue, flow=2, count=2)
    two = queue._bucket(2)
    assert (two.deficit, list(queue._new)) == (90, [one, two])
    expected = [
        # whose packet, both deficits, new, old
        (2, 60, -30, [two], [one]),
        (1, -60, 60, [], [one, two]),
        (2, 30, -60, [], [two, one]),
        (1, -90, 30, [], [one, two]),
    ]
    for flow, first, second, new, old in expected:
        item = queue.dequeue(0)
        assert item
        assert item.flow == flow
        assert (one.deficit, two.deficit) == (first, second)
        assert list(queue._new) == new
        assert sorted(map(id, queue._old)) == sorted(map(id, old))
    assert len(queue) == 0
    assert queue.dequeue(0) is None
    assert (one.deficit, two.deficit) == (90, 30)
    assert not one.listed
    assert not two.listed


def test_half_of_the_fat_flow_goes() -> None:
    """ns-3 `IPFlowsSeparationAndPacketLimit`: 3 + 2 packets, limit 4: the fifth costs the first flow two of its own."""
    queue = FqCodel(limit=4, quantum=1500)
    put(queue, flow=1, count=3)
    put(queue, flow=2)
    assert len(queue) == 4
    put(queue, flow=2)
    assert len(queue) == 3
    assert len(queue._bucket(1).queue) == 1
    assert len(queue._bucket(2).queue) == 2


def test_as_many_packets_go_as_drop_batch_says() -> None:
    queue = FqCodel(limit=100, drop_batch=5)
    put(queue, count=101)
    assert (queue.drops, len(queue)) == (5, 96)


def five_flows(gap: float, **options: float) -> FqCodel:
    """20 packets of each of five flows, of which the first three know ECN; then 60 leave, one after each `gap`, s."""
    queue = FqCodel(**options)  # type: ignore[arg-type]
    for flow in range(5):
        put(queue, flow=flow, ect=flow < 3, count=20)
    for step in range(60):
        queue.dequeue((step + 1) * gap)
    return queue


@pytest.mark.parametrize("flow", range(5))
@pytest.mark.parametrize("ce_threshold", [math.inf, 0.002])
def test_marks_for_those_that_know_them_and_drops_for_the_others(flow: int, ce_threshold: float) -> None:
    """ns-3 `ECNMarking`, cases 1 and 3: five flows of 20 packets, one packet every 110 ms, 13 of each flow in turn.

    The first starts the clock, the next six are above target for an interval and are marked, with 1440 bytes left it
    ends. Those without ECN lose 1, 1, 2. In ns-3 each flow is a CoDel queue by itself, which knows its own bytes only.
    """
    queue = CoDel(ecn=True, ce_threshold=ce_threshold)
    put(queue, ect=flow < 3, count=20)
    for step in range(13 * flow, min(13 * flow + 13, 60)):
        assert queue.dequeue((step + 1) * 0.11)
    law = queue.control
    assert (law.marks, law.drops) == ((6, 0) if flow < 3 else (0, 4))
    if ce_threshold < 1:
        assert queue.marks == (13 if flow < 3 else 0)  # whatever the reasons, each packet once
    assert len(queue)


def test_linux_pardons_a_short_queue_only_when_all_queues_are_short() -> None:
    """`fq_codel_dequeue` hands `codel_dequeue` the backlog of the whole: the same five flows, and nothing is pardoned.

    Of the first flow's 13 packets all but the first are marked; of its last seven, all.
    """
    queue = five_flows(0.11)
    laws = [queue._bucket(flow).control for flow in range(5)]
    assert [law.marks for law in laws] == [12 + 7, 12, 12, 0, 0]


def test_what_is_older_than_ce_threshold_is_marked_without_waiting_for_the_law() -> None:
    """Case 2: 2 ms. Of each flow 13 packets leave in turn, 0.1 ms apart: from 2.1 ms on all are too old."""
    queue = five_flows(0.0001, ce_threshold=0.002)
    laws = [queue._bucket(flow).control for flow in range(5)]
    assert [law.ce_marks for law in laws] == [0, 6, 13, 0, 0]
    assert [law.marks + law.drops for law in laws] == [0] * 5


def test_memory_is_bounded_too() -> None:
    """A full packet takes 2728 bytes of memory, as `tc -s` says of the recorded queues: 32 MB are 12,300 of them.

    Small packets reach the 10,240 first, large ones as well: the memory matters when `limit` is set above it.
    """
    queue = FqCodel(limit=100_000)
    put(queue, size=1514, count=(32 << 20) // 2728)
    assert (queue.drops, len(queue)) == (0, 12_300)
    put(queue, size=1514)
    assert queue.drops == 64


@pytest.mark.parametrize("ecn", [False, True])
def test_codel_marks_above_ce_threshold_with_or_without_ecn(ecn: bool) -> None:
    """`codel_dequeue`, at its end. Not above: at the threshold itself nothing happens."""
    queue = CoDel(ce_threshold=0.001024, ecn=ecn)
    for now in (0.0, 1.0):
        put(queue, now, ect=True)
    first, second = queue.dequeue(0.001024), queue.dequeue(1.003)
    assert first
    assert second
    assert [first.ce, second.ce] == [False, True]
