"""A client that visits a server again and again: it connects, asks, reads the answer, and is gone.

What Fast Open saves, and what stands in its way: middleboxes, keys and addresses that change, copies of a SYN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import nan

from inflight.kernel.clock import JIFFY, Clock, jiffies
from inflight.kernel.sockets import fastopen
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.wire import Network, Passage

SERVER, CLIENT, MOVED = "192.0.2.1", "198.51.100.7", "198.51.100.99"
PORT = 80
QLEN = 16
"""What the server's program gives to TCP_FASTOPEN."""

AFTER_TICK = 0.05e-3
"""s from a tick of the kernel's clock to the client's SYN: as in the recordings, the program has just been woken."""

PAUSE = 0.5
"""s from the last byte to the client's close(), and from there to the next visit."""

PATIENCE = 300.0
"""s after which a visit is given up."""

NOTHING, DROPS_DATA, DROPS_OPTION, STRIPS = "nothing", "data", "option", "strips"
"""What a middlebox does to Fast Open."""

KEY, ROLLED, OWN, NAT = "key", "rolled", "own", "nat"
"""What changes: the server's key; the same, with the old one kept; the client's address; that of its NAT."""

_KEYS = bytes(range(16)), bytes(range(16, 32))
_ISN_RATE = 15_625_000  # a step each 64 ns (`secure_seq.c:seq_scale`)


@dataclass(frozen=True, kw_only=True)
class Setup:
    """rtt, replay: s; replay: so long after the SYN of each visit in `copied` its copy comes.

    exchanges: bytes asked and answered, one after the other; the last is the request that the server's program acts on.
    asks: the client's program uses MSG_FASTOPEN. listens: the server's sets TCP_FASTOPEN. client, server: tcp_fastopen.
    change: before visit `changes` something is not what it was. box: a middlebox. lost: visits whose first SYN is lost.
    server_closes: the server is the first to close. ports: each visit goes to another port.
    """

    rtt: float
    exchanges: tuple[tuple[int, int], ...]
    asks: bool = True
    listens: bool = True
    client: int = 1
    server: int = 1
    change: str = NOTHING
    changes: int = 3
    box: str = NOTHING
    lost: frozenset[int] = frozenset()
    copied: frozenset[int] = frozenset()
    replay: float = 0.0
    server_closes: bool = True
    ports: bool = False


@dataclass
class Visit:
    """One visit; times in s. closed: when the client's program has called close(); ended: all that follows is over.

    carried: bytes in the first SYN. received: of the answer. executed: how often the server's program acted on its
    request.
    """

    number: int
    client: Host
    socket: Socket
    start: float
    first_byte: float = nan
    last_byte: float = nan
    closed: float = nan
    ended: float = nan
    carried: int = 0
    received: int = 0
    executed: int = 0
    notes: list[tuple[float, str, str]] = field(default_factory=list)


class _Host(Host):
    """Its first sequence numbers follow the clock, as a copy of an old SYN is told from a new one by them."""

    strips = False

    def isn(self) -> int:
        return int(self.clock.now * _ISN_RATE)

    def receive(self, segment: Segment) -> None:
        if self.strips and segment.options and segment.options.cookie is not None:
            segment = replace(segment, options=replace(segment.options, cookie=None))
        super().receive(segment)


