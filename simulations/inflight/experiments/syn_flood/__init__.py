"""A flood of SYNs: what half-open connections cost a server, and what it gives up to do without them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.syn_flood.parameters import PRESETS, SynFloodParameters
from inflight.experiments.syn_flood.watch import COUNTERS, MESSAGES, PORT, FloodWatch
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Distribution, Grid, Lane, Lanes, Scene, Screen, Shown, Source, Store, Terminal
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.listener import flood_message
from inflight.scenes import measured


@experiment("syn-flood", part="opening", question="Does a cookie save the server?")
class SynFlood:
    """A server gets SYNs from made-up addresses, and honest clients before, during and after them."""

    title = "A SYN flood"
    parameters = SynFloodParameters
    points = ("server", "clients")
    knobs = ("rate", "syncookies")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.TIME,
            Column("half_open", "requests", "half open, in SYN_RECV", "queue"),
            Column("limit", "requests", "from here on, the server keeps no honest client’s SYN", "ssthresh"),
            Column("kept", "/s", "SYNs for which a request is kept", "queue"),
            Column("cookies", "/s", "SYNs answered with a cookie", "throughput"),
            Column("dropped", "/s", "SYNs and ACKs dropped", "loss"),
            Column("tried", "clients", "honest clients that have come", "time"),
            Column("served", "clients", "of these: have been answered", "throughput"),
            Column("waiting", "clients", "of these: still waiting", "loss"),
            Column("took", "s", "for those that come now: until they are served, on average", "rtt"),
            Column("accept_queue", "connections", "established, not accepted yet: Recv-Q", "inflight"),
            Column("send_q", "connections", "the smaller of backlog and somaxconn: Send-Q", "inflight"),
            *(Column(name, "", meaning, "loss") for name, (_, meaning) in COUNTERS.items()),
            Column("warned", "", "1: the kernel has logged it", "time"),
            Column("message", "", "what it says", "time", words=MESSAGES),
        ),
        figures=(
            Output("half_open", "requests", "Most half-open requests"),
            Output("closed", "s", "New clients were turned away for"),
            Output("at_once", "%", "Honest clients served within a second"),
            Output("longest", "s", "The longest wait until one was served"),
            Output("waiting", "clients", "Still waiting at the end"),
            Output("sent", "SYNs", "Sent by the attack"),
            Output("volume", "kB", "That is"),
            Output("cookies", "", "Cookies sent"),
            Output("drops", "", "Dropped (ListenDrops)"),
            Output("overflows", "", "Of these: the accept queue was full"),
            Output("mss", "B", "MSS after a cookie"),
            Output("cap", "Mbit/s", "Most that can be sent after a cookie"),
        ),
    )
    views = (
        Scene(
            below="half",
            sources=(Source("flood", "kept", also=("dropped", "cookies")), Source("clients", "tried")),
            stores=(
                (Store("Half open", "half_open", limit="limit", lost="drops"),),
                (Store("Accept queue", "accept_queue", limit="send_q"),),
            ),
            sink="accept()",
            out=("served",),
        ),
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
                    (Shown("{message}", "warned"),),
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
            question="Cookies when the queue is full, listen(fd, 128), and tcp_max_syn_backlog is 1024. How many "
            "half-open requests does the server keep at most?",
            at="Cookies if need be",
            summary="half_open",
            min=10,
            max=5000,
        ),
        ValueBet(
            id="window",
            question="The client has timestamps off and connected by a cookie. The round trip takes 100 ms. How "
            "fast can the server send, in Mbit/s, whatever the line carries?",
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
        What SYNs cost besides memory: CPU time, which runs out at millions per second, and the line, which on most
        servers is full before that. The clients’ path loses nothing. Each client sends a request of 100 bytes when it
        is connected, gets 100 bytes back, and stays. ECN is left out, although a cookie’s timestamp can hold it. An
        attack ends here when it has left 20,000 requests at the server; SYNs that the server refuses or answers with
        cookies don’t count towards that.
    """

    @staticmethod
    def commands(p: SynFloodParameters) -> list[Commands]:
        """A server of your own, with these settings, and what to look at. You need no tool for floods."""
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
                    "# on a client of yours, so that its kernel doesn’t see the SYN-ACKs:",
                    f"iptables -A INPUT -p tcp --sport {PORT} --tcp-flags SYN,ACK SYN,ACK -j DROP",
                    f"for i in $(seq {min(int(p.rate * p.length), 2000)}); do nc -w 1 192.0.2.1 {PORT} & done",
                ],
            ),
            Commands(
                "See it",
                [
                    f"ss -Htn state syn-recv 'sport = :{PORT}' | wc -l",
                    f"ss -tno state syn-recv 'sport = :{PORT}'   # timer:(on,…,SYN-ACKs sent again)",
                    "nstat -az 'TcpExtListen*' 'TcpExtTCPReqQFull*' 'TcpExtSyncookies*'",
                    "dmesg | grep flooding",
                    f"# {flood_message(PORT, cookie=True, named=ERAS[p.kernel].flood_names_address)}",
                ],
            ),
        ]

    @staticmethod
    def run(p: SynFloodParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s): half-open requests, the SYNs' fates, honest clients, and the server's counters."""
        result = SynFlood.outputs.result(end=p.duration)
        watch = FloodWatch(p, result)
        for _ in watch.clock.run(p.duration):
            yield result
        watch.finish()
        yield result
