"""A burst for a receiving host: the host as set up by the experiment `receive-ring`, the packets, and its counters."""

from __future__ import annotations

import math
from collections.abc import Iterator

from inflight.experiments.receive_ring.parameters import ReceiveRingParameters
from inflight.figure.result import Column, Result, Table
from inflight.figure.words import significant
from inflight.kernel.clock import Clock
from inflight.kernel.nic.receive_host import ReceiveHost
from inflight.kernel.nic.rss import rss_hash, sample_flows

FLOWS = 32
"""Whose packets come in turn."""

IRQ = 1e-6
"""What an interrupt costs by itself, s: an assumption, of the order that is usual."""

QUIET_GAP, QUIET = 20e-6, 8e-3
"""Traffic to compare moderations with: a packet each so many s, for so long."""

MODERATIONS = (0, 10, 30, 100, 300, 1000)
"""rx-usecs that are compared."""


def receiver(clock: Clock, p: ReceiveRingParameters, rx_usecs: float, queues: int, ring: int) -> ReceiveHost:
    """The host, with the moderation (µs), queues and ring that are asked for."""
    return ReceiveHost(
        clock,
        ring=ring,
        queues=queues,
        rx_usecs=rx_usecs,
        driver=p.driver * 1e-6,
        stack=p.stack * 1e-6,
        irq=IRQ,
        read=p.read * 1e-6,
        budget=p.budget,
        max_backlog=p.max_backlog,
        rps=p.rps_cpus,
        rcvbuf=p.rcvbuf,
        app_shares=p.app_shares,
    )


def send(clock: Clock, host: ReceiveHost, start: float, gap: float, count: int) -> None:
    """`count` packets of FLOWS flows in turn, evenly spaced."""
    hashes = [rss_hash(flow) for flow in sample_flows(FLOWS)]
    number = 0

    def arrive() -> None:
        nonlocal number
        host.receive(hashes[number % FLOWS])
        number += 1
        if number < count:
            clock.at(start + number * gap, arrive)

    clock.at(start, arrive)


def moderations(p: ReceiveRingParameters, result: Result) -> Iterator[Result]:
    """Interrupts and latency with several rx-usecs, in quiet traffic: one packet every 20 µs."""
    table = Table(
        [
            Column("setting", "", "rx-usecs", "rto", words=[f"rx-usecs {value}" for value in MODERATIONS]),
            Column("interrupts", "/s", "interrupts per second, one packet every 20 µs", "rto"),
            Column("latency", "µs", "mean time from the card to the program", "rtt"),
        ]
    )
    for number, rx_usecs in enumerate(MODERATIONS):
        clock = Clock()
        host = receiver(clock, p, rx_usecs, 1, 8192)
        send(clock, host, 0, QUIET_GAP, round(QUIET / QUIET_GAP))
        yield from (result for _ in clock.run(QUIET))
        waited = host.socket.latencies
        table.append(number, host.interrupts / QUIET, 1e6 * math.fsum(waited) / max(1, len(waited)))
        result.progress = 0.8 + 0.15 * (number + 1) / len(MODERATIONS)
        yield result
    result.tables["moderation"] = table


def counters(result: Result, host: ReceiveHost) -> None:
    """Tables of what was read, and of what the commands would print."""
    result.tables["read"] = read = Table([Column("latency", "ms", "from the card to the program", "rtt")])
    for waited in host.socket.latencies:
        read.append(1000 * waited)
    received = sum(queue.ring.received for queue in host.queues)
    lines = [
        ("ethtool -S eth0", f"rx_packets: {received}"),
        ("ethtool -S eth0", f"rx_missed_errors: {host.missed}"),
        ("ip -s -s link show", f"RX dropped {host.backlog_drops}, missed {host.missed}"),
        ("/proc/interrupts", f"{host.interrupts}  eth0"),
    ]
    for number, cpu in enumerate(host.cpus):
        lines.append((f"softnet_stat, CPU {number}", cpu.stat.line(len(cpu.backlog) if cpu.backlog else 0)))
    lines.append(("nstat UdpInDatagrams", str(len(host.socket.latencies))))
    lines.append(("nstat UdpRcvbufErrors", str(host.socket.errors)))
    moderation = result.tables["moderation"]
    for rx_usecs, interrupts, latency in zip(MODERATIONS, moderation["interrupts"], moderation["latency"], strict=True):
        lines.append(
            (
                f"quiet, rx-usecs {rx_usecs}",
                f"{interrupts:.0f} interrupts/s, {significant(latency)} µs to the program",
            )
        )
    result.tables["counters"] = table = Table(
        [
            Column("where", "", "where it is seen", "time", words=[where for where, _ in lines]),
            Column("line", "", "what it says", "time", words=[line for _, line in lines]),
        ]
    )
    for row in range(len(lines)):
        table.append(row, row)
