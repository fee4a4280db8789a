"""A segment of data, from its first transmission until it is acknowledged."""

from __future__ import annotations

from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.small_queue import SmallQueue

Stamp = tuple[int, int, int, bool]
"""What is noted when a segment leaves, for delivery rates; see `rate.py`."""
BY_RACK, BY_WAITING, BY_DUPLICATES, BY_PARTIAL_ACK, BY_TIMEOUT, BY_PROBE = range(6)
REASONS = (
    "RACK: one sent later has arrived",
    "RACK: the wait for reordering is over",
    "three duplicate ACKs",
    "partial ACK",
    "retransmission timeout",
    "tail-loss probe",
)
"""Why a segment is sent again."""


class DataSegment:
    """Bytes `seq` to `end`; `sent` is the time of the latest transmission, s.

    acked: it lies below the cumulative ACK. sacked, lost, retransmitted: the kernel's TCPCB_SACKED_ACKED, _LOST and
    _SACKED_RETRANS; `ever` is TCPCB_EVER_RETRANS. `push` and `cwr` are the flags of those names, `ect` says that a
    queue may mark it (RFC 3168), `l4s` that it says so by ECT(1) (RFC 9331); `tsecr` is the echoed timestamp (when the
    peer sent the ACK last seen, s), `ack` what it acknowledges where data go both ways. `why` is one of REASONS. What
    is sent again travels as a copy, a `repeat`; of `first_sent` see `timestamp`. `owner` is the account to which
    `truesize` goes back when it has left its host.
    """

    # defaults on the class: most segments never change them, and there are many segments
    sacked = False
    acked = False
    stamp: Stamp | None = None  # kept only where delivery rates are
    lost = False
    retransmitted = False
    ever = False
    ect = False
    l4s = False
    cwr = False
    why = BY_RACK
    first_sent = 0.0
    repeat = False
    ack: Ack | None = None
    owner: SmallQueue | None = None
    truesize = 0

    def __init__(self, seq: int, end: int, sent: float, tsecr: float, push: bool) -> None:
        self.seq = seq
        self.end = end
        self.sent = sent
        self.tsecr = tsecr
        self.push = push

    @property
    def timestamp(self) -> float:
        """The timestamp on this very packet, s: `sent` is not it any more once the segment has been sent again."""
        return self.first_sent if self.ever else self.sent

    def again(self, now: float, tsecr: float) -> DataSegment:
        """The packet that carries it once more, sent `now`."""
        copy = DataSegment(self.seq, self.end, now, tsecr, self.push)
        copy.retransmitted = copy.ever = copy.repeat = True
        copy.first_sent = now
        copy.why = self.why
        return copy
