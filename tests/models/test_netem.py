"""netem: rules worked from `sch_netem.c`, iproute2's tables, closed forms, and recorded trains of datagrams."""

import hashlib
import math
import random
from itertools import groupby, pairwise
from statistics import NormalDist, fmean, pstdev
from statistics import correlation as autocorrelation

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.loss import GilbertElliott
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.hop import Hop
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.netem import Netem, NetemSpec, Slot
from inflight.kernel.qdisc.netem_chance import ALL, Bursts, Chain, Chance, Dice, FourStates, share
from inflight.kernel.qdisc.netem_tables import SCALE, table
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.segment import DataSegment


class Packet(Datagram):
    def __init__(self, number: int, ect: bool = False) -> None:
        self.number, self.ect = number, ect


class Sink:
    """Notes what arrives, and when."""

    flow = 0

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.got: list[tuple[float, int]] = []
        self.marked: list[int] = []

    def receive(self, packet: Packet) -> None:
        self.got.append((self.clock.now, packet.number))

    def receive_marked(self, packet: Packet) -> None:
        self.marked.append(packet.number)
        self.receive(packet)


class Scripted(random.Random):
    """Throws what it is told, as shares of all numbers; then always the middle."""

    def __init__(self, *throws: float) -> None:
        super().__init__(1)
        self.throws = list(throws)

    def random(self) -> float:
        return self.throws.pop(0) if self.throws else 0.5


def send(netem: Netem, times: list[float], size: int = 214, ect: bool = False) -> Sink:
    """Packets at `times`, through a device with `netem` at its root."""
    clock = Clock()
    device, sink = Device(clock, netem), Sink(clock)
    for number, time in enumerate(times):
        clock.at(time, lambda n=number: device.send(Packet(n, ect), size, sink) and None)  # type: ignore[misc]
    for _ in clock.run(1e6):
        pass
    return sink


def train(netem: Netem, count: int = 1000) -> Sink:
    """As in the recordings H_netem_*: datagrams of 200 bytes, 2 ms apart."""
    return send(netem, [number * 0.002 for number in range(count)])


def delays(sink: Sink) -> list[float]:
    return [time - number * 0.002 for time, number in sink.got]


def late(sink: Sink) -> int:
    """Packets that come after one that was sent later."""
    seen, count = -1, 0
    for _, number in sink.got:
        count += number < seen
        seen = max(seen, number)
    return count


# ---- dice --------------------------------------------------------------------------------------------------------


def test_shares_are_32_bit_numbers() -> None:
    """q_netem.c: the share of 2³² − 1, to the nearest; certainty is all ones."""
    assert [share(value) for value in (0, 0.01, 0.5, 1)] == [0, 42949673, 2147483648, ALL]
    with pytest.raises(ValueError, match="between 0 and 1"):
        share(1.5)


def test_correlated_numbers_are_a_weighted_mean_with_the_one_before() -> None:
    """get_crandom with rho = 50% = 2³¹: half of the last one, half of a new one."""
    dice = Dice(Scripted(0.25, 0.75, 0.5), 0.5)
    assert share(0.5) + 1 == 2**31 + 1
    first = (3 * 2**30 * (2**31 - 1) + 2**30 * (2**31 + 1)) >> 32
    assert dice.throw() == first
    assert dice.throw() == (2**31 * (2**31 - 1) + first * (2**31 + 1)) >> 32


def test_correlation_makes_rare_events_rarer() -> None:
    """Averaging draws the numbers to the middle: at 50%, 25% "reorder" happens to some 7% of the packets.

    The recording H_netem_reorder has 51 of 1000. The sum of halves has deviation √(1/36), so P(x < ¼) is near Φ(−1.5).
    """
    chance = Chance(random.Random(5), 0.25, 0.5)
    struck = fmean(chance.strikes() for _ in range(200_000))
    assert struck == pytest.approx(NormalDist().cdf(-1.5), rel=0.1)


def test_without_correlation_chance_is_what_it_says() -> None:
    chance = Chance(random.Random(5), 0.25)
    assert fmean(chance.strikes() for _ in range(100_000)) == pytest.approx(0.25, abs=0.005)
    assert not any(Chance(random.Random(5), 0.0).strikes() for _ in range(1000))
    assert all(Chance(random.Random(5), 1.0).strikes() for _ in range(1000))


