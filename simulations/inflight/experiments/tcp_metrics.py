"""What a host remembers of a destination, and how a bad hour outlives its connections."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Flag, Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.scenes import measured
from inflight.scenes.captured.client import capture_client
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.request_client import Client
from inflight.scenes.transfer import RATE, RTT, threshold

STEPS = 150  # samples of a transfer that nothing holds back
QUEUE = 1000  # packets: txqueuelen's default
OLD = "5.5"


@dataclass(frozen=True)
class RememberedMetricsParameters(Parameters):
    """What the host remembers, the transfers, and the path."""

    kernel: Annotated[
        str,
        replace(
            KERNEL,
            choices={OLD: "before 5.6", **KERNEL.choices},
            help="5.6 got a switch that stops Linux from remembering ssthresh. It is on by default.",
        ),
    ] = USUAL
    no_ssthresh_metrics_save: Annotated[
        bool,
        Flag(
            label="Do not remember ssthresh",
            knob="net.ipv4.tcp_no_ssthresh_metrics_save",
            help="In 5.6 and later. Earlier kernels don’t have this switch, and remember.",
        ),
    ] = True
    cached: Annotated[
        int,
        Slider(
            label="Remembered ssthresh",
            unit="segments",
            min=2,
            max=1000,
            scale="log10",
            step=1,
            integer=True,
            special={0: "none"},
            knob="ip tcp_metrics",
            quantity="ssthresh",
            help="What a bad hour has left behind. 0: nothing, as after ip tcp_metrics flush.",
        ),
    ] = 2
    size: Annotated[
        float,
        Slider(
            label="Size of each transfer",
            unit="kB",
            min=10,
            max=10_000,
            scale="log10",
            quantity="sequence",
        ),
    ] = 1000
    connections: Annotated[int, Slider(label="Connections", unit="", min=2, max=20, step=1, integer=True)] = 4
    rtt: Annotated[float, RTT] = 100
    rate: Annotated[float, replace(RATE, min=5)] = 100


@experiment("tcp-metrics", part="congestion", question="Can yesterday’s bad hour slow today’s transfer?")
class RememberedMetrics:
    """One new connection after the other to a destination of which the host remembers something."""

    title = "Remembered metrics"
    parameters = RememberedMetricsParameters
    points = ("server", "client")
    knobs = ("cached", "size")
    presets = (
        Preset(
            "The day after",
            {"kernel": OLD},
            "Nothing is lost any more, and a megabyte still takes four times as long as it should.",
        ),
        Preset(
            "Flushed",
            {"kernel": OLD, "cached": 0},
            "After ip tcp_metrics flush, slow start works as if nothing had happened.",
        ),
        Preset(
            "Since 5.6",
            {},
            "The entry is still there, but ssthresh is neither read nor written.",
        ),
        Preset(
            "Large transfers",
            {"kernel": OLD, "size": 5000, "connections": 3},
            "A larger transfer grows for longer and leaves a higher threshold: the next is more than twice as fast.",
        ),
        Preset(
            "Small ones",
            {"kernel": OLD, "size": 50, "connections": 8},
            "Transfers of 50 kB suffer little, and never heal it: the threshold stays at five.",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_FIRST_SYN,
            measured.CWND,
            measured.SSTHRESH,
            Column("cached", "segments", "ssthresh that the host remembers", "ssthresh"),
            Column("took", "ms", "time of the transfer that has just ended", "time"),
            Column("sent", "segments", "segments sent so far", "inflight"),
        ),
        figures=(
            Output("first", "ms", "First transfer"),
            Output("last", "ms", "Last transfer"),
            Output("mean", "ms", "On average"),
            Output("began", "segments", "Remembered at the beginning"),
            Output("remembered", "segments", "Remembered at the end"),
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Scene(
            below="window",
            sources=(Source("sender", "sent"),),
            stores=((Store("Window", "cwnd", marks=("cached",), shape="tank"),),),
            out=("sent",),
            sink="receiver",
        ),
        Lanes(
            (
                Lane("window", "Window", "segments", ("cwnd", "ssthresh"), kind="step"),
                Lane("cached", "Remembered", "segments", ("cached",), kind="step"),
                Lane("took", "Time of a transfer", "ms", ("took",), kind="points"),
            ),
        ),
        Bars("connections", "connection", "time", title="Transfer times"),
    )
    bets = (
        ValueBet(
            id="first",
            question="A megabyte took 0.8 s before the bad hour. The loss is gone, but the host remembers ssthresh "
            "= 2. How long does it take now, in ms?",
            at="The day after",
            summary="first",
            min=500,
            max=20_000,
        ),
        CurveBet(
            id="heals",
            question="Draw the threshold that the host remembers, over four transfers of a megabyte without a loss.",
            at="The day after",
            column="cached",
        ),
    )
    sources = (
        "tcp_metrics.c:tcp_update_metrics",
        "tcp_metrics.c:tcp_init_metrics",
        "tcp_input.c:tcp_init_cwnd",
        "C30",
        "C31",
        "C32",
        "C33",
    )
    leaves_out = """
        The bad hour itself: the figure begins when it is over. Metrics that a route has locked, and the rest of the
        entry (Fast Open cookies). The congestion control is CUBIC, the initial window is ten, the line's queue holds
        1000 packets, and nothing is lost. Each connection begins when the one before has closed.
    """

    @staticmethod
    def commands(p: RememberedMetricsParameters) -> list[Commands]:
        """The switches, and where to look."""
        lines = ["sysctl -w net.ipv4.tcp_no_metrics_save=0   # the default: metrics are saved"]
        if p.kernel != OLD:
            lines.append(
                f"sysctl -w net.ipv4.tcp_no_ssthresh_metrics_save={int(p.no_ssthresh_metrics_save)}   # since 5.6"
            )
        return [
            Commands("Set it", [*lines, *path(rate=p.rate, rtt=p.rtt, buffer=QUEUE)]),
            Commands(
                "See it",
                [
                    "ip tcp_metrics show 192.0.2.1   # ssthresh, cwnd, rtt, rttvar",
                    "ip tcp_metrics flush            # for connections that are yet to come",
                    f"for n in $(seq {p.connections}); do iperf3 -c 192.0.2.1 -n {int(p.size * 1000)}; done",
                ],
            ),
        ]

    @staticmethod
    def run(p: RememberedMetricsParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s), the connections one behind the other; one row of the table for each."""
        result = RememberedMetrics.outputs.result()
        metrics = TcpMetrics(
            no_ssthresh_metrics_save=p.kernel != OLD and p.no_ssthresh_metrics_save,
            known=p.cached > 0,
            ssthresh=p.cached,
        )
        bell = Dumbbell(rate=p.rate * 1e6, limit=QUEUE, rng=rng, flows=[])
        spec = FlowSpec(algorithm="cubic", rtt=p.rtt / 1000, era=tcp_era(p.kernel))
        client = Client(
            bell.clock,
            bell.link,
            spec,
            size=int(p.size * 1000),
            count=p.connections,
            gap=0,
            fresh=True,
            metrics=metrics,
            rng=rng,
        )
        capture_client(client, bell, spec, fresh=True)
        step = (8 * p.rtt / 1000 + p.size * 8e-3 / p.rate) / STEPS
        number = 0
        while not client.done:
            number += 1
            before = client.complete
            for _ in bell.clock.run(number * step):
                yield result
            _sample(result, client, bell.clock.now, metrics, finished=client.complete > before)
            result.progress = min(0.99, client.complete / p.connections)
        _summarise(result, p, client)
        yield result


