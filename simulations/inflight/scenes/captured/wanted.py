"""Whether somebody wants a capture of this run. What is drawn is offered; where nobody wants it, nobody pays for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from inflight.capture.crossing import Capture

_offers: ContextVar[list[Capture] | None] = ContextVar("offers", default=None)


@contextmanager
def capturing() -> Iterator[list[Capture]]:
    """Runs within it are heard from beginning to end. The list is what they offer, the last of it what they draw."""
    offers: list[Capture] = []
    token = _offers.set(offers)
    try:
        yield offers
    finally:
        _offers.reset(token)


def is_wanted() -> bool:
    """Whether this run is captured."""
    return _offers.get() is not None


def offer(capture: Capture) -> None:
    """Say what can be captured here, if somebody wants it."""
    offers = _offers.get()
    if offers is not None:
        offers.append(capture)
