"""A call beside uploads on one slow line: what each queueing discipline makes of it."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Iterator
from math import nan

from inflight.experiments.fair_queueing.discipline import discipline, red_burst, red_min
from inflight.experiments.fair_queueing.flow_backlog import Tally
from inflight.experiments.fair_queueing.parameters import APART, PRESETS, TOGETHER, FairQueueingParameters
from inflight.experiments.fair_queueing.settled import Settled
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Distribution, Grid, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.constants import MSS
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import QUANTUM
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path
from inflight.scenes.jain import index
from inflight.scenes.transfer import most, sampling

CALL = UdpSpec(rate=106 * 8 * 100, size=106, timed=True)
"""The recordings' probe: 64 bytes a hundred times a second, and their headers."""

STAGGER = 0.2
"""s from one upload's start to the next one's."""


@experiment(
    "fair-queueing",
    part="disciplines",
    question="Can a call survive an upload?",
    kernel=("H_codel_4", "H_sfq_4", "H_fq_codel_4", "H_pie_4", "H_red_4"),
)
class FairQueueing:
    """One line, some uploads, and a call of 64 bytes a hundred times a second in the same queue."""

    title = "A call and an upload"
    parameters = FairQueueingParameters
    points = ("sender", "receiver")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("delay", "ms", "round trip of the call’s packet that arrived last", "rtt"),
            Column("queue", "packets", "all packets that wait", "queue"),
            Column("of_the_call", "packets", "the call’s packets that wait", "flow3"),
            Column("throughput", "Mbit/s", "data of all uploads acknowledged per second", "throughput"),
        ),
        figures=(
            Output("p50", "ms", "The call’s round trip, median"),
            Output("p99", "ms", "One in a hundred takes longer than"),
            Output("lost", "%", "How much of the call is lost"),
            Output("goodput", "Mbit/s", "Uploads together"),
            measured.MEAN_QUEUE,
            measured.DROPS,
            Output("jain", "", "Jain’s index of the uploads"),
        ),
    )
    views = (
        Scene(
            below="delay",
            sources=(Source("uploads", "throughput"), Source("call")),
            stores=(
                (
                    Store("One queue", "queue", limit="limit", among="of_the_call", where={"qdisc": TOGETHER}),
                    Store("The uploads’", "queue", less="of_the_call", where={"qdisc": APART}),
                    Store("The call’s", "of_the_call", where={"qdisc": APART}),
                ),
            ),
            sink="line",
            out=("throughput",),
            walker="delay",
            base="rtt",
            seconds=40,
        ),
        Lanes(
            (
                Lane("delay", "The call’s round trip", "ms", ("delay",)),
                Lane("queue", "Queue", "packets", ("queue", "of_the_call"), kind="area"),
                Lane("throughput", "Uploads", "Mbit/s", ("throughput",)),
            )
        ),
        Distribution("delay", table="calls", title="Call, distribution"),
        Bars("flows", label="who", value="goodput", title="Who gets what"),
        Grid("flows", title="Table"),
    )
    bets = (
        ValueBet(
            id="wait",
            question="5 Mbit/s, room for 127 packets, one upload. The call’s round trip takes 20 ms on an empty path. "
            "How long does it take now, in ms?",
            summary="p50",
            min=10,
            max=2000,
        ),
        ValueBet(
            id="each",
            question="The same with fq_codel. How long does the call’s round trip take, in ms?",
            at="A queue for each",
            summary="p50",
            min=10,
            max=2000,
        ),
        ValueBet(
            id="sfq",
            question="Four uploads at 10 Mbit/s, a queue for each (sfq). What is the call’s round trip now, in ms?",
            at="sfq, recorded",
            summary="p50",
            min=10,
            max=2000,
        ),
    )
    sources = (
        "sch_sfq.c",
        "sch_fq_codel.c",
        "sch_fq.c",
        "sch_pie.c",
        "sch_red.c",
        "RFC 8033",
        "RFC 8289",
        "RFC 8290",
        "Q02",
        "Q15",
        "Q16",
    )
    leaves_out = """
        Two flows that meet in one queue: with 1024 queues that happens to two given flows once in 1024 times, and
        never here. fq works as on a router: pacing needs the sockets, which are on the sending host. PIE and RED drop
        at random, and the seed decides. The call doesn’t react to losses and delays, as a real one would.
    """

    @staticmethod
    def commands(p: FairQueueingParameters) -> list[Commands]:
        """The path with the discipline, the uploads and something like a call."""
        lines = path(rate=p.rate, rtt=p.rtt)
        if p.qdisc == "cake":
            lines[-1] = f"tc qdisc add dev out root cake bandwidth {p.rate:g}mbit"
        elif p.qdisc == "red":
            low = red_min(p.limit)
            lines.append(
                f"tc qdisc add dev out parent 1:1 red limit {p.limit * QUANTUM} min {low} max {3 * low} avpkt 1000 "
                f"burst {red_burst(low)} probability 0.1 bandwidth {p.rate:g}mbit"
            )
        elif p.qdisc == "pfifo_fast":
            lines.insert(1, f"ip link set dev out txqueuelen {p.limit}")
            lines.append("tc qdisc add dev out parent 1:1 pfifo_fast")
        else:
            lines.append(f"tc qdisc add dev out parent 1:1 {p.qdisc} limit {p.limit}")
        return [
            Commands("Set it", lines),
            Commands(
                "Run it",
                [
                    f"iperf3 -c 192.0.2.1 -P {p.flows} -t {p.duration:g} &",
                    "ping -i 0.01 -s 78 192.0.2.1   # as root; a call is about that",
                ],
            ),
            Commands("See it", ["tc -s qdisc show dev out   # dropped, backlog; for fq_codel new_flow_count too"]),
        ]

    @staticmethod
    def run(p: FairQueueingParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the table `calls` has each packet of the call, `flows` each flow."""
        result = FairQueueing.outputs.result(end=p.duration)
        bell = Dumbbell(
            rate=None if p.qdisc == "cake" else p.rate * 1e6,
            qdisc=discipline(p, rng),
            flows=[
                FlowSpec(algorithm="cubic", rtt=p.rtt / 1000, connect=STAGGER * n, era=tcp_era(p.kernel))
                for n in range(p.flows)
            ],
            udp=[CALL],
            rng=rng,
        )
        capture_path(bell, pinged=p.rtt / 1000)
        assert isinstance(bell.link, Device)
        tally = Tally(bell.link.qdisc, p.flows + 1)
        [call] = bell.udp
        assert isinstance(call, Probe)
        senders = [flow.sender for flow in bell.flows]
        settled = Settled(tally, senders)
        ticks, every = sampling(p.duration)
        span = max(0.5, 2 * p.rtt / 1000)
        since, before, rate = 0.0, 0, nan
        for tick in range(1, ticks + 1):
            now = tick * 0.01
            for _ in bell.clock.run(now):
                yield result
            if now >= p.warm:
                settled.sample()
            if now - since >= span:
                done = MSS * sum(sender.board.delivered for sender in senders)
                rate, since, before = (done - before) * 8e-6 / (now - since), now, done
            if tick % every:
                continue
            delay = p.rtt + 1000 * call.delays[-1] if call.delays else nan
            result.append(now, delay, sum(tally.queued), tally.queued[-1], rate)
            result.progress = now / p.duration
        trips = [p.rtt + 1000 * delay for time, delay in zip(call.times, call.delays, strict=True) if time >= p.warm]
        result.tables["flows"] = _flows(p, settled, trips)
        result.tables["calls"] = Table(
            [Column("delay", "ms", "round trip of the call’s packets", "rtt", array("d", trips))]
        )
        _summarise(result, p, settled, trips)
        yield result


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else nan


def _flows(p: FairQueueingParameters, settled: Settled, trips: list[float]) -> Table:
    names = (*(f"upload {n + 1}" for n in range(p.flows)), "the call")
    table = Table(
        [
            Column("who", "", "who", "time", words=names),
            Column("goodput", "Mbit/s", "data that got through", "throughput"),
            Column("queue", "packets", "its waiting packets, mean", "queue"),
            Column("drops", "packets", "dropped", "loss"),
            Column("rtt", "ms", "its round trip: median, for uploads the smoothed one at the end", "rtt"),
        ]
    )
    span = p.duration - p.warm
    goodputs = [*settled.goodputs(span), len(trips) * 64 * 8e-6 / span]
    rtts = [*(sender.rtt.srtt_us / 8000 or nan for sender in settled.senders), _median(trips)]
    rows = zip(goodputs, settled.mean_queues(), settled.drops(), rtts, strict=True)
    for row, values in enumerate(rows):
        table.append(row, *values)
    return table


def _summarise(result: Result, p: FairQueueingParameters, settled: Settled, trips: list[float]) -> None:
    ordered = sorted(trips)
    p50, p99 = (ordered[int(len(ordered) * q)] if ordered else nan for q in (0.5, 0.99))
    goodputs, drops = settled.goodputs(p.duration - p.warm), settled.drops()
    goodput = math.fsum(goodputs)
    lost = drops[-1]
    share = 100 * lost / (lost + len(trips)) if trips or lost else nan
    result.figure("p50", p50)
    result.figure("p99", p99)
    result.figure("lost", share)
    result.figure("goodput", goodput)
    result.figure("mean_queue", settled.mean_queue())
    result.figure("drops", sum(drops))
    result.figure("jain", index(goodputs))
    uploads = "upload" if p.flows == 1 else f"{p.flows} uploads"
    if not trips:
        result.sentence = f"With {p.qdisc} none of the call’s packets gets through."
        return
    result.sentence = (
        f"With {p.qdisc} beside {'one ' if p.flows == 1 else ''}{uploads} the call’s round trip takes "
        f"{significant(p50)} ms, one in a hundred takes {significant(p99)} ms, and {significant(share, 2)}% of it is "
        f"lost. The {uploads} get{'s' if p.flows == 1 else ''} {significant(goodput)} Mbit/s, "
        f"{min(100, 100 * goodput / most(p.rate)):.0f}% of what the line can carry; "
        f"{significant(settled.mean_queue())} packets wait on average."
    )
