"""What fills the path: windows from buffers, buffers from windows, and room to spare."""

from __future__ import annotations

import math
from typing import NamedTuple

from inflight.experiments.bandwidth_delay.parameters import BandwidthDelayParameters
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.receive_window import ReceiveBuffer, measured
from inflight.scenes.transfer import most

FULL = 45 * MSS
"""Bytes of data in a full skb (`sock.c:sk_setup_caps`: 64 KB)."""

ROOM = 2
"""So many times what fills the pipe: while a loss is repaired, data wait in both buffers for another round trip."""

LARGEST = 2**31 - 1
"""The largest number that these sysctls take, bytes."""


class Needs(NamedTuple):
    """Bytes of one connection. pipe: its share of the bandwidth-delay product. rmem, wmem: what just fills it."""

    pipe: float
    rmem: float
    wmem: float


def receive_ratio(p: BandwidthDelayParameters) -> float:
    """Window per byte of receive buffer.

    Up to 6.5 tcp_adv_win_scale 1: half (`tcp.h:tcp_win_from_space`). Since 6.6 payload per truesize in 256ths
    (`tcp_input.c:tcp_measure_rcv_mss`): at first a half, then what it is of full segments.
    """
    return measured(ReceiveBuffer(), tcp_era(p.kernel)).ratio


def send_ratio(p: BandwidthDelayParameters) -> float:
    """Payload per byte of send buffer, as writers fill one skb after the other."""
    data = FULL if p.gso else MSS
    return data / (data + tcp_era(p.kernel).skb_overhead)


def needs(p: BandwidthDelayParameters) -> Needs:
    """What each of `p.flows` connections needs."""
    pipe = p.rate * p.rtt * 125 / p.flows
    return Needs(pipe, pipe / receive_ratio(p), pipe / send_ratio(p))


def estimated(p: BandwidthDelayParameters, window: float) -> float:
    """Mbit/s of data, all connections together, if each may have `window` bytes in flight."""
    return float(min(most(p.rate), p.flows * window * 8e-3 / p.rtt))


def advised(p: BandwidthDelayParameters) -> tuple[int, int]:
    """tcp_rmem[2] and tcp_wmem[2] with room to spare, whole MiB; never less than there is now."""
    _, rmem, wmem = needs(p)

    def rounded(need: float, have: int) -> int:
        return max(have, min(math.ceil(ROOM * need / (1 << 20)) << 20, LARGEST))

    return rounded(rmem, p.rmem), rounded(wmem, p.wmem)
