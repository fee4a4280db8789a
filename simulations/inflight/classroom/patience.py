"""An end to work that would take for ever, wherever its time goes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Overtime(BaseException):
    """It took too long. Not an Exception, so that nothing in between takes it for a fault of its own."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The block may use this much CPU time of the process.

    Only if the system has such a clock, and in a process's main thread: elsewhere, the caller has to watch it.

    Raises:
        Overtime: in the block, once the time is up.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise Overtime

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
