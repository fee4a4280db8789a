"""A capture as its reader has it: what one end of the connection saw, and nothing that only the model knows."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from inflight.capture.crossing import Capture, Crossing

_NOP, _WINDOW_SCALE, _SACK = 1, 3, 5


class Packet(NamedTuple):
    """A segment. time: s since the capture's beginning. out: from the end that sends the data. window: unscaled, bytes.

    end: the sequence number behind its last byte. sacks: whether it has SACK blocks.
    """

    time: float
    out: bool
    flags: str
    seq: int
    end: int
    ack: int
    window: int
    sacks: bool

    @property
    def length(self) -> int:
        """Bytes of data."""
        return self.end - self.seq


class Packets(NamedTuple):
    """All of them, in order. at_sender: whether they were captured where the data comes from."""

    all: list[Packet]
    at_sender: bool

    def data(self) -> Iterator[Packet]:
        """Segments of the sender with at least one byte."""
        return (packet for packet in self.all if packet.out and packet.length)

    def answers(self) -> Iterator[Packet]:
        """What the receiver of the data sends."""
        return (packet for packet in self.all if not packet.out)


def seen(capture: Capture, sender: str, receiver: str, *, at_sender: bool) -> Packets:
    """What the sender of the data, or its receiver, saw; both are points of the capture."""
    source, target = capture.points[sender], capture.points[receiver]
    here = source if at_sender else target
    shifts: dict[str, int] = {}
    found = []
    for each in capture.crossings():
        time = each.seen_at(here)
        options = dict(_options(each.options))
        if "S" in each.flags and _WINDOW_SCALE in options:
            shifts[each.source.address] = options[_WINDOW_SCALE][0]
        if time is not None:
            found.append(_packet(each, round(time, 9), each.source.address == source, _SACK in options))
    found.sort(key=attrgetter("time"))
    scaled = len(shifts) == 2  # both have offered it, or neither scales (RFC 7323 §2.2)
    shift = {True: shifts[source], False: shifts[target]} if scaled else {True: 0, False: 0}
    packets = [each if "S" in each.flags else each._replace(window=each.window << shift[each.out]) for each in found]
    return Packets(packets, at_sender)


def _packet(each: Crossing, time: float, out: bool, sacks: bool) -> Packet:
    return Packet(time, out, each.flags, each.seq, each.seq + each.length, each.ack, each.window, sacks)


def _options(said: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and content of each option (RFC 9293 §3.1)."""
    place = 0
    while place < len(said):
        if said[place] == _NOP:
            place += 1
        else:
            kind, length = said[place], said[place + 1]
            yield kind, said[place + 2 : place + length]
            place += length
