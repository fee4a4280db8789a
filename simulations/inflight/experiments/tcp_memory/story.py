"""The events of a run."""

from __future__ import annotations

from inflight.experiments.tcp_memory.host import BusyHost
from inflight.figure.result import Result


class Story:
    """Notes what is worth naming, and for how long there was pressure (ticks)."""

    MOST = 20  # pressure that comes and goes is named so many times

    def __init__(self, result: Result) -> None:
        self._result = result
        self._pressure = False
        self._named = 0
        self._refused = self._above = False
        self.ticks = 0

    def look(self, now: float, host: BusyHost) -> None:
        """After each tick; `now` is its time, s."""
        memory = host.memory
        self.ticks += memory.pressure
        if memory.pressure != self._pressure and self._named < self.MOST:
            self._named += 1
            which = "begins: above tcp_mem[1]" if memory.pressure else "ends: below tcp_mem[0]"
            self._result.event(now, "pressure", f"pressure {which}, {memory.allocated} pages")
        self._pressure = memory.pressure
        if host.refused and not self._refused:
            self._refused = True
            self._result.event(now, "refused", "the kernel refuses memory for the first time")
        if memory.allocated > memory.high and not self._above:
            self._above = True
            self._result.event(now, "limit", f"above tcp_mem[2], {memory.allocated} pages")
