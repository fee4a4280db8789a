"""The reverse-path filter: a SYN arrives, tcpdump shows it, and no program ever hears of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.reverse_path.captured import capture_call
from inflight.experiments.reverse_path.parameters import PRESETS, UNSET, ReversePathParameters
from inflight.experiments.reverse_path.record import COUNTER, record, tell
from inflight.experiments.reverse_path.tables import (
    SIDES,
    checks,
    maximum,
    places,
    segments,
    sentence,
    states,
    timers,
    ways,
)
from inflight.experiments.reverse_path.uplinks import (
    CONNECTED,
    FAR,
    FILTERED,
    FORGOTTEN,
    GATEWAYS,
    HALF_OPEN,
    INTERFACES,
    NEAR,
    NETWORKS,
    OWN,
    TABLES,
    Call,
    ladder,
    routes,
)
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Routes, Screen, Shown, Terminal
from inflight.figure.words import seconds
from inflight.kernel.path.routing import Conf, Route

CLIENTS = {"far": FAR, "near0": NEAR["eth0"], "near1": NEAR["eth1"]}


@experiment("reverse-path", part="opening", question="Why does the SYN arrive and nothing answer?")
class ReversePath:
    """A server with two uplinks. It may drop a packet that comes in by one if the answer would leave by the other."""

    title = "The way back"
    parameters = ReversePathParameters
    points = ("server", "client")
    knobs = ("routes", "rp_all", "policy")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since connect()", "time"),
            Column("syns", "packets", "SYNs that came in", "flow1"),
            Column("answers", "packets", "SYN-ACKs that left", "flow2"),
            Column("reverse_path", "packets", f"{COUNTER}: dropped by rp_filter", "loss"),
            Column("no_route", "packets", "IpOutNoRoutes: no way back", "rto"),
            Column("logged", "lines", "lines in the kernel’s log", "loss"),
            Column("trying", "", "1: connect() waits", "time"),
            Column("open", "", "1: the client’s socket is connected", "time"),
            Column("to", "", "the address that is called", "flow1"),
            Column("from", "", "the client’s address", "flow1"),
            Column("dev", "", "the interface it comes in on", "flow1"),
        ),
        figures=(
            Output("effective", "", "rp_filter that counts on the interface"),
            Output("syns", "", "SYNs that tcpdump shows"),
            Output("answers", "", "SYN-ACKs that leave"),
            Output("reverse_path", "", "IPReversePathFilter"),
            Output("no_route", "", "IpOutNoRoutes, ListenDrops"),
            Output("logged", "lines", "In the kernel’s log"),
            Output("waited", "s", "Until connect() returns"),
            Output("connected", "", "1: both ends are connected"),
        ),
    )
    views = (
        Routes(title="The two ways"),
        Ladder(SIDES, title="Packets"),
        Lanes(
            (
                Lane("wire", "tcpdump on the server", "packets", ("syns", "answers"), kind="step"),
                Lane("counters", "nstat on the server", "packets", ("reverse_path", "no_route"), kind="step"),
            ),
            title="Counters",
        ),
        Terminal(
            (
                Screen(
                    f"nstat -az {COUNTER} IpOutNoRoutes TcpExtListenDrops",
                    (
                        "#kernel",
                        "IpOutNoRoutes                   {no_route:<8}  0.0",
                        "TcpExtIPReversePathFilter       {reverse_path:<8}  0.0",
                        "TcpExtListenDrops               {no_route:<8}  0.0",
                    ),
                ),
                Screen(
                    "dmesg | tail -1",
                    (Shown("IPv4: martian source {to} from {from}, on dev {dev}", "logged"),),
                ),
                Screen(
                    "ss -tn   # on the client",
                    (
                        "State     Recv-Q  Send-Q  Peer\u00a0Address:Port",
                        Shown("SYN-SENT  0       1       {to}:8080", "trying"),
                        Shown("ESTAB     0       0       {to}:8080", "open"),
                    ),
                ),
            ),
            watch=("syns", "reverse_path"),
        ),
        Grid("maximum", title="all and eth1"),
    )
    bets = (
        ValueBet(
            id="counted",
            question="One connect() to a server whose filter drops its SYNs. What does IPReversePathFilter count?",
            summary="reverse_path",
            min=0,
            max=20,
            scale="linear",
        ),
        ValueBet(
            id="all-off",
            question="all.rp_filter is 0 now, eth1 still has the 1 of default. How many of the client’s SYNs does the "
            "server drop?",
            at="all = 0",
            summary="reverse_path",
            min=-1,
            max=12,
            scale="linear",
        ),
        ValueBet(
            id="hangs",
            question="Nothing answers. After how many seconds does connect() give up?",
            summary="waited",
            min=1,
            max=1000,
        ),
    )
    sources = (
        "fib_frontend.c:fib_validate_source",
        "inetdevice.h:IN_DEV_RPFILTER",
        "devinet.c:devinet_copy_dflt_conf",
        "ip_input.c:ip_rcv_finish_core",
        "inet_connection_sock.c:inet_csk_route_req",
        "RFC 3704",
        "F01",
        "F02",
        "F03",
    )
    leaves_out = """
        ARP, which asks the same filter before it answers: here everybody knows everybody’s address. Routes with several
        next hops, any of which satisfies strict mode; rules by mark, interface or port; VRFs; IPv6, which has no
        rp_filter. Timers fire at their nominal times. Gateways decide without timers of their own. The network loses
        nothing else.
    """

    @staticmethod
    def commands(p: ReversePathParameters) -> list[Commands]:
        """The same server, and what to ask it."""
        call = _call(p)
        written = [
            f"sysctl -w net.ipv4.conf.{name}.rp_filter={value}"
            for name, value in (("all", p.rp_all), ("default", p.rp_default), ("eth0", p.rp_eth0), ("eth1", p.rp_eth1))
            if value != UNSET
        ]
        rules = [
            line
            for device, table in TABLES.items()
            for line in (
                f"ip route add {NETWORKS[device]} dev {device} table {table}",
                f"ip route add default via {GATEWAYS[device]} dev {device} table {table}",
                f"ip rule add from {OWN[device]} table {table}",
            )
        ]
        refused = call.outcome == FILTERED
        heard = (
            "yes, local" if not refused else "RTNETLINK answers: Invalid cross-device link   (6.18: Invalid argument)"
        )
        back = f"{_without_metric(call.back)}" if call.back else "RTNETLINK answers: Network is unreachable"
        return [
            Commands(
                "Set it",
                [
                    *(f"ip addr add {address} dev {device}" for device, address in INTERFACES.items()),
                    *(f"ip route add {route}" for route in routes(p.routes)),
                    *(rules if p.policy else ()),
                    *written,
                    *(["sysctl -w net.ipv4.conf.all.log_martians=1"] if p.log else []),
                    f"sysctl -w net.ipv4.tcp_syn_retries={p.syn_retries}   # on the client",
                ],
            ),
            Commands("Run it", [f"time nc -vz {call.to} 8080   # on the client: {_returned(call, p)}"]),
            Commands(
                "See it",
                [
                    f"tcpdump -ni {call.device} 'tcp port 8080'   # also shows what the filter drops",
                    f"nstat -az {COUNTER} IpOutNoRoutes",
                    "sysctl -a 2>/dev/null | grep '\\.rp_filter'",
                    f"ip route get {call.to} from {call.client} iif {call.device}   # may it come in? {heard}",
                    f"ip route get {call.client} from {call.to}   # where would the answer go? {back}",
                ],
            ),
        ]

    @staticmethod
    def run(p: ReversePathParameters, rng: random.Random) -> Iterator[Result]:
        """A row for each packet, s: what tcpdump has shown so far and what nstat has counted."""
        call = _call(p)
        words = {"to": (call.to,), "from": (call.client,), "dev": (call.device,)}
        result = ReversePath.outputs.result(words=words)
        rtt = p.rtt / 1000
        packets = call.packets(rtt, p.rules)
        capture_call(call, packets)
        waited = call.waited(rtt, p.rules)
        end = max(waited, packets[-1].sent + rtt)
        if call.outcome == HALF_OPEN:
            end = max(end, FORGOTTEN + rtt)
        record(result, call, packets, waited, end, logged=p.log)
        tell(result, call, packets, waited)
        result.tables = {
            "places": places(call),
            "ways": ways(call),
            "checks": checks(call, waited),
            "segments": segments(packets, call),
            "states": states(call, rtt, waited, end),
            "timers": timers(call, p.rules),
            "maximum": maximum(call),
        }
        _summarise(result, p, call, waited)
        yield result


def _summarise(result: Result, p: ReversePathParameters, call: Call, waited: float) -> None:
    dropped = int(result["reverse_path"][-1])
    result.figure("effective", call.rp_filter, label=f"rp_filter that counts on {call.device}")
    result.figure("syns", result["syns"][-1])
    result.figure("answers", result["answers"][-1])
    result.figure("reverse_path", dropped)
    result.figure("no_route", result["no_route"][-1])
    result.figure("logged", dropped if p.log else 0)
    result.figure("waited", waited)
    result.figure("connected", float(call.outcome == CONNECTED))
    result.sentence = sentence(call, len(ladder(p.rules)) - 1, waited)


def _call(p: ReversePathParameters) -> Call:
    written = {device: int(value) for device, value in (("eth0", p.rp_eth0), ("eth1", p.rp_eth1)) if value != UNSET}
    return Call(
        client=CLIENTS[p.client],
        device=p.to,
        routes=p.routes,
        policy=p.policy,
        conf=Conf(int(p.rp_all), int(p.rp_default), written),
        middle=p.middle,
    )


def _without_metric(route: Route) -> str:
    return f"via {route.via} dev {route.device}" if route.via else f"dev {route.device}"


def _returned(call: Call, p: ReversePathParameters) -> str:
    waited = call.waited(p.rtt / 1000, p.rules)
    ok = call.outcome in (CONNECTED, HALF_OPEN)
    return f"{'succeeded' if ok else 'Connection timed out'}, {seconds(waited)}"
