"""The receiving side: reassembly, SACK blocks, and when an ACK is sent, delayed or compressed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from inflight.clock import TICK_US, Clock, Timer, jiffies
from inflight.tcp.constants import MSS, REORDERING
from inflight.tcp.receive_window import UNREAD, ReceiveWindow, unread
from inflight.tcp.segment import Segment

MAX_QUICKACKS = 16
FOR_EVER = 1 << 40
ATO_MIN = 10  # jiffies: 40 ms, TCP_ATO_MIN and TCP_DELACK_MIN
CLOSE = 0.016  # s: four ticks, so at most five apart in jiffies
NUM_SACKS = 4
SACKS_ON_THE_WIRE = 3  # with timestamps only three blocks fit into the header
COMPRESSED_ACKS = 44  # tcp_comp_sack_nr
COMPRESSION_DELAY_MAX = 1e-3  # s, tcp_comp_sack_delay_ns


READ_LATENCY = 35e-6
"""Time until the reading process runs, s: 20 to 50 µs in the recordings. What arrives meanwhile is read with it."""


class Ack:
    """Everything below `ack` has arrived; `window` bytes more may come; `sacks` are (start, end), newest first.

    `sent` is the timestamp, s, and `echo` that of the segment which caused it (TSecr). `ece`: a segment was marked
    (RFC 3168 §6.1.3).
    """

    __slots__ = ("ack", "ece", "echo", "sacks", "sent", "window")

    def __init__(
        self, ack: int, window: int, sacks: tuple[tuple[int, int], ...], sent: float, ece: bool, echo: float
    ) -> None:
        self.ack = ack
        self.ece = ece
        self.echo = echo
        self.window = window
        self.sacks = sacks
        self.sent = sent


class Receiver:
    """Takes segments, gives ACKs to `send_ack`; the application reads at once (`tcp_input.c:tcp_data_queue`).

    Without `delayed_ack` every segment is acknowledged by itself (`ip route … quickack 1`).
    `wakeup` says how long the reading process waits for the CPU when there is something to read, s.
    """

    __slots__ = (
        "_ato",
        "_blocks",
        "_clock",
        "_compressed",
        "_compressing",
        "_delayed",
        "_dsack",
        "_dupacks",
        "_echo",
        "_last",
        "_last_tsecr",
        "_offered",
        "_out_of_order",
        "_pushed",
        "_quick",
        "_read_at",
        "_reading",
        "_rtt_us",
        "_sack",
        "_send_ack",
        "_unread",
        "_wakeup",
        "_wup",
        "ece",
        "expected",
        "finished_at",
        "flow",
        "on_finish",
        "on_timer",
        "total",
        "window",
    )

    def __init__(
        self,
        clock: Clock,
        send_ack: Callable[[Ack], None],
        *,
        rmem: int,
        rmem_max: int = 0,
        rtt_us: int = 0,
        delayed_ack: bool = True,
        wakeup: Callable[[], float] | None = None,
        sack: bool = True,
    ) -> None:
        self._clock, self._send_ack = clock, send_ack
        self.window = ReceiveWindow(rmem, rmem_max)
        self.flow = 0
        """The connection's number, by which queues tell it apart."""
        self.ece = False  # TCP_ECN_DEMAND_CWR
        self.expected = 0  # rcv_nxt
        self.total: float = float("inf")
        self.finished_at: float | None = None
        self.on_finish: Callable[[], None] | None = None
        """Is called when `total` bytes have arrived."""
        self.on_timer: Callable[[float], None] | None = None
        """Is told when the delayed-ACK timer fires: when it was armed, s."""
        self._wakeup = wakeup
        self._wup = 0  # rcv_nxt when the last ACK was sent
        self._quick = 0 if delayed_ack else FOR_EVER
        self._ato = 0
        self._last = 0.0  # when the last segment came
        self._last_tsecr = -1.0
        self._pushed = False
        self._unread = 0  # window taken by what waits for the reader, bytes
        self._read_at = 0.0  # when the reader has run
        self._reading = False
        self._offered = 0
        self._rtt_us = rtt_us
        self._out_of_order: list[tuple[int, int]] = []  # ranges, ascending
        self._blocks: list[tuple[int, int]] = []  # SACK blocks, the latest first
        self._sack = sack
        self._dsack: tuple[int, int] | None = None  # what came twice, for the next ACK
        self._echo = 0.0  # ts_recent
        self._dupacks = 0
        self._compressed = 0
        self._compressing = False
        self._delayed = Timer(clock, self._delayed_ack)

    def receive(self, segment: Segment) -> None:
        """A segment arrives (softirq)."""
        now = self._clock.now
        if now >= self._read_at and self._unread:
            self._read()
        expected = self.expected
        if segment.seq <= self._wup:  # RFC 7323 §4.3
            stamp = segment.timestamp if segment.ever else segment.sent
            if stamp > self._echo:
                self._echo = stamp
        if segment.end <= expected:
            self._came_twice(segment)  # the ACK was lost, or the sender was too eager
            self._acknowledge()
            return
        if now - self._last > CLOSE or self._ato != ATO_MIN:
            self._adapt(now)
        self._last = now
        if segment.tsecr != self._last_tsecr:  # timestamps tick in ms, and each is used once
            self._last_tsecr = segment.tsecr
            self.window.sample(max(int(now * 1000) - int(segment.tsecr * 1000), 1) * 1000)
        if self.window.grow(segment.end - segment.seq):
            self._quick |= 1  # tell the sender at once
        if segment.seq == expected and not self._out_of_order:
            self.expected = segment.end
            self._wake_reader(now, segment.end - segment.seq)
            if self.expected >= self.total:
                self._finish()
            waiting = self.expected - self._wup
            if self._quick or (waiting > MSS and self.window.offer(self._unread) >= self._offered):
                self._acknowledge()
            elif waiting > MSS or segment.push or waiting < MSS:
                self._pushed = True
                if not self._reading:
                    self._reading = True
                    self._clock.at(self._read_at, self._reader)
            elif not self._delayed.armed:
                self._delayed.set(self._ato * TICK_US)
        elif segment.seq > expected:
            self._insert(segment.seq, segment.end)
            self._acknowledge_hole()
        else:
            self._fill(segment)

    def ask(self, answer: int) -> None:
        """The application sends a request, which carries an ACK; `answer` bytes are to come."""
        self.total += answer
        self.finished_at = None
        self._acknowledge()

    def _wake_reader(self, now: float, length: int) -> None:
        """There is something to read; the process will have run in a moment."""
        if not self._unread:
            self._read_at = now + (self._wakeup() if self._wakeup else READ_LATENCY)
        self._unread += UNREAD if length <= MSS else unread(length)

    def _read(self) -> None:
        """The application has read all that had arrived."""
        self._unread = 0
        if self._read_at >= self.window.due:
            self.window.read(self._read_at, self.expected)

    def _reader(self) -> None:
        """The application reads, and its read() acknowledges every second full segment (`tcp_cleanup_rbuf`).

        PSH says that no more may follow soon, and so does a short segment: they are acknowledged at once.
        """
        self._reading = False
        self._read()
        if self._pushed and self.expected > self._wup:
            self._acknowledge()

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
        self._quick = max(self._quick, min(self.window.ssthresh // (2 * MSS), MAX_QUICKACKS))

    def _fill(self, segment: Segment) -> None:
        """The first hole is filled, in whole or in part."""
        self.expected = segment.end
        ranges = self._out_of_order
        while ranges and ranges[0][0] <= self.expected:
            self.expected = max(self.expected, ranges.pop(0)[1])
        self._blocks = [block for block in self._blocks if block[1] > self.expected]
        self._wake_reader(self._clock.now, MSS)
        if self.expected >= self.total:
            self._finish()
        if not ranges:
            self._acknowledge()  # RFC 5681 §4.2: at once, when the last hole is filled
        else:
            self._acknowledge_hole()

    def _came_twice(self, segment: Segment) -> None:
        """The next ACK says so, and the sender may need more of them soon: RFC 2883 §4 (`tcp_send_dupack`)."""
        self._quick_acks()
        self._ato = ATO_MIN
        self._dsack = segment.seq, segment.end

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

    def _acknowledge_hole(self) -> None:
        """`__tcp_ack_snd_check` while a hole is open: after three duplicates, ACKs are compressed."""
        if self._quick or self.expected - self._wup > MSS or not self._sack:
            self._acknowledge()
        elif self._dupacks < REORDERING:
            self._dupacks += 1
            self._acknowledge(duplicate=True)
        else:
            self._compressed += 1
            if self._compressed > COMPRESSED_ACKS:
                self._acknowledge(duplicate=True)
            elif not self._compressing:
                self._compressing = True
                rtt_us = self._rtt_us or 1000
                delay = min(COMPRESSION_DELAY_MAX, rtt_us / 20e6)
                self._clock.at(self._clock.now + delay, self._decompress)

    def _decompress(self) -> None:
        self._compressing = False
        if self._compressed:
            self._acknowledge(duplicate=True)

    def _delayed_ack(self) -> None:
        """The delayed-ACK timer fires (`tcp_delack_timer_handler`)."""
        if self.expected > self._wup:
            if self.on_timer:
                self.on_timer(self._delayed.set_at)
            self._ato = min(self._ato << 1, 50)
            self._acknowledge()

    def _acknowledge(self, duplicate: bool = False) -> None:
        if not duplicate:
            self._dupacks = 0
        self._compressed = 0
        self._wup = self.expected
        self._pushed = False
        self._delayed.cancel()
        if self._quick:
            self._quick -= 1
            if not self._quick:
                self._ato = ATO_MIN
        sacks = tuple(self._blocks[:SACKS_ON_THE_WIRE]) if self._blocks else ()
        if self._dsack:
            sacks = (self._dsack, *sacks[: SACKS_ON_THE_WIRE - 1])
            self._dsack = None
        if not self._sack:
            sacks = ()
        self._offered = self.window.offer(self._unread)
        self._send_ack(Ack(self.expected, self._offered, sacks, self._clock.now, self.ece, self._echo))

    def _finish(self) -> None:
        if self.finished_at is None:
            self.finished_at = self._clock.now
            if self.on_finish:
                self.on_finish()
