"""One connection over a bottleneck as a capture has it: its handshake, its data and its ACKs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import nan

from inflight.capture.crossing import ECT_0, NOT_ECT, Crossing, End
from inflight.capture.options import of_segment, of_syn
from inflight.kernel.clock import Clock
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW, ReceiveWindow
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.captured.words import ADVERTISED_MSS, acknowledgement, comment_on, fated, stamp


class CapturedConnection:
    """Hears the ACKs by itself, and is told of what is sent.

    ends: the sender's and the receiver's. way: s from the sender to the receiver, where nothing waits; shift: s from
    the receiver's clock to the one that is drawn.
    """

    def __init__(self, clock: Clock, flow: Flow, ends: tuple[End, End], *, way: float, shift: float) -> None:
        self._clock, self._flow, self._way, self._shift = clock, flow, way, shift
        source, target = ends
        self._there = partial(Crossing, source=source, target=target, tos=flow.spec.tos)
        self._back = partial(Crossing, source=target, target=source)
        self._window = ReceiveWindow(flow.spec.receive, flow.spec.era)
        self.answers: list[Crossing] = []
        """ACKs that the receiver has sent."""
        self._heard, flow.back.tap = flow.back.tap, self._ack

    def segment(self, packet: DataSegment, now: float, arrives: float, fate: int) -> Crossing:
        """A segment of data that reaches the queue now."""
        total = self._flow.spec.total
        fin = total is not None and packet.end > total
        return self._there(
            sent=now,
            arrived=arrives,
            flags="A" + "P" * packet.push + "F" * fin + "W" * packet.cwr,
            seq=packet.seq + 1,
            ack=1,
            length=packet.end - packet.seq - fin,
            window=self._window.initial >> self._window.shift,
            options=of_segment(stamps=(stamp(packet.timestamp), stamp(packet.tsecr))),
            ecn=ECT_0 if packet.ect else NOT_ECT,
            comment=comment_on(packet, fate),
        )

    def _ack(self, ack: Ack, fate: int) -> None:
        if self._heard:
            self._heard(ack, fate)
        now = self._clock.now
        arrived = nan if fate else now + self._flow.spec.rtt
        crossing = partial(self._back, sent=now + self._shift, arrived=arrived, comment=fated("", fate))
        self.answers.append(acknowledgement(crossing, ack, self._window.shift))

    def opening(self) -> Iterator[Crossing]:
        """The three segments that open the connection, as far as the run has come (`tcpdump.py:handshake`)."""
        spec, window, now = self._flow.spec, self._window, self._clock.now
        begun, done = spec.connect, self._flow.established_at
        waited = done - begun - spec.rtt
        syn = partial(of_syn, mss=ADVERTISED_MSS, sack=spec.options.sack)
        wscale = window.shift if spec.receive.scaling else None
        offered = min(window.initial, MAX_TCP_WINDOW)
        # timestamps are those of the model, whose receiver sends the SYN-ACK when the SYN leaves
        first, answer = (syn(stamps=(stamp(begun), echo), wscale=wscale) for echo in (0, stamp(begun)))
        third = of_segment(stamps=(stamp(done), stamp(begun)))
        # RFC 3168 §6.1.1
        asks, agrees = ("EW", "E") if spec.ecn else ("", "")
        there = begun + waited + self._way
        if begun <= now:
            yield self._there(sent=begun, arrived=there, flags="S" + asks, window=offered, options=first)
        if there <= now:
            sa = "SA" + agrees
            yield self._back(sent=there, arrived=done, flags=sa, ack=1, window=offered, options=answer)
        if done <= now:
            scaled = window.initial >> window.shift
            arrived = done + self._way
            yield self._there(sent=done, arrived=arrived, flags="A", seq=1, ack=1, window=scaled, options=third)
