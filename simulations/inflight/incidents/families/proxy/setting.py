"""What can be set when people reach a service through a reverse proxy: their requests, jobs, the proxy, the backend."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.incidents.kernels import OnKernel

PORTS = (32768, 60999)
"""net.ipv4.ip_local_port_range: 28,232 ports."""


@dataclass(frozen=True, kw_only=True)
class ProxySetting(OnKernel):
    """Times in s, rates in 1/s, sizes in bytes; what has a sysctl is named after it.

    service: what is asked for. names: of the machine that makes the requests, and of the backend; proxy: of the one
    between. clock: the time of day when somebody is called. offered: requests that people make.
    jobs: requests that the agents make when cron starts them, every `period`; spread: over how long they start.
    The proxy: keepalive: idle connections to the backend that it keeps, 0: it opens one for each request and closes it
    first; reuses: requests per connection that is kept (keepalive_requests). upstreams: addresses of the backend.
    limit: requests of people that it lets through, 0: all (limit_req); timeout: proxy_connect_timeout.
    The backend: workers, each with one request at a time; work: for one of them. pause: how long its program stops, and
    how often it does.
    """

    service: str = "orders"
    names: tuple[str, str] = ("front-1", "orders-1")
    proxy: str = "edge-1"
    program: str = "orderd"
    client: str = "10.20.3.21"
    server: str = "10.80.1.7"
    port: int = 8080
    wording: int = 0
    rtt: float = 0.004
    clock: float = 0.0
    offered: float = 560.0
    jobs: int = 200
    period: int = 60
    spread: float = 0.0
    keepalive: int = 64
    reuses: int = 1000
    upstreams: int = 1
    limit: float = 0.0
    timeout: float = 10.0
    workers: int = 40
    work: float = 0.035
    pause: tuple[float, float] = (0.0, 47.0)
    backlog: int = 1024
    request: int = 310
    response: int = 900
    ip_local_port_range: tuple[int, int] = PORTS
    tcp_tw_reuse: int = 2
    tcp_fin_timeout: int = 60
    tcp_max_tw_buckets: int = 131072
    tcp_syncookies: int = 1
    shells: tuple[float, ...] = (3_611.0,)
    restarts: int = 0

    @property
    def capacity(self) -> float:
        """Requests that the backend can answer in a second."""
        return self.workers / self.work

    @property
    def ports(self) -> int:
        """Connections that the proxy may have to the backend, those in TIME-WAIT among them."""
        low, high = self.ip_local_port_range
        return (high - low + 1) * self.upstreams
