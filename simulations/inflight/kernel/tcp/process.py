"""Programs at the ends of a connection, written as generators: each `yield` is a system call that may block."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial

from inflight.kernel.clock import Clock
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.receiver import READ_LATENCY, Receiver


@dataclass(frozen=True)
class Recv:
    """recv() of up to `size` bytes; gives how many there were."""

    size: int


@dataclass(frozen=True)
class Send:
    """send() of `size` bytes; `more` is MSG_MORE. Returns when all are in the send buffer."""

    size: int
    more: bool = False


@dataclass(frozen=True)
class Until:
    """Sleep until that time, s."""

    time: float


CALL_TIME = 5e-6
"""Time from what a blocked recv() gives to the next call, s."""

INTERRUPTS_FIRST = 2e-6
"""s: what the network brings in that time is dealt with before the process goes on."""

Program = Generator[Recv | Send | Until, int, None]
"""For example a server that sends every message back:

    while True:
        got = 0
        while got < size:
            got += yield Recv(size - got)
        yield Send(size)
"""


class Process:
    """Runs a program on a socket's `receiver` and, if it sends, on its `writer`.

    `wakeup` says how long a process that was blocked waits for the CPU, s.
    """

    __slots__ = ("_clock", "_program", "_receiver", "_wakeup", "_waking", "_wants", "_writer", "_written", "done")

    def __init__(
        self,
        clock: Clock,
        program: Program,
        receiver: Receiver,
        writer: Writer | None = None,
        wakeup: Callable[[], float] | None = None,
    ) -> None:
        self._clock, self._program = clock, program
        self._receiver, self._writer = receiver, writer
        self._wakeup = wakeup
        self._wants = 0  # bytes that a blocked recv() asks for
        self._waking = False
        self._written = True  # False: a send() is under way
        self.done = False
        receiver.on_data = self._data
        if writer:
            writer.on_written = self._sent

    def start(self) -> None:
        """Run to the first call that blocks."""
        self._run(None)

    def _run(self, value: int | None) -> None:
        try:
            while value is not None or not self.done:
                value = self._call(self._program.send(value))  # type: ignore[arg-type]  # the first one takes None
                if value is None:
                    return
        except StopIteration:
            self.done = True

    def _call(self, call: Recv | Send | Until) -> int | None:
        """What the call gives; None: it blocks."""
        if isinstance(call, Recv):
            got = self._receiver.recv(call.size)
            if not got:
                self._wants = call.size
            return got or None
        if isinstance(call, Until):
            self._clock.at(max(call.time, self._clock.now), self._go_on)
            return None
        assert self._writer
        self._written = False
        self._writer.write(call.size, more=call.more)
        if self._written:
            return 0
        self._wants = -1  # `_sent` goes on
        return None

    def _go_on(self) -> None:
        self._run(0)

    def _sent(self) -> None:
        self._written = True
        if self._wants < 0:
            self._wants = 0
            self._run(0)

    def _data(self) -> None:
        """There is something to read: a recv() that waits for it goes on, once the process has the CPU."""
        if self._wants > 0 and not self._waking:
            self._waking = True
            latency = self._wakeup() if self._wakeup else READ_LATENCY
            self._clock.at(self._clock.now + latency, self._read)

    def _read(self) -> None:
        self._waking = False
        wants, self._wants = self._wants, 0
        got = self._receiver.recv(wants)
        if got:
            self._clock.at(self._clock.now + CALL_TIME, partial(self._have_read, got))
        else:
            self._wants = wants

    def _have_read(self, got: int) -> None:
        clock = self._clock
        if clock.next_due() <= clock.now + INTERRUPTS_FIRST:
            clock.at(clock.now + INTERRUPTS_FIRST, partial(self._run, got))
        else:
            self._run(got)
