"""What a picture of single packets is made of: packets, ACKs, states and timers of one connection. It only listens.

The model has the whole propagation delay on the ACKs' way, as the laboratory has. A picture wants it on both
ways, so half of it is drawn on either: no sender can tell the difference, and the queue keeps its own time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice
from math import nan
from operator import attrgetter
from struct import Struct

from inflight.figure.result import Column, Table
from inflight.kernel.congestion.states import OPEN, STATES
from inflight.kernel.link import FATES
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.retransmit_timer import PROBE, REORDER, RTO
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.captured.path import CapturedPath
from inflight.scenes.captured.wanted import is_wanted, offer
from inflight.scenes.tcpdump import RECEIVER, ROWS, SENDER, SIDES, Arrow, answer, data, handshake, segments

MOST = 20_000
"""Rows of a table: more packets than that are a blur, and a burden."""

TIMERS = (RTO, PROBE, REORDER, "delayed ACK")

# What is noted of each packet and ACK, packed: so columns are cut from it at once when the run is over.
_PACKET = Struct("7d")  # sent, left, seq, length, again, fate, push
_ACK = Struct("6d")  # sent, ack, window, first byte of the latest SACK block, byte behind it, fate
_NUMBER = Struct("d")
_LEFT, _FATE = 1 * _NUMBER.size, 5 * _NUMBER.size  # where they stand in a packet's row
_pack_packet, _pack_ack = _PACKET.pack, _ACK.pack
_PACKETS_FULL, _ACKS_FULL = MOST * _PACKET.size, MOST * _ACK.size
_NO_BLOCK = (nan, nan)


class Trace:
    """Listens to the only flow of a dumbbell from its first packet on, until `until` (s) at the latest.

    Times are seconds on the dumbbell's clock, less `start`. Row n of the packets is the n-th packet sent, so rows
    stop when there are `MOST`, of packets or of ACKs: the two tables are whole up to the last row of `packets`, and
    know nothing of what comes later. States and timers, of which there are few, go on, each up to `MOST` of its own.
    """

    def __init__(self, bell: Dumbbell, *, start: float = 0.0, until: float = float("inf")) -> None:
        (flow,) = bell.flows
        self._clock, self._link, self._flow = bell.clock, bell.link, flow
        self._start, self._until = start, start + until
        self._shift = (flow.spec.rtt - bell.link.delay) / 2  # from the receiver's clock to the one that is drawn
        self._packets, self._acks = bytearray(), bytearray()
        self._sacks: dict[int, Sequence[tuple[int, int]]] = {}  # all blocks of an ACK that has any, by its row
        self._states = [(flow.spec.connect, OPEN)]
        self._timers: list[tuple[float, float, int, int]] = []
        bell.link.tap = self._packet
        if isinstance(bell.link, Device):
            bell.link.on_change = self._changed
        flow.back.tap = self._ack
        flow.sender.recovery.on_state = self._state
        flow.sender.recovery.on_timer = self._timer
        flow.receiver.on_timer = self._delayed_ack
        self._captured = (
            CapturedPath(bell.clock, bell.link, bell.flows, held=bell.inlet is not bell.link) if is_wanted() else None
        )

    def tables(self) -> dict[str, Table]:
        """All that was heard so far: packets, acks, segments, states and timers (see `inflight.figure.views`)."""
        if self._captured:
            offer(self._captured.capture())
        return {
            "packets": self._packet_table(),
            "acks": self._ack_table(),
            "segments": segments(self._arrows(), self._start),
            "states": self._state_table(),
            "timers": self._timer_table(),
        }

    # ---- listening -----------------------------------------------------------------------------------------------

    def _packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        noted = self._packets
        if now > self._until or len(noted) >= _PACKETS_FULL:
            self._stop()
        else:
            seq = packet.seq
            noted += _pack_packet(now, leaves, seq, packet.end - seq, packet.repeat, fate, packet.push)

    def _changed(self, number: int, leaves: float, fate: int, marked: bool) -> None:
        """It is known now when a packet leaves a queue that is no FIFO, or that it was dropped."""
        at = number * _PACKET.size
        if at < len(self._packets):
            _NUMBER.pack_into(self._packets, at + _LEFT, leaves)
            _NUMBER.pack_into(self._packets, at + _FATE, fate)

    def _ack(self, ack: Ack, fate: int) -> None:
        noted, now, sacks = self._acks, self._clock.now, ack.sacks
        if now > self._until or len(noted) >= _ACKS_FULL:
            self._stop()
        else:
            if sacks:
                self._sacks[len(noted) // _ACK.size] = sacks
            first, behind = sacks[0] if sacks else _NO_BLOCK
            noted += _pack_ack(now, ack.ack, ack.window, first, behind, fate)

    def _stop(self) -> None:
        """Both taps are closed together, so that no table knows what the other doesn't."""
        if self._captured:
            return  # a capture is taken from the same taps, to the end of the run
        self._link.tap = self._flow.back.tap = None

    def _state(self, state: int) -> None:
        states, now = self._states, self._clock.now
        if states[-1][1] == state:
            return
        if states[-1][0] == now:
            states.pop()  # only passed through, within one ACK
        if len(states) < MOST:
            states.append((now, state))

    def _timer(self, name: str, armed: float) -> None:
        self._fired(armed, self._clock.now, SENDER, name)

    def _delayed_ack(self, armed: float) -> None:
        self._fired(armed + self._shift, self._clock.now + self._shift, RECEIVER, "delayed ACK")

    def _fired(self, armed: float, now: float, side: int, name: str) -> None:
        if len(self._timers) < MOST:
            self._timers.append((armed, now, side, TIMERS.index(name)))

    # ---- tables --------------------------------------------------------------------------------------------------

    def _packet_table(self) -> Table:
        sent, left, seq, length, again, fate, _ = _columns(self._packets, _PACKET)
        start, way = self._start, self._link.delay + self._shift
        return Table(
            [
                Column("sent", "s", "left the sender and reached the queue", "time", _less(sent, start)),
                Column("left", "s", "left the queue", "queue", _less(left, start)),
                Column("arrived", "s", "reached the receiver", "time", _less(left, start - way)),
                Column("seq", "B", "first byte", "sequence", seq),
                Column("length", "B", "bytes of data; a FIN counts as one", "inflight", length),
                Column("again", "", "1: a retransmission", "loss", again),
                Column("fate", "", "what became of it", "loss", fate, FATES),
            ]
        )

    def _ack_table(self) -> Table:
        sent, number, window, first, behind, fate = _columns(self._acks, _ACK)
        start = self._start
        arrived = _less(sent, start - self._flow.spec.rtt)
        if any(fate):
            arrived = array("d", [nan if lost else time for time, lost in zip(arrived, fate, strict=True)])
        return Table(
            [
                Column("sent", "s", "left the receiver", "time", _less(sent, start - self._shift)),
                Column("arrived", "s", "reached the sender", "time", arrived),
                Column("ack", "B", "next byte expected", "sequence", number),
                Column("window", "B", "bytes more that may come", "rwnd", window),
                Column("sack_start", "B", "first byte of the latest SACK block", "sequence", first),
                Column("sack_end", "B", "byte behind the latest SACK block", "sequence", behind),
            ]
        )

    def _arrows(self) -> Iterator[Arrow]:
        """All segments, in order of time but for the microseconds that the CPU takes."""
        spec, way = self._flow.spec, self._link.delay + self._shift
        packets = (
            data(sent, left + way, int(seq), int(length), int(again), int(fate), push > 0, total=spec.total)
            for sent, left, seq, length, again, fate, push in _PACKET.iter_unpack(self._packets)
        )
        acks = (
            self._answer(row, sent, int(number), int(window), int(fate))
            for row, (sent, number, window, *_, fate) in enumerate(islice(_ACK.iter_unpack(self._acks), ROWS))
        )
        return merge(handshake(spec, way), packets, acks, key=attrgetter("sent"))

    def _answer(self, row: int, sent: float, number: int, window: int, fate: int) -> Arrow:
        arrived = nan if fate else sent + self._flow.spec.rtt
        return answer(sent + self._shift, arrived, number, window, self._sacks.get(row, ()), fate)

    def _state_table(self) -> Table:
        starts = [time for time, _ in self._states]
        ends = starts[1:] if len(starts) >= MOST else [*starts[1:], self._clock.now]
        spans = [(start, end, SENDER, state) for (start, state), end in zip(self._states, ends, strict=False)]
        state = Column("state", "", "congestion state (icsk_ca_state)", "cwnd", words=STATES)
        return self._spans("entered", "left", state, spans, SIDES[:1])  # the receiver has no such state

    def _timer_table(self) -> Table:
        timer = Column("name", "", "which timer", "rto", words=TIMERS)
        return self._spans("armed", "fired", timer, self._timers, SIDES)

    def _spans(
        self, start: str, end: str, what: Column, spans: list[tuple[float, float, int, int]], sides: tuple[str, ...]
    ) -> Table:
        """What lasts: `start` and `end` say how it begins and ends."""
        table = Table(
            [
                Column("start", "s", start, "time"),
                Column("end", "s", end, "time"),
                Column("side", "", "whose", "time", words=sides),
                what,
            ]
        )
        for begins, ends, side, value in spans:
            if begins <= self._until:
                table.append(begins - self._start, ends - self._start, side, value)
        return table


def _columns(noted: bytearray, form: Struct) -> list[array[float]]:
    """What was noted, number by number."""
    cells = array("d", bytes(noted))
    width = form.size // cells.itemsize
    return [cells[number::width] for number in range(width)]


def _less(times: array[float], start: float) -> array[float]:
    """`times` counted from `start`."""
    return array("d", [time - start for time in times]) if start else times
