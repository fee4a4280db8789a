"""A path whose middle takes shorter packets than its ends: small answers arrive, large ones hang."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.mtu_black_hole.fetch import CLIENT, CLIENT_PORT, PORT, SERVER, Fetch, FetchPlan
from inflight.experiments.mtu_black_hole.parameters import PRESETS, MtuBlackHoleParameters
from inflight.experiments.mtu_black_hole.words import SIDES, row, say
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Ladder, Lane, Lanes, Screen, Shown, Terminal


@experiment("mtu-black-hole", part="opening", question="Why do small answers arrive and large ones hang?")
class MtuBlackHole:
    """A small request, and an answer that has to pass a tunnel which takes shorter packets than both ends think."""

    title = "A black hole for large packets"
    parameters = MtuBlackHoleParameters
    points = ("client", "server")
    knobs = ("size", "mtu", "icmp")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the request", "time"),
            Column("got", "kB", "of the answer read by the client", "sequence"),
            Column("unacked", "B", "sent and not acknowledged", "unacked"),
            Column("dropped", "packets", "dropped by the tunnel", "loss"),
            Column("mss", "B", "data in the server’s next full segment", "inflight"),
            Column("pmtu", "B", "MTU that the server believes in", "ssthresh"),
            Column("timeouts", "", "timeouts of the server", "rto"),
            Column("again", "", "segments sent again", "loss"),
            Column("rto", "ms", "retransmission timeout", "rto"),
            Column("backoff", "", "times that it has been doubled", "rto"),
            Column("open", "", "1: the server has the connection", "flow2"),
        ),
        figures=(
            Output("done", "s", "The whole answer is there after"),
            Output("first_byte", "s", "Its first byte is there after"),
            Output("dropped", "packets", "Dropped by the tunnel"),
            Output("again", "segments", "Sent again"),
            Output("timeouts", "", "Timeouts"),
            Output("segment", "B", "Data in a full segment, at the end"),
            Output("fits", "B", "Data that the tunnel takes in one packet"),
        ),
    )
    views = (
        Ladder(SIDES, title="Packets"),
        Lanes(
            (
                Lane("got", "Read by the client", "kB", ("got",), kind="step"),
                Lane("dropped", "Dropped by the tunnel", "packets", ("dropped",), kind="step"),
                Lane("mss", "Data in a full segment", "B", ("mss",), kind="step"),
            ),
        ),
        Terminal(
            (
                Screen(
                    f"ss -tino dst {CLIENT}   # on the server",
                    (
                        "State  Recv-Q Send-Q Local\u00a0Address:Port    Peer\u00a0Address:Port",
                        Shown(f"ESTAB  0      {{unacked:<6}} {SERVER}:{PORT}     {CLIENT}:{CLIENT_PORT}", "open"),
                        Shown("\t rto:{rto} backoff:{backoff} mss:{mss} pmtu:{pmtu} retrans:0/{again}", "open"),
                    ),
                ),
                Screen(
                    "nstat -az TcpRetransSegs TcpExtTCPTimeouts   # on the server",
                    (
                        "#kernel",
                        "TcpRetransSegs                  {again:<6}          0.0",
                        "TcpExtTCPTimeouts               {timeouts:<6}          0.0",
                    ),
                ),
            ),
            watch=("got", "dropped"),
        ),
    )
    bets = (
        ValueBet(
            id="largest",
            question="The tunnel takes packets of 1400 B, headers included, and nobody says so. "
            "How many bytes may an answer have to get through in one packet?",
            at="Large hangs",
            summary="fits",
            min=500,
            max=1500,
        ),
        ValueBet(
            id="probing",
            question="The same hang, and tcp_mtu_probing is 1 instead of 0 on the server. "
            "After how many seconds is the answer there?",
            at="tcp_mtu_probing = 1",
            summary="done",
            min=0.1,
            max=100,
        ),
        ValueBet(
            id="always",
            question="And with tcp_mtu_probing at 2, “always”, instead of 0?",
            at="tcp_mtu_probing = 2",
            summary="done",
            min=0.1,
            max=100,
        ),
    )
    sources = (
        "RFC 1191",
        "RFC 2923 §2.1",
        "RFC 4821",
        "tcp_ipv4.c:tcp_v4_mtu_reduced",
        "tcp_input.c:tcp_simple_retransmit",
        "tcp_timer.c:tcp_mtu_probing",
        "tcp_output.c:tcp_sync_mss",
        "recording M_sizes",
        "recording M_icmp",
        "recording M_probing",
    )
    leaves_out = """
        SACK: if the end of the answer is short enough to pass, Linux sends the first segment again a little sooner, and
        then waits just as long. Once the server has found a size that fits, Linux tries larger ones while there is more
        to send; here it stays with what it has. IPv6, where every link takes 1280 B and routers never fragment. Routers
        that fragment in spite of the DF bit, or that reassemble. The line has no rate and loses nothing else.
    """

    @staticmethod
    def commands(p: MtuBlackHoleParameters) -> list[Commands]:
        """The tunnel and its router, what each end can do, and how the MTU is found by hand."""
        clamp = "iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu"
        return [
            Commands(
                "Set it",
                [
                    f"ip link set dev tun0 mtu {p.mtu}   # router",
                    *(
                        ["iptables -A OUTPUT -p icmp --icmp-type fragmentation-needed -j DROP   # router"]
                        * (not p.icmp)
                    ),
                    *([f"{clamp}   # router"] * p.clamps),
                    f"ip link set dev eth0 mtu {p.client_mtu}   # client",
                    f"sysctl -w net.ipv4.tcp_mtu_probing={p.probing} net.ipv4.tcp_base_mss={p.base_mss}   # server",
                ],
            ),
            Commands(
                "Run it",
                [
                    f"head -c {p.size} /dev/zero | nc -l {PORT}   # server",
                    f"time nc {SERVER} {PORT} < /dev/null | wc -c   # client",
                ],
            ),
            Commands(
                "See it",
                [
                    f"ping -c 3 -M do -s {p.mtu - 28} {SERVER}   # fits: 28 B of headers make {p.mtu}",
                    f"ping -c 3 -M do -s {p.mtu - 27} {SERVER}   # one byte more: silence, or “message too long”",
                    f"tracepath -n {SERVER}   # the hop at which pmtu falls",
                    f"ss -tino dst {CLIENT}   # mss and pmtu stay, backoff grows",
                    f"ip route get {CLIENT}   # “mtu {p.mtu}” once a router has said so",
                    "nstat -az TcpExtTCPTimeouts TcpExtTCPMTUPSuccess TcpExtTCPMTUPFail",
                ],
            ),
        ]

    @staticmethod
    def run(p: MtuBlackHoleParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time since the request (s), a row for each moment at which something changes."""
        result = MtuBlackHole.outputs.result()
        fetch = Fetch(
            FetchPlan(
                rtt=p.rtt / 1000,
                size=p.size,
                mtu=p.mtu,
                icmp=p.icmp,
                clamps=p.clamps,
                client_mtu=p.client_mtu,
                probing=int(p.probing),
                base_mss=p.base_mss,
                patience=p.patience,
            )
        )
        last: tuple[float, ...] = ()
        for _ in fetch.run():
            now = row(fetch)
            if now[0] >= 0 and now[1:] != last:
                result.append(*now)
                last = now[1:]
            yield result
        result.append(*row(fetch))
        say(result, fetch)
        yield result
