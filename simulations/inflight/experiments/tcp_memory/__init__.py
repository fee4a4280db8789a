"""Many sockets, each within its own limit, and the one limit that holds for all of them together."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise

from inflight.experiments.tcp_memory.host import BusyHost
from inflight.experiments.tcp_memory.parameters import FIXED, PRESETS, READERS, TcpMemoryLimitsParameters
from inflight.experiments.tcp_memory.story import Story
from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Lane, Lanes, Scene, Source, Store
from inflight.figure.words import significant, size
from inflight.kernel.tcp.memory import PAGE
from inflight.scenes.transfer import most

STEPS = 400  # ticks of a run
GROUPS = 10  # bars


def mebibytes(count: float) -> float:
    """`count` pages in MiB."""
    return count * PAGE / (1 << 20)


@experiment("tcp-memory", part="windows", question="What happens when all sockets together want too much?")
class TcpMemoryLimits:
    """Connections whose data stays in the socket, because somebody does not read it."""

    title = "Memory for all sockets"
    parameters = TcpMemoryLimitsParameters
    knobs = ("connections", "high")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the first connection", "time"),
            Column("pages", "pages", "allocated to all sockets", "inflight"),
            Column("low", "pages", "tcp_mem[0]", "ssthresh"),
            Column("middle", "pages", "tcp_mem[1]", "rto"),
            Column("high", "pages", "tcp_mem[2]", "rwnd"),
            Column("most", "kB", "the socket that has the most", "sndbuf"),
            Column("mean", "kB", "the mean of all sockets", "inflight"),
            Column("least", "kB", "the socket that has the least", "unsent"),
            Column("refused", "per s", "requests for memory refused", "loss"),
            Column("throughput", "Mbit/s", "data that got through", "throughput"),
        ),
        figures=(
            Output("peak", "pages", "Most that all sockets had"),
            Output("peak_bytes", "MiB", "The same in bytes"),
            Output("wanted", "pages", "If every buffer were full"),
            Output("limit_bytes", "MiB", "tcp_mem[2] in bytes"),
            Output("ram", "MiB", "Memory of a host with this tcp_mem[1] by default"),
            Output("pressure", "s", "Under pressure"),
            Output("entered", "times", "Pressure began"),
            Output("refused", "allocations", "Refused"),
            Output("dropped", "segments", "Received, then dropped for lack of memory"),
            Output("first", "kB", "First connections, before they woke up"),
            Output("last", "kB", "Last connections, before they woke up"),
            Output("throughput", "Mbit/s", "Data that got through"),
            Output("line", "Mbit/s", "What the line can carry"),
            Output("at_the_end", "pages", "At the end"),
        ),
    )
    views = (
        Scene(
            below="pages",
            sources=(Source("sockets", "throughput"),),
            stores=((Store("tcp_mem", "pages", marks=("low", "middle", "high"), lost="refused", shape="tank"),),),
            sink="readers",
            out=("throughput",),
        ),
        Lanes(
            (
                Lane("pages", "Memory of all sockets", "pages", ("pages", "low", "middle", "high"), kind="step"),
                Lane("each", "Of one socket", "kB", ("most", "mean", "least"), kind="step"),
                Lane("refused", "Refused", "per s", ("refused",), kind="area"),
                Lane("throughput", "Through the line", "Mbit/s", ("throughput",), kind="step"),
            ),
        ),
        Bars("shares", label="group", value="memory", title="Who has how much"),
    )
    bets = (
        ValueBet(
            id="peak",
            question="60 sockets may have 6 MiB each; tcp_mem is 12288 16384 24576. How many pages do they reach?",
            at="The applications hang",
            summary="peak",
            min=1000,
            max=200_000,
        ),
        ValueBet(
            id="autotuned",
            question="The other direction: peers do not read, and send buffers are autotuned. How many pages at most?",
            at="The peers hang",
            summary="peak",
            min=1000,
            max=200_000,
        ),
        CurveBet(
            id="tank",
            question="60 programs stop reading and wake up after 12 s. Draw the pages that all sockets have.",
            at="The applications hang",
            column="pages",
            given=("low", "middle", "high"),
        ),
    )
    sources = (
        "sock.c:__sk_mem_raise_allocated",
        "sock.c:__sk_mem_reduce_allocated",
        "sock.h:sk_stream_moderate_sndbuf",
        "stream.c:sk_stream_wait_memory",
        "tcp_input.c:tcp_data_queue",
        "tcp_input.c:tcp_should_expand_sndbuf",
        "tcp_input.c:tcp_clamp_window",
        "tcp_output.c:__tcp_select_window",
        "tcp.c:tcp_init_mem",
        "W15",
        "W42",
        "W43",
        "W44",
    )
    leaves_out = """
        TCP itself: there are no congestion windows and no round trips. Connections that may send share the line
        evenly, and what is dropped comes again after a timeout, slowly at first. A run has 400 steps, so take drops
        and refusals as orders of magnitude. Receive buffers start as large as they may become, as if the programs
        had been reading before. Each segment that arrives is charged 2728 bytes, each write of 16 KiB 17,664; the
        kernel joins segments and may need less. Also missing: a CPU's batch of up to 256 pages, which the kernel
        counts later; cgroups, whose limits come on top; orphans, which the kernel kills when memory is short
        (tcp_check_oom); out-of-order data, which it throws away first; and other sockets that use the same memory.
    """

    @staticmethod
    def commands(p: TcpMemoryLimitsParameters) -> list[Commands]:
        """Set the three numbers, make sockets that nobody reads from, look at the counters."""
        here = p.fill == READERS
        stuck = "receiver" if here else "sender"
        knob = f'net.ipv4.tcp_{"r" if here else "w"}mem="4096 {131072 if here else 16384} {p.buffer}"'
        ask = f" -w {p.buffer // 2}   # SO_SNDBUF, which is doubled" if p.fill == FIXED else ""
        return [
            Commands(
                "Set it",
                [
                    f'sysctl -w net.ipv4.tcp_mem="{p.low} {p.middle} {p.high}"   # pages, on the {stuck}',
                    f"sysctl -w {knob}   # bytes, on the {stuck}",
                    f"for n in $(seq {p.connections}); do iperf3 -c 192.0.2.1 -p $((5200 + n)) -t 60{ask} & done",
                    f"sleep 2; pkill -STOP iperf3   # on the {'receiver' if here else 'other host, the receiver'}",
                ],
            ),
            Commands(
                "See it",
                [
                    "cat /proc/net/sockstat   # TCP: … mem <pages>, against sysctl net.ipv4.tcp_mem",
                    "nstat -az TcpExtTCPMemoryPressures TcpExtTCPMemoryPressuresChrono TcpExtTCPRcvQDrop",
                    "ss -tm   # skmem: r and w: charged, rb and tb: limits, d: dropped",
                    "dmesg | grep -i 'out of memory'   # 'TCP: out of memory -- consider tuning tcp_mem': orphans",
                ],
            ),
        ]

    @staticmethod
    def run(p: TcpMemoryLimitsParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the table `shares` is of the moment before they wake up."""
        result = TcpMemoryLimits.outputs.result(end=p.duration)
        host = BusyHost(p, rng)
        step = p.duration / STEPS
        story = Story(result)
        for number in range(STEPS + 1):
            now = number * step
            refused, moved = host.refused, host.moved
            if number and now - step < p.resume <= now:
                _shares(result, host)
                result.event(now, "reads", "they wake up and read")
            host.tick(now, step)
            story.look(now, host)
            queued = [each.account.queued for each in host.connections]
            result.append(
                now,
                host.memory.allocated,
                p.low,
                p.middle,
                p.high,
                max(queued) / 1000,
                math.fsum(queued) / len(queued) / 1000,
                min(queued) / 1000,
                (host.refused - refused) / step,
                (host.moved - moved) * 8e-6 / step,
            )
            result.progress = number / STEPS
            if number % 4 == 0:
                yield result
        if "shares" not in result.tables:
            _shares(result, host)
        _summarise(result, p, host, story, step)
        yield result


