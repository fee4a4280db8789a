"""What takes time, and how what was busy and what was waited for is shared out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

CONNECT, TRAVEL, LINE, ACKS, HELD, WORK, ASKING = range(7)
PHASES = (
    "connecting",
    "on the way there and back",
    "on the line",
    "waiting for ACKs",
    "held by Nagle",
    "server at work",
    "asking for the next chunk",
)
NAMES = ("connect", "travel", "line", "acks", "nagle", "work", "asking")


def spent(gaps: list[tuple[float, float]], reasons: list[tuple[float, int]]) -> Iterator[tuple[int, float]]:
    """For what reasons nothing was sent in the gaps, and how long, s; both lists go forward in time."""
    spans = pairwise(reasons)
    (start, why), (stop, _) = next(spans)
    for begin, end in gaps:
        while True:
            if (time := min(stop, end) - max(start, begin)) > 0:
                yield why, time
            if stop >= end or (span := next(spans, None)) is None:
                break
            (start, why), (stop, _) = span
