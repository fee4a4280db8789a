"""One flow over one bottleneck: what the congestion window does, and what the queue does with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Marks, Preset
from inflight.figure.result import Column, Result
from inflight.figure.views import Distribution, Ladder, Lane, Lanes, Pipe, States, TimeSequence
from inflight.figure.words import significant, times
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.tcp.constants import INFINITE_SSTHRESH
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import (
    ALGORITHM,
    BUFFER,
    DURATION,
    LOSS_RATE,
    NAN,
    RATE,
    RTT,
    TICK,
    Throughput,
    loss_in_words,
    most,
    sampling,
    threshold,
)

RECORDED = {"rate": 10, "rtt": 40, "buffer": 100, "duration": 30}
"""The path that most recordings were made on."""


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
    """A bulk transfer through one queue, packet by packet."""

    title = "The congestion window"
    parameters = (
        replace(
            ALGORITHM, default="reno", help="Who decides how much may be in flight. CUBIC is the default of Linux."
        ),
        RATE,
        RTT,
        BUFFER,
        Choice(
            name="qdisc",
            label="Queue",
            choices={"pfifo": "drop-tail", "codel": "CoDel", "fq_codel": "fq_codel"},
            default="pfifo",
            knob="tc qdisc replace",
            quantity="queue",
            help="Drop-tail drops what finds it full; CoDel, what has waited 5 ms for too long.",
        ),
        Flag(
            name="ecn",
            label="ECN",
            default=False,
            knob="net.ipv4.tcp_ecn",
            help="CoDel marks packets instead of dropping them. A drop-tail queue knows no marks.",
        ),
        Flag(
            name="delayed_ack",
            label="Delayed ACKs",
            default=True,
            knob="ip route … quickack",
            help="The receiver acknowledges every second segment. Without: each one, at once.",
        ),
        LOSS_RATE,
        Marks(
            name="lose",
            label="Packets to lose",
            quantity="loss",
            help="These packets are lost on the way, counted in the order they leave. Click a packet to add it.",
        ),
        DURATION,
    )
    presets = (
        Preset(
            "Reno's sawtooth",
            {},
            "Slow start overshoots, then the window climbs until the queue overflows, halves, and climbs again.",
        ),
        Preset("CUBIC", {"algorithm": "cubic"}, "Leaves slow start before the first loss; 0.7 instead of a half."),
        Preset(
            "The recorded path",
            RECORDED,
            "10 Mbit/s, 40 ms, 100 packets: the teeth are 8.5 s long, as in the recording of Linux 6.1.",
            recording="A_reno_b100",
        ),
        Preset(
            "CUBIC, recorded",
            {"algorithm": "cubic", **RECORDED},
            "The same path under CUBIC: no loss before the window has found its place, and teeth of two lengths.",
            recording="A_cubic_b100",
        ),
        Preset(
            "BBR",
            {"algorithm": "bbr", **RECORDED},
            "Nothing is lost, and six packets wait where CUBIC keeps 81: it sends at the rate it has measured.",
            recording="A_bbr_b100",
        ),
        Preset(
            "Vegas",
            {"algorithm": "vegas", **RECORDED},
            "The line is full and four packets wait, for good: Vegas goes by delay. Nothing is ever lost.",
            recording="A_vegas_b100",
        ),
        Preset(
            "Westwood+",
            {"algorithm": "westwood", **RECORDED},
            "After a loss it goes to what the path holds without a queue, 33 segments here, and climbs as Reno does.",
            recording="A_westwood_b100",
        ),
        Preset(
            "H-TCP",
            {"algorithm": "htcp", **RECORDED},
            "The longer ago the last loss, the faster it grows: the teeth bend upwards, and are back after 3.3 s.",
            recording="A_htcp_b100",
        ),
        Preset(
            "Illinois",
            {"algorithm": "illinois", **RECORDED},
            "Fast while the queue is short, slow when it is long: it stays near the top, and so does the queue.",
            recording="A_illinois_b100",
        ),
        Preset(
            "Hybla, far away",
            {"algorithm": "hybla", **RECORDED, "rtt": 120},
            "At 120 ms each ACK of slow start is worth 26 segments: a window of 1200 where 199 fit.",
            recording="A_hybla_10M_r120_b100",
        ),
        Preset(
            "Too small a buffer",
            {"buffer": 3},
            "A queue of three packets: after each loss the line stands idle until the window has grown back.",
        ),
        Preset(
            "Far too large a buffer",
            {"buffer": 300},
            "The queue swallows everything, and the round-trip time grows to seconds: bufferbloat.",
        ),
        Preset(
            "One per cent lost",
            {"loss": 1, "rate": 20, "buffer": 200},
            "The line is empty most of the time, and the algorithm takes every loss for a full queue.",
        ),
        Preset(
            "A VPN overseas",
            {"algorithm": "cubic", "rate": 100, "rtt": 200, "buffer": 1000, "loss": 0.25, "duration": 30},
            "One packet in 400 is lost, and 2 of 100 Mbit/s are left: the longer the path, the dearer each loss.",
        ),
        Preset(
            "BBR with losses",
            {"algorithm": "bbr", "loss": 1, "rate": 20, "buffer": 200},
            "The same losses on the same line, and it is full: a single loss says nothing to BBR.",
        ),
        Preset(
            "CoDel",
            {"algorithm": "cubic", **RECORDED, "qdisc": "codel"},
            "The same room for 100 packets, but the queue drops early and for a reason: it stays short.",
        ),
    )
    views = (
        Pipe(rtt="rtt", rate="rate", queue="queue", inflight="inflight", limit="buffer", lose="lose"),
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
            question="Reno on 10 Mbit/s, 40 ms, and a queue of 100 packets: draw its window over 30 s.",
            at="The recorded path",
            column="cwnd",
        ),
        ValueBet(
            id="one-per-cent",
            question="One packet in a hundred is lost on a line of 20 Mbit/s. What is left of it for the data?",
            at="One per cent lost",
            summary="goodput",
            min=0.5,
            max=20,
        ),
        ValueBet(
            id="bufferbloat",
            question="Empty, a path of 2 Mbit/s takes 40 ms. And with a queue of 300 packets: the mean round trip?",
            at="Far too large a buffer",
            summary="mean_srtt",
            min=40,
            max=10_000,
        ),
        ValueBet(
            id="vegas",
            question="Vegas on 10 Mbit/s, 40 ms, with room for 100 packets. Reno keeps 71 of them waiting. And Vegas?",
            at="Vegas",
            summary="mean_queue",
            min=0.5,
            max=100,
        ),
        ValueBet(
            id="bbr-loss",
            question="One packet in a hundred is lost on a line of 20 Mbit/s, and BBR sends. What arrives?",
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
        Cross traffic, and reordering. CoDel and fq_codel have their usual target of 5 ms and interval of 100 ms. The
        receiver reads at once and its window is never the limit. The line counts 1514 bytes a full packet, of which
        1448 are data, so the most that can arrive is 95.6 % of the rate.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the summary leaves out the first sixth of the run, at most 5 s."""
        result = Result(
            [
                Column("t", "s", "time since the SYN", "time"),
                Column("cwnd", "segments", "congestion window", "cwnd"),
                Column("ssthresh", "segments", "slow-start threshold", "ssthresh"),
                Column("inflight", "segments", "believed to be in the network", "inflight"),
                Column("queue", "packets", "packets waiting at the bottleneck", "queue"),
                Column("rtt", "ms", "smoothed round-trip time (SRTT)", "rtt"),
                Column("throughput", "Mbit/s", "data delivered per second", "throughput"),
                Column("retransmissions", "segments", "sent again so far", "loss"),
            ],
            end=p.duration,
        )
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=p.buffer,
            qdisc=_queue(p),
            loss=p.loss / 100,
            lose=Marks.numbers(p.lose),
            rng=rng,
            flows=[FlowSpec(algorithm=p.algorithm, rtt=p.rtt / 1000, ecn=p.ecn, delayed_ack=p.delayed_ack)],
        )
        flow = bell.flows[0]
        trace = Trace(bell)
        samples = _Samples(min(5, p.duration / 6))
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
                sender.rtt.srtt_us / 8000 if sender.rtt.srtt_us else NAN,
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


