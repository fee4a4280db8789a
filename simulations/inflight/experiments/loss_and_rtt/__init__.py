"""Many transfers over lossy paths: what is left of a line, for each loss rate and each round-trip time."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from math import nan
from typing import NamedTuple

from inflight.experiments.loss_and_rtt.formulas import cubic_recovery, mathis, mathis_window, reno_recovery
from inflight.experiments.loss_and_rtt.parameters import PRESETS, LossAndRttParameters
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, Values, Work, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, HeatMap, LogLog
from inflight.figure.words import significant
from inflight.kernel.constants import HEADERS, MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes.captured.path import capture_path
from inflight.scenes.transfer import spelled

LOSSES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""% of the packets: the map's rows."""

RTTS = (10.0, 20.0, 40.0, 70.0, 100.0, 150.0, 220.0, 320.0)
"""ms: the map's columns."""

RUNS = 4
"""Transfers at the reader's own point; chance differs."""

LONGER = 5
"""How much longer than the others they last: it is their number that is read."""

QUEUE = 0.1
"""s of the line's rate that the queue holds."""

START = 4
"""Round trips that are not counted: the handshake, and those in which the burst of the start spreads out."""

FILLED = 0.9
"""Of what a line can carry: from here on it counts as full."""

FULL = MSS + HEADERS
"""A full packet on the line, bytes."""

IP_AND_TCP = 52
"""Headers inside the MTU, bytes: IP, TCP, timestamps."""


class LossyTransfer(NamedTuple):
    """One transfer. loss in %, rtt in ms, rate in Mbit/s, mss in bytes, duration in s."""

    algorithm: str
    loss: float
    rtt: float
    rate: float
    mss: int
    duration: float
    kernel: str


@experiment(
    "loss-and-rtt",
    part="congestion",
    question="How fast can a long, lossy path be?",
)
class LossAndRtt:
    """A map of transfers, each alone on its own path; a segment of another size takes its own time on the line."""

    title = "Loss and distance"
    parameters = LossAndRttParameters
    points = ("sender", "receiver")
    drawn_cell = -RUNS
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("loss", "%", "packets lost on the way", "loss"),
            Column("goodput", "Mbit/s", "data delivered per second", "throughput"),
            Column("mathis", "Mbit/s", "Mathis: 1.22·MSS / (RTT·√p)", "ssthresh"),
        ),
        figures=(
            Output("goodput", "Mbit/s", f"Goodput at your point, mean of {RUNS}"),
            Output("lowest", "Mbit/s", "The slowest of them"),
            Output("highest", "Mbit/s", "The fastest of them"),
            Output("mathis", "Mbit/s", "Mathis’ formula says"),
            Output("share", "%", "Of what the line can carry"),
            Output("mathis_window", "segments", "Mean window of the formula"),
            Output("pipe", "segments", "Window that fills the empty path"),
            Output("loss_to_fill", "%", "Loss at which the formula fills the path"),
            Output("filled", "cells", f"Of {len(LOSSES) * len(RTTS)} paths, full to {100 * FILLED:.0f}% or more"),
            Output("reno_recovery", "s", "Reno fills the path again after one loss in"),
            Output("cubic_recovery", "s", "CUBIC in"),
        ),
    )
    views = (
        HeatMap("map", x="rtt", y="loss", value="goodput", point=("rtt", "loss")),
        LogLog(("goodput", "mathis"), title="Goodput against loss"),
        Bars("recovery", label="algorithm", value="time", title="After one loss"),
    )
    bets = (
        ValueBet(
            id="one-per-cent",
            question="Reno, 20 Mbit/s, 100 ms, and one packet in a hundred is lost: how much gets through?",
            at="One per cent at 100 ms",
            summary="goodput",
            min=0.2,
            max=20,
        ),
        ValueBet(
            id="a-tenth",
            question="Now the path loses one packet in a thousand. How much gets through?",
            at="A tenth of the loss",
            summary="goodput",
            min=0.2,
            max=20,
        ),
        ValueBet(
            id="bbr",
            question="BBR on 10 Mbit/s and 100 ms, one packet in a hundred lost: how much gets through?",
            at="BBR",
            summary="goodput",
            min=0.2,
            max=10,
        ),
        ValueBet(
            id="recovery",
            question="100 Mbit/s, 100 ms, the pipe just full, one packet lost. How long until Reno fills it again?",
            at="A long fat pipe",
            summary="reno_recovery",
            min=0.05,
            max=500,
        ),
    )
    sources = (
        "Mathis, Semke, Mahdavi, Ott: The macroscopic behavior of the TCP congestion avoidance algorithm, CCR 1997",
        "RFC 5681 §3.1",
        "RFC 9438 §4.2",
        "C24",
        "C25",
        "C34",
        "C35",
    )
    leaves_out = """
        The start. A transfer begins with the mean window of Mathis' formula (or with what the path holds, if that is
        less), as if it had been running for long, because in three seconds you would see little else than slow start.
        So a transfer that meets almost no loss, on the left, shows what it was given; let the transfers last longer
        there. BBR ignores the threshold and starts as it always does, and on a long path three seconds are too short
        for that. Each packet is lost independently of the others; on radio links losses come in bursts. The queue
        holds 100 ms of the line's rate. A segment size other than 1448 bytes is run as the same number of packets, each
        with more or less data in it.
    """

    @staticmethod
    def commands(p: LossAndRttParameters) -> list[Commands]:
        """The reader's own point between two Linux hosts."""
        mtu = f"ip link set dev eth0 mtu {p.mss + IP_AND_TCP}   # on every interface of the path"
        lines = [f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}   # on the sender"]
        lines += [mtu] if p.mss != MSS else []
        lines += path(rate=p.rate, rtt=p.rtt, buffer=_queue(p.rate * 1e6, p.mss), loss=p.loss)
        return [
            Commands("Set it", lines),
            Commands(
                "See it",
                [
                    f"iperf3 -c 192.0.2.1 -C {p.algorithm} -t 60 -O 10   # goodput, without the first ten seconds",
                    "ss -tin dst 192.0.2.1   # cwnd, rtt, and retrans: the share sent again is the loss rate",
                ],
            ),
        ]

    @staticmethod
    def cells(p: LossAndRttParameters) -> list[LossyTransfer]:
        """The map row by row, the reader's round-trip time at each loss rate, and the reader's own point."""
        places = [(loss, rtt, p.duration) for loss in LOSSES for rtt in RTTS]
        places += [(loss, p.rtt, p.duration) for loss in LOSSES]
        places += [(p.loss, p.rtt, LONGER * p.duration)] * RUNS
        return [
            LossyTransfer(p.algorithm, loss, rtt, p.rate, p.mss, duration, p.kernel) for loss, rtt, duration in places
        ]

    @staticmethod
    def cell(cell: LossyTransfer, rng: random.Random) -> Work:
        """Goodput in Mbit/s."""
        rate = cell.rate * 1e6 * FULL / (cell.mss + HEADERS)  # as many packets a second, of the size that is modelled
        rtt = cell.rtt / 1000
        limit = _queue(rate, MSS)
        window = max(2, round(min(mathis_window(cell.loss), rate * rtt / 8 / FULL + limit / 2)))
        flow = FlowSpec(algorithm=cell.algorithm, rtt=rtt, initcwnd=window, ssthresh=window, era=tcp_era(cell.kernel))
        bell = Dumbbell(rate=rate, limit=limit, loss=cell.loss / 100, rng=rng, flows=[flow])
        if cell.mss == MSS:  # which stand for segments of any other size
            capture_path(bell)
        sender = bell.flows[0].sender
        start = START * rtt
        yield from bell.clock.run(start)
        before = sender.una
        yield from bell.clock.run(start + cell.duration)
        return ((sender.una - before) / MSS * cell.mss * 8e-6 / cell.duration,)

    @staticmethod
    def combine(p: LossAndRttParameters, values: Sequence[Values | None]) -> Result:
        """Columns over the loss rate, at the reader's round-trip time; tables `map` and `recovery`."""
        goodput = [nan if value is None else value[0] for value in values]
        size = len(LOSSES) * len(RTTS)
        field, line, own = goodput[:size], goodput[size:-RUNS], goodput[-RUNS:]
        known = [value for value in own if not math.isnan(value)]
        mean = math.fsum(known) / len(known) if known else nan  # fsum: what sum() does depends on the version
        result = LossAndRtt.outputs.result()
        at_losses = dict(zip(LOSSES, line, strict=True)) | {p.loss: mean}
        for loss in sorted(at_losses):
            result.append(loss, at_losses[loss], mathis(loss, p.rtt, p.mss))
        result.tables = {"map": _map(field), "recovery": _recovery(p)}
        _summarise(result, p, known, mean, field)
        result.sentence = _sentence(result, p)
        return result


