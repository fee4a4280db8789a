"""A connection that talks both ways as a capture has it: what a conversation has heard, as segments with headers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from inflight.capture.crossing import Capture, Crossing
from inflight.capture.options import of_segment, of_syn
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.duplex import DuplexSocket, Handshake
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.captured.words import ADVERTISED_MSS, ENDS, acknowledgement, comment_on, points_of, stamp

Heard = tuple[float, float, int, DataSegment | Ack | Handshake, int]
"""When it left and arrived, s; which side sent it; what it was; what became of it."""


def captured_talk(heard: Sequence[Heard], sockets: Sequence[DuplexSocket], sides: Sequence[str]) -> Capture:
    """What was heard; it may grow until the capture is written."""
    return Capture(points_of(sides), lambda: _crossings(heard, sockets))


def _crossings(heard: Iterable[Heard], sockets: Sequence[DuplexSocket]) -> Iterator[Crossing]:
    last_syn = 0.0  # when the one that is answered was sent
    for sent, arrived, side, packet, fate in heard:
        window = sockets[side].receiver.window
        crossing = partial(Crossing, sent=sent, arrived=arrived, source=ENDS[side], target=ENDS[1 - side])
        if isinstance(packet, Handshake):
            stamps = stamp(packet.sent), stamp(last_syn) if packet.answer else 0
            last_syn = packet.sent
            yield crossing(
                flags="SA" if packet.answer else "S",
                seq=0,
                ack=int(packet.answer),
                window=min(window.initial, MAX_TCP_WINDOW),
                options=of_syn(mss=ADVERTISED_MSS, sack=True, stamps=stamps, wscale=window.shift),
            )
        elif isinstance(packet, Ack):
            yield acknowledgement(crossing, packet, window.shift)
        else:
            ack = packet.ack
            yield crossing(
                flags="A" + "P" * packet.push,
                seq=packet.seq + 1,
                ack=ack.ack + 1 if ack else 1,
                length=packet.end - packet.seq,
                window=(ack.window if ack else window.initial) >> window.shift,
                options=of_segment(stamps=(stamp(packet.timestamp), stamp(packet.tsecr))),
                comment=comment_on(packet, fate),
            )
