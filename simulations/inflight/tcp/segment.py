"""A segment of data, from its first transmission until it is acknowledged."""

from __future__ import annotations


class Segment:
    """Bytes `seq` to `end`; `sent` is the time of the latest transmission, s.

    sacked, lost, retransmitted: the kernel's TCPCB_SACKED_ACKED, _LOST and _SACKED_RETRANS; `ever` is
    TCPCB_EVER_RETRANS. `push` is the PSH flag, `tsecr` the echoed timestamp (when the peer sent the ACK last seen, s).
    """

    __slots__ = ("end", "ever", "lost", "push", "retransmitted", "sacked", "sent", "seq", "tsecr")

    def __init__(self, seq: int, end: int, sent: float, tsecr: float) -> None:
        self.seq = seq
        self.end = end
        self.sent = sent
        self.tsecr = tsecr
        self.push = False
        self.sacked = False
        self.lost = False
        self.retransmitted = False
        self.ever = False
