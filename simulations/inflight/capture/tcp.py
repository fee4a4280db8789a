"""A TCP segment as bytes: RFC 9293 §3.1."""

from __future__ import annotations

from struct import pack

from inflight.capture.checksum import folded, summed
from inflight.capture.crossing import Crossing
from inflight.capture.filler import sum_of_filler

PROTOCOL = 6

FLAGS = {"F": 0x01, "S": 0x02, "R": 0x04, "P": 0x08, "A": 0x10, "E": 0x40, "W": 0x80}
_WRAP = 1 << 32
_LEAST = 20  # bytes of a header without options


def tcp(crossing: Crossing, source: bytes, target: bytes) -> bytes:
    """The header, with its options. source, target: the addresses, which the checksum covers."""
    options = crossing.options
    flags = sum(FLAGS[letter] for letter in crossing.flags)
    size = _LEAST + len(options)
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
    pseudo = source + target + pack("!BBH", 0, PROTOCOL, size + crossing.length)
    # headers are of whole words, so the payload's sum can be added to theirs
    total = summed(pseudo + head + options) + sum_of_filler(crossing.seq, crossing.length)
    return head[:16] + pack("!H", folded(total)) + head[18:] + options
