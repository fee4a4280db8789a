"""fq, by hand from `sch_fq.c` of Linux 6.1."""

import math

import pytest

from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.fq import Fq


class Sink:
    def __init__(self, flow: int, pacing_rate: float | None = None, priority: int = 0) -> None:
        self.flow, self.pacing_rate, self.priority = flow, pacing_rate, priority


class Timed(Datagram):
    def __init__(self, txtime: float) -> None:
        self.txtime = txtime


class Marked(Datagram):
    ect = True


def put(queue: Fq, sink: Sink, now: float = 0.0, size: int = 1514, packet: object | None = None) -> Queued:
    item = Queued(packet or Datagram(), size, sink, now, 0)
    queue.enqueue(item)
    return item


def flows_out(queue: Fq, count: int, now: float = 0.0) -> list[int]:
    return [item.flow for _ in range(count) if (item := queue.dequeue(now))]


def test_a_flow_begins_with_ten_packets_then_two_a_turn() -> None:
    """initial_quantum 10 · 1514, quantum 2 · 1514."""
    queue = Fq()
    one, two = Sink(1), Sink(2)
    for _ in range(15):
        put(queue, one)
        put(queue, two)
    assert flows_out(queue, 30) == [1] * 10 + [2] * 10 + [1] * 2 + [2] * 2 + [1] * 2 + [2] * 2 + [1] + [2]


def test_a_flow_may_have_a_hundred_packets() -> None:
    queue = Fq()
    for _ in range(101):
        put(queue, Sink(1))
    put(queue, Sink(2))
    assert (len(queue), queue.drops) == (101, 1)


def test_and_all_together_ten_thousand() -> None:
    queue = Fq(limit=150)
    for flow in range(2):
        for _ in range(80):
            put(queue, Sink(flow))
    assert (len(queue), queue.drops) == (150, 10)


def test_packets_without_a_socket_are_not_paced() -> None:
    """What a router forwards."""
    queue = Fq()
    for _ in range(50):
        put(queue, Sink(1))
    assert len(flows_out(queue, 50)) == 50


def test_a_socket_is_paced_by_quanta() -> None:
    """12.112 Mbit/s are 1514 bytes a ms. Ten packets on credit; then two in one go every 2 ms.

    The last of a quantum sets the time of the next: `plen` is at least a quantum.
    """
    queue = Fq()
    sink = Sink(1, pacing_rate=1.514e6)
    for _ in range(14):
        put(queue, sink)
    assert len(flows_out(queue, 14)) == 10
    assert queue.ready_at(0.0) == pytest.approx(0.002)
    assert flows_out(queue, 1, 0.001999) == []
    assert len(flows_out(queue, 14, 0.002)) == 2
    assert queue.ready_at(0.002) == pytest.approx(0.004)
    assert queue.throttled == 2


def test_a_timer_that_was_late_is_made_up_for() -> None:
    """By at most half of the gap: 0.5 ms late, so 1.5 ms to the next; 5 ms late, so 1 ms."""
    for late, gap in ((0.0005, 0.0015), (0.005, 0.001)):
        queue = Fq()
        sink = Sink(1, pacing_rate=1.514e6)
        for _ in range(14):
            put(queue, sink)
        flows_out(queue, 14)
        assert len(flows_out(queue, 14, 0.002 + late)) == 2
        assert queue.ready_at(0.01) == pytest.approx(0.002 + late + gap)


def test_slow_flows_have_no_credit() -> None:
    """At or below 550 kbit/s one packet at a time (`low_rate_threshold`): 1514 bytes at 400 kbit/s are 30.28 ms."""
    queue = Fq()
    sink = Sink(1, pacing_rate=50_000)
    for _ in range(5):
        put(queue, sink)
    assert len(flows_out(queue, 5)) == 1
    assert queue.ready_at(0.0) == pytest.approx(0.03028)


