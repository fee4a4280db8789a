"""What estimates start from: a sender's rounds, sorted by what can be learned from them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from math import inf

from inflight.yours.connection.connection import Connection
from inflight.yours.connection.half import Half
from inflight.yours.connection.happened import Event, Kind
from inflight.yours.connection.rounds import Round, Wait

QUEUE = 0.001, 0.1
"""A round trip that is longer than the shortest by so many s, and by such a share of it, has waited in a queue."""

_REPAIRS = (Kind.FAST, Kind.TLP, Kind.RTO, Kind.REPAIR)

_FULL = 0.8
"""A loss at such a share of the longest queue is put down to its overflow."""

_MOSTLY = 0.4
"""So much of the longest wait packets wait on average when a queue fills up."""


@dataclass(frozen=True)
class Recovery:
    """Losses that were repaired together: the round before, the rounds of the repair, and the one after."""

    before: Round
    repair: tuple[Round, ...]
    after: Round | None
    overflow: bool


class Course:
    """One direction of a connection, for those who estimate. Times in s, sizes in bytes."""

    def __init__(self, connection: Connection, side: int) -> None:
        self.connection, self.side = connection, side
        self.half: Half = connection.halves[side]
        self.mss = self.half.mss
        self.base = self.half.base_rtt
        self.rounds = [each for each in self.half.rounds.all if not each.pause]
        self.points = self.half.curve.all() if self.half.curve.points else []

    @property
    def whole(self) -> bool:
        """The handshake is in the capture, so the first data is, too."""
        return bool(self.connection.opening.syns or self.connection.opening.answers)

    @cached_property
    def first(self) -> int:
        """The number of the first byte that was sent."""
        return self.points[0].una if self.points else 0

    @cached_property
    def begins(self) -> float:
        """When the first data left, s."""
        return self.half.rounds.all[0].start if self.half.rounds.all else 0.0

    @cached_property
    def total(self) -> int:
        """Bytes of data that were acknowledged before the capture ended."""
        if not self.points:
            return 0
        done = self.points[-1].una - self.first
        fin = self.connection.fins[self.side] < inf and self.points[-1].una == self.half.nxt
        return max(0, done - fin)

    @property
    def window(self) -> int:
        """The largest window that the receiver offered, in its SYN or later."""
        return max(self.half.max_window, self.connection.opening.windows[1 - self.side])

    @cached_property
    def clean(self) -> list[Round]:
        """Rounds without a repair."""
        return [each for each in self.rounds if not each.repair and not each.resent]

    def waited(self, one: Round, *waits: Wait) -> float:
        """The share of a round that was spent waiting for these."""
        total = sum(one.waited)
        return sum(one.waited[wait] for wait in waits) / total if total > 0 else 0.0

    def queueing(self, rtt: float) -> bool:
        """Whether a packet with this round trip has waited."""
        return self.base < rtt < inf and rtt - self.base > max(QUEUE[0], QUEUE[1] * self.base)

    @cached_property
    def standing(self) -> list[Round]:
        """Rounds in which every packet waited in a queue, and the network was what held the sender back."""
        return [
            each
            for each in self.clean
            if self.queueing(each.rtt)
            and each.flight >= 4 * self.mss
            and each.rtts >= 3
            and self.waited(each, Wait.CLOCK, Wait.PACED, Wait.ROOM, Wait.WRITE) > 0.5
        ]

    @cached_property
    def longest(self) -> float:
        """The longest time in a queue, s."""
        return max((each.longest - self.base for each in self.rounds if each.flight >= 2 * self.mss), default=0.0)

    @cached_property
    def recoveries(self) -> list[Recovery]:
        """In order of time."""
        found: list[Recovery] = []
        block: list[Round] = []
        before: list[Round] = []
        clean = {id(each) for each in self.clean}
        for each in self.rounds:
            if id(each) not in clean:
                block.append(each)
                continue
            if block and before:
                found.append(Recovery(before[-1], tuple(block), each, self._overflowed(before, found)))
            before = [each] if block else [*before[-1:], each]
            block = []
        if block and before:
            found.append(Recovery(before[-1], tuple(block), None, self._overflowed(before, found)))
        return found

    def _overflowed(self, before: list[Round], earlier: list[Recovery]) -> bool:
        """Whether the queue was full. Nearly all packets must have waited: one long round trip is a delayed ACK.

        before: one round, or two: the last may have hardly begun.
        """
        looked_at = before[-1:] if before[-1].rtts >= 3 else before
        rtts = sum(each.rtts for each in looked_at)
        if rtts < 3:
            return bool(earlier) and earlier[-1].overflow
        waited = max(each.longest for each in looked_at) - self.base
        mean = sum(each.rtt_sum for each in looked_at) / rtts - self.base
        return self.queueing(self.base + mean) and waited >= _FULL * self.longest and mean > _MOSTLY * waited

    @cached_property
    def losses(self) -> list[Event]:
        """Segments that were sent again because they were lost, the first of each kind."""
        events = self.half.happened.events
        wrongly = {each.seq for each in events if each.kind is Kind.DSACK}
        return [each for each in events if each.kind in _REPAIRS and each.seq not in wrongly]

    @cached_property
    def lost_at_random(self) -> list[Event]:
        """Losses for which no full queue is to blame."""
        recoveries = self.recoveries
        starts = [each.repair[0].start for each in recoveries]
        found = []
        for event in self.losses:
            at = bisect_right(starts, event.time) - 1
            if at < 0 or not recoveries[at].overflow:
                found.append(event)
        return found

    def sent_by(self, time: float) -> int:
        """Bytes that had been sent at `time`."""
        at = bisect_right(self.points, time, key=lambda point: point.time)
        return self.points[max(at - 1, 0)].nxt - self.first

    def sent_at(self, seq: int) -> float:
        """When the byte was first sent, s, as exactly as the curve is kept."""
        at = bisect_right(self.points, seq, key=lambda point: point.nxt)
        return self.points[min(at, len(self.points) - 1)].time
