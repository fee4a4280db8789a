"""What stands on the two machines of a transfer besides it: settings, somebody's session, the card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inflight.incidents.models.transfer import Setting
from inflight.incidents.scene import Connection, SkMem, Softnet, TcpInfo

CLIENT, SERVER = range(2)

RING: Mapping[str, int] = {"max_rx": 4096, "max_tx": 4096, "rx": 256, "tx": 256}
COALESCING: Mapping[str, int] = {"rx-usecs": 3, "rx-frames": 0, "tx-usecs": 0, "tx-frames": 0}


def network(address: str) -> str:
    """The first three numbers of an address."""
    return address.rpartition(".")[0]


def ssh_session(s: Setting, place: int) -> Connection:
    """Somebody's session, which does nothing at the moment."""
    here = s.addresses[place]
    info = TcpInfo(
        algorithm=s.algorithm if place == SERVER else "cubic",
        rto=0.204,
        rtt=0.0006,
        rttvar=0.0003,
        cwnd=10,
        bytes_sent=48_217,
        bytes_acked=48_217,
        bytes_received=9_341,
        segs_out=412,
        segs_in=518,
        data_segs_out=389,
        data_segs_in=203,
        lastsnd=8.412,
        lastrcv=8.452,
        lastack=8.411,
        pacing_rate=386_133_333.0,
        delivery_rate=31_123_456.0,
        delivered=390,
        app_limited=True,
        busy=0.436,
        rcv_rtt=0.0,
        min_rtt=0.0004,
        snd_wnd=64_128,
    )
    return Connection(
        state="ESTAB",
        here=f"{here}:22",
        peer=f"{network(here)}.77:51{8 + place}04",
        timer="keepalive,98min,0",
        info=replace(info, **s.noise.get("ssh", {})) if place == SERVER else info,
        memory=SkMem(rb=131072, tb=87040),
    )


def sysctls(s: Setting, place: int) -> dict[str, str]:
    """Those that somebody would look at, by name."""
    client = place == CLIENT
    rmem = s.rmem if client else 6 << 20
    wmem = 4 << 20 if client else s.wmem
    values = {
        "net.core.default_qdisc": "fq_codel",
        "net.core.netdev_max_backlog": "1000",
        "net.core.rmem_max": str(s.core_max),
        "net.core.wmem_max": str(s.core_max),
        "net.ipv4.tcp_adv_win_scale": "1",
        "net.ipv4.tcp_congestion_control": "cubic" if client else s.algorithm,
        "net.ipv4.tcp_ecn": "2",
        "net.ipv4.tcp_fin_timeout": "60",
        "net.ipv4.tcp_mem": "94041\t125390\t188082",
        "net.ipv4.tcp_moderate_rcvbuf": "1",
        "net.ipv4.tcp_mtu_probing": "0",
        "net.ipv4.tcp_no_metrics_save": "0",
        "net.ipv4.tcp_no_ssthresh_metrics_save": str(int(client or not s.threshold_saved)),
        "net.ipv4.tcp_notsent_lowat": str(s.notsent_lowat or 4294967295) if not client else "4294967295",
        "net.ipv4.tcp_rmem": f"4096\t{min(131072, rmem)}\t{rmem}",
        "net.ipv4.tcp_sack": str(int(client or s.sack)),
        "net.ipv4.tcp_slow_start_after_idle": str(int(client or s.slow_start_after_idle)),
        "net.ipv4.tcp_timestamps": "1",
        "net.ipv4.tcp_tw_reuse": "2",
        "net.ipv4.tcp_window_scaling": str(int(s.scaling[place])),
        "net.ipv4.tcp_wmem": f"4096\t{min(16384, wmem)}\t{wmem}",
    }
    values |= s.noise.get("sysctls", ({}, {}))[place]
    return dict(sorted(values.items()))


def softnet(packets: int) -> list[Softnet]:
    """The card has one queue, and one CPU serves it."""
    return [
        Softnet(processed=3_120),
        Softnet(processed=41_870 + packets),
        Softnet(processed=2_904),
        Softnet(processed=88),
    ]
