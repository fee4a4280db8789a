"""Three senders, each alone over a queue that marks what has waited for longer than a threshold."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from math import nan
from typing import Annotated

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Parameters, Preset, Slider, Value
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.congestion.dctcp import MAX_ALPHA, Dctcp
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.base import QUANTUM
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.tcp.era import LINUX_7_3
from inflight.scenes import measured
from inflight.scenes.captured.path import capture_path
from inflight.scenes.transfer import RATE, RTT, Throughput, most, spelled

SENDERS = ("reno", "cubic", "dctcp")
MOST_PACKETS = 8500
"""Of each sender."""
ROWS = 1000
NEVER = 10.0
"""CoDel's own target, s: its law has nothing to do here, only the threshold marks."""


@dataclass(frozen=True)
class StepMarkingParameters(Parameters):
    """The threshold, and the path in front of which the queue is."""

    threshold: Annotated[
        float,
        Slider(
            label="Threshold",
            unit="ms",
            min=0.2,
            max=50,
            scale="log10",
            knob="tc qdisc … fq_codel ce_threshold",
            quantity="ssthresh",
            help="What has waited longer than this is marked.",
        ),
    ] = 1
    rate: Annotated[float, replace(RATE, min=1, max=100)] = 20
    rtt: Annotated[float, replace(RTT, max=200)] = 20
    duration: Annotated[float, Slider(label="Duration", unit="s", min=1, max=30, scale="log10")] = 5


RECORDED: dict[str, Value] = {"rate": 10, "duration": 10}

PRESETS = (
    Preset(
        "One millisecond",
        {},
        "The wait is short for all three. But Reno and CUBIC give up a large part of the window for each mark, and "
        "then the line is idle. DCTCP keeps it full.",
    ),
    Preset(
        "A whole BDP",
        {"threshold": 20},
        "As deep as the round trip is long. Half a window now fills the line, so Reno and CUBIC lose little, "
        "and every packet waits many milliseconds for that.",
    ),
    Preset(
        "The first burst",
        {"rtt": 80},
        "Ten segments leave at once, and the last of them waits 5 ms. So all three end slow start at the first mark, "
        "with a window of ten where the path holds 132, and need seconds to fill the line.",
    ),
    Preset(
        "The recorded path",
        RECORDED,
        "10 Mbit/s, 20 ms. Linux 7.3 carried 2.0 Mbit/s with Reno, 6.6 with CUBIC and 9.4 with DCTCP. A packet takes "
        "1.2 ms here, so two of them in a row are already too many for Reno.",
    ),
    Preset(
        "Five milliseconds",
        {**RECORDED, "threshold": 5},
        "What CoDel aims at. CUBIC is close to full, DCTCP is full, and Reno still isn’t.",
    ),
)


