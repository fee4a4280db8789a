"""CAKE and COBALT, held to the rules of sch_cake.c (Linux 6.1), with numbers worked from them by hand."""

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.udp import Datagram, UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.cake import Cake
from inflight.kernel.qdisc.cake_tin import DIFFSERV3, DIFFSERV4, Tin
from inflight.kernel.qdisc.cobalt import INVERSES, Cobalt, Law, Pace, newton_step

MS = 10**6  # ns
BULK, EXPEDITED = 0x20, 0xB8  # TOS bytes of CS1 and EF


class Sink:
    """Notes what arrives, and when."""

    def __init__(self, flow: int = 0, tos: int = 0, clock: Clock | None = None) -> None:
        self.flow, self.tos, self.clock = flow, tos, clock
        self.times: list[float] = []
        self.marked = 0

    def receive(self, packet: object) -> None:
        if self.clock:
            self.times.append(self.clock.now)

    def receive_marked(self, packet: object) -> None:
        self.marked += 1
        self.receive(packet)


class Marked(Datagram):
    """A packet whose sender knows ECN."""

    ect = True


def put(cake: Cake, flow: int = 0, *, now: float = 0.0, size: int = 1514, tos: int = 0, ect: bool = False) -> Queued:
    item = Queued(Marked() if ect else Datagram(), size, Sink(flow, tos), now, 0)
    cake.enqueue(item)
    return item


def drain(cake: Cake) -> list[Queued]:
    """All that leaves an unshaped queue, in order."""
    found = []
    while item := cake.dequeue(0.0):
        found.append(item)
    return found


def run(clock: Clock, until: float) -> None:
    for _ in clock.run(until):
        pass


def test_it_is_a_discipline() -> None:
    assert disciplines()["cake"] is Cake
    assert "cobalt" not in disciplines()


