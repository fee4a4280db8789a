"""What is noted while the transfer goes on: each segment's times, and how the first recovery goes."""

from __future__ import annotations

from math import nan

from inflight.figure.result import Column, Result, Table
from inflight.kernel.congestion.states import RECOVERY
from inflight.kernel.constants import MSS
from inflight.kernel.link import DELIVERED
from inflight.kernel.path.dumbbell import Dumbbell
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.segment import REASONS, DataSegment
from inflight.scenes.transfer import loss_in_words

_NOT = "–"


class RecoveryNotes:
    """What becomes of each segment, in words, and how the first recovery goes. It only listens."""

    def __init__(self, bell: Dumbbell, start: float, size: int) -> None:
        (flow,) = bell.flows
        self._clock, self._flow, self._start = bell.clock, flow, start
        self._size = size
        self.first = [nan] * size  # when each segment was sent first, s
        self.again: list[list[float]] = [[] for _ in range(size)]
        self.why: list[list[int]] = [[] for _ in range(size)]
        self.sacked = [nan] * size
        self.acked = [nan] * size
        self._arrived = [0] * size
        self._una = 0
        self._sends: list[float] = []
        self.undone: list[tuple[float, str]] = []
        self._recovery: list[tuple[int, int, bool]] = []  # after each ACK: sent, delivered, still above ssthresh
        self._over = False
        self._packet, self._ack = bell.link.tap, flow.back.tap
        flow.back.receive = self._acknowledged
        bell.link.tap, flow.back.tap = self._on_packet, self._on_ack
        flow.sender.recovery.on_undo = lambda proof: self.undone.append((self._clock.now - start, proof))

    # ---- listening -----------------------------------------------------------------------------------------------

    def _on_packet(self, packet: DataSegment, now: float, leaves: float, fate: int, sink: object) -> None:
        if self._packet:
            self._packet(packet, now, leaves, fate, sink)
        number, time = packet.seq // MSS, packet.timestamp - self._start  # when it left, not when it reached the queue
        if number >= self._size:
            return  # a FIN of its own
        self._sends.append(time)
        if packet.repeat:
            self.again[number].append(time)
            self.why[number].append(packet.why)
        else:
            self.first[number] = time
        self._arrived[number] += fate == DELIVERED

    def _on_ack(self, ack: Ack, fate: int) -> None:
        if self._ack:
            self._ack(ack, fate)
        arrives = self._clock.now + self._flow.spec.rtt - self._start
        for number in range(self._una, min(ack.ack // MSS, self._size)):
            self.acked[number] = arrives
        self._una = max(self._una, min(ack.ack // MSS, self._size))
        for start, end in ack.sacks:
            for number in range(max(start // MSS, self._una), min(end // MSS, self._size)):
                if self.sacked[number] != self.sacked[number]:
                    self.sacked[number] = arrives

    def _acknowledged(self, ack: Ack) -> None:
        """An ACK reaches the sender; it is noted how the first recovery goes."""
        sender = self._flow.sender
        sender.on_ack(ack)
        if sender.recovery.state == RECOVERY and not self._over:
            above = sender.board.in_flight > sender.congestion.ssthresh
            self._recovery.append((sender.packets_sent, sender.board.delivered, above))
        elif self._recovery:
            self._over = True

    # ---- when it is over -----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """One row per segment."""
        table = Table(
            [
                Column("segment", "", "which segment", "sequence"),
                Column("sent", "s", "sent first", "time"),
                Column("sacked", "s", "reported as arrived behind a hole", "sequence"),
                Column("resent", "s", "sent again, the last time", "loss"),
                Column("reason", "", "why it was sent again", "loss", words=(_NOT, *REASONS)),
                Column("acked", "s", "acknowledged", "time"),
            ]
        )
        for number in range(self._size):
            last, why = (self.again[number][-1], self.why[number][-1] + 1) if self.again[number] else (nan, 0)
            row = (number + 1, self.first[number], self.sacked[number], last, why, self.acked[number])
            table.append(*row)
        return table

    @property
    def needless(self) -> int:
        """Segments that came more than once."""
        return sum(max(count - 1, 0) for count in self._arrived)

    def first_again(self) -> int | None:
        """Which segment is sent again first."""
        times = [(again[0], number) for number, again in enumerate(self.again) if again]
        return min(times)[1] if times else None

    def _per_ten(self) -> float:
        """Segments sent for ten that arrive, while more is in flight than there should be."""
        above = [point for point in self._recovery if point[2]]
        if len(above) < 2 or above[-1][1] - above[0][1] < 10:
            return nan
        return 10 * (above[-1][0] - above[0][0]) / (above[-1][1] - above[0][1])

    def _silence(self) -> float:
        """From the first retransmission to the next packet, s."""
        first = self.first_again()
        if first is None:
            return nan
        begin = self.again[first][0]
        return min((time for time in self._sends if time > begin), default=nan) - begin

    def _filled(self) -> float:
        """When the last hole was filled, s."""
        return max((self.acked[number] for number, again in enumerate(self.again) if again), default=nan)

    def summarise(self, result: Result) -> None:
        """The events and numbers."""
        flow = self._flow
        recovery = flow.sender.recovery
        events = [loss_in_words(entry) for entry in recovery.entered]
        events = [(t - self._start, kind, text) for t, kind, text in events]
        events += [(t, "undo", f"undone: the {proof} proves that nothing was lost") for t, proof in self.undone]
        for event in sorted(events):
            result.event(*event)
        first = self.first_again()
        waited = nan if first is None else 1000 * (self.again[first][0] - self.first[first])
        finished = flow.receiver.finished_at
        result.figure("finished", nan if finished is None else 1000 * (finished - self._start))
        result.figure("waited", waited)
        result.figure("retransmissions", flow.sender.retransmissions)
        result.figure("needless", self.needless)
        result.figure("timeouts", recovery.timeouts)
        result.figure("undone", len(self.undone))
        result.figure("sent_per_ten", self._per_ten())
        result.figure("silence", 1000 * self._silence())
        result.figure("filled", 1000 * self._filled())
