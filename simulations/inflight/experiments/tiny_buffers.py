"""Two hosts with 4 KiB: one in the receiver's buffer, one in the sender's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Parameters, Preset
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, LogLog
from inflight.figure.words import amount, significant
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.scenes.buffers import GSO, RMEM, TCP_RMEM, TCP_WMEM, WMEM, WRITE
from inflight.scenes.by_chance import RUNS, by_chance, differ
from inflight.scenes.captured.path import capture_path
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

RTTS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0)  # ms, where the lines are drawn
WARM, ROUNDS = 12, 20  # round trips that are let pass, and that are measured
CASES = ("small tcp_rmem", "small tcp_wmem", "both")
SMALL_RMEM, SMALL_WMEM, BOTH = range(3)


@dataclass(frozen=True)
class TinyBuffersParameters(Parameters):
    """Both buffers, the path, and how the application writes."""

    rmem: Annotated[
        int,
        replace(
            RMEM,
            label="Receive buffer",
            max=131072,
            knob="net.ipv4.tcp_rmem",
            help="All three values of tcp_rmem, on the receiver of the first transfer.",
        ),
    ] = 4096
    wmem: Annotated[
        int,
        replace(
            WMEM,
            label="Send buffer",
            max=131072,
            knob="net.ipv4.tcp_wmem",
            help="All three values of tcp_wmem, on the sender of the second transfer.",
        ),
    ] = 4096
    rtt: Annotated[float, replace(RTT, min=1, max=200, help="Of the bars; the lines are drawn from 1 to 200 ms.")] = 100
    write: Annotated[int, replace(WRITE, max=1 << 18)] = 16384
    gso: Annotated[bool, GSO] = True
    kernel: Annotated[str, KERNEL] = USUAL


@experiment(
    "tiny-buffers",
    part="windows",
    question="rmem 4096 or wmem 4096: which hurts more?",
)
class TinyBuffers:
    """The same transfer with one of the two buffers very small, at many round-trip times."""

    title = "Tiny buffers"
    parameters = TinyBuffersParameters
    points = ("sender", "receiver")
    presets = (
        Preset(
            "4096 each",
            {},
            "The receiver's 4 KiB are one segment per round trip. The sender's let one skb slip past, and that is a "
            "whole write(): 16 KiB. Both depend on the round trip just as much.",
        ),
        Preset(
            "64 KiB per write()",
            {"write": 65536},
            "The larger the write(), the more slips past. Nothing slips past the receiver's window.",
        ),
        Preset("10 ms", {"rtt": 10}, "A tenth of the round trip, ten times the speed, for both: two parallel lines."),
        Preset(
            "16 KiB each",
            {"rmem": 16384, "wmem": 16384},
            "With four times the send buffer it is chance how many writes slip past: the band is where runs of the "
            "same setting lie.",
        ),
        Preset(
            "One packet per skb",
            {"gso": False},
            "An old sender: two segments per round trip, and nothing slips past. Twice the receiver's speed.",
        ),
    )
    outputs = Outputs(
        columns=(
            Column("rtt", "ms", "round-trip time", "rtt"),
            Column("small_rmem", "kB/s", "speed with the small receive buffer", "rwnd"),
            Column(
                "small_wmem",
                "kB/s",
                "speed with the small send buffer",
                "sndbuf",
                band=("small_wmem_low", "small_wmem_high"),
            ),
            Column("both", "kB/s", "speed with both", "throughput"),
            Column("small_wmem_low", "kB/s", "lowest of several runs with the small send buffer", "sndbuf"),
            Column("small_wmem_high", "kB/s", "highest of several runs with the small send buffer", "sndbuf"),
        ),
        figures=(
            Output("small_rmem", "kB/s", "With the small receive buffer"),
            Output("small_wmem", "kB/s", "With the small send buffer"),
            Output("both", "kB/s", "With both"),
            Output("rmem_per_rtt", "kB", "Per round trip, small receive buffer"),
            Output("wmem_per_rtt", "kB", "Per round trip, small send buffer"),
            Output("mss", "B", "Segments into the small window"),
        ),
    )
    views = (LogLog(("small_rmem", "small_wmem", "both")), Bars("cases", "case", "speed", title="At this round trip"))
    bets = (
        ValueBet(
            id="rmem",
            question="tcp_rmem is 4096 and the round trip 100 ms. How many kB/s?",
            at="4096 each",
            summary="small_rmem",
            min=1,
            max=10_000,
        ),
        ValueBet(
            id="wmem",
            question="And with 4096 in the sender's tcp_wmem instead?",
            at="4096 each",
            summary="small_wmem",
            min=1,
            max=10_000,
        ),
        ValueBet(
            id="shorter",
            question="Both at 10 ms instead of 100: how many kB/s with the small receive buffer?",
            at="10 ms",
            summary="small_rmem",
            min=1,
            max=10_000,
        ),
    )
    sources = (
        "tcp_output.c:tcp_bound_to_half_wnd",
        "tcp_output.c:__tcp_select_window",
        "tcp.c:tcp_sendmsg_locked",
        "sock.h:sk_stream_is_writeable",
        "W30",
        "W31",
        "W32",
        "W33",
        "W34",
    )
    leaves_out = """
        A line: its rate is unlimited here, as in the recordings, so only the buffers and the round trip count. The CPU
        is the laboratory's, and shows at 1 ms. Where large skbs slip past the send buffer's limit, microseconds decide
        how many; four runs are made, and another machine may fall outside their band. With net.core.rmem_max in the
        hundreds of MB the window scale is so coarse that a window of 1448 bytes cannot be expressed, and the receiver
        overruns its own buffer.
    """

    @staticmethod
    def commands(p: TinyBuffersParameters) -> list[Commands]:
        """Both hosts, one sysctl each."""
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_rmem='{p.rmem} {p.rmem} {p.rmem}'   # on the receiver of the first",
                    f"sysctl -w net.ipv4.tcp_wmem='{p.wmem} {p.wmem} {p.wmem}'   # on the sender of the second",
                    f"ip link set dev eth0 gso_max_segs {65535 if p.gso else 1}",
                    path(rate=1000, rtt=p.rtt)[0],
                    f"iperf3 -c 192.0.2.1 -t 20 -l {p.write}",
                ],
            ),
            Commands(
                "See it",
                ["ss -tinm dst 192.0.2.1   # mss:724 snd_wnd:1448 rwnd_limited:… sndbuf_limited:… skmem:(…tb<limit>…)"],
            ),
        ]

    @staticmethod
    def run(p: TinyBuffersParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each round trip (ms): the speed of the three transfers, kB/s."""
        result = TinyBuffers.outputs.result()
        for number, rtt in enumerate((*RTTS, p.rtt), 1):
            measured = []
            for case in range(len(CASES)):
                runs = RUNS if p.gso and case == SMALL_WMEM else 1
                drawn = number > len(RTTS)
                measured.append([_speed(p, rtt / 1000, case, rng, drawn=drawn and not n) for n in range(runs)])
                yield result
            if number <= len(RTTS):
                speeds = [speed for speed, _ in measured[SMALL_WMEM]]
                result.append(rtt, *(runs[0][0] for runs in measured), min(speeds), max(speeds))
            result.progress = number / (len(RTTS) + 1)
        _summarise(result, p, measured)
        yield result


