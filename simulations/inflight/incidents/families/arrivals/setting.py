"""What can be set on the way in for datagrams: the feed, the card, the stack, and the program that reads."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.incidents.kernels import OnKernel


@dataclass(frozen=True, kw_only=True)
class ArrivalsSetting(OnKernel):
    """What a run is made of.

    Attributes:
        burst: datagrams of a burst; gap: between two of them, s; period: from one burst to the next, s.
        driver, stack, read: CPU time of a datagram in the driver, from there to the socket, in the program; s.
        ring, ring_max: descriptors. rx_usecs: interrupt moderation, µs.
        rps: CPUs that take over the stack's part. max_backlog, budget: net.core.netdev_….
        rcvbuf: the socket's buffer as the kernel keeps it, bytes; shares: whether the program runs on the card's CPU.
        flood: packets per second for a port that nobody listens on, all of one flow; filtered: where they end: "card",
            "router" or, if nobody filters them, nowhere ("").
        before: datagrams that were lost long ago, for a different reason.
        starts: how often the program has been started.
        names: the receiving host and the sending one; router: the one between them. program: the one that reads.
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
    flood: float = 0.0
    filtered: str = ""
    before: int = 0
    extra_sysctls: tuple[tuple[str, str], ...] = ()
    starts: int = 1
    names: tuple[str, str] = ("feed1", "source1")
    router: str = "core1"
    program: str = "collector"
