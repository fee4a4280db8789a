"""A short answer: how many round trips it takes, by the initial window, and what too fast a start costs."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.slow_start.parameters import BURST, EACH, PRESETS, SlowStartParameters
from inflight.experiments.slow_start.rounds import RoundCounter
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Lane, Lanes, Pipe, Rounds, TimeSequence
from inflight.figure.words import amount, seconds
from inflight.kernel.constants import INFINITE_SSTHRESH, MSS
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import loss_in_words, threshold

STEPS = 400  # samples that are drawn of a transfer without losses


@experiment("slow-start", part="congestion", question="How many round trips does a 100 kB answer take?")
class SlowStart:
    """A client connects, asks, and gets an answer of a few hundred kilobytes."""

    title = "Slow start"
    parameters = SlowStartParameters
    points = ("sender", "receiver")
    knobs = ("initcwnd", "size")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the client’s SYN", "time"),
            measured.CWND,
            measured.SSTHRESH,
            measured.IN_FLIGHT,
            Column("arrived", "kB", "arrived in order", "sequence"),
            measured.QUEUE,
        ),
        figures=(
            Output("time", "ms", "From connecting to the last byte"),
            Output("rounds", "", "Round trips for the answer"),
            Output("line", "ms", "What the line alone would need"),
            Output("final_cwnd", "segments", "Window at the end"),
            Output("slow_start_peak", "segments", "Window when slow start ended"),
            Output("acks", "", "ACKs until then"),
            measured.QUEUE_DROPS,
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Rounds(below="window", value="segments", since="since", until="until", table="rounds"),
        Pipe(below="window", rtt="rtt", rate="rate", queue="queue", inflight="inflight", limit="buffer"),
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
            question="With three segments to begin with, 100 kB took five round trips. How many with ten?",
            at="Ten segments",
            summary="rounds",
            min=0,
            max=10,
            scale="linear",
        ),
        ValueBet(
            id="thirty",
            question="With ten segments to begin with, 100 kB took 410 ms in all. How many ms with thirty?",
            at="Thirty segments",
            summary="time",
            min=100,
            max=1000,
        ),
        ValueBet(
            id="overshoot",
            question="10 Mbit/s, 100 ms, a queue of 80 packets. How many packets does Reno’s slow start lose?",
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
        What comes before and after: name resolution, TLS, the server’s time to think. The handshake loses no packet.
        The receiver reads at once. Its window starts at 64 KiB and opens as data come in, so an initial window of more
        than 45 segments can’t leave whole. The sender doesn’t pace: packets leave as soon as the window allows. “Each
        burst” stands for TSO and GRO from end to end, as on a path where nobody has to cut packets apart.
    """

    @staticmethod
    def commands(p: SlowStartParameters) -> list[Commands]:
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
    def run(p: SlowStartParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s) since the client began to connect, up to the last byte."""
        result = SlowStart.outputs.result()
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
                    era=tcp_era(p.kernel),
                )
            ],
        )
        flow = bell.flows[0]
        flow.sender.writer = Writer(flow.sender, total, total, close=False)
        trace, rounds = Trace(bell), RoundCounter(flow)
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
        packets, acks = tables["packets"], tables["acks"]
        result.tables = {"rounds": rounds.table(packets["sent"]), "packets": packets, "acks": acks}
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


def _summarise(result: Result, p: SlowStartParameters, flow: Flow, bell: Dumbbell, rounds: RoundCounter) -> None:
    took = flow.receiver.finished_at
    assert took is not None
    sender = flow.sender
    line = p.size * 8 / p.rate * 1514 / MSS
    exit_at = nan if sender.congestion.ssthresh >= INFINITE_SSTHRESH else max(rounds.peak, p.initcwnd)
    result.figure("time", 1000 * took)
    result.figure("rounds", len(rounds.sent))
    result.figure("line", line)
    result.figure("final_cwnd", sender.congestion.cwnd)
    result.figure("slow_start_peak", exit_at)
    result.figure("acks", len(result.tables["acks"]))
    result.figure("drops", bell.link.drops)
    result.figure("retransmissions", sender.retransmissions)
    result.figure("packets_sent", sender.packets_sent)
    parts = [
        f"{amount(p.size * 1000)} take {seconds(took)} with an initial window of {p.initcwnd}: "
        f"one round trip to connect, {len(rounds.sent)} for the answer. "
        f"The line alone would need {seconds(line / 1000)}."
    ]
    if lost := bell.link.drops:
        packets = "a packet is" if lost == 1 else f"{lost} packets are"
        parts.append(f"The queue overflows, and {packets} lost.")
    elif not math.isnan(exit_at):
        parts.append(f"Slow start ends at a window of {exit_at:.0f} without a loss.")
    result.sentence = " ".join(parts)
