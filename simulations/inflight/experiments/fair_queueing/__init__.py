"""A call beside uploads on one slow line: what each queueing discipline makes of it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.experiments.fair_queueing.flow_backlog import Tally
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider, Value
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Distribution, Grid, Lane, Lanes
from inflight.figure.words import significant
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import QUANTUM, Qdisc
from inflight.kernel.qdisc.red import Red
from inflight.kernel.tcp.constants import MSS
from inflight.scenes.jain import index
from inflight.scenes.transfer import DURATION, NAN, RATE, RTT, most, sampling

CALL = UdpSpec(rate=106 * 8 * 100, size=106, timed=True)
"""The recordings' probe: 64 bytes a hundred times a second, and their headers."""

STAGGER = 0.2
"""s from one upload's start to the next one's."""

WARM = 5.0
"""s that do not count, as in the recordings; a quarter of a shorter run."""

RED_MIN = 0.075
"""RED's min, of its limit, as in the recordings: 30 of 400 kB; max is three times that."""

RECORDED: dict[str, Value] = {"rate": 10, "flows": 4, "duration": 25}
TITLES = {
    "pfifo": "pfifo: one queue",
    "pfifo_fast": "pfifo_fast: three bands",
    "red": "RED: one, early drops",
    "codel": "CoDel: one, kept short",
    "pie": "PIE: one, kept short",
    "sfq": "sfq: one per flow",
    "fq": "fq: one per flow, paced",
    "fq_codel": "fq_codel: one per flow, kept short",
    "cake": "CAKE: the same, and the shaper",
}


