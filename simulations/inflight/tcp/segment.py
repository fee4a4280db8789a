"""A segment of data, from its first transmission until it is acknowledged."""

from __future__ import annotations


class Segment:
    """Bytes `seq` to `end`; `sent` is the time of the latest transmission, s.

    sacked, lost, retransmitted: the kernel's TCPCB_SACKED_ACKED, _LOST and _SACKED_RETRANS; `ever` is
    TCPCB_EVER_RETRANS. `push` is the PSH flag, `tsecr` the echoed timestamp (when the peer sent the ACK last seen, s).
    """

    # defaults on the class: most segments never change them, and there are many segments
    sacked = False
    lost = False
    retransmitted = False
    ever = False

    def __init__(self, seq: int, end: int, sent: float, tsecr: float, push: bool) -> None:
        self.seq = seq
        self.end = end
        self.sent = sent
        self.tsecr = tsecr
        self.push = push
