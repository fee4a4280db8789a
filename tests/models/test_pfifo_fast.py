"""pfifo_fast: bands by priority, priorities by TOS, and a ring that is full a little early."""

import pytest

from inflight.kernel.clock import Clock
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.udp import Datagram, UdpSpec
from inflight.kernel.qdisc.base import Queued, priority_of
from inflight.kernel.qdisc.pfifo_fast import PRIO2BAND, PfifoFast
from inflight.kernel.qdisc.tbf import Tbf


class Sink:
    def __init__(self, flow: int = 0, tos: int = 0) -> None:
        self.flow, self.priority = flow, priority_of(tos)
        self.times: list[float] = []
        self.clock: Clock | None = None

    def receive(self, packet: object) -> None:
        assert self.clock
        self.times.append(self.clock.now)


def put(queue: PfifoFast, tos: int = 0, flow: int = 0) -> Queued:
    item = Queued(Datagram(), 1514, Sink(flow, tos), 0.0, 0)
    queue.enqueue(item)
    return item


@pytest.mark.parametrize(
    ("tos", "band"),
    [
        (0x00, 1),  # best effort
        (0x10, 0),  # minimise delay: SSH of old
        (0x08, 2),  # maximise throughput: scp of old
        (0x04, 1),  # maximise reliability
        (0x02, 1),  # minimise cost is the bit of ECN today: no difference
        (0x18, 1),  # both
        (0xB8, 1),  # DSCP EF, voice: its bits look like 0x18
        (0x48, 2),  # DSCP AF21, interactive SSH of today: it looks like 0x08
        (0x20, 1),  # DSCP CS1, its bulk: it looks like 0
        (0xC0, 1),  # DSCP CS6, routing protocols
    ],
)
def test_the_band_of_a_tos_byte(tos: int, band: int) -> None:
    """`rt_tos2priority` reads the four bits of RFC 1349; the upper three, in which DSCP has most, do not count."""
    assert PRIO2BAND[priority_of(tos)] == band
    queue = PfifoFast()
    put(queue, tos)
    assert [len(ring.queue) for ring in queue.bands] == [int(band == b) for b in range(3)]


def test_priorities_are_mapped_as_tc_prints_them() -> None:
    """`priomap 1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1`, tc-pfifo_fast(8)."""
    assert " ".join(map(str, PRIO2BAND)) == "1 2 2 2 1 2 0 0 1 1 1 1 1 1 1 1"


def test_a_band_waits_until_those_before_it_are_empty() -> None:
    queue = PfifoFast()
    items = [put(queue, tos) for tos in (0x08, 0x00, 0x10, 0x08, 0x00, 0x10)]
    assert [queue.dequeue(0.0) for _ in items] == [items[n] for n in (2, 5, 1, 4, 0, 3)]


def test_each_band_has_the_whole_length() -> None:
    """3 × txqueuelen in all (`pfifo_fast_init`)."""
    queue = PfifoFast(limit=10)
    for tos in (0x00, 0x10, 0x08):
        for _ in range(11):
            put(queue, tos)
    assert (len(queue), queue.drops) == (30, 3)


def test_slots_are_given_back_sixteen_at_a_time() -> None:
    """`__ptr_ring_discard_one`: a full ring of 1000 stays full for 15 packets more, then has room for 16."""
    queue = PfifoFast()
    for _ in range(1000):
        put(queue)
    for _ in range(15):
        assert queue.dequeue(0.0)
        put(queue)
    assert (len(queue), queue.drops) == (985, 15)
    queue.dequeue(0.0)
    for _ in range(17):
        put(queue)
    assert (len(queue), queue.drops) == (1000, 16)


def test_a_short_ring_gives_each_slot_back_at_once() -> None:
    """Batches of 16 only in rings of 32 and more (`__ptr_ring_set_size`)."""
    queue = PfifoFast(limit=31)
    for _ in range(31):
        put(queue)
    for _ in range(100):
        assert queue.dequeue(0.0)
        put(queue)
    assert queue.drops == 0


def test_the_end_of_the_ring_ends_a_batch() -> None:
    """1000 is no multiple of 16: the last eight slots come back together."""
    queue = PfifoFast()
    for _ in range(1000):
        put(queue)
    for _ in range(992):
        queue.dequeue(0.0)
    for _ in range(7):
        queue.dequeue(0.0)
    for _ in range(993):
        put(queue)
    assert (len(queue), queue.drops) == (993, 1)
    queue.dequeue(0.0)
    for _ in range(8):
        put(queue)
    assert (len(queue), queue.drops) == (1000, 1)


def test_an_urgent_packet_overtakes_one_that_waits_for_tokens() -> None:
    """`tbf_dequeue` looks again each time, and `pfifo_fast_peek` does not take the packet out.

    Packets of 1514 bytes at 1 Mbit/s leave 12.112 ms apart, the first two with the bucket's tokens.
    """
    clock = Clock()
    device = Device(clock, Tbf(rate=1e6, burst=1514, child=PfifoFast()))
    bulk, urgent = Sink(0), Sink(1, tos=0x10)
    bulk.clock = urgent.clock = clock
    for _ in range(3):
        device.send(Datagram(), 1514, bulk)
    clock.at(0.005, lambda: device.send(Datagram(), 100, urgent) and None)
    for _ in clock.run(1):
        pass
    assert urgent.times == pytest.approx([0.005])
    assert bulk.times == pytest.approx([0, 0.012912, 0.025024])


def test_bulk_in_the_middle_band_starves_the_last() -> None:
    """There is no fairness between bands: 12 Mbit/s of best effort on a 10 Mbit/s line leave nothing for 0x08."""
    bell = Dumbbell(
        rate=10e6,
        flows=[],
        qdisc="pfifo_fast",
        udp=[UdpSpec(rate=12e6), UdpSpec(rate=1e6, tos=0x08, start=0.1), UdpSpec(rate=1e6, tos=0x10)],
    )
    for _ in bell.clock.run(5):
        pass
    best_effort, bulk, urgent = bell.udp
    assert bulk.received == 0
    assert urgent.received >= urgent.sent - 2
    assert best_effort.received * 1514 * 8 / 5 == pytest.approx(9e6, rel=0.02)


def test_connections_have_a_tos_too() -> None:
    flows = [FlowSpec(algorithm="reno", rtt=0.02, tos=0x08), FlowSpec(algorithm="reno", rtt=0.02, tos=0x10)]
    bell = Dumbbell(rate=5e6, flows=flows, qdisc=PfifoFast(limit=50))
    for _ in bell.clock.run(3):
        pass
    bulk, urgent = bell.flows
    assert bulk.sender.una < urgent.sender.una / 10
