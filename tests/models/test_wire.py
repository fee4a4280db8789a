"""What happens before the queue: losses in bursts, reordering, jitter, and a sender that does not listen."""

import random
from itertools import groupby

import pytest

from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.loss import GilbertElliott, Losses
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.hop import Hop
from inflight.kernel.path.udp import UDP_HEADERS, Datagram, UdpSpec
from inflight.kernel.qdisc.netem import Netem, NetemSpec


def run(clock: Clock, until: float) -> None:
    for _ in clock.run(until):
        pass


@pytest.mark.parametrize(
    "model", [GilbertElliott(0.01, 0.1), GilbertElliott(0.01, 0.1, 0.7, 0.001), GilbertElliott(0.05, 0.5, 1.0, 0.0)]
)
def test_bursts_lose_the_share_that_the_chain_promises(model: GilbertElliott) -> None:
    """p/(p + r) of the time in the bad state, for 1/r packets on average."""
    losses = Losses(model, (), random.Random(4))
    fates = [losses.next() for _ in range(200_000)]
    assert sum(fates) / len(fates) == pytest.approx(model.mean, rel=0.08)
    if model.one_minus_h == 1 and not model.one_minus_k:
        bursts = [len(list(group)) for lost, group in groupby(fates) if lost]
        assert sum(bursts) / len(bursts) == pytest.approx(1 / model.r, rel=0.08)


def test_chosen_packets_are_lost_for_certain_and_leave_the_others_alone() -> None:
    plain, chosen = Losses(0.1, (), random.Random(3)), Losses(0.1, (2, 5), random.Random(3))
    before, after = [plain.next() for _ in range(50)], [chosen.next() for _ in range(50)]
    assert after == [lost or number in (1, 4) for number, lost in enumerate(before)]


class Numbered(Datagram):
    """One of a train."""

    def __init__(self, number: int) -> None:
        self.number = number


class Order:
    """Notes in which order, and when, packets arrive."""

    flow = 0

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.got: list[tuple[float, int]] = []

    def receive(self, packet: Numbered) -> None:
        self.got.append((self.clock.now, packet.number))


def train(spec: NetemSpec, count: int = 1000, gap: float = 0.002) -> list[tuple[float, int]]:
    """Delay and number of packets sent `gap` s apart, in the order they arrive."""
    clock = Clock()
    link = Link(clock, rate=None, limit=count)
    hop, order = Hop(clock, Netem.of(spec, random.Random(2)), link), Order(clock)
    for number in range(count):
        clock.at(number * gap, lambda n=number: hop.send(Numbered(n), 200, order) and None)  # type: ignore[misc]
    run(clock, count * gap + 1)
    return [(now - number * gap, number) for now, number in order.got]


def late(numbers: list[int]) -> int:
    """Packets that arrive after one that was sent later."""
    seen, count = -1, 0
    for number in numbers:
        count += number < seen
        seen = max(seen, number)
    return count


def test_a_constant_delay_keeps_the_order() -> None:
    got = train(NetemSpec(0.1))
    assert [number for _, number in got] == list(range(1000))
    assert [delay for delay, _ in got] == pytest.approx([0.1] * 1000)


def test_jitter_reorders_as_it_does_in_linux() -> None:
    """H_netem_jitter: 1000 packets 2 ms apart, 100 ms ± 10 ms: 570 of them out of order, 90 to 110 ms."""
    got = train(NetemSpec(0.1, jitter=0.01))
    delays = [delay for delay, _ in got]
    assert 0.09 <= min(delays) < 0.0905
    assert 0.1095 < max(delays) <= 0.11
    assert late([number for _, number in got]) == pytest.approx(570, rel=0.1)


def test_a_share_of_the_packets_overtakes() -> None:
    got = train(NetemSpec(0.01, reorder=0.25))
    at_once = sum(delay < 0.001 for delay, _ in got)
    assert at_once == pytest.approx(250, rel=0.15)
    every_fifth = train(NetemSpec(0.01, reorder=1.0, gap=5))
    assert sum(delay < 0.001 for delay, _ in every_fifth) == 200


def test_all_bytes_arrive_over_a_way_that_reorders() -> None:
    bell = Dumbbell(
        rate=20e6,
        limit=300,
        netem=NetemSpec(0.02, reorder=0.02),
        flows=[FlowSpec(algorithm="cubic", rtt=0.02, total=5_000_000)],
    )
    run(bell.clock, 60)
    assert bell.flows[0].receiver.finished_at is not None
    assert bell.flows[0].receiver.expected >= 5_000_000


def test_a_constant_rate_stays_constant_whatever_is_lost() -> None:
    """2 Mbit/s into a line of 1 Mbit/s: half of it is lost, and it goes on."""
    bell = Dumbbell(rate=1e6, limit=20, flows=[], udp=[UdpSpec(rate=2e6, size=1250, start=1, stop=11)])
    run(bell.clock, 12)
    [udp] = bell.udp
    assert udp.sent == pytest.approx(2000, abs=1)
    assert udp.received == pytest.approx(1020, abs=5)
    assert udp.sent == udp.received + bell.link.drops
    assert udp.payload_received == udp.received * (1250 - UDP_HEADERS)


def test_flows_have_numbers_by_which_queues_tell_them_apart() -> None:
    flows = [FlowSpec(algorithm="reno", rtt=0.04) for _ in range(2)]
    bell = Dumbbell(rate=1e6, limit=20, flows=flows, udp=[UdpSpec(rate=1e6)])
    assert [flow.receiver.flow for flow in bell.flows] == [0, 1]
    assert [udp.flow for udp in bell.udp] == [2]
    assert not Datagram.ect
