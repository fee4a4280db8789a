"""What can be set when a transfer is slow: the path, both hosts, and the programs at both ends."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.incidents.kernels import Buffered
from inflight.incidents.shared.noise import QUIET, Noise
from inflight.incidents.shared.traffic import IP_AND_TCP
from inflight.kernel.constants import MSS
from inflight.scenes.transfer import most


@dataclass(frozen=True, kw_only=True)
class EgressQdisc:
    """A discipline on the server's eth0 instead of the default. rate: bit/s, limit, burst: bytes, of a tbf.

    With `loss`, it is a netem instead, which drops this share of the packets.
    """

    rate: float = 0.0
    burst: int = 0
    limit: int = 0
    loss: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Policer:
    """A filter on the router’s eth0 that drops what exceeds `rate`, bit/s; burst: bytes that may come at once."""

    rate: float
    burst: int


@dataclass(frozen=True, kw_only=True)
class Neighbour:
    """Somebody else who uses the line: a burst of so many full packets at a time, every `period` s or so."""

    period: float
    packets: int


@dataclass(frozen=True, kw_only=True)
class TransferSetting(Buffered):
    """A transfer with the machines' settings; the defaults are Linux's.

    rate: what the line carries, bit/s. rtt: of the empty path, s. queue: packets that the router holds.
    seconds: when somebody looks, s. names, addresses, ports, programs: of the client, which waits, and of the server.
    job: what is transferred, size: how much, B; tale: which of the complaints it is.
    core_max: net.core.rmem_max and wmem_max of both, B: the most that SO_RCVBUF and SO_SNDBUF can set.
    algorithm, initcwnd (segments), sndbuf (B), wmem (tcp_wmem[2], B), notsent_lowat (B; 0: none),
    slow_start_after_idle, pacing (SO_MAX_PACING_RATE, bit/s; 0: not set), cwnd_lock (segments), sack, shaper: on the
    server. disk: bit/s at which its application gets its data (0: at once).
    remembered: ssthresh for the client in its cache, segments (0: none); threshold_saved: it is used
    (tcp_no_ssthresh_metrics_save=0).
    rcvbuf (B), rmem (tcp_rmem[2], B): on the client. reading: bit/s that its application takes (0: all at once).
    scaling: tcp_window_scaling of client and server. stripped: a middlebox strips the option.
    loss: the share of packets lost behind the router; bad_cable: the client's card sees them, damaged.
    On the router: policer, neighbour; fair: fq_codel at its eth0 instead of a pfifo; tiny: a bfifo for so many full
    packets (0: the pfifo). tunnel: the MTU of a hop behind it, bytes (0: 1500), of which the server knows by clamped
    (the router’s MSS clamping) or by icmp (messages get through), or not at all.
    noise: what else the machines print, for people to stumble over.
    """

    rate: float
    rtt: float
    queue: int
    seconds: float
    names: tuple[str, str] = ("client", "server")
    addresses: tuple[str, str] = ("10.20.1.15", "10.30.4.8")
    ports: tuple[int, int] = (43210, 873)
    programs: tuple[str, str] = ("rsync", "rsync")
    job: str = "nightly backup"
    size: float = 8e9
    tale: int = 0
    algorithm: str = "cubic"
    initcwnd: int = 10
    sndbuf: int = 0
    wmem: int = 4 << 20
    notsent_lowat: int = 0
    slow_start_after_idle: bool = True
    pacing: float = 0.0
    cwnd_lock: int = 0
    sack: bool = True
    shaper: EgressQdisc | None = None
    disk: float = 0.0
    remembered: int = 0
    threshold_saved: bool = False
    rcvbuf: int = 0
    reading: float = 0.0
    scaling: tuple[bool, bool] = (True, True)
    stripped: bool = False
    loss: float = 0.0
    bad_cable: bool = False
    policer: Policer | None = None
    neighbour: Neighbour | None = None
    fair: bool = False
    tiny: int = 0
    tunnel: int = 0
    clamped: bool = False
    icmp: bool = False
    noise: Noise = QUIET

    @property
    def carries(self) -> float:
        """Data that the line carries, bit/s."""
        return most(self.rate)

    @property
    def mss(self) -> int:
        """Payload of a full segment as the server believes it, bytes."""
        return min(self.tunnel - IP_AND_TCP, MSS) if self.tunnel and (self.clamped or self.icmp) else MSS
