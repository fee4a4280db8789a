"""A connection without SACK: duplicate ACKs are counted instead. RFC 6582, `tcp_input.c:tcp_add_reno_sack`."""

from __future__ import annotations

from inflight.kernel.tcp.scoreboard import Scoreboard
from inflight.kernel.tcp.segment import BY_DUPLICATES, BY_PARTIAL_ACK, DataSegment


class DupackCounter(Scoreboard):
    """Each duplicate ACK stands for one segment that has arrived, nobody knows which."""

    __slots__ = ()

    def acknowledge(self, una: int) -> list[DataSegment]:
        """The first of them was missing; as many of the others as there were duplicate ACKs are known already."""
        delivered, counted = self.delivered, self.sacked_out
        done = super().acknowledge(una)
        if done:
            self.delivered = delivered + max(len(done) - counted, 1)
            self.sacked_out = max(counted - (len(done) - 1), 0)
            self._limit()
        return done

    def add_duplicate(self) -> bool:
        """A duplicate ACK came; True if there are more of them than segments, so the network must have reordered."""
        self.track()
        prior = self.sacked_out
        self.sacked_out += 1
        limited = self._limit()
        self.delivered += self.sacked_out - prior
        return limited

    def forget_duplicates(self) -> None:
        """A new round: duplicates are counted from 0 (`tcp_reset_reno_sack`)."""
        self.sacked_out = 0
        self._count()

    def mark_first_lost(self, partial: bool) -> None:
        """The first unacknowledged segment is the one that is missing (`tcp_newreno_mark_lost`)."""
        head = self.head
        if head and not head.lost:
            self.track()
            self.mark_lost(head, BY_PARTIAL_ACK if partial else BY_DUPLICATES)

    def rack_advance(self, segment: DataSegment, now: float, min_rtt_us: int) -> None:
        """Without SACK, times tell nothing."""

    def rack_newest(self, segment: DataSegment, now: float) -> int:
        """Its RTT, µs; nothing else is noted."""
        return int((now - segment.sent) * 1e6 + 0.5)

    def _limit(self) -> bool:
        """`tcp_limit_reno_sacked`: there is a hole, so not all can have arrived."""
        most = self.packets_out - min(max(self.lost_out, 1), self.packets_out)
        limited = self.sacked_out > most
        if limited:
            self.sacked_out = most
        self._count()
        return limited
