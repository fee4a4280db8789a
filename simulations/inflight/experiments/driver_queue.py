"""A small packet behind many: how long it waits in the driver's ring, which knows neither flows nor bytes."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Ring
from inflight.figure.words import seconds, significant
from inflight.kernel.clock import Clock
from inflight.kernel.nic.tx_ring import TxRing
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.scenes.transfer import NAN, POINTS, RATE
from inflight.scenes.tx_ring import SLOTS

SMALL = 500
"""bytes of the packet that waits."""

QUANTUM = 1500
"""A full packet, bytes. All sizes here are without the Ethernet header, so the quantum is too."""

FLOWS = ("the packets ahead", "the small packet")
CASES = ("one queue, this ring", "fair queue, this ring", "fair queue, ring of one")


@experiment("driver-queue", part="queues", question="Why does a 500-byte packet wait 305 ms?")
class DriverQueue:
    """Packets of one flow come at once, and right behind them a packet of another one."""

    title = "The driver's ring"
    parameters = (
        replace(RATE, min=0.1, max=10000, default=5, knob="ethtool -s … speed"),
        SLOTS,
        Slider(
            name="ahead",
            label="Packets ahead",
            unit="packets",
            min=0,
            max=1000,
            default=127,
            step=1,
            integer=True,
            quantity="flow1",
        ),
        Slider(
            name="size",
            label="Size of each",
            unit="B",
            min=64,
            max=65536,
            default=1500,
            scale="log2",
            step=1,
            integer=True,
            knob="ip link … gso_max_size",
            quantity="flow1",
            help="Above 1500 they are TSO packets, which the hardware cuts. The ring counts each as one.",
        ),
        Choice(
            name="qdisc",
            label="Above the ring",
            choices={"pfifo": "pfifo: one queue for all", "fq_codel": "fq_codel: one per flow"},
            default="pfifo",
            quantity="queue",
            knob="tc qdisc replace",
        ),
        Slider(
            name="cadence",
            label="Refilled after",
            unit="ms",
            min=0,
            max=20,
            default=0,
            step=0.01,
            quantity="rto",
            knob="ethtool -C … tx-usecs",
            help="From the moment a packet has left until the driver learns it and takes new ones.",
        ),
    )
    presets = (
        Preset(
            "127 packets ahead",
            {},
            "127 · 12,000 bits at 5 Mbit/s. Nothing overtakes in a ring: the small one waits for all.",
        ),
        Preset(
            "A fair queue above it",
            {"qdisc": "fq_codel"},
            "No better: all 127 are in the ring already, and the ring is one queue for all.",
        ),
        Preset(
            "Fair queue, short ring",
            {"qdisc": "fq_codel", "ring": 1},
            "Now they wait where somebody can choose. The small packet lets one other pass: 2.4 ms.",
        ),
        Preset("A full ring", {"ahead": 256}, "256 packets of 1500 B: 0.61 s."),
        Preset("txqueuelen 1000", {"ahead": 1000}, "A thousand packets, 256 in the ring and the rest above: 2.4 s."),
        Preset(
            "127 of 64 KB",
            {"size": 65536},
            "With TSO each descriptor may stand for 64 KB. It is the same number of packets, and 13.3 s.",
        ),
        Preset(
            "Starved",
            {"rate": 1000, "ring": 8, "ahead": 500, "cadence": 0.25},
            "A ring that is too short: eight packets take 96 µs, and the driver hears of it 0.25 ms later.",
        ),
    )
    views = (
        Ring("packets", slots="ring", title="Ring"),
        Lanes(
            (
                Lane(
                    "ahead",
                    "Ahead of it",
                    "packets",
                    ("in_ring", "above"),
                    kind="step",
                    handles=("ring",),
                ),
                Lane("used", "Line in use", "%", ("used",)),
            )
        ),
        Bars("cases", "case", "wait", title="Fair or not"),
    )
    bets = (
        ValueBet(
            id="wait",
            question="127 packets of 1500 bytes are in the ring, and the line has 5 Mbit/s. How long does the next one "
            "wait?",
            summary="wait",
            min=1,
            max=30_000,
        ),
        ValueBet(
            id="fair-above",
            question="The same with fq_codel as the queueing discipline, above the ring. How long?",
            at="A fair queue above it",
            summary="wait",
            min=1,
            max=30_000,
        ),
        ValueBet(
            id="tso",
            question="127 packets again, but TSO makes each of them 64 KB. How long?",
            at="127 of 64 KB",
            summary="wait",
            min=1,
            max=100_000,
        ),
    )
    sources = (
        "dev.c:dev_hard_start_xmit",
        "sch_generic.c:__qdisc_run",
        "netdevice.h:netif_tx_stop_queue",
        "sch_fq_codel.c:fq_codel_dequeue",
        "Q01",
        "Q02",
        "Q08",
    )
    leaves_out = """
        The bytes that Ethernet puts around each packet (14 of header and 24 more on the wire), several descriptors for
        a packet of several fragments, the few descriptors that drivers keep free, and byte queue limits, which have a
        figure of their own. All packets are there at once, so the CPU takes no time. CoDel may drop some of the packets
        ahead when they wait in fq_codel for longer than it likes.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The ring and the discipline; where they can be seen filling."""
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -G eth0 tx {p.ring}              # many drivers want 64 at least",
                    f"ethtool -C eth0 tx-usecs {round(p.cadence * 1000)}",
                    f"tc qdisc replace dev eth0 root {p.qdisc}",
                    "# no byte limits:",
                    "for f in /sys/class/net/eth0/queues/tx-*/byte_queue_limits/limit_min; do "
                    "echo 1000000000 > $f; done",
                ],
            ),
            Commands(
                "See it",
                [
                    "ethtool -g eth0                                             # TX: how many descriptors",
                    "cat /sys/class/net/eth0/queues/tx-0/byte_queue_limits/inflight   # bytes in the ring now",
                    "ethtool -S eth0 | grep -iE 'busy|stop|restart'              # how often it was full",
                    "tc -s qdisc show dev eth0                                   # backlog above it; requeues",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time, ms; a row when a packet gets to the wire."""
        result = Result(
            [
                Column("t", "ms", "time since the packets came", "time"),
                Column("in_ring", "packets", "in the ring, ahead of the small packet", "queue"),
                Column("above", "packets", "in the discipline, ahead of it or passed by it", "unsent"),
                Column("used", "%", "line in use so far", "throughput"),
            ]
        )
        chosen = _Burst(p, _discipline(p.qdisc), p.ring)
        cases = []
        for burst in (chosen, *(_Burst(p, _discipline(name), ring) for name, ring in _cases(p))):
            for _ in burst.run():
                yield result
            cases.append(burst.wait)
        rows = chosen.rows()
        every = -(-len(rows) // POINTS)
        for number, row in enumerate(rows):
            if number % every == 0 or number + 1 == len(rows):
                result.append(*row)
        result.append(*chosen.last_row())
        result.tables["packets"] = chosen.table()
        result.tables["cases"] = table = Table(
            [
                Column("case", "", "queue and ring", "time", words=CASES),
                Column("wait", "ms", "wait of the small packet", "rtt"),
            ]
        )
        for number, wait in enumerate(cases[1:]):
            table.append(number, wait)
        _summarise(result, p, chosen)
        yield result


def _discipline(name: str) -> Qdisc:
    return FqCodel(quantum=QUANTUM) if name == "fq_codel" else Pfifo()


def _cases(p: Any) -> tuple[tuple[str, int], ...]:
    return (("pfifo", p.ring), ("fq_codel", p.ring), ("fq_codel", 1))


class _Flow:
    """Where the packets of a flow arrive; `flow` is its number."""

    def __init__(self, flow: int) -> None:
        self.flow = flow

    def receive(self, packet: Datagram) -> None:
        """It has left."""

    receive_marked = receive


class _Burst:
    """`ahead` packets and a small one, all at once, into a ring of `slots` packets below `qdisc`."""

    def __init__(self, p: Any, qdisc: Qdisc, slots: int) -> None:
        self._p, self._clock = p, Clock()
        self._seconds_per_byte = 8e-6 / p.rate
        late = p.cadence / 1000
        self._ring = ring = TxRing(
            self._clock, qdisc, rate=p.rate * 1e6, slots=slots, completion=(lambda: late) if late else None
        )
        ring.on_ring = lambda item, now: self._descriptor(item, now)
        ring.on_wire = lambda item, now: self._begins(item, now)
        ring.on_completion = lambda size, now: self._done.append(now)
        self._got: dict[int, float] = {}  # number of a packet: when it got its descriptor, s
        self._done: list[float] = []  # when completions came, s
        self._order: list[tuple[Queued, float]] = []  # as they left: packet and when its first bit did, s
        self.wait = NAN  # of the small packet, ms
        self._busy = 0.0

    def run(self) -> Iterator[None]:
        """Until all has left."""
        p, bulk = self._p, _Flow(0)
        for _ in range(p.ahead):
            self._ring.send(Datagram(), p.size, bulk)
        self._ring.send(Datagram(), SMALL, _Flow(1))
        yield from self._clock.run(float("inf"))

    @property
    def end(self) -> float:
        """When the last bit has left, s."""
        item, start = self._order[-1]
        return float(start + item.size * self._seconds_per_byte)

    @property
    def passed(self) -> int:
        """Packets that left before the small one."""
        return next(number for number, (item, _) in enumerate(self._order) if item.flow)

    @property
    def drops(self) -> int:
        """Packets that the discipline dropped."""
        return self._ring.drops

    @property
    def stops(self) -> int:
        """How often the ring was full."""
        return self._ring.stops

    @property
    def idle(self) -> float:
        """S that the line stood still while packets waited."""
        return self._ring.starved

    def rows(self) -> list[tuple[float, float, float, float]]:
        """When a packet gets to the wire, ms; the packets ahead of the small one in the ring and above it; % in use."""
        got = [self._got[item.number] for item, _ in self._order]  # descriptors are given in the order of the ring
        small, busy = self.passed, 0.0
        rows: list[tuple[float, float, float, float]] = []
        for number, (item, now) in enumerate(self._order):
            given = bisect_right(got, now)
            ahead = max(0, min(given, small) - number)
            above = len(got) - given - (given <= small)
            rows.append((1000 * now, ahead, above, 100 * busy / now if now else 100))
            busy += item.size * self._seconds_per_byte
        return rows

    def last_row(self) -> tuple[float, float, float, float]:
        """When all has left."""
        return 1000 * self.end, 0, 0, 100 * self._busy / self.end

    def table(self) -> Table:
        """A row for each packet, in the order they left."""
        table = Table(
            [
                Column("queued", "ms", "when it got its descriptor", "queue"),
                Column("start", "ms", "when its first bit left", "time"),
                Column("end", "ms", "when its last bit left", "time"),
                Column("freed", "ms", "when its descriptor was free again", "rto"),
                Column("size", "B", "its size", "queue"),
                Column("flow", "", "whose it is", "time", words=FLOWS),
            ]
        )
        done = iter(self._done)
        freed = next(done)
        for item, start in self._order:
            end = start + item.size * self._seconds_per_byte
            while freed < end - 1e-12:
                freed = next(done)
            table.append(1000 * self._got[item.number], 1000 * start, 1000 * end, 1000 * freed, item.size, item.flow)
        return table

    def _descriptor(self, item: Queued, now: float) -> None:
        self._got[item.number] = now

    def _begins(self, item: Queued, now: float) -> None:
        self._order.append((item, now))
        if item.flow:
            self.wait = 1000 * now
        self._busy += item.size * self._seconds_per_byte


def _summarise(result: Result, p: Any, burst: _Burst) -> None:
    per_byte = 8e-3 / p.rate  # ms
    own = SMALL * per_byte
    result.figure("wait", burst.wait, "ms", "Wait of the small packet")
    result.figure("own", own, "ms", "Its own time on the line")
    result.figure("one", p.size * per_byte, "ms", "One packet ahead, on the line")
    result.figure("bytes", min(p.ring, p.ahead) * p.size, "B", "In the ring at first")
    result.figure("stops", burst.stops, "", "Times the ring was full")
    result.figure("idle", 1000 * burst.idle, "ms", "Line idle while packets waited")
    share = 100 * burst.idle / burst.end
    result.figure("idle_share", share, "%", "Share of the time")
    result.figure("drops", burst.drops, "packets", "Dropped by the discipline")
    sentence = (
        f"The packet of {SMALL} bytes waits {seconds(burst.wait / 1000)}, and takes {seconds(own / 1000)} itself; "
        f"{burst.passed} of the {p.ahead} packets of {p.size} bytes leave before it."
    )
    if burst.idle > 0:
        sentence += f" The line stands still for {significant(share)} % of the time, while packets wait."
    if burst.drops:
        sentence += f" CoDel dropped {burst.drops} of them."
    result.sentence = sentence
