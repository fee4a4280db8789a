"""How much buffer is too much: the same transfer and the same ping with buffers from too small to far too large."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from math import nan

from inflight.experiments.bufferbloat.bloat import BY_PACKETS, Bloat, Line
from inflight.experiments.bufferbloat.parameters import LEAST, PRESETS, BufferbloatParameters
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, Values, Work, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Distribution, Grid, Lane, Lanes, Scene, Source, Store, Sweep
from inflight.figure.words import amount, significant
from inflight.kernel.qdisc.base import QUANTUM
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path
from inflight.scenes.transfer import most, spelled

POWERS = range(-3, 7)
"""Buffers of the sweep: the bandwidth-delay product times 2 to these."""

WARM = 5.0
"""s that do not count, as in the recordings; a quarter of a shorter run."""

LIVE, SWEPT = 21_000, 5_000
"""Full packets that a run has at most: the one in the picture, and each one of the sweep."""


@experiment(
    "bufferbloat",
    part="queues",
    question="How much buffer is too much?",
    kernel=("H_bfifo250000_1", "H_bfifo62500_1", "H_bfifo12000_1", "H_pfifo100_1", "H_pfifo1000_1"),
)
class Bufferbloat:
    """Transfers fill a line, and next to them a ping wants nothing but a quick answer."""

    title = "Bufferbloat"
    parameters = BufferbloatParameters
    points = ("sender", "receiver")
    knobs = ("buffer", "rate")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("ping", "ms", "round trip of a ping sent then", "rtt"),
            Column("rtt", "ms", "the first transfer’s smoothed round-trip time (SRTT)", "rtt"),
            measured.QUEUE,
            Column("throughput", "Mbit/s", "data acknowledged per second, all transfers", "throughput"),
        ),
        figures=(
            Output("ping", "ms", "Ping, median"),
            Output("p99", "ms", "Ping, 99th percentile"),
            Output("lost", "%", "Pings lost"),
            Output("goodput", "Mbit/s", "Data delivered"),
            Output("used", "%", "Share of what the line can carry"),
            Output("full", "ms", "What a full buffer adds"),
            Output("pipe", "kB", "Bandwidth-delay product"),
            Output("enough", "kB", "Smallest buffer of the sweep with 98% of the speed"),
        ),
    )
    views = (
        Scene(
            below="ping",
            sources=(Source("upload", "throughput"),),
            stores=((Store("Buffer", "queue"),),),
            sink="server",
            out=("throughput",),
            walker="ping",
            base="rtt",
            seconds=100,
        ),
        Lanes(
            (
                Lane("ping", "Ping", "ms", ("ping", "rtt")),
                Lane("queue", "Queue", "packets", ("queue",), kind="area"),
                Lane("throughput", "Throughput", "Mbit/s", ("throughput",)),
            )
        ),
        Sweep("sizes", x="buffer", panels=("ping", "goodput"), point="buffer", title="Every size"),
        Distribution("ping", title="Pings"),
        Grid("sizes", title="Table"),
    )
    bets = (
        ValueBet(
            id="ping",
            question="A line of 5 Mbit/s, 20 ms, a buffer of 250 kB, and one upload. How many ms does a ping take?",
            summary="ping",
            min=10,
            max=2000,
        ),
        ValueBet(
            id="small",
            question="Now 12 kB instead of 250. What percentage of the line’s speed is left?",
            at="One pipe’s worth",
            summary="used",
            min=0,
            max=100.5,
            scale="linear",
        ),
        ValueBet(
            id="thousand",
            question="txqueuelen 1000 on a line of 10 Mbit/s. How many ms does a ping of 20 ms take now?",
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
        All queues but one. A real path has several, and the one in front of the slowest line fills. The line's rate
        doesn't change; on Wi-Fi and mobile networks it does, so a buffer of a fixed size is sometimes large and
        sometimes small. The runs of the sweep are short, at most 5,000 full packets each. With buffers of at least
        four bandwidth-delay products, CUBIC and Reno start there as if they had just lost a packet of the full buffer;
        otherwise it would still be filling when the run ends. The run in the curves starts with its SYN. CAKE counts
        the memory that packets take in the kernel, almost twice their bytes.
    """

    @staticmethod
    def commands(p: BufferbloatParameters) -> list[Commands]:
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
    def cells(p: BufferbloatParameters) -> list[Line]:
        """The run in the curves, then those of the sweep."""
        live = _line(p)
        sizes = dict.fromkeys(round(max(live.pipe * 2.0**power, LEAST), 3) for power in POWERS)
        return [live, *(_short(live._replace(buffer=size, steady=True)) for size in sizes)]

    @staticmethod
    def cell(cell: Line, rng: random.Random) -> Work:
        """Of the sweep: median ping, ms, its 99th percentile, goodput, Mbit/s. Of the run in the curves all samples."""
        return (yield from (_swept(cell, rng) if cell.steady else _live(cell, rng)))

    @staticmethod
    def combine(p: BufferbloatParameters, values: Sequence[Values | None]) -> Result:
        """Columns over time (s); the table `sizes` has the sweep and the run in the curves."""
        live, *swept = Bufferbloat.cells(p)
        result = Bufferbloat.outputs.result(end=live.duration)
        samples, *others = values
        for row in _rows(samples or ()):
            result.append(*row)
        own = _measured(result, live) if samples else None
        places = sorted(
            (line.buffer, value) for line, value in zip([live, *swept], [own, *others], strict=True) if value
        )
        result.tables["sizes"] = table = Table(
            [
                Column("buffer", "kB", "buffer", "queue"),
                Column("ping", "ms", "ping, median", "rtt"),
                Column("p99", "ms", "ping, 99th percentile", "rto"),
                Column("goodput", "Mbit/s", "data delivered per second", "throughput"),
            ]
        )
        for size, value in places:
            table.append(size, *value)
        _summarise(result, live, own)
        return result


