"""What is remembered of a reduction of the window, in case it turns out that nothing was lost."""

from __future__ import annotations


def milliseconds(time: float) -> int:
    """`time`, s, as the timestamp option counts it (TCP_TS_HZ)."""
    return int(time * 1000)


class Undo:
    """`undo_marker`, `undo_retrans`, `prior_ssthresh` and `retrans_stamp` of `struct tcp_sock`."""

    __slots__ = ("marker", "prior_ssthresh", "retrans", "stamp")

    def __init__(self) -> None:
        self.marker = -1
        """Sequence number from which retransmissions count; -1: there is nothing to undo."""
        self.retrans = -1
        """Retransmissions that no D-SACK has called needless yet; -1: none was sent."""
        self.prior_ssthresh = 0
        """To be restored; 0: the reduction stands whatever comes."""
        self.stamp: int | None = None
        """Timestamp of the first retransmission of the episode, ms."""

    def begin(self, una: int, retrans_out: int) -> None:
        """A reduction begins (`tcp_init_undo`)."""
        self.marker = una
        self.retrans = retrans_out or -1

    def retransmitted(self, now: float) -> None:
        """A segment is sent again (`tcp_retransmit_skb`)."""
        if self.stamp is None:
            self.stamp = milliseconds(now)
        self.retrans = max(self.retrans, 0) + 1

    def original_came(self, echo: float) -> bool:
        """The ACK was caused by what had been sent before any retransmission: Eifel, RFC 3522 (`tcp_packet_delayed`).

        `echo` is the timestamp that it echoes, s.
        """
        return self.stamp is not None and milliseconds(echo) < self.stamp

    def possible(self, echo: float) -> bool:
        """All was needless (`tcp_may_undo`)."""
        return self.marker >= 0 and (not self.retrans or self.original_came(echo))
