"""The seven queues as the figure shows them: what bounds each, where to see it, and the page that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from inflight.experiments.packet_path.parameters import TCP, UDP, PacketPathParameters
from inflight.experiments.packet_path.stations import PathSettings
from inflight.figure.result import Column, Table


@dataclass(frozen=True, kw_only=True)
class Place:
    """A queue of the way, as the figure shows it. `chapter` is the id of a page of the book."""

    id: str
    name: str
    bound: str
    counter: str
    chapter: str
    side: str
    quantity: str
    udp_bound: str = ""
    """What bounds it with UDP, where that differs."""

    @property
    def column(self) -> str:
        """Of its level: a name that can stand beside a curve."""
        return _COLUMNS.get(self.id, self.id)

    @property
    def counter_column(self) -> str:
        """Of its counter."""
        return f"{self.id}_count"

    @property
    def can_drop(self) -> bool:
        """Unlike the send buffer and the ring, which only ever stop what comes before them."""
        return self.id not in ("sndbuf", "ring")


_COLUMNS = {"sndbuf": "send_buffer", "rx_ring": "receive_ring", "rcvbuf": "receive_buffer"}

PLACES = (
    Place(
        id="sndbuf",
        name="Send buffer",
        bound="net.ipv4.tcp_wmem; SO_SNDBUF",
        counter="ss -ti: sndbuf_limited",
        chapter="windows/why-slow",
        side="out",
        quantity="sndbuf",
        udp_bound="net.core.wmem_default; SO_SNDBUF",
    ),
    Place(
        id="qdisc",
        name="Qdisc",
        bound="tc qdisc … limit; txqueuelen",
        counter="tc -s qdisc: dropped",
        chapter="disciplines/tc",
        side="out",
        quantity="queue",
    ),
    Place(
        id="ring",
        name="Driver’s ring",
        bound="ethtool -G eth0 tx; BQL",
        counter="byte_queue_limits/inflight",
        chapter="queues/driver-queue",
        side="out",
        quantity="throughput",
    ),
    Place(
        id="router",
        name="Router’s queue",
        bound="tc qdisc … limit, on the router",
        counter="tc -s qdisc: dropped, on the router",
        chapter="queues/bufferbloat",
        side="out",
        quantity="queue",
    ),
    Place(
        id="rx_ring",
        name="Receive ring",
        bound="ethtool -G eth0 rx",
        counter="ip -s link: missed",
        chapter="queues/receiving",
        side="in",
        quantity="throughput",
    ),
    Place(
        id="backlog",
        name="CPU backlog",
        bound="net.core.netdev_max_backlog",
        counter="/proc/net/softnet_stat, 2nd",
        chapter="queues/receiving",
        side="in",
        quantity="unacked",
    ),
    Place(
        id="rcvbuf",
        name="Receive buffer",
        bound="net.ipv4.tcp_rmem; SO_RCVBUF",
        counter="nstat: UdpRcvbufErrors",
        chapter="windows/receive-window",
        side="in",
        quantity="rwnd",
        udp_bound="net.core.rmem_default; SO_RCVBUF",
    ),
)


def _drops(place: Place, p: PacketPathParameters) -> bool:
    """Whether this queue drops what does not fit; else it stops what comes before it."""
    return place.can_drop and not (place.id == "rcvbuf" and p.protocol == TCP)


def counter_meanings(p: PacketPathParameters) -> dict[str, str]:
    """What each queue's counter counts, by its column."""
    return {
        place.counter_column: f"{'dropped' if _drops(place, p) else 'made the one before wait'}: {place.name}"
        for place in PLACES
    }


def places_table(p: PacketPathParameters, way: PathSettings) -> Table:
    """A row for each queue: all that the picture says besides levels."""

    def column(name: str, meaning: str, words: list[str]) -> Column:
        return Column(name, "", meaning, "queue", words=words)

    table = Table(
        [
            column("place", "which queue", [place.name for place in PLACES]),
            column("level", "the column that holds its level", [place.column for place in PLACES]),
            column("count", "the column that holds its counter", [place.counter_column for place in PLACES]),
            Column("limit", "packets", "how many it holds", "queue"),
            Column("drops", "", "1: it drops what doesn’t fit; 0: it makes the one before wait", "loss"),
            column("bound", "what bounds it", [_bound(place, p) for place in PLACES]),
            column("counter", "where to see it", [_counter(place, p) for place in PLACES]),
            column("chapter", "the page of the book", [place.chapter for place in PLACES]),
            column("side", "which way", ["way out", "way in"]),
        ]
    )
    limits = (way.sndbuf, way.qdisc, min(way.ring, way.bql), way.router, way.rx_ring, way.backlog, way.rcvbuf)
    for row, (place, limit) in enumerate(zip(PLACES, limits, strict=True)):
        side = 0 if place.side == "out" else 1
        used = nan if place.id == "backlog" and not way.rps else limit
        table.append(row, row, row, used, _drops(place, p), row, row, row, side)
    return table


def _bound(place: Place, p: PacketPathParameters) -> str:
    return place.udp_bound if p.protocol == UDP and place.udp_bound else place.bound


def _counter(place: Place, p: PacketPathParameters) -> str:
    if place.id == "rcvbuf" and p.protocol == TCP:
        return "ss -ti: rwnd_limited"
    if place.id == "sndbuf" and p.protocol == UDP:
        return "ss -um: skmem t; strace: send()"
    return place.counter
