"""What a host of the sockets engine sends and hears, and what is counted of it: tcpdump, `nstat`, the driver, tc.

What the engine does not have, such as rings, is the same whatever is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inflight.incidents.scene import CapturedPacket, Softnet, TcQdisc
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network
from inflight.scenes.socket_tables import flags_of

HEADERS, SYN_HEADERS = 66, 74
"""Ethernet, IP and TCP with timestamps, and the same of a SYN, bytes."""

SCALE = 7
"""Shift of the windows in all segments but SYNs."""


First = Mapping[tuple[Address, Address], int]
"""Where the numbers of each direction begin, by its ends."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A segment at a host: when it came in or went out, s."""

    time: float
    segment: Segment


def text(address: Address) -> str:
    """10.0.0.1:443."""
    return f"{address.host}:{address.port}"


# ---- packets ---------------------------------------------------------------------------------------------------------


class Watched(Host):
    """A host that notes what comes in, in front of everything that might drop it; states it notes none."""

    def __init__(self, network: Network, address: str, sysctls: Sysctls | None = None) -> None:
        super().__init__(network, address, sysctls, log=Log(keep=False))
        self.heard: list[Heard] = []

    def receive(self, segment: Segment) -> None:
        """Note it, and take it."""
        self.heard.append(Heard(self.clock.now, segment))
        self.take(segment)

    def take(self, segment: Segment) -> None:
        """Look for its connection."""
        super().receive(segment)


def sent_by(host: Host) -> list[Heard]:
    """What the host has sent, as the network has recorded it."""
    address = host.address
    return [Heard(each.sent, each.segment) for each in host.network.passages if each.segment.source.host == address]


def packets(seen: Iterable[Heard], first: First, start: float) -> list[CapturedPacket]:
    """As tcpdump prints them; first: where the numbers of each direction begin (`beginnings`); times from `start`."""
    return [_packet(each, first, start) for each in sorted(seen, key=lambda each: each.time)]


def beginnings(seen: Iterable[Heard]) -> dict[tuple[Address, Address], int]:
    """The first sequence number of each direction, by its ends: a SYN cookie is not 0."""
    return {(e.segment.source, e.segment.target): e.segment.seq for e in seen if e.segment.syn}


def _packet(each: Heard, first: First, start: float) -> CapturedPacket:
    s = each.segment
    shown = s.length or s.syn or s.fin or s.rst or s.probe
    seq = s.seq - first.get((s.source, s.target), 0)
    ack = s.ack - first.get((s.target, s.source), 0)
    return CapturedPacket(
        t=each.time - start,
        source=text(s.source),
        to=text(s.target),
        flags=flags_of(s).strip("[]"),
        length=s.length,
        seq=seq if shown else None,
        ack=ack if s.acks else None,
        window=s.window if s.syn else s.window >> SCALE,
        options=_options(s),
    )


def _options(s: Segment) -> str:
    stamps = [] if s.tsval is None else [f"TS val {s.tsval} ecr {s.tsecr}"]
    if s.options is None:
        return ",".join(["nop", "nop", *stamps]) if stamps else ""
    words = [f"mss {s.options.mss}"] + ["sackOK"] * s.options.sack + stamps
    if s.options.wscale is not None:
        words += ["nop", f"wscale {s.options.wscale}"]
    return ",".join(words)


# ---- counters --------------------------------------------------------------------------------------------------------


def counters(host: Host, incoming: list[Heard], outgoing: list[Heard], *, dropped: int = 0) -> dict[str, int]:
    """`nstat`: what the engine counts, and what follows from the packets. dropped: of the incoming, before TCP."""
    found = {name if name in _PLAIN else f"TcpExt{name}": count for name, count in host.counters.items()}
    # what was sent again counts in TcpRetransSegs, not in TcpOutSegs
    again = sum(1 for each in outgoing if each.segment.again)
    found |= {
        "IpInReceives": len(incoming),
        "IpInDelivers": len(incoming) - dropped,
        "IpOutRequests": len(outgoing),
        "TcpInSegs": len(incoming) - dropped,
        "TcpOutSegs": len(outgoing) - again,
        "TcpExtTCPSynRetrans": sum(1 for each in outgoing if each.segment.again and each.segment.syn),
    }
    return dict(sorted(found.items()))


_PLAIN = frozenset(
    {"TcpActiveOpens", "TcpPassiveOpens", "TcpAttemptFails", "TcpEstabResets", "TcpOutRsts", "TcpRetransSegs"}
)
"""Counters of the group Tcp (`snmp4_tcp_list`); the names of others in TcpExt begin with TCP."""


def size(each: Heard) -> int:
    """Bytes of the frame."""
    return each.segment.length + (SYN_HEADERS if each.segment.syn else HEADERS)


def nic(incoming: list[Heard], outgoing: list[Heard]) -> dict[str, int]:
    """`ethtool -S`: frames and bytes are those of the record, and nothing is ever wrong with the card."""
    return {
        "rx_packets": len(incoming),
        "tx_packets": len(outgoing),
        "rx_bytes": sum(map(size, incoming)),
        "tx_bytes": sum(map(size, outgoing)),
        "rx_errors": 0,
        "tx_errors": 0,
        "rx_dropped": 0,
        "tx_dropped": 0,
        "rx_missed_errors": 0,
        "rx_no_buffer_count": 0,
    }


RING = {"max_rx": 4096, "max_tx": 4096, "rx": 256, "tx": 256}
COALESCING = {"rx-usecs": 3, "rx-frames": 0, "tx-usecs": 0, "tx-frames": 0}
"""As igb has them."""


def qdiscs(outgoing: list[Heard]) -> list[TcQdisc]:
    """A fq_codel that never had to wait."""
    return [
        TcQdisc(
            kind="fq_codel",
            options="limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms ecn",
            bytes=sum(map(size, outgoing)),
            packets=len(outgoing),
            extra=("maxpacket 0 drop_overlimit 0 new_flow_count 0 ecn_mark 0", "new_flows_len 0 old_flows_len 0"),
        )
    ]


def softnet(incoming: list[Heard]) -> list[Softnet]:
    """Two CPUs; a flow stays on one of them, by its ports."""
    shares = [0, 0]
    for each in incoming:
        shares[(each.segment.source.port >> 1 ^ each.segment.target.port) & 1] += 1
    return [Softnet(processed=share) for share in shares]


def pings(rng: random.Random, rtt: float) -> list[float | None]:
    """Ten round trips: the path's, and some tens of µs of the hosts."""
    return [rtt + rng.uniform(3e-5, 12e-5) for _ in range(10)]
