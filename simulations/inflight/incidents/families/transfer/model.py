"""A bulk transfer between two hosts, over a router with a queue.

server ─ eth0 ──▶ router [ queue ▶ line ] ──▶ client
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator
from dataclasses import replace
from typing import Any

from inflight.incidents.families.transfer.capture import Opening
from inflight.incidents.families.transfer.line import Bursts, OwnShare, Policing, Tunnel
from inflight.incidents.families.transfer.rated import rated
from inflight.incidents.families.transfer.setting import EgressQdisc, TransferSetting
from inflight.incidents.families.transfer.watch import Watch
from inflight.incidents.shared.egress import Egress
from inflight.incidents.shared.jitter import BusyHost
from inflight.kernel.clock import Clock
from inflight.kernel.constants import TCP_RMEM_DEFAULT
from inflight.kernel.link import Link
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Flow, FlowSpec
from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.qdisc.fifo import Bfifo
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.qdisc.netem import Netem
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.application import Writer
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.reader import Reading
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.sending import NO_CLAMP
from inflight.kernel.tcp.small_queue import LocalQueue

SPAN = 1.0
"""The time at the end over which goodput is measured, s."""

WELL = 0.7
"""The share of what the line carries below which people complain."""

PINGS = 10
MOMENT = 0.13
"""How much the age of connections differs from look to look, s."""

BLOCK = 8192
"""What the sending application reads from its disk at a time, bytes."""


IP_AND_BARE_TCP = 40
"""Headers without options, which is what an MSS counts (RFC 9293 §3.7.1), bytes."""


class Supply:
    """The sending application: it has the next block once its disk has read it."""

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


def _remembered(s: TransferSetting) -> TcpMetrics:
    """What the server remembers about the client."""
    return TcpMetrics(
        no_ssthresh_metrics_save=not s.threshold_saved,
        known=True,
        rtt_us=int(s.rtt * 8.3e6),
        rttvar_us=int(s.rtt * 0.4e6),
        ssthresh=s.remembered,
        cwnd=s.remembered and s.remembered + 3,
    )


def _offer(s: TransferSetting) -> ReceiveBuffer:
    """The client's buffer, with the window scale that its SYN asks for."""
    return ReceiveBuffer(
        rmem=(min(TCP_RMEM_DEFAULT, s.rmem), s.rmem), rcvbuf=min(s.rcvbuf, s.core_max), rmem_max=s.core_max
    )


def _spec(s: TransferSetting, offer: ReceiveBuffer, local: LocalQueue | None) -> FlowSpec:
    """The connection. local: the server's eth0, which tells it what has left."""
    return FlowSpec(
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
        mss=s.mss,
        options=TcpOptions(sack=s.sack),
        local=local,
        offload=local is not None,
        era=tcp_era(s.kernel),
    )


def _left_behind(shaper: EgressQdisc, rng: random.Random) -> Qdisc:
    if shaper.loss:
        return Netem(loss=shaper.loss, rng=rng)
    return Tbf(rate=shaper.rate, burst=shaper.burst, limit=shaper.limit, child=Bfifo(limit=shaper.limit))


def _line(s: TransferSetting, clock: Clock, rng: random.Random) -> Link | Device:
    """The router’s eth0 with its queue."""
    if s.fair:
        return Device(clock, FqCodel(), rate=s.rate, loss=s.loss, rng=rng)
    return Link(clock, rate=s.rate, limit=s.tiny or s.queue, loss=s.loss, rng=rng)


class Transfer:
    """The model of a setting, with what it records while it runs.

    Attributes:
        line: the router’s eth0; link: what the transfer sees of it; own: its share, if others use it, too;
            policing: the policer in front of it.
        waits: how long a ping waited in queues each time, s.
        progress: bytes that had arrived, every second; piece: when somebody looked.
    """

    def __init__(self, setting: TransferSetting, rng: random.Random) -> None:
        self.setting = s = setting
        self.clock = clock = Clock()
        self.line = _line(s, clock, rng)
        shared = s.neighbour or isinstance(self.line, Device)
        self.own = OwnShare(clock, self.line, flow=0) if shared else None
        self.link: Any = self.own or self.line
        self.policing = Policing(clock, self.link, s.policer) if s.policer else None
        self.link = self.policing or self.link
        if s.tunnel:
            self.link = Tunnel(clock, self.link, s.tunnel)
        if s.neighbour:
            self.bursts = Bursts(clock, self.line, s.neighbour, random.Random(f"{s.names}"))
        host = BusyHost(clock, self.link, random.Random(f"{s.addresses}"))
        self.egress = Egress(clock, _left_behind(s.shaper, rng), host, tcp_era(s.kernel)) if s.shaper else None
        self.metrics = _remembered(s)
        offer = _offer(s)
        spec = _spec(s, offer, LocalQueue() if self.egress else None)
        wait = self.egress.wait if self.egress else self.link.wait
        self.flow = flow = Flow(clock, self.egress or host, spec, rng, wait, metrics=self.metrics)
        self.watch = Watch(
            flow,
            self.link,
            Opening(
                sender=f"{s.addresses[1]}:{s.ports[1]}",
                receiver=f"{s.addresses[0]}:{s.ports[0]}",
                offers=(offer.shift if s.scaling[0] else None, 7 if all(s.scaling) and not s.stripped else None),
                stripped=s.stripped,
                clamped=s.tunnel - IP_AND_BARE_TCP if s.tunnel and s.clamped else 0,
                pmtu=s.tunnel if s.tunnel and s.icmp else 1500,
                sack=s.sack,
            ),
        )
        if s.disk:
            Supply(flow, s.disk)
        self.waits: list[float] = []
        self.progress: list[int] = []
        self.piece = 0
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
        self.piece = self.arrived
        self.goodput = (self.piece - before) * 8 / SPAN

    def go_on(self) -> Generator[None, None, None]:
        """A little longer than at the previous look: it is another connection, seen at another moment."""
        yield from self.clock.run(self.clock.now + MOMENT)
