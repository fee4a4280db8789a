"""A header and a body in two writes: who puts them into one segment, and what it costs to forget the cork."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Ladder, Lane, Lanes
from inflight.figure.words import significant
from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.tcp.duplex import Socket, SocketSpec
from inflight.kernel.tcp.process import Program, Recv, Send, Until
from inflight.scenes.conversation import CARD, CLIENT, CORKED, NAGLE, SIDES, Conversation
from inflight.scenes.message_rounds import AFTER_TICK, AS_MUCH, COLD, SETTLE, WHOLE, Exchange, Habits, server
from inflight.scenes.transfer import RTT

PLAIN, NODELAY, CORK, MORE, WRITEV, FORGOTTEN, LATE = (
    "plain",
    "nodelay",
    "cork",
    "more",
    "writev",
    "forgotten",
    "late",
)
WAYS = {
    PLAIN: "call by call",
    NODELAY: "call by call, with TCP_NODELAY",
    CORK: "under TCP_CORK, then uncorks",
    MORE: "with MSG_MORE on all but the last",
    WRITEV: "all in one writev()",
    FORGOTTEN: "under TCP_CORK, never uncorks",
    LATE: "under TCP_CORK, uncorks late",
}
ROUNDS, GAP = 3, 1.0
SHOWN = 1
"""Which round is drawn, from 0: on a fresh connection no ACK is delayed, so the first one never suffers."""

ANSWER = 132
"""B."""

LONGEST = 60.0  # s


@experiment("cork", part="small-writes", question="What does a forgotten cork cost?")
class Cork:
    """A client sends requests of a header and a body; the server answers when it has both."""

    title = "The cork"
    parameters = (
        Choice(
            name="way",
            label="The client writes",
            choices=WAYS,
            default=FORGOTTEN,
            knob="TCP_CORK, TCP_NODELAY, MSG_MORE",
        ),
        Slider(
            name="header",
            label="Header",
            unit="B",
            min=1,
            max=3000,
            default=200,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
            help="One write().",
        ),
        Slider(
            name="body",
            label="Body",
            unit="B",
            min=1,
            max=20_000,
            default=1000,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
        Slider(
            name="pieces",
            label="Calls for the body",
            unit="",
            min=1,
            max=50,
            default=1,
            step=1,
            integer=True,
            help="The body may be written in several pieces.",
        ),
        Slider(
            name="every",
            label="Time before each of them",
            unit="µs",
            min=1,
            max=1000,
            default=5,
            scale="log10",
            quantity="time",
            help="What the application needs to make the next piece.",
        ),
        Slider(
            name="late",
            label="Uncorked after",
            unit="ms",
            min=0,
            max=500,
            default=50,
            step=1,
            knob="TCP_CORK",
            matters_when={"way": (LATE,)},
            help="From the last write on.",
        ),
        replace(RTT, min=0.1, max=300, default=1, help=""),
        Slider(
            name="card",
            label="Client’s network card",
            unit="Mbit/s",
            min=1,
            max=1000,
            default=0,
            scale="log10",
            special={0: "sends at once"},
            quantity="throughput",
            help="As long as it sends, short segments wait for more to write, even with TCP_NODELAY: autocorking.",
        ),
    )
    presets = (
        Preset(
            "A forgotten cork",
            {},
            "Nothing is in flight, nothing is lost, and nothing happens for 207 ms. Then the timer that probes closed "
            "windows fires.",
        ),
        Preset(
            "Forgotten, far away",
            {"rtt": 100},
            "The timer is set to the retransmission timeout, 300 ms, and rounded up to 332. Then comes the round trip.",
        ),
        Preset("Corked and uncorked", {"way": CORK}, "Header and body in one segment, and 1.12 ms."),
        Preset("Uncorked late", {"way": LATE}, "What the application waits, the request waits: 51.1 ms."),
        Preset(
            "Two plain writes",
            {"way": PLAIN},
            "44.8 ms. The body waits for the ACK of the header, and the server delays that for as long as it may.",
        ),
        Preset(
            "TCP_NODELAY",
            {"way": NODELAY},
            "1.12 ms too, in two segments instead of one.",
        ),
        Preset(
            "A long body",
            {"way": FORGOTTEN, "body": 20_000},
            "Full segments pass a cork. Only the end of the body stays behind, and with it the answer.",
        ),
        Preset(
            "Autocorking",
            {"way": NODELAY, "body": 900, "pieces": 9, "every": 50, "card": 10},
            "Ten writes with TCP_NODELAY, three segments: what is written while the slow card sends leaves together.",
        ),
        Preset(
            "The same on a fast card",
            {"way": NODELAY, "body": 900, "pieces": 9, "every": 50},
            "The card is done before the next write comes: ten segments, and 1.75 ms.",
        ),
        Preset(
            "More writes than the window",
            {"way": NODELAY, "body": 2000, "pieces": 20, "every": 50},
            "21 writes, 13 segments: ten small ones fill the window as ten large ones do, and the rest waits for ACKs.",
        ),
    )
    views = (
        Ladder(sides=SIDES),
        Lanes(
            (
                Lane("client", "Client: written bytes", "B", ("unsent", "unacked"), kind="step"),
                Lane("server", "Server: bytes of the answer", "B", ("answer",), kind="step"),
            ),
            title="What is held",
        ),
        Bars("ways", "way", "latency", title="All ways to write it"),
    )
    bets = (
        ValueBet(
            id="forgotten",
            question="TCP_CORK is set, header and body are written, and the cork is never pulled. The path takes 1 ms. "
            "When is the answer there?",
            at="A forgotten cork",
            summary="latency",
            min=1,
            max=10_000,
        ),
        ValueBet(
            id="plain",
            question="No cork: the header in one write(), the body in the next. When is the answer there?",
            at="Two plain writes",
            summary="latency",
            min=0.5,
            max=1000,
        ),
        ValueBet(
            id="autocorking",
            question="Ten short writes, 50 µs apart, with TCP_NODELAY, into a card of 10 Mbit/s. "
            "How many segments leave?",
            at="Autocorking",
            summary="segments",
            min=0,
            max=12,
            scale="linear",
        ),
    )
    sources = (
        "tcp(7)",
        "RFC 896",
        "RFC 9293 §3.7.4",
        "tcp.c:__tcp_sock_set_cork",
        "tcp.c:tcp_should_autocork",
        "tcp_output.c:tcp_nagle_test",
        "tcp_output.c:__tcp_push_pending_frames",
        "tcp_timer.c:tcp_probe_timer",
        "N12",
        "N13",
        "N14",
    )
    leaves_out = """
        Other traffic, losses, and the server's work. sendfile(), for which nginx sets the cork (tcp_nopush), hands over
        pages instead of copies, but its segments are the same. The manual says that a cork lasts 200 ms; the kernel
        uses the timer that probes closed windows, and that waits for the retransmission timeout, 200 ms at least,
        rounded up to ticks of 4 ms and, from a quarter of a second on, of 32 ms. The card reports each packet when it
        has left; real ones collect such reports for a while (interrupt coalescing), and merge more.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The same request in Python, and what the kernel counts."""
        return [
            Commands(
                "Set it",
                [
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server",
                    "sysctl net.ipv4.tcp_autocorking   # on the client: 1, as always",
                    *([f"ethtool -s eth0 speed {p.card:g} duplex full autoneg off"] if p.card in (10, 100) else []),
                ],
            ),
            Commands("Ask (Python, on the client)", _client_lines(p)),
            Commands(
                "See it",
                [
                    "tcpdump -ni eth0 -ttt port 9000   # what leaves together, and when",
                    "ss -tino dst 192.0.2.1            # timer:(persist,…) and notsent while the cork is in",
                    "nstat -az TcpExtTCPAutoCorking TcpExtDelayedACKs",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first write of the second round)."""
        result = Result(
            [
                Column("t", "s", "time since the first write", "time"),
                Column("unsent", "B", "written by the client, not sent", "unsent"),
                Column("unacked", "B", "sent by the client, not acknowledged", "unacked"),
                Column("answer", "B", "of the answer, sent and not acknowledged", "unacked"),
            ]
        )
        yield result
        run = _Run(p, p.way)
        yield from (result for _ in run.advance())
        ways = [way for way in WAYS if way != LATE or p.way == LATE]
        latencies = []
        for way in ways:
            other = _Run(p, way)
            yield from (result for _ in other.advance())
            latencies.append(other.latency(SHOWN))
            result.progress = 0.99 * len(latencies) / len(ways)
        began, ended = run.spans[SHOWN]
        for t, unsent, unacked, _, answer in run.talk.levels(began, ended):
            result.append(t, unsent, unacked, answer)
        result.tables = {**run.talk.tables(began, run.spans[SHOWN + 1][0]), "ways": _ways(ways, latencies)}
        _summarise(result, p, run)
        yield result


