"""A TCP segment as it was captured."""

from __future__ import annotations

from typing import NamedTuple

FIN, SYN, RST, PSH, ACK, URG, ECE, CWR, AE = (1 << bit for bit in range(9))
"""The flags of the header: RFC 9293 §3.1; AE is the bit that AccECN took from the reserved ones (RFC 9768 §3.1)."""


class Segment(NamedTuple):
    """A TCP segment as it was captured: numbers are the header's, which wrap and are not scaled.

    number: of the packet in its file, from 1, other packets counted. time: ns since 1970. interface: of the file, from
    0. source, target: addresses of 4 or 16 bytes. flags: 9 bits. length: bytes of payload on the wire, more than an MSS
    if the segment is cut up behind the point of capture or was merged in front of it. options: what is behind the fixed
    20 bytes, possibly cut by the snap length. ttl: or the hop limit. ident: IPv4's identification; −1 for IPv6.
    """

    number: int
    time: int
    interface: int
    source: bytes
    target: bytes
    source_port: int
    target_port: int
    seq: int
    ack: int
    flags: int
    window: int
    length: int
    options: bytes
    ttl: int
    ecn: int
    ident: int