class Visits:
    """All visits of one client. `watch` is called after each event of the visit that goes on."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.clock = Clock()
        self.network = Network(self.clock)
        self.server = _Host(self.network, SERVER)
        self.server.sysctls.tcp_fastopen = setup.server
        self.server.strips = setup.box == STRIPS
        self.client = self._client(CLIENT)
        self.done: list[Visit] = []
        self.watch: Callable[[Visit], None] = lambda _: None
        self.visit: Visit | None = None
        self._listeners: list[Listener] = []

    def _client(self, address: str) -> Host:
        host = _Host(self.network, address)
        host.sysctls.tcp_fastopen = self.setup.client
        out, _ = self.network.join(address, SERVER, out=self.setup.rtt / 2, back=self.setup.rtt / 2)
        out.loses = self._loses
        return host

    def _listen(self, port: int) -> None:
        if port in self.server.listeners:
            return
        listener = self.server.listen(port, 128)
        if self.setup.listens:
            listener.fastopen_qlen = QLEN
        listener.on_ready = lambda: self._serve(listener)
        self._listeners.append(listener)

    def run(self, number: int) -> Iterator[None]:
        """The next visit, of that number, to its end."""
        clock, setup = self.clock, self.setup
        if number == setup.changes:
            self._change()
        port = PORT + number - 1 if setup.ports else PORT
        self._listen(port)
        start = (jiffies(clock.now) + 1) * JIFFY + AFTER_TICK
        yield from clock.run(start)
        visit = self._begin(number, port)
        self.done.append(visit)
        while clock.now < start + PATIENCE and clock.next_due() < start + PATIENCE:
            if visit.ended == visit.ended and clock.next_due() > visit.ended:
                break
            yield from clock.run(clock.next_due(), 1)
            self.watch(visit)
        if visit.ended == visit.ended:
            yield from clock.run(max(visit.ended, clock.now))

    def _begin(self, number: int, port: int) -> Visit:
        asked, _ = self.setup.exchanges[0]
        # without its bit MSG_FASTOPEN is EOPNOTSUPP (`tcp_sendmsg_fastopen`), and the program does it the old way
        fast = self.setup.asks and bool(self.setup.client & fastopen.CLIENT)
        socket = self.client.socket(Address(SERVER, port))
        visit = self.visit = Visit(number, self.client, socket, self.clock.now)
        if number in self.setup.copied:
            self._copy(visit)
        socket.connect(fast_open=asked if fast else None)
        visit.carried = socket.transmitter.in_syn
        _Asking(self, visit, sent=fast)
        self.watch(visit)
        return visit

    # what happens on the way, and between visits

    def _loses(self, segment: Segment, _: int) -> bool:
        visit, box = self.visit, self.setup.box
        if not segment.syn or segment.acks or not visit:
            return False
        option = segment.options is not None and segment.options.cookie is not None
        dropped = (box == DROPS_DATA and segment.length > 0) or (box == DROPS_OPTION and option)
        lost = visit.number in self.setup.lost and not segment.again
        if dropped or lost:
            what = f"a SYN with {segment.length} B" if segment.length else "a SYN"
            who = "a middlebox drops" if dropped else "the network loses"
            visit.notes.append((self.clock.now, "loss", f"{who} {what}"))
        return dropped or lost

    def _change(self) -> None:
        if self.setup.change in (KEY, ROLLED):
            old, new = _KEYS
            for listener in self._listeners:
                listener.fastopen_keys = (new, old) if self.setup.change == ROLLED else (new,)
        elif self.setup.change in (OWN, NAT):
            cookies = self.client.fastopen_cookies
            before = self.client
            self.client = self._client(MOVED)
            self.client.counters = before.counters  # the same host
            if self.setup.change == NAT:
                self.client.fastopen_cookies = cookies

    def _copy(self, visit: Visit) -> None:
        """Somewhere in the network the first SYN is copied, and the copy comes later."""
        here = visit.socket.here

        def arrive() -> None:
            sent = (each.segment for each in self.network.passages)
            syn = next(segment for segment in sent if segment.syn and segment.source == here)
            visit.notes.append((self.clock.now, "replay", "a copy of the SYN reaches the server"))
            self.network.passages.append(Passage(self.clock.now - self.setup.rtt / 2, self.clock.now, syn.repeated()))
            self.server.receive(syn)

        self.clock.at(self.clock.now + self.setup.rtt / 2 + self.setup.replay, arrive)

    # the server's program

    def _serve(self, listener: Listener) -> None:
        child = listener.accept()
        if child:
            server = _Answering(self, child)
            child.on_change = server.step
            server.step(child)


class _Asking:
    """The client's program."""

    def __init__(self, visits: Visits, visit: Visit, *, sent: bool) -> None:
        self._visits, self._visit, self._sent = visits, visit, sent
        self._exchange = 0
        self._got = 0
        visit.socket.on_change = self.step

    def step(self, socket: Socket) -> None:
        """Something has happened to the socket."""
        visit, setup, now = self._visit, self._visits.setup, self._visits.clock.now
        if socket.error:
            visit.notes.append((now, "error", f"the client's call fails: {socket.error}"))
            self._end(now)
            return
        if socket.state == ESTABLISHED and not self._sent:
            self._sent = True
            socket.send(setup.exchanges[self._exchange][0])
        got = socket.read() if socket.unread else 0
        self._got += got
        last = self._exchange == len(setup.exchanges) - 1
        visit.received += got * last
        if got and last and visit.first_byte != visit.first_byte:
            visit.first_byte = now
            visit.notes.append((now, "answer", "the first byte of the answer is there"))
        if got and self._got >= setup.exchanges[self._exchange][1]:
            self._got = 0
            if last:
                visit.last_byte = now
            else:
                self._exchange += 1
                socket.send(setup.exchanges[self._exchange][0])
        if visit.last_byte == visit.last_byte and (socket.eof or not setup.server_closes):
            self._end(now)

    def _end(self, now: float) -> None:
        """Close, a while after the end; the next visit may begin when all that can still come has come."""
        visit, clock = self._visit, self._visits.clock
        if visit.closed == visit.closed:
            return
        visit.closed = now + (PAUSE if self._visits.setup.server_closes else 0.0)
        visit.ended = visit.closed + PAUSE + 2 * self._visits.setup.rtt
        if visit.number in self._visits.setup.copied:
            visit.ended = max(visit.ended, visit.start + self._visits.setup.replay + 3 + 2 * self._visits.setup.rtt)
        clock.at(visit.closed, visit.socket.close)


class _Answering:
    """The server's program at one connection: it reads a request, acts on it, and answers."""

    def __init__(self, visits: Visits, child: Socket) -> None:
        self._visits, self._child = visits, child
        self._exchange = 0
        self._got = 0

    def step(self, child: Socket) -> None:
        """Something has happened to the socket."""
        setup = self._visits.setup
        if child.error:
            return
        while child.unread and self._exchange < len(setup.exchanges):
            self._got += child.read()
            asked, answered = setup.exchanges[self._exchange]
            if self._got < asked:
                return
            self._got -= asked
            self._exchange += 1
            last = self._exchange == len(setup.exchanges)
            if last:
                self._act()
            try:
                child.send(answered)
            except SocketError:
                return
            if last and setup.server_closes:
                child.shutdown()
        if child.eof:
            child.close()

    def _act(self) -> None:
        visit = self._visits.visit
        assert visit
        visit.executed += 1
        again = ", again" if visit.executed > 1 else ""
        visit.notes.append((self._visits.clock.now, "request", f"the server acts on the request{again}"))
