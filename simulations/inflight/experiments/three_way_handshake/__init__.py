"""The three segments that open a connection: what they agree on, who believes in it when, and what goes wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.three_way_handshake.handshake import (
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
    SILENT,
    TOGETHER,
    UNREACHABLE,
    ConnectionOpening,
    OpeningPlan,
)
from inflight.experiments.three_way_handshake.parameters import PRESETS, ThreeWayHandshakeParameters
from inflight.experiments.three_way_handshake.tables import SHOWN, SIDES, put_rows, put_summary, put_tables
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Ladder, Machine, Screen, Shown, States, Terminal
from inflight.kernel.sockets.era import ERAS
from inflight.scenes import measured

_FROM = f"{CLIENT}:{CLIENT_PORT}"


@experiment("three-way-handshake", part="opening", question="What do the three segments agree on?")
class ThreeWayHandshake:
    """A client connects to a server, and whichever side speaks first sends the first bytes."""

    title = "Three segments"
    parameters = ThreeWayHandshakeParameters
    points = ("client", "server")
    knobs = ("rtt", "lose_syn", "server_scaling")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.SINCE_FIRST_SYN,
            Column("client", "", "state of the client’s socket", "flow1", words=tuple(SHOWN.values())),
            Column("server", "", "state of the server’s socket", "flow2", words=tuple(SHOWN.values())),
            Column("calls", "", "1: the client has a socket", "flow1"),
            Column("called", "", "1: the server has one for it", "flow2"),
            Column("listens", "", "1: somebody listens", "flow2"),
            Column("unacked", "", "Send-Q of the client: 1 while its SYN is unanswered", "unacked"),
            Column("from_client", "", "segments that the client has sent", "flow1"),
            Column("from_server", "", "segments that the server has sent", "flow2"),
            Column("peer", "", "whom it calls", "time", words=(SERVER, NOBODY)),
        ),
        figures=(
            Output("returned", "ms", "connect() returned after"),
            Output("connected", "ms", "The client is connected after"),
            Output("accepted", "ms", "The server is connected after"),
            Output("asked", "ms", "The server has the request after"),
            Output("first_byte", "ms", "The client has the first byte after"),
            Output("segments", "", "Segments sent"),
            Output("window_syn", "B", "First window, in the SYN"),
            Output("window_syn_ack", "B", "First window, in the answer"),
            Output("payload", "B", "Data in a full segment"),
            Output("shift", "bits", "Shift of the server’s windows"),
            measured.MULTIPLIER,
            Output("largest_window", "B", "Largest window it can offer"),
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
            question="RTT 20 ms. The network loses the third segment, and the server speaks first. "
            "After how many ms does the client read its first byte?",
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
            "How many bytes may the client have in flight, at most?",
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
        Sequence numbers begin at 0 here, as tcpdump shows them; real ones are random. The path carries packets of any
        size, so no segment is ever too large, and routers rewrite nothing, although some real ones change the MSS.
        Windows are in bytes; after the SYNs, tcpdump prints them divided by the scale factor. Timers fire as in a
        recording of Linux 6.1. With the ticks elsewhere, a second can be anything from 1.000 to 1.032 s. Full queues,
        cookies, and data in the SYN have figures of their own.
    """

    @staticmethod
    def commands(p: ThreeWayHandshakeParameters) -> list[Commands]:
        """The options of both hosts, one segment that is dropped, and where you see the outcome."""
        ends = (("client", p.client), ("server", p.server))
        hosts = [
            f"sysctl -w net.ipv4.tcp_window_scaling={int(end.scaling)} net.ipv4.tcp_sack={int(end.sack)} "
            f"net.ipv4.tcp_timestamps={int(end.timestamps)}   # {who}"
            for who, end in ends
        ]
        buffers = [
            f'sysctl -w net.ipv4.tcp_rmem="4096 {end.default} {end.rmem}"; ip link set dev eth0 mtu {end.mtu}   # {who}'
            for who, end in ends
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
    def run(p: ThreeWayHandshakeParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time since the first SYN (s), a row for each moment at which something happens."""
        result = ThreeWayHandshake.outputs.result()
        shake = ConnectionOpening(_plan(p))
        shake.run()
        put_rows(result, shake)
        put_tables(result, shake)
        put_summary(result, shake)
        yield result


def _plan(p: ThreeWayHandshakeParameters) -> OpeningPlan:
    talk = p.target in (LISTENING, TOGETHER)
    return OpeningPlan(
        client=p.client,
        server=p.server,
        rtt=p.rtt / 1000,
        target=p.target,
        speaks=p.speaks if talk else NOBODY_FIRST,
        lose_syn=p.lose_syn,
        lose_syn_ack=p.lose_syn_ack if talk else 0,
        lose_third=p.lose_third if talk else 0,
        syn_retries=p.syn_retries,
        linear=ERAS[p.kernel].syn_linear_timeouts,
    )
