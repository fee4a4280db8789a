"""What may leave, and when: windows, Nagle, TSO bursts, the CPU's time. `tcp_output.c:tcp_write_xmit`."""

from __future__ import annotations

from typing import Protocol

from inflight.kernel.clock import Clock, jiffies, to_jiffies
from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.states import CA_EVENT_CWND_RESTART, CWR, OPEN, RECOVERY
from inflight.kernel.constants import (
    GSO_MAX_SIZE,
    HEADERS,
    INIT_CWND,
    INITIAL_WINDOW,
    MIN_TSO_SEGS,
    MSS,
    TCP_MSS_DEFAULT,
)
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.autosize import burst_segments
from inflight.kernel.tcp.chrono import BUSY, RWND_LIMITED, SNDBUF_LIMITED, Chrono
from inflight.kernel.tcp.nagle import Nagle
from inflight.kernel.tcp.newreno import DupackCounter
from inflight.kernel.tcp.one_cpu import OneCpu
from inflight.kernel.tcp.persist import PersistTimer
from inflight.kernel.tcp.rate import DeliveryRate
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.recovery import LOST, Recovery
from inflight.kernel.tcp.retransmit_timer import PROBE
from inflight.kernel.tcp.rtt import RttEstimator
from inflight.kernel.tcp.scoreboard import Scoreboard
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.send_buffer import SendBuffer, Skb
from inflight.kernel.tcp.sending import DEFAULT_SENDING, SendingSpec
from inflight.kernel.tcp.small_queue import SmallQueue

UNPACED_SEGS = 10  # the first ones leave at once (`tcp_update_skb_after_send`)
TSO_WIN_DIVISOR = 3
DEFER_LIMIT = 1e-3  # s
LEAST_MSS = 68 - 32  # bytes: the least that IP carries (RFC 791), less the header with timestamps

SKB_TIME, SEGMENT_TIME = 8e-6, 12e-6
"""Time the CPU takes to send an skb, and each segment of it, s, as in the recordings.

It decides who comes first at a full queue, and whether an ACK comes while write() still runs.
"""

WRITE_LATENCY = 30e-6
"""Time until a writing process that slept runs again, s, as in the recordings."""


class Outlet(Protocol):
    """Where segments leave: puts a packet of so many bytes on the way to `sink`, so many seconds from now."""

    def send(self, packet: DataSegment, size: int, sink: Receiver, later: float) -> object: ...


