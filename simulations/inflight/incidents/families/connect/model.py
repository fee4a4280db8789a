"""Clients that come at a steady rate, and a server that should answer each at once: two hosts with sockets.

client ── firewall ── eth0 server eth1 ── another network, with the default route, and the same firewall
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from inflight.incidents.families.connect.firewall import Firewall
from inflight.incidents.families.connect.setting import PERIOD, ConnectSetting
from inflight.incidents.shared.idle_hosts import gateway
from inflight.incidents.shared.jitter import UnevenNetwork
from inflight.incidents.shared.socket_list import Descriptors
from inflight.incidents.shared.socket_traffic import Watched
from inflight.kernel.clock import Clock
from inflight.kernel.path.routing import ANY, Fib, Route, network_of
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED, TIME_WAIT
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN, Sysctls

START = 1000.0
"""What the clock says when the first client comes, s. TIME_WAIT sockets are left from the minute before."""
PERIODS = 7
"""Number of the application's pauses; the look is taken in the next one, shortly before it ends."""
WARM = 4.0
"""s: clients that come earlier don't count."""

_BURST = 1.5e-3  # s: within this time all clients of a burst call connect(), or sooner if the path is short
_BEFORE = 0.5e-3  # s: how long before the application goes on their last ACK arrives
_BARE = SynOptions(wscale=None, sack=False, timestamps=False)


@dataclass(slots=True)
class Caller:
    """One request: when it was made, connected and answered, s (None: not yet). error: how it ended instead."""

    number: int
    came: float
    port: int = 0
    connected: float | None = None
    served: float | None = None
    over: float | None = None
    error: str = ""


class FilteringHost(Watched):
    """A host that checks a packet's source against its routes before TCP sees it."""

    filtered = 0

    def routed(self, fib: Fib, own: str, rp_filter: int) -> None:
        """Give it routes, and say how strict it is with packets to its address `own`."""
        self._validate: Callable[[str], bool] = lambda source: fib.validate(source, own, "eth0", rp_filter).passed
        self._known: dict[str, bool] = {}

    def take(self, segment: Segment) -> None:
        """Pass it to TCP, or drop it."""
        if self.believes(segment.source.host):
            super().take(segment)
        else:
            self.filtered += 1
            self.counters["IPReversePathFilter"] += 1

    def believes(self, source: str) -> bool:
        """Whether a packet from there may come in through eth0."""
        if (known := self._known.get(source)) is None:
            known = self._known[source] = self._validate(source)
        return known


@lru_cache(maxsize=8)
def _routes(setting: ConnectSetting) -> Fib:
    """The server's: the default route is eth1, and rules may send answers out where the questions came in."""
    fib = Fib({"eth0": f"{setting.server}/24", "eth1": f"{setting.second}/24"})
    fib.add(Route(ANY, "eth1", gateway(setting.second)))
    if setting.rules:
        network = network_of(f"{setting.server}/24")
        fib.add(Route(network, "eth0"), "100")
        fib.add(Route(ANY, "eth0", gateway(setting.server)), "100")
        fib.add_rule(setting.server, "100")
    return fib


