"""A short answer: how many round trips it takes, by the initial window, and what too fast a start costs."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Pipe, TimeSequence
from inflight.figure.words import amount, seconds
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.constants import INFINITE_SSTHRESH, MSS
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import ALGORITHM, BUFFER, INITCWND, NAN, RATE, RTT, loss_in_words, threshold

STEPS = 400  # samples that are drawn of a transfer without losses
ROUNDS = 40  # rows of the table, at most

EACH, SECOND, BURST = "each", "second", "burst"


@experiment("slow-start", part="congestion", question="How many round trips does a 100 kB answer take?")
class SlowStart:
    """A client connects, asks, and gets an answer of a few hundred kilobytes."""

    title = "Slow start"
    parameters = (
        replace(
            INITCWND,
            default=3,
            help="How many segments may leave before the first ACK is back. Linux: 10 since 2.6.39, 3 before.",
        ),
        Slider(
            name="size",
            label="Size of the answer",
            unit="kB",
            min=1,
            max=10_000,
            default=100,
            scale="log10",
            quantity="sequence",
        ),
        replace(RTT, default=100),
        replace(RATE, default=50),
        replace(BUFFER, default=500),
        replace(ALGORITHM, help="Slow start is nearly the same for all. They differ in when they leave it."),
        Flag(
            name="hystart",
            label="HyStart (CUBIC)",
            default=True,
            knob="tcp_cubic hystart",
            matters_when={"algorithm": ("cubic",)},
            help="Leaves slow start when the ACKs show that the pipe is full, not when a packet is lost.",
        ),
        Choice(
            name="acks",
            label="One ACK for",
            choices={EACH: "each segment", SECOND: "every second", BURST: "each burst (GRO)"},
            default=SECOND,
            knob="ip route … quickack, ethtool -K … gro",
            help="A burst is what the sender gave to its card at once, 2 to 45 segments.",
        ),
    )
    presets = (
        Preset(
            "Three segments",
            {},
            "As Linux did it before 2.6.39: five round trips for the answer, and the line is busy for 16 ms of them.",
        ),
        Preset("Ten segments", {"initcwnd": 10}, "Linux today: 10, 20, 40. Three round trips instead of five."),
        Preset("Thirty segments", {"initcwnd": 30}, "One round trip less than with ten. It is not three times faster."),
        Preset(
            "Thirty, and nowhere to put them",
            {"initcwnd": 30, "size": 40, "rate": 10, "buffer": 8},
            "The whole answer in one burst, into a queue of eight: 17 packets are lost. With four it takes 415 ms.",
        ),
        Preset(
            "Until it hurts",
            {"initcwnd": 10, "size": 1000, "rate": 10, "buffer": 80, "algorithm": "reno"},
            "Reno doubles until packets are lost, and by then it has doubled once too often.",
        ),
        Preset(
            "HyStart",
            {"initcwnd": 10, "size": 1000, "rate": 10, "buffer": 80},
            "CUBIC on the same path sees the pipe fill up and stops doubling. Not one packet is lost.",
        ),
        Preset(
            "One ACK for forty segments",
            {"initcwnd": 10, "size": 3000, "rate": 1000, "buffer": 5000, "rtt": 50, "acks": BURST},
            "Super-packets from end to end: few ACKs, and the window doubles all the same.",
        ),
    )
    views = (
        Pipe(rtt="rtt", rate="rate", queue="queue", inflight="inflight", limit="buffer"),
        Lanes(
            (
                Lane("window", "Window", "segments", ("cwnd", "ssthresh", "inflight"), kind="step"),
                Lane("arrived", "Arrived", "kB", ("arrived",), kind="step"),
                Lane("queue", "Queue", "packets", ("queue",), kind="area", handles=("buffer",)),
            ),
        ),
        Bars("rounds", "round", "segments", title="Round by round"),
        TimeSequence(),
    )
    bets = (
        ValueBet(
            id="ten",
            question="With three segments to begin with, 100 kB took five round trips. How many are they with ten?",
            at="Ten segments",
            summary="rounds",
            min=0,
            max=10,
            scale="linear",
        ),
        ValueBet(
            id="thirty",
            question="With ten segments to begin with, 100 kB took 410 ms in all. How long with thirty, in ms?",
            at="Thirty segments",
            summary="time",
            min=100,
            max=1000,
        ),
        ValueBet(
            id="overshoot",
            question="10 Mbit/s, 100 ms, a queue of 80 packets: how many packets does Reno’s slow start lose?",
            at="Until it hurts",
            summary="drops",
            min=0,
            max=300,
            scale="linear",
        ),
        CurveBet(
            id="acks",
            question="One ACK for a whole burst, up to 45 segments: draw the window over time.",
            at="One ACK for forty segments",
            column="cwnd",
            given=("arrived",),
        ),
    )
    sources = (
        "RFC 6928",
        "RFC 5681",
        "RFC 3390",
        "tcp_cong.c:tcp_slow_start",
        "tcp_cubic.c:hystart_update",
        "tcp_input.c:tcp_init_cwnd",
        "C01",
        "C02",
        "C03",
        "C08",
        "C09",
        "C15",
        "C23",
        "C42",
    )
    leaves_out = """
        What comes before and after: name resolution, TLS, the time the server thinks. Nothing of the handshake is
        lost. The receiver reads at once; its window begins at 64 KiB and opens with the data that come, so an initial
        window of more than 45 segments does not get out whole. Packets are sent when the window allows it, without
        pacing. “Each burst” stands for TSO and GRO from end to end, as on a host whose packets nobody had to cut.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The same path and the same answer."""
        lines = [
            f"ip route change default via 192.0.2.254 initcwnd {p.initcwnd}   # on the server",
            f"sysctl -w net.ipv4.tcp_congestion_control={p.algorithm}   # on the server",
            f"echo {int(p.hystart)} > /sys/module/tcp_cubic/parameters/hystart   # on the server",
        ]
        if p.acks == EACH:
            lines.append("ip route change default via 192.0.2.254 quickack 1   # on the client")
        return [
            Commands("Set it", [*lines, *path(rate=p.rate, rtt=p.rtt, buffer=p.buffer)]),
            Commands(
                "See it",
                [
                    f"head -c {int(p.size * 1000)} /dev/zero > answer && python3 -m http.server   # on the server",
                    "curl -so /dev/null -w '%{time_connect} %{time_starttransfer} %{time_total}\\n' "
                    "http://192.0.2.1:8000/answer",
                    "ss -tin sport = :8000   # on the server: cwnd, ssthresh, retrans",
                    "nstat -az TcpExtTCPHystartTrainDetect TcpExtTCPHystartDelayDetect TcpRetransSegs",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s) since the client began to connect, up to the last byte."""
        result = Result(
            [
                Column("t", "s", "time since the client’s SYN", "time"),
                Column("cwnd", "segments", "congestion window", "cwnd"),
                Column("ssthresh", "segments", "slow-start threshold", "ssthresh"),
                Column("inflight", "segments", "believed to be in the network", "inflight"),
                Column("arrived", "kB", "arrived in order", "sequence"),
                Column("queue", "packets", "packets waiting at the bottleneck", "queue"),
            ]
        )
        total, rtt = int(p.size * 1000), p.rtt / 1000
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=p.buffer,
            rng=rng,
            flows=[
                FlowSpec(
                    algorithm=p.algorithm,
                    rtt=rtt,
                    total=total,
                    chunk=total,
                    connect=rtt,  # the SYN-ACK takes no time on the way to the client, its SYN takes a round trip
                    passive=True,
                    initcwnd=p.initcwnd,
                    hystart=p.hystart,
                    delayed_ack=p.acks != EACH,
                    offload=p.acks == BURST,
                )
            ],
        )
        flow = bell.flows[0]
        flow.sender.writer = Writer(flow.sender, total, total, close=False)
        trace, rounds = Trace(bell), _Rounds(flow)
        most = 2 * rtt + total * 8e-6 / p.rate + rtt * math.log2(2 + total / MSS / p.initcwnd)
        step = most / STEPS
        number = 0
        while flow.receiver.finished_at is None:
            number += 1
            for _ in bell.clock.run(number * step):
                yield result
            _sample(result, flow, bell)
            result.progress = min(0.99, flow.receiver.expected / total)
        rounds.end()
        tables = trace.tables()
        result.tables = {"rounds": rounds.table(), "packets": tables["packets"], "acks": tables["acks"]}
        _summarise(result, p, flow, bell, rounds)
        for entry in flow.sender.recovery.entered:
            result.event(*loss_in_words(entry))
        yield result


