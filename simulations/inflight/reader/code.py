"""A congestion control that the reader writes: their functions behind the same plug-in as Reno and CUBIC.

Whatever goes wrong in their text is reported in their terms: their line, its number, and what Python says about it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from inflight.figure.bad_input import BadInput
from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.constants import INFINITE_SSTHRESH, MSS
from inflight.reader.imports import importer

FILE = "your algorithm"
"""What tracebacks call the reader's text."""

HANDLERS = {"init": "(cc)", "on_ack": "(cc, ack)", "on_loss": "(cc, now)", "on_rto": "(cc, now)"}
"""What the reader may define. Each may be missing, but not all of them."""

MAX_CWND = 1_000_000  # segments
_LONGEST = 200  # characters of a message or a line that are shown to the reader


class ReaderCodeError(BadInput):
    """The reader's code can't be run; the message is one line for the reader."""


class Ack(NamedTuple):
    """What `on_ack` is told. Times in s, amounts in segments.

    acked: newly arrived, says this ACK. rtt: of the newest of them (None: no sample). min_rtt: the smallest so far.
    delivered: arrived since the start. in_flight: believed to be in the network. in_recovery: a loss is being
    repaired, and until it is the connection sets the window. cwnd_limited: the window was what held data back.
    """

    now: float
    acked: int
    rtt: float | None
    min_rtt: float
    delivered: int
    in_flight: int
    in_recovery: bool
    cwnd_limited: bool


class Connection:
    """`cc`, the reader's side of a connection. Windows in segments, fractions allowed; readers may add attributes."""

    def __init__(self) -> None:
        self._cwnd: float = 0
        self._ssthresh: float = 0

    def __repr__(self) -> str:
        return f"<cc: cwnd {self._cwnd:g}, ssthresh {self._ssthresh:g}>"

    def __hash__(self) -> int:
        return 1  # by address, it would be a different one each time

    @property
    def mss(self) -> int:
        """Data in a segment, bytes."""
        return MSS

    @property
    def cwnd(self) -> float:
        """How much may be in flight."""
        return self._cwnd

    @cwnd.setter
    def cwnd(self, value: float) -> None:
        self._cwnd = _checked("cwnd", value, MAX_CWND)

    @property
    def ssthresh(self) -> float:
        """Where slow start ends, and where the window goes after a loss."""
        return self._ssthresh

    @ssthresh.setter
    def ssthresh(self, value: float) -> None:
        self._ssthresh = _checked("ssthresh", value, float("inf"))


def _checked(name: str, value: object, most: float) -> float:
    """A usable window. Exact types, because a subclass could do anything in a calculation."""
    if type(value) not in (int, float) or not 0 <= value <= most:  # type: ignore[operator]
        bound = f"a number from 0 to {most}" if most == MAX_CWND else "a number, 0 or more"
        raise ValueError(f"{name} = {_shown(value)}: must be {bound}")
    return value  # type: ignore[return-value]


