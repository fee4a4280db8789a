"""TCP Fast Open: the request travels with the SYN, if the client shows a cookie and no box along the path objects."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from inflight.experiments.fast_open.parameters import CHANGES, PRESETS, FastOpenParameters
from inflight.experiments.fast_open.tables import COUNTERS, SIDES, Seen, by_visit, draw, say
from inflight.experiments.fast_open.visits import NOTHING, PORT, QLEN, ROLLED, SERVER, Setup, Visits
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Marks
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Grid, Ladder, Screen, Shown, States, Terminal

_TLS = {"none": (), "1.3": ((517, 3000),), "1.2": ((517, 3000), (126, 51))}
"""Bytes that a TLS handshake asks and answers before the request: a usual ClientHello, a chain of certificates."""


def _counted(side: int) -> Iterator[str]:
    """Lines of nstat at one of the hosts."""
    for name, (at, long) in COUNTERS.items():
        if at == side:
            yield f"TcpExt{long:<26}{{{name}:<6}}          0.0"


@experiment("fast-open", part="opening", question="What does Fast Open save?")
class FastOpen:
    """A client visits a server a few times: it connects, sends a request, reads the answer, and closes."""

    title = "TCP Fast Open"
    parameters = FastOpenParameters
    points = ("client", "server")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the first SYN of the visit", "time"),
            Column("received", "B", "of the answer, read by the client", "throughput"),
            Column("executed", "", "requests that the server acted on, in all visits", "queue"),
            Column("cached", "", "1: the client has a cookie", "sequence"),
            Column("cookie", "", "the client’s cookie", "sequence"),
            *(Column(name, "", f"{long} of the {SIDES[side]}", "sequence") for name, (side, long) in COUNTERS.items()),
        ),
        figures=(
            Output("first_byte", "ms", "The visit shown: first byte"),
            Output("without", "ms", "Without Fast Open"),
            Output("saved", "ms", "Saved in the visit shown"),
            Output("first_visit", "ms", "The first visit: first byte"),
            Output("last_visit", "ms", "The last visit: first byte"),
            Output("in_syn", "B", "In the first SYN of the visit shown"),
            Output("visits", "", "Visits"),
            Output("executed", "", "Requests that the server acted on"),
        ),
    )
    views = (
        Ladder(sides=SIDES, title="The visit"),
        Bars("visits", label="visit", value="first_byte", title="Visit by visit"),
        States(),
        Terminal(
            (
                Screen(
                    f"ip tcp_metrics show {SERVER} | grep -o 'fo_cookie .*'",
                    (Shown("fo_cookie {cookie:<16}", "cached"),),
                ),
                *(
                    Screen(
                        f"{command} 'TcpExtTCPFastOpen*'",
                        ("#kernel", *_counted(side)),
                    )
                    for side, command in enumerate(("nstat -az", "ssh server nstat -az"))
                ),
            ),
            watch=("executed", "received"),
        ),
        Grid("visits", title="In numbers"),
    )
    bets = (
        ValueBet(
            id="later",
            question="The round trip takes 100 ms. The client has a cookie from an earlier visit. When does it have "
            "the first byte of the answer?",
            at="The server’s bit",
            summary="first_byte",
            min=20,
            max=2000,
        ),
        ValueBet(
            id="middlebox",
            question="A middlebox drops SYNs that carry data. The client has a cookie. After how many milliseconds "
            "does it have the first byte?",
            at="A middlebox drops it",
            summary="first_byte",
            min=50,
            max=20_000,
        ),
        ValueBet(
            id="twice",
            question="Four visits, one request in each. Five seconds after its SYN, a copy of the second one reaches "
            "the server. On how many requests does the server’s program act?",
            at="Executed twice",
            summary="executed",
            min=0,
            max=10,
            scale="linear",
        ),
    )
    sources = (
        "RFC 7413",
        "RFC 9293 §3.4",
        "tcp_fastopen.c:tcp_try_fastopen",
        "tcp_fastopen.c:tcp_fastopen_cookie_check",
        "tcp_output.c:tcp_send_syn_data",
        "tcp_input.c:tcp_rcv_fastopen_synack",
        "tcp_minisocks.c:tcp_timewait_state_process",
        "H25",
        "H26",
        "H27",
    )
    leaves_out = """
        The time the hosts need, 0.1 to 0.2 ms per visit in the recordings, and losses of anything but a SYN. Visits
        come one at a time, so they never reach the listener’s limit for incomplete ones. Linux also tries the option’s
        old, experimental number if it asked for a cookie and got none. The detection of paths that swallow what follows
        the handshake (tcp_fastopen_blackhole_timeout) is off by default and wouldn’t notice a dropped SYN. TLS counts
        as round trips and bytes, without its computing time and without its own 0-RTT.
    """

    @staticmethod
    def commands(p: FastOpenParameters) -> list[Commands]:
        """Both kernels, both programs, and where to count it."""
        address = f"('{SERVER}', {PORT})"
        fast = [f"s.sendto(b'q' * {p.request}, MSG_FASTOPEN, {address})   # connect() and send() in one"]
        plain = [f"s.connect({address}); s.send(b'q' * {p.request})"]
        option = [f"l.setsockopt(IPPROTO_TCP, TCP_FASTOPEN, {QLEN})"] if p.listens else []
        keys = ["sysctl -w net.ipv4.tcp_fastopen_key=<new>,<old>   # both are honoured"] if p.change == ROLLED else []
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_fastopen=0x{p.client}   # on the client",
                    f"sysctl -w net.ipv4.tcp_fastopen=0x{p.server}   # on the server, before it listens",
                    *keys,
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server",
                ],
            ),
            Commands(
                "The server (Python)",
                [
                    "from socket import *",
                    "l = socket(); l.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)",
                    *option,
                    f"l.bind(('', {PORT})); l.listen(128)",
                    "while True:",
                    f"    c, _ = l.accept(); c.recv({p.request}); c.sendall(b'r' * {p.response}); c.shutdown(SHUT_WR)",
                    "    c.recv(1); c.close()",
                ],
            ),
            Commands(
                "The client (Python)",
                [
                    "import time; from socket import *",
                    f"for visit in range({p.visits}):",
                    "    s = socket(); t = time.time()",
                    *(f"    {line}" for line in (fast if p.asks else plain)),
                    "    s.recv(1); print(1000 * (time.time() - t), 'ms'); time.sleep(0.5); s.close()",
                ],
            ),
            Commands(
                "See it",
                [
                    f"ip tcp_metrics show {SERVER}             # fo_cookie; flush it to begin anew",
                    "nstat -az 'TcpExtTCPFastOpen*'",
                    "tcpdump -ni eth0 'tcp[tcpflags] & tcp-syn != 0'   # options […,tfo cookiereq], […,tfo cookie …]",
                ],
            ),
        ]

    @staticmethod
    def run(p: FastOpenParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the SYN of the visit shown); counters from the first visit on."""
        result = FastOpen.outputs.result()
        yield result
        shown = min(p.shown, p.visits)
        visits = Visits(_setup(p, shown))
        seen: list[Seen] = []
        for number in range(1, p.visits + 1):
            seen.append(Seen(visits, rows=result if number == shown else None))
            for _ in visits.run(number):
                yield result
            seen[-1].over()
            result.progress = 0.9 * number / p.visits
        plain = Visits(replace(_setup(p, 0), asks=False, box=NOTHING, lost=frozenset()))
        for _ in plain.run(1):
            yield result
        next(column for column in result.columns if column.name == "cookie").words = seen[shown - 1].words
        draw(result, visits, seen[shown - 1].visit)
        result.tables["visits"] = by_visit(seen)
        say(result, seen, shown, plain.done[0])
        yield result


def _setup(p: FastOpenParameters, shown: int) -> Setup:
    return Setup(
        rtt=p.rtt / 1000,
        exchanges=(*_TLS[p.tls], (p.request, p.response)),
        asks=p.asks,
        listens=p.listens,
        client=int(p.client, 16),
        server=int(p.server, 16),
        change=p.change,
        changes=CHANGES,
        box=p.box,
        lost=frozenset(Marks.numbers(p.lose)),
        copied=frozenset({shown} if p.replay else ()),
        replay=p.replay,
        server_closes=p.closes == "server",
        ports=p.ports,
    )
