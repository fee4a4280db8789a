"""All estimates of one direction, and what of the capture the model is given besides."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.figure.bad_input import BadInput
from inflight.kernel.constants import MSS
from inflight.yours.connection.connection import Connection
from inflight.yours.limits.judge import intervals
from inflight.yours.limits.limit import Interval, Limit
from inflight.yours.replay import ends, path
from inflight.yours.replay.course import Course
from inflight.yours.replay.estimate import Estimate
from inflight.yours.replay.kernel import running
from inflight.yours.replay.parameters import ReplayParameters, filled
from inflight.yours.replay.reader import reader
from inflight.yours.replay.schedule import Write, schedule
from inflight.yours.told.sizes import size

MOST = 20_000
"""Segments that are replayed: half a minute of 8 Mbit/s, and a second or two of a CPU."""


class NothingToReplay(BadInput):
    """The capture has no data of this end that were acknowledged."""


@dataclass(frozen=True)
class Seen:
    """What a capture gives to its replay.

    estimates: one for each parameter. writes: what the program wrote when. lost: the numbers of the packets that were
    lost at random, from 1 in the order they were sent. acked: (s since the first data, bytes acknowledged).
    took: s until the last of `total` bytes was acknowledged. begins: the first data on the connection's clock, s.
    window: the largest that was offered, bytes.
    """

    estimates: tuple[Estimate, ...]
    parameters: ReplayParameters
    writes: tuple[Write, ...]
    lost: tuple[int, ...]
    acked: tuple[tuple[float, int], ...]
    total: int
    took: float
    begins: float
    window: int
    cut: bool
    intervals: tuple[Interval, ...]


def seen(connection: Connection, side: int, kernel: str) -> Seen:
    """Estimate everything. kernel: of both ends.

    Raises:
        NothingToReplay: no data of this end was acknowledged.
    """
    course = Course(connection, side)
    if course.total <= 0:
        raise NothingToReplay(
            f"no data from the {('client', 'server')[side]} was acknowledged: there is nothing to replay"
        )
    rate = path.rate(course)
    assert isinstance(rate.value, float)
    written, writes = schedule(course)
    pace, pause, pause_at = reader(course)
    told = intervals(connection, side)
    total = min(course.total, MOST * MSS)
    estimates = (
        running(course, kernel),
        path.rtt(course),
        rate,
        path.queue(course, rate.value),
        path.loss(course),
        ends.send_buffer(course, kernel),
        *ends.receive_buffer(course, kernel, slow=bool(pace.value or pause.value)),
        pace,
        pause,
        pause_at,
        ends.algorithm(course),
        ends.initial_window(course),
        written,
        _nodelay(told),
        _size(course, total),
    )
    acked = _acked(course, total)
    return Seen(
        estimates,
        filled({each.parameter: each.value for each in estimates}),
        writes,
        _numbers(course),
        acked,
        total,
        acked[-1][0] if acked else 0.0,
        course.begins,
        course.window,
        total < course.total,
        tuple(told),
    )


def _nodelay(told: list[Interval]) -> Estimate:
    nagle = any(each.limit is Limit.NAGLE for each in told)
    evidence = "Small segments waited for ACKs." if nagle else "No small segment was seen waiting for an ACK."
    return Estimate("nodelay", not nagle, "measured" if nagle else "assumed", evidence)


def _size(course: Course, total: int) -> Estimate:
    value = max(total, 1) / 1e6
    if total < course.total:
        return Estimate("size", value, "at least", f"The first of {size(course.total)}: the model runs no more.")
    return Estimate("size", value, "measured", f"{size(total)} was sent.")


def _acked(course: Course, total: int) -> tuple[tuple[float, int], ...]:
    """The curve, up to when `total` bytes are acknowledged."""
    found: list[tuple[float, int]] = []
    for point in course.points:
        done = point.una - course.first
        if point.time < course.begins or (found and done <= found[-1][1] and done < total):
            continue
        found.append((point.time - course.begins, min(done, total)))
        if done >= total:
            break
    return tuple(found)


def _numbers(course: Course) -> tuple[int, ...]:
    """Which packets were lost at random: the byte's place among all, and what had been sent again before it left."""
    again = sorted(each.time for each in course.losses)
    numbers = set()
    for event in course.lost_at_random:
        left = course.sent_at(event.seq)
        before = sum(time < left for time in again)
        numbers.add((event.seq - course.first) // course.mss + 1 + before)
    return tuple(sorted(numbers))