def _sample(result: Result, client: Client, now: float, metrics: TcpMetrics, *, finished: bool) -> None:
    """A row; `finished`: a transfer has ended since the last one."""
    flow = client.answers[-1].flow
    result.append(
        now,
        flow.sender.congestion.cwnd if flow else nan,
        threshold(flow.sender.congestion) if flow else nan,
        metrics.ssthresh or nan,
        1000 * (client.answers[client.complete - 1].time or nan) if finished else nan,
        client.packets_sent(),
    )


def _summarise(result: Result, p: RememberedMetricsParameters, client: Client) -> None:
    answers = client.answers
    times = [1000 * (answer.time or nan) for answer in answers]
    result.figure("first", times[0])
    result.figure("last", times[-1])
    result.figure("mean", math.fsum(times) / len(times))
    result.figure("began", p.cached or nan)
    result.figure("remembered", answers[-1].remembered or nan)
    result.figure("packets_sent", client.packets_sent())
    names = [f"connection {number}" for number in range(1, len(times) + 1)]
    result.tables["connections"] = table = Table(
        [
            Column("connection", "", "which connection", "time", words=names),
            Column("time", "ms", "from connecting to the last byte", "time"),
            Column("remembered", "segments", "ssthresh remembered when it had ended", "ssthresh"),
        ]
    )
    for number, (answer, time) in enumerate(zip(answers, times, strict=True)):
        table.append(number, time, answer.remembered or nan)
        assert answer.finished is not None
        result.event(answer.finished, "answer", f"transfer {number + 1} is complete after {significant(time)} ms")
    if answers[0].ssthresh < INFINITE_SSTHRESH:
        steps = " → ".join(str(answer.remembered) for answer in answers)
        began = f"The first connection leaves slow start at {answers[0].ssthresh}, because the host remembers that"
        result.sentence = f"{began}. It takes {significant(times[0])} ms, the last one {significant(times[-1])} ms."
        result.sentence += f" Remembered afterwards: {steps}."
    else:
        result.sentence = (
            f"No threshold is used: the first transfer takes {significant(times[0])} ms, "
            f"the last {significant(times[-1])} ms."
        )
