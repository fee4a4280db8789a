"""One flow over one bottleneck: what the congestion window does, and what the queue does with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.congestion_window.parameters import PRESETS, CongestionWindowParameters
from inflight.experiments.congestion_window.samples import Samples
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Marks
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Distribution, Ladder, Lane, Lanes, Pipe, States, TimeSequence
from inflight.figure.words import significant, times
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import TICK, Throughput, loss_in_words, most, sampling, threshold


@experiment(
    "congestion-window",
    part="congestion",
    question="What does my connection do on this path?",
    kernel=(
        "A_reno_b100",
        "A_cubic_b100",
        "A_reno_b20",
        "A_cubic_b20",
        "A_reno_b400_long",
        "A_cubic_b400",
        "A_reno_start",
        "A_cubic_start",
        "A_vegas_b100",
        "A_westwood_b100",
        "A_htcp_b100",
        "A_hybla_10M_r120_b100",
        "A_hybla_b400_long",
        "A_illinois_b100",
        "A_bbr_b100",
    ),
)
class CongestionWindow:
    """One bulk transfer through one queue, packet by packet."""

    title = "The congestion window"
    parameters = CongestionWindowParameters
    points = ("sender", "receiver")
    knobs = ("algorithm", "rate", "buffer")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_SYN,
            measured.CWND,
            measured.SSTHRESH,
            measured.IN_FLIGHT,
            measured.QUEUE,
            Column("rtt", "ms", "smoothed round-trip time (SRTT)", "rtt"),
            Column("throughput", "Mbit/s", "data delivered per second", "throughput"),
            Column("retransmissions", "segments", "sent again so far", "loss"),
        ),
        figures=(
            measured.GOODPUT,
            Output("mean_cwnd", "segments", "Mean window"),
            measured.MEAN_QUEUE,
            Output("mean_srtt", "ms", "Mean round-trip time"),
            Output("slow_start_peak", "segments", "Largest window of slow start"),
            Output("cwnd_at_loss_mean", "segments", "Mean window at a loss"),
            Output("loss_period", "s", "Time between losses"),
            Output("max_queue", "packets", "Longest queue"),
            Output("queue_empty", "%", "Time with an empty queue"),
            measured.QUEUE_DROPS,
            Output("marked", "packets", "Marked by the queue"),
            measured.LOST_AT_RANDOM,
            measured.RETRANSMISSIONS,
            measured.TIMEOUTS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Pipe(below="window", rtt="rtt", rate="rate", queue="queue", inflight="inflight", limit="buffer", lose="lose"),
        Lanes(
            (
                Lane("window", "Window", "segments", ("cwnd", "ssthresh", "inflight")),
                Lane("queue", "Queue", "packets", ("queue",), kind="area", handles=("buffer",)),
                Lane("rtt", "Round-trip time", "ms", ("rtt",)),
                Lane("throughput", "Throughput", "Mbit/s", ("throughput",)),
            ),
        ),
        TimeSequence(),
        Ladder(title="First segments"),
        States(),
        Distribution("rtt", title="Round-trip times"),
    )
    bets = (
        CurveBet(
            id="reno",
            question="Reno on a path of 10 Mbit/s and 40 ms, with a queue for 100 packets: draw its window over 30 s.",
            at="The recorded path",
            column="cwnd",
        ),
        ValueBet(
            id="one-per-cent",
            question="A line of 20 Mbit/s loses one packet in a hundred. How many Mbit/s of data still get through?",
            at="One per cent lost",
            summary="goodput",
            min=0.5,
            max=20,
        ),
        ValueBet(
            id="bufferbloat",
            question="Empty, a path of 2 Mbit/s takes 40 ms. What is the mean round trip with a queue for 300 packets?",
            at="Far too large a buffer",
            summary="mean_srtt",
            min=40,
            max=10_000,
        ),
        ValueBet(
            id="vegas",
            question="10 Mbit/s, 40 ms, a queue for 100 packets. Reno keeps 71 of them waiting. How many does Vegas?",
            at="Vegas",
            summary="mean_queue",
            min=0.5,
            max=100,
        ),
        ValueBet(
            id="bbr-loss",
            question="A line of 20 Mbit/s loses one packet in a hundred. How many Mbit/s arrive with BBR?",
            at="BBR with losses",
            summary="goodput",
            min=0.5,
            max=20,
        ),
    )
    sources = (
        "RFC 5681",
        "RFC 9438",
        "tcp_vegas.c",
        "tcp_westwood.c",
        "tcp_htcp.c",
        "tcp_hybla.c",
        "tcp_illinois.c",
        "tcp_bbr.c",
        "RFC 6937",
        "RFC 8985",
        "tcp_cubic.c:bictcp_update",
        "tcp_input.c:tcp_fastretrans_alert",
        "C10",
        "C11",
        "C12",
        "C15",
        "C16",
        "C17",
        "C35",
    )
    leaves_out = """
        Cross traffic and reordering. CoDel and fq_codel have their usual target of 5 ms and interval of 100 ms. The
        receiver reads at once, and its window is never the limit. A full packet is 1514 bytes on the line, and 1448 of
        them are data, so at most 95.6% of the rate can arrive.
    """

    @staticmethod
    def commands(p: CongestionWindowParameters) -> list[Commands]:
        """The same path between two hosts with a Linux router in between."""
        algorithm = f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}   # on the sender"
        return [
            Commands("Set it", [algorithm, *_switches(p), *_path(p)]),
            Commands(
                "See it",
                [
                    "ss -tin dst 192.0.2.1      # cwnd, ssthresh, rtt, retrans",
                    "tc -s qdisc show dev out   # backlog and drops of the queue",
                    "nstat -az TcpRetransSegs TcpExtTCPSackRecovery TcpExtTCPTimeouts",
                ],
            ),
        ]

    @staticmethod
    def run(p: CongestionWindowParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the summary leaves out the first sixth of the run, at most 5 s."""
        result = CongestionWindow.outputs.result(end=p.duration)
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=p.buffer,
            qdisc=_queue(p),
            loss=p.loss / 100,
            lose=Marks.numbers(p.lose),
            rng=rng,
            flows=[
                FlowSpec(
                    algorithm=p.algorithm, rtt=p.rtt / 1000, ecn=p.ecn, delayed_ack=p.delayed_ack, era=tcp_era(p.kernel)
                )
            ],
        )
        flow = bell.flows[0]
        trace = Trace(bell)
        samples = Samples(min(5, p.duration / 6))
        ticks, every = sampling(p.duration)
        throughput = Throughput(flow.sender, max(p.rtt / 1000, every * TICK))
        for tick in range(1, ticks + 1):
            now = tick * TICK
            for _ in bell.clock.run(now):
                yield result
            sender = flow.sender
            congestion = sender.congestion
            samples.take(now, congestion.cwnd, congestion.ssthresh, bell.link.queued(), sender)
            if tick % every:
                continue
            result.append(
                now,
                congestion.cwnd,
                threshold(congestion),
                sender.board.in_flight,
                bell.link.queued(),
                sender.rtt.srtt_us / 8000 if sender.rtt.srtt_us else nan,
                throughput.at(now),
                sender.retransmissions,
            )
            for entry in sender.recovery.entered[len(result.events) :]:
                result.event(*loss_in_words(entry))
            result.progress = now / p.duration
        samples.summarise(result, flow, bell)
        result.sentence = _sentence(result, p)
        result.tables = trace.tables()
        yield result


