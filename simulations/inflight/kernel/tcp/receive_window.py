"""The window that a receiver offers: it opens with the data that come in, and the buffer grows with what is read.

`tcp_output.c:tcp_select_window` with the receiver's silly-window avoidance, `tcp_input.c:tcp_grow_window` and
`tcp_rcv_space_adjust` (dynamic right-sizing). Half of the buffer is window, or the part that the socket has measured
to be payload (`era.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from inflight.kernel.constants import ADVMSS, MSS, SOCK_MIN_RCVBUF, TCP_RMEM_DEFAULT
from inflight.kernel.tcp.era import LINUX_6_1, TcpEra

RCVMEM = 2984
"""Buffer that one segment is taken to need, bytes: its window share must cover ADVMSS (`tcp_rcv_space_adjust`)."""

HALF = 128
"""Of 256: the payload of an skb, until it has been measured (TCP_DEFAULT_SCALING_RATIO)."""

LOW_RTT_US = 1000
"""`net.ipv4.tcp_rcvbuf_low_rtt`, µs."""

MAX_TCP_WINDOW = 65535
"""The largest number in the header's window field (RFC 9293 §3.1)."""

MAX_WSCALE = 14
"""RFC 7323 §2.3."""


def window_scale(space: int) -> int:
    """Shift that makes a window of `space` bytes fit into 16 bits (RFC 7323 §2.3, `tcp_select_initial_window`).

    >>> window_scale(6291456)
    7
    """
    shift = 0
    while space >> shift > MAX_TCP_WINDOW and shift < MAX_WSCALE:
        shift += 1
    return shift


@dataclass(frozen=True, kw_only=True)
class ReceiveBuffer:
    """A socket's settings, bytes. rmem: tcp_rmem[1] and [2]. rmem_max: net.core.rmem_max.

    rcvbuf: SO_RCVBUF as the application sets it, at most rmem_max (0: autotuned). scaling: the window-scale option is
    agreed on by both ends (net.ipv4.tcp_window_scaling); without it no window is larger than 65,535 bytes.
    """

    rmem: tuple[int, int] = (TCP_RMEM_DEFAULT, 6 << 20)
    rmem_max: int = 212992
    rcvbuf: int = 0
    scaling: bool = True

    @property
    def space(self) -> int:
        """`sk_rcvbuf` at the start: what is set is doubled (`sock.c:__sock_set_rcvbuf`)."""
        return max(2 * self.rcvbuf, SOCK_MIN_RCVBUF) if self.rcvbuf else self.rmem[0]

    @property
    def shift(self) -> int:
        """The window scale this side announces (`tcp_select_initial_window`)."""
        if not self.scaling:
            return 0
        full = self.space + 1 >> 1
        return window_scale(full if self.rcvbuf else max(full, self.rmem[1], self.rmem_max))


