"""netem on the way to a bottleneck: a device of its own, whose packets go on into the next link."""

from __future__ import annotations

from typing import Any

from inflight.kernel.clock import Clock
from inflight.kernel.link import Inlet
from inflight.kernel.path.device import Device
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.netem import Netem


class Marked:
    """Where a packet goes that has been marked (CE) already: the mark is not forgotten on the way."""

    __slots__ = ("_sink", "flow", "priority")

    def __init__(self, sink: Any) -> None:
        self._sink, self.flow, self.priority = sink, sink.flow, getattr(sink, "priority", 0)

    def receive(self, packet: Any) -> None:
        """It arrives."""
        self._sink.receive_marked(packet)

    receive_marked = receive


class Hop(Device):
    """A device with `netem` at its root, and the device or link `onward` at the other end of its wire."""

    def __init__(self, clock: Clock, netem: Netem, onward: Inlet) -> None:
        super().__init__(clock, netem)
        self._netem, self._onward = netem, onward
        self._count = 0

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """Put `packet` on the way, `later` seconds from now.

        Where none can leave before it would have come, netem may know of it now: that saves an event.
        """
        netem = self._netem
        if later >= netem.least or self.on_the_way:
            return super().send(packet, size, sink, later)
        netem.enqueue(Queued(packet, size, sink, self._clock.now + later, self._count))
        self._count += 1
        due = netem.due()
        if due < self._wakes:
            self._wakes = due
            self._clock.at(due, self._wake)
        return True

    def _leave(self, item: Queued, now: float) -> None:
        self.sent += 1
        self._onward.send(item.packet, item.size, Marked(item.sink) if item.ce else item.sink)
