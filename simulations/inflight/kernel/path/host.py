"""The sender's own network device, as its sockets see it: they are told what it drops, and when it has sent something.

A bottleneck further on tells nobody. Here the qdisc answers at once: a packet that it refuses has not been sent, TCP
keeps it and reduces its window, and nothing is sent twice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from inflight.kernel.clock import Clock
from inflight.kernel.link import DELIVERED
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Flow, FlowSpec
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpSpec
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.tcp.small_queue import SmallQueue


class HostDevice(Device):
    """A `Device` of `rate` bit/s that frees what it has sent.

    A tap is where tcpdump listens: it is told of a packet that has left, and not of those that the qdisc dropped.

    completion: how long after the first unreported packet the driver learns what has been sent, s (0: at once). The
    line takes one skb at a time from the qdisc, as with byte queue limits that fit.
    """

    def __init__(self, clock: Clock, qdisc: Qdisc, *, rate: float, completion: float = 0.0) -> None:
        super().__init__(clock, qdisc, rate=rate)
        self._completion = completion
        self._sent_since: list[tuple[SmallQueue, int]] = []  # sent, but not reported yet
        self._newest: Queued | None = None  # being put into the qdisc
        self._refused = False

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """Put `packet` of `size` bytes into the qdisc, now: the CPU is taken to need no time. False: it is refused."""
        self._newest = item = Queued(packet, size, sink, self._clock.now, self._number)
        self._number += 1
        self._refused = False
        self.qdisc.enqueue(item)
        self._newest = None
        if not self._stopped:
            self._run()
        return not self._refused

    def below(self) -> int:
        """Bytes in the qdisc and on the line."""
        return self.qdisc.backlog + (self._on_line.size if self._on_line else 0)

    def _leave(self, item: Queued, now: float) -> None:
        super()._leave(item, now)
        if self.tap:
            self.tap(item.packet, now - item.size * self._seconds_per_byte, now, DELIVERED, item.sink)
        owner = _owner(item)
        if owner is None:
            return
        if not self._completion:
            owner.free(item.packet.truesize)
            return
        if not self._sent_since:
            self._clock.at(now + self._completion, self._complete)
        self._sent_since.append((owner, item.packet.truesize))

    def _complete(self) -> None:
        """The interrupt, late: what was sent since the last one is freed together (`ethtool -C … tx-usecs`)."""
        done, self._sent_since = self._sent_since, []
        for owner, truesize in done:
            owner.free(truesize)

    def _dropped(self, item: Queued) -> None:
        super()._dropped(item)
        newest = self._newest
        self._refused |= item is newest
        owner = _owner(item)
        if owner is None:
            return
        owner.free(item.packet.truesize)
        # NET_XMIT_DROP, or NET_XMIT_CN when the qdisc makes room at the cost of the same flow (`tcp_enter_cwr`)
        if newest is not None and newest.flow == item.flow and owner.congested:
            owner.congested()


def _owner(item: Queued) -> SmallQueue | None:
    owner: SmallQueue | None = getattr(item.packet, "owner", None)
    return owner


class SendingHost:
    """Flows, and probes, that share the device of the host they start from; behind it nothing waits.

    A flow's RTT is all on its ACKs' way, as in a `Dumbbell`.
    """

    def __init__(
        self,
        *,
        rate: float,
        qdisc: Qdisc,
        flows: Sequence[FlowSpec],
        probes: Sequence[UdpSpec] = (),
        completion: float = 0.0,
        rng: random.Random | None = None,
    ) -> None:
        self.clock = clock = Clock()
        rng = rng or random.Random(1)
        self.device = HostDevice(clock, qdisc, rate=rate, completion=completion)
        wait = self.device.wait
        self.flows = [Flow(clock, self.device, spec, rng, wait, number) for number, spec in enumerate(flows)]
        self.probes = [Probe(clock, self.device, spec, number, rng) for number, spec in enumerate(probes, len(flows))]
