"""Whether somebody wants a capture of this run. What is drawn is offered; where nobody wants it, nobody pays for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from heapq import merge
from operator import attrgetter

from inflight.capture.crossing import Capture

_offers: ContextVar[list[Capture] | None] = ContextVar("offers", default=None)


@contextmanager
def capturing(offers: list[Capture]) -> Iterator[None]:
    """Whatever runs within it is heard, and adds what it offers to the list; the last of it is what is drawn."""
    token = _offers.set(offers)
    try:
        yield
    finally:
        _offers.reset(token)


def is_wanted() -> bool:
    """Whether this run is captured."""
    return _offers.get() is not None


def offer(capture: Capture, *, beside: bool = False) -> None:
    """Say what can be captured here, if somebody wants it; `beside`: together with what was offered before."""
    offers = _offers.get()
    if offers is None:
        return
    if beside and offers:
        before = offers.pop()
        capture = _together(before, capture)
    offers.append(capture)


def _together(one: Capture, other: Capture) -> Capture:
    """Two runs whose ports differ, as if they began at the same moment."""
    points = {**one.points, **other.points}
    return Capture(points, lambda: merge(one.crossings(), other.crossings(), key=attrgetter("sent")))
