"""The backlog: a queue for each CPU, for packets that are not polled out of a ring by the CPU that handles them.

Two kinds of packet come this way: those that RPS hands to another CPU, and those of devices without NAPI
(`netif_rx`: loopback, many tunnels, a veth without XDP). Of a card with NAPI none, unless RPS is on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from inflight.kernel.nic.napi import Napi
from inflight.kernel.nic.rx_ring import Packet
from inflight.kernel.nic.softirq import Cpu, Poll

MAX_BACKLOG = 1000
"""net.core.netdev_max_backlog, packets."""

HISTORY = 128
BUCKETS = 4096
"""`FLOW_LIMIT_HISTORY` and net.core.flow_limit_table_len."""


class FlowLimit:
    """Drops what comes of a flow that had more than half of the last 128 packets (`dev.c:skb_flow_limit`)."""

    def __init__(self, buckets: int = BUCKETS) -> None:
        self._buckets = [0] * buckets
        self._history = [0] * HISTORY
        self._head = 0
        self.count = 0

    def refuses(self, value: int) -> bool:
        """Whether a packet with this hash is one too many. Counts it in any case."""
        new = value & len(self._buckets) - 1
        old = self._history[self._head]
        self._history[self._head] = new
        self._head = self._head + 1 & HISTORY - 1
        if self._buckets[old]:
            self._buckets[old] -= 1
        self._buckets[new] += 1
        if self._buckets[new] > HISTORY >> 1:
            self.count += 1
            return True
        return False


class Backlog(Napi):
    """`input_pkt_queue` and `process_queue` of `cpu`.

    limit: netdev_max_backlog; cost: CPU time of a packet in the stack, s; `deliver` is where it then goes.
    """

    def __init__(
        self,
        cpu: Cpu,
        *,
        deliver: Callable[[Packet], None],
        cost: float,
        limit: int = MAX_BACKLOG,
        flow_limit: FlowLimit | None = None,
    ) -> None:
        super().__init__()
        self._cpu, self._deliver, self.cost, self.limit = cpu, deliver, cost, limit
        self._flow_limit = flow_limit
        self._input: deque[Packet] = deque()
        self._process: deque[Packet] = deque()
        cpu.backlog = self

    def __len__(self) -> int:
        """Packets that wait (`softnet_backlog_len`): up to twice `limit`, as those being worked on count too."""
        return len(self._input) + len(self._process)

    def enqueue(self, by: Cpu, packet: Packet) -> bool:
        """`enqueue_to_backlog`, called on CPU `by`; False: it was dropped.

        The limit is compared with what is in the queue before, so one packet more than `limit` fits.
        """
        count = len(self._input)
        stat = self._cpu.stat
        if count > self.limit or self._too_many(packet, count):
            stat.dropped += 1
            return False
        if not count and not self.scheduled:
            self.scheduled = True
            if by is self._cpu:
                by.schedule(self)
            else:
                by.ipis.append(self._cpu)
        self._input.append(packet)
        return True

    def _too_many(self, packet: Packet, count: int) -> bool:
        limit = self._flow_limit
        if not limit or count < self.limit >> 1:
            return False
        refused = limit.refuses(packet.hash)
        self._cpu.stat.flow_limit = limit.count
        return refused

    def poll(self) -> Poll:
        """`process_backlog`."""
        self._cpu.send_ipis()
        work = 0
        while True:
            while self._process:
                packet = self._process.popleft()
                yield self.cost
                self._cpu.stat.processed += 1
                self._deliver(packet)
                work += 1
                if work >= self.weight:
                    return work
            if not self._input:
                self.scheduled = False
                return work
            self._input, self._process = self._process, self._input


def netif_rx(backlog: Backlog, cpu: Cpu, packet: Packet) -> bool:
    """A device without NAPI hands a packet to `cpu`, whose own `backlog` it is."""
    kept = backlog.enqueue(cpu, packet)
    cpu.interrupt()
    return kept
