"""Up to four flows over one bottleneck: who gets how much of it, and what the queue has to do with that."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.fairness.flows import Meter, SharingFlow, taking_part
from inflight.experiments.fairness.parameters import HALF, LATER, PLACES, PRESETS, UDP, FairnessParameters
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.path.udp import UdpFlow, UdpSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path
from inflight.scenes.jain import index
from inflight.scenes.transfer import TICK, most, sampling

NAMES = ("first", "second", "third", "fourth")
SENDERS = tuple(f"{name} sender" for name in NAMES)
WARM = 10.0
"""s after the last start that do not count, as in the recordings; less in a short run."""

SPAN = 0.5
"""s over which a rate is taken, at least: the level is what is compared, not the rhythm of the windows."""


@experiment(
    "fairness",
    part="congestion",
    question="Who gets the line?",
    kernel=(
        "I_rtt_reno_40_120",
        "I_rtt_cubic_40_120",
        "I_rtt_cubic_fq_codel",
        "I_cubic_reno_b100",
        "I_cubic_bbr_b20",
        "I_vegas_reno_b100",
        "I_stairs_reno4",
    ),
)
class Fairness:
    """Flows that meet at one queue. Jain's index is (Σx)² / (n·Σx²): 1 is fair, 1/n is one flow alone."""

    title = "Sharing a line"
    parameters = FairnessParameters
    points = ("receiver", *SENDERS)
    knobs = ("flow1", "flow2", "buffer")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            *(Column(f"flow_{n}", "Mbit/s", f"data delivered per second, flow {n}", f"flow{n}") for n in PLACES),
            measured.QUEUE,
            Column("jain", "", "Jain’s index of those that have started", "time"),
        ),
        figures=(
            *(Output(f"share{n}", "%", f"Share of the {name}") for n, name in zip(PLACES, NAMES, strict=True)),
            Output("jain", "", "Jain’s index"),
            Output("goodput", "Mbit/s", "All together"),
            measured.MEAN_QUEUE,
            measured.QUEUE_DROPS,
        ),
    )
    views = (
        Scene(
            below="rates",
            sources=tuple(Source(f"flow {place}", f"flow_{place}") for place in PLACES),
            stores=((Store("Queue", "queue", limit="buffer", shares=tuple(f"flow_{place}" for place in PLACES)),),),
            sink="line",
            out=tuple(f"flow_{place}" for place in PLACES),
        ),
        Lanes(
            (
                Lane("rates", "Rate of each flow", "Mbit/s", tuple(f"flow_{place}" for place in PLACES)),
                Lane("queue", "Queue", "packets", ("queue",), kind="area", handles=("buffer",)),
                Lane("jain", "Jain’s index", "", ("jain",)),
            )
        ),
        Bars("shares", label="flow", value="share", title="Shares"),
        Grid("shares", title="Table"),
    )
    bets = (
        ValueBet(
            id="near",
            question="Two Reno flows on one line, 20 and 120 ms. What share does the near one get?",
            summary="share1",
            min=0,
            max=100,
            scale="linear",
        ),
        ValueBet(
            id="grab",
            question="UDP at 2 Mbit/s and two CUBIC flows on a line of 2 Mbit/s. What share does UDP get?",
            at="Grab from TCP",
            summary="share1",
            min=0,
            max=100.5,
            scale="linear",
        ),
        ValueBet(
            id="buffer",
            question="CUBIC against Reno, now with a buffer of 20 packets. What share does CUBIC get?",
            at={**LATER, "flow1": "cubic", "flow2": "reno", "buffer": 20},
            summary="share1",
            min=0,
            max=100,
            scale="linear",
        ),
    )
    sources = (
        "Jain, Chiu and Hawe 1984 (DEC-TR-301)",
        "Lakshman and Madhow 1997 (the RTT’s share)",
        "RFC 9438 §5.8",
        "RFC 8289",
        "RFC 8290",
        "sch_fq_codel.c",
    )
    leaves_out = """
        All queues but one: on a real path flows meet at several. Microseconds decide which packet meets a full queue,
        so the seed moves the start of each flow by less than its round-trip time. Look at the band of several seeds
        before you believe a difference of a few per cent. UDP is jittery: the gap between two datagrams is anything
        from nothing to twice the mean, or their rhythm would decide whose packets are dropped. fq_codel never puts two
        flows into one of its 1024 queues here; in the kernel that happens to two given flows once in 1024 times.
    """

    @staticmethod
    def commands(p: FairnessParameters) -> list[Commands]:
        """The path, one sender for each flow behind its own delay, and what shows the shares."""
        lines = []
        for flow in p.flows():
            wait = f"sleep {flow.start:g}; " if flow.start else ""
            kind = f"-u -b {p.udp_rate(flow.who):g}M -l 1472" if flow.who in (UDP, HALF) else f"-C {flow.who}"
            port = 5200 + flow.place
            lines.append(f"({wait}iperf3 -c 192.0.2.1 -p {port} -t {p.duration:g} {kind}) &   # sender {flow.place}")
        delays = [
            f"tc qdisc add dev back{flow.place} root netem delay {flow.rtt:g}ms limit 100000"
            f"   # router, towards sender {flow.place}"
            for flow in p.flows()
        ]
        bottleneck = path(rate=p.rate, rtt=p.rtt1, buffer=p.buffer)[1:]
        bottleneck[-1] = f"tc qdisc add dev out parent 1:1 {p.qdisc} limit {p.buffer}"
        return [
            Commands("Set it", [*delays, *bottleneck]),
            Commands("Run it", lines),
            Commands(
                "See it",
                [
                    "ss -tin dst 192.0.2.1      # cwnd, rtt and delivery_rate of each connection",
                    "tc -s qdisc show dev out   # drops, marks, backlog; for fq_codel new_flow_count",
                ],
            ),
        ]

    @staticmethod
    def run(p: FairnessParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); shares are of the data that arrived from `WARM` s after the last start on."""
        flows = taking_part(p)
        by_place = {flow.place: flow for flow in flows}
        meanings = {f"flow_{n}": _meaning(by_place.get(n), n) for n in PLACES}
        result = Fairness.outputs.result(end=p.duration, meanings=meanings)
        bell, running = _start(p, flows, rng)
        _capture(bell, flows)
        meters = {place: Meter(flow) for place, flow in running.items()}
        ticks, every = sampling(p.duration)
        span = max(SPAN, 4 * max((f.rtt for f in flows if not f.udp), default=0), every * TICK)
        since = max(f.start for f in flows)
        since += min(WARM, (p.duration - since) / 4)
        queues: list[int] = []
        at_warm: dict[int, float] = {}
        for tick in range(1, ticks + 1):
            now = tick * TICK
            for _ in bell.clock.run(now):
                yield result
            if now >= since:
                at_warm = at_warm or {place: meter.arrived for place, meter in meters.items()}
                queues.append(bell.link.queued())
            if tick % every:
                continue
            rates = {f.place: meters[f.place].rate(now, span) if now > f.start else nan for f in flows}
            known = [rate for rate in rates.values() if rate == rate]
            result.append(now, *(rates.get(n, nan) for n in PLACES), bell.link.queued(), index(known))
            result.progress = now / p.duration
        span = p.duration - since
        got = {place: (meter.arrived - at_warm[place]) * 8e-6 / span for place, meter in meters.items()}
        _summarise(result, got, bell, math.fsum(queues) / len(queues))
        result.tables = {"shares": _table(flows, got, running)}
        result.sentence = _sentence(flows, got, result, p)
        yield result


def _start(
    p: FairnessParameters, flows: list[SharingFlow], rng: random.Random
) -> tuple[Dumbbell, dict[int, Flow | UdpFlow]]:
    """The line with all flows on it, and each of these by its place."""
    tcp, udp = [f for f in flows if not f.udp], [f for f in flows if f.udp]
    bell = Dumbbell(
        rate=p.rate * 1e6,
        limit=p.buffer,
        qdisc=p.qdisc,
        rng=rng,
        flows=[
            FlowSpec(
                algorithm=f.who, rtt=f.rtt, connect=f.start + rng.random() * f.rtt, era=tcp_era(p.kernel)
            )  # see leaves_out
            for f in tcp
        ],
        udp=[UdpSpec(rate=f.udp * 1e6, start=f.start, jitter=1.0) for f in udp],
    )
    running: dict[int, Flow | UdpFlow] = {f.place: flow for f, flow in zip(tcp, bell.flows, strict=True)}
    running |= {f.place: flow for f, flow in zip(udp, bell.udp, strict=True)}
    return bell, running


def _capture(bell: Dumbbell, flows: list[SharingFlow]) -> None:
    """Each sender is a host of its own; the line numbers those of UDP after the others."""
    places = [flow.place - 1 for flow in sorted(flows, key=lambda flow: flow.udp > 0)]
    capture_path(bell, senders=SENDERS, places=places)


def _meaning(flow: SharingFlow | None, place: int) -> str:
    return f"data delivered per second, {flow.name}" if flow else f"flow {place}, which is off"


def _table(flows: list[SharingFlow], got: dict[int, float], running: dict[int, Flow | UdpFlow]) -> Table:
    table = Table(
        [
            Column("flow", "", "who", "time", words=tuple(flow.name for flow in flows)),
            Column("share", "%", "of the data that arrived", "throughput"),
            Column("goodput", "Mbit/s", "data that arrived per second", "throughput"),
            Column("rtt", "ms", "smoothed round-trip time at the end", "rtt"),
            Column("lost", "packets", "dropped, as far as the sender knows (UDP: really)", "loss"),
        ]
    )
    everything = math.fsum(got.values()) or nan
    for row, flow in enumerate(flows):
        run = running[flow.place]
        if isinstance(run, UdpFlow):
            rtt, lost = nan, run.sent - run.received
        else:
            rtt, lost = run.sender.rtt.srtt_us / 8000 or nan, run.sender.retransmissions
        table.append(row, 100 * got[flow.place] / everything, got[flow.place], rtt, lost)
    return table


def _summarise(result: Result, got: dict[int, float], bell: Dumbbell, mean_queue: float) -> None:
    everything = math.fsum(got.values())
    for place in PLACES:
        share = 100 * got[place] / everything if place in got and everything else nan
        result.figure(f"share{place}", share)
    result.figure("jain", index(list(got.values())))
    result.figure("goodput", everything)
    result.figure("mean_queue", mean_queue)
    result.figure("drops", bell.link.drops)


def _sentence(flows: list[SharingFlow], got: dict[int, float], result: Result, p: FairnessParameters) -> str:
    everything = math.fsum(got.values())
    if not everything:
        return "Nothing gets through."
    ranked = sorted(flows, key=lambda flow: -got[flow.place])
    shares = [
        f"{NAMES[flow.place - 1]} ({flow.name[2:]}) gets {100 * got[flow.place] / everything:.0f}%" for flow in ranked
    ]
    listed = shares[0] if len(shares) == 1 else ", ".join(f"the {share}" for share in shares[1:])
    first = f"The {shares[0]}" + (f", {listed}" if len(shares) > 1 else "")
    fair = result.summary["jain"].value
    verdict = f" Jain’s index is {fair:.2f}; {1 / len(flows):.2f} would be one flow alone." if len(flows) > 1 else ""
    share = min(100, 100 * everything / most(p.rate))
    queue = significant(result.summary["mean_queue"].value, 2)
    return (
        f"{first} of what arrives.{verdict} Together they get {significant(everything)} Mbit/s, {share:.0f}% of what "
        f"the line can carry; {queue} packets wait on average."
    )
