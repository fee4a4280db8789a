"""A transfer, and the three limits that may hold it back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Edge, Lane, Lanes, Pipe, Stream, TimeSequence
from inflight.figure.words import amount, significant
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.chrono import BUSY, RWND_LIMITED, SNDBUF_LIMITED
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.sending import NO_CLAMP
from inflight.scenes import measured
from inflight.scenes.buffers import GSO, RCVBUF, SNDBUF, TCP_RMEM, TCP_WMEM, WRITE, PerSecond
from inflight.scenes.by_chance import RUNS, by_chance, differ, fill_band, is_by_chance
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import BUFFER, RATE, RTT, most

STEPS = 600  # samples drawn
GSO_SEGMENTS = 45  # in an skb that is full: 64 KB (`tcp_output.c:tcp_tso_autosize`, `sock.c:sk_setup_caps`)
CORE_MAX = 4 << 20  # bytes, so that neither SO_RCVBUF nor SO_SNDBUF is cut
LIMITS = ("congestion window", "receiver's window", "send buffer")
BY_CWND, BY_RWND, BY_SNDBUF = range(3)


@dataclass(frozen=True)
class ThreeWindowsParameters(Parameters):
    """Limits of the three windows, and the path."""

    cwnd: Annotated[
        int,
        Slider(
            label="cwnd, at most",
            unit="segments",
            min=2,
            max=10_000,
            scale="log10",
            step=1,
            integer=True,
            special={0: "no clamp"},
            knob="ip route … cwnd",
            quantity="cwnd",
        ),
    ] = 0
    rcvbuf: Annotated[int, RCVBUF] = 65536
    sndbuf: Annotated[int, SNDBUF] = 0
    write: Annotated[int, WRITE] = 65536
    gso: Annotated[bool, GSO] = True
    rate: Annotated[float, replace(RATE, min=1)] = 100
    rtt: Annotated[float, replace(RTT, max=300)] = 20
    buffer: Annotated[int, BUFFER] = 1000
    duration: Annotated[float, Slider(label="Duration", unit="s", min=0.1, max=30, scale="log10")] = 1
    kernel: Annotated[str, KERNEL] = USUAL


@experiment(
    "three-windows",
    part="windows",
    question="Which of cwnd, rwnd and the send buffer holds this transfer back?",
    kernel=("C_rcvbuf_64K", "C_rcvbuf_128K", "C_sndbuf_64K", "C_sndbuf_64K_nogso", "C_sndbuf_auto"),
)
class ThreeWindows:
    """A CUBIC flow with a limit on its congestion window, on its receiver's buffer and on its send buffer."""

    title = "Three windows"
    parameters = ThreeWindowsParameters
    points = ("sender", "receiver")
    presets = (
        Preset(
            "The receiver",
            {},
            "SO_RCVBUF of 64 KiB makes a window of 78 kB: 29 Mbit/s of 100, at 20 ms. ss shows rwnd_limited.",
        ),
        Preset(
            "The sender's buffer",
            {"rcvbuf": 0, "sndbuf": 65536},
            "64 KiB again, at the other end, and more than twice the speed: whole writes slip past this limit. ss "
            "counts almost no sndbuf_limited.",
        ),
        Preset(
            "The sender's buffer, one packet per skb",
            {"rcvbuf": 0, "sndbuf": 65536, "gso": False},
            "An old sender. It is 18% slower than with the receiver's buffer: the kernel charges its own "
            "bookkeeping to the buffer, and wakes the writer only when a third of it is free.",
        ),
        Preset(
            "The congestion window",
            {"rcvbuf": 0, "cwnd": 53},
            "A route locks it at 53 segments: the same 77 kB, and the same speed as with the receiver's window.",
        ),
        Preset(
            "The network",
            {"rcvbuf": 0},
            "Nothing is set. The congestion window grows until the line is full, and then fills the queue.",
        ),
        Preset(
            "A send buffer much too large",
            {"rcvbuf": 0, "sndbuf": 4 << 20, "buffer": 100, "duration": 3},
            "4 MiB for a pipe of 250 kB: the rest waits in the socket. The congestion window decides what is in "
            "flight, and what is lost.",
        ),
        Preset(
            "64 KiB at 35 ms",
            {"rtt": 35},
            "A window of 78 kB per 35 ms is 2.2 MB/s at most. No tuning of the sender changes that.",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_WRITE,
            replace(measured.IN_FLIGHT_KB, band=("inflight_low", "inflight_high")),
            Column("cwnd", "kB", "congestion window", "cwnd"),
            Column("rwnd", "kB", "receiver's window", "rwnd"),
            Column("sndbuf", "kB", "data the send buffer has room for", "sndbuf"),
            measured.THROUGHPUT,
            measured.LINE,
            measured.QUEUE,
            Column("inflight_low", "kB", "in flight, least of several runs", "inflight"),
            Column("inflight_high", "kB", "in flight, most of several runs", "inflight"),
        ),
        figures=(
            measured.GOODPUT,
            measured.UTILISATION,
            Output("rwnd_limited", "%", "rwnd_limited, share of busy time"),
            Output("sndbuf_limited", "%", "sndbuf_limited, share of busy time"),
            measured.MAX_IN_FLIGHT,
            measured.BDP,
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Stream(
            below="inflight",
            rtt="rtt",
            acked="throughput",
            inflight="inflight",
            edges=(
                Edge("congestion window", "cwnd"),
                Edge("receiver's window", "rwnd"),
                Edge("send buffer", "sndbuf"),
            ),
        ),
        Pipe(below="inflight", rtt="rtt", rate="rate", queue="queue", inflight="inflight", limit="buffer"),
        Lanes(
            (
                Lane("inflight", "In flight, and limits", "kB", ("inflight", "cwnd", "rwnd", "sndbuf"), kind="step"),
                Lane("throughput", "Acknowledged per round trip", "Mbit/s", ("throughput", "line"), kind="step"),
            ),
        ),
        Bars("limits", "limit", "share", title="What limited it"),
        TimeSequence(),
    )
    bets = (
        ValueBet(
            id="rwnd",
            question="SO_RCVBUF of 64 KiB at the receiver, 20 ms, 100 Mbit/s. How many Mbit/s does the transfer get?",
            at="The receiver",
            summary="goodput",
            min=1,
            max=100,
        ),
        ValueBet(
            id="sndbuf",
            question="And with SO_SNDBUF at 64 KiB instead, on a modern sender? How many Mbit/s?",
            at="The sender's buffer",
            summary="goodput",
            min=1,
            max=100,
        ),
        CurveBet(
            id="inflight",
            question="Only the line limits. Draw what is in flight.",
            at="The network",
            column="inflight",
        ),
    )
    sources = (
        "tcp_output.c:tcp_write_xmit",
        "tcp_output.c:tcp_chrono_start",
        "tcp_output.c:tcp_cwnd_test",
        "tcp_output.c:tcp_snd_wnd_test",
        "tcp.c:tcp_sendmsg_locked",
        "W01",
        "W06",
        "W07",
        "W20",
        "W21",
    )
    leaves_out = """
        Where the send buffer limits large skbs, microseconds decide how many writes slip past it. The model makes four
        runs with a CPU like our laboratory's, and another machine may fall outside their band. The line for the send
        buffer counts whole skbs. The receiver reads at once. What limits is counted as the kernel counts it, one limit
        at a time: if two apply, the send buffer comes first, then the receiver's window.
    """

    @staticmethod
    def commands(p: ThreeWindowsParameters) -> list[Commands]:
        """Set the three limits, run the transfer, look at the socket."""
        ask = f" -w {p.sndbuf}" if p.sndbuf else ""
        clamp = [f"ip route change 192.0.2.0/24 via 198.51.100.1 cwnd lock {p.cwnd}   # sender"] if p.cwnd else []
        offer = (
            [f"socket.setsockopt(SOL_SOCKET, SO_RCVBUF, {p.rcvbuf})   # receiver, before listen()"] if p.rcvbuf else []
        )
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.core.wmem_max={CORE_MAX} net.core.rmem_max={CORE_MAX}",
                    f"ip link set dev eth0 gso_max_segs {65535 if p.gso else 1}   # sender",
                    *clamp,
                    *path(rate=p.rate, rtt=p.rtt, buffer=p.buffer),
                    *offer,
                    f"iperf3 -c 192.0.2.1 -t {p.duration:g} -l {p.write}{ask}",
                ],
            ),
            Commands("See it", ["ss -tin dst 192.0.2.1   # cwnd, snd_wnd, busy, rwnd_limited, sndbuf_limited"]),
        ]

    @staticmethod
    def run(p: ThreeWindowsParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s) since the first write()."""
        result = ThreeWindows.outputs.result(end=p.duration)
        rtt = p.rtt / 1000
        spec = FlowSpec(
            algorithm="cubic",
            rtt=rtt,
            chunk=p.write,
            sndbuf=p.sndbuf,
            wmem=TCP_WMEM,
            receive=ReceiveBuffer(rmem=TCP_RMEM, rmem_max=CORE_MAX, rcvbuf=p.rcvbuf),
            cwnd_clamp=p.cwnd or NO_CLAMP,
            gso_max_segs=65535 if p.gso else 1,
            era=tcp_era(p.kernel),
        )
        chance = bool(p.sndbuf) and is_by_chance(2 * p.sndbuf, p.rate * p.rtt * 125, gso=p.gso)
        runs = [
            Dumbbell(rate=p.rate * 1e6, limit=p.buffer, rng=rng, flows=[by_chance(spec, rng) if chance else spec])
            for _ in range(RUNS if chance else 1)
        ]
        first = runs[0].flows[0]
        trace = Trace(runs[0], start=first.started_at)
        acked = PerSecond(rtt)
        inflight: list[list[float]] = [[] for _ in runs]
        for place, bell in enumerate(runs):
            (flow,) = bell.flows
            for number in range(STEPS + 1):
                now = number * p.duration / STEPS
                for _ in bell.clock.run(flow.started_at + now):
                    yield result
                inflight[place].append((flow.sender.nxt - flow.sender.una) / 1000)
                if flow is first:
                    _sample(result, flow, now, acked.at(now, flow.sender.una), p, bell.link.queued())
                result.progress = (place + number / STEPS) / len(runs)
        if chance:
            fill_band(result, "inflight", inflight)
        _summarise(result, [bell.flows[0] for bell in runs], [max(each) for each in inflight], p)
        result.tables |= trace.tables()
        yield result


def _sample(result: Result, flow: Flow, now: float, rate: float, p: ThreeWindowsParameters, queued: int) -> None:
    sender = flow.sender
    result.append(
        now,
        (sender.nxt - sender.una) / 1000,
        sender.congestion.cwnd * MSS / 1000,
        (sender.window_end - sender.una) / 1000,
        payload(sender.buffer.limit, GSO_SEGMENTS if p.gso else 1, tcp_era(p.kernel).skb_overhead) / 1000,
        rate,
        most(p.rate),
        queued,
        nan,
        nan,
    )


def payload(limit: int, segments: int, overhead: int) -> int:
    """Bytes of data in a send buffer of `limit` bytes, in skbs of so many segments; one is begun if it is not full.

    overhead: of an skb, bytes.

    >>> payload(131072, 1, 1280)
    70952
    """
    data = segments * MSS
    return -(-limit // (data + overhead)) * data


def _summarise(result: Result, flows: Sequence[Flow], largest: Sequence[float], p: ThreeWindowsParameters) -> None:
    sender = flows[0].sender
    chrono = sender.chrono
    goodputs = [flow.sender.una * 8e-6 / p.duration for flow in flows]
    goodput, chance = goodputs[0], differ(goodputs)
    busy = chrono.spent(BUSY) or 1.0
    shares = [0.0, chrono.spent(RWND_LIMITED) / busy, chrono.spent(SNDBUF_LIMITED) / busy]
    shares[BY_CWND] = max(0.0, 1 - shares[BY_RWND] - shares[BY_SNDBUF])
    strongest = max(range(3), key=shares.__getitem__)
    shown = goodputs if chance else ()
    result.figure("goodput", goodput, runs=shown)
    result.figure("utilisation", 100 * goodput / most(p.rate), runs=[100 * each / most(p.rate) for each in shown])
    result.figure("rwnd_limited", 100 * shares[BY_RWND])
    result.figure("sndbuf_limited", 100 * shares[BY_SNDBUF])
    result.figure("max_in_flight", largest[0], runs=largest if chance else ())
    result.figure("bdp", p.rate * p.rtt / 8)
    result.figure("retransmissions", sender.retransmissions)
    result.figure("packets_sent", sender.packets_sent)
    result.tables["limits"] = table = Table(
        [
            Column("limit", "", "what held the sender back", "time", words=LIMITS),
            Column("share", "%", "share of the time it had something to send", "time"),
        ]
    )
    for number, share in enumerate(shares):
        table.append(number, 100 * share)
    speed = f"{significant(goodput)} Mbit/s"
    if chance:
        speed = (
            f"{significant(min(goodputs))} to {significant(max(goodputs))} Mbit/s in {len(flows)} runs, because chance "
            f"decides how many writes slip past the send buffer's limit. The run drawn here has {speed}"
        )
    result.sentence = (
        f"{speed}, {100 * goodput / most(p.rate):.0f}% of what the line can carry. At most "
        f"{amount(1000 * largest[0])} were in flight. As ss counts it, the {LIMITS[strongest]} was the limit "
        f"{100 * shares[strongest]:.0f}% of the time."
    )
