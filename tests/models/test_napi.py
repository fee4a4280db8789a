"""Interrupts, polling, budgets and backlogs, against net/core/dev.c and softirq.c worked by hand."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.nic.backlog import Backlog, FlowLimit, netif_rx
from inflight.kernel.nic.napi import RxQueue
from inflight.kernel.nic.receive_host import TRUESIZE, ReceiveHost, UdpSocket
from inflight.kernel.nic.rss import rss_hash, sample_flows
from inflight.kernel.nic.rx_ring import Packet, RxRing
from inflight.kernel.nic.softirq import Cpu
from inflight.kernel.nic.softnet import SoftnetStat

US = 1e-6
HASHES = [rss_hash(flow) for flow in sample_flows(32)]


def run(clock: Clock, until: float = 60.0) -> None:
    for _ in clock.run(until):
        pass


def feed(clock: Clock, host: ReceiveHost, times: Sequence[float], hashes: Sequence[int] = HASHES) -> None:
    for number, time in enumerate(times):
        clock.at(time, lambda number=number: host.receive(hashes[number % len(hashes)]))  # type: ignore[misc]


def read(host: ReceiveHost) -> int:
    return len(host.socket.latencies)


class TestRing:
    def test_what_finds_no_descriptor_is_missed(self) -> None:
        ring = RxRing(3)
        assert [ring.put(Packet(n, 0.0)) for n in range(5)] == [True, True, True, False, False]
        assert (ring.received, ring.missed, ring.most, len(ring)) == (3, 2, 3, 3)
        ring.give_back()
        assert ring.put(Packet(5, 0.0))

    def test_a_burst_at_once_loses_all_but_the_ring(self) -> None:
        clock = Clock()
        host = ReceiveHost(clock, ring=64, driver=US, stack=US, rx_usecs=10)
        feed(clock, host, [0.0] * 500)
        run(clock)
        assert (host.missed, read(host)) == (500 - 64, 64)

    @pytest.mark.parametrize(("burst", "ring", "cost", "rx_usecs"), [(2000, 256, 2, 25), (5000, 1024, 3, 0)])
    def test_overflow_is_burst_less_ring_less_served(self, burst: int, ring: int, cost: int, rx_usecs: int) -> None:
        """A packet each microsecond; service begins when the interrupt comes."""
        clock = Clock()
        host = ReceiveHost(clock, ring=ring, driver=0.0, stack=cost * US, rx_usecs=rx_usecs)
        feed(clock, host, [n * US for n in range(burst)])
        run(clock)
        served = (burst - 1 - rx_usecs) / cost
        assert host.missed == pytest.approx(burst - ring - served, abs=1)
        assert host.missed + read(host) == burst


class TestInterrupts:
    def test_after_rx_usecs_or_rx_frames(self) -> None:
        for rx_usecs, rx_frames, expected in ((50, 0, 50), (50, 4, 30), (0, 0, 0), (0, 3, 20)):
            clock = Clock()
            host = ReceiveHost(clock, rx_usecs=rx_usecs, rx_frames=rx_frames, driver=0.1 * US, stack=0.0, read=0.0)
            feed(clock, host, [n * 10 * US for n in range(6)])
            run(clock)
            first = host.socket.latencies[0] / US
            assert first == pytest.approx(expected + 0.1, abs=1e-6)

    @pytest.mark.parametrize("rx_usecs", [20, 100, 500])
    def test_interrupts_per_second(self, rx_usecs: int) -> None:
        """Sparse bursts apart: each cycle is the moderated wait and the distance to the next packet."""
        clock = Clock()
        gap = 7.0
        host = ReceiveHost(clock, rx_usecs=rx_usecs, driver=0.01 * US, stack=0.0)
        feed(clock, host, [n * gap * US for n in range(20000)])
        run(clock, 0.14)
        # the timer starts with a packet, runs rx_usecs, and the next packet after that starts it again
        cycle = gap * (rx_usecs // gap + 1)
        assert host.interrupts / 0.14 == pytest.approx(1e6 / cycle, rel=0.01)

    def test_without_moderation_each_sparse_packet_is_an_interrupt(self) -> None:
        clock = Clock()
        host = ReceiveHost(clock, rx_usecs=0, driver=US, stack=US)
        feed(clock, host, [n * 10 * US for n in range(100)])
        run(clock)
        assert host.interrupts == 100

    def test_rx_usecs_0_does_not_switch_polling_off(self) -> None:
        """I05: where packets come faster than they are served, one interrupt starts one long poll."""
        clock = Clock()
        host = ReceiveHost(clock, ring=4096, rx_usecs=0, driver=US, stack=US)
        feed(clock, host, [n * US for n in range(3000)])
        run(clock)
        assert (host.interrupts, read(host)) == (1, 3000)


class TestNetRxAction:
    def host(self, clock: Clock, queues: int, burst: int, cost: float, **more: int) -> ReceiveHost:
        host = ReceiveHost(clock, ring=100_000, queues=queues, driver=cost, stack=0.0, rx_frames=1, **more)  # type: ignore[arg-type]
        feed(clock, host, [0.0] * burst, range(1, 1 + queues))
        return host

    def test_a_lone_queue_never_uses_up_300(self) -> None:
        clock = Clock()
        host = self.host(clock, 1, 20000, US)
        run(clock)
        assert host.squeezed == 0

    def test_a_budget_of_a_single_poll_is_used_up_by_a_lone_queue(self) -> None:
        """64 packets of 64: squeezed after each of the polls that find work for all of their weight."""
        clock = Clock()
        host = self.host(clock, 1, 640, US, budget=64)
        run(clock)
        assert host.squeezed == 10

    def test_five_polls_of_64_are_more_than_300(self) -> None:
        """Eight queues with 64 each: after five polls, 320 packets, time_squeeze; then come the other three."""
        clock = Clock()
        cpu = Cpu(clock)
        queues = [
            RxQueue(clock, cpu, RxRing(64), deliver=lambda _cpu, _packet: None, cost=US, rx_usecs=1) for _ in range(8)
        ]
        for queue in queues:
            for number in range(64):
                clock.at(0.0, lambda queue=queue, number=number: queue.receive(Packet(number, 0.0)))  # type: ignore[misc]
        # all interrupts come at 1 µs; the first one is already being served when the others come
        run(clock, 1 * US + 64 * 1 * US + 319.5 * US)
        assert cpu.stat.time_squeeze == 0
        run(clock, 1 * US + 64 * 1 * US + 320.5 * US)
        assert cpu.stat.time_squeeze == 1
        run(clock)
        assert cpu.stat.time_squeeze == 1
        assert all(len(queue.ring) == 0 for queue in queues)

    def test_two_ticks_are_too_long_whatever_the_budget(self) -> None:
        """64 packets of 150 µs are 9.6 ms: over netdev_budget_usecs, 8000, after every poll."""
        clock = Clock()
        host = self.host(clock, 1, 128, 150 * US)
        run(clock)
        assert host.squeezed == 2

    def test_budget_usecs_counts_ticks(self) -> None:
        """64 packets of 100 µs are 6.4 ms from 0: one tick has passed, not two. From 3.9 ms on, two have."""
        for start, squeezes in ((0.0, 0), (3.9e-3, 1)):
            clock = Clock()
            host = ReceiveHost(clock, driver=100 * US, stack=0.0, rx_frames=1)
            feed(clock, host, [start] * 64)
            run(clock)
            assert host.squeezed == squeezes

    def test_ksoftirqd_takes_over_after_ten_rounds_or_at_the_tick(self) -> None:
        for cost, expected in ((US, 640 * US), (10 * US, 7 * 64 * 10 * US)):
            clock = Clock()
            host = self.host(clock, 1, 5000, cost)
            woken: list[float] = []
            host.cpus[0].on_ksoftirqd = lambda clock=clock, woken=woken: woken.append(clock.now)  # type: ignore[misc]
            run(clock)
            assert woken == [pytest.approx(expected)]

    def test_a_short_burst_needs_no_ksoftirqd(self) -> None:
        clock = Clock()
        host = self.host(clock, 1, 600, US)
        run(clock)
        assert host.cpus[0].ksoftirqd_wakes == 0

    def test_a_program_on_the_same_cpu_waits_for_interrupts_and_gets_every_other_tick(self) -> None:
        clock = Clock()
        host = ReceiveHost(clock, ring=100_000, driver=2 * US, stack=0.0, read=4 * US, rx_frames=1, app_shares=True)
        feed(clock, host, [0.0] * 8000)
        run(clock, 3.9e-3)
        assert read(host) == 0
        assert len(host.socket) == pytest.approx(3900 / 2, abs=1)
        # a round of 64 that has begun is finished, so the turn changes up to 0.13 ms after the tick
        run(clock, 8e-3)
        assert read(host) == pytest.approx(4000 / 4, abs=35)
        run(clock, 12e-3)
        assert read(host) == pytest.approx(4000 / 4, abs=35)
        run(clock)
        assert read(host) == 8000


class TestBacklog:
    def backlog(self, clock: Clock, limit: int = 1000, flow_limit: FlowLimit | None = None) -> tuple[Cpu, Backlog]:
        cpu = Cpu(clock, 2)
        return cpu, Backlog(cpu, deliver=lambda _: None, cost=US, limit=limit, flow_limit=flow_limit)

    def test_one_more_than_netdev_max_backlog_fits(self) -> None:
        """`qlen <= netdev_max_backlog` is asked before the packet is put in."""
        clock = Clock()
        cpu, backlog = self.backlog(clock)
        other = Cpu(clock, 0)
        assert sum(backlog.enqueue(other, Packet(n, 0.0)) for n in range(1500)) == 1001
        assert (cpu.stat.dropped, other.stat.dropped) == (499, 0)

    def test_the_other_cpu_is_woken_once_and_counts_it(self) -> None:
        clock = Clock()
        cpu, backlog = self.backlog(clock)
        other = Cpu(clock, 0)
        for number in range(100):
            backlog.enqueue(other, Packet(number, 0.0))
        assert other.ipis == [cpu]
        other.send_ipis()
        run(clock)
        assert (cpu.stat.processed, cpu.stat.received_rps, len(backlog)) == (100, 1, 0)

    def test_a_device_without_napi_uses_the_backlog_of_the_cpu_it_is_on(self) -> None:
        clock = Clock()
        cpu, backlog = self.backlog(clock)
        assert netif_rx(backlog, cpu, Packet(0, 0.0))
        run(clock)
        assert (cpu.stat.processed, cpu.stat.received_rps) == (1, 0)

    def test_a_full_queue_is_taken_over_as_a_whole(self) -> None:
        """`process_queue`: while its packets are worked on, another `limit` fits; both count as waiting."""
        clock = Clock()
        _, backlog = self.backlog(clock, limit=100)
        other = Cpu(clock, 0)
        for number in range(101):
            backlog.enqueue(other, Packet(number, 0.0))
        other.send_ipis()
        run(clock, 10.5 * US)
        assert sum(backlog.enqueue(other, Packet(n, 0.0)) for n in range(200)) == 101
        assert 180 < len(backlog) < 200

    def test_flow_limit_stops_a_flow_that_had_more_than_half_of_128(self) -> None:
        limit = FlowLimit()
        assert [limit.refuses(7) for _ in range(70)] == [False] * 64 + [True] * 6
        assert not limit.refuses(8)
        # below half of the backlog it is not asked
        clock = Clock()
        cpu, backlog = self.backlog(clock, limit=1000, flow_limit=FlowLimit())
        assert sum(backlog.enqueue(Cpu(clock), Packet(n, 0.0, 7)) for n in range(1000)) == 500 + 64
        assert cpu.stat.flow_limit == 1000 - 564


class TestRps:
    def test_the_ring_empties_and_the_backlog_fills(self) -> None:
        clock = Clock()
        host = ReceiveHost(clock, ring=256, rx_usecs=25, driver=0.3 * US, stack=2 * US, rps=[1])
        feed(clock, host, [n * US for n in range(10000)])
        run(clock)
        assert host.missed == 0
        # input_pkt_queue and process_queue hold 1001 at most, and 10000 µs are enough for 5000 packets
        assert 10000 - 5000 - 2 * 1001 - 64 < host.backlog_drops < 10000 - 5000 - 1001 + 64
        assert host.cpus[0].stat.processed == 0
        assert host.cpus[1].stat.processed == read(host)

    def test_a_lone_flow_stays_on_one_cpu(self) -> None:
        clock = Clock()
        host = ReceiveHost(clock, driver=0.3 * US, stack=US, rps=[1, 2, 3], rx_usecs=5)
        feed(clock, host, [n * US for n in range(200)], HASHES[:1])
        run(clock)
        assert sorted(cpu.stat.processed for cpu in host.cpus) == [0, 0, 0, 0, 200]


class TestSocket:
    def test_one_more_than_fits_fits(self) -> None:
        """212992 bytes: 92 datagrams of 2304 are below it, so a 93rd is let in."""
        socket = UdpSocket(Clock(), 212992, US)
        assert sum(socket.receive(Packet(n, 0.0)) for n in range(100)) == 93
        assert socket.errors == 7
        assert 92 * TRUESIZE <= 212992 < 93 * TRUESIZE


def test_softnet_stat_as_the_kernel_prints_it() -> None:
    """A line of Linux: 13 columns of 8 hexadecimal digits; 10 received_rps, 12 backlog, 13 CPU."""
    stat = SoftnetStat(cpu=5, processed=0x12D687, dropped=499, time_squeeze=16, received_rps=7, flow_limit=3)
    columns = stat.line(backlog=1001).split(" ")
    assert columns == [
        "0012d687",
        "000001f3",
        "00000010",
        *["00000000"] * 6,
        "00000007",
        "00000003",
        "000003e9",
        "00000005",
    ]


@settings(max_examples=60, deadline=None)
@given(
    gaps=st.lists(st.floats(0, 20), max_size=300),
    ring=st.integers(1, 64),
    queues=st.integers(1, 4),
    rx_usecs=st.integers(0, 100),
    budget=st.integers(1, 400),
    rps=st.sampled_from([(), (1,), (0, 1), (1, 2, 3)]),
    max_backlog=st.integers(0, 50),
    rcvbuf=st.integers(0, 50 * TRUESIZE),
    cost=st.floats(0.1, 10),
    shared=st.booleans(),
)
def test_no_packet_is_lost_from_the_books(
    gaps: list[float],
    ring: int,
    queues: int,
    rx_usecs: int,
    budget: int,
    rps: tuple[int, ...],
    max_backlog: int,
    rcvbuf: int,
    cost: float,
    shared: bool,
) -> None:
    clock = Clock()
    host = ReceiveHost(
        clock,
        ring=ring,
        queues=queues,
        rx_usecs=rx_usecs,
        driver=0.5 * US,
        stack=cost * US,
        irq=0.5 * US,
        read=cost * US / 2,
        budget=budget,
        rps=rps,
        max_backlog=max_backlog,
        rcvbuf=rcvbuf,
        app_shares=shared,
    )
    time, times = 0.0, []
    for gap in gaps:
        time += gap * US
        times.append(time)
    feed(clock, host, times)

    def books() -> int:
        waiting = host.in_rings + host.in_backlogs + len(host.socket)
        return waiting + host.missed + host.backlog_drops + host.socket.errors + read(host)

    run(clock, time / 2)
    # one packet may be in the hands of each CPU, and one in the program's
    assert host.offered - len(host.cpus) - 1 <= books() <= host.offered
    run(clock)
    assert host.offered == len(gaps) == books()
    assert host.finished
    assert (host.in_rings, host.in_backlogs, len(host.socket)) == (0, 0, 0)
    assert sum(cpu.stat.processed for cpu in host.cpus) == read(host) + host.socket.errors
    assert all(waited > 0 for waited in host.socket.latencies)
