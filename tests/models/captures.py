"""Capture files for the tests of their reader: packets made by dpkt, and everything around them by struct."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import dpkt

from inflight.capture.reading import Segment

CLIENT, SERVER = b"\x0a\x00\x00\x01", b"\xc0\x00\x02\x07"
CLIENT6, SERVER6 = bytes.fromhex("20010db8" + "00" * 11 + "01"), bytes.fromhex("20010db8" + "00" * 11 + "02")
MACS = bytes.fromhex("020000000002020000000001")
START = 1_700_000_000 * 10**9
SYN_OPTIONS = bytes.fromhex("020405b40402080a010203040000000001030307")
STAMPS = bytes.fromhex("0101080a0000000100000002")


class Sent(NamedTuple):
    """A packet: ns since 1970, and the IP packet that dpkt makes."""

    time: int
    ip: dpkt.ip.IP | dpkt.ip6.IP6

    @property
    def raw(self) -> bytes:
        """As on the wire."""
        return bytes(self.ip)


def tcp(**fields: object) -> dpkt.tcp.TCP:
    """A segment of dpkt's, options included in its data offset."""
    segment = dpkt.tcp.TCP(**fields)
    segment.off = 5 + len(segment.opts) // 4
    return segment


def v4(data: object, *, protocol: int = 6, options: bytes = b"", **fields: object) -> dpkt.ip.IP:
    """In IPv4."""
    fields = {"src": CLIENT, "dst": SERVER, "ttl": 64, "id": 7, **fields}
    packet = dpkt.ip.IP(p=protocol, data=data, opts=options, **fields)
    packet.hl = 5 + len(options) // 4
    packet.len = packet.hl * 4 + len(bytes(data))  # type: ignore[call-overload]
    return packet


def v6(data: object, *, ahead: bytes = b"", first: int = 6, **fields: object) -> dpkt.ip6.IP6:
    """In IPv6; ahead: extension headers as they are, of which `first` is the first."""
    content = ahead + bytes(data)  # type: ignore[call-overload]
    fields = {"src": CLIENT6, "dst": SERVER6, "hlim": 61, **fields}
    packet = dpkt.ip6.IP6(nxt=first, plen=len(content), **fields)
    packet.extension_hdrs, packet.data = {}, content
    return packet


def conversation() -> list[Sent]:
    """Of each kind one: options, ECN, all flags, IP options, fragments, extension headers, and what is no TCP."""
    hop_by_hop = bytes((60, 0, 1, 4, 0, 0, 0, 0))
    destination = bytes((6, 1, 1, 12)) + bytes(12)
    fragment = bytes((6, 0, 0, 1, 0, 0, 0, 9))
    later = bytes((6, 0, 0, 80, 0, 0, 0, 9))
    data = tcp(sport=40000, dport=443, seq=2**32 - 5, ack=0x80000001, flags=0x18, win=501, opts=STAMPS, data=b"x" * 999)
    ips = [
        v4(tcp(sport=40000, dport=443, seq=2**32 - 6, flags=0xC2, win=64240, opts=SYN_OPTIONS)),
        v4(tcp(sport=443, dport=40000, seq=0x80000000, ack=2**32 - 5, flags=0x12, win=65535), src=SERVER, dst=CLIENT),
        v4(data, tos=0x02, df=1),
        v4(tcp(sport=40000, dport=443, seq=994, ack=1, flags=0x39, win=0, data=b"end")),
        v4(data, options=b"\x94\x04\0\0", tos=0x03, ttl=1),
        v4(bytes(data), mf=1),
        v4(b"the rest of it", offset=1024),
        v4(dpkt.udp.UDP(sport=53, dport=53, ulen=12, data=b"what"), protocol=17),
        v4(dpkt.icmp.ICMP(type=8, data=dpkt.icmp.ICMP.Echo(id=1, seq=1)), protocol=1),
        v6(data, fc=0x02),
        v6(data, ahead=hop_by_hop + destination, first=0),
        v6(data, ahead=fragment, first=44),
        v6(b"the rest of it", ahead=later, first=44),
        v6(dpkt.udp.UDP(sport=53, dport=53, ulen=12, data=b"what"), first=17),
        v4(tcp(sport=40000, dport=443, seq=997, ack=1, flags=0x11, win=501)),
    ]
    return [Sent(START + 1_234_567_891 * at, ip) for at, ip in enumerate(ips)]


