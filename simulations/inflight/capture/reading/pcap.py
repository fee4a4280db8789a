"""The classic format, of µs and of ns and in both byte orders: draft-ietf-opsawg-pcap §4 and §5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

from inflight.capture.reading.container import MOST_CAPTURED, USUAL_SNAP_LENGTH, Interface, Packet
from inflight.capture.reading.stream import GIVEN_UP, Stream
from inflight.capture.reading.trouble import NotACapture, Notes

_HEADER = 24
_SECOND = 10**9
_DAY = 86_400


class _Kind(NamedTuple):
    """Byte order, the clock's ticks in a second, bytes of a record's header."""

    order: str
    resolution: int
    head: int


def _magics() -> dict[bytes, _Kind]:
    # The third is of a libpcap with patches of 1999: each record has 8 bytes more, of the interface and the protocol.
    kinds = {0xA1B2C3D4: (10**6, 16), 0xA1B23C4D: (10**9, 16), 0xA1B2CD34: (10**6, 24)}
    return {
        Struct(order + "I").pack(magic): _Kind(order, *kind) for magic, kind in kinds.items() for order in ("<", ">")
    }


MAGICS = _magics()


class Pcap:
    """A classic capture. Raises NotACapture if its header is incomplete."""

    def __init__(self, stream: Stream, notes: Notes) -> None:
        if not stream.refill(0, _HEADER):
            raise NotACapture(
                f"This pcap file ends after {len(stream.data)} bytes; its header alone has {_HEADER}. "
                "Copy or capture it again."
            )
        self._stream = stream
        self._notes = notes
        self._order, self._resolution, self._head = MAGICS[stream.data[:4]]
        *_, snap_length, link = Struct(self._order + "4xHHiIII").unpack_from(stream.data)
        # The upper half has the length of a frame check sequence, which no IP length includes.
        self.interfaces = [Interface("", link & 0xFFFF, self._resolution, snap_length)]
        # Some writers exceed what their header says, so Wireshark accepts the usual snap length everywhere.
        self._most = min(max(snap_length, USUAL_SNAP_LENGTH), MOST_CAPTURED) if snap_length else USUAL_SNAP_LENGTH
        self._record = Struct(self._order + "IIII" + f"{self._head - 16}x").unpack_from
        self.skipped = 0
        self._days: set[int] = set()  # of packets, in units of 65,536 s

    def packets(self) -> Iterator[Packet | None]:
        """All packets; Container has the contract."""
        stream, unpack, head, most, resolution = self._stream, self._record, self._head, self._most, self._resolution
        tick = _SECOND // resolution
        data, at, end = stream.data, _HEADER, len(stream.data)
        number = before = 0
        while True:
            if end - at < head:
                is_whole = stream.refill(at, head)
                data, at, end = stream.data, 0, len(stream.data)
                if not is_whole:
                    if end:
                        self._cut(number + 1, "record header", end, head)
                    return
            number += 1
            seconds, fraction, captured, length = unpack(data, at)
            if captured > most or fraction >= resolution or not captured <= length > 0:
                if self._is_damaged(number, fraction, captured, length):
                    self.skipped = number
                    if number > 1:
                        self._days.add(before >> 16)
                    if not stream.search(at + 1, self._next(), self._fits, 2 * head + most):
                        if not stream.has_ended:
                            self._notes.add(number, *GIVEN_UP)
                        return
                    data, at, end = stream.data, 0, len(stream.data)
                    yield None
                    continue
                length = captured
            begin = at + head
            at = begin + captured
            if at > end:
                is_whole = stream.refill(begin, captured)
                data, begin, at, end = stream.data, 0, captured, len(stream.data)
                if not is_whole:
                    self._cut(number, "packet data", end, captured)
                    return
            if number == 1:
                self._days.add(seconds >> 16)
            before = seconds
            yield number, seconds * _SECOND + fraction * tick, 0, data, begin, at, length

    def _is_damaged(self, number: int, fraction: int, captured: int, length: int) -> bool:
        """Notes what is odd about a record's header; whether nothing behind it can be believed."""
        add = self._notes.add
        if captured > self._most:
            snap_length = self.interfaces[0].snap_length
            limit = (
                f"the file's snap length of {snap_length:,}"
                if 0 < snap_length <= MOST_CAPTURED
                else f"{self._most:,} bytes, the most that is read of a packet"
            )
            add(number, "captured length", f"captured length {captured:,} is more than {limit}")
            return True
        if fraction >= self._resolution:
            unit = "nanoseconds" if self._resolution == _SECOND else "microseconds"
            add(number, unit, f"{unit} {fraction:,} of the time are more than a second has")
            return True
        if length == 0:  # where a file has lost a piece, zeros are read
            add(number, "length", "length 0 is less than any packet has")
            return True
        add(number, "captured length", f"captured length {captured:,} is more than the packet's length of {length:,}")
        return False

    def _cut(self, number: int, field: str, there: int, size: int) -> None:
        self._notes.add(number, field, f"{field} is cut: the file ends after {there:,} of its {size:,} bytes")

    def _next(self) -> re.Pattern[bytes]:
        """Where the next record's header may begin: its time is near one that was seen, or its lengths are short."""
        little = self._order == "<"
        if self._days:
            near = {(day + step) & 0xFFFF for day in self._days for step in (-1, 0, 1)}
            upper = b"|".join(re.escape(Struct(self._order + "H").pack(day)) for day in sorted(near))
            return re.compile(b"(?=..(?:%b))" % upper if little else b"(?=%b)" % upper, re.DOTALL)
        short = b"..[\0-\7]\0" if little else b"\0[\0-\7].."
        return re.compile(b"(?=.{8}%b%b)" % (short, short), re.DOTALL)

    def _fits(self, data: bytes, at: int, is_last: bool) -> bool | None:
        """Whether two records follow each other here, or the last one ends with the file; None: too little is there."""
        before = None
        for _ in range(2):
            behind = at + self._head
            if behind > len(data):
                return False if is_last else None
            seconds, fraction, captured, length = self._record(data, at)
            if not 0 < captured <= min(length, self._most) or fraction >= self._resolution:
                return False
            if before is not None and abs(seconds - before) > _DAY:
                return False
            before = seconds
            at = behind + captured
            if at == len(data) and is_last:
                return True
        return True
