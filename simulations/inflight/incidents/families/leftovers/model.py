"""A server and its clients for two hours: what both programs open and close, and a firewall that forgets.

client ── firewall ── server
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from inflight.incidents.families.leftovers.setting import (
    CLOSE,
    KERNELS,
    OF_CLIENT,
    OF_SERVER,
    SERVER,
    SYSCTLS,
    LeftoversSetting,
)
from inflight.incidents.scene import LogLine
from inflight.incidents.shared.jitter import UnevenNetwork
from inflight.incidents.shared.socket_list import Descriptors
from inflight.incidents.shared.socket_traffic import Watched
from inflight.kernel.clock import Clock
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED, TIME_WAIT
from inflight.kernel.sockets.sysctls import Sysctls

DURATION = 2 * 3600.0
"""s."""
NOTED = 600.0
"""s between two lines of the programs' logs."""
HEALTH_PATIENCE = 5.0
"""How long a health check waits for its answer, s."""
SUBSCRIPTION, REQUEST, HEALTH = range(3)
MONITOR = 2003
"""Port on the client's host that the server's monitoring connects to."""

_MONITORED = 64.0  # s before the look; what happened earlier has left no TIME-WAIT
_BACKLOG = 511


@dataclass(slots=True)
class Known:
    """A connection that the firewall knows. ends: of who opened it; fins: ends that have sent a FIN; last: in s."""

    ends: tuple[Address, Address]
    state: str = "SYN_SENT"
    fins: set[Address] = field(default_factory=set)
    last: float = 0.0


class Firewall:
    """It lets packets of connections it knows through, and forgets a connection on which nothing is sent."""

    def __init__(self, clock: Clock, patience: float) -> None:
        self._clock, self._patience = clock, patience
        self._known: dict[frozenset[Address], Known] = {}
        self.dropped: list[tuple[float, Segment]] = []
        """What it let nowhere, and when, s."""

    def drops(self, segment: Segment, _: int) -> bool:
        """Whether a segment ends here; only a SYN makes a connection known (again)."""
        now, ends = self._clock.now, frozenset((segment.source, segment.target))
        known = self._known.get(ends)
        if segment.syn and not segment.acks:
            known = self._known[ends] = Known((segment.source, segment.target), last=now)
        if known is None or now - known.last > self._patience:
            self.dropped.append((now, segment))
            return True
        known.last = now
        self._moves(known, segment)
        return False

    def _moves(self, known: Known, segment: Segment) -> None:
        """The state that it sees (nf_conntrack_proto_tcp.c: `tcp_conntracks`)."""
        if segment.rst:
            known.state = "CLOSE"
        elif segment.fin:
            known.fins.add(segment.source)
            known.state = "FIN_WAIT" if len(known.fins) == 1 else "LAST_ACK"
        elif segment.syn:
            known.state = "SYN_RECV" if segment.acks else "SYN_SENT"
        elif known.state == "SYN_RECV":
            known.state = "ESTABLISHED"
        elif known.state == "FIN_WAIT" and segment.source not in known.fins:
            known.state = "CLOSE_WAIT"
        elif known.state == "LAST_ACK":
            known.state = "TIME_WAIT"

    def table(self) -> list[tuple[Known, float]]:
        """What it knows, and how much longer, s. It keeps what has ended for as long as the kernel does by itself."""
        now = self._clock.now
        left = [(each, _ENDED.get(each.state, self._patience) - (now - each.last)) for each in self._known.values()]
        return [(known, seconds) for known, seconds in left if seconds > 0]


_ENDED = {"TIME_WAIT": 120.0, "CLOSE": 10.0}
"""Timeouts of nf_conntrack, s (nf_conntrack-sysctl.rst)."""


