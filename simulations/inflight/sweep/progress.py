"""How far it is, on stderr."""

from __future__ import annotations

import sys
import time

_EVERY = 1.0
"""s between lines of progress where they stay, as in a log."""


class Progress:
    """`runs`, or what they are, done and still to do, and how long these will take."""

    def __init__(self, what: str, done: int, total: int) -> None:
        self._what, self._before, self._total = what, done, total
        self._start = time.monotonic()
        self._shown = -_EVERY
        self._line = sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Say it, if it has not just been said."""
        now = time.monotonic() - self._start
        if now - self._shown < (0.1 if self._line else _EVERY):
            return
        self._shown = now
        left = now / (done - self._before) * (self._total - done)
        self._print(f"{done} of {self._total} {self._what}, {_duration(left)} left")

    def end(self, done: int) -> None:
        """All is there."""
        self._print(f"{done} of {self._total} {self._what} in {_duration(time.monotonic() - self._start)}")
        if self._line:
            print(file=sys.stderr)

    def _print(self, text: str) -> None:
        if self._line:
            print(f"\r{text:<50}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    """12 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
