"""The sending application: write() in a loop, asleep while the socket's buffer is full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.send_buffer import SendBuffer, Skb


class WritableSocket(Protocol):
    """What write() needs of the socket."""

    clock: Clock
    buffer: SendBuffer
    cpu_free: float

    def begin_write(self) -> None: ...

    def size_goal(self) -> int: ...

    def start_skb(self) -> Skb: ...

    def forced_push(self) -> bool: ...

    def push(self, *, nagle: bool, more: bool = False) -> None: ...

    def push_one(self) -> None: ...

    def shutdown(self) -> None: ...


class Writer:
    """Writes `total` bytes (None: without end) in calls of `chunk` bytes. `tcp.c:tcp_sendmsg_locked`.

    When all is written it closes the connection, unless `close` says that more may be written later; then `on_written`
    is called each time.
    """

    __slots__ = (
        "_chunk",
        "_close",
        "_copied",
        "_in_call",
        "_left",
        "_more",
        "_sender",
        "asleep",
        "no_space",
        "on_written",
    )

    def __init__(self, sender: WritableSocket, total: int | None, chunk: int = 65536, *, close: bool = True) -> None:
        self._sender, self._chunk, self._close = sender, chunk, close
        self._left = float("inf") if total is None else total
        self._in_call = 0  # bytes of the present write() that are not copied yet
        self._copied = False
        self._more = False
        self.asleep = False
        self.no_space = False
        """It found the buffer full, and there has not been room enough to wake it since (SOCK_NOSPACE)."""
        self.on_written: Callable[[], None] | None = None

    def start(self) -> None:
        """The first write()."""
        self._write()

    def write(self, total: int, *, more: bool = False) -> None:
        """`total` bytes more, the answer to the next request; with `more` the last segment waits (MSG_MORE)."""
        self._left += total
        self._more = more
        self._write()

    def wake(self) -> None:
        """The buffer has room again."""
        self.asleep = False
        self._write()

    def _write(self) -> None:
        sender = self._sender
        buffer = sender.buffer
        size_goal = sender.size_goal()
        while True:
            if not self._in_call:
                if not self._left:
                    if self._close:
                        sender.shutdown()
                    elif self.on_written:
                        self.on_written()
                    return
                self._in_call = int(min(self._chunk, self._left))
                self._left -= self._in_call
                self._copied = False
                sender.begin_write()
                size_goal = sender.size_goal()
            queue = buffer.write_queue
            skb = queue[-1] if queue else None
            room = size_goal - skb.length if skb else 0
            if room <= 0 or skb is None:
                if buffer.full:
                    self.asleep = self.no_space = True
                    if self._copied:
                        sender.push(nagle=False)
                    return
                skb = sender.start_skb()
                room = size_goal
            copy = min(room, self._in_call)
            if not self._copied:
                skb.push = False  # more of this write() may follow
                self._copied = True
            buffer.append(skb, copy)
            self._in_call -= copy
            if not self._in_call:
                sender.push(nagle=True, more=self._more)
                if sender.cpu_free > sender.clock.now:  # sending took time, in which ACKs may have come
                    sender.clock.at(sender.cpu_free, self._write)
                    return
            elif skb.length >= size_goal:
                if sender.forced_push():
                    sender.push(nagle=False)
                elif skb is queue[0] and skb.length >= MSS:
                    sender.push_one()
