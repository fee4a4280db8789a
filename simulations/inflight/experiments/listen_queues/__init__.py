"""The two queues of a listening socket: what clients and server believe while the application does not accept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nan

from inflight.experiments.listen_queues.columns import COLUMNS, COUNTERS, sample
from inflight.experiments.listen_queues.crowd import PORT, Crowd, CrowdPlan
from inflight.experiments.listen_queues.parameters import CLIENT, PRESETS, SERVER, ListenQueuesParameters
from inflight.experiments.listen_queues.tables import note_events, put_tables
from inflight.experiments.listen_queues.words import sentence
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Output, Outputs, Result
from inflight.figure.views import Distribution, Ladder, Lane, Lanes, Screen, Seats, Shown, States, Terminal
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.sysctls import Sysctls

POINTS = 500
SLOW = 0.9
"""s: who needed longer to connect has sent its SYN more than once."""


@experiment("listen-queues", part="opening", question="Why does connect() succeed and then hang?")
class ListenQueues:
    """Clients connect to a server whose application stops accepting for a while."""

    title = "Two listen queues"
    parameters = ListenQueuesParameters
    points = ("clients", "server")
    knobs = ("backlog", "accept_rate")
    presets = PRESETS
    outputs = Outputs(
        columns=COLUMNS,
        figures=(
            Output("most_waiting", "connections", "In the accept queue, at most"),
            Output("overflows", "", "ListenOverflows"),
            Output("unknown", "connections", "Connected without a socket at the server, at most"),
            Output("slow", "clients", "A second or more in connect()"),
            Output("connected", "clients", "Told that they are connected"),
            Output("median", "ms", "connect(), median"),
            Output("slowest", "s", "connect(), slowest"),
            Output("most_half_open", "connections", "Half open, at most"),
            Output("answered", "clients", "Answered"),
            Output("errors", "clients", "Failed or given up"),
        ),
    )
    views = (
        Seats(),
        Lanes(
            (
                Lane("accept", "Accept queue", "connections", ("accept_queue", "seats"), "step", ("backlog",)),
                Lane("half", "Half-open", "connections", ("half_open", "half_limit"), "step"),
                Lane("clients", "Clients that wait", "clients", ("connecting", "waiting", "unknown"), "step"),
                Lane("counters", "Counted so far", "", ("overflows", "full_drops", "cookies"), "step"),
            )
        ),
        Terminal(
            (
                Screen(
                    f"ss -lnt 'sport = :{PORT}'",
                    (
                        "State  Recv-Q Send-Q Local\u00a0Address:Port",
                        f"LISTEN {{accept_queue:<6}} {{send_q:<6}}       0.0.0.0:{PORT}",
                    ),
                ),
                Screen(f"ss -Htn state syn-recv 'sport = :{PORT}' | wc -l", ("{half_open:<5}",)),
                Screen(f"ss -Htn state established 'sport = :{PORT}' | wc -l", ("{established:<5}",)),
                Screen(f"ssh clients \"ss -Htn state established 'dport = :{PORT}' | wc -l\"", ("{believed:<5}",)),
                Screen(
                    "nstat -az 'TcpExtListen*' 'TcpExtTCPReqQFull*' TcpExtSyncookiesRecv",
                    (
                        "#kernel",
                        *(
                            f"TcpExt{COUNTERS[name][0]:<26}{{{name}:<6}}             0.0"
                            for name in ("cookies_back", "overflows", "drops", "cookies", "full_drops")
                        ),
                    ),
                ),
                Screen(
                    "netstat -s | grep overflowed",
                    (Shown("    {overflows} times the listen queue of a socket overflowed", "overflows"),),
                ),
            ),
            watch=("accept_queue", "half_open", "overflows", "unknown"),
        ),
        States(title="Who believes what", rows=6),
        Ladder(sides=(CLIENT, SERVER), states="ends", title="An unlucky client"),
        Distribution("took", table="connects", title="How long connect() took"),
    )
    bets = (
        ValueBet(
            id="seats",
            question="Backlog 50, somaxconn 128, and the application pauses for 1.5 s. 200 clients arrive per "
            "second. How many connections wait in the accept queue when it is full?",
            summary="most_waiting",
            min=10,
            max=500,
        ),
        ValueBet(
            id="backlog",
            question="With a backlog of 50, 250 clients needed a second or more to connect. Now the program asks for "
            "1024, and somaxconn stays at 128. How many clients need that long now?",
            at="Only the backlog raised",
            summary="slow",
            min=0,
            max=400,
            scale="linear",
        ),
        ValueBet(
            id="burst",
            question="200 clients come at once, the accept queue has 51 seats, and nobody accepts. With SYN cookies, "
            "how many clients are told that they are connected?",
            at="A burst",
            summary="connected",
            min=0,
            max=201,
            scale="linear",
        ),
    )
    sources = (
        "tcp_input.c:tcp_conn_request",
        "tcp_ipv4.c:tcp_v4_syn_recv_sock",
        "tcp_minisocks.c:tcp_check_req",
        "inet_connection_sock.c:reqsk_timer_handler",
        "syncookies.c:cookie_v4_check",
        "sock.h:sk_acceptq_is_full",
        "listen(2)",
        "H01–H15",
        "H28",
    )
    leaves_out = """
        The time the kernel needs: here it handles a burst of SYNs in no time, where a real machine takes a few
        milliseconds. There is one listening socket and one application thread (no SO_REUSEPORT). The network loses
        nothing, and the clients' programs don't retry. The server answers as soon as it has accepted and keeps every
        connection open. Requests are 100 bytes, answers 2.
    """

    @staticmethod
    def commands(p: ListenQueuesParameters) -> list[Commands]:
        """A server that never accepts, clients, and where to look."""
        seats = min(p.backlog, p.somaxconn)
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.core.somaxconn={p.somaxconn}",
                    f"sysctl -w net.ipv4.tcp_syncookies={p.syncookies}",
                    f"sysctl -w net.ipv4.tcp_max_syn_backlog={p.max_syn_backlog}",
                    f"sysctl -w net.ipv4.tcp_abort_on_overflow={int(p.abort)}",
                    f"sysctl -w net.ipv4.tcp_synack_retries={p.synack_retries}",
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms limit 100000",
                ],
            ),
            Commands(
                "Run it",
                [
                    "# a server that listens and never accepts:",
                    f'python3 -c \'import socket; s = socket.create_server(("", {PORT}), backlog={p.backlog}); '
                    "input()'",
                    "# clients, each in its own process:",
                    f"for i in $(seq {p.clients}); do curl -s -m {p.timeout or 3600:g} "
                    f"-w '%{{time_connect}}\\n' http://203.0.113.5:{PORT}/ &"
                    f"{f' sleep {1 / p.rate:g};' if p.rate else ''} done; wait",
                ],
            ),
            Commands(
                "See it",
                [
                    f"ss -lnt 'sport = :{PORT}'",
                    "# State  Recv-Q Send-Q Local Address:Port Peer Address:Port",
                    f"# LISTEN {seats + 1:<6} {seats:<6}       0.0.0.0:{PORT}      0.0.0.0:*",
                    f"ss -Htn state syn-recv 'sport = :{PORT}' | wc -l",
                    "nstat -az TcpExtListenOverflows TcpExtListenDrops",
                    "nstat -az TcpExtTCPReqQFullDrop TcpExtTCPReqQFullDoCookies TcpExtSyncookiesRecv",
                    f"ss -tno state syn-sent 'dport = :{PORT}'   # on a client: timer:(on,…,retries)",
                ],
            ),
        ]

    @staticmethod
    def run(p: ListenQueuesParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s): both queues, what the clients wait for, and the server's counters."""
        result = ListenQueues.outputs.result(end=p.duration)
        crowd = _crowd(p)
        for number in range(POINTS + 1):
            now = number * p.duration / POINTS
            for _ in crowd.run(now):
                yield result
            result.append(now, *sample(crowd))
            result.progress = number / POINTS
        note_events(result, crowd, p.duration)
        put_tables(result, crowd, p.duration)
        _summarise(result, p, crowd)
        yield result


