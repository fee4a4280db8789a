"""What is worth a mark in a connection's picture, counted, and the first of each kind kept."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """Names as in the page and in JSON."""

    FAST = "fast-retransmit"
    TLP = "tail-loss-probe"
    RTO = "timeout"
    REPAIR = "repair"
    SPURIOUS = "spurious"
    DUPLICATES = "duplicate-acks"
    PARTIAL = "partial-ack"
    DSACK = "d-sack"
    ZERO_WINDOW = "zero-window"
    WINDOW_PROBE = "window-probe"
    KEEPALIVE = "keep-alive"
    LATE = "out-of-order"


class Event(NamedTuple):
    """time: s; packet: its number in the file; seq: unwrapped; silence: s that a timer had run."""

    kind: Kind
    time: float
    packet: int
    seq: int
    silence: float = 0.0


class Happened:
    """Counts all, keeps the first of each kind."""

    KEPT = 500

    def __init__(self) -> None:
        self.counts: Counter[Kind] = Counter()
        self.events: list[Event] = []

    def add(self, kind: Kind, time: float, packet: int, seq: int, silence: float = 0.0) -> None:
        """Note an event."""
        self.counts[kind] += 1
        if self.counts[kind] <= self.KEPT:
            self.events.append(Event(kind, time, packet, seq, silence))