def _sample(result: Result, flow: Flow, bell: Dumbbell) -> None:
    sender = flow.sender
    result.append(
        bell.clock.now,
        sender.congestion.cwnd,
        threshold(sender.congestion),
        sender.board.in_flight,
        flow.receiver.expected / 1000,
        bell.link.queued(),
    )


class _Rounds:
    """Counts what leaves in a round: until the first ACK of something that was sent after the round began."""

    def __init__(self, flow: Flow) -> None:
        self._flow, self._since, self._before = flow, 0.0, 0
        self.sent: list[int] = []
        self.peak = 0
        """The largest window in slow start."""
        flow.back.receive = self._on_ack

    def _on_ack(self, ack: Ack) -> None:
        sender = self._flow.sender
        if sender.congestion.ssthresh >= INFINITE_SSTHRESH:
            self.peak = max(self.peak, sender.congestion.cwnd)
        sent = sender.packets_sent
        sender.on_ack(ack)
        if sender.board.rack_sent >= self._since:
            self._end(sent)
            self._since = sender.clock.now

    def end(self) -> None:
        """The transfer is over, and with it the last round."""
        self._end(self._flow.sender.packets_sent)

    def _end(self, sent: int) -> None:
        if sent > self._before:
            self.sent.append(sent - self._before)
            self._before = sent

    def table(self) -> Table:
        """The first rounds, and what left in each."""
        names = [f"round {number}" for number in range(1, min(len(self.sent), ROUNDS) + 1)]
        table = Table(
            [
                Column("round", "", "from the first ACK of one to the first ACK of the next", "time", words=names),
                Column("segments", "segments", "segments sent", "cwnd"),
            ]
        )
        for number, sent in enumerate(self.sent[:ROUNDS]):
            table.append(number, sent)
        return table


