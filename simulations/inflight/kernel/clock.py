"""The event loop: virtual time, a heap of callbacks, and timers that are cheap to move.

Nothing here reads a wall clock; time is in seconds since the start of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count

HZ = 250
JIFFY = 1 / HZ
TICK_US = 1_000_000 // HZ
"""Kernel timers run on ticks of 4 ms (CONFIG_HZ=250, as Debian builds it)."""

_EPSILON = 1e-9  # keeps a time that is on a tick, up to rounding, on that tick


def jiffies(now: float) -> int:
    """The tick count at `now`."""
    return int(now * HZ + _EPSILON)


def to_jiffies(us: int) -> int:
    """Microseconds as ticks, rounded up (`time.c:usecs_to_jiffies`)."""
    return -(-us * HZ // 1_000_000)


def nanoseconds(seconds: float) -> int:
    """`seconds` on the clock that queueing disciplines read (`ktime_get_ns`)."""
    return int(seconds * 1e9 + 0.5)


def wheel(now: float, ticks: int) -> float:
    """When a timer that is set at `now` to `ticks` fires.

    The timer wheel rounds up to the granularity of its level: 1 tick below 63 ticks ahead, 8 below 504, 64 …
    (`timer.c:calc_wheel_index`), which is why 127 s becomes 131 s. One that is set while timers fire, and so on a tick,
    finds the wheel turned on already.
    """
    tick = jiffies(now)
    shift = _level(ticks - (now * HZ - tick < _EPSILON))
    return (((tick + ticks) >> shift) + 1 << shift) * JIFFY


def wheel_step(seconds: float) -> float:
    """By how much a timer of so many seconds may differ from the next one, s: the granularity of its level."""
    return (1 << _level(int(seconds * HZ + _EPSILON))) * JIFFY


def _level(ticks: int) -> int:
    """The granularity of a timer that is set to so many ticks, as a power of two."""
    shift = 0
    while ticks >= 63 << shift:
        shift += 3
    return shift


class Clock:
    """Runs callbacks in order of time; those due at the same time run in the order they were set."""

    __slots__ = ("_heap", "_next_serial", "now")

    def __init__(self) -> None:
        self.now = 0.0
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._next_serial = count().__next__

    def at(self, time: float, callback: Callable[[], None]) -> None:
        """Call `callback` at `time` (not before now)."""
        heappush(self._heap, (time, self._next_serial(), callback))

    def next_due(self) -> float:
        """When the next callback is due, s; infinite if there is none."""
        return self._heap[0][0] if self._heap else float("inf")

    def run(self, until: float, slice_events: int = 400) -> Iterator[None]:
        """Advance to `until`, pausing after every `slice_events` callbacks."""
        heap = self._heap
        while heap and heap[0][0] <= until:
            for _ in range(slice_events):
                self.now, _, callback = heappop(heap)
                callback()
                if not heap or heap[0][0] > until:
                    break
            yield
        self.now = until


class Timer:
    """One kernel timer: moving it costs an assignment, the heap is touched only when it has to be."""

    __slots__ = ("_callback", "_clock", "_delay_us", "_pending", "set_at")

    def __init__(self, clock: Clock, callback: Callable[[], None]) -> None:
        self._clock, self._callback = clock, callback
        self.set_at = 0.0  # when it was armed last, s
        self._delay_us = -1
        self._pending = float("inf")

    def set(self, delay_us: int) -> None:
        """(Re)arm, `delay_us` µs from now; it fires on a tick, not before that."""
        self.set_at = now = self._clock.now
        self._delay_us = delay_us
        if now + delay_us * 1e-6 < self._pending:
            self._push(wheel(now, to_jiffies(delay_us)))

    def cancel(self) -> None:
        """Disarm."""
        self._delay_us = -1

    @property
    def armed(self) -> bool:
        """Whether the timer will fire."""
        return self._delay_us >= 0

    @property
    def due(self) -> float:
        """What it is set to, s, before the wheel rounds that up; infinite if it is not armed."""
        return self.set_at + self._delay_us * 1e-6 if self.armed else float("inf")

    def _push(self, time: float) -> None:
        self._pending = time
        self._clock.at(time, lambda: self._due(time))

    def _due(self, time: float) -> None:
        if time != self._pending:
            return  # an earlier entry has taken over
        self._pending = float("inf")
        if self._delay_us < 0:
            return
        fires = wheel(self.set_at, to_jiffies(self._delay_us))
        if fires > time:
            self._push(fires)
        else:
            self._delay_us = -1
            self._callback()
