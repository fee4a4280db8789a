"""What code meets while it runs, the same in the page as on the command line."""

from __future__ import annotations

import copy
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from types import CodeType

from inflight.reader.serials import serials

DEEPEST = 600
"""Calls within each other, those of the model among them. Else it is the stack of the browser, or of Deno."""


class _Nowhere:
    """Takes what is printed, and is no terminal, file or console."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


class _Memory:
    """Notices that there was none left, also where the code catches that."""

    __slots__ = ("ended",)

    def __init__(self) -> None:
        self.ended = False

    def note(self, code: CodeType, offset: int, error: BaseException) -> None:
        if isinstance(error, MemoryError):
            self.ended = True


@contextmanager
def same() -> Iterator[None]:
    """For the sandbox alone: the whole interpreter is under these conditions.

    Raises:
        MemoryError: the code has met one and gone on. Where it strikes depends on what else is in memory.
    """
    memory = _Memory()
    before = sys.getrecursionlimit()
    gc.collect()
    gc.disable()  # `__del__` of what is in a circle is called when so many other things have been made
    sys.setrecursionlimit(DEEPEST)
    copy.id = serials()  # type: ignore[attr-defined]  # else `deepcopy` leaves addresses in a memo
    nowhere = _Nowhere()
    try:
        with _raising(memory), redirect_stdout(nowhere), redirect_stderr(nowhere):
            yield
    finally:
        del copy.id  # type: ignore[attr-defined]
        sys.setrecursionlimit(before)
        gc.enable()
    if memory.ended:
        raise MemoryError


@contextmanager
def _raising(memory: _Memory) -> Iterator[None]:
    """Tells `memory` of all that is raised, but for what C raises and catches itself."""
    if sys.version_info < (3, 12):
        yield
        return
    watch = sys.monitoring
    watch.use_tool_id(watch.DEBUGGER_ID, __name__)
    watch.register_callback(watch.DEBUGGER_ID, watch.events.RAISE, memory.note)
    watch.set_events(watch.DEBUGGER_ID, watch.events.RAISE)
    try:
        yield
    finally:
        watch.set_events(watch.DEBUGGER_ID, watch.events.NO_EVENTS)
        watch.free_tool_id(watch.DEBUGGER_ID)
