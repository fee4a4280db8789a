"""Where on the path a capture was taken, told from how fast each end seems to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from inflight.capture.reading.segment import Segment
from inflight.yours.connection.options import of_segment

Place = Literal["client", "server", "middle", "unknown"]

_SYN, _ACK = 0x02, 0x10
_STARTS = (64, 128, 255)
"""What systems begin a TTL with: Linux and macOS 64, Windows 128, others 255."""


@dataclass(slots=True)
class Viewpoint:
    """answers: the shortest time, s, between what one end was sent and its answer, as seen here: client, server.

    hops: routers that a packet of each end has crossed before it was captured, as far as its TTL tells; −1: unknown.
    """

    answers: tuple[float, float] = (inf, inf)
    hops: tuple[int, int] = (-1, -1)

    @property
    def rtt(self) -> float:
        """The shortest round trip between the two ends, s."""
        return sum(self.answers)

    def place(self) -> Place:
        """`client`, `server`, `middle` or `unknown`."""
        client, server = self.answers
        if client < 0.2 * server:
            return "client"
        if server < 0.2 * client:
            return "server"
        if self.hops[0] == 0 < self.hops[1]:
            return "client"
        if self.hops[1] == 0 < self.hops[0]:
            return "server"
        return "unknown" if client == server == inf else "middle"


def viewpoint(first: Sequence[tuple[int, float, Segment]]) -> Viewpoint:
    """From a connection's first segments, each with its direction (0: client to server) and time, s."""
    best = [inf, inf]
    stamped: tuple[dict[int, float], dict[int, float]] = ({}, {})
    ends: tuple[dict[int, float], dict[int, float]] = ({}, {})
    again: tuple[set[int], set[int]] = (set(), set())
    hops = [-1, -1]
    for side, t, segment in first:
        hops[side] = min((start - segment.ttl for start in _STARTS if start >= segment.ttl), default=-1)
        stamps, _ = of_segment(segment.options)
        other = 1 - side
        if stamps:
            asked = stamped[other].get(stamps[1])
            if asked is not None and segment.flags & _ACK:
                best[side] = min(best[side], t - asked)
            stamped[side].setdefault(stamps[0], t)
        if segment.flags & _ACK:
            asked = ends[other].get(segment.ack)
            if asked is not None and segment.ack not in again[other]:
                best[side] = min(best[side], t - asked)
        taken = segment.length + bool(segment.flags & _SYN)
        if taken:
            end = segment.seq + taken & 0xFFFFFFFF
            if end in ends[side]:
                again[side].add(end)
            ends[side].setdefault(end, t)
    return Viewpoint((best[0], best[1]), (hops[0], hops[1]))
