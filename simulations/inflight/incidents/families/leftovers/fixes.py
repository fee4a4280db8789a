"""What helps when sockets pile up, and what people copy from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.leftovers.setting import CLOSE, LeftoversSetting
from inflight.incidents.fault import Fix, nothing, to


def _both(s: LeftoversSetting, **values: float) -> LeftoversSetting:
    """A client that ends can’t tell a server about connections that the firewall has forgotten."""
    return replace(s, restarts=s.restarts + 1, **values)  # type: ignore[arg-type]


def _sysctl(name: str, value: str = r"([1-9]\d{0,6})") -> str:
    return rf"sysctl (?:-w )?{re.escape(name)}={value}"


FIXES: Sequence[Fix[LeftoversSetting]] = (
    Fix(
        id="close-on-eof",
        text="In the server’s program: close() when read() returns 0",
        put=to(server_forgets=0.0),
        minutes=10,
    ),
    Fix(
        id="server-close",
        text="In the server’s program: close() instead of shutdown() when a request is done",
        put=to(server_ends=CLOSE),
        minutes=10,
    ),
    Fix(
        id="so-keepalive",
        text="In the server’s program: SO_KEEPALIVE with TCP_KEEPIDLE=300 on every connection",
        put=to(keepalive=300.0, keepalive_requests=300.0),
        minutes=8,
    ),
    Fix(
        id="idle-request",
        text="In the server’s program: close request connections after a minute of silence",
        put=to(idle_request=60.0),
        minutes=10,
    ),
    Fix(
        id="client-closes",
        text="In the clients: close() when read() returns 0; then restart the server’s program as well",
        put=lambda s: _both(s, client_forgets=0.0),
        minutes=12,
    ),
    Fix(
        id="client-returns",
        text="In the clients: close each request’s connection in a finally block; then start the server’s program "
        "again, too",
        put=lambda s: _both(s, client_leaks=0.0),
        minutes=12,
    ),
    Fix(
        id="worker",
        text="In the server’s program: one accept loop for all ports, restarted when it dies",
        put=to(health_accepted=True),
        minutes=10,
    ),
    Fix(
        id="orphan-retries",
        text="On the server: sysctl -w net.ipv4.tcp_orphan_retries=0",
        put=to(tcp_orphan_retries=0),
        typed=_sysctl("net.ipv4.tcp_orphan_retries", "0"),
        places=(0,),
    ),
    # what people copy from elsewhere
    Fix(
        id="fin-timeout",
        text="On the server: sysctl -w net.ipv4.tcp_fin_timeout=10",
        put=to(tcp_fin_timeout=10.0),
        typed=_sysctl("net.ipv4.tcp_fin_timeout"),
        valued=lambda value: to(tcp_fin_timeout=float(value)),
        places=(0,),
    ),
    Fix(
        id="keepalive-time",
        text="On the server: sysctl -w net.ipv4.tcp_keepalive_time=60",
        put=to(tcp_keepalive_time=60.0),
        typed=_sysctl("net.ipv4.tcp_keepalive_time"),
        valued=lambda value: to(tcp_keepalive_time=float(value)),
        places=(0,),
    ),
    Fix(
        id="tw-buckets",
        text="On the server: sysctl -w net.ipv4.tcp_max_tw_buckets=5000",
        put=to(tcp_max_tw_buckets=5000),
        typed=_sysctl("net.ipv4.tcp_max_tw_buckets"),
        valued=lambda value: to(tcp_max_tw_buckets=int(value)),
        places=(0,),
    ),
    Fix(
        id="tw-reuse",
        text="On the server: sysctl -w net.ipv4.tcp_tw_reuse=1",
        put=to(tcp_tw_reuse=1),
        typed=_sysctl("net.ipv4.tcp_tw_reuse", "1"),
        places=(0,),
    ),
    Fix(
        id="tw-recycle",
        text="On the server: sysctl -w net.ipv4.tcp_tw_recycle=1 (“unknown key” since Linux 4.12)",
        put=nothing,
        typed=_sysctl("net.ipv4.tcp_tw_recycle", "1"),
        places=(0,),
    ),
    Fix(id="more-files", text="On the server: ulimit -n 1048576", put=to(open_files=1048576), minutes=3),
    Fix(
        id="longer-queue",
        text="On the server: sysctl -w net.core.somaxconn=65535, and a backlog to match",
        put=to(somaxconn=65535, health_backlog=65535),
        minutes=5,
    ),
    Fix(
        id="restart",
        text="On the server: restart it twice as often",
        put=lambda s: replace(s, restarts=s.restarts + 1),
        minutes=2,
    ),
)
