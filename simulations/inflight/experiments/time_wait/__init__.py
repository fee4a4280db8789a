"""Running out of ports: how many connections per second a client can open to one service, and what moves the limit."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.time_wait.churn import Field, Pair
from inflight.experiments.time_wait.parameters import LOOPBACK, PRESETS, PortExhaustionParameters
from inflight.experiments.time_wait.words import note, sentence
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Lane, Lanes, Pool, Screen, Terminal
from inflight.figure.words import significant
from inflight.kernel.sockets.ports import PortPool
from inflight.scenes import measured

MINUTE = 60
"""TIME_WAIT without what the timer wheel adds, s."""

SOCKET_BYTES = 256
"""Of a TIME_WAIT socket (`tw_sock_TCP` in /proc/slabinfo)."""

LOOPBACK_RTT = 5e-5
"""s."""

ROWS = 24_000
"""Of the table that the field of squares is made of, at most."""

FEWEST = 60
"""Samples of a run."""

BEFORE = 1 - 1e-12
"""A moment times this is just before it, whatever rounding does."""


@experiment("time-wait", part="closing", question="How many connections per second before the ports run out?")
class PortExhaustion:
    """A client opens connections at a steady rate. Each one takes a port and leaves it in TIME_WAIT."""

    title = "Running out of ports"
    parameters = PortExhaustionParameters
    knobs = ("rate", "lifetime", "destinations")
    presets = PRESETS
    outputs = Outputs(
        # The ports are those of one pair of addresses, everything else is of the whole host.
        columns=(
            measured.TIME,
            Column("succeeded", "/s", "connections that succeed", "throughput"),
            Column("refused", "/s", "refused", "loss"),
            Column("in_use", "ports", "in use", "inflight"),
            Column("TIME_WAIT", "ports", "TIME_WAIT", "queue"),
            Column("reusable", "ports", "reusable TIME_WAIT", "throughput"),
            Column("free", "ports", "free", "time"),
            Column("tried", "ports", "ports that one connect() looks at", "rtt"),
            Column("client", "sockets", "TIME_WAIT sockets of the client", "queue"),
            Column("server", "sockets", "TIME_WAIT sockets of a server", "rwnd"),
            Column("estab", "sockets", "established connections of the client", "inflight"),
            Column("all", "sockets", "all TCP sockets of the client", "time"),
            Column("opened", "", "connections opened so far", "throughput"),
            Column("tw", "", "TIME_WAITs so far", "queue"),
            Column("recycled", "", "TIME_WAITs taken over so far", "throughput"),
            Column("overflows", "", "TIME_WAITs thrown away so far", "loss"),
        ),
        figures=(
            Output("first_refusal", "s", "The first connect() fails after"),
            Output("throughput", "/s", "Connections that succeed, on average"),
            Output("ceiling", "/s", "Each port once in 60 s"),
            Output("refused", "", "Refused with EADDRNOTAVAIL"),
            Output("refused_share", "%", "Of all attempts"),
            Output("attempts", "", "Attempts"),
            Output("succeeded", "", "Connections"),
            Output("ports", "ports", "Ports to one destination"),
            Output("recycled", "", "TIME_WAITs taken over"),
            Output("overflows", "", "TIME_WAITs thrown away"),
            Output("client", "sockets", "TIME_WAIT sockets of the client, at most"),
            Output("server", "sockets", "TIME_WAIT sockets of a server, at most"),
            Output("memory", "kB", "Memory they take"),
            Output("tried", "ports", "Ports that one connect() looks at, at most"),
        ),
    )
    views = (
        Pool("field", blocks="blocks", columns=("in_use", "TIME_WAIT", "reusable")),
        Lanes(
            (
                Lane("rates", "Calls of connect()", "/s", ("succeeded", "refused")),
                Lane("ports", "Ports to one destination", "ports", ("in_use", "TIME_WAIT", "reusable", "free")),
                Lane("tried", "Ports that one connect() looks at", "ports", ("tried",), kind="step"),
                Lane("sockets", "TIME_WAIT sockets", "sockets", ("client", "server")),
            )
        ),
        Terminal(
            (
                Screen(
                    "ss -s",
                    ("TCP:   {all:<6}(estab {estab:>5}, closed {client:>5}, orphaned 0, timewait {client:>5})",),
                ),
                Screen(
                    "nstat -az TcpActiveOpens TcpExtTW TcpExtTWRecycled TcpExtTCPTimeWaitOverflow",
                    (
                        "#kernel",
                        "TcpActiveOpens                  {opened:<12}       0.0",
                        "TcpExtTW                        {tw:<12}       0.0",
                        "TcpExtTWRecycled                {recycled:<12}       0.0",
                        "TcpExtTCPTimeWaitOverflow       {overflows:<12}       0.0",
                    ),
                ),
            ),
            watch=("client", "refused"),
        ),
    )
    bets = (
        ValueBet(
            id="first",
            question="A client opens 1000 connections a second to one service and is the first to close each of them. "
            "After how many seconds does connect() fail for the first time?",
            at="Out of ports",
            summary="first_refusal",
            min=1,
            max=300,
        ),
        ValueBet(
            id="many",
            question="The client keeps trying, 1000 times a second. How many connections per second does it get, on "
            "average over two minutes?",
            at="Out of ports",
            summary="throughput",
            min=10,
            max=2000,
        ),
        ValueBet(
            id="ten",
            question="Ten ports, twenty attempts a second, tcp_tw_reuse 1. How many connections per second succeed?",
            at="Ten ports, as recorded",
            summary="throughput",
            min=0.1,
            max=25,
        ),
    )
    sources = (
        "RFC 6191",
        "RFC 6056 §3.3.4",
        "inet_hashtables.c:__inet_hash_connect",
        "tcp_ipv4.c:tcp_twsk_unique",
        "tcp_minisocks.c:tcp_time_wait",
        "tcp_minisocks.c:tcp_timewait_state_process",
        "inet_timewait_sock.c:inet_twsk_alloc",
        "T02",
        "T09",
        "T10",
        "T12",
        "T13",
        "T14",
        "T15",
    )
    leaves_out = """
        Packets, losses and the data: a connection is a handshake of one round trip, its lifetime, and a FIN that is
        answered at once. All connections live equally long. Several destinations or addresses take turns, so the model
        computes one pair of them for all. A program that binds its own port, or calls bind() before connect(), gets its
        port by other rules (IP_BIND_ADDRESS_NO_PORT brings it back to these). The server accepts a SYN for a port that
        it has in TIME_WAIT, as Linux does with timestamps or a later sequence number. NAT gateways and load balancers
        have ports and timers of their own.
    """

    @staticmethod
    def commands(p: PortExhaustionParameters) -> list[Commands]:
        """The settings, a loop that opens and closes, and where the ports are seen."""
        low, high = p.port_range
        host = "127.0.0.1" if p.server == LOOPBACK else "192.0.2.1"
        delay = [f"sysctl -w net.ipv4.tcp_tw_reuse_delay={p.reuse_delay}   # ms, Linux 6.14"] if p.counts_ms else []
        aliases = [f"ip addr add 198.51.100.{10 + n}/24 dev eth0" for n in range(1, min(p.sources, 4))]
        pause = f"time.sleep({significant(1 / p.rate)})"
        return [
            Commands(
                "Set it",
                [
                    f'sysctl -w net.ipv4.ip_local_port_range="{low} {high}"',
                    f"sysctl -w net.ipv4.tcp_tw_reuse={p.tw_reuse}",
                    *delay,
                    f"sysctl -w net.ipv4.tcp_timestamps={int(p.timestamps)}",
                    f"sysctl -w net.ipv4.tcp_max_tw_buckets={p.max_tw_buckets}",
                    *aliases,
                ],
            ),
            Commands(
                "Run it",
                [
                    "python3 -c 'import socket, time",
                    f'while True: socket.create_connection(("{host}", 80)).close(); {pause}\'',
                ],
            ),
            Commands(
                "See it",
                [
                    "ss -s                                            # … timewait 28212",
                    f"ss -Htan state time-wait dst {host} | wc -l     # to one destination: that is what counts",
                    "nstat -az TcpExtTW TcpExtTWRecycled TcpExtTCPTimeWaitOverflow",
                    'strace -f -e trace=connect -p "$(pidof client)"  # EADDRNOTAVAIL: Cannot assign requested address',
                ],
            ),
        ]

    @staticmethod
    def run(p: PortExhaustionParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s)."""
        result = PortExhaustion.outputs.result(end=p.duration)
        low, high = p.port_range
        pool = PortPool(
            rng,
            low=low,
            high=high,
            tw_reuse=int(p.tw_reuse),
            reuse_delay_ms=p.reuse_delay if p.counts_ms else None,
            max_tw_buckets=p.max_tw_buckets,
        )
        pair = Pair(
            pool,
            rate=p.rate,
            lifetime=p.lifetime,
            rtt=LOOPBACK_RTT if p.server == LOOPBACK else p.rtt / 1000,
            closes=p.closes,
            timestamps=p.timestamps,
            loopback=p.server == LOOPBACK,
            destinations=p.destinations,
            sources=p.sources,
        )
        field = Field(pair)
        result.tables = {"field": field.table, "blocks": field.blocks}
        steps = _steps(p.duration * pair.rate, max(240, min(600, ROWS // len(field.blocks))))
        for step in range(steps + 1):
            now = p.duration * step / steps
            pair.advance(now * BEFORE)  # an attempt at this very moment is of the next sample
            result.append(now, *pair.sample(p.duration / steps))
            field.note(now)
            result.progress = now / p.duration
            yield result
        _summarise(result, p, pair)
        yield result


def _steps(attempts: float, most: int) -> int:
    """How many samples, so that each has as many attempts as the next: else rates would jump between two values."""
    each = max(1, math.ceil(attempts / most))
    return max(FEWEST, round(attempts / each))


def _summarise(result: Result, p: PortExhaustionParameters, pair: Pair) -> None:
    counters, times = pair.pool.counters, pair.times
    total = pair.ports.count * times
    first = nan if pair.first_refusal is None else pair.first_refusal
    result.figure("first_refusal", first)
    result.figure("throughput", times * pair.succeeded / p.duration)
    result.figure("ceiling", total / MINUTE)
    result.figure("refused", times * pair.refused)
    result.figure("refused_share", 100 * pair.refused / pair.attempts)
    result.figure("attempts", times * pair.attempts)
    result.figure("succeeded", times * pair.succeeded)
    result.figure("ports", pair.ports.count)
    result.figure("recycled", times * counters["TWRecycled"])
    result.figure("overflows", times * counters["TCPTimeWaitOverflow"])
    result.figure("client", pair.most_client)
    result.figure("server", pair.most_server)
    result.figure("memory", max(pair.most_client, pair.most_server) * SOCKET_BYTES / 1000)
    result.figure("tried", pair.most_tried)
    note(result, p, pair)
    result.sentence = sentence(p, pair)
