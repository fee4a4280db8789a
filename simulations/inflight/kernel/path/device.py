"""A network device with a queueing discipline at its root: it takes from it one packet after another.

What leaves next is known only when it leaves, so a packet costs an event at its arrival and one at its departure.
`Link` does the same for a drop-tail queue, at one event.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection
from functools import partial
from math import nan
from typing import Any

from inflight.kernel.clock import Clock
from inflight.kernel.link import DELIVERED, DROPPED, INSTANT, LOST, Delay, Tap
from inflight.kernel.loss import GilbertElliott, Losses
from inflight.kernel.qdisc.base import Qdisc, Queued

Changed = Callable[[int, float, int, bool], None]
"""Is told of a packet that the tap knows: its number, from 0; when it leaves, s (NaN: never); its fate; has it CE."""


class Device:
    """`qdisc` at the root, and behind it a line of `rate` bit/s (None: a veth, which takes all at once).

    A bottleneck, as the recordings have it, is a device without a rate whose root is a `Tbf`. `delay`, `loss` and
    `lose` as of a `Link`. A tap is told of a packet when it arrives, with the time at which it would leave a FIFO;
    `on_change` is told when it really leaves, or that it does not.
    """

    def __init__(
        self,
        clock: Clock,
        qdisc: Qdisc,
        *,
        rate: float | None = None,
        delay: float = 0.0,
        loss: float | GilbertElliott = 0.0,
        lose: Collection[int] = (),
        rng: random.Random | None = None,
    ) -> None:
        self._clock, self.qdisc, self.delay = clock, qdisc, delay
        qdisc.on_drop = self._dropped
        self._seconds_per_byte = 8 / rate if rate else 0.0
        self._on_line: Queued | None = None  # being sent
        self._stopped = False  # it takes nothing more from the discipline (`netif_xmit_frozen_or_stopped`)
        self._wakes = math.inf  # when the discipline is asked again
        self._losses = Losses(loss, lose, rng or random.Random(1)) if loss or lose else None
        self._coming: list[Queued] = []  # those that arrive together at `_coming_at`
        self._coming_at = -1.0
        self._wire: Delay | None = None
        if delay:
            self._wire = Delay(clock, delay)
            self._wire.receive = _hand_over
        self._number = 0
        self.tap: Tap | None = None
        self.on_change: Changed | None = None
        self.on_the_way = 0
        """Packets that the CPU is about to put into the queue."""
        self.drops = 0
        self.lost = 0
        self.sent = 0
        self.marks = 0
        """Packets that left with a mark (CE)."""

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """Put `packet` of `size` bytes on the link towards `sink`, `later` seconds from now; False if it was lost.

        `packet.ect` says whether it may be marked, `sink.flow` which flow it is of. `sink` gets it by `receive`, or by
        `receive_marked` with a mark.
        """
        time = self._clock.now + later
        number = self._number
        self._number += 1
        if self._losses and self._losses.next():
            self.lost += 1
            if self.tap:
                self.tap(packet, time, nan, LOST, sink)
            return False
        if self.tap:
            per_byte = self.qdisc.seconds_per_byte or self._seconds_per_byte
            self.tap(packet, time, time + (self.qdisc.backlog + size) * per_byte, DELIVERED, sink)
        item = Queued(packet, size, sink, time, number)
        self.on_the_way += 1
        if time != self._coming_at:  # the segments of an skb come at once
            self._coming_at = time
            self._coming = []
            self._clock.at(time, partial(self._arrive, self._coming))
        self._coming.append(item)
        return True

    def wait(self) -> float:
        """How long a small packet of a new flow would wait if it came now, s."""
        return self.qdisc.ahead() * (self.qdisc.seconds_per_byte or self._seconds_per_byte)

    def queued(self) -> int:
        """Packets in the queue now."""
        return len(self.qdisc)

    def _arrive(self, items: list[Queued]) -> None:
        self._coming_at = -1.0
        self.on_the_way -= len(items)
        for item in items:
            self.qdisc.enqueue(item)
            if not self._stopped:
                self._run()

    def _run(self) -> None:
        """Take packets until it is stopped, or the discipline has none that may go (`__qdisc_run`)."""
        now = self._clock.now
        while item := self.qdisc.dequeue(now):
            self._take(item, now)
            if self._stopped:
                return
        ready = self.qdisc.ready_at(now)
        if ready < self._wakes:  # `qdisc_watchdog_schedule_ns`
            self._wakes = ready
            self._clock.at(ready, self._wake)

    def _take(self, item: Queued, now: float) -> None:
        """Send `item`, and stop for as long as the line is not free (`ndo_start_xmit`)."""
        if not self._seconds_per_byte:
            self._leave(item, now)
            return
        self._on_line, self._stopped = item, True
        self._clock.at(now + item.size * self._seconds_per_byte, self._sent)

    def _wake(self) -> None:
        if self._clock.now + INSTANT < self._wakes:
            return  # an earlier call has taken over
        self._wakes = math.inf
        if not self._stopped:
            self._run()

    def _sent(self) -> None:
        item = self._on_line
        assert item
        self._on_line, self._stopped = None, False
        self._leave(item, self._clock.now)
        self._run()

    def _leave(self, item: Queued, now: float) -> None:
        self.sent += 1
        self.marks += item.ce
        if self.on_change:
            self.on_change(item.number, now, DELIVERED, item.ce)
        if self._wire:
            self._wire.send(item)
        else:
            _hand_over(item)

    def _dropped(self, item: Queued) -> None:
        self.drops += 1
        if self.on_change:
            self.on_change(item.number, nan, DROPPED, False)


def _hand_over(item: Queued) -> None:
    if item.ce:
        item.sink.receive_marked(item.packet)
    else:
        item.sink.receive(item.packet)
