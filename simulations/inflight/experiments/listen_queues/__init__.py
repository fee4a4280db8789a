"""The two queues of a listening socket: what clients and server believe while the application does not accept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.experiments.listen_queues.columns import COUNTERS, columns, sample
from inflight.experiments.listen_queues.crowd import PORT, Crowd, Plan
from inflight.experiments.listen_queues.tables import CLIENT, SERVER, note_events, put_tables
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Result
from inflight.figure.views import Distribution, Ladder, Lane, Lanes, Screen, Seats, Shown, States, Terminal
from inflight.figure.words import seconds, times
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.scenes.transfer import NAN, RTT

POINTS = 500
SLOW = 0.9
"""s: who needed longer to connect has sent its SYN more than once."""

EITHER = {CLIENT: "the client, with a request", SERVER: "the server, with a greeting"}

KERNELS = {
    "4.3": "up to 4.3",
    "4.9": "4.4 to 4.9",
    "5.3": "4.10 to 5.3",
    "6.1": "5.4 to 6.13",
    "6.1.192": "6.1.192, 6.12.117 …",
    "6.18": "6.14 and later",
}
"""The keys of `ERAS`; the fifth are stable kernels that have taken over the change of 6.14."""


def _number(name: str, label: str, most: float, default: float, **more: Any) -> Slider:
    """A whole number of something, from 1."""
    values = {"unit": "", "min": 1, "scale": "log2", "step": 1, "integer": True, **more}
    return Slider(name=name, label=label, max=most, default=default, **values)


@experiment("listen-queues", part="opening", question="Why does connect() succeed and then hang?")
class ListenQueues:
    """Clients connect to a server whose application does not accept for a while."""

    title = "Two listen queues"
    parameters = (
        _number(
            "backlog",
            "Backlog",
            65535,
            50,
            unit="connections",
            special={0: "none"},
            quantity="queue",
            knob="listen(fd, backlog)",
            help="What the program asks for: 50 is the default of Java’s ServerSocket, 511 that of nginx.",
        ),
        _number("somaxconn", "somaxconn", 65535, 128, unit="connections", quantity="queue", knob="net.core.somaxconn"),
        Slider(
            name="rate",
            label="Clients arrive",
            unit="1/s",
            min=1,
            max=2000,
            default=200,
            scale="log10",
            special={0: "all at once"},
            quantity="throughput",
        ),
        _number("clients", "Clients", 1000, 400, scale="log10", quantity="throughput"),
        Slider(
            name="accept_rate",
            label="The application accepts",
            unit="1/s",
            min=1,
            max=10_000,
            default=1000,
            scale="log10",
            special={0: "never"},
            quantity="sndbuf",
            help="How often a second it can call accept() while it does not stand still.",
        ),
        Slider(name="pause", label="It stands still for", unit="s", min=0, max=30, default=1.5, step=0.1,
               quantity="sndbuf", help="A garbage collection, a lock, a slow database."),
        Slider(name="pause_at", label="from", unit="s", min=0, max=10, default=0.3, step=0.1, quantity="sndbuf"),
        Choice(name="first", label="Who speaks first", choices=EITHER, default=CLIENT,
               help="HTTP and TLS: the client. SMTP, SSH, MySQL: the server."),
        Slider(**{**RTT.__dict__, "help": "Of the path between the clients and the server."}),
        Choice(name="era", label="Kernel", choices=KERNELS, default="6.1.192",
               help="Of the server, and of the clients where it matters to them."),
        Choice(name="syncookies", label="SYN cookies", choices={"0": "0: never", "1": "1: when full", "2": "2: always"},
               default="1", knob="net.ipv4.tcp_syncookies"),
        _number("max_syn_backlog", "tcp_max_syn_backlog", 65536, 1024, min=8, knob="net.ipv4.tcp_max_syn_backlog",
                matters_when={"syncookies": ("0",), "era": ("4.3",)}),
        Flag(name="abort", label="Reset on overflow", default=False, knob="net.ipv4.tcp_abort_on_overflow"),
        _number("synack_retries", "tcp_synack_retries", 8, 5, min=0, scale="linear", quantity="rto",
                knob="net.ipv4.tcp_synack_retries"),
        Slider(name="timeout", label="A client waits for", unit="s", min=0.1, max=90, default=10, scale="log10",
               special={0: "ever"}, quantity="rto", help="Then it closes its socket, connected or not."),
        Slider(name="duration", label="Duration", unit="s", min=1, max=150, default=6, scale="log10"),
    )  # fmt: skip
    presets = (
        Preset(
            "A pause of 1.5 s",
            {},
            "51 seats are taken in a quarter of a second. What comes then is dropped: most clients hang in connect() "
            "for one second or three, and seven are connected to nothing.",
        ),
        Preset(
            "Only somaxconn raised",
            {"somaxconn": 4096},
            "Nothing has changed. The smaller of the two counts, and that is still the program’s 50.",
        ),
        Preset(
            "Only the backlog raised",
            {"backlog": 1024},
            "The program asks for 1024, ss shows 128: somaxconn has cut it, and nobody was told.",
        ),
        Preset(
            "Both raised",
            {"backlog": 1024, "somaxconn": 4096},
            "All wait in the queue for as long as the pause lasts. Nobody is turned away; the counter stands at 0.",
        ),
        Preset(
            "A burst",
            {"rate": 0, "clients": 200, "pause_at": 0, "pause": 3, "duration": 12},
            "All 200 are connected after one round trip. The server has 51 of them; the others hold a cookie.",
        ),
        Preset(
            "A burst, and the server speaks first",
            {"rate": 0, "clients": 200, "pause_at": 0, "pause": 3, "first": SERVER, "duration": 12},
            "A client that waits for a greeting sends nothing, so its cookie never comes back. It is connected to "
            "nothing until its own patience ends.",
        ),
        Preset(
            "A burst without cookies",
            {"rate": 0, "clients": 200, "pause_at": 0, "pause": 3, "syncookies": "0", "duration": 8},
            "Those who do not fit are not answered. Their connect() takes seconds, but it says the truth.",
        ),
        Preset(
            "Reset on overflow",
            {"abort": True},
            "Those seven get a RST, for their last ACK. All the others still hear nothing at all.",
        ),
        Preset(
            "It never accepts",
            {"rate": 100, "clients": 12, "backlog": 5, "accept_rate": 0, "timeout": 0, "duration": 140},
            "The SYN-ACK comes again after 1, 3, 7, 15 and 31 s. After 63 s the server forgets the connection; the "
            "client has long believed in it.",
        ),
        Preset(
            "Linux 4.3",
            {
                "era": "4.3",
                "rate": 1,
                "clients": 14,
                "backlog": 5,
                "pause_at": 0,
                "pause": 20,
                "timeout": 0,
                "duration": 30,
            },
            "Before 4.10 a lone SYN was let in though there was no seat: all are connected at once, eight to nothing. "
            "Choose a later kernel: those eight hang in connect() instead.",
        ),
        Preset(
            "A slow application",
            {"rate": 20, "clients": 40, "accept_rate": 10, "backlog": 5, "pause": 0, "rtt": 20, "duration": 8},
            "No pause, only twice as many clients as it can take. Each overflow costs a client a second, or three.",
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
            question="Backlog 50, somaxconn 128, and the application stands still for 1.5 s. 200 clients arrive in "
            "each second. How many connections wait in the accept queue when it is full?",
            summary="most_waiting",
            min=10,
            max=500,
        ),
        ValueBet(
            id="backlog",
            question="With a backlog of 50, 250 clients needed a second or more to connect. Now the program asks for "
            "1024, and somaxconn is left at 128. How many clients are it now?",
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
        Time that the kernel needs: a burst of SYNs is handled in no time, where a real machine takes a few
        milliseconds. One listening socket and one application thread (no SO_REUSEPORT), no loss, no retries by the
        clients' programs, and a server that answers as soon as it has accepted and keeps every connection open.
        Requests are 100 bytes, answers 2.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """A server that does not accept, clients, and where to look."""
        seats = min(int(p.backlog), int(p.somaxconn))
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
                    "# a server that listens and does not accept:",
                    f'python3 -c \'import socket; s = socket.create_server(("", {PORT}), backlog={p.backlog}); '
                    "input()'",
                    "# clients, each in a process of its own:",
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
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s): both queues, what the clients wait for, and the server's counters."""
        crowd = _crowd(p)
        result = Result(columns(), end=p.duration)
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


