"""The path of the experiment `netem`: a sender of packets at even distances, netem, and what becomes of each."""

from __future__ import annotations

import random
from array import array
from math import nan

from inflight.experiments.netem.parameters import NetemParameters
from inflight.kernel.link import DELIVERED, DROPPED, LOST
from inflight.kernel.qdisc.base import Queued
from inflight.kernel.qdisc.netem import Netem
from inflight.scenes.tcpdump import Arrow

ETHERNET = 14
"""Header of a frame, which netem counts, bytes."""

MOST_PACKETS = 20_000

SHOWN = 24
"""Packets of the ladder: with more of them nobody sees who overtakes whom."""


class _Packet:
    """Knows its number and when it was sent, s."""

    __slots__ = ("number", "sent")
    ect = False

    def __init__(self, number: int, sent: float) -> None:
        self.number, self.sent = number, sent


def _netem(p: NetemParameters, rng: random.Random) -> Netem:
    share = p.correlation / 100
    jitter = p.jitter / 1000
    return Netem(
        limit=p.limit,
        delay=p.delay / 1000,
        jitter=jitter,
        delay_correlation=share,
        distribution=p.distribution if p.delay and jitter else "uniform",
        loss=0.0 if p.burst > 1 else p.loss / 100,
        loss_correlation=share,
        gemodel=p.gemodel,
        duplicate=p.duplicate / 100,
        duplicate_correlation=share,
        corrupt=p.corrupt / 100,
        corrupt_correlation=share,
        reorder=p.reorder / 100 if p.delay else 0.0,
        reorder_correlation=share,
        gap=p.gap,
        rate=p.rate * 1e6 if p.rate else None,
        rng=rng,
    )


class NetemPath:
    """The sender, netem, and the receiver: its `receive`. Without a line behind it netem needs no device.

    shown: as many packets are kept one by one. fates: why some of these have not arrived.
    """

    flow = 0

    def __init__(self, p: NetemParameters, rng: random.Random, *, shown: int = SHOWN) -> None:
        self._shown = shown
        self.netem = _netem(p, rng)
        self.netem.on_drop = self._dropped
        self.payload = p.size * p.gso
        self._frame = (p.size + ETHERNET) * p.gso
        self.gap = self.payload * 8 / (p.offered * 1e6)  # s from one packet to the next
        self.count = max(1, min(MOST_PACKETS, int(p.duration / self.gap + 1e-9)))
        self._now = 0.0
        self.sent = self.bytes = self.late = self.twice = self.most = 0
        self.shortest = self.longest = nan
        self._newest = -1
        self.last = 0.0  # when the last one arrived, s
        self._lost = 0  # what netem had lost on purpose when it dropped a packet last
        self._came = bytearray(self.count)
        self._arrows: list[Arrow] = []
        self.fates: dict[int, int] = {}
        self.numbers, self.delays = array("d"), array("d")

    def until(self, end: float) -> None:
        """Send and receive what is due before `end`, s."""
        netem = self.netem
        while self.sent < self.count and (now := self.sent * self.gap) < end:
            self._drain(now)
            self._now = now
            packet = _Packet(self.sent, now)
            self.sent += 1
            netem.enqueue(Queued(packet, self._frame, self, now, packet.number))
            self.most = max(self.most, len(netem))
            while item := netem.dequeue(now):
                item.sink.receive(item.packet)
        self._drain(end)

    def _drain(self, end: float) -> None:
        netem = self.netem
        while (due := netem.due()) <= end:
            self._now = max(self._now, due)
            item = netem.dequeue(self._now)
            assert item
            item.sink.receive(item.packet)

    def receive(self, packet: _Packet) -> None:
        """A packet has arrived whole."""
        number, now = packet.number, self._now
        again = bool(self._came[number])
        if number < self._shown:
            label = f"{number + 1}{' again' if again else ''}"
            self._arrows.append(Arrow(packet.sent, now, 0, label, f"packet {label}"))
        if again:
            self.twice += 1
            return
        self._came[number] = 1
        self.last = now
        self.bytes += self.payload
        if number < self._newest:
            self.late += 1
        else:
            self._newest = number
        delay = round(1000 * (now - packet.sent), 6)  # to the nanosecond, as netem has it
        self.numbers.append(number + 1)
        self.delays.append(delay)
        if not self.shortest <= delay:
            self.shortest = delay
        if not self.longest >= delay:
            self.longest = delay

    def _dropped(self, item: Queued) -> None:
        lost, self._lost = self._lost, self.netem.lost
        if item.packet.number < self._shown:
            self.fates[item.packet.number] = DROPPED if lost == self._lost else LOST

    @property
    def overflow(self) -> int:
        """Packets for which there was no room."""
        return self.netem.drops - self.netem.lost

    def arrows(self) -> list[Arrow]:
        """The first packets in the order they were sent; those that never arrived with their fate."""
        came = {int(arrow.label.split()[0]) - 1 for arrow in self._arrows}
        missing = [
            Arrow(n * self.gap, nan, 0, str(n + 1), f"packet {n + 1}", 0, self.fates.get(n, LOST))
            for n in range(min(self.sent, self._shown))
            if n not in came
        ]
        assert all(arrow.fate == DELIVERED for arrow in self._arrows)
        return sorted([*self._arrows, *missing], key=lambda arrow: arrow.sent)
