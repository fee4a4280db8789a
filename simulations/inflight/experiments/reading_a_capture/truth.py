"""What really happened: of each captured segment, what the model knows and the capture does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inflight.capture import wireshark
from inflight.experiments.reading_a_capture.transfer import Heard
from inflight.kernel.tcp.segment import BY_PROBE, BY_TIMEOUT

RIGHT, HALF, MISLEADING, NOTHING = range(4)
JUDGED = ("right", "half the truth", "misleading", "nothing to say")


class Truth(NamedTuple):
    """What a segment is, in words; and which of Wireshark's names say it, and which say a part of it."""

    text: str = ""
    right: tuple[str, ...] = ()
    half: tuple[str, ...] = ()

    def judge(self, names: Sequence[str]) -> int:
        """RIGHT … NOTHING: the worst of Wireshark's names for it."""
        if not names:
            return NOTHING
        return max(RIGHT if name in self.right else HALF if name in self.half else MISLEADING for name in names)


LATE = "the segment before it is only late"

_LITERAL = (wireshark.WINDOW_FULL, wireshark.PREVIOUS_NOT_CAPTURED)
"""What is right about a segment whatever it is."""
_NEEDLESS = (wireshark.SPURIOUS_RETRANSMISSION,)
_AGAIN = (wireshark.RETRANSMISSION, wireshark.FAST_RETRANSMISSION)


