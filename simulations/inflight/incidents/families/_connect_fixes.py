"""What is done, and what people copy, about connections that hang."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from inflight.incidents.fault import Fix
from inflight.incidents.models.connect_setting import Setting


def _to(**values: Any) -> Callable[[Setting], Setting]:
    return lambda setting: replace(setting, **values)


def _faster(s: Setting) -> Setting:
    return replace(s, accept_rate=max(s.accept_rate, 400.0))


def _nothing(s: Setting) -> Setting:
    return s


FIXES = (
    Fix(
        id="raise-backlog",
        text="On the server: listen(fd, 1024) in the application, and restart it",
        put=_to(backlog=1024),
    ),
    Fix(
        id="raise-somaxconn",
        text="On the server: sysctl -w net.core.somaxconn=4096, and restart the application",
        put=_to(somaxconn=4096),
    ),
    Fix(id="faster-accept", text="On the server: a thread of its own that does nothing but accept()", put=_faster),
    Fix(id="syncookies", text="On the server: sysctl -w net.ipv4.tcp_syncookies=1", put=_to(syncookies=1)),
    Fix(id="loose", text="On the server: sysctl -w net.ipv4.conf.all.rp_filter=2", put=_to(rp_filter=2)),
    Fix(
        id="policy-routing",
        text="On the server: ip rule add from ADDRESS table 100, with a default route by eth0 in that table",
        put=_to(rules=True),
    ),
    Fix(id="firewall-limit", text="On the firewall: lift the limit of new connections", put=_to(new_limit=0.0)),
    Fix(
        id="firewall-state",
        text="On the firewalls: let answers pass the one that has seen the SYN, or share their state",
        put=_to(back_lost=0.0),
    ),
    Fix(id="abort-off", text="On the server: sysctl -w net.ipv4.tcp_abort_on_overflow=0", put=_to(abort_on_overflow=0)),
    Fix(
        id="port-range",
        text='On the client: sysctl -w net.ipv4.ip_local_port_range="32768 60999"',
        put=_to(ports=(32768, 60999)),
    ),
    Fix(id="tw-reuse", text="On the client: sysctl -w net.ipv4.tcp_tw_reuse=1", put=_to(tw_reuse=1)),
    # what people copy
    Fix(
        id="max-syn-backlog",
        text="On the server: sysctl -w net.ipv4.tcp_max_syn_backlog=65535",
        put=_to(max_syn_backlog=65535),
    ),
    Fix(id="fin-timeout", text="On the client: sysctl -w net.ipv4.tcp_fin_timeout=10", put=_to(fin_timeout=10.0)),
    Fix(id="syn-retries", text="On the client: sysctl -w net.ipv4.tcp_syn_retries=3", put=_to(syn_retries=3)),
    Fix(id="rmem-max", text="On both: sysctl -w net.core.rmem_max=16777216", put=_to(rmem_max=16777216)),
    Fix(
        id="tw-recycle",
        text="On both: sysctl -w net.ipv4.tcp_tw_recycle=1 (“unknown key” since Linux 4.12)",
        put=_nothing,
    ),
    Fix(id="restart", text="On the server: restart the application, it has always helped", put=_nothing),
)