@pytest.mark.parametrize(
    "model", [GilbertElliott(0.01, 0.1), GilbertElliott(0.01, 0.1, 0.7, 0.001), GilbertElliott(0.05, 0.5)]
)
def test_bursts_lose_what_the_stationary_chain_does(model: GilbertElliott) -> None:
    """Bad for p/(p + r) of the packets; a burst of the simple model is 1/r long on average."""
    bursts = Bursts(random.Random(4), model)
    fates = [bursts.strikes() for _ in range(200_000)]
    bad = model.p / (model.p + model.r)
    assert fmean(fates) == pytest.approx(bad * model.one_minus_h + (1 - bad) * model.one_minus_k, rel=0.08)
    if model.one_minus_h == 1 and not model.one_minus_k:
        lengths = [len(list(group)) for lost, group in groupby(fates) if lost]
        assert fmean(lengths) == pytest.approx(1 / model.r, rel=0.08)


def stationary(m: FourStates) -> float:
    """The chain's own limit, by running it: share of the time in states 3 and 4."""
    p31 = 1 - m.p13 if m.p31 is None else m.p31
    at = [1.0, 0.0, 0.0, 0.0]
    for _ in range(20_000):
        one, two, three, four = at
        at = [
            one * (1 - m.p13 - m.p14) + three * p31 + four,
            two * (1 - m.p23) + three * m.p32,
            one * m.p13 + two * m.p23 + three * (1 - p31 - m.p32),
            one * m.p14,
        ]
    return at[2] + at[3]


@pytest.mark.parametrize(
    "model",
    [FourStates(0.01), FourStates(0.02, 0.2), FourStates(0.02, 0.3, 0.2, 0.4), FourStates(0.01, 0.3, 0, 1, 0.02)],
)
def test_four_states_lose_what_the_stationary_chain_does(model: FourStates) -> None:
    chain = Chain(random.Random(4), model)
    assert model.mean == pytest.approx(stationary(model), rel=1e-6)
    assert fmean(chain.strikes() for _ in range(200_000)) == pytest.approx(model.mean, rel=0.08)


def test_four_states_left_alone_are_single_losses() -> None:
    """`loss state 10%`: P31 is 90%, so that the next packet mostly passes (`q_netem.c`)."""
    assert FourStates(0.1).mean == pytest.approx(0.1)


# ---- delay -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distribution", "digest"),
    [
        ("normal", "c59486ef7d9f475392acb0a04686483a237f45e57bd34c4d00302b60fb1370fd"),
        ("pareto", "7b6250dae83ed8134b5192e992c488a542531c03118e79726d8726d169065dd1"),
        ("paretonormal", "6b6ec6bcf481be2a4c8a189dad1bf6461272ad9e6ac81a60072b54c8aaf6a3d6"),
    ],
)
def test_the_tables_are_those_of_iproute2(distribution: str, digest: str) -> None:
    """SHA-256 of the numbers in /usr/lib/…/tc/*.dist of iproute2 6.1, joined by spaces."""
    values = table(distribution)
    assert values
    assert hashlib.sha256(" ".join(map(str, values)).encode()).hexdigest() == digest


def test_the_normal_table_is_the_inverse_of_the_distribution_function() -> None:
    values = table("normal")
    assert values
    for n in (1, 100, 1000, 2048, 3000, 4000, 4095):
        assert values[n] == pytest.approx(NormalDist().inv_cdf((4 * n + 0.5) / 16384) * SCALE, abs=1.5)
    assert values[0] == -32768  # four deviations are 32,768, and there is no more in 16 bits


def test_the_pareto_table_is_its_closed_form() -> None:
    values = table("pareto")
    assert values
    for n in (0, 1000, 2048, 4000):
        assert values[n] == pytest.approx(((1 - n / 4096) ** (-1 / 3) - 1.5) * 4 / 3 * SCALE, abs=0.51)


def test_there_are_four_distributions() -> None:
    assert table("uniform") is None
    with pytest.raises(ValueError, match="known are uniform, normal, pareto, paretonormal"):
        table("poisson")


