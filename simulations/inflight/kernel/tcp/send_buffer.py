"""The socket's send buffer: unsent and unacknowledged data, and the memory that both are charged.

Since GSO the limit is looked at only when a new skb is started (`tcp.c:tcp_sendmsg_locked`): as long as the last skb
of the write queue is not full, data is added to it whatever the limit says.
"""

from __future__ import annotations

from collections import deque

from inflight.kernel.constants import PER_MSS, SOCK_MIN_SNDBUF
from inflight.kernel.tcp.era import LINUX_6_1, TcpEra


class Skb:
    """`length` bytes of payload, charged as `truesize` bytes of memory; `push` is its PSH flag."""

    __slots__ = ("length", "push", "truesize")

    def __init__(self, length: int, truesize: int, push: bool = False) -> None:
        self.length, self.truesize, self.push = length, truesize, push


class SendBuffer:
    """`limit` is sk_sndbuf (bytes of truesize), `queued` sk_wmem_queued.

    Args:
        sndbuf: SO_SNDBUF as the application sets it, bytes; 0: autotuned.
        wmem: initial and largest size when autotuned, bytes (tcp_wmem[1] and [2]).
        notsent_lowat: TCP_NOTSENT_LOWAT: with so many bytes unsent it counts as full (0: no such limit).
        era: the rules of the host's kernel.
    """

    __slots__ = (
        "_lowat",
        "_overhead",
        "_sent",
        "autotuned",
        "limit",
        "maximum",
        "queued",
        "unsent",
        "write_queue",
        "write_seq",
    )

    def __init__(
        self,
        sndbuf: int = 0,
        wmem: tuple[int, int] = (16384, 4 << 20),
        notsent_lowat: int = 0,
        era: TcpEra = LINUX_6_1,
    ) -> None:
        self._overhead = era.skb_overhead
        self._lowat: float = notsent_lowat or float("inf")
        self.autotuned = not sndbuf
        self.limit = wmem[0] if self.autotuned else max(2 * sndbuf, SOCK_MIN_SNDBUF)
        self.maximum = wmem[1]
        self.queued = 0
        self.unsent = 0
        self.write_seq = 0
        self.write_queue: deque[Skb] = deque()
        self._sent: deque[tuple[int, Skb]] = deque()  # end of sequence, skb

    @property
    def full(self) -> bool:
        """No new skb may be started (`sk_stream_memory_free`)."""
        return self.queued >= self.limit or self.unsent >= self._lowat

    @property
    def writeable(self) -> bool:
        """A blocked writer is woken: a third of the buffer is free, and half of what may be unsent.

        `sk_stream_is_writeable`, `tcp.h:tcp_stream_memory_free`.
        """
        queued = self.queued
        return self.limit - queued >= queued >> 1 and queued < self.limit and 2 * self.unsent < self._lowat

    def start_skb(self) -> Skb:
        """Begin a new skb at the end of the write queue."""
        skb = Skb(0, self._overhead)
        self.write_queue.append(skb)
        self.queued += self._overhead
        return skb

    def append(self, skb: Skb, length: int) -> None:
        """Copy `length` bytes from the application into the last skb."""
        skb.length += length
        skb.truesize += length
        self.queued += length
        self.unsent += length
        self.write_seq += length

    def grow(self, amount: int) -> None:
        """Fill the first unsent skb from the second, with up to `amount` bytes (`tcp_output.c:tcp_grow_skb`)."""
        head, following = self.write_queue[0], self.write_queue[1]
        length = min(amount, following.length)
        head.length += length
        head.truesize += length
        following.length -= length
        following.truesize -= length
        if not following.length:
            head.push = head.push or following.push
            self.queued -= following.truesize
            del self.write_queue[1]

    def take(self, length: int, nxt: int) -> bool:
        """Send `length` bytes of the first unsent skb; `nxt` is the sequence number of the first of them.

        The skb is cut if it holds more (`tcp_output.c:tso_fragment`). Returns the PSH flag of what is sent.
        """
        head = self.write_queue[0]
        self.unsent -= length
        if head.length == length:
            self.write_queue.popleft()
            self._sent.append((nxt + length, head))
            return head.push
        rest = head.length - length
        self._sent.append((nxt + length, Skb(length, head.truesize - rest)))
        head.length = rest
        head.truesize = self._overhead + rest
        self.queued += self._overhead
        return False

    def split(self, length: int) -> None:
        """Cut the first unsent skb after `length` bytes, as for an skb that then has to wait (`tso_fragment`)."""
        head = self.write_queue[0]
        rest = head.length - length
        if rest > 0:
            self.write_queue.popleft()
            self.write_queue.appendleft(Skb(rest, self._overhead + rest, head.push))
            self.write_queue.appendleft(Skb(length, head.truesize - rest))
            self.queued += self._overhead

    def take_back(self) -> None:
        """What was taken last has not left the host: it is the first unsent skb again."""
        skb = self._sent.pop()[1]
        self.write_queue.appendleft(skb)
        self.unsent += skb.length

    @property
    def skbs_sent(self) -> int:
        """Skbs that are not acknowledged (the rtx queue)."""
        return len(self._sent)

    @property
    def newest_truesize(self) -> int:
        """Of the skb that was taken last, bytes."""
        return self._sent[-1][1].truesize

    def take_fin(self, nxt: int) -> None:
        """A FIN of its own leaves: it takes a sequence number, and memory until it is acknowledged."""
        self.write_seq += 1
        self.queued += self._overhead + 1
        self._sent.append((nxt + 1, Skb(1, self._overhead + 1)))

    def acknowledged(self, una: int) -> None:
        """Free what is below `una`; an skb that is acknowledged in part is trimmed (`tcp_trim_head`)."""
        sent = self._sent
        while sent and sent[0][0] <= una:
            self.queued -= sent.popleft()[1].truesize
        if sent:
            end, skb = sent[0]
            trimmed = una - (end - skb.length)
            if trimmed > 0:
                skb.length -= trimmed
                skb.truesize -= trimmed
                self.queued -= trimmed

    def expand(self, cwnd: int, reordering: int, factor: int) -> None:
        """Autotuning: room for `factor` congestion windows (`tcp_input.c:tcp_sndbuf_expand`)."""
        wanted = factor * max(10, cwnd, reordering + 1) * PER_MSS
        if self.limit < wanted:
            self.limit = min(wanted, self.maximum)
