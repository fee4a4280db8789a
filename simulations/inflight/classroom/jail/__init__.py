"""Runs students' code on the command line, locked in: call `run_all`.

The code runs in Python in WebAssembly (Pyodide), in its own Deno process, which ends with it. What is promised, and
what enforces it:

- **No files, no network, no programs, no environment.** Code can get from Python into JavaScript if it wants to (ctypes
  is one way); there, Deno's permissions hold. It may read Pyodide's folder, which is public. It starts with an empty
  environment, in an empty folder that is deleted with it. It can find out where Deno is and its own process id.
- **Nothing is written.** Deno keeps some stores without asking for permission (localStorage, caches). There, the
  kernel's limit on file size, which is 0, holds.
- **No text becomes JavaScript**: V8 refuses eval. The code can call what is there but bring nothing in.
- **Time.** The process group is killed after `Limits.silence` without a sign of life, and after `Limits.total`. The
  kernel's limit on CPU time still holds if the watcher is gone.
- **Memory.** Python gets 512 MB, then raises MemoryError, as on the page. Code that got into JavaScript meets V8's
  limit on its heap and the kernel's on writable memory; either ends the process. The latter is `RLIMIT_DATA`:
  `RLIMIT_AS` counts addresses, and V8 reserves more of those than any machine has memory.
- **What comes back is data**: lines of JSON of bounded size. Anything else becomes a one-line error.

What is not promised: that the numbers are those that the code would give if it behaved. It can send others. That is why
they are only decisions, and `classroom.replay` finds out on this side what those are worth. A later run of the same
code may see what an earlier one left behind. Nothing here holds against a bug in V8, Deno or the kernel: to be safe
from those, grade in a virtual machine. macOS doesn't enforce `RLIMIT_DATA`. Windows has no such limits, so this doesn't
run there, but it does in WSL.
"""

from __future__ import annotations

import io
import json
import struct
import time
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import inflight
from inflight.classroom import sandbox_words as words
from inflight.classroom import traces
from inflight.classroom.jail.limits import LIMITS, Limits
from inflight.classroom.jail.process import Flood, Process, Silence, started
from inflight.classroom.jail.tools import JailError
from inflight.classroom.replay import capacity
from inflight.scenes.algorithm_race import RacePath

__all__ = ["LIMITS", "JailError", "Limits", "prepare", "run_all"]

_LOST = {"memory": words.MEMORY, "broken": words.BROKEN}
_SHORT = 50_000
"""Packets of all runs up to which saving a second of compiling beats code that is 1.4 times as fast."""


def run_all(runs: Sequence[Mapping[str, Any]], limits: Limits = LIMITS) -> list[dict[str, Any]]:
    """The result of each run (arguments of `sandbox_runs.decisions`) of one submission, in order.

    An answer is what `decisions` returns, or `{"error": one line}`. Runs of the same code share a process, one after
    the other: if one hangs or breaks Python, all later ones get its error.

    Raises:
        JailError: Deno or Pyodide are missing or don't start.
    """
    deadline = time.monotonic() + limits.total
    found: list[dict[str, Any]] = []
    for _, same in groupby(runs, key=lambda run: run.get("code")):
        found += _answers(list(same), limits, deadline)
    return found


def _answers(runs: list[Mapping[str, Any]], limits: Limits, deadline: float) -> list[dict[str, Any]]:
    if time.monotonic() >= deadline:
        return [{"error": words.slow(limits.total)} for _ in runs]
    found: list[dict[str, Any]] = []
    packets = sum(capacity(RacePath(**run["path"])) for run in runs)
    with started(limits, short=packets <= _SHORT) as process:
        process.feed(_input(prepare(), json.dumps(runs).encode()))
        before = time.monotonic()
        _await_python(process)
        deadline += time.monotonic() - before  # that was not the code's time
        try:
            while len(found) < len(runs):
                found.append(_answer(process, len(found), deadline))
        except _Ended as ended:
            found += [{"error": str(ended)} for _ in runs[len(found) :]]
    return found


class _Ended(Exception):
    """Nothing more can come; the message is for the student."""


def _await_python(process: Process) -> None:
    """The student's code does not start before this returns."""
    try:
        if process.line(time.monotonic() + process.limits.start) == b'{"ready": true}':
            return
        why = process.stderr.decode(errors="replace").strip() or "it ended without a message"
    except Silence:
        why = f"not ready after {process.limits.start:g} seconds"
    raise JailError(f"Python does not start in Deno: {why}")


def _answer(process: Process, index: int, deadline: float) -> dict[str, Any]:
    """The answer to one run.

    Raises:
        _Ended: there will be none, nor will there be for later runs.
    """
    limits = process.limits
    while True:
        try:
            line = process.line(min(deadline, time.monotonic() + limits.silence))
        except Silence:
            late = time.monotonic() >= deadline
            raise _Ended(words.slow(limits.total) if late else words.silent(limits.silence)) from None
        except Flood:
            raise _Ended(words.NO_RESULT) from None
        if line is None:
            raise _Ended(words.BROKEN)
        if len(line) > limits.answer:
            raise _Ended(words.NO_RESULT)
        said = _parsed(line)
        if said == {"alive": index}:
            continue
        if said.keys() == {"run", "lost"} and said["run"] == index and said["lost"] in ("memory", "broken"):
            return {"error": _LOST[said["lost"]]}
        if said.keys() == {"run", "answer"} and said["run"] == index and isinstance(said["answer"], dict):
            return _plain(said["answer"])
        raise _Ended(words.NO_RESULT)


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        return traces.read(line.decode())
    except ValueError:
        raise _Ended(words.NO_RESULT) from None


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    try:
        return traces.plain(answer)
    except traces.NoResult as error:
        raise _Ended(str(error)) from None


@cache
def _package() -> bytes:
    """The models as an archive, without what belongs to this side."""
    made = io.BytesIO()
    root = Path(inflight.__file__).parent
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(root.rglob("*.py")):
            name = file.relative_to(root.parent)
            if not {"jail", "sweep"} & set(name.parts):
                archive.write(file, name.as_posix())
    return made.getvalue()


@cache
def prepare() -> bytes:
    """The memory of a Python that has started and imported the models: every later one starts from there, 2 s ahead.

    Made once per process, before anybody's code has run.

    Raises:
        JailError: Deno or Pyodide are missing or don't start.
    """
    with started(LIMITS) as process:
        process.feed(_input(b"", b"[]"))
        until = time.monotonic() + LIMITS.start
        chunks: list[bytes] = []
        try:
            while chunk := process.read(until):
                chunks.append(chunk)
        except Silence:
            raise JailError(f"Python does not start in Deno: not ready after {LIMITS.start:g} seconds") from None
        if not chunks or process.popen.wait(LIMITS.silence) != 0:
            raise JailError(f"Python does not start in Deno: {process.stderr.decode(errors='replace').strip()}")
    return b"".join(chunks)


def _input(memory: bytes, questions: bytes) -> bytes:
    parts = (memory, _package(), questions)
    return struct.pack("<3I", *map(len, parts)) + b"".join(parts)
