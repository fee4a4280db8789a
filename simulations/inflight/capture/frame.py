"""A packet as an Ethernet frame with real IPv4 headers: RFC 791 §3.1."""

from __future__ import annotations

from functools import cache
from ipaddress import IPv4Address
from struct import pack

from inflight.capture import icmp
from inflight.capture.checksum import folded, summed
from inflight.capture.crossing import PING, PONG, TCP, UDP, UNREACHABLE, Crossing
from inflight.capture.filler import filler
from inflight.capture.tcp import PROTOCOL as _TCP
from inflight.capture.tcp import tcp
from inflight.capture.udp import PROTOCOL as _UDP
from inflight.capture.udp import udp

_DONT_FRAGMENT, _TTL, _IPV4 = 0x4000, 64, 0x0800
_ETHERNET, _IP = 14, 20  # bytes of a header without options
_PROTOCOLS = {TCP: _TCP, UDP: _UDP, PING: icmp.PROTOCOL, PONG: icmp.PROTOCOL, UNREACHABLE: icmp.PROTOCOL}
_BY_THE_KERNEL = (PONG, UNREACHABLE)  # which lets its own messages be fragmented (`icmp.c:icmp_sk_init`)


def frame(crossing: Crossing, number: int, *, ecn: int, payload: bool) -> tuple[bytes, int]:
    """The bytes that are captured, and the frame's length on the wire. number: for the identification of the IP header.

    Without `payload` the capture ends behind the headers; checksums cover what is on the wire.
    """
    source, target = _packed(crossing.source.address), _packed(crossing.target.address)
    if crossing.about:
        # the packet that it is about is the one before it in the list
        whole = frame(crossing.about, number - 1, ecn=crossing.about.ecn, payload=True)[0][_ETHERNET:]
        quoted, end = whole[: icmp.QUOTED], len(whole) - crossing.about.length
        headers, data = icmp.unreachable(crossing.code, crossing.mtu, quoted) + quoted[:end], quoted[end:]
    else:
        headers, data = _headers(crossing, source, target), filler(crossing.seq, crossing.length)
    length = _IP + len(headers) + len(data)
    fragment = 0 if crossing.what in _BY_THE_KERNEL else _DONT_FRAGMENT
    tos = crossing.tos & 0xFC | ecn
    protocol = _PROTOCOLS[crossing.what]
    head = pack("!BBHHHBBH", 0x45, tos, length, number & 0xFFFF, fragment, _TTL, protocol, 0) + source + target
    ip = head[:10] + pack("!H", folded(summed(head))) + head[12:]
    captured = _mac(target) + _mac(source) + pack("!H", _IPV4) + ip + headers
    return captured + data if payload else captured, _ETHERNET + length


def _headers(crossing: Crossing, source: bytes, target: bytes) -> bytes:
    if crossing.what == TCP:
        return tcp(crossing, source, target)
    return udp(crossing, source, target) if crossing.what == UDP else icmp.echo(crossing)


@cache
def _packed(address: str) -> bytes:
    return IPv4Address(address).packed


@cache
def _mac(address: bytes) -> bytes:
    """A locally administered MAC address, made of the IP address."""
    return b"\x02\x00" + address
