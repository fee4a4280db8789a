"""The two ends as a capture shows them: buffers, the reader, the algorithm, the first window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil
from statistics import median

from inflight.kernel.congestion import algorithms
from inflight.kernel.constants import ADVMSS, INIT_CWND, MSS
from inflight.kernel.release import newest_of
from inflight.kernel.tcp.era import TcpEra, tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer, measured
from inflight.scenes.buffers import LARGEST_RMEM
from inflight.yours.connection.happened import Kind
from inflight.yours.connection.rounds import Round, Wait
from inflight.yours.limits.judge import judged
from inflight.yours.limits.limit import Limit
from inflight.yours.replay.course import Course
from inflight.yours.replay.estimate import Estimate, Known
from inflight.yours.replay.parameters import within
from inflight.yours.told.sizes import size, span

_FLAT = 10
"""Round trips in which a flight must not grow before something is said to hold it."""

_PLATEAU = 3.0
"""s that CUBIC's window may stand still near its last maximum: 0.4 t³ segments, RFC 9438 §4.2."""


def send_buffer(course: Course, kernel: str) -> Estimate:
    """SO_SNDBUF, from the flight at which it stays though windows would let more go."""
    held = _held(course)
    if not held:
        most = size(course.half.max_flight)
        return Estimate("sndbuf", 0, "assumed", f"Never the limit, and at least {most}: autotuned, as Linux does.")
    flight = max(each.flight for each in held)
    value = _asked_for(flight, tcp_era(kernel))
    evidence = f"In {len(held)} round trips, {size(flight)} and no more was in flight, and no window was full."
    if course.half.largest > course.mss:
        evidence += f" Large skbs hold more, so the program may have asked for as little as {size(value / 2)}."
    return Estimate("sndbuf", within("sndbuf", value), "measured", evidence)


def _asked_for(flight: int, era: TcpEra) -> int:
    """SO_SNDBUF that lets so much into flight if skbs hold one segment each; a round value if one fits.

    A new skb is started while less than twice SO_SNDBUF is used (`sk_stream_memory_free`), so the last may exceed it.
    """
    skbs, charge = max(2, round(flight / MSS)), MSS + era.skb_overhead
    highest = skbs * charge // 2
    lowest = (skbs - 1) * charge // 2 + 1
    return round_number(lowest, highest)


def round_number(lowest: int, highest: int) -> int:
    """What a program is most likely to have asked for between the two: the multiple of the highest power of two."""
    power = 1
    while 2 * power <= highest and highest // (2 * power) * 2 * power >= lowest:
        power *= 2
    return highest // power * power


def _held(course: Course) -> list[Round]:
    """Rounds in which the flight stayed where it was though neither window nor the path was full."""
    flat = _flat(course, lambda one: not course.queueing(one.rtt) and course.waited(one, Wait.EDGE, Wait.IDLE) < 0.2)
    told = {id(each.round): each.limit for each in judged(course.half)}
    limits = [told[id(each)] for each in flat]
    own = sum(each in (Limit.PACE, Limit.IDLE, Limit.NAGLE) for each in limits)
    return flat if own < max(0.3 * len(flat), limits.count(Limit.SEND_BUFFER)) else []


def _flat(course: Course, fits: Callable[[Round], bool]) -> list[Round]:
    """The longest row of rounds whose flight doesn't grow, if a congestion window would have grown meanwhile."""
    best: list[Round] = []
    row: list[Round] = []
    lossy = {id(each) for recovery in course.recoveries for each in recovery.repair}
    lost = False
    for each in course.rounds:
        if id(each) in lossy or not fits(each):
            lost = lost or id(each) in lossy
            row = []
            continue
        row.append(each)
        while len(row) > 1 and _grown(row, course.mss):
            row.pop(0)
        long = row[-1].end - row[0].start > (_PLATEAU if lost else 0.0)
        if len(row) >= _FLAT and long and len(row) > len(best):
            best = list(row)
    return best


def _grown(row: Sequence[Round], mss: int) -> bool:
    """The second half's largest flight against the first's: a window grows by half a segment in each round, or more."""
    if len(row) < _FLAT:
        return max(each.flight for each in row) - min(each.flight for each in row) > max(
            2 * mss, 0.25 * max(each.flight for each in row)
        )
    half = len(row) // 2
    first, second = (max(each.flight for each in part) for part in (row[:half], row[half:]))
    return abs(second - first) > max(mss, 0.02 * first)


