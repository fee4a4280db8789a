"""Answers to questions that are no figure's: of the classroom, of the incident room, of captures and recordings."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

from inflight.bridge.stepped import Stepped
from inflight.reader.sandbox import is_shut


class Asked(Stepped):
    """An answer in the making."""

    def __init__(self, work: Generator[float | None, None, Any]) -> None:
        super().__init__(work)
        self._text = ""
        self._progress = 0.0

    def _yielded(self, value: object) -> None:
        if isinstance(value, float):
            self._progress = value

    def _returned(self, value: object) -> None:
        self._text = json.dumps(value, ensure_ascii=False)

    def text(self) -> str:
        """The answer as JSON; empty while it is under way."""
        return self._text

    def progress(self) -> float:
        """How much is done, 0 to 1, where the work says so."""
        return self._progress


def ask(question: str, arguments_json: str) -> Asked:
    """Begin to answer a question that is no figure's, by name, with its arguments.

    Questions are those of the incident room and of the classroom, and captures, or, where nothing can be reached, those
    of the sandbox. The first step raises a KeyError where there is no such question.
    """
    return Asked(_answer(question, json.loads(arguments_json)))


def _answer(question: str, arguments: Mapping[str, Any]) -> Generator[float | None, None, Any]:
    for known in _questions():
        if question in known:
            return (yield from known[question](**arguments))
        yield None
    raise KeyError(question)


def _questions() -> Iterator[Mapping[str, Callable[..., Generator[float | None, None, Any]]]]:
    """By name. On a slow machine, an import takes seconds: one at a time, and none that isn't needed."""
    # What a student wrote runs only where nothing can be reached; there, nothing else does. That sandbox is started
    # for each student anew, and does without the rest.
    if is_shut():
        from inflight.classroom.sandbox_runs import SANDBOXED

        yield SANDBOXED
        return
    from inflight.incidents.room import ROOM

    yield ROOM
    from inflight.classroom.desk import DESK

    yield DESK
    from inflight.bridge.captures import CAPTURES

    yield CAPTURES
    from inflight.bridge.comparison import COMPARED

    yield COMPARED
    from inflight.yours.desk import CAPTURED

    yield CAPTURED
    from inflight.yours.pasted.desk import PASTED

    yield PASTED
