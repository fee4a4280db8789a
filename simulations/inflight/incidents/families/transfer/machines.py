"""The two machines of a transfer before it begins: session, card and CPUs, and the settings it depends on."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.kernels import BUFFERS
from inflight.incidents.scene import Machine, TcpInfo
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, IdleHosts, gateway, network

HOSTS = IdleHosts(
    arps=214,
    cpus=4,
    busy=1,
    ring=256,
    session=TcpInfo(
        rto=0.204,
        rtt=0.0006,
        rttvar=0.0003,
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
        min_rtt=0.0004,
        snd_wnd=64_128,
    ),
)


def machine(s: TransferSetting, side: int, pings: Sequence[float | None]) -> Machine:
    """A machine with everything that doesn't depend on the transfer."""
    client = side == CLIENT
    here, there = s.addresses[side], s.addresses[1 - side]
    rmem = s.rmem if client else BUFFERS[s.kernel].rmem
    wmem = 4 << 20 if client else s.wmem
    locked = [f"{network(there)}.0/24 via {gateway(here)} dev eth0 cwnd lock {s.cwnd_lock}"]
    return HOSTS.machine(
        s,
        side,
        pings,
        words=s.noise.route if side == SERVER else "",
        routes=locked if side == SERVER and s.cwnd_lock else (),
        sysctls={
            "net.ipv4.tcp_mem": "94041\t125390\t188082",
            "net.ipv4.tcp_mtu_probing": "0",
            # what is remembered stays as it is, or the next connection would correct it
            "net.ipv4.tcp_no_metrics_save": str(int(not client and bool(s.remembered))),
            "net.ipv4.tcp_no_ssthresh_metrics_save": str(int(client or not s.threshold_saved)),
            "net.ipv4.tcp_notsent_lowat": str((0 if client else s.notsent_lowat) or 4294967295),
            "net.ipv4.tcp_rmem": f"4096\t{min(131072, rmem)}\t{rmem}",
            "net.ipv4.tcp_sack": str(int(client or s.sack)),
            "net.ipv4.tcp_slow_start_after_idle": str(int(client or s.slow_start_after_idle)),
            "net.ipv4.tcp_window_scaling": str(int(s.scaling[side])),
            "net.ipv4.tcp_wmem": f"4096\t{min(16384, wmem)}\t{wmem}",
        },
    )