class ReceiveWindow:
    """The window of one socket; bytes.

    buffer: `sk_rcvbuf`. clamp: the most that is offered (`window_clamp`). ssthresh: what the data that came have opened
    so far (`rcv_ssthresh`). offered: the window in the ACK sent last (`rcv_wnd`). shift: its scale, most: the largest
    window that can be said with it.
    """

    __slots__ = (
        "_era",
        "_locked",
        "_maximum",
        "_ratio",
        "_rtt_us",
        "_space",
        "_space_seq",
        "_space_time",
        "_unit",
        "buffer",
        "clamp",
        "due",
        "initial",
        "most",
        "offered",
        "shift",
        "ssthresh",
        "tight",
        "unread",
    )

    def __init__(self, settings: ReceiveBuffer, era: TcpEra = LINUX_6_1) -> None:
        self.buffer = settings.space
        self.shift = settings.shift
        self._unit = 1 << self.shift
        self.most = MAX_TCP_WINDOW << self.shift
        self._era = era
        self._ratio = HALF if era.measures_overhead else 0
        self.unread = self._share(MSS + era.skb_overhead)
        """Window that a full segment takes until it is read, bytes."""
        self._locked = bool(settings.rcvbuf)
        self._maximum = settings.rmem[1]
        full = self._share(self.buffer)
        space = full // ADVMSS * ADVMSS if full > ADVMSS else full
        self.initial = min(space, MAX_TCP_WINDOW)
        """The window of the SYN or SYN-ACK, which is not scaled."""
        self.offered = space if era.large_initial_window else self.initial
        # one segment is held back (`tcp_init_buffer_space`)
        clamp = min(full, self.most)
        if clamp > 2 * ADVMSS and clamp + ADVMSS > full:
            clamp = max(2 * ADVMSS, full - ADVMSS)
        self.clamp = clamp
        self.ssthresh = min(self.offered, clamp)
        self.tight = False
        """Less than half of the buffer was free when the window was chosen: it may close now."""
        self._rtt_us = 0
        self._space = min(self.ssthresh, self.offered, 10 * ADVMSS)
        self._space_seq = 0
        self._space_time = 0.0
        self.due = 0.0  # when the next measurement ends

    def _share(self, space: int) -> int:
        """Window that `space` bytes of the buffer make (`tcp_win_from_space`)."""
        return space * self._ratio >> 8 if self._ratio else space + 1 >> 1

    def measure(self, length: int, truesize: int) -> None:
        """Segments have a new size: `length` bytes of payload are charged as `truesize` (`tcp_measure_rcv_mss`)."""
        if not self._era.measures_overhead:
            return
        before, self._ratio = self._ratio, (length << 8) // truesize or 1
        if self._ratio != before:
            self.clamp = self._share(self.buffer)
            self.unread = self._share(MSS + self._era.skb_overhead)
            self._space = min(self._space, self.clamp)

    @property
    def ratio(self) -> float:
        """Window per byte of the buffer."""
        return (self._ratio or HALF) / 256

    @property
    def rtt_us(self) -> int:
        """RTT as the receiver sees it, µs (`rcv_rtt_est`); 0: not known."""
        return self._rtt_us

    @property
    def follows_holes(self) -> bool:
        """The buffer makes room for what comes out of order at once (`tcp_data_queue_ofo`)."""
        return self._era.grows_carefully

    @property
    def space(self) -> int:
        """What was read in the last measurement, bytes (`rcvq_space.space`)."""
        return self._space

    def start(self, now: float) -> None:
        """A measurement begins: at first when the connection is established."""
        self._space_time = now
        self.due = now + self._rtt_us * 1e-6

    def grow(self, length: int, memory: int) -> bool:
        """An skb of `length` bytes came, `memory` is used now; True if the window opened (`tcp_grow_window`)."""
        room = self._share(self.buffer - memory)
        if room > self.clamp:
            room = self.clamp
        room -= self.ssthresh
        if room <= 0 or length < 128:
            return False
        self.ssthresh += min(room, 2 * max(length, ADVMSS))
        return True

    def offer(self, memory: int, rcv_mss: int) -> int:
        """The window that could be offered with `memory` bytes of the buffer in use (`__tcp_select_window`).

        Silly-window avoidance, RFC 9293 §3.8.6.2.2: it is closed rather than smaller than a segment of `rcv_mss`.
        """
        free = self._share(self.buffer - memory)
        allowed = self._share(self.buffer)
        full = allowed if allowed < self.clamp else self.clamp
        mss = rcv_mss if rcv_mss < full else full
        self.tight = free < full >> 1
        if self.tight:
            free &= -self._unit
            if free < allowed >> 4 or free < mss:
                return 0
        if free > self.ssthresh:
            free = self.ssthresh
        if self.shift:
            return free + self._unit - 1 & -self._unit  # rounded up to what the field can say
        window = self.offered
        if window <= free - mss or window > free:
            return free // mss * mss
        if mss == full and free > window + (full >> 1):
            return free
        return window

    def select(self, window: int, left: int) -> int:
        """The window for an ACK: what `offer` gives, but not less than is left of the last (`tcp_select_window`).

        What was offered once is never taken back (RFC 9293 §3.8.6).
        """
        if window < left:
            window = left + self._unit - 1 & -self._unit
        return min(window, self.most)

    def make_room(self, memory: int) -> None:
        """More has come than fits: the buffer grows up to tcp_rmem[2], or the window shrinks (`tcp_clamp_window`)."""
        if memory > self.buffer and not self._locked:
            self.buffer = max(min(memory, self._maximum), self.buffer)
        if memory > self.buffer:
            self.ssthresh = min(self.clamp, 2 * ADVMSS)

    def sample(self, rtt_ms: int, *, waits: bool) -> None:
        """RTT as the receiver sees it, from the echoed timestamps: down at once, up slowly (`tcp_rcv_rtt_update`).

        waits: something has not been read, so the sender may be waiting for the reader, not for the network.
        """
        if not rtt_ms and self._era.skips_zero_rtt:
            return
        known, rtt_us = self._rtt_us, max(rtt_ms, 1) * 1000
        if known and rtt_us >= known:
            if waits and self._era.grows_carefully:
                return
            rtt_us = known + (rtt_us - known) // 8
        self._rtt_us = rtt_us
        self.due = self._space_time + rtt_us * 1e-6

    def read(self, now: float, copied_seq: int, *, waiting: int, ahead: int) -> None:
        """The application has read up to `copied_seq`: once per RTT the buffer follows what was read in it.

        Not if the application has set SO_RCVBUF. waiting: bytes in order that are not read yet; ahead: from there to
        the end of what came out of order (`tcp_rcv_space_adjust`).
        """
        if not self._rtt_us or now < self.due:
            return
        copied = copied_seq - self._space_seq - (waiting if self._era.leaves_queue_out else 0)
        if copied > self._space:
            self.follow(copied, ahead)
        self._space_seq = copied_seq
        self.start(now)

    def follow(self, copied: int, ahead: int) -> None:
        """`copied` bytes were read within an RTT: the buffer is to hold what will come in the next."""
        before, self._space = self._space, copied
        if self._locked:
            return
        if self._era.grows_carefully:  # `tcp_rcvbuf_grow`
            window = 2 * copied
            if self._rtt_us < LOW_RTT_US:
                window += window * self._rtt_us // LOW_RTT_US
            else:
                window += 2 * window * (copied - before) // before
            window += ahead
        else:
            window = 2 * copied + 16 * ADVMSS
            window += 2 * (window * (copied - before) // before)
        buffer = (window << 8) // self._ratio if self._ratio else window // ADVMSS * RCVMEM
        buffer = min(buffer, self._maximum)
        if buffer > self.buffer:
            self.buffer = buffer
            self.clamp = self._share(buffer)


def measured(settings: ReceiveBuffer, era: TcpEra) -> ReceiveWindow:
    """The window of a socket to which full segments have come."""
    window = ReceiveWindow(settings, era)
    window.measure(MSS, MSS + era.skb_overhead)
    return window
