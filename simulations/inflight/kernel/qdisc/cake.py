"""CAKE: a shaper, classes by TOS, a queue for each flow, and COBALT in each queue, in one discipline: `sch_cake.c`.

Between one pair of hosts the isolation of hosts comes to isolation of flows: all share the same two hosts. Packets are
single here, so there is nothing to split (`split-gso`), and ACKs go another way (`ack-filter`).
"""

from __future__ import annotations

import math
import random
from itertools import chain

from inflight.kernel.qdisc.base import QUANTUM, Qdisc, Queued
from inflight.kernel.qdisc.cake_tin import BULK, SPARSE, TINS, FlowQueue, Tin

ETHERNET = 14
"""Bytes of a packet before its IP header."""

METADATA = 1280
"""Memory of a packet beside its payload: 24552 bytes for nine in H_cake_1."""

PAYLOAD_AT = 66
"""Bytes of headers of a TCP segment with timestamps."""

LEAST_MEMORY = 4 << 20
PACKETS = 10240
"""`sch->limit`, which bounds the memory too."""


class Cake(Qdisc):
    """It shapes by itself and stands at the root of a device without a rate.

    bandwidth: bit/s (None: no shaping, the tins take turns by weight). rtt: s, what CoDel's interval is made of; its
    target is a twentieth. One of `besteffort`, `diffserv3` (the usual) and `diffserv4`: tins, by the TOS byte that the
    packet's receiver may have as `tos`. overhead: bytes that the line adds to an IP packet (None: an Ethernet header,
    as it comes); mpu: what a packet takes at least, bytes; atm: cells of 53 bytes for 48; ptm: 65 for 64.
    memlimit: bytes of memory (0: what the rate carries in 4·rtt, 4 MiB at least). ingress: what is dropped has used
    the line too. flows: all flows of a tin are equal, and none shares a host's quantum; flowblind: one queue per tin.
    """

    name = "cake"

    def __init__(
        self,
        *,
        bandwidth: float | None = None,
        rtt: float = 0.1,
        besteffort: bool = False,
        diffserv3: bool = False,
        diffserv4: bool = False,
        overhead: int | None = None,
        mpu: int = 0,
        atm: bool = False,
        ptm: bool = False,
        memlimit: int = 0,
        ingress: bool = False,
        flows: bool = False,
        flowblind: bool = False,
        rng: random.Random | None = None,
    ) -> None:
        chosen = [name for name, given in zip(TINS, (besteffort, diffserv3, diffserv4), strict=True) if given]
        if len(chosen) > 1:
            raise ValueError(f"cake {' '.join(chosen)}: only one of them")
        rate = int(bandwidth / 8) if bandwidth else 0
        interval = max(round(rtt * 1e6), 1)  # µs, as tc hands them over
        super().__init__(_memory(rate, interval, memlimit))
        self.seconds_per_byte = 8 / bandwidth if bandwidth else 0.0
        shifts, self._tin_of = TINS[(chosen or ["diffserv3"])[0]]
        weight = 1024 if len(shifts) > 1 else 65535
        rng = rng or random.Random(1)
        target_ns, interval_ns = max(interval // 20, 1) * 1000, interval * 1000
        self.tins = tuple(Tin(rate >> bits, weight >> bits, target_ns, interval_ns, rng) for bits in shifts)
        self._pace = self.tins[0].pace
        self._overhead, self._mpu, self._atm, self._ptm = overhead, mpu, atm, ptm
        self._ingress, self._isolate, self._flowblind = ingress, not flows, flowblind
        self._sizes: dict[int, tuple[int, int]] = {}  # of a packet: bytes on the line, ns that they take
        self._next = 0  # when the line is free, ns
        self._failsafe = 0  # when a packet goes anyway
        self._turn = 0  # of a tin, without a rate
        self._length = 0
        self.memory = 0
        """Bytes that the packets take."""

    def enqueue(self, item: Queued) -> None:
        """`cake_enqueue`: if there is no memory left, the longest queue pays."""
        now = round(item.arrived * 1e9)
        tin = self.tins[self._tin_of[getattr(item.sink, "tos", 0) >> 2]] if len(self.tins) > 1 else self.tins[0]
        flow = tin.flow(0 if self._flowblind else item.flow)
        if not tin.backlog:  # what was not used is lost
            if tin.next < now:
                tin.next = now
            if not self._length and self._next < now:
                self._next = self._failsafe = now
        size = item.size
        flow.queue.append(item)
        flow.backlog += size
        tin.backlog += size
        self.backlog += size
        self._length += 1
        self.memory += _truesize(size)
        if flow.counts_as != BULK and flow.counts_as != SPARSE:
            tin.activate(flow, self._isolate)
        while self.memory > self.limit:
            self._drop_from_the_longest(now)

    def dequeue(self, now: float) -> Queued | None:
        """A tin, a flow of it in turn, and what COBALT leaves of that (`cake_dequeue`)."""
        if not self._length:
            return None
        clock = round(now * 1e9)
        if self._next > clock and self._failsafe > clock:
            return None
        first = True
        tin: Tin | None = None
        while True:
            if tin is None:
                tin = self._by_time(clock) if self._pace.ns else self._by_weight()
            flow = tin.next_flow(first, self._isolate)
            first = False
            while flow.queue:
                item = self._take(tin, flow)
                bulk = tin.bulk if self._ingress else 0
                drop = flow.control.should_drop(item, clock, round(item.arrived * 1e9), bulk, self)
                if not drop or not flow.queue:  # the last packet of a queue is never dropped
                    size = self._advance(tin, item.size, clock, False)
                    flow.deficit -= size
                    tin.deficit -= size
                    return item
                if self._ingress:
                    size = self._advance(tin, item.size, clock, True)
                    flow.deficit -= size
                    tin.deficit -= size
                self.drop(item)
                if self._ingress and flow.deficit <= 0:
                    break
            else:
                tin.retire(flow, clock)
                tin = None

    def ready_at(self, now: float) -> float:
        """When the shaper lets the next one go."""
        return min(self._next, self._failsafe) / 1e9 if self._length else math.inf

    def ahead(self) -> int:
        """A new flow comes first, so only what the line still owes: not a whole packet."""
        return 0

    def __len__(self) -> int:
        return self._length

    def _by_time(self, now: int) -> Tin:
        """The most important tin that is within its share, else the one that will be first."""
        best, soonest = self.tins[0], math.inf
        for tin in self.tins:
            if tin.sparse + tin.bulk:
                wait = tin.next - now
                if wait <= 0 or wait <= soonest:
                    best, soonest = tin, wait
        return best

    def _by_weight(self) -> Tin:
        """Deficit round robin among the tins."""
        tin = self.tins[self._turn]
        while tin.deficit < 0 or not tin.sparse + tin.bulk:
            if tin.deficit <= 0:
                tin.deficit += tin.quantum
            self._turn = (self._turn + 1) % len(self.tins)
            tin = self.tins[self._turn]
        return tin

    def _take(self, tin: Tin, flow: FlowQueue) -> Queued:
        item = flow.queue.popleft()
        size = item.size
        flow.backlog -= size
        tin.backlog -= size
        self.backlog -= size
        self._length -= 1
        self.memory -= _truesize(size)
        return item

    def _advance(self, tin: Tin, size: int, now: int, dropped: bool) -> int:
        """Charge tin and line for a packet; its bytes on the line (`cake_advance_shaper`)."""
        known = self._sizes.get(size)
        if known is None:
            on_line = self._on_line(size)
            known = self._sizes[size] = on_line, self._pace.time(on_line)
        if not self._pace.ns:
            return known[0]
        whole = known[1]
        own = tin.pace.time(known[0])
        if tin.next < now:
            tin.next += own
        elif tin.next < now + own:
            tin.next = now + own
        self._next += whole
        if not dropped:
            self._failsafe += whole + (whole >> 1)
        return known[0]

    def _on_line(self, size: int) -> int:
        """`cake_calc_overhead`."""
        size = max(size if self._overhead is None else size - ETHERNET + self._overhead, self._mpu)
        if self._atm:
            return (size + 47) // 48 * 53
        return size + (size + 63) // 64 if self._ptm else size

    def _drop_from_the_longest(self, now: int) -> None:
        """The head of the queue with the most bytes, in whichever tin (`cake_drop`)."""
        found = ((flow, tin) for tin in self.tins for flow in chain(tin.new, tin.old))
        flow, tin = max(found, key=lambda each: each[0].backlog)
        flow.control.overflowed(now)
        item = self._take(tin, flow)
        if self._ingress:
            self._advance(tin, item.size, now, True)
        self.drop(item)


def _truesize(size: int) -> int:
    """Memory of a packet of `size` bytes (`skb->truesize`)."""
    return size - PAYLOAD_AT + METADATA


def _memory(rate: int, interval: int, given: int) -> int:
    """`buffer_limit`, bytes, from bytes per second and µs (`cake_reconfigure`)."""
    limit = given or (max(rate * interval * 4 // 10**6, LEAST_MEMORY) if rate else 0xFFFFFFFF)
    return min(limit, max(PACKETS * QUANTUM, given))
