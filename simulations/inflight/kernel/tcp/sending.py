"""How a socket sends: its options, and what the route says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inflight.kernel.constants import MSS
from inflight.kernel.tcp.era import LINUX_6_1, TcpEra
from inflight.kernel.tcp.options import LINUX, TcpOptions

NO_CLAMP = 1 << 30
PACING_RATIOS = (200, 120)
"""`net.ipv4.tcp_pacing_ss_ratio` and `tcp_pacing_ca_ratio`, per cent: in slow start, and after it."""


@dataclass(frozen=True, kw_only=True)
class SendingSpec:
    """Settings of the sending half.

    gso_max_segs: most segments in one skb; 1 switches GSO off. offload: an skb travels whole, and is cut into segments
    by nobody on the way (TSO, GRO).
    pacing: hold data back so that they leave at the pacing rate, as with the fq qdisc at the sender; without it only if
    the algorithm asks. pacing_ratios: rate in slow start and after it, in per cent of a window per RTT.
    max_pacing_rate: SO_MAX_PACING_RATE, bit/s.
    cwnd_clamp: the window grows no further, segments (`ip route … cwnd lock N`, `snd_cwnd_clamp`).
    slow_start_after_idle: `net.ipv4.tcp_slow_start_after_idle`: a window that is not used decays.
    mss: payload of a full segment, bytes, as the path allows it.
    nodelay: TCP_NODELAY. options: how losses are found and repaired.
    tx_done: says when all that was sent will have left the host, s, for autocorking (None: at once).
    wakeup: draws how long a process waits for the CPU when it may go on, s (None: as on an idle CPU).
    era: the rules of the kernel, at both ends.
    """

    gso_max_segs: int = 65535
    offload: bool = False
    pacing: bool = False
    pacing_ratios: tuple[int, int] = PACING_RATIOS
    max_pacing_rate: float = float("inf")
    cwnd_clamp: int = NO_CLAMP
    slow_start_after_idle: bool = True
    mss: int = MSS
    nodelay: bool = False
    options: TcpOptions = LINUX
    tx_done: Callable[[], float] | None = None
    wakeup: Callable[[], float] | None = None
    era: TcpEra = LINUX_6_1


DEFAULT_SENDING = SendingSpec()
