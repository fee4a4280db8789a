"""A connect() on a path that loses segments, or to a server that is away: one attempt of it, with sockets."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED, SYN_SENT
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network
from inflight.scenes.syn_timers import Rules

CLIENT, SERVER, FORGED = "192.0.2.7", "198.51.100.80", "203.0.113.66"
PORT = 443
SIDES = ("client", "server")
FOREVER = 5000.0
"""s: longer than anything that is to be seen here lasts."""


@dataclass(frozen=True, kw_only=True)
class ConnectPlan:
    """phase: s, where the clock of jiffies stands when it begins. rules, answering: of the client, of the server.

    rtt: s. out, back: the chance of a segment to be lost on its way to the server, and from there. away: until then the
    server does not hear anything, s from the first SYN; infinite: it never does. patience: the application closes its
    socket after so many s; 0: never.
    """

    rules: Rules
    answering: Rules
    phase: float
    rtt: float
    out: float = 0.0
    back: float = 0.0
    away: float = 0.0
    patience: float = 0.0


class Attempt:
    """A client that calls connect(). Times in s from the first SYN, None: not yet. start, left: on the clock.

    connected: connect() has returned. over: it has failed, with `error`. established: the server's side is complete.
    keep: write down the segments, states and timers.
    """

    def __init__(self, plan: ConnectPlan, rng: random.Random, *, keep: bool = False) -> None:
        self.start = self.left = plan.phase
        self.clock = Clock()
        self.clock.now = plan.phase
        self.network = Network(self.clock)
        self.network.keep = keep
        rules = plan.rules
        client = Sysctls(tcp_syn_retries=rules.retries, tcp_syn_linear_timeouts=rules.linear)
        self.client = Host(self.network, CLIENT, client, log=Log(keep=keep))
        server = Sysctls(tcp_synack_retries=plan.answering.retries)
        self.server = Host(self.network, SERVER, server, log=Log(keep=keep))
        self.listener = self.server.listen(PORT, 128)
        self.out, self.back = self.network.join(CLIENT, SERVER, out=plan.rtt / 2, back=plan.rtt / 2)
        self.connected: float | None = None
        self.over: float | None = None
        self.error = ""
        self._rng, self._plan = rng, plan
        self.out.loses, self.back.loses = self._lost_out, self._lost_back
        self.socket = self.client.socket(Address(SERVER, PORT))
        self.socket.user_timeout = rules.user_timeout
        self.socket.on_change = self._changed
        self.socket.connect()
        if plan.patience:
            self.clock.at(plan.phase + plan.patience, self._leave)

    def _lost_out(self, segment: Segment, number: int) -> bool:
        return self._rng.random() < self._plan.out or self.clock.now - self.start < self._plan.away

    def _lost_back(self, segment: Segment, number: int) -> bool:
        return self._rng.random() < self._plan.back

    def _changed(self, socket: Socket) -> None:
        now = self.clock.now - self.start
        if socket.state == ESTABLISHED and self.connected is None:
            self.connected = now
        elif socket.state == CLOSED and self.connected is None:
            self.over, self.error = now, socket.error

    def _leave(self) -> None:
        if self.socket.state == SYN_SENT:
            self.over, self.error = self.clock.now - self.start, "its own timeout"
            self.socket.close()

    def until_known(self) -> float | None:
        """Run until connect() returns: when it was connected, or None."""
        while self.connected is None and self.over is None:
            for _ in self.clock.run(self.clock.next_due(), 1):
                pass
        return self.connected

    def until_quiet(self) -> None:
        """Run until nothing is going to happen any more, at the server's side either."""
        self.until_known()
        while self.clock.next_due() < self.start + FOREVER:
            for _ in self.clock.run(self.clock.next_due(), 1):
                pass


class Forged:
    """A SYN with a sender that does not exist: the server answers, and nobody hears it.

    over: when the request is forgotten, s from the moment at which the SYN has arrived, `start`. It left at `left`.
    """

    def __init__(self, plan: ConnectPlan) -> None:
        self.start, self.left = plan.phase, plan.phase - plan.rtt / 2
        self.clock = Clock()
        self.clock.now = self.left
        self.network = Network(self.clock)
        self.server = Host(self.network, SERVER, Sysctls(tcp_synack_retries=plan.answering.retries))
        self.server.listen(PORT, 128)
        _, back = self.network.join(FORGED, SERVER, out=plan.rtt / 2, back=0.0)
        back.cut = True
        source = Address(FORGED, 1234)
        self.network.send(Segment(source, Address(SERVER, PORT), "S", 0, window=64240, options=SynOptions(), tsval=0))
        for _ in self.clock.run(plan.phase + FOREVER):
            pass
        self.over = next(change.time for change in self.server.log.states if change.state == CLOSED) - self.start