def _speed(p: TinyBuffersParameters, rtt: float, case: int, rng: random.Random, *, drawn: bool) -> tuple[float, int]:
    """Data acknowledged per second, kB/s, once the transfer has found its pace; and the segment's payload, bytes.

    drawn: it is one of the three bars, which can be captured.
    """
    small_receiver, small_sender = case != SMALL_WMEM, case != SMALL_RMEM
    spec = FlowSpec(
        algorithm="cubic",
        rtt=rtt,
        chunk=p.write,
        wmem=(p.wmem, p.wmem) if small_sender else TCP_WMEM,
        receive=ReceiveBuffer(rmem=(p.rmem, p.rmem) if small_receiver else TCP_RMEM),
        gso_max_segs=65535 if p.gso else 1,
        era=tcp_era(p.kernel),
    )
    if p.gso and case == SMALL_WMEM:
        spec = by_chance(spec, rng)
    bell = Dumbbell(rate=None, limit=1 << 30, rng=rng, flows=[spec])
    if drawn:
        capture_path(bell, places=[case], beside=True)
    sender = bell.flows[0].sender
    # half a round trip off the grid of round trips, so that none is counted in part
    begin = spec.connect + (WARM + 1.5) * rtt
    for _ in bell.clock.run(begin):
        pass
    before = sender.una
    for _ in bell.clock.run(begin + ROUNDS * rtt):
        pass
    return (sender.una - before) / 1000 / (ROUNDS * rtt), sender.mss


def _summarise(result: Result, p: TinyBuffersParameters, measured: list[list[tuple[float, int]]]) -> None:
    rmem, wmem, both = (runs[0][0] for runs in measured)
    mss = measured[SMALL_RMEM][0][1]
    speeds = [speed for speed, _ in measured[SMALL_WMEM]]
    chance = differ(speeds)
    result.figure("small_rmem", rmem)
    result.figure("small_wmem", wmem, runs=speeds if chance else ())
    result.figure("both", both)
    result.figure("rmem_per_rtt", rmem * p.rtt / 1000)
    result.figure("wmem_per_rtt", wmem * p.rtt / 1000, runs=[s * p.rtt / 1000 for s in speeds] if chance else ())
    result.figure("mss", mss)
    result.tables["cases"] = table = Table(
        [
            Column("case", "", "which buffer is small", "time", words=CASES),
            Column("speed", "kB/s", "data acknowledged per second", "throughput"),
        ]
    )
    for number, speed in enumerate((rmem, wmem, both)):
        table.append(number, speed)
    result.sentence = (
        f"At {significant(p.rtt)} ms the small receive buffer gives {significant(rmem)} kB/s, "
        f"{amount(rmem * p.rtt)} per round trip in segments of {mss} bytes; the small send buffer "
    )
    if chance:
        low, high = min(speeds), max(speeds)
        result.sentence += (
            f"{significant(low)} to {significant(high)} kB/s in {len(speeds)} runs, {amount(low * p.rtt)} to "
            f"{amount(high * p.rtt)} per round trip: chance decides how many writes slip past its limit."
        )
    else:
        result.sentence += f"{significant(wmem)} kB/s, {amount(wmem * p.rtt)} per round trip."
