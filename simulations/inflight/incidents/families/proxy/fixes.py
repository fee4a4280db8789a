"""What people do about requests that fail or wait behind a proxy. The model says what helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.fault import Fix, nothing, sysctl, to


def _restarted(s: ProxySetting) -> ProxySetting:
    return replace(s, restarts=s.restarts + 1)


def _collected(s: ProxySetting) -> ProxySetting:
    return replace(_restarted(s), pause=(min(s.pause[0], 0.1), s.pause[1]))


FIXES: Sequence[Fix[ProxySetting]] = (
    Fix(
        id="upstream-keepalive",
        text="On the proxy: keepalive 64 in the upstream block, with proxy_http_version 1.1 and an empty Connection "
        "header, and reload nginx",
        put=to(keepalive=64),
        minutes=3,
    ),
    Fix(
        id="more-addresses",
        text="Give the backend three more addresses, and name them in the proxy’s upstream block",
        put=to(upstreams=4),
        minutes=8,
    ),
    sysctl(
        id="port-range",
        text='On the proxy: sysctl -w net.ipv4.ip_local_port_range="10240 65535"',
        put=to(ip_local_port_range=(10240, 65535)),
        places=(2,),
    ),
    sysctl(
        id="tw-reuse",
        text="On the proxy: sysctl -w net.ipv4.tcp_tw_reuse=1",
        put=to(tcp_tw_reuse=1),
        places=(2,),
    ),
    Fix(
        id="jitter",
        text="Where the agents’ jobs start: RandomizedDelaySec= as long as their period, so that they spread over it",
        put=lambda s: replace(s, spread=float(s.period)),
        minutes=5,
    ),
    Fix(
        id="lift-limit",
        text="On the proxy: raise rate= of limit_req_zone to four times what it is, and reload nginx",
        put=lambda s: replace(s, limit=4 * s.limit),
        minutes=3,
    ),
    Fix(
        id="workers",
        text="On the backend: twice as many workers, on twice as many CPUs",
        put=lambda s: replace(_restarted(s), workers=2 * s.workers),
        minutes=12,
    ),
    Fix(
        id="collector",
        text="On the backend: a collector that works beside the program, and a smaller heap",
        put=_collected,
        minutes=12,
    ),
    # what people copy from elsewhere, or what helps too little
    Fix(
        id="five-minutes",
        text="Where the agents’ jobs start: every five minutes instead of every minute",
        put=to(period=300),
        minutes=5,
    ),
    Fix(
        id="backlog",
        text="On the backend: listen() with a backlog of 4096",
        put=lambda s: replace(_restarted(s), backlog=4096),
        minutes=10,
    ),
    sysctl(
        id="fin-timeout",
        text="On the proxy: sysctl -w net.ipv4.tcp_fin_timeout=10",
        put=to(tcp_fin_timeout=10),
        places=(2,),
    ),
    sysctl(
        id="tw-buckets",
        text="On the proxy: sysctl -w net.ipv4.tcp_max_tw_buckets=2000000",
        put=to(tcp_max_tw_buckets=2_000_000),
        places=(2,),
    ),
    Fix(
        id="patience",
        text="On the proxy: proxy_connect_timeout 60s, and reload nginx",
        put=lambda s: replace(s, timeout=max(s.timeout, 60.0)),
        minutes=3,
    ),
    sysctl(
        id="syncookies",
        text="On the backend: sysctl -w net.ipv4.tcp_syncookies=2",
        put=to(tcp_syncookies=2),
        places=(1,),
    ),
    Fix(id="restart", text="Restart nginx, which has always helped", put=nothing, minutes=2),
)
