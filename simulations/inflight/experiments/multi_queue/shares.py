"""Flows shared out over queues and CPUs, or over the links of a bond: as boxes, and edges between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from inflight.experiments.multi_queue.parameters import MultiQueueParameters
from inflight.figure.result import Column, Table
from inflight.kernel.nic.bonding import ALB, BROADCAST, MODES, REBALANCE_S, RR, TLB, Bond, Frame, xmit_hash
from inflight.kernel.nic.rss import (
    Tuple4,
    cpus_of,
    indirection,
    irq_cpu,
    mask_of,
    queue_of,
    rps_cpu,
    rss_hash,
    sample_flows,
)

DRIVER = 0.15
"""The part of a packet's CPU time that is the driver's and stays on the interrupt's CPU when RPS is on."""

LINK = 10_000
"""Mbit/s, of each link of the bond."""

ROUTER_MAC, OWN_MAC = 0x01, 0x52
"""Last bytes."""


@dataclass
class Box:
    """A flow, a queue, a CPU or a link. `load` in % of what one CPU or one link can do."""

    name: str
    load: float = 0.0


@dataclass
class Edge:
    """From a box to one of the next column: how much goes this way, %. `rps`: by way of another CPU's backlog."""

    source: int
    target: int
    load: float
    rps: bool = False


@dataclass
class Picture:
    """Columns of boxes, the ways between a column and the next, and what each flow's hash was."""

    stages: list[str]
    nodes: list[list[Box]]
    ways: list[list[Edge]] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    reached: list[str] = field(default_factory=list)
    peers: list[str] = field(default_factory=list)


def _traffic(p: MultiQueueParameters) -> list[tuple[Tuple4, Frame, float]]:
    """Each flow: its addresses towards us, a frame of ours to it, and its share of the traffic."""
    flows = sample_flows(p.flows)
    total = p.heavy + p.flows - 1
    traffic = []
    for number, flow in enumerate(flows):
        if p.clients in ("pair", "tunnel"):
            flow = Tuple4(flows[0].src, flow.dst, flow.sport, flow.dport)
        back = Tuple4(flow.dst, flow.src, flow.dport, flow.sport)
        # Made up, but different for each host.
        mac = ROUTER_MAC if p.clients == "router" else (flow.src * 37 + 11) & 0xFF
        frame = Frame(back, OWN_MAC, mac, ports=p.clients != "tunnel")
        traffic.append((flow, frame, (p.heavy if number == 0 else 1) / total))
    return traffic


def _name(flow: Tuple4) -> str:
    """As much of it as a small box can show."""
    return f".{flow.src & 0xFF}:{flow.sport}"


def masks(p: MultiQueueParameters) -> list[tuple[int, str]]:
    """For each queue: the CPU that gets its interrupt, and the mask that is written."""
    masks = []
    for queue in range(1 if p.rss == "off" else p.queues):
        match p.affinity:
            case "spread":
                mask = mask_of([queue % p.cpus])
            case "two":
                mask = mask_of([queue % 2])
            case _:
                mask = p.affinity
        allowed = [cpu for cpu in cpus_of(mask) if cpu < p.cpus]
        # A mask without a CPU that is there is refused, and the interrupt stays where it was.
        masks.append((irq_cpu(allowed) if allowed else 0, mask))
    return masks


def share_to_cpus(p: MultiQueueParameters) -> Picture:
    """Flows → queues → CPUs. A load of 100 is a whole CPU."""
    homes = [cpu for cpu, _ in masks(p)]
    helpers = [cpu for cpu in cpus_of(p.rps) if cpu < p.cpus]
    table = indirection(len(homes))
    queues = [Box(f"rx-{number}") for number in range(len(homes))]
    cpus = [Box(f"CPU {number}") for number in range(p.cpus)]
    picture = Picture(["flows", "queues", "CPUs"], [[], queues, cpus], [[], []])
    further: dict[tuple[int, int, bool], float] = {}
    demand = p.rate * p.cost / 1000 * 100  # % of one CPU
    for number, (flow, _, share) in enumerate(_traffic(p)):
        value = rss_hash(flow, ports=p.rss != "addresses" and p.clients != "tunnel")
        queue = queue_of(value, table)
        load = demand * share
        picture.nodes[0].append(Box(_name(flow), load))
        picture.ways[0].append(Edge(number, queue, load))
        queues[queue].load += load
        # Where the card has left the ports out, the kernel makes a hash of its own (`skb_get_hash`).
        helper = rps_cpu(rss_hash(flow, ports=p.clients != "tunnel"), helpers)
        parts = [(homes[queue], load, False)]
        if helper is not None:
            parts = [(homes[queue], load * DRIVER, False), (helper, load * (1 - DRIVER), True)]
        for cpu, part, rps in parts:
            cpus[cpu].load += part
            further[queue, cpu, rps] = further.get((queue, cpu, rps), 0) + part
        picture.peers.append(flow.source)
        picture.hashes.append(f"{value:08x}")
        picture.reached.append(f"rx-{queue}, CPU {parts[-1][0]}")
    picture.ways[1] = [Edge(queue, cpu, load, rps) for (queue, cpu, rps), load in further.items()]
    return picture


