"""What can be set when connections hang: the path, both hosts, and what runs on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from inflight.incidents.kernels import BUFFERS, OnKernel
from inflight.scenes.kernel import USUAL

PERIOD = 2.0
"""s between two pauses of the server's application."""

BLOCK = (40960, 45055)
"""Ports of a host where each has a block of 4096 of its own: enough for one connection after the other, 66 a second."""

FILTERED = ("all", "default", "eth0", "eth1")
"""Where the server has an rp_filter each."""

STRICT = (1,) * len(FILTERED)


@dataclass(frozen=True, kw_only=True)
class ConnectSetting(OnKernel):
    """Times in s, rates in 1/s, sizes in bytes; what has a sysctl is named after it.

    service: what the client's requests are for. names: of both machines. second: the server's address on eth1.
    rate: new connections while all hosts are there; burst: how many more come at once, once per period; patience: when
    the client gives up. accept_rate: how many the application can accept; pause: how long it stops at the beginning of
    each period.
    rules: answers leave through the interface that the questions came in through. rp_filters: in the order of FILTERED.
    flood: SYNs from made-up addresses.
    new_limit: SYNs that the firewall lets through, 0: all. back_lost: share of flows whose answers take a path with a
    firewall that doesn't know them. loss: the chance that a packet is lost. idle: how long each idle shell's socket has
    been idle.
    hosts: like the client, in rotation and in all, among which the calls are shared. six: how long the client waits for
    an answer over IPv6, which never comes, before it uses IPv4; 0: it uses IPv4 at once.
    firewall: its name. others: connections of everybody else that it sees end; gone: those that never end, because one
    side has vanished. tracked_most: nf_conntrack_max; forgets: how long it keeps an entry of a connection that is open
    and of one that has ended; untracked: this service's connections need no entry.
    """

    service: str = "the catalogue"
    names: tuple[str, str] = ("shop-1", "catalog-1")
    programs: tuple[str, str] = ("shop", "catalogd")
    client: str = "10.3.0.21"
    server: str = "10.1.0.2"
    second: str = "10.2.0.2"
    port: int = 8443
    wording: int = 0
    rtt: float = 0.01
    rate: float = 40.0
    burst: int = 28
    patience: float = 3.5
    request: int = 300
    response: int = 900
    accept_rate: float = 400.0
    pause: float = 0.5
    backlog: int = 256
    somaxconn: int = 4096
    max_syn_backlog: int = 1024
    syncookies: int = 1
    abort_on_overflow: int = 0
    rules: bool = True
    rp_filters: tuple[int, ...] = (2, 2, 2, 2)
    flood: float = 0.0
    new_limit: float = 0.0
    back_lost: float = 0.0
    loss: float = 0.0
    ports: tuple[int, int] = (32768, 60999)
    tw_reuse: int = 2
    syn_retries: int = 6
    fin_timeout: float = 60.0
    idle: tuple[float, ...] = ()
    hosts: tuple[int, int] = (4, 4)
    six: float = 0.0
    firewall: str = "fw-1"
    others: float = 300.0
    gone: float = 0.1
    tracked_most: int = 262144
    forgets: tuple[float, float] = (432000.0, 120.0)
    untracked: bool = False
    debug_port: bool = False
    rmem_max: int = BUFFERS[USUAL].core_max

    def on(self, kernel: str) -> Self:
        """With rmem_max as after boot."""
        return replace(super().on(kernel), rmem_max=BUFFERS[kernel].core_max)

    @property
    def usual(self) -> float:
        """Connections per second, including those in bursts, while all hosts are in rotation."""
        return self.rate + self.burst / PERIOD

    @property
    def steady(self) -> float:
        """Connections per second besides those in bursts: fewer hosts share the same calls."""
        there, before = self.hosts
        return self.rate * before / there

    @property
    def offered(self) -> float:
        """Connections per second, including those in bursts."""
        return self.steady + self.burst / PERIOD

    @property
    def entries(self) -> float:
        """What the firewall's table would hold if it were large enough."""
        ended = self.others + (0.0 if self.untracked else self.offered)
        return self.gone * self.forgets[0] + ended * self.forgets[1]

    @property
    def rp_filter(self) -> int:
        """How strict the server is with what comes in through eth0 (`IN_DEV_MAXCONF`)."""
        every, _, eth0, _ = self.rp_filters
        return max(every, eth0)

    @property
    def serves_all(self) -> bool:
        """Whether the minute before went well as far as the client's ports are concerned."""
        return self.rules or self.rp_filter != 1
