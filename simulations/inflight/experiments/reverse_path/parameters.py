"""Sliders and presets of the experiment `reverse-path`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from inflight.experiments.reverse_path.uplinks import FAR, NEAR, OWN, PLAIN, SOURCES, STATEFUL
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.kernel.sockets.era import ERAS
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.syn_timers import Rules
from inflight.scenes.transfer import RTT

MEANINGS = ("0: off", "1: strict", "2: loose")
"""Of the values of rp_filter."""
VALUES = {meaning[0]: meaning for meaning in MEANINGS}
UNSET = "unset"
UNWRITTEN = {UNSET: "nobody wrote to it: like default", **VALUES}


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
            help="Besides those to its two networks.",
            quantity="flow2",
        ),
    ] = "eth0"
    policy: Annotated[
        bool,
        Flag(
            label="A table for each address",
            knob="ip rule … from",
            help="A packet from an address leaves by that address’s interface and gateway.",
            quantity="flow2",
        ),
    ] = False
    rp_all: Annotated[str, _filter("all", VALUES, "The larger of this and the interface’s own counts.")] = "1"
    rp_default: Annotated[
        str,
        _filter(
            "default",
            VALUES,
            "For interfaces that nobody has written to, and for new ones.",
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
            help="The kernel logs a line for each packet it drops here.",
        ),
    ] = False
    middle: Annotated[
        str,
        Choice(
            label="The gateways",
            choices={
                PLAIN: "forward everything",
                STATEFUL: "are firewalls or NAT, and remember connections",
                SOURCES: "drop packets with a foreign source address",
            },
        ),
    ] = PLAIN
    rtt: Annotated[float, replace(RTT, help="Of an attempt that gets through.")] = 40
    syn_retries: Annotated[
        int,
        Slider(
            label="SYN retries",
            unit="",
            min=1,
            max=8,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_syn_retries",
            quantity="rto",
        ),
    ] = 6
    kernel: Annotated[str, replace(KERNEL, help="Of the client: when it sends SYNs again.")] = USUAL

    @property
    def rules(self) -> Rules:
        """When the client sends its SYN again."""
        return Rules(self.syn_retries, ERAS[self.kernel].syn_linear_timeouts)


PRESETS = (
    Preset(
        "As it was found",
        {},
        "SYNs come in by eth1, tcpdump shows every one, and none gets an answer. One counter knows.",
    ),
    Preset(
        "all = 0",
        {"rp_all": "0"},
        "It looks like switching the check off. But eth1 has a 1 of its own, and the larger of the two counts.",
    ),
    Preset("eth1 = 0", {"rp_eth1": "0"}, "This doesn’t help either: now the 1 of all counts."),
    Preset(
        "eth1 = 2",
        {"rp_eth1": "2"},
        "2 is larger than 1, so it wins. It means loose: any route back will do. The answer leaves by eth0.",
    ),
    Preset(
        "A firewall on the way back",
        {"rp_eth1": "2", "middle": STATEFUL},
        "The filter lets the SYN in now. The gateway of eth0 drops the answer, because it has never seen the SYN.",
    ),
    Preset(
        "A table for each address",
        {"policy": True, "middle": STATEFUL},
        "The filter stays strict, the firewalls stay, and it works: the answer goes back the way the question came.",
    ),
    Preset(
        "Two default routes",
        {"routes": "both"},
        "The one with the lower metric matches everything. The kernel never asks the other one.",
    ),
    Preset(
        "A neighbour",
        {"client": "near0"},
        "It is eth0’s neighbour and calls eth1’s address. An answer would go straight to it, so the SYN is dropped.",
    ),
    Preset(
        "Connected, and dead",
        {"client": "near0", "rp_all": "2", "middle": STATEFUL},
        "connect() returns at once. But the last ACK meets a firewall that never saw the SYN-ACK.",
    ),
    Preset(
        "No route at all",
        {"routes": "none", "rp_all": "0", "rp_default": "0"},
        "No filter, and still no answer, but another counter. With rp_filter at 2 the filter would count again.",
    ),
)
