"""What the sandbox can be asked: to run a student's code and say what it decided. Nothing else it says is believed."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from contextlib import nullcontext
from typing import Any

from inflight.classroom import sandbox_words as words
from inflight.classroom.algorithms import BUILT_IN
from inflight.classroom.replay import TraceError, record
from inflight.reader.code import ReaderCodeError
from inflight.reader.conditions import same
from inflight.reader.sandbox import is_shut
from inflight.scenes.algorithm_race import RacePath


def decisions(
    code: str, path: Mapping[str, Any], seed: str, beside: bool = False
) -> Generator[None, None, dict[str, Any]]:
    """Run the code alone on a path, or next to a neighbour, and return `{"decisions": [numbers]}` (see `replay.py`).

    `{"error": "line 3: …"}` if it can't be run. An endless loop is ended from outside.

    Raises:
        PermissionError: the doors aren't shut, and the code isn't one of the book's own.
    """
    if not is_shut() and code not in BUILT_IN:
        raise PermissionError("a student’s code runs only in the sandbox")
    random.seed(seed)  # code that rolls dice gets the same ones on every machine
    try:
        with same() if is_shut() else nullcontext():
            made = yield from record(code, RacePath(**path), seed, beside)
    except (ReaderCodeError, TraceError) as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": words.MEMORY}
    except Exception as error:  # the code can reach into the model that runs it and break it
        return {"error": f"the run broke off: {type(error).__name__}"}
    return {"decisions": made}


SANDBOXED: Mapping[str, Callable[..., Generator[None, None, dict[str, Any]]]] = {"decisions": decisions}
"""Questions by name; the arguments are those of the functions."""