@dataclass
class ConnectWorld:
    """Both hosts, what runs on them, and what was seen."""

    setting: ConnectSetting
    rng: random.Random
    callers: list[Caller] = field(default_factory=list)
    notes: list[tuple[float, str]] = field(default_factory=list)
    """What the server's application has written."""
    unseen: float = 0.0
    """Time that has passed unseen, s."""

    def __post_init__(self) -> None:
        s = self.setting
        self.clock = Clock()
        self.clock.now = START - TIMEWAIT_LEN - 2
        self.network = UnevenNetwork.on(self.clock, random.Random(f"{s.names} {s.rtt}"))
        near = Sysctls(
            ip_local_port_range=s.ports, tcp_tw_reuse=s.tw_reuse, tcp_syn_retries=s.syn_retries,
            tcp_fin_timeout=s.fin_timeout,
        )  # fmt: skip
        far = Sysctls(
            somaxconn=s.somaxconn,
            tcp_max_syn_backlog=s.max_syn_backlog,
            tcp_syncookies=s.syncookies,
            tcp_abort_on_overflow=s.abort_on_overflow,
        )
        self.client = Watched(self.network, s.client, s.kernel, near)
        self.server = FilteringHost(self.network, s.server, s.kernel, far)
        self.server.routed(_routes(s), s.server, s.rp_filter)
        out, back = self.network.join(s.client, s.server, out=s.rtt / 2, back=s.rtt / 2)
        self.firewall = Firewall(s, START, random.Random(f"firewall {s.names} {s.client}"))
        out.loses, back.loses = self._lost_out, self._lost_back
        self.listener: Listener = self.server.listen(s.port, s.backlog)
        self.by_port: dict[int, Caller] = {}
        self.sockets: dict[int, Socket] = {}
        self.accepted = self.answered = self.pauses = 0
        self._free, self._looks = 0.0, False
        self.listener.on_ready = self._ready
        self.end = START + PERIODS * PERIOD + s.pause - 0.0002
        self.read_to_end: set[Socket] = set()
        self.descriptors = Descriptors(9), Descriptors(12)
        """Of the client's program and of the server's."""

    looked = 0.0
    """The first look, s."""

    @property
    def missed(self) -> int:
        """Clients that have come unseen."""
        return round(self.unseen * self.setting.offered)

    begins = START
    """When the first client comes, s."""

    @property
    def first_judged(self) -> float:
        """Clients that come from then on count, s."""
        return START + WARM

    @property
    def last_judged(self) -> float:
        """And until then: later ones may still be waiting for a good reason, s."""
        return self.end - self.setting.patience

    # ---- the path -----------------------------------------------------------------------------------------------

    def _lost_out(self, segment: Segment, _: int) -> bool:
        """To the server: the firewall refuses some, and the line loses one now and then."""
        s = self.setting
        if s.loss and self.rng.random() < s.loss:
            return True
        return self.firewall.refuses(segment, self.clock.now)

    def _lost_back(self, segment: Segment, _: int) -> bool:
        """Back: a share of all flows goes through a second firewall, which has not seen their SYN."""
        s = self.setting
        if s.loss and self.rng.random() < s.loss:
            return True
        return self.strays(segment)

    def strays(self, segment: Segment) -> bool:
        """Whether an answer of the server goes through the second firewall: routers hash addresses and ports."""
        share = self.setting.back_lost
        return bool(share) and (segment.target.port * 2654435761 >> 7) % 1000 < 1000 * share

    # ---- the client's application ---------------------------------------------------------------------------------

    def past(self) -> Iterator[None]:
        """The minute before: what it leaves is TIME_WAIT sockets, each with its port."""
        s = self.setting
        count = round(s.offered * TIMEWAIT_LEN) if s.serves_all else 0
        low, high = s.ports
        count = min(count, high - low + 1 - 2)
        for number in range(count):
            yield from self.clock.run(START - TIMEWAIT_LEN * (1 - number / count))
            self.client.socket(Address(s.server, s.port)).time_wait(TIME_WAIT, TIMEWAIT_LEN)
            yield  # to look for a port takes longer, the more of them are taken
        self.client.counters["TW"] = 0  # they were opened before anything was counted
        yield from self.clock.run(START)

    def begin(self) -> None:
        """Every client that comes before the look."""
        self._next, self._periods = START, 0
        self._comers(PERIODS + 1)

    def go_on(self) -> Generator[None, None, None]:
        """Goes on for another period."""
        self.end += PERIOD
        self._comers(1)
        yield from self.clock.run(self.end, 200)

    def _comers(self, periods: int) -> None:
        """Clients, bursts and the application's notes, to the end of that many more periods."""
        s, rng = self.setting, self.rng
        spread = min(_BURST, 0.4 * s.rtt)
        while self._next < self.end:
            self.clock.at(self._next, self._call)
            self._next += rng.uniform(0.5, 1.5) / s.steady
        for period in range(self._periods, self._periods + periods):
            begins = START + period * PERIOD
            first = begins + s.pause - 1.5 * s.rtt - spread - _BEFORE
            for _ in range(s.burst):
                self.clock.at(first + rng.uniform(0, spread), self._call)
            if period:
                self.clock.at(begins, self._note)
        self._periods += periods
        if s.flood:
            self._flood()

    def _call(self) -> None:
        caller = Caller(len(self.callers) + 1, self.clock.now)
        self.callers.append(caller)
        if self.setting.six:
            self.clock.at(self.clock.now + self.setting.six, lambda: self._connect(caller))
        else:
            self._connect(caller)

    def _connect(self, caller: Caller) -> None:
        try:
            socket = self.client.socket(Address(self.setting.server, self.setting.port))
        except SocketError as error:
            caller.over, caller.error = self.clock.now, str(error)
            return
        caller.port = socket.here.port
        self.by_port[caller.port], self.sockets[caller.number] = caller, socket
        socket.on_change = lambda changed: self._changed(caller, changed)
        socket.connect()
        self.clock.at(caller.came + self.setting.patience, lambda: self._give_up(caller, socket))

    def _changed(self, caller: Caller, socket: Socket) -> None:
        now = self.clock.now
        if caller.connected is None and socket.state == ESTABLISHED:
            caller.connected = now
            self.clock.at(now, lambda: self._ask(socket))
        if socket.unread:
            socket.read()
            if caller.served is None:
                caller.served = now
                self.clock.at(now, socket.close)
        if socket.error and caller.served is None and caller.over is None:
            caller.over, caller.error = now, socket.error

    def _ask(self, socket: Socket) -> None:
        if socket.state == ESTABLISHED and not socket.orphan:
            socket.send(self.setting.request)

    def _give_up(self, caller: Caller, socket: Socket) -> None:
        if caller.served is None and caller.over is None:
            caller.over, caller.error = self.clock.now, "timeout"
            socket.close()

    # ---- strangers -----------------------------------------------------------------------------------------------

    def _flood(self) -> None:
        """A SYN from a made-up address, and the next one later."""
        rng = self.rng
        source = Address(
            f"198.{rng.choice((18, 19))}.{rng.randrange(256)}.{rng.randrange(256)}", rng.randrange(1024, 65536)
        )
        self.server.receive(Segment(source, Address(self.server.address, self.setting.port), "S", 0, options=_BARE))
        if self.clock.now < self.end:
            self.clock.at(self.clock.now + rng.uniform(0.5, 1.5) / self.setting.flood, self._flood)

    # ---- the server's application ---------------------------------------------------------------------------------

    def _ready(self) -> None:
        if not self._looks:
            self._looks = True
            self.clock.at(self._awake(max(self.clock.now, self._free)), self._accept)

    def _awake(self, time: float) -> float:
        """The first moment from `time` on at which the application isn't paused."""
        begins = START + (time - START) // PERIOD * PERIOD
        return max(time, begins + self.setting.pause) if time >= START else time

    def _accept(self) -> None:
        self._looks = False
        child = self.listener.accept()
        if child is None:
            return
        self.accepted += 1
        self._free = self.clock.now + 1 / self.setting.accept_rate
        child.on_change = self._serve
        self._serve(child)
        if self.listener.accept_queue:
            self._ready()

    def _serve(self, child: Socket) -> None:
        if child.state == CLOSED:
            return
        if child.unread:
            child.read()
            self.answered += 1
            try:
                child.send(self.setting.response)
            except SocketError:
                child.close()
                return
        if child.eof:
            self.read_to_end.add(child)
            child.close()

    def _note(self) -> None:
        s = self.setting
        line = f"INFO stats accepted={self.accepted} answered={self.answered} last_gc_pause={s.pause * 1000:.0f}ms"
        self.notes.append((self.clock.now, line))