def _crowd(p: Any) -> Crowd:
    era = ERAS[p.era]
    plan = Plan(
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


def _summarise(result: Result, p: Any, crowd: Crowd) -> None:
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
    result.figure("most_waiting", listener.most_waiting, "connections", "In the accept queue, at most")
    result.figure("overflows", counters["ListenOverflows"], "", "ListenOverflows")
    result.figure("unknown", unknown, "connections", "Connected, and the server has no socket, at most")
    result.figure("slow", slow, "clients", "A second or more in connect()")
    result.figure("connected", len(took), "clients", "Told that they are connected")
    result.figure("median", 1000 * took[len(took) // 2] if took else NAN, "ms", "connect(), median")
    result.figure("slowest", took[-1] if took else NAN, "s", "connect(), slowest")
    result.figure("most_half_open", listener.most_half_open, "connections", "Half open, at most")
    result.figure("answered", answered, "clients", "Answered")
    result.figure("errors", errors + given_up, "clients", "Failed or given up")
    result.sentence = _sentence(p, crowd, slow, len(took), unknown, errors, given_up)


def _sentence(p: Any, crowd: Crowd, slow: int, connected: int, unknown: int, errors: int, given_up: int) -> str:
    listener, overflows = crowd.listener, crowd.server.counters["ListenOverflows"]
    came = len(crowd.clients)
    if overflows:
        told = f"The accept queue has {listener.seats} seats and overflows {times(overflows)}."
    else:
        told = f"The accept queue has {listener.seats} seats, {listener.most_waiting} are taken at most; no overflow."
    if slow:
        told += f" Of {came} clients {slow} {'hangs' if slow == 1 else 'hang'} in connect() for a second or more"
    else:
        told += f" All {came} clients connect" if connected == came else f" Of {came} clients {connected} connect"
    if unknown:
        believe, whom = ("believes that it is", "it") if unknown == 1 else ("believe that they are", "them")
        told += f", and {unknown} {believe} connected though the server has no socket for {whom}"
    told += "."
    if errors:
        told += f" Ended by an error: {errors}."
    if given_up:
        told += f" Given up after {seconds(p.timeout)}: {given_up}."
    unanswered = sum(1 for client in crowd.clients if client.waits)
    if unanswered:
        told += f" Without an answer after {seconds(p.duration)}: {unanswered}."
    return told