class ReaderAlgorithm(CongestionControl):
    """Runs the reader's functions, and hands whole segments to the connection.

    The connection changes windows too (recovery, timeouts, undo), so `cc` is brought up to date before each call.
    It has no `name`: it isn't one of the folder's algorithms.

    Raises:
        ReaderCodeError: from here, or from any call.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")  # as Python counts lines
        self._cc = Connection()
        self._given = (-1, -1)  # what the connection was given last: cwnd, ssthresh
        try:
            found = _load(text)
        except BaseException as error:
            raise self._explained(error) from None
        self._init, self._on_ack, self._on_loss, self._on_rto = (found.get(name) for name in HANDLERS)

    def init(self, srtt_us: int) -> None:
        """The reader may choose the first window."""
        self._call(self._init, self._take)

    def on_ack(self, ack: AckSample) -> None:
        """In recovery, PRR sets the window: what the reader writes into it then doesn't count."""
        if self._on_ack:
            rtt = None if ack.rtt_us is None else ack.rtt_us / 1e6
            told = Ack(
                ack.now,
                ack.acked,
                rtt,
                ack.min_rtt_us / 1e6,
                ack.delivered,
                ack.in_flight,
                ack.in_recovery,
                ack.cwnd_limited,
            )
            self._call(self._on_ack, self._forget if ack.in_recovery else self._take, told)

    def on_loss(self, now: float) -> None:
        """PRR goes to the smaller of the two windows that the reader leaves: both ways of writing it are right."""
        self._call(self._on_loss, self._aim, now)

    def on_rto(self, now: float, nxt: int) -> None:
        """`on_loss` has been called, and the window is one segment."""
        self._call(self._on_rto, self._take, now)

    def _call(self, function: Callable[..., object] | None, then: Callable[[], None], *arguments: object) -> None:
        cc = self._cc
        cwnd, ssthresh = self._given
        try:
            if self.cwnd != cwnd:  # otherwise the reader's fraction stays
                cc._cwnd = self.cwnd
            if self.ssthresh != ssthresh:
                cc._ssthresh = self.ssthresh
            if function:
                function(cc, *arguments)
            then()
        except BaseException as error:  # sys.exit() and Ctrl-C in their code are the reader's, too
            raise self._explained(error) from None

    def _take(self) -> None:
        self.cwnd = max(1, int(self._cc._cwnd))
        self.ssthresh = max(1, int(min(self._cc._ssthresh, INFINITE_SSTHRESH)))
        self._given = self.cwnd, self.ssthresh

    def _aim(self) -> None:
        self.ssthresh = max(2, int(min(self._cc._cwnd, self._cc._ssthresh)))  # 2, as in all of the kernel's algorithms
        self._given = -1, self.ssthresh

    def _forget(self) -> None:
        self._given = -1, self._given[1]

    def _explained(self, error: BaseException) -> ReaderCodeError:
        """`line 7: ZeroDivisionError: division by zero — cc.cwnd += 1 / 0`."""
        try:
            line = _line(error)
            text = _plain(self._lines[line - 1]) if 0 < line <= len(self._lines) else ""
            return ReaderCodeError((f"line {line}: " if line else "") + _said(error) + (f" — {text}" if text else ""))
        except BaseException:  # some exceptions raise exceptions when they are looked at
            return ReaderCodeError("your code raises something that cannot be shown")


def _load(text: str) -> dict[str, Callable[..., object]]:
    """The handlers that `text` defines, in its own namespace with its own builtins."""
    namespace: dict[str, Any] = {
        "__name__": "your_algorithm",
        "__builtins__": importer().builtins,
    }
    exec(compile(text, FILE, "exec", dont_inherit=True, optimize=0), namespace)  # their asserts count
    found = {name: namespace[name] for name in HANDLERS if name in namespace}
    if not found:
        raise _Misfit("there is nothing to run: write on_ack(cc, ack), on_loss(cc, now) or on_rto(cc, now)", 0)
    for name, function in found.items():
        if not callable(function):
            raise _Misfit(f"{name} must be a function, and is {_shown(function)}", _bound(text, name))
        if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
            raise _Misfit(f"{name} must be a plain function: with yield or async it would not run", _bound(text, name))
        if not _takes(function, HANDLERS[name].count(",") + 1):
            raise _Misfit(f"{name} must take {HANDLERS[name]}", _bound(text, name))
    return found


class _Misfit(Exception):
    """The reader defined something other than handlers; `line` is where, 0 if unknown."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


def _bound(text: str, name: str) -> int:
    """The last line that gives `name` a value."""
    lines = [0]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
            lines.append(node.lineno)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name:
            lines.append(node.lineno)
    return max(lines)


def _takes(function: Callable[..., object], count: int) -> bool:
    """Whether it can be called with `count` arguments; True if Python can't tell."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some builtins have none
        return True
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _line(error: BaseException) -> int:
    """The reader's line, the innermost one; 0 if it isn't one of theirs."""
    if isinstance(error, _Misfit):
        return error.line
    line = 0
    if isinstance(error, SyntaxError) and error.filename == FILE:
        line = error.lineno or 0
    step = error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == FILE:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _said(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`, even if the exception can't say what it is."""
    if isinstance(error, _Misfit):
        return str(error)
    kind = type(error).__name__
    try:
        # str() of a SyntaxError repeats file and line
        text = _plain(error.msg if isinstance(error, SyntaxError) else str(error))
    except BaseException:
        text = ""
    return f"{kind}: {text}" if text else kind


def _shown(value: object) -> str:
    """A value as Python shows it, or its type if it can't be shown."""
    try:
        return _plain(repr(value))
    except BaseException:
        return f"of type {type(value).__name__}"


def _plain(text: str) -> str:
    """On one line, not too long, and printable everywhere."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(text[: 4 * _LONGEST].split()))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