class Output:
    """The part of a connection that sends, after the handshake.

    Args:
        congestion: the algorithm, fresh.
        buffer: the socket's send buffer.
        spec: its settings.
        window: peer's window at the start, bytes.
        small_queue: where the host's own device frees what it has sent: the account of what is below TCP. An skb then
            goes down whole, so it takes `offload`, or one segment per skb.
    """

    __slots__ = (
        "_counts_duplicates",
        "_cwnd_clamp",
        "_cwnd_stamp",
        "_cwnd_usage_end",
        "_cwnd_used",
        "_deferred",
        "_fin_needs_room",
        "_grows_skbs",
        "_init_cwnd",
        "_last_sent",
        "_link",
        "_max_cwnd_packets",
        "_max_pacing_rate",
        "_max_window",
        "_offload",
        "_overhead",
        "_paced",
        "_path_mss",
        "_peer",
        "_pkts_acked",
        "_pushed_seq",
        "_rate",
        "_ratio_after",
        "_ratio_slow_start",
        "_sample",
        "_size_goal_segs",
        "_slow_start_after_idle",
        "_throttled",
        "_tx_done",
        "_waits",
        "_wakeup",
        "aborted",
        "backlog",
        "board",
        "buffer",
        "burst_segs",
        "chrono",
        "clock",
        "congestion",
        "cpu_free",
        "cwnd_limited",
        "fin_waits",
        "gso_max_segs",
        "mss",
        "nagle",
        "next_send",
        "nxt",
        "one_cpu",
        "owned",
        "pacing_rate",
        "packets_sent",
        "persist",
        "recovery",
        "retransmissions",
        "rtt",
        "small_queue",
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
        spec: SendingSpec = DEFAULT_SENDING,
        *,
        window: int = INITIAL_WINDOW,
        small_queue: SmallQueue | None = None,
        one_cpu: OneCpu | None = None,
    ) -> None:
        self.clock, self._link, self._peer = clock, link, peer
        self.congestion, self.buffer = congestion, buffer
        options = spec.options
        self.board = Scoreboard() if options.sack else DupackCounter()
        self._counts_duplicates = not options.sack
        self.rtt = RttEstimator(options.rto_min_us)
        self.recovery = Recovery(self, options)
        self.writer: Writer | None = None
        self.gso_max_segs = spec.gso_max_segs
        self._cwnd_clamp = spec.cwnd_clamp
        self._slow_start_after_idle = spec.slow_start_after_idle and not congestion.rules_recovery
        self._offload, self._tx_done = spec.offload, spec.tx_done
        self._overhead = spec.era.skb_overhead
        self._fin_needs_room, self._grows_skbs = spec.era.fin_needs_room, spec.era.grows_skbs
        self.fin_waits = False
        self._wakeup = spec.wakeup
        self._throttled = False  # what was written waits until the device is done (TSQ_THROTTLED)
        self.una = self.nxt = 0
        self.window_end = window
        self._path_mss = self.mss = spec.mss
        """Payload of a full segment, bytes: less than the path allows where the peer's window is tiny."""
        self._offered_most(window)
        self.nagle = Nagle(spec.nodelay)
        self.persist = PersistTimer(self)
        self.chrono = Chrono(clock)
        self.ts_recent = 0.0
        self.pacing_rate = 0.0
        self.next_send = -1.0
        """When pacing lets the next segment go, s; without pacing, when the last one went (`tcp_wstamp_ns`)."""
        self._paced = spec.pacing or spec.max_pacing_rate < float("inf")
        self._waits = False  # the pacing timer runs
        self._ratio_slow_start, self._ratio_after = (ratio / 100 for ratio in spec.pacing_ratios)
        self._max_pacing_rate = spec.max_pacing_rate / 8  # bytes/s
        self.burst_segs = min(MIN_TSO_SEGS, spec.gso_max_segs)
        self.packets_sent = self.retransmissions = 0
        self._pushed_seq = 0
        self._last_sent = -1.0
        self.cpu_free = 0.0  # when the CPU is done with the skb before
        self.owned = False
        """A process is in a call that has the socket (`sock_owned_by_user`)."""
        self.backlog: list[Ack] = []  # what has come meanwhile
        self._deferred = False  # so has the time to send on (TCP_TSQ_DEFERRED)
        self._size_goal_segs = 0
        self.aborted = False
        self._watch_window(congestion)
        self.small_queue, self.one_cpu = small_queue, one_cpu
        if small_queue:
            small_queue.restart, small_queue.congested = self._send_on, self.recovery.enter_cwr

    def _watch_window(self, congestion: CongestionControl) -> None:
        """What is kept to tell how far the window is used, and what the algorithm is told."""
        self._init_cwnd = congestion.cwnd
        self.cwnd_limited = False  # tp->is_cwnd_limited
        self._max_cwnd_packets = 0  # tp->max_packets_out
        self._cwnd_usage_end = 0
        self._cwnd_used = 0  # most segments in flight since the window was last made use of (tp->snd_cwnd_used)
        self._cwnd_stamp = 0.0  # when it was, or data was last acknowledged, s (tp->snd_cwnd_stamp)
        self._sample = AckSample()
        listens = type(congestion).pkts_acked is not CongestionControl.pkts_acked
        self._pkts_acked = congestion.pkts_acked if listens else None
        self._rate = DeliveryRate(self.clock, self.board, self.rtt) if congestion.rate_samples else None

    # ---- opening -------------------------------------------------------------------------------------------------

    def established(self, rtt_us: int, *, passive: bool) -> None:
        """The handshake gave the first RTT sample; `passive`: it was the peer that connected.

        `tcp_rcv_synsent_state_process`; passive, `tcp_rcv_state_process`.
        """
        self.rtt.update_min(self.clock.now, rtt_us)
        self.rtt.sample(rtt_us, self.una, self.nxt)
        congestion = self.congestion
        initcwnd = congestion.cwnd
        if not passive:
            congestion.cwnd = INIT_CWND  # the first pacing rate comes with the SYN-ACK, the route's initcwnd after it
        self._cwnd_stamp = self.clock.now
        self._update_pacing_rate()
        congestion.cwnd = initcwnd
        if self._rate:
            congestion.rate = self._rate
        congestion.init(self.rtt.srtt_us)
        if congestion.pacing_rate is not None:
            self._paced = True
            self._update_pacing_rate()
        self._sample.paced = self._paced
        if self.buffer.autotuned:
            self._expand()

    def offered(self, window: int) -> None:
        """The peer's SYN, or SYN-ACK, offers `window` bytes at first."""
        self.window_end = self.una + window
        self._offered_most(window)

    def _offered_most(self, window: int) -> None:
        """The largest window that the peer has offered so far, bytes."""
        self._max_window = window
        self._bound_mss()

    # ---- from the application ------------------------------------------------------------------------------------

    def begin_write(self) -> None:
        """Before each write(): with hardly anything unsent and room in the window, the application is the limit.

        `tcp_rate_check_app_limited`.
        """
        if self.one_cpu:
            self._busy(self.clock.now, self.one_cpu.begin_write())
        rate, board = self._rate, self.board
        if rate and self.buffer.unsent < MSS and board.in_flight < self.congestion.cwnd:
            if board.lost_out <= board.retrans_out:
                rate.limit()

    def size_goal(self) -> int:
        """Bytes to collect in one skb (`tcp_xmit_size_goal`): whole segments, at most half the peer's window."""
        goal, mss = min(GSO_MAX_SIZE, self._half_window()), self.mss
        size = self._size_goal_segs * mss
        if goal < size or goal >= size + mss:
            self._size_goal_segs = min(goal // mss, self.gso_max_segs)
        return max(self._size_goal_segs * mss, mss)

    def _half_window(self) -> int:
        """Half of the largest window seen, or all of it where windows are tiny (`tcp_bound_to_half_wnd`)."""
        return self._max_window >> 1 if self._max_window > TCP_MSS_DEFAULT else self._max_window

    def _bound_mss(self) -> None:
        """Silly-window avoidance: a tiny window is used in two halves (RFC 9293 §3.8.6.2.1, `tcp_sync_mss`)."""
        self.mss = min(self._path_mss, max(self._half_window(), LEAST_MSS))

    def start_skb(self) -> Skb:
        """Begin a new skb at the end of the write queue (`tcp_skb_entail`)."""
        if not self.buffer.write_queue:
            self.chrono.start(BUSY)
        if self._slow_start_after_idle and not self.board.packets_out:
            self._restart_after_idle()
        return self.buffer.start_skb()

    def copy(self, skb: Skb, length: int) -> None:
        """`length` bytes more for the last skb (`skb_copy_to_page_nocache`)."""
        if self.one_cpu:
            self._busy(self.clock.now, length * self.one_cpu.copy_time)
        self.buffer.append(skb, length)

    def forced_push(self) -> bool:
        """More than half the largest window was written since the last push."""
        return self.buffer.write_seq > self._pushed_seq + (self._max_window >> 1)

    def push(self, *, nagle: bool, more: bool = False) -> None:
        """Send what may be sent (`tcp_push`); with `more` a short segment waits for what follows, as under a cork."""
        queue = self.buffer.write_queue
        if not more or self.forced_push():
            self._pushed_seq = self.buffer.write_seq
            if queue:
                queue[-1].push = True
        if queue and not self._autocorks():
            corked, self.nagle.corked = self.nagle.corked, self.nagle.corked or more
            self.push_pending(nagle=nagle)
            self.nagle.corked = corked

    def _autocorks(self) -> bool:
        """A short skb waits as long as the device still sends what went before (`tcp_should_autocork`)."""
        small = self.small_queue
        if small and self.one_cpu:
            skb = self.buffer.write_queue[-1]
            return skb.length < self.size_goal() and self.board.packets_out > 0 and small.corks(skb.truesize)
        if not self._tx_done or not self.board.packets_out:
            return False
        done = self._tx_done()
        if done <= self.clock.now or self.buffer.write_queue[-1].length >= self.size_goal():
            return False
        if not self._throttled:
            self._throttled = True
            self.clock.at(done, self._uncork)
        return True

    def _uncork(self) -> None:
        """The device is done (`tcp_tasklet_func`)."""
        self._throttled = False
        if self.buffer.write_queue:
            self.push_pending()

    def push_pending(self, *, nagle: bool = True) -> bool:
        """Send what may be sent; if nothing is in flight then, a timer asks again (`__tcp_push_pending_frames`)."""
        sent = self.write_xmit(nagle=nagle)
        if not self.board.packets_out and self.buffer.write_queue:
            self.persist.check()
        return sent

    def cork(self, corked: bool) -> None:
        """setsockopt(TCP_CORK): only full segments leave, until it is pulled (`__tcp_sock_set_cork`)."""
        self.nagle.corked = corked
        if not corked and self.buffer.write_queue:
            self.push_pending()

    def push_one(self) -> None:
        """Send the first skb of the queue if it may be sent (`tcp_push_one`)."""
        self.write_xmit(nagle=False, push_one=True)

    def shutdown(self) -> None:
        """All is written: FIN follows, on the last segment if that has not left yet (`tcp_send_fin`)."""
        if self.buffer.write_queue:
            self.nagle.ends = True
            self.write_xmit(nagle=False)
        elif self._fin_needs_room and self.board.in_flight >= self.congestion.cwnd:
            self.fin_waits = True
        else:
            self._send_fin()

    def _send_fin(self) -> None:
        self.fin_waits = False
        now = self.clock.now
        first = not self.board.packets_out
        self.buffer.take_fin(self.nxt)
        fin = DataSegment(self.nxt, self.nxt + 1, now, self.ts_recent, True)
        self.board.sent([fin])
        self.nxt += 1
        self.packets_sent += 1
        self._link.send(fin, HEADERS, self._peer, self._busy(now, SKB_TIME))
        if first or not self.recovery.schedule_loss_probe(advancing=False):
            self.recovery.timer.rearm()

    def abort(self) -> None:
        """The application resets the connection: nothing more is sent."""
        self.buffer.write_queue.clear()
        self.writer = None
        self.recovery.timer.stop()
        self.aborted = True

    # ---- a closed window ------------------------------------------------------------------------------------------

    @property
    def has_unsent(self) -> bool:
        """Data wait to be sent for the first time."""
        return bool(self.buffer.write_queue)

    @property
    def max_window(self) -> int:
        """The largest window that the peer has offered so far, bytes (`tp->max_window`)."""
        return self._max_window

    @property
    def head_fits(self) -> bool:
        """The peer's window has room for all of the first skb that waits."""
        return self.nxt + self.buffer.write_queue[0].length <= self.window_end

    def probe_window(self) -> bool:
        """Send what the window allows, a segment at most; if that is nothing, a segment without data, False.

        The probe's sequence number is an old one, so the peer must answer (`tcp_write_wakeup`).
        """
        room = self.window_end - self.nxt
        if room > 0:
            length = min(self.buffer.write_queue[0].length, self.mss, room)
            self._fill_empty_pipe(self.clock.now)
            self.buffer.write_queue[0].push = True
            self._send_skb(length, self.clock.now)
            self.recovery.timer.rearm()
            return True
        probe = DataSegment(self.una - 1, self.una - 1, self.clock.now, self.ts_recent, False)
        self._link.send(probe, HEADERS, self._peer, SKB_TIME)
        return False

    # ---- sending -------------------------------------------------------------------------------------------------

    def write_xmit(self, *, nagle: bool = True, push_one: bool = False, probe: bool = False) -> bool:
        """Send new data as far as the windows allow; True if something left."""
        buffer, board, recovery = self.buffer, self.board, self.recovery
        queue, small = buffer.write_queue, self.small_queue
        cwnd, now = self.congestion.cwnd, self.clock.now
        mss, max_segs = self.mss, self.burst_segs
        writer, grows = self.writer, self._grows_skbs
        rearms = recovery.state > CWR or not recovery.probes  # else the timer is set for a probe when all is sent
        sent = 0
        cwnd_limited = rwnd_limited = False
        while queue:
            if self.next_send > now and self.must_wait():
                break
            in_flight = board.in_flight
            quota = cwnd - in_flight
            if quota <= 0:
                if not probe:
                    break
                quota = 1
            elif quota > cwnd >> 1:
                quota = cwnd >> 1 or 1  # at least two skbs in flight (`tcp_cwnd_test`)
            if grows and len(queue) > 1:
                missing = min(quota, max_segs) * mss - queue[0].length
                if missing > 0:
                    buffer.grow(missing)
            length = queue[0].length
            window = self.window_end - self.nxt
            if window < length and window < mss:
                rwnd_limited = True
                break
            if length > mss:
                # waiting for a larger burst is for those that have just sent one
                if now - self.next_send <= DEFER_LIMIT and recovery.state < RECOVERY and not (push_one or probe):
                    room = (cwnd - in_flight) * mss
                    if self._defer(room, window, max_segs):
                        cwnd_limited = room < window and room <= length
                        rwnd_limited = not cwnd_limited and window <= length
                        break
                most = mss * (quota if quota < max_segs else max_segs)
                length = most if most <= length and most <= window else self._split_point(length, window, most, nagle)
            else:
                if length < mss and nagle and len(queue) == 1 and self._nagle_holds():
                    break
                if not length:
                    break
            if small and self._enough_below(small, length):
                break
            if not in_flight:
                self._fill_empty_pipe(now)
            first = not board.packets_out
            if first:
                self.persist.stop()
            count = self._send_skb(length, now)
            if not count:
                break  # the host's own qdisc is full
            sent += count
            if rearms and (first or recovery.timer.pending == PROBE):
                recovery.timer.rearm()
            if writer and writer.no_space:
                self.check_space(writer)
            if push_one or probe:
                break
        self._have_sent(sent, cwnd_limited or board.in_flight >= cwnd, rwnd_limited, probe)
        return sent > 0

    def _have_sent(self, count: int, cwnd_limited: bool, rwnd_limited: bool, probe: bool) -> None:
        """Note what keeps more from leaving; PRR counts the segments that have left, and a timer watches them."""
        chrono, recovery = self.chrono, self.recovery
        if rwnd_limited:
            chrono.start(RWND_LIMITED)
        elif chrono.kind == RWND_LIMITED:
            chrono.stop(RWND_LIMITED)
        if count or cwnd_limited:
            self._validate_cwnd(cwnd_limited)
        if not count:
            return
        if recovery.state >= CWR:
            recovery.prr.out += count
        if probe:
            recovery.timer.rearm()
        else:
            recovery.schedule_loss_probe(advancing=False)

    def _send_skb(self, length: int, now: float) -> int:
        """Put one skb on the wire, segment by segment; returns their number, 0 if the host's own qdisc refuses it."""
        mss = self.mss
        count = -(-length // mss)
        cpu = self.one_cpu
        each, by_segment = (cpu.send_time, cpu.cut_time) if cpu else (SKB_TIME, SEGMENT_TIME)
        later = self._busy(now, each + (1 if self._offload else count) * by_segment)
        seq = self.nxt
        skb_end = seq + length
        push = self.buffer.take(length, seq) or length > mss  # skbs of several segments always carry PSH
        send, peer, tsecr = self._link.send, self._peer, self.ts_recent
        segments = []
        if self.small_queue:
            segments = self._hand_down(self.small_queue, length, push, later)
            if not segments:
                self.buffer.take_back()
                return 0
            seq = segments[-1].seq
        elif self._offload and count > 1:
            send(DataSegment(seq, skb_end, now, tsecr, push), length + count * HEADERS, peer, later)
            segments = [DataSegment(at, min(at + mss, skb_end), now, tsecr, push) for at in range(seq, skb_end, mss)]
            seq = segments[-1].seq
        else:
            while skb_end - seq > mss:
                segment = DataSegment(seq, seq + mss, now, tsecr, False)
                segments.append(segment)
                send(segment, mss + HEADERS, peer, later)
                seq += mss
            segment = DataSegment(seq, skb_end, now, tsecr, push)
            segments.append(segment)
            send(segment, skb_end - seq + HEADERS, peer, later)
        if skb_end - seq < mss:
            self.nagle.small_end = skb_end
        if self._rate:
            stamp = self._rate.stamp(now)
            for segment in segments:
                segment.stamp = stamp
        self.board.sent(segments)
        self.nxt = skb_end
        self._last_sent = now
        self.packets_sent += count
        if self._paced:
            self._pace(length, now)
        else:
            self.next_send = now
        return count

    @property
    def paced(self) -> bool:
        """Skbs leave at the pacing rate (SK_PACING_NEEDED)."""
        return self._paced

    @property
    def full_truesize(self) -> int:
        """Memory of an skb that holds a whole burst, bytes."""
        return self._overhead + self.burst_segs * self.mss

    def _enough_below(self, small: SmallQueue, length: int) -> bool:
        """The first `length` bytes have to wait until what is below TCP has left (`tcp_small_queue_check`)."""
        self.buffer.split(length)
        truesize, alone = self.buffer.write_queue[0].truesize, self.buffer.skbs_sent < 2
        return small.holds(truesize, self.pacing_rate, paced=self._paced, alone=alone)

    def _hand_down(self, small: SmallQueue, length: int, push: bool, later: float) -> list[DataSegment]:
        """Give the skb that was just taken to the host's own device; returns its segments, none if it is refused."""
        mss, seq, now, tsecr = self.mss, self.nxt, self.clock.now, self.ts_recent
        end = seq + length
        segments = [DataSegment(at, min(at + mss, end), now, tsecr, push) for at in range(seq, end, mss)]
        if self.one_cpu and not self._offload:
            for segment in segments:
                segment.owner, segment.truesize = small, self._overhead + segment.end - segment.seq
                small.charge(segment.truesize)
                self._link.send(segment, segment.end - segment.seq + HEADERS, self._peer, later)
            return segments
        packet = segments[0] if len(segments) == 1 else DataSegment(seq, end, now, tsecr, push)
        packet.owner, packet.truesize = small, self.buffer.newest_truesize
        small.charge(packet.truesize)
        return segments if self._link.send(packet, length + len(segments) * HEADERS, self._peer, later) else []

    def _fill_empty_pipe(self, now: float) -> None:
        """Nothing is in flight, and something is about to be (`tcp_event_data_sent`)."""
        congestion = self.congestion
        congestion.on_sent(now, now - self._last_sent if self._last_sent >= 0 else 0.0)
        if congestion.pacing_rate is not None:
            self._update_pacing_rate()

    def _busy(self, now: float, time: float) -> float:
        """The CPU works for `time` seconds when it is free; returns how long from now that is done."""
        start = self.cpu_free if self.cpu_free > now else now
        self.cpu_free = done = start + time
        return done - now

    def retransmit(self, segment: DataSegment, *, probe: bool = False) -> None:
        """Send a segment again (`__tcp_retransmit_skb`)."""
        now = self.clock.now
        if not self.board.in_flight:
            self._fill_empty_pipe(now)
        if self._rate:
            segment.stamp = self._rate.stamp(now)
        self.board.retransmitted(segment, now, probe=probe)
        self.retransmissions += 1
        self.packets_sent += 1
        later = SKB_TIME if segment.end - segment.seq == 1 else SKB_TIME + SEGMENT_TIME  # a FIN has no payload
        packet = segment.again(now, self.ts_recent)
        if self.small_queue:
            packet.owner, packet.truesize = self.small_queue, self._overhead + segment.end - segment.seq
            packet.owner.charge(packet.truesize)
        self._link.send(packet, segment.end - segment.seq + HEADERS, self._peer, later)
        if self._paced:
            self._pace(segment.end - segment.seq, now)
        else:
            self.next_send = now

    def _nagle_holds(self) -> bool:
        return self.nagle.holds(self.board.packets_out, self.una)

    def _split_point(self, length: int, window: int, most: int, nagle: bool) -> int:
        """Bytes of the skb to send now, less than `most` (`tcp_mss_split_point`)."""
        if most <= window and len(self.buffer.write_queue) > 1:
            return min(most, length)
        needed = min(length, window)
        if most <= needed:
            return most
        partial = needed % self.mss
        return needed - partial if partial and nagle and self._nagle_holds() else needed

    def _defer(self, room: int, window: int, max_segs: int) -> bool:
        """Wait for the next ACK to send a larger burst (`tcp_tso_should_defer`).

        `room` and `window` are the bytes that the congestion window and the peer's window leave.
        """
        limit = window if window < room else room
        if limit >= max_segs * self.mss:
            return False
        queue = self.buffer.write_queue
        if len(queue) > 1 and limit >= queue[0].length:
            return False
        if limit >= min(self.window_end - self.una, self.congestion.cwnd * self.mss) // TSO_WIN_DIVISOR:
            return False
        head = self.board.head
        if head is None:
            return False
        srtt = (self.rtt.srtt_us >> 3) * 1e-6
        return head.sent + srtt - self.clock.now <= min(srtt / 2, DEFER_LIMIT)

    def check_space(self, writer: Writer) -> None:
        """The application has found the buffer full, and there may be room again (`tcp_check_space`).

        Autotuning grows the buffer while the window is not full (`tcp_new_space`).
        """
        if self.buffer.autotuned and self.board.in_flight < self.congestion.cwnd:
            self._expand()
        if self.buffer.writeable:
            writer.no_space = False
            self.chrono.stop(SNDBUF_LIMITED)
            if writer.asleep:
                self._wake(writer)

    def _wake(self, writer: Writer) -> None:
        """The writing process may go on, once it has the CPU (`sk_stream_write_space`)."""
        writer.asleep = False
        if self.one_cpu and self.cpu_free > self.clock.now:
            self.one_cpu.pending = True  # what this ACK has sent is not on its way yet
        latency = self._wakeup() if self._wakeup else WRITE_LATENCY
        self.clock.at(max(self.clock.now + latency, self.cpu_free), writer.wake)

    def _expand(self) -> None:
        """Room for some congestion windows (`tcp_sndbuf_expand`)."""
        self.buffer.expand(self.congestion.cwnd, self.recovery.reordering.degree, self.congestion.sndbuf_factor)
        self._cwnd_stamp = self.clock.now

    def _validate_cwnd(self, limited: bool) -> None:
        """Remember the strongest sign of use within a window of data (`tcp_cwnd_validate`)."""
        packets = self.board.packets_out
        if self.una >= self._cwnd_usage_end or limited or (not self.cwnd_limited and packets > self._max_cwnd_packets):
            self.cwnd_limited = limited
            self._max_cwnd_packets = packets
            self._cwnd_usage_end = self.nxt
        if self.cwnd_limited or self._was_used():
            self._cwnd_used, self._cwnd_stamp = 0, self.clock.now
            return
        if packets > self._cwnd_used:
            self._cwnd_used = packets
        if self.writer and self.writer.no_space and not self.buffer.write_queue:
            self.chrono.start(SNDBUF_LIMITED)
        if self._slow_start_after_idle and self._ticks_since(self._cwnd_stamp) >= to_jiffies(self.rtt.rto_us):
            self._application_limited()

    def _was_used(self) -> bool:
        """In slow start half of the window in use is enough to let it grow (`tcp_is_cwnd_limited`)."""
        congestion = self.congestion
        return congestion.cwnd < congestion.ssthresh and congestion.cwnd < 2 * self._max_cwnd_packets

    def _ticks_since(self, time: float) -> int:
        return jiffies(self.clock.now) - jiffies(time)

    def _application_limited(self) -> None:
        """Not used for an RTO: half way down to what was (RFC 2861 §3.2, `tcp_cwnd_application_limited`)."""
        if self.recovery.state == OPEN and not (self.writer and self.writer.asleep):
            congestion = self.congestion
            used = max(self._cwnd_used, self._init_cwnd)
            if used < congestion.cwnd:
                self._remember_window()
                congestion.cwnd = (congestion.cwnd + used) >> 1
            self._cwnd_used = 0
        self._cwnd_stamp = self.clock.now

    def cwnd_after_idle(self) -> int:
        """The window with which new data would start now: half of it for each RTO without any (`tcp_cwnd_restart`)."""
        cwnd = self.congestion.cwnd
        if not self._slow_start_after_idle or self.board.packets_out or self._last_sent < 0:
            return cwnd
        rto = to_jiffies(self.rtt.rto_us)
        left = self._ticks_since(self._last_sent) - rto
        floor = min(self._init_cwnd, cwnd)
        while left > 0 and cwnd > floor:
            cwnd >>= 1
            left -= rto
        return max(cwnd, floor)

    def _restart_after_idle(self) -> None:
        """Start anew after more than an RTO without data (`tcp_slow_start_after_idle_check`)."""
        if self._last_sent < 0 or self._ticks_since(self._last_sent) <= to_jiffies(self.rtt.rto_us):
            return
        congestion = self.congestion
        cwnd = self.cwnd_after_idle()
        congestion.cwnd_event(CA_EVENT_CWND_RESTART, self.clock.now)
        self._remember_window()
        congestion.cwnd = cwnd
        self._cwnd_used, self._cwnd_stamp = 0, self.clock.now

    def _remember_window(self) -> None:
        """Three quarters of the window that is given up stay in ssthresh (`tcp_current_ssthresh`)."""
        congestion = self.congestion
        if not self.recovery.reducing:
            congestion.ssthresh = max(congestion.ssthresh, (congestion.cwnd >> 1) + (congestion.cwnd >> 2))

    # ---- pacing --------------------------------------------------------------------------------------------------

    def must_wait(self) -> bool:
        """It is not time yet for the next segment; a timer goes on when it is (`tcp_pacing_check`)."""
        if self.next_send <= self.clock.now:
            return False
        if not self._waits:
            self._waits = True
            self.clock.at(self.next_send, self._go_on)
        return True

    def _go_on(self) -> None:
        """The pacing timer (`tcp_pace_kick`)."""
        self._waits = False
        self._send_on()

    def _send_on(self) -> None:
        """First what is lost, then new data (`tcp_tsq_write`)."""
        if self.aborted:
            return
        if self.owned:
            self._deferred = True
            return
        board = self.board
        if board.lost_out > board.retrans_out and self.congestion.cwnd > board.in_flight:
            self.recovery.transmit_lost(LOST)
        self.write_xmit()

    def _pace(self, nbytes: int, now: float) -> None:
        """`nbytes` of data has left: the next may follow when these have passed at the pacing rate.

        A late start is made up for, by half of that time at most (`tcp_update_skb_after_send`).
        """
        due = self.next_send
        if due < now:
            self.next_send = now
        if self.packets_sent >= UNPACED_SEGS:
            time = nbytes / self.pacing_rate
            credit = self.next_send - due
            self.next_send += time - (credit if credit < time / 2 else time / 2)

    def _update_pacing_rate(self) -> None:
        """bytes/s: twice the window per RTT in slow start, 1.2 times later (`tcp_update_pacing_rate`).

        An algorithm that has its own rate is asked for it. A burst is what leaves in about a millisecond at that
        rate, more where the RTT is short (`tcp_tso_autosize`).
        """
        congestion = self.congestion
        own = congestion.pacing_rate
        if own is None:
            cwnd = congestion.cwnd
            packets = self.board.packets_out
            if packets < cwnd:
                packets = cwnd
            ratio = self._ratio_slow_start if cwnd < congestion.ssthresh / 2 else self._ratio_after
            rate = ratio * self.mss * packets * 8e6 / (self.rtt.srtt_us or 8e3)
            fewest = MIN_TSO_SEGS
        else:
            rate = own
            fewest = congestion.min_tso_segs(own)
        if rate > self._max_pacing_rate:
            rate = self._max_pacing_rate
        self.pacing_rate = rate
        small = self.small_queue
        if small is None:
            segs = burst_segments(rate, self.rtt.min_rtt_us, self.mss, fewest)
        elif small.spec.autosize:
            segs = burst_segments(rate, self.rtt.min_rtt_us, self.mss, fewest, shift=small.spec.shift)
        else:
            segs = GSO_MAX_SIZE // self.mss
        self.burst_segs = segs if segs < self.gso_max_segs else self.gso_max_segs
