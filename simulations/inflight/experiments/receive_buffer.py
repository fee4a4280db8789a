"""A slow reader, and what its window tells the sender."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Ladder, Lane, Lanes, Scene, Source, Store, TimeSequence
from inflight.figure.words import amount, seconds, significant, size, times
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.chrono import RWND_LIMITED
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.reader import Reading
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.scenes import measured
from inflight.scenes.buffers import QUEUE, RCVBUF, RMEM, RMEM_MAX, TCP_RMEM, TCP_WMEM, PerSecond
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import RATE, RTT, most

STEPS = 600  # samples drawn
MOST_EVENTS = 40  # zero windows and probes that are named one by one


@dataclass(frozen=True)
class SlowReaderParameters(Parameters):
    """The reader, the receiver's buffer, and the path."""

    pause: Annotated[
        float,
        Slider(
            label="The reader stops for",
            unit="s",
            min=0,
            max=100,
            step=0.1,
            quantity="time",
            help="It stops one second into the transfer: a garbage collection, a full disk, a debugger.",
        ),
    ] = 18
    read_rate: Annotated[
        float,
        Slider(
            label="It reads",
            unit="kB/s",
            min=1,
            max=100_000,
            scale="log10",
            special={0: "at once"},
            knob="read(fd, buf, n)",
            quantity="throughput",
        ),
    ] = 0
    chunk: Annotated[
        int,
        Slider(
            label="Bytes per read()",
            unit="B",
            min=128,
            max=1 << 20,
            scale="log2",
            step=1,
            integer=True,
            knob="read(fd, buf, n)",
        ),
    ] = 65536
    rcvbuf: Annotated[int, replace(RCVBUF, min=2048, max=RMEM_MAX)] = 65536
    rmem: Annotated[
        int,
        replace(
            RMEM,
            label="Autotuning's maximum",
            min=131072,
            max=64 << 20,
            help="net.core.rmem_max doesn’t limit it.",
        ),
    ] = TCP_RMEM[1]
    rate: Annotated[float, replace(RATE, min=1)] = 100
    rtt: Annotated[float, replace(RTT, max=300, help="")] = 20
    duration: Annotated[float, Slider(label="Time shown", unit="s", min=0.2, max=120, scale="log10")] = 22
    kernel: Annotated[str, KERNEL] = USUAL


