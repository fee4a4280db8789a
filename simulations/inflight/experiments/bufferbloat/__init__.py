"""How much buffer is too much: the same transfer and the same ping with buffers from too small to far too large."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from inflight.experiments.bufferbloat.bloat import BY_PACKETS, Bloat, Line
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, Values, Work, experiment
from inflight.figure.parameters import Choice, Preset, Slider, Value
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Distribution, Grid, Lane, Lanes, Sweep
from inflight.figure.words import amount, significant
from inflight.kernel.qdisc.base import QUANTUM
from inflight.scenes.transfer import ALGORITHM, DURATION, NAN, RATE, RTT, most, spelled

POWERS = range(-3, 7)
"""Buffers of the sweep: the bandwidth-delay product times 2 to these."""

LEAST = 1.6
"""kB: one full packet, with a little to spare."""

WARM = 5.0
"""s that do not count, as in the recordings; a quarter of a shorter run."""

LIVE, SWEPT = 21_000, 5_000
"""Full packets that a run has at most: the one in the picture, and each one of the sweep."""

KB, MBIT, MS = "kB", "Mbit/s", "ms"
_RECORDED: dict[str, Value] = {"rate": 10, "qdisc": "pfifo", "pings": 100}


@experiment(
    "bufferbloat",
    part="queues",
    question="How much buffer is too much?",
    kernel=("H_bfifo250000_1", "H_bfifo62500_1", "H_bfifo12000_1", "H_pfifo100_1", "H_pfifo1000_1"),
)
class Bufferbloat:
    """Transfers that fill a line, and beside them somebody who only wants an answer: a ping."""

    title = "Bufferbloat"
    parameters = (
        Slider(
            name="buffer",
            label="Buffer",
            unit=KB,
            min=LEAST,
            max=4000,
            default=250,
            scale="log10",
            knob="tc qdisc … bfifo limit",
            quantity="queue",
            help="How much the queue before the line holds, in bytes on the line; a full packet has 1514.",
        ),
        replace(RATE, min=1, max=20, default=5),
        replace(RTT, max=200, default=20),
        Slider(
            name="flows",
            label="Transfers",
            unit="",
            min=1,
            max=16,
            default=1,
            step=1,
            integer=True,
            quantity="flow1",
            help="At once, 0.2 s apart.",
        ),
        ALGORITHM,
        Choice(
            name="qdisc",
            label="Queue",
            choices={
                "bfifo": "bfifo: bytes, first in, first out",
                "pfifo": "pfifo: packets, first in, first out",
                "codel": "CoDel",
                "fq_codel": "fq_codel",
                "cake": "CAKE",
            },
            default="bfifo",
            quantity="queue",
            knob="tc qdisc replace",
            help="What stands before the slow line.",
        ),
        Slider(
            name="pings",
            label="Pings per second",
            unit="",
            min=1,
            max=100,
            default=20,
            step=1,
            integer=True,
            quantity="rtt",
            knob="ping -i",
            help="In a queue that counts packets each of them takes the place of a full one.",
        ),
        replace(DURATION, min=5, max=60, default=25, help="Of the run in the curves; at most 21,000 full packets."),
    )
    presets = (
        Preset(
            "Too much",
            {},
            "One upload, and a ping of 20 ms takes eighteen times as long. The line is full, and it was full with a "
            "twentieth of this buffer.",
            recording="H_bfifo250000_1",
        ),
        Preset(
            "A tenth of a second",
            {"buffer": 62.5},
            "62.5 kB are 100 ms of this line, and nearly that is what the ping gets on top.",
            recording="H_bfifo62500_1",
        ),
        Preset(
            "One pipe’s worth",
            {"buffer": 12},
            "12 kB, about what the empty path holds: the line is as busy as before, the ping ten milliseconds longer.",
            recording="H_bfifo12000_1",
        ),
        Preset(
            "Too little",
            {"buffer": 3.1},
            "Two packets. After each loss the queue runs dry and the line stands idle: part of the speed is gone.",
        ),
        Preset(
            "Any size, with CoDel",
            {"qdisc": "codel"},
            "The same 250 kB, but the queue is asked how long packets wait, not how many there are. Look at the sweep: "
            "above a certain size, size does not matter any more.",
        ),
        Preset(
            "Any size, with fq_codel",
            {"qdisc": "fq_codel"},
            "And with a queue for each flow the ping does not see the upload at all.",
        ),
        Preset(
            "BBR",
            {"algorithm": "bbr"},
            "The buffer is there, and this sender does not wait for it to overflow: 37 ms instead of 361.",
        ),
        Preset(
            "100 packets, recorded",
            {**_RECORDED, "buffer": 151.4},
            "A pfifo of 100 on 10 Mbit/s: 114 ms in the recording. One packet in nine of that queue is a ping.",
            recording="H_pfifo100_1",
        ),
        Preset(
            "1000 packets, recorded",
            {**_RECORDED, "buffer": 1514},
            "The length that Linux gave every interface for years, txqueuelen 1000: 868 ms, and up to 1141.",
            recording="H_pfifo1000_1",
        ),
    )
    views = (
        Lanes(
            (
                Lane("ping", "Ping", MS, ("ping", "rtt")),
                Lane("queue", "Queue", "packets", ("queue",), kind="area"),
                Lane("throughput", "Throughput", MBIT, ("throughput",)),
            )
        ),
        Sweep("sizes", x="buffer", panels=("ping", "goodput"), point="buffer", title="Every size"),
        Distribution("ping", title="Pings"),
        Grid("sizes", title="Table"),
    )
    bets = (
        ValueBet(
            id="ping",
            question="A line of 5 Mbit/s, 20 ms, a buffer of 250 kB, and one upload. How long does a ping take, in ms?",
            summary="ping",
            min=10,
            max=2000,
        ),
        ValueBet(
            id="small",
            question="Now 12 kB instead of 250. How much of the line’s speed is left, in per cent?",
            at="One pipe’s worth",
            summary="used",
            min=0,
            max=100.5,
            scale="linear",
        ),
        ValueBet(
            id="thousand",
            question="txqueuelen 1000 on a line of 10 Mbit/s: how long does a ping of 20 ms take now?",
            at="1000 packets, recorded",
            summary="ping",
            min=10,
            max=5000,
        ),
    )
    sources = (
        "sch_fifo.c:bfifo_enqueue",
        "sch_tbf.c",
        "RFC 8033 §1",
        "RFC 8289 §1",
        "Gettys and Nichols: Bufferbloat: Dark Buffers in the Internet, ACM Queue 2011",
        "Appenzeller, Keslassy, McKeown: Sizing Router Buffers, SIGCOMM 2004",
        "Q25",
    )
    leaves_out = """
        All queues but one; a real path has several, and the one that stands before the slowest line is the one that
        fills. The line's rate does not change; on Wi-Fi and mobile networks it does, and then a buffer of a fixed size
        is now large, now small. The runs of the sweep are short, at most 5,000 full packets each: with buffers of four
        bandwidth-delay products and more, CUBIC and Reno begin there as if they had just lost a packet of the full
        buffer, or it would still be filling when the run is over. The run in the curves begins with its SYN. CAKE
        counts the memory that packets take in the kernel, which is nearly twice their bytes.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The path, its discipline, the transfers and the ping."""
        line = _line(p)
        lines = [f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}   # on the sender"]
        bottleneck = path(rate=p.rate, rtt=p.rtt)
        if p.qdisc == "cake":
            bottleneck[-1] = f"tc qdisc add dev out root cake bandwidth {p.rate:g}mbit memlimit {line.limit}b"
        else:
            unit = "" if p.qdisc in BY_PACKETS else "   # bytes"
            bottleneck.append(f"tc qdisc add dev out parent 1:1 {p.qdisc} limit {line.limit}{unit}")
        parallel = f" -P {p.flows}" if p.flows > 1 else ""
        return [
            Commands("Set it", [*lines, *bottleneck]),
            Commands(
                "Run it",
                [
                    f"iperf3 -c 192.0.2.1 -t {p.duration:g}{parallel} &",
                    f"ping -s 64 -i {significant(1 / p.pings)} 192.0.2.1",
                ],
            ),
            Commands("See it", ["tc -s qdisc show dev out   # backlog: bytes and packets that wait; dropped"]),
        ]

    @staticmethod
    def cells(p: Any) -> list[Line]:
        """The run in the curves, then those of the sweep."""
        live = _line(p)
        sizes = dict.fromkeys(round(max(live.pipe * 2.0**power, LEAST), 3) for power in POWERS)
        return [live, *(_short(live._replace(buffer=size, steady=True)) for size in sizes)]

    @staticmethod
    def cell(cell: Line, rng: random.Random) -> Work:
        """Of the sweep: median ping, ms, its 99th percentile, goodput, Mbit/s. Of the run in the curves all samples."""
        return (yield from (_swept(cell, rng) if cell.steady else _live(cell, rng)))

    @staticmethod
    def combine(p: Any, values: Sequence[Values | None]) -> Result:
        """Columns over time (s); the table `sizes` has the sweep and the run in the curves."""
        live, *swept = Bufferbloat.cells(p)
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("ping", MS, "round trip of a ping sent then", "rtt"),
                Column("rtt", MS, "smoothed round-trip time (SRTT) of the first transfer", "rtt"),
                Column("queue", "packets", "packets waiting at the bottleneck", "queue"),
                Column("throughput", MBIT, "data acknowledged per second, all transfers", "throughput"),
            ],
            end=live.duration,
        )
        samples, *others = values
        for row in _rows(samples or ()):
            result.append(*row)
        own = _measured(result, live) if samples else None
        places = sorted(
            (line.buffer, value) for line, value in zip([live, *swept], [own, *others], strict=True) if value
        )
        result.tables["sizes"] = table = Table(
            [
                Column("buffer", KB, "buffer", "queue"),
                Column("ping", MS, "ping, median", "rtt"),
                Column("p99", MS, "ping, 99th percentile", "rto"),
                Column("goodput", MBIT, "data delivered per second", "throughput"),
            ]
        )
        for size, value in places:
            table.append(size, *value)
        _summarise(result, live, own)
        return result


COLUMNS = 5


def _line(p: Any) -> Line:
    duration = min(p.duration, LIVE * QUANTUM * 8e-6 / p.rate)
    return Line(p.rate, p.rtt, p.buffer, p.qdisc, p.algorithm, p.flows, p.pings, duration, False)


def _short(line: Line) -> Line:
    """With a duration that is two periods of CUBIC's sawtooth, K = ∛(0.3·W/0.4), after another, if there is time."""
    window = (line.pipe + line.buffer) * 1000 / QUANTUM
    period = 1
    while 4 * period**3 < 3 * window:
        period += 1
    # rounded so that dragging what hardly matters does not make all of them run again
    return line._replace(duration=round(min(4 + 3.0 * period, SWEPT * QUANTUM * 8e-6 / line.rate), 2))


