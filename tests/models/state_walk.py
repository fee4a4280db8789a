"""Two hosts of the socket engine, a network that mistreats segments, and an eye on every step of their states."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from rfc9293 import CLOSED, LISTEN, NO_TIMER, SYN_RECV, Event, allowed

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.request import Request
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.timewait import TimeWait
from inflight.kernel.sockets.wire import Network

TIMERS = frozenset({Event.RETRANSMISSION, Event.GIVE_UP, Event.TWO_MSL})
"""What may have happened if neither a call nor a segment is under way."""

DELIVERED, LOST, TWICE, LATE = "delivered", "lost", "twice", "late"
LATER = 0.7  # s: longer than most timeouts of a path of 20 ms


class IllegalStep(AssertionError):
    """A step that neither the RFC nor Linux knows."""


class Stuck(AssertionError):
    """A state that waits for something, with no timer running."""


class RoughNetwork(Network):
    """Loses, doubles and delays segments as it is told, one fate after the other; then all arrive."""

    def __init__(self, clock: Clock, fates: Iterable[str]) -> None:
        super().__init__(clock)
        self.fates = deque(fates)

    def send(self, segment: Segment) -> None:
        fate = self.fates.popleft() if self.fates else DELIVERED
        way = self.ways.get((segment.source.host, segment.target.host))
        if fate == LOST or way is None or way.cut:
            return
        target = self.hosts[segment.target.host]
        for delay in {DELIVERED: (0.0,), TWICE: (0.0, 0.01), LATE: (LATER,)}[fate]:
            self.clock.at(self.clock.now + way.delay + delay, lambda: target.receive(segment))


class WatchedLog(Log):
    """Judges every step at once."""

    def __init__(self, host_of: Callable[[str], WatchedHost]) -> None:
        super().__init__()
        self._host_of = host_of
        self._last: dict[tuple[Address, Address], str] = {}
        self.steps: list[tuple[str, str]] = []

    def entered(self, time: float, here: Address, peer: Address, state: str, *, orphan: bool = False) -> None:
        super().entered(time, here, peer, state, orphan=orphan)
        host = self._host_of(here.host)
        before = self._last.get((here, peer), CLOSED)
        if before == CLOSED and host.listeners.get(here.port):
            before = LISTEN
        after = LISTEN if state == CLOSED and before == LISTEN else state
        self._last[here, peer] = state
        self.steps.append((before, after))
        meant = host.events
        if before == SYN_RECV and host.deaf:
            meant |= {Event.ABORT}  # what is half-open is thrown away when it is looked at next
        if before != after and not allowed(before, after, meant):
            events = ", ".join(sorted(event.name for event in meant))
            raise IllegalStep(f"{here.host} at {time:.3f} s: {before} → {after} by {events}")


class WatchedHost(Host):
    """Knows what is happening to it, in the words of the RFC."""

    def __init__(self, network: Network, address: str, sysctls: Sysctls, hosts: dict[str, WatchedHost]) -> None:
        super().__init__(network, address, sysctls, log=WatchedLog(hosts.__getitem__))
        hosts[address] = self
        self.events = TIMERS
        self.postponed: frozenset[Event] = frozenset()
        """A CLOSE in SYN_RECV, which may wait until the handshake is over (RFC 9293 §3.10.4)."""
        self.deaf = False
        """Has stopped listening."""
        self._fin_sent: dict[tuple[Address, Address], int] = {}
        self._fin_came: set[tuple[Address, Address]] = set()

    def send(self, segment: Segment) -> None:
        if segment.fin:
            self._fin_sent[segment.source, segment.target] = segment.end
        super().send(segment)

    def receive(self, segment: Segment) -> None:
        before, self.events = self.events, self._said(segment) | self.postponed
        super().receive(segment)
        self.events = before

    def _said(self, segment: Segment) -> frozenset[Event]:
        """All that a segment may mean here; a FIN that came early counts when the hole before it is filled."""
        here, peer = segment.target, segment.source
        if segment.rst:
            return frozenset({Event.RST})
        if segment.syn:
            # of two SYN-ACKs that cross, each acknowledges the other's SYN (RFC 9293 §3.5, figure 7)
            said = {Event.SYN_ACK, Event.ACK_OF_SYN} if segment.acks else {Event.SYN}
            return frozenset({*said, Event.NOTHING_NEW})
        events = {Event.NOTHING_NEW}
        if segment.fin:
            self._fin_came.add((here, peer))
        if segment.ack >= 1:
            events.add(Event.ACK_OF_SYN)
        finished = (here, peer) in self._fin_sent and segment.ack >= self._fin_sent[here, peer]
        if finished:
            events.add(Event.ACK_OF_FIN)
        if segment.length:
            events.add(Event.DATA)
        if (here, peer) in self._fin_came:
            events |= {Event.FIN, Event.FIN_AND_ACK} if finished else {Event.FIN}
        return frozenset(events)


def waits_in_vain(host: Host) -> list[str]:
    """Ends of connections that wait for something other than an application or an idle peer, without a timer."""
    found = []
    for endpoint in host.connections.values():
        if isinstance(endpoint, Request | TimeWait):
            stuck = not endpoint._timer.armed
        else:
            assert isinstance(endpoint, Socket)
            transmitter = endpoint.transmitter
            may_rest = endpoint.state in NO_TIMER and not (endpoint.state == "FIN_WAIT2" and endpoint.orphan)
            idle = not transmitter.busy and not endpoint.keepalive.on
            armed = transmitter._timer.armed or endpoint.keepalive.armed
            stuck = not armed and not (may_rest and idle)
        if stuck:
            found.append(f"{host.address}: {endpoint.state}")
    return found


@dataclass
class Walk:
    """A connection and what is done to it. Times in s."""

    sysctls: Sysctls
    fates: list[str]
    window: int = 65160
    simultaneous: bool = False
    delay: float = 0.01

    def __post_init__(self) -> None:
        self.clock = Clock()
        self.network = RoughNetwork(self.clock, self.fates)
        self.hosts: dict[str, WatchedHost] = {}
        self.client = WatchedHost(self.network, "10.1.0.2", self.sysctls, self.hosts)
        self.server = WatchedHost(self.network, "10.2.0.2", self.sysctls, self.hosts)
        self.ways = self.network.join(self.client.address, self.server.address, out=self.delay, back=self.delay)
        a, b = Address(self.client.address, 5000), Address(self.server.address, 80)
        self.near = self.client.socket(b, port=a.port, window=self.window)
        self.far: Socket | None = None
        self.listener = None
        if self.simultaneous:
            self.far = self.server.socket(a, port=b.port, window=self.window)
        else:
            self.listener = self.server.listen(b.port, 5, window=self.window)
        self.call(self.client, Event.ACTIVE_OPEN, self.near.connect)
        if self.far:
            self.call(self.server, Event.ACTIVE_OPEN, self.far.connect)

    def call(self, host: WatchedHost, event: Event, call: Callable[[], object]) -> None:
        """A system call; it may fail, but not do what it must not."""
        before, host.events = host.events, frozenset({event})
        with suppress(SocketError):
            call()
        host.events = before
        self.check()

    def do(self, side: str, what: str) -> None:
        """One of the calls, at one end; a server's end first has to be accepted."""
        host = self.client if side == "client" else self.server
        if side == "server" and self.far is None and self.listener:
            self.far = self.listener.accept()
        socket = self.near if side == "client" else self.far
        if socket is None or socket.orphan:
            return
        event, call = {
            "send": (Event.SEND, lambda: socket.send(3000)),
            "read": (Event.RECEIVE, socket.read),
            "shutdown": (Event.CLOSE, socket.shutdown),
            "close": (Event.CLOSE, socket.close),
            "reset": (Event.ABORT, lambda: socket.close(linger=False)),
            "keepalive": (Event.RECEIVE, socket.keepalive.enable),
        }[what]
        if event is Event.CLOSE and socket.state == SYN_RECV:
            host.postponed = frozenset({event})
        self.call(host, event, call)

    def stop_listening(self) -> None:
        """close() of the listener; those that wait for accept() are reset."""
        if self.listener and self.listener.open:
            self.server.deaf = True
            self.call(self.server, Event.ABORT, self.listener.close)

    def cut(self, yes: bool) -> None:
        """Nothing gets through any more, either way; or again everything."""
        for way in self.ways:
            way.cut = yes

    def run(self, seconds: float) -> None:
        """Let time pass; after each single callback nobody may wait in vain."""
        until = self.clock.now + seconds
        for _ in self.clock.run(until, slice_events=1):
            self.check()

    def check(self) -> None:
        """Raise if an end of a connection is stuck."""
        stuck = [line for host in (self.client, self.server) for line in waits_in_vain(host)]
        if stuck:
            raise Stuck(f"at {self.clock.now:.3f} s: {', '.join(stuck)}")

    def end(self) -> None:
        """Both applications go: nobody listens, nobody reads."""
        self.do("client", "close")
        self.do("server", "close")
        self.stop_listening()

    @property
    def left(self) -> dict[str, list[str]]:
        """What is still there, by host."""
        return {
            host.address: sorted(endpoint.state for endpoint in host.connections.values())
            for host in (self.client, self.server)
        }
