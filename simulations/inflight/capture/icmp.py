"""ICMP messages as bytes: a ping, its answer, and “destination unreachable”. RFC 792, RFC 1191 §4."""

from __future__ import annotations

from struct import pack

from inflight.capture.checksum import folded, summed
from inflight.capture.crossing import PING, Crossing
from inflight.capture.filler import sum_of_filler

PROTOCOL = 1
QUOTED = 576 - 20 - 8
"""Bytes of a packet that a router quotes at most: with its own headers that is 576 (RFC 1812 §4.3.2.3)."""

_ECHO, _ECHO_REPLY = 8, 0
_UNREACHABLE = 3


def echo(crossing: Crossing) -> bytes:
    """The header of a ping or its answer. Its identifier is the port of the one that asks."""
    is_asking = crossing.what == PING
    asker = crossing.source if is_asking else crossing.target
    kind = _ECHO if is_asking else _ECHO_REPLY
    rest = pack("!HH", asker.port, crossing.seq & 0xFFFF)
    total = summed(pack("!BBH", kind, 0, 0) + rest) + sum_of_filler(crossing.seq, crossing.length)
    return pack("!BBH", kind, 0, folded(total)) + rest


def unreachable(code: int, mtu: int, quoted: bytes) -> bytes:
    """The header of a router's word that a packet cannot go on. mtu: of the next link, if that is the reason, bytes."""
    rest = pack("!HH", 0, mtu)
    total = summed(pack("!BBH", _UNREACHABLE, code, 0) + rest + quoted)
    return pack("!BBH", _UNREACHABLE, code, folded(total)) + rest
