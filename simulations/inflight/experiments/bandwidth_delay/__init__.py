"""How large the buffers must be to fill a path: calculated, and run with a dozen sizes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from math import ceil, isnan, nan
from typing import NamedTuple

from inflight.experiments.bandwidth_delay.estimate import advised, estimated, needs, receive_ratio, send_ratio
from inflight.experiments.bandwidth_delay.parameters import PRESETS, BandwidthDelayParameters
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, Values, Work, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, LogLog
from inflight.figure.words import amount, significant, size
from inflight.kernel.constants import INFINITE_SSTHRESH, INIT_CWND, MSS, TCP_RMEM_DEFAULT
from inflight.kernel.path.dumbbell import UNLIMITED, Dumbbell, FlowSpec
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.scenes.by_chance import by_chance
from inflight.scenes.transfer import most

PAGE = 4096
POINTS = 12
SPREAD = 16.0  # the smallest size that is run is so much less than what is needed
BEYOND = 4.0  # and the largest so much more
MODEL, OWN_MODEL = 300_000.0, 4_200_000.0
"""Bytes: where more than that is in flight, a smaller model is run, in the sweep and with the reader's own buffers."""

WARM_UP, COUNTED = 12, 8  # round trips
BY_CHANCE = 2  # runs with each send buffer that limits
LARGEST_BY_CHANCE = 1_300_000.0
"""Bytes in the pipe up to which those runs are made. They cannot be made smaller: large skbs would stay as they are."""


class Cell(NamedTuple):
    """One transfer. rate in Mbit/s, rtt in ms; both buffers in bytes.

    gso: skbs are large. chance: which of several that differ by chance alone (0: nothing is left to it).
    """

    rate: float
    rtt: float
    rmem: int
    wmem: int
    gso: bool
    kernel: str
    chance: int = 0


def _sizes(p: BandwidthDelayParameters) -> list[int]:
    """Values of tcp_rmem[2] that are run, bytes, ascending."""
    need = needs(p).rmem
    low = max(4096.0, need / SPREAD)
    high = max(BEYOND * need, 16 * low)
    # whole bytes: the last bits of a power differ between C libraries
    sizes = {round(low * (high / low) ** (n / (POINTS - 1))) for n in range(POINTS)}
    return sorted(sizes | ({p.rmem} if low <= p.rmem <= high else set()))


def _by_chance(p: BandwidthDelayParameters, sizes: Sequence[int]) -> list[int]:
    """Of these values of tcp_wmem[2], bytes, those with which it is chance what slips past the limit."""
    pipe = needs(p).pipe
    if not p.gso or pipe > LARGEST_BY_CHANCE:
        return []
    return [each for each in sizes if each * send_ratio(p) < pipe]


def _swept_by_chance(p: BandwidthDelayParameters) -> list[int]:
    """Every other one, to be quick."""
    return _by_chance(p, _sizes(p)[::2])


def _own(p: BandwidthDelayParameters) -> list[Cell]:
    """Runs with the reader's own pair: one, or some if chance decides."""
    pipe, rmem, wmem = needs(p)
    rate, receive, send = p.rate / p.flows, receive_ratio(p), send_ratio(p)
    smaller = max(1.0, min(pipe, p.rmem * receive, p.wmem * send) / OWN_MODEL)
    # more than is needed makes no difference, but for the queue
    mine = min(p.rmem, BEYOND * max(rmem, 4096)) / smaller
    theirs = min(p.wmem, BEYOND * max(wmem, 4096)) / smaller
    cell = Cell(rate / smaller, p.rtt, round(mine), round(theirs), p.gso, p.kernel)
    if p.wmem * send < p.rmem * receive and _by_chance(p, [p.wmem]):
        return [cell._replace(chance=number) for number in range(1, BY_CHANCE + 1)]
    return [cell]


