"""A client asks a server for an answer, again and again: where a call's time goes.

client   write header, write body ──▶   read …     server   read ──▶ work ──▶ write … write trailer

On a quiet path with warm windows a call takes `RequestsSetting.least`: one round trip, and the answer's bytes,
headers included, divided by the rate of the line. The programs' own work, a third of a millisecond, comes on top.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from inflight.incidents.families.requests.path import EndCounters, RecordedPath
from inflight.incidents.families.requests.setting import CALLS, RequestsSetting
from inflight.incidents.scene import TcpInfo
from inflight.kernel.clock import Clock
from inflight.kernel.constants import INIT_CWND, TCP_RMEM_DEFAULT
from inflight.kernel.tcp.duplex import DuplexSocket, SocketSpec, pair
from inflight.kernel.tcp.era import tcp_era
from inflight.kernel.tcp.process import Program, Recv, Send, Until
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.kernel.tcp.retransmit_timer import PROBE, RTO
from inflight.scenes.message_rounds import AFTER_TICK, SETTLE

AS_MUCH = 1 << 20
BETWEEN = 20e-6
"""What the client's program needs between one write() and the next, s."""

AFTER = 0.25
"""How long after a call somebody looks, s."""

PINGS = 10
_TICK = 0.1
LONGEST = 120.0
"""s: the run gives up on what has not come by then."""


class Traced(NamedTuple):
    """A system call: when it began, and what it took, s."""

    t: float
    took: float
    call: Recv | Send | Option | Line
    result: int


class Option(NamedTuple):
    """setsockopt(TCP_CORK)."""

    value: int


class Line(NamedTuple):
    """A line that goes into the log."""


