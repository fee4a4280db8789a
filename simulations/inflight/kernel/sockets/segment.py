"""A segment with its header, as far as opening and closing need it.

Sequence numbers are whole numbers that do not wrap: a connection starts at 0, unless a SYN cookie chose the number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

HEADERS, TIMESTAMPS = 40, 12
"""Bytes: of IPv4 and TCP without options; of the timestamps in every segment."""


class Address(NamedTuple):
    """One end of a connection: the host's IP address, and the port."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class SynOptions:
    """What a SYN or a SYN-ACK offers (RFC 9293 §3.2, RFC 7323, RFC 2018, RFC 7413).

    mss: largest payload taken, B. wscale: shift of the window; None: no window scaling. cookie: of Fast Open; None: no
    such option, empty: a cookie is asked for.
    """

    mss: int = 1460
    wscale: int | None = 7
    sack: bool = True
    timestamps: bool = True
    cookie: bytes | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """`flags` are the letters that tcpdump uses (S, F, R, P), and A for an acknowledgement number.

    seq, ack: sequence numbers; length: bytes of data; window: B, unscaled; tsval, tsecr: timestamps in ms (None:
    without that option); again: it was sent before; probe: it only asks for an answer (keepalive, window probe).
    """

    source: Address
    target: Address
    flags: str
    seq: int
    ack: int = 0
    length: int = 0
    window: int = 0
    options: SynOptions | None = None
    tsval: int | None = None
    tsecr: int = 0
    again: bool = False
    probe: bool = False

    @property
    def syn(self) -> bool:
        """Opens a connection."""
        return "S" in self.flags

    @property
    def fin(self) -> bool:
        """Nothing comes after it."""
        return "F" in self.flags

    @property
    def rst(self) -> bool:
        """Ends the connection at once."""
        return "R" in self.flags

    @property
    def acks(self) -> bool:
        """Carries an acknowledgement number."""
        return "A" in self.flags

    @property
    def end(self) -> int:
        """The sequence number behind it; SYN and FIN take one each."""
        return self.seq + self.length + self.syn + self.fin

    @property
    def packet(self) -> int:
        """Its length as an IP packet, B; of a SYN without its other options, which matter to no path."""
        return HEADERS + (TIMESTAMPS if self.tsval is not None else 0) + self.length

    def repeated(self) -> Segment:
        """The same once more."""
        return replace(self, again=True)


def agreed(ours: SynOptions, theirs: SynOptions) -> SynOptions:
    """What both ends have offered; `wscale` is the peer's, which binds what is sent, `mss` what either end may send."""
    return SynOptions(
        mss=min(theirs.mss, ours.mss),
        wscale=theirs.wscale if ours.wscale is not None else None,
        sack=ours.sack and theirs.sack,
        timestamps=ours.timestamps and theirs.timestamps,
    )


def reset_for(segment: Segment) -> Segment:
    """The RST that answers a segment for which there is no connection (RFC 9293 §3.10.7.1, `tcp_v4_send_reset`)."""
    if segment.acks:
        return Segment(segment.target, segment.source, "R", segment.ack)
    return Segment(segment.target, segment.source, "RA", 0, segment.end)
