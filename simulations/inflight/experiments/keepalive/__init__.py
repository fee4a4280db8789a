"""A peer falls silent: a program learns it from keepalive, from data in flight, or never."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.keepalive.parameters import PRESETS, DeadPeerParameters
from inflight.experiments.keepalive.silence import LIVES, NOBODY, PEER, PORT, SIDES, YOU, PeerSilence, SilencePlan
from inflight.experiments.keepalive.tables import bounds, draw, end_of, fill, watch
from inflight.experiments.keepalive.words import say
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Screen, Shown, States, Terminal

_HEADING = "State      Recv-Q Send-Q Local\u00a0Address:Port Peer\u00a0Address:Port "
_YOURS, _THEIRS = f"{YOU}:32768", f"{PEER}:{PORT}"


@experiment("keepalive", part="closing", question="When do you find out that the peer is dead?")
class DeadPeer:
    """Two programs have exchanged a message. Then one of them is gone, and the other one waits for it."""

    title = "Dead peers and keepalive"
    parameters = DeadPeerParameters
    points = ("you", "peer")
    knobs = ("how", "keepalive_time", "user_timeout")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the last message", "time"),
            Column("silence", "s", "since your kernel last heard anything", "time"),
            Column("probes", "", "keepalive probes without an answer", "rto"),
            Column("retransmits", "", "timeouts in a row", "loss"),
            Column("unacked", "B", "written and not acknowledged yet", "unacked"),
            Column("open", "", "1: your connection exists", "sequence"),
            Column("state", "", "its state, as ss prints it", "sequence"),
            Column("timer", "", "its timer, as ss prints it", "rto"),
            Column("sent", "", "keepalive probes sent", "rto"),
            Column("timeouts", "", "timeouts", "loss"),
            Column("again", "", "segments sent again", "loss"),
            Column("peer_open", "", "1: the peer still has a connection", "sequence"),
            Column("peer_state", "", "its state, as ss prints it", "sequence"),
        ),
        figures=(
            Output("told", "s", "Until your program knows"),
            Output("known", "s", "Until your kernel knows"),
            Output("keepalive", "s", "Keepalive’s time by its settings"),
            Output("documented", "s", "tcp_retries2 as a time"),
            Output("probes", "", "Keepalive probes sent"),
            Output("again", "", "Segments sent again"),
            Output("peer", "s", "Until the peer’s program knows"),
        ),
    )
    views = (
        Ladder(sides=SIDES, title="Packets"),
        Lanes(
            (
                Lane("silence", "Time since anything was heard", "s", ("silence",)),
                Lane("asked", "Tries without an answer", "", ("probes", "retransmits"), kind="step"),
                Lane("unacked", "Written, not acknowledged", "B", ("unacked",), kind="step"),
            ),
        ),
        States(),
        Terminal(
            (
                Screen(
                    f"ss -tno dst {PEER}",
                    (
                        _HEADING,
                        Shown(f"{{state:<10}} 0      {{unacked:<6}} {_YOURS} {_THEIRS:<18} {{timer:<27}}", "open"),
                    ),
                ),
                Screen(
                    f"ssh peer ss -tn dst {YOU}",
                    (_HEADING, Shown(f"{{peer_state:<10}} 0      0      {_THEIRS:<18} {_YOURS}", "peer_open")),
                ),
                Screen(
                    "nstat -az TcpExtTCPKeepAlive TcpExtTCPTimeouts TcpRetransSegs",
                    (
                        "#kernel",
                        "TcpRetransSegs                  {again:<6}          0.0",
                        "TcpExtTCPTimeouts               {timeouts:<6}          0.0",
                        "TcpExtTCPKeepAlive              {sent:<6}          0.0",
                    ),
                ),
            ),
            watch=("silence", "probes", "retransmits"),
        ),
        Grid("bounds", title="What limits it"),
    )
    bets = (
        ValueBet(
            id="keepalive",
            question="SO_KEEPALIVE is on, and all other settings are defaults. The peer’s power fails. After how many "
            "seconds does your program find out?",
            at="Keepalive as it comes",
            summary="told",
            min=10,
            max=100_000,
        ),
        ValueBet(
            id="data",
            question="Your program has just written when the peer’s power fails. No keepalive, default settings. After "
            "how many seconds does it find out?",
            at="Data in flight",
            summary="told",
            min=1,
            max=20_000,
        ),
        ValueBet(
            id="reboot",
            question="The peer’s host reboots and is up again after a minute. Your keepalive sends its first probe "
            "after 300 s of silence, which is 240 s after the reboot began. After how many seconds does your program "
            "find out?",
            at="It reboots",
            summary="told",
            min=1,
            max=5000,
        ),
    )
    sources = (
        "RFC 9293 §3.8.3",
        "RFC 9293 §3.8.4",
        "RFC 5482",
        "RFC 5382 §5",
        "tcp_timer.c:tcp_keepalive_timer",
        "tcp_timer.c:tcp_write_timeout",
        "tcp_timer.c:tcp_clamp_rto_to_user_timeout",
        "T16",
    )
    leaves_out = """
        A router that reports an unreachable host: the kernel keeps that message, returns it in the end instead of
        ETIMEDOUT, and may retransmit sooner (RFC 6069). A firewall that answers with a RST instead of dropping. Other
        losses, several connections, and what a program does once it knows. The ticks are those of a kernel with 250 per
        second; with 1000 or 100 the timers round differently.
    """

    @staticmethod
    def commands(p: DeadPeerParameters) -> list[Commands]:
        """The host's settings, a program's own, and where they are seen."""
        timers = [
            f"sysctl -w net.ipv4.tcp_keepalive_time={p.keepalive_time:g}",
            f"sysctl -w net.ipv4.tcp_keepalive_intvl={p.keepalive_intvl:g}",
            f"sysctl -w net.ipv4.tcp_keepalive_probes={p.keepalive_probes}",
        ]
        own = [
            "s.setsockopt(SOL_SOCKET, SO_KEEPALIVE, 1)",
            f"s.setsockopt(IPPROTO_TCP, TCP_KEEPIDLE, {p.keepalive_time:g})",
            f"s.setsockopt(IPPROTO_TCP, TCP_KEEPINTVL, {p.keepalive_intvl:g})",
            f"s.setsockopt(IPPROTO_TCP, TCP_KEEPCNT, {p.keepalive_probes})",
        ]
        bound = [f"s.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, {1000 * p.user_timeout:g})   # ms"]
        return [
            Commands(
                "Set it",
                [
                    *(timers if p.keepalive != NOBODY else []),
                    f"sysctl -w net.ipv4.tcp_retries2={p.retries2}",
                    "ip route add blackhole 198.51.100.7   # on a router: like pulling the cable",
                ],
            ),
            Commands(
                "Your program (Python)",
                [
                    "import time; from socket import *",
                    f"s = create_connection(('{PEER}', {PORT}))",
                    *(own if p.keepalive != NOBODY else []),
                    *(bound if p.user_timeout else []),
                    "s.send(b'x' * 100); s.recv(100); t = time.time()",
                    "try: print(s.recv(100))",
                    "except OSError as e: print(e, time.time() - t)",
                ],
            ),
            Commands(
                "See it",
                [
                    f"ss -tno dst {PEER}   # timer:(keepalive,119min,0): time left, unanswered probes",
                    "nstat -az TcpExtTCPKeepAlive TcpExtTCPTimeouts TcpExtTCPAbortOnTimeout",
                    f"tcpdump -ni eth0 host {PEER}   # a probe: length 0, and its number is one too low",
                ],
            ),
        ]

    @staticmethod
    def run(p: DeadPeerParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the last message)."""
        result = DeadPeer.outputs.result()
        plan = _plan(p)
        yield result
        first, silence = PeerSilence(plan), PeerSilence(plan)
        for _ in watch(first):
            yield result
        result.progress = 0.3
        end = end_of(first)
        for _ in fill(result, silence, end):
            yield result
        result.progress = 0.7
        for table in bounds(plan, p.beat):
            if table:
                result.tables["bounds"] = table
            yield result
        draw(result, silence, end)
        say(result, silence)
        yield result


def _plan(p: DeadPeerParameters) -> SilencePlan:
    return SilencePlan(
        rtt=p.rtt / 1000,
        how=p.how,
        dies=0.0 if p.how == LIVES else p.dies,
        outage=p.outage,
        writes=p.writes,
        write_after=p.write_after,
        reads=p.reads,
        keepalive=p.keepalive,
        idle=p.keepalive_time,
        interval=p.keepalive_intvl,
        probes=p.keepalive_probes,
        user_timeout=p.user_timeout,
        retries2=p.retries2,
        heartbeat=p.beat if p.beats else 0.0,
        nat=p.nat,
    )
