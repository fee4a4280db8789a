"""DCTCP and CUBIC on one line: in one queue, in a queue for each, or in two queues whose signals are coupled."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider, Value
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import QUANTUM, Qdisc
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.qdisc.dualpi2 import MAX_PROB, DualPi2
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.tcp.era import LINUX_7_3
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path
from inflight.scenes.transfer import RATE, RTT, most

TOGETHER, EACH, DUAL = "codel", "fq_codel", "dualpi2"
L4S, CLASSIC = "l4s", "classic"
CALL = 106
"""What a packet of the call counts on the line, bytes."""
PER_SECOND = 100
"""Of the call's packets, and so rows."""
MOST_PACKETS = 30_000
SPAN = 0.5
"""s over which rates are taken."""


def _count(label: str, quantity: str) -> Slider:
    return Slider(label=label, unit="", min=0, max=5, step=1, integer=True, quantity=quantity)


@dataclass(frozen=True)
class DualQueueParameters(Parameters):
    """Who is there, and which queue is in front of the line."""

    qdisc: Annotated[
        str,
        Choice(
            label="Queue",
            choices={
                TOGETHER: "one queue: CoDel that marks",
                DUAL: "two queues, coupled: DualPI2",
                EACH: "one for each flow: fq_codel",
            },
            quantity="queue",
            knob="tc qdisc replace",
        ),
    ] = TOGETHER
    l4s: Annotated[int, _count("DCTCP flows, as L4S", "dctcp")] = 1
    classic: Annotated[int, _count("CUBIC flows", "cubic")] = 1
    ecn: Annotated[
        bool,
        Flag(
            label="CUBIC uses ECN",
            knob="net.ipv4.tcp_ecn",
            quantity="cubic",
            help="If not, the queue drops where it would mark.",
        ),
    ] = True
    rate: Annotated[float, replace(RATE, min=4, max=100)] = 40
    rtt: Annotated[float, replace(RTT, min=2, max=100)] = 20
    step: Annotated[
        float,
        Slider(
            label="Step threshold",
            unit="ms",
            min=0.2,
            max=20,
            scale="log10",
            knob="tc qdisc … dualpi2 step_thresh, tc qdisc … fq_codel ce_threshold",
            quantity="ssthresh",
            help="Of the L-queue, or of each flow's queue: what has waited longer is marked.",
            matters_when={"qdisc": (DUAL, EACH)},
        ),
    ] = 1
    target: Annotated[
        float,
        Slider(
            label="Target of the classic queue",
            unit="ms",
            min=2,
            max=50,
            scale="log10",
            knob="tc qdisc … dualpi2 target",
            quantity="queue",
            matters_when={"qdisc": (DUAL,)},
        ),
    ] = 15
    coupling: Annotated[
        int,
        Slider(
            label="Coupling k",
            unit="",
            min=1,
            max=8,
            step=1,
            integer=True,
            knob="tc qdisc … dualpi2 coupling_factor",
            quantity="rto",
            help="An L4S packet is marked with k times the probability whose square marks a classic one.",
            matters_when={"qdisc": (DUAL,)},
        ),
    ] = 2
    duration: Annotated[float, Slider(label="Duration", unit="s", min=2, max=30, scale="log10")] = 8


BOTH: dict[str, Value] = {"qdisc": DUAL}

PRESETS = (
    Preset(
        "One queue",
        {},
        "Both are marked alike. CUBIC gives up 30% of its window for a mark and DCTCP a small part, so DCTCP gets "
        "nearly all of the line.",
    ),
    Preset(
        "Two queues, coupled",
        BOTH,
        "CUBIC is signalled by the square of what DCTCP is, and keeps its part of the line. A call in the L-queue "
        "waits 0.4 ms. Linux 7.3 gave them 17 and 21 Mbit/s.",
    ),
    Preset(
        "Two of each",
        {**BOTH, "l4s": 2, "classic": 2},
        "Four flows, two queues, and still about a quarter for each. Nobody has told flows apart.",
    ),
    Preset(
        "A queue for each",
        {"qdisc": EACH, "ecn": False},
        "Here the scheduler makes them equal, and CUBIC does without ECN, as clients of Linux do. Switch it on: the "
        "threshold marks CUBIC’s packets, too, and it falls behind in a queue of its own.",
    ),
    Preset(
        "Too slow a line",
        {**BOTH, "rate": 10},
        "A packet takes 1.2 ms, so two in a row exceed the step of 1 ms, and DCTCP is marked all the time. Raise the "
        "step to 3 ms.",
    ),
    Preset(
        "A coupling of 1",
        {**BOTH, "coupling": 1},
        "Half the marks for the same wait: DCTCP takes a larger share.",
    ),
)


