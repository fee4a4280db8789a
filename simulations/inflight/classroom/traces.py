"""What comes out of the sandbox as text, read the same way by the command line and by a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from inflight.classroom.sandbox_words import BROKEN, NO_RESULT
from inflight.classroom.untrusted import check_whole

_LONGEST = 500
"""How many characters of the sandbox's own error are kept."""


class NoResult(ValueError):
    """It isn't an answer; the message is for the student."""


def read(text: str) -> dict[str, Any]:
    """The JSON object in a text.

    Raises:
        NoResult: there is none, or it is nested deeper than any answer.
    """
    try:
        check_whole(text)
        found = json.loads(text, parse_constant=_refuse)
    except ValueError:  # a SubmissionError is one
        found = None
    if not isinstance(found, dict):
        raise NoResult(NO_RESULT)
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer, with any error as one printable line. The replay checks the rest.

    Raises:
        NoResult: the error isn't text.
    """
    if "error" not in answer:
        return answer
    text = answer["error"]
    if not isinstance(text, str):
        raise NoResult(NO_RESULT)
    text = " ".join(text[: 4 * _LONGEST].split())
    return {"error": "".join(c if c.isprintable() else "?" for c in text)[:_LONGEST] or BROKEN}


def answers(traces: Iterable[Mapping[str, Any] | str]) -> list[object]:
    """The answers to the runs of one piece of code. After a non-answer nothing counts: it may be meant to mislead."""
    found: list[object] = []
    lost = False
    for each in traces:
        try:
            found.append({"error": NO_RESULT} if lost else plain(read(each)) if isinstance(each, str) else each)
        except NoResult:
            lost = True
            found.append({"error": NO_RESULT})
    return found