def _summarise(result: Result, p: Any, flow: Flow, bell: Dumbbell, rounds: _Rounds) -> None:
    took = flow.receiver.finished_at
    assert took is not None
    sender = flow.sender
    line = p.size * 8 / p.rate * 1514 / MSS
    exit_at = NAN if sender.congestion.ssthresh >= INFINITE_SSTHRESH else max(rounds.peak, p.initcwnd)
    result.figure("time", 1000 * took, "ms", "From connecting to the last byte")
    result.figure("rounds", len(rounds.sent), "", "Round trips for the answer")
    result.figure("line", line, "ms", "What the line alone needs")
    result.figure("final_cwnd", sender.congestion.cwnd, "segments", "Window at the end")
    result.figure("slow_start_peak", exit_at, "segments", "Window when slow start ended")
    result.figure("acks", len(result.tables["acks"]), "", "ACKs until then")
    result.figure("drops", bell.link.drops, "packets", "Dropped by the queue")
    result.figure("retransmissions", sender.retransmissions, "segments", "Sent again")
    result.figure("packets_sent", sender.packets_sent, "segments", "Segments sent")
    parts = [
        f"{amount(p.size * 1000)} take {seconds(took)} from an initial window of {p.initcwnd}: "
        f"a round trip to connect, {len(rounds.sent)} for the answer. The line alone would need {seconds(line / 1000)}."
    ]
    if lost := bell.link.drops:
        packets = "a packet is" if lost == 1 else f"{lost} packets are"
        parts.append(f"The queue overflows and {packets} lost.")
    elif not math.isnan(exit_at):
        parts.append(f"Slow start ends at a window of {exit_at:.0f} without a loss.")
    result.sentence = " ".join(parts)
