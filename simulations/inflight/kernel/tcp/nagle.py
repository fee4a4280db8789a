"""When a short segment waits for more data: Nagle's rule as Linux has it, and the cork."""

from __future__ import annotations


class Nagle:
    """`nodelay` is TCP_NODELAY, `corked` TCP_CORK; `small_end` the end of the last segment shorter than the MSS.

    ends: the last segment of the queue carries the FIN, so that nothing can fill it.
    """

    __slots__ = ("corked", "ends", "nodelay", "small_end")

    def __init__(self, nodelay: bool = False) -> None:
        self.nodelay = nodelay
        self.corked = self.ends = False
        self.small_end = 0

    def holds(self, packets_out: int, una: int) -> bool:
        """A short segment at the end of the queue is not sent now.

        It waits as long as an earlier short one is unacknowledged: Minshall's variant of RFC 896, in which full
        segments in flight hold nothing back (`tcp_output.c:tcp_nagle_check`). With the FIN it goes (`tcp_nagle_test`).
        """
        if self.ends:
            return False
        return self.corked or (not self.nodelay and packets_out > 0 and self.small_end > una)