def test_maxrate_paces_all_flows() -> None:
    """Also those without a socket."""
    queue = Fq(maxrate=12.112e6)
    for _ in range(14):
        put(queue, Sink(1))
    assert len(flows_out(queue, 14)) == 10
    assert queue.ready_at(0.0) == pytest.approx(0.002)


@pytest.mark.parametrize(("options", "rate"), [({"pacing": False}, 1.5e6), ({}, math.inf), ({}, None)])
def test_without_pacing_all_leaves_at_once(options: dict[str, bool], rate: float | None) -> None:
    queue = Fq(**options)  # type: ignore[arg-type]
    for _ in range(50):
        put(queue, Sink(1, rate))
    assert len(flows_out(queue, 50)) == 50


def test_no_gap_is_longer_than_a_second() -> None:
    queue = Fq()
    sink = Sink(1, pacing_rate=100)
    put(queue, sink)
    put(queue, sink)
    flows_out(queue, 2)
    assert queue.ready_at(0.0) == pytest.approx(1.0)


def test_a_paced_flow_does_not_hold_up_the_others() -> None:
    queue = Fq()
    slow, fast = Sink(1, pacing_rate=50_000), Sink(2)
    for _ in range(3):
        put(queue, slow)
        put(queue, fast)
    assert flows_out(queue, 6) == [1, 2, 2, 2]
    assert flows_out(queue, 6, 0.04) == [1]


def test_control_packets_go_first() -> None:
    """Priority 7, whatever else waits or is throttled; they count for no flow's limit."""
    queue = Fq()
    put(queue, Sink(1))
    for _ in range(150):
        put(queue, Sink(1, priority=7))
    assert queue.drops == 0
    first = [queue.dequeue(0.0) for _ in range(150)]
    assert all(item and item.priority == 7 for item in first)


def test_a_packet_leaves_when_its_own_time_has_come() -> None:
    """EDT: sorted within the flow, and not before its time."""
    queue = Fq()
    sink = Sink(1, pacing_rate=1.0)
    late, early = (put(queue, sink, packet=Timed(t)) for t in (0.020, 0.010))
    assert queue.dequeue(0.0) is None
    assert queue.ready_at(0.0) == pytest.approx(0.010)
    assert queue.dequeue(0.010) is early
    assert queue.dequeue(0.010) is None
    assert queue.dequeue(0.020) is late


@pytest.mark.parametrize("cap", [False, True])
def test_nothing_is_kept_beyond_the_horizon(cap: bool) -> None:
    """10 s: what wants to leave later is dropped, or leaves then."""
    queue = Fq(horizon_cap=cap)
    put(queue, Sink(1), packet=Timed(11.0))
    assert queue.drops == (not cap)
    assert queue.dequeue(9.9) is None
    assert (queue.dequeue(10.0) is not None) == cap


def test_what_leaves_late_is_marked() -> None:
    """ce_threshold counts from the time at which the packet could have left."""
    queue = Fq(ce_threshold=0.004)
    for _ in range(2):
        put(queue, Sink(1), packet=Marked())
    item = queue.dequeue(0.004)
    assert item
    assert not item.ce
    item = queue.dequeue(0.0041)
    assert item
    assert item.ce
    assert (queue.marks, queue.ce_marks) == (1, 1)


def test_a_flow_that_was_idle_for_40_ms_has_a_quantum_again() -> None:
    """`flow_refill_delay`, in ticks of 4 ms: 10 of them, and more than that."""
    for pause, again in ((0.030, 1), (0.060, 2)):
        queue = Fq()
        sink, other = Sink(1), Sink(2)
        for _ in range(11):
            put(queue, sink)
        assert len(flows_out(queue, 11)) == 11  # ten on credit, then a quantum of which one is used
        assert queue.dequeue(0.0) is None
        for _ in range(3):
            put(queue, sink, pause)
            put(queue, other, pause)
        assert flows_out(queue, 3, pause)[:3].count(1) == again
