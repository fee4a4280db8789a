"""The tables of the experiment `codel`, and when the law would drop a queue that stays too long."""

from __future__ import annotations

from math import nan

from inflight.experiments.codel.path import WatchedCoDel
from inflight.figure.result import Column, Table
from inflight.kernel.qdisc.codel import INVERSE_ONE, TICK, gap, kernel_gap, newton_step, ticks

NAMED = 12
"""Drops that are named in the picture and told one by one in the table."""


def schedule(interval: float, drops: int, exact: bool) -> list[float]:
    """When a queue that stays too long drops, ms after the first drop. interval: s."""
    length = ticks(interval)
    due, inverse = 0, INVERSE_ONE
    found = [0.0]
    for count in range(1, drops):
        if count > 1:
            inverse = newton_step(inverse, count)
        due += gap(length, count) if exact else kernel_gap(length, inverse)
        found.append(1000 * due * TICK)
    return found


def drop_table(interval: float, caught: list[tuple[float, int]]) -> Table:
    """The first drops, what the RFC's law says, and what Linux's does. interval: s."""
    table = Table(
        [
            Column("number", "", "which drop of a queue that stays too long", "time"),
            Column("rfc", "ms", "after the first, by interval/√count", "ssthresh"),
            Column("linux", "ms", "after the first, by the kernel's integers", "loss"),
            Column("here", "ms", "after the first, in this run", "time"),
            Column("count", "", "count in this run", "cwnd"),
        ]
    )
    laws = [schedule(interval, NAMED, exact) for exact in (True, False)]
    for number, (rfc, linux) in enumerate(zip(*laws, strict=True)):
        here, count = caught[number] if number < len(caught) else (nan, nan)
        table.append(number + 1, rfc, linux, 1000 * (here - caught[0][0]) if caught else nan, count)
    return table


def state_table(queue: WatchedCoDel, end: float) -> Table:
    """When the queue was in which state of CoDel, s."""
    words = ("short", "too long", "dropping")
    table = Table(
        [
            Column("start", "s", "entered", "time"),
            Column("end", "s", "left", "time"),
            Column("side", "", "whose", "time", words=("queue",)),
            Column("state", "", "state of CoDel", "rto", words=words),
        ]
    )
    ends = [start for start, _ in queue.states[1:]]
    for (start, state), left in zip(queue.states, [*ends, end], strict=True):
        table.append(start, left, 0, state)
    return table
