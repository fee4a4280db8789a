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
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.scenes.buffers import GSO, RMEM, TCP_RMEM, TCP_WMEM, WMEM, WRITE
from inflight.scenes.transfer import RTT

RTTS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0)  # ms, where the lines are drawn
WARM, ROUNDS = 5, 20  # round trips that are let pass, and that are measured
CASES = ("small tcp_rmem", "small tcp_wmem", "both")


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
    gso: Annotated[bool, GSO] = False


@experiment(
    "tiny-buffers",
    part="windows",
    question="rmem 4096 or wmem 4096: which hurts more?",
)
class TinyBuffers:
    """The same transfer with one of the two buffers very small, at many round-trip times."""

    title = "Tiny buffers"
    parameters = TinyBuffersParameters
    presets = (
        Preset(
            "4096 each",
            {},
            "The receiver's 4 KiB are one segment per round trip, the sender's are two: half as bad, and just as much "
            "a matter of the round trip.",
        ),
        Preset(
            "A modern sender",
            {"gso": True},
            "One skb may slip past the send buffer's limit, and with GSO an skb is as large as a write(): 16 KiB.",
        ),
        Preset(
            "64 KiB per write()",
            {"gso": True, "write": 65536},
            "The larger the write(), the more slips past. Nothing slips past the receiver's window.",
        ),
        Preset("10 ms", {"rtt": 10}, "A tenth of the round trip, ten times the speed, for both: two parallel lines."),
        Preset(
            "64 KiB each",
            {"rmem": 65536, "wmem": 65536},
            "Sixteen times the buffers: twenty times the speed for one, thirteen for the other.",
        ),
    )
    outputs = Outputs(
        columns=(
            Column("rtt", "ms", "round-trip time", "rtt"),
            Column("small_rmem", "kB/s", "speed with the small receive buffer", "rwnd"),
            Column("small_wmem", "kB/s", "speed with the small send buffer", "sndbuf"),
            Column("both", "kB/s", "speed with both", "throughput"),
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
        is the laboratory's, whose 0.06 ms per round trip show at 1 ms. With net.core.rmem_max in the hundreds of MB the
        window scale is so coarse that a window of 1448 bytes cannot be said, and the receiver overruns its own buffer.
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
        for number, rtt in enumerate(RTTS, 1):
            speeds = []
            for case in range(len(CASES)):
                speeds.append(_speed(p, rtt / 1000, case, rng)[0])
                yield result
            result.append(rtt, *speeds)
            result.progress = number / (len(RTTS) + 1)
        measured = [_speed(p, p.rtt / 1000, case, rng) for case in range(len(CASES))]
        _summarise(result, p, measured)
        yield result


def _speed(p: TinyBuffersParameters, rtt: float, case: int, rng: random.Random) -> tuple[float, int]:
    """Data acknowledged per second, kB/s, once the transfer has found its pace; and the segment's payload, bytes."""
    small_receiver, small_sender = case != 1, case != 0
    bell = Dumbbell(
        rate=None,
        limit=1 << 30,
        rng=rng,
        flows=[
            FlowSpec(
                algorithm="cubic",
                rtt=rtt,
                chunk=p.write,
                wmem=(p.wmem, p.wmem) if small_sender else TCP_WMEM,
                receive=ReceiveBuffer(rmem=(p.rmem, p.rmem) if small_receiver else TCP_RMEM),
                gso_max_segs=65535 if p.gso else 1,
            )
        ],
    )
    sender = bell.flows[0].sender
    # half a round trip off the grid of round trips, so that none is counted in part
    begin = (WARM + 1.5) * rtt
    for _ in bell.clock.run(begin):
        pass
    before = sender.una
    for _ in bell.clock.run(begin + ROUNDS * rtt):
        pass
    return (sender.una - before) / 1000 / (ROUNDS * rtt), sender.mss


def _summarise(result: Result, p: TinyBuffersParameters, measured: list[tuple[float, int]]) -> None:
    (rmem, mss), (wmem, _), (both, _) = measured
    result.figure("small_rmem", rmem)
    result.figure("small_wmem", wmem)
    result.figure("both", both)
    result.figure("rmem_per_rtt", rmem * p.rtt / 1000)
    result.figure("wmem_per_rtt", wmem * p.rtt / 1000)
    result.figure("mss", mss)
    result.tables["cases"] = table = Table(
        [
            Column("case", "", "which buffer is small", "time", words=CASES),
            Column("speed", "kB/s", "data acknowledged per second", "throughput"),
        ]
    )
    for number, (speed, _) in enumerate(measured):
        table.append(number, speed)
    result.sentence = (
        f"At {significant(p.rtt)} ms the small receive buffer gives {significant(rmem)} kB/s, "
        f"{amount(rmem * p.rtt)} per round trip in segments of {mss} bytes; the small send buffer "
        f"{significant(wmem)} kB/s, {amount(wmem * p.rtt)} per round trip."
    )
