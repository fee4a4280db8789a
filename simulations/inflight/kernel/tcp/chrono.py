"""What a sender waits for, as `ss -ti` reports it: busy, rwnd_limited, sndbuf_limited.

`tcp_output.c:tcp_chrono_start`.
"""

from __future__ import annotations

from inflight.kernel.clock import Clock

IDLE, BUSY, RWND_LIMITED, SNDBUF_LIMITED = range(4)


class Chrono:
    """`time` has the seconds spent in each kind, of which only one counts at a time; a limited sender is busy too."""

    __slots__ = ("_clock", "_since", "kind", "time")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = 0.0
        self.kind = IDLE
        self.time = [0.0, 0.0, 0.0, 0.0]

    def start(self, kind: int) -> None:
        """From now on it is `kind`, unless something stronger holds already."""
        if kind > self.kind:
            self._switch(kind)

    def stop(self, kind: int) -> None:
        """It is not `kind` any more, but busy."""
        if kind == self.kind:
            self._switch(BUSY)

    def done(self) -> None:
        """Nothing is in flight, and nothing waits to be sent."""
        if self.kind:
            self._switch(IDLE)

    def spent(self, kind: int) -> float:
        """Seconds so far; busy is the sum of all three."""
        running = self._clock.now - self._since
        time = self.time[kind] + (running if kind == self.kind else 0.0)
        if kind == BUSY:
            time += self.spent(RWND_LIMITED) + self.spent(SNDBUF_LIMITED)
        return time

    def _switch(self, kind: int) -> None:
        now = self._clock.now
        self.time[self.kind] += now - self._since
        self._since = now
        self.kind = kind
