"""driver-queue: arithmetic of a FIFO, a fair queue above it, and the recording of 127 packets."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.kernel.clock import Clock
from inflight.kernel.nic.tx_ring import TxRing
from inflight.kernel.path.device import Device
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.tbf import Tbf

RECORDING = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1" / "H_queue127.json"


def run(**values: object) -> dict:
    return bridge.start("driver-queue", json.dumps(values)).result()


def figure(name: str, **values: object) -> float:
    return run(**values)["summary"][name]["value"]


def columns(result: dict, table: str) -> dict[str, list[float]]:
    return {column["name"]: column["values"] for column in result["tables"][table]}


@pytest.mark.parametrize(
    ("values", "wait"),
    [
        ({}, 304.8),  # Q02: 127 · 12,000 bit / 5 Mbit/s
        ({"size": 65536}, 13_316.9),  # 127 TSO packets of 64 KB
        ({"ahead": 1000}, 2400.0),  # txqueuelen
        ({"ahead": 256}, 614.4),  # a ring of 256
        ({"qdisc": "fq_codel", "ring": 1}, 2.4),  # one packet, and then the other queue
        ({"qdisc": "fq_codel"}, 304.8),  # too late: they are in the ring
    ],
)
def test_the_numbers_that_people_quote(values: dict, wait: float) -> None:
    assert figure("wait", **values) == pytest.approx(wait, abs=0.05)


def test_its_own_time_is_not_part_of_the_wait() -> None:
    """500 B at 5 Mbit/s: 0.8 ms more, and the table has both."""
    packets = columns(run(), "packets")
    assert packets["start"][-1] == pytest.approx(304.8)
    assert packets["end"][-1] == pytest.approx(305.6)
    assert figure("own") == pytest.approx(0.8)


@pytest.mark.parametrize(("ring", "first"), [(256, (127, 0)), (1, (1, 126)), (64, (64, 63))])
def test_the_curves_begin_with_all_that_came_and_end_with_nothing(ring: int, first: tuple[int, int]) -> None:
    head = {column["name"]: column["values"] for column in run(ring=ring)["columns"]}
    assert (head["in_ring"][0], head["above"][0]) == first
    assert (head["in_ring"][-1], head["above"][-1]) == (0, 0)
    assert min(head["in_ring"] + head["above"]) == 0


@given(st.integers(0, 300), st.integers(64, 65536), st.integers(1, 300), st.floats(0.5, 1000))
@settings(max_examples=30, deadline=None)
def test_without_delay_the_ring_of_a_fifo_makes_no_difference(ahead: int, size: int, ring: int, rate: float) -> None:
    wait = figure("wait", ahead=ahead, size=size, ring=ring, rate=rate)
    assert wait == pytest.approx(ahead * size * 8e-3 / rate, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("ring", [1, 3, 8, 50])
def test_a_fair_queue_helps_as_far_as_the_ring_is_short(ring: int) -> None:
    """All that is in the ring goes first; then it is the small packet's turn, after one quantum at most."""
    wait = figure("wait", qdisc="fq_codel", ring=ring)
    assert ring * 2.4 <= wait + 1e-9 <= (ring + 1) * 2.4


def test_a_ring_too_short_leaves_the_wire_idle() -> None:
    """8 packets take 96 µs; the first is heard of 250 µs after it has left, so a turn takes 12 + 250 µs at least."""
    summary = run(rate=1000, ring=8, ahead=500, cadence=0.25)["summary"]
    turns = 500 / 8
    assert summary["wait"]["value"] == pytest.approx(turns * 0.262, rel=0.02)
    # its packets are on the wire for 96 of 262 µs
    assert summary["idle_share"]["value"] == pytest.approx(100 * (1 - 96 / 262), abs=1)
    enough = run(rate=1000, ring=32, ahead=500, cadence=0.25)["summary"]
    assert enough["idle"]["value"] == pytest.approx(0, abs=1e-9)


def test_descriptors_are_never_more_than_the_ring_has() -> None:
    packets = columns(run(rate=1000, ring=8, ahead=100, cadence=0.05), "packets")
    edges = sorted([(t, 1) for t in packets["queued"]] + [(t, -1) for t in packets["freed"]])
    held = most = 0
    for _, step in edges:
        held += step
        most = max(most, held)
    assert most == 8
    times = zip(packets["queued"], packets["start"], packets["end"], packets["freed"], strict=True)
    assert all(a <= b < c <= d for a, b, c, d in times)


class Clocked:
    """Notes when packets arrive."""

    flow = 0

    def __init__(self, clock: Clock) -> None:
        self._clock, self.times = clock, list[float]()

    def receive(self, packet: Datagram) -> None:
        self.times.append(self._clock.now)


def test_the_recording_behind_a_token_bucket() -> None:
    """Linux 6.1: 127 packets of 1500 B and one of 500 into tbf at 5 Mbit/s with a burst of 1600 B; 303 ms for the last.

    tbf counts 14 bytes of Ethernet for each, and its burst lets the first one through at once.
    """
    packets = json.loads(RECORDING.read_text(encoding="utf-8"))["packets"]
    clock = Clock()
    device = Device(clock, Tbf(rate=5e6, burst=1600, child=Pfifo(limit=1000)))
    sink = Clocked(clock)
    for size, sent in zip(packets["size"], packets["sent_ms"], strict=True):
        clock.at(sent / 1000, lambda size=size: device.send(Datagram(), size + 14, sink))
    for _ in clock.run(1.0):
        pass
    delays = [1000 * t - sent for t, sent in zip(sink.times, packets["sent_ms"], strict=True)]
    # the first ones wait for a CPU that is still sending
    assert delays[4:] == pytest.approx(packets["delay_ms"][4:], abs=0.3)
    assert delays[-1] == pytest.approx(303.2, abs=0.1)


def test_no_packet_is_lost_from_the_books() -> None:
    """Sent, in the discipline, in the ring: as many as came; the wire is either busy, starved, or has nothing to do."""
    clock = Clock()
    sink = Clocked(clock)
    ring = TxRing(clock, Pfifo(limit=20), rate=1e6, slots=4, completion=lambda: 0.004)
    for _ in range(30):
        ring.send(Datagram(), 1250, sink)  # 10 ms each
    seen = []
    for until in (0.001, 0.02, 0.055, 0.3):
        for _ in clock.run(until):
            pass
        in_ring_unsent = ring.packets - ring._sent_packets
        seen.append(len(sink.times) + ring.queued() + in_ring_unsent + ring.drops)
        assert 0 <= ring.packets <= 4
    assert seen == [30] * 4
    assert ring.drops == 30 - 4 - 20
    assert ring.busy == pytest.approx(0.24)