def receive_buffer(course: Course, kernel: str, *, slow: bool) -> tuple[Estimate, Estimate]:
    """SO_RCVBUF, and how far autotuning goes. slow: the window is used up because the reader is slow."""
    most = course.window
    limit, needed = newest_of(LARGEST_RMEM, kernel), ceil(most / measured(ReceiveBuffer(), tcp_era(kernel)).ratio)
    edge = [each for each in course.rounds if course.waited(each, Wait.EDGE) > 0.5]
    room = Estimate(
        "rmem",
        within("rmem", max(limit, needed)),
        "at least" if needed > limit else "assumed",
        f"The largest window offered was {size(most)}; Linux grows its buffer to {size(max(limit, needed))}.",
    )
    took = sum(each.end - each.start for each in course.half.rounds.all)
    held = sum(each.waited[Wait.EDGE] for each in course.half.rounds.all)
    growing = not slow and bool(edge) and median(each.flight for each in edge) < 0.6 * most
    if not edge or held < 0.05 * took or growing:
        evidence = f"Never the limit: up to {size(most)} was offered, and at most {size(course.half.max_flight)} used."
        return Estimate("rcvbuf", 0, "assumed", evidence), room
    value = round_number(needed // 2, needed // 2 + ADVMSS)  # a segment is held back (`tcp_init_buffer_space`)
    evidence = f"For {span(held)} the window was used up; the largest was {size(most)}."
    return Estimate("rcvbuf", within("rcvbuf", value), "measured", evidence), room


def initial_window(course: Course) -> Estimate:
    """Segments that leave before the first ACK."""
    if not course.rounds:
        return Estimate("initcwnd", INIT_CWND, "assumed", "The capture has no data.")
    first = course.rounds[0]
    sent = course.sent_by(course.begins + 0.6 * course.base)  # even a paced window leaves in half a round trip
    segments = round(sent / course.mss)
    if not course.whole:
        value = max(round(first.flight / course.mss), INIT_CWND)
        evidence = f"The capture begins in the middle; {size(first.flight)} was in flight in its first round trip."
        return Estimate("initcwnd", within("initcwnd", value), "at least", evidence)
    if course.total <= sent or course.waited(first, Wait.IDLE, Wait.WRITE, Wait.NAGLE) > 0.5:
        evidence = f"The program wrote {size(sent)} at first, which doesn’t fill a window: Linux’s default."
        return Estimate("initcwnd", max(INIT_CWND, within("initcwnd", segments)), "assumed", evidence)
    evidence = f"{size(sent)} left before the first ACK: {segments} segments of {course.mss:,} B."
    return Estimate("initcwnd", within("initcwnd", max(1, segments)), "measured", evidence)


def algorithm(course: Course) -> Estimate:
    """How the window answers a loss."""
    ratios = [each for recovery in course.recoveries if (each := _reduction(course, recovery.before, recovery.after))]
    if ratios:
        ratio = median(ratios)
        often = f"after {len(ratios)} losses, in the median" if len(ratios) > 1 else "after a loss"
        evidence = f"The flight was {ratio:.2f} times what it had been {often}."
        if ratio > 0.9 and len(ratios) > 1 and not _held(course) and not _shuffled(course):
            return Estimate("algorithm", "bbr", "measured", f"{evidence} BBR doesn’t mind single losses.")
        if ratio < 0.6:
            return Estimate("algorithm", "reno", _sure(len(ratios) > 1), f"{evidence} Reno halves it.")
        if ratio > 0.9:
            return Estimate("algorithm", "cubic", "assumed", f"{evidence} That tells nothing: Linux’s default.")
        sure = _sure(len(ratios) > 1 and ratio < 0.8)
        return Estimate("algorithm", "cubic", sure, f"{evidence} CUBIC keeps 0.7 of it.")
    if drained := _drained(course):
        before, after = drained
        evidence = (
            f"In flight fell from {size(before)} to {size(after)} without a loss, and the path stayed full: "
            f"{algorithms()['bbr'].title} drains the queue of its start."
        )
        return Estimate("algorithm", "bbr", "measured", evidence)
    return Estimate("algorithm", "cubic", "assumed", "The window never had to answer a loss: Linux’s default.")


def _sure(yes: bool) -> Known:
    return "measured" if yes else "assumed"


def _reduction(course: Course, before: Round, after: Round | None) -> float | None:
    """The flight after a loss as a share of that before it."""
    own = (Wait.EDGE, Wait.IDLE, Wait.NAGLE)
    if after is None or before.flight < 6 * course.mss:
        return None
    if any(course.waited(each, *own) > 0.3 for each in (before, after)):
        return None
    return after.flight / before.flight


def _shuffled(course: Course) -> bool:
    """Much of what was sent again wasn't lost: then the sender takes its reduction back (`tcp_undo_cwnd_reduction`)."""
    counts = course.half.happened.counts
    return 2 * (counts[Kind.DSACK] + counts[Kind.LATE]) > len(course.recoveries)


def _drained(course: Course) -> tuple[int, int] | None:
    """Flights before and after a queue was drained on purpose."""
    if course.recoveries or len(course.standing) < 8:
        return None
    peak = max(course.standing, key=lambda each: each.flight)
    at = course.standing.index(peak)
    falls = [
        after.flight
        for before, after in pairwise(course.standing)
        if after.flight < 0.65 * before.flight and after.start - before.end < 1.0
    ]
    later = [each for each in course.standing[at:] if each.flight < peak.flight]
    after_it = [each for each in course.rounds if each.start >= peak.start]
    if len(later) < 0.7 * len(after_it):  # it drains its queue, and doesn't let the path run empty
        return None
    if len(falls) != 1 or not later or max(each.flight for each in later[1:] or later) > 0.85 * peak.flight:
        return None
    rates = [each.acked / (each.end - each.start) for each in course.standing]
    full = median(each.acked / (each.end - each.start) for each in later) > 0.9 * median(rates)
    return (peak.flight, falls[0]) if full else None
