"""The tree of the experiment `htb`: its classes, their traffic, its `tc` lines, and what its counters say."""

from __future__ import annotations

import math
import random
from math import nan

from inflight.experiments.htb.parameters import BETWEEN, TCP, UDP, HtbParameters, Leaf
from inflight.figure.result import Column, Table
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, Flow, FlowSpec
from inflight.kernel.path.udp import UdpFlow, UdpSpec
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.htb import Htb, HtbClass
from inflight.kernel.qdisc.htb_class import spelled
from inflight.kernel.tcp.era import tcp_era

ROOT, GROUP = 0x1, 0x2
PORT = 5000  # of the first leaf's traffic
WARM = 8.0
"""s after something changes that do not count, as in the recordings; less in a short run."""


def classes(p: HtbParameters, leaf_qdisc: type[Pfifo] | None = None) -> list[HtbClass]:
    """The tree, parents first; a ceil only where it is not the rate."""
    found = [HtbClass(ROOT, rate=p.root * 1e6, burst=p.burst, cburst=p.burst)]
    below = p.leaves()
    if p.tree == BETWEEN:
        promised = math.fsum(leaf.rate for leaf in below[:2])
        ceil = _ceil(promised, p.group)
        found.append(HtbClass(GROUP, ROOT, rate=promised * 1e6, ceil=ceil, burst=p.burst, cburst=p.burst))
    for leaf in below:
        found.append(
            HtbClass(
                leaf.classid,
                GROUP if p.tree == BETWEEN and leaf.place < 3 else ROOT,
                rate=leaf.rate * 1e6,
                ceil=_ceil(leaf.rate, leaf.ceil),
                burst=p.burst,
                cburst=p.burst,
                prio=leaf.prio,
                leaf=leaf_qdisc(limit=p.buffer) if leaf_qdisc else None,
            )
        )
    return found


def _ceil(rate: float, ceil: float) -> float | None:
    return ceil * 1e6 if ceil > rate else None


def bell(p: HtbParameters, htb: Htb, busy: list[Leaf], rng: random.Random) -> Dumbbell:
    """The leaves' traffic, and the tree at the root of a device that takes whatever it lets out."""
    if p.traffic == UDP:
        udp = [UdpSpec(rate=one.load * 1e6, start=one.start, stop=one.stop, jitter=1.0) for one in busy]
        return Dumbbell(rate=None, qdisc=htb, flows=(), udp=udp, rng=rng)
    rtt = p.rtt / 1000
    flows = [
        FlowSpec(
            algorithm=TCP, rtt=rtt, connect=one.start, stop=one.stop if one.place > 1 else None, era=tcp_era(p.kernel)
        )
        for one in busy
    ]
    return Dumbbell(rate=None, qdisc=htb, flows=flows, rng=rng)


def tc_lines(p: HtbParameters) -> list[str]:
    """The tree, its leaves' queues and the filters."""
    lines = [f"tc qdisc add dev out root handle 1: htb default 20{'' if p.r2q == 10 else f' r2q {p.r2q}'}"]
    for one in classes(p):
        ceil = "" if one.ceil is None else f" ceil {_bits(one.ceil)}"
        prio = f" prio {one.prio}" if one.prio else ""
        lines.append(
            f"tc class add dev out parent {spelled(one.parent)} classid {spelled(one.classid)} htb "
            f"rate {_bits(one.rate)}{ceil} burst {one.burst} cburst {one.cburst}{prio}"
        )
    for leaf in p.leaves():
        name = f"{leaf.classid:x}"
        lines.append(f"tc qdisc add dev out parent 1:{name} handle {name}: pfifo limit {p.buffer}")
        lines.append(
            "tc filter add dev out parent 1: protocol ip prio 1 u32 "
            f"match ip dport {PORT + leaf.place - 1} 0xffff flowid 1:{name}"
        )
    return lines


def traffic_lines(p: HtbParameters) -> list[str]:
    """A sender for each leaf that has traffic."""
    lines = []
    for leaf in p.leaves():
        if leaf.stop > leaf.start:
            kind = f"-u -b {leaf.load:g}M -l 1472" if p.traffic == UDP else "-C cubic"
            wait = f"sleep {leaf.start:g}; " if leaf.start else ""
            port, length = PORT + leaf.place - 1, leaf.stop - leaf.start
            lines.append(f"({wait}iperf3 -c 192.0.2.1 -p {port} -t {length:g} {kind}) &")
    return lines


def _bits(rate: float) -> str:
    """As `tc` takes it: 800kbit."""
    return f"{rate / 1e6:g}mbit" if rate >= 1e6 else f"{rate / 1e3:g}kbit"


def arrived(running: dict[int, Flow | UdpFlow]) -> dict[int, float]:
    """Bytes of data by place; what SACK reports included."""
    return {
        place: flow.payload_received if isinstance(flow, UdpFlow) else flow.sender.board.delivered * MSS
        for place, flow in running.items()
    }


def windows(busy: list[Leaf], duration: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """From when to when all are at work, and the first one alone, without the time to settle; NaN: never, s."""
    others = busy[1:]
    together = (max(leaf.start for leaf in busy), min(leaf.stop for leaf in busy))
    before = (0.0, min((leaf.start for leaf in others), default=duration))
    after = (max((leaf.stop for leaf in others), default=0.0), duration)
    return _settled(together), _settled(max(before, after, key=lambda window: window[1] - window[0]))


def _settled(window: tuple[float, float]) -> tuple[float, float]:
    since, until = window
    if until - since < 1:
        return nan, nan
    return since + min(WARM, (until - since) * 0.4), until


def class_table(htb: Htb) -> Table:
    nodes = list(htb.nodes.values())
    table = Table(
        [
            Column("class", "", "class", "time", words=tuple(spelled(node.id) for node in nodes)),
            Column("sent", "packets", "sent", "throughput"),
            Column("lended", "packets", "lended: paid by this class", "inflight"),
            Column("borrowed", "packets", "borrowed: paid further up", "rtt"),
            Column("dropped", "packets", "dropped", "loss"),
            Column("rate", "Mbit/s", "rate", "throughput"),
            Column("ceil", "Mbit/s", "ceil", "throughput"),
            Column("quantum", "B", "quantum", "sequence"),
            Column("tokens", "64 ns", "tokens", "sndbuf"),
            Column("ctokens", "64 ns", "ctokens", "sndbuf"),
        ]
    )
    for row, node in enumerate(nodes):
        stats = node.stats()
        table.append(
            row,
            *(stats[name] for name in ("packets", "lended", "borrowed", "dropped")),
            node.rate * 8e-6,
            node.ceil * 8e-6,
            nan if node.level else node.quantum,
            stats["tokens"],
            stats["ctokens"],
        )
    return table


def paid(htb: Htb, duration: float) -> Table:
    """What each class paid for, its own packets and those of classes below it, Mbit/s of packets over the whole run."""
    nodes = list(htb.nodes.values())
    words = tuple(f"{spelled(node.id)} {'lent to those below' if node.level else 'paid itself'}" for node in nodes)
    table = Table(
        [
            Column("who", "", "who paid", "time", words=words),
            Column("rate", "Mbit/s", "what it paid for, headers included", "throughput"),
        ]
    )
    for row, node in enumerate(nodes):
        mean = node.bytes / node.packets if node.packets else 0.0
        table.append(row, node.lended * mean * 8e-6 / duration)
    return table
