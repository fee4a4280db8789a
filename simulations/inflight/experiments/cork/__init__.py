"""A header and a body in two writes: who puts them into one segment, and what it costs to forget the cork."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from inflight.experiments.cork.parameters import (
    CORK,
    FORGOTTEN,
    LATE,
    MORE,
    NODELAY,
    PRESETS,
    WAYS,
    WRITEV,
    CorkParameters,
)
from inflight.experiments.cork.requests import ANSWER, GAP, ROUNDS, Requests
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result, Table
from inflight.figure.views import Bars, Ladder, Lane, Lanes
from inflight.figure.words import significant
from inflight.scenes import measured
from inflight.scenes.conversation import CARD, CLIENT, CORKED, NAGLE, SIDES

SHOWN = 1
"""Which round is drawn, from 0: on a fresh connection no ACK is delayed, so the first one never suffers."""


@experiment("cork", part="small-writes", question="What does a forgotten cork cost?")
class Cork:
    """A client sends requests made of a header and a body. The server answers when it has both."""

    title = "The cork"
    parameters = CorkParameters
    points = ("client", "server")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the first write", "time"),
            Column("unsent", "B", "written by the client, not sent yet", "unsent"),
            Column("unacked", "B", "sent by the client, not acknowledged yet", "unacked"),
            Column("answer", "B", "of the answer, sent and not acknowledged yet", "unacked"),
        ),
        figures=(
            Output("latency", "ms", "Until the answer arrives"),
            Output("first", "ms", "The same for the first request of the connection"),
            measured.ONE_ROUND_TRIP,
            Output("writes", "", "Calls that write"),
            Output("segments", "segments", "Data segments from the client"),
            Output("largest", "B", "Data in the largest of them"),
            Output("corked", "ms", "Held by the cork"),
            Output("nagle", "ms", "Held by Nagle"),
            Output("card", "ms", "Waited for the card"),
            measured.LAST_RTO,
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
            question="The client sets TCP_CORK, writes header and body, and never pulls the cork. The path takes 1 ms. "
            "When does the answer arrive?",
            at="A forgotten cork",
            summary="latency",
            min=1,
            max=10_000,
        ),
        ValueBet(
            id="plain",
            question="No cork: the header in one write(), the body in the next. When does the answer arrive?",
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
        Other traffic, losses, and the server's work. nginx sets the cork for sendfile() (tcp_nopush), which hands over
        pages instead of copies, but the segments are the same. The manual says that a cork lasts 200 ms. The kernel
        uses the timer that probes closed windows, which waits for the retransmission timeout and at least 200 ms,
        rounded up to ticks of 4 ms, or of 32 ms from a quarter of a second on. The card reports each packet as soon as
        it has left. Real cards collect these reports for a while (interrupt coalescing), so they merge more. close()
        and shutdown() pull the cork, which is not shown: the rest leaves with the FIN.
    """

    @staticmethod
    def commands(p: CorkParameters) -> list[Commands]:
        """The same request in Python, and what the kernel counts."""
        return [
            Commands(
                "Set it",
                [
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server",
                    "sysctl net.ipv4.tcp_autocorking   # on the client: 1 by default",
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
    def run(p: CorkParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first write of the second round)."""
        result = Cork.outputs.result()
        yield result
        run = Requests(p)
        yield from (result for _ in run.advance())
        ways = [way for way in WAYS if way != LATE or p.way == LATE]
        latencies = []
        for way in ways:
            other = Requests(replace(p, way=way))
            yield from (result for _ in other.advance())
            latencies.append(other.latency(SHOWN))
            result.progress = 0.99 * len(latencies) / len(ways)
        began, ended = run.spans[SHOWN]
        for t, unsent, unacked, _, answer in run.talk.levels(began, ended):
            result.append(t, unsent, unacked, answer)
        result.tables = {**run.talk.tables(began, run.spans[SHOWN + 1][0]), "ways": _ways(ways, latencies)}
        _summarise(result, p, run)
        yield result


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


def _summarise(result: Result, p: CorkParameters, run: Requests) -> None:
    talk, (began, ended) = run.talk, run.spans[SHOWN]
    latency = run.latency(SHOWN)
    sizes = talk.data_segments(CLIENT, began, run.spans[SHOWN + 1][0])
    writes = 1 + p.body_writes if p.way != WRITEV else 1
    held = {why: 1000 * talk.held(CLIENT, why, began, ended) for why in (CORKED, NAGLE, CARD)}
    timers = talk.timers(began, ended)
    result.figure("latency", latency)
    result.figure("first", run.latency(0))
    result.figure("least", p.rtt)
    result.figure("writes", writes)
    result.figure("segments", len(sizes))
    result.figure("largest", max(sizes))
    result.figure("corked", held[CORKED])
    result.figure("nagle", held[NAGLE])
    result.figure("card", held[CARD])
    result.figure("rto", talk.client.sender.rtt.rto_us / 1000)
    for timer in timers:
        waited = significant(1000 * (timer.fired - timer.armed))
        result.event(timer.fired - began, "timer", f"the {SIDES[timer.side]}'s {timer.name} fires after {waited} ms")
    parts = [f"The answer arrives after {significant(latency)} ms, {significant(latency / p.rtt)} round trips."]
    count = f"{writes} write{'s' if writes > 1 else ''}"
    parts.append(f"{count} left in {len(sizes)} segment{'s' if len(sizes) > 1 else ''}.")
    parts += [
        f"The {SIDES[timer.side]}'s {timer.name} fired after {significant(1000 * (timer.fired - timer.armed))} ms."
        for timer in timers
    ]
    if not timers:
        parts.append("No timer was involved.")
    result.sentence = " ".join(parts)


def _client_lines(p: CorkParameters) -> list[str]:
    more = ", MSG_MORE" if p.way == MORE else ""
    each = -(-p.body // p.body_writes)
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
