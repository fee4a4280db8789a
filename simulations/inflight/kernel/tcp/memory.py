"""The memory of all TCP sockets together: tcp_mem, its pressure, and who is refused. `sock.c`, Linux 6.1.

Sockets draw whole pages from one account. What they need is small and often, so the rules are cheap ones: three
thresholds, and under pressure a comparison with the average.
"""

from __future__ import annotations

from inflight.kernel.constants import SOCK_MIN_SNDBUF

PAGE = 4096
"""Bytes: tcp_mem counts pages (`sock.h:SK_MEM_QUANTUM`)."""

MINIMUM = 4096
"""tcp_rmem[0] and tcp_wmem[0], bytes: with less than this a socket is not told of the pressure."""


def pages(size: int) -> int:
    """Pages that hold `size` bytes (`sk_mem_pages`)."""
    return -(-size // PAGE)


def defaults(free: int) -> tuple[int, int, int]:
    """tcp_mem of a host with `free` pages of memory: 4.68, 6.25 and 9.37% of them (`tcp.c:tcp_init_mem`).

    >>> defaults(1 << 18)
    (12288, 16384, 24576)
    """
    limit = max(free // 16, 128)
    low = limit // 4 * 3
    return low, limit, 2 * low


class TcpMemory:
    """The account of all sockets. `low`, `middle` and `high` are tcp_mem; `allocated` is in pages, as they are.

    pressure: `tcp_memory_pressure`. entered: how often it began. sockets: those that have an account.
    """

    __slots__ = ("allocated", "entered", "high", "low", "middle", "pressure", "sockets")

    def __init__(self, limits: tuple[int, int, int]) -> None:
        self.low, self.middle, self.high = limits
        self.allocated = 0
        self.pressure = False
        self.entered = 0
        self.sockets = 0

    @property
    def may_grow(self) -> bool:
        """Whether autotuning may enlarge a buffer (`tcp_should_expand_sndbuf`, `tcp_clamp_window`)."""
        return not self.pressure and self.allocated < self.low

    def enter_pressure(self) -> None:
        """`tcp_enter_memory_pressure`."""
        if not self.pressure:
            self.pressure = True
            self.entered += 1

    def give_back(self, count: int) -> None:
        """`count` pages are free again; below `low` the pressure ends (`__sk_mem_reduce_allocated`)."""
        self.allocated -= count
        if self.pressure and self.allocated < self.low:
            self.pressure = False


class SocketMemory:
    """One socket's part of it, bytes.

    queued: what its data take (`sk_rmem_alloc`, `sk_wmem_queued`). sndbuf: its send buffer; `locked` by SO_SNDBUF, the
    kernel does not change it. sends: it is the send queue that is filled.
    """

    __slots__ = ("_forward", "_memory", "_sends", "locked", "queued", "sndbuf")

    def __init__(self, memory: TcpMemory, *, sends: bool = False, sndbuf: int = 0, locked: bool = False) -> None:
        memory.sockets += 1
        self._memory, self._sends = memory, sends
        self.sndbuf, self.locked = sndbuf, locked
        self.queued = 0
        self._forward = 0  # drawn, but not used yet (`sk_forward_alloc`): less than a page

    def charge(self, size: int) -> bool:
        """Take `size` bytes for data; False if they are refused (`sk_rmem_schedule`, `sk_wmem_schedule`)."""
        missing = size - self._forward
        if missing > 0 and not self._raise(missing, pages(missing)):
            return False
        self._forward -= size
        self.queued += size
        return True

    def force(self, size: int) -> None:
        """Take them without asking, as for the only skb of an empty queue (`sk_forced_mem_schedule`)."""
        count = pages(max(size - self._forward, 0))
        self._memory.allocated += count
        self._forward += count * PAGE - size
        self.queued += size

    def free(self, size: int) -> None:
        """`size` bytes are gone; whole pages go back (`sk_mem_uncharge`)."""
        self.queued -= size
        self._forward += size
        count = self._forward // PAGE
        if count:
            self._forward -= count * PAGE
            self._memory.give_back(count)

    def moderate(self) -> None:
        """Half of what is queued is the send buffer from now on (`sk_stream_moderate_sndbuf`)."""
        if not self.locked:
            self.sndbuf = max(min(self.sndbuf, self.queued >> 1), SOCK_MIN_SNDBUF)

    def _raise(self, size: int, count: int) -> bool:
        """Draw `count` pages (`__sk_mem_raise_allocated`)."""
        memory = self._memory
        memory.allocated += count
        if self._allowed(count):
            self._forward += count * PAGE
            return True
        if self._sends:
            self.moderate()
            if self.queued + size >= self.sndbuf:  # its writer will sleep: this last one is let through
                self._forward += count * PAGE
                return True
        memory.allocated -= count
        return False

    def _allowed(self, count: int) -> bool:
        memory = self._memory
        allocated = memory.allocated
        if allocated <= memory.low:
            memory.pressure = False
            return True
        if allocated > memory.middle:
            memory.enter_pressure()
        if allocated > memory.high:
            return False
        if self.queued < MINIMUM or not memory.pressure:
            return True
        # less than the average that all could have
        own = pages(self.queued + self._forward + count * PAGE)
        return memory.high > memory.sockets * own
