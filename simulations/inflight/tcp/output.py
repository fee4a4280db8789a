"""What may leave, and when: windows, Nagle, TSO bursts, the CPU's time. `tcp_output.c:tcp_write_xmit`."""

from __future__ import annotations

from typing import Protocol

from inflight.clock import Clock
from inflight.congestion.base import AckSample, CongestionControl
from inflight.tcp.application import Writer
from inflight.tcp.constants import GSO_MAX_SIZE, HEADERS, INITIAL_WINDOW, MSS
from inflight.tcp.receiver import Receiver
from inflight.tcp.recovery import CWR, RECOVERY, Recovery
from inflight.tcp.rtt import RttEstimator
from inflight.tcp.scoreboard import Scoreboard
from inflight.tcp.segment import Segment
from inflight.tcp.send_buffer import SendBuffer

PACING_SHIFT = 10  # a TSO burst is about 1 ms of the pacing rate
MIN_TSO_SEGS = 2
TSO_WIN_DIVISOR = 3
DEFER_LIMIT = 1e-3  # s

SKB_TIME, SEGMENT_TIME = 8e-6, 12e-6
"""Time the CPU takes to send an skb, and each segment of it, s, as in the recordings.

It decides who comes first at a full queue, and whether an ACK comes while write() still runs.
"""


class Outlet(Protocol):
    """Where segments leave: puts a packet of so many bytes on the way to `sink`, so many seconds from now."""

    def send(self, packet: Segment, size: int, sink: Receiver, later: float) -> object: ...


