"""What people do about a slow transfer. The model says what helps; see `tests/models/test_incident_transfer.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.fault import Fix, nothing, sysctl, to

FIXES: Sequence[Fix[TransferSetting]] = (
    Fix(
        id="sndbuf-auto",
        text="Server: remove setsockopt(…, SO_SNDBUF, …) from the program",
        put=to(sndbuf=0),
        minutes=10,
    ),
    Fix(
        id="rcvbuf-auto",
        text="Client: remove setsockopt(…, SO_RCVBUF, …) from the program",
        put=to(rcvbuf=0),
        minutes=10,
    ),
    sysctl(
        id="wmem-up",
        text='Server: sysctl -w net.ipv4.tcp_wmem="4096 16384 4194304"',
        put=lambda s: replace(s, wmem=max(s.wmem, 4 << 20)),
        values=r"\d+ \d+ \d{7,}",
        places=(1,),
    ),
    sysctl(
        id="rmem-up",
        text='Client: sysctl -w net.ipv4.tcp_rmem="4096 131072 6291456"',
        put=lambda s: replace(s, rmem=max(s.rmem, 6 << 20)),
        values=r"\d+ \d+ \d{7,}",
        places=(0,),
    ),
    Fix(
        id="core-max",
        text="Both: sysctl -w net.core.rmem_max=16777216 net.core.wmem_max=16777216",
        put=to(core_max=16 << 20),
        typed=r"sysctl (?:-w )?net\.core\.[rw]mem_max=\d{7,}.*",
    ),
    Fix(
        id="read-faster",
        text="Client: have the program read the socket in one thread and process the data in another",
        put=to(reading=0.0),
        minutes=15,
    ),
    Fix(
        id="read-ahead",
        text="Server: have the program read ahead, so that it always has data to write",
        put=to(disk=0.0),
        minutes=15,
    ),
    Fix(
        id="firewall",
        text="Firewall: let TCP options through unchanged, window scaling above all",
        put=to(stripped=False),
        minutes=5,
    ),
    sysctl(
        id="scaling-on",
        text="Both: sysctl -w net.ipv4.tcp_window_scaling=1",
        put=to(scaling=(True, True)),
    ),
    Fix(
        id="repair-line",
        text="Have the provider find and fix whatever loses packets",
        put=lambda s: s if s.bad_cable else replace(s, loss=0.0),
        minutes=45,
    ),
    Fix(
        id="new-cable",
        text="Client: replace the cable and the transceiver on eth0",
        put=lambda s: replace(s, loss=0.0, bad_cable=False) if s.bad_cable else s,
        minutes=45,
    ),
    Fix(
        id="tc-del",
        text="Server: tc qdisc del dev eth0 root",
        put=to(shaper=None),
        typed=r"tc qdisc del(?:ete)? dev eth0 root",
        places=(1,),
    ),
    Fix(
        id="metrics-flush",
        text="Server: sysctl -w net.ipv4.tcp_no_ssthresh_metrics_save=1; ip tcp_metrics flush; restart the transfer",
        put=to(remembered=0, threshold_saved=False),
        minutes=2,
    ),
    Fix(
        id="unlock",
        text="Server: ip route change … without “cwnd lock”",
        put=to(cwnd_lock=0),
        typed=r"ip route (?:del 10\..*|(?:change|replace) 10\.(?!.*lock).*)",
        places=(1,),
    ),
    Fix(
        id="pacing-off",
        text="Server: remove setsockopt(…, SO_MAX_PACING_RATE, …) from the program",
        put=to(pacing=0.0),
        minutes=10,
    ),
    sysctl(
        id="sack-on",
        text="Both: sysctl -w net.ipv4.tcp_sack=1",
        put=to(sack=True),
        places=(1,),
    ),
    Fix(
        id="policer-off",
        text="Router: tc qdisc del dev eth0 clsact",
        put=to(policer=None),
        typed=r"tc qdisc del(?:ete)? dev eth0 clsact",
        places=(2,),
    ),
    Fix(
        id="policer-burst",
        text="Router: give the policer a burst of 64 KiB",
        put=lambda s: replace(s, policer=s.policer and replace(s.policer, burst=65536)),
    ),
    Fix(
        id="router-pfifo",
        text="Router: tc qdisc replace dev eth0 root pfifo limit 1000",
        put=to(tiny=0, queue=1000, fair=False),
        typed=r"tc qdisc (?:replace|change|add) dev eth0 root pfifo limit 1000",
        places=(2,),
    ),
    Fix(
        id="router-fq-codel",
        text="Router: tc qdisc replace dev eth0 root fq_codel",
        put=to(tiny=0, fair=True),
        typed=r"tc qdisc (?:replace|change|add) dev eth0 root fq_codel",
        places=(2,),
    ),
    Fix(
        id="neighbour-away",
        text="Move the file server’s backups to a line of their own",
        put=to(neighbour=None),
        minutes=15,
    ),
    Fix(
        id="clamp",
        text="Router: iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu",
        put=to(clamped=True),
        typed=r"iptables -t mangle -[AI] FORWARD .*-j TCPMSS --clamp-mss-to-pmtu",
        places=(2,),
    ),
    Fix(
        id="let-icmp",
        text="Tunnel: let ICMP “fragmentation needed” out",
        put=to(icmp=True),
        minutes=5,
    ),
    # each new connection would first wait for three timeouts (`tcp_retries1`), about as long as a piece takes
    sysctl(
        id="mtu-probing",
        text="Server: sysctl -w net.ipv4.tcp_mtu_probing=1",
        put=nothing,
        values=r"[12]",
        places=(1,),
    ),
    sysctl(
        id="bbr",
        text="Server: sysctl -w net.ipv4.tcp_congestion_control=bbr",
        put=to(algorithm="bbr"),
        places=(1,),
    ),
    sysctl(
        id="after-idle",
        text="Server: sysctl -w net.ipv4.tcp_slow_start_after_idle=0",
        put=to(slow_start_after_idle=False),
        places=(1,),
    ),
    Fix(
        id="initcwnd",
        text="Server: ip route change default … initcwnd 30",
        put=to(initcwnd=30),
        typed=r"ip route (?:change|replace) default .*initcwnd \d+",
        places=(1,),
    ),
    # these don't concern a single established connection that is never idle; the queue that matters is the router's,
    # and the card already gets one packet per skb
    Fix(
        id="txqueuelen",
        text="Server: ip link set eth0 txqueuelen 10000",
        put=nothing,
        typed=r"ip link set (?:dev )?eth0 txqueuelen \d+",
        places=(1,),
    ),
    Fix(
        id="tso-off",
        text="Both: ethtool -K eth0 tso off gso off gro off",
        put=nothing,
        typed=r"ethtool -K eth0 (?:tso|gso|gro) off.*",
    ),
    sysctl(
        id="backlog",
        text="Client: sysctl -w net.core.netdev_max_backlog=30000",
        put=nothing,
        values=r"\d+",
        places=(0,),
    ),
    Fix(
        id="fin-timeout",
        text="Both: sysctl -w net.ipv4.tcp_fin_timeout=15 net.ipv4.tcp_tw_reuse=1",
        put=nothing,
        typed=r"sysctl (?:-w )?net\.ipv4\.tcp_fin_timeout=\d+.*",
    ),
    Fix(
        id="restart",
        text="Restart the transfer",
        put=nothing,
        minutes=2,
    ),
)
