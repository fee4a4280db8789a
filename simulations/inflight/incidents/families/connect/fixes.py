"""What helps against hanging connections, and what people copy from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from inflight.incidents.families.connect.setting import FILTERED, ConnectSetting
from inflight.incidents.fault import Fix, nothing, sysctl, to


def _faster(s: ConnectSetting) -> ConnectSetting:
    return replace(s, accept_rate=max(s.accept_rate, 400.0))


def _forgets_open(s: ConnectSetting) -> ConnectSetting:
    return replace(s, forgets=(7200.0, s.forgets[1]))


def _forgets_ended(s: ConnectSetting) -> ConnectSetting:
    return replace(s, forgets=(s.forgets[0], 30.0))


def _scaled_out(s: ConnectSetting) -> ConnectSetting:
    return replace(s, hosts=(s.hosts[1], s.hosts[1]))


def _rejected(s: ConnectSetting) -> ConnectSetting:
    return replace(s, six=min(s.six, s.rtt / 4))


def _sooner(s: ConnectSetting) -> ConnectSetting:
    return replace(s, six=min(s.six, 0.25))


def _filtering(device: str, mode: int) -> Callable[[ConnectSetting], ConnectSetting]:
    """One value of several; which of them counts is for the kernel to say."""
    return lambda s: replace(
        s, rp_filters=tuple(mode if each == device else now for each, now in zip(FILTERED, s.rp_filters, strict=True))
    )


def _ports(low: str, high: str) -> Callable[[ConnectSetting], ConnectSetting]:
    """The kernel takes no range that is backwards, or beyond the ports there are (`proc_ipv4_local_port_range`)."""
    chosen = int(low), int(high)
    return to(ports=chosen) if chosen[0] <= chosen[1] < 65536 else nothing


FIXES: Sequence[Fix[ConnectSetting]] = (
    Fix(
        id="raise-backlog",
        text="On the server: listen(fd, 1024) in the application, and restart it",
        put=to(backlog=1024),
        minutes=10,
    ),
    Fix(
        id="raise-somaxconn",
        text="On the server: sysctl -w net.core.somaxconn=4096, and restart the application",
        put=to(somaxconn=4096),
        minutes=3,
    ),
    Fix(
        id="faster-accept",
        text="On the server: add a thread that does nothing but accept()",
        put=_faster,
        minutes=15,
    ),
    sysctl(
        id="syncookies",
        text="On the server: sysctl -w net.ipv4.tcp_syncookies=1",
        put=to(syncookies=1),
        values=r"([012])",
        valued=lambda on: to(syncookies=int(on)),
        places=(1,),
    ),
    Fix(
        id="loose",
        text="On the server: sysctl -w net.ipv4.conf.all.rp_filter=2",
        put=_filtering("all", 2),
        typed=rf"sysctl (?:-w )?net\.ipv4\.conf\.({'|'.join(FILTERED)})\.rp_filter=([012])",
        valued=lambda device, mode: _filtering(device, int(mode)),
        places=(1,),
    ),
    Fix(
        id="policy-routing",
        text="On the server: ip rule add from ADDRESS table 100, with a default route through eth0 in that table",
        put=to(rules=True),
        minutes=5,
    ),
    Fix(
        id="firewall-limit",
        text="On the firewall: lift the limit on new connections",
        put=to(new_limit=0.0),
        minutes=3,
    ),
    Fix(
        id="firewall-state",
        text="On the firewalls: send answers through the one that has seen the SYN, or have them share their state",
        put=to(back_lost=0.0),
        minutes=20,
    ),
    sysctl(
        id="abort-off",
        text="On the server: sysctl -w net.ipv4.tcp_abort_on_overflow=0",
        put=to(abort_on_overflow=0),
        places=(1,),
    ),
    sysctl(
        id="port-range",
        text='On the client: sysctl -w net.ipv4.ip_local_port_range="32768 60999"',
        put=to(ports=(32768, 60999)),
        values=r"(\d{4,5}) (\d{4,5})",
        valued=_ports,
        places=(0,),
    ),
    sysctl(
        id="tw-reuse",
        text="On the client: sysctl -w net.ipv4.tcp_tw_reuse=1",
        put=to(tw_reuse=1),
        places=(0,),
    ),
    Fix(
        id="more-hosts",
        text="In the autoscaler: set the minimum to as many hosts as before",
        put=_scaled_out,
        minutes=6,
    ),
    Fix(id="no-aaaa", text="In DNS: remove the server’s AAAA record", put=to(six=0.0), minutes=6),
    Fix(
        id="reject-six",
        text="On the firewall: reject IPv6 instead of dropping it, so that the client learns at once",
        put=_rejected,
        minutes=3,
    ),
    Fix(
        id="happy-eyeballs",
        text="On the client: start IPv4 after 250 ms of silence (Happy Eyeballs), and restart the application",
        put=_sooner,
        minutes=10,
    ),
    sysctl(
        id="tracked-most",
        text="On the firewall: sysctl -w net.netfilter.nf_conntrack_max=1048576",
        put=to(tracked_most=1048576),
        values=r"([1-9]\d{2,8})",
        valued=lambda most: to(tracked_most=int(most)),
        places=(2,),
    ),
    Fix(
        id="forget-sooner",
        text="On the firewall: sysctl -w net.netfilter.nf_conntrack_tcp_timeout_established=7200, and conntrack -F "
        "once, since entries keep the timeout that they have",
        put=_forgets_open,
        minutes=3,
    ),
    Fix(
        id="untracked",
        text="On the firewall: notrack for connections to this service, and rules that allow both directions",
        put=to(untracked=True),
        minutes=10,
    ),
    # what people copy from elsewhere
    sysctl(
        id="max-syn-backlog",
        text="On the server: sysctl -w net.ipv4.tcp_max_syn_backlog=65535",
        put=to(max_syn_backlog=65535),
        values=r"([1-9]\d{0,8})",
        valued=lambda most: to(max_syn_backlog=int(most)),
        places=(1,),
    ),
    sysctl(
        id="fin-timeout",
        text="On the client: sysctl -w net.ipv4.tcp_fin_timeout=10",
        put=to(fin_timeout=10.0),
        values=r"([1-9]\d{0,3})",
        valued=lambda seconds: to(fin_timeout=float(seconds)),
        places=(0,),
    ),
    sysctl(
        id="syn-retries",
        text="On the client: sysctl -w net.ipv4.tcp_syn_retries=3",
        put=to(syn_retries=3),
        places=(0,),
    ),
    sysctl(
        id="forget-ended",
        text="On the firewall: sysctl -w net.netfilter.nf_conntrack_tcp_timeout_time_wait=30",
        put=_forgets_ended,
        places=(2,),
    ),
    Fix(
        id="rmem-max",
        text="On both: sysctl -w net.core.rmem_max=16777216",
        put=to(rmem_max=16777216),
    ),
    Fix(
        id="tw-recycle",
        text="On both: sysctl -w net.ipv4.tcp_tw_recycle=1 (“unknown key” since Linux 4.12)",
        put=nothing,
    ),
    Fix(
        id="restart",
        text="On the server: restart the application, which has always helped",
        put=nothing,
        minutes=2,
    ),
)