def _crowd(p: ListenQueuesParameters) -> Crowd:
    era = ERAS[p.kernel]
    plan = CrowdPlan(
        clients=p.clients,
        gap=1 / p.rate if p.rate else 0.0,
        accept_rate=p.accept_rate,
        backlog=p.backlog,
        pause_at=p.pause_at,
        pause=p.pause,
        speaks_first=p.first == CLIENT,
        timeout=p.timeout,
    )
    sysctls = Sysctls(
        somaxconn=p.somaxconn,
        tcp_max_syn_backlog=p.max_syn_backlog,
        tcp_syncookies=int(p.syncookies),
        tcp_abort_on_overflow=int(p.abort),
        tcp_synack_retries=p.synack_retries,
    )
    return Crowd(plan, out=p.rtt / 2000, back=p.rtt / 2000, sysctls=sysctls, era=era)


def _summarise(result: Result, p: ListenQueuesParameters, crowd: Crowd) -> None:
    clients, counters, listener = crowd.clients, crowd.server.counters, crowd.listener
    took = sorted(result.tables["connects"]["took"])
    slow = sum(1 for time in took if time > SLOW)
    answered = sum(1 for client in clients if client.replied_at is not None)
    errors = sum(1 for client in clients if client.error)
    given_up = sum(1 for client in clients if client.given_up)
    slow += sum(
        1
        for client in clients
        if client.connected_at is None and (client.over_at or p.duration) - client.started_at > SLOW
    )
    unknown = int(max(result["unknown"]))
    result.figure("most_waiting", listener.most_waiting)
    result.figure("overflows", counters["ListenOverflows"])
    result.figure("unknown", unknown)
    result.figure("slow", slow)
    result.figure("connected", len(took))
    result.figure("median", 1000 * took[len(took) // 2] if took else nan)
    result.figure("slowest", took[-1] if took else nan)
    result.figure("most_half_open", listener.most_half_open)
    result.figure("answered", answered)
    result.figure("errors", errors + given_up)
    result.sentence = sentence(p, crowd, slow, len(took), unknown, errors, given_up)
