"""How large a burst TCP hands down in one skb: what the flow sends in about a millisecond. `tcp_tso_autosize`."""

from __future__ import annotations

from inflight.kernel.constants import GSO_MAX_SIZE

PACING_SHIFT = 10
"""`sk_pacing_shift`: a burst is what leaves in 1/1024 s, about a millisecond, at the pacing rate."""

TSO_RTT_LOG = 9
"""`net.ipv4.tcp_tso_rtt_log`: near peers get more, half as much for each 512 µs of the shortest RTT seen."""


def burst_segments(
    rate: float,
    min_rtt_us: int,
    mss: int,
    fewest: int,
    shift: int = PACING_SHIFT,
    gso_max_size: int = GSO_MAX_SIZE,
) -> int:
    """Segments in one skb. `rate` in bytes/s, `gso_max_size` in bytes (sk_gso_max_size).

    100 Mbit/s over a long path: 12,500,000 >> 10 are 12,207 bytes, eight segments.

    >>> burst_segments(12_500_000, 40_000, 1448, 2)
    8
    """
    size = int(rate) >> shift
    halvings = min_rtt_us >> TSO_RTT_LOG
    if halvings < 32:
        size += gso_max_size >> halvings
    segments = (size if size < gso_max_size else gso_max_size) // mss
    return segments if segments > fewest else fewest
