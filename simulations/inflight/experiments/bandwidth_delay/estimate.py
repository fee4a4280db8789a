"""What fills the path: windows from buffers, buffers from windows, and room to spare."""

from __future__ import annotations

import math
from typing import NamedTuple

from inflight.experiments.bandwidth_delay.parameters import (
    NEW,
    OLD,
    BandwidthDelayParameters,
)
from inflight.kernel.constants import MSS, SKB_OVERHEAD
from inflight.scenes.transfer import most

RECEIVE = {OLD: 0.5, NEW: 160 / 256}
"""Window per byte of receive buffer.

Up to 6.5 tcp_adv_win_scale 1: half (`tcp.h:tcp_win_from_space`). Since 6.6 payload per truesize in 256ths
(`tcp_input.c:tcp_measure_rcv_mss`): at first a half, then for full segments in buffers of 2 KiB, as many drivers have
them, 1448 of 2304 bytes: 160/256.
"""

FULL = 45 * MSS
"""Bytes of data in a full skb (`sock.c:sk_setup_caps`: 64 KB)."""

SEND = FULL / (FULL + SKB_OVERHEAD)
"""Payload per byte of send buffer, as writers fill one skb after the other: in both eras."""

SEND_SINGLE = {OLD: MSS / (MSS + SKB_OVERHEAD), NEW: 1845 * MSS / (4 << 20)}
"""The same with one segment per skb: estimated for 6.1, and as measured on 6.18 (W45)."""

ROOM = 2
"""So many times what fills the pipe: while a loss is repaired, data wait in both buffers for another round trip."""

LARGEST = 2**31 - 1
"""The largest number that these sysctls take, bytes."""


class Needs(NamedTuple):
    """Bytes of one connection. pipe: its share of the bandwidth-delay product. rmem, wmem: what just fills it."""

    pipe: float
    rmem: float
    wmem: float


def send_ratio(p: BandwidthDelayParameters) -> float:
    """Payload per byte of send buffer."""
    return SEND if p.gso else SEND_SINGLE[p.era]


def needs(p: BandwidthDelayParameters) -> Needs:
    """What each of `p.flows` connections needs."""
    pipe = p.rate * p.rtt * 125 / p.flows
    return Needs(pipe, pipe / RECEIVE[p.era], pipe / send_ratio(p))


def estimated(p: BandwidthDelayParameters, window: float) -> float:
    """Mbit/s of data, all connections together, if each may have `window` bytes in flight."""
    return float(min(most(p.rate), p.flows * window * 8e-3 / p.rtt))


def advised(p: BandwidthDelayParameters) -> tuple[int, int]:
    """tcp_rmem[2] and tcp_wmem[2] with room to spare, whole MiB; never less than there is now."""
    _, rmem, wmem = needs(p)

    def rounded(need: float, have: int) -> int:
        return max(have, min(math.ceil(ROOM * need / (1 << 20)) << 20, LARGEST))

    return rounded(rmem, p.rmem), rounded(wmem, p.wmem)
