"""A bulk transfer between two hosts: what may be set on either of them, and the path.

server ─ eth0 ──▶ router [ queue ▶ line ] ──▶ client
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inflight.incidents.capture import Opening
from inflight.incidents.observe import Watch
from inflight.incidents.rated import rated
from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.path.dumbbell import Flow, FlowSpec
from inflight.kernel.path.host import HostDevice
from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.fifo import Bfifo
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.constants import TCP_RMEM_DEFAULT
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.output import NO_CLAMP
from inflight.kernel.tcp.reader import Reading
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.small_queue import LocalQueue
from inflight.scenes.transfer import most

NIC_RATE = 1e9
"""Of both hosts' cards, bit/s."""

SPAN = 1.0
"""The last seconds of which the goodput is taken, s."""

WELL = 0.7
"""The share of what the line carries below which people complain."""

PINGS = 10
BLOCK = 8192
"""What the sending application reads from its disk at a time, bytes."""


@dataclass(frozen=True, kw_only=True)
class Shaper:
    """A discipline on the server's eth0 instead of the default. rate: bit/s, limit, burst: bytes, of a tbf.

    With `loss` it is a netem instead, which loses this share of the packets.
    """

    rate: float = 0.0
    burst: int = 0
    limit: int = 0
    loss: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A transfer with the machines' settings; the defaults are Linux's.

    rate: what the line carries, bit/s. rtt: of the empty path, s. queue: packets that the router holds.
    seconds: when it is looked at, s. names, addresses, ports: of the client, who waits, and of the server. job: what
    is transferred, size: how much, B; tale: which of the complaints it is.
    core_max: net.core.rmem_max and wmem_max of both, B: more than that SO_RCVBUF and SO_SNDBUF cannot set.
    algorithm, initcwnd (segments), sndbuf (B), wmem (tcp_wmem[2], B), notsent_lowat (B; 0: none),
    slow_start_after_idle, pacing (SO_MAX_PACING_RATE, bit/s; 0: not set), cwnd_lock (segments), sack, shaper: on the
    server. disk: at how many bit/s its application gets its data (0: at once).
    remembered: ssthresh for the client in its cache, segments (0: none); threshold_saved: it is used
    (tcp_no_ssthresh_metrics_save=0).
    rcvbuf (B), rmem (tcp_rmem[2], B): on the client. reading: bit/s that its application takes (0: all at once).
    scaling: tcp_window_scaling of client and server. stripped: a middlebox takes the option out.
    loss: the share of packets lost behind the router; bad_cable: the client's card sees them, damaged.
    noise: what the machines print besides, for people to stumble over: see `idle_host`.
    """

    rate: float
    rtt: float
    queue: int
    seconds: float
    names: tuple[str, str] = ("client", "server")
    addresses: tuple[str, str] = ("10.20.1.15", "10.30.4.8")
    ports: tuple[int, int] = (43210, 873)
    job: str = "nightly backup"
    size: float = 8e9
    tale: int = 0
    algorithm: str = "cubic"
    initcwnd: int = 10
    core_max: int = 212992
    sndbuf: int = 0
    wmem: int = 4 << 20
    notsent_lowat: int = 0
    slow_start_after_idle: bool = True
    pacing: float = 0.0
    cwnd_lock: int = 0
    sack: bool = True
    shaper: Shaper | None = None
    disk: float = 0.0
    remembered: int = 0
    threshold_saved: bool = False
    rcvbuf: int = 0
    rmem: int = 6 << 20
    reading: float = 0.0
    scaling: tuple[bool, bool] = (True, True)
    stripped: bool = False
    loss: float = 0.0
    bad_cable: bool = False
    noise: Mapping[str, Any] = field(default_factory=dict)

    @property
    def carries(self) -> float:
        """Data that the line carries, bit/s."""
        return most(self.rate)


class Egress(HostDevice):
    """The server's eth0 with a discipline of its own; behind it comes the router."""

    def __init__(self, clock: Clock, qdisc: Qdisc, onward: Link) -> None:
        super().__init__(clock, qdisc, rate=NIC_RATE)
        self._onward = onward

    def _leave(self, item: Queued, now: float) -> None:
        sink, item.sink = item.sink, self
        super()._leave(item, now)
        self._onward.send(item.packet, item.size, sink)

    flow = 0

    def receive(self, packet: Any) -> None:
        """It has left the card, and the router has it already."""