def test_tabledist_in_its_integers() -> None:
    """10 ms ± 1 ms: 1,000,000 = 122·8192 + 576; the table's last value of a normal distribution is 28 858.

    576·28858 = 16,622,208, + 4096, / 8192 = 2029; 122·28858 = 3,520,676; with the mean 13,522,705 ns.
    """
    dice = Scripted(4095 / 2**32)
    [(time, _)] = send(Netem(delay=0.01, jitter=0.001, distribution="normal", rng=dice), [0]).got
    assert time == pytest.approx(13_522_705e-9, abs=1e-12)
    values = table("normal")
    assert values
    assert values[4095] == 28858
    assert Netem._draw(10_000_000, 1_000_000, values, 4095) == 13_522_705
    # 576·(−32768) = −18 874 368, − 4096, / 8192 towards 0 = −2304; 122·(−32768) = −3 997 696
    assert Netem._draw(10_000_000, 1_000_000, values, 0) == 10_000_000 - 2304 - 3_997_696
    assert Netem._draw(10_000_000, 1_000_000, None, 0) == 9_000_000
    assert Netem._draw(10_000_000, 1_000_000, None, 1_999_999) == 10_999_999
    assert Netem._draw(10_000_000, 0, None, 5) == 10_000_000


@pytest.mark.parametrize(
    ("distribution", "mean", "deviation"),
    [
        ("uniform", 0, 1 / math.sqrt(3)),
        ("normal", 0, 1),
        # U^(-1/3) has mean 3/2 and variance 3/4; stretched by 4/3 and cut at 4: E(X; X > x) = 3/2·x^-2, x = 4.5
        ("pareto", -4 / 3 * (1.5 * 4.5**-2 - 4.5 * 4.5**-3), None),
        ("paretonormal", -0.025, None),
    ],
)
def test_jitter_is_the_deviation_of_a_table_but_the_most_of_uniform(
    distribution: str, mean: float, deviation: float | None
) -> None:
    netem = Netem(limit=20_000, delay=0.1, jitter=0.01, distribution=distribution, rng=random.Random(3))
    got = delays(train(netem, 20_000))
    assert fmean(got) == pytest.approx(0.1 + 0.01 * mean, abs=0.0003)
    if deviation:
        assert pstdev(got) == pytest.approx(0.01 * deviation, rel=0.02)


def test_a_constant_delay_keeps_the_order() -> None:
    """H_netem_delay: 100 ms for all."""
    sink = train(Netem(delay=0.1))
    assert [number for _, number in sink.got] == list(range(1000))
    assert delays(sink) == pytest.approx([0.1] * 1000)


def test_jitter_reorders_as_it_did_in_the_recording() -> None:
    """H_netem_jitter: 570 of 1000 out of order, delays from 90.04 to 110.01 ms, half of them above 99.89 ms."""
    counts = []
    for seed in range(5):
        sink = train(Netem(delay=0.1, jitter=0.01, rng=random.Random(seed)))
        got = sorted(delays(sink))
        assert 0.09 <= got[0] < 0.0902
        assert 0.1098 < got[-1] <= 0.11
        assert got[500] == pytest.approx(0.0999, abs=0.001)
        counts.append(late(sink))
    assert fmean(counts) == pytest.approx(570, rel=0.05)


def test_a_normal_distribution_reorders_more_and_has_tails() -> None:
    """H_netem_jitter_normal, 100 ms 20 ms: 839 out of order; p95 133.8, p99 146.9, from 42 to 162 ms."""
    sinks = [train(Netem(delay=0.1, jitter=0.02, distribution="normal", rng=random.Random(seed))) for seed in range(5)]
    assert fmean(late(sink) for sink in sinks) == pytest.approx(839, rel=0.03)
    everything = sorted(delay for sink in sinks for delay in delays(sink))
    assert everything[4750] == pytest.approx(0.1338, abs=0.003)
    assert everything[4950] == pytest.approx(0.1469, abs=0.004)
    assert everything[0] < 0.06
    assert everything[-1] > 0.15


