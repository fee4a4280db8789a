"""How far the model's run is from the capture: the distance of their acknowledged curves, and of their ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from inflight.yours.limits.limit import Interval
from inflight.yours.replay.estimates import Seen
from inflight.yours.replay.model import Run

LATE = 0.10
"""Share of the capture's duration by which the model's may differ.

Where the settings are known the models keep to 5 % of what Linux takes (`compare/bounds.py`); here they are estimates.
"""

APART = LATE / 2
"""Share of the data by which the curves may be apart on average: so far are two transfers at constant rates of which
one takes `LATE` longer."""

_STEPS = 2000
_BEGINS = 0.5
"""The curves begin to part where their distance was last below this share of `APART`."""


@dataclass(frozen=True)
class Residual:
    """How far apart they are.

    apart: the curves' mean distance, as a share of the data. later: s by which the model ends after the capture; inf:
    it doesn't end. explains: both are within their bounds. parts: when the curves begin to part, s since the first
    data, and in which interval; None if it explains.
    """

    apart: float
    later: float
    explains: bool
    parts: float | None = None
    interval: Interval | None = None


def residual(seen: Seen, run: Run) -> Residual:
    """Hold the run to the capture."""
    theirs = [time for time, _ in seen.acked], [float(count) for _, count in seen.acked]
    ours = run.t, [float(count) for count in run.acked]
    took = inf if run.took is None else run.took
    until = max(seen.took, took if took < inf else run.t[-1])
    if not seen.total or until <= 0:
        return Residual(0.0, 0.0, explains=True)
    step = until / _STEPS
    distances = [
        abs(_at(theirs, (number + 0.5) * step) - _at(ours, (number + 0.5) * step)) / seen.total
        for number in range(_STEPS)
    ]
    apart = sum(distances) / _STEPS
    # a capture says when an ACK came, a model's run when it was looked at
    explains = apart <= APART and abs(took - seen.took) <= max(LATE * seen.took, 0.002)
    if explains:
        return Residual(apart, took - seen.took, explains)
    parts = _parts(distances) * step
    inside = [each for each in seen.intervals if each.start <= parts + seen.begins]
    return Residual(apart, took - seen.took, explains, parts, inside[-1] if inside else None)


def _at(curve: tuple[Sequence[float], Sequence[float]], time: float) -> float:
    place = bisect_right(curve[0], time) - 1
    return curve[1][place] if place >= 0 else 0.0


def _parts(distances: Sequence[float]) -> int:
    """Where they begin to part: before they are first too far apart, the last step at which they were close."""
    far = next((number for number, each in enumerate(distances) if each > APART), len(distances) - 1)
    while far > 0 and distances[far] > _BEGINS * APART:
        far -= 1
    return far