class Supply:
    """The sending application: it has the next block when its disk has read it."""

    def __init__(self, flow: Flow, rate: float) -> None:
        self._clock, self._time = flow.sender.clock, BLOCK * 8 / rate
        self._due = 0.0
        self._writer = flow.sender.writer = Writer(flow.sender, BLOCK, close=False)
        self._writer.on_written = self._next

    def _next(self) -> None:
        now = self._clock.now
        self._due = max(self._due + self._time, now)
        self._clock.at(self._due, self._block)

    def _block(self) -> None:
        self._writer.write(BLOCK)


class Transfer:
    """The model of a setting, with what is noted while it runs.

    Attributes:
        waits: how long a ping waited in queues, s, each time.
        progress: bytes that had arrived, each second.
    """

    def __init__(self, setting: Setting, rng: random.Random) -> None:
        self.setting = s = setting
        self.clock = clock = Clock()
        loss = s.shaper.loss if s.shaper and s.shaper.loss else s.loss
        self.link = Link(clock, rate=s.rate, limit=s.queue, loss=loss, rng=rng)
        self.egress: Egress | None = None
        outlet: Any = self.link
        if s.shaper and s.shaper.rate:
            child = Bfifo(limit=s.shaper.limit)
            tbf = Tbf(rate=s.shaper.rate, burst=s.shaper.burst, limit=s.shaper.limit, child=child)
            outlet = self.egress = Egress(clock, tbf, self.link)
        self.metrics = TcpMetrics(
            no_ssthresh_metrics_save=not s.threshold_saved,
            known=True,
            rtt_us=int(s.rtt * 8.3e6),
            rttvar_us=int(s.rtt * 0.4e6),
            ssthresh=s.remembered,
            cwnd=s.remembered and s.remembered + 3,
        )
        offer = ReceiveBuffer(
            rmem=(min(TCP_RMEM_DEFAULT, s.rmem), s.rmem), rcvbuf=min(s.rcvbuf, s.core_max), rmem_max=s.core_max
        )
        spec = FlowSpec(
            algorithm=rated(s.algorithm),
            rtt=s.rtt,
            connect=s.rtt / 2,
            passive=True,
            sndbuf=min(s.sndbuf, s.core_max),
            wmem=(16384, s.wmem),
            notsent_lowat=s.notsent_lowat,
            initcwnd=s.initcwnd,
            slow_start_after_idle=s.slow_start_after_idle,
            receive=replace(offer, scaling=all(s.scaling) and not s.stripped),
            reading=Reading(rate=s.reading / 8, chunk=16384) if s.reading else None,
            cwnd_clamp=s.cwnd_lock or NO_CLAMP,
            max_pacing_rate=s.pacing or math.inf,
            options=TcpOptions(sack=s.sack),
            local=LocalQueue() if self.egress else None,
            gso_max_segs=1,
        )
        wait = self.egress.wait if self.egress else self.link.wait
        self.flow = flow = Flow(clock, outlet, spec, rng, wait, metrics=self.metrics)
        self.watch = Watch(
            flow,
            self.link,
            Opening(
                sender=f"{s.addresses[1]}:{s.ports[1]}",
                receiver=f"{s.addresses[0]}:{s.ports[0]}",
                offers=(offer.shift if s.scaling[0] else None, 7 if all(s.scaling) and not s.stripped else None),
                stripped=s.stripped,
                sack=s.sack,
            ),
        )
        self.watch.capture.lost_at_home = bool(s.shaper and s.shaper.loss)
        if s.disk:
            Supply(flow, s.disk)
        self.waits: list[float] = []
        self.progress: list[int] = []
        self.goodput = 0.0
        """Of the last seconds, bit/s."""

    @property
    def arrived(self) -> int:
        """Bytes that the client's application has got, or could have read at once."""
        receiver = self.flow.receiver
        return receiver.copied if receiver.on_data else receiver.expected

    def run(self) -> Generator[None, None, None]:
        """To the moment somebody looks."""
        s, clock = self.setting, self.clock
        before, ticks = 0, round(s.seconds * 10)
        first = ticks - round(SPAN * 10)
        pings = {ticks - 2 * number for number in range(PINGS)}
        for tick in range(1, ticks + 1):
            yield from clock.run(tick / 10)
            if tick == first:
                before = self.arrived
            if tick in pings:
                self.waits.append(self.link.wait() + (self.egress.wait() if self.egress else 0.0))
            if tick % 10 == 0:
                self.progress.append(self.arrived)
        self.goodput = (self.arrived - before) * 8 / SPAN
