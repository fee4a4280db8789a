"""What can be drawn of a capture alone: numbers over time, and how they look where it was taken."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import nan

from inflight.experiments.reading_a_capture.verdicts import Verdict
from inflight.figure.result import Column, Table
from inflight.kernel.link import DELIVERED, FATES, LOST

Steps = tuple[list[float], list[float]]
"""Times, ascending, and the value from each of them on."""


class SeenFlow:
    """The captured packets of a connection, as numbers. Times in s since the SYN left, numbers in bytes."""

    def __init__(self, found: Sequence[Verdict], shift: int) -> None:
        self._data = [each for each in found if each.heard.is_data]
        self._acks = [each for each in found if each.side and "S" not in each.heard.crossing.flags]
        self._shift = shift

    def packets(self) -> Table:
        """Data, as a time–sequence graph draws it."""
        table = Table(
            [
                Column("sent", "s", "was captured", "time"),
                Column("seq", "B", "first byte", "sequence"),
                Column("length", "B", "bytes of data", "inflight"),
                Column("again", "", "1: a retransmission", "loss"),
                Column("fate", "", "what became of it, which the capture doesn’t say", "loss", words=FATES),
            ]
        )
        for each in self._data:
            crossing = each.heard.crossing
            fate = LOST if each.heard.is_lost else DELIVERED
            table.append(each.time, crossing.seq - 1, crossing.length, each.heard.repeat, fate)
        return table

    def acks(self) -> Table:
        """ACKs, likewise."""
        table = Table(
            [
                Column("arrived", "s", "was captured", "time"),
                Column("ack", "B", "next byte expected", "sequence"),
                Column("window", "B", "bytes more that may come", "rwnd"),
                Column("sack_start", "B", "first byte of the latest SACK block", "sequence"),
                Column("sack_end", "B", "byte behind the latest SACK block", "sequence"),
            ]
        )
        for each in self._acks:
            crossing, sacks = each.heard.crossing, each.heard.sacks
            table.append(
                each.time, crossing.ack - 1, crossing.window << self._shift, *(sacks[0] if sacks else (nan, nan))
            )
        return table

    def sent(self) -> Steps:
        """Behind the highest byte captured so far."""
        return _rising((each.time, each.heard.end - 1) for each in self._data)

    def acked(self) -> Steps:
        """The highest acknowledgement captured so far."""
        return _rising((each.time, each.heard.crossing.ack - 1) for each in self._acks)

    def in_flight(self) -> Steps:
        """Between the two."""
        sent, acked = self.sent(), self.acked()
        times = sorted({*sent[0], *acked[0]})
        return times, [max(at(sent, time, 0) - at(acked, time, 0), 0) for time in times]

    def window(self) -> Steps:
        """What the last ACK allows beyond itself."""
        return [each.time for each in self._acks], [each.heard.crossing.window << self._shift for each in self._acks]

    def round_trips(self) -> Steps:
        """From a segment to the ACK of its last byte, s: of those that were sent once (Karn)."""
        sent: dict[int, float] = {}
        again: set[int] = set()
        for each in self._data:
            end = each.heard.end
            if end in sent:
                again.add(end)
            sent.setdefault(end, each.time)
        times, values, highest = [], [], 0
        for each in self._acks:
            ack = each.heard.crossing.ack
            if ack > highest and ack in sent and ack not in again and each.time >= sent[ack]:
                times.append(each.time)
                values.append(each.time - sent[ack])
            highest = max(highest, ack)
        return times, values


def _rising(values: Iterator[tuple[float, float]]) -> Steps:
    times, levels = [], [0.0]
    for time, value in values:
        times.append(time)
        levels.append(max(levels[-1], value))
    return times, levels[1:]


def at(steps: Steps, time: float, before: float) -> float:
    """The value at `time`; `before` the first."""
    times, values = steps
    place = bisect_right(times, time)
    return values[place - 1] if place else before


def middle_of(steps: Steps) -> float:
    """The median, NaN where there is none."""
    values = sorted(steps[1])
    return values[len(values) // 2] if values else nan