@experiment("step-marking", part="disciplines", question="Who can live with a queue of 1 ms?")
class StepMarking:
    """The same marks for Reno, CUBIC and DCTCP, which make different things of them."""

    title = "Step marking"
    parameters = StepMarkingParameters
    points = ("sender", "receiver")
    knobs = ("threshold", "rtt")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            *(Column(f"{name}_cwnd", "segments", f"congestion window, {spelled(name)}", name) for name in SENDERS),
            *(Column(f"{name}_wait", "ms", f"wait in the queue, {spelled(name)}", name) for name in SENDERS),
            *(
                Column(f"{name}_rate", "Mbit/s", f"data delivered per second, {spelled(name)}", name)
                for name in SENDERS
            ),
            Column("alpha", "%", "DCTCP’s alpha: the share of segments with a mark, smoothed", "dctcp"),
        ),
        figures=(
            *(Output(f"{name}_used", "%", f"{spelled(name)} uses of the line") for name in SENDERS),
            *(Output(f"{name}_wait", "ms", f"{spelled(name)}’s mean wait") for name in SENDERS),
            *(Output(f"{name}_marked", "%", f"{spelled(name)}’s packets with a mark") for name in SENDERS),
            *(Output(f"{name}_cut", "%", f"{spelled(name)} gives up for a mark") for name in SENDERS),
            Output("bdp", "packets", "Bandwidth-delay product"),
        ),
    )
    views = (
        Scene(
            below="throughput",
            sources=tuple(Source(spelled(name), f"{name}_rate") for name in SENDERS),
            stores=(tuple(Store("Wait", f"{name}_wait", marks=("threshold",)) for name in SENDERS),),
            sink="lines",
            out=tuple(f"{name}_rate" for name in SENDERS),
        ),
        Lanes(
            (
                Lane(
                    "wait", "Wait in the queue", "ms", tuple(f"{name}_wait" for name in SENDERS), handles=("threshold",)
                ),
                Lane("window", "Window", "segments", tuple(f"{name}_cwnd" for name in SENDERS)),
                Lane("throughput", "Throughput", "Mbit/s", tuple(f"{name}_rate" for name in SENDERS)),
                Lane("alpha", "DCTCP’s alpha", "%", ("alpha",)),
            ),
        ),
        Bars("senders", label="sender", value="used", title="Line used"),
        Grid("senders", title="Table"),
    )
    bets = (
        ValueBet(
            id="reno",
            question="20 Mbit/s, 20 ms, and a mark for all that waits longer than 1 ms. What percentage of the line "
            "does Reno use?",
            summary="reno_used",
            min=0,
            max=100.5,
            scale="linear",
        ),
        ValueBet(
            id="dctcp-marked",
            question="Threshold 1 ms. How many per cent of DCTCP’s packets get a mark once it runs evenly?",
            summary="dctcp_marked",
            min=0.1,
            max=100,
        ),
    )
    sources = (
        "RFC 3168 §6.1.2",
        "RFC 8257 §3.3",
        "RFC 9330 §1",
        "tcp_dctcp.c:dctcp_ssthresh",
        "tcp_dctcp.c:dctcp_update_alpha",
        "codel_impl.h:codel_dequeue",
    )
    leaves_out = """
        Other flows: each sender has a line of its own. Numbers are those after the first third of the run, at most
        three seconds. CoDel’s own law is off, only the threshold marks, as the hardware of a data-centre switch would.
        The run ends after 8500 packets of each sender. Reno and CUBIC use ECN with classic feedback, DCTCP has a
        receiver that says of each segment whether it was marked.
    """

    @staticmethod
    def commands(p: StepMarkingParameters) -> list[Commands]:
        """The queue of all three, and one sender after another."""
        queue = f"tc qdisc add dev out parent 1:1 codel limit 10000 target {NEVER:g}s ce_threshold {p.threshold:g}ms"
        return [
            Commands("Set it", [*path(rate=p.rate, rtt=p.rtt), queue, "sysctl -w net.ipv4.tcp_ecn=1   # both ends"]),
            Commands(
                "Run it",
                [
                    f"iperf3 -c 192.0.2.1 -t {p.duration:g} -C reno    # then -C cubic",
                    "sysctl -w net.ipv4.tcp_congestion_control=dctcp   # both ends: the receiver must know, too",
                    f"iperf3 -c 192.0.2.1 -t {p.duration:g} -C dctcp",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tin dst 192.0.2.1      # dctcp:(ce_state:…,alpha:…,…), cwnd, delivered_ce",
                    "tc -s qdisc show dev out   # ce_mark, backlog",
                ],
            ),
        ]

    @staticmethod
    def run(p: StepMarkingParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each tick, s."""
        end = min(p.duration, MOST_PACKETS * QUANTUM * 8e-6 / p.rate)
        warm = min(3.0, end / 3)
        result = StepMarking.outputs.result(end=end)
        seed = rng.random()
        lines = [MarkedLine(name, p, random.Random(seed)) for name in SENDERS]
        capture_path(lines[-1].bell)
        tick = end / ROWS
        for row in range(1, ROWS + 1):
            now = row * tick
            for line in lines:
                yield from (result for _ in line.bell.clock.run(now))
                line.sample(now, warm)
            result.append(now, *chain(*zip(*(line.row for line in lines), strict=True)), _alpha(lines[-1]))
            result.progress = now / end
        _summarise(result, p, lines, warm, end - warm)
        yield result


class MarkedLine:
    """A sender and its line, and what has been seen of them. row: window, segments; wait, ms; throughput, Mbit/s."""

    def __init__(self, name: str, p: StepMarkingParameters, rng: random.Random) -> None:
        self.name = name
        self._queue = CoDel(limit=10_000, target=NEVER, ce_threshold=p.threshold / 1000)
        # the kernel of the recordings
        flow = FlowSpec(algorithm=name, rtt=p.rtt / 1000, ecn=True, era=LINUX_7_3)
        self.bell = Dumbbell(rate=p.rate * 1e6, qdisc=self._queue, flows=[flow], rng=rng)
        self.sender = self.bell.flows[0].sender
        self.row: tuple[float, float, float] = (nan, nan, nan)
        self.waits: list[float] = []
        self.since = (0, 0, 0)
        """Bytes acknowledged, packets that had left the queue, and those of them with a mark, after the warm-up."""
        self._packet = QUANTUM * 8e-3 / p.rate
        self._throughput = Throughput(self.sender, 2 * p.rtt / 1000)

    def sample(self, now: float, warm: float) -> None:
        """One sample, s; the summary begins at `warm`."""
        link = self.bell.link
        self.row = self.sender.congestion.cwnd, link.queued() * self._packet, self._throughput.at(now)
        if now < warm:
            self.since = self._counted()
        else:
            self.waits.append(self.row[1])

    def _counted(self) -> tuple[int, int, int]:
        return self.sender.una, self.bell.link.sent, self._queue.marks

    def gone(self) -> tuple[int, int, int]:
        """Bytes, packets and marks since the warm-up."""
        una, sent, marks = (now - then for now, then in zip(self._counted(), self.since, strict=True))
        return una, sent, marks

    def cuts(self, warm: float) -> list[float]:
        """What the window lost at each reduction, %."""
        return [100 * (1 - after / before) for t, _, before, after, _ in self.sender.recovery.entered if t >= warm]


def _alpha(line: MarkedLine) -> float:
    congestion = line.sender.congestion
    assert isinstance(congestion, Dctcp)
    return 100 * congestion.alpha / MAX_ALPHA


def _summarise(result: Result, p: StepMarkingParameters, lines: list[MarkedLine], warm: float, span: float) -> None:
    table = Table(
        [
            Column("sender", "", "who", "time", words=tuple(spelled(name) for name in SENDERS)),
            Column("used", "%", "of what the line can carry", "throughput"),
            Column("wait", "ms", "mean wait in the queue", "queue"),
            Column("marked", "%", "of its packets have a mark", "loss"),
            Column("cuts", "1/s", "reductions of the window per second", "cwnd"),
            Column("cut", "%", "of the window given up each time", "ssthresh"),
        ]
    )
    found: dict[str, dict[str, float]] = {}
    for place, line in enumerate(lines):
        una, sent, marks = line.gone()
        cuts = line.cuts(warm)
        used = 100 * una * 8e-6 / span / most(p.rate)
        values = {
            "used": min(100, used),
            "wait": math.fsum(line.waits) / len(line.waits),
            "marked": 100 * marks / sent if sent else nan,
            "cut": math.fsum(cuts) / len(cuts) if cuts else nan,
        }
        found[line.name] = values
        table.append(place, values["used"], values["wait"], values["marked"], len(cuts) / span, values["cut"])
    for what in ("used", "wait", "marked", "cut"):
        for name in SENDERS:
            result.figure(f"{name}_{what}", found[name][what])
    result.figure("bdp", p.rate * p.rtt * 1000 / 8 / QUANTUM)
    result.tables["senders"] = table
    said = {name: figure.value for name, figure in result.summary.items()}
    shares = [significant(said[f"{name}_used"]) for name in SENDERS]
    costs = _costs([said[f"{name}_cut"] for name in SENDERS])
    result.sentence = "Reno uses {}% of the line, CUBIC {}% and DCTCP {}%. ".format(*shares) + costs


def _costs(cuts: list[float]) -> str:
    """What a mark costs those that had one."""
    known = [f"{spelled(name)} {significant(cut, 2)}%" for name, cut in zip(SENDERS, cuts, strict=True) if cut == cut]
    return f"A mark costs {', '.join(known)} of the window." if known else "Nobody was marked after the start."
