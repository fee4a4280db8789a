"""From an IP header to the TCP header behind it, and to a segment: RFC 791 §3.1, RFC 8200 §3 and §4, RFC 9293 §3.1.

What is no TCP is its name instead. Where headers contradict each other, that is noted, and IP's own length is believed.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import NamedTuple

from inflight.capture.reading.container import Packet
from inflight.capture.reading.segment import Segment

_ipv4 = Struct("!BBHHHBB2x4s4s").unpack_from
_ipv6 = Struct("!IHBB16s16s").unpack_from
_tcp = Struct("!HHIIHH").unpack_from
_IPV4, _IPV6, _TCP = 20, 40, 20  # bytes of the headers without options
TCP = 6
_OFFSET = 0x1FFF  # of a fragment, in units of 8 bytes
_MORE = 0x2000
_HOP_BY_HOP, _ROUTING, _FRAGMENT, _AUTHENTICATION, _DESTINATION = 0, 43, 44, 51, 60
_EXTENSIONS = (_HOP_BY_HOP, _ROUTING, _DESTINATION, 135, 139, 140)
_PROTOCOLS = {
    1: "ICMP",
    2: "IGMP",
    4: "IPv4 in IP",
    17: "UDP",
    41: "IPv6 in IP",
    46: "RSVP",
    47: "GRE",
    50: "ESP",
    51: "AH",
    58: "ICMPv6",
    59: "IPv6 without content",
    88: "EIGRP",
    89: "OSPF",
    103: "PIM",
    112: "VRRP",
    115: "L2TP",
    132: "SCTP",
}
CUT, IP_CUT, DAMAGED = "TCP, cut by the snap length", "IP, cut by the snap length", "damaged"
FRAGMENT = "fragment of IP, not the first"

Odd = Callable[[int, str, str], None]
"""What is told of an odd packet: number, field, text."""


class Datagram(NamedTuple):
    """IP around a segment. tcp: where its header begins in the data. size: bytes of header and payload on the wire.

    ident: −1 for IPv6. is_whole: it is no fragment.
    """

    tcp: int
    size: int
    source: bytes
    target: bytes
    ttl: int
    ecn: int
    ident: int
    is_whole: bool


def ipv4(packet: Packet, at: int, odd: Odd) -> Datagram | str:
    """The IPv4 datagram with TCP that begins at `at`, or what else it is."""
    number, _, _, data, begin, end, length = packet
    if end - at < _IPV4:
        return IP_CUT
    first, tos, total, ident, fragment, ttl, protocol, source, target = _ipv4(data, at)
    size = (first & 15) * 4
    if first >> 4 != 4 or size < _IPV4:
        odd(number, "IP header", f"IP header begins with {first:#04x}, and IPv4's with 0x45 to 0x4f")
        return DAMAGED
    if fragment & _OFFSET:
        return FRAGMENT
    if protocol != TCP:
        return _name(protocol)
    there = length - (at - begin)
    # 0: the card cuts the packet later and fills this in (TSO), or it has more than 64 KiB (BIG TCP).
    if total == 0:
        total = there
    elif total > there:
        odd(number, "IP total length", f"IP total length {total:,} is more than the {there:,} bytes on the wire")
    if fragment & _MORE:
        odd(number, "fragment", "fragment of IP, the first: what the others carry is not read")
    return Datagram(at + size, total - size, source, target, ttl, tos & 3, ident, not fragment & _MORE)


def ipv6(packet: Packet, at: int, odd: Odd) -> Datagram | str:
    """The IPv6 packet with TCP that begins at `at`, or what else it is."""
    number, _, _, data, begin, end, length = packet
    if end - at < _IPV6:
        return IP_CUT
    first, size, protocol, ttl, source, target = _ipv6(data, at)
    if first >> 28 != 6:
        odd(number, "IP header", f"IP header has version {first >> 28} instead of 6")
        return DAMAGED
    there = length - (at - begin) - _IPV6
    # 0: a jumbogram (RFC 2675), or BIG TCP in front of the card.
    if size == 0:
        size = there
    elif size > there:
        odd(number, "IP payload length", f"IP payload length {size:,} is more than the {there:,} bytes on the wire")
    at += _IPV6
    is_whole = True
    while protocol != TCP:
        if end - at < 8 and (protocol in _EXTENSIONS or protocol in (_FRAGMENT, _AUTHENTICATION)):
            return IP_CUT
        if protocol == _FRAGMENT:
            offset = int.from_bytes(data[at + 2 : at + 4], "big")
            if offset >> 3:
                return FRAGMENT
            if offset & 1:
                is_whole = False
                odd(number, "fragment", "fragment of IP, the first: what the others carry is not read")
            step = 8
        elif protocol in _EXTENSIONS:
            step = (data[at + 1] + 1) * 8
        elif protocol == _AUTHENTICATION:
            step = (data[at + 1] + 2) * 4
        else:
            return _name(protocol)
        protocol = data[at]
        at += step
        size -= step
    return Datagram(at, size, source, target, ttl, first >> 20 & 3, -1, is_whole)


def segment(packet: Packet, datagram: Datagram, odd: Odd) -> Segment | str:
    """The segment in it, or why there is none."""
    at, size, source, target, *rest, _ = datagram
    number, time, interface, data, _, end, _ = packet
    if size < _TCP:
        odd(number, "TCP header", f"TCP header has {_TCP} bytes or more, and IP has room for {max(size, 0)}")
        return DAMAGED
    if end - at < _TCP:
        return CUT
    source_port, target_port, seq, ack, flags, window = _tcp(data, at)
    head = flags >> 12
    if not _TCP <= 4 * head <= size:
        odd(number, "TCP data offset", f"TCP data offset {head} is allowed from 5 to {min(size // 4, 15)} here")
        return DAMAGED
    head *= 4
    options = data[at + _TCP : min(at + head, end)]
    numbers = (source_port, target_port, seq, ack, flags & 0x1FF, window, size - head, options)
    return Segment(number, time, interface, source, target, *numbers, *rest)


def _name(protocol: int) -> str:
    return _PROTOCOLS.get(protocol, f"IP protocol {protocol}")
