"""A burst comes in faster than a CPU takes it: ring, backlog and socket fill, and one of them is too small."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.receive_ring.burst import counters, moderations, receiver, send
from inflight.experiments.receive_ring.parameters import PRESETS, ReceiveRingParameters
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Distribution, Grid, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import seconds, times
from inflight.kernel.clock import Clock
from inflight.kernel.nic.receive_host import ReceiveHost
from inflight.kernel.nic.rss import mask_of
from inflight.scenes import measured

START = 0.5e-3
"""When the burst begins, s."""

SAMPLES = 500


@experiment("receive-ring", part="queues", question="Where does a burst get lost on the way in?")
class ReceiveRing:
    """A burst of datagrams on its way from the card's ring to a program: interrupts, NAPI, sometimes a backlog."""

    title = "The receive ring"
    parameters = ReceiveRingParameters
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "ms", "time", "time"),
            Column("ring", "packets", "packets in the receive ring", "queue"),
            Column("backlog", "packets", "packets in the backlogs of RPS", "sndbuf"),
            Column("socket", "packets", "datagrams in the socket’s buffer", "rwnd"),
            Column("lost_in_ring", "packets", "lost because the ring was full", "queue"),
            Column("lost_in_backlog", "packets", "lost because a backlog was full", "sndbuf"),
            Column("lost_at_socket", "packets", "lost because the socket’s buffer was full", "rwnd"),
            Column("offered", "packets", "packets that have reached the card", "sequence"),
        ),
        figures=(
            measured.LOST,
            Output("missed", "packets", "In the ring (rx_missed_errors)"),
            Output("backlog_drops", "packets", "In the backlog (softnet_stat, column 2)"),
            Output("socket_drops", "packets", "At the socket (RcvbufErrors)"),
            Output("read", "packets", "Read by the program"),
            measured.LONGEST_WAIT,
            Output("median", "ms", "Median wait"),
            Output("interrupts", "", "Interrupts of the burst"),
            Output("time_squeeze", "", "time_squeeze"),
            Output("ksoftirqd", "", "Times ksoftirqd was woken"),
            Output("cpu", "%", "CPU 0’s time for interrupts and polling"),
        ),
    )
    views = (
        Scene(
            below="ring",
            sources=(Source("wire", "offered"),),
            stores=(
                (Store("Ring", "ring", limit="ring", lost="lost_in_ring"),),
                (Store("Backlog", "backlog", limit="max_backlog", lost="lost_in_backlog"),),
                (Store("Socket", "socket", lost="lost_at_socket"),),
            ),
            sink="recv()",
        ),
        Lanes(
            (
                Lane("ring", "Receive ring", "packets", ("ring",), kind="area", handles=("ring",)),
                Lane("behind", "Behind it", "packets", ("backlog", "socket")),
                Lane(
                    "lost", "Lost so far", "packets", ("lost_in_ring", "lost_in_backlog", "lost_at_socket"), kind="step"
                ),
            )
        ),
        Distribution("latency", table="read", title="Latency"),
        Bars("moderation", label="setting", value="interrupts", title="rx-usecs"),
        Grid("counters", title="Counters"),
    )
    bets = (
        ValueBet(
            id="double",
            question="With a ring of 256, 758 of 2000 packets are lost. How many are lost with one of 512?",
            at={"ring": 512},
            summary="lost",
            min=1,
            max=2000,
        ),
        ValueBet(
            id="waits",
            question="With a ring of 4096 none is lost. How many ms does the longest wait take?",
            at="A larger ring",
            summary="longest",
            min=0.01,
            max=100,
        ),
        ValueBet(
            id="interrupts",
            question="rx-usecs is 0. How many interrupts does the burst of 2000 packets cause?",
            at="rx-usecs 0",
            summary="interrupts",
            min=0.5,
            max=10_000,
        ),
    )
    sources = (
        "dev.c:net_rx_action",
        "dev.c:enqueue_to_backlog",
        "dev.c:process_backlog",
        "dev.c:get_rps_cpu",
        "softirq.c:__do_softirq",
        "net-procfs.c:softnet_seq_show",
        "ethtool.h:ethtool_coalesce",
        "udp.c:__udp_enqueue_schedule_skb",
        "I01",
        "I02",
        "I03",
        "I04",
        "I05",
    )
    leaves_out = """
        You set the times of driver, stack and program; an interrupt costs 1 µs here. Every packet costs the same:
        there are no cache misses, and no GRO that turns several segments into one. The driver gives a descriptor back
        at once, not sixteen at a time. The only moderation is rx-usecs, as ethtool defines it; cards that limit or
        adapt the rate of interrupts behave a little differently. The scheduler is simple: ksoftirqd and a program on
        the same CPU take turns of a tick (HZ 250). There is no recording of this figure, because it needs a real card.
    """

    @staticmethod
    def commands(p: ReceiveRingParameters) -> list[Commands]:
        """The card's knobs, the kernel's, and the counters of all three places."""
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -L eth0 combined {p.queues}",
                    f"ethtool -G eth0 rx {p.ring}",
                    f"ethtool -C eth0 adaptive-rx off rx-usecs {p.rx_usecs:g}",
                    f"sysctl -w net.core.netdev_budget={p.budget} net.core.netdev_max_backlog={p.max_backlog}",
                    f"echo {mask_of(p.rps_cpus)} | tee /sys/class/net/eth0/queues/rx-*/rps_cpus   # 0: off",
                    f"sysctl -w net.core.rmem_max={p.rcvbuf}   # and SO_RCVBUF, half of it, in the program",
                ],
            ),
            Commands(
                "See it",
                [
                    "ethtool -g eth0; ethtool -c eth0     # the ring and the moderation",
                    "ethtool -S eth0 | grep -E 'miss|fifo|no_buf|drop'   # names differ from driver to driver",
                    "ip -s -s link show dev eth0     # RX: missed, fifo, dropped",
                    "cat /proc/net/softnet_stat     # a line for each CPU, hexadecimal",
                    "nstat -az UdpRcvbufErrors; ss -unamp   # skmem:(…d<drops>)",
                    "grep eth0 /proc/interrupts; top   # ksoftirqd/0, and %si of each CPU",
                ],
            ),
        ]

    @staticmethod
    def run(p: ReceiveRingParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time, ms: what waits in each place, and what has been lost there, packets."""
        result = ReceiveRing.outputs.result()
        clock = Clock()
        host = receiver(clock, p, p.rx_usecs, p.queues, p.ring)
        gap = 1e-3 / p.rate
        _notice(host, clock, result)
        send(clock, host, START, gap, p.burst)
        # What the slowest of them needs for all, if nothing is lost before it.
        shared = (p.driver + p.stack + p.read) * 1e-6 if p.app_shares else 0
        slowest = max(gap, (p.driver + p.stack) * 1e-6, p.read * 1e-6, shared)
        longest = START + p.rx_usecs * 1e-6 + p.burst * slowest + 1e-4
        step = longest / SAMPLES
        rows = 0
        while rows <= 4 * SAMPLES:
            yield from (result for _ in clock.run(rows * step))
            result.append(
                1000 * clock.now,
                host.in_rings,
                host.in_backlogs,
                len(host.socket),
                host.missed,
                host.backlog_drops,
                host.socket.errors,
                host.offered,
            )
            result.progress = 0.8 * min(1.0, rows / SAMPLES)
            rows += 1
            if host.offered == p.burst and host.finished:
                break
        yield result
        yield from moderations(p, result)
        counters(result, host)
        _summarise(result, p, host)
        yield result


_FULL = {"ring": "ring full", "backlog": "backlog full", "socket": "socket buffer full"}


def _notice(host: ReceiveHost, clock: Clock, result: Result) -> None:
    """Name the first loss in each place, and the first time that ksoftirqd is needed."""
    seen: set[str] = set()

    def lost(where: str) -> None:
        if where not in seen:
            seen.add(where)
            result.event(1000 * clock.now, "drop", _FULL[where])

    def woken() -> None:
        if "ksoftirqd" not in seen:
            seen.add("ksoftirqd")
            result.event(1000 * clock.now, "avoidance", "ksoftirqd takes over")

    host.on_lost = lost
    for cpu in host.cpus:
        cpu.on_ksoftirqd = woken


def _summarise(result: Result, p: ReceiveRingParameters, host: ReceiveHost) -> None:
    waited = sorted(host.socket.latencies)
    lost = host.missed + host.backlog_drops + host.socket.errors
    result.figure("lost", lost)
    result.figure("missed", host.missed)
    result.figure("backlog_drops", host.backlog_drops)
    result.figure("socket_drops", host.socket.errors)
    result.figure("read", len(waited))
    result.figure("longest", 1000 * waited[-1] if waited else 0)
    result.figure("median", 1000 * waited[len(waited) // 2] if waited else 0)
    result.figure("interrupts", host.interrupts)
    result.figure("time_squeeze", host.squeezed)
    result.figure("ksoftirqd", sum(cpu.ksoftirqd_wakes for cpu in host.cpus))
    result.figure("cpu", 100 * host.cpus[0].busy / result["t"][-1] * 1000)
    result.sentence = _sentence(p, host, lost, waited)


def _sentence(p: ReceiveRingParameters, host: ReceiveHost, lost: int, waited: list[float]) -> str:
    places = [
        f"{count} {where}"
        for count, where in (
            (host.missed, "in the ring"),
            (host.backlog_drops, "in the backlog"),
            (host.socket.errors, "at the socket"),
        )
        if count
    ]
    if not lost:
        loss = f"All {p.burst} packets arrive"
    elif len(places) == 1:
        loss = f"{lost} of {p.burst} packets are lost, all of them {places[0].split(' ', 1)[1]}"
    else:
        loss = f"{lost} of {p.burst} packets are lost: {', '.join(places)}"
    many = "One interrupt" if host.interrupts == 1 else f"{host.interrupts} interrupts"
    parts = [f"{loss}.", f"{many}; the longest wait is {seconds(waited[-1]) if waited else 'none'}."]
    if host.squeezed:
        parts.append(f"The kernel uses up its budget {times(host.squeezed)}.")
    return " ".join(parts)
