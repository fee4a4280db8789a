"""How much a student's code may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Of one call of `run_all`. Times in seconds of the wall clock, amounts in bytes."""

    total: float = 60
    """All runs together."""

    silence: float = 10
    """Without a sign of life; one comes every second while the code returns from its calls."""

    start: float = 60
    """Until Python is ready. It isn't counted as the student's time."""

    answer: int = 4 << 20
    """One line that comes back."""

    output: int = 32 << 20
    """Everything that comes back."""

    data: int = 1536 << 20
    """How much writable memory the process may have (`RLIMIT_DATA`). Deno takes 600 MB of it for the
    stacks of its threads and so on, most of it never touched; Python has its own limit, 512 MB."""

    heap: int = 192 << 20
    """JavaScript's own objects, without Python's memory."""


LIMITS = Limits()