def _queue(p: CongestionWindowParameters) -> str | Qdisc:
    """The bottleneck's discipline; one that can mark does so if the sender understands it."""
    return "pfifo" if p.qdisc == "pfifo" else disciplines()[p.qdisc](limit=p.buffer, ecn=p.ecn)  # type: ignore[call-arg]


def _path(p: CongestionWindowParameters) -> list[str]:
    if p.qdisc == "pfifo":
        return path(rate=p.rate, rtt=p.rtt, buffer=p.buffer, loss=p.loss)
    ecn = "ecn" if p.ecn else "noecn"
    queue = f"tc qdisc add dev out parent 1:1 {p.qdisc} limit {p.buffer} {ecn}"
    return [*path(rate=p.rate, rtt=p.rtt, loss=p.loss), queue]


def _switches(p: CongestionWindowParameters) -> list[str]:
    """What is not at Linux's default."""
    lines = []
    if p.ecn:
        lines.append("sysctl -w net.ipv4.tcp_ecn=1   # on both")
    if not p.delayed_ack:
        lines.append("ip route change 198.51.100.0/24 dev eth0 quickack 1   # on the receiver, the way to the sender")
    return lines


def _sentence(result: Result, p: CongestionWindowParameters) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    losses = sum(event.kind == "recovery" for event in result.events)
    timeouts = sum(event.kind == "timeout" for event in result.events)
    marks = sum(event.kind == "mark" for event in result.events)
    parts = [
        f"Slow start reaches a window of {value['slow_start_peak']:.0f} segments.",
        (f"The sender notices losses {times(losses)}" if losses else "The sender notices no loss")
        + (f", and its timer fires {times(timeouts)}." if timeouts else "."),
    ]
    if marks:
        parts.append(f"It reduces its window for a mark {times(marks)}.")
    if value["queue_empty"] < 1:
        parts.append("The queue is never empty")
    else:
        parts.append(f"The queue is empty {value['queue_empty']:.0f}% of the time")
    parts[-1] += f"; on average {significant(value['mean_queue'], 2)} packets wait in it."
    share = min(100, 100 * value["goodput"] / most(p.rate))
    parts.append(f"{significant(value['goodput'])} Mbit/s of data arrive, {share:.0f}% of what the line can carry.")
    return " ".join(parts)
