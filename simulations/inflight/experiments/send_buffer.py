"""The 22 MB mystery: a transfer held back by the sender's own buffer."""

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
from inflight.figure.views import Ladder, Lane, Lanes, Pipe, TimeSequence
from inflight.figure.words import amount, seconds, significant, size
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.scenes import measured
from inflight.scenes.buffers import GSO, QUEUE, SHOW, SIZE, SNDBUF, TCP_WMEM, WRITE, Sliding
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import RATE, RTT, most

STEPS = 500  # samples drawn


@dataclass(frozen=True)
class SendBufferParameters(Parameters):
    """The sender's buffer, the line, and the data to send."""

    sndbuf: Annotated[
        int,
        replace(
            SNDBUF, help="What the application asks for. Linux doubles it, and counts its own bookkeeping against it."
        ),
    ] = 16384
    wmem_max: Annotated[
        int,
        Slider(
            label="Most it may ask for",
            unit="B",
            min=4096,
            max=16 << 20,
            scale="log2",
            step=1,
            integer=True,
            knob="net.core.wmem_max",
            help="SO_SNDBUF is cut to this without a word; autotuning does not look at it.",
        ),
    ] = 212992
    rate: Annotated[float, replace(RATE, min=1)] = 100
    rtt: Annotated[float, replace(RTT, max=300, help="")] = 20
    size: Annotated[float, SIZE] = 22
    write: Annotated[int, WRITE] = 65536
    gso: Annotated[
        bool,
        replace(GSO, help="On: as any kernel since 4.17. Off: one packet per skb, as on the kernels of the incident."),
    ] = False
    show: Annotated[float, SHOW] = 400


