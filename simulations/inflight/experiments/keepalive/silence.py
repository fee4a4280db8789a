"""A connection whose peer falls silent: its power fails, it hangs, it reboots, a box on the way forgets.

You and the peer have exchanged a message, and that is time 0. The peer's program sends back whatever it reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import nan

from inflight.figure.result import Event
from inflight.kernel.clock import Clock
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED
from inflight.kernel.sockets.wire import Network

YOU, PEER = "198.51.100.7", "192.0.2.1"
SIDES = ("you", "peer")
PORT = 80

POWER, EXITS, HANGS, REBOOTS, OUTAGE, LIVES = "power", "exits", "hangs", "reboots", "outage", "lives"
"""How it ends: no power, the program ends, the program hangs, a reboot, a cable out for a while, not at all."""

NEVER, THEN, LATER = "never", "then", "later"
"""When your program writes."""

NOBODY, HERE, BOTH = "nobody", "here", "both"
"""Who has SO_KEEPALIVE."""

MESSAGE, BEAT = 100, 20
"""Bytes."""

SECOND_WRITE = 1.0
"""s from a later write to the next one."""

QUIET = 4 * 3600.0
"""s: for so long a connection is watched on which nothing can happen any more."""

_GIVES_UP = 1300.0  # s: longer than tcp_retries2 = 15 takes
_LATE = 1.2  # the timer wheel makes long waits up to an eighth longer


@dataclass(frozen=True, kw_only=True)
class SilencePlan:
    """Times in s. dies: after the last message; outage: how long a reboot or a cable takes; write_after: after `dies`.

    idle, interval, probes: of keepalive. user_timeout, heartbeat, nat: 0, without. reads: your program waits in read().
    nat: after so long without a packet a box on the way forgets the connection, and drops what belongs to it.
    phase: the clock at the beginning, which decides where the ticks fall.
    """

    rtt: float
    how: str = POWER
    dies: float = 0.0
    outage: float = 0.0
    writes: str = NEVER
    write_after: float = 0.0
    reads: bool = True
    keepalive: str = NOBODY
    idle: float = 7200.0
    interval: float = 75.0
    probes: int = 9
    user_timeout: float = 0.0
    retries2: int = 15
    heartbeat: float = 0.0
    nat: float = 0.0
    phase: float = 0.0

    @property
    def scripted(self) -> float:
        """When the last thing happens that is not a timer's doing."""
        back = self.dies + (self.outage if self.how in (REBOOTS, OUTAGE) else 0.0)
        written = self.dies + (self.write_after + SECOND_WRITE if self.writes == LATER else 0.0)
        return max(back, written)

    @property
    def horizon(self) -> float:
        """How long to watch if nobody is told anything."""
        asked = self.idle + (self.probes + 1) * self.interval if self.keepalive != NOBODY else 0.0
        return max(QUIET, self.scripted + _GIVES_UP, self.scripted + _LATE * asked)


@dataclass
class Told:
    """What one side's program learns, and when, s; `call` is the system call that says it."""

    time: float
    call: str


class _Box:
    """A firewall or a NAT: it knows the connection for `patience` s after the last packet."""

    def __init__(self, silence: PeerSilence, patience: float) -> None:
        self._silence, self._patience = silence, patience
        self._last = silence.clock.now
        self.forgotten = False

    def drops(self, segment: Segment, _: int) -> bool:
        """Whether a packet ends here."""
        now = self._silence.clock.now
        if not self.forgotten and now - self._last > self._patience and not segment.syn:
            self.forgotten = True
            self._silence.note("nat", "the box on the path has forgotten the connection and drops its packets")
        self._last = now
        return self.forgotten


