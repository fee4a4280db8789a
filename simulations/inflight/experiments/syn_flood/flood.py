"""A flood of SYNs from made-up addresses, the clients that really want to connect, and the program they want.

The listener is that of `kernel/sockets`. What a flood adds is a short cut: where a SYN was refused, or answered with a
cookie, nothing has changed but counters, so all that follow meet the same fate until something else happens.
They are counted, not worked out one by one, and the result is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isfinite, nan

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment, SynOptions, reset_for
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.stack import Stack
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.wire import Passage

REFUSALS = ("ListenDrops", "ListenOverflows", "SyncookiesSent", "TCPReqQFullDoCookies", "TCPReqQFullDrop")
"""What counts a SYN of which no request is kept."""

ASKED = 100
"""Bytes of a client's request, and of the answer."""
SLOW = 1.0
"""s: who was served later than that has sent something more than once."""

_PORTS = 60_000  # per made-up address
_FIRST_PORT = 1024
_BARE = SynOptions(wscale=None, sack=False, timestamps=False)


class Bystanders:
    """The hosts whose addresses were made up, if they exist: a SYN-ACK that they never asked for gets a RST."""

    def __init__(self, server: Stack) -> None:
        self._server = server

    def receive(self, segment: Segment) -> None:
        """Answer, unless it was a cookie: a RST for which the server has kept nothing changes nothing there."""
        if (segment.source.port, segment.target) in self._server.connections:
            self._server.network.send(reset_for(segment))

    def unreachable(self, segment: Segment, error: str) -> None:
        """Nobody sends that here."""

    def too_big(self, segment: Segment, mtu: int) -> None:
        """Nor that."""


class Attack:
    """`rate` SYNs per s at `listener`, `syns` of them from `start` on, each from another address and port.

    one_by_one: so many SYNs are worked out one by one, even if nothing comes of them.
    bystanders: the round trip to the hosts at those addresses, s; None: nobody lives there. most: requests that it may
    leave at the server, each of which has to be worked out; then it ends. sent, kept: SYNs so far, and those of them of
    which the server has kept a request.
    """

    def __init__(
        self,
        listener: Listener,
        *,
        rate: float,
        syns: int,
        start: float = 0.0,
        bystanders: float | None = None,
        most: int | None = None,
        one_by_one: int = 0,
    ) -> None:
        self._one_by_one = one_by_one
        self._listener, self._clock = listener, listener.host.clock
        self._rate, self._syns, self._start, self._most = rate, syns, start, most
        self._round_trip = bystanders
        self._bystanders = Bystanders(listener.host)
        self.sent = 0
        self.kept = 0
        self.peak = 0
        """The most requests, honest ones among them, that one of its SYNs has left."""
        self.first_refused = inf
        """When one was first not kept, s."""
        self.cut = inf
        """When it ended because of `most`, s."""
        if syns:
            self._clock.at(start, self._next)

    @property
    def end(self) -> float:
        """When the last one arrives, s."""
        return min(self._time(max(self._syns - 1, 0)), self.cut)

    def _time(self, number: int) -> float:
        return self._start + number / self._rate

    def _next(self) -> None:
        """One SYN; if nothing came of it, all others up to the next thing that happens in this world but the last."""
        counters, requests = self._listener.host.counters, self._listener.requests
        before, counted = len(requests), [counters[name] for name in REFUSALS]
        passage = self._syn()
        if len(requests) > before:
            self.kept += 1
            self.peak = max(self.peak, len(requests))
        else:
            self.first_refused = min(self.first_refused, self._clock.now)
            alike = min(self._before(self._clock.next_due()), self._syns) - self.sent - 1
            if alike > 0 and self.sent >= self._one_by_one:
                passage.alike = alike
                self.sent += alike
                for name, was in zip(REFUSALS, counted, strict=True):
                    counters[name] += alike * (counters[name] - was)
        if self.kept == self._most:
            self.cut = self._clock.now
        elif self.sent < self._syns:
            self._clock.at(max(self._time(self.sent), self._clock.now), self._next)

    def _before(self, time: float) -> int:
        """How many of them there are before `time`."""
        return ceil((time - self._start) * self._rate) if isfinite(time) else self._syns

    def _syn(self) -> Passage:
        place, port = divmod(self.sent, _PORTS)
        source = Address(f"10.66.{place >> 8}.{place & 255}", _FIRST_PORT + port)
        server = self._listener.host
        network = server.network
        if self._round_trip is not None and source.host not in network.hosts:
            network.hosts[source.host] = self._bystanders
            network.join(server.address, source.host, out=self._round_trip / 2, back=self._round_trip / 2)
        self.sent += 1
        now = self._clock.now
        passage = Passage(now, now, Segment(source, self._listener.address, "S", 0, options=_BARE))
        if network.keep:
            network.passages.append(passage)
        server.receive(passage.segment)
        return passage


@dataclass(slots=True)
class Visitor:
    """An honest client: when it called connect(), when that returned, and when an answer came, s (NaN: never).

    mss, wscale, sack: what the server knows of its SYN, once the program has accepted it.
    """

    came: float
    connected: float = nan
    served: float = nan
    options: SynOptions | None = None
    failed: bool = False


class Visitors:
    """Clients that come one by one, `every` s, to ask and to be answered; `first` s is when the first of them comes."""

    def __init__(self, host: Host, server: Address, *, first: float, every: float, count: int) -> None:
        self._host, self._server, self._clock = host, server, host.clock
        self._first, self._every, self._count = first, every, count
        self.all: list[Visitor] = []
        self.of: dict[Address, Visitor] = {}
        """By their address and port."""
        if count:
            self._clock.at(first, self._come)

    def _come(self) -> None:
        visitor = Visitor(self._clock.now)
        socket = self._host.socket(self._server)
        self.all.append(visitor)
        self.of[socket.here] = visitor
        socket.on_change = lambda changed: self._changed(visitor, changed)
        socket.connect()
        if len(self.all) < self._count:
            self._clock.at(self._first + len(self.all) * self._every, self._come)

    def _changed(self, visitor: Visitor, socket: Socket) -> None:
        if socket.error:
            visitor.failed = True
        elif socket.state == ESTABLISHED and visitor.connected != visitor.connected:
            visitor.connected = self._clock.now
            socket.send(ASKED)
        if socket.unread:
            socket.read()
            visitor.served = self._clock.now


class Program:
    """What listens: it accepts at most `rate` connections per s, and answers what is asked."""

    def __init__(self, listener: Listener, visitors: Visitors, rate: float) -> None:
        self._listener, self._visitors = listener, visitors
        self._clock: Clock = listener.host.clock
        self._pause = 1 / rate
        self._free = 0.0  # when it may accept the next one
        self._waits = False
        self.accepted = 0
        listener.on_ready = self._ready

    def _ready(self) -> None:
        if not self._waits:
            self._waits = True
            self._clock.at(max(self._clock.now, self._free), self._accept)

    def _accept(self) -> None:
        self._waits = False
        child = self._listener.accept()
        if child is None:
            return
        self.accepted += 1
        self._free = self._clock.now + self._pause
        if visitor := self._visitors.of.get(child.peer):
            visitor.options = child.options
        child.on_change = _answer
        _answer(child)
        if self._listener.accept_queue:
            self._ready()


def _answer(child: Socket) -> None:
    if child.unread and not child.error:
        child.read()
        child.send(ASKED)