def _warm(line: Line) -> float:
    return min(WARM, line.duration / 4)


def _swept(line: Line, rng: random.Random) -> Work:
    run = Bloat(line, rng)
    warm = _warm(line)
    yield from run.run(warm)
    before = run.delivered()
    yield from run.run(line.duration)
    return _figures(run.pings()[int(warm * line.pings) :], (run.delivered() - before) * 8e-6 / (line.duration - warm))


def _live(line: Line, rng: random.Random) -> Work:
    """Rows of five, one after another: a sample at each ping."""
    run = Bloat(line, rng)
    queue, rtt, rate = [], [], []
    span = math.ceil(max(0.5, 2 * line.rtt / 1000) * line.pings)
    delivered: list[int] = []
    for tick in range(1, int(line.duration * line.pings) + 1):
        yield from run.run(tick / line.pings)
        queue.append(float(run.bell.link.queued()))
        srtt = run.bell.flows[0].sender.rtt.srtt_us / 8000
        rtt.append(srtt or NAN)
        delivered.append(run.delivered())
        since = delivered[-1 - span] if tick > span else None
        rate.append(NAN if since is None else (delivered[-1] - since) * 8e-6 * line.pings / span)
    yield from run.run(line.duration + max(queue) * QUANTUM * 8e-6 / line.rate)  # so that the last pings arrive
    pings = run.pings()
    return tuple(
        value
        for number, row in enumerate(zip(rtt, queue, rate, strict=True))
        for value in (number / line.pings, pings[number], *row)
    )