@pytest.mark.parametrize(("distribution", "correlation"), [("uniform", 0.25), ("uniform", 0.9), ("normal", 0.99)])
def test_a_correlation_of_the_delay_does_nothing(distribution: str, correlation: float) -> None:
    """`tabledist` takes the number modulo 2·jitter in ns, or modulo 4096: the low bits, where nothing is correlated."""
    sink = train(
        Netem(
            limit=5000,
            delay=0.1,
            jitter=0.01,
            delay_correlation=correlation,
            distribution=distribution,
            rng=random.Random(3),
        ),
        5000,
    )
    by_number = [delay for _, delay in sorted((number, time - number * 0.002) for time, number in sink.got)]
    assert abs(autocorrelation(by_number[:-1], by_number[1:])) < 0.05
    free = train(Netem(limit=5000, delay=0.1, jitter=0.01, distribution=distribution, rng=random.Random(3)), 5000)
    assert late(sink) == pytest.approx(late(free), rel=0.05)


def test_the_same_time_keeps_the_order() -> None:
    """tfifo_enqueue: not before one that may go at the same time."""
    netem = Netem(delay=0.01)
    sink = send(netem, [0.0] * 50)
    assert [number for _, number in sink.got] == list(range(50))


# ---- reordering, doubling, damaging --------------------------------------------------------------------------------


def test_every_fifth_goes_at_once() -> None:
    """`reorder 100% gap 5`: the counter has to reach gap − 1."""
    sink = train(Netem(delay=0.01, reorder=1.0, gap=5))
    at_once = sorted(number for time, number in sink.got if time - number * 0.002 < 0.001)
    assert at_once == list(range(4, 1000, 5))


def test_a_share_goes_at_once() -> None:
    netem = Netem(delay=0.01, reorder=0.25, rng=random.Random(1))
    sink = train(netem)
    assert netem.reordered == sum(delay < 0.001 for delay in delays(sink))
    assert netem.reordered == pytest.approx(250, rel=0.15)


def test_what_tc_refuses() -> None:
    with pytest.raises(ValueError, match="without a delay"):
        Netem(reorder=0.5)
    with pytest.raises(ValueError, match="needs a delay and a jitter"):
        Netem(delay=0.01, distribution="normal")


def test_doubles_come_too() -> None:
    """H_netem_dup, 5%: 47 of 1000 twice. None is doubled again."""
    netem = Netem(delay=0.01, duplicate=0.05, rng=random.Random(1))
    sink = train(netem)
    assert len(sink.got) == 1000 + netem.duplicated
    assert netem.duplicated == pytest.approx(47, abs=25)
    everything = Netem(delay=0.01, duplicate=1.0)
    assert len(train(everything, 100).got) == 200


def test_a_double_starts_at_the_root() -> None:
    """`rootq->enqueue`: above a tbf that is too small for it, the copy is dropped; the original goes on."""
    netem = Netem(duplicate=1.0)
    root = Tbf(rate=1e6, burst=2000, child=netem)
    netem.root = root
    clock = Clock()
    device, sink = Device(clock, root), Sink(clock)
    device.send(Packet(0), 1514, sink)
    for _ in clock.run(1):
        pass
    assert [number for _, number in sink.got] == [0, 0]
    assert netem.duplicated == 1


def test_of_a_doubled_packet_that_is_lost_one_is_left() -> None:
    """Loss takes one of the two away, and there is no copy to start again: 2 − 1."""
    netem = Netem(delay=0.01, duplicate=1.0, loss=1.0)
    assert len(train(netem, 100).got) == 100
    assert (netem.lost, netem.duplicated) == (0, 0)


def test_damaged_packets_arrive_and_are_thrown_away() -> None:
    """H_netem_corrupt, 2%: 983 of 1000 reach the application."""
    netem = Netem(delay=0.01, corrupt=0.02, rng=random.Random(1))
    sink = train(netem)
    assert len(sink.got) + netem.thrown_away == 1000
    assert netem.corrupted == netem.thrown_away == pytest.approx(17, abs=13)
    assert netem.drops == 0


def test_a_mark_instead_of_a_loss() -> None:
    netem = Netem(delay=0.01, loss=0.2, ecn=True, rng=random.Random(1))
    sink = send(netem, [number * 0.002 for number in range(1000)], ect=True)
    assert len(sink.got) == 1000
    assert len(sink.marked) == netem.marks == pytest.approx(200, rel=0.2)
    deaf = Netem(delay=0.01, loss=0.2, ecn=True, rng=random.Random(1))
    assert len(train(deaf).got) == 1000 - deaf.lost


