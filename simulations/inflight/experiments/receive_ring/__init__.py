"""A burst comes in faster than a CPU takes it: ring, backlog and socket fill, and one of them is too small."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.experiments.receive_ring.burst import RPS_CPUS, counters, moderations, receiver, send
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Bars, Distribution, Grid, Lane, Lanes
from inflight.figure.words import seconds, times
from inflight.kernel.clock import Clock
from inflight.kernel.nic.receive_host import ReceiveHost
from inflight.kernel.nic.rss import mask_of

START = 0.5e-3
"""When the burst begins, s."""

SAMPLES = 500


@experiment("receive-ring", part="queues", question="Where does a burst get lost on the way in?")
class ReceiveRing:
    """A burst of datagrams: out of the card's ring by interrupts and NAPI, by way of a backlog or not, to a program."""

    title = "The receive ring"
    parameters = (
        Slider(
            name="burst",
            label="Burst",
            unit="packets",
            min=10,
            max=20000,
            default=2000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
        Slider(
            name="rate",
            label="Rate in the burst",
            unit="packets/ms",
            min=10,
            max=15000,
            default=1000,
            scale="log10",
            quantity="throughput",
            help="A line of 1 Gbit/s brings 81 full frames per ms, or 1488 of the smallest; one of 10 Gbit/s ten times "
            "as many.",
        ),
        Slider(
            name="ring",
            label="Receive ring",
            unit="packets",
            min=16,
            max=8192,
            default=256,
            scale="log2",
            step=1,
            integer=True,
            knob="ethtool -G … rx",
            quantity="queue",
            help="Descriptors of each queue. What comes when none is free, the card drops.",
        ),
        Slider(
            name="driver",
            label="Driver, per packet",
            unit="µs",
            min=0.05,
            max=10,
            default=0.3,
            scale="log10",
            quantity="time",
            help="CPU time to take a packet out of the ring. It stays where the interrupt is.",
        ),
        Slider(
            name="stack",
            label="Stack, per packet",
            unit="µs",
            min=0.1,
            max=50,
            default=1.7,
            scale="log10",
            quantity="time",
            help="CPU time from the driver to the socket. Firewall rules make it more, GRO makes it less.",
        ),
        Slider(
            name="rx_usecs",
            label="rx-usecs",
            unit="µs",
            min=0,
            max=1000,
            default=25,
            step=1,
            knob="ethtool -C … rx-usecs",
            quantity="rto",
            help="How long after a packet the interrupt comes. 0: at once.",
        ),
        Slider(
            name="queues",
            label="Queues",
            unit="",
            min=1,
            max=8,
            default=1,
            step=1,
            integer=True,
            knob="ethtool -L … combined",
            help="All their interrupts go to CPU 0.",
        ),
        Slider(
            name="budget",
            label="netdev_budget",
            unit="packets",
            min=1,
            max=3000,
            default=300,
            scale="log10",
            step=1,
            integer=True,
            knob="net.core.netdev_budget",
            help="After so many packets the kernel stops polling, counts a time_squeeze, and looks again.",
        ),
        Choice(
            name="rps",
            label="RPS",
            choices={"off": "off", "one": "to one other CPU", "three": "to three other CPUs"},
            default="off",
            knob="/sys/class/net/…/queues/…/rps_cpus",
            help="CPU 0 keeps the driver’s part; the stack’s part is done elsewhere, out of a backlog.",
        ),
        Slider(
            name="max_backlog",
            label="Backlog limit",
            unit="packets",
            min=10,
            max=10000,
            default=1000,
            scale="log10",
            step=1,
            integer=True,
            knob="net.core.netdev_max_backlog",
            quantity="sndbuf",
            matters_when={"rps": ("one", "three")},
            help="Of each CPU’s backlog.",
        ),
        Slider(
            name="rcvbuf",
            label="Socket buffer",
            unit="B",
            min=4608,
            max=1 << 26,
            default=1 << 23,
            scale="log2",
            step=1,
            integer=True,
            knob="net.core.rmem_max, SO_RCVBUF",
            quantity="rwnd",
            help="A datagram counts 2304 bytes in it. The default of Linux, 212992, holds 93.",
        ),
        Slider(
            name="read",
            label="Program, per packet",
            unit="µs",
            min=0.1,
            max=50,
            default=1,
            scale="log10",
            quantity="time",
            help="CPU time for recv() and what the program does with a datagram.",
        ),
        Choice(
            name="app",
            label="The program runs on",
            choices={"own": "a CPU of its own", "shared": "CPU 0, with the interrupts"},
            default="own",
            knob="taskset",
        ),
    )
    presets = (
        Preset(
            "The ring overflows",
            {},
            "A packet comes each microsecond and costs two. The ring is full after half a millisecond, and from then "
            "on every other packet is lost.",
        ),
        Preset(
            "A larger ring",
            {"ring": 4096},
            "Nothing is lost. The last packet waits for all that came before it: 2 ms.",
        ),
        Preset(
            "Cheaper packets",
            {"stack": 0.6},
            "Fewer firewall rules, GRO, a faster CPU: 0.9 µs per packet are less than the distance of the packets, and "
            "the small ring is large enough.",
        ),
        Preset(
            "RPS",
            {"rps": "one"},
            "CPU 0 does the driver’s part alone and keeps up. The queue is now CPU 1’s backlog.",
        ),
        Preset(
            "The backlog overflows",
            {"rps": "one", "burst": 6000},
            "The same with a longer burst: the ring is all but empty, and packets are lost behind it. The card counts "
            "no drop; softnet_stat does.",
        ),
        Preset(
            "Three CPUs",
            {"rps": "three", "burst": 6000, "read": 0.5},
            "Three CPUs take 1.7 µs each. Together they keep up, and no queue grows.",
        ),
        Preset(
            "rx-usecs 0",
            {"rx_usecs": 0},
            "No moderation. The burst is polled just the same, after one interrupt: NAPI is not what rx-usecs sets.",
        ),
        Preset(
            "A budget of 3000",
            {"budget": 3000},
            "Not a packet less is lost. One queue is polled 64 packets at a time, whatever the budget is.",
        ),
        Preset(
            "Eight queues, one CPU",
            {"queues": 8, "burst": 20000},
            "Eight rings hold eight times as much, and one CPU polls them all. Now the budget is used up, five polls "
            "at a time: time_squeeze counts, although nothing is wrong with the budget.",
        ),
        Preset(
            "The socket’s turn",
            {"ring": 4096, "rcvbuf": 212992, "read": 3},
            "The ring holds the burst, the CPU gets it through, and the program is the slowest. The socket holds 93.",
        ),
        Preset(
            "In the interrupts’ way",
            {"app": "shared", "burst": 20000, "ring": 512},
            "The kernel passes the work on to ksoftirqd, and then the program may run, a tick of 4 ms in turn. While "
            "it runs nobody empties the ring.",
        ),
    )
    views = (
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
            question="With a ring of 4096 none is lost. How long does the longest wait last, in ms?",
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
        The times of driver, stack and program are yours to set; an interrupt costs 1 µs here. Every packet costs the
        same: no cache misses, no GRO that turns several segments into one. A descriptor is given back at once, not
        sixteen at a time. Of moderation there is rx-usecs, as ethtool defines it; cards that limit the rate of
        interrupts or adapt it behave a little differently. The scheduler is simple: ksoftirqd and a program on the same
        CPU take turns of a tick (HZ 250). There is no recording of this figure: it needs a real card.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The card's knobs, the kernel's, and the counters of all three places."""
        cpus = RPS_CPUS[p.rps]
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -L eth0 combined {p.queues}",
                    f"ethtool -G eth0 rx {p.ring}",
                    f"ethtool -C eth0 adaptive-rx off rx-usecs {p.rx_usecs:g}",
                    f"sysctl -w net.core.netdev_budget={p.budget} net.core.netdev_max_backlog={p.max_backlog}",
                    f"echo {mask_of(cpus)} | tee /sys/class/net/eth0/queues/rx-*/rps_cpus   # 0: off",
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time, ms: what waits in each place, and what has been lost there, packets."""
        result = Result(
            [
                Column("t", "ms", "time", "time"),
                Column("ring", "packets", "packets in the receive ring", "queue"),
                Column("backlog", "packets", "packets in the backlogs of RPS", "sndbuf"),
                Column("socket", "packets", "datagrams in the socket’s buffer", "rwnd"),
                Column("lost_in_ring", "packets", "lost because the ring was full", "queue"),
                Column("lost_in_backlog", "packets", "lost because a backlog was full", "sndbuf"),
                Column("lost_at_socket", "packets", "lost because the socket’s buffer was full", "rwnd"),
            ]
        )
        clock = Clock()
        host = receiver(clock, p, p.rx_usecs, p.queues, p.ring)
        gap = 1e-3 / p.rate
        _notice(host, clock, result)
        send(clock, host, START, gap, p.burst)
        # What the slowest of them needs for all, if nothing is lost before it.
        shared = (p.driver + p.stack + p.read) * 1e-6 if p.app == "shared" else 0
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


def _summarise(result: Result, p: Any, host: ReceiveHost) -> None:
    waited = sorted(host.socket.latencies)
    lost = host.missed + host.backlog_drops + host.socket.errors
    result.figure("lost", lost, "packets", "Lost")
    result.figure("missed", host.missed, "packets", "In the ring (rx_missed_errors)")
    result.figure("backlog_drops", host.backlog_drops, "packets", "In the backlog (softnet_stat, column 2)")
    result.figure("socket_drops", host.socket.errors, "packets", "At the socket (RcvbufErrors)")
    result.figure("read", len(waited), "packets", "Read by the program")
    result.figure("longest", 1000 * waited[-1] if waited else 0, "ms", "Longest wait")
    result.figure("median", 1000 * waited[len(waited) // 2] if waited else 0, "ms", "Median wait")
    result.figure("interrupts", host.interrupts, "", "Interrupts of the burst")
    result.figure("time_squeeze", host.squeezed, "", "time_squeeze")
    result.figure("ksoftirqd", sum(cpu.ksoftirqd_wakes for cpu in host.cpus), "", "ksoftirqd woken")
    result.figure("cpu", 100 * host.cpus[0].busy / result["t"][-1] * 1000, "%", "CPU 0 in interrupts and polling")
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
        parts.append(f"The budget is used up {times(host.squeezed)}.")
    result.sentence = " ".join(parts)
