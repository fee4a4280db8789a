"""A sender whose segments are collected, and whose ACKs are written by hand: what packetdrill is to a kernel.

Segments are counted from 0: `ack(3)` says that segments 0, 1 and 2 have arrived, `ack(3, (4, 6))` that 4 and 5 have,
too. Time passes only when the script says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from inflight.kernel.clock import Clock
from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.base import CongestionControl
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.send_buffer import SendBuffer
from inflight.kernel.tcp.sender import Sender
from inflight.kernel.tcp.sending import SendingSpec

ROOM = 1 << 24
"""The window and the send buffer: more than any script sends, bytes."""


class Sent(NamedTuple):
    """A segment that has left: when, s, which, and whether it was sent before."""

    time: float
    number: int
    again: bool


class Script:
    """A connection that is established at 0 s after a handshake of `rtt` s.

    `options` go to the sender; `sent` holds all segments that have left so far.
    """

    def __init__(
        self,
        algorithm: str | Callable[[], CongestionControl] = "reno",
        *,
        rtt: float = 0.1,
        cwnd: int = 10,
        **options: Any,
    ) -> None:
        self.clock = Clock()
        self.sent: list[Sent] = []
        self._seen = 0
        self._sent_before: set[int] = set()
        congestion = algorithms()[algorithm]() if isinstance(algorithm, str) else algorithm()
        congestion.cwnd = cwnd
        # who is at the far end does not matter: what leaves is collected
        self.sender = Sender(
            self.clock,
            self,
            None,
            congestion,
            SendBuffer(ROOM),
            SendingSpec(gso_max_segs=1, **options),
            window=ROOM,
        )
        self.sender.established(int(rtt * 1e6), passive=False)

    def send(self, packet: DataSegment, size: int, sink: object, later: float) -> None:
        """A segment leaves (the link's part)."""
        number = packet.seq // MSS
        self.sent.append(Sent(self.clock.now, number, number in self._sent_before))
        self._sent_before.add(number)

    def write(self, segments: int) -> list[Sent]:
        """The application writes so many full segments; returns those that leave."""
        buffer = self.sender.buffer
        for _ in range(segments):
            buffer.append(self.sender.start_skb(), MSS)
        self.sender.push(nagle=False)
        return self.new()

    def at(self, time: float) -> list[Sent]:
        """Time passes until `time`, s; returns what has left meanwhile, when timers fired."""
        for _ in self.clock.run(time):
            pass
        return self.new()

    def ack(
        self, number: int, *sacks: tuple[int, int], at: float | None = None, echo: float | None = None
    ) -> list[Sent]:
        """An ACK comes, at `at` s; `sacks` are (first segment, segment behind the last).

        `echo` is the timestamp it echoes, s: when the segment that caused it was sent; unless told otherwise, that is
        the latest time the first unacknowledged one was sent. Returns what leaves.
        """
        if at is not None:
            self.at(at)
        self.new()
        now = self.clock.now
        blocks = tuple((first * MSS, behind * MSS) for first, behind in sacks)
        head = self.sender.board.head
        if echo is None:
            echo = head.sent if head else now
        self.sender.on_ack(Ack(number * MSS, ROOM, blocks, now, False, echo))
        return self.new()

    def new(self) -> list[Sent]:
        """What has left since this was asked last."""
        new = self.sent[self._seen :]
        self._seen = len(self.sent)
        return new


def numbers(segments: list[Sent]) -> list[int]:
    """Which segments these are."""
    return [segment.number for segment in segments]