class Calls:
    """The model of a setting, and what it records while it runs.

    Attributes:
        times: how long each call took, s; began: when, s.
        served: when the server has answered each request, s, and with how many bytes.
        client, server: the sockets of the last connection; sockets: all there have been, clients' and servers'.
        waits: how long a ping would have waited in queues, s, every second.
        timers: how often a timer of the kind has fired, at the client and at the server.
    """

    def __init__(self, setting: RequestsSetting) -> None:
        self.setting = s = setting
        self.clock, self.era = Clock(), tcp_era(s.kernel)
        self.path = RecordedPath.between(self.clock, rate=s.rate, rtt=s.rtt, shaper=s.shaper, era=self.era)
        self.times: list[float] = []
        self.began: list[float] = []
        self.served: list[tuple[float, int]] = []
        self.sockets: list[tuple[DuplexSocket, DuplexSocket]] = []
        self.waits: list[float] = []
        self.timers: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self.closed: list[float] = []
        """When each connection was closed at the client, s."""
        self.before: list[tuple[EndCounters, ...]] = []
        """What the ends of the path had counted when each connection was opened: there, at both ends, and back."""
        self.traced: tuple[list[Traced], list[Traced]] = ([], [])
        """What the programs have asked their kernels for in the last call, at the client and at the server."""
        self.wanted = CALLS
        self.looked = 0.0
        """The first look, s."""
        self.unseen = 0.0
        """Time that has passed unseen, s."""
        self.left: dict[int, TcpInfo] = {}
        """What connections were like, by number, at the first look after their call: the client gives them up."""
        self._ticks = 0
        self._due = AFTER_TICK + s.rtt + SETTLE
        if s.fresh:
            self.clock.at(self._due, self._open)
        else:
            self.clock.at(AFTER_TICK, self._open)

    @property
    def client(self) -> DuplexSocket:
        """The client's latest socket."""
        return self.sockets[-1][0]

    @property
    def server(self) -> DuplexSocket:
        """And the server's."""
        return self.sockets[-1][1]

    @property
    def median(self) -> float:
        """Of all calls, s."""
        return median(self.times) if self.times else math.inf

    def run(self) -> Generator[None, None, None]:
        """Runs until the last call is over, and a little longer."""
        clock, latest = self.clock, self.clock.now + LONGEST
        while len(self.times) < self.wanted and clock.now < latest:
            self._ticks = max(self._ticks + 1, int(clock.now / _TICK))
            yield from clock.run(self._ticks * _TICK)
            if self._ticks % 10 == 7:
                self.waits.append(self.path.wait())
        yield from clock.run(clock.now + AFTER)

    def go_on(self) -> Generator[None, None, None]:
        """Goes on for another call."""
        self.wanted = len(self.times) + 1
        if self.setting.fresh:
            self.clock.at(max(self._due, self.clock.now), self._open)
        else:
            self.client.run(self._seen(0, self._client(self.client)))
        yield from self.run()

    # ---- the connection ------------------------------------------------------------------------------------------

    def _specs(self) -> tuple[SocketSpec, SocketSpec]:
        s = self.setting
        receive = ReceiveBuffer(
            rmem=(min(TCP_RMEM_DEFAULT, s.rmem), s.rmem), rcvbuf=min(s.rcvbuf, s.core_max), rmem_max=s.core_max
        )
        client = SocketSpec(
            nodelay=s.nodelay, receive=receive, delayed_ack=not s.quickack, initcwnd=INIT_CWND, era=self.era
        )
        server = SocketSpec(
            algorithm=s.algorithm,
            nodelay=s.server_nodelay,
            sndbuf=min(s.sndbuf, s.core_max),
            wmem=(16384, s.wmem),
            delayed_ack=not s.quickack,
            initcwnd=s.initcwnd,
            slow_start_after_idle=s.after_idle,
            offload=self.path.shaped is not None,
            era=self.era,
        )
        return client, server

    def _open(self, resumed: bool = False) -> None:
        """resumed: in the middle of a call."""
        path = self.path
        self.before.append(tuple(map(replace, (path.there.out, path.there.into, path.back.out, path.back.into))))
        here, there = self._specs()
        client, server = pair(self.clock, self.path.there, self.path.homeward, here, there)
        self.sockets.append((client, server))
        for side, socket in enumerate((client, server)):
            socket.sender.recovery.on_timer = self._counter(side)
            socket.sender.persist.on_fire = self._persist(side)
        if self.setting.fresh:
            self._begin()
        client.run(self._seen(0, self._client(client, resumed)))
        server.run(self._seen(1, self._server(server)))
        client.connect()

    def _counter(self, side: int) -> Callable[[str, float], None]:
        def count(kind: str, armed: float) -> None:
            counts = self.timers[side]
            counts[kind] = counts.get(kind, 0) + 1

        return count

    def _persist(self, side: int) -> Callable[[float], None]:
        count = self._counter(side)
        return lambda armed: count("persist", armed)

    def fired(self, side: int) -> tuple[int, int]:
        """Tail-loss probes and timeouts of a side, 0 the client."""
        counts = self.timers[side]
        return counts.get(PROBE, 0), counts.get(RTO, 0)

    # ---- the programs --------------------------------------------------------------------------------------------

    def _seen(self, side: int, program: Program) -> Program:
        """The program, with every call that it makes written down."""
        value = None
        while True:
            try:
                call = program.send(value)  # type: ignore[arg-type]  # the first one takes None
            except StopIteration:
                return
            began = self.clock.now
            value = yield call
            if not isinstance(call, Until):
                result = value if isinstance(call, Recv) else call.size
                self.traced[side].append(Traced(began, self.clock.now - began, call, result))

    def _note(self, side: int, call: Option | Line) -> None:
        self.traced[side].append(Traced(self.clock.now, 0.0, call, 0))

    def _begin(self) -> None:
        self.path.forget()
        for each in self.traced:
            each.clear()
        self.began.append(self.clock.now)

    def _end(self) -> None:
        now = self.clock.now
        self._note(0, Line())
        self.times.append(now - self.began[-1])
        self._due = max(self._due + self.setting.period, now + self.setting.pause)

    def _client(self, socket: DuplexSocket, resumed: bool = False) -> Program:
        clock, s = self.clock, self.setting
        if s.fresh:
            yield from self._ask(socket)
            yield from self._digest()
            self._end()
            socket.sender.shutdown()
            socket.receiver.quickack()  # the kernel acknowledges a FIN at once
            yield Recv(1)  # the server's FIN
            self.closed.append(clock.now)
            if len(self.times) < self.wanted:
                clock.at(self._due, self._open)
            return
        while len(self.times) < self.wanted:
            if not resumed:
                yield Until(max(self._due, clock.now))
                self._begin()
                if s.lookups:
                    yield Until(clock.now + s.lookups.takes)
                if self._forgotten():
                    yield from self._in_vain(socket)
                    self._open(resumed=True)
                    return
            resumed = False
            yield from self._ask(socket)
            yield from self._digest()
            self._end()

    def _forgotten(self) -> bool:
        """Whether the firewall has no entry any more."""
        return self.clock.now - max(self.path.there.out.last, self.path.back.into.last) > self.setting.forgets

    def _in_vain(self, socket: DuplexSocket) -> Program:
        """Ask on a connection that the firewall has forgotten, wait, and give it up."""
        s, path = self.setting, self.path
        path.there.blocked = True
        until = self.clock.now + s.patience
        yield from self._request()
        yield Until(until)
        socket.sender.abort()
        path.there.blocked = False

    def _digest(self) -> Program:
        if self.setting.digest:
            yield Until(self.clock.now + self.setting.digest)

    def _request(self) -> Program:
        s = self.setting
        if s.join:
            yield Send(s.asked)
        else:
            yield Send(s.header)
            yield Until(self.clock.now + BETWEEN)
            yield Send(s.body)

    def _ask(self, socket: DuplexSocket) -> Program:
        s, left = self.setting, self.setting.size
        while left:
            yield from self._request()
            wanted = min(s.piece or left, left)
            left -= wanted
            while wanted:
                wanted -= yield Recv(min(wanted, AS_MUCH))

    def _server(self, socket: DuplexSocket) -> Program:
        clock, s, left = self.clock, self.setting, 0
        while True:
            wanted = s.asked
            while wanted:
                wanted -= yield Recv(wanted)
            left = left or s.size
            answer = min(s.piece or left, left)
            left -= answer
            if s.work:
                yield Until(clock.now + s.work)
            if s.cork:
                self._note(1, Option(1))
                socket.sender.cork(True)
            trailer = min(s.trailer, answer)
            body = answer - trailer
            while body:
                length = min(s.chunk, body)
                body -= length
                if s.write:
                    yield Until(clock.now + s.write)
                yield Send(length)
            yield Send(trailer)
            if s.cork and not s.forgotten:
                self._note(1, Option(0))
                socket.sender.cork(False)
            self.served.append((clock.now, answer))
            if s.fresh:
                yield Recv(1)  # the client's FIN
                socket.sender.shutdown()
                return


def pings(calls: Calls, rng: random.Random) -> list[float]:
    """The last ten, s."""
    waits = calls.waits[-PINGS:]
    return [calls.setting.rtt + wait + rng.uniform(60e-6, 400e-6) for wait in waits]
