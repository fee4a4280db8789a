"""When a reader stopped: it goes on unseen until its buffer is full, so the model's buffer is asked."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from inflight.yours.replay.estimate import Estimate
from inflight.yours.replay.estimates import Seen
from inflight.yours.replay.model import run
from inflight.yours.told.sizes import span

_TIMES = 8
"""Halvings of the time in question."""


def fitted(seen: Seen) -> Generator[float, None, Seen]:
    """What was seen, with `pause_at` such that the model has acknowledged as much as the capture when the window shut.

    Yields how much is done, 0 to 1.
    """
    p = seen.parameters
    if not p.pause:
        return seen
    resumes = p.pause_at + p.pause
    there = max(count for time, count in seen.acked if time < resumes - p.rtt / 1000)
    earliest, latest = 0.0, p.pause_at
    for number in range(_TIMES):
        middle = (earliest + latest) / 2
        tried = replace(p, pause_at=middle, pause=resumes - p.rtt / 1000 - middle)
        running = run(tried, writes=seen.writes, lost=seen.lost, until=resumes - p.rtt / 1000)
        while True:
            try:
                yield (number + next(running)) / _TIMES
            except StopIteration as stop:
                if stop.value.acked[-1] > there:
                    latest = middle
                else:
                    earliest = middle
                break
    p = replace(p, pause_at=earliest, pause=resumes - p.rtt / 1000 - earliest)
    said = f"With a stop after {span(p.pause_at)}, the model’s buffer is full when the window shuts."
    estimates = tuple(
        Estimate(each.parameter, getattr(p, each.parameter), each.known, said)
        if each.parameter == "pause_at"
        else replace(each, value=p.pause)
        if each.parameter == "pause"
        else each
        for each in seen.estimates
    )
    return replace(seen, parameters=p, estimates=estimates)
