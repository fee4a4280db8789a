"""A capture, from its bytes to TCP segments.

Not with dpkt, which is well kept: it makes an object of each header, field by field. `tests/bench/reading.py` measures
both; ours is several times as fast, which decides whether 100 MB in the page are seconds or minutes. dpkt is the judge
in the tests.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from inflight.capture.reading.compressed import GZIP, PIECE, ZSTD, Cut, gzip_pieces, zstd_pieces
from inflight.capture.reading.container import Container, Interface, Packet
from inflight.capture.reading.internet import ipv4, ipv6
from inflight.capture.reading.link import IPV4, IPV6, LINKS, protocol_name
from inflight.capture.reading.pcap import MAGICS, Pcap
from inflight.capture.reading.pcapng import MAGIC, Pcapng
from inflight.capture.reading.quick import Link
from inflight.capture.reading.segment import Segment
from inflight.capture.reading.stream import Stream
from inflight.capture.reading.trouble import NotACapture, Note, Notes

_BATCH = 4096
_KINDS = 64
"""Different names of other packets; shuffled bytes have thousands."""

_ALLOWED = "Allowed are pcap and pcapng, as they are or compressed with gzip or zstd."
_KNOWN = {
    b"PK\3\4": "a ZIP archive: unpack it first",
    b"BZh": "compressed with bzip2: unpack it first",
    b"\xfd7zXZ\0": "compressed with xz: unpack it first",
    b"\x04\x22\x4d\x18": "compressed with LZ4: unpack it first",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive: unpack it first",
    b"snoop\0\0\0": "a capture of snoop: Wireshark can save it as pcapng",
    b"GMBU": "a capture of Network Monitor: Wireshark can save it as pcapng",
    b"RTSS": "a capture of Network Monitor: Wireshark can save it as pcapng",
    b"%PDF": "a PDF",
    b"\x7fELF": "a program",
}


class CaptureFile:
    """A capture that is read once, front to back. Raises NotACapture if its first bytes are none of the formats'.

    file: is read in pieces of at most 1 MB. size: of it, in bytes, for `progress` alone.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self._seen = 0
        self._notes = Notes()
        self._trouble: Cut | None = None
        self._container = self._opened()
        self.packets = 0
        self.other: Counter[str] = Counter()

    @property
    def progress(self) -> float:
        """The share of the file that has been read, 0 to 1: of its compressed bytes, if it is compressed."""
        return min(self._seen / self._size, 1.0) if self._size > 0 else 1.0

    @property
    def notes(self) -> list[Note]:
        """What is damaged, up to now: the first hundred."""
        return self._notes.kept

    @property
    def notes_left_out(self) -> int:
        """How many notes there were beyond these."""
        return self._notes.left_out

    @property
    def interfaces(self) -> list[Interface]:
        """Of the file, up to now."""
        return self._container.interfaces

    def segments(self) -> Iterator[list[Segment]]:
        """All TCP segments in the file's order, in batches: those of 4096 packets, so that one can be empty.

        Damage becomes a note, and reading goes on with the next packet if that can be found; or else it ends.
        """
        batch: list[Segment] = []
        links: list[Link] = []
        other = self.other
        number, due = 0, _BATCH
        for packet in self._container.packets():
            number, interface = packet[0], packet[2]
            if interface >= len(links):
                links += [self._link(each, number) for each in self.interfaces[len(links) :]]
            link = links[interface]
            found = link.quickly(packet) or self._slowly(packet, link)
            if isinstance(found, str):
                other[found if found in other or len(other) < _KINDS else "other"] += 1
            else:
                batch.append(found)
            if number >= due:
                self.packets, due = number, number + _BATCH
                yield batch
                batch = []
        self.packets = max(number, self._container.skipped)
        if self._trouble is not None:
            self._notes.add(self.packets + 1, self._trouble.field, str(self._trouble))
        if batch:
            yield batch

    def _slowly(self, packet: Packet, link: Link) -> Segment | str:
        begin, end = packet[4:6]
        if begin == end:
            return "empty"
        if link.find is None:
            return link.name
        kind, at = link.find(packet[3], begin, end)
        if kind == IPV4:
            return ipv4(packet, at, self._notes.add)
        if kind == IPV6:
            return ipv6(packet, at, self._notes.add)
        return protocol_name(kind)

    def _link(self, interface: Interface, number: int) -> Link:
        link = Link(interface.link)
        if link.find is None:
            known = ", ".join(str(each) for each in sorted(LINKS))
            text = f"link type {interface.link} is not read; those that are: {known}"
            self._notes.add(number, "link type", text)
        return link

    def _opened(self) -> Container:
        start = self._file.read(PIECE)
        self._seen = len(start)
        stream = Stream(self._whole(self._pieces(start)))
        stream.refill(0, 24)
        magic = stream.data[:4]
        if magic in MAGICS:
            return Pcap(stream, self._notes)
        if magic == MAGIC:
            return Pcapng(stream, self._notes)
        if self._trouble is not None:
            raise NotACapture(f"This file cannot be unpacked: its {self._trouble}.")
        raise NotACapture(_refusal(stream.data[:24]))

    def _pieces(self, start: bytes) -> Iterator[bytes]:
        """The file's content, unpacked if it is compressed; its first bytes have been read already."""
        waiting = [start]

        def read(size: int) -> bytes:
            if waiting:
                return waiting.pop()
            piece = self._file.read(size)
            self._seen += len(piece)
            return piece

        if start.startswith(GZIP):
            return gzip_pieces(read)
        if start.startswith(ZSTD):
            return zstd_pieces(read)
        return iter(lambda: read(PIECE), b"")

    def _whole(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from pieces
        except Cut as trouble:
            self._trouble = trouble


def _refusal(start: bytes) -> str:
    """Why the file is no capture, and what would be."""
    if not start:
        return f"The file is empty. {_ALLOWED}"
    for magic, what in _KNOWN.items():
        if start.startswith(magic):
            return f"This is no capture that is read here; it is {what}. {_ALLOWED}"
    said = start[:12].hex(" ")
    if all(chr(byte) in string.printable for byte in start):
        said += f" (“{start[:12].decode().strip()}”: it is text)"
    return f"This is no capture: its first bytes are {said}. {_ALLOWED}"