OTHER = {"UDP": 2, "ICMP": 1, "fragment of IP, not the first": 2}
"""What is no TCP in it."""


def expected(sent: Sequence[Sent], tick: int = 1) -> list[Segment]:
    """What dpkt reads of them. tick: ns of the file's clock."""
    found = []
    for number, packet in enumerate(sent, 1):
        time = packet.time // tick * tick
        whole = packet.raw
        if whole[0] >> 4 == 4:
            ip = dpkt.ip.IP(whole)
            if ip.p != 6 or ip.offset:
                continue
            size, rest = ip.len - ip.hl * 4, (ip.ttl, ip.tos & 3, ip.id)
        else:
            ip = dpkt.ip6.IP6(whole)
            if ip.p != 6 or any(getattr(header, "frag_off", 0) for header in ip.all_extension_headers):
                continue
            ahead = sum(header.length for header in ip.all_extension_headers)
            size, rest = ip.plen - ahead, (ip.hlim, ip.fc & 3, -1)
        seg = ip.data if isinstance(ip.data, dpkt.tcp.TCP) else dpkt.tcp.TCP(ip.data)
        numbers = (seg.sport, seg.dport, seg.seq, seg.ack, seg.flags, seg.win, size - seg.off * 4, bytes(seg.opts))
        found.append(Segment(number, time, 0, ip.src, ip.dst, *numbers, *rest))
    return found


def _kind(ip: bytes) -> bytes:
    return b"\x08\x00" if ip[0] >> 4 == 4 else b"\x86\xdd"


def _ppp(ip: bytes) -> bytes:
    return b"\x11\0\0\1" + struct.pack("!H", len(ip) + 2) + (b"\0\x21" if ip[0] >> 4 == 4 else b"\0\x57")


def _family(ip: bytes, order: str, six: int) -> bytes:
    return struct.pack(order + "I", 2 if ip[0] >> 4 == 4 else six)


Link = Callable[[bytes], bytes]

LINKS: dict[str, tuple[int, Link]] = {
    "Ethernet": (1, lambda ip: MACS + _kind(ip) + ip),
    "VLAN": (1, lambda ip: MACS + b"\x81\0\0\5" + _kind(ip) + ip),
    "VLAN in VLAN": (1, lambda ip: MACS + b"\x88\xa8\0\5\x81\0\0\6" + _kind(ip) + ip),
    "PPPoE": (1, lambda ip: MACS + b"\x88\x64" + _ppp(ip) + ip),
    "MPLS": (1, lambda ip: MACS + b"\x88\x47" + b"\0\1\0\x40\0\1\1\x40" + ip),
    "SNAP": (1, lambda ip: MACS + struct.pack("!H", 8 + len(ip)) + b"\xaa\xaa\3\0\0\0" + _kind(ip) + ip),
    "Linux cooked": (113, lambda ip: b"\0\0\0\1\0\6\2\0\0\0\0\1\0\0" + _kind(ip) + ip),
    "Linux cooked 2": (276, lambda ip: _kind(ip) + b"\0\0\0\0\0\2\0\1\0\6\2\0\0\0\0\1\0\0" + ip),
    "raw IP": (101, lambda ip: ip),
    "raw IP, as BSD numbers it": (12, lambda ip: ip),
    "raw IP, as OpenBSD numbers it": (14, lambda ip: ip),
    "loopback, little endian": (0, lambda ip: _family(ip, "<", 30) + ip),
    "loopback, big endian": (0, lambda ip: _family(ip, ">", 24) + ip),
    "loopback of OpenBSD": (108, lambda ip: _family(ip, ">", 24) + ip),
}

