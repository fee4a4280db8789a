"""The window a receiver offers: it opens with the data that come in, and the buffer grows with what is read.

`tcp_input.c:tcp_grow_window` and `tcp_rcv_space_adjust` (dynamic right-sizing), for an application that reads at once.
"""

from __future__ import annotations

from inflight.tcp.constants import ADVMSS, INITIAL_WINDOW, TCP_RMEM_DEFAULT

RCVMEM = 2984
"""Buffer that is reckoned for one segment, bytes: its window share must cover ADVMSS (`tcp_rcv_space_adjust`)."""


UNREAD = 1344
"""Window taken by a segment that has arrived and is not read yet, bytes: half its truesize."""


def unread(length: int) -> int:
    """The same for an skb of `length` bytes: its overhead is that of one segment.

    >>> unread(1448) == UNREAD
    True
    """
    return UNREAD + (length - ADVMSS) // 2


def window_scale(space: int) -> int:
    """Shift that makes a window of `space` bytes fit into 16 bits (RFC 7323 §2.3, `tcp_select_initial_window`).

    >>> window_scale(6291456)
    7
    """
    shift = 0
    while space >> shift > 65535 and shift < 14:
        shift += 1
    return shift


class ReceiveWindow:
    """`ssthresh` is rcv_ssthresh, the window to offer; `clamp` half of the buffer (tcp_adv_win_scale 1). Bytes."""

    __slots__ = (
        "_maximum",
        "_rtt_us",
        "_space",
        "_space_seq",
        "_space_time",
        "_unit",
        "buffer",
        "clamp",
        "due",
        "ssthresh",
    )

    def __init__(self, maximum: int, rmem_max: int = 0) -> None:
        self._maximum = maximum  # tcp_rmem[2]
        self._unit = 1 << window_scale(max(maximum, rmem_max))
        self.buffer = TCP_RMEM_DEFAULT
        self.clamp = self.buffer // 2
        self.ssthresh = INITIAL_WINDOW
        self._rtt_us = 0
        self._space = 10 * ADVMSS
        self._space_seq = 0
        self._space_time = 0.0
        self.due = 0.0  # when the next measurement ends

    def start(self, now: float) -> None:
        """A measurement begins: at first when the connection is established."""
        self._space_time = now
        self.due = now + self._rtt_us * 1e-6

    def grow(self, length: int) -> bool:
        """An skb of `length` bytes came in order; True if the window opened."""
        room = self.clamp - UNREAD - self.ssthresh
        if room <= 0 or length < 128:
            return False
        self.ssthresh += min(room, 2 * max(length, ADVMSS))
        return True

    def offer(self, unread: int) -> int:
        """The window for an ACK while `unread` bytes of it are taken by what is not read yet (`__tcp_select_window`).

        Rounded up to what the scaled field can say.
        """
        free = self.clamp - unread
        if free > self.ssthresh:
            free = self.ssthresh
        return free + self._unit - 1 & -self._unit

    def sample(self, rtt_us: int) -> None:
        """RTT as the receiver sees it, from the echoed timestamps: down at once, up slowly (`tcp_rcv_rtt_update`)."""
        known = self._rtt_us
        self._rtt_us = rtt_us if not known or rtt_us < known else known + (rtt_us - known) // 8
        self.due = self._space_time + self._rtt_us * 1e-6

    def read(self, now: float, copied_seq: int) -> None:
        """The application has read up to `copied_seq`: once per RTT the buffer follows twice what was read in it."""
        if not self._rtt_us or now < self.due:
            return
        copied = copied_seq - self._space_seq
        if copied > self._space:
            window = 2 * copied + 16 * ADVMSS
            window += 2 * (window * (copied - self._space) // self._space)
            buffer = min(window // ADVMSS * RCVMEM, self._maximum)
            if buffer > self.buffer:
                self.buffer = buffer
                self.clamp = buffer // 2
            self._space = copied
        self._space_seq = copied_seq
        self.start(now)
