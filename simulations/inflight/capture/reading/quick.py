"""The packets that nearly all of a capture are, read at once: IPv4 without options behind a link header of one length.

All headers are captured and nothing about them is odd; anything else is left to `link.py` and `internet.py`, which say
what it is. A packet takes half as long this way.
"""

from __future__ import annotations

import sys
from struct import Struct

from inflight.capture.reading.container import Packet
from inflight.capture.reading.internet import TCP
from inflight.capture.reading.link import IPV4, LINKS, TYPED
from inflight.capture.reading.segment import Segment

_IP, _TCP = 20, 20  # bytes of the headers without options
_ip = "BBHHHBB2x4s4s"
_tcp = Struct("!HHIIHH").unpack_from
_FRAGMENTED = 0x3FFF  # more fragments, or an offset


class Link:
    """What is known of an interface's link layer. find: its function in `link.py`; None: it isn't read."""

    def __init__(self, number: int) -> None:
        self.find = LINKS.get(number)
        self.name = f"link type {number}"
        place, head = TYPED.get(number, (0, 2))
        self._head = head
        self._read = Struct(f"!{place}xH{head - place - 2}x{_ip}").unpack_from
        self._least = head + _IP + _TCP if number in TYPED else sys.maxsize

    def quickly(self, packet: Packet) -> Segment | None:
        """The packet's segment, if it is one of those."""
        number, time, interface, data, at, end, length = packet
        if end - at < self._least:
            return None
        kind, first, tos, total, ident, fragment, ttl, protocol, source, target = self._read(data, at)
        if protocol != TCP or first != 0x45 or kind != IPV4 or fragment & _FRAGMENTED or total > length - self._head:
            return None
        at += self._least
        source_port, target_port, seq, ack, flags, window = _tcp(data, at - _TCP)
        head = flags >> 12 << 2
        payload = total - _IP - head
        if head < _TCP or payload < 0:
            return None
        options = data[at : min(at + head - _TCP, end)] if head > _TCP else b""
        numbers = (source_port, target_port, seq, ack, flags & 0x1FF, window, payload, options, ttl, tos & 3, ident)
        return tuple.__new__(Segment, (number, time, interface, source, target, *numbers))
