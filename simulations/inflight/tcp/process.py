"""Programs at the ends of a connection, written as generators: each `yield` is a system call that may block."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from inflight.clock import Clock
from inflight.tcp.application import Writer
from inflight.tcp.receiver import READ_LATENCY, Receiver


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

    __slots__ = ("_clock", "_program", "_receiver", "_wakeup", "_waking", "_wants", "_writer", "done")

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
        self.done = False
        receiver.on_data = self._data
        if writer:
            writer.on_written = self._resume

    def start(self) -> None:
        """Run to the first call that blocks."""
        self._go_on(None)

    def _go_on(self, value: int | None) -> None:
        try:
            call = self._program.send(value)  # type: ignore[arg-type]  # the first one takes None
            while isinstance(call, Recv):
                got = self._receiver.recv(call.size)
                if not got:
                    self._wants = call.size
                    return
                call = self._program.send(got)
        except StopIteration:
            self.done = True
            return
        if isinstance(call, Until):
            self._clock.at(max(call.time, self._clock.now), self._resume)
        else:
            assert self._writer
            self._writer.write(call.size, more=call.more)

    def _resume(self) -> None:
        self._go_on(0)

    def _data(self) -> None:
        """There is something to read: a recv() that waits for it goes on, once the process has the CPU."""
        if self._wants and not self._waking:
            self._waking = True
            latency = self._wakeup() if self._wakeup else READ_LATENCY
            self._clock.at(self._clock.now + latency, self._read)

    def _read(self) -> None:
        self._waking = False
        wants, self._wants = self._wants, 0
        got = self._receiver.recv(wants)
        if got:
            self._go_on(got)
        else:
            self._wants = wants
