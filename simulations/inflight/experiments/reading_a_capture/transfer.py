"""The transfer, heard at both ends: each segment with what the model knows of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from inflight.capture.crossing import Crossing
from inflight.experiments.reading_a_capture.parameters import CaptureParameters
from inflight.figure.parameters import Marks
from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.qdisc.netem import NetemSpec
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.reader import Reading
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.buffers import RMEM_MAX, TCP_RMEM, TCP_WMEM
from inflight.scenes.captured.path import CapturedPath
from inflight.scenes.captured.words import ENDS
from inflight.scenes.tcpdump import SENDER
from inflight.scenes.trace import Trace

BUFFER = 1000
"""The queue is long enough for every window here: packets are lost where the reader says."""

LONGEST = 60.0
PIECE = 0.05
"""s of the run between two looks at it."""


@dataclass(frozen=True)
class Heard:
    """A segment, and what only the model knows of it.

    repeat, why: as of a `DataSegment`. probe: it asks a closed window. room: cwnd would let more leave behind it.
    sacks: those of an ACK.
    """

    crossing: Crossing
    repeat: bool = False
    why: int = 0
    probe: bool = False
    room: bool = False
    sacks: tuple[tuple[int, int], ...] = ()

    @property
    def is_data(self) -> bool:
        """Whether it carries data."""
        return self.crossing.length > 0

    @property
    def end(self) -> int:
        """The number behind its last byte."""
        return self.crossing.seq + self.crossing.length

    @property
    def is_lost(self) -> bool:
        """It never arrives."""
        return self.crossing.arrived != self.crossing.arrived


class Transfer:
    """One connection over a path that loses and delays what the reader has chosen; it only listens."""

    def __init__(self, p: CaptureParameters, rng: random.Random) -> None:
        self._size = p.size * MSS
        self._rtt = p.rtt / 1000
        self._missed = frozenset(Marks.numbers(p.missed))
        self._point = p.point
        self.bell = bell = _dumbbell(p, rng)
        (self.flow,) = bell.flows
        # the connection stays open: a FIN would be one more segment, behind the last one
        self.flow.sender.writer = Writer(self.flow.sender, self._size, self._size, close=False)
        self.trace = Trace(bell)
        self.captured = CapturedPath(bell.clock, bell.link, bell.flows, held=bell.inlet is not bell.link)
        self._data: list[Heard] = []
        self._acks: list[Ack] = []
        self._packet, bell.link.tap = bell.link.tap, self._on_packet
        self._ack, self.flow.back.tap = self.flow.back.tap, self._on_ack

    def run(self) -> Iterator[None]:
        """Until all is acknowledged, and what is still on its way has arrived."""
        clock, sender = self.bell.clock, self.flow.sender
        while sender.una < self._size and clock.now < LONGEST:
            yield from clock.run(clock.now + PIECE)
        yield from clock.run(clock.now + 2 * self._rtt)

    def _on_packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        if self._packet:
            self._packet(packet, now, leaves, fate, sink)
        sender = self.flow.sender
        self._data.append(
            Heard(
                self.captured.packets[-1],
                repeat=packet.repeat,
                why=packet.why,
                probe=packet.end == packet.seq,
                room=sender.congestion.cwnd > sender.board.in_flight,
            )
        )

    def _on_ack(self, ack: Ack, fate: int) -> None:
        if self._ack:
            self._ack(ack, fate)
        self._acks.append(ack)

    def crossings(self) -> list[Crossing]:
        """What can be captured."""
        return [heard.crossing for heard in self.heard()]

    def heard(self) -> list[Heard]:
        """All segments, in the order in which they leave."""
        here = ENDS[SENDER if self._point == "sender" else 1 - SENDER].address
        data = [
            Heard(**{**heard.__dict__, "crossing": heard.crossing._replace(missed=here)})
            if number in self._missed
            else heard
            for number, heard in enumerate(self._data, 1)
        ]
        (connection,) = self.captured.connections
        acks = [Heard(crossing, sacks=ack.sacks) for crossing, ack in zip(connection.answers, self._acks, strict=True)]
        opening = map(Heard, connection.opening())
        return sorted([*opening, *data, *acks], key=lambda heard: heard.crossing.sent)


def _dumbbell(p: CaptureParameters, rng: random.Random) -> Dumbbell:
    rtt = p.rtt / 1000
    pause = Reading(pause_at=0.0, pause=rtt + p.pause) if p.pause else None
    spec = FlowSpec(
        algorithm="reno",
        rtt=rtt,
        total=p.size * MSS,
        chunk=p.size * MSS,
        wmem=TCP_WMEM,
        receive=ReceiveBuffer(rmem=TCP_RMEM, rmem_max=RMEM_MAX, rcvbuf=p.rcvbuf),
        reading=pause,
        lose_acks=Marks.numbers(p.lose_acks),
        options=TcpOptions(tlp=p.tlp),
        era=tcp_era(p.kernel),
    )
    late = frozenset(Marks.numbers(p.late))
    netem = NetemSpec(delay=p.late_by / 1000, reorder=1, held=late) if late else None
    return Dumbbell(rate=p.rate * 1e6, limit=BUFFER, lose=Marks.numbers(p.lose), netem=netem, rng=rng, flows=[spec])