def test_a_mark_is_not_forgotten_at_the_next_hop() -> None:
    clock = Clock()
    hop = Hop(clock, Netem(delay=0.01, loss=1.0, ecn=True), Link(clock, rate=1e6, limit=10))
    sink = Sink(clock)
    hop.send(Packet(0, ect=True), 200, sink)
    for _ in clock.run(1):
        pass
    assert sink.marked == [0]


# ---- limit, rate, slots ----------------------------------------------------------------------------------------------


def test_the_limit_trap() -> None:
    """Fact Q24: 1000 packets of 1500 bytes in 100 ms are 120 Mbit/s, whatever the line could do."""
    netem = Netem(delay=0.1)
    per_packet = 1500 * 8 / 200e6
    sink = send(netem, [number * per_packet for number in range(20_000)], size=1500)
    inside = [number for time, number in sink.got if 0.2 <= time < 1.1]
    assert len(inside) * 1500 * 8 / 0.9 == pytest.approx(120e6, rel=0.005)
    assert netem.drops == 20_000 - len(sink.got)
    roomy = Netem(delay=0.1, limit=2000)
    assert len(send(roomy, [number * per_packet for number in range(5000)], size=1500).got) == 5000


def test_the_rate_is_what_the_line_takes() -> None:
    """H_netem_rate: 214 bytes at 1 Mbit/s take 1.712 ms; the recording adds 0.021 ms for its hosts."""
    sink = train(Netem(rate=1e6))
    assert delays(sink) == pytest.approx([0.001712] * 1000)
    queue = send(Netem(rate=1e6), [0.0] * 3)
    assert [time for time, _ in queue.got] == pytest.approx([0.001712, 0.003424, 0.005136])


def test_with_a_rate_jitter_does_not_reorder() -> None:
    """Each packet's time is at least that of the one before, so it only waits for it."""
    sink = train(Netem(delay=0.1, jitter=0.01, rate=100e6, limit=5000, rng=random.Random(1)))
    assert late(sink) == 0


def test_cells_of_atm() -> None:
    """`rate 1mbit 0 48 5`: 214 bytes are five cells of 53."""
    [(time, _)] = send(Netem(rate=1e6, cellsize=48, celloverhead=5), [0]).got
    assert time == pytest.approx(5 * 53 * 8e-6)
    [(time, _)] = send(Netem(rate=1e6, packetoverhead=-14), [0]).got
    assert time == pytest.approx(200 * 8e-6)


def test_slots_release_bunches() -> None:
    """`slot 10ms packets 5`: what has come meanwhile leaves together, five at most."""
    sink = train(Netem(slot=Slot(least=0.01, most=0.01, packets=5), rng=random.Random(1)), 200)
    assert len(sink.got) == 200
    starts = sorted({round(time, 6) for time, _ in sink.got})
    assert all(later - sooner > 0.0099 for sooner, later in pairwise(starts[1:]))
    assert max(sum(abs(time - start) < 1e-6 for time, _ in sink.got) for start in starts) == 5


def test_a_child_gets_what_has_waited_long_enough() -> None:
    """A packet's sojourn in the child begins when its delay is over, so 100 ms of netem are not CoDel's queue."""
    netem = Netem(delay=0.1, child=CoDel())
    sink = train(netem)
    assert len(sink.got) == 1000
    full = Netem(delay=0.01, child=Pfifo(limit=0))
    assert not train(full, 10).got
    assert (full.drops, len(full), full.backlog) == (10, 0, 0)


# ---- books ---------------------------------------------------------------------------------------------------------


