"""What has arrived in order and is not read yet, and the memory it is charged (`sk_rmem_alloc`).

Segments are appended to the skb before them as long as that has room for their fragments, so a queue that grows while
nobody reads costs little more than its payload, and memory comes free an skb at a time (`tcp_input.c`:
`tcp_try_coalesce`).
"""

from __future__ import annotations

from collections import deque

from inflight.tcp.constants import MSS, SKB_OVERHEAD

MAX_SKB_FRAGS = 17
"""Segments that one skb takes over (`skbuff.h:MAX_SKB_FRAGS`, 4 KB pages)."""


class ReceiveQueue:
    """`memory` is the truesize of everything in it, bytes; `skbs` are [end of sequence, truesize].

    Where everything is read at once, `charge` and `clear` do: nobody needs to know the skbs.
    """

    __slots__ = ("_room", "memory", "skbs")

    def __init__(self) -> None:
        self.memory = 0
        self.skbs: deque[list[int]] = deque()
        self._room = 0  # segments that the last skb would still take

    def add(self, length: int, end: int) -> None:
        """Append `length` bytes that end at `end`."""
        if self.charge(length):
            self.skbs.append([end, length + SKB_OVERHEAD])
        else:
            tail = self.skbs[-1]
            tail[0] = end
            tail[1] += length

    def charge(self, length: int) -> bool:
        """Account for `length` bytes; True if they need an skb of their own."""
        segments = 1 if length <= MSS else -(-length // MSS)
        if segments <= self._room:
            self._room -= segments
            self.memory += length
            return False
        self._room = MAX_SKB_FRAGS - segments
        self.memory += length + SKB_OVERHEAD
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