@experiment("bandwidth-delay", part="windows", question="How big must the buffers be?")
class BandwidthDelay:
    """What a path holds, and how fast transfers are with buffers below and above that."""

    title = "Bandwidth × delay"
    parameters = BandwidthDelayParameters
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("buffer", "kB", "tcp_rmem[2] or tcp_wmem[2]", "rwnd"),
            Column("measured", "Mbit/s", "Mbit/s in a run with this tcp_rmem[2]", "throughput"),
            Column("receive", "Mbit/s", "calculated for this tcp_rmem[2]", "rwnd"),
            Column("send", "Mbit/s", "calculated for this tcp_wmem[2]", "sndbuf", band=("send_low", "send_high")),
            Column("send_low", "Mbit/s", "slowest with this tcp_wmem[2]: nothing slips past its limit", "sndbuf"),
            Column("send_high", "Mbit/s", "fastest run with this tcp_wmem[2]: writes slip past its limit", "sndbuf"),
        ),
        figures=(
            Output("bdp", "MB", "Bandwidth-delay product"),
            Output("share", "MB", "One connection's share of it"),
            Output("rmem_needed", "MB", "tcp_rmem[2] that just fills it"),
            Output("wmem_needed", "MB", "tcp_wmem[2] that just fills it"),
            Output("rmem_advised", "B", "tcp_rmem[2] with room to spare"),
            Output("wmem_advised", "B", "tcp_wmem[2] with room to spare"),
            Output("window", "MB", "Window of your receive buffer"),
            Output("payload", "MB", "Data that your send buffer holds"),
            Output("goodput", "Mbit/s", "With your buffers, calculated"),
            Output("measured", "Mbit/s", "With your buffers, in a run"),
            Output("utilisation", "%", "Of what the line can carry, calculated"),
        ),
    )
    views = (
        LogLog(("measured", "receive", "send"), title="Throughput against buffer size"),
        Bars("sizes", label="what", value="bytes", title="To scale"),
    )
    bets = (
        ValueBet(
            id="product",
            question="1 Gbit/s and a round trip of 100 ms: how many megabytes are in flight when the line is full?",
            at="A gigabit across the ocean",
            summary="bdp",
            min=0.1,
            max=1000,
        ),
        ValueBet(
            id="defaults",
            question="One connection on that line, both hosts with the defaults of Linux 6.12. How many Mbit/s?",
            at="A gigabit across the ocean",
            summary="goodput",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="one-end",
            question="You raise the receiver's tcp_rmem[2] to 64 MiB and leave the sender alone. How many Mbit/s now?",
            at="Only the receiver was tuned",
            summary="measured",
            min=1,
            max=1000,
        ),
    )
    sources = (
        "RFC 7323 §1.1",
        "tcp.h:tcp_win_from_space",
        "tcp_input.c:tcp_rcv_space_adjust",
        "tcp_input.c:tcp_measure_rcv_mss",
        "tcp_input.c:tcp_sndbuf_expand",
        "W11",
        "W12",
        "W13",
        "W16",
        "W17",
        "W25",
        "W27",
        "W39",
        "W44",
        "W45",
    )
    leaves_out = """
        Losses, and the start: the transfers begin with a window that fills the path, so they show what the buffers
        allow, not how long it takes to get there. If more than 300 kB are in flight, or 4.2 MB with your own buffers,
        the model divides rate and buffers alike and runs the smaller transfer. If the send buffer is the limit, the run
        stays a little below the calculation, because the kernel wakes a writer only when a third of the buffer is free.
        Since 6.6 the kernel measures the ratio segment by segment, and it depends on the driver: from a quarter (4 KiB
        for each packet) to nearly one; 0.6 is for an skb of 2.4 KB. If a send buffer limits large skbs, chance decides
        whether writes slip past it. The band reaches from the limit, to which a transfer may fall back at any time, to
        the faster of two runs on a CPU like the laboratory's; it is drawn for pipes of up to 1.3 MB. Programs that do
        not read, or that set SO_RCVBUF or SO_SNDBUF. The largest window there is, 1 GiB.
    """

    @staticmethod
    def commands(p: BandwidthDelayParameters) -> list[Commands]:
        """The sysctls with room to spare, ready to copy, and what they do not do."""
        rmem, wmem = advised(p)
        pages = ceil(p.flows * (rmem + wmem) / PAGE)
        return [
            Commands(
                "Set it",
                [
                    f'sysctl -w net.ipv4.tcp_rmem="4096 {TCP_RMEM_DEFAULT} {rmem}"   # receiver',
                    f'sysctl -w net.ipv4.tcp_wmem="4096 16384 {wmem}"   # sender',
                    "sysctl net.ipv4.tcp_moderate_rcvbuf net.ipv4.tcp_window_scaling   # both must be 1",
                ],
            ),
            Commands(
                "What this does not do",
                [
                    "# net.core.rmem_max and wmem_max are for setsockopt(); autotuning ignores them",
                    "# a program that sets SO_RCVBUF or SO_SNDBUF switches autotuning off for that socket",
                    f"# tcp_mem is in pages of {PAGE} bytes, these are bytes: full buffers would take {pages} pages",
                    f"# {p.rate:g} Mbit/s are {p.rate / 8:g} MB/s, decimal; 1 MiB is 1048576 bytes",
                ],
            ),
            Commands(
                "Try it",
                [*path(rate=p.rate, rtt=p.rtt), f"iperf3 -c 192.0.2.1 -t 60 -O 20 -P {p.flows}"],
            ),
            Commands(
                "See it",
                ["ss -tmin dst 192.0.2.1   # rwnd_limited, sndbuf_limited; skmem: rb and tb are the buffers now"],
            ),
        ]

    @staticmethod
    def cells(p: BandwidthDelayParameters) -> list[Cell]:
        """Sizes of the receive buffer, with a send buffer that is no limit; the reader's own pair; those of chance."""
        rate = p.rate / p.flows
        smaller = max(1.0, needs(p).pipe / MODEL)
        # single packets fit into a smaller model's window, too; which it is makes no difference to the receiver
        sweep = [
            Cell(rate / smaller, p.rtt, round(each / smaller), UNLIMITED, gso=False, kernel=p.kernel)
            for each in _sizes(p)
        ]
        chance = [
            Cell(rate, p.rtt, UNLIMITED, each, gso=True, kernel=p.kernel, chance=number)
            for each in _swept_by_chance(p)
            for number in range(1, BY_CHANCE + 1)
        ]
        return [*sweep, *_own(p), *chance]

    @staticmethod
    def cell(cell: Cell, rng: random.Random) -> Work:
        """Share of the line that is used, 0 to 1."""
        rtt = cell.rtt / 1000
        window = round(1.5 * cell.rate * 1e6 * rtt / 8 / MSS) + 10
        flow = FlowSpec(
            algorithm="cubic",
            rtt=rtt,
            initcwnd=window,
            ssthresh=window,
            gso_max_segs=65535 if cell.gso else 1,
            receive=ReceiveBuffer(rmem=(min(TCP_RMEM_DEFAULT, cell.rmem), cell.rmem)),
            wmem=(min(16384, cell.wmem), cell.wmem),
            era=tcp_era(cell.kernel),
        )
        if cell.chance:  # how far slow start comes decides, too
            flow = replace(by_chance(flow, rng), initcwnd=INIT_CWND, ssthresh=INFINITE_SSTHRESH)
        bell = Dumbbell(rate=cell.rate * 1e6, limit=20_000, rng=rng, flows=[flow])
        sender = bell.flows[0].sender
        trip = rtt + 3 * 1514 * 8e-6 / cell.rate  # on a slow line a segment takes longer than the way
        yield from bell.clock.run(WARM_UP * trip)
        before = sender.una
        yield from bell.clock.run((WARM_UP + COUNTED) * trip)
        return ((sender.una - before) * 8e-6 / (COUNTED * trip) / most(cell.rate),)

    @staticmethod
    def combine(p: BandwidthDelayParameters, values: Sequence[Values | None]) -> Result:
        """Columns over the size of the buffer, kB; table `sizes`."""
        shares = [nan if value is None else min(value[0], 1.0) for value in values]
        result = BandwidthDelay.outputs.result()
        runs = iter(share * most(p.rate) for share in shares)
        sizes = _sizes(p)
        measured = list(islice(runs, len(sizes)))
        own = list(islice(runs, len(_own(p))))
        fastest = {each: max(islice(runs, BY_CHANCE), key=_known) for each in _swept_by_chance(p)}
        for buffer, speed in zip(sizes, measured, strict=True):
            receive, send = (estimated(p, buffer * ratio) for ratio in (receive_ratio(p), send_ratio(p)))
            high = fastest.get(buffer, nan)
            result.append(buffer / 1000, speed, receive, send, nan if isnan(high) else min(send, high), high)
        result.tables["sizes"] = _bars(p)
        _summarise(result, p, own)
        return result


