"""Senders and receivers on either side of one bottleneck: the topology of the recordings.

    sender ──▶ [ queue ▶ link ] ──▶ receiver
       ▲                               │
       └────────── RTT ◀── ACKs ───────┘

The whole propagation delay is on the way of the ACKs, as in the lab, so a flow's RTT is `rtt` plus its queueing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.clock import Clock
from inflight.congestion import algorithms
from inflight.link import Delay, Link
from inflight.tcp.application import Writer
from inflight.tcp.constants import INFINITE_SSTHRESH, INIT_CWND, INITIAL_WINDOW
from inflight.tcp.output import SEGMENT_TIME, SKB_TIME
from inflight.tcp.receiver import Receiver
from inflight.tcp.send_buffer import SendBuffer
from inflight.tcp.sender import Sender

UNLIMITED = 128 << 20
"""tcp_rmem[2] and tcp_wmem[2] of the recordings, bytes: windows do not limit."""


@dataclass(frozen=True, kw_only=True)
class FlowSpec:
    """One bulk transfer. rtt: s. total: bytes (None: without end). sndbuf: SO_SNDBUF, bytes (0: autotuned).

    connect: when the SYN leaves, s. data: when the application first writes, s (None: as soon as it is connected).
    stop: when the application aborts the connection, s (None: never). initcwnd, ssthresh: the route's metrics.
    """

    algorithm: str
    rtt: float
    total: int | None = None
    chunk: int = 65536
    sndbuf: int = 0
    wmem: tuple[int, int] = (16384, UNLIMITED)
    rmem: int = UNLIMITED
    rmem_max: int = 212992
    gso_max_segs: int = 65535
    hystart: bool = True
    initcwnd: int = INIT_CWND
    ssthresh: int = INFINITE_SSTHRESH
    connect: float = 0.0
    data: float | None = None
    stop: float | None = None


class Flow:
    """A connection over the bottleneck; look at `sender` and `receiver` for its state."""

    def __init__(self, clock: Clock, link: Link, spec: FlowSpec) -> None:
        algorithm = algorithms()[spec.algorithm]
        if not spec.hystart and getattr(algorithm, "hystart", False):
            algorithm = type(algorithm.__name__, (algorithm,), {"hystart": False})
        self.spec = spec
        self._clock = clock
        self.back = Delay(clock, spec.rtt)
        self.receiver = Receiver(
            clock, self.back.send, rmem=spec.rmem, rmem_max=spec.rmem_max, rtt_us=int(spec.rtt * 1e6)
        )
        congestion = algorithm()
        congestion.cwnd, congestion.ssthresh = spec.initcwnd, spec.ssthresh
        self.sender = Sender(
            clock,
            link,
            self.receiver,
            congestion,
            SendBuffer(spec.sndbuf, spec.wmem),
            gso_max_segs=spec.gso_max_segs,
            window=INITIAL_WINDOW,
        )
        self.back.receive = self.sender.on_ack
        self.sender.writer = Writer(self.sender, spec.total, spec.chunk)
        if spec.total:
            self.receiver.total = spec.total
        clock.at(spec.connect + spec.rtt, self._established)
        if spec.stop is not None:
            clock.at(spec.stop, self.sender.abort)

    @property
    def started_at(self) -> float:
        """When the application first writes, s."""
        return self.spec.connect + self.spec.rtt if self.spec.data is None else self.spec.data

    def _established(self) -> None:
        self.sender.established(int((self.spec.rtt + SKB_TIME + SEGMENT_TIME) * 1e6))
        self.sender.ts_recent = self.spec.connect
        self.receiver.window.start(self._clock.now)
        assert self.sender.writer is not None
        if self.started_at <= self._clock.now:
            self.sender.writer.start()
        else:
            self._clock.at(self.started_at, self.sender.writer.start)


class Dumbbell:
    """`rate` in bit/s (None: unlimited), `limit` in packets, `burst` in bytes, `loss` a probability.

    `delay` is that of the way behind the queue, s.
    """

    def __init__(
        self,
        *,
        rate: float | None,
        limit: int,
        flows: list[FlowSpec],
        burst: int = 3 * 1514,
        loss: float = 0.0,
        delay: float = 0.0,
        rng: random.Random | None = None,
    ) -> None:
        self.clock = Clock()
        self.link = Link(self.clock, rate=rate, limit=limit, delay=delay, burst=burst, loss=loss, rng=rng)
        self.flows = [Flow(self.clock, self.link, spec) for spec in flows]
