"""Answers to questions that are no figure's: those of the classroom and of the incident room."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Mapping
from typing import Any

from inflight.reader.sandbox import is_shut


class Asked:
    """An answer in the making, advanced in slices like a `Run`; it gives text instead of a Result."""

    def __init__(self, work: Generator[None, None, dict[str, Any]]) -> None:
        self._work = work
        self._text = ""

    def step(self, budget_ms: float) -> bool:
        """Advance for about `budget_ms`; True when the answer is there."""
        end = time.perf_counter() + budget_ms / 1000
        while not self._text and time.perf_counter() < end:
            try:
                next(self._work)
            except StopIteration as done:
                self._text = json.dumps(done.value, ensure_ascii=False)
        return bool(self._text)

    def text(self) -> str:
        """The answer as JSON; empty while it is under way."""
        return self._text


def ask(question: str, arguments_json: str) -> Asked:
    """Begin to answer a question that is no figure's, by name, with its arguments.

    Questions are those of the incident room and of the classroom, or where nothing can be reached those of the sandbox.

    Raises:
        KeyError: there is no such question.
    """
    return Asked(_questions()[question](**json.loads(arguments_json)))


def _questions() -> Mapping[str, Callable[..., Generator[None, None, dict[str, Any]]]]:
    """By name. What a student wrote runs only where nothing can be reached; there, nothing else does."""
    # the sandbox, which is started for each student anew, does without the rest
    if is_shut():
        from inflight.classroom.sandbox_runs import SANDBOXED

        return SANDBOXED
    from inflight.classroom.desk import DESK
    from inflight.incidents.room import ROOM

    return {**ROOM, **DESK}
