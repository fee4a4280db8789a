"""The writing process: whose the socket is meanwhile, what slips past the send buffer's limit, and one CPU for all."""

import json
from pathlib import Path

import pytest

from inflight.compare.bounds import regimes
from inflight.kernel.clock import Clock
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.one_cpu import OneCpu, OtherWork

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"


def most_in_flight(name: str) -> float:
    """Segments, as recorded."""
    series = json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))["series"]
    return max(v for t, v in zip(series["t"], series["unacked"], strict=True) if v is not None and t >= 5)


def run(flow: FlowSpec, rate: float, until: float) -> tuple[Flow, int]:
    """The flow, and the most segments in flight in the last second."""
    bell = Dumbbell(rate=rate, limit=20_000, flows=[flow])
    sender = bell.flows[0].sender
    most = 0
    for step in range(int(until * 200)):
        for _ in bell.clock.run(step / 200):
            pass
        if step / 200 > until - 1:
            most = max(most, sender.board.packets_out)
    return bell.flows[0], most


@pytest.mark.parametrize(
    ("segs", "name"), [(65535, "C_wmem4M_cubic"), (1, "C_wmem4M_cubic_nogso"), (65535, "C_wmem4M_reno")]
)
def test_four_mib_hold_twice_as_much_in_large_skbs(segs: int, name: str) -> None:
    """4.15 MB in flight, or 2.23 MB with one packet per skb: 1280 bytes of overhead are one skb's, not a segment's."""
    flow = FlowSpec(algorithm=name.split("_")[2], rtt=0.1, wmem=(16384, 4 << 20), gso_max_segs=segs)
    assert run(flow, 450e6, 5)[1] == pytest.approx(most_in_flight(name), rel=0.02)


def test_an_ack_waits_while_a_process_writes() -> None:
    """`sock_owned_by_user`: what comes during a call is taken when it returns."""
    bell = Dumbbell(rate=None, limit=1 << 30, flows=[FlowSpec(algorithm="reno", rtt=0.01)])
    sender = bell.flows[0].sender
    for _ in bell.clock.run(0.025):
        pass
    una = sender.una
    sender.lock()
    for _ in bell.clock.run(0.05):
        pass
    assert sender.una == una
    assert sender.backlog
    sender.release()
    assert sender.una > una
    assert not sender.backlog


def test_a_writer_that_polls_wakes_at_a_third_and_one_that_blocks_too() -> None:
    """`sk_stream_is_writeable`; neither loses a byte."""
    for poll in (False, True):
        spec = FlowSpec(algorithm="cubic", rtt=0.02, total=3_000_000, sndbuf=65536, poll=poll)
        flow, _ = run(spec, 100e6, 3)
        assert flow.receiver.finished_at is not None
        assert flow.sender.buffer.write_seq == flow.receiver.expected == 3_000_000


class Wire:
    """Notes when packets come."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.seen: list[float] = []

    def send(self, packet: object, size: int, sink: object, later: float) -> None:
        self.seen.append(self.clock.now + later)


class Packet:
    owner = None
    truesize = 0


@pytest.mark.parametrize(
    ("before", "start", "sleeps", "leaves"),
    [
        (0.0, 0.001, 0.007, 0.004),  # a slice of 3 ms ends with the tick, HZ=250
        (0.0, 0.001, 0.002, 0.002),  # or when the writer sleeps
        (0.006, 0.021, 0.023, 0.021),  # one that has used the CPU for longer makes way at once
    ],
)
def test_the_network_waits_for_the_cpu(before: float, start: float, sleeps: float, leaves: float) -> None:
    """`fair.c`: ksoftirqd has the CPU after the writer's slice, or sooner."""
    clock = Clock()
    wire = Wire(clock)
    cpu = OneCpu(clock, wire, OtherWork(leaves=lambda: True))
    cpu.reader_runs = lambda: None
    cpu.begin()
    for _ in clock.run(before):
        pass
    cpu.end()
    for _ in clock.run(start):
        pass
    cpu.begin()
    cpu.begin_write()
    for _ in clock.run(start):
        pass
    cpu.send(Packet(), 1514, None, 0.0)
    for _ in clock.run(sleeps):
        pass
    cpu.end()
    assert wire.seen == pytest.approx([leaves])


def test_two_regimes_are_told_apart() -> None:
    assert regimes((38.6, 38.7, 41.0, 125.6)) == [(38.6, 41.0), (125.6, 125.6)]
    assert regimes((9.9, 10.0, 12.0)) == [(9.9, 12.0)]
