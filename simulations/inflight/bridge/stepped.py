"""Work that is advanced in slices, so that the page stays alive and a newer request can take its place."""

from __future__ import annotations

import time
from collections.abc import Iterator


class Stepped:
    """`work` yields often; what it yields, and what it returns at the end, is for a subclass to keep."""

    def __init__(self, work: Iterator[object]) -> None:
        self._work = work
        self._done = False

    def step(self, budget_ms: float) -> bool:
        """Advance for about `budget_ms`; True when all is done."""
        end = time.perf_counter() + budget_ms / 1000
        while not self._done and time.perf_counter() < end:
            try:
                self._yielded(next(self._work))
            except StopIteration as stop:
                self._done = True
                self._returned(stop.value)
        return self._done

    def _yielded(self, value: object) -> None:
        """Nothing is kept of what is on the way."""

    def _returned(self, value: object) -> None:
        """Nothing is kept of the end."""
