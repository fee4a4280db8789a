"""What the file formats have in common: interfaces, and packets on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

MOST_CAPTURED = 1 << 19
"""Bytes of one packet. Nothing that carries TCP is larger: with BIG TCP, Linux hands over at most 512 KiB."""

USUAL_SNAP_LENGTH = 1 << 18
"""Bytes of a packet that tcpdump and Wireshark keep unless told otherwise. They accept it from files that say less."""


class Interface(NamedTuple):
    """Where packets were captured. link: a LINKTYPE_ number. resolution: ticks of its clock in a second.

    snap_length: bytes of a packet that were kept at most; 0: no limit. name: empty if the file has none.
    """

    name: str
    link: int
    resolution: int
    snap_length: int


Packet = tuple[int, int, int, bytes, int, int, int]
"""Number (from 1), time (ns since 1970), interface, data, where it begins and ends in that, length on the wire."""


class Container(Protocol):
    """A file of packets, understood as far as its first header.

    interfaces: of the file, and they can become more. skipped: number of the last packet that could not be used.
    """

    interfaces: list[Interface]
    skipped: int

    def packets(self) -> Iterator[Packet | None]:
        """All packets in the file's order. Damage becomes a note; it ends where no further packet can be found.

        None: a sign of life, without which a file of anything but packets could keep a page waiting.
        """
