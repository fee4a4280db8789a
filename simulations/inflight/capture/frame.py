"""A segment as an Ethernet frame with real IPv4 and TCP headers: RFC 791 §3.1, RFC 9293 §3.1."""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from ipaddress import IPv4Address
from struct import pack
from sys import byteorder

from inflight.capture.crossing import Crossing

_FLAGS = {"F": 0x01, "S": 0x02, "R": 0x04, "P": 0x08, "A": 0x10, "E": 0x40, "W": 0x80}
_WRAP = 1 << 32
_DONT_FRAGMENT, _TTL, _TCP, _IPV4 = 0x4000, 64, 6, 0x0800
_ETHERNET, _IP, _TCP_MIN = 14, 20, 20  # bytes of a header without options
# What fills the payload: it depends on the place in the stream alone, so that what is sent again is the same.
_TEXT = b"In Flight carries these bytes only to fill a segment. "
_FILLER = _TEXT * ((1 << 16) // len(_TEXT) + 2)


def frame(crossing: Crossing, number: int, *, ecn: int, payload: bool) -> tuple[bytes, int]:
    """The bytes that are captured, and the frame's length on the wire. number: for the identification of the IP header.

    Without `payload` the capture ends behind the headers; the checksum covers what is on the wire.
    """
    source, target = _packed(crossing.source.address), _packed(crossing.target.address)
    tcp = _tcp(crossing, source, target)
    length = _IP + len(tcp) + crossing.length
    head = pack("!BBHHHBBH", 0x45, ecn, length, number & 0xFFFF, _DONT_FRAGMENT, _TTL, _TCP, 0) + source + target
    ip = head[:10] + pack("!H", _folded(_sum(head))) + head[12:]
    whole = _mac(target) + _mac(source) + pack("!H", _IPV4) + ip + tcp
    if payload:
        start = crossing.seq % len(_TEXT)
        whole += _FILLER[start : start + crossing.length]
    return whole, _ETHERNET + length


def checksum(data: bytes) -> int:
    """The Internet checksum: RFC 1071.

    >>> hex(checksum(bytes.fromhex("0001f203f4f5f6f7")))
    '0x220d'
    """
    return _folded(_sum(data))


def _sum(data: bytes) -> int:
    words = array("H", data + b"\0" * (len(data) % 2))
    if byteorder == "little":
        words.byteswap()
    return sum(words)


def _folded(total: int) -> int:
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


@lru_cache(maxsize=1 << 14)
def _sum_of_payload(start: int, length: int) -> int:
    """There are few of them: the payload repeats itself."""
    return _sum(_FILLER[start : start + length])


def _tcp(crossing: Crossing, source: bytes, target: bytes) -> bytes:
    options = crossing.options
    flags = sum(_FLAGS[letter] for letter in crossing.flags)
    size = _TCP_MIN + len(options)
    head = pack(
        "!HHIIBBHHH",
        crossing.source.port,
        crossing.target.port,
        crossing.seq % _WRAP,
        crossing.ack % _WRAP,
        size // 4 << 4,
        flags,
        crossing.window,
        0,
        0,
    )
    pseudo = source + target + pack("!BBH", 0, _TCP, size + crossing.length)
    # headers are of whole words, so the payload's sum can be added to theirs
    total = _sum(pseudo + head + options) + _sum_of_payload(crossing.seq % len(_TEXT), crossing.length)
    return head[:16] + pack("!H", _folded(total)) + head[18:] + options


@cache
def _packed(address: str) -> bytes:
    return IPv4Address(address).packed


@cache
def _mac(address: bytes) -> bytes:
    """A locally administered MAC address, made of the IP address."""
    return b"\x02\x00" + address
