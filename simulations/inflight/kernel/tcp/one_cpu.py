"""One CPU for a writing process, for what its host sends and receives, and for the reader, as in the recordings.

The scheduler is fair (CFS): who has used the CPU less goes first, and a process that has slept starts with a credit. So
a writer that is woken may have the CPU for a time slice, and everyone else who wants it waits for a tick, or until the
writer sleeps again. That is the reading process, without which ACKs are delayed; and ksoftirqd, to which
`softirq.c:__do_softirq` leaves the rest of its work when a process has been woken. Then what TCP hands down stays in
the first device's backlog, where it counts for the small queue, and ACKs are not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any, Protocol

from inflight.kernel.clock import JIFFY, Clock
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.receiver import READ_LATENCY

SLICE = 3e-3
"""s: half of sched_latency_ns, for two that want the CPU (`fair.c:sched_slice`). Only a tick ends it."""

CREDIT = 3e-3
"""s: what a process that has slept may be behind the others (`fair.c:place_entity`)."""

GRANULARITY = 1e-3
"""s: one that has used so much less takes the CPU when it wakes (`sched_wakeup_granularity_ns`)."""

COPY_TIME = 2.2e-9
"""Time the CPU takes to copy a byte from the application, s. All these are measured, by tracing the lab's kernel."""

SEND_TIME, CUT_TIME = 4e-6, 9.5e-6
"""To send an skb, and for each segment of it: cut, routed twice, put into the bottleneck's queue, s."""

READ_TIME, FORWARD_TIME = 14e-6, 5e-6
"""For one run of the reading process, and for a packet that has waited for ksoftirqd, s."""


class Way(Protocol):
    """Where packets go on: puts one of so many bytes on the way to `sink`, so many seconds from now."""

    def send(self, packet: Any, size: int, sink: Any, later: float) -> object: ...


@dataclass(frozen=True)
class OtherWork:
    """What else the CPU does while write() runs, and how well its cache serves it.

    pace: how long the writer's own work takes, as a share of what is usual. interrupts, leaves: asked at each call, how
    long they take, s, and whether they leave work to ksoftirqd.
    """

    pace: float = 1.0
    interrupts: Callable[[], float] = lambda: 0.0
    leaves: Callable[[], bool] = lambda: False


class OneCpu:
    """Stands before `link` and, on the way back, before `take`, which the owner sets, as well as `reader_runs`."""

    __slots__ = (
        "_acks",
        "_clock",
        "_floor",
        "_link",
        "_others",
        "_packets",
        "_reader",
        "_since",
        "_slice_end",
        "_writer",
        "copy_time",
        "cut_time",
        "pending",
        "reader_runs",
        "send_time",
        "take",
    )

    def __init__(self, clock: Clock, link: Way, others: OtherWork) -> None:
        self._clock, self._link, self._others = clock, link, others
        self.copy_time, self.send_time, self.cut_time = (
            time * others.pace for time in (COPY_TIME, SEND_TIME, CUT_TIME)
        )
        self._packets: list[tuple[Any, int, Any]] = []
        self._acks: list[Ack] = []
        self._writer = self._reader = 0.0  # how much CPU they have used (vruntime), s
        self._floor = 0.0  # the least that one that runs has used (min_vruntime)
        self._since: float | None = None  # when the writer got the CPU, s
        self._slice_end = 0.0
        self.pending = False
        """There is work for ksoftirqd."""
        self.take: Callable[[Ack], None]
        self.reader_runs: Callable[[], None]

    # ---- the processes -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The writer has the CPU."""
        self._since = now = self._clock.now
        self._writer = max(self._writer, self._floor - CREDIT)
        self._slice_end = ceil((now + SLICE) / JIFFY) * JIFFY
        if self.pending:
            self._clock.at(now + self._others_wait(), self._ksoftirqd)

    def begin_write(self) -> float:
        """It calls write(), which takes so much longer, s."""
        if not self.pending and self._others.leaves():
            self.pending = True
            self._clock.at(self._clock.now + self._others_wait(), self._ksoftirqd)
        return self._others.interrupts()

    def end(self) -> None:
        """It sleeps."""
        if self._since is not None:
            self._writer += self._clock.now - self._since
            self._floor = max(self._floor, self._writer)
            self._since = None
        self.reader_runs()
        self._ksoftirqd()

    def reader_waits(self) -> float:
        """How long the reader waits that has been woken now, s."""
        waits = self._others_wait()
        self._reader = max(self._reader, self._floor - CREDIT) + READ_TIME
        if self._since is None:
            self._floor = max(self._floor, self._reader)
        return waits + READ_LATENCY

    def _others_wait(self) -> float:
        """How long the writer keeps the CPU, s."""
        now = self._clock.now
        if self._since is None:
            return 0.0
        used = self._writer + now - self._since
        if used - max(self._reader, self._floor - CREDIT) > GRANULARITY:
            return 0.0
        while self._slice_end <= now:
            self._slice_end += JIFFY
        return self._slice_end - now

    # ---- the network ---------------------------------------------------------------------------------------------

    def send(self, packet: Any, size: int, sink: Any, later: float) -> object:
        """A packet is handed down."""
        if self.pending:
            self._packets.append((packet, size, sink))
            return True
        if packet.owner:
            packet.owner.free(packet.truesize)
        return self._link.send(packet, size, sink, later)

    def receive(self, ack: Ack) -> None:
        """An ACK comes to the host."""
        if self.pending:
            self._acks.append(ack)
        else:
            self.take(ack)

    def _ksoftirqd(self) -> None:
        if not self.pending:
            return
        self.pending = False
        packets, self._packets = self._packets, []
        for number, (packet, size, sink) in enumerate(packets):
            self.send(packet, size, sink, number * FORWARD_TIME)
        acks, self._acks = self._acks, []
        for ack in acks:
            self.take(ack)
