"""What a sender did, round trip by round trip, in a list that doesn't grow with the capture."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from math import inf


class Wait(IntEnum):
    """What the moment at which a sender went on says of what it had waited for."""

    IDLE = 0
    """Everything was acknowledged and nothing was left to send."""
    WRITE = 1
    """Everything written had been sent, and the next data came without an ACK."""
    ROOM = 2
    """Everything written had been sent, and the next data came with an ACK: it frees the send buffer."""
    EDGE = 3
    """The receiver's window was used up."""
    CLOCK = 4
    """More was waiting, and left when an ACK came."""
    PACED = 5
    """More was waiting, and left without an ACK."""
    NAGLE = 6
    """A small segment left the moment the last one was acknowledged."""
    LOSS = 7
    """A lost segment was being repaired."""
    RTO = 8
    """A retransmission timeout ran, or was being repaired."""


@dataclass(slots=True)
class Round:
    """One round trip, a pause between two, or the repair of a loss. Times in s, sizes in bytes.

    waited: s for each `Wait`. sent: new bytes; acked: bytes; resent: segments; flight: the most that was in flight;
    room: the least that the receiver's window left; rtt: the shortest, and the sum and number of all samples;
    longest: the longest round trip, repairs apart; gap: the longest wait, s; first, last: packets with new data.
    repair: from a loss's detection, or the last sign of life before a timeout, until all is acknowledged.
    """

    start: float
    end: float
    waited: list[float] = field(default_factory=lambda: [0.0] * len(Wait))
    sent: int = 0
    acked: int = 0
    resent: int = 0
    flight: int = 0
    room: float = inf
    rtt: float = inf
    rtt_sum: float = 0.0
    rtts: int = 0
    longest: float = 0.0
    gap: float = 0.0
    first: int = 0
    last: int = 0
    pause: bool = False
    repair: bool = False

    def join(self, later: Round) -> None:
        """Take in the round that follows."""
        self.end = later.end
        self.waited = [a + b for a, b in zip(self.waited, later.waited, strict=True)]
        self.sent += later.sent
        self.acked += later.acked
        self.resent += later.resent
        self.flight = max(self.flight, later.flight)
        self.room = min(self.room, later.room)
        self.rtt = min(self.rtt, later.rtt)
        self.rtt_sum += later.rtt_sum
        self.rtts += later.rtts
        self.longest = max(self.longest, later.longest)
        self.gap = max(self.gap, later.gap)
        self.first = self.first or later.first
        self.last = later.last or self.last
        self.pause = self.pause and later.pause
        self.repair = self.repair and later.repair

    @property
    def plain(self) -> bool:
        """Neither a pause nor a repair."""
        return not (self.pause or self.repair)


class Rounds:
    """Rounds in order of time. When there are too many, neighbours that are short are joined."""

    MOST = 4096

    def __init__(self) -> None:
        self.all: list[Round] = []
        self._shortest = 0.005

    def add(self, one: Round) -> None:
        """Append a round that has ended."""
        if one.end <= one.start and not one.sent:
            return
        if self.all and one.plain and self.all[-1].plain and one.end - self.all[-1].start < self._shortest:
            self.all[-1].join(one)
            return
        self.all.append(one)
        if len(self.all) > self.MOST:
            self._thin()

    def _thin(self) -> None:
        while len(self.all) > self.MOST // 2:
            self._shortest *= 2
            kept = self.all[:1]
            for one in self.all[1:]:
                if one.end - kept[-1].start < self._shortest:
                    kept[-1].join(one)
                else:
                    kept.append(one)
            self.all = kept
