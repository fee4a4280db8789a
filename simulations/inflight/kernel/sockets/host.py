"""A host: its sysctls, its counters, its listeners and connections, and which of them a segment belongs to."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.cookie import Cookies, Options, initial_timestamp, options_of
from inflight.kernel.sockets.era import RECORDED, Era
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import Address, Segment, SynOptions, reset_for
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import TIME_WAIT
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.timewait import TimeWait
from inflight.kernel.sockets.wire import Network

CLIENT_WINDOW, SERVER_WINDOW = 64240, 65160
"""What a SYN and a SYN-ACK of Linux offer with the default tcp_rmem on Ethernet, B."""

_COOKIE_KEY = bytes(range(32))  # the kernel draws one; any will do


class Endpoint(Protocol):
    """What segments of a connection go to: a request, a socket, or what TIME_WAIT has left."""

    state: str

    def receive(self, segment: Segment) -> None: ...


class Host:
    """`address` on `network`. counters are named as `nstat` has them, without TcpExt. `era`: its kernel's rules.

    connections: by local port and peer. time_waits: how many of them are small ones. orphans: sockets that no process
    holds. proven: hosts that `tcp_metrics` knows. options: what its SYNs offer.
    """

    def __init__(
        self,
        network: Network,
        address: str,
        sysctls: Sysctls | None = None,
        *,
        era: Era = RECORDED,
        options: SynOptions | None = None,
        log: Log | None = None,
    ) -> None:
        self.network, self.address, self.era = network, address, era
        self.clock: Clock = network.clock
        self.sysctls = sysctls or Sysctls()
        self.options = options or SynOptions()
        self.log = log or Log()
        self.counters: Counter[str] = Counter()
        self.listeners: dict[int, Listener] = {}
        self.connections: dict[tuple[int, Address], Endpoint] = {}
        self.time_waits = 0
        self.orphans = 0
        self.proven: set[str] = set()
        self.fastopen_cookies: dict[str, bytes] = {}
        self._cookies = Cookies(_COOKIE_KEY)
        self._next_port = 0
        network.hosts[address] = self

    # what applications call

    def listen(self, port: int, backlog: int, *, window: int = SERVER_WINDOW) -> Listener:
        """A socket that is bound to `port` and listens.

        Raises:
            SocketError: EADDRINUSE, another one listens there.
        """
        if port in self.listeners:
            raise SocketError("EADDRINUSE")
        self.listeners[port] = Listener(self, port, backlog, options=self.options, window=window)
        return self.listeners[port]

    def socket(self, peer: Address, *, port: int | None = None, window: int = CLIENT_WINDOW) -> Socket:
        """A socket that is to connect to `peer`; `port`: bound to it, else the next free one is taken.

        Raises:
            SocketError: EADDRNOTAVAIL, there is none.
        """
        here = Address(self.address, self._ephemeral(peer) if port is None else port)
        created = Socket(self, here, peer, options=self.options, window=window)
        created.accepted = True
        self.add(here.port, peer, created)
        return created

    def connect(self, peer: Address, *, fast_open: int | None = None, window: int = CLIENT_WINDOW) -> Socket:
        """A socket that has sent its SYN; nobody waits for it. fast_open: bytes for the SYN, or behind it.

        Raises:
            SocketError: EADDRNOTAVAIL, no port is free.
        """
        created = self.socket(peer, window=window)
        created.connect(fast_open=fast_open)
        return created

    def _ephemeral(self, peer: Address) -> int:
        """A port that has no connection to `peer` yet: those of the lowest one's parity first, then the others.

        Each half in order; the kernel begins at random and leaves some out (`inet_hashtables.c:__inet_hash_connect`).
        """
        low, high = self.sysctls.ip_local_port_range
        for half in (range(low, high + 1, 2), range(low + 1, high + 1, 2)):
            for step in range(len(half)):
                port = half[(self._next_port + step) % len(half)]
                known = self.connections.get((port, peer))
                if known is None or self._reusable(known):
                    self._next_port += step + 1
                    return port
        raise SocketError("EADDRNOTAVAIL")

    def _reusable(self, endpoint: Endpoint) -> bool:
        """A port in TIME_WAIT with timestamps, from an earlier second, if tcp_tw_reuse is 1 (`tcp_twsk_unique`)."""
        if not isinstance(endpoint, TimeWait) or endpoint.state != TIME_WAIT:
            return False
        later = int(self.clock.now) > int(endpoint.since)  # the clock of whole seconds has moved on
        if not (self.sysctls.tcp_tw_reuse == 1 and endpoint.timestamps and later):
            return False
        self.counters["TWRecycled"] += 1
        endpoint.kill()
        return True

    # segments

    def receive(self, segment: Segment) -> None:
        """A segment has arrived: to its connection, else to a listener, else it is refused (`tcp_v4_rcv`)."""
        endpoint = self.connections.get((segment.target.port, segment.source))
        if endpoint is not None:
            endpoint.receive(segment)
        elif listener := self.listeners.get(segment.target.port):
            listener.receive(segment)
        else:
            self.refuse(segment)

    def unreachable(self, segment: Segment, error: str) -> None:
        """A router says that `segment` could not go on."""
        endpoint = self.connections.get((segment.source.port, segment.target))
        if isinstance(endpoint, Socket):
            endpoint.unreachable(error)

    def send(self, segment: Segment) -> None:
        """Hand a segment to the network."""
        self.network.send(segment)

    def refuse(self, segment: Segment) -> None:
        """Answer with a RST, unless it is one."""
        if not segment.rst:
            self.counters["TcpOutRsts"] += 1
            self.send(reset_for(segment))

    # what listeners and sockets call

    def isn(self) -> int:
        """The first sequence number of a connection; always 0 here, so that numbers are relative ones."""
        return 0

    def timestamp(self) -> int:
        """The clock of RFC 7323's option, ms."""
        return int(self.clock.now * 1000)

    def add(self, port: int, peer: Address, endpoint: Endpoint) -> None:
        """A connection of `port` with `peer`."""
        self.connections[port, peer] = endpoint

    def remove(self, port: int, peer: Address, endpoint: Endpoint) -> None:
        """It is gone, unless another has taken its place already."""
        if self.connections.get((port, peer)) is endpoint:
            del self.connections[port, peer]

    def leave(self, socket: Socket) -> None:
        """A full socket is no more."""
        if socket.orphan:
            self.orphans -= 1
        if listener := self.listeners.get(socket.here.port):
            listener.gone(socket)

    def opened(self, socket: Socket) -> None:
        """A handshake is complete at the server's end."""
        if listener := self.listeners.get(socket.here.port):
            listener.gone(socket)

    def forget_listener(self, listener: Listener) -> None:
        """close() of a listening socket."""
        del self.listeners[listener.address.port]

    def keep_time_wait(self, socket: Socket, state: str, seconds: float) -> bool:
        """Leave a TIME_WAIT socket in `state` behind. False: there are tcp_max_tw_buckets of them already."""
        if self.time_waits >= self.sysctls.tcp_max_tw_buckets:
            self.counters["TCPTimeWaitOverflow"] += 1
            return False
        self.time_waits += 1
        self.counters["TW" if seconds > 4 else "TWKilled"] += 1
        self.add(socket.here.port, socket.peer, TimeWait(socket, state, seconds))
        return True

    def forget_time_wait(self, ended: TimeWait) -> None:
        """Its time is over."""
        self.time_waits -= 1
        self.remove(ended.here.port, ended.peer, ended)

    # SYN cookies

    def make_cookie(self, syn: Segment) -> tuple[int, int | None]:
        """The sequence number that a SYN is answered with, and the timestamp, if the client has sent one."""
        options = syn.options or SynOptions()
        isn, _ = self._cookies.make(*_numbers(syn), syn.seq, min(options.mss, self.options.mss), self.clock.now)
        if not options.timestamps:
            return isn, None
        return isn, initial_timestamp(self.timestamp(), Options(options.wscale, options.sack, False))

    def check_cookie(self, ack: Segment) -> SynOptions | None:
        """What the cookie that this ACK carries remembers of the SYN; None: it is none, or too old."""
        mss = self._cookies.check(*_numbers(ack), ack.seq - 1, ack.ack - 1, self.clock.now)
        if mss is None:
            return None
        kept = options_of(ack.tsecr if ack.tsval is not None else None)
        return SynOptions(mss=mss, wscale=kept.wscale, sack=kept.sack, timestamps=ack.tsval is not None)


def _numbers(segment: Segment) -> tuple[int, int, int, int]:
    """Both addresses and ports, as a cookie's hash wants them."""
    return _ip(segment.source.host), _ip(segment.target.host), segment.source.port, segment.target.port


def _ip(address: str) -> int:
    first, second, third, fourth = map(int, address.split("."))
    return first << 24 | second << 16 | third << 8 | fourth
