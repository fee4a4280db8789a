"""A packet as it crosses a path, and a capture of all that crossed it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import NamedTuple

NOT_ECT, ECT_0, CE = 0b00, 0b10, 0b11
"""The two ECN bits of the IP header (RFC 3168 §5)."""

TCP, UDP, PING, PONG, UNREACHABLE = range(5)
"""What a packet is: a segment, a datagram, an ICMP echo or its reply, ICMP “destination unreachable”."""

HOST_UNREACHABLE, PORT_UNREACHABLE, TOO_BIG, PROHIBITED = 1, 3, 4, 13
"""Why something is `UNREACHABLE`: codes of RFC 792 and RFC 1812 §5.2.7.1."""


class End(NamedTuple):
    """One end of a connection; of a ping, the port is its identifier."""

    address: str
    port: int


class Crossing(NamedTuple):
    """One packet: when it left its host and reached the other, s (NaN: it did not; a duplicate has left nowhere).

    flags: the letters that tcpdump uses (S, F, R, P), A for an acknowledgement number, E for ECE, W for CWR. seq, ack:
    as in the header, before they wrap at 2³²; of a ping, seq is its number. length: bytes of data. window: the header's
    field, already scaled down. options: bytes, padded. ecn: the bits with which it leaves; marked: it arrives with CE.
    comment: what only the model knows. tos: the other bits of that byte of the IP header. about: the packet that could
    not go on, for the reason of `code`, or into a link of `mtu` bytes; it is the one before this in the list. missed:
    the address of a host whose capture lacks it, although it was there.
    """

    sent: float
    arrived: float
    source: End
    target: End
    flags: str = ""
    seq: int = 0
    ack: int = 0
    length: int = 0
    window: int = 0
    options: bytes = b""
    ecn: int = NOT_ECT
    marked: bool = False
    comment: str = ""
    what: int = TCP
    tos: int = 0
    code: int = 0
    mtu: int = 0
    about: Crossing | None = None
    missed: str = ""

    def seen_at(self, address: str) -> float | None:
        """When the interface of a host sees it, s: its own segment as it leaves, another's as it comes; None: never."""
        if self.missed == address:
            return None
        if self.source.address == address:
            return None if isnan(self.sent) else self.sent
        if self.target.address == address and not isnan(self.arrived):
            return self.arrived
        return None


@dataclass(frozen=True)
class Capture:
    """What can be captured of a run. points: the hosts at which one can listen, and their addresses.

    `crossings` makes the list when a file is written, and not before.
    """

    points: Mapping[str, str]
    crossings: Callable[[], Iterable[Crossing]] = field(repr=False)
