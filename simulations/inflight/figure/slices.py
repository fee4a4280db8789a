"""Work that is done in slices: a generator that yields how much is done, 0 to 1, and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Done = TypeVar("Done")


def finish(work: Generator[object, None, Done]) -> Done:
    """The result of a run, or of anything else done in slices: all of it at once, without yielding."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            done: Done = end.value
            return done


def part(work: Generator[float, None, Done], before: float, share: float) -> Generator[float, None, Done]:
    """The same work as a part of something larger: how much of all was done before, and what share this is."""
    while True:
        try:
            done = next(work)
        except StopIteration as end:
            result: Done = end.value
            return result
        yield before + share * done
