"""What can be set when sockets pile up: who closes when, what the firewall remembers, sysctls."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.incidents.kernels import OnKernel

CLIENT, SERVER = "client", "server"
CLOSE, SHUTDOWN = "close", "shutdown"
KERNELS = -1.0
"""For keepalive: whatever tcp_keepalive_time says."""


@dataclass(frozen=True, kw_only=True)
class LeftoversSetting(OnKernel):
    """Times in s, sizes in bytes; what has a sysctl is named after it.

    A server's clients have subscriptions, which stay open for a long time and are silent after a greeting, and make
    requests, which are short. Something also checks the server's health. The server has a port for each of the three;
    `gaps` are the times from one to the next of each, and `holds` is how long subscriptions and requests last.

    firewall: how long it remembers a connection on which nothing is sent. keepalive, keepalive_requests: when the
    server's sockets probe a silent peer, 0: never, or KERNELS. idle_subscription, idle_request: after how much silence
    the server closes them, 0: never. ends: which side ends a request; server_ends: with which call, if it is the
    server. server_forgets, client_forgets: share of connections whose end the program never notices. client_leaks:
    share of requests that the client keeps open for good. health_accepted: whether anything accepts health checks.
    monitoring: connections per second that the server opens to a monitor and closes. shells: idle sockets of people's
    shells. health_checks: whether there are any. turned_away: share of the requests that the clients don't make.
    restarts: how often somebody has restarted the server's program.
    """

    service: str = "price updates"
    names: tuple[str, str] = ("push-1", "app-1")
    firewall_name: str = "fw-1"
    programs: tuple[str, str] = ("pushd", "agent")
    server: str = "10.1.0.2"
    client: str = "10.3.0.21"
    ports: tuple[int, int, int] = (7000, 8080, 8081)
    wording: int = 0
    rtt: float = 0.01
    gaps: tuple[float, float, float] = (36.0, 18.0, 40.0)
    holds: tuple[float, float] = (1800.0, 3.0)
    request: int = 220
    response: int = 900
    firewall: float = 900.0
    keepalive: float = 300.0
    keepalive_requests: float = 0.0
    idle_subscription: float = 0.0
    idle_request: float = 0.0
    ends: str = CLIENT
    server_ends: str = SHUTDOWN
    server_forgets: float = 0.0
    client_forgets: float = 0.0
    client_leaks: float = 0.0
    health_accepted: bool = True
    health_backlog: int = 4096
    monitoring: float = 0.0
    shells: tuple[float, ...] = ()
    somaxconn: int = 4096
    tcp_fin_timeout: float = 60.0
    tcp_orphan_retries: int = 0
    tcp_keepalive_time: float = 7200.0
    tcp_max_tw_buckets: int = 131072
    tcp_max_orphans: int = 16384
    tcp_tw_reuse: int = 2
    open_files: int = 1024
    health_checks: bool = True
    turned_away: float = 0.0
    restarts: int = 0


SYSCTLS = (
    "somaxconn",
    "tcp_fin_timeout",
    "tcp_orphan_retries",
    "tcp_keepalive_time",
    "tcp_max_tw_buckets",
    "tcp_max_orphans",
    "tcp_tw_reuse",
)
"""Fields that are the server's sysctls: the kernel asks for them whenever it needs them."""

OF_SERVER = (
    *("keepalive", "keepalive_requests", "idle_subscription", "idle_request", "server_ends", "server_forgets"),
    *("health_accepted", "health_backlog", "open_files"),
)
OF_CLIENT = "client_forgets", "client_leaks"
"""Fields of their programs: a change of one starts that program again."""
