"""The three segments that open a connection: what they agree on, who believes in it when, and what goes wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inflight.experiments.three_way_handshake.handshake import (
    AFTER,
    CLIENT,
    CLIENT_PORT,
    CLOSED_PORT,
    LISTENING,
    NOBODY,
    NOBODY_FIRST,
    PORT,
    PROHIBITED,
    REJECTED,
    SERVER,
    SERVER_FIRST,
    SILENT,
    TOGETHER,
    UNREACHABLE,
    WAITING,
    End,
    Handshake,
    Plan,
)
from inflight.experiments.three_way_handshake.tables import SIDES, put_rows, put_summary, put_tables
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Grid, Ladder, Machine, Screen, Shown, States, Terminal
from inflight.scenes.buffers import RMEM
from inflight.scenes.transfer import RTT

_FROM = f"{CLIENT}:{CLIENT_PORT}"
_TALK = {"target": (LISTENING, TOGETHER)}
_HEARD = {"target": (LISTENING, TOGETHER, CLOSED_PORT)}
_RETRIED = {"target": (LISTENING, TOGETHER, CLOSED_PORT, SILENT)}


def _lost(name: str, label: str, most: int = 8, default: int = 0, **more: Any) -> Slider:
    """How many are lost. Not of the quantity “loss”: which ones is known, so another run would be the same."""
    return Slider(
        name=name,
        label=label,
        unit="",
        min=0,
        max=most,
        default=default,
        step=1,
        integer=True,
        **more,
    )


def _options(side: str, who: str, **more: Any) -> tuple[Slider | Flag, ...]:
    """What one host is set to."""
    return (
        Slider(
            name=f"{side}_mtu",
            label=f"{who}: MTU",
            unit="B",
            min=576,
            max=9000,
            default=1500,
            step=4,
            integer=True,
            knob="ip link … mtu",
            help="Its MSS option is 40 bytes less: the headers of IP and TCP.",
            **more,
        ),
        Flag(
            name=f"{side}_scaling",
            label=f"{who}: window scaling",
            default=True,
            knob="net.ipv4.tcp_window_scaling",
            **more,
        ),
        replace(
            RMEM,
            name=f"{side}_rmem",
            label=f"{who}: largest receive buffer",
            min=16384,
            help="tcp_rmem[2]: the shift follows from it. If it is less than 128 KiB, so does the first window.",
            **more,
        ),
        Flag(name=f"{side}_sack", label=f"{who}: SACK", default=True, knob="net.ipv4.tcp_sack", **more),
        Flag(
            name=f"{side}_timestamps",
            label=f"{who}: timestamps",
            default=True,
            knob="net.ipv4.tcp_timestamps",
            **more,
        ),
    )


@experiment("three-way-handshake", part="opening", question="What do the three segments agree on?")
class ThreeWayHandshake:
    """A client calls a server; the first bytes follow, from whichever side has something to say."""

    title = "Three segments"
    parameters = (
        Choice(
            name="target",
            label="The client calls",
            choices={
                LISTENING: "a port where a server listens",
                TOGETHER: "a port that calls it at the same moment",
                CLOSED_PORT: "a port where nobody listens",
                SILENT: "an address where nobody answers",
                UNREACHABLE: "an address that a router cannot reach",
                PROHIBITED: "an address that a router may not reach",
                REJECTED: "a firewall that rejects",
            },
            default=LISTENING,
        ),
        replace(RTT, default=20, help=""),
        Choice(
            name="speaks",
            label="Who speaks first",
            choices={
                AFTER: "the client, once connect() returns",
                WAITING: "the client, its data wait already",
                SERVER_FIRST: "the server",
                NOBODY_FIRST: "nobody",
            },
            default=SERVER_FIRST,
            matters_when=_TALK,
            help="HTTP and TLS: the client. SMTP, FTP, MySQL: the server, with a greeting.",
        ),
        _lost("lose_syn", "SYNs lost", matters_when=_HEARD, help="The client’s, from the first one on."),
        _lost("lose_syn_ack", "SYN-ACKs lost", matters_when=_TALK, help="The server’s, from the first one on."),
        _lost(
            "lose_third",
            "Then lost from the client",
            20,
            1,
            matters_when=_TALK,
            help="The third segment, and the client’s next ones.",
        ),
        Slider(
            name="syn_retries",
            label="SYN retries",
            unit="",
            min=1,
            max=8,
            default=6,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_syn_retries",
            quantity="rto",
            matters_when=_RETRIED,
        ),
        *_options("client", "Client"),
        *_options("server", "Server", matters_when=_TALK),
    )
    presets = (
        Preset(
            "Connected, and silent",
            {},
            "connect() returned after 20 ms. The ACK was lost, so the server waits for it, and you for the server.",
        ),
        Preset(
            "The client speaks first",
            {"speaks": AFTER},
            "The same loss. But every segment carries an ACK, and the data come right behind the lost one.",
        ),
        Preset(
            "Nothing is lost", {"lose_third": 0}, "The client is connected after one round trip, the server after 1½."
        ),
        Preset(
            "Data with the ACK",
            {"speaks": WAITING, "lose_third": 0},
            "A program that writes while the connection is being made: two segments and one with data in it.",
        ),
        Preset("The SYN is lost", {"speaks": AFTER, "lose_syn": 1, "lose_third": 0}, "No RTT is known yet: a second."),
        Preset(
            "The SYN-ACK is lost",
            {"speaks": AFTER, "lose_syn_ack": 1, "lose_third": 0},
            "Both sides have a timer for it, and both fire after a second.",
        ),
        Preset(
            "Established with nobody",
            {"speaks": NOBODY_FIRST, "lose_third": 6},
            "The server gives up after a minute, and tells nobody. The client stays connected to it for ever.",
        ),
        Preset(
            "A closed port", {"target": CLOSED_PORT, "lose_third": 0}, "A RST comes back: an error in one round trip."
        ),
        Preset("Nobody there", {"target": SILENT, "lose_third": 0}, "No answer is no error, for two minutes."),
        Preset(
            "A router says no",
            {"target": UNREACHABLE, "lose_third": 0},
            "An ICMP message ends a connect() at once, as a RST does.",
        ),
        Preset(
            "Both call at once",
            {"target": TOGETHER, "speaks": AFTER, "lose_third": 0},
            "Two SYNs cross. Nobody listens here, and yet it becomes a connection: one, not two.",
        ),
        Preset(
            "One of them is old",
            {
                "speaks": AFTER,
                "lose_third": 0,
                "server_scaling": False,
                "server_timestamps": False,
                "server_sack": False,
            },
            "What one does not offer, neither has. It is in no error message; look at the table.",
        ),
        Preset(
            "Jumbo frames here, a tunnel there",
            {"speaks": AFTER, "lose_third": 0, "client_mtu": 9000, "server_mtu": 1420},
            "Nobody negotiates the segment size: each says what it takes, and sends no more than the other takes.",
        ),
    )
    views = (
        Ladder(SIDES, title="Three segments"),
        Grid("agreed", title="What was agreed"),
        Machine(),
        States(title="Both sides"),
        Terminal(
            (
                Screen(
                    "ss -tan   # on the client",
                    (
                        "State      Recv-Q Send-Q Local\u00a0Address:Port    Peer\u00a0Address:Port",
                        Shown(
                            f"{{client:<10}} 0      {{unacked:<6}} {CLIENT}:{CLIENT_PORT}       {{peer}}:{PORT}",
                            "calls",
                        ),
                    ),
                ),
                Screen(
                    "ss -tan   # on the server",
                    (
                        "State      Recv-Q Send-Q Local\u00a0Address:Port    Peer\u00a0Address:Port",
                        Shown(f"LISTEN     0      128    0.0.0.0:{PORT}           0.0.0.0:*", "listens"),
                        Shown(f"{{server:<10}} 0      0      {SERVER}:{PORT}     {_FROM}", "called"),
                    ),
                ),
            ),
            watch=("from_client", "from_server"),
        ),
    )
    bets = (
        ValueBet(
            id="first-byte",
            question="RTT 20 ms. The third segment is lost, and the server has the first word. "
            "After how many ms does the client read it?",
            summary="first_byte",
            min=10,
            max=100_000,
        ),
        ValueBet(
            id="client-first",
            question="The same loss, but now the client speaks first. After how many ms does it have the first byte?",
            at="The client speaks first",
            summary="first_byte",
            min=10,
            max=100_000,
        ),
        ValueBet(
            id="old",
            question="The server offers neither scaling nor SACK nor timestamps. "
            "How many bytes of the client may be unacknowledged, at most?",
            at="One of them is old",
            summary="largest_window",
            min=1000,
            max=1e9,
        ),
    )
    sources = (
        "RFC 9293 §3.5",
        "RFC 9293 §3.7.1",
        "RFC 7323 §2.2",
        "RFC 7323 §3.2",
        "RFC 2018 §2",
        "tcp_output.c:tcp_select_initial_window",
        "tcp_input.c:tcp_rcv_synsent_state_process",
        "tcp_minisocks.c:tcp_check_req",
        "icmp.c:icmp_err_convert",
        "recording F_refused",
        "W03",
        "W04",
        "W08",
    )
    leaves_out = """
        Sequence numbers begin at 0 here, as tcpdump shows them; real ones are random. The path carries packets of every
        size, so a segment is never too large for it, and routers rewrite nothing, though some change the MSS. Windows
        are shown in bytes: tcpdump prints those behind the SYNs divided by the factor. The timers fire as in a
        recording of Linux 6.1; where the ticks stand differently, a second is anything from 1.000 to 1.032 s. A server
        whose queues are full, cookies, and data in the SYN have figures of their own.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The options of both hosts, one segment that is dropped, and where the outcome shows."""
        hosts = [
            f"sysctl -w net.ipv4.tcp_window_scaling={int(end.scaling)} net.ipv4.tcp_sack={int(end.sack)} "
            f"net.ipv4.tcp_timestamps={int(end.timestamps)}   # {who}"
            for who, end in (("client", _end(p, "client")), ("server", _end(p, "server")))
        ]
        buffers = [
            f'sysctl -w net.ipv4.tcp_rmem="4096 {end.default} {end.rmem}"; ip link set dev eth0 mtu {end.mtu}   # {who}'
            for who, end in (("client", _end(p, "client")), ("server", _end(p, "server")))
        ]
        drop = f"iptables -A INPUT -p tcp --dport {PORT} --tcp-flags SYN,ACK"
        losses = [
            *([f"{drop} SYN -m quota --quota {60 * p.lose_syn} -j DROP   # server"] * (p.lose_syn > 0)),
            *(
                [f"{drop.replace('dport', 'sport')} SYN,ACK -m quota --quota {60 * p.lose_syn_ack} -j DROP   # client"]
                * (p.lose_syn_ack > 0)
            ),
            *([f"{drop} ACK -m quota --quota {52 * p.lose_third} -j DROP   # server"] * (p.lose_third > 0)),
        ]
        address = SERVER if p.target in (LISTENING, TOGETHER, CLOSED_PORT) else NOBODY
        answers = {
            UNREACHABLE: [f"ip route add unreachable {NOBODY}   # router"],
            PROHIBITED: [f"ip route add prohibit {NOBODY}   # router"],
            REJECTED: [f"iptables -A FORWARD -p tcp -d {NOBODY} -j REJECT   # router"],
            SILENT: [f"ip route add blackhole {NOBODY}   # router"],
        }
        return [
            Commands(
                "Set it",
                [
                    *hosts,
                    *buffers,
                    *losses,
                    *answers.get(p.target, []),
                ],
            ),
            Commands("Run it", [f"nc -v {address} {PORT}"]),
            Commands(
                "See it",
                [
                    f"tcpdump -nni eth0 'tcp port {PORT} or icmp'   # options [mss …,sackOK,TS …,wscale …]",
                    f"ss -tin dst {address}   # wscale:theirs,ours  mss:…  advmss:…",
                    "nstat -az TcpActiveOpens TcpPassiveOpens TcpAttemptFails TcpRetransSegs",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over the time since the first SYN (s), a row for each moment at which something happens."""
        plan = _plan(p)
        shake = Handshake(plan)
        shake.run()
        result = Result(
            [
                Column("t", "s", "since the first SYN", "time"),
                Column("client", "", "state of the client’s socket", "flow1"),
                Column("server", "", "state of the server’s socket", "flow2"),
                Column("calls", "", "1: the client has a socket", "flow1"),
                Column("called", "", "1: the server has one for it", "flow2"),
                Column("listens", "", "1: somebody listens", "flow2"),
                Column("unacked", "", "Send-Q of the client: 1 while its SYN is unanswered", "unacked"),
                Column("from_client", "", "segments that the client has sent", "flow1"),
                Column("from_server", "", "segments that the server has sent", "flow2"),
                Column("peer", "", "whom it calls", "time", words=(SERVER, NOBODY)),
            ]
        )
        put_rows(result, shake)
        put_tables(result, shake)
        put_summary(result, shake)
        yield result


def _end(p: Any, side: str) -> End:
    """One host's settings."""
    names = ("mtu", "rmem", "scaling", "sack", "timestamps")
    return End(**{name: getattr(p, f"{side}_{name}") for name in names})


def _plan(p: Any) -> Plan:
    talk = p.target in (LISTENING, TOGETHER)
    return Plan(
        client=_end(p, "client"),
        server=_end(p, "server"),
        rtt=p.rtt / 1000,
        target=p.target,
        speaks=p.speaks if talk else NOBODY_FIRST,
        lose_syn=p.lose_syn,
        lose_syn_ack=p.lose_syn_ack if talk else 0,
        lose_third=p.lose_third if talk else 0,
        syn_retries=p.syn_retries,
    )