@dataclass
class PeerSilence:
    """One connection, as planned. told: what either program has learned, None: nothing."""

    plan: SilencePlan
    notes: list[Event] = field(default_factory=list)
    told: list[Told | None] = field(default_factory=lambda: [None, None])
    start: float = 0.0

    def __post_init__(self) -> None:
        plan = self.plan
        self.clock = Clock()
        self.clock.now = plan.phase
        self.network = Network(self.clock)
        self.here, self.there = Host(self.network, YOU), Host(self.network, PEER)
        for host in (self.here, self.there):
            host.sysctls.tcp_retries2 = plan.retries2
            host.sysctls.tcp_keepalive_time = plan.idle
            host.sysctls.tcp_keepalive_intvl = plan.interval
            host.sysctls.tcp_keepalive_probes = plan.probes
        self.ways = self.network.join(YOU, PEER, out=plan.rtt / 2, back=plan.rtt / 2)
        box = _Box(self, plan.nat)
        for way in self.ways if plan.nat else ():
            way.loses = box.drops
        self._answers = True
        self._beat_out = False
        self.peer_gone = False
        self.reborn: Host | None = None

    # the run

    def begin(self) -> Iterator[None]:
        """Connect and exchange a message; then it is time 0."""
        clock, plan = self.clock, self.plan
        listener = self.there.listen(PORT, 16)
        self.sock = self.here.connect(Address(PEER, PORT))
        yield from clock.run(clock.now + 2 * plan.rtt + 0.001)
        child = listener.accept()
        assert child
        self.child = child
        child.on_change = self._peer_reads
        for socket, has in ((self.sock, plan.keepalive != NOBODY), (child, plan.keepalive == BOTH)):
            socket.user_timeout = plan.user_timeout
            if has:
                socket.keepalive.enable()
        self.sock.send(MESSAGE)
        yield from clock.run(clock.now + 2 * plan.rtt + 0.001)
        self.sock.read()
        self.start = self.sock.last_received
        self.sock.on_change = self._something
        clock.at(self.start + plan.dies, self._die)
        if plan.writes == LATER:
            for extra in (0.0, SECOND_WRITE):
                clock.at(self.start + plan.dies + plan.write_after + extra, self._write)
        if plan.heartbeat:
            clock.at(self.start + plan.heartbeat, self._beat)

    @property
    def now(self) -> float:
        """Time since the last message, s."""
        return self.clock.now - self.start

    def note(self, kind: str, text: str) -> None:
        """Something worth telling."""
        self.notes.append(Event(self.now, kind, text))

    @property
    def over(self) -> bool:
        """Your program has learned it, and what follows has followed."""
        mine = self.told[0]
        return mine is not None and self.now > mine.time + 2 * self.plan.rtt + 0.001

    # the end of the peer

    def _die(self) -> None:
        how, plan = self.plan.how, self.plan
        if how in (POWER, REBOOTS):
            self.note("death", "the peer's power fails" if how == POWER else "the peer goes down")
            self.there.network = Network(self.clock)  # nothing comes out of it any more
            self.there.log.entered(self.clock.now, self.child.here, self.child.peer, CLOSED)
            self.there.log.keep = False
            self.peer_gone = True
            self._cut(True)
        elif how == OUTAGE:
            self.note("death", "the cable is out")
            self._cut(True)
        elif how == EXITS:
            self.note("death", "the peer's program ends, and its kernel closes the connection")
            self.child.close()
            self.peer_gone = True
        elif how == HANGS:
            self.note("death", "the peer's program hangs; its kernel doesn't")
            self._answers = False
        if how in (REBOOTS, OUTAGE):
            self.clock.at(self.clock.now + plan.outage, self._back)
        if plan.writes == THEN:
            self._write()

    def _back(self) -> None:
        self._cut(False)
        if self.plan.how == REBOOTS:
            self.note("back", "the peer is up again and knows nothing of the connection")
            self.reborn = Host(self.network, PEER)
            self.reborn.listen(PORT, 16)
        else:
            self.note("back", "the cable is back")

    def _cut(self, cut: bool) -> None:
        for way in self.ways:
            way.cut = cut

    # the programs

    def _write(self) -> None:
        if self._send(MESSAGE):
            self.note("write", f"your program writes {MESSAGE} B, and the kernel accepts them")

    def _send(self, length: int) -> bool:
        """Whether the program's write() went well; if not, the program has learned something."""
        if self.told[0]:
            return False
        try:
            self.sock.send(length)
        except SocketError as error:
            self._learn(0, f"write(): {error}")
            return False
        return True

    def _beat(self) -> None:
        if self.told[0]:
            return
        if self._beat_out:
            self._learn(0, "no answer to a heartbeat")
            self.sock.close(linger=False)
            return
        self._beat_out = True
        if self._send(BEAT):
            self.clock.at(self.clock.now + self.plan.heartbeat, self._beat)

    def _something(self, sock: Socket) -> None:
        if sock.error or sock.state == CLOSED:
            if self.kernel_knows != self.kernel_knows:
                self.kernel_knows = self.now
            if self.plan.reads and not self.told[0]:
                self._learn(0, f"read(): {sock.error}")
            return
        if sock.unread:
            sock.read()
            self._beat_out = False
        if sock.eof and self.kernel_knows != self.kernel_knows:
            self.kernel_knows = self.now
        if sock.eof and self.plan.reads and not self.told[0]:
            self._learn(0, "read(): 0, the end of the stream")
            sock.close()

    kernel_knows = nan
    """When your kernel has learned of the end, s."""

    def _peer_reads(self, child: Socket) -> None:
        if self.peer_gone or not self._answers:
            return
        if child.error or child.state == CLOSED:
            if not self.told[1]:
                self._learn(1, f"read(): {child.error}")
            return
        if child.unread:
            child.send(child.read())
        if child.eof and not self.told[1]:
            self._learn(1, "read(): 0, the end of the stream")
            child.close()

    def _learn(self, side: int, call: str) -> None:
        self.told[side] = Told(self.now, call)
        who = "your program finds out" if side == 0 else "the peer's program finds out"
        self.note("told", f"{who}: {call}")