@experiment(
    "send-buffer",
    part="windows",
    question="Why does a 22 MB result take 25 s on a 100 Mbit/s line?",
    kernel=(
        "C_sndbuf_16K_nogso",
        "C_sndbuf_16K",
        "C_sndbuf_64K_nogso",
        "C_sndbuf_64K",
        "C_sndbuf_128K_nogso",
        "C_sndbuf_128K",
        "C_sndbuf_256K_nogso",
        "C_sndbuf_256K",
        "C_sndbuf_1M",
        "C_sndbuf_auto",
    ),
)
class SendBuffer:
    """A CUBIC flow whose application writes into a bounded send buffer."""

    title = "The send buffer"
    parameters = SendBufferParameters
    presets = (
        Preset(
            "As found",
            {},
            "16 KiB, one packet per skb: a burst, then nothing until its ACKs are back, one round trip later.",
        ),
        Preset(
            "Four times the buffer",
            {"sndbuf": 65536},
            "Four times the buffer, not quite four times the speed; the staircase is the same, its steps are higher.",
        ),
        Preset(
            "Enough for the pipe",
            {"sndbuf": 262144, "wmem_max": 262144},
            "250 kB fit on this line; with SO_SNDBUF = 256 KiB the steps merge into a ramp.",
        ),
        Preset(
            "Clamped by wmem_max",
            {"sndbuf": 1048576},
            "A megabyte is asked for, 208 KiB are granted, and no error says so.",
        ),
        Preset(
            "Modern kernel",
            {"gso": True},
            "16 KiB again, but the limit is looked at only when a new skb is begun: a whole write() slips past it.",
        ),
        Preset("Autotuned", {"sndbuf": 0, "gso": True}, "Not set at all: the kernel makes room for twice the window."),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_WRITE,
            Column("written", "kB", "written by the application", "sndbuf"),
            measured.SENT_KB,
            measured.ACKED_KB,
            Column("unacked", "kB", "sent, not yet acknowledged", "unacked"),
            Column("unsent", "kB", "written, not yet sent", "unsent"),
            Column("room", "kB", "limit of the buffer (twice SO_SNDBUF), in memory", "sndbuf"),
            measured.THROUGHPUT,
            measured.LINE,
        ),
        figures=(
            measured.TRANSFER_TIME,
            measured.GOODPUT,
            measured.UTILISATION,
            Output("per_rtt", "kB", "Data per round trip"),
            measured.MAX_IN_FLIGHT,
            measured.BDP,
            Output("limit", "B", "Limit that getsockopt() shows"),
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Pipe(rtt="rtt", rate="rate", inflight="unacked", buffered="unsent", room="room", sndbuf="sndbuf"),
        Lanes(
            (
                Lane("sequence", "Bytes", "kB", ("written", "sent", "acked"), kind="step"),
                Lane("buffer", "In the send buffer", "kB", ("unacked", "unsent", "room"), kind="line"),
                Lane("throughput", "Acknowledged per round trip", "Mbit/s", ("throughput", "line"), kind="step"),
            ),
        ),
        TimeSequence(),
        Ladder(title="First segments"),
    )
    bets = (
        ValueBet(
            id="four-times",
            question="22 MB took 26 s with a send buffer of 16 KB. How long do they take with 64 KB?",
            at="Four times the buffer",
            summary="transfer_time",
            min=0.5,
            max=60,
        ),
        ValueBet(
            id="modern",
            question="The same 16 KB on a modern kernel, which puts several packets into one buffer: how long now?",
            at="Modern kernel",
            summary="transfer_time",
            min=0.5,
            max=60,
        ),
        CurveBet(
            id="staircase",
            question="A buffer of 16 KB, a round trip of 20 ms: draw the bytes that are acknowledged.",
            at={"show": 100},
            column="acked",
        ),
    )
    sources = (
        "tcp.c:tcp_sendmsg_locked",
        "sock.h:sk_stream_is_writeable",
        "tcp_output.c:tcp_write_xmit",
        "tcp_input.c:tcp_sndbuf_expand",
        "W16",
        "W17",
        "W18",
        "W19",
        "W22",
        "W25",
        "W26",
        "W27",
        "W29",
    )
    leaves_out = """
        The receiver: it reads at once and its window is never the limit. Memory pressure, TCP_NOTSENT_LOWAT and
        corks. The queue of the line holds 1000 packets and one flow is alone on it. The time the CPU needs is
        counted as in the recordings, 8 µs per skb and 12 µs per segment; with GSO the result depends on it, because
        what slips past the limit is what is written before the ACK of the last short segment is back.
    """

    @staticmethod
    def commands(p: SendBufferParameters) -> list[Commands]:
        """Set the limits, run the transfer, look at the socket."""
        ask = f" -w {p.sndbuf}   # SO_SNDBUF" if p.sndbuf else "   # SO_SNDBUF is not set: autotuning"
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.core.wmem_max={p.wmem_max}",
                    f"ip link set dev eth0 gso_max_segs {65535 if p.gso else 1}",
                    *path(rate=p.rate, rtt=p.rtt),
                    f"iperf3 -c 192.0.2.1 -n {int(p.size * 1e6)} -l {p.write}{ask}",
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -tmin dst 192.0.2.1   # skmem:(…tb<limit>…w<queued>…), sndbuf_limited:…ms",
                    "nstat -az TcpOutSegs TcpRetransSegs",
                ],
            ),
        ]

    @staticmethod
    def run(p: SendBufferParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time shown (s); the summary is of the whole transfer."""
        result = SendBuffer.outputs.result()
        total = int(p.size * 1e6)
        granted = min(p.sndbuf, p.wmem_max)
        bell = Dumbbell(
            rate=p.rate * 1e6,
            limit=QUEUE,
            rng=rng,
            flows=[
                FlowSpec(
                    algorithm="cubic",
                    rtt=p.rtt / 1000,
                    total=total,
                    chunk=p.write,
                    sndbuf=granted,
                    wmem=TCP_WMEM,
                    gso_max_segs=65535 if p.gso else 1,
                )
            ],
        )
        flow = bell.flows[0]
        start, rtt = flow.started_at, p.rtt / 1000
        trace = Trace(bell, start=start, until=p.show / 1000)
        line = most(p.rate)
        step = p.show / 1000 / STEPS
        acknowledged = Sliding(rtt)
        for number in range(STEPS + 1):
            now = number * step
            for _ in bell.clock.run(start + now):
                yield result
            _sample(result, flow, now, acknowledged.at(now, flow.sender.una), line)
            result.progress = 0.5 * number / STEPS
            if flow.receiver.finished_at is not None and flow.sender.una >= total:
                break
        largest = max(result["unacked"], default=0.0)
        while flow.receiver.finished_at is None:  # the rest is not drawn, but it is run
            for _ in bell.clock.run(bell.clock.now + rtt):
                yield result
            largest = max(largest, (flow.sender.nxt - flow.sender.una) / 1000)
            result.progress = 0.5 + 0.5 * flow.sender.una / total
        _summarise(result, flow, p, granted, largest)
        result.tables = trace.tables()
        yield result


def _sample(result: Result, flow: Flow, now: float, rate: float, line: float) -> None:
    sender = flow.sender
    buffer = sender.buffer
    result.append(
        now,
        buffer.write_seq / 1000,
        sender.nxt / 1000,
        sender.una / 1000,
        (sender.nxt - sender.una) / 1000,
        buffer.unsent / 1000,
        buffer.limit / 1000,
        rate,
        line,
    )


def _summarise(result: Result, flow: Flow, p: SendBufferParameters, granted: int, largest: float) -> None:
    assert flow.receiver.finished_at is not None
    took = flow.receiver.finished_at - flow.started_at
    total = flow.receiver.total
    goodput = total * 8e-6 / took
    share = 100 * goodput / most(p.rate)
    bdp = p.rate * 1e6 / 8 * p.rtt / 1000
    result.figure("transfer_time", took)
    result.figure("goodput", goodput)
    result.figure("utilisation", share)
    result.figure("per_rtt", total / took * p.rtt / 1e6)
    result.figure("max_in_flight", largest)
    result.figure("bdp", bdp / 1000)
    result.figure("limit", flow.sender.buffer.limit)
    result.figure("retransmissions", flow.sender.retransmissions)
    result.figure("packets_sent", flow.sender.packets_sent)
    if not p.sndbuf:
        said = f"With autotuning the buffer grew to {size(flow.sender.buffer.limit)}"
    elif granted < p.sndbuf:
        said = f"{size(p.sndbuf)} were asked for and {size(granted)} granted (wmem_max)"
    else:
        said = f"With SO_SNDBUF = {size(granted)} at most {amount(1000 * largest)} were in flight"
    result.sentence = (
        f"{said}: {amount(total)} took {seconds(took)}, {significant(goodput)} Mbit/s, "
        f"{share:.0f} % of what the line can carry. The pipe holds {amount(bdp)}."
    )
