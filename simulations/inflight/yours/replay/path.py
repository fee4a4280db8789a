"""The path as a capture shows it: round trip, rate, queue, losses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

from inflight.figure.words import times
from inflight.kernel.constants import HEADERS, MSS
from inflight.yours.connection.curve import Point
from inflight.yours.connection.happened import Kind
from inflight.yours.connection.rounds import Round, Wait
from inflight.yours.replay.course import Course
from inflight.yours.replay.estimate import Estimate
from inflight.yours.replay.parameters import within
from inflight.yours.told.sizes import size, span, speed

_WIRE = (MSS + HEADERS) / MSS
"""What a full segment of the model takes on the line, as a multiple of its data."""

_LARGE = 1000
"""Packets: the default of txqueuelen, for a queue of which nothing is known."""

_FAST = 1000.0
"""Mbit/s, for a path of which nothing is known."""

_TRAIN = 8
"""Segments: a shorter train says little of the rate at which it came through."""


def rtt(course: Course) -> Estimate:
    """The shortest round trip: then no queue was in the way."""
    if not isfinite(course.base):
        return Estimate("rtt", 40.0, "assumed", "No segment in the capture was acknowledged.")
    value = within("rtt", course.base * 1000)
    return Estimate("rtt", value, "measured", f"The shortest round trip is {span(course.base)}.")


def rate(course: Course) -> Estimate:
    """What the path carries, headers included, Mbit/s."""
    standing = _steady(course.standing or _held_by_a_window(course))
    if standing:
        took = sum(each.end - each.start for each in standing)
        found = sum(each.acked for each in standing) / took
        rounds = f"{len(standing)} round trips" if len(standing) > 1 else "a round trip"
        evidence = f"In {rounds} with a standing queue, {speed(found)} of data arrived."
        return Estimate("rate", within("rate", found * _WIRE * 8e-6), "measured", evidence)
    found = _fastest(course)
    if not found:
        return Estimate("rate", _FAST, "assumed", "No segments in a row were many enough to tell: a fast one.")
    evidence = f"No queue ever stood; the fastest stretch brought {speed(found)} of data."
    bound = float(f"{found * _WIRE * 8e-6:.3g}")
    return Estimate("rate", within("rate", bound), "at least", evidence)


def _steady(rounds: Sequence[Round]) -> list[Round]:
    """Without those in which hardly anything arrived: the path was interrupted."""
    rates = sorted(each.acked / (each.end - each.start) for each in rounds)
    usual = rates[len(rates) // 2] if rates else 0.0
    return [each for each in rounds if each.acked > 0.5 * usual * (each.end - each.start)]


def _held_by_a_window(course: Course) -> list[Round]:
    """Rounds with a standing queue though the receiver's window was used up: it is larger than the path."""
    whole = 0.75 * course.half.max_window
    return [
        each
        for each in course.clean
        if course.queueing(each.rtt)
        and each.flight >= max(whole, 8 * course.mss)
        and course.waited(each, Wait.EDGE) > 0.5
        and each.rtts >= 3
    ]


def _fastest(course: Course) -> float:
    """Bytes/s over the fastest train of ACKs; 0: there is none."""
    repairs = [(each.repair[0].start, each.repair[-1].end) for each in course.recoveries]
    flights = sorted(each.flight for each in course.clean)
    least = max(_TRAIN * course.mss, 0.5 * flights[len(flights) // 2] if flights else 0.0)
    best, first = 0.0, 0
    points = _advances(course.points)
    for last, point in enumerate(points):
        while point.una - points[first].una >= least:
            took = point.time - points[first].time
            inside = any(points[first].time < end and point.time > start for start, end in repairs)
            if last - first >= 2 and 0.0005 <= took < course.base and not inside:
                best = max(best, (point.una - points[first].una) / took)
            first += 1
    return best


def _advances(points: Sequence[Point]) -> list[Point]:
    return [*points[:1], *(after for before, after in pairwise(points) if after.una > before.una)]


def queue(course: Course, rate: float) -> Estimate:
    """Packets that the bottleneck holds. rate: Mbit/s."""
    longest = max(course.longest, 0.0)
    packet = (MSS + HEADERS) * 8e-6 / rate
    overflows = [each for each in course.recoveries if each.overflow]
    if overflows and course.standing:
        waits = sorted(each.before.longest - course.base for each in overflows if each.before.rtts)
        wait = waits[len(waits) // 2]
        evidence = (
            f"It overflowed {times(len(waits))}, when the round trip had grown by {span(wait)}; at this rate that is "
            f"{size(wait * rate * 125_000)}."
        )
        return Estimate("buffer", within("buffer", max(1, wait / packet)), "measured", evidence)
    seen = longest / packet
    value = within("buffer", max(_LARGE, 4 * seen))
    grown = (
        f"It never overflowed, though the round trip grew by {span(longest)}" if longest > 0 else "It was never full"
    )
    return Estimate("buffer", value, "assumed", f"{grown}: a large one.")


def loss(course: Course) -> Estimate:
    """Packets that are lost without a full queue, per cent."""
    lost, random = len(course.losses), len(course.lost_at_random)
    if not random:
        said = "Each loss came with a full queue" if lost else "Nothing was lost"
        return Estimate("loss", 0.0, "measured", f"{said}.")
    counts = course.half.happened.counts
    of_all = max(lost, course.half.resent - counts[Kind.SPURIOUS] - counts[Kind.DSACK])  # not all are listed
    found = random * of_all / lost
    sent = course.half.bytes / course.mss + course.half.resent
    evidence = f"{found:,.0f} of {sent:,.0f} segments were lost though no queue was full."
    return Estimate("loss", within("loss", round(100 * found / sent, 4)), "measured", evidence)
