"""The 22 MB mystery: a transfer held back by the sender's own buffer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Parameters, Preset, Slider
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Ladder, Lane, Lanes, Pipe, TimeSequence
from inflight.figure.words import amount, seconds, significant, size
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.scenes import measured
from inflight.scenes.buffers import GSO, QUEUE, SHOW, SIZE, SNDBUF, TCP_WMEM, WRITE, Sliding
from inflight.scenes.by_chance import RUNS, by_chance, differ, fill_band, is_by_chance
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import RATE, RTT, most

STEPS = 500  # samples drawn


@dataclass(frozen=True)
class SendBufferParameters(Parameters):
    """The sender's buffer, the line, and the data to send."""

    sndbuf: Annotated[
        int,
        replace(SNDBUF, help="What the program asks for. Linux doubles it, and counts its own bookkeeping against it."),
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
            help="Linux cuts SO_SNDBUF to this and reports no error. Autotuning ignores it.",
        ),
    ] = 212992
    rate: Annotated[float, replace(RATE, min=1)] = 100
    rtt: Annotated[float, replace(RTT, max=300, help="")] = 20
    size: Annotated[float, SIZE] = 22
    write: Annotated[int, WRITE] = 65536
    gso: Annotated[bool, GSO] = True
    show: Annotated[float, SHOW] = 400
    kernel: Annotated[str, KERNEL] = USUAL


@experiment(
    "send-buffer",
    part="windows",
    question="Why does a 22 MB result take 26 s on a 100 Mbit/s line?",
    kernel=(
        "C_sndbuf_16K",
        "C_sndbuf_16K_nogso",
        "C_sndbuf_64K",
        "C_sndbuf_64K_nogso",
        "C_sndbuf_128K",
        "C_sndbuf_128K_nogso",
        "C_sndbuf_256K",
        "C_sndbuf_256K_nogso",
        "C_sndbuf_1M",
        "C_sndbuf_auto",
    ),
)
class SendBuffer:
    """A transfer whose program writes into a send buffer of limited size; CUBIC is the congestion control."""

    title = "The send buffer"
    parameters = SendBufferParameters
    points = ("sender", "receiver")
    knobs = ("sndbuf", "rate", "rtt")
    presets = (
        Preset(
            "As found",
            {"gso": False},
            "An old kernel and a send buffer of 16 KiB. A burst leaves, then nothing leaves until its ACKs are back, "
            "one round trip later.",
        ),
        Preset(
            "Four times the buffer, as found",
            {"gso": False, "sndbuf": 65536},
            "Not quite four times as fast: the staircase stays, and its steps get higher.",
        ),
        Preset(
            "Enough for the pipe, as found",
            {"gso": False, "sndbuf": 262144, "wmem_max": 262144},
            "This path holds 250 kB. With a send buffer of 256 KiB the steps merge into a ramp.",
        ),
        Preset(
            "Clamped, as found",
            {"gso": False, "sndbuf": 262144, "wmem_max": 131071},
            "The program asks for 256 KiB and gets half of it, because wmem_max is 131071. No error says so.",
        ),
        Preset(
            "Modern kernel",
            {},
            "16 KiB on any kernel since 4.17. It checks the limit only when it starts a new skb, so writes slip past. "
            "How many is chance: the band shows where runs of the same setting end up.",
        ),
        Preset(
            "Four times the buffer",
            {"sndbuf": 65536},
            "64 KiB on a modern kernel: nearly as fast as the line, and rarely the same twice.",
        ),
        Preset(
            "Clamped by wmem_max",
            {"sndbuf": 1048576},
            "The program asks for a megabyte and gets 208 KiB. No error says so.",
        ),
        Preset(
            "Autotuned",
            {"sndbuf": 0},
            "The program sets nothing. The kernel keeps the buffer at twice the congestion window.",
        ),
    )
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_WRITE,
            Column("written", "kB", "written by the program", "sndbuf"),
            measured.SENT_KB,
            replace(measured.ACKED_KB, band=("acked_low", "acked_high")),
            Column("unacked", "kB", "sent, not yet acknowledged", "unacked"),
            Column("unsent", "kB", "written, not yet sent", "unsent"),
            Column("room", "kB", "limit on its memory, as the kernel counts it", "sndbuf"),
            measured.THROUGHPUT,
            measured.LINE,
            Column("acked_low", "kB", "acknowledged, least of several runs", "sequence"),
            Column("acked_high", "kB", "acknowledged, most of several runs", "sequence"),
        ),
        figures=(
            measured.TRANSFER_TIME,
            measured.GOODPUT,
            measured.UTILISATION,
            Output("per_rtt", "kB", "Data per round trip"),
            measured.MAX_IN_FLIGHT,
            measured.BDP,
            Output("limit", "B", "Limit on memory, as getsockopt() shows it"),
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Pipe(
            below="sequence",
            rtt="rtt",
            rate="rate",
            inflight="unacked",
            buffered="unsent",
            room="room",
            sndbuf="sndbuf",
        ),
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
            question="On this old kernel, 22 MB took 26 s with a send buffer of 16 KB. How long with 64 KB?",
            at="Four times the buffer, as found",
            summary="transfer_time",
            min=0.5,
            max=60,
        ),
        ValueBet(
            id="modern",
            question="The same 16 KB on a modern kernel, which puts several packets into one skb. How long now?",
            at="Modern kernel",
            summary="transfer_time",
            min=0.5,
            max=60,
        ),
        CurveBet(
            id="staircase",
            question="A send buffer of 16 KB, an old kernel, a round trip of 20 ms: draw the bytes acknowledged.",
            at={"gso": False, "show": 100},
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
        The receiver: it reads at once, and its window is never the limit. Memory pressure, TCP_NOTSENT_LOWAT and corks.
        The line's queue holds 1000 packets, and nobody else uses the line. The CPU is the laboratory's: 8 µs per skb
        and 12 µs per segment. If the buffer limits large skbs, program and network share that CPU, and what slips past
        the limit is what the program writes before the ACK of the last short segment is back. Microseconds decide that,
        so the model makes four runs, which differ in their start and in what else the CPU does. Another machine may lie
        outside their band.
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
        spec = FlowSpec(
            algorithm="cubic",
            rtt=p.rtt / 1000,
            total=int(p.size * 1e6),
            chunk=p.write,
            sndbuf=min(p.sndbuf, p.wmem_max),
            wmem=TCP_WMEM,
            gso_max_segs=65535 if p.gso else 1,
            era=tcp_era(p.kernel),
        )
        chance = is_by_chance(2 * spec.sndbuf or TCP_WMEM[1], p.rate * p.rtt * 125, gso=p.gso)
        runs = [_Transfer(p, by_chance(spec, rng) if chance else spec, rng) for _ in range(RUNS if chance else 1)]
        flow, line, acknowledged = runs[0].flow, most(p.rate), Sliding(p.rtt / 1000)
        trace = Trace(runs[0].bell, start=flow.started_at, until=p.show / 1000)

        def sample(now: float) -> None:
            _sample(result, flow, now, acknowledged.at(now, flow.sender.una), line)

        for number, each in enumerate(runs):
            for done in each.run(sample if number == 0 else None):
                result.progress = (number + done) / len(runs)
                yield result
        if chance:
            fill_band(result, "acked", [each.acked for each in runs])
        _summarise(result, p, runs)
        result.tables = trace.tables()
        yield result


class _Transfer:
    """One of several that differ by chance. took: s. acked: kB at each sample. largest: most in flight, kB."""

    def __init__(self, p: SendBufferParameters, spec: FlowSpec, rng: random.Random) -> None:
        self.bell = Dumbbell(rate=p.rate * 1e6, limit=QUEUE, rng=rng, flows=[spec])
        self.flow = self.bell.flows[0]
        self.took, self.largest, self.acked = 0.0, 0.0, list[float]()
        self._step = p.show / 1000 / STEPS

    def run(self, sample: Callable[[float], None] | None) -> Iterator[float]:
        """To the end; `sample` is called at each time that is drawn, s. Yields the share that is done."""
        flow, clock, start = self.flow, self.bell.clock, self.flow.started_at
        sender, total = flow.sender, flow.receiver.total
        for number in range(STEPS + 1):
            for _ in clock.run(start + number * self._step):
                yield 0.5 * number / STEPS
            self.acked.append(sender.una / 1000)
            self._look()
            if sample:
                sample(number * self._step)
            if flow.receiver.finished_at is not None and sender.una >= total:
                break
        while flow.receiver.finished_at is None:  # the rest is not drawn, but it is run
            for _ in clock.run(clock.now + flow.spec.rtt):
                yield 0.5 + 0.5 * sender.una / total
            self._look()
        self.took = flow.receiver.finished_at - start

    def _look(self) -> None:
        self.largest = max(self.largest, (self.flow.sender.nxt - self.flow.sender.una) / 1000)


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
        nan,
        nan,
    )


