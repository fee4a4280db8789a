"""One flow over one bottleneck: what the congestion window does, and what the queue does with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.commands import path
from inflight.congestion import algorithms
from inflight.dumbbell import Dumbbell, FlowSpec
from inflight.experiment import Commands, Lane, experiment
from inflight.parameters import Choice, Preset, Slider
from inflight.result import Column, Result
from inflight.tcp.constants import INFINITE_SSTHRESH, MSS
from inflight.tcp.recovery import CWR, LOSS
from inflight.words import significant, times

POINTS = 1000  # samples drawn, at most; the summary is made from 10 ms samples whatever is drawn
TICK = 0.01  # s, the sampling step of the recordings
NAN = float("nan")


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
    ),
)
class CongestionWindow:
    """A bulk transfer through a drop-tail queue, packet by packet."""

    title = "The congestion window"
    parameters = (
        Choice(
            name="algorithm",
            label="Congestion control",
            choices={name: {"reno": "Reno", "cubic": "CUBIC"}.get(name, name) for name in algorithms()},
            default="reno",
            knob="net.ipv4.tcp_congestion_control",
            quantity="cwnd",
            help="Who decides how much may be in flight. CUBIC is the default of Linux.",
        ),
        Slider(
            name="rate",
            label="Line rate",
            unit="Mbit/s",
            min=0.5,
            max=1000,
            default=2,
            scale="log10",
            knob="tc qdisc … tbf rate",
            quantity="throughput",
        ),
        Slider(
            name="rtt",
            label="Round-trip time",
            unit="ms",
            min=1,
            max=500,
            default=40,
            scale="log10",
            knob="tc qdisc … netem delay",
            quantity="rtt",
            help="Of the empty path; the queue adds to it.",
        ),
        Slider(
            name="buffer",
            label="Buffer",
            unit="packets",
            min=1,
            max=5000,
            default=25,
            scale="log10",
            step=1,
            integer=True,
            knob="tc qdisc … pfifo limit",
            quantity="queue",
            help="How many packets the bottleneck's queue holds before it drops.",
        ),
        Slider(
            name="loss",
            label="Random loss",
            unit="%",
            min=0,
            max=10,
            default=0,
            step=0.01,
            knob="tc qdisc … netem loss",
            quantity="loss",
            help="Packets lost on the way for no fault of the sender.",
        ),
        Slider(name="duration", label="Duration", unit="s", min=1, max=120, default=10, scale="log10"),
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
            {"rate": 10, "rtt": 40, "buffer": 100, "duration": 30},
            "10 Mbit/s, 40 ms, 100 packets: the teeth are 8.5 s long, as in the recording of Linux 6.1.",
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
    )
    lanes = (
        Lane("window", "Window", "segments", ("cwnd", "ssthresh", "inflight")),
        Lane("queue", "Queue", "packets", ("queue",), kind="area"),
        Lane("rtt", "Round-trip time", "ms", ("rtt",)),
        Lane("throughput", "Throughput", "Mbit/s", ("throughput",)),
    )
    sources = (
        "RFC 5681",
        "RFC 9438",
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
    )
    leaves_out = """
        Cross traffic, and everything that a single FIFO does not do: other queueing disciplines, ECN, reordering.
        The receiver reads at once and its window is never the limit. D-SACK and the undoing of false recoveries
        other than F-RTO are not modelled. The line counts 1514 bytes a full packet, of which 1448 are data, so the
        most that can arrive is 95.6 % of the rate.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The same path between two hosts with a Linux router in between."""
        algorithm = f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}   # on the sender"
        return [
            Commands("Set it", [algorithm, *path(rate=p.rate, rtt=p.rtt, buffer=p.buffer, loss=p.loss)]),
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
            ]
        )
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=p.buffer,
            loss=p.loss / 100,
            rng=rng,
            flows=[FlowSpec(algorithm=p.algorithm, rtt=p.rtt / 1000)],
        )
        flow = bell.flows[0]
        samples = _Samples(min(5, p.duration / 6))
        every = max(1, round(p.duration / TICK / POINTS))
        shown, last_delivered, last_t, rate = 0, 0, 0.0, NAN
        for tick in range(1, int(p.duration / TICK + 1e-9) + 1):
            now = tick * TICK
            for _ in bell.clock.run(now):
                yield result
            sender = flow.sender
            congestion = sender.congestion
            samples.take(now, congestion.cwnd, congestion.ssthresh, bell.link.queued(), sender)
            if tick % every:
                continue
            # a window of data arrives once per RTT, so throughput is averaged over one; what SACK reports counts too
            if now - last_t >= max(p.rtt / 1000, every * TICK):
                rate = (sender.board.delivered - last_delivered) * MSS * 8e-6 / (now - last_t)
                last_delivered, last_t = sender.board.delivered, now
            result.append(
                now,
                congestion.cwnd,
                NAN if congestion.ssthresh >= INFINITE_SSTHRESH else congestion.ssthresh,
                sender.board.in_flight,
                bell.link.queued(),
                sender.rtt.srtt_us / 8000 if sender.rtt.srtt_us else NAN,
                rate,
                sender.retransmissions,
            )
            for entry in sender.recovery.entered[shown:]:
                result.event(*_named(entry))
            shown = len(sender.recovery.entered)
            result.progress = now / p.duration
        samples.summarise(result, flow, bell)
        result.sentence = _sentence(result, p)
        yield result


def _named(entry: tuple[float, int, int, int, int]) -> tuple[float, str, str]:
    """An entry of `Recovery.entered` as (t, kind, text)."""
    t, state, cwnd, ssthresh, lost = entry
    if state == LOSS:
        return t, "timeout", f"timeout: window {cwnd} → 1, threshold {ssthresh}"
    if state == CWR:
        return t, "probe", f"a tail-loss probe repaired a loss: window {cwnd} → {ssthresh}"
    what = "a loss" if lost <= 1 else f"{lost} losses"
    return t, "recovery", f"{what} seen: window {cwnd} → {ssthresh}"


class _Samples:
    """Sums over the samples after the warm-up, and the peak before the threshold is known."""

    def __init__(self, warm: float) -> None:
        self._warm = warm
        self._n = 0
        self._cwnd = self._queue = self._srtt = 0.0
        self._start: tuple[float, int] | None = None
        self._end = (0.0, 0)
        self.peak = 0
        self.peak_queue = 0
        self.empty = 0

    def take(self, now: float, cwnd: int, ssthresh: int, queue: int, sender: Any) -> None:
        """One sample."""
        if ssthresh >= INFINITE_SSTHRESH:
            self.peak = max(self.peak, cwnd)
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
        result.figure("lost", bell.link.lost, "packets", "Lost at random")
        result.figure("retransmissions", flow.sender.retransmissions, "segments", "Sent again")
        result.figure("timeouts", flow.sender.recovery.timeouts, "", "Timeouts")
        result.figure("packets_sent", flow.sender.packets_sent, "segments", "Segments sent")


def _sentence(result: Result, p: Any) -> str:
    value = {name: figure.value for name, figure in result.summary.items()}
    most = p.rate * MSS / 1514
    losses = sum(event.kind == "recovery" for event in result.events)
    timeouts = sum(event.kind == "timeout" for event in result.events)
    parts = [
        f"Slow start reaches a window of {value['slow_start_peak']:.0f}.",
        f"Losses are seen {times(losses)}" + (f" and the timer fires {times(timeouts)}." if timeouts else "."),
    ]
    if value["queue_empty"] < 1:
        parts.append("The queue is never empty")
    else:
        parts.append(f"The queue is empty {value['queue_empty']:.0f} % of the time")
    parts[-1] += f", {significant(value['mean_queue'], 2)} packets on average."
    share = min(100, 100 * value["goodput"] / most)
    parts.append(f"{significant(value['goodput'])} Mbit/s of data arrive, {share:.0f} % of what the line can carry.")
    return " ".join(parts)
