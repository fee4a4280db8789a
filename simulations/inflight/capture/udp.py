"""A UDP datagram's header as bytes: RFC 768."""

from __future__ import annotations

from struct import pack

from inflight.capture.checksum import folded, summed
from inflight.capture.crossing import Crossing
from inflight.capture.filler import sum_of_filler

PROTOCOL = 17

_HEADER = 8


def udp(crossing: Crossing, source: bytes, target: bytes) -> bytes:
    """The header. source, target: the addresses, which the checksum covers."""
    length = _HEADER + crossing.length
    ports = pack("!HHH", crossing.source.port, crossing.target.port, length)
    pseudo = source + target + pack("!BBH", 0, PROTOCOL, length)
    total = folded(summed(pseudo + ports) + sum_of_filler(crossing.seq, crossing.length))
    return ports + pack("!H", total or 0xFFFF)  # zero would say that there is no checksum