def _queue(rate: float, mss: int) -> int:
    """Packets that the queue of a line of `rate` bit/s holds."""
    return max(10, round(QUEUE * rate / 8 / (mss + HEADERS)))


def _map(goodput: Sequence[float]) -> Table:
    table = Table(
        [
            Column("loss", "%", "packets lost", "loss"),
            Column("rtt", "ms", "round-trip time", "rtt"),
            Column("goodput", "Mbit/s", "data delivered per second", "throughput"),
        ]
    )
    places = [(loss, rtt) for loss in LOSSES for rtt in RTTS]
    for (loss, rtt), value in zip(places, goodput, strict=True):
        table.append(loss, rtt, value)
    return table


def _recovery(p: LossAndRttParameters) -> Table:
    names = ("Reno", "CUBIC")
    window = p.pipe
    table = Table(
        [
            Column("algorithm", "", "congestion control", "cwnd", words=names),
            Column("time", "s", f"until the window is back at {window:.0f} segments", "time"),
        ]
    )
    table.append(0, reno_recovery(window, p.rtt))
    table.append(1, cubic_recovery(window))
    return table


def _summarise(
    result: Result, p: LossAndRttParameters, known: Sequence[float], mean: float, field: Sequence[float]
) -> None:
    window = p.pipe
    can = p.rate * p.mss / (p.mss + HEADERS)
    full = sum(value >= FILLED * can for value in field)
    result.figure("goodput", mean)
    result.figure("lowest", min(known, default=nan))
    result.figure("highest", max(known, default=nan))
    result.figure("mathis", mathis(p.loss, p.rtt, p.mss))
    result.figure("share", 100 * mean / can)
    result.figure("mathis_window", mathis_window(p.loss))
    result.figure("pipe", window)
    result.figure("loss_to_fill", 150 / window**2)
    result.figure("filled", full)
    result.figure("reno_recovery", reno_recovery(window, p.rtt))
    result.figure("cubic_recovery", cubic_recovery(window))


def _sentence(result: Result, p: LossAndRttParameters) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    if math.isnan(value["goodput"]):
        return "The first transfers are under way."
    return (
        f"{spelled(p.algorithm)} with {significant(p.loss)}% loss at {significant(p.rtt)} ms: "
        f"{significant(value['goodput'], 2)} Mbit/s of data, {significant(value['share'], 2)}% of what the line can "
        f"carry; the formula says {significant(value['mathis'])} Mbit/s. "
        f"Of the map's {len(LOSSES) * len(RTTS)} paths, {value['filled']:.0f} are full."
    )
