"""A burst, or a stream: what pacing does to a short queue."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Flag, Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Ladder, Lane, Lanes, Pipe, TimeSequence
from inflight.figure.words import amount, seconds, significant, times
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import ALGORITHM, BUFFER, INITCWND, RATE, RTT, loss_in_words, most, spelled

STEPS = 500  # samples drawn
PATIENCE = 120.0  # s: when the run is given up

RATIO = Slider(
    label="Rate in slow start",
    unit="%",
    min=100,
    max=1000,
    scale="log10",
    step=1,
    integer=True,
    knob="net.ipv4.tcp_pacing_ss_ratio",
    help="100% is one window per round trip. Slow start sends two, so less than 200 slows it down.",
)


@dataclass(frozen=True)
class PacingParameters(Parameters):
    """Who paces and how fast, the data to send, and the path with its short queue."""

    pacing: Annotated[
        bool,
        Flag(
            label="Pacing",
            knob="tc qdisc … fq",
            quantity="throughput",
            help="Off: data leave as soon as the window allows. BBR always paces.",
        ),
    ] = False
    algorithm: Annotated[str, ALGORITHM] = "cubic"
    initcwnd: Annotated[
        int, replace(INITCWND, help="Linux starts with 10. The receiver’s first offer, 64 KiB, holds 45.")
    ] = 30
    buffer: Annotated[int, replace(BUFFER, max=2000)] = 12
    size: Annotated[
        float,
        Slider(
            label="Data to send",
            unit="kB",
            min=1.5,
            max=5000,
            scale="log10",
            quantity="sequence",
        ),
    ] = 43.44
    rate: Annotated[float, RATE] = 10
    rtt: Annotated[float, RTT] = 100
    ss_ratio: Annotated[int, RATIO] = 200
    ca_ratio: Annotated[
        int,
        replace(
            RATIO,
            label="Rate after slow start",
            knob="net.ipv4.tcp_pacing_ca_ratio",
            help="Above 100, so that the window stays the limit, not the pace.",
        ),
    ] = 120
    cap: Annotated[
        float,
        Slider(
            label="Highest rate",
            unit="Mbit/s",
            min=0.1,
            max=1000,
            scale="log10",
            special={0: "none"},
            knob="SO_MAX_PACING_RATE",
            quantity="throughput",
            help="A program may set one, which switches pacing on.",
        ),
    ] = 0
    show: Annotated[
        float,
        Slider(
            label="Time shown",
            unit="ms",
            min=50,
            max=20000,
            scale="log10",
            help="The picture shows the beginning; the numbers are for the whole transfer.",
        ),
    ] = 1200
    kernel: Annotated[str, KERNEL] = USUAL


@experiment(
    "pacing",
    part="congestion",
    question="What does smooth sending buy?",
    kernel=(
        "A_pacing_iw30_off",
        "A_pacing_iw30",
        "A_pacing_iw30_b100",
        "A_pacing_iw100",
        "A_pacing_reno_off",
        "A_pacing_reno",
        "A_pacing_9M",
        "A_pacing_bbr",
    ),
)
class Pacing:
    """An answer crosses a bottleneck with a short queue, in bursts or evenly spaced."""

    title = "Pacing"
    parameters = PacingParameters
    points = ("sender", "receiver")
    presets = (
        Preset(
            "One burst",
            {},
            "All 30 leave at once. 15 get through, the other half is dropped, and it all takes four times as long.",
        ),
        Preset(
            "The same, paced",
            {"pacing": True},
            "The first ten still leave at once, the others two by two. Nothing is dropped.",
        ),
        Preset(
            "A long queue",
            {"buffer": 100},
            "If the burst has room, pacing costs time: 33 ms without it, 100 ms with it.",
        ),
        Preset(
            "A hundred, paced",
            {"pacing": True, "initcwnd": 100, "size": 144.8, "buffer": 100},
            "The first pace is that of ten segments, whatever the initial window is: 28 leave in the first round trip.",
        ),
        Preset(
            "Slow start in bursts",
            {"algorithm": "reno", "initcwnd": 10, "size": 1000, "buffer": 30},
            "The queue overflows twice, and 43 packets are lost.",
        ),
        Preset(
            "Slow start, paced",
            {"algorithm": "reno", "initcwnd": 10, "size": 1000, "buffer": 30, "pacing": True},
            "The queue overflows later, at a larger window: 115 are lost, almost three times as many.",
        ),
        Preset(
            "Below the line's rate",
            {"cap": 9, "size": 2000, "initcwnd": 10, "buffer": 10, "rtt": 40, "show": 2000},
            "The program knows the path and asks for 9 of its 10 Mbit/s. After the first ten packets, nothing waits.",
        ),
        Preset(
            "BBR",
            {"algorithm": "bbr", "initcwnd": 10, "size": 2000, "buffer": 100, "rtt": 40, "show": 2000},
            "It sends at the rate it measures: a quarter more for one round trip, then a quarter less.",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_WRITE,
            measured.SENT_KB,
            measured.ACKED_KB,
            measured.QUEUE,
            Column("pace", "Mbit/s", "pacing rate; without pacing, only computed", "throughput"),
            Column("line", "Mbit/s", "most data that the line can carry", "rwnd"),
            Column("dropped", "packets", "dropped by the queue so far", "loss"),
            measured.IN_FLIGHT,
        ),
        figures=(
            measured.TRANSFER_TIME,
            measured.QUEUE_DROPS,
            Output("max_queue", "packets", "Longest queue seen"),
            Output("first_window", "segments", "Sent before the first ACK"),
            Output("first_spread", "ms", "Time these take to leave"),
            measured.GOODPUT,
            measured.RETRANSMISSIONS,
            measured.TIMEOUTS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Pipe(below="queue", rtt="rtt", rate="rate", queue="queue", inflight="inflight", limit="buffer"),
        Lanes(
            (
                Lane("sequence", "Bytes", "kB", ("sent", "acked")),
                Lane("queue", "Queue", "packets", ("queue",), kind="area", handles=("buffer",)),
                Lane("pace", "Pace", "Mbit/s", ("pace", "line"), kind="step"),
                Lane("dropped", "Dropped so far", "packets", ("dropped",), kind="step"),
            ),
        ),
        TimeSequence(),
        Ladder(title="First segments"),
    )
    bets = (
        ValueBet(
            id="burst",
            question="30 packets leave at once, into a queue for twelve. How many are dropped?",
            at="One burst",
            summary="drops",
            min=0,
            max=30,
            scale="linear",
        ),
        ValueBet(
            id="paced",
            question="In bursts, Reno loses 43 packets in this slow start. And if it’s paced?",
            at="Slow start, paced",
            summary="drops",
            min=1,
            max=400,
        ),
    )
    sources = (
        "tcp_input.c:tcp_update_pacing_rate",
        "tcp_output.c:tcp_pacing_check",
        "tcp_output.c:tcp_update_skb_after_send",
        "tcp_output.c:tcp_tso_autosize",
        "tcp_bbr.c:bbr_init",
        "sch_fq.c",
        "C39",
    )
    leaves_out = """
        The sender's own queue: with the fq qdisc packets wait there for their time. Here they wait in TCP, as they do
        without fq. A network card that does the pacing. Timers fire on time; in a busy kernel they are some
        microseconds late, and the sender makes up for it.
    """

    @staticmethod
    def commands(p: PacingParameters) -> list[Commands]:
        """Set who paces, the ratios and the path; run the transfer; look at the rate and at the queue."""
        paced = "fq           # the sender paces every flow" if p.pacing else "pfifo_fast   # nobody asks for pacing"
        cap = f" --fq-rate {p.cap:g}M   # SO_MAX_PACING_RATE" if p.cap else ""
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}",
                    f"tc qdisc replace dev eth0 root {paced}",
                    f"sysctl -w net.ipv4.tcp_pacing_ss_ratio={p.ss_ratio} net.ipv4.tcp_pacing_ca_ratio={p.ca_ratio}",
                    f"ip route change default via 198.51.100.1 initcwnd {p.initcwnd}",
                    *path(rate=p.rate, rtt=p.rtt, buffer=p.buffer),
                    f"iperf3 -c 192.0.2.1 -n {round(p.size * 1000)}{cap}",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tin dst 192.0.2.1      # pacing_rate, delivery_rate, cwnd",
                    "tc -s qdisc show dev eth0  # fq: throttled counts the packets that had to wait",
                    "tc -s qdisc show dev out   # drops of the bottleneck's queue",
                ],
            ),
        ]

    @staticmethod
    def run(p: PacingParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time shown (s); the summary is of the whole transfer."""
        result = Pacing.outputs.result()
        total = round(p.size * 1000)
        spec = FlowSpec(
            algorithm=p.algorithm,
            rtt=p.rtt / 1000,
            total=total,
            initcwnd=p.initcwnd,
            pacing=p.pacing,
            pacing_ratios=(p.ss_ratio, p.ca_ratio),
            max_pacing_rate=p.cap * 1e6 or float("inf"),
            era=tcp_era(p.kernel),
        )
        bell = Dumbbell(rate=p.rate * 1e6, limit=p.buffer, rng=rng, flows=[spec])
        flow = bell.flows[0]
        start = flow.started_at
        trace = Trace(bell, start=start, until=p.show / 1000)
        sender, line, step = flow.sender, most(p.rate), p.show / 1000 / STEPS
        peak = 0
        for number in range(STEPS + 1):
            for _ in bell.clock.run(start + number * step):
                yield result
            queued = bell.link.queued()
            peak = max(peak, queued)
            result.append(
                number * step,
                sender.nxt / 1000,
                sender.una / 1000,
                queued,
                sender.pacing_rate * 8e-6,
                line,
                bell.link.drops,
                sender.board.in_flight,
            )
            _losses(result, flow, start)
            result.progress = 0.5 * number / STEPS
        while flow.receiver.finished_at is None and bell.clock.now < PATIENCE:  # the rest is run, but not drawn
            for _ in bell.clock.run(bell.clock.now + max(step, p.rtt / 1000)):
                yield result
            peak = max(peak, bell.link.queued())
            result.progress = 0.5 + 0.5 * sender.una / total
        result.tables = trace.tables()
        _summarise(result, flow, bell, p, peak)
        yield result


