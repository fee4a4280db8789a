"""Properties of the packet-level engine that hold whatever the path."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import JIFFY, Clock, Timer, jiffies, to_jiffies, wheel
from inflight.kernel.constants import MSS
from inflight.kernel.link import Link
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.segment import DataSegment

paths = {
    "rate": st.floats(0.5e6, 50e6),
    "rtt": st.floats(0.002, 0.3),
    "limit": st.integers(1, 200),
    "algorithm": st.sampled_from(["reno", "cubic"]),
    "loss": st.sampled_from([0.0, 0.0, 0.01, 0.1]),
    "seed": st.integers(0, 1000),
}


def dumbbell(rate: float, rtt: float, limit: int, algorithm: str, loss: float, seed: int, **flow: object) -> Dumbbell:
    spec = FlowSpec(algorithm=algorithm, rtt=rtt, **flow)  # type: ignore[arg-type]
    return Dumbbell(rate=rate, limit=limit, loss=loss, rng=random.Random(seed), flows=[spec])


def advance(bell: Dumbbell, until: float) -> None:
    for _ in bell.clock.run(until):
        pass


@given(**paths)
@settings(max_examples=40, deadline=None)
def test_packets_are_conserved_and_the_queue_never_exceeds_its_limit(**path: object) -> None:
    """What was sent was lost, dropped, or delivered, or it is still on the way; nothing appears from nowhere."""
    bell = dumbbell(**path)  # type: ignore[arg-type]
    sender, receiver = bell.flows[0].sender, bell.flows[0].receiver
    for step in range(1, 41):
        advance(bell, step * 0.05)
        link = bell.link
        assert 0 <= link.queued() <= link.limit
        assert sender.packets_sent == link.sent + link.drops + link.lost
        assert 0 <= sender.una <= receiver.expected <= sender.nxt <= sender.buffer.write_seq
        board = sender.board
        assert board.in_flight == board.packets_out - board.sacked_out - board.lost_out + board.retrans_out
        assert 0 <= board.retrans_out <= board.packets_out
        assert board.sacked_out + board.lost_out <= board.packets_out
        assert sender.congestion.cwnd >= 1
        assert sender.buffer.queued >= 0


@given(size=st.integers(1, 300_000), chunk=st.sampled_from([1000, 4096, 65536]), **paths)
@settings(max_examples=40, deadline=None)
def test_every_byte_arrives_exactly_once_whatever_is_lost(size: int, chunk: int, **path: object) -> None:
    bell = dumbbell(**path, total=size, chunk=chunk)  # type: ignore[arg-type]
    flow = bell.flows[0]
    deadline = 0.0
    while flow.receiver.finished_at is None and deadline < 3000:
        deadline += 10
        advance(bell, deadline)
    assert flow.receiver.expected >= size
    advance(bell, deadline + 300)
    assert size <= flow.sender.una == flow.receiver.expected <= size + 1  # a FIN of its own takes one number
    assert flow.sender.board.packets_out == 0
    assert flow.sender.buffer.queued == 0


@given(rate=st.floats(1e6, 20e6), rtt=st.floats(0.005, 0.1), algorithm=st.sampled_from(["reno", "cubic"]))
@settings(max_examples=20, deadline=None)
def test_a_flow_never_gets_more_than_the_line_carries(rate: float, rtt: float, algorithm: str) -> None:
    bell = dumbbell(rate, rtt, 100, algorithm, 0.0, 1)
    advance(bell, 5)
    assert bell.flows[0].receiver.expected * 8 <= rate * 5 * MSS / 1514 + 3 * 1514 * 8


def test_the_same_seed_gives_the_same_run() -> None:
    def trace(seed: int) -> list[tuple[int, int]]:
        bell = dumbbell(10e6, 0.04, 50, "cubic", 0.01, seed)
        points = []
        for step in range(1, 60):
            advance(bell, step * 0.1)
            points.append((bell.flows[0].sender.nxt, bell.flows[0].sender.congestion.cwnd))
        return points

    assert trace(3) == trace(3)
    assert trace(3) != trace(4)


class Collector:
    """Notes when packets arrive."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.arrivals: list[float] = []

    def receive(self, packet: object) -> None:
        self.arrivals.append(self.clock.now)


