"""A feed of datagrams comes in bursts, and a program counts the numbers that are missing."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.incidents.fault import Run
from inflight.incidents.models.arrivals_seen import look
from inflight.kernel.clock import Clock
from inflight.kernel.nic.receive_host import ReceiveHost
from inflight.kernel.nic.rss import rss_hash, sample_flows

FLOWS = 32
IRQ = 1e-6
"""What an interrupt costs by itself, s."""

BURSTS = 8


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a run is made of.

    Attributes:
        burst: datagrams of a burst; gap: between two of them, s; period: from one burst to the next, s.
        driver, stack, read: CPU time of a datagram in the driver, from there to the socket, in the program; s.
        ring, ring_max: descriptors. rx_usecs: interrupt moderation, µs.
        rps: CPUs that take over the stack's part. max_backlog, budget: net.core.netdev_….
        rcvbuf: the socket's buffer as the kernel keeps it, bytes; shares: the program runs on the card's CPU.
        before: datagrams that were lost long ago, for another reason.
        names: the host that receives and the one that sends. program: what reads.
    """

    burst: int
    gap: float
    period: float
    driver: float = 0.3e-6
    stack: float
    read: float
    ring: int = 2048
    ring_max: int = 4096
    rx_usecs: float = 25.0
    rps: tuple[int, ...] = ()
    max_backlog: int = 1000
    budget: int = 300
    rcvbuf: int = 16 << 20
    shares: bool = False
    before: int = 0
    extra_sysctls: tuple[tuple[str, str], ...] = ()
    names: tuple[str, str] = ("feed1", "source1")
    program: str = "collector"


def run(setting: Setting, rng: random.Random) -> Run:
    """Bursts until the last has been read or lost, or two periods later at the latest."""
    s = setting
    clock = Clock()
    host = ReceiveHost(
        clock,
        ring=s.ring,
        rx_usecs=s.rx_usecs,
        driver=s.driver,
        stack=s.stack,
        irq=IRQ,
        read=s.read,
        budget=s.budget,
        max_backlog=s.max_backlog,
        rps=s.rps,
        rcvbuf=s.rcvbuf,
        app_shares=s.shares,
    )
    hashes = [rss_hash(flow) for flow in sample_flows(FLOWS)]
    for number in range(BURSTS):
        _burst(clock, host, hashes, number * s.period + rng.uniform(0, 0.1) * s.period, s)
    end = BURSTS * s.period
    while clock.now < 2 * end and (host.offered < BURSTS * s.burst or not host.finished):
        yield from clock.run(clock.now + s.period / 4)
    return look(s, host, clock.now, BURSTS * s.burst, rng)


def _burst(clock: Clock, host: ReceiveHost, hashes: list[int], start: float, s: Setting) -> None:
    number = 0

    def arrive() -> None:
        nonlocal number
        host.receive(hashes[number % FLOWS])
        number += 1
        if number < s.burst:
            clock.at(start + number * s.gap, arrive)

    clock.at(start, arrive)
