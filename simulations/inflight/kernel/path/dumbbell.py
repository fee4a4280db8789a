"""Senders and receivers on either side of one bottleneck: the topology of the recordings.

    sender ──▶ [ queue ▶ link ] ──▶ receiver
       ▲                               │
       └────────── RTT ◀── ACKs ───────┘

The whole propagation delay is on the ACKs' way, as in the lab, so a flow's RTT is `rtt` plus its queueing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.base import CongestionControl
from inflight.kernel.constants import INFINITE_SSTHRESH, INIT_CWND, TCP_RMEM_DEFAULT
from inflight.kernel.link import Delay, Link
from inflight.kernel.loss import GilbertElliott
from inflight.kernel.path.device import Device
from inflight.kernel.path.hop import Hop
from inflight.kernel.path.probe import Probe
from inflight.kernel.path.udp import UdpFlow, UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Qdisc, priority_of
from inflight.kernel.qdisc.netem import Netem, NetemSpec
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.ecn import DctcpReceiver, EcnOutlet, EcnReceiver, EcnSender
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.kernel.tcp.one_cpu import OneCpu, OtherWork
from inflight.kernel.tcp.output import SEGMENT_TIME, SKB_TIME, Outlet
from inflight.kernel.tcp.process import Process
from inflight.kernel.tcp.reader import Reading, read
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.receiver import Receiver
from inflight.kernel.tcp.send_buffer import SendBuffer
from inflight.kernel.tcp.sender import Sender
from inflight.kernel.tcp.sending import SendingSpec
from inflight.kernel.tcp.small_queue import LocalQueue, SmallQueue

UNLIMITED = 128 << 20
"""tcp_rmem[2] and tcp_wmem[2] of the recordings, bytes: windows do not limit."""

UNLIMITED_RECEIVE = ReceiveBuffer(rmem=(TCP_RMEM_DEFAULT, UNLIMITED))

PFIFO_LIMIT = 1000
"""Length of a pfifo, packets, unless told otherwise: txqueuelen of an Ethernet device."""


@dataclass(frozen=True, kw_only=True)
class FlowSpec(SendingSpec):
    """One bulk transfer. rtt: s. total: bytes (None: without end). sndbuf: SO_SNDBUF, bytes (0: autotuned).

    poll: its application does not block, but waits with poll(). notsent_lowat: TCP_NOTSENT_LOWAT, bytes (0: none).
    receive: the receiving socket's buffer.
    reading: how its application reads (None: at once).
    algorithm: a name from `congestion/`, or what makes a fresh one.
    connect: when the SYN leaves, s. data: when the application first writes, s (None: as soon as it is connected).
    stop: when the application aborts the connection, s (None: never).
    lose_acks: which of its ACKs are lost on their way, counted from 1.
    initcwnd, ssthresh: the route's metrics. ecn: both ends use ECN (net.ipv4.tcp_ecn=1), as DCTCP does anyway;
    echoes_each: the receiver says of each segment whether it was marked (None: if DCTCP sends).
    l4s: its ECT is ECT(1), which no congestion control of Linux sends by itself (TCP_CONG_ECT_1_NEGOTIATION).
    delayed_ack: False: the receiver acknowledges every segment. hystart: of CUBIC; False: it is off.
    tos: the byte of the IP header that decides about priorities (IP_TOS).
    local: how it treats its own host's queue, where that is the bottleneck (`host.py`).
    one_cpu: both applications and the network share a CPU, which does this besides (`one_cpu.py`).
    passive: it was the receiver that opened the connection, and `connect` is when its last ACK leaves, s.
    """

    algorithm: str | Callable[[], CongestionControl]
    rtt: float
    total: int | None = None
    chunk: int = 65536
    poll: bool = False
    sndbuf: int = 0
    wmem: tuple[int, int] = (16384, UNLIMITED)
    notsent_lowat: int = 0
    receive: ReceiveBuffer = UNLIMITED_RECEIVE
    reading: Reading | None = None
    lose_acks: Collection[int] = ()
    hystart: bool = True
    initcwnd: int = INIT_CWND
    ssthresh: int = INFINITE_SSTHRESH
    delayed_ack: bool = True
    connect: float = 0.0
    data: float | None = None
    stop: float | None = None
    ecn: bool = False
    echoes_each: bool | None = None
    l4s: bool = False
    tos: int = 0
    passive: bool = False
    local: LocalQueue | None = None
    one_cpu: OtherWork | None = None


def _congestion(spec: FlowSpec) -> CongestionControl:
    if not isinstance(spec.algorithm, str):
        return spec.algorithm()
    algorithm = algorithms()[spec.algorithm]
    if not spec.hystart and getattr(algorithm, "hystart", False):
        algorithm = type(algorithm.__name__, (algorithm,), {"hystart": False})
    return algorithm()


class Flow:
    """A connection over the bottleneck; look at `sender` and `receiver` for its state.

    `metrics` is what the sending host remembers of earlier ones to the same destination.
    """

    def __init__(
        self,
        clock: Clock,
        link: Outlet,
        spec: FlowSpec,
        rng: random.Random,
        wait: Callable[[], float],
        number: int = 0,
        metrics: TcpMetrics | None = None,
    ) -> None:
        self.spec, self._metrics = spec, metrics
        self._clock, self._wait = clock, wait
        self._handshake = spec.rtt
        one_cpu = OneCpu(clock, link, spec.one_cpu) if spec.one_cpu else None
        inlet: Outlet = one_cpu or link
        self.back = Delay(clock, spec.rtt, spec.lose_acks)
        congestion = _congestion(spec)
        ecn = spec.ecn or congestion.needs_ecn
        each = congestion.needs_ecn if spec.echoes_each is None else spec.echoes_each
        self.receiver = (Receiver if not ecn else DctcpReceiver if each else EcnReceiver)(
            clock,
            self.back.send,
            buffer=spec.receive,
            era=spec.era,
            rtt_us=int(spec.rtt * 1e6),
            delayed_ack=spec.delayed_ack,
            wakeup=one_cpu.reader_waits if one_cpu else spec.wakeup,
            sack=spec.options.sack,
        )
        self.receiver.flow = number
        self.receiver.tos, self.receiver.priority = spec.tos, priority_of(spec.tos)
        congestion.cwnd, congestion.ssthresh = spec.initcwnd, spec.ssthresh
        congestion.rng = rng
        outlet = EcnOutlet(inlet, always=congestion.needs_ecn, l4s=spec.l4s) if ecn else inlet
        self.sender = (EcnSender if ecn else Sender)(
            clock,
            outlet,
            self.receiver,
            congestion,
            SendBuffer(spec.sndbuf, spec.wmem, spec.notsent_lowat, spec.era),
            spec,
            # the window of a SYN-ACK is not scaled, that of the client's first ACK is
            window=self._first_window(),
            small_queue=SmallQueue(clock, spec.local or LocalQueue()) if spec.local or one_cpu else None,
            one_cpu=one_cpu,
        )
        if isinstance(outlet, EcnOutlet):
            outlet.recovery = self.sender.recovery
        self.back.receive = self.sender.on_ack
        if one_cpu:
            one_cpu.reader_runs = self.receiver.hurry
            one_cpu.take, self.back.receive = self.sender.on_ack, one_cpu.receive
        self.sender.writer = Writer(self.sender, spec.total, spec.chunk, poll=spec.poll)
        if spec.total:
            self.receiver.total = spec.total
        clock.at(spec.connect, self._connect)
        if spec.stop is not None:
            clock.at(spec.stop, self.sender.abort)

    @property
    def started_at(self) -> float:
        """When the application first writes, s."""
        return self.established_at if self.spec.data is None else self.spec.data

    @property
    def established_at(self) -> float:
        """When the SYN-ACK reaches the sender, s; before the SYN has left, as if nothing waited."""
        return self.spec.connect + self._handshake

    def _first_window(self) -> int:
        receiver = self.receiver
        return receiver.header().window if self.spec.passive else receiver.window.initial

    def _connect(self) -> None:
        """The SYN leaves, and stands in the queue like any packet; it takes no room there and is never lost."""
        self._handshake = self.spec.rtt + (0.0 if self.spec.passive else self._wait())
        self._clock.at(self.spec.connect + self._handshake, self._established)

    def _established(self) -> None:
        rtt_us = int((self._handshake + SKB_TIME + SEGMENT_TIME) * 1e6)
        self.sender.established(rtt_us, passive=self.spec.passive)
        self.sender.ts_recent = self.spec.connect
        self.receiver.window.start(self._clock.now)
        if self.spec.reading:
            Process(self._clock, read(self.spec.reading, self._clock), self.receiver, wakeup=self.spec.wakeup).start()
        if self._metrics:
            self._metrics.init(self.sender)
        assert self.sender.writer is not None
        if self.started_at <= self._clock.now:
            self.sender.writer.start()
        else:
            self._clock.at(self.started_at, self.sender.writer.start)


class Dumbbell:
    """`rate` in bit/s (None: unlimited), `burst` in bytes; `loss` and `lose` as of a `Link`.

    qdisc: the name of the bottleneck's discipline, pfifo or a file of `qdisc/`, or one with its own settings. It is the
    child of a token bucket, or, without a rate, stands at the root and may shape by itself.
    limit: its length, packets (None: that of the discipline, 1000 for pfifo). `netem` lies before the bottleneck,
    `delay` is that of the way behind it, s. `flows` are numbered from 0, those of `udp` after them.
    """

    def __init__(
        self,
        *,
        rate: float | None,
        flows: Sequence[FlowSpec],
        limit: int | None = None,
        qdisc: str | Qdisc = "pfifo",
        udp: Sequence[UdpSpec] = (),
        burst: int = 3 * 1514,
        loss: float | GilbertElliott = 0.0,
        lose: Collection[int] = (),
        netem: NetemSpec | None = None,
        delay: float = 0.0,
        rng: random.Random | None = None,
    ) -> None:
        self.clock = clock = Clock()
        rng = rng or random.Random(1)
        self.link: Link | Device
        if qdisc == "pfifo":
            limit = PFIFO_LIMIT if limit is None else limit
            self.link = Link(clock, rate=rate, limit=limit, delay=delay, burst=burst, loss=loss, lose=lose, rng=rng)
        else:
            queue = _discipline(qdisc, limit) if isinstance(qdisc, str) else qdisc
            root = Tbf(rate=rate, burst=burst, child=queue) if rate else queue
            self.link = Device(clock, root, delay=delay, loss=loss, lose=lose, rng=rng)
        self.inlet = inlet = Hop(clock, Netem.of(netem, rng), self.link) if netem else self.link
        wait = self.link.wait
        self.flows = [Flow(clock, inlet, spec, rng, wait, number) for number, spec in enumerate(flows)]
        self.udp = [
            (Probe if spec.timed else UdpFlow)(clock, inlet, spec, number, rng)
            for number, spec in enumerate(udp, len(flows))
        ]


def _discipline(name: str, limit: int | None) -> Qdisc:
    known = disciplines()
    if name not in known:
        raise ValueError(f"qdisc {name!r}: there is none; known are pfifo, " + ", ".join(known))
    return known[name]() if limit is None else known[name](limit=limit)
