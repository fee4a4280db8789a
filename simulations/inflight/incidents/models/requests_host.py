"""What stands around the calls on both machines: it is the same whatever is wrong.

`noise` of a setting changes some of it: `sysctls`, `counters`, `nic` (each by machine, 0 the client), `ssh` (tcp_info
of the server's idle session, by name), `idle` (sockets of others, by machine), `strangers` (entries of the server's
tcp_metrics).
"""

from __future__ import annotations

from dataclasses import replace

from inflight.incidents.models.requests_record import Shaped
from inflight.incidents.models.requests_setting import Setting, Shaper
from inflight.incidents.scene import Connection, Listening, Machine, Qdisc, SkMem, Softnet, TcpInfo

CLIENT, SERVER = range(2)

_FQ_CODEL = "limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64"
_BEFORE = ((91_433, 8_904_112), (88_120, 74_118_730))
"""Packets and bytes that each card had sent before."""


def machine(s: Setting, side: int, times: list[float]) -> Machine:
    """A machine with all that does not depend on the calls."""
    here, there = s.addresses[side], s.addresses[1 - side]
    gateway = _network(here) + ".1"
    initcwnd = f" initcwnd {s.initcwnd}" if side == SERVER and s.initcwnd != 10 else ""
    words = initcwnd + (" quickack 1" if s.quickack else "")
    return Machine(
        name=s.names[side],
        role="",
        peer=there,
        connections=[_ssh(s, side), *s.noise.get("idle", ((), ()))[side]],
        listening=[Listening(here="0.0.0.0:22", recv_q=0, send_q=128)],
        sysctls=_sysctls(s, side),
        ring={"max_rx": 4096, "max_tx": 4096, "rx": 512, "tx": 512},
        coalescing={"rx-usecs": 3, "rx-frames": 0, "tx-usecs": 0, "tx-frames": 0},
        routes=[
            f"default via {gateway} dev eth0{words}",
            f"{_network(here)}.0/24 dev eth0 proto kernel scope link src {here}",
            f"local {here} dev eth0 table local proto kernel scope host src {here}",
            "local 127.0.0.0/8 dev lo table local proto kernel scope host src 127.0.0.1",
        ],
        ping=list(times),
    )


def _network(address: str) -> str:
    return address.rpartition(".")[0]


def _ssh(s: Setting, side: int) -> Connection:
    """Somebody's session, which does nothing at the moment."""
    here = s.addresses[side]
    info = TcpInfo(
        algorithm=s.algorithm if side == SERVER else "cubic",
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
    )
    return Connection(
        state="ESTAB",
        here=f"{here}:22",
        peer=f"{_network(here)}.77:51{8 + side}04",
        timer="keepalive,98min,0",
        info=replace(info, **s.noise.get("ssh", {})) if side == SERVER else info,
        memory=SkMem(rb=131072, tb=87040),
    )


def _sysctls(s: Setting, side: int) -> dict[str, str]:
    client = side == CLIENT
    values = {
        "net.core.default_qdisc": "fq_codel",
        "net.core.netdev_max_backlog": "1000",
        "net.core.rmem_max": str(s.core_max),
        "net.core.wmem_max": str(s.core_max),
        "net.ipv4.tcp_adv_win_scale": "1",
        "net.ipv4.tcp_autocorking": "1",
        "net.ipv4.tcp_congestion_control": "cubic" if client else s.algorithm,
        "net.ipv4.tcp_early_retrans": "3",
        "net.ipv4.tcp_ecn": "2",
        "net.ipv4.tcp_fastopen": "1",
        "net.ipv4.tcp_fin_timeout": "60",
        "net.ipv4.tcp_keepalive_time": "7200",
        "net.ipv4.tcp_low_latency": "0",
        "net.ipv4.tcp_moderate_rcvbuf": "1",
        "net.ipv4.tcp_no_metrics_save": "0",
        "net.ipv4.tcp_notsent_lowat": "4294967295",
        "net.ipv4.tcp_rmem": f"4096\t131072\t{s.rmem}",
        "net.ipv4.tcp_sack": "1",
        "net.ipv4.tcp_slow_start_after_idle": str(int(client or s.after_idle)),
        "net.ipv4.tcp_timestamps": "1",
        "net.ipv4.tcp_tw_reuse": "2",
        "net.ipv4.tcp_window_scaling": "1",
        "net.ipv4.tcp_wmem": f"4096\t16384\t{s.wmem}",
    }
    values |= s.noise.get("sysctls", ({}, {}))[side]
    return dict(sorted(values.items()))


def fq_codel(side: int, packets: int, size: int) -> Qdisc:
    """The default discipline, with the packets and bytes that the calls have sent."""
    before, bytes_before = _BEFORE[side]
    return Qdisc(
        kind="fq_codel",
        options=_FQ_CODEL,
        packets=before + packets,
        bytes=bytes_before + size,
        extra=(
            f"maxpacket 1514 drop_overlimit 0 new_flow_count {(before + packets) // 9} ecn_mark 0",
            "new_flows_len 0 old_flows_len 0",
        ),
    )


def tbf(shaper: Shaper, device: Shaped) -> Qdisc:
    """The shaper; it began to count when it was added."""
    latency = (shaper.limit - shaper.burst) * 8000 / shaper.rate
    return Qdisc(
        kind="tbf",
        handle="8001:",
        options=f"rate {shaper.rate / 1e6:g}Mbit burst {shaper.burst}b lat {latency:.0f}ms",
        packets=device.sent,
        bytes=device.bytes_sent,
        dropped=device.drops,
        overlimits=device.tbf.overlimits,
        backlog_bytes=device.tbf.backlog,
        backlog_packets=len(device.tbf),
    )


def nic(s: Setting, side: int, got: tuple[int, int], sent: tuple[int, int]) -> dict[str, int]:
    """The card's counters; got and sent: packets and bytes of the calls."""
    packets, size = _BEFORE[1 - side]
    own, own_size = _BEFORE[side]
    counters: dict[str, int] = {
        "rx_packets": packets + got[0],
        "tx_packets": own + sent[0],
        "rx_bytes": size + got[1],
        "tx_bytes": own_size + sent[1],
        "rx_broadcast": 188,
        "rx_errors": 0,
        "tx_errors": 0,
        "tx_dropped": 0,
        "rx_crc_errors": 0,
        "rx_no_buffer_count": 0,
        "rx_missed_errors": 0,
        "tx_restart_queue": 0,
    }
    counters |= s.noise.get("nic", ({}, {}))[side]
    return counters


def softnet(packets: int) -> list[Softnet]:
    """The card has one queue, and one CPU serves it."""
    return [
        Softnet(processed=88_102 + packets),
        Softnet(processed=2_417),
        Softnet(processed=2_930),
        Softnet(processed=61),
    ]