@given(
    times=st.lists(st.floats(0, 0.5), min_size=1, max_size=200),
    limit=st.sampled_from([0, 1, 7, 1000]),
    delay=st.sampled_from([0.001, 0.05]),
    jitter=st.sampled_from([0.0, 0.001, 0.2]),
    loss=st.sampled_from([0.0, 0.3, 1.0]),
    duplicate=st.sampled_from([0.0, 0.5, 1.0]),
    corrupt=st.sampled_from([0.0, 0.3]),
    reorder=st.sampled_from([0.0, 0.5]),
    rate=st.sampled_from([None, 1e5, 1e9]),
    slot=st.sampled_from([None, Slot(0.01, 0.02, packets=2), Slot(0.01, 0.01, bytes=300)]),
    child=st.booleans(),
    until=st.floats(0, 1),
    seed=st.integers(0, 100),
)
@settings(max_examples=150, deadline=None)
def test_no_packet_is_lost_from_the_books(
    times: list[float],
    limit: int,
    delay: float,
    jitter: float,
    loss: float,
    duplicate: float,
    corrupt: float,
    reorder: float,
    rate: float | None,
    slot: Slot | None,
    child: bool,
    until: float,
    seed: int,
) -> None:
    """In + doubles = out + dropped + still there, at any time."""
    netem = Netem(
        limit=limit,
        delay=delay,
        jitter=jitter,
        loss=loss,
        duplicate=duplicate,
        corrupt=corrupt,
        reorder=reorder,
        rate=rate,
        slot=slot,
        child=Pfifo(limit=3) if child else None,
        rng=random.Random(seed),
    )
    sent = out = 0
    sink = Sink(Clock())
    for time in sorted(times):
        netem.enqueue(Queued(Packet(0), 100, sink, time, 0))
        sent += 1
        while netem.dequeue(time):
            out += 1
        assert sent + netem.duplicated == out + netem.drops + len(netem)
        assert netem.backlog == 100 * len(netem)
        assert len(netem) <= limit + netem.duplicated  # the limit is looked at before the copy is put in
        assert netem.ready_at(time) > time or not len(netem)
    while netem.dequeue(0.5 + until):
        out += 1
    assert sent + netem.duplicated == out + netem.drops + len(netem)


# ---- TCP over it -----------------------------------------------------------------------------------------------------


def test_a_copy_that_the_network_makes_costs_no_window() -> None:
    """H_tcp_netem_dup1: the D-SACKs of 237 doubles are ignored (TCPDSACKIgnoredDubious); two real losses, no more."""
    bell = Dumbbell(
        rate=20e6,
        limit=100_000,
        netem=NetemSpec(0.02, duplicate=0.01),
        flows=[FlowSpec(algorithm="cubic", rtt=0.02, total=4_000_000)],
        rng=random.Random(1),
    )
    for _ in bell.clock.run(20):
        pass
    [flow] = bell.flows
    assert flow.receiver.finished_at is not None
    assert flow.sender.retransmissions == 0
    assert not flow.sender.recovery.entered


def test_paws_throws_away_what_a_retransmission_overtakes() -> None:
    """`tcp_paws_discard`: older than ts_recent by more than a tick.

    In H_tcp_netem_jitter5 that makes three reductions of one.
    """
    clock = Clock()
    receiver = Receiver(clock, lambda ack: None, buffer=ReceiveBuffer())
    clock.now = 0.05
    receiver.receive(DataSegment(0, 1448, 0.040, 0.0, False).again(0.040, 0.0))
    receiver.receive(DataSegment(1448, 2896, 0.0395, 0.0, False))  # within a tick
    assert receiver.expected == 2896
    receiver.receive(DataSegment(2896, 4344, 0.036, 0.0, False))
    assert (receiver.expected, receiver.too_old) == (2896, 1)
    receiver.receive(DataSegment(2896, 4344, 0.036, 0.0, False).again(0.06, 0.0))
    assert receiver.expected == 4344


def test_an_old_copy_leaves_the_timestamp_alone() -> None:
    """`tcp_sequence`: what ends below the last ACK is out of the window before its timestamp is looked at."""
    clock = Clock()
    receiver = Receiver(clock, lambda ack: None, buffer=ReceiveBuffer())
    clock.now = 0.05
    receiver.receive(DataSegment(0, 1448, 0.01, 0.0, False))
    receiver.receive(DataSegment(1448, 2896, 0.01, 0.0, False))
    receiver.header()
    receiver.receive(DataSegment(0, 1448, 0.01, 0.0, False).again(0.04, 0.0))
    receiver.receive(DataSegment(2896, 4344, 0.02, 0.0, False))
    assert (receiver.expected, receiver.too_old) == (4344, 0)
