"""What people do about slow calls. The model says what helps; see `tests/models/test_incident_requests.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.requests.setting import ANSWER, Lookups, RequestsSetting
from inflight.incidents.fault import Fix, nothing, sysctl, to

FIXES: Sequence[Fix[RequestsSetting]] = (
    Fix(
        id="client-nodelay",
        text="Client: setsockopt(…, TCP_NODELAY, 1) in the program",
        put=to(nodelay=True),
        minutes=10,
    ),
    Fix(
        id="one-write",
        text="Client: write header and body with one writev()",
        put=to(join=True),
        minutes=12,
    ),
    Fix(
        id="server-nodelay",
        text="Server: setsockopt(…, TCP_NODELAY, 1) in the program",
        put=to(server_nodelay=True),
        minutes=10,
    ),
    Fix(
        id="uncork",
        text="Server: call setsockopt(…, TCP_CORK, 0) after the last write of each answer",
        put=to(forgotten=False),
        minutes=10,
    ),
    sysctl(
        id="after-idle-off",
        text="Server: sysctl -w net.ipv4.tcp_slow_start_after_idle=0",
        put=to(after_idle=False),
        places=(1,),
    ),
    Fix(
        id="ask-for-all",
        text="Client: ask for the whole answer in one request",
        put=to(piece=0),
        minutes=12,
    ),
    Fix(
        id="prepare",
        text="Server: prepare the answers in advance, so that the program needn’t compute them",
        put=lambda s: replace(s, work=min(s.work, 0.3e-3)),
        minutes=15,
    ),
    Fix(
        id="digest-faster",
        text="Client: profile what the program does with an answer, and speed it up",
        put=to(digest=0.0),
        minutes=15,
    ),
    Fix(
        id="write-buffer",
        text="Server: put a 64 KiB buffer between the program and the socket",
        put=lambda s: replace(s, chunk=max(s.chunk, 65536)),
        minutes=12,
    ),
    Fix(
        id="rcvbuf-auto",
        text="Client: remove setsockopt(…, SO_RCVBUF, …) from the program",
        put=to(rcvbuf=0),
        minutes=10,
    ),
    Fix(
        id="sndbuf-auto",
        text="Server: remove setsockopt(…, SO_SNDBUF, …) from the program",
        put=to(sndbuf=0),
        minutes=10,
    ),
    Fix(
        id="tc-del",
        text="Server: tc qdisc del dev eth0 root",
        put=to(shaper=None),
        typed=r"tc qdisc del(?:ete)? dev eth0 root",
        places=(1,),
    ),
    Fix(
        id="keep",
        text="Client: keep the connection open and reuse it",
        put=to(fresh=False),
        minutes=12,
    ),
    sysctl(
        id="remember",
        text="Firewall: sysctl -w net.netfilter.nf_conntrack_tcp_timeout_established=7200",
        put=to(forgets=7200.0),
        values=r"\d{3,}",
        places=(2,),
    ),
    # the first probe would leave long after the firewall has forgotten the connection
    Fix(id="keepalive", text="Client: SO_KEEPALIVE with TCP_KEEPIDLE of 15 s in the program", put=nothing, minutes=10),
    Fix(
        id="impatient",
        text="Client: give up an old connection after 200 ms instead of 2 s",
        put=lambda s: replace(s, patience=min(s.patience, 0.2)),
        minutes=8,
    ),
    Fix(
        id="resolver-first",
        text="Client: in /etc/resolv.conf, move the name server that answers to the top",
        put=lambda s: replace(s, lookups=s.lookups and replace(s.lookups, first=ANSWER)),
    ),
    Fix(
        id="resolver-timeout",
        text="Client: “options timeout:1” in /etc/resolv.conf",
        put=lambda s: replace(s, lookups=s.lookups and replace(s.lookups, patience=1.0)),
    ),
    Fix(
        id="name-cache",
        text="Client: run a caching resolver on the machine itself",
        put=lambda s: replace(s, lookups=s.lookups and Lookups(first=0.1e-3)),
        minutes=5,
    ),
    Fix(
        id="quickack",
        text="Both: ip route change default … quickack 1",
        put=to(quickack=True),
        typed=r"ip route (?:change|replace) default .*quickack 1",
    ),
    Fix(
        id="initcwnd",
        text="Server: ip route change default … initcwnd 30",
        put=to(initcwnd=30),
        typed=r"ip route (?:change|replace) default .*initcwnd \d+",
        places=(1,),
    ),
    sysctl(
        id="bbr",
        text="Server: sysctl -w net.ipv4.tcp_congestion_control=bbr",
        put=to(algorithm="bbr"),
        places=(1,),
    ),
    Fix(
        id="core-max",
        text="Both: sysctl -w net.core.rmem_max=16777216 net.core.wmem_max=16777216",
        put=to(core_max=16 << 20),
        typed=r"sysctl (?:-w )?net\.core\.[rw]mem_max=\d{7,}.*",
    ),
    Fix(
        id="tcp-mem",
        text='Both: sysctl -w net.ipv4.tcp_rmem="4096 131072 33554432" net.ipv4.tcp_wmem="4096 16384 33554432"',
        put=to(rmem=32 << 20, wmem=32 << 20),
        typed=r"sysctl (?:-w )?net\.ipv4\.tcp_[rw]mem=\d+ \d+ \d{7,}.*",
    ),
    Fix(
        id="tso-off",
        text="Both: ethtool -K eth0 tso off gso off gro off",
        put=nothing,
        typed=r"ethtool -K eth0 (?:tso|gso|gro) off.*",
    ),
    Fix(
        id="faster-line",
        text="Buy a line with ten times the bandwidth",
        put=lambda s: replace(s, rate=10 * s.rate),
        minutes=45,
    ),
    # the queue is never full; old connections don't slow down new ones; the sysctl has had no effect since 4.14
    Fix(
        id="txqueuelen",
        text="Server: ip link set eth0 txqueuelen 10000",
        put=nothing,
        typed=r"ip link set (?:dev )?eth0 txqueuelen \d+",
        places=(1,),
    ),
    Fix(
        id="fin-timeout",
        text="Both: sysctl -w net.ipv4.tcp_fin_timeout=15 net.ipv4.tcp_tw_reuse=1",
        put=nothing,
        typed=r"sysctl (?:-w )?net\.ipv4\.tcp_fin_timeout=\d+.*",
    ),
    sysctl(
        id="low-latency",
        text="Both: sysctl -w net.ipv4.tcp_low_latency=1",
        put=nothing,
    ),
    Fix(
        id="restart",
        text="Restart both programs",
        put=nothing,
        minutes=2,
    ),
)
