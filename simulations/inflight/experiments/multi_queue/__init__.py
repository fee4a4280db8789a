"""Flows are hashed to queues, and queues have CPUs; or they are hashed to the links of a bond. One gets too much."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

from inflight.experiments.multi_queue.shares import LINK, Node, masks, share_to_cpus, share_to_links, tables_of
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Bars, Grid, Mapping
from inflight.figure.words import significant
from inflight.kernel.nic.bonding import BROADCAST, MODES, POLICIES
from inflight.kernel.nic.rss import mask_of

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


@experiment("multi-queue", part="queues", question="Which CPU serves this flow?")
class MultiQueue:
    """Who decides which CPU does the work of a flow, or which link of a bond carries it."""

    title = "Queues, CPUs, links"
    parameters = (
        Choice(
            name="side",
            label="Shared out over",
            choices={"receive": "CPUs (receiving)", "bond": "links of a bond (sending)"},
            default="receive",
        ),
        Slider(name="flows", label="Flows", unit="", min=1, max=64, default=16, step=1, integer=True),
        Slider(
            name="heavy",
            label="Weight of the first flow",
            unit="×",
            min=1,
            max=200,
            default=1,
            scale="log10",
            help="All others are alike, and the traffic as a whole stays the same.",
        ),
        Choice(
            name="clients",
            label="The other ends",
            choices=CLIENTS,
            default="lan",
            help="A hash can tell apart only what differs in the headers. An encrypted tunnel shows none of them.",
        ),
        Slider(
            name="rate",
            label="Traffic",
            unit="packets/ms",
            min=10,
            max=5000,
            default=1000,
            scale="log10",
            quantity="throughput",
            matters_when=RECEIVE,
        ),
        Slider(
            name="cost",
            label="CPU time per packet",
            unit="µs",
            min=0.2,
            max=20,
            default=2,
            scale="log10",
            quantity="time",
            matters_when=RECEIVE,
        ),
        Choice(
            name="rss",
            label="RSS",
            choices={"ports": "addresses and ports", "addresses": "addresses only", "off": "off"},
            default="ports",
            knob="ethtool -N … rx-flow-hash",
            matters_when=RECEIVE,
            help="What the card hashes. For UDP many drivers leave the ports out.",
        ),
        Slider(
            name="queues",
            label="Queues",
            unit="",
            min=1,
            max=16,
            default=4,
            step=1,
            integer=True,
            knob="ethtool -L … combined",
            quantity="queue",
            matters_when=RECEIVE,
        ),
        Choice(
            name="affinity",
            label="smp_affinity",
            choices=AFFINITY,
            default="1",
            knob="/proc/irq/…/smp_affinity",
            matters_when=RECEIVE,
            help="A hexadecimal mask of CPUs for each queue’s interrupt.",
        ),
        Choice(
            name="rps",
            label="rps_cpus",
            choices=RPS,
            default="0",
            knob="/sys/class/net/…/queues/…/rps_cpus",
            matters_when=RECEIVE,
            help="CPUs to which the kernel hands on what it has taken out of a queue, by a hash again.",
        ),
        Slider(name="cpus", label="CPUs", unit="", min=1, max=8, default=8, step=1, integer=True, matters_when=RECEIVE),
        Choice(
            name="mode",
            label="Bonding mode",
            choices={str(number): f"{number} {name}" for number, name in enumerate(MODES)},
            default="4",
            knob="ip link … type bond mode",
            matters_when=BOND,
        ),
        Choice(
            name="policy",
            label="xmit_hash_policy",
            choices={policy: policy for policy in POLICIES},
            default="layer2",
            knob="ip link … type bond xmit_hash_policy",
            matters_when=BOND,
            help="Used by the modes 2, 4 and 5.",
        ),
        Slider(name="links", label="Links", unit="", min=1, max=8, default=2, step=1, integer=True, matters_when=BOND),
        Slider(
            name="traffic",
            label="Traffic",
            unit="Gbit/s",
            min=0.1,
            max=80,
            default=15,
            scale="log10",
            quantity="throughput",
            matters_when=BOND,
            help="Each link carries 10 Gbit/s.",
        ),
    )
    presets = (
        Preset("All to CPU 0", {}, "Four queues, and the mask of every interrupt is 1. Seven CPUs look on."),
        Preset(
            "A CPU for each queue",
            {"affinity": "spread"},
            "Masks 1, 2, 4 and 8. Each queue has a CPU, and none has too much.",
        ),
        Preset(
            "ff is not a spread",
            {"affinity": "ff"},
            "A mask of eight CPUs allows all of them. The interrupt still goes to one.",
        ),
        Preset(
            "RPS instead",
            {"queues": 1, "rps": "fe"},
            "One queue. CPU 0 takes the packets out and hands them on to seven others.",
        ),
        Preset(
            "An elephant",
            {"affinity": "spread", "queues": 8, "heavy": 50},
            "One flow is fifty times as heavy. A flow stays on one queue and one CPU, however many there are.",
        ),
        Preset(
            "All in a tunnel",
            {"affinity": "spread", "queues": 8, "clients": "tunnel"},
            "From outside it is one flow: two addresses, no ports. One queue has it all.",
        ),
        Preset(
            "A bond that doubles nothing",
            {"side": "bond", "clients": "router"},
            "Mode 4 with the default policy, layer2: behind the router all have its MAC address, so all take one link.",
        ),
        Preset(
            "layer3+4",
            {"side": "bond", "clients": "router", "policy": "layer3+4"},
            "Ports count too. Both links are used, as evenly as chance will have it.",
        ),
        Preset(
            "Packet by packet",
            {"side": "bond", "mode": "0", "clients": "pair", "flows": 1},
            "Mode 0 is the only one that gives a single flow more than one link. Its packets then overtake each other, "
            "and TCP takes that for loss.",
        ),
        Preset(
            "It learns",
            {"side": "bond", "mode": "5", "policy": "layer3+4", "flows": 32, "heavy": 8},
            "balance-tlb deals flows out by what they sent in the last ten seconds. In the first ten, all are on one "
            "link.",
        ),
    )
    views = (
        Mapping(title="Who serves whom"),
        Bars("ends", label="name", value="load", title="Load"),
        Grid("flows", title="Flows"),
    )
    bets = (
        ValueBet(
            id="all",
            question="A million packets per second, 2 µs each, on 4 queues of a machine with 8 CPUs. All smp_affinity "
            "masks are 1. How busy would the busiest CPU have to be, in %?",
            at="All to CPU 0",
            summary="most",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="ff",
            question="The masks are ff instead: all eight CPUs. And now?",
            at="ff is not a spread",
            summary="most",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="bond",
            question="15 Gbit/s to clients behind one router, two links of 10 Gbit/s, 802.3ad with its default policy. "
            "How many Gbit/s get through?",
            at="A bond that doubles nothing",
            summary="carried",
            min=1,
            max=20,
        ),
    )
    sources = (
        "Microsoft: Verifying the RSS Hash Calculation",
        "dev.c:get_rps_cpu",
        "bond_main.c:__bond_xmit_hash",
        "bond_main.c:__bond_start_xmit",
        "bond_alb.c:__tlb_choose_channel",
        "I06",
        "I07",
    )
    leaves_out = """
        What a CPU does besides, caches, and hyperthreads that share one core. The card's key is Microsoft's, where
        Linux draws one at boot, so other flows meet on your machine; it also stands for
        the kernel's own hash where the card's leaves ports out. The driver's part of a packet is set to 15 %. An
        interrupt that may go to several CPUs goes to the first of them; the kernel chooses by how many vectors each
        has, and irqbalance may move it. RFS, XPS and accelerated steering are not there. Of bonding: all links are up
        and in one aggregator, the switch hashes the other direction as it likes, and balance-alb shares out received
        traffic only by answering ARP.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """Masks for queues, or a bond."""
        if p.side == "bond":
            return [
                Commands(
                    "Set it",
                    [
                        f"ip link add bond0 type bond mode {MODES[int(p.mode)]} xmit_hash_policy {p.policy} miimon 100",
                        *(f"ip link set eth{n} down; ip link set eth{n} master bond0" for n in range(p.links)),
                        "ip link set bond0 up",
                    ],
                ),
                Commands("See it", ["cat /proc/net/bonding/bond0", "ip -s link show master bond0     # bytes of each"]),
            ]
        written = [mask_of([cpu]) if p.affinity == "spread" else mask for cpu, mask in masks(p)]
        what = {"ports": "sdfn", "addresses": "sd", "off": "sd"}[p.rss]
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -L eth0 combined {1 if p.rss == 'off' else p.queues}",
                    f"ethtool -N eth0 rx-flow-hash udp4 {what}     # s, d: addresses; f, n: ports",
                    "systemctl stop irqbalance     # or it moves them again",
                    f"for m in {' '.join(written)}; do … echo $m > /proc/irq/<n>/smp_affinity; done",
                    f"echo {p.rps} | tee /sys/class/net/eth0/queues/rx-*/rps_cpus",
                ],
            ),
            Commands(
                "See it",
                [
                    "grep eth0 /proc/interrupts     # a column for each CPU",
                    "cat /proc/irq/<n>/smp_affinity_list /proc/irq/<n>/effective_affinity_list",
                    "ethtool -x eth0     # the key and the indirection table",
                    "mpstat -P ALL 1     # %soft",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over the number of the CPU or link: its load, %."""
        bond = p.side == "bond"
        picture, first = share_to_links(p) if bond else (share_to_cpus(p), 0.0)
        ends = picture.nodes[-1]
        result = Result(
            [
                Column("number", "", "link" if bond else "CPU", "time"),
                Column("load", "%", "how much of what it can do is asked of it", "inflight"),
            ]
        )
        for number, node in enumerate(ends):
            result.append(number, node.load)
        result.tables = tables_of(picture)
        most = max(range(len(ends)), key=lambda n: ends[n].load)
        used = sum(node.load > 0 for node in ends)
        result.figure("most", ends[most].load, "%", f"The busiest, {ends[most].name}")
        result.figure("used", used, "", "Links in use" if bond else "CPUs in use")
        if bond:
            # With broadcast the copies are not traffic that somebody wants.
            copies = len(ends) if int(p.mode) == BROADCAST else 1
            through = math.fsum(min(node.load, 100) for node in ends) / 100 * LINK / 1000 / copies
            result.figure("carried", through, "Gbit/s", "Gets through")
            result.figure("first", first, "%", "The busiest in the first ten seconds")
        else:
            share = math.fsum(min(node.load, 100) for node in ends) / math.fsum(node.load for node in ends)
            result.figure("carried", p.rate * share, "packets/ms", "Can be done")
        result.sentence = _sentence(p, result, ends, most)
        yield result


def _sentence(p: Any, result: Result, ends: Sequence[Node], most: int) -> str:
    bond = p.side == "bond"
    what = "links" if bond else "CPUs"
    used = int(result.summary["used"].value)
    carried = significant(result.summary["carried"].value)
    parts = [
        f"{used} of {len(ends)} {what} {'is' if used == 1 else 'are'} in use; the busiest, {ends[most].name}, is asked "
        f"for {significant(ends[most].load)} % of what it can do."
    ]
    if ends[most].load > 100:
        wanted = f"{significant(p.traffic)} Gbit/s" if bond else f"{significant(p.rate)} packets per ms"
        parts.append(f"Of {wanted}, {carried} get through.")
    return " ".join(parts)
