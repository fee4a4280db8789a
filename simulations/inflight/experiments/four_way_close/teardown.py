"""One connection that is closed: two programs, what the network loses on the way, and a record of both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import CLIENT_WINDOW, SERVER_WINDOW, Host
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.timewait import TimeWait
from inflight.kernel.sockets.wire import Network
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer

SIDES = ("client", "server")
CLIENT, SERVER = range(2)
PORT = 80

CLOSE, SHUTDOWN = "close", "shutdown"
BOTH = "both"
NEVER, LATER, WRITE = "never", "later", "write"
PLAIN, UNREAD, LINGER, WINDOW = "plain", "unread", "linger", "window"
NOTHING, FIN1, ACK1, FIN2, ACK2, ALL, AFTER_ACK = "nothing", "fin1", "ack1", "fin2", "ack2", "all", "after-ack"

LONGEST = 1200.0
"""s after the first close: nothing that ends takes longer, with RTTs up to a second and 15 retries."""

SMALL_WINDOW, BEYOND, MESSAGE, UNREAD_BYTES = 2000, 4000, 1000, 6
"""B: a receive buffer that fills, what is written into it, a message of the other side, what nobody reads."""

_START = 1000.4  # s: the phase of the timer wheel; with this one minutes end as they did in the recordings
_HOST = 2e-5  # s that a host takes with a segment; the RTT of the laboratory was as much longer than the path's
_BETWEEN = 0.005  # s: so that programs act between two ticks, as they do
_PAUSE = 0.2  # s between two writes, beside the RTT: whatever comes back is seen


@dataclass(frozen=True)
class ClosingSetting:
    """What is done. Times in s. first: client, server or both; other: what the other side does at the end of file."""

    first: str = SIDES[CLIENT]
    how: str = CLOSE
    other: str = NEVER
    after: float = 1.0
    catch: str = PLAIN
    lost: str = NOTHING
    times: int = 1
    rtt: float = 0.02
    orphans: int = 0


@dataclass(frozen=True)
class Glance:
    """What `ss -o` shows of one end at `time`. due: when its timer is, s; infinite: none is set."""

    time: float
    side: int
    state: str
    recv_q: int
    send_q: int
    timer: str
    due: float
    tries: int


@dataclass(frozen=True)
class Said:
    """Something that a program did or was told."""

    time: float
    side: int
    kind: str
    text: str


@dataclass
class Closing:
    """Runs the connection. Its clock is at 0 when the first close() is called."""

    setting: ClosingSetting
    sysctls: Sysctls
    glances: list[Glance] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)

    def __post_init__(self) -> None:
        setting = self.setting
        self.clock = Clock()
        self.clock.now = _START
        self.network = Network(self.clock)
        self.hosts = (Host(self.network, "10.1.0.2", self.sysctls), Host(self.network, "10.2.0.2", self.sysctls))
        points = {side: host.address for side, host in zip(SIDES, self.hosts, strict=True)}
        offer(captured_network(self.network, points))
        delay = setting.rtt / 2 + _HOST
        out, back = self.network.join(self.hosts[CLIENT].address, self.hosts[SERVER].address, out=delay, back=delay)
        out.loses = lambda segment, _: self._loses(CLIENT, segment)
        back.loses = lambda segment, _: self._loses(SERVER, segment)
        for host in self.hosts:
            host.orphans = setting.orphans
        self.closer = SERVER if setting.first == SIDES[SERVER] else CLIENT
        self.begin = _START + 3 * setting.rtt + _BETWEEN
        self.endless = False
        """Timers still run after `LONGEST`."""
        self._left = setting.times
        self._dead = False
        self._fins: dict[Address, int] = {}
        self._sockets: list[Socket | None] = [None, None]
        self._at_end = [False, False]
        self._read_eof = [False, False]
        self._open()

    # what happens

    def _open(self) -> None:
        small = self.setting.catch == WINDOW
        windows = [CLIENT_WINDOW, SERVER_WINDOW]
        if small:
            windows[1 - self.closer] = SMALL_WINDOW
        listener = self.hosts[SERVER].listen(PORT, 128, window=windows[SERVER])
        near = self.hosts[CLIENT].connect(Address(self.hosts[SERVER].address, PORT), window=windows[CLIENT])
        self._watch(CLIENT, near)

        def accept() -> None:
            child = listener.accept()
            assert child is not None
            self._watch(SERVER, child)

        listener.on_ready = accept
        rtt = self.setting.rtt
        if self.setting.catch == UNREAD:
            self.clock.at(self.begin - rtt, lambda: self._write(1 - self.closer, UNREAD_BYTES))
        self.clock.at(self.begin, self._close_first)

    def _watch(self, side: int, socket: Socket) -> None:
        self._sockets[side] = socket
        socket.on_change = lambda changed: self._changed(side, changed)

    def _close_first(self) -> None:
        both = self.setting.first == BOTH
        if self.setting.catch == WINDOW:
            self._write(self.closer, BEYOND)
        for side in (CLIENT, SERVER) if both else (self.closer,):
            self._close(side, self.setting.how, linger=self.setting.catch != LINGER or side != self.closer)

    def _close(self, side: int, how: str, *, linger: bool = True) -> None:
        socket = self._sockets[side]
        assert socket is not None
        gone = socket.state == "CLOSE"
        call = "shutdown(SHUT_WR)" if how == SHUTDOWN else "close()"
        self._say(side, "call", f"the {SIDES[side]} calls {call}" + (" on a connection that is gone" if gone else ""))
        if how == SHUTDOWN:
            socket.shutdown()
        else:
            socket.close(linger=linger)

    def _write(self, side: int, length: int) -> None:
        socket = self._sockets[side]
        assert socket is not None
        try:
            socket.send(length)
        except SocketError as error:
            self._say(side, "error", f"the {SIDES[side]}’s write() fails: {error}")
        else:
            self._say(side, "write", f"the {SIDES[side]} writes {length} B, and write() succeeds")

    def _changed(self, side: int, socket: Socket) -> None:
        """Data, a FIN or an error: the program is told, if it looks."""
        setting = self.setting
        if socket.state == "CLOSE":
            if socket.error:
                self._say(side, "reset", f"the {SIDES[side]}’s connection is over: its next call fails, {socket.error}")
            return
        first = setting.first == BOTH or side == self.closer
        if first:
            if setting.how == SHUTDOWN and setting.catch != UNREAD:
                socket.read()  # a half-closed end still reads
                self._read_eof[side] = socket.eof
            return
        if not socket.eof or self._at_end[side]:
            return
        self._at_end[side] = True
        now, rtt = self.clock.now, setting.rtt
        if setting.other == NEVER:
            return
        self._read_eof[side] = True
        first_act = now + setting.after
        if setting.other == LATER:
            self.clock.at(first_act, lambda: self._close(side, CLOSE))
            return
        self.clock.at(first_act, lambda: self._write(side, MESSAGE))
        self.clock.at(first_act + rtt + _PAUSE, lambda: self._write(side, MESSAGE))
        self.clock.at(first_act + 2 * (rtt + _PAUSE), lambda: self._close(side, CLOSE))

    # what is lost

    def _loses(self, side: int, segment: Segment) -> bool:
        lost = self.setting.lost
        if segment.fin:
            self._fins[segment.source] = segment.end
        if self._dead or (lost == ALL and self.clock.now >= self.begin):
            return True
        from_closer = side == self.closer
        if lost == AFTER_ACK and not from_closer and self._acks_fin(segment):
            self._dead = True  # this one still arrives
            return False
        wanted = {
            FIN1: from_closer and segment.fin,
            ACK1: not from_closer and self._acks_fin(segment) and not segment.fin,
            FIN2: not from_closer and segment.fin,
            ACK2: from_closer and not segment.fin and self._acks_fin(segment),
        }.get(lost, False)
        if not wanted or not self._left:
            return False
        self._left -= 1
        return True

    def _acks_fin(self, segment: Segment) -> bool:
        """Whether it acknowledges a FIN that the one it goes to has sent."""
        return segment.ack >= self._fins.get(segment.target, segment.ack + 1)

    # what is seen

    def run(self) -> Iterator[None]:
        """Until nothing can happen any more, or for `LONGEST`."""
        end = self.begin + LONGEST
        while (due := self.clock.next_due()) <= end:
            for _ in self.clock.run(due, slice_events=1):
                self._look()
                yield
        self.endless = not self.quiet
        if self.endless:
            self.clock.now = end

    @property
    def quiet(self) -> bool:
        """No timer is set: what stands now stands for ever."""
        return all(self._glance(side).due == float("inf") for side in (CLIENT, SERVER))

    def _look(self) -> None:
        for side in (CLIENT, SERVER):
            self.glances.append(self._glance(side))

    def _glance(self, side: int) -> Glance:
        now, socket = self.clock.now, self._sockets[side]
        host = self.hosts[side]
        endpoint = next(iter(host.connections.values()), None)
        if isinstance(endpoint, TimeWait):
            return Glance(now, side, endpoint.state, 0, 0, "timewait", endpoint.due, 0)
        if socket is None or socket.state == "CLOSE":
            state = "SYN_RECV" if endpoint is not None else "LISTEN" if socket is None else "CLOSE"
            return Glance(now, side, state, 0, 0, "", float("inf"), 0)
        transmitter, keepalive = socket.transmitter, socket.keepalive
        recv_q = socket.unread + (socket.eof and not self._read_eof[side])
        send_q = transmitter.written - transmitter.una
        if transmitter.due < float("inf"):
            persist = transmitter.timer == "window probe"
            tries = transmitter.probes_out if persist else transmitter.retransmits
            name = "persist" if persist else "on"
            return Glance(now, side, socket.state, recv_q, send_q, name, transmitter.due, tries)
        name = "keepalive" if keepalive.armed else ""
        return Glance(now, side, socket.state, recv_q, send_q, name, keepalive.due, 0)

    def _say(self, side: int, kind: str, text: str) -> None:
        self.said.append(Said(self.clock.now, side, kind, text))
