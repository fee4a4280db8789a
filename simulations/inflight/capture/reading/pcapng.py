"""The pcapng format: draft-ietf-opsawg-pcapng §3 and §4. Sections have their own byte order and interfaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from struct import Struct, pack
from typing import NamedTuple

from inflight.capture.reading.container import MOST_CAPTURED, Interface, Packet
from inflight.capture.reading.stream import GIVEN_UP, Stream
from inflight.capture.reading.trouble import NotACapture, Notes

MAGIC = b"\x0a\x0d\x0d\x0a"  # reads the same in both byte orders
_SECTION, _INTERFACE, _OBSOLETE, _SIMPLE, _PACKET = 0x0A0D0D0A, 1, 2, 3, 6
_UNDERSTOOD = (_INTERFACE, _OBSOLETE, _SIMPLE, _PACKET)
# Names, statistics, a journal, secrets, and two for anybody's own: skipped without a word.
_OTHERS = (4, 5, 9, 10, 0xBAD, 0x40000BAD)
_BYTE_ORDER_MAGIC = 0x1A2B3C4D
_ORDERS = {pack(order + "I", _BYTE_ORDER_MAGIC): order for order in ("<", ">")}
_END, _NAME, _RESOLUTION, _OFFSET = 0, 2, 9, 14  # options
_SECOND = 10**9
_LEAST = 12  # bytes of a block without content
_HEAD = 28  # bytes of a packet's block in front of its data
_SIZES = {_SECTION: 28, _INTERFACE: 20, _OBSOLETE: 32, _SIMPLE: 16, _PACKET: 32}
"""Bytes of a block of each kind, at least."""
_MOST = MOST_CAPTURED + (1 << 19)
"""Bytes of a block: a packet with its options."""
_MOST_INTERFACES = 4096
_LONGEST_NAME = 256


class _Clock(NamedTuple):
    """From ticks to ns: × multiplier ÷ divisor + offset."""

    multiplier: int
    divisor: int
    offset: int


class _Orders:
    """How the numbers of a section are read."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.word = Struct(order + "I").unpack_from
        self.head = Struct(order + "IIIIIII").unpack_from
        # The obsolete block has 16 bits for the interface, and 16 for drops.
        self.obsolete = Struct(order + "IIHHIIII").unpack_from
        self.option = Struct(order + "HH").unpack_from
        kinds = b"|".join(re.escape(pack(order + "I", kind)) for kind in _UNDERSTOOD + _OTHERS)
        self.next = re.compile(re.escape(MAGIC) + b"|" + kinds)


