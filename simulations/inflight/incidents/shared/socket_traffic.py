"""What a host of the sockets engine sends and hears: tcpdump, and what TCP has counted."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inflight.incidents.scene import CapturedPacket
from inflight.incidents.shared.numbers import drawn, initial_sequence
from inflight.incidents.shared.offload import stamped
from inflight.incidents.shared.traffic import Traffic
from inflight.kernel.sockets.era import socket_era
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


_WRAP = 1 << 32

First = Mapping[tuple[Address, Address], int]
"""Where each direction's numbers start, by its ends."""


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
    """A host that records what comes in, before anything might drop it; it records no states. kernel: its own."""

    def __init__(self, network: Network, address: str, kernel: str, sysctls: Sysctls | None = None) -> None:
        super().__init__(network, address, sysctls, era=socket_era(kernel), log=Log(keep=False))
        self.sysctls.tcp_syn_linear_timeouts = self.era.syn_linear_timeouts
        self.heard: list[Heard] = []

    def receive(self, segment: Segment) -> None:
        """Record it, then take it."""
        self.heard.append(Heard(self.clock.now, segment))
        self.take(segment)

    def take(self, segment: Segment) -> None:
        """Look for its connection."""
        super().receive(segment)


def sent_by(host: Host) -> list[Heard]:
    """What the host has sent, as the network has recorded it."""
    address = host.address
    return [Heard(each.sent, each.segment) for each in host.network.passages if each.segment.source.host == address]


def packets(seen: Iterable[Heard], start: float) -> list[CapturedPacket]:
    """As tcpdump saw them; times from `start`."""
    return stamped([_packet(each, start) for each in sorted(seen, key=lambda each: each.time)])


def beginnings(seen: Iterable[Heard]) -> dict[tuple[Address, Address], int]:
    """The first sequence number of each direction, by its ends: a SYN cookie isn't 0."""
    return {(e.segment.source, e.segment.target): e.segment.seq for e in seen if e.segment.syn}


def _packet(each: Heard, start: float) -> CapturedPacket:
    s = each.segment
    source, to = text(s.source), text(s.target)
    bare = s.rst and s.seq == 0  # an answer to a segment that belongs to no connection
    return CapturedPacket(
        t=each.time - start,
        source=source,
        to=to,
        flags=flags_of(s).strip("[]"),
        length=s.length,
        seq=0 if bare else s.seq + initial_sequence(source, to),
        ack=s.ack + initial_sequence(to, source) if s.acks else None,
        window=s.window if s.syn else s.window >> SCALE,
        options=_options(s),
    )


def _clock(here: str, there: str) -> int:
    """Where a host's timestamps for another host start (`secure_tcp_ts_off`)."""
    return drawn(f"timestamps {here} {there}", _WRAP)


def _options(s: Segment) -> str:
    here, there = s.source.host, s.target.host
    echo = (s.tsecr + _clock(there, here)) % _WRAP if s.tsecr else 0
    stamps = [] if s.tsval is None else [f"TS val {(s.tsval + _clock(here, there)) % _WRAP} ecr {echo}"]
    if s.options is None:
        return ",".join(["nop", "nop", *stamps]) if stamps else ""
    words = [f"mss {s.options.mss}"] + ["sackOK"] * s.options.sack + stamps
    if s.options.wscale is not None:
        words += ["nop", f"wscale {s.options.wscale}"]
    return ",".join(words)


# ---- counters --------------------------------------------------------------------------------------------------------


def counters(host: Host, incoming: list[Heard], outgoing: list[Heard], *, dropped: int = 0) -> dict[str, int]:
    """TCP's: what the engine counts, and what follows from the packets. dropped: incoming ones, before TCP."""
    found = {name if name in _PLAIN else f"TcpExt{name}": count for name, count in host.counters.items()}
    # retransmissions count in TcpRetransSegs, not in TcpOutSegs
    again = sum(1 for each in outgoing if each.segment.again)
    # a handshake's last ACK comes too early for header prediction
    opened = host.counters.get("TcpPassiveOpens", 0)
    pure = sum(1 for each in incoming if each.segment.flags == "A" and not each.segment.length) - opened
    return found | {
        "TcpInSegs": len(incoming) - dropped,
        "TcpOutSegs": len(outgoing) - again,
        "TcpExtTCPHPHits": sum(1 for each in incoming if each.segment.length and not each.segment.again),
        "TcpExtTCPPureAcks": opened,
        "TcpExtTCPHPAcks": max(pure, 0),
        "TcpExtTCPOrigDataSent": sum(1 for each in outgoing if _takes_numbers(each.segment)),
        "TcpExtTCPSynRetrans": sum(1 for each in outgoing if each.segment.again and each.segment.syn),
    }


def _takes_numbers(segment: Segment) -> bool:
    """Data or a FIN, for the first time."""
    return bool(segment.length or segment.fin) and not segment.again


_PLAIN = frozenset(
    {"TcpActiveOpens", "TcpPassiveOpens", "TcpAttemptFails", "TcpEstabResets", "TcpOutRsts", "TcpRetransSegs"}
)
"""Counters of the group Tcp (`snmp4_tcp_list`); the names of others in TcpExt begin with TCP."""


def traffic(seen: list[Heard]) -> Traffic:
    """Frames and their bytes."""
    return Traffic(len(seen), sum(map(size, seen)))


def size(each: Heard) -> int:
    """Bytes of the frame."""
    return each.segment.length + (SYN_HEADERS if each.segment.syn else HEADERS)


def pings(rng: random.Random, rtt: float) -> list[float | None]:
    """Ten round trips: the path's, plus some tens of µs for the hosts."""
    return [rtt + rng.uniform(3e-5, 12e-5) for _ in range(10)]