def test_a_token_bucket_lets_a_burst_through_and_then_spaces_packets() -> None:
    """A tbf with a burst of three packets at 1 Mbit/s: three at once, then one every 12.112 ms."""
    clock = Clock()
    link = Link(clock, rate=1e6, limit=100, burst=3 * 1514)
    sink = Collector(clock)
    for number in range(6):
        link.send(number, 1514, sink)
    for _ in clock.run(1):
        pass
    spacing = 1514 * 8 / 1e6
    assert sink.arrivals == pytest.approx([0, 0, 0, spacing, 2 * spacing, 3 * spacing])


def test_a_full_queue_drops_the_newcomer() -> None:
    clock = Clock()
    link = Link(clock, rate=1e6, limit=2, burst=1514)
    sink = Collector(clock)
    assert [link.send(number, 1514, sink) for number in range(5)] == [True, True, True, False, False]
    assert link.drops == 2
    assert link.queued() == 2


def test_timers_run_on_ticks_and_far_ones_are_rounded_up() -> None:
    """RFC 6298 doubling gives 127 s; the timer wheel makes the last retry of a SYN end at 131 s (recorded)."""
    assert jiffies(0.0039) == 0
    assert jiffies(0.004) == 1
    assert to_jiffies(1) == 1
    assert to_jiffies(200_000) == 50
    assert wheel(0.0, 50) == pytest.approx(51 * JIFFY)
    expires = 0.0
    for tries in range(7):
        expires = wheel(expires, 250 << tries)
    assert 130 <= expires <= 132


def test_a_timer_that_is_moved_fires_once_at_its_last_time() -> None:
    clock = Clock()
    fired: list[float] = []
    timer = Timer(clock, lambda: fired.append(clock.now))
    timer.set(40_000)
    clock.at(0.02, lambda: timer.set(80_000))
    clock.at(0.04, lambda: timer.set(20_000))
    for _ in clock.run(1):
        pass
    assert fired == [pytest.approx(wheel(0.04, 5))]
    timer.set(12_000)
    timer.cancel()
    for _ in clock.run(2):
        pass
    assert len(fired) == 1


def receiver_with(segments: list[tuple[float, int, int]]) -> tuple[Receiver, list[tuple[float, int]]]:
    """A receiver that gets (time, first, last) segments; returns it with the (time, ack) it sent."""
    clock = Clock()
    acks: list[tuple[float, int]] = []
    receiver = Receiver(clock, lambda ack: acks.append((clock.now, ack.ack)), buffer=ReceiveBuffer(), rtt_us=40_000)
    for time, first, last in segments:
        segment = DataSegment(first * MSS, last * MSS, time, 0.0, False)
        clock.at(time, lambda s=segment: receiver.receive(s))
    for _ in clock.run(5):
        pass
    return receiver, acks


def test_a_fresh_connection_acknowledges_every_segment_at_first() -> None:
    """Quick ACKs: 16 at most (`tcp_incr_quickack`), so slow start is not slowed down by delayed ACKs."""
    _, acks = receiver_with([(0.01 * n, n, n + 1) for n in range(8)])
    assert [ack for _, ack in acks] == [MSS * (n + 1) for n in range(8)]


def test_a_lone_segment_waits_for_the_delayed_ack_timer() -> None:
    """40 ms, on ticks of 4 ms (RFC 9293 §3.8.6.3 allows up to 500 ms)."""
    receiver, acks = receiver_with([(0.001 * n, n, n + 1) for n in range(61)])
    assert acks[-1][1] == receiver.expected == 61 * MSS
    assert 0.040 <= acks[-1][0] - 0.060 <= 0.048


def test_a_hole_is_reported_and_filled_at_once() -> None:
    """RFC 2018: the first SACK block is the one of the segment that has just come; RFC 5681 §4.2: no delay."""
    clock = Clock()
    acks = []
    receiver = Receiver(clock, acks.append, buffer=ReceiveBuffer(), rtt_us=40_000)
    for number in (0, 2, 3, 5, 1, 4):
        receiver.receive(DataSegment(number * MSS, (number + 1) * MSS, 0.0, 0.0, False))
    assert [ack.ack // MSS for ack in acks] == [1, 1, 1, 1, 4, 6]
    assert acks[3].sacks == ((5 * MSS, 6 * MSS), (2 * MSS, 4 * MSS))
    assert acks[-1].sacks == ()
