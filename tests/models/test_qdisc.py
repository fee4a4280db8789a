"""Queueing disciplines, held to their RFCs, and the shaper that empties them."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.link import DROPPED, Link
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.codel import CoDel, newton_step
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.qdisc.tbf import Tbf
from inflight.scenes.trace import Trace


class Sink:
    """Notes what arrives, and when."""

    def __init__(self, flow: int = 0, clock: Clock | None = None) -> None:
        self.flow, self.clock = flow, clock
        self.got: list[object] = []
        self.marked: list[object] = []
        self.times: list[float] = []

    def receive(self, packet: object) -> None:
        self.got.append(packet)
        if self.clock:
            self.times.append(self.clock.now)

    def receive_marked(self, packet: object) -> None:
        self.marked.append(packet)
        self.receive(packet)


class Marked(Datagram):
    """A packet whose sender knows ECN."""

    ect = True


def put(queue: Qdisc, now: float, flow: int = 0, size: int = 1514, packet: object | None = None) -> Queued:
    item = Queued(packet or Datagram(), size, Sink(flow), now, 0)
    queue.enqueue(item)
    return item


def run(clock: Clock, until: float) -> None:
    for _ in clock.run(until):
        pass


def test_every_file_is_a_discipline() -> None:
    assert {"codel", "fq_codel"} <= set(disciplines())


def test_the_reciprocal_square_root_converges() -> None:
    """RFC 8289 §5.5: interval/√count; a few steps per count are as good as 16 bits allow."""
    inverse = 0xFFFF
    for count in range(1, 400):
        for _ in range(6):
            inverse = newton_step(inverse, count)
        assert inverse / 65536 == pytest.approx(1 / math.sqrt(count), rel=0.01)


def drop_times(queue: CoDel, packet: type[Datagram] = Datagram, until: float = 1.0) -> list[float]:
    """When a standing queue loses (or marks) packets: one leaves every ms, and two come."""
    times: list[float] = []
    now = 0.0
    queue.on_drop = lambda _: times.append(now)
    marks = 0
    while now < until:
        put(queue, now, packet=packet())
        put(queue, now, packet=packet())
        queue.dequeue(now)
        times += [now] * (queue.marks - marks)
        marks = queue.marks
        now += 0.001
    return times


@pytest.mark.parametrize(("ecn", "packet"), [(False, Datagram), (True, Marked), (True, Datagram)])
def test_codel_drops_ever_faster_while_the_queue_stands(ecn: bool, packet: type[Datagram]) -> None:
    """The first after target + interval, then interval/√n apart (RFC 8289 §3.3): +100, +171, +228, +278 ms.

    Linux takes one step of Newton's method per drop, from 1: so its second gap is 50 ms instead of 71.
    """
    queue = CoDel(limit=10_000, ecn=ecn)
    times = drop_times(queue, packet)
    assert 0.105 <= times[0] <= 0.115
    assert [t - times[0] for t in times[1:5]] == pytest.approx([0.100, 0.150, 0.206, 0.255], abs=0.002)
    assert bool(queue.marks) == (ecn and packet.ect)


def test_codel_leaves_a_short_queue_alone() -> None:
    """Less than `target`, or no more than one packet: nothing is dropped."""
    queue = CoDel()
    dropped: list[Queued] = []
    queue.on_drop = dropped.append
    for step in range(1000):
        put(queue, step * 0.01)
        assert queue.dequeue(step * 0.01 + 0.004)
    for step in range(1000):
        put(queue, 20 + step * 0.01)
        assert queue.dequeue(20 + step * 0.01 + 0.009)  # too old, but alone
    assert not dropped


def test_codel_has_a_limit() -> None:
    queue = CoDel(limit=3)
    dropped: list[Queued] = []
    queue.on_drop = dropped.append
    items = [put(queue, 0.0) for _ in range(5)]
    assert dropped == items[3:]
    assert len(queue) == 3


def test_fq_codel_serves_flows_in_turn_whatever_the_size_of_packets() -> None:
    """Deficit round robin (RFC 8290 §4): equal bytes, not equal packets."""
    queue = FqCodel()
    for _ in range(300):
        put(queue, 0.0, flow=1, size=1514)
        put(queue, 0.0, flow=2, size=514)
    sent = {1: 0, 2: 0}
    for _ in range(200):
        item = queue.dequeue(0.001)
        assert item
        sent[item.flow] += item.size
    assert sent[1] == pytest.approx(sent[2], rel=0.05)


def test_a_flow_that_was_idle_goes_first_once() -> None:
    """RFC 8290 §4.2: a new queue has priority, but not for ever."""
    queue = FqCodel()
    for _ in range(10):
        put(queue, 0.0, flow=1)
    first = [queue.dequeue(0.001) for _ in range(2)]
    assert [item.flow for item in first if item] == [1, 1]
    put(queue, 0.001, flow=2, size=100)
    put(queue, 0.001, flow=2, size=100)
    after = [queue.dequeue(0.001) for _ in range(3)]
    assert [item.flow for item in after if item] == [2, 2, 1]


def test_the_longest_queue_pays_when_all_is_full() -> None:
    """Half of it, from the head, at most 64 packets (`fq_codel_drop`)."""
    queue = FqCodel(limit=100)
    dropped: list[Queued] = []
    queue.on_drop = dropped.append
    for _ in range(80):
        put(queue, 0.0, flow=1)
    for _ in range(21):
        put(queue, 0.0, flow=2)
    assert len(dropped) == 40
    assert {item.flow for item in dropped} == {1}
    assert len(queue) == 61


def test_packets_of_equal_size_leave_a_shaper_when_they_leave_a_link() -> None:
    """A CoDel queue with little to do is a FIFO: the same token bucket, the same times."""
    clock = Clock()
    link = Link(clock, rate=1e6, limit=100, delay=0.01)
    shaper = Device(clock, Tbf(rate=1e6, burst=3 * 1514, child=CoDel()), delay=0.01)
    one, other = Sink(clock=clock), Sink(clock=clock)
    for burst in range(4):
        clock.at(burst * 0.05, lambda: [link.send(Datagram(), 1514, one, 1e-5) for _ in range(4)] and None)
        clock.at(burst * 0.05, lambda: [shaper.send(Datagram(), 1514, other, 1e-5) for _ in range(4)] and None)
    run(clock, 1)
    assert len(one.times) == 16
    assert one.times == pytest.approx(other.times)


@given(
    rate=st.floats(0.5e6, 20e6),
    rtt=st.floats(0.002, 0.2),
    limit=st.integers(2, 200),
    qdisc=st.sampled_from(["codel", "fq_codel"]),
    loss=st.sampled_from([0.0, 0.0, 0.02]),
    ecn=st.booleans(),
    seed=st.integers(0, 1000),
)
@settings(max_examples=25, deadline=None)
def test_packets_are_conserved(
    rate: float, rtt: float, limit: int, qdisc: str, loss: float, ecn: bool, seed: int
) -> None:
    """What was sent was lost, dropped, or has left, or it is still there; the queue keeps its limit."""
    flows = [FlowSpec(algorithm="cubic", rtt=rtt, ecn=ecn), FlowSpec(algorithm="reno", rtt=2 * rtt, connect=0.1)]
    bell = Dumbbell(rate=rate, limit=limit, qdisc=qdisc, loss=loss, rng=random.Random(seed), flows=flows)
    link = bell.link
    assert isinstance(link, Device)
    for step in range(1, 31):
        run(bell.clock, step * 0.05)
        sent = sum(flow.sender.packets_sent for flow in bell.flows)
        assert sent == link.sent + link.drops + link.lost + link.queued() + link.on_the_way
        assert link.queued() <= limit
        assert link.qdisc.backlog >= 0


@pytest.mark.parametrize("qdisc", ["codel", "fq_codel"])
def test_every_byte_arrives_through_a_discipline_that_drops(qdisc: str) -> None:
    spec = FlowSpec(algorithm="cubic", rtt=0.1, total=3_000_000)
    bell = Dumbbell(rate=3e6, limit=50, qdisc=qdisc, loss=0.001, flows=[spec])
    run(bell.clock, 60)
    assert bell.link.drops > 0
    assert bell.flows[0].receiver.finished_at is not None


def test_the_traced_packets_know_when_they_left_and_which_were_dropped() -> None:
    bell = Dumbbell(rate=2e6, qdisc="codel", flows=[FlowSpec(algorithm="reno", rtt=0.05)])
    trace = Trace(bell)
    run(bell.clock, 5)
    packets = {column.name: column.values for column in trace.tables()["packets"].columns}
    assert sum(fate == DROPPED for fate in packets["fate"]) == bell.link.drops > 0
    gone = [left for left in packets["left"] if not math.isnan(left) and left <= bell.clock.now]
    assert 0 <= len(gone) - bell.link.sent <= bell.link.queued()  # what is still queued has an estimate
    assert gone == sorted(gone)


def test_a_discipline_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match=r"'pidgeon'.*fq_codel"):
        Dumbbell(rate=1e6, qdisc="pidgeon", flows=[])
