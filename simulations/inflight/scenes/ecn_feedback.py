"""What a sender learns of the marks on its segments, ACK by ACK: by classic ECN, as DCTCP has it, and by AccECN."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.accecn import Marks
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.ecn import AccEcnAck, AccEcnReceiver, DctcpReceiver, EcnReceiver
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.segment import DataSegment

CLASSIC, DCTCP, ACCECN = "classic", "dctcp", "accecn"
_RECEIVERS: dict[str, Callable[..., EcnReceiver | AccEcnReceiver]] = {
    CLASSIC: EcnReceiver,
    DCTCP: DctcpReceiver,
    ACCECN: AccEcnReceiver,
}
_BEFORE = 400
"""Segments that have come before, so that the receiver delays its ACKs."""
_ECE = 0b001


@dataclass(frozen=True)
class Told:
    """An ACK that leaves the receiver `at`, s, when `marked` segments have come with CE.

    segments: how many it acknowledges in all. ace: its flags AE, CWR and ECE, as three bits. heard: False: it is lost.
    known: how many marks the sender has counted when it has heard it. Classic ECN only tells that there was one in a
    round trip, or more.
    """

    at: float
    marked: int
    segments: int
    ace: int
    heard: bool
    known: int


def told(
    feedback: str, marks: Sequence[bool], *, apart: float = 0.001, rtt: float = 0.02, lost: Collection[int] = ()
) -> list[Told]:
    """Every ACK for segments that arrive `apart` s, each marked or not.

    rtt: s from an ACK to the first segment that can carry CWR for it. lost: which ACKs never arrive, counted from 0.
    """
    return _Run(feedback, marks, apart, rtt, lost).told


class _Run:
    """The receiver takes segments 0 … of which those below _BEFORE are not told of."""

    def __init__(self, feedback: str, marks: Sequence[bool], apart: float, rtt: float, lost: Collection[int]) -> None:
        self._clock, self._apart, self._rtt, self._lost = Clock(), apart, rtt, lost
        self._receiver = _RECEIVERS[feedback](self._clock, self._ack, buffer=ReceiveBuffer(), rtt_us=int(rtt * 1e6))
        self._hear = {CLASSIC: self._latched, DCTCP: self._for_each, ACCECN: self._counted}[feedback]
        self._marks = Marks(MSS)
        self._marked = self._una = self._known = 0
        self._cwr = -1  # the segment that carries CWR
        self.told: list[Told] = []
        for number, marked in enumerate([False] * _BEFORE + list(marks)):
            self._until(number * apart)
            self._segment(number, marked)
        self._until((_BEFORE + len(marks)) * apart + 1)

    def _until(self, time: float) -> None:
        for _ in self._clock.run(time):
            pass

    def _segment(self, number: int, marked: bool) -> None:
        now = self._clock.now
        segment = DataSegment(number * MSS, (number + 1) * MSS, now, now - self._rtt, False)
        segment.ect, segment.cwr = True, number == self._cwr
        self._marked += marked
        (self._receiver.receive_marked if marked else self._receiver.receive)(segment)

    def _ack(self, ack: Ack) -> None:
        before = _BEFORE * MSS
        heard = ack.ack <= before or len(self.told) not in self._lost
        if heard:
            self._known += self._hear(ack)
            self._una = ack.ack
        if ack.ack > before:
            ace = ack.ace if isinstance(ack, AccEcnAck) else _ECE * ack.ece
            at = self._clock.now - _BEFORE * self._apart
            self.told.append(Told(at, self._marked, ack.ack // MSS - _BEFORE, ace, heard, self._known))

    def _latched(self, ack: Ack) -> int:
        """ECE stays until CWR comes; what it says before that CWR is acknowledged is no news."""
        if not ack.ece or ack.ack <= self._cwr * MSS:
            return 0
        self._cwr = round((self._clock.now + self._rtt) / self._apart + 0.5)
        return 1

    def _for_each(self, ack: Ack) -> int:
        """Whatever an ACK with ECE delivers was marked."""
        return ack.ece * (ack.ack - self._una) // MSS

    def _counted(self, ack: Ack) -> int:
        assert isinstance(ack, AccEcnAck)
        size = ack.ack - self._una
        return self._marks.heard(ack.ace, size // MSS, size, ack.option)
