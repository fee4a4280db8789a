"""A receiving application that takes its time."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.tcp.process import Program, Recv, Until


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How the application reads: from `start` s on (on the run's clock) in calls of `chunk` bytes, at `rate` bytes/s.

    A rate of 0 is as fast as it can; then it reads what there is in each call. At `pause_at` s it stops for `pause` s.
    """

    start: float = 0.0
    rate: float = 0.0
    chunk: int = 1 << 20
    pause_at: float = 0.0
    pause: float = 0.0


def read(reading: Reading, clock: Clock) -> Program:
    """recv() in a loop; with a rate each call waits until its time has come."""
    if reading.start > clock.now:
        yield Until(reading.start)
    begin, total = clock.now, 0
    resume = reading.pause_at + reading.pause
    while True:
        if reading.pause and reading.pause_at <= clock.now < resume:
            yield Until(resume)
            begin += reading.pause
        if reading.rate:
            due = begin + total / reading.rate
            if due > clock.now:
                yield Until(due)
        total += yield Recv(reading.chunk)
