"""A host's eth0 with a discipline that somebody left there: whole skbs go in, segments come out."""

from __future__ import annotations

from typing import Any

from inflight.incidents.shared.offload import cut
from inflight.kernel.clock import Clock
from inflight.kernel.constants import HEADERS, MSS
from inflight.kernel.link import Inlet
from inflight.kernel.path.host import HostDevice
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.netem import Netem
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.era import TcpEra
from inflight.kernel.tcp.segment import DataSegment

NIC_RATE = 1e9
"""Of the card, bit/s."""


class Egress(HostDevice):
    """`qdisc` at the root of a card that cuts what it sends (TSO); `onward` comes after it.

    frames, bytes: what has left, as the wire carries it; `drops` are skbs. era: of its kernel.
    """

    flow = 0

    def __init__(self, clock: Clock, qdisc: Qdisc, onward: Inlet, era: TcpEra) -> None:
        super().__init__(clock, qdisc, rate=NIC_RATE)
        self._onward, self._overhead = onward, era.skb_overhead
        self.frames = self.bytes = 0

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of a `HostDevice`."""
        qdisc = self.qdisc
        if not isinstance(qdisc, Tbf) or size <= qdisc.bucket.burst or not _large(packet):
            return super().send(packet, size, sink, later)
        # Cut by the bucket that it does not fit into (`sch_tbf.c:tbf_segment`).
        pieces = cut(packet)
        if packet.owner:
            _share(packet, pieces, self._overhead)
        sent = [super(Egress, self).send(piece, _size(piece), sink, later) for piece in pieces]
        return any(sent)

    def _leave(self, item: Queued, now: float) -> None:
        sink, item.sink = item.sink, self
        super()._leave(item, now)
        packet = item.packet
        self.bytes += item.size
        if not _large(packet):
            self.frames += 1
            self._onward.send(packet, item.size, sink)
            return
        for piece in cut(packet):
            self.frames += 1
            self._onward.send(piece, _size(piece), sink)

    def _dropped(self, item: Queued) -> None:
        if isinstance(self.qdisc, Netem):
            self._newest = None  # netem tells the sender that all is well (`sch_netem.c:netem_enqueue`)
        super()._dropped(item)

    def receive(self, packet: Any) -> None:
        """It has left the card, and what follows already has it."""


def _large(packet: Any) -> bool:
    return isinstance(packet, DataSegment) and packet.end - packet.seq > MSS


def _size(packet: DataSegment) -> int:
    return packet.end - packet.seq + HEADERS


def _share(packet: DataSegment, pieces: list[DataSegment], overhead: int) -> None:
    """Each piece has memory of its own, and its socket pays for it (`tcp_offload.c:tcp_gso_segment`)."""
    for piece in pieces:
        piece.truesize = overhead + piece.end - piece.seq
    assert packet.owner
    packet.owner.charge(sum(piece.truesize for piece in pieces) - packet.truesize)