def _shares(result: Result, host: BusyHost) -> None:
    """Means of tenths of the connections, in the order in which they came."""
    everyone = host.connections
    bounds = [len(everyone) * n // GROUPS for n in range(GROUPS + 1)]
    groups = [(low, high) for low, high in pairwise(bounds) if high > low]
    names = [f"no. {low + 1}" if high == low + 1 else f"nos. {low + 1} to {high}" for low, high in groups]
    result.tables["shares"] = table = Table(
        [
            Column("group", "", "which connections, in the order in which they came", "sndbuf", words=names),
            Column("memory", "kB", "memory that each has, on average, when they wake up", "sndbuf"),
        ]
    )
    for number, (low, high) in enumerate(groups):
        queued = [each.account.queued for each in everyone[low:high]]
        table.append(number, math.fsum(queued) / len(queued) / 1000)


def _summarise(result: Result, p: TcpMemoryLimitsParameters, host: BusyHost, story: Story, step: float) -> None:
    peak = host.peak
    wanted = p.connections * p.buffer / PAGE
    memory = result.tables["shares"]["memory"]
    result.figure("peak", peak)
    result.figure("peak_bytes", mebibytes(peak))
    result.figure("wanted", wanted)
    result.figure("limit_bytes", mebibytes(p.high))
    result.figure("ram", mebibytes(16 * p.middle))
    result.figure("pressure", story.ticks * step)
    result.figure("entered", host.memory.entered)
    result.figure("refused", host.refused)
    result.figure("dropped", host.dropped)
    result.figure("first", memory[0])
    result.figure("last", memory[-1])
    result.figure("throughput", host.moved * 8e-6 / p.duration)
    result.figure("line", most(p.rate))
    result.figure("at_the_end", host.memory.allocated)
    result.sentence = (
        f"{p.connections} × {size(p.buffer)} would be {significant(mebibytes(wanted))} MiB; tcp_mem[2] is "
        f"{significant(mebibytes(p.high))} MiB. {_outcome(peak, host, story.ticks * step)}"
    )


def _outcome(peak: int, host: BusyHost, pressed: float) -> str:
    memory = host.memory
    at_most = f"The sockets took at most {peak} pages, or {significant(mebibytes(peak))} MiB"
    if not memory.entered:
        return f"{at_most}, and there was no pressure."
    text = f"{at_most}. Pressure lasted {significant(pressed)} s"
    if not host.refused:
        return f"{text}, and nobody was refused memory."
    dropped = f" and dropped {host.dropped} segments" if host.dropped else ""
    return f"{text}. The kernel refused {host.refused} requests for memory{dropped}."