class Output:
    """The part of a connection that sends, after the handshake.

    Args:
        congestion: the algorithm, fresh.
        buffer: the socket's send buffer.
        gso_max_segs: most segments in one skb; 1 switches GSO off.
        window: peer's window at the start, bytes.
    """

    __slots__ = (
        "_cwnd_usage_end",
        "_last_sent",
        "_link",
        "_max_cwnd_packets",
        "_max_window",
        "_peer",
        "_pushed_seq",
        "_sample",
        "_size_goal_segs",
        "_small_end",
        "aborted",
        "board",
        "buffer",
        "burst_segs",
        "clock",
        "congestion",
        "cpu_free",
        "cwnd_limited",
        "gso_max_segs",
        "nxt",
        "packets_sent",
        "pacing_rate",
        "recovery",
        "retransmissions",
        "rtt",
        "ts_recent",
        "una",
        "window_end",
        "writer",
    )

    def __init__(
        self,
        clock: Clock,
        link: Outlet,
        peer: Receiver,
        congestion: CongestionControl,
        buffer: SendBuffer,
        *,
        gso_max_segs: int = 65535,
        window: int = INITIAL_WINDOW,
    ) -> None:
        self.clock, self._link, self._peer = clock, link, peer
        self.congestion, self.buffer = congestion, buffer
        self.board = Scoreboard()
        self.rtt = RttEstimator()
        self.recovery = Recovery(self)
        self.writer: Writer | None = None
        self.gso_max_segs = gso_max_segs
        self.una = self.nxt = 0
        self.window_end = window
        self._max_window = window
        self.ts_recent = 0.0
        self.pacing_rate = 0.0
        self.burst_segs = min(MIN_TSO_SEGS, gso_max_segs)
        self.packets_sent = 0
        self.retransmissions = 0
        self.cwnd_limited = False  # tp->is_cwnd_limited
        self._max_cwnd_packets = 0  # tp->max_packets_out
        self._cwnd_usage_end = 0
        self._pushed_seq = 0
        self._last_sent = -1.0
        self.cpu_free = 0.0  # when the CPU is done with the skb before
        self._small_end = 0  # end of the last segment shorter than MSS (Minshall)
        self._size_goal_segs = 0
        self._sample = AckSample()  # what the algorithm is told of each ACK
        self.aborted = False

    # ---- opening -------------------------------------------------------------------------------------------------

    def established(self, rtt_us: int) -> None:
        """The SYN-ACK gave the first RTT sample (`tcp_rcv_synsent_state_process`)."""
        self.rtt.update_min(self.clock.now, rtt_us)
        self.rtt.sample(rtt_us, self.una, self.nxt)
        self._update_pacing_rate()
        if self.buffer.autotuned:
            self._expand()

    # ---- from the application ------------------------------------------------------------------------------------

    def size_goal(self) -> int:
        """Bytes to collect in one skb (`tcp_xmit_size_goal`): whole segments, at most half the peer's window."""
        goal = min(GSO_MAX_SIZE, self._max_window >> 1)
        size = self._size_goal_segs * MSS
        if goal < size or goal >= size + MSS:
            self._size_goal_segs = min(goal // MSS, self.gso_max_segs)
        return max(self._size_goal_segs * MSS, MSS)

    def forced_push(self) -> bool:
        """More than half the largest window was written since the last push."""
        return self.buffer.write_seq > self._pushed_seq + (self._max_window >> 1)

    def push(self, *, nagle: bool) -> None:
        """Send what may be sent (`tcp_push`)."""
        self._pushed_seq = self.buffer.write_seq
        if self.buffer.write_queue:
            self.buffer.write_queue[-1].push = True
            self.write_xmit(nagle=nagle)

    def push_one(self) -> None:
        """Send the first skb of the queue if it may be sent (`tcp_push_one`)."""
        self.write_xmit(nagle=False, push_one=True)

    def shutdown(self) -> None:
        """All is written: FIN follows, on the last segment if that has not left yet (`tcp_send_fin`)."""
        if self.buffer.write_queue:
            return
        now = self.clock.now
        first = not self.board.packets_out
        self.buffer.take_fin(self.nxt)
        fin = Segment(self.nxt, self.nxt + 1, now, self.ts_recent, True)
        self.board.sent([fin])
        self.nxt += 1
        self.packets_sent += 1
        self._link.send(fin, HEADERS, self._peer, self._busy(now, SKB_TIME))
        if first or not self.recovery.schedule_loss_probe(advancing=False):
            self.recovery.rearm_rto()

    def abort(self) -> None:
        """The application resets the connection: nothing more is sent."""
        self.buffer.write_queue.clear()
        self.writer = None
        self.recovery.stop()
        self.aborted = True

    # ---- sending -------------------------------------------------------------------------------------------------

    def write_xmit(self, *, nagle: bool = True, push_one: bool = False, probe: bool = False) -> bool:
        """Send new data as far as the windows allow; True if something left."""
        queue = self.buffer.write_queue
        board, recovery = self.board, self.recovery
        cwnd = self.congestion.cwnd
        now = self.clock.now
        max_segs = self.burst_segs
        growing = self.buffer.autotuned and self.writer is not None and self.writer.asleep
        sent = 0
        cwnd_limited = False
        while queue:
            in_flight = board.in_flight
            quota = cwnd - in_flight
            if quota <= 0:
                if not probe:
                    break
                quota = 1
            elif quota > cwnd >> 1:
                quota = cwnd >> 1 or 1  # at least two skbs in flight (`tcp_cwnd_test`)
            length = queue[0].length
            window = self.window_end - self.nxt
            if length > MSS:
                if window < MSS:
                    break
                # waiting for a larger burst is for those that have just sent one
                if now - self._last_sent <= DEFER_LIMIT and recovery.state < RECOVERY and not (push_one or probe):
                    room = (cwnd - in_flight) * MSS
                    if self._defer(room, window, max_segs):
                        cwnd_limited = room < window and room <= length
                        break
                most = MSS * (quota if quota < max_segs else max_segs)
                length = most if most <= length and most <= window else self._split_point(length, window, most, nagle)
            else:
                if length > window:
                    break
                if length < MSS and nagle and len(queue) == 1 and self._nagle_holds():
                    break
                if not length:
                    break
            if not in_flight:
                self.congestion.on_sent(now, now - self._last_sent if self._last_sent >= 0 else 0.0)
            first = not board.packets_out
            sent += self._send_skb(length, now)
            if recovery.state > CWR and (first or recovery.probing):
                recovery.rearm_rto()  # below CWR the timer is set for a probe when all is sent
            if growing and board.in_flight < cwnd:
                self._expand()
            if push_one or probe:
                break
        cwnd_limited |= board.in_flight >= cwnd
        if sent or cwnd_limited:
            self._validate_cwnd(cwnd_limited)
        if sent:
            if recovery.state >= CWR:
                recovery.prr_out += sent
            if probe:
                recovery.rearm_rto()
            else:
                recovery.schedule_loss_probe(advancing=False)
        return sent > 0

    def _send_skb(self, length: int, now: float) -> int:
        """Put one skb on the wire, segment by segment; returns their number."""
        later = self._busy(now, SKB_TIME + -(-length // MSS) * SEGMENT_TIME)
        seq = self.nxt
        skb_end = seq + length
        push = self.buffer.take(length, seq) or length > MSS  # skbs of several segments always carry PSH
        send, peer, tsecr = self._link.send, self._peer, self.ts_recent
        segments = []
        while skb_end - seq > MSS:
            segment = Segment(seq, seq + MSS, now, tsecr, False)
            segments.append(segment)
            send(segment, MSS + HEADERS, peer, later)
            seq += MSS
        segment = Segment(seq, skb_end, now, tsecr, push)
        segments.append(segment)
        send(segment, skb_end - seq + HEADERS, peer, later)
        if skb_end - seq < MSS:
            self._small_end = skb_end
        self.board.sent(segments)
        count = len(segments)
        self.nxt = skb_end
        self._last_sent = now
        self.packets_sent += count
        return count

    def _busy(self, now: float, time: float) -> float:
        """The CPU works for `time` seconds when it is free; returns how long from now that is done."""
        start = self.cpu_free if self.cpu_free > now else now
        self.cpu_free = done = start + time
        return done - now

    def retransmit(self, segment: Segment) -> None:
        """Send a segment again (`__tcp_retransmit_skb`)."""
        self.board.retransmitted(segment, self.clock.now)
        segment.tsecr = self.ts_recent
        self.retransmissions += 1
        self.packets_sent += 1
        later = SKB_TIME if segment.end - segment.seq == 1 else SKB_TIME + SEGMENT_TIME  # a FIN has no payload
        self._link.send(segment, segment.end - segment.seq + HEADERS, self._peer, later)

    def _nagle_holds(self) -> bool:
        """A short segment waits while an earlier short one is unacknowledged (RFC 896, Minshall)."""
        return self.board.packets_out > 0 and self._small_end > self.una

    def _split_point(self, length: int, window: int, most: int, nagle: bool) -> int:
        """Bytes of the skb to send now, less than `most` (`tcp_mss_split_point`)."""
        if most <= window and len(self.buffer.write_queue) > 1:
            return min(most, length)
        needed = min(length, window)
        if most <= needed:
            return most
        partial = needed % MSS
        return needed - partial if partial and nagle and self._nagle_holds() else needed

    def _defer(self, room: int, window: int, max_segs: int) -> bool:
        """Wait for the next ACK to send a larger burst (`tcp_tso_should_defer`).

        `room` and `window` are the bytes that the congestion window and the peer's window leave.
        """
        limit = window if window < room else room
        if limit >= max_segs * MSS:
            return False
        queue = self.buffer.write_queue
        if len(queue) > 1 and limit >= queue[0].length:
            return False
        if limit >= min(self.window_end - self.una, self.congestion.cwnd * MSS) // TSO_WIN_DIVISOR:
            return False
        head = self.board.head
        if head is None:
            return False
        srtt = (self.rtt.srtt_us >> 3) * 1e-6
        return head.sent + srtt - self.clock.now <= min(srtt / 2, DEFER_LIMIT)

    def _expand(self) -> None:
        """Autotuning grows the buffer while the application waits and the window is not full (`tcp_new_space`)."""
        self.buffer.expand(self.congestion.cwnd, self.recovery.reordering)

    def _validate_cwnd(self, limited: bool) -> None:
        """Remember the strongest sign of use within a window of data (`tcp_cwnd_validate`)."""
        packets = self.board.packets_out
        if self.una >= self._cwnd_usage_end or limited or (not self.cwnd_limited and packets > self._max_cwnd_packets):
            self.cwnd_limited = limited
            self._max_cwnd_packets = packets
            self._cwnd_usage_end = self.nxt

    def _update_pacing_rate(self) -> None:
        """bytes/s: twice the window per RTT in slow start, 1.2 times later (`tcp_update_pacing_rate`).

        A burst is what leaves in about a millisecond at that rate, more where the RTT is short (`tcp_tso_autosize`).
        """
        congestion = self.congestion
        cwnd = congestion.cwnd
        packets = self.board.packets_out
        if packets < cwnd:
            packets = cwnd
        ratio = 2.0 if cwnd < congestion.ssthresh / 2 else 1.2
        self.pacing_rate = rate = ratio * MSS * packets * 8e6 / (self.rtt.srtt_us or 8e3)
        size = int(rate) >> PACING_SHIFT
        shift = self.rtt.min_rtt_us >> 9
        if shift < 32:
            size += GSO_MAX_SIZE >> shift
        segs = (size if size < GSO_MAX_SIZE else GSO_MAX_SIZE) // MSS
        if segs < MIN_TSO_SEGS:
            segs = MIN_TSO_SEGS
        self.burst_segs = segs if segs < self.gso_max_segs else self.gso_max_segs
