"""When the sending program wrote how much, as far as it can be told: what it wrote while it was its own limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inflight.yours.limits.judge import judged
from inflight.yours.limits.limit import Limit
from inflight.yours.replay.course import Course
from inflight.yours.replay.estimate import Estimate
from inflight.yours.told.sizes import span

_OWN = (Limit.IDLE, Limit.PACE, Limit.NAGLE)
MOST = 5000
"""Writes that are kept apart."""


class Write(NamedTuple):
    """`size` bytes, `time` s after the first data."""

    time: float
    size: int


def schedule(course: Course) -> tuple[Estimate, tuple[Write, ...]]:
    """Whether the program was its own limit, and what it wrote when."""
    told = judged(course.half)
    own = [each for each in told if each.limit in _OWN]
    held = sum(each.round.end - each.round.start for each in own)
    took = sum(each.round.end - each.round.start for each in told)
    if not own or held < 0.02 * took:
        evidence = "The program always had more to send."
        return Estimate("as_written", False, "measured", evidence), (Write(0.0, course.total),)
    evidence = f"For {span(held)} of {span(took)} the program wrote less than could be sent."
    return Estimate("as_written", True, "measured", evidence), _writes(course, _stretches(course))


def _stretches(course: Course) -> list[tuple[float, float, bool]]:
    """From, to, and whether the program was its own limit, s."""
    found: list[tuple[float, float, bool]] = []
    for each in judged(course.half):
        own = each.limit in _OWN
        if found and found[-1][2] == own:
            found[-1] = (found[-1][0], each.round.end, own)
        else:
            found.append((each.round.start, each.round.end, own))
    return found


def _writes(course: Course, stretches: Sequence[tuple[float, float, bool]]) -> tuple[Write, ...]:
    """In its own stretches it wrote when data left; in others all that was sent was there from the beginning."""
    writes: list[Write] = []
    points, at, written = course.points, 0, course.first
    for number, (start, end, own) in enumerate(stretches):
        last = number == len(stretches) - 1
        begins = start
        while at < len(points) and (points[at].time < end or last):
            point = points[at]
            at += 1
            if point.nxt <= written:
                continue
            time = point.time if own else begins
            if writes and time - course.begins <= writes[-1].time:
                writes[-1] = Write(writes[-1].time, writes[-1].size + point.nxt - written)
            else:
                writes.append(Write(time - course.begins, point.nxt - written))
            written = point.nxt
    return tuple(_fewer(writes, course.total))


def _fewer(writes: Sequence[Write], total: int) -> list[Write]:
    """At most `MOST`, and no FIN among their bytes."""
    every = -(-len(writes) // MOST) or 1
    kept = [
        Write(writes[first].time, sum(each.size for each in writes[first : first + every]))
        for first in range(0, len(writes), every)
    ]
    over = sum(each.size for each in kept) - total
    if kept and 0 < over < kept[-1].size:
        kept[-1] = Write(kept[-1].time, kept[-1].size - over)
    return kept
