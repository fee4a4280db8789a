"""Nagle's rule at one end, a delayed ACK at the other: each waits for the other, until a timer fires."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result, Table
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes
from inflight.figure.words import significant
from inflight.kernel.clock import Clock
from inflight.kernel.tcp.duplex import SocketSpec
from inflight.scenes.conversation import (
    CLIENT,
    DELAYED_ACK,
    NAGLE,
    SERVER,
    SIDES,
    Conversation,
)
from inflight.scenes.message_rounds import (
    AFTER_TICK,
    COLD,
    EACH,
    SETTLE,
    WHOLE,
    Exchange,
    Habits,
    Rounds,
    client,
    server,
)
from inflight.scenes.transfer import NAN, RTT

ROUNDS, GAP = 5, 1.0
"""Rounds, and s from one to the next, as in the recordings."""

AT_LEAST = 8
"""Latency is shown up to so many messages, or more if there are more."""

LONGEST = 60.0  # s
SEPARATE, CORK, MORE, JOIN = "separate", "cork", "more", "join"


@experiment("nagle-delayed-ack", part="small-writes", question="Where do the 40 ms come from?")
class NagleDelayedAck:
    """A client writes a few short messages, a server answers, and again a second later, five times."""

    title = "Nagle and delayed ACKs"
    parameters = (
        Slider(
            name="messages",
            label="Messages per request",
            unit="",
            min=1,
            max=20,
            default=3,
            step=1,
            integer=True,
            help="The client writes them one after the other, and then waits for the answer.",
        ),
        Slider(
            name="size",
            label="Size of a message",
            unit="B",
            min=1,
            max=3000,
            default=132,
            scale="log10",
            step=1,
            integer=True,
            quantity="sequence",
        ),
        replace(RTT, min=0.1, max=300, default=1, help=""),
        Choice(
            name="mode",
            label="The server answers",
            choices={EACH: "each message", WHOLE: "all at once"},
            default=EACH,
        ),
        Choice(
            name="write",
            label="The client writes",
            choices={
                SEPARATE: "each message by itself",
                CORK: "under TCP_CORK, then uncorks",
                MORE: "with MSG_MORE on all but the last",
                JOIN: "all in one write()",
            },
            default=SEPARATE,
            knob="TCP_CORK, MSG_MORE, writev(fd, iov, n)",
        ),
        Flag(
            name="client_nodelay",
            label="Client: NODELAY",
            default=False,
            knob="TCP_NODELAY",
            help="Short segments do not wait for ACKs.",
        ),
        Flag(name="server_nodelay", label="Server: NODELAY", default=False, knob="TCP_NODELAY"),
        Flag(
            name="client_quickack",
            label="Client: QUICKACK",
            default=False,
            knob="TCP_QUICKACK",
            help="Set before each read(), as the kernel forgets it.",
        ),
        Flag(name="server_quickack", label="Server: QUICKACK", default=False, knob="TCP_QUICKACK"),
        Slider(
            name="shown",
            label="Round shown",
            unit="",
            min=1,
            max=ROUNDS,
            default=2,
            step=1,
            integer=True,
            help="A fresh connection acknowledges at once, so the first round never suffers.",
        ),
    )
    presets = (
        Preset(
            "Three messages",
            {},
            "43.8 ms on a path of 1 ms. The server holds its second answer until the client's ACK comes, "
            "and the client's ACK waits for a timer.",
        ),
        Preset(
            "Two messages",
            {"messages": 2},
            "2.2 ms. The client's ACK is delayed as well, but nothing waits for it.",
        ),
        Preset(
            "The first round",
            {"shown": 1},
            "The same three messages in 2.17 ms: a fresh connection acknowledges everything at once.",
        ),
        Preset(
            "One answer to two messages",
            {"mode": WHOLE, "messages": 2},
            "44.8 ms. Now the client holds its second message, and it is the server whose ACK waits.",
        ),
        Preset(
            "TCP_NODELAY at both ends",
            {"client_nodelay": True, "server_nodelay": True},
            "1.12 ms: nothing waits for anything, and each message travels in a segment of its own.",
        ),
        Preset(
            "TCP_NODELAY at the server only",
            {"server_nodelay": True},
            "2.2 ms. The client still holds its second message, for one round trip, but no timer is waited for.",
        ),
        Preset(
            "TCP_QUICKACK at the client",
            {"client_quickack": True},
            "3.22 ms: three round trips. What is held is not for long, but it is still held.",
        ),
        Preset(
            "TCP_QUICKACK at the server",
            {"server_quickack": True},
            "Every other round is slow. The answer that follows soon after puts the socket back into its old habit.",
        ),
        Preset(
            "One write()",
            {"mode": WHOLE, "write": JOIN},
            "1.12 ms with no socket option at all: there is one segment, so there is nothing to hold back.",
        ),
        Preset(
            "A hundred times as far",
            {"rtt": 100},
            "343.8 ms: three round trips and the same 44 ms. The timer does not know the path.",
        ),
    )
    views = (
        Ladder(sides=SIDES),
        Lanes(
            (
                Lane("client", "Client: written bytes", "B", ("client_unsent", "client_unacked"), kind="step"),
                Lane("server", "Server: written bytes", "B", ("server_unsent", "server_unacked"), kind="step"),
            ),
            title="What is held",
        ),
        Bars("by_messages", "messages", "latency", title="By number of messages"),
        Grid("rounds", title="Rounds"),
    )
    bets = (
        ValueBet(
            id="three",
            question="The path takes 1 ms there and back. One message is answered after 1.1 ms, two after 2.2 ms. "
            "How long do three take, on a connection that has been used before?",
            at="Three messages",
            summary="latency",
            min=0.5,
            max=500,
        ),
        ValueBet(
            id="far",
            question="The same three messages over a path of 100 ms. How long?",
            at="A hundred times as far",
            summary="latency",
            min=50,
            max=10_000,
        ),
        ValueBet(
            id="server-nodelay",
            question="Three messages, 1 ms, and TCP_NODELAY at the server only. How long?",
            at="TCP_NODELAY at the server only",
            summary="latency",
            min=0.5,
            max=500,
        ),
    )
    sources = (
        "RFC 896",
        "RFC 9293 §3.7.4",
        "RFC 9293 §3.8.6.3",
        "tcp_output.c:tcp_nagle_check",
        "tcp_output.c:tcp_send_delayed_ack",
        "tcp_input.c:__tcp_ack_snd_check",
        "tcp.c:__tcp_sock_set_quickack",
        "N02",
        "N03",
        "N04",
        "N06",
        "N07",
        "N08",
        "N09",
        "N10",
        "N11",
        "N13",
    )
    leaves_out = """
        Other traffic, losses, and the server's work: it answers as soon as it has read. The delayed ACK's minimum is
        a constant of the kernel, TCP_DELACK_MIN, HZ/25: 40 ms, rounded up to the next tick of 4 ms. Mainline has no
        sysctl for it; some kernels of Red Hat do, and other systems wait for 200 ms or, as RFC 9293 allows, for up to
        half a second. As in the laboratory, each round begins at the same point between two ticks, so that the delay
        is always the same; elsewhere it varies by 4 ms. There is no autocorking, as the line takes any segment at once.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """A client and a server in Python, and where the kernel counts."""
        return [
            Commands(
                "Set it",
                [f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server", *_server_lines(p)],
            ),
            Commands("Ask (Python, on the client)", _client_lines(p)),
            Commands(
                "See it",
                [
                    "tcpdump -ni eth0 -ttt port 9000   # the gap of 40 ms, and who breaks it",
                    "ss -tino dst 192.0.2.1            # ato, data_segs_out, notsent",
                    "nstat -az TcpExtDelayedACKs       # at the end that acknowledges late",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first write of the round shown)."""
        result = Result(
            [
                Column("t", "s", "time since the first write of the round", "time"),
                Column("client_unsent", "B", "written by the client, not sent", "unsent"),
                Column("client_unacked", "B", "sent by the client, not acknowledged", "unacked"),
                Column("server_unsent", "B", "written by the server, not sent", "unsent"),
                Column("server_unacked", "B", "sent by the server, not acknowledged", "unacked"),
            ]
        )
        yield result
        run = _Run(p, p.messages, ROUNDS)
        yield from (result for _ in run.advance())
        most = max(AT_LEAST, p.messages)
        latencies = []
        for messages in range(1, most + 1):
            other = _Run(p, messages, p.shown)
            yield from (result for _ in other.advance())
            latencies.append(other.latency(p.shown))
            result.progress = 0.99 * messages / most
        began, ended = run.span(p.shown)
        for row in run.talk.levels(began, ended):
            result.append(*row)
        result.tables = {
            **run.talk.tables(began, run.next_round(p.shown)),
            "by_messages": _by_messages(latencies),
            "rounds": run.table(),
        }
        _summarise(result, p, run)
        yield result


@dataclass
class _Run:
    """One connection with its `rounds` of so many messages."""

    p: Any
    messages: int
    rounds: int

    def __post_init__(self) -> None:
        p, clock = self.p, Clock()
        ends = (SocketSpec(nodelay=p.client_nodelay), SocketSpec(nodelay=p.server_nodelay))
        self.talk = Conversation(clock, p.rtt / 1000, *ends)
        exchange = Exchange(
            messages=self.messages,
            size=p.size,
            mode=p.mode,
            rounds=self.rounds,
            gap=GAP,
            start=AFTER_TICK + p.rtt / 1000 + SETTLE,
        )
        asks = Habits(quickack=p.client_quickack, cork=p.write == CORK, more=p.write == MORE, join=p.write == JOIN)
        answers = Habits(quickack=p.server_quickack, cold=COLD)
        self.noted = Rounds()
        here, there = self.talk.client, self.talk.server
        here.run(client(clock, here, exchange, asks, self.noted))
        there.run(server(clock, there, exchange, answers))
        clock.at(AFTER_TICK, here.connect)

    def advance(self) -> Iterator[None]:
        """Run to the end of the last round, and as long as a delayed ACK may follow it."""
        noted = self.noted.rounds
        yield from self.talk.run(LONGEST, lambda: len(noted) == self.rounds and noted[-1].ended is not None)
        yield from self.talk.run(self.talk.clock.now + GAP / 2, lambda: False)

    def span(self, number: int) -> tuple[float, float]:
        """When round `number` (from 1) began and ended, s."""
        one = self.noted.rounds[number - 1]
        assert one.ended is not None
        return one.began, one.ended

    def next_round(self, number: int) -> float:
        """When the next round begins, s."""
        return self.span(number + 1)[0] if number < self.rounds else self.talk.clock.now

    def latency(self, number: int) -> float:
        """Of round `number`, ms."""
        began, ended = self.span(number)
        return 1000 * (ended - began)

    def waits(self, number: int) -> tuple[float, float, float, float]:
        """How long client and server held something back, and how long their ACKs waited for the timer; ms."""
        began, ended = self.span(number)
        fired = [timer for timer in self.talk.timers(began, ended) if timer.name == DELAYED_ACK]
        late = [sum(each.fired - max(each.armed, began) for each in fired if each.side == side) for side in range(2)]
        held = [self.talk.held(side, NAGLE, began, ended) for side in (CLIENT, SERVER)]
        return 1000 * held[CLIENT], 1000 * held[SERVER], 1000 * late[CLIENT], 1000 * late[SERVER]

    def table(self) -> Table:
        """A row for each round."""
        table = Table(
            [
                Column("round", "", "which round", "time"),
                Column("latency", "ms", "from the first write to the last byte of the answer", "time"),
                Column("held_client", "ms", "client: held by Nagle", "unsent"),
                Column("held_server", "ms", "server: held by Nagle", "unsent"),
                Column("late_client", "ms", "client: its ACK waited for the timer", "rto"),
                Column("late_server", "ms", "server: its ACK waited for the timer", "rto"),
            ]
        )
        for number in range(1, self.rounds + 1):
            table.append(number, self.latency(number), *self.waits(number))
        return table


def _by_messages(latencies: list[float]) -> Table:
    names = ["1 message", *(f"{number} messages" for number in range(2, len(latencies) + 1))]
    table = Table(
        [
            Column("messages", "", "how many messages", "sequence", words=names),
            Column("latency", "ms", "from the first write to the last byte of the answer", "time"),
        ]
    )
    for number, latency in enumerate(latencies):
        table.append(number, latency)
    return table


def _summarise(result: Result, p: Any, run: _Run) -> None:
    latency, first = run.latency(p.shown), run.latency(1)
    held_client, held_server, late_client, late_server = run.waits(p.shown)
    ends = (run.talk.client, run.talk.server)
    result.figure("latency", latency, "ms", "The round shown")
    result.figure("first", first, "ms", "The first round")
    result.figure("later", fmean(run.latency(number) for number in range(2, ROUNDS + 1)), "ms", "Later rounds, average")
    result.figure("least", p.rtt, "ms", "One round trip")
    result.figure("held_client", held_client, "ms", "Held back by Nagle at the client")
    result.figure("held_server", held_server, "ms", "Held back by Nagle at the server")
    result.figure("late", late_client + late_server or NAN, "ms", "An ACK waited for its timer, in this round")
    result.figure("delayed_acks", sum(end.receiver.delayed_acks for end in ends), "", "ACKs that a timer sent, in all")
    result.figure("client_segments", ends[CLIENT].data_segments, "segments", "Sent by the client, in all")
    result.figure("server_segments", ends[SERVER].data_segments, "segments", "Sent by the server, in all")
    began, ended = run.span(p.shown)
    for timer in sorted(run.talk.timers(began, run.next_round(p.shown)), key=lambda timer: timer.fired):
        useful = "" if timer.fired < ended else ", for which nobody has waited"
        waited = significant(1000 * (timer.fired - timer.armed))
        result.event(
            timer.fired - began, "timer", f"the {SIDES[timer.side]}'s {timer.name} leaves after {waited} ms{useful}"
        )
    result.sentence = _sentence(p, latency, first, (held_client, held_server), (late_client, late_server))


def _sentence(p: Any, latency: float, first: float, held: tuple[float, float], late: tuple[float, float]) -> str:
    parts = [f"Round {p.shown} takes {significant(latency)} ms, over a path of {p.rtt:g} ms."]
    for side, time in enumerate(held):
        if time > 0:
            parts.append(f"The {SIDES[side]} holds a short segment back for {significant(time)} ms (Nagle).")
    waited = [(side, time) for side, time in enumerate(late) if time]
    for side, time in waited:
        parts.append(f"The {SIDES[side]}'s ACK waits {significant(time)} ms for its timer.")
    if not waited:
        parts.append("No timer is waited for.")
    if p.shown > 1 and latency > 2 * first:
        parts.append(f"The first round took {significant(first)} ms: a fresh connection acknowledges at once.")
    return " ".join(parts)


def _options(name: str, nodelay: bool) -> list[str]:
    return [f"{name}.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)"] if nodelay else []


def _server_lines(p: Any) -> list[str]:
    quick = ["    c.setsockopt(IPPROTO_TCP, TCP_QUICKACK, 1)"] if p.server_quickack else []
    size = p.size if p.mode == EACH else p.messages * p.size
    return [
        "from socket import *   # Python, on the server",
        "s = create_server(('', 9000)); c, _ = s.accept()",
        *_options("c", p.server_nodelay),
        "while True:",
        *quick,
        f"    c.recv({size}, MSG_WAITALL); c.sendall(bytes({p.size}))",
    ]


def _client_lines(p: Any) -> list[str]:
    writes = {
        SEPARATE: [f"    for n in range({p.messages}): s.send(bytes({p.size}))"],
        CORK: [
            "    s.setsockopt(IPPROTO_TCP, TCP_CORK, 1)",
            f"    for n in range({p.messages}): s.send(bytes({p.size}))",
            "    s.setsockopt(IPPROTO_TCP, TCP_CORK, 0)",
        ],
        MORE: [
            f"    for n in range({p.messages}): s.send(bytes({p.size}), MSG_MORE if n < {p.messages - 1} else 0)",
        ],
        JOIN: [f"    s.send(bytes({p.messages * p.size}))"],
    }[p.write]
    quick = ["        s.setsockopt(IPPROTO_TCP, TCP_QUICKACK, 1)"] if p.client_quickack else []
    answer = p.size * (p.messages if p.mode == EACH else 1)
    return [
        "import time; from socket import *",
        "s = create_connection(('192.0.2.1', 9000))",
        *_options("s", p.client_nodelay),
        f"for round in range({ROUNDS}):",
        "    t, got = time.time(), 0",
        *writes,
        f"    while got < {answer}:",
        *quick,
        "        got += len(s.recv(65536))",
        f"    print(round + 1, 1000 * (time.time() - t), 'ms'); time.sleep({GAP:g})",
    ]