def test_a_byte_takes_34_bits_at_most() -> None:
    """cake_set_rate: 10⁹ ns · 2³⁴ / rate, halved until it fits; 1,250,000 bytes/s are 800 ns a byte."""
    pace = Pace.of(1_250_000)
    assert (pace.ns, pace.shift) == (10**9 * 2**34 // 1_250_000 // 2**10, 24)
    assert pace.time(1514) == 1514 * 800
    assert Pace.of(10).time(64) == 10**9  # no rate is below 64 bytes a second
    assert Pace.of(0).time(1514) == 0


@pytest.mark.parametrize(
    ("rate", "target", "interval"),
    [
        (1_250_000, 5.0, 100.0),  # 10 Mbit/s: a packet takes 1.2 ms, so what was asked for stands
        (125_000, 18.168, 113.168),  # 1 Mbit/s: 1.5 packets of 12.112 ms, and the interval is longer by as much
        (7_812, 290.707, 581.413),  # 62.5 kbit/s, the bulk tin of 1 Mbit/s: twice the target
    ],
)
def test_a_slow_line_has_a_later_target(rate: int, target: float, interval: float) -> None:
    law = Law.of(Pace.of(rate), 1514, 5 * MS, 100 * MS)
    assert law.target / MS == pytest.approx(target, abs=0.001)
    assert law.interval / MS == pytest.approx(interval, abs=0.001)


def test_target_is_a_twentieth_of_rtt() -> None:
    [tin] = Cake(bandwidth=1e9, rtt=0.3, besteffort=True).tins
    assert (tin.law.target, tin.law.interval) == (15 * MS, 300 * MS)


def test_the_cache_of_inverse_square_roots() -> None:
    """cobalt_cache_init: four steps x(3 − n·x²)/2 for each entry, from the one before.

    For n = 2 they are, from 1: 0.5, 0.625, 0.69336, 0.70671, a little less than 1/√2.
    """
    assert len(INVERSES) == 16
    assert INVERSES[0] == 0xFFFFFFFF
    assert INVERSES[1] == pytest.approx(0xFFFFFFFF, abs=8)
    assert INVERSES[2] / 2**32 == pytest.approx(0.7067085, abs=1e-7)
    for count in range(3, 16):
        assert INVERSES[count] / 2**32 == pytest.approx(1 / math.sqrt(count), rel=1e-6)


def test_a_single_step_serves_beyond_the_cache() -> None:
    """Counts go up and down by one, and there one step of Newton's method is within a thousandth."""
    inverse = INVERSES[15]
    for count in [*range(16, 300), *range(298, 15, -1)]:
        inverse = newton_step(inverse, count)
        assert inverse / 2**32 == pytest.approx(1 / math.sqrt(count), rel=2e-3)


def drops_of(cobalt: Cobalt, until: int, sojourn: int, ect: bool = False) -> list[int]:
    """When a queue that stands `sojourn` ns long loses packets, one leaving every ms; ns."""
    queue = Cake()
    times = []
    for now in range(1000 * MS, 1000 * MS + until, MS):
        item = Queued(Marked() if ect else Datagram(), 1514, Sink(), 0.0, 0)
        if cobalt.should_drop(item, now, now - sojourn, 0, queue) or item.ce:
            times.append(now - 1000 * MS)
    return times


@pytest.mark.parametrize("ect", [False, True])
def test_a_fresh_queue_drops_the_second_packet_that_is_too_old(ect: bool) -> None:
    """cobalt_vars_init leaves rec_inv_sqrt at 0, so cobalt_control adds nothing the first time: no interval passes.

    Then interval/√2, interval/√3 …: 1, then +70.7, +57.7, +50 ms, each at the next packet after that.
    """
    law = Law.of(Pace.of(12_500_000), 1514, 5 * MS, 100 * MS)
    times = drops_of(Cobalt(law, random.Random(1)), 400 * MS, 6 * MS, ect)
    due = [1.0]
    for count in range(2, 6):
        due.append(due[-1] + 100 / math.sqrt(count))
    assert [time / MS for time in times[:5]] == pytest.approx([math.ceil(time) for time in due], abs=1)


def test_a_queue_that_has_been_at_rest_waits_an_interval() -> None:
    """Once a count has come back to 0, 1/√0 is 1: the first drop comes interval after the first old packet."""
    law = Law.of(Pace.of(12_500_000), 1514, 5 * MS, 100 * MS)
    cobalt = Cobalt(law, random.Random(1))
    drops_of(cobalt, 3 * MS, 6 * MS)
    drops_of(cobalt, 900 * MS, MS)  # a second of short waits
    assert cobalt.count == 0
    assert drops_of(cobalt, 400 * MS, 6 * MS)[0] == 100 * MS


def test_a_queue_shorter_than_four_packets_is_left_alone() -> None:
    """At 10 Mbit/s: 4.84 ms; at 5 Mbit/s 9.69 ms, more than the target of 5 ms."""
    law = Law.of(Pace.of(625_000), 1514, 5 * MS, 100 * MS)
    assert drops_of(Cobalt(law, random.Random(1)), 500 * MS, 9_600_000) == []
    assert drops_of(Cobalt(law, random.Random(1)), 500 * MS, 9_800_000)


def test_blue_goes_up_with_each_overflow_and_slowly_down() -> None:
    """1/256 up, at most once per target; 1/4096 down when it has run empty."""
    cobalt = Cobalt(Law(5 * MS, 100 * MS, 0), random.Random(1))
    for now in (10, 12, 16, 22):  # ms; 12 is too soon
        cobalt.overflowed(now * MS)
    assert cobalt.p_drop == 3 << 24
    cobalt.ran_empty(24 * MS)
    assert cobalt.p_drop == 3 << 24
    cobalt.ran_empty(28 * MS)
    assert cobalt.p_drop == (3 << 24) - (1 << 20)


def test_tins_have_their_part_of_the_rate_and_their_weight() -> None:
    """cake_config_diffserv3 and …4: bulk a 16th, video a half, voice a quarter."""
    whole = 12_500_000
    three, four = Cake(bandwidth=100e6), Cake(bandwidth=100e6, diffserv4=True)
    assert [tin.quantum for tin in three.tins] == [1024, 64, 256]
    assert [tin.quantum for tin in four.tins] == [1024, 64, 512, 256]
    assert [tin.pace for tin in three.tins] == [Pace.of(whole), Pace.of(whole >> 4), Pace.of(whole >> 2)]
    assert [tin.flow_quantum for tin in four.tins] == [1514, 300, 1514, 762]  # rate/4096, from 300 to 1514
    assert [tin.quantum for tin in Cake(bandwidth=100e6, besteffort=True).tins] == [65535]


def test_the_tins_of_well_known_code_points() -> None:
    """CS0, LE, CS1, TOS4 (minimum delay), AF41, CS5, EF, CS6, CS7: the comments of cake_config_diffserv3 and …4."""
    points = [0, 1, 8, 4, 34, 40, 46, 48, 56]
    assert [DIFFSERV3[dscp] for dscp in points] == [0, 1, 1, 2, 0, 0, 2, 2, 2]
    assert [DIFFSERV4[dscp] for dscp in points] == [0, 1, 1, 2, 2, 3, 3, 3, 3]


def test_only_one_set_of_tins() -> None:
    with pytest.raises(ValueError, match="only one"):
        Cake(besteffort=True, diffserv4=True)


def leaving(cake: Cake, packets: list[tuple[float, Sink, int]]) -> Device:
    clock = Clock()
    device = Device(clock, cake)
    for time, sink, size in packets:
        sink.clock = clock
        clock.at(time, lambda sink=sink, size=size: device.send(Datagram(), size, sink))
    run(clock, 100.0)
    return device


def test_packets_leave_exactly_as_far_apart_as_they_take() -> None:
    """The shaper counts on from when the last one was due; there is no burst, the first one leaves at once."""
    sink = Sink()
    leaving(Cake(bandwidth=10e6), [(0.5, sink, 1514)] * 5)
    assert sink.times == [0.5 + number * 0.0012112 for number in range(5)]


def test_a_pause_earns_no_burst() -> None:
    """cake_enqueue, “ensure shaper state isn't stale”: what was not used is lost, but a debt remains."""
    sink = Sink()
    leaving(Cake(bandwidth=1e6), [(0.0, sink, 1250)] * 2 + [(0.012, sink, 1250)] * 2 + [(5.0, sink, 1250)] * 2)
    assert sink.times == pytest.approx([0.0, 0.010, 0.020, 0.030, 5.0, 5.010])


@pytest.mark.parametrize(
    ("options", "size", "on_line"),
    [
        ({}, 1514, 1514),
        ({"overhead": 0}, 1514, 1500),
        ({"overhead": 18, "mpu": 64}, 54, 64),  # an ACK on Ethernet: 40 + 18 is below the least frame
        ({"overhead": 44, "atm": True}, 1514, 33 * 53),  # 1544 bytes in cells of 48
        ({"overhead": 0, "ptm": True}, 1514, 1524),  # one for each 64 or part of it
    ],
)
def test_overhead(options: dict, size: int, on_line: int) -> None:
    sink = Sink()
    leaving(Cake(bandwidth=8e6, **options), [(0.0, sink, size)] * 3)
    assert sink.times == pytest.approx([0.0, on_line * 1e-6, 2 * on_line * 1e-6], abs=2e-9)


def test_voice_goes_first_while_it_keeps_to_its_quarter() -> None:
    """10 Mbit/s, both tins full: voice has 2.5, best effort the rest. Alone, either has it all."""
    voice, best = Sink(1, EXPEDITED), Sink(2)
    many = [(number * 0.001, sink, 1250) for number in range(1000) for sink in (voice, best)]
    leaving(Cake(bandwidth=10e6, memlimit=1 << 30, rtt=100.0), many)
    early = [sum(time < 1 for time in sink.times) for sink in (voice, best)]
    assert early == pytest.approx([250, 750], abs=3)


def test_bulk_gets_a_sixteenth() -> None:
    bulk, best = Sink(1, BULK), Sink(2)
    many = [(number * 0.001, sink, 1250) for number in range(1000) for sink in (bulk, best)]
    leaving(Cake(bandwidth=10e6, memlimit=1 << 30, rtt=100.0), many)
    early = [sum(time < 1 for time in sink.times) for sink in (bulk, best)]
    assert early == pytest.approx([62.5, 937.5], abs=3)


def test_without_a_rate_the_tins_take_turns_by_weight() -> None:
    cake = Cake()
    for _ in range(400):
        put(cake, 1)
        put(cake, 2, tos=EXPEDITED)
    first = [cake.dequeue(0.0) for _ in range(250)]
    assert sum(item.sink.tos == 0 for item in first if item) == pytest.approx(200, abs=8)  # 1024 to 256


def collide(number: int) -> int:
    """A flow whose hash has the same ten low bits as that of flow 5: 2654435761 is odd."""
    return 5 + 1024 * number


def test_eight_flows_with_one_hash_have_eight_queues() -> None:
    cake = Cake(besteffort=True)
    queues = set()
    for number in range(8):
        put(cake, collide(number))
        queues.add(id(cake.tins[0].flow(collide(number))))
    assert len(queues) == 8
    assert cake.tins[0].collisions == 0
    ninth = put(cake, collide(8))
    assert cake.tins[0].collisions == 1
    assert id(cake.tins[0].flow(collide(8))) in queues
    assert len(drain(cake)) == 9
    assert ninth.flow == collide(8)


def test_a_queue_that_has_run_empty_can_be_had_by_another_flow() -> None:
    cake = Cake(besteffort=True)
    for number in range(8):
        put(cake, collide(number))
    drain(cake)
    for _ in range(9):  # they stay in the rotation until it is their turn and they have nothing
        put(cake, 700, now=1.0)
        assert cake.dequeue(1.0)
    put(cake, collide(8), now=1.0)
    assert cake.tins[0].collisions == 0


def test_a_queue_stays_reserved_while_cobalt_remembers() -> None:
    """The same, but within an interval: the queues decay, and the newcomer has to share one."""
    cake = Cake(besteffort=True)
    for number in range(8):
        put(cake, collide(number))
    drain(cake)
    for _ in range(9):
        put(cake, 700, now=0.05)
        assert cake.dequeue(0.05)
    assert len(cake.tins[0].decaying) == 8
    put(cake, collide(8), now=0.05)
    assert cake.tins[0].collisions == 1


def test_a_sparse_flow_goes_before_those_that_queue() -> None:
    """DRR++: a packet of a flow that has just become busy is next, whatever stands there."""
    cake = Cake(bandwidth=10e6, besteffort=True)
    for _ in range(50):
        put(cake, 1)
    now = 0.0
    for _ in range(10):
        assert cake.dequeue(now)
        now = cake.ready_at(now) if cake.dequeue(now) is None else now
    put(cake, 2, now=now, size=106)
    item = cake.dequeue(now)
    assert item
    assert item.flow == 2


def test_many_rounds_at_once_are_the_same_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """`skip_rounds` is there for speed: without it the packets leave in the same order."""

    def order() -> list[int]:
        cake = Cake(bandwidth=10e6, besteffort=True, rtt=100.0)
        sizes = random.Random(3)
        for number in range(400):
            put(cake, number % 7, size=sizes.randrange(64, 1515))
        found, now = [], 0.0
        while len(cake):
            item = cake.dequeue(now)
            if item:
                found.append(item.flow)
            else:
                now = cake.ready_at(now)
        return found

    with_skip = order()
    monkeypatch.setattr(Tin, "skip_rounds", lambda *_: None)
    assert order() == with_skip
    assert len(with_skip) == 400


def test_flows_share_alike_whatever_their_packets() -> None:
    """A flow of small packets and one of large ones: the same bytes."""
    small, large = Sink(1), Sink(2)
    many = [(number * 1e-4, small, 300) for number in range(10000)]
    many += [(number * 1e-3, large, 1500) for number in range(1000)]
    leaving(Cake(bandwidth=8e6, besteffort=True, memlimit=1 << 30, rtt=100.0), many)
    sent = [300 * sum(time < 1 for time in small.times), 1500 * sum(time < 1 for time in large.times)]
    assert sent == pytest.approx([500_000, 500_000], rel=0.01)


def test_when_memory_is_full_the_longest_queue_pays() -> None:
    """A packet of 1514 bytes takes 2728 (skb->truesize); the drop is at the head, and BLUE starts."""
    cake = Cake(bandwidth=10e6, memlimit=2728 * 10)
    dropped: list[Queued] = []
    cake.on_drop = dropped.append
    long = [put(cake, 1) for _ in range(9)]
    put(cake, 2)
    assert not dropped
    put(cake, 3)
    assert dropped == long[:1]
    assert (len(cake), cake.memory) == (10, 27280)
    assert cake.tins[0].flow(1).control.count == 1


def test_memory_of_its_own() -> None:
    """cake_reconfigure: rate · interval · 4, at least 4 MiB, and never more than 10,240 full packets."""
    assert Cake(bandwidth=10e6).limit == 4 << 20
    assert Cake(bandwidth=200e6).limit == 25_000_000 * 4 // 10
    assert Cake(bandwidth=1e9).limit == Cake().limit == 10240 * 1514


def test_in_ingress_mode_what_is_dropped_has_used_the_line() -> None:
    cake = Cake(bandwidth=1e6, ingress=True, memlimit=2728 * 2)
    put(cake)
    put(cake)
    put(cake)
    assert cake.drops == 1
    assert cake.dequeue(0.0)
    assert cake.dequeue(0.0) is None
    assert cake.ready_at(0.0) == 0.018168  # one and a half: the failsafe, or it would be two
    plain = Cake(bandwidth=1e6, memlimit=2728 * 2)
    for _ in range(3):
        put(plain)
    assert plain.dequeue(0.0)
    assert plain.ready_at(0.0) == 0.012112


@settings(max_examples=60, deadline=None)
@given(
    packets=st.lists(
        st.tuples(
            st.floats(0, 0.5), st.integers(0, 20), st.sampled_from([54, 106, 600, 1514]), st.sampled_from([0, 32, 184])
        ),
        min_size=1,
        max_size=200,
    ),
    bandwidth=st.sampled_from([None, 1e5, 1e6, 1e7]),
    memlimit=st.sampled_from([0, 20_000]),
    tins=st.sampled_from(["besteffort", "diffserv3", "diffserv4"]),
    ingress=st.booleans(),
)
def test_no_packet_is_lost_from_the_books(
    packets: list[tuple[float, int, int, int]], bandwidth: float | None, memlimit: int, tins: str, ingress: bool
) -> None:
    """What came has left or was dropped; nothing is left over; flows keep their order; the rate is kept."""
    cake = Cake(bandwidth=bandwidth, memlimit=memlimit, ingress=ingress, **{tins: True})
    sinks = {(flow, tos): Sink(flow, tos) for _, flow, _, tos in packets}
    device = leaving(cake, [(time, sinks[flow, tos], size) for time, flow, size, tos in packets])
    got = sum(len(sink.times) for sink in sinks.values())
    assert got + device.drops == len(packets)
    assert got >= 1
    assert (len(cake), cake.backlog, cake.memory) == (0, 0, 0)
    for tin in cake.tins:
        assert (tin.backlog, len(tin.new) + len(tin.old)) == (0, tin.sparse + tin.bulk)
        assert not any(flow.queue for flow in tin.decaying)
    if bandwidth:
        times = sorted(time for sink in sinks.values() for time in sink.times)
        least = 54 * 8 / bandwidth
        assert all(b - a >= least - 1e-8 for a, b in pairwise(times)) or ingress


@settings(max_examples=30, deadline=None)
@given(flows=st.lists(st.integers(0, 3), min_size=1, max_size=150), gap=st.floats(1e-4, 2e-3))
def test_a_flow_stays_in_order(flows: list[int], gap: float) -> None:
    clock = Clock()
    order: dict[int, list[int]] = {}

    class Numbered(Datagram):
        def __init__(self, number: int) -> None:
            self.number = number

    class Noting(Sink):
        def receive(self, packet: object) -> None:
            assert isinstance(packet, Numbered)
            order.setdefault(self.flow, []).append(packet.number)

    device = Device(clock, Cake(bandwidth=5e6))
    sinks = [Noting(flow) for flow in range(4)]
    for number, flow in enumerate(flows):
        clock.at(number * gap, lambda number=number, flow=flow: device.send(Numbered(number), 1514, sinks[flow]))
    run(clock, 60.0)
    assert all(numbers == sorted(numbers) for numbers in order.values())


def test_as_recorded_one_flow() -> None:
    """H_cake_1: 10 Mbit/s, 20 ms, one CUBIC flow: 59 drops, ping p50 20.64 and p99 21.23 ms, 9.37 Mbit/s."""
    bell = Dumbbell(
        rate=None,
        qdisc=Cake(bandwidth=10e6),
        flows=[FlowSpec(algorithm="cubic", rtt=0.02, data=0.051)],
        udp=[UdpSpec(rate=100 * 106 * 8, size=106, timed=True)],
    )
    run(bell.clock, 5.0)
    before = bell.flows[0].sender.una
    run(bell.clock, 24.95)
    [probe] = bell.udp
    delays = sorted(
        20 + 1000 * delay
        for at, delay in zip(probe.times, probe.delays, strict=True)  # type: ignore[attr-defined]
        if at >= 5
    )
    assert delays[len(delays) // 2] == pytest.approx(20.64, abs=0.1)
    assert delays[int(len(delays) * 0.99)] == pytest.approx(21.23, abs=0.1)
    assert (bell.flows[0].sender.una - before) * 8e-6 / 19.95 == pytest.approx(9.375, rel=0.01)
    assert bell.link.drops == pytest.approx(59, abs=4)
