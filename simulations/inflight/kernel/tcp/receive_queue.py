"""What has arrived in order and is not read yet, and the memory it is charged (`sk_rmem_alloc`).

Segments are appended to the skb before them as long as that has room for their fragments, so a queue that grows while
nobody reads costs little more than its payload, and memory comes free an skb at a time (`tcp_input.c`:
`tcp_try_coalesce`).
"""

from __future__ import annotations

from collections import deque

from inflight.kernel.constants import MSS

MAX_SKB_FRAGS = 17
"""Fragments of pages that one skb may have (`skbuff.h`); a segment is one, or two where it lies across two pages."""

PAGE_FRAG = 15
"""The writer's data fill pages of 2^15 bytes, one after the other (`sock.c:skb_page_frag_refill`)."""


class ReceiveQueue:
    """`memory` is the truesize of everything in it, bytes; `skbs` are [end of sequence, truesize].

    overhead: of an skb without payload, bytes (`TcpEra.skb_overhead`).

    Where everything is read at once, `charge` and `clear` do: nobody needs to know the skbs.
    """

    __slots__ = ("_overhead", "_room", "memory", "skbs")

    def __init__(self, overhead: int) -> None:
        self._overhead = overhead
        self.memory = 0
        self.skbs: deque[list[int]] = deque()
        self._room = 0  # fragments that the last skb would still take

    def add(self, length: int, end: int) -> None:
        """Append `length` bytes that end at `end`."""
        if self.charge(length, end):
            self.skbs.append([end, length + self._overhead])
        else:
            tail = self.skbs[-1]
            tail[0] = end
            tail[1] += length

    def charge(self, length: int, end: int) -> bool:
        """Account for `length` bytes that end at `end`; True if they need an skb of their own."""
        frags = 1 if length <= MSS else -(-length // MSS)
        if (end - 1) >> PAGE_FRAG != (end - length) >> PAGE_FRAG:
            frags += 1
        if frags <= self._room:
            self._room -= frags
            self.memory += length
            return False
        self._room = MAX_SKB_FRAGS - frags
        self.memory += length + self._overhead
        return True

    def clear(self) -> None:
        """All of it has been read."""
        self.memory = self._room = 0

    def read(self, copied_seq: int) -> None:
        """Free the skbs that have been read to their end."""
        skbs = self.skbs
        while skbs and skbs[0][0] <= copied_seq:
            self.memory -= skbs.popleft()[1]
        if not skbs:
            self._room = 0
