"""One request and its answer, which the server writes chunk by chunk: where the time goes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes
from inflight.figure.words import seconds, significant, size
from inflight.kernel.clock import Clock
from inflight.kernel.tcp.constants import HEADERS, MSS
from inflight.kernel.tcp.duplex import SocketSpec
from inflight.kernel.tcp.process import Program, Recv, Send, Until
from inflight.kernel.tcp.segment import Segment
from inflight.scenes.conversation import NAGLE, SIDES, Conversation, held_by
from inflight.scenes.message_rounds import AFTER_TICK
from inflight.scenes.transfer import RATE, RTT

STREAM, ASK = "stream", "ask"
NEW, KEPT = "new", "kept"
REQUEST = 200
"""B."""

LARGE = 65536
"""The chunk that others are compared with, B."""

AS_MUCH = 1 << 20
POINTS = 400
LONGEST = 1e5  # s

CONNECT, TRAVEL, LINE, ACKS, HELD, WORK, ASKING = range(7)
PHASES = (
    "connecting",
    "on the way there and back",
    "on the line",
    "waiting for ACKs",
    "held by Nagle",
    "server at work",
    "asking for the next chunk",
)
NAMES = ("connect", "travel", "line", "acks", "nagle", "work", "asking")


@experiment("request-response", part="small-writes", question="Why is the 1 KB transfer buffer four times slower?")
class RequestResponse:
    """A server copies an answer into its socket through a small buffer, or a client fetches it piece by piece."""

    title = "Request and response"
    parameters = (
        Slider(
            name="chunk",
            label="Transfer buffer",
            unit="B",
            min=512,
            max=LARGE,
            default=1024,
            scale="log2",
            step=1,
            integer=True,
            quantity="sndbuf",
            knob="write(fd, buf, n)",
            help="Bytes per write(), or per request.",
        ),
        Slider(
            name="call",
            label="Work for each chunk",
            unit="µs",
            min=0,
            max=1000,
            default=25,
            step=1,
            quantity="time",
            help="To read, copy or encrypt it and to call write(); what the kernel needs to send comes on top.",
        ),
        Choice(
            name="protocol",
            label="The answer comes",
            choices={STREAM: "in one stream", ASK: "chunk by chunk, as the client asks"},
            default=STREAM,
        ),
        Slider(
            name="size",
            label="Size of the answer",
            unit="kB",
            min=1,
            max=4000,
            default=4000,
            scale="log10",
            quantity="sequence",
        ),
        replace(RTT, min=0.1, max=300, default=1),
        replace(RATE, min=1, max=10_000, default=1000),
        Choice(
            name="connection",
            label="Connection",
            choices={NEW: "a new one", KEPT: "kept since an answer before"},
            default=NEW,
        ),
        Slider(
            name="pause",
            label="Pause before the request",
            unit="s",
            min=0.01,
            max=60,
            default=10,
            scale="log10",
            quantity="time",
            matters_when={"connection": (KEPT,)},
        ),
        Flag(
            name="slow_start_after_idle",
            label="Slow start after idle",
            default=True,
            knob="net.ipv4.tcp_slow_start_after_idle",
        ),
        Flag(
            name="nodelay",
            label="Server: NODELAY",
            default=False,
            knob="TCP_NODELAY",
            help="Short segments do not wait for ACKs.",
        ),
    )
    presets = (
        Preset(
            "1 KB at a time",
            {},
            "155 ms for what takes 40 through a buffer of 64 KiB. TCP waits for nobody here: the server is at work "
            "3907 times.",
        ),
        Preset("64 KB at a time", {"chunk": LARGE}, "39.7 ms, 33 of which the line is busy."),
        Preset(
            "1 KB with TCP_NODELAY",
            {"nodelay": True},
            "Nagle was not the reason: without it there are more and smaller segments, and it takes 177 ms.",
        ),
        Preset(
            "1 KB, and no work",
            {"call": 0},
            "48.5 ms instead of 39.7: small writes alone cost little, as the kernel collects them into full segments.",
        ),
        Preset(
            "A slower line",
            {"rate": 100},
            "The same server on 100 Mbit/s: now the line is what takes time, and the buffer does not matter.",
        ),
        Preset(
            "Asking for each KB",
            {"protocol": ASK},
            "4.47 s. A client that asks for one chunk after the other waits a round trip for each of them.",
        ),
        Preset(
            "Between data centres",
            {"rtt": 9},
            "194 ms for a read of 4 MB at 9 ms: the server’s work, ACKs and the line, and each hides a part of the "
            "others.",
        ),
        Preset(
            "4 MB, new connection",
            {"chunk": LARGE, "rtt": 9, "call": 0},
            "Storage at 9 ms: connecting and slow start take more than the line does.",
        ),
        Preset(
            "4 MB, after a pause",
            {"chunk": LARGE, "rtt": 9, "call": 0, "connection": KEPT},
            "The connection was kept, but its window was not.",
        ),
        Preset(
            "4 MB, the window kept too",
            {"chunk": LARGE, "rtt": 9, "call": 0, "connection": KEPT, "slow_start_after_idle": False},
            "49.1 ms: the line, one round trip, and 5.7 ms in which Nagle holds the last bytes back.",
        ),
    )
    views = (
        Bars("phases", "phase", "time", title="Where the time goes"),
        Lanes(
            (
                Lane("arrived", "Arrived", "kB", ("arrived",)),
                Lane("server", "At the server", "kB", ("unsent", "unacked"), kind="area"),
                Lane("window", "Window", "segments", ("cwnd",), kind="step"),
            ),
        ),
        Ladder(sides=SIDES, title="The first segments"),
        Grid("buffers", title="Compared"),
    )
    bets = (
        ValueBet(
            id="small",
            question="4 MB over gigabit and 1 ms take 40 ms if the server writes 64 KiB at a time. It needs 25 µs for "
            "each write. How long if it writes 1 KiB at a time?",
            at="1 KB at a time",
            summary="total",
            min=20,
            max=5000,
        ),
        ValueBet(
            id="asking",
            question="And if the client asks for each KiB, and waits for it, before it asks for the next?",
            at="Asking for each KB",
            summary="total",
            min=20,
            max=100_000,
        ),
        ValueBet(
            id="slower-line",
            question="The same server, writing 1 KiB at a time, on a line of 100 Mbit/s: how many times slower "
            "than with 64 KiB?",
            at="A slower line",
            summary="slower",
            min=0.5,
            max=20,
        ),
    )
    sources = (
        "RFC 896",
        "RFC 6928",
        "RFC 9293 §3.7.4",
        "tcp.c:tcp_sendmsg_locked",
        "tcp_output.c:tcp_minshall_check",
        "tcp_output.c:tcp_cwnd_restart",
        "C29",
        "C42",
        "N02",
    )
    leaves_out = """
        Other traffic, losses, TLS and the disk, except as far as you count them as work for each chunk: how long that
        takes depends on the program, from two microseconds for bare system calls to tens for a stream in layers. It is
        a constant here, and the server does nothing else meanwhile. The kernel's own time to send is that of the
        laboratory, about 20 µs for a lone segment. The client reads at once, and queues are long enough.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """A server with such a buffer, and where its time can be seen."""
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_slow_start_after_idle={int(p.slow_start_after_idle)}   # on the server",
                    f"tc qdisc add dev back root netem delay {p.rtt:g}ms limit 100000   # router, towards the server",
                    f"tc qdisc add dev out root tbf rate {p.rate:g}mbit burst 4542 limit 100000000   # the line",
                    f"head -c {round(p.size * 1000)} /dev/urandom > answer   # in the server's root",
                    "# nginx.conf: one small buffer, and a write for each time it is full",
                    f"sendfile off; output_buffers 1 {p.chunk}; postpone_output 0;",
                    f"tcp_nodelay {'on' if p.nodelay else 'off'}; keepalive_requests 100000;",
                ],
            ),
            Commands("Ask (Python, on the client)", _client_lines(p)),
            Commands(
                "See it",
                [
                    "ss -tino sport = :80               # app_limited: it is not TCP; cwnd, notsent, data_segs_out",
                    "strace -fc -p $(pidof -s nginx)    # how many calls, and the time they take",
                    "tcpdump -ni eth0 -ttt port 80",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the client began); one row of `phases` for each thing that takes time."""
        result = Result(
            [
                Column("t", "s", "time since the client began", "time"),
                Column("arrived", "kB", "read by the client", "throughput"),
                Column("unsent", "kB", "written, not sent", "unsent"),
                Column("unacked", "kB", "sent, not acknowledged", "unacked"),
                Column("cwnd", "segments", "congestion window of the server", "cwnd"),
            ]
        )
        yield result
        run = _Run(p, p.chunk)
        for _ in run.advance():
            result.progress = 0.8 * run.share
            yield result
        other = _Run(p, LARGE)
        for _ in other.advance():
            result.progress = 0.8 + 0.19 * other.share
            yield result
        for row in run.samples:
            result.append(*row)
        result.tables = {
            **run.talk.tables(run.began, run.ended),
            "phases": _phases(run.phases),
            "buffers": _buffers((run, other)),
        }
        _summarise(result, p, run, other)
        yield result


@dataclass
class _Run:
    """One answer in chunks of so many bytes, and before it another if the connection is kept."""

    p: Any
    chunk: int
    began: float = 0.0
    ended: float = 0.0
    samples: list[tuple[float, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        p, clock = self.p, Clock()
        server = SocketSpec(nodelay=p.nodelay, slow_start_after_idle=p.slow_start_after_idle)
        client = SocketSpec(slow_start_after_idle=p.slow_start_after_idle)
        self.talk = Conversation(clock, p.rtt / 1000, client, server, rate=p.rate * 1e6)
        self._size = round(p.size * 1000)
        self._seconds_per_byte = 8e-6 / p.rate
        self._asked = self._served = 0.0  # when the request was written, and read
        self._left = 0  # bytes of the answer that the server has not written
        self._serving = False
        self._under_way = False  # it is the answer that counts
        self._before = 0  # bytes read by the client before that
        self._line: list[tuple[float, float]] = []  # when it was busy
        self._reasons: list[tuple[float, int]] = []  # from when on it would be idle for that reason
        calls = -(-self._size // self.chunk)
        least = p.rtt / 1000 * (calls if p.protocol == ASK else 1) + calls * p.call * 1e-6
        self._step = (least + self._size * self._seconds_per_byte) / POINTS
        self._heard, self.talk.back.tap = self.talk.back.tap, self._packet
        self.talk.on_event = self._event
        self.talk.client.run(self._client(clock))
        self.talk.server.run(self._server(clock))
        clock.at(AFTER_TICK, self.talk.client.connect)

    def advance(self) -> Iterator[None]:
        """Run until the answer is there."""
        yield from self.talk.run(LONGEST, lambda: self.ended > 0)

    @property
    def share(self) -> float:
        """Of the answers that has arrived."""
        answers = 2 if self.p.connection == KEPT else 1
        return float(self.talk.client.receiver.copied / (answers * self._size))

    @property
    def total(self) -> float:
        """From when the client began to the last byte, ms."""
        return 1000 * (self.ended - self.began)

    # ---- the programs --------------------------------------------------------------------------------------------

    def _client(self, clock: Clock) -> Program:
        p = self.p
        if p.connection == KEPT:
            yield from self._fetch()
            yield Until(clock.now + p.pause)
        self.began = clock.now if p.connection == KEPT else AFTER_TICK
        self._asked, self._before, self._under_way = clock.now, self.talk.client.receiver.copied, True
        self._sample()
        yield from self._fetch()
        self.ended = clock.now
        self._sample()

    def _fetch(self) -> Program:
        left = self._size
        while left:
            yield Send(REQUEST)
            wanted = min(left, self.chunk) if self.p.protocol == ASK else left
            left -= wanted
            while wanted:
                wanted -= yield Recv(min(wanted, AS_MUCH))

    def _server(self, clock: Clock) -> Program:
        call, rest = self.p.call * 1e-6, 0
        while True:
            got = 0
            while got < REQUEST:
                got += yield Recv(REQUEST - got)
            rest = rest or self._size
            if self._under_way and not self._served:
                self._served = clock.now
            self._left = min(rest, self.chunk) if self.p.protocol == ASK else rest
            rest -= self._left
            self._serving = True
            while self._left:
                if call:
                    yield Until(clock.now + call)
                length = min(self.chunk, self._left)
                yield Send(length)
                self._left -= length
            self._serving = rest == 0 and self.p.protocol == STREAM

    # ---- where the time goes -------------------------------------------------------------------------------------

    def _packet(self, packet: Any, now: float, leaves: float, fate: int) -> None:
        if self._heard:
            self._heard(packet, now, leaves, fate)
        if not (self._under_way and isinstance(packet, Segment)):
            return
        until = leaves + (packet.end - packet.seq + HEADERS) * self._seconds_per_byte
        if self._line and leaves <= self._line[-1][1]:
            self._line[-1] = self._line[-1][0], max(until, self._line[-1][1])
        else:
            self._line.append((leaves, until))

    def _event(self) -> None:
        if not self._under_way or self.ended:
            return
        now, free = self.talk.clock.now, self.talk.server.sender.cpu_free
        reasons, why = self._reasons, self._reason()
        while reasons and reasons[-1][0] >= now:
            reasons.pop()
        if free > now:
            reasons.append((now, WORK))
            reasons.append((free, why))
        elif not reasons or reasons[-1][1] != why:
            reasons.append((now, why))
        if now - self.began >= self.samples[-1][0] + self._step:
            self._sample()

    def _reason(self) -> int:
        """Why the server sends nothing now, once its CPU is done with what was sent."""
        sender = self.talk.server.sender
        unsent = sender.buffer.unsent
        if unsent >= sender.mss or self.talk.server.writer.asleep:
            return ACKS
        if self._left:
            return WORK
        if unsent:
            return HELD if held_by(sender) == NAGLE else ACKS
        return WORK if self._serving else ASKING

    def _sample(self) -> None:
        talk, sender = self.talk, self.talk.server.sender
        self.samples.append(
            (
                talk.clock.now - self.began if self.samples or self.p.connection == KEPT else 0.0,
                (talk.client.receiver.copied - self._before) / 1000,
                sender.buffer.unsent / 1000,
                (sender.nxt - sender.una) / 1000,
                sender.congestion.cwnd,
            )
        )

    @cached_property
    def phases(self) -> list[float]:
        """How long each of PHASES took, ms; together they are all of the time."""
        times = [0.0] * len(PHASES)
        served, last = self._served, self.ended - self.p.rtt / 1000  # from and to when, at the server
        idle, gaps = served, []
        for start, end in [*self._line, (last, last)]:
            start, end = min(max(start, idle), last), min(end, last)
            gaps.append((idle, start))
            times[LINE] += max(end - start, 0.0)
            idle = max(idle, end)
        for why, time in _spent(gaps, [*self._reasons, (self.ended, WORK)]):
            times[why] += time
        times[CONNECT] = self._asked - self.began
        times[TRAVEL] = (served - self._asked) + (self.ended - last)
        return [1000 * time for time in times]


def _spent(gaps: list[tuple[float, float]], reasons: list[tuple[float, int]]) -> Iterator[tuple[int, float]]:
    """For what reasons nothing was sent in the gaps, and how long, s; both lists go forward in time."""
    spans = pairwise(reasons)
    (start, why), (stop, _) = next(spans)
    for begin, end in gaps:
        while True:
            if (time := min(stop, end) - max(start, begin)) > 0:
                yield why, time
            if stop >= end or (span := next(spans, None)) is None:
                break
            (start, why), (stop, _) = span


def _phases(times: list[float]) -> Table:
    shown = [why for why in range(len(PHASES)) if times[why] > 0.0005]
    table = Table(
        [
            Column("phase", "", "what takes time", "time", words=[PHASES[why] for why in shown]),
            Column("time", "ms", "how long", "time"),
        ]
    )
    for number, why in enumerate(shown):
        table.append(number, times[why])
    return table


def _buffers(runs: tuple[_Run, _Run]) -> Table:
    """What was chosen, and a large buffer."""
    columns = [Column("chunk", "B", "transfer buffer", "sndbuf"), Column("total", "ms", "until all is there", "time")]
    columns += [Column(name, "ms", phase, "time") for name, phase in zip(NAMES, PHASES, strict=True)]
    table = Table(columns)
    for run in runs:
        table.append(run.chunk, run.total, *run.phases)
    return table


def _summarise(result: Result, p: Any, run: _Run, other: _Run) -> None:
    times = run.phases
    calls = -(-round(p.size * 1000) // p.chunk)
    line = p.size * 8 / p.rate * (MSS + HEADERS) / MSS
    result.figure("total", run.total, "ms", "Until the last byte is there")
    result.figure("large", other.total, "ms", "The same through a buffer of 64 KiB")
    result.figure("slower", run.total / other.total, "", "Times slower than that")
    result.figure("least", line + p.rtt, "ms", "One round trip and the time of the line")
    result.figure("calls", calls, "", "Requests" if p.protocol == ASK else "Writes")
    for name, phase, time in zip(NAMES, PHASES, times, strict=True):
        result.figure(name, time, "ms", phase[0].upper() + phase[1:])
    began, ended = run.began, run.ended
    segments = len(run.talk.data_segments(1, began, ended + p.rtt / 1000))
    result.figure("segments", segments, "segments", "Segments of the answer")
    rate = p.size * 8 / run.total
    result.figure("goodput", rate, "Mbit/s", "Data per time")
    for timer in run.talk.timers(began, ended):
        waited = significant(1000 * (timer.fired - timer.armed))
        result.event(timer.fired - began, "timer", f"the {SIDES[timer.side]}'s {timer.name} fires after {waited} ms")
    most = max(range(len(times)), key=times.__getitem__)
    compared = f", and {seconds(other.total / 1000)} with one of 64 KiB" if p.chunk != LARGE else ""
    result.sentence = (
        f"The answer takes {seconds(run.total / 1000)} with a transfer buffer of {size(p.chunk)}{compared}. "
        f"Most of it, {seconds(times[most] / 1000)}, is {_is(most)}."
    )


def _is(phase: int) -> str:
    return {
        CONNECT: "for connecting",
        TRAVEL: "the way there and back",
        LINE: "the time of the line",
        ACKS: "spent waiting for ACKs",
        HELD: "spent waiting because of Nagle",
        WORK: "the server's work",
        ASKING: "spent asking for the next chunk",
    }[phase]


def _client_lines(p: Any) -> list[str]:
    fetch = ["c.request('GET', '/answer'); c.getresponse().read()"]
    if p.protocol == ASK:
        fetch = [
            f"for at in range(0, {round(p.size * 1000)}, {p.chunk}):",
            f"    c.request('GET', '/answer', headers={{'Range': f'bytes={{at}}-{{at + {p.chunk - 1}}}'}})",
            "    c.getresponse().read()",
        ]
    connect = "c = http.client.HTTPConnection('192.0.2.1')"
    kept = [connect, *fetch, f"time.sleep({p.pause:g})", "t = time.time()"]
    before = kept if p.connection == KEPT else ["t = time.time()", connect]
    return ["import http.client, time", *before, *fetch, "print(1000 * (time.time() - t), 'ms')"]
