"""How the receiving program reads, told from how the edge of its window moves."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from inflight.yours.connection.rounds import Wait
from inflight.yours.replay.course import Course
from inflight.yours.replay.estimate import Estimate
from inflight.yours.replay.parameters import within
from inflight.yours.told.sizes import size, span

_STOPS = 0.5
"""s that a window has to stay shut before its reader is said to have stopped, rather than to be slow."""


class _Move(NamedTuple):
    time: float
    edge: int


def reader(course: Course) -> tuple[Estimate, Estimate, Estimate]:
    """Its rate, how long it stopped, and when."""
    moves = _moves(course)
    stop = _stop(course, moves)
    pause = stop[1].time - stop[0].time if stop else 0.0
    slow = _rate(course, pause)
    if slow:
        evidence = f"While the window was used up, its edge moved by {size(slow)} a second."
        pace = Estimate("read_rate", within("read_rate", slow / 1000), "measured", evidence)
    else:
        pace = Estimate("read_rate", 0.0, "measured", "The window never stayed small for want of a reader.")
    if not stop:
        never = "The window never stayed shut for long."
        return pace, Estimate("pause", 0.0, "measured", never), Estimate("pause_at", 0.0, "assumed", never)
    evidence = f"The edge of the window stood still for {span(pause)}."
    at = stop[0].time - course.begins
    return (
        pace,
        Estimate("pause", within("pause", pause), "measured", evidence),
        Estimate("pause_at", within("pause_at", at), "measured", f"It stood still from {span(at)} on."),
    )


def _moves(course: Course) -> list[_Move]:
    known = [_Move(point.time, point.edge) for point in course.points if point.edge >= 0]
    return [*known[:1], *(after for before, after in pairwise(known) if after.edge > before.edge)]


def _stop(course: Course, moves: list[_Move]) -> tuple[_Move, _Move] | None:
    """Between which moves the reader had stopped: one stretch that is longer than all others by far."""
    gaps = sorted(
        ((after.time - before.time, before, after) for before, after in pairwise(moves)), key=lambda gap: -gap[0]
    )
    if not gaps or gaps[0][0] < max(_STOPS, 5 * course.base) or (len(gaps) > 1 and gaps[0][0] < 5 * gaps[1][0]):
        return None
    _, before, after = gaps[0]
    shut = any(before.time < point.time < after.time and point.edge - point.nxt < course.mss for point in course.points)
    return (before, after) if shut else None


def _rate(course: Course, pause: float) -> float:
    """Bytes/s; 0: it reads at once."""
    rounds = course.half.rounds.all
    held = [each for each in rounds if sum(each.waited) > 0 and course.waited(each, Wait.EDGE) > 0.5]
    took = sum(each.waited[Wait.EDGE] for each in held) - pause
    if took <= 0 or took < 0.05 * sum(each.end - each.start for each in rounds):
        return 0.0
    # A window that closes for want of a reader is mostly smaller than it could be; one that is only too small is not.
    first, last = held[0].start, held[-1].end
    within_it = [each for each in course.points if first <= each.time <= last and each.edge >= 0]
    small = sum(2 * (each.edge - each.una) < course.half.max_window for each in within_it)
    if small < 0.5 * len(within_it) or len(within_it) < 4:
        return 0.0
    shut = [each for each in within_it if each.edge - each.nxt < course.mss]
    if len(shut) < 2:
        return 0.0
    spent = shut[-1].time - shut[0].time - pause
    return (shut[-1].edge - shut[0].edge) / spent if spent > 0 else 0.0
