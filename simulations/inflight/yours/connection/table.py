"""All connections of a capture."""

from __future__ import annotations

from collections.abc import Iterable

from inflight.capture.reading.segment import Segment
from inflight.yours.connection.connection import Connection

_SYN, _ACK = 0x02, 0x10

MOST = 20_000
"""Connections that are followed; those that begin later are only counted."""


class Connections:
    """In the order in which they begin."""

    def __init__(self) -> None:
        self.all: list[Connection] = []
        self.left_out = 0
        self._known: dict[tuple[bytes, bytes, int, int], tuple[Connection, int]] = {}

    def take(self, segments: Iterable[Segment]) -> None:
        """The capture's next segments."""
        known = self._known
        for segment in segments:
            key = segment[3:7]
            found = known.get(key)
            if found is None or (segment.flags & _SYN and self._is_new(found[0], segment)):
                found = self._begin(segment)
                if found is None:
                    continue
            found[0].take(found[1], segment)

    def finish(self) -> None:
        """The capture is over."""
        for connection in self.all:
            connection.finish()

    def _is_new(self, connection: Connection, segment: Segment) -> bool:
        """A SYN with another number on the same ports: a later connection (RFC 6056)."""
        if segment.flags & _ACK:
            return False
        return connection.isn[0] not in (-1, segment.seq) or (connection.isn[0] == -1 and sum(connection.packets) > 0)

    def _begin(self, segment: Segment) -> tuple[Connection, int] | None:
        if len(self.all) >= MOST:
            self.left_out += 1
            return None
        sender = (segment.source, segment.source_port)
        target = (segment.target, segment.target_port)
        # Without a SYN the server is the end with the lower port.
        opens = not segment.flags & _ACK if segment.flags & _SYN else segment.source_port >= segment.target_port
        connection = Connection((sender, target) if opens else (target, sender), segment.time)
        self.all.append(connection)
        there = (segment.source, segment.target, segment.source_port, segment.target_port)
        back = (segment.target, segment.source, segment.target_port, segment.source_port)
        self._known[there] = (connection, 0 if opens else 1)
        self._known[back] = (connection, 1 if opens else 0)
        return self._known[there]