@experiment(
    "fair-queueing",
    part="disciplines",
    question="Can a call survive an upload?",
    kernel=("H_codel_4", "H_sfq_4", "H_fq_codel_4", "H_pie_4", "H_red_4"),
)
class FairQueueing:
    """One line, some uploads, and a call of 64 bytes a hundred times a second in the same queue."""

    title = "A call and an upload"
    parameters = (
        Choice(
            name="qdisc",
            label="Discipline",
            choices=TITLES,
            default="pfifo",
            quantity="queue",
            knob="tc qdisc replace",
            help="What stands before the slow line.",
        ),
        Slider(
            name="flows",
            label="Uploads",
            unit="",
            min=1,
            max=8,
            default=1,
            step=1,
            integer=True,
            quantity="flow1",
            help="CUBIC, each 0.2 s after the one before.",
        ),
        replace(RATE, min=1, max=20, default=5),
        replace(RTT, max=200, default=20),
        Slider(
            name="limit",
            label="Limit",
            unit="packets",
            min=10,
            max=10_240,
            default=127,
            scale="log10",
            step=1,
            integer=True,
            quantity="queue",
            knob="tc qdisc … limit",
            help="Of pfifo_fast: txqueuelen, for each band. RED counts bytes: this many full packets.",
            matters_when={"qdisc": tuple(name for name in TITLES if name != "cake")},
        ),
        replace(DURATION, min=2, max=40),
    )
    presets = (
        Preset(
            "One queue",
            {},
            "127 packets of room, which the upload fills: the call’s packets stand behind it for a fifth of a "
            "second and more.",
        ),
        Preset(
            "A queue for each",
            {"qdisc": "fq_codel"},
            "The same line and the same upload. The call waits for the packet that is on the wire, and for no other.",
        ),
        Preset(
            "sfq, recorded",
            {**RECORDED, "qdisc": "sfq"},
            "Here a newcomer waits for one turn of everybody: four uploads, four packets, 4 ms.",
            recording="H_sfq_4",
        ),
        Preset(
            "txqueuelen 1000",
            {"limit": 1000, "qdisc": "pfifo_fast", "duration": 25},
            "What Linux gave every interface for years. Nothing in it is marked, so it is one queue, and a long one.",
        ),
        Preset(
            "CoDel, recorded",
            {**RECORDED, "qdisc": "codel", "limit": 1000},
            "One queue, but a short one: the call waits 10 ms. CoDel cannot tell it from the uploads, so it loses "
            "2 % as well.",
            recording="H_codel_4",
        ),
        Preset(
            "PIE, recorded",
            {**RECORDED, "qdisc": "pie", "limit": 1000},
            "The same idea, with a target of 15 ms and drops by chance.",
            recording="H_pie_4",
        ),
        Preset(
            "RED, recorded",
            {**RECORDED, "qdisc": "red", "limit": 264},
            "The oldest of them. It has to be told how long the queue should be, in bytes, for this very rate.",
            recording="H_red_4",
        ),
        Preset(
            "fq_codel, recorded",
            {**RECORDED, "qdisc": "fq_codel", "limit": 10_240},
            "Four uploads share evenly, ten packets wait in all, and the call has 21 ms.",
            recording="H_fq_codel_4",
        ),
        Preset(
            "Fair, but long",
            {"qdisc": "fq", "limit": 10_000},
            "The call is as well off as with fq_codel. The upload has a queue of up to 100 packets, all its own: "
            "whoever is on the same connection waits there.",
        ),
    )
    views = (
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
            question="5 Mbit/s, room for 127 packets, one upload. How long is the call’s round trip of 20 ms now, in "
            "ms?",
            summary="p50",
            min=10,
            max=2000,
        ),
        ValueBet(
            id="each",
            question="And with fq_codel, all else the same?",
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
        Two flows in one queue by accident: with 1024 of them that happens to two given flows once in 1024 times, and
        not here. fq is here what a router does with it: pacing needs the sockets, which are on the sending host. PIE
        and RED drop by chance, and the seed decides about it. The call does not answer to losses and delays, as a real
        one would.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The path with the discipline, the uploads and something like a call."""
        lines = path(rate=p.rate, rtt=p.rtt)
        if p.qdisc == "cake":
            lines[-1] = f"tc qdisc add dev out root cake bandwidth {p.rate:g}mbit"
        elif p.qdisc == "red":
            low = _red_min(p.limit)
            lines.append(
                f"tc qdisc add dev out parent 1:1 red limit {p.limit * QUANTUM} min {low} max {3 * low} avpkt 1000 "
                f"burst {_red_burst(low)} probability 0.1 bandwidth {p.rate:g}mbit"
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the table `calls` has each packet of the call, `flows` each flow."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("delay", "ms", "round trip of the call’s packet that arrived last", "rtt"),
                Column("queue", "packets", "all packets that wait", "queue"),
                Column("of_the_call", "packets", "the call’s packets that wait", "flow3"),
                Column("throughput", "Mbit/s", "data of all uploads acknowledged per second", "throughput"),
            ],
            end=p.duration,
        )
        bell = Dumbbell(
            rate=None if p.qdisc == "cake" else p.rate * 1e6,
            qdisc=_discipline(p, rng),
            flows=[FlowSpec(algorithm="cubic", rtt=p.rtt / 1000, connect=STAGGER * n) for n in range(p.flows)],
            udp=[CALL],
            rng=rng,
        )
        assert isinstance(bell.link, Device)
        tally = Tally(bell.link.qdisc, p.flows + 1)
        [call] = bell.udp
        assert isinstance(call, Probe)
        warm = min(WARM, p.duration / 4)
        ticks, every = sampling(p.duration)
        span = max(0.5, 2 * p.rtt / 1000)
        senders = [flow.sender for flow in bell.flows]
        at_warm = [0] * p.flows
        sums = [0] * (p.flows + 1)
        dropped_before = [0] * (p.flows + 1)
        lost_before, since, before, rate, samples = 0, 0.0, 0, NAN, 0
        for tick in range(1, ticks + 1):
            now = tick * 0.01
            for _ in bell.clock.run(now):
                yield result
            if now >= warm:
                if not samples:
                    at_warm = [sender.una for sender in senders]
                    dropped_before = list(tally.dropped)
                    lost_before = tally.dropped[-1]
                samples += 1
                for n, count in enumerate(tally.queued):
                    sums[n] += count
            if now - since >= span:
                done = MSS * sum(sender.board.delivered for sender in senders)
                rate, since, before = (done - before) * 8e-6 / (now - since), now, done
            if tick % every:
                continue
            delay = p.rtt + 1000 * call.delays[-1] if call.delays else NAN
            result.append(now, delay, sum(tally.queued), tally.queued[-1], rate)
            result.progress = now / p.duration
        goodputs = [
            (sender.una - was) * 8e-6 / (p.duration - warm) for sender, was in zip(senders, at_warm, strict=True)
        ]
        trips = [p.rtt + 1000 * delay for time, delay in zip(call.times, call.delays, strict=True) if time >= warm]
        lost = tally.dropped[-1] - lost_before
        drops = [now - was for now, was in zip(tally.dropped, dropped_before, strict=True)]
        result.tables["flows"] = _table(p, goodputs, [count / max(samples, 1) for count in sums], drops, trips, senders)
        result.tables["calls"] = calls = Table([Column("delay", "ms", "round trip of the call’s packets", "rtt")])
        for trip in trips:
            calls.append(trip)
        _summarise(result, p, trips, lost, goodputs, sums, samples, drops)
        yield result


def _red_min(limit: int) -> int:
    """A packet at least: with less no weight lets even that pass."""
    return max(int(RED_MIN * limit * QUANTUM), QUANTUM)


def _red_burst(low: int) -> int:
    """55 for 30 kB, as in the recordings."""
    return max(low * 55 // 30_000, low // 1000 + 1)


def _discipline(p: Any, rng: random.Random) -> Qdisc:
    if p.qdisc == "cake":
        return disciplines()["cake"](bandwidth=p.rate * 1e6)  # type: ignore[call-arg]
    if p.qdisc == "red":
        low = _red_min(p.limit)
        return Red(
            limit=p.limit * QUANTUM,
            min=low,
            max=3 * low,
            burst=_red_burst(low),
            probability=0.1,
            bandwidth=p.rate * 1e6,
            rng=rng,
        )
    given = {"rng": rng} if p.qdisc == "pie" else {}
    return disciplines()[p.qdisc](limit=p.limit, **given)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else NAN


def _table(
    p: Any, goodputs: list[float], queues: list[float], drops: list[int], trips: list[float], senders: list[Any]
) -> Table:
    names = (*(f"upload {n + 1}" for n in range(p.flows)), "the call")
    table = Table(
        [
            Column("who", "", "who", "time", words=names),
            Column("goodput", "Mbit/s", "data that got through", "throughput"),
            Column("queue", "packets", "its packets that wait, mean", "queue"),
            Column("drops", "packets", "dropped", "loss"),
            Column("rtt", "ms", "its round trip: median, for uploads the smoothed one at the end", "rtt"),
        ]
    )
    heard = len(trips) * 64 * 8e-6 / (p.duration - min(WARM, p.duration / 4))
    own = [sender.rtt.srtt_us / 8000 or NAN for sender in senders]
    rows = zip([*goodputs, heard], queues, drops, [*own, _median(trips)], strict=True)
    for row, values in enumerate(rows):
        table.append(row, *values)
    return table


def _summarise(
    result: Result,
    p: Any,
    trips: list[float],
    lost: int,
    goodputs: list[float],
    sums: list[int],
    samples: int,
    drops: list[int],
) -> None:
    ordered = sorted(trips)
    p50, p99 = (ordered[int(len(ordered) * q)] if ordered else NAN for q in (0.5, 0.99))
    goodput = math.fsum(goodputs)
    share = 100 * lost / (lost + len(trips)) if trips or lost else NAN
    result.figure("p50", p50, "ms", "The call’s round trip, median")
    result.figure("p99", p99, "ms", "One in a hundred takes longer than")
    result.figure("lost", share, "%", "Of the call lost")
    result.figure("goodput", goodput, "Mbit/s", "Uploads together")
    result.figure("mean_queue", sum(sums) / max(samples, 1), "packets", "Mean queue")
    result.figure("drops", sum(drops), "packets", "Dropped")
    result.figure("jain", index(goodputs), "", "Jain’s index of the uploads")
    uploads = "upload" if p.flows == 1 else f"{p.flows} uploads"
    if not trips:
        result.sentence = f"With {p.qdisc} nothing of the call gets through."
        return
    result.sentence = (
        f"With {p.qdisc} beside {'one ' if p.flows == 1 else ''}{uploads} the call’s round trip takes "
        f"{significant(p50)} ms, {significant(p99)} ms in one of a hundred, and {significant(share, 2)} % of it is "
        f"lost. The {uploads} get{'s' if p.flows == 1 else ''} {significant(goodput)} Mbit/s, "
        f"{min(100, 100 * goodput / most(p.rate)):.0f} % of what the line can carry; "
        f"{significant(sum(sums) / max(samples, 1))} packets wait on average."
    )
