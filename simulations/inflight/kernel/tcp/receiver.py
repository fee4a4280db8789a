"""The receiving side: reassembly, SACK blocks, and when an ACK is sent, delayed or compressed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from inflight.kernel.clock import TICK_US, Clock, Timer, jiffies, to_jiffies
from inflight.kernel.constants import ADVMSS, MSS, REORDERING, TCP_MIN_MSS, TCP_MSS_DEFAULT
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.era import LINUX_6_1, TcpEra
from inflight.kernel.tcp.receive_queue import ReceiveQueue
from inflight.kernel.tcp.receive_window import ReceiveBuffer, ReceiveWindow
from inflight.kernel.tcp.segment import DataSegment

MAX_QUICKACKS = 16
ATO_MIN = 10  # jiffies: 40 ms, TCP_ATO_MIN and TCP_DELACK_MIN
DELACK_MAX, ATO_MOST = 50, 125  # jiffies: 200 ms, and half a second
CLOSE = 0.016  # s: four ticks, so at most five apart in jiffies
NUM_SACKS = 4
SACKS_ON_THE_WIRE = 3  # with timestamps only three blocks fit into the header
COMPRESSED_ACKS = 44  # tcp_comp_sack_nr
COMPRESSION_DELAY_MAX = 1e-3  # s, tcp_comp_sack_delay_ns
PAWS_WINDOW = 1e-3  # s: one tick of the timestamps
NEVER = float("inf")
SCHEDULED, PUSHED, PUSHED_TWICE, AT_ONCE = 1, 2, 4, 8  # ICSK_ACK_SCHED, _PUSHED, _PUSHED2, _NOW
LAST = SCHEDULED | PUSHED  # no more may follow soon
_TCP_HEADER = 32  # with timestamps

READ_LATENCY = 35e-6
"""Time until the reading process runs, s: 20 to 50 µs in the recordings. What arrives meanwhile is read with it."""


class Receiver:
    """Takes segments, gives ACKs to `send_ack` (`tcp_input.c:tcp_data_queue`).

    The application reads at once, with one process that is always waiting; set `on_data` and it reads when it calls
    `recv`. Without `delayed_ack` every segment is acknowledged by itself (`ip route … quickack 1`).
    `wakeup` says how long the reading process waits for the CPU when there is something to read, s.
    """

    __slots__ = (
        "_always",
        "_armed",
        "_ato",
        "_blocks",
        "_clock",
        "_compressed",
        "_compressing",
        "_delayed",
        "_dsack",
        "_dupack_at",
        "_dupacks",
        "_echo",
        "_edge",
        "_last",
        "_last_size",
        "_last_tsecr",
        "_out_of_order",
        "_overhead",
        "_pending",
        "_quick",
        "_read_at",
        "_reading",
        "_rtt_us",
        "_sack",
        "_send_ack",
        "_timeout",
        "_wakeup",
        "_wup",
        "answers",
        "copied",
        "delayed_acks",
        "dropped",
        "ece",
        "expected",
        "finished_at",
        "flow",
        "on_data",
        "on_finish",
        "on_timer",
        "on_zero_window",
        "pingpong",
        "priority",
        "queue",
        "rcv_mss",
        "tos",
        "too_old",
        "total",
        "window",
    )

    def __init__(
        self,
        clock: Clock,
        send_ack: Callable[[Ack], None],
        *,
        buffer: ReceiveBuffer,
        era: TcpEra = LINUX_6_1,
        rtt_us: int = 0,
        delayed_ack: bool = True,
        wakeup: Callable[[], float] | None = None,
        sack: bool = True,
    ) -> None:
        self._clock, self._send_ack = clock, send_ack
        self.window = ReceiveWindow(buffer, era)
        self.queue = ReceiveQueue(era.skb_overhead)
        """What waits for the application."""
        self.flow = 0
        """The connection's number, by which queues tell it apart."""
        self.priority = 0
        """`skb->priority` of what is sent to it."""
        self.tos = 0
        """And the TOS byte."""
        self.ece = False  # TCP_ECN_DEMAND_CWR
        self.expected = 0  # rcv_nxt
        self.copied = 0
        """Up to where the application has read (copied_seq); when it reads at once nobody keeps count."""
        self.total: float = float("inf")
        self.finished_at: float | None = None
        self.dropped = 0
        """Segments that found no room in the buffer (TCPRcvQDrop), or a closed window (TCPZeroWindowDrop)."""
        self.too_old = 0
        """Segments whose timestamp was too old (PAWSEstab)."""
        self.delayed_acks = 0
        """ACKs that the timer sent (DelayedACKs)."""
        self.answers = False
        """Data go the other way, too, and may take an ACK along: who hands in a segment calls `check` after it."""
        self.pingpong = False
        """The application answers what it gets soon: an ACK may wait for the answer (`inet_csk_in_pingpong_mode`)."""
        self.on_data: Callable[[], None] | None = None
        """Is called when there is something to read (`sk_data_ready`)."""
        self.on_finish: Callable[[], None] | None = None
        """Is called when `total` bytes have arrived."""
        self.on_timer: Callable[[float], None] | None = None
        """Is told when the delayed-ACK timer fires: when it was armed, s."""
        self.on_zero_window: Callable[[bool], None] | None = None
        """Is told when the window is closed (True), and when it is opened again (False)."""
        self.rcv_mss = max(min(ADVMSS, self.window.initial >> 1, TCP_MSS_DEFAULT), TCP_MIN_MSS)
        """What the peer's segments seem to hold, bytes (`tcp_initialize_rcv_mss`, `tcp_measure_rcv_mss`)."""
        self._overhead = era.skb_overhead
        self._wakeup = wakeup
        self._read_at = NEVER  # when the reader that reads at once has run
        self._reading = False
        self._edge = self.window.offered  # behind the last byte that may come
        self._rtt_us = rtt_us
        self._out_of_order: list[tuple[int, int]] = []  # ranges, ascending
        self._nothing_to_acknowledge(always=not delayed_ack, sack=sack)

    def _nothing_to_acknowledge(self, *, always: bool, sack: bool) -> None:
        """No segment has come. always: each is acknowledged by itself."""
        self._wup = 0  # rcv_nxt when the last ACK was sent
        self._always = always
        self._quick = 0
        self._ato = 0
        self._last = 0.0  # when the last segment came
        self._last_tsecr = -1.0
        self._last_size = 0  # of a segment smaller than rcv_mss
        self._pending = 0  # flags of what is to be acknowledged (`icsk_ack.pending`)
        self._armed = False  # the delayed-ACK timer runs
        self._blocks: list[tuple[int, int]] = []  # SACK blocks, the latest first
        self._sack = sack
        self._dsack: tuple[int, int] | None = None  # what came twice, for the next ACK
        self._echo = 0.0  # ts_recent
        self._dupacks = 0
        self._dupack_at = 0
        self._timeout = 0  # jiffies
        self._compressed = 0
        self._compressing = False
        self._delayed = Timer(self._clock, self._delayed_ack)

    def established(self, now: float, rtt_us: int) -> None:
        """The handshake is complete; it took `rtt_us` µs."""
        self._rtt_us = rtt_us
        self.window.start(now)

    # ---- from the network ----------------------------------------------------------------------------------------

    def receive(self, segment: DataSegment) -> None:
        """A segment arrives (softirq): put it into its place, and acknowledge it now or later."""
        now = self._clock.now
        if now >= self._read_at:
            self._read_all()
        expected = self.expected
        seq, end = segment.seq, segment.end
        stamp = segment.timestamp if segment.ever else segment.sent
        echo = self._echo
        if stamp > echo:
            if seq <= self._wup <= end:  # RFC 7323 §4.3; `tcp_sequence`
                self._echo = stamp
        elif stamp < echo - PAWS_WINDOW and self._is_old(segment, stamp):
            return
        if end <= expected:
            self._came_twice(segment)
            return
        queue, window, on_data = self.queue, self.window, self.on_data
        if (seq >= self._edge or queue.memory > window.buffer) and self._refuse(seq >= self._edge):
            return
        if seq > expected:
            self._came_early(seq, end)
            return
        length = end - expected
        self.expected = end
        if on_data:
            queue.add(length, end)
        elif length <= MSS:
            queue.memory += (
                length if queue.memory else length + self._overhead
            )  # few wait for a reader that is so quick
        else:
            queue.charge(length, end)
        # what data in order tell of the sender (`tcp_event_data_recv`)
        if length >= self.rcv_mss:
            mss = length if length < ADVMSS else ADVMSS
            if mss != self.rcv_mss:
                self.rcv_mss = mss
                window.measure(length, length + self._overhead)
            self._last_size = 0
            self._pending |= LAST if segment.push else SCHEDULED
            if segment.tsecr != self._last_tsecr:  # timestamps tick in ms, and each is used once
                self._last_tsecr = segment.tsecr
                ticks = int(now * 1000) - int(segment.tsecr * 1000)
                window.sample(ticks, waits=on_data is not None and self.copied < expected)
        else:
            self._short(length, segment.push)
        if now - self._last > CLOSE or self._ato != ATO_MIN:
            self._adapt(now)
        self._last = now
        if window.ssthresh < window.clamp - window.unread and window.grow(length, queue.memory):
            self._quick |= 1  # tell the sender at once
        if self._out_of_order:
            self._fill()
        if on_data:
            on_data()
        else:
            if self._read_at == NEVER:
                self._read_at = now + (self._wakeup() if self._wakeup else READ_LATENCY)
            if self.expected >= self.total:
                self._finish()
        if not self.answers:
            self.check()

    def _is_old(self, segment: DataSegment, stamp: float) -> bool:
        """Its timestamp is older than that of data in order, so it is thrown away: PAWS (`tcp_validate_incoming`).

        So is what a retransmission has overtaken, if it was sent more than a tick before that.
        """
        if int(self._echo * 1000) - int(stamp * 1000) <= 1:  # TCP_PAWS_WINDOW
            return False
        self.too_old += 1
        if segment.seq < self.expected:
            self._enter_quick_acks()
            self._dsack = segment.seq, min(segment.end, self.expected)
        self._acknowledge()
        return True

    def _short(self, length: int, push: bool) -> None:
        """A segment smaller than those before: the end of a message, or the new size (`tcp_measure_rcv_mss`)."""
        before, self._last_size = self._last_size, 0
        if length + _TCP_HEADER >= TCP_MSS_DEFAULT + 20 or (length + _TCP_HEADER >= TCP_MIN_MSS + 20 and not push):
            self._last_size = length
            if length == before:
                self.rcv_mss = length
                self._pending |= SCHEDULED
                return
        self._pending |= SCHEDULED | PUSHED | (PUSHED_TWICE if self._pending & PUSHED else 0)

    def _refuse(self, outside: bool) -> bool:
        """It is outside of the window, or there is no memory for it; True if it is dropped."""
        window, queue = self.window, self.queue
        if not outside:
            window.make_room(queue.memory)
            self._quick = 0
            if queue.memory <= window.buffer:
                return False
        self.dropped += 1
        if outside:
            self._enter_quick_acks()
            self._acknowledge()
        return True

    def _adapt(self, now: float) -> None:
        """Quick ACKs at the start and after a long pause, and the delayed-ACK timeout in between."""
        if not self._ato:
            self._quick_acks()
            self._ato = ATO_MIN
            return
        gap = jiffies(now) - jiffies(self._last)
        if gap <= ATO_MIN // 2:
            self._ato = (self._ato >> 1) + ATO_MIN // 2
        elif gap < self._ato:
            self._ato = (self._ato >> 1) + gap
        elif gap * TICK_US > self._rtt_us + 200_000:
            self._quick_acks()

    def _quick_acks(self) -> None:
        """`tcp_incr_quickack`."""
        count = self.window.offered // (2 * self.rcv_mss) or 2
        self._quick = max(self._quick, min(count, MAX_QUICKACKS))

    def _enter_quick_acks(self) -> None:
        """`tcp_enter_quickack_mode`."""
        self._quick_acks()
        self.pingpong = False
        self._ato = ATO_MIN

    def _fill(self) -> None:
        """A hole is filled, in whole or in part (`tcp_ofo_queue`)."""
        ranges = self._out_of_order
        while ranges and ranges[0][0] <= self.expected:
            end = ranges.pop(0)[1]
            if end > self.expected:
                if self.on_data:
                    self.queue.add(end - self.expected, end)
                else:
                    self.queue.charge(end - self.expected, end)
                self.expected = end
        self._blocks = [block for block in self._blocks if block[1] > self.expected]
        if not ranges:
            self._pending |= AT_ONCE  # RFC 5681 §4.2: when the last hole is filled

    def _came_twice(self, segment: DataSegment) -> None:
        """The ACK was lost, or the sender was too eager: RFC 2883 §4 (`tcp_send_dupack`).

        The next ACK says so, and the sender may need more of them soon. A probe of the window is answered too.
        """
        if segment.end > segment.seq:
            self._enter_quick_acks()
            self._dsack = segment.seq, segment.end
        self._acknowledge()

    def _came_early(self, seq: int, end: int) -> None:
        """What should have come before is missing (`tcp_data_queue_ofo`).

        Without SACK the window stays: an ACK that changes it is no duplicate, and the sender counts duplicates.
        """
        window = self.window
        if self._sack and window.grow(end - seq, self.queue.memory):
            self._quick |= 1
        self._pending |= SCHEDULED
        self._insert(seq, end)
        if window.follows_holes:
            window.follow(window.space, self._ahead)
        if not self.answers:
            self.check()

    def _insert(self, start: int, end: int) -> None:
        """Keep an out-of-order segment and report it first (`tcp_sack_new_ofo_skb`)."""
        ranges = self._out_of_order
        at = bisect_right(ranges, (start, end))
        if at and ranges[at - 1][1] >= end:
            self._dsack = start, end
            start, end = ranges[at - 1]
        else:
            if at and ranges[at - 1][1] >= start:
                at -= 1
                start = ranges.pop(at)[0]
            while at < len(ranges) and ranges[at][0] <= end:
                end = max(end, ranges.pop(at)[1])
            ranges.insert(at, (start, end))
        blocks = [block for block in self._blocks if block[1] < start or block[0] > end]
        blocks.insert(0, (start, end))
        del blocks[NUM_SACKS:]
        self._blocks = blocks

    # ---- from the application ------------------------------------------------------------------------------------

    def recv(self, size: int) -> int:
        """Read up to `size` bytes; returns how many there were (`tcp.c:tcp_recvmsg`)."""
        copied = min(size, self.expected - self.copied)
        if copied:
            self.copied += copied
            self.queue.read(self.copied)
            self.window.read(self._clock.now, self.copied, waiting=self.expected - self.copied, ahead=self._ahead)
        self._cleanup(copied)
        if self.copied >= self.total:
            self._finish()
        return copied

    def quickack(self) -> None:
        """setsockopt(TCP_QUICKACK, 1): it is not sticky (`__tcp_sock_set_quickack`)."""
        self.pingpong = False
        if self._pending:
            self._pending |= PUSHED
            self._cleanup(1)

    def ask(self, answer: int) -> None:
        """The application sends a request, which carries an ACK; `answer` bytes are to come."""
        self.total += answer
        self.finished_at = None
        self._acknowledge()

    def _read_all(self) -> None:
        """The application that reads at once has read all that had arrived."""
        self.queue.clear()
        if self._read_at >= self.window.due:
            self.window.read(self._read_at, self.expected, waiting=0, ahead=self._ahead)
        self._read_at = NEVER

    @property
    def _ahead(self) -> int:
        """Bytes from what came in order to the end of what came out of order."""
        return self._out_of_order[-1][1] - self.expected if self._out_of_order else 0

    def hurry(self) -> None:
        """The reading process has the CPU earlier than it seemed."""
        at = self._clock.now + READ_LATENCY
        if at < self._read_at < NEVER:
            self._read_at = at
            if self._reading:
                self._clock.at(at, self._reader)

    def _reader(self) -> None:
        """It reads, and its read() may acknowledge."""
        self._reading = False
        if self._read_at <= self._clock.now:
            self._read_all()
        self._cleanup(1)

    def _cleanup(self, copied: int) -> None:
        """After a read() of `copied` bytes: every second segment is acknowledged, and a window that has opened.

        A short segment, or PSH, says that no more may follow soon: it is acknowledged when all has been read, unless
        an answer may take the ACK along (`tcp_cleanup_rbuf`).
        """
        waiting, pending = self.expected - self._wup, self._pending
        pushed = pending & PUSHED_TWICE or (pending & PUSHED and not self.pingpong)
        if pending and (waiting > self.rcv_mss or (copied and pushed and not self.queue.memory)):
            self._acknowledge()
        elif copied:
            left = max(self._edge - self.expected, 0)
            if 2 * left <= self.window.clamp:
                opened = self._offer()
                if opened and opened >= 2 * left:
                    self._acknowledge()

    # ---- acknowledging -------------------------------------------------------------------------------------------

    def check(self) -> None:
        """What came last is acknowledged now, or later (`__tcp_ack_snd_check`)."""
        pending = self._pending
        if not pending:
            return  # it has gone with data
        waiting = self.expected - self._wup
        more = waiting > self.rcv_mss
        if more:
            window = self.window
            opened = window.offer(self.queue.memory, self.rcv_mss)
            if window.tight:
                self._quick = 0
            if opened >= window.offered:
                self._send_ack(self.header(opened))
                return
        if (self._quick and not self.pingpong) or pending & AT_ONCE or self._always:
            self._acknowledge()
        elif self._out_of_order:
            self._acknowledge_hole()
        elif self.on_data:
            self._delay()
        else:
            reads = more or pending & PUSHED  # reading acknowledges
            if not reads:
                self._delay()
            if not self._reading and (reads or 2 * (self._edge - self.expected) <= self.window.ssthresh):
                self._reading = True
                self._clock.at(self._read_at, self._reader)

    def _offer(self) -> int:
        window = self.window
        opened = window.offer(self.queue.memory, self.rcv_mss)
        if window.tight:
            self._quick = 0
        return opened

    def _acknowledge_hole(self) -> None:
        """`__tcp_ack_snd_check` while a hole is open: after three duplicates, ACKs are compressed."""
        if not self._sack or self.expected != self._dupack_at:
            self._dupack_at = self.expected
            self._dupacks = 0
        if not self._sack:
            self._acknowledge()
        elif self._dupacks < REORDERING:
            self._dupacks += 1
            self._acknowledge()
        else:
            self._compressed += 1
            if self._compressed > COMPRESSED_ACKS:
                self._acknowledge()
            elif not self._compressing:
                self._compressing = True
                rtt_us = self._rtt_us or 1000
                delay = min(COMPRESSION_DELAY_MAX, rtt_us / 20e6)
                self._clock.at(self._clock.now + delay, self._decompress)

    def _decompress(self) -> None:
        self._compressing = False
        if self._compressed:
            self._acknowledge()

    def _delay(self) -> None:
        """Arm the delayed-ACK timer (`tcp_send_delayed_ack`)."""
        ato = self._ato
        if ato > ATO_MIN:
            most = DELACK_MAX if self.pingpong or self._pending & PUSHED else ATO_MOST
            if self._rtt_us:
                most = min(most, max(to_jiffies(self._rtt_us), ATO_MIN))
            ato = min(ato, most, DELACK_MAX)
        now = jiffies(self._clock.now)
        if self._armed:
            if self._timeout <= now + (ato >> 2):
                self._acknowledge()  # the timer is about to expire
                return
            if now + ato >= self._timeout:
                return
        self._armed = True
        self._timeout = now + ato
        self._delayed.set(ato * TICK_US)

    def _delayed_ack(self) -> None:
        """The timer fires (`tcp_delack_timer_handler`)."""
        self._armed = False
        if not self._pending:
            return
        if self.on_timer:
            self.on_timer(self._delayed.set_at)
        if self.pingpong:
            self.pingpong = False
            self._ato = ATO_MIN
        else:
            self._ato = min(self._ato << 1, to_jiffies(self._rtt_us + 200_000))
        self.delayed_acks += 1
        self._acknowledge()

    def _acknowledge(self) -> None:
        self._send_ack(self.header())

    def with_data(self) -> Ack:
        """The ACK that a segment of data takes along (`tcp_output.c:__tcp_transmit_skb`)."""
        ack = self.header()
        # an answer soon after what came: more of them may follow (`tcp_event_data_sent`)
        if jiffies(self._clock.now) - jiffies(self._last) < self._ato:
            self.pingpong = True
        return ack

    def header(self, opened: int = -1) -> Ack:
        """What a segment says of what has come; nothing waits to be acknowledged then (`tcp_event_ack_sent`).

        `opened` is what the window could be, if that has been computed already.
        """
        if self._quick and self._pending:
            self._quick -= 1
            if not self._quick:
                self._ato = ATO_MIN
        self._compressed = self._pending = 0
        if self._armed:
            self._armed = False
            self._delayed.cancel()
        expected = self.expected
        if opened < 0:
            opened = self._offer()
        left = self._edge - expected
        window = self.window
        before = window.offered
        offered = opened if left <= opened <= window.most else window.select(opened, max(left, 0))
        window.offered = offered
        if not (before and offered) and self.on_zero_window and before != offered:
            self.on_zero_window(not offered)
        self._wup = expected
        self._edge = expected + offered
        sacks = tuple(self._blocks[:SACKS_ON_THE_WIRE]) if self._blocks else ()
        if self._dsack:
            sacks = (self._dsack, *sacks[: SACKS_ON_THE_WIRE - 1])
            self._dsack = None
        if not self._sack:
            sacks = ()
        return Ack(expected, offered, sacks, self._clock.now, self.ece, self._echo)

    def _finish(self) -> None:
        if self.finished_at is None:
            self.finished_at = self._clock.now
            if self.on_finish:
                self.on_finish()
