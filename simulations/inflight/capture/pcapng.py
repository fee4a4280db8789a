"""The pcapng file format, as far as a capture of one or several interfaces needs it: draft-ietf-opsawg-pcapng §4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from struct import pack

_SECTION, _INTERFACE, _PACKET = 0x0A0D0D0A, 1, 6
_BYTE_ORDER_MAGIC, _UNKNOWN_LENGTH = 0x1A2B3C4D, -1
_ETHERNET = 1  # LINKTYPE_ETHERNET
_COMMENT, _APPLICATION, _NAME, _DESCRIPTION, _RESOLUTION = 1, 4, 2, 3, 9
_NANOSECONDS = b"\x09"

Seen = tuple[int, int, bytes, int, str]
"""A packet: interface (from 0), time since 1970 in ns, the bytes captured, its length on the wire, a comment."""


def pcapng(
    interfaces: Sequence[tuple[str, str]], packets: Iterable[Seen], *, application: str, comment: str
) -> Iterator[bytes]:
    """The file, block by block. interfaces: name and description of each; application: who wrote it."""
    yield section(application, comment)
    for name, description in interfaces:
        yield interface(name, description)
    for packet in packets:
        yield packet_block(*packet)


def section(application: str, comment: str) -> bytes:
    """What a file begins with."""
    about = _options((_COMMENT, comment.encode()), (_APPLICATION, application.encode()))
    return _block(_SECTION, pack("<IHHq", _BYTE_ORDER_MAGIC, 1, 0, _UNKNOWN_LENGTH) + about)


def interface(name: str, description: str) -> bytes:
    """An interface, of which the next packets may be. Empty words are left out."""
    words = [(code, said.encode()) for code, said in ((_NAME, name), (_DESCRIPTION, description)) if said]
    return _block(_INTERFACE, pack("<HHI", _ETHERNET, 0, 0) + _options(*words, (_RESOLUTION, _NANOSECONDS)))


def packet_block(number: int, time: int, captured: bytes, length: int, remark: str = "") -> bytes:
    """A packet; number: of its interface."""
    head = pack("<IIIII", number, time >> 32, time & 0xFFFFFFFF, len(captured), length)
    said = _options((_COMMENT, remark.encode())) if remark else b""
    return _block(_PACKET, head + _padded(captured) + said)


def _block(kind: int, body: bytes) -> bytes:
    size = pack("<I", 12 + len(body))
    return pack("<I", kind) + size + body + size


def _options(*options: tuple[int, bytes]) -> bytes:
    return b"".join(pack("<HH", code, len(value)) + _padded(value) for code, value in options) + bytes(4)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