def _known(speed: float) -> float:
    return 0.0 if isnan(speed) else speed


def _bars(p: BandwidthDelayParameters) -> Table:
    pipe, rmem, wmem = needs(p)
    rows = (
        ("in the pipe, for each connection", pipe),
        ("window of your receive buffer", p.rmem * receive_ratio(p)),
        ("data that your send buffer holds", p.wmem * send_ratio(p)),
        ("tcp_rmem[2] that fills it", rmem),
        ("your tcp_rmem[2]", p.rmem),
        ("tcp_wmem[2] that fills it", wmem),
        ("your tcp_wmem[2]", p.wmem),
    )
    table = Table(
        [
            Column("what", "", "what is measured", "rwnd", words=[name for name, _ in rows]),
            Column("bytes", "kB", "how large it is", "rwnd"),
        ]
    )
    for row, (_, value) in enumerate(rows):
        table.append(row, value / 1000)
    return table


def _summarise(result: Result, p: BandwidthDelayParameters, runs: Sequence[float]) -> None:
    pipe, rmem, wmem = needs(p)
    window, payload = p.rmem * receive_ratio(p), p.wmem * send_ratio(p)
    goodput = estimated(p, min(window, payload))
    advised_rmem, advised_wmem = advised(p)
    result.figure("bdp", pipe * p.flows / 1e6)
    result.figure("share", pipe / 1e6)
    result.figure("rmem_needed", rmem / 1e6)
    result.figure("wmem_needed", wmem / 1e6)
    result.figure("rmem_advised", advised_rmem)
    result.figure("wmem_advised", advised_wmem)
    result.figure("window", window / 1e6)
    result.figure("payload", payload / 1e6)
    result.figure("goodput", goodput)
    band = (min(goodput, *runs), max(runs)) if len(runs) > 1 else ()
    result.figure("measured", runs[0], runs=band)
    result.figure("utilisation", 100 * goodput / most(p.rate))
    holds = f"{significant(p.rate)} Mbit/s × {significant(p.rtt)} ms = {amount(pipe * p.flows)}"
    each = f", or {amount(pipe)} for each connection" if p.flows > 1 else ""
    result.sentence = f"{holds}{each}. {_verdict(p, window, payload, pipe, goodput, runs)}"


def _verdict(
    p: BandwidthDelayParameters, window: float, payload: float, pipe: float, goodput: float, runs: Sequence[float]
) -> str:
    if min(window, payload) >= pipe:
        return f"Your receiver can offer {amount(window)} and your sender can hold {amount(payload)}: that is enough."
    limit = "send buffer holds" if payload < window else "receive buffer offers"
    rmem, wmem = advised(p)
    speed, share = f"{significant(goodput)} Mbit/s", f"{significant(100 * goodput / most(p.rate), 2)}% of the line"
    if len(runs) > 1:
        said = (
            f"{speed}, {share}, if nothing slips past the limit. With luck, writes do: the faster of {len(runs)} runs "
            f"reached {significant(max(runs))}."
        )
    else:
        said = f"at most {speed}, {share}. The run reached {significant(runs[0])}."
    return (
        f"Your {limit} {amount(min(window, payload))}: {said} "
        f"With room to spare, you need {size(rmem)} in tcp_rmem[2] and {size(wmem)} in tcp_wmem[2]."
    )
