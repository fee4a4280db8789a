"""Nagle's rule at one end, a delayed ACK at the other: each waits for the other, until a timer fires."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan
from statistics import fmean

from inflight.experiments.nagle_delayed_ack.exchange import GAP, RepeatedExchange
from inflight.experiments.nagle_delayed_ack.parameters import (
    CORK,
    JOIN,
    MORE,
    PRESETS,
    ROUNDS,
    SEPARATE,
    NagleDelayedAckParameters,
)
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes
from inflight.figure.words import significant
from inflight.kernel.constants import INIT_CWND
from inflight.scenes import measured
from inflight.scenes.conversation import CLIENT, SERVER, SIDES, WINDOW
from inflight.scenes.message_rounds import EACH

AT_LEAST = 8
"""Latency is shown up to so many messages, or more if there are more."""


@experiment("nagle-delayed-ack", part="small-writes", question="Where do the 40 ms come from?")
class NagleDelayedAck:
    """A client writes a few short messages and a server answers them. A second later they do it again, five times."""

    title = "Nagle and delayed ACKs"
    parameters = NagleDelayedAckParameters
    points = ("client", "server")
    knobs = ("messages", "client_nodelay", "rtt")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the first write of the round", "time"),
            Column("client_unsent", "B", "written by the client, not sent yet", "unsent"),
            Column("client_unacked", "B", "sent by the client, not acknowledged yet", "unacked"),
            Column("server_unsent", "B", "written by the server, not sent yet", "unsent"),
            Column("server_unacked", "B", "sent by the server, not acknowledged yet", "unacked"),
        ),
        figures=(
            Output("latency", "ms", "The round shown"),
            Output("first", "ms", "The first round"),
            Output("later", "ms", "Later rounds, average"),
            measured.ONE_ROUND_TRIP,
            Output("held_client", "ms", "Held back by Nagle at the client"),
            Output("held_server", "ms", "Held back by Nagle at the server"),
            Output("late", "ms", "An ACK waited for its timer in this round"),
            Output("delayed_acks", "", "ACKs sent by a timer, all rounds"),
            Output("client_segments", "segments", "Sent by the client, all rounds"),
            Output("server_segments", "segments", "Sent by the server, all rounds"),
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
            "How long do three take on a connection that has been used before?",
            at="Three messages",
            summary="latency",
            min=0.5,
            max=500,
        ),
        ValueBet(
            id="far",
            question="The same three messages over a path of 100 ms. How long does a round take?",
            at="A hundred times as far",
            summary="latency",
            min=50,
            max=10_000,
        ),
        ValueBet(
            id="server-nodelay",
            question="Three messages, a path of 1 ms, and TCP_NODELAY at the server only. How long does a round take?",
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
        "tcp_output.c:tcp_cwnd_test",
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
        Other traffic, losses, and the server's work: it answers as soon as it has read. A delayed ACK waits at least
        TCP_DELACK_MIN, HZ/25: 40 ms, rounded up to the next tick of 4 ms. Mainline Linux has no sysctl for it; some
        Red Hat kernels do. Other systems wait 200 ms, and RFC 9293 allows almost half a second. As in the laboratory,
        each round begins at the same point between two ticks, so the delay is always the same; on a real host it varies
        by 4 ms. There is no autocorking, because the line takes any segment at once.
    """

    @staticmethod
    def commands(p: NagleDelayedAckParameters) -> list[Commands]:
        """A client and a server in Python, and where the kernel counts."""
        return [
            Commands(
                "Set it",
                [
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server",
                    *(
                        [f"ip route change default via 192.0.2.254 initcwnd {p.initcwnd}   # on both"]
                        if p.initcwnd != INIT_CWND
                        else []
                    ),
                    *_server_lines(p),
                ],
            ),
            Commands("Ask (Python, on the client)", _client_lines(p)),
            Commands(
                "See it",
                [
                    "tcpdump -ni eth0 -ttt port 9000   # the gap of 40 ms, and the packet that ends it",
                    "ss -tino dst 192.0.2.1            # ato, data_segs_out, notsent",
                    "nstat -az TcpExtDelayedACKs       # at the end that acknowledges late",
                ],
            ),
        ]

    @staticmethod
    def run(p: NagleDelayedAckParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first write of the round shown)."""
        result = NagleDelayedAck.outputs.result()
        yield result
        run = RepeatedExchange(p, p.messages, ROUNDS)
        yield from (result for _ in run.advance())
        most = max(AT_LEAST, p.messages)
        latencies = []
        for messages in range(1, most + 1):
            other = RepeatedExchange(p, messages, p.shown)
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


def _summarise(result: Result, p: NagleDelayedAckParameters, run: RepeatedExchange) -> None:
    latency, first = run.latency(p.shown), run.latency(1)
    held_client, held_server, late_client, late_server = run.waits(p.shown)
    ends = (run.talk.client, run.talk.server)
    result.figure("latency", latency)
    result.figure("first", first)
    result.figure("later", fmean(run.latency(number) for number in range(2, ROUNDS + 1)))
    result.figure("least", p.rtt)
    result.figure("held_client", held_client)
    result.figure("held_server", held_server)
    result.figure("late", late_client + late_server or nan)
    result.figure("delayed_acks", sum(end.receiver.delayed_acks for end in ends))
    result.figure("client_segments", ends[CLIENT].data_segments)
    result.figure("server_segments", ends[SERVER].data_segments)
    began, ended = run.span(p.shown)
    for timer in sorted(run.talk.timers(began, run.next_round(p.shown)), key=lambda timer: timer.fired):
        useful = "" if timer.fired < ended else ", and nobody was waiting for it"
        waited = significant(1000 * (timer.fired - timer.armed))
        result.event(
            timer.fired - began, "timer", f"the {SIDES[timer.side]}'s {timer.name} leaves after {waited} ms{useful}"
        )
    shut = [1000 * run.talk.held(side, WINDOW, began, ended) for side in range(2)]
    result.sentence = _sentence(p, latency, first, (held_client, held_server), shut, (late_client, late_server))


def _sentence(
    p: NagleDelayedAckParameters,
    latency: float,
    first: float,
    held: tuple[float, float],
    shut: list[float],
    late: tuple[float, float],
) -> str:
    parts = [f"Round {p.shown} takes {significant(latency)} ms over a path of {p.rtt:g} ms."]
    holds = [f"{significant(time)} ms at the {SIDES[side]}" for side, time in enumerate(held) if time > 0]
    if holds:
        parts.append(f"Nagle holds data back: {', '.join(holds)}.")
    for side, time in enumerate(shut):
        if time > 0:
            parts.append(f"The {SIDES[side]}'s congestion window holds data back for {significant(time)} ms.")
    waited = [(side, time) for side, time in enumerate(late) if time]
    for side, time in waited:
        parts.append(f"The {SIDES[side]}'s ACK waits {significant(time)} ms for its timer.")
    if not waited:
        parts.append("No timer is involved.")
    if p.shown > 1 and latency > 2 * first:
        parts.append(f"The first round took only {significant(first)} ms.")
    return " ".join(parts)


def _options(name: str, nodelay: bool) -> list[str]:
    return [f"{name}.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)"] if nodelay else []


def _server_lines(p: NagleDelayedAckParameters) -> list[str]:
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


def _client_lines(p: NagleDelayedAckParameters) -> list[str]:
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
