"""The Internet checksum, in parts that can be added: RFC 1071."""

from __future__ import annotations

from array import array
from sys import byteorder


def checksum(data: bytes) -> int:
    """Of a header, or of all that it covers.

    >>> hex(checksum(bytes.fromhex("0001f203f4f5f6f7")))
    '0x220d'
    """
    return folded(summed(data))


def summed(data: bytes) -> int:
    """The sum of the words of 16 bits; sums of parts of whole words can be added."""
    words = array("H", data + b"\0" * (len(data) % 2))
    if byteorder == "little":
        words.byteswap()
    return sum(words)


def folded(total: int) -> int:
    """What stands in a header for a sum."""
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
