"""A capture, from its bytes to TCP segments.

Not with dpkt, which is well kept: it makes an object of each header, field by field, and needs more than four times as
long (`tests/bench/reading.py` measures both), which 100 MB in the page would feel. dpkt is a judge in the tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from inflight.capture.reading.container import Interface, Packet
from inflight.capture.reading.internet import Datagram, ipv4, ipv6, segment
from inflight.capture.reading.link import IPV4, IPV6, LINKS, protocol_name
from inflight.capture.reading.opening import Opened
from inflight.capture.reading.quick import Link
from inflight.capture.reading.segment import Segment
from inflight.capture.reading.trouble import Note, Notes

_BATCH = 4096
_PAUSE = 1024
"""Signs of life of a container without a packet, after which the caller is asked again."""
_KINDS = 64
"""Different names of other packets; shuffled bytes have thousands."""


class CaptureFile:
    """A capture that is read once, front to back. Raises NotACapture if its first bytes are none of the formats'.

    file: is read in pieces of at most 1 MB. size: of it, in bytes, for `progress` alone. packets: seen so far, of all
    kinds. other: those that are no TCP segment, by what they are instead.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._opened = Opened(file, size)
        self.packets = 0
        self.other: Counter[str] = Counter()

    @property
    def progress(self) -> float:
        """The share of the file that has been read, 0 to 1: of its compressed bytes, if it is compressed."""
        return self._opened.progress

    @property
    def notes(self) -> list[Note]:
        """What is damaged, up to now: the first hundred."""
        return self._opened.notes.kept

    @property
    def notes_left_out(self) -> int:
        """How many notes there were beyond these."""
        return self._opened.notes.left_out

    @property
    def interfaces(self) -> list[Interface]:
        """Of the file, up to now."""
        return self._opened.container.interfaces

    def segments(self) -> Iterator[list[Segment]]:
        """All TCP segments in the file's order, in batches: those of 4096 packets, so that one can be empty.

        Damage becomes a note, and reading goes on with the next packet if that can be found; or else it ends.
        """
        batch: list[Segment] = []
        links = Links(self.interfaces, self._opened.notes)
        idle, number, due = 0, 0, _BATCH
        for packet in self._opened.container.packets():
            if packet is None:
                idle += 1
                if not idle % _PAUSE:
                    yield batch
                    batch = []
                continue
            number = packet[0]
            link = links.of(packet)
            found = link.quickly(packet) or self._slowly(packet, links)
            if isinstance(found, str):
                count(self.other, found)
            else:
                batch.append(found)
            if number >= due:
                self.packets, due = number, number + _BATCH
                yield batch
                batch = []
        self.packets = self._opened.end(number)
        if batch:
            yield batch

    def _slowly(self, packet: Packet, links: Links) -> Segment | str:
        found = links.datagram(packet)
        return found if isinstance(found, str) else segment(packet, found[0], self._opened.notes.add)


class Links:
    """The link layers of a file's interfaces, each looked up when its first packet comes."""

    def __init__(self, interfaces: list[Interface], notes: Notes) -> None:
        self._interfaces = interfaces
        self._notes = notes
        self._known: list[Link] = []

    def of(self, packet: Packet) -> Link:
        """That of the packet's interface."""
        interface = packet[2]
        if interface >= len(self._known):
            self._known += [self._look(each, packet[0]) for each in self._interfaces[len(self._known) :]]
        return self._known[interface]

    def _look(self, interface: Interface, number: int) -> Link:
        link = Link(interface.link)
        if link.find is None:
            known = ", ".join(str(each) for each in sorted(LINKS))
            text = f"link type {interface.link} is not read; those that are: {known}"
            self._notes.add(number, "link type", text)
        return link

    def datagram(self, packet: Packet) -> tuple[Datagram, int] | str:
        """IP with TCP in it, and where its header begins; or what the packet is instead."""
        begin, end = packet[4:6]
        if begin == end:
            return "empty"
        link = self.of(packet)
        if link.find is None:
            return link.name
        kind, at = link.find(packet[3], begin, end)
        if kind not in (IPV4, IPV6):
            return protocol_name(kind)
        found = (ipv4 if kind == IPV4 else ipv6)(packet, at, self._notes.add)
        return found if isinstance(found, str) else (found, at)


def count(counter: Counter[str], kind: str) -> None:
    """One more of that kind; it is one of not too many."""
    counter[kind if kind in counter or len(counter) < _KINDS else "other"] += 1
