"""Marks in a connection's picture, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inflight.yours.connection.half import Half
from inflight.yours.connection.happened import Event, Kind
from inflight.yours.told.sizes import span

if TYPE_CHECKING:
    from inflight.yours import shapes

_TITLES = {
    Kind.FAST: "Fast retransmit",
    Kind.TLP: "Tail loss probe",
    Kind.RTO: "Retransmission timeout",
    Kind.REPAIR: "Sent again in recovery",
    Kind.SPURIOUS: "Sent again for nothing",
    Kind.DUPLICATES: "Three duplicate ACKs",
    Kind.PARTIAL: "Partial ACK",
    Kind.DSACK: "D-SACK",
    Kind.ZERO_WINDOW: "Zero window",
    Kind.WINDOW_PROBE: "Window probe",
    Kind.KEEPALIVE: "Keepalive",
    Kind.LATE: "Out of order",
}


def happenings(half: Half) -> list[shapes.Happening]:
    """In order of time."""
    start = half.curve.points[0].una if half.curve.points else 0
    return [
        {
            "kind": each.kind.value,
            "title": _TITLES[each.kind],
            "t": each.time,
            "packet": each.packet,
            "at": each.seq - start,
            "text": _text(each),
        }
        for each in half.happened.events
    ]


def _text(event: Event) -> str:
    return {
        Kind.FAST: "SACKs or duplicate ACKs said that a segment is missing, and it was sent again.",
        Kind.TLP: f"After {span(event.silence)} without an ACK the last segment was sent again to get an answer.",
        Kind.RTO: f"After {span(event.silence)} without an ACK the first outstanding segment was sent again.",
        Kind.REPAIR: "Another segment that was lost, sent again in the same recovery.",
        Kind.SPURIOUS: "It had been acknowledged before it was sent again.",
        Kind.DUPLICATES: "The same number came three times more: later segments arrive, and this one doesn’t.",
        Kind.PARTIAL: "It acknowledges a part of what the repair waits for: another segment is missing.",
        Kind.DSACK: "The receiver says that it got these bytes twice: a segment was sent again for nothing.",
        Kind.ZERO_WINDOW: "The receiver has no room left.",
        Kind.WINDOW_PROBE: "The sender asks whether there is room again.",
        Kind.LATE: "It was sent before the segments that overtook it: not a retransmission.",
        Kind.KEEPALIVE: "A segment without new data, to see whether the other end is alive.",
    }[event.kind]