def _summarise(result: Result, p: SendBufferParameters, runs: Sequence[_Transfer]) -> None:
    flow = runs[0].flow
    total = flow.receiver.total
    took = [each.took for each in runs]
    goodput = [total * 8e-6 / each for each in took]
    share = [100 * each / most(p.rate) for each in goodput]
    bdp = p.rate * 1e6 / 8 * p.rtt / 1000

    chance = differ(took)

    def figure(name: str, values: Sequence[float]) -> None:
        result.figure(name, values[0], runs=values if chance else ())

    figure("transfer_time", took)
    figure("goodput", goodput)
    figure("utilisation", share)
    figure("per_rtt", [total / each * p.rtt / 1e6 for each in took])
    figure("max_in_flight", [each.largest for each in runs])
    result.figure("bdp", bdp / 1000)
    result.figure("limit", flow.sender.buffer.limit)
    result.figure("retransmissions", flow.sender.retransmissions)
    result.figure("packets_sent", flow.sender.packets_sent)
    result.sentence = f"{_buffer_said(p, runs)}. {amount(total)} took "
    if chance:
        result.sentence += (
            f"from {significant(min(took))} to {seconds(max(took))} in {len(runs)} runs, {min(share):.0f} to "
            f"{max(share):.0f}% of what the line can carry. Chance decides: how many writes slip past the limit is a "
            f"matter of microseconds."
        )
    else:
        result.sentence += (
            f"{seconds(took[0])}. That is {significant(goodput[0])} Mbit/s, {share[0]:.0f}% of what the line can carry."
        )
    result.sentence += f" It takes {amount(bdp)} in flight to fill the pipe."


def _buffer_said(p: SendBufferParameters, runs: Sequence[_Transfer]) -> str:
    granted = min(p.sndbuf, p.wmem_max)
    if not p.sndbuf:
        return f"Autotuning let the buffer grow to {size(runs[0].flow.sender.buffer.limit)}"
    if granted < p.sndbuf:
        return f"The program asked for {size(p.sndbuf)} and got {size(granted)} (wmem_max)"
    largest = max(each.largest for each in runs)
    return f"With a send buffer of {size(granted)}, at most {amount(1000 * largest)} were in flight"
