"""A capture that can be shown to others: what is said about TCP stays, and who said it goes.

- Addresses become others with the same prefixes in common (`prefixes.py`). Ports stay.
- The link layer becomes Ethernet, with MAC addresses made of the new IP addresses.
- Only TCP is kept, without fragments. Each packet ends with its TCP header; its length on the wire stays.
- IPv4 options become NOPs, and IPv6's extension headers are left out: both can hold addresses.
- Of the TCP options those stay that RFC 9293, 7323, 2018 and AccECN define, timestamps included: without them, RTTs and
  late segments cannot be told. A Fast Open cookie becomes another one, a signature (MD5, AO) becomes zeros, and
  anything else (MPTCP names addresses) becomes NOPs.
- The IP checksum is computed anew. TCP's covers the payload, so it is adjusted (RFC 1624): a right one is right
  afterwards, and a wrong one is still wrong.
- Times keep their distances, and the first packet is a minute after 1970 began. Names of interfaces and hosts,
  comments, secrets and the name of the program that captured are left out.

What stays can still tell something: TTLs and the order of options betray operating systems, timestamps how long a host
has been up, ports the service, and sizes and gaps which page was loaded.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from struct import pack, unpack
from typing import BinaryIO

from inflight.capture.checksum import checksum, summed
from inflight.capture.pcapng import interface, packet_block, section
from inflight.capture.prefixes import Prefixes
from inflight.capture.reading.capture_file import Links, count
from inflight.capture.reading.container import Packet
from inflight.capture.reading.internet import TCP, segment
from inflight.capture.reading.opening import Opened
from inflight.capture.reading.trouble import Note

START_NS = 60 * 10**9
"""When the first packet is, ns since 1970. One that is later in the file and older by up to a minute keeps its gap."""

_PIECE = 1 << 16  # bytes
_BATCH = 4096  # packets after which the caller is asked again, if nothing of them is kept
_ETHERNET, _IPV4, _IPV6, _TCP = 14, 20, 40, 20  # bytes of the headers without options
_REMEMBERED = 1 << 14  # pairs of addresses
_CHECKSUM = slice(16, 18)  # in TCP's
_NOP = b"\1"
_FRAGMENT = "fragment of IP, the first"

_KEPT = {2: 4, 3: 3, 4: 2, 5: None, 8: 10, 172: None, 174: None}
"""MSS, window scale, SACK permitted, SACK, timestamps, AccECN in both orders; their bytes, None: several."""
_SIGNATURES = (19, 29)  # MD5 (RFC 2385), TCP-AO (RFC 5925)
_FAST_OPEN, _EXPERIMENTS, _FAST_OPEN_ID = 34, (253, 254), b"\xf9\x89"  # RFC 7413 §4.1.1 and its experiment


class Anonymised:
    """A capture on its way from one file to another. Raises NotACapture as CaptureFile does.

    key: 16 to 64 secret bytes, of which two files need the same for the same addresses; made up and forgotten if there
    is none. since: ns since 1970 that become START_NS, for two files of one time; those of the first packet if None.
    kept: packets written so far. dropped: the others, by what they are.
    """

    def __init__(self, file: BinaryIO, size: int, *, key: bytes | None = None, since: int | None = None) -> None:
        self._opened = Opened(file, size)
        self._links = Links(self._opened.container.interfaces, self._opened.notes)
        self._new = Prefixes(os.urandom(32) if key is None else key)
        self._ends = lru_cache(_REMEMBERED)(self._new_ends)
        self.since = since
        self.kept = 0
        self.dropped: Counter[str] = Counter()

    @property
    def progress(self) -> float:
        """The share of the file that has been read, 0 to 1."""
        return self._opened.progress

    @property
    def notes(self) -> list[Note]:
        """What is damaged in the file that is read: the first hundred."""
        return self._opened.notes.kept

    def pieces(self, application: str) -> Iterator[bytes]:
        """The new file, pcapng, piece by piece; application: who writes it. A piece can be empty."""
        waiting = [section(application, "Anonymised: new addresses, no payload, only TCP.")]
        size = number = interfaces = 0
        for packet in self._opened.container.packets():
            if packet is not None:
                number = packet[0]
                found = self._frame(packet)
                if isinstance(found, str):
                    count(self.dropped, found)
                else:
                    while interfaces <= packet[2]:
                        waiting.append(interface("", ""))
                        interfaces += 1
                    waiting.append(packet_block(packet[2], self._time(packet[1]), *found))
                    size += len(waiting[-1])
                    self.kept += 1
            if size >= _PIECE or packet is None or not number % _BATCH:
                yield b"".join(waiting)
                waiting, size = [], 0
        self._opened.end(number)
        yield b"".join(waiting)

    def _time(self, time: int) -> int:
        if self.since is None:
            self.since = time
        return min(max(time - self.since + START_NS, 0), (1 << 64) - 1)

    def _frame(self, packet: Packet) -> tuple[bytes, int] | str:
        """The new bytes and their length on the wire; or what the packet is instead of TCP."""
        located = self._links.datagram(packet)
        if isinstance(located, str):
            return located
        datagram, at = located
        if not datagram.is_whole:
            return _FRAGMENT
        # Whether the TCP header is one is judged where captures are read.
        if isinstance(found := segment(packet, datagram, self._opened.notes.add), str):
            return found
        data, begin, length = packet[3], packet[4], packet[6]
        addresses, macs, change = self._ends(datagram.source, datagram.target)
        fixed, options = data[datagram.tcp : datagram.tcp + _TCP], self._options(found.options)
        (old,) = unpack("!H", fixed[_CHECKSUM])
        if options != found.options:
            change += summed(options) - summed(found.options)
        tcp = fixed[:16] + pack("!H", _adjusted(old, change)) + fixed[18:] + options
        left_out = 0
        if len(datagram.source) == 4:
            kind, ip = 0x0800, _ipv4(data[at : datagram.tcp], addresses)
        else:
            left_out = datagram.tcp - at - _IPV6
            kind, ip = 0x86DD, _ipv6(data[at : at + _IPV6], addresses, left_out)
        captured = macs + pack("!H", kind) + ip + tcp
        return captured, max(_ETHERNET + length - (at - begin) - left_out, len(captured))

    def _new_ends(self, source: bytes, target: bytes) -> tuple[bytes, bytes, int]:
        """Both new addresses, locally administered MAC addresses for them, and what they change in a checksum's sum."""
        ends = self._new.renamed(source), self._new.renamed(target)
        macs = [b"\x02\x00" + self._new.bytes_for(each, 4) for each in reversed(ends)]
        addresses = b"".join(ends)
        return addresses, b"".join(macs), summed(addresses) - summed(source + target)

    def _options(self, old: bytes) -> bytes:
        """TCP options of the same length."""
        new, at = b"", 0
        while at < len(old):
            kind = old[at]
            if kind == 1:
                new += _NOP
                at += 1
                continue
            size = old[at + 1] if kind and at + 1 < len(old) else 0
            if size < 2:
                break  # the end of the list, or no list
            value = old[at + 2 : at + size]
            if kind in _KEPT and _KEPT[kind] in (None, size):
                new += old[at : at + size]
            elif kind == _FAST_OPEN:
                new += old[at : at + 2] + self._new.bytes_for(value, len(value))
            elif kind in _EXPERIMENTS and value.startswith(_FAST_OPEN_ID):
                new += old[at : at + 4] + self._new.bytes_for(value, len(value) - 2)
            elif kind in _SIGNATURES:
                new += old[at : at + 2] + bytes(len(value))
            else:
                new += _NOP * (2 + len(value))
            at += size
        return new + bytes(len(old) - len(new))


def _ipv4(old: bytes, addresses: bytes) -> bytes:
    new = old[:10] + bytes(2) + addresses + _NOP * (len(old) - _IPV4)
    return new[:10] + pack("!H", checksum(new)) + new[12:]


def _ipv6(old: bytes, addresses: bytes, left_out: int) -> bytes:
    """left_out: bytes of extension headers. A length of 0 stays: the segment is longer than the field can say."""
    (size,) = unpack("!H", old[4:6])
    return old[:4] + pack("!HB", max(size - left_out, 0), TCP) + old[7:8] + addresses


def _adjusted(old: int, change: int) -> int:
    """The checksum `old` if the sum of the words that it covers changes: RFC 1624 §3, eqn. 3."""
    total = (~old & 0xFFFF) + change
    # The ones' complement sum of words that are not all zero is never 0.
    return ~((total - 1) % 0xFFFF + 1) & 0xFFFF
