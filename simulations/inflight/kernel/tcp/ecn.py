"""Explicit Congestion Notification, the classic kind: RFC 3168 §6.1, as the kernel does it with tcp_ecn=1.

Queues mark data (CE) instead of dropping them; the receiver sets ECE on every ACK until data with CWR come; the sender
reduces its window once per round trip, in state CWR, and says so with CWR on the next new data.

DCTCP wants to know which segments were marked: its receiver sets ECE on ACKs for those alone (RFC 8257 §3.2).
With AccECN the receiver counts them, and every ACK carries the count (`accecn.py`).
"""

from __future__ import annotations

from typing import Any

from inflight.kernel.constants import HEADERS
from inflight.kernel.tcp.accecn import CE, ECT_0, ECT_1, NOT_ECT, Counters
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.output import Outlet
from inflight.kernel.tcp.receiver import AT_ONCE, Receiver
from inflight.kernel.tcp.recovery import Recovery
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.sender import Sender

QUICK_ACKS = 2  # after a mark the sender may have a very small window: do not delay (`__tcp_ecn_check_ce`)


class EcnOutlet:
    """Puts ECT on new data, and CWR on the first after a reduction (`tcp_output.c:tcp_ecn_send`).

    always: ECT also on what is sent again (TCP_CONG_NEEDS_ECN). l4s: it is ECT(1), not ECT(0).
    """

    __slots__ = ("_always", "_l4s", "_link", "recovery")

    def __init__(self, link: Outlet, *, always: bool = False, l4s: bool = False) -> None:
        self._link, self._always, self._l4s = link, always, l4s
        self.recovery: Recovery | None = None

    def send(self, packet: DataSegment, size: int, sink: Receiver, later: float) -> object:
        """RFC 3168 §6.1.5: what is sent again, or has no data, is not marked."""
        recovery = self.recovery
        new = not packet.retransmitted and size > HEADERS
        packet.ect = new or self._always
        packet.l4s = self._l4s
        packet.cwr = False
        if new and recovery and recovery.untold:
            recovery.untold = False
            packet.cwr = True
        return self._link.send(packet, size, sink, later)


class EcnSender(Sender):
    """Listens to ECE."""

    __slots__ = ()

    def on_ack(self, ack: Ack) -> None:
        """An ACK arrives."""
        self.recovery.ece = ack.ece
        before = self.board.delivered
        super().on_ack(ack)
        if ack.ece:
            self._sample.delivered_ce += self.board.delivered - before


class EcnReceiver(Receiver):
    """Answers marks with ECE."""

    __slots__ = ("_seen",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen = False  # ECT (TCP_ECN_SEEN)

    def receive(self, segment: DataSegment) -> None:
        """A segment without a mark arrives."""
        if segment.end > self.expected:
            if segment.cwr:
                self.ece = False  # `tcp_ecn_accept_cwr`
                self._quick = max(self._quick, 1)
            if segment.ect:
                self._seen = True
            elif self._seen:
                self._quick = max(self._quick, QUICK_ACKS)  # without ECT: probably sent again
        super().receive(segment)

    def receive_marked(self, segment: DataSegment) -> None:
        """A segment with CE arrives."""
        if segment.end > self.expected:
            if segment.cwr:
                self.ece = False
            self._seen = True
            if not self.ece:
                self.ece = True
                self._quick = max(self._quick, QUICK_ACKS)
        super().receive(segment)


class DctcpReceiver(EcnReceiver):
    """Says of each segment whether it was marked (`tcp_dctcp.h:dctcp_ece_ack_update`)."""

    __slots__ = ()

    def receive(self, segment: DataSegment) -> None:
        """A segment without a mark arrives."""
        self._turn(segment, marked=False)
        super().receive(segment)

    def receive_marked(self, segment: DataSegment) -> None:
        """A segment with CE arrives."""
        self._turn(segment, marked=True)
        super().receive_marked(segment)

    def _turn(self, segment: DataSegment, *, marked: bool) -> None:
        """With the first mark, and the first segment without: what has come before is acknowledged as it came."""
        if segment.end <= self.expected or self.ece == marked:
            return
        if self._armed:
            left = max(self._edge - self.expected, 0)
            self._send_ack(Ack(self.expected, left, (), self._clock.now, self.ece, self._echo))
        self.ece = marked
        self._pending |= AT_ONCE


class AccEcnAck(Ack):
    """What its ACE field is, and the fields of its option."""

    __slots__ = ("ace", "option")

    def __init__(self, ack: Ack, counters: Counters) -> None:
        super().__init__(ack.ack, ack.window, ack.sacks, ack.sent, False, ack.echo)
        self.ace, self.option = counters.ace, counters.option


class AccEcnReceiver(Receiver):
    """Counts marks, and tells at once when they begin or end (RFC 9768 §3.2.2.5.1, `tcp_ecn_received_counters`)."""

    __slots__ = ("_field", "counters")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.counters = Counters()
        self._field = NOT_ECT  # of the last packet

    def receive(self, segment: DataSegment) -> None:
        """A segment without a mark arrives."""
        self._count(segment, (ECT_1 if segment.l4s else ECT_0) if segment.ect else NOT_ECT)
        super().receive(segment)

    def receive_marked(self, segment: DataSegment) -> None:
        """A segment with CE arrives."""
        self._count(segment, CE)
        super().receive(segment)

    def header(self, opened: int = -1) -> AccEcnAck:
        """With the counters."""
        return AccEcnAck(super().header(opened), self.counters)

    def _count(self, segment: DataSegment, field: int) -> None:
        self.counters.arrive(field, segment.end - segment.seq)
        if field != self._field:
            self._field = field
            self._pending |= AT_ONCE