def _rows(samples: Sequence[float]) -> Iterator[Sequence[float]]:
    return (samples[at : at + COLUMNS] for at in range(0, len(samples), COLUMNS))


def _figures(pings: Sequence[float], goodput: float) -> tuple[float, float, float]:
    ordered = sorted(ping for ping in pings if ping == ping)
    if not ordered:
        return NAN, NAN, goodput
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], goodput


def _measured(result: Result, line: Line) -> tuple[float, float, float]:
    """Of the run in the curves, from the warm-up on."""
    start = int(_warm(line) * line.pings)
    rates = [rate for rate in result["throughput"][start:] if rate == rate]
    return _figures(result["ping"][start:], math.fsum(rates) / len(rates) if rates else NAN)


def _summarise(result: Result, line: Line, own: tuple[float, float, float] | None) -> None:
    ping, p99, goodput = own or (NAN, NAN, NAN)
    after = result["ping"][int(_warm(line) * line.pings) :]
    lost = sum(value != value for value in after)
    fills = line.buffer * 8 / line.rate
    used = 100 * goodput / most(line.rate)
    result.figure("ping", ping, MS, "Ping, median")
    result.figure("p99", p99, MS, "Ping, 99th percentile")
    result.figure("lost", 100 * lost / len(after) if after else NAN, "%", "Pings lost")
    result.figure("goodput", goodput, MBIT, "Data delivered")
    result.figure("used", used, "%", "Of what the line can carry")
    result.figure("full", fills, MS, "What a full buffer adds")
    result.figure("pipe", line.pipe, KB, "Bandwidth-delay product")
    table = result.tables["sizes"]
    enough = [
        size for size, rate in zip(table["buffer"], table["goodput"], strict=True) if rate >= 0.98 * most(line.rate)
    ]
    result.figure("enough", min(enough, default=NAN), KB, "Smallest buffer of the sweep with 98 % of the speed")
    result.sentence = (
        f"With {amount(line.buffer * 1000)} of buffer the ping takes {significant(ping)} ms, and "
        f"{significant(used)} % of the line are used by {spelled(line.algorithm)}: {significant(goodput)} Mbit/s. "
        f"A full buffer adds {significant(fills)} ms; the empty path holds {amount(line.pipe * 1000)}."
        if own
        else "The first transfer is under way."
    )
