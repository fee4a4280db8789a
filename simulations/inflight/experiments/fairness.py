"""Up to four flows over one bottleneck: who gets how much of it, and what the queue has to do with that."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Parameter, Preset, Slider, Value
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes
from inflight.figure.words import significant
from inflight.kernel.congestion import algorithms
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.path.udp import UdpFlow, UdpSpec
from inflight.kernel.tcp.constants import MSS
from inflight.scenes.jain import index
from inflight.scenes.transfer import BUFFER, DURATION, NAN, RATE, RTT, TICK, most, sampling, spelled

OFF, UDP, HALF = "off", "udp", "udp-half"
PLACES = (1, 2, 3, 4)
NAMES = ("first", "second", "third", "fourth")
WARM = 10.0
"""s after the last start that do not count, as in the recordings; less in a short run."""

SPAN = 0.5
"""s over which a rate is taken, at least: the level is what is compared, not the rhythm of the windows."""


def _who(place: int, default: str) -> Choice:
    return Choice(
        name=f"flow{place}",
        label=f"Flow {place}",
        choices={
            **({} if place == 1 else {OFF: "off"}),
            **{name: spelled(name) for name in algorithms()},
            UDP: "UDP, constant rate",
            HALF: "UDP, half of that",
        },
        default=default,
        quantity=f"flow{place}",
        knob="net.ipv4.tcp_congestion_control",
    )


def _controls(place: int, default: str, rtt: float) -> tuple[Parameter, ...]:
    quantity = f"flow{place}"
    return (
        _who(place, default),
        replace(
            RTT,
            name=f"rtt{place}",
            label=f"RTT of flow {place}",
            default=rtt,
            quantity=quantity,
            help="",
            matters_when={f"flow{place}": tuple(algorithms())},
        ),
        Slider(
            name=f"start{place}",
            label=f"Start of flow {place}",
            unit="s",
            min=0,
            max=60,
            default=0,
            quantity=quantity,
            matters_when={} if place == 1 else {f"flow{place}": (*algorithms(), UDP, HALF)},
        ),
    )


RTTS: dict[str, Value] = {"rtt1": 40, "rtt2": 120}
LINE: dict[str, Value] = {"rate": 10, "buffer": 60, "duration": 70}
"""The path of the recordings with two round-trip times."""

LATER: dict[str, Value] = {"rate": 10, "rtt1": 40, "rtt2": 40, "start2": 10, "duration": 70}
"""That of those with one, where the second flow comes 10 s later."""

GRAB: dict[str, Value] = {"flow1": UDP, "flow2": HALF, "flow3": HALF, "rate": 2, "udp": 2, "buffer": 25, "duration": 30}


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
    parameters = (
        *_controls(1, "reno", 20),
        *_controls(2, "reno", 120),
        *_controls(3, OFF, 40),
        *_controls(4, OFF, 40),
        Slider(
            name="udp",
            label="Rate of UDP",
            unit="Mbit/s",
            min=0.1,
            max=1000,
            default=2,
            scale="log10",
            quantity="throughput",
            help="What a UDP flow sends, headers included, whatever becomes of it.",
            matters_when={f"flow{place}": (UDP, HALF) for place in PLACES},
        ),
        RATE,
        replace(BUFFER, default=15, knob="tc qdisc … limit"),
        Choice(
            name="qdisc",
            label="Queue",
            choices={"pfifo": "pfifo: one queue for all", "codel": "CoDel", "fq_codel": "fq_codel: one per flow"},
            default="pfifo",
            quantity="queue",
            knob="tc qdisc replace",
            help="What stands before the slow line.",
        ),
        replace(DURATION, default=20),
    )
    presets = (
        Preset("Nearer wins", {}, "Same algorithm, same line. The one with the short way takes four fifths of it."),
        Preset(
            "A queue for each",
            {"qdisc": "fq_codel"},
            "The same two flows, and nothing changed but the queue: neither can push the other out.",
        ),
        Preset(
            "Nearer wins, recorded",
            {**LINE, **RTTS},
            "40 against 120 ms at 10 Mbit/s, as recorded: Linux gave the near one 80 %.",
            recording="I_rtt_reno_40_120",
        ),
        Preset(
            "CUBIC, recorded",
            {**LINE, **RTTS, "flow1": "cubic", "flow2": "cubic"},
            "“Does not depend on the RTT”, but on this short path it does: 82 % in the recording.",
            recording="I_rtt_cubic_40_120",
        ),
        Preset(
            "fq_codel, recorded",
            {**LINE, **RTTS, "flow1": "cubic", "flow2": "cubic", "qdisc": "fq_codel", "buffer": 5000, "duration": 40},
            "53 % and 47 %, and the queue is gone, too.",
            recording="I_rtt_cubic_fq_codel",
        ),
        Preset(
            "CUBIC meets Reno",
            {**LATER, "flow1": "cubic", "flow2": "reno", "buffer": 100},
            "Two thirds for CUBIC with 100 packets of buffer. Drag it to 20, and they are even.",
            recording="I_cubic_reno_b100",
        ),
        Preset(
            "CUBIC meets BBR",
            {**LATER, "flow1": "cubic", "flow2": "bbr", "buffer": 20},
            "A small buffer: CUBIC sees loss after loss, and BBR does not mind. It got 84 %. Drag the buffer up.",
            recording="I_cubic_bbr_b20",
        ),
        Preset(
            "Vegas meets Reno",
            {**LATER, "flow1": "vegas", "flow2": "reno", "buffer": 100},
            "Vegas steps back as soon as packets wait; Reno fills the queue, so there are always some. 8 % in the "
            "recording.",
            recording="I_vegas_reno_b100",
        ),
        Preset(
            "One by one",
            {
                **{f"flow{place}": "reno" for place in PLACES},
                **{f"rtt{place}": 40 for place in PLACES},
                **{f"start{place}": 10.0 * (place - 1) for place in PLACES},
                **LINE,
            },
            "Four Reno flows, 10 s apart: each newcomer pushes the others aside until all have the same.",
            recording="I_stairs_reno4",
        ),
        Preset(
            "Bandwidth grab",
            GRAB,
            "Senders of 2, 1 and 1 Mbit/s that do not listen, on a line of 2: twice the rate, twice the share.",
        ),
        Preset(
            "Grab from TCP",
            {**GRAB, "flow2": "cubic", "flow3": "cubic", "rtt2": 40, "rtt3": 40},
            "The same sender among two that do listen: they step back until nothing is left.",
        ),
        Preset(
            "No grab with fq_codel",
            {**GRAB, "flow2": "cubic", "flow3": "cubic", "rtt2": 40, "rtt3": 40, "qdisc": "fq_codel"},
            "About a third for each. What the first sends beyond that is thrown away, and only that.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("rates", "Each one’s rate", "Mbit/s", tuple(f"flow_{place}" for place in PLACES)),
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
        Everything but one queue: in a real path flows meet at several. Chance, too: the start of each flow is moved by
        less than its round-trip time (the seed decides), because which packet meets a full queue depends on
        microseconds; look at the band of several seeds before you believe a difference of a few per cent. UDP is
        jittery: from nothing to twice the mean lies between two datagrams, or else their rhythm would decide who
        is dropped. fq_codel never puts two flows into one of its
        1024 queues here; in the kernel that happens to two given flows once in 1024 times.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The path, one sender for each flow behind its own delay, and what shows the shares."""
        taking = [place for place in PLACES if getattr(p, f"flow{place}") != OFF]
        lines = []
        for place in taking:
            who, port = getattr(p, f"flow{place}"), 5200 + place
            wait = f"sleep {getattr(p, f'start{place}'):g}; " if getattr(p, f"start{place}") else ""
            kind = f"-u -b {_udp_rate(p, who):g}M -l 1472" if who in (UDP, HALF) else f"-C {who}"
            lines.append(f"({wait}iperf3 -c 192.0.2.1 -p {port} -t {p.duration:g} {kind}) &   # sender {place}")
        delays = [
            f"tc qdisc add dev back{place} root netem delay {getattr(p, f'rtt{place}'):g}ms limit 100000"
            f"   # router, towards sender {place}"
            for place in taking
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); shares are of the data that arrived from `WARM` s after the last start on."""
        flows = _flows(p)
        by_place = {flow.place: flow for flow in flows}
        result = Result(
            [
                Column("t", "s", "time", "time"),
                *(Column(f"flow_{n}", "Mbit/s", _meaning(by_place.get(n), n), f"flow{n}") for n in PLACES),
                Column("queue", "packets", "packets waiting at the bottleneck", "queue"),
                Column("jain", "", "Jain’s index of those that have started", "time"),
            ],
            end=p.duration,
        )
        tcp, udp = [f for f in flows if not f.udp], [f for f in flows if f.udp]
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=p.buffer,
            qdisc=p.qdisc,
            rng=rng,
            flows=[
                FlowSpec(algorithm=f.who, rtt=f.rtt, connect=f.start + rng.random() * f.rtt)  # see leaves_out
                for f in tcp
            ],
            udp=[UdpSpec(rate=f.udp * 1e6, start=f.start, jitter=1.0) for f in udp],
        )
        running: dict[int, Flow | UdpFlow] = {f.place: flow for f, flow in zip(tcp, bell.flows, strict=True)}
        running |= {f.place: flow for f, flow in zip(udp, bell.udp, strict=True)}
        meters = {place: _Meter(flow) for place, flow in running.items()}
        ticks, every = sampling(p.duration)
        span = max(SPAN, 4 * max((f.rtt for f in tcp), default=0), every * TICK)
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
            rates = {f.place: meters[f.place].rate(now, span) if now > f.start else NAN for f in flows}
            known = [rate for rate in rates.values() if rate == rate]
            result.append(now, *(rates.get(n, NAN) for n in PLACES), bell.link.queued(), index(known))
            result.progress = now / p.duration
        measured = p.duration - since
        got = {place: (meter.arrived - at_warm[place]) * 8e-6 / measured for place, meter in meters.items()}
        _summarise(result, got, bell, math.fsum(queues) / len(queues))
        result.tables = {"shares": _table(flows, got, running)}
        result.sentence = _sentence(flows, got, result, p)
        yield result


@dataclass(frozen=True)
class _Flow:
    """One that takes part. rtt, start: s. udp: Mbit/s, 0 for TCP."""

    place: int
    who: str
    rtt: float
    start: float
    udp: float

    @property
    def name(self) -> str:
        """As a row of a table: 1 Reno, 40 ms."""
        if self.udp:
            return f"{self.place} UDP, {self.udp:g} Mbit/s"
        return f"{self.place} {spelled(self.who)}, {self.rtt * 1000:g} ms"


def _udp_rate(p: Any, who: str) -> float:
    return float(p.udp) / {UDP: 1, HALF: 2}[who] if who in (UDP, HALF) else 0.0


def _flows(p: Any) -> list[_Flow]:
    """Those that are not off, and start before the end; the first one is always there."""
    found = []
    for place in PLACES:
        who, rtt, start = (getattr(p, f"{what}{place}") for what in ("flow", "rtt", "start"))
        if place == 1:
            start = min(start, p.duration / 2)
        if who != OFF and start < p.duration:
            found.append(_Flow(place, who, rtt / 1000, start, _udp_rate(p, who)))
    return found


def _meaning(flow: _Flow | None, place: int) -> str:
    return f"data delivered per second, {flow.name}" if flow else f"flow {place}, which is off"


class _Meter:
    """Counts what arrives of one flow."""

    def __init__(self, flow: Flow | UdpFlow) -> None:
        self._flow = flow
        self._before, self._since, self._rate = 0.0, 0.0, 0.0

    @property
    def arrived(self) -> float:
        """Bytes of data: in order, for TCP."""
        return self._flow.payload_received if isinstance(self._flow, UdpFlow) else self._flow.sender.una

    def rate(self, now: float, span: float) -> float:
        """Mbit/s over the last whole `span`, what SACK reports included."""
        flow = self._flow
        count = flow.payload_received if isinstance(flow, UdpFlow) else flow.sender.board.delivered * MSS
        if now - self._since >= span - TICK / 2:
            self._rate = (count - self._before) * 8e-6 / (now - self._since)
            self._before, self._since = count, now
        return self._rate


def _table(flows: list[_Flow], got: dict[int, float], running: dict[int, Flow | UdpFlow]) -> Table:
    table = Table(
        [
            Column("flow", "", "who", "time", words=tuple(flow.name for flow in flows)),
            Column("share", "%", "of the data that arrived", "throughput"),
            Column("goodput", "Mbit/s", "data that arrived per second", "throughput"),
            Column("rtt", "ms", "smoothed round-trip time at the end", "rtt"),
            Column("lost", "packets", "dropped, as far as the sender knows (UDP: as it is)", "loss"),
        ]
    )
    everything = math.fsum(got.values()) or NAN
    for row, flow in enumerate(flows):
        run = running[flow.place]
        if isinstance(run, UdpFlow):
            rtt, lost = NAN, run.sent - run.received
        else:
            rtt, lost = run.sender.rtt.srtt_us / 8000 or NAN, run.sender.retransmissions
        table.append(row, 100 * got[flow.place] / everything, got[flow.place], rtt, lost)
    return table


def _summarise(result: Result, got: dict[int, float], bell: Dumbbell, mean_queue: float) -> None:
    everything = math.fsum(got.values())
    for place, name in zip(PLACES, NAMES, strict=True):
        share = 100 * got[place] / everything if place in got and everything else NAN
        result.figure(f"share{place}", share, "%", f"Share of the {name}")
    result.figure("jain", index(list(got.values())), "", "Jain’s index")
    result.figure("goodput", everything, "Mbit/s", "All together")
    result.figure("mean_queue", mean_queue, "packets", "Mean queue")
    result.figure("drops", bell.link.drops, "packets", "Dropped by the queue")


def _sentence(flows: list[_Flow], got: dict[int, float], result: Result, p: Any) -> str:
    everything = math.fsum(got.values())
    if not everything:
        return "Nothing gets through."
    ranked = sorted(flows, key=lambda flow: -got[flow.place])
    shares = [
        f"{NAMES[flow.place - 1]} ({flow.name[2:]}) gets {100 * got[flow.place] / everything:.0f} %" for flow in ranked
    ]
    listed = shares[0] if len(shares) == 1 else ", ".join(f"the {share}" for share in shares[1:])
    first = f"The {shares[0]}" + (f", {listed}" if len(shares) > 1 else "")
    fair = result.summary["jain"].value
    verdict = (
        f" Jain’s index is {fair:.2f}, where {1 / len(flows):.2f} would be one flow alone." if len(flows) > 1 else ""
    )
    share = min(100, 100 * everything / most(p.rate))
    queue = significant(result.summary["mean_queue"].value, 2)
    return (
        f"{first} of what arrives.{verdict} Together they get {significant(everything)} Mbit/s, {share:.0f} % of what "
        f"the line can carry; {queue} packets wait on average."
    )
