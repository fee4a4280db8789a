"""TCP small queues: how much of one flow may wait below TCP, in the qdisc and in the device. `tcp_output.c`, Linux 6.1.

An skb that was handed down counts until the driver frees it: when it has left the host, or was dropped on the way. With
too much below, TCP keeps the rest, and the next skb that is freed lets it go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.tcp.autosize import PACING_SHIFT

LIMIT_OUTPUT_BYTES = 1 << 20
"""`net.ipv4.tcp_limit_output_bytes` of Linux 6.1, bytes of truesize (`tcp_ipv4.c:tcp_sk_init`)."""


@dataclass(frozen=True, kw_only=True)
class LocalQueue:
    """How a sender treats its own host's queue.

    small: TCP small queues are on. limit: `net.ipv4.tcp_limit_output_bytes`. shift: `sk_pacing_shift`, which a driver
    may lower (Wi-Fi does). autosize: an skb holds a millisecond's worth, not all that the device takes at once.
    """

    small: bool = True
    limit: int = LIMIT_OUTPUT_BYTES
    shift: int = PACING_SHIFT
    autosize: bool = True


class SmallQueue:
    """One socket's account of what is below TCP. `allocated` is sk_wmem_alloc, bytes of truesize.

    highest: the most it has been. waits: how often TCP was held back. The owner sets `restart`, which sends on, and
    `congested`, which is called when the host's own qdisc has dropped one of its packets.
    """

    __slots__ = (
        "_clock",
        "_queued",
        "_throttled",
        "allocated",
        "congested",
        "highest",
        "restart",
        "spec",
        "waits",
    )

    def __init__(self, clock: Clock, spec: LocalQueue) -> None:
        self._clock, self.spec = clock, spec
        self.allocated = self.highest = self.waits = 0
        self._throttled = False  # TSQ_THROTTLED
        self._queued = False  # TSQ_QUEUED: the tasklet will run
        self.restart: Callable[[], object] | None = None
        self.congested: Callable[[], None] | None = None

    def bound(self, truesize: int, rate: float, *, paced: bool) -> int:
        """Bytes that may be below before an skb of `truesize` follows: two such, or a millisecond at `rate` bytes/s.

        tcp_limit_output_bytes caps it unless the flow is paced (`tcp_small_queue_check`).
        """
        limit = max(2 * truesize, int(rate) >> self.spec.shift)
        return limit if paced else min(limit, self.spec.limit)

    def holds(self, truesize: int, rate: float, *, paced: bool, alone: bool, again: bool = False) -> bool:
        """An skb has to wait. `alone`: at most one skb is unacknowledged. `again`: it is a retransmission.

        With hardly anything unacknowledged the driver may be late, and TCP does not wait for it. Retransmissions may
        use twice the limit. sk_wmem_alloc is one more than what it counts, hence ≥ (`tcp_small_queue_check`).
        """
        if not self.spec.small or self.allocated < self.bound(truesize, rate, paced=paced) << again or alone:
            return False
        self._throttled = True
        self.waits += 1
        return True

    def corks(self, truesize: int) -> bool:
        """The last skb, of `truesize`, waits for more data as long as others are below (`tcp_should_autocork`)."""
        if self.allocated < truesize:
            return False
        self._throttled = True
        return True

    def charge(self, truesize: int) -> None:
        """An skb is handed down (`__tcp_transmit_skb`)."""
        self.allocated += truesize
        if self.allocated > self.highest:
            self.highest = self.allocated

    def free(self, truesize: int) -> None:
        """The driver, or the qdisc that dropped it, frees an skb; a tasklet sends on (`tcp_wfree`)."""
        self.allocated -= truesize
        if self._throttled and not self._queued:
            self._throttled = False
            self._queued = True
            self._clock.at(self._clock.now, self._tasklet)

    def _tasklet(self) -> None:
        """`tcp_tasklet_func`."""
        self._queued = False
        if self.restart:
            self.restart()
