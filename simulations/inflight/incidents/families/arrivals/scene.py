"""What both machines of a feed show after the run: counters from the model, the rest alike for all faults."""

from __future__ import annotations

import random

from inflight.incidents.families.arrivals.model import Feed
from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Run
from inflight.incidents.scene import Machine, Scene, SkMem, Softnet, SsSocket, TcQdisc
from inflight.incidents.shared.idle_hosts import FQ_CODEL
from inflight.kernel.nic.receive_host import TRUESIZE, ReceiveHost

CPUS = 4
SIZE = 242
"""Bytes of a frame of the feed."""

HEALTHY = 1e-3
"""Share of datagrams lost from which somebody complains."""


def run(setting: ArrivalsSetting, rng: random.Random) -> Run:
    """Let the bursts come and look at both machines: first the receiver, whose program misses something."""
    feed = Feed(setting, rng)
    yield from feed.run()
    return look(feed, rng)


def look(feed: Feed, rng: random.Random) -> Scene:
    """The scene."""
    host, sent = feed.host, feed.sent
    read = len(host.socket.latencies)
    lost = host.missed + host.backlog_drops + host.socket.errors
    receiver, sender = _receiver(feed, lost), _sender(feed.setting, sent)
    for machine in (receiver, sender):
        machine.ping = [0.00021 + rng.expovariate(1 / 0.00003) for _ in range(10)]
    share = 100 * lost / sent
    outcome = f"{read} of {sent} datagrams read, {share:.1f} % missing"
    return Scene(machines=(receiver, sender), well=lost < HEALTHY * sent, outcome=outcome)


def _receiver(feed: Feed, lost: int) -> Machine:
    s, host = feed.setting, feed.host
    name, other = s.names
    return Machine(
        name=name,
        role=f"receives the feed ({s.program})",
        peer="10.0.8.2",
        log=[
            f"{s.program}: joined feed from {other}, {feed.sent} datagrams announced",
            f"{s.program}: sequence gaps: {lost} datagrams missing so far",
        ],
        udp=[_socket(s, host)],
        cpus=_cpus(feed),
        counters=_counters(host),
        nic=_nic(s, host),
        ring={"max_rx": s.ring_max, "max_tx": s.ring_max, "rx": s.ring, "tx": 512},
        coalescing={"rx-usecs": round(s.rx_usecs), "rx-frames": 0, "tx-usecs": 50, "tx-frames": 0},
        softnet=_softnet(host),
        qdiscs=[_idle()],
        sysctls={
            "net.core.netdev_budget": str(s.budget),
            "net.core.netdev_budget_usecs": "8000",
            "net.core.netdev_max_backlog": str(s.max_backlog),
            "net.core.rmem_default": "212992",
            "net.core.rmem_max": str(max(212992, s.rcvbuf // 2)),
            "net.ipv4.udp_rmem_min": "4096",
            **dict(s.extra_sysctls),
        },
        routes=["default via 10.0.8.254 dev eth0", "10.0.8.0/24 dev eth0 proto kernel scope link src 10.0.8.1"],
    )


def _socket(s: ArrivalsSetting, host: ReceiveHost) -> SsSocket:
    waiting = TRUESIZE * len(host.socket)
    return SsSocket(
        state="UNCONN",
        here="10.0.8.1:5000",
        peer="0.0.0.0:*",
        recv_q=waiting,
        process=f'users:(("{s.program}",pid=1187,fd=5))',
        memory=SkMem(r=waiting, rb=s.rcvbuf, tb=212992, d=host.socket.errors),
    )


def _cpus(feed: Feed) -> list[tuple[float, float]]:
    """Of each CPU the shares of its time in the program and in softirqs."""
    s, host, now = feed.setting, feed.host, feed.clock.now
    program = len(host.socket.latencies) * s.read / now
    home = 0 if s.shares else len(host.cpus) - 1
    softirqs = [cpu.busy / now for cpu in host.cpus] + [0.0] * (CPUS - len(host.cpus))
    return [(program if cpu == home else 0.0, softirqs[cpu]) for cpu in range(CPUS)]


def _counters(host: ReceiveHost) -> dict[str, int]:
    reached = len(host.socket.latencies) + len(host.socket) + host.socket.errors
    return {
        "IpInReceives": reached,
        "IpInDelivers": reached,
        "UdpInDatagrams": len(host.socket.latencies),
        "UdpInErrors": host.socket.errors,
        "UdpRcvbufErrors": host.socket.errors,
        "IpExtInOctets": reached * (SIZE - 14),
    }


def _nic(s: ArrivalsSetting, host: ReceiveHost) -> dict[str, int]:
    received = sum(queue.ring.received for queue in host.queues)
    return {
        "rx_packets": received,
        "tx_packets": 118,
        "rx_bytes": received * SIZE,
        "tx_bytes": 9204,
        "rx_errors": 0,
        "rx_dropped": 0,
        "rx_crc_errors": 0,
        "rx_missed_errors": host.missed + s.before,
        "rx_no_buffer_count": host.missed // 3,
        "tx_restart_queue": 0,
        "rx_queue_0_packets": received,
    }


def _softnet(host: ReceiveHost) -> list[Softnet]:
    counted = [
        Softnet(
            processed=cpu.stat.processed,
            dropped=cpu.stat.dropped,
            time_squeeze=cpu.stat.time_squeeze,
            received_rps=cpu.stat.received_rps,
        )
        for cpu in host.cpus
    ]
    return counted + [Softnet() for _ in range(CPUS - len(counted))]


def _sender(s: ArrivalsSetting, sent: int) -> Machine:
    return Machine(
        name=s.names[1],
        role="sends it",
        peer="10.0.8.1",
        log=[f"publisher: {sent} datagrams sent"],
        counters={"IpOutRequests": sent, "UdpOutDatagrams": sent, "IpExtOutOctets": sent * (SIZE - 14)},
        nic={"rx_packets": 121, "tx_packets": sent, "tx_bytes": sent * SIZE, "tx_errors": 0, "tx_dropped": 0},
        ring={"max_rx": 4096, "max_tx": 4096, "rx": 512, "tx": 512},
        qdiscs=[_idle(sent)],
        softnet=[Softnet(processed=121), *(Softnet() for _ in range(CPUS - 1))],
        sysctls={"net.core.wmem_default": "212992", "net.core.wmem_max": "212992"},
        routes=["default via 10.0.8.254 dev eth0", "10.0.8.0/24 dev eth0 proto kernel scope link src 10.0.8.2"],
    )


def _idle(packets: int = 118) -> TcQdisc:
    extra = ("maxpacket 242 drop_overlimit 0 new_flow_count 0 ecn_mark 0", "new_flows_len 0 old_flows_len 0")
    return TcQdisc(kind="fq_codel", options=FQ_CODEL, bytes=packets * SIZE, packets=packets, extra=extra)
