"""The only flow of a dumbbell as a capture has it, from its SYN on, in full.

As in a picture of single packets (`trace.py`), half of the propagation delay is on either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from heapq import merge
from operator import attrgetter

from inflight.capture.crossing import ECT_0, NOT_ECT, Capture, Crossing
from inflight.capture.options import of_segment, of_syn
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW, ReceiveWindow
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.captured.words import ADVERTISED_MSS, ENDS, acknowledgement, comment_on, fated, points_of, stamp
from inflight.scenes.tcpdump import RECEIVER, SENDER, SIDES


class CapturedFlow:
    """Listens beside those who listen already."""

    def __init__(self, bell: Dumbbell) -> None:
        (flow,) = bell.flows
        self._spec, self._delay = flow.spec, bell.link.delay
        self._clock = bell.clock
        self._shift = (flow.spec.rtt - bell.link.delay) / 2
        self._window = ReceiveWindow(flow.spec.receive)
        self._packets: list[Crossing] = []
        self._acks: list[Crossing] = []
        self._data, bell.link.tap = bell.link.tap, self._packet
        self._back, flow.back.tap = flow.back.tap, self._ack
        if isinstance(bell.link, Device):
            self._change, bell.link.on_change = bell.link.on_change, self._changed

    def capture(self) -> Capture:
        """What was heard so far."""
        points = points_of(SIDES)
        return Capture(points, lambda: merge(self._handshake(), self._packets, self._acks, key=attrgetter("sent")))

    def _packet(self, packet: DataSegment, now: float, leaves: float, fate: int) -> None:
        if self._data:
            self._data(packet, now, leaves, fate)
        fin = self._spec.total is not None and packet.end > self._spec.total
        self._packets.append(
            Crossing(
                sent=now,
                arrived=leaves + self._delay + self._shift,
                source=ENDS[SENDER],
                target=ENDS[RECEIVER],
                flags="A" + "P" * packet.push + "F" * fin + "W" * packet.cwr,
                seq=packet.seq + 1,
                ack=1,
                length=packet.end - packet.seq - fin,
                window=self._window.initial >> self._window.shift,
                options=of_segment(stamps=(stamp(packet.timestamp), stamp(packet.tsecr))),
                ecn=ECT_0 if packet.ect else NOT_ECT,
                comment=comment_on(packet, fate),
            )
        )

    def _changed(self, number: int, leaves: float, fate: int, marked: bool) -> None:
        if self._change:
            self._change(number, leaves, fate, marked)
        if number < len(self._packets):
            packet, arrived = self._packets[number], leaves + self._delay + self._shift
            comment = fated(packet.comment, fate)
            self._packets[number] = packet._replace(arrived=arrived, marked=marked, comment=comment)

    def _ack(self, ack: Ack) -> None:
        if self._back:
            self._back(ack)
        now, back = self._clock.now, partial(Crossing, source=ENDS[RECEIVER], target=ENDS[SENDER])
        crossing = partial(back, sent=now + self._shift, arrived=now + self._spec.rtt)
        self._acks.append(acknowledgement(crossing, ack, self._window.shift))

    def _handshake(self) -> Iterator[Crossing]:
        """The three segments that open the connection, as `tcpdump.py:handshake` has them."""
        spec, window, way = self._spec, self._window, self._delay + self._shift
        begun, done = spec.connect, spec.connect + spec.rtt
        syn = partial(of_syn, mss=ADVERTISED_MSS, sack=spec.options.sack)
        wscale = window.shift if spec.receive.scaling else None
        there = partial(Crossing, source=ENDS[SENDER], target=ENDS[RECEIVER])
        back = partial(Crossing, source=ENDS[RECEIVER], target=ENDS[SENDER])
        offered = min(window.initial, MAX_TCP_WINDOW)
        # timestamps are those of the model, whose receiver sends the SYN-ACK when the SYN leaves
        first, answer = (syn(stamps=(stamp(begun), echo), wscale=wscale) for echo in (0, stamp(begun)))
        third = of_segment(stamps=(stamp(done), stamp(begun)))
        yield there(sent=begun, arrived=begun + way, flags="S", seq=0, window=offered, options=first)
        yield back(sent=begun + way, arrived=done, flags="SA", seq=0, ack=1, window=offered, options=answer)
        scaled = window.initial >> window.shift
        yield there(sent=done, arrived=done + way, flags="A", seq=1, ack=1, window=scaled, options=third)