def _queue(p: Any) -> str | Qdisc:
    """The bottleneck's discipline; one that can mark does so if the sender understands it."""
    return "pfifo" if p.qdisc == "pfifo" else disciplines()[p.qdisc](limit=p.buffer, ecn=p.ecn)  # type: ignore[call-arg]


def _path(p: Any) -> list[str]:
    if p.qdisc == "pfifo":
        return path(rate=p.rate, rtt=p.rtt, buffer=p.buffer, loss=p.loss)
    ecn = "ecn" if p.ecn else "noecn"
    queue = f"tc qdisc add dev out parent 1:1 {p.qdisc} limit {p.buffer} {ecn}"
    return [*path(rate=p.rate, rtt=p.rtt, loss=p.loss), queue]


def _switches(p: Any) -> list[str]:
    """What is not at Linux's default."""
    lines = []
    if p.ecn:
        lines.append("sysctl -w net.ipv4.tcp_ecn=1   # on both")
    if not p.delayed_ack:
        lines.append("ip route change 198.51.100.0/24 dev eth0 quickack 1   # on the receiver, the way to the sender")
    return lines


class _Samples:
    """Sums over the samples after the warm-up, and the window that slow start came to."""

    def __init__(self, warm: float) -> None:
        self._warm = warm
        self._n = 0
        self._cwnd = self._queue = self._srtt = 0.0
        self._start: tuple[float, int] | None = None
        self._end = (0.0, 0)
        self._rising = True
        self.peak = 0
        """The largest window of slow start."""
        self.peak_queue = 0
        self.empty = 0

    def take(self, now: float, cwnd: int, ssthresh: int, queue: int, sender: Any) -> None:
        """One sample."""
        if self._rising:
            self._rising = ssthresh >= INFINITE_SSTHRESH
            if self._rising:
                self.peak = max(self.peak, cwnd)
            else:  # it has grown since the last sample: up to a loss, or to where HyStart ended it
                entered = sender.recovery.entered
                self.peak = max(self.peak, entered[0][2] if entered else ssthresh)
        if now < self._warm:
            return
        self._start = self._start or (now, sender.una)
        self._end = (now, sender.una)
        self._n += 1
        self._cwnd += cwnd
        self._queue += queue
        self._srtt += sender.rtt.srtt_us / 8000
        self.peak_queue = max(self.peak_queue, queue)
        self.empty += not queue

    def summarise(self, result: Result, flow: Any, bell: Dumbbell) -> None:
        """Fill in the summary."""
        assert self._start is not None
        span = self._end[0] - self._start[0]
        goodput = (self._end[1] - self._start[1]) * 8e-6 / span if span else NAN
        entered = [entry for entry in flow.sender.recovery.entered if entry[0] >= self._warm]
        period = (entered[-1][0] - entered[0][0]) / (len(entered) - 1) if len(entered) > 1 else NAN
        at_loss = sum(entry[2] for entry in entered) / len(entered) if entered else NAN
        result.figure("goodput", goodput, "Mbit/s", "Goodput")
        result.figure("mean_cwnd", self._cwnd / self._n, "segments", "Mean window")
        result.figure("mean_queue", self._queue / self._n, "packets", "Mean queue")
        result.figure("mean_srtt", self._srtt / self._n, "ms", "Mean round-trip time")
        result.figure("slow_start_peak", self.peak, "segments", "Largest window of slow start")
        result.figure("cwnd_at_loss_mean", at_loss, "segments", "Mean window at a loss")
        result.figure("loss_period", period, "s", "Time between losses")
        result.figure("max_queue", self.peak_queue, "packets", "Longest queue")
        result.figure("queue_empty", 100 * self.empty / self._n, "%", "Time with an empty queue")
        result.figure("drops", bell.link.drops, "packets", "Dropped by the queue")
        if isinstance(bell.link, Device):
            result.figure("marked", bell.link.marks, "packets", "Marked by the queue")
        result.figure("lost", bell.link.lost, "packets", "Lost at random")
        result.figure("retransmissions", flow.sender.retransmissions, "segments", "Sent again")
        result.figure("timeouts", flow.sender.recovery.timeouts, "", "Timeouts")
        result.figure("packets_sent", flow.sender.packets_sent, "segments", "Segments sent")


def _sentence(result: Result, p: Any) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    losses = sum(event.kind == "recovery" for event in result.events)
    timeouts = sum(event.kind == "timeout" for event in result.events)
    marks = sum(event.kind == "mark" for event in result.events)
    parts = [
        f"Slow start reaches a window of {value['slow_start_peak']:.0f}.",
        (f"Losses are seen {times(losses)}" if losses else "No loss is seen")
        + (f" and the timer fires {times(timeouts)}." if timeouts else "."),
    ]
    if marks:
        parts.append(f"The window is reduced for a mark {times(marks)}.")
    if value["queue_empty"] < 1:
        parts.append("The queue is never empty")
    else:
        parts.append(f"The queue is empty {value['queue_empty']:.0f} % of the time")
    parts[-1] += f", {significant(value['mean_queue'], 2)} packets on average."
    share = min(100, 100 * value["goodput"] / most(p.rate))
    parts.append(f"{significant(value['goodput'])} Mbit/s of data arrive, {share:.0f} % of what the line can carry.")
    return " ".join(parts)
