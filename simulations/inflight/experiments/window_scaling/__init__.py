"""A transfer whose receiver can offer only what fits into 16 bits, because the handshake lost an option."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator

from inflight.experiments.window_scaling.handshake import retell, tell_handshake
from inflight.experiments.window_scaling.parameters import (
    NOBODY,
    PRESETS,
    RECEIVER,
    SENDER,
    SYN,
    SYN_ACK,
    WindowScalingParameters,
)
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Edge, Ladder, Lane, Lanes, Pipe, Stream, TimeSequence
from inflight.figure.words import amount, significant, size
from inflight.kernel.constants import TCP_RMEM_DEFAULT
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.chrono import RWND_LIMITED
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW, ReceiveBuffer
from inflight.scenes import measured
from inflight.scenes.buffers import RMEM_MAX, Sliding
from inflight.scenes.trace import Trace
from inflight.scenes.transfer import most

STEPS = 500  # samples drawn
PATIENCE = 60.0
"""s: a window that is misread can make a transfer last for hours; it runs for this long, and the rest is estimated."""


def ceiling(window: float, rtt: float, rate: float) -> float:
    """Mbit/s of data: one `window` of bytes per round trip of `rtt` ms, and no more than the line carries."""
    return min(window * 8e-3 / rtt, most(rate))


@experiment(
    "window-scaling",
    part="windows",
    question="What does losing one SYN option cost?",
    kernel=("C_wscale_off", "C_wscale_on"),
)
class WindowScaling:
    """A CUBIC flow to a receiver whose window-scale option arrives, or doesn't."""

    title = "Window scaling"
    parameters = WindowScalingParameters
    points = ("sender", "receiver")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME_SINCE_SYN,
            Column("offered", "kB", "window the receiver offers", "rwnd"),
            Column("read", "kB", "window the sender takes it for", "rto"),
            measured.IN_FLIGHT_KB,
            measured.THROUGHPUT,
            Column("ceiling", "Mbit/s", "one full window per round trip, or what the line carries", "ssthresh"),
        ),
        figures=(
            measured.TRANSFER_TIME,
            measured.GOODPUT,
            Output("bytes_per_second", "MB/s", "The same in bytes"),
            measured.UTILISATION,
            Output("shift", "bits", "Shift of the receiver's windows"),
            measured.MULTIPLIER,
            Output("largest_window", "B", "Largest window the sender can read"),
            Output("read_window", "B", "What it read at the end"),
            Output("one_per_rtt", "MB/s", "One largest window per round trip"),
            measured.MAX_IN_FLIGHT,
            measured.BDP,
            Output("rwnd_limited", "%", "Time the sender waited for the window"),
            measured.RETRANSMISSIONS,
            measured.PACKETS_SENT,
        ),
    )
    views = (
        Stream(
            below="window",
            rtt="rtt",
            acked="throughput",
            inflight="inflight",
            edges=(Edge("the receiver offers", "offered"), Edge("the sender reads", "read")),
        ),
        Pipe(below="window", rtt="rtt", rate="rate", inflight="inflight"),
        Lanes(
            (
                Lane("window", "Window and data in flight", "kB", ("offered", "read", "inflight"), kind="step"),
                Lane("throughput", "Acknowledged per round trip", "Mbit/s", ("throughput", "ceiling"), kind="step"),
            ),
        ),
        TimeSequence(),
        Ladder(title="SYN, SYN-ACK, data"),
    )
    bets = (
        ValueBet(
            id="without",
            question="100 Mbit/s, 35 ms, and the receiver has window scaling switched off. How many Mbit/s do you get?",
            at="Switched off",
            summary="goodput",
            min=1,
            max=100,
        ),
        ValueBet(
            id="misread",
            question="Now the option is missing from the SYN-ACK only. How many seconds do the 20 MB take?",
            at="Taken out of the SYN-ACK only",
            summary="transfer_time",
            min=1,
            max=100_000,
        ),
        CurveBet(
            id="plateau",
            question="Window scaling is off, 35 ms, 100 Mbit/s. Draw the bytes in flight in the first second.",
            at="Switched off",
            column="inflight",
        ),
    )
    sources = (
        "RFC 7323 §2.2",
        "RFC 7323 §2.3",
        "tcp_output.c:tcp_select_initial_window",
        "tcp_output.c:tcp_synack_options",
        "tcp_input.c:tcp_rcv_synsent_state_process",
        "tcp_minisocks.c:tcp_create_openreq_child",
        "W02",
        "W03",
        "W04",
        "W05",
        "W06",
        "W10",
        "W41",
    )
    leaves_out = """
        Loss in the handshake, and hosts with different tcp_rmem. The receiver reads at once, the sender's buffer is as
        large as it needs, and the queue holds 1000 packets. No middlebox rewrites the shift to another number, or keeps
        a table of windows and drops what seems to be outside, as firewalls that missed the SYN do. There is no data in
        the other direction: with the option missing from the SYN-ACK only, those windows would be read as 128 times
        too large. A transfer with a misread window runs for a minute; the rest of its time is estimated from its pace.
    """

    @staticmethod
    def commands(p: WindowScalingParameters) -> list[Commands]:
        """Lose the option, run the transfer, look at what both ends agreed on."""
        strip = "-j TCPOPTSTRIP --strip-options wscale   # router"
        lose = {
            NOBODY: [],
            SENDER: ["sysctl -w net.ipv4.tcp_window_scaling=0   # on the sender"],
            RECEIVER: ["sysctl -w net.ipv4.tcp_window_scaling=0   # on the receiver"],
            SYN: [f"iptables -t mangle -A FORWARD -p tcp --syn {strip}"],
            SYN_ACK: [f"iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,ACK SYN,ACK {strip}"],
        }
        return [
            Commands(
                "Set it",
                [
                    f'sysctl -w net.ipv4.tcp_rmem="4096 {min(TCP_RMEM_DEFAULT, p.rmem)} {p.rmem}"   # on both',
                    *lose[p.drops],
                    *path(rate=p.rate, rtt=p.rtt),
                    f"iperf3 -c 192.0.2.1 -n {p.total}",
                ],
            ),
            Commands(
                "See it",
                [
                    "tcpdump -nni eth0 'tcp[tcpflags] & tcp-syn != 0'   # wscale in both SYNs? On both hosts",
                    "ss -tin dst 192.0.2.1   # wscale:<theirs>,<ours> if agreed on; snd_wnd, rwnd_limited",
                    "nstat -az TcpExtTCPTimeouts TcpExtTCPWinProbe",
                ],
            ),
        ]

    @staticmethod
    def run(p: WindowScalingParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time shown (s), from the SYN on; the summary is of the whole transfer."""
        result = WindowScaling.outputs.result()
        receive = ReceiveBuffer(rmem=(min(TCP_RMEM_DEFAULT, p.rmem), p.rmem), rmem_max=RMEM_MAX, scaling=p.scaled)
        spec = FlowSpec(algorithm="cubic", rtt=p.rtt / 1000, total=p.total, receive=receive, era=tcp_era(p.kernel))
        bell = Dumbbell(rate=p.rate * 1e6, limit=1000, rng=rng, flows=[spec])
        flow = bell.flows[0]
        misread = receive.shift if p.drops == SYN_ACK else 0
        if misread:
            _misread(flow, misread)
        trace = Trace(bell, until=p.show / 1000)
        top = ceiling(MAX_TCP_WINDOW << (receive.shift - misread), p.rtt, p.rate)
        tell_handshake(result, p, receive.shift)
        largest = yield from _sampled(result, bell, p, top)
        limit = flow.started_at + PATIENCE if p.drops == SYN_ACK else float("inf")
        while flow.receiver.finished_at is None and bell.clock.now < limit:  # the rest is not drawn, but it is run
            for _ in bell.clock.run(bell.clock.now + max(p.rtt / 1000, 0.01)):
                yield result
            largest = max(largest, flow.sender.nxt - flow.sender.una)
            result.progress = max(result.progress, 0.5 + 0.5 * min(1.0, flow.sender.una / p.total))
        result.tables = trace.tables()
        retell(result.tables, p, receive, misread)
        _summarise(result, flow, p, misread, largest)
        yield result


def _misread(flow: Flow, shift: int) -> None:
    """From now on the sender takes the window field as it stands, though the receiver has shifted it."""
    understand = flow.sender.on_ack

    def unscaled(ack: Ack) -> None:
        ack.window >>= shift
        understand(ack)

    flow.back.receive = unscaled


def _sampled(result: Result, bell: Dumbbell, p: WindowScalingParameters, top: float) -> Generator[Result, None, int]:
    """Run the time shown; returns the most that was in flight, bytes."""
    flow, rtt = bell.flows[0], p.rtt / 1000
    sender = flow.sender
    step = p.show / 1000 / STEPS
    acknowledged = Sliding(rtt)
    largest, waits = 0, False
    for number in range(STEPS + 1):
        now = number * step
        for _ in bell.clock.run(now):
            yield result
        in_flight = sender.nxt - sender.una
        largest = max(largest, in_flight)
        result.append(
            now,
            flow.receiver.window.offered / 1000,
            max(sender.window_end - sender.una, 0) / 1000,
            in_flight / 1000,
            acknowledged.at(now, sender.una),
            top,
        )
        if sender.chrono.kind == RWND_LIMITED and not waits:
            waits = True
            full = f"the window is full: {in_flight:,} bytes are in flight"
            small = "the window is too small for a segment, so a timer waits"
            result.event(now, "window", full if in_flight else small)
        result.progress = 0.5 * number / STEPS
        if flow.receiver.finished_at is not None and sender.una >= p.total:
            break
    return largest


def _summarise(result: Result, flow: Flow, p: WindowScalingParameters, misread: int, largest: float) -> None:
    receiver, sender = flow.receiver, flow.sender
    total = receiver.total
    spent = (receiver.finished_at or sender.clock.now) - flow.started_at
    arrived = total if receiver.finished_at is not None else receiver.expected
    goodput = max(arrived, 1) * 8e-6 / spent
    took = total * 8e-6 / goodput
    shift = receiver.window.shift
    span = MAX_TCP_WINDOW << (shift - misread)
    share = 100 * goodput / most(p.rate)
    busy = max(spent, 1e-9)
    waited = 100 * min(sender.chrono.spent(RWND_LIMITED) / busy, 1.0)
    result.figure("transfer_time", took)
    result.figure("goodput", goodput)
    result.figure("bytes_per_second", goodput / 8)
    result.figure("utilisation", share)
    result.figure("shift", shift)
    result.figure("multiplier", 1 << shift)
    result.figure("largest_window", span)
    result.figure("read_window", receiver.window.offered >> misread)
    result.figure("one_per_rtt", span * 1e-3 / p.rtt)
    result.figure("max_in_flight", largest / 1000)
    result.figure("bdp", p.rate * p.rtt / 8)
    result.figure("rwnd_limited", waited)
    result.figure("retransmissions", sender.retransmissions)
    result.figure("packets_sent", sender.packets_sent)
    result.sentence = (
        f"{_agreed(p.drops, shift)} {amount(total)} take {_duration(took)}, {significant(goodput)} Mbit/s, "
        f"{significant(share, 2)}% of what the line can carry. {_waited(waited, share, largest)}"
    )


def _waited(waited: float, share: float, largest: float) -> str:
    """`waited`: % of the time; `share`: % of the line; `largest`: most in flight, bytes."""
    if waited <= 50:
        return f"At most {amount(largest)} were in flight, and the sender wasn't waiting for the window."
    if share > 95:
        return "The window is full nearly all the time, and so is the line, so it costs nothing here."
    return f"The sender waited for the window {waited:.0f}% of the time."


def _agreed(drops: str, shift: int) -> str:
    if drops == SYN_ACK:
        return f"The receiver means windows {1 << shift} times as large as the sender reads."
    if drops == NOBODY:
        return f"wscale {shift}: the window field is multiplied by {1 << shift}, up to {size(MAX_TCP_WINDOW << shift)}."
    return "Without window scaling, at most 65,535 bytes may be in flight."


def _duration(took: float) -> str:
    """A time that may be long: 10.8 s, 2.9 hours."""
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if took >= 2 * length:
            return f"{significant(took / length)} {unit}"
    return f"{significant(took)} s"
