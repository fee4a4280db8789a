"""Closing a connection: both state machines, what can go wrong at each step, and what then ends the waiting."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.experiments.four_way_close import words as teardown_words
from inflight.experiments.four_way_close.tables import (
    columns,
    fill,
    lead,
    shown_until,
    states_table,
    stays,
    waits_table,
)
from inflight.experiments.four_way_close.teardown import (
    ACK1,
    ACK2,
    AFTER_ACK,
    ALL,
    BOTH,
    CLIENT,
    CLOSE,
    FIN1,
    FIN2,
    LATER,
    LINGER,
    NEVER,
    NOTHING,
    PLAIN,
    SERVER,
    SHUTDOWN,
    SIDES,
    UNREAD,
    WINDOW,
    WRITE,
    Closing,
    Setting,
)
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Result
from inflight.figure.views import Grid, Ladder, Machine, Screen, Shown, States, Terminal
from inflight.kernel.clock import JIFFY
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.scenes import socket_tables as tables
from inflight.scenes.transfer import RTT

_ADDRESSES = ("10.1.0.2:32768", "10.2.0.2:80")
_HEAD = "State      Recv-Q Send-Q  Local\u00a0Address:Port  Peer\u00a0Address:Port"


def _screen(side: int) -> Screen:
    name, here, there = SIDES[side], _ADDRESSES[side], _ADDRESSES[1 - side]
    line = f"{{{name}_state:<10}} {{{name}_recv:>6}} {{{name}_send:>6}} {here:>19}  {there:>17}  {{{name}_timer:<25}}"
    return Screen(f"ss -tano   # on the {name}", (_HEAD, Shown(line, f"{name}_there")))


_UNANSWERED = {"lost": (FIN1, ACK1, FIN2, ACK2, ALL, AFTER_ACK), "catch": (WINDOW,)}
"""When something is sent again, or a window is probed."""


def _whole(name: str, most: int, default: int, help: str = "", when: dict[str, Any] | None = None) -> Slider:
    """Of a sysctl, tcp_`name`."""
    return Slider(
        name=name,
        label=f"tcp_{name}",
        unit="",
        min=0,
        max=most,
        default=default,
        step=1,
        integer=True,
        quantity="rto",
        knob=f"net.ipv4.tcp_{name}",
        help=help,
        matters_when=when or {},
    )


@experiment("four-way-close", part="closing", question="In which state does it hang, and for how long?")
class FourWayClose:
    """A connection is closed by one side or by both; the figure's time begins with the first close()."""

    title = "Closing a connection"
    parameters = (
        Choice(
            name="first",
            label="Who closes first",
            choices={SIDES[CLIENT]: "the client", SIDES[SERVER]: "the server", BOTH: "both at once"},
            default=SIDES[CLIENT],
        ),
        Choice(
            name="how",
            label="by",
            choices={CLOSE: "close()", SHUTDOWN: "shutdown(SHUT_WR)"},
            default=CLOSE,
            knob="close(fd), shutdown(fd, how)",
            help="After close() no process has the socket any more: it is an orphan. After shutdown() one still reads.",
        ),
        Choice(
            name="other",
            label="The other side then",
            choices={NEVER: "does nothing", LATER: "closes", WRITE: "writes twice, and closes"},
            default=NEVER,
            matters_when={"first": SIDES},
            help="What its program does when the FIN has come.",
        ),
        Slider(
            name="after",
            label="after",
            unit="s",
            min=0.001,
            max=600,
            default=1,
            scale="log10",
            special={0: "at once"},
            matters_when={"other": (LATER, WRITE)},
        ),
        Choice(
            name="catch",
            label="And besides",
            choices={
                PLAIN: "nothing",
                UNREAD: "data were left unread",
                LINGER: "SO_LINGER with 0 s",
                WINDOW: "the other side’s window is closed",
            },
            default=PLAIN,
            knob="SO_LINGER",
            quantity="rwnd",
            help="Of the side that closes first; if both do, of the client.",
        ),
        Choice(
            name="lost",
            label="The network loses",
            choices={
                NOTHING: "nothing",
                FIN1: "the first FIN",
                ACK1: "its ACK",
                FIN2: "the second FIN",
                ACK2: "the last ACK",
                ALL: "everything from the first close on",
                AFTER_ACK: "everything after the first FIN’s ACK",
            },
            default=NOTHING,
            quantity="loss",
        ),
        Slider(
            name="times",
            label="so many times",
            unit="",
            min=1,
            max=10,
            default=1,
            step=1,
            integer=True,
            quantity="loss",
            matters_when={"lost": (FIN1, ACK1, FIN2, ACK2)},
        ),
        Slider(
            name="fin_timeout",
            label="tcp_fin_timeout",
            unit="s",
            min=1,
            max=300,
            default=60,
            step=1,
            integer=True,
            quantity="rto",
            knob="net.ipv4.tcp_fin_timeout",
            matters_when={"how": (CLOSE,)},
            help="How long an orphan waits in FIN_WAIT2.",
        ),
        _whole("orphan_retries", 12, 0, "Of an orphan; 0 stands for 8.", _UNANSWERED),
        _whole("retries2", 15, 15, "Of a socket that a process still has.", _UNANSWERED),
        replace(_whole("max_orphans", 262144, 16384), step=256),
        replace(
            _whole("orphans", 262144, 0, "That each of the hosts has already."),
            label="Other orphans",
            knob="",
            step=256,
            quantity="queue",
        ),
        replace(RTT, min=0.1, max=1000, default=20, help=""),
    )
    presets = (
        Preset(
            "Never closed",
            {},
            "The client is done and gone after a minute in FIN_WAIT2. The server’s program does not close(): "
            "CLOSE_WAIT, with no timer at all.",
        ),
        Preset(
            "Four segments",
            {"other": LATER, "after": 0.1},
            "As it should be. The side that closes first pays for it: a minute of TIME_WAIT.",
        ),
        Preset(
            "The server first",
            {"first": SIDES[SERVER], "other": LATER, "after": 0.1},
            "The same with the sides exchanged: now the TIME_WAIT is the server’s.",
        ),
        Preset(
            "Both at once",
            {"first": BOTH},
            "The FINs cross. Both sides pass CLOSING, and both are in TIME_WAIT.",
        ),
        Preset(
            "tcp_fin_timeout 70",
            {"fin_timeout": 70},
            "Longer than a minute, you would say. Above 60 s the kernel waits T − 60 s, twice: 20 s.",
        ),
        Preset(
            "shutdown(), no answer",
            {"how": SHUTDOWN},
            "FIN_WAIT2 without an end: a process still has the socket, so no sysctl bounds it.",
        ),
        Preset(
            "Half-closed",
            {"how": SHUTDOWN, "other": WRITE},
            "What shutdown() is for: one direction is closed, and the other still carries data.",
        ),
        Preset(
            "Writing to nobody",
            {"other": WRITE},
            "The first write() succeeds and is answered by a reset. The second one fails: EPIPE.",
        ),
        Preset(
            "Unread data",
            {"catch": UNREAD},
            "close() with six unread bytes sends a reset instead of a FIN. The other side’s read() fails.",
        ),
        Preset(
            "Nobody answers",
            {"lost": ALL},
            "The FIN is sent ten times. tcp_orphan_retries 0 means 8, and 8 means 102 s from the first retransmission.",
        ),
        Preset(
            "Nobody answers a shutdown()",
            {"lost": ALL, "how": SHUTDOWN},
            "The same FIN, but no orphan: tcp_retries2 bounds it, and it takes 16 minutes.",
        ),
        Preset(
            "Cut after the first FIN",
            {"lost": AFTER_ACK, "other": LATER, "after": 5},
            "The server’s FIN goes unanswered. LAST_ACK ends as FIN_WAIT1 does, by tcp_orphan_retries.",
        ),
        Preset(
            "A closed window",
            {"catch": WINDOW},
            "Data stand before the FIN, and the receiver answers each probe: no room. The orphan ends after 6 minutes.",
        ),
        Preset(
            "Too many orphans",
            {"orphans": 20480},
            "With more orphans than tcp_max_orphans the FIN is followed by a reset, and the socket is gone at once.",
        ),
        Preset(
            "The last ACK is lost",
            {"other": LATER, "after": 0.1, "lost": ACK2},
            "What TIME_WAIT is for: somebody is still there to answer the FIN that comes again.",
        ),
    )
    views = (
        Machine(states="path"),
        States(stretched=True),
        Ladder(sides=SIDES),
        Terminal((_screen(CLIENT), _screen(SERVER))),
        Grid("waits", title="Who waits"),
    )
    bets = (
        ValueBet(
            id="fin-timeout",
            question="With tcp_fin_timeout at 60 the client was in FIN_WAIT2 for 60.4 s. With 70?",
            at="tcp_fin_timeout 70",
            summary="fin_wait2",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="nobody",
            question="The server’s host has lost power, and the client calls close(). When is its socket gone?",
            at="Nobody answers",
            summary="client_gone",
            min=0.1,
            max=2000,
        ),
        ValueBet(
            id="time-wait",
            question="The server closes first. How long is it in TIME_WAIT, with tcp_fin_timeout set to 5?",
            at={"first": SIDES[SERVER], "other": LATER, "after": 0.1, "fin_timeout": 5},
            summary="time_wait",
            min=1,
            max=1000,
        ),
    )
    sources = (
        "RFC 9293 §3.6",
        "RFC 9293 §3.3.2",
        "RFC 2525 §2.17",
        "tcp.c:__tcp_close",
        "tcp_input.c:tcp_rcv_state_process",
        "tcp_minisocks.c:tcp_timewait_state_process",
        "tcp_timer.c:tcp_write_timeout",
        "tcp_timer.c:tcp_probe_timer",
        "T01",
        "T02",
        "T03",
        "T04",
        "T05",
        "T06",
        "T07",
        "T08",
        "T18",
    )
    leaves_out = """
        Data under way at the close, but for what a preset asks for; congestion windows; the memory of orphans, which
        counts against tcp_mem; ICMP errors, which let an orphan count four times; TCP_LINGER2, TCP_USER_TIMEOUT and
        keepalive. Timers run on the kernel’s wheel with ticks of 4 ms: a minute may last up to two seconds longer,
        depending on when it began. A restarted peer is not here: it would answer any segment with a reset.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The sysctls, a client that closes, and where to look."""
        call = {CLOSE: "s.close()", SHUTDOWN: "s.shutdown(socket.SHUT_WR)"}[p.how]
        linger = ["s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))"] * (p.catch == LINGER)
        drop = {
            ALL: ["iptables -A INPUT -p tcp --dport 80 -j DROP   # on the server, before the close: nobody answers"],
            AFTER_ACK: ["iptables -A INPUT -p tcp --dport 80 -j DROP   # on the server, after the first FIN"],
        }.get(p.lost, [])
        return [
            Commands(
                "Set it",
                [
                    f"sysctl net.ipv4.tcp_fin_timeout={p.fin_timeout:g} net.ipv4.tcp_orphan_retries={p.orphan_retries}",
                    f"sysctl net.ipv4.tcp_retries2={p.retries2} net.ipv4.tcp_max_orphans={p.max_orphans}",
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server",
                    *drop,
                ],
            ),
            Commands(
                "Close it (Python, the side that is first)",
                ["import socket, struct", "s = socket.create_connection(('10.2.0.2', 80))", *linger, call],
            ),
            Commands(
                "See it",
                [
                    "ss -tano state connected '( dport = :80 or sport = :80 )'   # states and timers",
                    "ss -tnp state close-wait                                    # and whose they are",
                    "cat /proc/net/sockstat                                      # TCP: inuse, orphan, tw",
                    "nstat -az TcpExtTCPAbortOnClose TcpExtTCPAbortOnData TcpExtTCPAbortOnTimeout "
                    "TcpExtTCPAbortOnMemory",
                    "tcpdump -ni eth0 'tcp port 80 and tcp[13] & 5 != 0'         # FINs and resets",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first close())."""
        result = Result(columns())
        run = Closing(
            Setting(
                first=p.first,
                how=p.how,
                other=p.other,
                after=p.after,
                catch=p.catch,
                lost=p.lost,
                times=p.times,
                rtt=p.rtt / 1000,
                orphans=p.orphans,
            ),
            Sysctls(
                tcp_fin_timeout=p.fin_timeout,
                tcp_orphan_retries=p.orphan_retries,
                tcp_retries2=p.retries2,
                tcp_max_orphans=p.max_orphans,
            ),
        )
        for _ in run.run():
            yield result
        found = stays(run)
        until = shown_until(run, found)
        fill(result, run, until)
        hosts = (run.hosts[CLIENT].address, run.hosts[SERVER].address)
        # What is over within a tick is no timer that anybody waits for.
        logs = [Log(fired=[each for each in host.log.fired if each.end - each.start > JIFFY]) for host in run.hosts]
        begin = run.begin + lead(run)
        result.tables = {
            "segments": tables.ladder(
                [passage for passage in run.network.passages if passage.sent >= begin], SIDES, hosts, run.begin
            ),
            "states": states_table(found, until, lead(run)),
            "path": states_table(found, until),
            "timers": tables.timers(logs, SIDES, lambda host, _port, _peer: hosts.index(host), run.begin),
            "waits": waits_table(found),
        }
        teardown_words.note(result, run, found)
        teardown_words.summarise(result, run, found)
        yield result
