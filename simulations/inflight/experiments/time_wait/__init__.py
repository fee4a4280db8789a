"""Running out of ports: how many connections per second a client can open to one service, and what moves the limit."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from inflight.experiments.time_wait.churn import CLIENT, COLUMNS, RESET, SERVER, Field, Pair
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Lane, Lanes, Pool, Screen, Terminal
from inflight.figure.words import seconds, significant
from inflight.kernel.sockets.ports import HIGH, LOW, MAX_TW_BUCKETS, PortPool, time_wait_until
from inflight.scenes.transfer import NAN, RTT

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

OLD, NEW = "6.1", "6.14"
FAR, LOOPBACK = "far", "loopback"


def _port(name: str, label: str, default: int, help: str) -> Slider:
    return Slider(
        name=name,
        label=label,
        unit="",
        min=1024,
        max=65535,
        default=default,
        step=1,
        integer=True,
        quantity="inflight",
        knob="net.ipv4.ip_local_port_range",
        help=help,
    )


def _many(name: str, label: str, most: int, help: str) -> Slider:
    return Slider(
        name=name, label=label, unit="", min=1, max=most, default=1, scale="log2", step=1, integer=True, help=help
    )


@experiment("time-wait", part="closing", question="How many connections per second before the ports run out?")
class TimeWait:
    """A client opens connections at a steady rate; each one takes a port, and leaves it in TIME_WAIT."""

    title = "Running out of ports"
    parameters = (
        Slider(
            name="rate",
            label="New connections",
            unit="/s",
            min=1,
            max=2000,
            default=1000,
            scale="log10",
            quantity="throughput",
            help="Calls of connect() per second, evenly spaced, in turn to all destinations.",
        ),
        Slider(
            name="lifetime",
            label="A connection lives",
            unit="s",
            min=0.001,
            max=300,
            default=0.1,
            scale="log10",
            quantity="inflight",
            help="From established to the first FIN.",
        ),
        Choice(
            name="closes",
            label="Who closes first",
            choices={CLIENT: "the client", SERVER: "the server", RESET: "the client, with a reset"},
            default=CLIENT,
            knob="close(fd), SO_LINGER",
            quantity="queue",
            help="Who sends the first FIN gets the TIME_WAIT. A reset leaves none, and throws away what is under way.",
        ),
        _port("low", "First port", LOW, "connect() tries the ports of this one’s parity first: even ones."),
        _port("high", "Last port", HIGH, "The kernel refuses one below the first."),
        _many("destinations", "Destinations", 64, "Addresses or ports of servers: each has all ports for itself."),
        _many("sources", "Addresses of the client", 16, "To connect() from; each has all ports for itself."),
        Choice(
            name="server",
            label="The server is",
            choices={FAR: "another host", LOOPBACK: "this host, 127.0.0.1"},
            default=FAR,
            help="tcp_tw_reuse 2 is for connections over the loopback.",
        ),
        Slider(
            **{**RTT.__dict__, "min": 0.1, "default": 20, "matters_when": {"server": (FAR,)}, "help": "Of the path."}
        ),
        Choice(
            name="tw_reuse",
            label="tcp_tw_reuse",
            choices={"0": "0: never", "1": "1: everywhere", "2": "2: on the loopback"},
            default="2",
            knob="net.ipv4.tcp_tw_reuse",
            quantity="throughput",
            matters_when={"closes": (CLIENT,)},
            help="May connect() take a port over whose TIME_WAIT is a second old?",
        ),
        Flag(
            name="timestamps",
            label="Timestamps",
            default=True,
            knob="net.ipv4.tcp_timestamps",
            matters_when={"closes": (CLIENT,)},
            help="Both hosts must have them on. Without them nothing is reused.",
        ),
        Choice(
            name="kernel",
            label="Kernel",
            choices={OLD: "up to 6.13", NEW: "6.14 or later"},
            default=NEW,
            matters_when={"closes": (CLIENT,)},
            help="Old ones look whether a new second has begun; new ones count milliseconds.",
        ),
        Slider(
            name="reuse_delay",
            label="tcp_tw_reuse_delay",
            unit="ms",
            min=0,
            max=60_000,
            default=1000,
            step=10,
            integer=True,
            knob="net.ipv4.tcp_tw_reuse_delay",
            quantity="rto",
            matters_when={"kernel": (NEW,)},
            help="How old a TIME_WAIT must be to be taken over.",
        ),
        Slider(
            name="max_tw_buckets",
            label="tcp_max_tw_buckets",
            unit="",
            min=1,
            max=262_144,
            default=MAX_TW_BUCKETS,
            scale="log10",
            step=1,
            integer=True,
            special={0: "0: none"},
            knob="net.ipv4.tcp_max_tw_buckets",
            quantity="queue",
            matters_when={"closes": (CLIENT,)},
            help="TIME_WAIT sockets of the whole host. A connection that would be one more is forgotten at once.",
        ),
        Slider(name="duration", label="Duration", unit="s", min=5, max=150, default=120, step=5),
    )
    presets = (
        Preset(
            "Out of ports",
            {},
            "After 28 seconds all 28,232 ports are taken. A moment later not one is in use: all squares are striped.",
        ),
        Preset(
            "Kept connections",
            {"rate": 10, "lifetime": 10},
            "The same 1000 requests a second, a hundred on each connection: ten new ones a second are nothing.",
        ),
        Preset(
            "Just below",
            {"rate": 450},
            "450 a second go on for ever: the first ports come back in time. At 470, 28,232 / 60, some do not.",
        ),
        Preset(
            "Three destinations",
            {"destinations": 3},
            "A port can serve each of them. Three servers behind a name, or one that listens on three ports.",
        ),
        Preset(
            "tcp_tw_reuse 1",
            {"tw_reuse": "1"},
            "After a second a port may be taken over. The odd half of the field is never touched.",
        ),
        Preset(
            "Reuse without timestamps",
            {"tw_reuse": "1", "timestamps": False},
            "Some tuning guide has switched timestamps off: now tcp_tw_reuse does nothing.",
        ),
        Preset(
            "tcp_max_tw_buckets 5000",
            {"max_tw_buckets": 5000},
            "Everything gets through, because TIME_WAIT is thrown away, four connections in five. Count the overflows.",
        ),
        Preset(
            "The server closes first",
            {"closes": SERVER},
            "The client’s ports are free at once. The server has the TIME_WAITs, and they do not hurt it.",
        ),
        Preset(
            "They live too long",
            {"rate": 600, "lifetime": 60, "tw_reuse": "1"},
            "600 a second that live a minute are 36,000 at a time. Nothing about TIME_WAIT will help.",
        ),
        Preset(
            "On the loopback",
            {"server": LOOPBACK},
            "The default, tcp_tw_reuse 2, is made for this: a proxy and its backend on one host.",
        ),
        Preset(
            "Ten ports, as recorded",
            {
                "low": 40000,
                "high": 40009,
                "rate": 20,
                "lifetime": 0.001,
                "tw_reuse": "1",
                "kernel": OLD,
                "duration": 15,
            },
            "Ten succeed in every second, as in the laboratory, where it was 704 of 1401 attempts in 70 s.",
        ),
    )
    views = (
        Pool("field", blocks="blocks", columns=("in_use", "TIME_WAIT", "reusable")),
        Lanes(
            (
                Lane("rates", "Calls of connect()", "/s", ("succeeded", "refused")),
                Lane("ports", "Ports to one destination", "ports", ("in_use", "TIME_WAIT", "reusable", "free")),
                Lane("tried", "Ports that a connect() looks at", "ports", ("tried",), kind="step"),
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
            question="A client opens 1000 connections a second to one service, and closes each one first. After how "
            "many seconds does connect() fail for the first time?",
            at="Out of ports",
            summary="first_refusal",
            min=1,
            max=300,
        ),
        ValueBet(
            id="many",
            question="It goes on trying, 1000 times a second. How many connections per second does it get, on average "
            "over two minutes?",
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
        Packets, losses and what is sent: a connection is a handshake of one round trip, its lifetime, and a FIN that
        is answered at once. All live equally long. Several destinations or addresses take turns, so one pair of them is
        computed and stands for all. A program that binds its own port, or calls bind() before connect(), gets its port
        by other rules (IP_BIND_ADDRESS_NO_PORT brings it back to these). The server accepts a SYN for a port that it
        has in TIME_WAIT, as it does with timestamps or a later sequence number. NAT gateways and load balancers have
        ports and timers of their own.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The settings, a loop that opens and closes, and where the ports are seen."""
        low, high = _range(p)
        host = "127.0.0.1" if p.server == LOOPBACK else "192.0.2.1"
        delay = [f"sysctl -w net.ipv4.tcp_tw_reuse_delay={p.reuse_delay}   # ms, Linux 6.14"] if p.kernel == NEW else []
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
                    f"ss -Htan state time-wait dst {host} | wc -l     # towards one destination: that is what counts",
                    "nstat -az TcpExtTW TcpExtTWRecycled TcpExtTCPTimeWaitOverflow",
                    'strace -f -e trace=connect -p "$(pidof client)"  # EADDRNOTAVAIL: Cannot assign requested address',
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s); the ports are those of one pair of addresses, everything else is of the host."""
        result = Result([Column(*head) for head in COLUMNS], end=p.duration)
        low, high = _range(p)
        pool = PortPool(
            rng,
            low=low,
            high=high,
            tw_reuse=int(p.tw_reuse),
            reuse_delay_ms=p.reuse_delay if p.kernel == NEW else None,
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


def _range(p: Any) -> tuple[int, int]:
    """The range of ports; the kernel does not take one whose end is before its beginning, and keeps what it has."""
    return (p.low, p.high) if p.low <= p.high else (LOW, HIGH)


def _summarise(result: Result, p: Any, pair: Pair) -> None:
    counters, times = pair.pool.counters, pair.times
    low, high = _range(p)
    if (low, high) != (p.low, p.high):
        result.event(0, "refused", f"ip_local_port_range {p.low} {p.high}: Invalid argument; it stays {low} {high}")
    total = pair.ports.count * times
    first = NAN if pair.first_refusal is None else pair.first_refusal
    for name, value, unit, label in (
        ("first_refusal", first, "s", "The first connect() fails after"),
        ("throughput", times * pair.succeeded / p.duration, "/s", "Connections that succeed, on average"),
        ("ceiling", total / MINUTE, "/s", "All ports, once in 60 s"),
        ("refused", times * pair.refused, "", "Refused with EADDRNOTAVAIL"),
        ("refused_share", 100 * pair.refused / pair.attempts, "%", "Of all attempts"),
        ("attempts", times * pair.attempts, "", "Attempts"),
        ("succeeded", times * pair.succeeded, "", "Connections"),
        ("ports", pair.ports.count, "ports", "Ports to one destination"),
        ("recycled", times * counters["TWRecycled"], "", "TIME_WAITs taken over"),
        ("overflows", times * counters["TCPTimeWaitOverflow"], "", "TIME_WAITs thrown away"),
        ("client", pair.most_client, "sockets", "TIME_WAIT sockets of the client, at most"),
        ("server", pair.most_server, "sockets", "TIME_WAIT sockets of a server, at most"),
        ("memory", max(pair.most_client, pair.most_server) * SOCKET_BYTES / 1000, "kB", "Memory that these take"),
        ("tried", pair.most_tried, "ports", "Ports that a connect() looks at, at most"),
    ):
        result.figure(name, value, unit, label)
    _name(result, p, pair)
    result.sentence = _sentence(p, pair)


def _name(result: Result, p: Any, pair: Pair) -> None:
    """The moments worth a word."""
    half, count = len(pair.ports.states[0]), pair.ports.count
    told = []
    if pair.first_odd is not None:
        text = f"half is taken: each connect() now looks at {half:,} ports first"
        told.append((pair.first_odd, "odd", text))
    if pair.first_refusal is not None:
        told.append((pair.first_refusal, "refused", f"EADDRNOTAVAIL: all {count:,} ports are taken"))
        over = time_wait_until(pair.hold)
        if p.closes == CLIENT and pair.first_refusal < over < p.duration and not pair.pool.counters["TWRecycled"]:
            told.append((over, "free", "free again: the first TIME_WAITs are over"))
    if pair.first_overflow is not None:
        told.append((pair.first_overflow, "overflow", "overflow: from here on TIME_WAITs are thrown away"))
    for time, kind, text in sorted(told):
        result.event(time, kind, text)


def _sentence(p: Any, pair: Pair) -> str:
    times, counters = pair.times, pair.pool.counters
    succeeded, attempts = times * pair.succeeded, times * pair.attempts
    to = "one destination" if times == 1 else f"each of {times} pairs of addresses"
    if pair.first_refusal is not None:
        text = (
            f"{pair.ports.count:,} ports to {to} last for {seconds(pair.first_refusal)}; then connect() fails. "
            f"{succeeded:,} of {attempts:,} attempts succeed, {significant(succeeded / p.duration)} per second."
        )
    else:
        text = f"All {attempts:,} attempts succeed: {pair.ports.count:,} ports to {to} are enough."
    if recycled := times * counters["TWRecycled"]:
        text += f" {recycled:,} of them take over a port in TIME_WAIT."
    if overflows := times * counters["TCPTimeWaitOverflow"]:
        text += f" {overflows:,} connections are closed without TIME_WAIT."
    if pair.most_server:
        text += f" The server has up to {pair.most_server:,} TIME_WAIT sockets."
    return text