@dataclass(slots=True, eq=False)
class Session:
    """One connection as the client's program sees it. wanted: it still needs it. leaked: it will never close it.

    hold: how long a subscription is to last, s; began, until: when it was opened and is to end. took: until the answer
    came, s.
    """

    kind: int
    socket: Socket
    wanted: bool = True
    asked: bool = False
    answered: bool = False
    leaked: bool = False
    forgets: bool = False
    hold: float = 0.0
    began: float = 0.0
    until: float = 0.0
    took: float = 0.0


@dataclass
class LeftoversWorld:
    """Both hosts, what runs on them, and what was seen."""

    setting: LeftoversSetting
    rng: random.Random
    sessions: list[Session] = field(default_factory=list)
    children: list[Socket] = field(default_factory=list)
    """What the server's program has accepted and not closed, and what it has closed."""
    notes: list[LogLine] = field(default_factory=list)
    told: list[LogLine] = field(default_factory=list)
    """What both programs have written: the server's, and the client's."""

    def __post_init__(self) -> None:
        s = self.setting
        self.clock = Clock()
        self.network = UnevenNetwork.on(self.clock, random.Random(f"{s.names} {s.rtt}"))
        self.server = Watched(
            self.network,
            s.server,
            s.kernel,
            Sysctls(**{name: getattr(s, name) for name in SYSCTLS}),
        )
        self.client = Watched(self.network, s.client, s.kernel)
        self.firewall = Firewall(self.clock, s.firewall)
        for way in self.network.join(s.client, s.server, out=s.rtt / 2, back=s.rtt / 2):
            way.loses = self.firewall.drops
        self.health_failed = self.health_passed = 0
        self.read_to_end: set[Socket] = set()
        self._forgotten: set[Socket] = set()
        self._leaving: set[Socket] = set()
        self._reported = 0
        self.descriptors = Descriptors(14), Descriptors(9)
        """Of the server's program and of the client's."""
        self.starts, self.client_starts = 0, 0
        self._start()
        self.at_half = 0
        for kind, gap in enumerate(s.gaps):
            self.clock.at(gap * self.rng.random(), self._caller(kind))
        self.clock.at(NOTED, self._note)
        if s.monitoring:
            self._monitored()

    def _start(self) -> None:
        """The server's program begins."""
        s = self.setting
        self.starts += 1
        names = ("subscriptions", "requests", "health checks")
        backlogs = (_BACKLOG, _BACKLOG, s.health_backlog)
        self.listeners = [self.server.listen(port, backlog) for port, backlog in zip(s.ports, backlogs, strict=True)]
        for kind, listener in enumerate(self.listeners):
            if kind != HEALTH or s.health_accepted:
                listener.on_ready = self._acceptor(listener, kind)
            line = f"INFO {s.programs[0]} {names[kind]} on 0.0.0.0:{s.ports[kind]}"
            self.notes.append(LogLine(self.clock.now - DURATION, line))

    # ---- somebody changes something --------------------------------------------------------------------------------

    def change(self, setting: LeftoversSetting) -> Generator[None, None, None]:
        """Go on with this one: the kernel takes its sysctls as they are, and programs are started again."""
        old, self.setting = self.setting, setting
        for name in SYSCTLS:
            setattr(self.server.sysctls, name, getattr(setting, name))

        def differ(names: tuple[str, ...]) -> bool:
            return any(getattr(old, name) != getattr(setting, name) for name in names)

        if differ(OF_SERVER) or setting.restarts > old.restarts:
            while any(listener.requests for listener in self.listeners):
                yield from self.clock.run(self.clock.now + 0.05)
            self._restart_server()
        if differ(OF_CLIENT):
            self._restart_client()

    def _restart_server(self) -> None:
        """The kernel closes what the program had, as far as that is possible, and resets what it never accepted."""
        self._leaving = set(self.held)
        for child in self._leaving:
            child.close()
        for listener in self.listeners:
            listener.close()
        self.children = []
        self._start()

    def _restart_client(self) -> None:
        """The new one subscribes to what the old one had."""
        subscribed = [each for each in self.sessions if each.kind == SUBSCRIPTION and each.wanted]
        for each in self.sessions:
            each.wanted = False
            each.socket.close()
        self.client_starts += 1
        self.sessions, self._reported = [], 0
        self.health_failed = self.health_passed = 0
        for each in subscribed:
            self._subscribe_again(each)

    def _subscribe_again(self, session: Session) -> None:
        left = max(session.until - self.clock.now, 5.0)
        self.clock.at(self.clock.now + self.rng.uniform(0.5, 4.0), lambda: self._call(SUBSCRIPTION, left))

    # ---- the client's program -------------------------------------------------------------------------------------

    def _caller(self, kind: int) -> Callable[[], None]:
        def call() -> None:
            self._call(kind)
            self.clock.at(self.clock.now + self.setting.gaps[kind] * self.rng.uniform(0.5, 1.5), call)

        return call

    def _call(self, kind: int, hold: float = 0.0) -> None:
        s = self.setting
        if kind == HEALTH and not s.health_checks:
            return
        if kind == REQUEST and s.turned_away and self.rng.random() < s.turned_away:
            return
        socket = self.client.socket(Address(s.server, s.ports[kind]))
        leaks, forgets = self.rng.random(), self.rng.random()
        session = Session(kind, socket, hold=hold, began=self.clock.now)
        if kind == REQUEST:
            session.leaked, session.forgets = leaks < s.client_leaks, forgets < s.client_forgets
        self.sessions.append(session)
        socket.on_change = lambda changed: self._changed(session, changed)
        socket.connect()
        if kind == HEALTH:
            self.clock.at(self.clock.now + HEALTH_PATIENCE, lambda: self._check_over(session))

    def _changed(self, session: Session, socket: Socket) -> None:
        if session.kind == SUBSCRIPTION and session.wanted and (socket.eof or socket.state == CLOSED):
            self._subscribe_again(session)
        if socket.state == CLOSED:
            session.wanted = False
            socket.close()
            return
        if socket.state == ESTABLISHED and not session.asked:
            session.asked = True
            self.clock.at(self.clock.now, lambda: self._ask(session))
        if socket.unread:
            socket.read()
            if not session.answered:
                session.answered, session.took = True, self.clock.now - session.began
                self._has_answer(session)
        if socket.eof and not session.forgets:
            session.wanted = False
            self.clock.at(self.clock.now, socket.close)
        elif socket.eof:
            session.wanted = False

    def _ask(self, session: Session) -> None:
        if session.socket.state == ESTABLISHED and not session.socket.orphan:
            session.socket.send(self.setting.request)

    def _has_answer(self, session: Session) -> None:
        s, now = self.setting, self.clock.now
        if session.kind == HEALTH:
            self.health_passed += 1
            self.clock.at(now, lambda: self._end(session))
        elif session.kind == SUBSCRIPTION:
            session.until = now + (session.hold or s.holds[SUBSCRIPTION] * self.rng.uniform(0.9, 1.1))
            self.clock.at(session.until, lambda: self._end(session))
        elif s.ends != SERVER:
            self.clock.at(now + s.holds[REQUEST], lambda: self._end(session))

    def _end(self, session: Session) -> None:
        session.wanted = False
        if not session.leaked:
            session.socket.close()

    def _check_over(self, session: Session) -> None:
        if not session.answered:
            self.health_failed += 1
            self._end(session)

    # ---- the server's program -------------------------------------------------------------------------------------

    def _acceptor(self, listener: Listener, kind: int) -> Callable[[], None]:
        def accept() -> None:
            while child := listener.accept():
                self._accepted(child, kind)

        return accept

    def _accepted(self, child: Socket, kind: int) -> None:
        s = self.setting
        self.children.append(child)
        if kind == REQUEST and self.rng.random() < s.server_forgets:
            self._forgotten.add(child)
        idle = (s.keepalive, s.keepalive_requests, 0.0)[kind]
        if idle:
            child.keepalive.idle = None if idle == KERNELS else idle
            child.keepalive.enable()
        child.on_change = lambda changed: self._serve(changed, kind)
        patience = (s.idle_subscription, s.idle_request, 0.0)[kind]
        if patience:  # a connection carries one request: it has been silent since
            self.clock.at(self.clock.now + patience, child.close)
        self._serve(child, kind)

    def _serve(self, child: Socket, kind: int) -> None:
        s = self.setting
        if child.state == CLOSED:
            if child not in self._forgotten:
                child.close()
            return
        if child.unread:
            child.read()
            try:
                child.send(s.response)
            except SocketError:
                child.close()
                return
            if kind == REQUEST and s.ends == SERVER:
                self.clock.at(self.clock.now + s.holds[REQUEST], lambda: self._finish(child))
        if child.eof and child not in self._forgotten:
            self.read_to_end.add(child)
            child.close()

    def _finish(self, child: Socket) -> None:
        if child.orphan or child.state == CLOSED:
            return
        if self.setting.server_ends == CLOSE:
            child.close()
        else:
            child.shutdown()

    # ---- monitoring -----------------------------------------------------------------------------------------------

    def _monitored(self) -> None:
        """The server's own short connections, which it closes first: all they leave is TIME-WAIT."""
        port = self.client.listen(MONITOR, _BACKLOG)

        def serve(child: Socket) -> None:
            if child.eof and not child.orphan:
                child.close()

        def accept() -> None:
            while child := port.accept():
                child.on_change = serve

        def push() -> None:
            socket = self.server.socket(Address(self.client.address, MONITOR))
            socket.on_change = lambda changed: self._pushed(changed)
            socket.connect()
            self.clock.at(self.clock.now + self.rng.uniform(0.5, 1.5) / self.setting.monitoring, push)

        port.on_ready = accept
        self.clock.at(DURATION - _MONITORED, push)

    def _pushed(self, socket: Socket) -> None:
        if socket.state == ESTABLISHED:
            self.clock.at(self.clock.now, socket.close)

    # ---- what there is --------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> int:
        """Connections that the client's program needs now."""
        return sum(1 for each in self.sessions if each.wanted)

    @property
    def held(self) -> list[Socket]:
        """What the server's program has a descriptor for, alive or not."""
        return [child for child in self.children if not child.orphan]

    @property
    def kept(self) -> int:
        """Sockets of the server: all that are not in TIME-WAIT, and the descriptors of those that are gone."""
        endpoints = [each for each in self.server.connections.values() if each.state != TIME_WAIT]
        # a connection that the kernel has forgotten still has its descriptor
        return len(endpoints) + sum(1 for child in self.held if child.state == CLOSED)

    @property
    def busy(self) -> float:
        """Share of the calls that are told to come back later.

        The program counts the host's sockets and takes what nobody uses for load. What a program that has ended left to
        the kernel doesn't count.
        """
        left = self.kept - sum(1 for each in self._leaving if each.state != CLOSED)
        needed = max(self.wanted, self.setting.holds[SUBSCRIPTION] / self.setting.gaps[SUBSCRIPTION])
        return max(1 - needed / left, 0.0) if left else 0.0

    def _note(self) -> None:
        held = 14 + len(self.held)
        now = self.clock.now
        line = f"INFO stats open_files={held} limit={self.setting.open_files} accepted={len(self.children)}"
        self.notes.append(LogLine(now - DURATION, line))
        asked = [each for each in self.sessions[self._reported :] if now - each.began > HEALTH_PATIENCE]
        self._reported += len(asked)
        unanswered = sum(not each.answered for each in asked)
        busy = round((len(asked) - unanswered) * self.busy)
        calls = f"INFO last {NOTED / 60:.0f} min: calls={len(asked)} busy={busy} unanswered={unanswered}"
        self.told.append(LogLine(now - DURATION + 0.4, f"{calls} in_use={self.wanted}"))
        self.clock.at(now + NOTED, self._note)