class Story:
    """All that left, and what of it has been captured at `address` so far: the truth about each, one by one."""

    def __init__(self, heard: Sequence[Heard], address: str, shift: int) -> None:
        self._address, self._shift = address, shift
        self._data = [each for each in heard if each.is_data]
        self._lost_acks = [each.crossing.ack for each in heard if each.is_lost and not each.is_data]
        self._probes = any(each.probe for each in heard)
        self._at_receiver = any(each.crossing.target.address == address for each in self._data)
        self._copies: dict[int, list[Heard]] = {}
        for each in self._data:
            self._copies.setdefault(each.crossing.seq, []).append(each)
        self._missed = [each.end for each in self._data if each.crossing.missed == address]
        self._told = 0  # how many of these have been acknowledged
        self._ack = self._window = 0  # of the last ACK

    def truth(self, each: Heard) -> Truth:
        """About a captured segment; they are asked for in the order in which they were captured."""
        if "S" in each.crossing.flags:
            return Truth()
        if each.probe:
            return Truth("window probe (persist timer)", right=(wireshark.ZERO_WINDOW_PROBE,))
        if not each.is_data:
            return self._of_ack(each) if each.crossing.ack > 1 else Truth()
        return self._of_copy(each) if each.repeat else self._of_new(each)

    # ---- data ----------------------------------------------------------------------------------------------------

    def _of_copy(self, each: Heard) -> Truth:
        why = {BY_TIMEOUT: "timeout", BY_PROBE: "tail-loss probe"}.get(each.why, "fast retransmit")
        before = [copy for copy in self._copies[each.crossing.seq] if copy.crossing.sent < each.crossing.sent]
        came = [copy for copy in before if not copy.is_lost]
        lost = ", lost again" if each.is_lost else ""
        if came:
            half = _AGAIN if each.why != BY_TIMEOUT else (wireshark.RETRANSMISSION,)
            return Truth(f"{why}, needless: {self._why_needless(came[0])}{lost}", (*_NEEDLESS, *_LITERAL), half)
        if each.why == BY_PROBE:
            return Truth(f"{why}: the last segment was lost{lost}", _LITERAL, (wireshark.RETRANSMISSION,))
        text = f"{why}: the first copy was lost{lost}"
        if each.why == BY_TIMEOUT:
            return Truth(text, (wireshark.RETRANSMISSION, *_LITERAL))
        return Truth(text, (wireshark.FAST_RETRANSMISSION, *_LITERAL), (wireshark.RETRANSMISSION,))

    def _why_needless(self, first: Heard) -> str:
        if self._is_overtaken(first):
            return "the first copy was late"
        return "its ACK was lost" if any(ack >= first.end for ack in self._lost_acks) else "it had arrived"

    def _of_new(self, each: Heard) -> Truth:
        behind = self._before(each)
        right = (wireshark.WINDOW_FULL,) if each.room else ()
        half = () if each.room else (wireshark.WINDOW_FULL,)
        gap = self._why_missing(behind) if behind else ""
        if gap == LATE:
            half = (*half, wireshark.PREVIOUS_NOT_CAPTURED)
        else:
            right = (*right, wireshark.PREVIOUS_NOT_CAPTURED)
        if each.is_lost:
            return Truth("lost on the way", right, half)
        if self._is_overtaken(each):
            text = "late: others have overtaken it" if self._at_receiver else "others will overtake it on the way"
            return Truth(text, (*right, wireshark.OUT_OF_ORDER), half)
        if behind:
            return Truth(gap, right, half)
        text = "the receive window is used up" if each.room else "the window is used up, and cwnd, too"
        return Truth(text if self._fills(each) else "", right, half)

    def _why_missing(self, behind: Heard) -> str:
        if behind.crossing.missed == self._address:
            return "nothing is missing, except in this file"
        return "the segment before it was lost" if behind.is_lost else LATE

    def _fills(self, each: Heard) -> bool:
        return self._ack > 0 and each.end == self._ack + (self._window << self._shift)

    def _is_overtaken(self, each: Heard) -> bool:
        """Something that was sent later has arrived before it."""
        sent, arrived = each.crossing.sent, each.crossing.arrived
        return any(other.crossing.sent > sent and other.crossing.arrived < arrived for other in self._data)

    def _before(self, each: Heard) -> Heard | None:
        """The segment right before it, if it has not been captured before it."""
        seq, at = each.crossing.seq, each.crossing.seen_at(self._address)
        before = [other for other in self._data if other.end == seq and not other.repeat]
        if not before or at is None:
            return None
        (first, *_) = before
        seen = first.crossing.seen_at(self._address)
        return first if seen is None or seen > at else None

    # ---- ACKs ----------------------------------------------------------------------------------------------------

    def _of_ack(self, each: Heard) -> Truth:
        crossing = each.crossing
        ack, window = self._ack, self._window
        self._ack, self._window = crossing.ack, crossing.window
        if crossing.ack < ack:
            return Truth()
        text, right, half = self._said(each, same=crossing.ack == ack, before=window)
        if each.is_lost:
            text = "; ".join(filter(None, (text, "lost on the way back")))
        elif self._missed:
            right = (*right, wireshark.ACKED_UNSEEN)
            text = text or ("acknowledges what tcpdump has missed" if self._is_first_of(each) else "")
        return Truth(text, right, half)

    def _said(self, each: Heard, *, same: bool, before: int) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """In words, and the names that say it, and that say a part of it."""
        crossing, sacks = each.crossing, each.sacks
        if crossing.window == 0:
            return "the receive buffer is full", (wireshark.ZERO_WINDOW, wireshark.ZERO_WINDOW_PROBE_ACK), ()
        if sacks and sacks[0][0] + 1 < crossing.ack:
            return "D-SACK: a segment came twice", (), (wireshark.DUP_ACK,)
        if not same:
            return "", (), ()
        if sacks:
            return "a segment arrived behind the hole", (wireshark.DUP_ACK,), ()
        if crossing.window != before:
            return "the program has read, there is room again", (wireshark.WINDOW_UPDATE,), ()
        return "answers a window probe" if self._probes else "", (), ()

    def _is_first_of(self, each: Heard) -> bool:
        """It is the first that covers a segment which this capture lacks."""
        told, self._told = self._told, sum(end <= each.crossing.ack for end in self._missed)
        return self._told > told
