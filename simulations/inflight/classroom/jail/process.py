"""One Deno process: what it is allowed, what goes in, and what is taken from it."""

from __future__ import annotations

import multiprocessing
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from inflight.classroom.jail.limits import Limits
from inflight.classroom.jail.tools import deno, pyodide

_HERE = Path(__file__).parent
_CHUNK = 1 << 16
_STDERR = 2000
"""How much is kept of what Deno says about itself."""

_NOTHING_ELSE = [f"--deny-{door}" for door in ("net", "env", "sys", "run", "ffi", "write", "import")]


class Silence(Exception):
    """Nothing came in the time given."""


class Flood(Exception):
    """More came than is allowed."""


@dataclass
class Process:
    """A running process. `stderr` is the end of what it said there."""

    popen: subprocess.Popen[bytes]
    limits: Limits
    stderr: bytes = b""
    _waiting: bytes = b""
    _taken: int = 0
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def feed(self, data: bytes) -> None:
        """What it finds on its standard input; its output is read at the same time."""
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            assert pipe
            os.set_blocking(pipe.fileno(), False)
            if pipe is self.popen.stdin:
                self._selector.register(pipe, selectors.EVENT_WRITE, memoryview(data))
            else:
                self._selector.register(pipe, selectors.EVENT_READ)

    def line(self, until: float) -> bytes | None:
        """The next line of its standard output; None when there are no more.

        Raises:
            Silence: it did not come before `until` (`time.monotonic`).
            Flood: the line, or all lines together, are longer than allowed.
        """
        while b"\n" not in self._waiting:
            chunk = self.read(until)
            if not chunk:
                return None
            self._taken += len(chunk)
            self._waiting += chunk
            if len(self._waiting) > self.limits.answer + _CHUNK or self._taken > self.limits.output:
                raise Flood
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line

    def read(self, until: float) -> bytes:
        """Some of its standard output; nothing at its end.

        Raises:
            Silence: nothing came before `until`.
        """
        while True:
            ready = self._selector.select(max(0.0, until - time.monotonic()))
            if not ready and time.monotonic() >= until:
                raise Silence
            for key, _ in ready:
                if key.fileobj is self.popen.stdin:
                    self._write(key)
                    continue
                chunk = os.read(key.fd, _CHUNK)
                if key.fileobj is self.popen.stdout:
                    return chunk
                self.stderr = (self.stderr + chunk)[-_STDERR:]
                if not chunk:
                    self._selector.unregister(key.fileobj)

    def _write(self, key: selectors.SelectorKey) -> None:
        rest: memoryview = key.data
        try:
            rest = rest[os.write(key.fd, rest[: 1 << 20]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # it is gone, as the end of its output will show
            rest = rest[:0]
        if rest:
            self._selector.modify(key.fileobj, selectors.EVENT_WRITE, rest)
            return
        self._selector.unregister(key.fileobj)
        assert self.popen.stdin
        self.popen.stdin.close()

    def end(self) -> int:
        """Kill it, whatever it is doing. Returns how it ended: minus the number of a signal."""
        self._selector.close()
        # Its id isn't given to another process before `wait`.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        return self.popen.wait()


JAIL = _HERE / "jail.mjs"


def _command(limits: Limits, program: Path, short: bool) -> list[str]:
    cpu = int(limits.total + limits.start)
    allowed = {"CPU": cpu, "DATA": limits.data, "FSIZE": 0, "CORE": 0, "NOFILE": 128}
    folder = pyodide()
    return [
        *(sys.executable, "-I", "-S", str(_HERE / "launch.py")),
        *(f"{name}={value}" for name, value in allowed.items()),
        *("--", deno(), "run", "--quiet", "--no-prompt"),
        # No settings, no packages, nothing fetched or kept.
        *("--no-config", "--no-lock", "--no-npm", "--no-remote", "--cached-only", "--no-code-cache", "--no-check"),
        *(f"--allow-read={folder}", *_NOTHING_ELSE),
        # No text becomes JavaScript (the page's policy forbids that, too).
        f"--v8-flags=--disallow-code-generation-from-strings,--max-old-space-size={limits.heap >> 20}"
        + (",--liftoff-only" if short else ""),
        *(str(program), f"{folder.as_uri()}/"),
    ]


@contextmanager
def _ended_with_us(process: Process, folder: Path) -> Iterator[None]:
    """A worker that is told to end (for example after Ctrl-C) takes the process and its folder with it."""
    if multiprocessing.parent_process() is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        process.end()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def started(limits: Limits, program: Path = JAIL, short: bool = False) -> Iterator[Process]:
    """A process that waits for its input, in its own folder, which goes with it. Only tests use another program.

    short: it will be over before V8's second WebAssembly compiler pays off, which takes as long as the runs themselves.

    Raises:
        JailError: Deno or Pyodide are missing.
    """
    command = _command(limits, program, short)
    with tempfile.TemporaryDirectory(prefix="inflight-") as folder:
        popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env={"DENO_DIR": folder, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
            start_new_session=True,
        )
        process = Process(popen, limits)
        try:
            with _ended_with_us(process, Path(folder)):
                yield process
        finally:
            process.end()
            for pipe in (popen.stdin, popen.stdout, popen.stderr):
                if pipe:
                    with suppress(OSError):
                        pipe.close()
