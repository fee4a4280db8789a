"""Calls over one connection that stays open: the path, both programs, both hosts."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from inflight.incidents.kernels import Buffered
from inflight.incidents.shared.noise import QUIET, Noise
from inflight.kernel.constants import HEADERS, MSS

CALLS = 11
"""The windows are warm after three or four of them, so the median is that of warm ones."""

ANSWER = 0.6e-3
"""What a name server that works takes, s."""

WELL = 1.5
"""How many times `least` the median call may take before people complain."""

FULL = (MSS + HEADERS) / MSS
"""Bytes on the wire per byte of data in full segments."""


@dataclass(frozen=True, kw_only=True)
class Shaper:
    """A tbf on the server's eth0. rate: bit/s; burst, limit: bytes."""

    rate: float
    burst: int
    limit: int


@dataclass(frozen=True, kw_only=True)
class Lookups:
    """The client’s program looks the server’s name up before each call. first: what its first name server takes, s.

    After `patience` it asks the second one (`timeout:` in resolv.conf).
    """

    first: float = inf
    patience: float = 5.0

    @property
    def takes(self) -> float:
        """What a lookup takes, s."""
        return self.first if self.first < self.patience else self.patience + ANSWER


@dataclass(frozen=True, kw_only=True)
class RequestsSetting(Buffered):
    """What a run is made of; the defaults are healthy, and Linux's own except for slow start after idle.

    rate: what the line carries, bit/s. rtt: of the empty path, s. size: of an answer, bytes; period: from one call to
    the next, s. names, addresses, ports: of the client, which complains, and of the server. call: what is asked for;
    tale: which of the complaints it is.
    The client's program: header and body are the two parts of its request, bytes; join: one write() for both; nodelay:
    TCP_NODELAY; piece: how many bytes it asks for at a time (0: for all); fresh: a new connection for each call;
    lookups: it has no name cached;
    rcvbuf: SO_RCVBUF, bytes (0: not set); digest: time it spends on an answer that it has read, s.
    The server's program: work: until it starts to answer, s; chunk: bytes per write(), which takes it `write` s;
    trailer: bytes of the checksum that it writes last, separately; server_nodelay: TCP_NODELAY; cork: TCP_CORK before
    each answer, forgotten: and never cleared; sndbuf: SO_SNDBUF, bytes (0: not set).
    The server: after_idle: tcp_slow_start_after_idle; initcwnd: of its route; algorithm; shaper.
    The firewall: forgets: how long it remembers a quiet connection (nf_conntrack_tcp_timeout_established), s; it drops
    segments of those that it doesn't know. patience: how long the client waits for an answer on an old connection, s,
    before it opens another; pause: from a call that took longer than the period to the next one, s.
    Both: quickack: routes with `quickack 1`; core_max: net.core.rmem_max and wmem_max, bytes;
    rmem, wmem: tcp_rmem[2] and tcp_wmem[2], bytes.
    noise: what the machines print besides.
    """

    rate: float
    rtt: float
    size: int
    period: float
    names: tuple[str, str] = ("client", "server")
    addresses: tuple[str, str] = ("10.20.1.15", "10.30.4.8")
    ports: tuple[int, int] = (43210, 8080)
    call: str = "price list"
    tale: int = 0
    header: int = 310
    body: int = 620
    join: bool = False
    nodelay: bool = True
    piece: int = 0
    fresh: bool = False
    lookups: Lookups | None = None
    rcvbuf: int = 0
    digest: float = 0.0
    work: float = 0.3e-3
    chunk: int = 65536
    write: float = 0.0
    trailer: int = 40
    server_nodelay: bool = True
    cork: bool = False
    forgotten: bool = False
    sndbuf: int = 0
    after_idle: bool = False
    initcwnd: int = 10
    algorithm: str = "cubic"
    shaper: Shaper | None = None
    forgets: float = 432000.0
    patience: float = 2.0
    pause: float = 0.25
    quickack: bool = False
    wmem: int = 4 << 20
    noise: Noise = QUIET

    @property
    def asked(self) -> int:
        """Bytes of a request."""
        return self.header + self.body

    @property
    def least(self) -> float:
        """What path and size require, s: a round trip, and the time on the line."""
        return self.rtt + self.size * FULL * 8 / self.rate
