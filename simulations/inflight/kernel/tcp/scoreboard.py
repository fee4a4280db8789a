"""What is in flight, SACKed, lost, retransmitted. `tcp_input.c:tcp_sacktag_write_queue`, RFC 8985."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from inflight.kernel.tcp.segment import BY_DUPLICATES, BY_RACK, BY_TIMEOUT, DataSegment

_START = attrgetter("seq")


class Scoreboard:
    """Unacknowledged segments in order of sequence; counters in segments, named as in `struct tcp_sock`."""

    __slots__ = (
        "_first",
        "_hint",
        "_reached",
        "_segments",
        "_twice_end",
        "by_time",
        "delivered",
        "fack",
        "in_flight",
        "lost",
        "lost_out",
        "packets_out",
        "rack_advanced",
        "rack_end",
        "rack_rtt_us",
        "rack_sent",
        "retrans_out",
        "sacked_out",
    )

    def __init__(self) -> None:
        self._segments: list[DataSegment] = []
        self._first = 0  # index of the first unacknowledged segment; what is before it awaits a clean-up
        self._reached: dict[int, int] = {}  # where a block begins: up to where its segments are known to be SACKed
        self._hint = 0  # sequence number from which to look for lost segments
        self._twice_end = 0  # all that was sent twice lies below
        self.by_time: list[DataSegment] | None = None
        """Segments by time sent; none is kept while nothing is SACKed, lost or was sent twice."""
        self.fack = 0
        """What lies below the highest SACKed byte, valid while something is SACKed (`tcp_highest_sack_seq`)."""
        self.packets_out = 0
        self.in_flight = 0
        """Segments believed to be in the network (`tcp_packets_in_flight`)."""
        self.sacked_out = 0
        self.lost_out = 0
        self.retrans_out = 0
        self.delivered = 0
        self.lost = 0
        self.rack_sent = 0.0
        self.rack_end = 0
        self.rack_rtt_us = 0
        self.rack_advanced = False

    @property
    def head(self) -> DataSegment | None:
        """The first unacknowledged segment."""
        return self._segments[self._first] if self.packets_out else None

    @property
    def tail(self) -> DataSegment | None:
        """The last segment sent."""
        return self._segments[-1] if self.packets_out else None

    def sent(self, segments: list[DataSegment]) -> None:
        """New segments leave."""
        count = len(segments)
        self._segments += segments
        self.packets_out += count
        self.in_flight += count
        if self.by_time is not None:
            self.by_time += segments

    def acknowledge(self, una: int) -> list[DataSegment]:
        """Remove and return the segments below `una`, keeping the counters."""
        segments, first = self._segments, self._first
        at, n = first, len(segments)
        while at < n and segments[at].end <= una:
            at += 1
        done = segments[first:at]
        count = at - first
        self.packets_out -= count
        if at > 512:
            del segments[:at]
            at = 0
        self._first = at
        if self.by_time is None:
            self.delivered += count
            self.in_flight -= count
            return done
        for segment in done:
            if segment.retransmitted:
                self.retrans_out -= 1
            if segment.sacked:
                self.sacked_out -= 1
            else:
                self.delivered += 1
            if segment.lost:
                self.lost_out -= 1
            segment.retransmitted = False
            segment.acked = True
        self._count()
        if not (self.sacked_out or self.lost_out or self.retrans_out) and una >= self._twice_end:
            self.by_time = None
            self._reached.clear()
        return done

    def _count(self) -> None:
        self.in_flight = self.packets_out - self.sacked_out - self.lost_out + self.retrans_out

    def track(self) -> None:
        """Something is out of order: keep the segments by time sent from now on."""
        if self.by_time is None:
            waiting = (s for s in self._segments[self._first :] if not s.sacked and (s.retransmitted or not s.lost))
            self.by_time = sorted(waiting, key=lambda s: (s.sent, s.seq))

    def sack(self, blocks: tuple[tuple[int, int], ...]) -> list[tuple[DataSegment, bool]]:
        """Mark what `blocks` cover; returns the segments newly SACKed, each with whether it was never retransmitted."""
        segments = self._segments
        fresh: list[tuple[DataSegment, bool]] = []
        for start, end in sorted(blocks):
            reached = self._reached.get(start, start)
            at = before = bisect_left(segments, reached, self._first, key=_START)
            while at < len(segments) and segments[at].end <= end:
                segment = segments[at]
                at += 1
                if segment.sacked:
                    continue
                self.track()
                fresh.append((segment, not segment.ever))
                if segment.retransmitted:
                    segment.retransmitted = False
                    self.retrans_out -= 1
                if segment.lost:
                    segment.lost = False
                    self.lost_out -= 1
                segment.sacked = True
                self.sacked_out += 1
                self.delivered += 1
                if self.sacked_out == 1 or segment.end > self.fack:
                    self.fack = segment.end
            if at > before:
                self._reached[start] = segments[at - 1].end
        if fresh and self.by_time is not None:
            self._count()
        return fresh

    def rack_advance(self, segment: DataSegment, now: float, min_rtt_us: int) -> None:
        """Remember the most recently sent segment that was delivered (`tcp_rack_advance`)."""
        rtt_us = int((now - segment.sent) * 1e6 + 0.5)
        if rtt_us < min_rtt_us and segment.ever:
            return  # it may be the original that was delivered
        self.rack_advanced = True
        self.rack_rtt_us = rtt_us
        if (segment.sent, segment.end) > (self.rack_sent, self.rack_end):
            self.rack_sent, self.rack_end = segment.sent, segment.end

    def rack_newest(self, segment: DataSegment, now: float) -> int:
        """`rack_advance` while all is in order: the last segment acknowledged is the newest. Returns its RTT, µs."""
        self.rack_advanced = True
        self.rack_sent, self.rack_end = segment.sent, segment.end
        self.rack_rtt_us = rtt_us = int((now - segment.sent) * 1e6 + 0.5)
        return rtt_us

    def rack_mark_lost(self, now: float, reo_wnd_us: int, why: int = BY_RACK) -> int:
        """Mark lost what was sent before the latest delivered segment, and long enough ago.

        Returns how long to wait, µs, for those that were not sent long enough ago; 0: none (`tcp_rack_detect_loss`).
        """
        wait = 0
        self.track()
        assert self.by_time is not None
        keep: list[DataSegment] = []
        reached = (self.rack_sent, self.rack_end)
        seen = 0
        for segment in self.by_time:
            if segment.acked or segment.sacked:
                pass  # it has arrived, and leaves the list here
            elif not (segment.lost and not segment.retransmitted):
                if (segment.sent, segment.end) >= reached:
                    break
                remaining = self.rack_rtt_us + reo_wnd_us - int((now - segment.sent) * 1e6 + 0.5)
                if remaining <= 0:
                    self.mark_lost(segment, why)
                else:
                    wait = max(wait, remaining)
                    keep.append(segment)
            seen += 1
        if len(keep) < seen:
            self.by_time[:seen] = keep
        return wait

    def sent_twice(self, start: int, end: int) -> int:
        """How many of the segments from `start` to `end` were sent more than once."""
        at = bisect_left(self._segments, start, self._first, key=_START)
        count = 0
        while at < len(self._segments) and self._segments[at].end <= end:
            count += self._segments[at].ever
            at += 1
        return count

    def mark_overtaken(self, duplicates: int) -> None:
        """Mark lost what at least `duplicates` SACKed segments lie above: RFC 6675 §4 (`tcp_mark_head_lost`)."""
        left = self.sacked_out - duplicates
        for segment in self._segments[self._first :]:
            if segment.sacked:
                left -= 1
            if left < 0:
                break
            if not segment.lost:
                self.mark_lost(segment, BY_DUPLICATES)

    def mark_lost(self, segment: DataSegment, why: int) -> None:
        """`tcp_mark_skb_lost`."""
        if segment.sacked:
            return
        segment.why = why
        self._hint = min(self._hint, segment.seq)
        if segment.lost and not segment.retransmitted:
            return
        self.lost += 1
        if not segment.lost:
            segment.lost = True
            self.lost_out += 1
        if segment.retransmitted:
            segment.retransmitted = False
            self.retrans_out -= 1
        self._count()

    def mark_all_lost(self, now: float) -> None:
        """A timeout: all but what RACK says was sent very recently (`tcp_timeout_mark_lost`)."""
        self.track()
        head = self.head
        for segment in self._segments[self._first :]:
            recent = self.rack_rtt_us - int((now - segment.sent) * 1e6 + 0.5) > 0
            if segment is head or not recent:
                self.mark_lost(segment, BY_TIMEOUT)

    def forget_losses(self) -> None:
        """Nothing is lost after all (`tcp_undo_cwnd_reduction` with unmark_loss)."""
        for segment in self._segments[self._first :]:
            segment.lost = False
        self.lost_out = 0
        self._count()
        self.by_time = None
        self.track()

    def next_lost(self) -> DataSegment | None:
        """The next segment to retransmit, in order of sequence (`tcp_xmit_retransmit_queue`)."""
        if self.retrans_out >= self.lost_out:
            return None
        segments = self._segments
        at = bisect_left(segments, self._hint, self._first, key=_START)
        for index in range(at, len(segments)):
            segment = segments[index]
            if segment.lost and not segment.retransmitted and not segment.sacked:
                self._hint = segment.seq
                return segment
        return None

    def retransmitted(self, segment: DataSegment, now: float, *, probe: bool = False) -> None:
        """`segment` leaves again. A probe is not taken for lost, and not counted twice as in flight."""
        self.track()
        assert self.by_time is not None
        if not segment.ever:
            segment.first_sent = segment.sent
            segment.ever = True
        segment.sent = now
        self._twice_end = max(self._twice_end, segment.end)
        if not probe:
            segment.retransmitted = True
            self.retrans_out += 1
            self._count()
        if segment in self.by_time[-1:]:
            return
        self.by_time = [other for other in self.by_time if other is not segment]
        self.by_time.append(segment)