Frame = tuple[int, bytes, int]
"""ns since 1970, the bytes captured, the length on the wire."""


def pcap(
    frames: Iterable[Frame], *, link: int = 1, order: str = "<", magic: int = 0xA1B2C3D4, snap: int = 262144
) -> bytes:
    """A classic file."""
    unit = 1 if magic == 0xA1B23C4D else 1000
    more = b"\0\0\0\2\x08\0\0\0" if magic == 0xA1B2CD34 else b""
    file = [struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, snap, link)]
    for time, captured, length in frames:
        head = struct.pack(order + "IIII", time // 10**9, time % 10**9 // unit, len(captured), length)
        file += [head, more, captured]
    return b"".join(file)


def block(order: str, kind: int, body: bytes) -> bytes:
    """Of pcapng."""
    body += bytes(-len(body) % 4)
    size = struct.pack(order + "I", 12 + len(body))
    return struct.pack(order + "I", kind) + size + body + size


def option(order: str, code: int, value: bytes) -> bytes:
    """Of a block of pcapng."""
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def pcapng(
    frames: Iterable[Frame],
    *,
    link: int = 1,
    order: str = "<",
    resolution: int | None = None,
    offset: int = 0,
    kind: int = 6,
    snap: int = 0,
) -> bytes:
    """A section with one interface. resolution: the option's byte. kind: 6, 2 (obsolete) or 3 (simple)."""
    options = option(order, 2, b"eth0")
    if resolution is not None:
        options += option(order, 9, bytes((resolution,)))
    if offset:
        options += option(order, 14, struct.pack(order + "q", offset))
    file = block(order, 0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1) + option(order, 1, b"a comment"))
    file += block(order, 1, struct.pack(order + "HHI", link, 0, snap) + options + bytes(4))
    byte = 6 if resolution is None else resolution
    per_second = 2 ** (byte & 0x7F) if byte & 0x80 else 10**byte
    for time, captured, length in frames:
        ticks = (time - offset * 10**9) * per_second // 10**9
        stamp = struct.pack(order + "II", ticks >> 32, ticks & 0xFFFFFFFF)
        sizes = struct.pack(order + "II", len(captured), length)
        padded = captured + bytes(-len(captured) % 4)
        if kind == 3:
            file += block(order, 3, struct.pack(order + "I", length) + padded)
        else:
            interface = struct.pack(order + ("I" if kind == 6 else "HH"), *([0] if kind == 6 else [0, 0xFFFF]))
            file += block(order, kind, interface + stamp + sizes + padded + option(order, 1, b"remark"))
    return file + block(order, 5, bytes(12))


FORMATS: dict[str, tuple[Callable[..., bytes], dict[str, object], int]] = {
    **{
        f"pcap {name} {order}": (pcap, {"order": order, "magic": magic}, tick)
        for order in "<>"
        for name, magic, tick in (("µs", 0xA1B2C3D4, 1000), ("ns", 0xA1B23C4D, 1), ("modified", 0xA1B2CD34, 1000))
    },
    **{
        f"pcapng {name} {order}": (pcapng, {"order": order, **how}, tick)
        for order in "<>"
        for name, how, tick in (
            ("µs", {}, 1000),
            ("ns", {"resolution": 9}, 1),
            ("ms", {"resolution": 3}, 10**6),
            ("ps", {"resolution": 12, "offset": 1_699_999_000}, 1),
            ("with an offset", {"resolution": 9, "offset": 1_600_000_000}, 1),
            ("obsolete", {"kind": 2}, 1000),
        )
    },
}
"""How it is written, with what, and the ns of its clock's tick."""
