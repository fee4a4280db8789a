"""One direction of the path with tcpdump at both ends: what left, what arrived, and when."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from inflight.incidents.families.requests.setting import Shaper
from inflight.incidents.shared.card import CardQueue
from inflight.incidents.shared.egress import Egress
from inflight.incidents.shared.offload import AT_ONCE, POLL, Joiner
from inflight.kernel.clock import Clock
from inflight.kernel.link import Inlet, Link
from inflight.kernel.qdisc.fifo import Bfifo
from inflight.kernel.qdisc.tbf import Tbf
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.duplex import Handshake
from inflight.kernel.tcp.era import TcpEra
from inflight.kernel.tcp.segment import DataSegment

Sent = DataSegment | Ack | Handshake

SYN, FIN, DATA, PURE, PROBE = range(5)
"""Kinds of packets: PURE acknowledges and does nothing else, PROBE probes a closed window."""


def kind_of(packet: Sent) -> int:
    """What a packet is. A FIN takes up one sequence number, and nothing here sends a single byte of data."""
    if isinstance(packet, Handshake):
        return SYN
    if isinstance(packet, Ack):
        return PURE
    length = packet.end - packet.seq
    return DATA if length > 1 else FIN if length else PROBE


@dataclass
class EndCounters:
    """What one end of the path has counted since the beginning, and when it last saw something, s."""

    packets: int = 0
    size: int = 0
    data: int = 0
    pure: int = 0
    unforeseen: int = 0
    """Those of them whose window differs from the one before: no header prediction for them."""
    last: float = 0.0
    last_data: float = 0.0
    _window: int = -1

    def count(self, packet: Sent, size: int, now: float) -> None:
        """A packet of `size` bytes on the wire."""
        kind = kind_of(packet)
        self.packets += 1
        self.size += size
        self.last = now
        if kind == DATA:
            self.data += 1
            self.last_data = now
        elif kind == PURE:
            self.pure += 1
            window = getattr(packet, "window", 0)
            self.unforeseen += window != self._window
            self._window = window


class Recorder:
    """One direction that carries `rate` bit/s with a delay, s, and records what passes.

    Attributes:
        out, into: the counters of the sending end and of the receiving one.
        left, came: which segments travel in the skb of the one before, at either end.
        card: of the sending end. opposite: the other direction, if there is one.
        seen, arrived: (time, packet) since `forget` was called, at the sending end and at the receiving one.
        blocked: the firewall drops what comes; vain: what it has dropped since `forget`; refused: since the beginning.
    """

    flow = 0

    def __init__(self, clock: Clock, rate: float, delay: float) -> None:
        self._clock = clock
        self.link = Link(clock, rate=rate, limit=1 << 30, burst=1514, delay=delay)
        self.out, self.into = EndCounters(), EndCounters()
        self.left, self.came, self.card = Joiner(AT_ONCE), Joiner(POLL), CardQueue()
        self.opposite: Recorder | None = None
        self.seen: list[tuple[float, Sent]] = []
        self.arrived: list[tuple[float, Sent]] = []
        self.blocked = False
        self.vain: list[tuple[float, Sent]] = []
        self.refused = 0
        self._sinks: deque[tuple[Any, int]] = deque()

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of an `Inlet`."""
        packet = packet.packet if isinstance(packet, Enveloped) else packet
        now = self._clock.now + later
        self.out.count(packet, size, now)
        self.card.takes(now, size, with_the_last=_joins(self.left, packet, now))
        if self.opposite:
            self.opposite.came.cut()
        if self.blocked:
            self.vain.append((now, packet))
            self.refused += 1
            return True
        self.seen.append((now, packet))
        self._sinks.append((sink, size))
        return self.link.send(packet, size, self, later)

    def receive(self, packet: Sent) -> None:
        """It has reached the other end."""
        now = self._clock.now
        sink, size = self._sinks.popleft()
        self.into.count(packet, size, now)
        _joins(self.came, packet, now)
        if self.opposite:
            self.opposite.left.cut()
        self.arrived.append((now, packet))
        sink.receive(packet)

    def forget(self) -> None:
        """Start a new record of packets; the counters go on."""
        self.seen, self.arrived, self.vain = [], [], []


def _joins(joiner: Joiner, packet: Sent, now: float) -> bool:
    """Whether it travels in the skb of the packet before it."""
    if isinstance(packet, DataSegment) and kind_of(packet) == DATA:
        return joiner.joins(now, packet.seq, packet.end, push=packet.push)
    joiner.cut()
    return False


@dataclass
class Enveloped:
    """A packet for a device, which needs to know what a plain ACK doesn't say: whether it may be marked."""

    packet: Sent
    ect: bool = False


class Shaped(Egress):
    """The server's eth0 with a tbf that somebody left there; the path follows it."""

    def __init__(self, clock: Clock, shaper: Shaper, onward: Recorder, era: TcpEra) -> None:
        child = Bfifo(limit=shaper.limit)
        self.tbf = Tbf(rate=shaper.rate, burst=shaper.burst, limit=shaper.limit, child=child)
        super().__init__(clock, self.tbf, onward, era)

    def send(self, packet: Any, size: int, sink: Any, later: float = 0.0) -> bool:
        """As of an `Inlet`."""
        return super().send(packet if isinstance(packet, DataSegment) else Enveloped(packet), size, sink, later)


@dataclass
class RecordedPath:
    """Both directions between the hosts. shaped: the server's eth0, if it has a shaper."""

    there: Recorder
    back: Recorder
    shaped: Shaped | None = None

    @classmethod
    def between(cls, clock: Clock, *, rate: float, rtt: float, shaper: Shaper | None, era: TcpEra) -> RecordedPath:
        """`there` leads from the client to the server."""
        there, back = Recorder(clock, rate, rtt / 2), Recorder(clock, rate, rtt / 2)
        there.opposite, back.opposite = back, there
        return cls(there, back, Shaped(clock, shaper, back, era) if shaper else None)

    @property
    def homeward(self) -> Inlet:
        """Where the server's sockets send."""
        return self.shaped or self.back

    def wait(self) -> float:
        """How long a ping would wait in queues now, s."""
        shaped = self.shaped.wait() if self.shaped else 0.0
        return self.there.link.wait() + self.back.link.wait() + shaped

    def forget(self) -> None:
        """Start a new record."""
        self.there.forget()
        self.back.forget()
