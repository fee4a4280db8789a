"""Link layers: where the IP header begins, and what is there instead. Their numbers: tcpdump.org/linktypes.html."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct

IPV4, IPV6 = 0x0800, 0x86DD

Found = tuple[int, int]
"""The protocol as an Ethertype, and where its header begins. The place may be behind the data's end."""

_half = Struct("!H").unpack_from
_word = Struct("!I").unpack_from
_VLANS = (0x8100, 0x88A8, 0x9100, 0x9200)  # 802.1Q, 802.1ad, and two that were used for stacks before that
_PPPOE, _MPLS = 0x8864, (0x8847, 0x8848)
_PPP = {0x0021: IPV4, 0x0057: IPV6}
_SNAP = b"\xaa\xaa\x03\0\0\0"
_LEAST_TYPE = 0x0600  # below that it is a length: IEEE 802.3 §3.2.6
_LAST_LABEL = 0x100  # RFC 3032 §2.1
# AF_INET6 of NetBSD and OpenBSD, of FreeBSD, of macOS and of Linux; AF_INET is 2 everywhere.
_FAMILIES = {2: IPV4, 24: IPV6, 28: IPV6, 30: IPV6, 10: IPV6}

NO_IP, CUT, LLC = 0, -1, -2
"""Instead of a protocol: neither kind of IP; the packet is too short to tell; an 802.3 frame without a type."""


def _typed(place: int, head: int) -> Callable[[bytes, int, int], Found]:
    """A header of `head` bytes with an Ethertype at `place`."""

    def found(data: bytes, at: int, end: int) -> Found:
        if end - at < head:
            return CUT, end
        return _inside(_half(data, at + place)[0], data, at + head, end)

    return found


def _inside(kind: int, data: bytes, at: int, end: int) -> Found:
    """Behind tags, labels and a PPPoE session's header (RFC 2516 §5), each of which makes `at` grow."""
    while kind != IPV4 and kind != IPV6:
        if kind in _VLANS:
            if end - at < 4:
                return CUT, end
            kind, at = _half(data, at + 2)[0], at + 4
        elif kind == _PPPOE:
            if end - at < 8:
                return CUT, end
            protocol = _half(data, at + 6)[0]
            return _PPP.get(protocol, _PPPOE), at + 8
        elif kind in _MPLS:
            while True:
                if end - at < 4:
                    return CUT, end
                (label,) = _word(data, at)
                at += 4
                if label & _LAST_LABEL:
                    version, _ = _raw(data, at, end)
                    return version or kind, at
        elif kind < _LEAST_TYPE and data[at : at + 6] == _SNAP and end - at >= 8:
            kind, at = _half(data, at + 6)[0], at + 8
        else:
            return (kind if kind >= _LEAST_TYPE else LLC), at
    return kind, at


def _raw(data: bytes, at: int, end: int) -> Found:
    """No header at all; the version is in the first four bits."""
    if at >= end:
        return CUT, end
    return {4: IPV4, 6: IPV6}.get(data[at] >> 4, NO_IP), at


def _loopback(data: bytes, at: int, end: int) -> Found:
    """An address family, in the byte order of the host that captured it or of the network."""
    if end - at < 4:
        return CUT, end
    (family,) = _word(data, at)
    if family > 0xFFFF:
        family = int.from_bytes(data[at : at + 4], "little")
    return _FAMILIES.get(family, NO_IP), at + 4


def _always(kind: int) -> Callable[[bytes, int, int], Found]:
    return lambda data, at, end: (kind, at)


LINKS: dict[int, Callable[[bytes, int, int], Found]] = {
    0: _loopback,
    1: _typed(12, 14),
    12: _raw,  # DLT_RAW of most systems, and of OpenBSD: some writers mean 101
    14: _raw,
    101: _raw,
    108: _loopback,
    113: _typed(14, 16),
    228: _always(IPV4),
    229: _always(IPV6),
    276: _typed(0, 20),
}
"""By number: data, begin, end → what is found."""

TYPED = {1: (12, 14), 113: (14, 16), 276: (0, 20)}
"""Links with an Ethertype: its place, and the header's length."""

_NAMES = {
    NO_IP: "not IP",
    CUT: "cut by the snap length",
    LLC: "LLC",
    0x0806: "ARP",
    0x8035: "RARP",
    0x8809: "LACP",
    0x8863: "PPPoE discovery",
    _PPPOE: "PPP",
    0x888E: "EAPOL",
    0x88CC: "LLDP",
    0x88F7: "PTP",
}


def protocol_name(kind: int) -> str:
    """What a reader calls it."""
    return _NAMES.get(kind, f"Ethertype {kind:#06x}")