class Pcapng:
    """A pcapng capture. Raises NotACapture if its first block cannot be understood."""

    def __init__(self, stream: Stream, notes: Notes) -> None:
        self._stream = stream
        self._notes = notes
        self.interfaces: list[Interface] = []
        self.skipped = 0
        self._clocks: list[_Clock] = []
        self._first = 0  # interface of the section
        stream.refill(0, _HEAD)
        order = _ORDERS.get(stream.data[8:12])
        if order is None:
            raise NotACapture(
                f"This pcapng file is damaged: its byte-order magic is {stream.data[8:12].hex(' ') or 'missing'}, and "
                "4d 3c 2b 1a and 1a 2b 3c 4d are allowed. Copy or capture it again."
            )
        self._read = _Orders(order)
        if len(stream.data) < _HEAD:
            raise NotACapture(
                f"This pcapng file ends after {len(stream.data)} bytes; its first block alone has {_HEAD}. "
                "Copy or capture it again."
            )

    def packets(self) -> Iterator[Packet | None]:
        """All packets; Container has the contract."""
        stream, clocks = self._stream, self._clocks
        head, word, first = self._read.head, self._read.word, self._first
        data, at, end = stream.data, 0, len(stream.data)
        number = now = 0
        while True:
            if end - at >= _HEAD:
                kind, size, interface, high, low, captured, length = head(data, at)
                behind = at + size
                interface += first
                # What nearly all blocks are: a packet that is in memory as a whole.
                if (
                    kind == _PACKET
                    and behind <= end
                    and captured <= size - _HEAD - 4
                    and not size & 3
                    and interface < len(clocks)
                    and word(data, behind - 4) == (size,)
                ):
                    number += 1
                    multiplier, divisor, offset = clocks[interface]
                    now = (high << 32 | low) * multiplier // divisor + offset
                    at += _HEAD
                    yield number, now, interface, data, at, at + captured, length
                    at = behind
                    continue
            # Anything else; afterwards all of it may be different.
            found = self._block(at, number + 1, now)
            if found is None:
                return
            is_packet, at, packet = found
            number += is_packet
            data, end = stream.data, len(stream.data)
            head, word, first = self._read.head, self._read.word, self._first
            if packet is not None:
                now = packet[1]
                yield packet
                continue
            if is_packet:
                self.skipped = number
            yield None

    def _block(self, at: int, number: int, now: int) -> tuple[bool, int, Packet | None] | None:
        """The block at that place: whether it is a packet's, where it ends, and the packet if it can be used.

        number: that a packet would have. now: time of the packet in front of it, ns. None: the file has ended.
        """
        stream = self._stream
        if not stream.refill(at, _LEAST):
            if stream.data:
                self._notes.add(
                    number, "block", f"block is cut: the file ends after {len(stream.data)} bytes of its header"
                )
            return None
        if (problem := self._problem()) is not None:
            field, value = problem
            self._notes.add(number, field, f"{field} {value}")
            if stream.search(4, self._read.next, self._fits, _MOST):
                return False, 0, None
            if not stream.has_ended:
                self._notes.add(number, *GIVEN_UP)
            return None
        kind, size = self._read.word(stream.data)[0], self._read.word(stream.data, 4)[0]
        packet: Packet | None = None
        if kind == _SECTION:
            self._section(number)
        elif kind == _INTERFACE:
            self._interface(size, number)
        elif kind in (_PACKET, _OBSOLETE):
            packet = self._packet(kind, size, number)
        elif kind == _SIMPLE:
            packet = self._simple(size, number, now)
        elif kind not in _OTHERS:
            self._notes.add(number, "block type", f"block type {kind:#010x} is not known; the block is skipped")
        return kind in (_PACKET, _OBSOLETE, _SIMPLE), size, packet

    def _problem(self) -> tuple[str, str] | None:
        """What is wrong with the block at 0, so that one cannot know where it ends: a field, and what of it."""
        stream = self._stream
        if stream.data.startswith(MAGIC):
            magic = stream.data[8:12]
            order = _ORDERS.get(magic)
            if order is None:
                return "byte-order magic", f"{magic.hex(' ')} is neither 4d 3c 2b 1a nor 1a 2b 3c 4d"
            if order != self._read.order:
                self._read = _Orders(order)
        kind, size = self._read.word(stream.data)[0], self._read.word(stream.data, 4)[0]
        if size < (least := _SIZES.get(kind, _LEAST)):
            return "block length", f"{size:,} is less than {least}"
        if size % 4:
            return "block length", f"{size:,} is no multiple of 4"
        if size > _MOST:
            return "block length", f"{size:,} is more than {_MOST:,}, the most that is read"
        if not stream.refill(0, size):
            return (
                "block length",
                f"{size:,} goes beyond the file, which ends after {len(stream.data):,} of these bytes",
            )
        (again,) = self._read.word(stream.data, size - 4)
        if again != size:
            return "block length", f"{size:,} is {again:,} at the block's end"
        return None

    def _fits(self, data: bytes, at: int, is_last: bool) -> bool | None:
        """Whether a block is here, with the same length at both of its ends; None: too little of it is there."""
        too_little = False if is_last else None
        if at + _LEAST > len(data):
            return too_little
        word = self._read.word
        if data.startswith(MAGIC, at):
            order = _ORDERS.get(data[at + 8 : at + 12])
            if order is None:
                return False
            word = Struct(order + "I").unpack_from
        (size,) = word(data, at + 4)
        if size % 4 or not _LEAST <= size <= _MOST:
            return False
        if at + size > len(data):
            return too_little
        return bool(word(data, at + size - 4) == (size,))

    def _section(self, number: int) -> None:
        self._first = len(self.interfaces)
        major, _ = self._read.option(self._stream.data, 12)
        if major != 1:
            self._notes.add(number, "version", f"version {major} of pcapng is not known; it is read as version 1")

    def _interface(self, size: int, number: int) -> None:
        data = self._stream.data
        if len(self.interfaces) == _MOST_INTERFACES:
            self._notes.add(number, "interface", f"interface {_MOST_INTERFACES:,} of the file is one too many")
            return
        link, _ = self._read.option(data, 8)
        (snap_length,) = self._read.word(data, 12)
        name, resolution, offset = "", 10**6, 0
        for code, value in self._options(16, size - 4, number):
            if code == _NAME:
                name = value[:_LONGEST_NAME].decode(errors="replace")
            elif code == _RESOLUTION and len(value) == 1:
                resolution = 2 ** (value[0] & 0x7F) if value[0] & 0x80 else 10 ** value[0]
            elif code == _OFFSET and len(value) == 8:
                (offset,) = Struct(self._read.order + "q").unpack(value)
        self.interfaces.append(Interface(name, link, resolution, snap_length))
        is_coarse = resolution <= _SECOND and _SECOND % resolution == 0
        ratio = (_SECOND // resolution, 1) if is_coarse else (_SECOND, resolution)
        self._clocks.append(_Clock(*ratio, offset * _SECOND))

    def _options(self, at: int, end: int, number: int) -> Iterator[tuple[int, bytes]]:
        data = self._stream.data
        while at + 4 <= end:
            code, size = self._read.option(data, at)
            if code == _END:
                return
            at += 4
            if at + size > end:
                text = f"option {code} of an interface has {size:,} bytes, and its block has {end - at:,} left"
                self._notes.add(number, "option", text)
                return
            yield code, data[at : at + size]
            at += size + -size % 4

    def _packet(self, kind: int, size: int, number: int) -> Packet | None:
        data = self._stream.data
        if kind == _OBSOLETE:
            _, _, interface, _, high, low, captured, length = self._read.obsolete(data)
        else:
            _, _, interface, high, low, captured, length = self._read.head(data)
        room = size - _HEAD - 4
        if captured > room:
            text = f"captured length {captured:,} is more than its block has room for, {room:,}"
            self._notes.add(number, "captured length", text)
            return None
        if not self._is_described(interface, number):
            return None
        interface += self._first
        multiplier, divisor, offset = self._clocks[interface]
        now = (high << 32 | low) * multiplier // divisor + offset
        return number, now, interface, data, _HEAD, _HEAD + captured, length

    def _simple(self, size: int, number: int, now: int) -> Packet | None:
        data = self._stream.data
        if not self._is_described(0, number):
            return None
        (length,) = self._read.word(data, 8)
        snap_length = self.interfaces[self._first].snap_length or length
        captured = min(length, snap_length, size - 16)
        self._notes.add(number, "time", "time is missing in a Simple Packet Block; that of the packet before is taken")
        return number, now, self._first, data, 12, 12 + captured, length

    def _is_described(self, interface: int, number: int) -> bool:
        count = len(self.interfaces) - self._first
        if interface < count:
            return True
        text = f"interface {interface:,} is not described; its section has {count or 'none'} so far, counted from 0"
        self._notes.add(number, "interface", text)
        return False