class _Card:
    """A network card that sends at `rate` bit/s what it is given, and reports it then."""

    def __init__(self, clock: Clock, rate: float) -> None:
        self._clock, self._seconds_per_byte = clock, 8 / rate
        self._line: Link
        self._free = 0.0

    def before(self, line: Link) -> _Card:
        """The card, with its line."""
        self._line = line
        return self

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of a `Link`."""
        now = self._clock.now
        self._free = max(self._free, now + later) + size * self._seconds_per_byte
        return self._line.send(packet, size, sink, self._free - now)

    def done(self) -> float:
        """When all that it was given has left, s."""
        return self._free


@dataclass
class _Run:
    """One connection with its requests, written in one `way`; `spans` are the times of each, s."""

    p: Any
    way: str
    spans: list[tuple[float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        p, clock = self.p, Clock()
        card = _Card(clock, p.card * 1e6) if p.card else None
        spec = SocketSpec(nodelay=self.way == NODELAY, tx_done=card.done if card else None)
        self.talk = Conversation(clock, p.rtt / 1000, spec, SocketSpec(), through=card.before if card else None)
        self.talk.client.run(self._client(clock, self.talk.client))
        request = Exchange(messages=1, size=p.header + p.body, mode=WHOLE, answer=ANSWER)
        self.talk.server.run(server(clock, self.talk.server, request, Habits(cold=COLD)))
        clock.at(AFTER_TICK, self.talk.client.connect)

    def advance(self) -> Iterator[None]:
        """Run to the end of the last round."""
        yield from self.talk.run(LONGEST, lambda: len(self.spans) == ROUNDS)

    def latency(self, number: int) -> float:
        """Of a round, counted from 0; ms."""
        began, ended = self.spans[number]
        return 1000 * (ended - began)

    def _writes(self) -> list[int]:
        """The sizes of header and pieces, B."""
        p = self.p
        pieces = min(p.pieces, p.body)
        each, more = divmod(p.body, pieces)
        return [p.header, *(each + (number < more) for number in range(pieces))]

    def _client(self, clock: Clock, socket: Socket) -> Program:
        sender, way = socket.sender, self.way
        writes = self._writes()
        if way == WRITEV:
            writes = [sum(writes)]
        for number in range(ROUNDS):
            due = AFTER_TICK + self.p.rtt / 1000 + SETTLE + number * GAP
            if due > clock.now:
                yield Until(due)
            began = clock.now
            if way in (CORK, FORGOTTEN, LATE):
                sender.cork(True)
            for index, size in enumerate(writes):
                if index:
                    yield Until(clock.now + self.p.every * 1e-6)
                yield Send(size, more=way == MORE and index < len(writes) - 1)
            if way == LATE:
                yield Until(clock.now + self.p.late / 1000)
            if way in (CORK, LATE):
                sender.cork(False)
            got = 0
            while got < ANSWER:
                got += yield Recv(AS_MUCH)
            self.spans.append((began, clock.now))


def _ways(ways: list[str], latencies: list[float]) -> Table:
    table = Table(
        [
            Column("way", "", "how it is written", "sequence", words=[WAYS[way] for way in ways]),
            Column("latency", "ms", "from the first write to the last byte of the answer", "time"),
        ]
    )
    for number, latency in enumerate(latencies):
        table.append(number, latency)
    return table


def _summarise(result: Result, p: Any, run: _Run) -> None:
    talk, (began, ended) = run.talk, run.spans[SHOWN]
    latency = run.latency(SHOWN)
    sizes = talk.data_segments(CLIENT, began, run.spans[SHOWN + 1][0])
    writes = 1 + min(p.pieces, p.body) if p.way != WRITEV else 1
    held = {why: 1000 * talk.held(CLIENT, why, began, ended) for why in (CORKED, NAGLE, CARD)}
    timers = talk.timers(began, ended)
    result.figure("latency", latency, "ms", "Until the answer is there")
    result.figure("first", run.latency(0), "ms", "The same as the first request of the connection")
    result.figure("least", p.rtt, "ms", "One round trip")
    result.figure("writes", writes, "", "Calls that write")
    result.figure("segments", len(sizes), "segments", "Segments with data that the client sent")
    result.figure("largest", max(sizes), "B", "Data in the largest of them")
    result.figure("corked", held[CORKED], "ms", "Held by the cork")
    result.figure("nagle", held[NAGLE], "ms", "Held by Nagle")
    result.figure("card", held[CARD], "ms", "Waited for the card")
    result.figure("rto", talk.client.sender.rtt.rto_us / 1000, "ms", "Retransmission timeout at the end")
    for timer in timers:
        waited = significant(1000 * (timer.fired - timer.armed))
        result.event(timer.fired - began, "timer", f"the {SIDES[timer.side]}'s {timer.name} fires after {waited} ms")
    parts = [f"The answer is there after {significant(latency)} ms, {significant(latency / p.rtt)} round trips."]
    count = f"{writes} write{'s' if writes > 1 else ''}"
    parts.append(f"{count} left in {len(sizes)} segment{'s' if len(sizes) > 1 else ''}.")
    parts += [
        f"The {SIDES[timer.side]}'s {timer.name} fired after {significant(1000 * (timer.fired - timer.armed))} ms."
        for timer in timers
    ]
    if not timers:
        parts.append("No timer was waited for.")
    result.sentence = " ".join(parts)


def _client_lines(p: Any) -> list[str]:
    more = ", MSG_MORE" if p.way == MORE else ""
    each = -(-p.body // min(p.pieces, p.body))
    pieces = f"for at in range(0, {p.body}, {each}): s.send(body[at : at + {each}]"
    if p.way == WRITEV:
        writes = ["s.sendmsg([header, body])"]
    elif p.way == MORE:
        writes = [f"s.send(header{more})", f"{pieces}, MSG_MORE if at + {each} < {p.body} else 0)"]
    else:
        writes = ["s.send(header)", f"{pieces})"]
    before = {NODELAY: ["s.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)"]}.get(p.way, [])
    if p.way in (CORK, FORGOTTEN, LATE):
        before = ["s.setsockopt(IPPROTO_TCP, TCP_CORK, 1)"]
    pull = ["s.setsockopt(IPPROTO_TCP, TCP_CORK, 0)"]
    after = {CORK: pull, LATE: [f"time.sleep({p.late / 1000:g})", *pull]}.get(p.way, [])
    return [
        "import time; from socket import *",
        f"header, body = bytes({p.header}), bytes({p.body})",
        "s = create_connection(('192.0.2.1', 9000))   # answers what is complete",
        f"for round in range({ROUNDS}):",
        "    t = time.time()",
        *(f"    {line}" for line in [*before, *writes, *after]),
        f"    s.recv({ANSWER}, MSG_WAITALL); print(1000 * (time.time() - t), 'ms'); time.sleep({GAP:g})",
    ]