def _losses(result: Result, flow: Flow, start: float) -> None:
    for entry in flow.sender.recovery.entered[len(result.events) :]:
        t, kind, text = loss_in_words(entry)
        result.event(t - start, kind, text)


def _summarise(result: Result, flow: Flow, bell: Dumbbell, p: PacingParameters, peak: int) -> None:
    finished, sender = flow.receiver.finished_at, flow.sender
    took = nan if finished is None else finished - flow.started_at
    # what leaves before the first ACK is back
    packets = result.tables["packets"]
    first = [
        t for t, seq in zip(packets["sent"], packets["seq"], strict=True) if t < p.rtt / 1000 and seq < p.size * 1000
    ]
    spread = 1000 * (first[-1] - first[0]) if first else nan
    result.figure("transfer_time", took)
    result.figure("drops", bell.link.drops)
    result.figure("max_queue", peak)
    result.figure("first_window", len(first))
    result.figure("first_spread", spread)
    result.figure("goodput", p.size * 8e-3 / took)
    result.figure("retransmissions", sender.retransmissions)
    result.figure("timeouts", sender.recovery.timeouts)
    result.figure("packets_sent", sender.packets_sent)
    paced = p.pacing or p.cap or p.algorithm == "bbr"
    result.sentence = (
        f"{spelled(p.algorithm)}{', paced' if paced else ' without pacing'}: {len(first)} packets leave within "
        f"{significant(spread, 2)} ms before the first ACK is back. "
        + (f"The queue drops {bell.link.drops} packets" if bell.link.drops else "The queue drops nothing")
        + f", and {amount(1000 * p.size)} take {seconds(took)}"
        + (f", with the timer firing {times(sender.recovery.timeouts)}." if sender.recovery.timeouts else ".")
    )