@experiment("dual-queue", part="disciplines", question="Can DCTCP and CUBIC share a line?")
class DualQueue:
    """A short queue for those who react gently, a normal one for the others, and one controller for both."""

    title = "The dual queue"
    parameters = DualQueueParameters
    points = ("sender", "receiver")
    knobs = ("qdisc", "l4s", "classic")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("dctcp", "Mbit/s", "each DCTCP flow gets, on average", "dctcp"),
            Column("cubic", "Mbit/s", "each CUBIC flow gets, on average", "cubic"),
            Column("l4s_call", "ms", "wait of a call’s packet with ECT(1)", "dctcp"),
            Column("classic_call", "ms", "wait of a call’s packet without ECN", "cubic"),
            Column("coupled", "%", "probability of a mark in the L-queue, k·p′", "dctcp"),
            Column("squared", "%", "probability of a mark or a drop in the classic queue, p′²", "cubic"),
            Column("l4s_queue", "packets", "packets in the L-queue", "dctcp"),
            Column("classic_queue", "packets", "packets in the classic queue", "cubic"),
            Column("queue", "packets", "packets waiting", "queue"),
            Column("l4s_rate", "Mbit/s", "data delivered per second, all DCTCP flows", "dctcp"),
            Column("classic_rate", "Mbit/s", "data delivered per second, all CUBIC flows", "cubic"),
        ),
        figures=(
            Output("classic_each", "Mbit/s", "A CUBIC flow gets"),
            Output("l4s_each", "Mbit/s", "A DCTCP flow gets"),
            Output("l4s_call", "ms", "A call marked ECT(1) waits, on average"),
            Output("classic_call", "ms", "A call without ECN waits, on average"),
            Output("l4s_p99", "ms", "99 of 100 packets of the first call wait less than"),
            Output("used", "%", "Share of what the line can carry"),
            Output("coupled", "%", "Mean probability of a mark in the L-queue"),
            Output("squared", "%", "Mean probability in the classic queue"),
        ),
    )
    views = (
        Scene(
            below="rates",
            sources=(Source("DCTCP", "l4s_rate"), Source("CUBIC", "classic_rate")),
            stores=(
                (
                    Store("Queue", "queue", shares=("l4s_rate", "classic_rate"), where={"qdisc": (TOGETHER, EACH)}),
                    Store("L-queue", "l4s_queue", where={"qdisc": (DUAL,)}),
                    Store("Classic queue", "classic_queue", where={"qdisc": (DUAL,)}),
                ),
            ),
            sink="line",
            out=("l4s_rate", "classic_rate"),
        ),
        Lanes(
            (
                Lane("rates", "Rate of each flow", "Mbit/s", ("dctcp", "cubic")),
                Lane("waits", "Wait of a call’s packet", "ms", ("l4s_call", "classic_call"), handles=("step",)),
                Lane("probability", "Probability of a signal", "%", ("coupled", "squared")),
                Lane("queues", "Packets waiting", "packets", ("l4s_queue", "classic_queue", "queue")),
            )
        ),
        Bars("flows", label="flow", value="goodput", title="Shares"),
        Grid("flows", title="Table"),
    )
    bets = (
        ValueBet(
            id="starved",
            question="DCTCP and CUBIC in one queue of 40 Mbit/s under CoDel with ECN. How many Mbit/s does CUBIC get?",
            summary="classic_each",
            min=0,
            max=40,
            scale="linear",
        ),
        ValueBet(
            id="coupled",
            question="The same two flows over DualPI2. How many ms does a packet of a call wait in the L-queue, on "
            "average?",
            at="Two queues, coupled",
            summary="l4s_call",
            min=0.01,
            max=30,
        ),
    )
    sources = (
        "RFC 9332 §2.1",
        "RFC 9332 §2.4",
        "RFC 9331 §4.1",
        "RFC 8257",
        "sch_dualpi2.c:must_drop",
        "sch_dualpi2.c:dequeue_packet",
        "sch_dualpi2.c:calculate_probability",
    )
    leaves_out = """
        An L4S sender of the Internet: Linux has none, so DCTCP plays it, with ECT(1) on its packets. The recordings had
        a router that rewrites the bits. All flows have the same round-trip time and start together. The
        calls are two streams of 100 small packets per second, which do not listen. Means are those after the first
        third of the run. The run ends after 30,000 full packets.
    """

    @staticmethod
    def commands(p: DualQueueParameters) -> list[Commands]:
        """The queue, who sends, and the bits that say so."""
        queue = {
            TOGETHER: "codel limit 1000 ecn",
            EACH: f"fq_codel ce_threshold {p.step:g}ms",
            DUAL: f"dualpi2 target {p.target:g}ms step_thresh {p.step:g}ms coupling_factor {p.coupling}",
        }[p.qdisc]
        return [
            Commands(
                "Set it",
                [
                    *path(rate=p.rate, rtt=p.rtt),
                    f"tc qdisc add dev out parent 1:1 {queue}",
                    "sysctl -w net.ipv4.tcp_ecn=1   # all hosts",
                ],
            ),
            Commands(
                "Run it",
                [
                    *([f"iperf3 -c 192.0.2.1 -t {p.duration:g} -C dctcp -P {p.l4s} &"] if p.l4s else []),
                    *([f"iperf3 -c 192.0.2.1 -t {p.duration:g} -C cubic -P {p.classic}"] if p.classic else []),
                ],
            ),
            Commands(
                "See it",
                [
                    "tc -s qdisc show dev out   # of dualpi2: prob, delay_c, delay_l, ecn_mark, step_marks",
                    "ss -tin dst 192.0.2.1      # cwnd, rtt, dctcp:(…,alpha:…)",
                ],
            ),
        ]

    @staticmethod
    def run(p: DualQueueParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each packet of the calls, s."""
        end = min(p.duration, MOST_PACKETS * QUANTUM * 8e-6 / p.rate)
        result = DualQueue.outputs.result(end=end)
        line = SharedLine(p, rng)
        capture_path(line.bell)
        ticks = int(end * PER_SECOND)
        for tick in range(1, ticks + 1):
            yield from (result for _ in line.bell.clock.run(tick / PER_SECOND))
            line.sample()
            result.append(tick / PER_SECOND, *line.row())
            result.progress = tick / ticks
        _summarise(result, p, line, end)
        yield result


class SharedLine:
    """All flows and both calls on their line."""

    def __init__(self, p: DualQueueParameters, rng: random.Random) -> None:
        self.discipline = _discipline(p, rng)
        self._coupling = p.coupling
        rtt, era = p.rtt / 1000, LINUX_7_3  # as in the recordings
        self.bell = Dumbbell(
            rate=p.rate * 1e6,
            qdisc=self.discipline,
            rng=rng,
            flows=[
                FlowSpec(algorithm=who, rtt=rtt, ecn=p.ecn, l4s=who == "dctcp", connect=rng.random() * rtt, era=era)
                for who in ["dctcp"] * p.l4s + ["cubic"] * p.classic
            ],
            udp=[UdpSpec(rate=CALL * 8 * PER_SECOND, size=CALL, timed=True, l4s=l4s) for l4s in (True, False)],
        )
        flows = self.bell.flows
        self.groups: dict[str, list[Flow]] = {L4S: flows[: p.l4s], CLASSIC: flows[p.l4s :]}
        self.calls = [flow for flow in self.bell.udp if isinstance(flow, Probe)]
        self.delivered: dict[str, list[int]] = {L4S: [], CLASSIC: []}
        """Segments that each group has delivered, tick by tick."""

    def sample(self) -> None:
        """One tick."""
        for name, group in self.groups.items():
            self.delivered[name].append(sum(flow.sender.board.delivered for flow in group))

    def rate(self, name: str) -> float:
        """Mbit/s of a group over the last `SPAN`; NaN: there is none."""
        counts, back = self.delivered[name], round(SPAN * PER_SECOND)
        if not self.groups[name] or len(counts) <= back:
            return nan
        return (counts[-1] - counts[-1 - back]) * MSS * 8e-6 / SPAN

    def row(self) -> tuple[float, ...]:
        """As the columns have it, without the time."""
        rates = [self.rate(name) for name in (L4S, CLASSIC)]
        each = [rate / max(1, len(group)) for rate, group in zip(rates, self.groups.values(), strict=True)]
        calls = [1000 * call.delays[-1] if call.delays else nan for call in self.calls]
        return *each, *calls, *self.probabilities(), *self._queues(), *rates

    def probabilities(self) -> tuple[float, float]:
        """Of a signal in the L-queue and in the classic one, %."""
        discipline = self.discipline
        if not isinstance(discipline, DualPi2):
            return nan, nan
        base = discipline.prob / MAX_PROB
        return 100 * min(1.0, base * self._coupling), 100 * base * base

    def _queues(self) -> tuple[float, float, float]:
        if not isinstance(self.discipline, DualPi2):
            return nan, nan, self.bell.link.queued()
        classic, short = self.discipline.waiting()
        return short, classic, nan


def _discipline(p: DualQueueParameters, rng: random.Random) -> Qdisc:
    if p.qdisc == TOGETHER:
        return CoDel(ecn=True)
    if p.qdisc == EACH:
        return FqCodel(ce_threshold=p.step / 1000)
    return DualPi2(target=p.target / 1000, step_thresh=p.step / 1000, coupling_factor=p.coupling, rng=rng)


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if value == value]
    return math.fsum(known) / len(known) if known else nan


def _summarise(result: Result, p: DualQueueParameters, line: SharedLine, end: float) -> None:
    warm = len(result["t"]) // 3
    names = [
        *(f"DCTCP {number}" for number in range(1, p.l4s + 1)),
        *(f"CUBIC {number}" for number in range(1, p.classic + 1)),
    ]
    table = Table(
        [
            Column("flow", "", "who", "time", words=tuple(names)),
            Column("goodput", "Mbit/s", "data delivered per second, in the whole run", "throughput"),
            Column("rtt", "ms", "smoothed round-trip time at the end", "rtt"),
            Column("again", "segments", "sent again", "loss"),
        ]
    )
    for place, flow in enumerate(line.bell.flows):
        sender = flow.sender
        goodput = sender.board.delivered * MSS * 8e-6 / end
        table.append(place, goodput, sender.rtt.srtt_us / 8000, sender.retransmissions)
    result.tables["flows"] = table
    seconds = (len(line.delivered[L4S]) - 1 - warm) / PER_SECOND
    got = {
        name: (counts[-1] - counts[warm]) * MSS * 8e-6 / seconds if line.groups[name] else nan
        for name, counts in line.delivered.items()
    }
    for name in (CLASSIC, L4S):
        group = line.groups[name]
        result.figure(f"{name}_each", got[name] / len(group) if group else nan)
    waits = sorted(value for value in result["l4s_call"][warm:] if value == value)
    result.figure("l4s_call", _mean(result["l4s_call"][warm:]))
    result.figure("classic_call", _mean(result["classic_call"][warm:]))
    result.figure("l4s_p99", waits[int(len(waits) * 0.99)] if waits else nan)
    used = 100 * math.fsum(value for value in got.values() if value == value) / most(p.rate)
    result.figure("used", min(100, used))
    result.figure("coupled", _mean(result["coupled"][warm:]))
    result.figure("squared", _mean(result["squared"][warm:]))
    result.sentence = _sentence(result)


def _sentence(result: Result) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    who = [
        f"a {name} flow gets {significant(value[key])} Mbit/s"
        for name, key in (("DCTCP", "l4s_each"), ("CUBIC", "classic_each"))
        if value[key] == value[key]
    ]
    first = " and ".join(who) or "nobody sends"
    waits = f"a call that says ECT(1) waits {significant(value['l4s_call'], 2)} ms on average, another one "
    return f"{first[0].upper()}{first[1:]}; {waits}{significant(value['classic_call'], 2)} ms."
