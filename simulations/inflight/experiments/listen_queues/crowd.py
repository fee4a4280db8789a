"""Many clients, one listening server, and an application there that accepts them as fast as it can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.era import RECORDED, Era
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import SERVER_WINDOW, Host
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED, SYN_SENT
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer

PORT = 8080
REQUEST, REPLY = 100, 2
"""Bytes of a client's request and of the server's answer."""

ACCEPTED = "accepted"
"""What the log calls a connection that the application has: to the kernel it is ESTABLISHED all the same."""


@dataclass(frozen=True, kw_only=True)
class CrowdPlan:
    """Who comes when, and what the server's application does. Times in s.

    gap: between two clients; 0: all at once. accept_rate: how often a second the application calls accept(), 0: never.
    pause: from `pause_at` on it stands still for so long. speaks_first: the client sends its request once it is
    connected; else the server greets when it has accepted. timeout: a client gives up after it, 0: never.
    """

    clients: int
    gap: float
    accept_rate: float
    backlog: int
    pause_at: float = 0.0
    pause: float = 0.0
    speaks_first: bool = True
    timeout: float = 0.0


class CrowdClient:
    """One of the clients, and what it has seen: moments in s, None: not yet.

    given_up: it closed its socket unanswered. error: the name of what its call failed with. refused_at: when the server
    first dropped a SYN of it; unheard_at: when it first dropped the ACK of a connection that the client takes for one.
    """

    __slots__ = (
        "connected_at",
        "error",
        "given_up",
        "number",
        "over_at",
        "port",
        "refused_at",
        "replied_at",
        "socket",
        "started_at",
        "unheard_at",
    )

    def __init__(self, number: int, socket: Socket, now: float) -> None:
        self.number, self.socket, self.port, self.started_at = number, socket, socket.here.port, now
        self.connected_at: float | None = None
        self.replied_at: float | None = None
        self.over_at: float | None = None
        self.refused_at: float | None = None
        self.unheard_at: float | None = None
        self.given_up = False
        self.error = ""

    @property
    def waits(self) -> bool:
        """It has no answer yet, and has not given up."""
        return self.replied_at is None and self.over_at is None


class _Watched(Listener):
    """A listener that notes how long its queues have been at most, and whom it has turned away."""

    crowd: Crowd
    most_half_open = most_waiting = 0
    acks_dropped = 0
    """Of ListenOverflows: ACKs, and data of clients that take themselves for connected. All others are SYNs."""

    def conn_request(self, syn: Segment, *, from_time_wait: bool = False) -> None:
        before = self.host.counters["ListenDrops"]
        super().conn_request(syn, from_time_wait=from_time_wait)
        self.most_half_open = max(self.most_half_open, len(self.requests))
        if self.host.counters["ListenDrops"] > before:
            self.crowd.turned_away(syn.source.port, syn=True)

    def _overflows(self) -> bool:
        full = super()._overflows()
        if full:
            self.acks_dropped += 1
            self.crowd.turned_away(self.crowd.arriving, syn=False)
        return full

    def _join(self, child: Socket) -> None:
        super()._join(child)
        self.most_waiting = max(self.most_waiting, len(self.accept_queue))


class _Server(Host):
    """A host that says whose segment it is looking at."""

    crowd: Crowd

    def receive(self, segment: Segment) -> None:
        self.crowd.arriving = segment.source.port
        super().receive(segment)


class Crowd:
    """`plan`, played between two hosts; `out` and `back` are the delays of the two ways, s."""

    def __init__(
        self, plan: CrowdPlan, *, out: float, back: float, sysctls: Sysctls | None = None, era: Era = RECORDED
    ) -> None:
        self.plan = plan
        self.clock = Clock()
        self.network = Network(self.clock)
        self.client = Host(self.network, "192.0.2.7", Sysctls(tcp_syn_linear_timeouts=era.syn_linear_timeouts))
        self.server = _Server(self.network, "203.0.113.5", sysctls, era=era)
        self.server.crowd = self
        self.network.join(self.client.address, self.server.address, out=out, back=back)
        points = {"clients": self.client.address, "server": self.server.address}
        offer(captured_network(self.network, points))
        self._out = out
        self.clients: list[CrowdClient] = []
        self.by_port: dict[int, CrowdClient] = {}
        self.arriving = 0
        """The port of the client whose segment the server is looking at."""
        self.accepted = 0
        self.accepted_dead = 0
        """Of those that were accepted: the client had gone already."""
        self.listener = _Watched(
            self.server,
            PORT,
            plan.backlog,
            options=self.server.options,
            window=SERVER_WINDOW,
            on_close=self.server.listeners.__delitem__,
        )
        self.listener.crowd = self
        self.server.listeners[PORT] = self.listener
        self.listener.on_ready = self._look
        self._looks_at = -1.0  # when accept() is to be called next, if it is
        self._last_look = 0
        self.clock.at(0.0, self._start)

    def run(self, until: float) -> Iterator[None]:
        """Go on until that time, s."""
        return self.clock.run(until)

    # clients

    def _start(self) -> None:
        """The next client comes."""
        plan = self.plan
        socket = self.client.socket(Address(self.server.address, PORT))
        client = CrowdClient(len(self.clients) + 1, socket, self.clock.now)
        self.clients.append(client)
        self.by_port[client.port] = client
        socket.on_change = lambda _: self._changed(client)
        socket.connect()
        if plan.timeout:
            self.clock.at(self.clock.now + plan.timeout, lambda: self._give_up(client))
        if len(self.clients) < plan.clients:
            self.clock.at(len(self.clients) * plan.gap, self._start)

    def _changed(self, client: CrowdClient) -> None:
        socket, now = client.socket, self.clock.now
        if client.connected_at is None and socket.state == ESTABLISHED:
            client.connected_at = now
            if self.plan.speaks_first:
                self.clock.at(now, lambda: self._ask(client))  # when the process has been woken
        if client.replied_at is None and socket.unread:
            client.replied_at = now
            socket.read()
        if socket.error and client.over_at is None:
            client.over_at, client.error = now, socket.error

    def _ask(self, client: CrowdClient) -> None:
        if client.socket.state == ESTABLISHED:
            client.socket.send(REQUEST)

    def _give_up(self, client: CrowdClient) -> None:
        if client.waits:
            client.over_at, client.given_up = self.clock.now, True
            client.socket.close()

    # the server's application

    def _look(self) -> None:
        """There is somebody to accept: at the application's next turn."""
        rate, now = self.plan.accept_rate, self.clock.now
        if not rate or self._looks_at >= now:
            return
        turn = max(int(now * rate), self._last_look) + 1
        if self._pauses(turn / rate):
            turn = -int(-(self.plan.pause_at + self.plan.pause) * rate // 1)
        self._last_look = turn
        self._looks_at = max(now, turn / rate)
        self.clock.at(self._looks_at, self._accept)

    def _pauses(self, time: float) -> bool:
        return self.plan.pause_at <= time < self.plan.pause_at + self.plan.pause

    def _accept(self) -> None:
        self._looks_at = -1.0
        child = self.listener.accept()
        if child:
            self.accepted += 1
            child.host.log.entered(self.clock.now, child.here, child.peer, ACCEPTED)
            child.on_change = self._serve
            self._serve(child, greet=not self.plan.speaks_first)
        if self.listener.accept_queue:
            self._look()

    def _serve(self, child: Socket, *, greet: bool = False) -> None:
        """Answer what has been asked; clients that have hung up meanwhile get a close()."""
        if child.state == CLOSED:
            return
        if child.eof:
            self.accepted_dead += 1
            child.read()
            child.close()
        elif child.unread or greet:
            child.read()
            self._answer(child)

    def _answer(self, child: Socket) -> None:
        try:
            child.send(REPLY)
        except SocketError:
            child.close()

    # what is to be seen

    def turned_away(self, port: int, *, syn: bool) -> None:
        """The server has dropped a SYN of that client, or the ACK (or data) of one that takes itself for connected."""
        client = self.by_port[port]
        if syn:
            client.refused_at = self.clock.now if client.refused_at is None else client.refused_at
        else:
            client.unheard_at = self.clock.now if client.unheard_at is None else client.unheard_at

    def connecting(self) -> int:
        """Clients whose connect() has not returned."""
        return sum(1 for client in self.clients if client.socket.state == SYN_SENT)

    def waiting(self) -> tuple[int, int]:
        """Clients that are connected and have no answer; and those of them of whom the server knows no socket.

        A client that has been connected for less than the way to the server does not count as one of these.
        """
        now, known = self.clock.now, self.server.connections
        here, waiting, unknown = Address(self.server.address, PORT), 0, 0
        for client in self.clients:
            if client.connected_at is None or not client.waits:
                continue
            waiting += 1
            if now - client.connected_at > self._out + 1e-9:
                peer = Address(self.client.address, client.port)
                unknown += not isinstance(known.get((here.port, peer)), Socket)
        return waiting, unknown

    def believed(self) -> int:
        """Clients whose kernel says ESTABLISHED."""
        return sum(1 for client in self.clients if client.socket.state == ESTABLISHED)

    def served(self) -> int:
        """Clients that have had their answer."""
        return sum(1 for client in self.clients if client.replied_at is not None and client.over_at is None)

    def gone(self) -> int:
        """Clients that have given up, or whose call has failed."""
        return sum(1 for client in self.clients if client.over_at is not None)

    def stands_still(self) -> bool:
        """Whether the application pauses now."""
        return self._pauses(self.clock.now)

    def half_limit(self) -> int:
        """How many requests there can be: without cookies the last quarter of tcp_max_syn_backlog is for known peers.

        0: none, every SYN is answered with a cookie.
        """
        limit, sysctls = self.listener.half_open_limit, self.server.sysctls
        if sysctls.tcp_syncookies == 2:
            return 0
        strangers = sysctls.tcp_max_syn_backlog - (sysctls.tcp_max_syn_backlog >> 2) + 1
        return limit if sysctls.tcp_syncookies else min(limit, strangers)

    def shut(self) -> bool:
        """Whether a SYN would be dropped now."""
        listener, cookies = self.listener, self.server.sysctls.tcp_syncookies
        lets_in = self.server.era.young_pass and listener.young <= 1
        return (listener.full and not lets_in) or (not cookies and len(listener.requests) >= self.half_limit())

    def server_sockets(self) -> int:
        """Established connections that the server's kernel knows, accepted or not."""
        return sum(1 for each in self.server.connections.values() if each.state == ESTABLISHED)
