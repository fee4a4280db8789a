"""A flood of SYNs: what half-open connections cost a server, and what it gives away to do without them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.experiments.syn_flood.watch import COUNTERS, LIVE, PORT, Watch
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Distribution, Grid, Lane, Lanes, Screen, Shown, Terminal
from inflight.scenes.transfer import RTT

NOBODY = "nobody"
KERNELS = {"4.3": "up to 4.3", "4.9": "4.4 to 4.9", "6.1": "4.10 to 6.13", "6.1.192": "6.14 and later, 6.1.192 …"}
"""Keys of `ERAS`."""


def _number(name: str, label: str, most: int, default: int, **more: Any) -> Slider:
    """A whole number of something, from 1."""
    values = {"unit": "", "min": 1, "scale": "log2", "step": 1, "integer": True, "quantity": "queue", **more}
    return Slider(name=name, label=label, max=most, default=default, **values)


@experiment("syn-flood", part="opening", question="Does a cookie save the server?")
class SynFlood:
    """SYNs from made-up addresses meet a server, and so do honest clients, before, during and after."""

    title = "A SYN flood"
    parameters = (
        Slider(
            name="rate",
            label="The attack",
            unit="SYN/s",
            min=1,
            max=100_000,
            default=210,
            scale="log10",
            quantity="yours",
            help="A SYN in the shortest Ethernet frame has 64 bytes: 210 a second are 0.11 Mbit/s.",
        ),
        Slider(name="length", label="It lasts", unit="s", min=0.1, max=60, default=5, scale="log10", quantity="yours"),
        Choice(
            name="sources",
            label="At the made-up addresses",
            choices={NOBODY: "there is nobody", LIVE: "are hosts, which answer with RST"},
            default=NOBODY,
        ),
        Slider(
            name="live_rtt",
            label="Their round trip",
            unit="ms",
            min=1,
            max=500,
            default=50,
            scale="log10",
            quantity="rtt",
            matters_when={"sources": (LIVE,)},
        ),
        Choice(
            name="syncookies",
            label="SYN cookies",
            choices={"0": "0: never", "1": "1: if need be", "2": "2: always"},
            default="0",
            knob="net.ipv4.tcp_syncookies",
            help="Linux has 1.",
        ),
        _number("backlog", "Backlog", 4096, 4096, knob="listen(fd, backlog)", help="What the program asks for."),
        _number("somaxconn", "somaxconn", 4096, 4096, knob="net.core.somaxconn"),
        _number(
            "max_syn_backlog",
            "tcp_max_syn_backlog",
            8192,
            1024,
            min=8,
            knob="net.ipv4.tcp_max_syn_backlog",
            matters_when={"syncookies": ("0",), "era": ("4.3",)},
        ),
        _number(
            "synack_retries",
            "tcp_synack_retries",
            8,
            5,
            min=0,
            scale="linear",
            quantity="rto",
            knob="net.ipv4.tcp_synack_retries",
        ),
        Slider(
            name="honest", label="Honest clients", unit="/s", min=0.1, max=20, default=2, scale="log10",
            quantity="throughput",
        ),
        Slider(**{**RTT.__dict__, "label": "Their round trip", "help": "Of the honest clients’ path."}),
        Slider(
            name="mss", label="Their MSS", unit="B", min=536, max=8960, default=1460, scale="log2", step=1,
            integer=True, knob="ip route … advmss", quantity="sequence", help="What they announce in the SYN.",
        ),
        Flag(
            name="timestamps", label="Their timestamps", default=True, knob="net.ipv4.tcp_timestamps",
            help="Of the clients. A cookie has no other place for window scaling and SACK.",
        ),
        Flag(
            name="known", label="The server knows them", default=False, knob="ip tcp_metrics",
            matters_when={"syncookies": ("0",)},
            help="It has kept a round-trip time of theirs from an earlier connection.",
        ),
        Slider(
            name="accepts", label="The program accepts", unit="/s", min=0.1, max=10_000, default=1000, scale="log10",
            quantity="sndbuf", help="At most so many connections.",
        ),
        Choice(name="era", label="Kernel", choices=KERNELS, default="6.1.192", help="Of the server."),
        Slider(name="duration", label="Watched for", unit="s", min=5, max=150, default=120, scale="log10"),
    )  # fmt: skip
    presets = (
        Preset(
            "Five seconds of attack",
            {},
            "1050 SYNs, 67 kB in all. 769 of them stay, and for a minute nobody else gets in.",
        ),
        Preset(
            "Cookies if need be",
            {"syncookies": "1", "backlog": 128},
            "What Linux does by itself. Who finds the queue full gets a cookie, and all honest clients are served at "
            "once.",
        ),
        Preset(
            "A hundred thousand a second",
            {"syncookies": "1", "backlog": 128, "rate": 100_000, "length": 20, "duration": 30},
            "Two million cookies, 51 Mbit/s of SYNs, and 129 requests, as before. A cookie costs time, but no memory.",
        ),
        Preset(
            "Always cookies",
            {"syncookies": "2"},
            "Not one request is kept, of anybody. Good for a test; see what each connection then lacks.",
        ),
        Preset(
            "What a cookie forgets",
            {"syncookies": "2", "timestamps": False, "mss": 1452, "rtt": 100},
            "A client without timestamps, behind PPPoE: no window scaling, no SACK, 12 bytes less in each segment.",
        ),
        Preset(
            "A sleepy program",
            {"syncookies": "2", "backlog": 5, "accepts": 0.5, "duration": 30},
            "Cookies have nothing to do with the other queue. Six connections wait for accept(), and whatever comes "
            "then is dropped.",
        ),
        Preset(
            "As recorded",
            {"backlog": 128, "max_syn_backlog": 256, "rate": 200, "length": 2, "honest": 1, "rtt": 20, "duration": 80},
            "As in the recording: 129 requests, 64 of them after seven seconds, none after a minute.",
        ),
        Preset(
            "A trickle",
            {"backlog": 128, "max_syn_backlog": 256, "rate": 25, "length": 60},
            "25 SYNs in a second, 13 kbit/s. For half of the minute new clients are turned away.",
        ),
        Preset(
            "A shorter backlog",
            {"backlog": 511},
            "nginx’s 511 instead of 4096, and after seven seconds there is room again: where old requests fill more "
            "than half of the backlog, the kernel gives them up early. With 4096 it never saw a reason to.",
        ),
        Preset(
            "Only those I know",
            {"known": True},
            "What the last quarter is for: without cookies, clients that the server remembers still get in.",
        ),
        Preset(
            "Somebody is at home",
            {"sources": LIVE, "length": 20, "duration": 40},
            "Each SYN-ACK meets a host that has asked for nothing, and its RST frees the place after one round trip.",
        ),
        Preset(
            "Linux 4.3",
            {"era": "4.3", "syncookies": "1", "backlog": 128},
            "The same program, the same 128: the old table had the next power of two above it, 256 places.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("half", "The two queues", "connections", ("half_open", "accept_queue", "limit"), "step"),
                Lane("fate", "The SYNs", "/s", ("kept", "cookies", "dropped"), "step"),
                Lane("honest", "Honest clients", "clients", ("tried", "served", "waiting"), "step"),
                Lane("took", "Until they are served", "s", ("took",), "points"),
            )
        ),
        Terminal(
            (
                Screen(
                    f"ss -lnt 'sport = :{PORT}'",
                    (
                        "State  Recv-Q Send-Q Local\u00a0Address:Port",
                        f"LISTEN {{accept_queue:<6}} {{send_q:<6}}         0.0.0.0:{PORT}",
                    ),
                ),
                Screen(f"ss -Htn state syn-recv 'sport = :{PORT}' | wc -l", ("{half_open:<5}",)),
                Screen(
                    "nstat -az 'TcpExtListen*' 'TcpExtTCPReqQFull*' 'TcpExtSyncookies*'",
                    (
                        "#kernel",
                        *(f"TcpExt{counter:<26}{{{name}:<9}}       0.0" for name, (counter, _) in COUNTERS.items()),
                    ),
                ),
                Screen(
                    "dmesg | grep flooding",
                    (
                        Shown(
                            f"TCP: request_sock_TCP: Possible SYN flooding on port {PORT}. {{action}}.  "
                            "Check SNMP counters.",
                            "warned",
                        ),
                    ),
                ),
            ),
            watch=("half_open", "drops", "cookies_sent", "served"),
        ),
        Grid("remembered", title="What the cookie remembers"),
        Distribution("took", table="connects", title="Until they are served"),
    )
    bets = (
        ValueBet(
            id="shorter",
            question="The same five seconds, still without cookies, and the program asks for a backlog of 511 instead "
            "of 4096. For how many seconds are new clients turned away?",
            at="A shorter backlog",
            summary="closed",
            min=0.5,
            max=300,
        ),
        ValueBet(
            id="limit",
            question="Cookies if need be, listen(fd, 128), and tcp_max_syn_backlog is 1024. How many half-open "
            "requests does the server keep at most?",
            at="Cookies if need be",
            summary="half_open",
            min=10,
            max=5000,
        ),
        ValueBet(
            id="window",
            question="Timestamps are off at the client, and the connection has come about by a cookie. The round trip "
            "takes 100 ms. How fast can the server send, in Mbit/s, whatever the line carries?",
            at="What a cookie forgets",
            summary="cap",
            min=0.5,
            max=1000,
        ),
    )
    sources = (
        "tcp_input.c:tcp_conn_request",
        "tcp_input.c:tcp_syn_flood_action",
        "syncookies.c:cookie_v4_init_sequence",
        "syncookies.c:cookie_v4_check",
        "syncookies.c:cookie_init_timestamp",
        "inet_connection_sock.c:reqsk_timer_handler",
        "tcp_metrics.c:tcp_peer_is_proven",
        "RFC 4987",
        "H10",
        "H16–H19",
        "H29",
    )
    leaves_out = """
        What SYNs cost besides memory: the time of the CPU, which is what ends it at millions a second, and the line,
        which is full before that on most of them. The clients’ path loses nothing; each sends a request of 100 bytes
        when it is connected, gets 100 bytes back, and stays. ECN, which a cookie’s timestamp can hold as well. An
        attack ends here when it has left 20,000 requests at the server; SYNs that are refused, or answered with
        cookies, do not count for that.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """A server of your own, with these settings, and what to look at; no tool for floods is needed."""
        return [
            Commands(
                "Set it, on a server of your own",
                [
                    f"sysctl -w net.ipv4.tcp_syncookies={p.syncookies}",
                    f"sysctl -w net.ipv4.tcp_max_syn_backlog={p.max_syn_backlog}",
                    f"sysctl -w net.core.somaxconn={p.somaxconn}   # counts at the next listen()",
                    f"sysctl -w net.ipv4.tcp_synack_retries={p.synack_retries}",
                    'python3 -c "import socket; '
                    f"s = socket.create_server(('', {PORT}), backlog={p.backlog}); input()\"   # accepts nothing",
                ],
            ),
            Commands(
                "Half-open connections without a flood",
                [
                    "# on a client of yours, whose kernel shall not see the SYN-ACKs:",
                    f"iptables -A INPUT -p tcp --sport {PORT} --tcp-flags SYN,ACK SYN,ACK -j DROP",
                    f"for i in $(seq {min(int(p.rate * p.length), 2000)}); do nc -w 1 192.0.2.1 {PORT} & done",
                ],
            ),
            Commands(
                "See it",
                [
                    f"ss -Htn state syn-recv 'sport = :{PORT}' | wc -l",
                    f"ss -tno state syn-recv 'sport = :{PORT}'   # timer:(on,…,how many SYN-ACKs have been sent again)",
                    "nstat -az 'TcpExtListen*' 'TcpExtTCPReqQFull*' 'TcpExtSyncookies*'",
                    "dmesg | grep flooding",
                    f"# TCP: request_sock_TCP: Possible SYN flooding on port {PORT}. Sending cookies.  "
                    "Check SNMP counters.",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s): half-open requests, the SYNs' fates, honest clients, and the server's counters."""
        result = Result(
            [
                Column("t", "s", "time", "time"),
                Column("half_open", "requests", "half open, in SYN_RECV", "queue"),
                Column("limit", "requests", "with so many, an honest client’s SYN is not kept any more", "ssthresh"),
                Column("kept", "/s", "SYNs of which a request is kept", "queue"),
                Column("cookies", "/s", "SYNs answered with a cookie", "throughput"),
                Column("dropped", "/s", "SYNs and ACKs dropped", "loss"),
                Column("tried", "clients", "honest clients that have come", "time"),
                Column("served", "clients", "of these: have been answered", "throughput"),
                Column("waiting", "clients", "of these: still wait", "loss"),
                Column("took", "s", "of those that come now: until they are served, on average", "rtt"),
                Column("accept_queue", "connections", "established, not accepted yet: Recv-Q", "inflight"),
                Column("send_q", "connections", "the smaller of backlog and somaxconn: Send-Q", "inflight"),
                *(Column(name, "", meaning, "loss") for name, (_, meaning) in COUNTERS.items()),
                Column("warned", "", "1: the kernel has said so", "time"),
                Column("action", "", "what it says", "time", words=("Dropping request", "Sending cookies")),
            ],
            end=p.duration,
        )
        watch = Watch(p, result)
        for _ in watch.clock.run(p.duration):
            yield result
        watch.finish()
        yield result
