"""The sending application: write() in a loop, asleep while the socket's buffer is full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.send_buffer import SendBuffer, Skb

FLUSH_AFTER = 16
"""New skbs in one call, after which write() looks at what has come meanwhile (`sk_flush_backlog`)."""


class WritableSocket(Protocol):
    """What write() needs of the socket."""

    clock: Clock
    buffer: SendBuffer
    cpu_free: float
    aborted: bool

    @property
    def one_cpu(self) -> object: ...

    def lock(self) -> None: ...

    def release(self) -> None: ...

    def run(self) -> None: ...

    def sleep(self) -> None: ...

    def begin_write(self) -> None: ...

    def size_goal(self) -> int: ...

    def start_skb(self) -> Skb: ...

    def copy(self, skb: Skb, length: int) -> None: ...

    def forced_push(self) -> bool: ...

    def push(self, *, nagle: bool, more: bool = False) -> None: ...

    def push_one(self) -> None: ...

    def shutdown(self) -> None: ...


class Writer:
    """Writes `total` bytes (None: without end) in calls of `chunk` bytes. `tcp.c:tcp_sendmsg_locked`.

    A call takes as long as the CPU needs to send what it sends. The socket is the process's for that time: ACKs that
    come meanwhile are dealt with when it returns, or has to wait for room.

    With `poll` the socket does not block: write() takes what there is room for, and poll(POLLOUT) waits for more.

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
        "_poll",
        "_sender",
        "_started",
        "asleep",
        "no_space",
        "on_written",
    )

    def __init__(
        self, sender: WritableSocket, total: int | None, chunk: int = 65536, *, close: bool = True, poll: bool = False
    ) -> None:
        self._sender, self._chunk, self._close, self._poll = sender, chunk, close, poll
        self._left = float("inf") if total is None else total
        self._in_call = 0  # bytes of the present write() that are not copied yet
        self._copied = False
        self._started = 0  # skbs of the present write() since it looked at the backlog
        self._more = False
        self.asleep = False
        self.no_space = False
        """It found the buffer full, and there has not been room enough to wake it since (SOCK_NOSPACE)."""
        self.on_written: Callable[[], None] | None = None

    def start(self) -> None:
        """The first write()."""
        self._sender.run()
        self._write()

    def write(self, total: int, *, more: bool = False) -> None:
        """`total` bytes more, the answer to the next request; with `more` the last segment waits (MSG_MORE)."""
        self._left += total
        self._more = more
        self._write()

    def wake(self) -> None:
        """The process has the CPU again (`sk_stream_wait_memory`)."""
        self.asleep = False
        if self._sender.buffer.full:
            self.asleep = self.no_space = True
            self._sender.sleep()
            return
        self._sender.run()
        self._sender.lock()
        self._write()

    def _write(self) -> None:
        """Call write() until it has to wait: for the CPU, or for room."""
        sender = self._sender
        if sender.aborted:
            return
        buffer = sender.buffer
        size_goal = sender.size_goal()
        while True:
            if not self._in_call:
                if not self._left:
                    if self._close:
                        sender.shutdown()
                    elif self.on_written:
                        self.on_written()
                    sender.sleep()
                    return
                self._in_call = int(min(self._chunk, self._left))
                self._left -= self._in_call
                self._copied = False
                self._started = 0
                sender.lock()
                sender.begin_write()
                size_goal = sender.size_goal()
            queue = buffer.write_queue
            skb = queue[-1] if queue else None
            room = size_goal - skb.length if skb else 0
            if room <= 0 or skb is None:
                if buffer.full:
                    self.no_space = True
                    if self._copied:
                        sender.push(nagle=False)
                    if self._working(self._wait) or not self._wait_for_room():
                        return
                    size_goal = sender.size_goal()
                    continue
                if self._started == FLUSH_AFTER:
                    self._started = 0
                    if self._working(self._flush):
                        return
                self._started += 1
                skb = sender.start_skb()
                room = size_goal
            copy = min(room, self._in_call)
            if not self._copied:
                skb.push = False  # more of this write() may follow
                self._copied = True
            sender.copy(skb, copy)
            self._in_call -= copy
            if not self._in_call or skb.length >= size_goal:
                if sender.one_cpu and self._working(self._go_on):  # copying takes time, too
                    return
                if not self._push():
                    return

    def _push(self) -> bool:
        """Send what is enough, or the end of the call; False if the process goes on later."""
        sender = self._sender
        queue = sender.buffer.write_queue
        if not self._in_call:
            sender.push(nagle=True, more=self._more)
            if self._working(self._return):
                return False
            sender.release()
        elif sender.forced_push():
            sender.push(nagle=False)
        elif len(queue) == 1 and queue[0].length >= MSS:
            sender.push_one()
        return True

    def _go_on(self) -> None:
        if self._push():
            self._write()

    def _working(self, then: Callable[[], None]) -> bool:
        """The CPU is not done yet with what was sent; `then` follows when it is."""
        sender = self._sender
        if sender.cpu_free <= sender.clock.now:
            return False
        sender.clock.at(sender.cpu_free, then)
        return True

    def _return(self) -> None:
        """write() returns, and is called again."""
        self._sender.release()
        self._write()

    def _flush(self) -> None:
        """A long write() deals with what has come, and goes on (`sk_flush_backlog`)."""
        self._sender.release()
        self._sender.lock()
        self._write()

    def _wait(self) -> None:
        if self._wait_for_room():
            self._write()

    def _wait_for_room(self) -> bool:
        """Sleep, unless what came while write() was running has made room (`sk_stream_wait_memory`)."""
        sender = self._sender
        if self._poll:
            return self._polls()
        if sender.buffer.full:
            self.no_space = True
            sender.release()
            if sender.buffer.full:
                self.asleep = True
                sender.sleep()
                return False
            sender.lock()
        return True

    def _polls(self) -> bool:
        """write() returns what it has taken; if that is nothing, wait for a third of the buffer (`tcp_poll`)."""
        sender = self._sender
        self._left += self._in_call
        self._in_call = 0
        sender.release()
        if self._copied or sender.buffer.writeable:
            return True
        self.asleep = self.no_space = True
        sender.sleep()
        return False
