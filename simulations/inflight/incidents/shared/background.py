"""What goes on at every host, whatever else does: its metrics are scraped, and somebody always asks for an address."""

from __future__ import annotations

from dataclasses import replace

from inflight.incidents.scene import Listening, Machine, SkMem, SsSocket, TcpInfo
from inflight.incidents.shared.process import process
from inflight.incidents.shared.timers import timer_text
from inflight.incidents.shared.traffic import ARP, Traffic, add, of_session

SCRAPED = 10.0
"""s between two scrapes of the host's metrics, over one connection that stays open."""

KEEPALIVE = 15.0
"""TCP_KEEPIDLE of programs written in Go, s."""

ASKED = 3.7
"""s between two broadcasts that ask for an address, a tenth of them for this host's."""

UPTIME = 39_400.0
"""How long a host has been scraped when somebody first looks, s."""

PORT = 9100
"""node_exporter's."""

SCRAPER = "10.9.0.20"
"""Who collects the metrics."""

_REQUEST, _RESPONSE = 214, 1391
"""Bytes: the answer is compressed, and fits into a segment."""

_RTT = 0.0011


def put_background(machine: Machine, passed: float, *, process_id: int = 702) -> None:
    """Add it to what the machine shows, `passed` s after the first look.

    Metrics are fetched from the address to which the default route leads back; only eth0 shows what passes it.
    """
    ways = [number for number in range(len(machine.addresses)) if _leads_out(machine, number)]
    here = machine.addresses[ways[0] if ways else 0]
    # Hosts are not scraped at the same time.
    since = UPTIME + passed + int(here.rpartition(".")[2]) % 9
    scrapes, asked = int(since / SCRAPED), int(since / ASKED) - int(UPTIME / ASKED)
    info = _scraped(scrapes, since % SCRAPED)
    owner = process("node_exporter", process_id, 3)
    machine.listening = [*machine.listening, Listening(here=f"0.0.0.0:{PORT}", recv_q=0, send_q=4096, process=owner)]
    machine.connections.append(
        SsSocket(
            state="ESTAB",
            here=f"{here}:{PORT}",
            peer=f"{SCRAPER}:{41_000 + 2 * int(here.rpartition('.')[2])}",
            # It fires once between two scrapes, and each time finds that the latest was too short a time ago.
            timer=timer_text("keepalive", (KEEPALIVE - since) % SCRAPED),
            process=process("node_exporter", process_id, 7),
            info=info,
            memory=SkMem(),
        )
    )
    add(
        machine.counters,
        {
            "TcpPassiveOpens": 1,
            "TcpInSegs": info.segs_in,
            "TcpOutSegs": info.segs_out,
            "TcpExtTCPHPHits": info.data_segs_in,
            "TcpExtTCPHPAcks": info.segs_in - info.data_segs_in - 1,
            "TcpExtTCPOrigDataSent": info.data_segs_out,
            "TcpExtTCPDelivered": info.data_segs_out,
        },
    )
    nothing = Traffic()
    came, went = of_session(info)
    if here == machine.addresses[0]:
        count(machine, came, went, asked=asked)
    else:
        count(machine, nothing, nothing, asked=asked)
        _count_ip(machine, came, went)


def _scraped(times: int, ago: float) -> TcpInfo:
    """The connection after so many scrapes, the last of them `ago` s ago."""
    return TcpInfo(
        rto=0.204,
        rtt=_RTT,
        rttvar=_RTT / 4,
        rcvmss=536,
        cwnd=10,
        bytes_sent=times * _RESPONSE,
        bytes_acked=times * _RESPONSE,
        bytes_received=times * _REQUEST,
        segs_out=1 + times,
        segs_in=2 + 2 * times,
        data_segs_out=times,
        data_segs_in=times,
        lastsnd=ago,
        lastrcv=ago + 0.004,
        lastack=ago,
        pacing_rate=20 * 1448 * 8 / _RTT,
        delivery_rate=1448 * 8 / _RTT,
        delivered=1 + times,
        app_limited=True,
        busy=times * _RTT,
        min_rtt=_RTT * 0.8,
        snd_wnd=64_128,
    )


def _leads_out(machine: Machine, number: int) -> bool:
    return any(line.startswith("default ") and f" dev eth{number}" in line for line in machine.routes)


def count(machine: Machine, came: Traffic, went: Traffic, *, asked: int) -> None:
    """Add what has passed in IP, at the card, in the softirq and in the qdisc. asked: broadcasts for an address."""
    answers = asked // 10
    _count_ip(machine, came, went)
    arrived, left = came.size + ARP * asked, went.size + ARP * answers
    add(
        machine.nic,
        {
            "rx_packets": came.frames + asked,
            "tx_packets": went.frames + answers,
            "rx_bytes": arrived,
            "tx_bytes": left,
            "rx_broadcast": asked,
            "rx_csum_offload_good": came.frames,
        },
    )
    machine.softnet = [
        replace(each, processed=each.processed + (came.skbs + asked) * (number == machine.interrupts))
        for number, each in enumerate(machine.softnet)
    ]
    machine.qdiscs = [
        replace(each, packets=each.packets + went.frames + answers, bytes=each.bytes + left) if not place else each
        for place, each in enumerate(machine.qdiscs)
    ]


def _count_ip(machine: Machine, came: Traffic, went: Traffic) -> None:
    add(
        machine.counters,
        {
            "IpInReceives": came.skbs,
            "IpInDelivers": came.skbs,
            "IpOutRequests": went.skbs,
            "IpExtInOctets": came.octets,
            "IpExtOutOctets": went.octets,
            "IpExtInNoECTPkts": came.frames,
        },
    )