@experiment(
    "receive-buffer",
    part="windows",
    question="What does a slow reader do to the sender?",
    kernel=(
        "C_zero_window_20s",
        "C_slow_reader_100kBps",
        "C_rcvbuf_16K",
        "C_rcvbuf_64K",
        "C_rcvbuf_128K",
        "C_rcvbuf_auto",
    ),
)
class SlowReader:
    """A CUBIC flow to a program that reads slowly, or stops reading for a while."""

    title = "The receiver's window"
    parameters = SlowReaderParameters
    points = ("sender", "receiver")
    knobs = ("pause", "rcvbuf")
    presets = (
        Preset(
            "It stops reading",
            {},
            "The buffer is full 0.4 s later, and the window shuts. The sender probes at ever longer intervals. When "
            "the reader comes back, its kernel opens the window without being asked.",
        ),
        Preset(
            "100 kB a second",
            {"pause": 0, "read_rate": 100, "chunk": 4096, "duration": 5},
            "The line could carry 11,900 kB/s. The window opens and shuts in steps of one skb.",
        ),
        Preset(
            "SO_RCVBUF of 64 KiB",
            {"pause": 0, "duration": 2},
            "The reader is fast, but only 78 kB may be in flight: 30 Mbit/s of 100.",
        ),
        Preset(
            "Autotuned",
            {"pause": 0, "rcvbuf": 0, "duration": 1},
            "Nothing is set. The kernel looks at what the program reads per round trip and makes room for twice that.",
        ),
        Preset(
            "Autotuned, and a pause",
            {"pause": 2, "rcvbuf": 0, "duration": 5},
            "The buffer grows while the program reads. When it stops, 2.9 MB pile up before the window shuts.",
        ),
        Preset(
            "Too small a maximum",
            {"pause": 0, "rcvbuf": 0, "rmem": 524288, "rtt": 100, "duration": 4},
            "tcp_rmem[2] is 512 KiB, so the window stops at 313 kB: 23 Mbit/s at 100 ms.",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_WRITE,
            Column("window", "kB", "window, counted from the last acknowledged byte", "rwnd"),
            measured.IN_FLIGHT_KB,
            Column("unread", "kB", "received, not yet read", "unsent"),
            Column("memory", "kB", "memory it takes (sk_rmem_alloc)", "queue"),
            Column("limit", "kB", "size of the buffer (sk_rcvbuf)", "rwnd"),
            Column("throughput", "Mbit/s", "read in the last tenth of a second, or round trip", "throughput"),
            measured.LINE,
        ),
        figures=(
            Output("goodput", "Mbit/s", "Read, on average"),
            measured.UTILISATION,
            Output("rwnd_limited", "%", "Limited by the receive window"),
            Output("zero_windows", "", "Times the window shut"),
            Output("probes", "", "Probes of a shut window"),
            Output("buffer", "B", "Receive buffer at the end (sk_rcvbuf)"),
            Output("unread", "kB", "Not yet read at the end"),
            Output("wscale", "", "Window scale"),
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Scene(
            below="window",
            sources=(Source("sender", "throughput"),),
            stores=((Store("In flight", "inflight"),), (Store("Receive buffer", "unread", limit="limit"),)),
            sink="read()",
            out=("throughput",),
        ),
        Lanes(
            (
                Lane("window", "Window", "kB", ("window", "inflight"), kind="step"),
                Lane("buffer", "In the receive buffer", "kB", ("unread", "memory", "limit"), kind="step"),
                Lane("throughput", "Read by the program", "Mbit/s", ("throughput", "line"), kind="step"),
            ),
        ),
        TimeSequence(),
        Ladder(title="First segments"),
    )
    bets = (
        ValueBet(
            id="probes",
            question="The reader stops for 18 s, and the window shuts. How many times does the sender ask for it?",
            at="It stops reading",
            summary="probes",
            min=1,
            max=100,
        ),
        ValueBet(
            id="window",
            question="SO_RCVBUF of 64 KiB, a round trip of 20 ms, a line of 100 Mbit/s. How many Mbit/s?",
            at="SO_RCVBUF of 64 KiB",
            summary="goodput",
            min=1,
            max=100,
        ),
        CurveBet(
            id="slow",
            question="The program reads 100 kB/s, and the line carries a hundred times that. Draw the window that the "
            "sender sees.",
            at="100 kB a second",
            column="window",
        ),
    )
    sources = (
        "tcp_output.c:__tcp_select_window",
        "tcp_input.c:tcp_rcv_space_adjust",
        "tcp.c:tcp_cleanup_rbuf",
        "tcp_timer.c:tcp_probe_timer",
        "RFC 9293 §3.8.6",
        "W14",
        "W15",
        "W34",
        "W36",
        "W37",
    )
    leaves_out = """
        Memory pressure on the whole host, collapsing a queue of small packets, and segments out of order, which are
        not charged to the buffer here. An skb takes up to 17 segments, as in the recordings. Other network cards give
        other sizes, and so other steps of the window and another share of the buffer.
    """

    @staticmethod
    def commands(p: SlowReaderParameters) -> list[Commands]:
        """A reader that pauses, and what ss says about it."""
        ask = [f"    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, {p.rcvbuf})"] if p.rcvbuf else []
        wait = f"time.sleep({p.chunk / p.read_rate / 1000:.3g})" if p.read_rate else "pass"
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_rmem='4096 131072 {p.rmem}'   # on the receiver",
                    *path(rate=p.rate, rtt=p.rtt),
                ],
            ),
            Commands(
                "Read (Python, on the receiver)",
                [
                    "import socket, time",
                    "with socket.create_server(('', 5001)) as s:",
                    *ask,
                    "    c, _ = s.accept(); begin = time.time(); rested = False",
                    f"    while c.recv({p.chunk}):",
                    "        if not rested and time.time() - begin > 1:",
                    f"            time.sleep({p.pause:g}); rested = True",
                    f"        {wait}",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tino dport = :5001   # on the sender: snd_wnd, rwnd_limited, timer:(persist,…)",
                    "nstat -az TcpExtTCPToZeroWindowAdv TcpExtTCPFromZeroWindowAdv TcpExtTCPWinProbe",
                    "tcpdump -ni eth0 'tcp[14:2] = 0'   # ACKs that shut the window",
                ],
            ),
        ]

    @staticmethod
    def run(p: SlowReaderParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time shown (s), from the first write() on."""
        result = SlowReader.outputs.result(end=p.duration)
        rtt = p.rtt / 1000
        reading = Reading(rate=1000 * p.read_rate, chunk=p.chunk, pause_at=rtt + 1, pause=p.pause)
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=QUEUE,
            rng=rng,
            flows=[
                FlowSpec(
                    algorithm="cubic",
                    rtt=rtt,
                    wmem=TCP_WMEM,
                    receive=ReceiveBuffer(rmem=(TCP_RMEM[0], p.rmem), rmem_max=RMEM_MAX, rcvbuf=p.rcvbuf),
                    reading=reading,
                    era=tcp_era(p.kernel),
                )
            ],
        )
        flow = bell.flows[0]
        start = flow.started_at
        trace = Trace(bell, start=start, until=min(p.duration, 5))
        shut: list[tuple[float, bool]] = []
        flow.receiver.on_zero_window = lambda closed: shut.append((bell.clock.now - start, closed))
        read = PerSecond(max(rtt, 0.1), before=0.0)
        for number in range(STEPS + 1):
            now = number * p.duration / STEPS
            for _ in bell.clock.run(start + now):
                yield result
            _sample(result, flow, now, read.at(now, flow.receiver.copied), most(p.rate))
            result.progress = number / STEPS
        _tell(result, shut, [at - start for at in flow.sender.persist.probes])
        _summarise(result, flow, p, [at for at, closed in shut if closed])
        result.tables = trace.tables()
        yield result


def _sample(result: Result, flow: Flow, now: float, rate: float, line: float) -> None:
    sender, receiver = flow.sender, flow.receiver
    result.append(
        now,
        (sender.window_end - sender.una) / 1000,
        (sender.nxt - sender.una) / 1000,
        (receiver.expected - receiver.copied) / 1000,
        receiver.queue.memory / 1000,
        receiver.window.buffer / 1000,
        rate,
        line,
    )


def _tell(result: Result, shut: list[tuple[float, bool]], probes: list[float]) -> None:
    told = [(at, "zero-window", "the window shuts") for at, closed in shut if closed]
    told += [(at, "window", "the window opens again") for at, closed in shut if not closed]
    told += [(at, "probe", "the persist timer fires: the sender asks") for at in probes]
    for at, kind, text in sorted(told)[:MOST_EVENTS]:
        result.event(at, kind, text)


def _summarise(result: Result, flow: Flow, p: SlowReaderParameters, shut: list[float]) -> None:
    sender, receiver = flow.sender, flow.receiver
    goodput = receiver.copied * 8e-6 / p.duration
    probes = len(sender.persist.probes)
    limited = min(100, 100 * sender.chrono.spent(RWND_LIMITED) / p.duration)
    result.figure("goodput", goodput)
    result.figure("utilisation", 100 * goodput / most(p.rate))
    result.figure("rwnd_limited", limited)
    result.figure("zero_windows", len(shut))
    result.figure("probes", probes)
    result.figure("buffer", receiver.window.buffer)
    result.figure("unread", (receiver.expected - receiver.copied) / 1000)
    result.figure("wscale", receiver.window.shift)
    result.figure("retransmissions", sender.retransmissions)
    result.figure("packets_sent", sender.packets_sent)
    what = f"SO_RCVBUF = {size(p.rcvbuf)}" if p.rcvbuf else f"a buffer that grew to {size(receiver.window.buffer)}"
    parts = [
        f"With {what} the program reads {significant(goodput)} Mbit/s, {amount(receiver.copied)} in "
        f"{seconds(p.duration)}. The receive window is the limit {limited:.0f}% of the time."
    ]
    if shut:
        parts.append(f"The window shuts {times(len(shut))}, first after {seconds(shut[0])}.")
    if probes:
        parts.append(f"The sender probes {times(probes)}.")
    result.sentence = " ".join(parts)
