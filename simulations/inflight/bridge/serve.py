"""Answers the build of the book in a process of its own: a call in JSON on each line in, its answer on a line out.

In: `["run", "send-buffer", {"rtt": 40}]`. Out: `{"imported": [modules of the package], "value": …}`, or in place of the
value an `"error"` in words.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from inflight.bridge import figures
from inflight.figure.parameters import Value


def _run(experiment: str, parameters: Mapping[str, Value]) -> str:
    return figures.run(experiment, json.dumps(parameters))


def _ask(question: str, arguments: Mapping[str, Any]) -> str:
    # a run does not wait for the classroom
    from inflight.bridge.answers import ask

    answer = ask(question, json.dumps(arguments))
    while not answer.step(1000):
        pass
    return answer.text()


def _compare(recording: str) -> str:
    from inflight.bridge.comparison import compare

    return compare(recording)


CALLS: Mapping[str, Callable[..., str]] = {
    "describe": figures.describe,
    "run": _run,
    "ask": _ask,
    "compare": _compare,
}
"""By name; each gives JSON."""


def _answer(name: str, *arguments: Any) -> str:
    try:
        outcome = f'"value": {CALLS[name](*arguments)}'
    except Exception as error:  # for the author of what was asked
        outcome = f'"error": {json.dumps(f"{type(error).__name__}: {error}")}'
    imported = [module for module in sys.modules if module.partition(".")[0] == "inflight"]
    return f'{{"imported": {json.dumps(imported)}, {outcome}}}'


if __name__ == "__main__":
    for line in sys.stdin:
        print(_answer(*json.loads(line)), flush=True)
