"""The reverse-path filter: a SYN that arrives, that tcpdump shows, and that no program ever hears of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from inflight.experiments.reverse_path.record import COUNTER, record, tell
from inflight.experiments.reverse_path.tables import (
    MEANINGS,
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
    PLAIN,
    SOURCES,
    STATEFUL,
    TABLES,
    Call,
    routes,
)
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Flag, Preset, Slider
from inflight.figure.result import Result
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Routes, Screen, Shown, Terminal
from inflight.figure.words import seconds
from inflight.kernel.path.routing import Conf, Route
from inflight.scenes.transfer import RTT

VALUES = {meaning[0]: meaning for meaning in MEANINGS}
UNSET = "unset"
UNWRITTEN = {UNSET: "nobody wrote to it: as default", **VALUES}
CLIENTS = {"far": FAR, "near0": NEAR["eth0"], "near1": NEAR["eth1"]}


def _filter(name: str, label: str, default: str, choices: dict[str, str], help: str = "", **more: Any) -> Choice:
    file = name.removeprefix("rp_")
    knob = f"net.ipv4.conf.{file}.rp_filter"
    return Choice(name=name, label=label, choices=choices, default=default, knob=knob, help=help, **more)


@experiment("reverse-path", part="opening", question="Why does the SYN arrive and nothing answer?")
class ReversePath:
    """A server with two uplinks. What comes by one of them, and would be answered by the other, may be dropped."""

    title = "The way back"
    parameters = (
        Choice(
            name="client",
            label="The client is",
            choices={
                "far": f"far away: {FAR}",
                "near0": f"a neighbour of eth0: {NEAR['eth0']}",
                "near1": f"a neighbour of eth1: {NEAR['eth1']}",
            },
            default="far",
            quantity="flow1",
        ),
        Choice(
            name="to",
            label="It calls",
            choices={device: f"{address}, on {device}" for device, address in reversed(OWN.items())},
            default="eth1",
            quantity="flow1",
        ),
        Choice(
            name="routes",
            label="The server’s routes",
            choices={
                "eth0": "default over eth0",
                "eth1": "default over eth1",
                "both": "two defaults: eth0 metric 100, eth1 metric 200",
                "static": "default over eth0, the far client’s network over eth1",
                "none": "no default",
            },
            default="eth0",
            knob="ip route … via",
            help="Besides those of its two networks.",
            quantity="flow2",
        ),
        Flag(
            name="policy",
            label="A table for each address",
            default=False,
            knob="ip rule … from",
            help="What is sent from an address leaves by its own interface, by its own gateway.",
            quantity="flow2",
        ),
        _filter("rp_all", "rp_filter: all", "1", VALUES, "The larger of this and the interface’s own counts."),
        _filter(
            "rp_default",
            "rp_filter: default",
            "1",
            VALUES,
            "For interfaces that nobody has written to, and for those still to come.",
            matters_when={"rp_eth0": (UNSET,), "rp_eth1": (UNSET,)},
        ),
        _filter("rp_eth0", "rp_filter: eth0", UNSET, UNWRITTEN),
        _filter("rp_eth1", "rp_filter: eth1", UNSET, UNWRITTEN),
        Flag(
            name="log",
            label="Log martians",
            default=False,
            knob="net.ipv4.conf.all.log_martians",
            help="The kernel’s log gets a line for each packet that is dropped here.",
        ),
        Choice(
            name="middle",
            label="The gateways",
            choices={
                PLAIN: "forward everything",
                STATEFUL: "are firewalls or NAT, and remember connections",
                SOURCES: "drop what comes with a foreign source address",
            },
            default=PLAIN,
        ),
        Slider(**{**RTT.__dict__, "help": "Of an attempt that gets through."}),
        Slider(
            name="syn_retries",
            label="SYN sent again",
            unit="times",
            min=1,
            max=8,
            default=6,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_syn_retries",
            quantity="rto",
        ),
    )
    presets = (
        Preset(
            "As it was found",
            {},
            "Seven SYNs come in by eth1, tcpdump shows every one, and none of them is answered. One counter knows.",
        ),
        Preset(
            "all = 0",
            {"rp_all": "0"},
            "It looks like switching the check off. But eth1 has a 1 of its own, and the larger of the two counts.",
        ),
        Preset("eth1 = 0", {"rp_eth1": "0"}, "Nor does this: now it is the 1 of all."),
        Preset(
            "eth1 = 2",
            {"rp_eth1": "2"},
            "2 is larger than 1, so it wins. Loose: any route back will do. The answer leaves by eth0.",
        ),
        Preset(
            "A firewall on the way back",
            {"rp_eth1": "2", "middle": STATEFUL},
            "The filter is content now. The gateway of eth0 is not: it has never seen the SYN of this answer.",
        ),
        Preset(
            "A table for each address",
            {"policy": True, "middle": STATEFUL},
            "The filter stays strict, the firewalls stay, and it works: the answer takes the way of the question.",
        ),
        Preset(
            "Two default routes",
            {"routes": "both"},
            "The one with the lower metric answers for everything. The other one is never asked.",
        ),
        Preset(
            "A neighbour",
            {"client": "near0"},
            "It sits next to eth0 and calls the address of eth1. An answer would go straight to it: dropped.",
        ),
        Preset(
            "Connected, and dead",
            {"client": "near0", "rp_all": "2", "middle": STATEFUL},
            "connect() returns at once. But the last ACK meets a firewall that has missed the SYN-ACK.",
        ),
        Preset(
            "No route at all",
            {"routes": "none", "rp_all": "0", "rp_default": "0"},
            "No filter, and no answer: another counter. With rp_filter at 2 it would be the filter’s again.",
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
            question="all.rp_filter is 0 now, eth1 still has the 1 of default. How many of the seven SYNs are dropped?",
            at="all = 0",
            summary="reverse_path",
            min=-1,
            max=8,
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
        ARP, which asks the same filter before it answers: here everybody knows everybody’s address. Routes with
        several next hops, of which any may be the one that strict mode looks for; rules by mark, interface or port;
        VRFs; IPv6, whose kernel has no rp_filter. Timers are the nominal 1, 3, 7, 15, 31, 63 s, and newer kernels begin
        with five gaps of 1 s. Gateways decide without timers of their own. Nothing else is lost.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
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
                    f"tcpdump -ni {call.device} 'tcp port 8080'   # shows what the filter drops, too",
                    f"nstat -az {COUNTER} IpOutNoRoutes",
                    "sysctl -a 2>/dev/null | grep '\\.rp_filter'",
                    f"ip route get {call.to} from {call.client} iif {call.device}   # may it come in? {heard}",
                    f"ip route get {call.client} from {call.to}   # where would the answer go? {back}",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """A row for each packet, s: what tcpdump has shown so far and what nstat has counted."""
        call = _call(p)
        rtt = p.rtt / 1000
        packets = call.packets(rtt, p.syn_retries)
        waited = call.waited(rtt, p.syn_retries)
        end = max(waited, packets[-1].sent + rtt)
        if call.outcome == HALF_OPEN:
            end = max(end, FORGOTTEN + rtt)
        result = record(call, packets, waited, end, logged=p.log)
        tell(result, call, packets, waited)
        result.tables = {
            "places": places(call),
            "ways": ways(call),
            "checks": checks(call, waited),
            "segments": segments(packets, call),
            "states": states(call, rtt, waited, end),
            "timers": timers(call, p.syn_retries),
            "maximum": maximum(call),
        }
        dropped = int(result["reverse_path"][-1])
        result.figure("effective", call.rp_filter, "", f"rp_filter that counts on {call.device}")
        result.figure("syns", result["syns"][-1], "", "SYNs that tcpdump shows")
        result.figure("answers", result["answers"][-1], "", "SYN-ACKs that leave")
        result.figure("reverse_path", dropped, "", "IPReversePathFilter")
        result.figure("no_route", result["no_route"][-1], "", "IpOutNoRoutes, ListenDrops")
        result.figure("logged", dropped if p.log else 0, "lines", "In the kernel’s log")
        result.figure("waited", waited, "s", "Until connect() returns")
        result.figure("connected", float(call.outcome == CONNECTED), "", "1: both ends are connected")
        result.sentence = sentence(call, p.syn_retries + 1, waited)
        yield result


def _call(p: Any) -> Call:
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


def _returned(call: Call, p: Any) -> str:
    waited = call.waited(p.rtt / 1000, p.syn_retries)
    ok = call.outcome in (CONNECTED, HALF_OPEN)
    return f"{'succeeded' if ok else 'Connection timed out'}, {seconds(waited)}"
