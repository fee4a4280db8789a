"""Sliders and presets of the experiment `multi-queue`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.kernel.nic.bonding import MODES, POLICIES

CLIENTS = {
    "lan": "many, in the same network",
    "router": "many, behind one router",
    "pair": "one host",
    "tunnel": "one host, in an encrypted tunnel",
}
AFFINITY = {
    "1": "1 for all: CPU 0",
    "10": "10 for all: CPU 4",
    "spread": "one CPU each: 1, 2, 4, 8, 10 …",
    "two": "1 and 2 in turn",
    "ff": "ff for all",
}
RPS = {"0": "0: off", "10": "10: CPU 4", "f0": "f0: CPU 4 to 7", "fe": "fe: all but CPU 0", "ff": "ff: CPU 0 to 7"}
RECEIVE, BOND = {"side": ("receive",)}, {"side": ("bond",)}


@dataclass(frozen=True)
class MultiQueueParameters(Parameters):
    """The traffic, and what shares it: queues and CPUs of a receiver, or links of a bond."""

    side: Annotated[
        str,
        Choice(label="Shared between", choices={"receive": "CPUs (receiving)", "bond": "links of a bond (sending)"}),
    ] = "receive"
    flows: Annotated[int, Slider(label="Flows", unit="", min=1, max=64, step=1, integer=True)] = 16
    heavy: Annotated[
        float,
        Slider(
            label="Weight of the first flow",
            unit="×",
            min=1,
            max=200,
            scale="log10",
            help="All the others are alike, and the total traffic stays the same.",
        ),
    ] = 1
    clients: Annotated[
        str,
        Choice(
            label="The other ends",
            choices=CLIENTS,
            help="A hash only tells flows apart by their headers, and an encrypted tunnel hides those.",
        ),
    ] = "lan"
    rate: Annotated[
        float,
        Slider(
            label="Traffic",
            unit="packets/ms",
            min=10,
            max=5000,
            scale="log10",
            quantity="throughput",
            matters_when=RECEIVE,
        ),
    ] = 1000
    cost: Annotated[
        float,
        Slider(
            label="CPU time per packet",
            unit="µs",
            min=0.2,
            max=20,
            scale="log10",
            quantity="time",
            matters_when=RECEIVE,
        ),
    ] = 2
    rss: Annotated[
        str,
        Choice(
            label="RSS",
            choices={"ports": "addresses and ports", "addresses": "addresses only", "off": "off"},
            knob="ethtool -N … rx-flow-hash",
            matters_when=RECEIVE,
            help="What the card hashes. For UDP many drivers leave the ports out.",
        ),
    ] = "ports"
    queues: Annotated[
        int,
        Slider(
            label="Queues",
            unit="",
            min=1,
            max=16,
            step=1,
            integer=True,
            knob="ethtool -L … combined",
            quantity="queue",
            matters_when=RECEIVE,
        ),
    ] = 4
    affinity: Annotated[
        str,
        Choice(
            label="smp_affinity",
            choices=AFFINITY,
            knob="/proc/irq/…/smp_affinity",
            matters_when=RECEIVE,
            help="A hexadecimal mask of CPUs for each queue’s interrupt.",
        ),
    ] = "1"
    rps: Annotated[
        str,
        Choice(
            label="rps_cpus",
            choices=RPS,
            knob="/sys/class/net/…/queues/…/rps_cpus",
            matters_when=RECEIVE,
            help="CPUs to which the kernel hands packets from the queue, by another hash.",
        ),
    ] = "0"
    cpus: Annotated[int, Slider(label="CPUs", unit="", min=1, max=8, step=1, integer=True, matters_when=RECEIVE)] = 8
    mode: Annotated[
        str,
        Choice(
            label="Bonding mode",
            choices={str(number): f"{number} {name}" for number, name in enumerate(MODES)},
            knob="ip link … type bond mode",
            matters_when=BOND,
        ),
    ] = "4"
    policy: Annotated[
        str,
        Choice(
            label="xmit_hash_policy",
            choices={policy: policy for policy in POLICIES},
            knob="ip link … type bond xmit_hash_policy",
            matters_when=BOND,
            help="Modes 2, 4 and 5 use it.",
        ),
    ] = "layer2"
    links: Annotated[int, Slider(label="Links", unit="", min=1, max=8, step=1, integer=True, matters_when=BOND)] = 2
    traffic: Annotated[
        float,
        Slider(
            label="Traffic",
            unit="Gbit/s",
            min=0.1,
            max=80,
            scale="log10",
            quantity="throughput",
            matters_when=BOND,
            help="Each link carries 10 Gbit/s.",
        ),
    ] = 15

    @property
    def bond(self) -> bool:
        """Whether it is about links."""
        return self.side == "bond"


PRESETS = (
    Preset("All to CPU 0", {}, "Four queues, and every interrupt has the mask 1. Seven CPUs have nothing to do."),
    Preset(
        "A CPU for each queue",
        {"affinity": "spread"},
        "Masks 1, 2, 4 and 8. Each queue has its own CPU, and none has too much to do.",
    ),
    Preset(
        "ff is not a spread",
        {"affinity": "ff"},
        "A mask of eight CPUs allows all of them. The interrupt still goes to only one.",
    ),
    Preset(
        "RPS instead",
        {"queues": 1, "rps": "fe"},
        "One queue. CPU 0 takes the packets out and hands them to seven others.",
    ),
    Preset(
        "An elephant",
        {"affinity": "spread", "queues": 8, "heavy": 50},
        "One flow is fifty times as heavy as the others. It stays on one queue and one CPU, however many there are.",
    ),
    Preset(
        "All in a tunnel",
        {"affinity": "spread", "queues": 8, "clients": "tunnel"},
        "From outside it is one flow, two addresses and no ports. One queue gets everything.",
    ),
    Preset(
        "A bond that doubles nothing",
        {"side": "bond", "clients": "router"},
        "Mode 4 with the default policy, layer2. Behind a router all clients have its MAC address and take one link.",
    ),
    Preset(
        "layer3+4",
        {"side": "bond", "clients": "router", "policy": "layer3+4"},
        "Ports count too, so both links are used. How evenly is a matter of luck.",
    ),
    Preset(
        "Packet by packet",
        {"side": "bond", "mode": "0", "clients": "pair", "flows": 1},
        "Only mode 0 gives a single flow more than one link. Its packets then overtake each other, and TCP takes "
        "that for loss.",
    ),
    Preset(
        "It learns",
        {"side": "bond", "mode": "5", "policy": "layer3+4", "flows": 32, "heavy": 8},
        "balance-tlb places flows by what they sent in the last ten seconds. In the first ten, all use one link.",
    ),
)
