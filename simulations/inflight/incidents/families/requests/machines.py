"""The two machines of a call before it is made: session, card and CPUs, and the settings that calls depend on."""

from __future__ import annotations

from inflight.incidents.families.requests.setting import RequestsSetting
from inflight.incidents.scene import Machine, TcpInfo
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, IdleHosts

HOSTS = IdleHosts(
    arps=188,
    cpus=4,
    busy=0,
    ring=512,
    session=TcpInfo(
        rto=0.204,
        rtt=0.0007,
        rttvar=0.0003,
        bytes_sent=31_905,
        bytes_acked=31_905,
        bytes_received=7_277,
        segs_out=301,
        segs_in=388,
        data_segs_out=280,
        data_segs_in=161,
        lastsnd=14.904,
        lastrcv=14.948,
        lastack=14.904,
        pacing_rate=330_971_428.0,
        delivery_rate=28_417_152.0,
        delivered=281,
        app_limited=True,
        busy=0.291,
        min_rtt=0.0004,
        snd_wnd=64_128,
    ),
)


def machine(s: RequestsSetting, side: int, times: list[float]) -> Machine:
    """A machine with everything that doesn't depend on the calls."""
    initcwnd = [f"initcwnd {s.initcwnd}"] if side == SERVER and s.initcwnd != 10 else []
    return HOSTS.machine(
        s,
        side,
        times,
        words=" ".join([*initcwnd, *(["quickack 1"] if s.quickack else [])]),
        sysctls={
            "net.ipv4.tcp_autocorking": "1",
            "net.ipv4.tcp_early_retrans": "3",
            "net.ipv4.tcp_fastopen": "1",
            "net.ipv4.tcp_keepalive_time": "7200",
            "net.ipv4.tcp_low_latency": "0",
            "net.ipv4.tcp_notsent_lowat": "4294967295",
            "net.ipv4.tcp_rmem": f"4096\t131072\t{s.rmem}",
            "net.ipv4.tcp_sack": "1",
            "net.ipv4.tcp_slow_start_after_idle": str(int(side == CLIENT or s.after_idle)),
            "net.ipv4.tcp_window_scaling": "1",
            "net.ipv4.tcp_wmem": f"4096\t16384\t{s.wmem}",
        },
    )
