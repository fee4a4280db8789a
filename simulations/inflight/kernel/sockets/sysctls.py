"""The sysctls of a host that opening and closing depend on, with the defaults of Linux 6.1."""

from __future__ import annotations

from dataclasses import dataclass

TIMEWAIT_LEN = 60.0
"""How long TIME_WAIT lasts, s: a constant of the kernel (`tcp.h:TCP_TIMEWAIT_LEN`), no sysctl."""


@dataclass(slots=True)
class Sysctls:
    """`net.ipv4.*` and `net.core.somaxconn`; times in s, as the kernel takes them. May be changed while a run goes on.

    tcp_syn_linear_timeouts: since Linux 6.5, 4 by default there; older kernels behave as with 0.
    """

    somaxconn: int = 4096
    tcp_max_syn_backlog: int = 1024
    tcp_syncookies: int = 1
    tcp_abort_on_overflow: int = 0
    tcp_syn_retries: int = 6
    tcp_synack_retries: int = 5
    tcp_syn_linear_timeouts: int = 0
    tcp_fastopen: int = 1
    tcp_timestamps: int = 1
    tcp_retries1: int = 3
    tcp_retries2: int = 15
    tcp_mtu_probing: int = 0
    tcp_base_mss: int = 1024
    tcp_mtu_probe_floor: int = 48
    tcp_min_snd_mss: int = 48
    tcp_keepalive_time: float = 7200.0
    tcp_keepalive_intvl: float = 75.0
    tcp_keepalive_probes: int = 9
    tcp_fin_timeout: float = 60.0
    tcp_orphan_retries: int = 0
    tcp_max_orphans: int = 16384
    tcp_max_tw_buckets: int = 131072
    tcp_tw_reuse: int = 2
    tcp_rfc1337: int = 0
    ip_local_port_range: tuple[int, int] = (32768, 60999)
