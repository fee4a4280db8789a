"""A small packet behind many: how long it waits in the driver's ring, which knows neither flows nor bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.driver_queue.burst import SMALL, Burst
from inflight.experiments.driver_queue.parameters import PRESETS, DriverQueueParameters
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Ring, Scene, Source, Store
from inflight.figure.words import seconds, significant
from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.scenes.transfer import POINTS

QUANTUM = 1500
"""A full packet, bytes. All sizes here are without the Ethernet header, so the quantum is too."""

CASES = ("one queue, this ring", "fair queue, this ring", "fair queue, ring of one")


@experiment("driver-queue", part="queues", question="Why does a 500-byte packet wait 305 ms?")
class DriverQueue:
    """A burst of packets from one flow arrives at once, with a small packet from another flow right behind it."""

    title = "The driver's ring"
    parameters = DriverQueueParameters
    knobs = ("rate", "ring")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "ms", "time since the packets came", "time"),
            Column("in_ring", "packets", "in the ring, ahead of the small packet", "queue"),
            Column("above", "packets", "in the discipline, ahead of the small packet or overtaken by it", "unsent"),
            Column("used", "%", "share of the time the line was in use so far", "throughput"),
        ),
        figures=(
            Output("wait", "ms", "Wait of the small packet"),
            Output("own", "ms", "Its own time on the line"),
            Output("one", "ms", "One packet ahead, on the line"),
            Output("bytes", "B", "In the ring at first"),
            Output("stops", "", "Times the ring was full"),
            Output("idle", "ms", "Line idle while packets waited"),
            Output("idle_share", "%", "Share of the time"),
            Output("drops", "packets", "Dropped by the discipline"),
        ),
    )
    views = (
        Scene(
            below="ahead",
            sources=(Source("ping"),),
            stores=((Store("Discipline", "above"),), (Store("Ring", "in_ring", limit="ring"),)),
            sink="wire",
            out=("rate",),
            behind=True,
            seconds=8,
        ),
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
            question="127 packets of 1500 bytes are in the ring, and the line runs at 5 Mbit/s. How many ms does the "
            "next packet wait?",
            summary="wait",
            min=1,
            max=30_000,
        ),
        ValueBet(
            id="fair-above",
            question="The same, but with fq_codel above the ring. How many ms does the small packet wait now?",
            at="A fair queue above it",
            summary="wait",
            min=1,
            max=30_000,
        ),
        ValueBet(
            id="tso",
            question="127 packets again, but with TSO each of them is 64 KB. How many ms does the small packet wait?",
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
        The bytes that Ethernet puts around each packet (14 of header and 24 more on the wire). A packet in several
        fragments takes several descriptors, and drivers keep a few free; not here. Byte queue limits have a figure of
        their own. All packets are there at once, so the CPU takes no time. CoDel may drop some of the packets ahead
        if they wait too long in fq_codel.
    """

    @staticmethod
    def commands(p: DriverQueueParameters) -> list[Commands]:
        """The ring and the discipline; where they can be seen filling."""
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -G eth0 tx {p.ring}              # many drivers want at least 64",
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
    def run(p: DriverQueueParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time, ms; a row when a packet gets to the wire."""
        result = DriverQueue.outputs.result()
        chosen = Burst(p, _discipline(p.qdisc), p.ring)
        cases = []
        for burst in (chosen, *(Burst(p, _discipline(name), ring) for name, ring in _cases(p))):
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


def _cases(p: DriverQueueParameters) -> tuple[tuple[str, int], ...]:
    return (("pfifo", p.ring), ("fq_codel", p.ring), ("fq_codel", 1))


def _summarise(result: Result, p: DriverQueueParameters, burst: Burst) -> None:
    per_byte = 8e-3 / p.rate  # ms
    own = SMALL * per_byte
    result.figure("wait", burst.wait)
    result.figure("own", own)
    result.figure("one", p.size * per_byte)
    result.figure("bytes", min(p.ring, p.ahead) * p.size)
    result.figure("stops", burst.stops)
    result.figure("idle", 1000 * burst.idle)
    share = 100 * burst.idle / burst.end
    result.figure("idle_share", share)
    result.figure("drops", burst.drops)
    sentence = (
        f"The packet of {SMALL} bytes waits {seconds(burst.wait / 1000)}, and takes {seconds(own / 1000)} itself. "
        f"{burst.passed} of the {p.ahead} packets of {p.size} bytes leave before it."
    )
    if burst.idle > 0:
        sentence += f" The line sits idle {significant(share)}% of the time, while packets wait."
    if burst.drops:
        sentence += f" CoDel drops {burst.drops} of them."
    result.sentence = sentence