def share_to_links(p: MultiQueueParameters) -> tuple[Picture, float]:
    """Flows → links, and the load of the busiest link before the first rebalancing. A load of 100 is a whole link."""
    mode = int(p.mode)
    bond = Bond(mode, [LINK] * p.links, p.policy)
    traffic = _traffic(p)
    picture = Picture(["flows", "links"], [[], [Box(f"eth{n}") for n in range(p.links)]], [[]])
    demand = p.traffic * 1000 / LINK * 100  # % of one link
    early = _choose(bond, traffic, p.traffic)
    final = early
    if mode in (TLB, ALB):
        bond.rebalance()
        final = _choose(bond, traffic, p.traffic)
    for number, ((flow, frame, share), taken) in enumerate(zip(traffic, final, strict=True)):
        load = demand * share
        picture.nodes[0].append(Box(_name(flow), load))
        for link in taken:
            part = load if mode == BROADCAST else load / len(taken)
            picture.nodes[1][link].load += part
            picture.ways[0].append(Edge(number, link, part))
        picture.peers.append(flow.source)
        picture.hashes.append(_hash_text(mode, frame, p.policy))
        picture.reached.append(", ".join(f"eth{link}" for link in taken))
    loads = [0.0] * p.links
    for (_, _, share), taken in zip(traffic, early, strict=True):
        for link in taken:
            loads[link] += demand * share / (1 if mode == BROADCAST else len(taken))
    return picture, max(loads)


def _choose(bond: Bond, traffic: Sequence[tuple[Tuple4, Frame, float]], gbits: float) -> list[list[int]]:
    """The links of each flow over ten seconds; with balance-rr all of them, packet by packet."""
    chosen = []
    for _, frame, share in traffic:
        size = int(share * gbits * 1e9 / 8 * REBALANCE_S)
        packets = bond.links if bond.mode == RR else 1
        chosen.append(sorted({link for _ in range(packets) for link in bond.send(frame, size)}))
    return chosen


def _hash_text(mode: int, frame: Frame, policy: str) -> str:
    return f"{xmit_hash(frame, policy):08x}" if MODES[mode] in ("balance-xor", "802.3ad", "balance-tlb") else "none"


def tables_of(picture: Picture) -> dict[str, Table]:
    """`nodes` and `ways` for the view, `ends` for bars, `flows` to read."""
    stages = picture.stages
    every = [(stage, node) for stage, nodes in enumerate(picture.nodes) for node in nodes]
    nodes = Table(
        [
            Column("stage", "", "which column of boxes", "time", words=stages),
            Column("name", "", "what it is", "time", words=[node.name for _, node in every]),
            Column("load", "%", "work for each", "inflight"),
            # Flows and queues only pass on; CPUs and links have an end.
            Column("room", "%", "how much it can take", "cwnd"),
        ]
    )
    for row, (stage, node) in enumerate(every):
        nodes.append(stage, row, node.load, 100 if stage == len(stages) - 1 else math.nan)
    ways = Table(
        [
            Column("stage", "", "from which column", "time", words=stages),
            Column("source", "", "from which box of it", "time"),
            Column("target", "", "to which box of the next", "time"),
            Column("load", "%", "how much goes this way", "inflight"),
            Column("handed_on", "", "1: by RPS, from CPU to CPU", "time"),
        ]
    )
    for stage, group in enumerate(picture.ways):
        for way in group:
            ways.append(stage, way.source, way.target, way.load, way.rps)
    last = picture.nodes[-1]
    ends = Table(
        [
            Column("name", "", "CPU or link", "time", words=[node.name for node in last]),
            Column("load", "%", "work, as a share of what it can do", "inflight"),
        ]
    )
    for row, node in enumerate(last):
        ends.append(row, node.load)
    flows = Table(
        [
            Column("flow", "", "the other end", "time", words=picture.peers),
            Column("hash", "", "the hash of its headers", "sequence", words=picture.hashes),
            Column("goes_to", "", "who gets it", "inflight", words=picture.reached),
            Column("load", "%", "of a CPU or link", "inflight"),
        ]
    )
    for row, node in enumerate(picture.nodes[0]):
        flows.append(row, row, row, node.load)
    return {"nodes": nodes, "ways": ways, "ends": ends, "flows": flows}
