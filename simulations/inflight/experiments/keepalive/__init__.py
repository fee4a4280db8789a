"""A peer falls silent: a program learns it from keepalive, from data in flight, or never."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.experiments.keepalive.silence import (
    BOTH,
    EXITS,
    HANGS,
    HERE,
    LATER,
    LIVES,
    NEVER,
    NOBODY,
    OUTAGE,
    PEER,
    PORT,
    POWER,
    REBOOTS,
    SIDES,
    THEN,
    YOU,
    Plan,
    Silence,
)
from inflight.experiments.keepalive.tables import bounds, columns, draw, end_of, fill, say, watch
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Result
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Screen, Shown, States, Terminal
from inflight.scenes.transfer import RTT

_RECORDED = {"keepalive_time": 10, "keepalive_intvl": 5, "keepalive_probes": 3}
_HEADING = "State      Recv-Q Send-Q Local\u00a0Address:Port Peer\u00a0Address:Port "
_YOURS, _THEIRS = f"{YOU}:32768", f"{PEER}:{PORT}"


@experiment("keepalive", part="closing", question="When does a dead peer become known?")
class Keepalive:
    """Two programs have exchanged a message. Then one of them is gone, and the other one waits."""

    title = "Dead peers and keepalive"
    parameters = (
        Choice(
            name="how",
            label="What happens to the peer",
            choices={
                POWER: "its power fails",
                EXITS: "its program ends",
                HANGS: "its program hangs",
                REBOOTS: "its host reboots",
                OUTAGE: "its cable is out for a while",
                LIVES: "nothing at all",
            },
            default=POWER,
        ),
        Slider(
            name="dies",
            label="It happens after",
            unit="s",
            min=1,
            max=7200,
            default=60,
            scale="log10",
            quantity="time",
            help="Counted from the last message, in either direction.",
            matters_when={"how": (POWER, EXITS, HANGS, REBOOTS, OUTAGE)},
        ),
        Slider(
            name="outage",
            label="For so long",
            unit="s",
            min=1,
            max=7200,
            default=60,
            scale="log10",
            quantity="time",
            help="Until the host is up again, or the cable is back.",
            matters_when={"how": (REBOOTS, OUTAGE)},
        ),
        Choice(
            name="writes",
            label="Your program writes",
            choices={NEVER: "nothing, it waits for messages", THEN: "at that very moment", LATER: "later, two times"},
            default=NEVER,
            help="The second time a second after the first.",
        ),
        Slider(
            name="write_after",
            label="So much later",
            unit="s",
            min=1,
            max=7200,
            default=600,
            scale="log10",
            quantity="time",
            matters_when={"writes": (LATER,)},
        ),
        Flag(
            name="reads",
            label="It waits in read()",
            default=True,
            help="Or in poll(). Otherwise it learns of an error from its next write().",
        ),
        Choice(
            name="keepalive",
            label="Keepalive",
            choices={NOBODY: "at neither end", HERE: "at your end", BOTH: "at both ends"},
            default=NOBODY,
            knob="SO_KEEPALIVE",
        ),
        Slider(
            name="keepalive_time",
            label="First probe after",
            unit="s",
            min=1,
            max=14_400,
            default=7200,
            scale="log10",
            knob="net.ipv4.tcp_keepalive_time, TCP_KEEPIDLE",
            quantity="rto",
            help="So long nothing must have been heard.",
        ),
        Slider(
            name="keepalive_intvl",
            label="Next probe after",
            unit="s",
            min=1,
            max=600,
            default=75,
            scale="log10",
            knob="net.ipv4.tcp_keepalive_intvl, TCP_KEEPINTVL",
            quantity="rto",
        ),
        Slider(
            name="keepalive_probes",
            label="Probes",
            unit="",
            min=1,
            max=20,
            default=9,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_keepalive_probes, TCP_KEEPCNT",
            quantity="rto",
        ),
        Slider(
            name="user_timeout",
            label="User timeout",
            unit="s",
            min=1,
            max=1000,
            default=0,
            scale="log10",
            special={0: "not set"},
            knob="TCP_USER_TIMEOUT",
            quantity="loss",
            help="How long data may stay unacknowledged. It also takes the place of the number of probes.",
        ),
        Slider(
            name="retries2",
            label="tcp_retries2",
            unit="",
            min=0,
            max=15,
            default=15,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_retries2",
            quantity="loss",
            help="Turned into a time: so many doublings of 200 ms.",
        ),
        Flag(
            name="beats",
            label="Heartbeats of your own",
            default=False,
            help="20 B to the peer’s program, which answers; the next one is due before the answer: it is dead.",
        ),
        Slider(
            name="beat",
            label="One every",
            unit="s",
            min=5,
            max=600,
            default=30,
            scale="log10",
            quantity="time",
            help="The table “What bounds it” counts with it in any case.",
        ),
        Slider(
            name="nat",
            label="A firewall forgets after",
            unit="s",
            min=10,
            max=86_400,
            default=0,
            scale="log10",
            special={0: "there is none"},
            quantity="loss",
            help="A firewall, a NAT or a load balancer on the way drops what belongs to no connection that it knows.",
        ),
        replace(RTT, min=0.1, max=1000, help=""),
    )
    presets = (
        Preset("For ever", {}, "You only read, and there is nothing to read. No packet is sent, so none is missed."),
        Preset(
            "Keepalive as it comes",
            {"keepalive": HERE},
            "Two hours until the first probe, then nine of them: 7200 + 9 · 75 = 7875 s, and the timers’ coarseness.",
        ),
        Preset(
            "Keepalive in half a minute",
            {"keepalive": HERE, **_RECORDED, "dies": 1},
            "As in the laboratory: after 10 s three probes, 5.12 s apart, then a RST, and ETIMEDOUT.",
        ),
        Preset(
            "Data in flight",
            {"writes": THEN},
            "Now there is something to be acknowledged. tcp_retries2 = 15 gives up after sixteen minutes.",
        ),
        Preset(
            "A user timeout",
            {"writes": THEN, "user_timeout": 20, "dies": 5},
            "The same with a bound that the program has set: 20 s, and a little.",
        ),
        Preset(
            "Its program ends",
            {"how": EXITS, "dies": 5},
            "The kernel closes for it. A FIN comes: read() returns 0, at once.",
        ),
        Preset(
            "You write, and do not read",
            {"how": EXITS, "reads": False, "writes": LATER, "write_after": 5, "dies": 5},
            "The first write() succeeds, and brings a RST. The second one gets EPIPE.",
        ),
        Preset(
            "It reboots",
            {"how": REBOOTS, "keepalive": HERE, "keepalive_time": 300},
            "Up again, it knows nothing. It is your probe that gets the RST: ECONNRESET.",
        ),
        Preset(
            "It hangs",
            {"how": HANGS, "keepalive": HERE, "keepalive_time": 60, "keepalive_intvl": 10, "keepalive_probes": 6},
            "Its kernel answers each probe. Keepalive asks the kernel, not the program.",
        ),
        Preset(
            "It hangs, with heartbeats",
            {"how": HANGS, "beats": True},
            "A message that the program itself must answer. One interval without an answer is enough.",
        ),
        Preset(
            "A firewall forgets",
            {"how": LIVES, "nat": 350, "writes": LATER},
            "Both ends are well, and nothing has been sent for ten minutes. Then a write goes nowhere.",
        ),
        Preset(
            "Keepalive keeps it awake",
            {"how": LIVES, "nat": 350, "writes": LATER, "keepalive": HERE, "keepalive_time": 240},
            "A probe every few minutes, and the firewall remembers.",
        ),
        Preset(
            "Too eager",
            {"how": OUTAGE, "keepalive": BOTH, **_RECORDED},
            "A cable is out for a minute, while nobody wants to send. Without keepalive nothing would have happened.",
        ),
    )
    views = (
        Lanes(
            (
                Lane("silence", "Nothing has been heard for", "s", ("silence",)),
                Lane("asked", "Asked without an answer", "", ("probes", "retransmits"), kind="step"),
                Lane("unacked", "Written, not acknowledged", "B", ("unacked",), kind="step"),
            ),
        ),
        Ladder(sides=SIDES, title="Packets"),
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
        Grid("bounds", title="What bounds it"),
    )
    bets = (
        ValueBet(
            id="keepalive",
            question="SO_KEEPALIVE is on, and no other setting has been touched. The peer’s power fails. After how "
            "many seconds does your program learn it?",
            at="Keepalive as it comes",
            summary="told",
            min=10,
            max=100_000,
        ),
        ValueBet(
            id="data",
            question="Your program has just written when the peer’s power fails. No keepalive, default settings. After "
            "how many seconds does it learn it?",
            at="Data in flight",
            summary="told",
            min=1,
            max=20_000,
        ),
        ValueBet(
            id="reboot",
            question="The peer’s host reboots, and is up again after a minute. Your keepalive sends its first probe "
            "when nothing has been heard for 300 s, which is 240 s after the reboot began. After how many seconds does "
            "your program know?",
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
        A router that reports an unreachable host: such a message is kept, and is the error in the end instead of
        ETIMEDOUT, and it may make retransmissions come sooner (RFC 6069). A firewall that answers with a RST instead of
        dropping. Losses other than those of the story, several connections, and what a program does about it. The
        ticks are those of a kernel with 250 per second; with 1000 or 100 of them the timers round otherwise.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
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
                    "ip route add blackhole 198.51.100.7   # on a router: the silent end, without pulling a cable",
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
                    f"ss -tno dst {PEER}   # timer:(keepalive,119min,0): time left, probes without an answer",
                    "nstat -az TcpExtTCPKeepAlive TcpExtTCPTimeouts TcpExtTCPAbortOnTimeout",
                    f"tcpdump -ni eth0 host {PEER}   # a probe: length 0, and one number too low",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the last message)."""
        result = Result(columns())
        plan = _plan(p)
        yield result
        first, silence = Silence(plan), Silence(plan)
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


def _plan(p: Any) -> Plan:
    return Plan(
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
