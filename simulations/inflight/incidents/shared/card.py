"""The queue in front of a card: an skb that finds the card busy waits in the qdisc."""

from __future__ import annotations

RATE = 1e9
"""Of an e1000e, bit/s."""


class CardQueue:
    """Watches what a flow hands to its card. longest: the longest skb that waited, bytes; begun: how often one did."""

    def __init__(self) -> None:
        self._free = self._size = 0.0
        self._waits = False
        self.longest = self.begun = 0

    def takes(self, now: float, size: int, *, with_the_last: bool) -> None:
        """A segment of `size` bytes on the wire, perhaps in the skb of the one before."""
        if with_the_last:
            self._size += size
        else:
            busy = now < self._free
            self.begun += busy and not self._waits
            self._waits, self._size = busy, size
        self._free = max(self._free, now) + size * 8 / RATE
        if self._waits:
            self.longest = max(self.longest, int(self._size))
