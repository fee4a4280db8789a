"""Sliders and presets of the experiment `reverse-path`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from inflight.experiments.reverse_path.uplinks import FAR, NEAR, OWN, PLAIN, SOURCES, STATEFUL
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.transfer import RTT

MEANINGS = ("0: off", "1: strict", "2: loose")
"""Of the values of rp_filter."""
VALUES = {meaning[0]: meaning for meaning in MEANINGS}
UNSET = "unset"
UNWRITTEN = {UNSET: "nobody wrote to it: as default", **VALUES}


def _filter(file: str, choices: dict[str, str], help: str = "", **more: Any) -> Choice:
    knob = f"net.ipv4.conf.{file}.rp_filter"
    return Choice(label=f"rp_filter: {file}", choices=choices, knob=knob, help=help, **more)


@dataclass(frozen=True)
class ReversePathParameters(Parameters):
    """Who calls which address, the server's routes and filters, and what the gateways let through."""

    client: Annotated[
        str,
        Choice(
            label="The client is",
            choices={
                "far": f"far away: {FAR}",
                "near0": f"a neighbour of eth0: {NEAR['eth0']}",
                "near1": f"a neighbour of eth1: {NEAR['eth1']}",
            },
            quantity="flow1",
        ),
    ] = "far"
    to: Annotated[
        str,
        Choice(
            label="It calls",
            choices={device: f"{address}, on {device}" for device, address in reversed(OWN.items())},
            quantity="flow1",
        ),
    ] = "eth1"
    routes: Annotated[
        str,
        Choice(
            label="The server’s routes",
            choices={
                "eth0": "default over eth0",
                "eth1": "default over eth1",
                "both": "two defaults: eth0 metric 100, eth1 metric 200",
                "static": "default over eth0, the far client’s network over eth1",
                "none": "no default",
            },
            knob="ip route … via",
            help="Besides those of its two networks.",
            quantity="flow2",
        ),
    ] = "eth0"
    policy: Annotated[
        bool,
        Flag(
            label="A table for each address",
            knob="ip rule … from",
            help="What is sent from an address leaves by its own interface, by its own gateway.",
            quantity="flow2",
        ),
    ] = False
    rp_all: Annotated[str, _filter("all", VALUES, "The larger of this and the interface’s own counts.")] = "1"
    rp_default: Annotated[
        str,
        _filter(
            "default",
            VALUES,
            "For interfaces that nobody has written to, and for those still to come.",
            matters_when={"rp_eth0": (UNSET,), "rp_eth1": (UNSET,)},
        ),
    ] = "1"
    rp_eth0: Annotated[str, _filter("eth0", UNWRITTEN)] = UNSET
    rp_eth1: Annotated[str, _filter("eth1", UNWRITTEN)] = UNSET
    log: Annotated[
        bool,
        Flag(
            label="Log martians",
            knob="net.ipv4.conf.all.log_martians",
            help="The kernel’s log gets a line for each packet that is dropped here.",
        ),
    ] = False
    middle: Annotated[
        str,
        Choice(
            label="The gateways",
            choices={
                PLAIN: "forward everything",
                STATEFUL: "are firewalls or NAT, and remember connections",
                SOURCES: "drop what comes with a foreign source address",
            },
        ),
    ] = PLAIN
    rtt: Annotated[float, replace(RTT, help="Of an attempt that gets through.")] = 40
    syn_retries: Annotated[
        int,
        Slider(
            label="SYN sent again",
            unit="times",
            min=1,
            max=8,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_syn_retries",
            quantity="rto",
        ),
    ] = 6


PRESETS = (
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