COLUMNS = 5


def _line(p: BufferbloatParameters) -> Line:
    duration = min(p.duration, LIVE * QUANTUM * 8e-6 / p.rate)
    return Line(p.rate, p.rtt, p.buffer, p.qdisc, p.algorithm, p.flows, p.pings, duration, False, p.kernel)


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
    capture_path(run.bell, pinged=line.rtt / 1000)
    queue, rtt, rate = [], [], []
    span = math.ceil(max(0.5, 2 * line.rtt / 1000) * line.pings)
    delivered: list[int] = []
    for tick in range(1, int(line.duration * line.pings) + 1):
        yield from run.run(tick / line.pings)
        queue.append(float(run.bell.link.queued()))
        srtt = run.bell.flows[0].sender.rtt.srtt_us / 8000
        rtt.append(srtt or nan)
        delivered.append(run.delivered())
        since = delivered[-1 - span] if tick > span else None
        rate.append(nan if since is None else (delivered[-1] - since) * 8e-6 * line.pings / span)
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
        return nan, nan, goodput
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], goodput


def _measured(result: Result, line: Line) -> tuple[float, float, float]:
    """Of the run in the curves, from the warm-up on."""
    start = int(_warm(line) * line.pings)
    rates = [rate for rate in result["throughput"][start:] if rate == rate]
    return _figures(result["ping"][start:], math.fsum(rates) / len(rates) if rates else nan)


def _summarise(result: Result, line: Line, own: tuple[float, float, float] | None) -> None:
    ping, p99, goodput = own or (nan, nan, nan)
    after = result["ping"][int(_warm(line) * line.pings) :]
    lost = sum(value != value for value in after)
    fills = line.buffer * 8 / line.rate
    used = 100 * goodput / most(line.rate)
    result.figure("ping", ping)
    result.figure("p99", p99)
    result.figure("lost", 100 * lost / len(after) if after else nan)
    result.figure("goodput", goodput)
    result.figure("used", used)
    result.figure("full", fills)
    result.figure("pipe", line.pipe)
    table = result.tables["sizes"]
    enough = [
        size for size, rate in zip(table["buffer"], table["goodput"], strict=True) if rate >= 0.98 * most(line.rate)
    ]
    result.figure("enough", min(enough, default=nan))
    result.sentence = (
        f"With {amount(line.buffer * 1000)} of buffer the ping takes {significant(ping)} ms, and "
        f"{spelled(line.algorithm)} uses {significant(used)}% of the line: {significant(goodput)} Mbit/s. "
        f"A full buffer adds {significant(fills)} ms; the empty path holds {amount(line.pipe * 1000)}."
        if own
        else "The first transfer is still running."
    )
