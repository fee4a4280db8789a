"""What differs between kernels in how a connection moves its data. The numbers of versions are mainline's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inflight.kernel.constants import SKB_OVERHEAD
from inflight.kernel.release import newest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TcpEra:
    """Rules of one kernel; what is False or missing is as in Linux 6.1.

    skb_overhead: `truesize` of an skb without payload, bytes: `SKB_TRUESIZE(skb_end_offset)` of
    `tcp_stream_alloc_skb`. Since 6.3 small heads have a slab of their own (commit bf9f1baa279f).
    measures_overhead: each socket measures which part of an skb is payload, and so how much window its buffer makes
    (`scaling_ratio`, 6.6); else it is half (`tcp_adv_win_scale` 1).
    large_initial_window: the first window is what the buffer has room for, even if the SYN can say only 65,535 bytes
    of it (6.10, commit 378979e94e95).
    fin_needs_room: a FIN of its own waits for the congestion window as data do; else it may exceed it
    (`tcp_cwnd_test`, between 6.1 and 6.12).
    grows_skbs: an skb that is smaller than what may be sent is filled from the next one (6.10, `tcp_grow_skb`).
    skips_zero_rtt: an RTT of 0 ms by the timestamps tells a receiver nothing; else it counts as 1 ms (6.7).
    grows_carefully: receive autotuning doubles what was read, with room for what waits behind a hole
    (`tcp_rcvbuf_grow`, 6.16 to 6.19); else it also adds 16 segments, and more if more was read than before.
    leaves_queue_out: what is not read yet does not count as read (6.16).
    """

    skb_overhead: int = SKB_OVERHEAD
    measures_overhead: bool = False
    large_initial_window: bool = False
    fin_needs_room: bool = False
    grows_skbs: bool = False
    skips_zero_rtt: bool = False
    leaves_queue_out: bool = False
    grows_carefully: bool = False


LINUX_6_1 = TcpEra()
LINUX_6_12 = TcpEra(
    skb_overhead=960,
    measures_overhead=True,
    large_initial_window=True,
    fin_needs_room=True,
    grows_skbs=True,
    skips_zero_rtt=True,
    leaves_queue_out=True,
)
LINUX_7_3 = replace(LINUX_6_12, grows_carefully=True)

TCP_ERAS = {"6.1": LINUX_6_1, "6.12": LINUX_6_12, "7.3": LINUX_7_3}
"""By the kernels that recordings are of."""


def tcp_era(release: str) -> TcpEra:
    """The newest of them that is not newer than what `uname -r` says; the oldest, if all are.

    >>> tcp_era("6.12.117+deb13-amd64") is LINUX_6_12
    True
    >>> tcp_era("6.11.2") is LINUX_6_1
    True
    """
    return newest_of(TCP_ERAS, release)
