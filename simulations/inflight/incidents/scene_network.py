"""What a machine shows of its link, of the way to the other machine, and of the connections that its firewall knows.

Sizes are in bytes, times in s, unless a field says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Link:
    """What `ip link` prints of eth0 and the card's own counters don't say (ip/ipaddress.c of iproute2).

    index: its number among the links. mtu: the largest packet, without the Ethernet header. queue: txqueuelen, packets.
    up: an administrator's word; carrier: whether the cable has a signal. promiscuous: as a capture without -p sets it.
    rx_dropped, tx_dropped: packets that the kernel threw away above the driver (`dev_core_stats`); a full ring isn't
    among them: that is `rx_missed_errors` of `nic`.
    """

    index: int = 2
    mtu: int = 1500
    queue: int = 1000
    up: bool = True
    carrier: bool = True
    promiscuous: bool = False
    rx_dropped: int = 0
    tx_dropped: int = 0


@dataclass(frozen=True, kw_only=True)
class Hop:
    """A host on the way, or the one at its end.

    address: of the side that answers; empty: it never does.
    times: of the answers to one probe after the other, s; None: no answer; asked more often, it answers as before.
    mtu: the largest packet that it can pass on. tells: whether it says so when one is larger (ICMP type 3 code 4,
    RFC 1191); if not, it is a black hole. back: hops that its answers take; None: as many as the probe took.
    route: whether it knows the way on.
    """

    address: str = ""
    times: Sequence[float | None] = ()
    mtu: int = 1500
    tells: bool = True
    back: int | None = None
    route: bool = True


@dataclass(frozen=True, kw_only=True)
class Ends:
    """One direction of a tracked connection. Ports are None for protocols without ports."""

    source: str
    to: str
    sport: int | None = None
    dport: int | None = None


@dataclass(frozen=True, kw_only=True)
class Tracked:
    """An entry of the table (nf_conntrack_proto_tcp.c has the states of TCP; other protocols have none).

    timeout: s until it is removed if nothing comes. reply: what an answer looks like; with NAT that isn't simply
    `original` turned round. replied: whether one came; assured: such an entry isn't thrown out when the table is full.
    icmp: type, code and id of an echo. use: who holds it right now, packets among them.
    """

    original: Ends
    reply: Ends
    timeout: int
    protocol: str = "tcp"
    state: str = ""
    replied: bool = True
    assured: bool = False
    icmp: tuple[int, int, int] | None = None
    use: int = 1


@dataclass(frozen=True, kw_only=True)
class TrackedByCpu:
    """A CPU's line of `conntrack -S` (`ip_conntrack_stat`).

    drop: packets of new connections that found the table full and nothing to throw out. early_drop: entries thrown out
    for a new one. insert_failed: two packets of the same connection at once, or a port already taken by NAT.
    """

    found: int = 0
    invalid: int = 0
    insert: int = 0
    insert_failed: int = 0
    drop: int = 0
    early_drop: int = 0
    error: int = 0
    search_restart: int = 0
    clash_resolve: int = 0
    chaintoolong: int = 0


@dataclass(frozen=True, kw_only=True)
class Conntrack:
    """The firewall's table of connections.

    entries: those that are listed; count: how many there are, None: as many as are listed. most: `nf_conntrack_max`.
    """

    entries: Sequence[Tracked] = ()
    count: int | None = None
    most: int = 65536
    cpus: Sequence[TrackedByCpu] = (TrackedByCpu(), TrackedByCpu())
