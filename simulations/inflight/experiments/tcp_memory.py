"""Many sockets, each within its own limit, and the one limit that holds for all of them together."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from inflight.figure.bets import CurveBet, ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Lane, Lanes
from inflight.figure.words import significant, size
from inflight.kernel.tcp.constants import ADVMSS, INITIAL_WINDOW, MSS, SKB_OVERHEAD
from inflight.kernel.tcp.memory import PAGE, SocketMemory, TcpMemory, pages
from inflight.scenes.transfer import RATE, most

READERS, WRITERS, FIXED = "readers", "writers", "fixed"

STEPS = 400  # ticks of a run
GROUPS = 10  # bars

SEGMENT = MSS + SKB_OVERHEAD
"""Memory of a full segment that has arrived, bytes."""

WRITE = 16384
"""Data in an skb of the send queue, bytes: what an application writes at a time."""

SKB = WRITE + SKB_OVERHEAD
SNDBUF_START = 87040
"""Send buffer of a new connection: room for two windows of ten (`tcp_init_buffer_space`, W19), bytes."""

GROWS = 0.1
"""s in which an autotuned send buffer doubles, as the window in slow start on a path of 100 ms."""

AWAKE = 1e6
"""bytes/s that a reader that has woken up reads at least."""

SLEEP = (0.008, 0.2)
"""s: how long a writer sleeps that was refused memory, at random (`stream.c:sk_stream_wait_memory`)."""

RTO, RTO_MAX = 0.2, 120.0
"""s: a segment that was dropped is sent again after so long, then after twice as long (RFC 6298)."""

_PAGES = Slider(
    name="low",
    label="Pressure ends below",
    unit="pages",
    min=100,
    max=4_000_000,
    default=12288,
    scale="log10",
    step=1,
    integer=True,
    knob="net.ipv4.tcp_mem[0]",
    quantity="ssthresh",
    help="Pages of 4096 bytes, not bytes. Above it no autotuned send buffer grows any more.",
)


def mebibytes(count: float) -> float:
    """`count` pages in MiB."""
    return count * PAGE / (1 << 20)


class Connection:
    """One of the sockets.

    waits: when it is next able to do something, s. promised: window that is left, bytes, which is never taken back.
    opened: what the data that came have opened of it (`rcv_ssthresh`). burst: segments that its peer sends at most
    after a loss. due: bytes that could have moved, but were less than a whole piece.
    """

    def __init__(self, memory: TcpMemory, now: float, p: Any) -> None:
        locked = p.fill == FIXED
        sndbuf = p.buffer if locked else min(SNDBUF_START, p.buffer)
        self.account = SocketMemory(memory, sends=p.fill != READERS, sndbuf=sndbuf, locked=locked)
        self.waits = now
        self.grows = now + GROWS
        self.rto = RTO
        self.burst = math.inf
        self.opened = self.promised = min(INITIAL_WINDOW, p.buffer // 2)
        self.due = 0.0


class Host:
    """All connections, in the order in which they came; `moved` in bytes, `peak` in pages, the rest are counts."""

    def __init__(self, p: Any, rng: random.Random) -> None:
        self.p, self._rng = p, rng
        self.memory = TcpMemory((p.low, p.middle, p.high))
        self.connections: list[Connection] = []
        self.refused = self.dropped = self.moved = self.peak = 0

    def tick(self, now: float, step: float) -> None:
        """What happens between `now` and `now + step`, s."""
        p, here = self.p, self.connections
        while len(here) < p.connections and p.spread * len(here) / p.connections <= now:
            here.append(Connection(self.memory, now, p))
        line = most(p.rate) * 125_000 * step
        read = p.slow * 1000 * step
        if now >= p.resume:
            read = max(AWAKE * step, 2 * line / len(here))
        first = self._rng.randrange(len(here))  # nobody is always the first to ask
        turn = here[first:] + here[:first]
        if p.fill == READERS:
            self._receive(turn, now, line, read)
        else:
            self._send(turn, now, line, read)

    # ---- received, and not read ----------------------------------------------------------------------------------

    def _receive(self, turn: list[Connection], now: float, line: float, read: float) -> None:
        ready = [each for each in turn if each.waits <= now and each.promised >= MSS]
        for each in ready:
            self._arrive(each, line / len(ready), now)
        self.peak = max(self.peak, self.memory.allocated)  # before it is read
        for each in turn:
            self._read(each, read)

    def _arrive(self, each: Connection, share: float, now: float) -> None:
        """As much of a connection's share of the line as its window allows."""
        each.due = min(each.due + share, each.promised)
        count = int(min(each.due // MSS, each.burst))
        if not count:
            return
        taken = self._take(each.account, count)
        self.moved += taken * MSS
        each.promised -= taken * MSS
        if taken == count:
            each.due -= count * MSS
            each.rto, each.burst = RTO, 2 * each.burst
        else:
            each.due = 0.0
            self.dropped += count - taken
            each.burst = max(count // 2, 1)
        if not taken:
            each.waits, each.burst = now + each.rto, 1
            each.rto = min(2 * each.rto, RTO_MAX)
        self._offer(each, taken)

    def _take(self, account: SocketMemory, count: int) -> int:
        """How many of `count` segments there is memory for, found by halving."""
        if account.charge(count * SEGMENT):
            return count
        self.refused += 1
        if not account.queued:  # into an empty queue one is taken in any case (`tcp_data_queue`)
            account.force(SEGMENT)
            return 1
        while count := count // 2:
            if account.charge(count * SEGMENT):
                return count
        return 0

    def _offer(self, each: Connection, count: int) -> None:
        """The window after `count` segments have come (`tcp_grow_window`, `__tcp_select_window`)."""
        buffer = self.p.buffer
        free = buffer - each.account.queued
        if not self.memory.pressure:
            each.opened = min(each.opened + 2 * ADVMSS * count, buffer // 2)
        elif 2 * free < buffer:
            each.opened = min(each.opened, 4 * ADVMSS)
        each.promised = max(each.promised, min(free // 2, each.opened))

    def _read(self, each: Connection, read: float) -> None:
        account = each.account
        whole = int(read / MSS + self._rng.random())  # on average so much
        count = min(account.queued // SEGMENT, whole)
        if count:
            account.free(count * SEGMENT)
            self._offer(each, 0)

    # ---- written, and not acknowledged ---------------------------------------------------------------------------

    def _send(self, turn: list[Connection], now: float, line: float, read: float) -> None:
        full = [each for each in turn if each.account.queued]
        for each in full:
            self._acknowledge(each, min(line / len(full), read))
        for each in turn:
            self._grow(each, now)
            self._write(each, now)
        self.peak = max(self.peak, self.memory.allocated)

    def _acknowledge(self, each: Connection, read: float) -> None:
        account = each.account
        each.due += read
        count = min(int(each.due // WRITE), account.queued // SKB)
        if count:
            each.due -= count * WRITE
            account.free(count * SKB)
            self.moved += count * WRITE

    def _grow(self, each: Connection, now: float) -> None:
        """Autotuning (`tcp_sndbuf_expand`)."""
        account = each.account
        if not account.locked and now >= each.grows:
            each.grows = now + GROWS
            if self.memory.may_grow:
                account.sndbuf = max(min(2 * account.sndbuf, self.p.buffer), account.sndbuf)

    def _write(self, each: Connection, now: float) -> None:
        """The application writes until it is put to sleep (`tcp_sendmsg_locked`)."""
        account, memory = each.account, self.memory
        while each.waits <= now and account.queued < account.sndbuf:
            room = -(-(account.sndbuf - account.queued) // SKB)
            count = room if memory.allocated + pages(room * SKB) <= memory.low else 1  # below it nothing is refused
            if account.charge(count * SKB):
                continue
            self.refused += 1
            if not account.queued:  # something must be able to leave (`tcp_stream_alloc_skb`)
                account.force(SKB)
                continue
            memory.enter_pressure()
            account.moderate()
            each.waits = now + self._rng.uniform(*SLEEP)


@experiment("tcp-memory", part="windows", question="What happens when all sockets together want too much?")
class TcpMemoryLimits:
    """Connections whose data stay in the socket, because somebody does not read them."""

    title = "Memory for all sockets"
    parameters = (
        _PAGES,
        replace(
            _PAGES,
            name="middle",
            label="Pressure begins above",
            default=16384,
            knob="net.ipv4.tcp_mem[1]",
            quantity="rto",
            help="A sixteenth of the memory unless it is set: 16384 pages are the default of a host with 1 GiB.",
        ),
        replace(
            _PAGES,
            name="high",
            label="Nothing is given above",
            default=24576,
            knob="net.ipv4.tcp_mem[2]",
            quantity="rwnd",
            help="Received data are dropped, writers sleep. New connections are not refused for it.",
        ),
        Slider(
            name="connections",
            label="Connections",
            unit="",
            min=1,
            max=1000,
            default=60,
            scale="log10",
            step=1,
            integer=True,
        ),
        Slider(
            name="buffer",
            label="Buffer of each, at most",
            unit="B",
            min=65536,
            max=64 << 20,
            default=6 << 20,
            scale="log2",
            step=1,
            integer=True,
            knob="net.ipv4.tcp_rmem[2], net.ipv4.tcp_wmem[2]",
            quantity="sndbuf",
            help="A limit for one socket. It promises nothing: the sum of all is tcp_mem's business.",
        ),
        Choice(
            name="fill",
            label="What fills them",
            choices={
                READERS: "applications here do not read",
                WRITERS: "peers do not read; autotuned",
                FIXED: "peers do not read; SO_SNDBUF is set",
            },
            default=READERS,
        ),
        Slider(
            name="slow",
            label="Each reads",
            unit="kB/s",
            min=0,
            max=1000,
            default=0,
            step=1,
            help="0: not at all, as a process that hangs.",
        ),
        Slider(
            name="resume",
            label="They wake up after",
            unit="s",
            min=0.5,
            max=120,
            default=12,
            scale="log10",
            quantity="time",
            help="From then on each reads twice its share of the line, and 1 MB/s at least.",
        ),
        replace(RATE, min=1, default=200, label="Line of the host"),
        Slider(
            name="spread",
            label="All connected after",
            unit="s",
            min=0,
            max=30,
            default=4,
            help="They come one after the other.",
        ),
        Slider(name="duration", label="Duration", unit="s", min=1, max=120, default=20, scale="log10"),
    )
    presets = (
        Preset(
            "The applications hang",
            {},
            "60 sockets may have 6 MiB each, 360 in all; tcp_mem allows 96. The first take it, the last get a segment.",
        ),
        Preset(
            "Slow readers",
            {"slow": 100, "resume": 60, "duration": 30},
            "Each reads 100 kB/s, so memory comes free all the time, and is taken at once: the pressure does not end.",
        ),
        Preset(
            "The peers hang",
            {"fill": WRITERS},
            "Send buffers stop growing above tcp_mem[0]: there is no pressure at all. Autotuning looks at tcp_mem.",
        ),
        Preset(
            "SO_SNDBUF was set",
            {"fill": FIXED},
            "The same peers, but the application has asked for its buffers: only refusing is left. Writers sleep.",
        ),
        Preset(
            "A thousand small ones",
            {"connections": 1000, "buffer": 262144, "fill": FIXED},
            "A quarter of a MiB each is modest, and a thousand of them are 250 MiB.",
        ),
        Preset(
            "Room for all",
            {"low": 88560, "middle": 118080, "high": 177120},
            "177120 pages are 692 MiB; the unit is pages. 360 MiB stay below tcp_mem[1], and nobody notices anything.",
        ),
    )
    views = (
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
            question="60 sockets may have 6 MiB each, tcp_mem is 12288 16384 24576. How many pages have they at most?",
            at="The applications hang",
            summary="peak",
            min=1000,
            max=200_000,
        ),
        ValueBet(
            id="autotuned",
            question="The other direction: peers do not read, send buffers are autotuned. How many pages at most?",
            at="The peers hang",
            summary="peak",
            min=1000,
            max=200_000,
        ),
        CurveBet(
            id="tank",
            question="60 applications stop reading and wake up after 12 s. Draw the pages that all sockets have.",
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
        TCP itself: no congestion windows, no round trips; the line is shared evenly among those that may send,
        and what is dropped comes again after a timeout, slowly at first. All of it happens in 400 steps, so of
        drops and refusals only the order of magnitude counts. Receive buffers are as large as they may become,
        as after a time in which the applications did read. Every segment that arrives is charged 2728 bytes,
        every write of 16 KiB 17,664; the kernel joins segments and may need less. A processor's batch of up to
        256 pages, which the kernel counts later; cgroups, whose limits come on top; orphans, which are killed
        when memory is short (tcp_check_oom), and out-of-order data, which are thrown away first. Other sockets
        of the host that use the same memory.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The three numbers, sockets that nobody reads from, and the counters."""
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the table `shares` is of the moment before they wake up."""
        result = Result(
            [
                Column("t", "s", "time since the first connection", "time"),
                Column("pages", "pages", "allocated to all sockets", "inflight"),
                Column("low", "pages", "tcp_mem[0]", "ssthresh"),
                Column("middle", "pages", "tcp_mem[1]", "rto"),
                Column("high", "pages", "tcp_mem[2]", "rwnd"),
                Column("most", "kB", "the socket that has most", "sndbuf"),
                Column("mean", "kB", "the mean of all", "inflight"),
                Column("least", "kB", "the socket that has least", "unsent"),
                Column("refused", "per s", "allocations that were refused", "loss"),
                Column("throughput", "Mbit/s", "data that got through", "throughput"),
            ],
            end=p.duration,
        )
        host = Host(p, rng)
        step = p.duration / STEPS
        story = _Story(result)
        for number in range(STEPS + 1):
            now = number * step
            refused, moved = host.refused, host.moved
            if number and now - step < p.resume <= now:
                _shares(result, host)
                story.tell(now, "reads", "they wake up, and read")
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


class _Story:
    """Notes what is worth naming, and for how long there was pressure (ticks)."""

    MOST = 20  # pressure that comes and goes is named so many times

    def __init__(self, result: Result) -> None:
        self._result = result
        self._pressure = False
        self._named = 0
        self._refused = self._above = False
        self.ticks = 0

    def tell(self, now: float, kind: str, text: str) -> None:
        self._result.event(now, kind, text)

    def look(self, now: float, host: Host) -> None:
        memory = host.memory
        self.ticks += memory.pressure
        if memory.pressure != self._pressure and self._named < self.MOST:
            self._named += 1
            which = "begins: more than tcp_mem[1]" if memory.pressure else "ends: less than tcp_mem[0]"
            self.tell(now, "pressure", f"pressure {which}, {memory.allocated} pages")
        self._pressure = memory.pressure
        if host.refused and not self._refused:
            self._refused = True
            self.tell(now, "refused", "the first allocation is refused")
        if memory.allocated > memory.high and not self._above:
            self._above = True
            self.tell(now, "limit", f"more than tcp_mem[2], {memory.allocated} pages")


def _shares(result: Result, host: Host) -> None:
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


def _summarise(result: Result, p: Any, host: Host, story: _Story, step: float) -> None:
    peak = host.peak
    wanted = p.connections * p.buffer / PAGE
    memory = result.tables["shares"]["memory"]
    result.figure("peak", peak, "pages", "Most that all sockets had")
    result.figure("peak_bytes", mebibytes(peak), "MiB", "The same in bytes")
    result.figure("wanted", wanted, "pages", "If every buffer were full")
    result.figure("limit_bytes", mebibytes(p.high), "MiB", "tcp_mem[2] in bytes")
    result.figure("ram", mebibytes(16 * p.middle), "MiB", "A host whose default tcp_mem[1] this is has")
    result.figure("pressure", story.ticks * step, "s", "Under pressure")
    result.figure("entered", host.memory.entered, "times", "Pressure began")
    result.figure("refused", host.refused, "allocations", "Refused")
    result.figure("dropped", host.dropped, "segments", "Received, and dropped for want of memory")
    result.figure("first", memory[0], "kB", "What the first connections had when they woke up")
    result.figure("last", memory[-1], "kB", "And the last ones")
    result.figure("throughput", host.moved * 8e-6 / p.duration, "Mbit/s", "Data that got through")
    result.figure("line", most(p.rate), "Mbit/s", "What the line can carry")
    result.figure("at_the_end", host.memory.allocated, "pages", "At the end")
    result.sentence = (
        f"{p.connections} × {size(p.buffer)} would be {significant(mebibytes(wanted))} MiB, tcp_mem[2] is "
        f"{significant(mebibytes(p.high))} MiB. {_outcome(peak, host, story.ticks * step)}"
    )


def _outcome(peak: int, host: Host, pressed: float) -> str:
    memory = host.memory
    at_most = f"At most {peak} pages, {significant(mebibytes(peak))} MiB, were allocated"
    if not memory.entered:
        return f"{at_most}: there was no pressure."
    text = f"{at_most}; there was pressure for {significant(pressed)} s"
    if not host.refused:
        return f"{text}, and nobody was refused."
    dropped = f" and {host.dropped} segments dropped" if host.dropped else ""
    return f"{text}, {host.refused} allocations were refused{dropped}."
