"""One connection from its first SYN to the first bytes: two hosts, their options, and what is lost on the way."""

from __future__ import annotations

from dataclasses import dataclass

from inflight.capture.crossing import HOST_UNREACHABLE, PORT_UNREACHABLE, TOO_BIG
from inflight.capture.crossing import PROHIBITED as ADMIN_PROHIBITED
from inflight.kernel.clock import Clock
from inflight.kernel.constants import TCP_RMEM_DEFAULT
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.segment import HEADERS, TIMESTAMPS, Address, Segment, SynOptions
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.states import CLOSED, ESTABLISHED, LISTEN
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network
from inflight.kernel.tcp.receive_window import MAX_TCP_WINDOW, ReceiveBuffer
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer

CLIENT, SERVER, NOBODY, ROUTER = "192.0.2.7", "198.51.100.80", "198.51.100.99", "198.51.100.1"
CLIENT_PORT, PORT = 32768, 443
REQUEST, ANSWER, GREETING = 300, 1000, 80
"""Bytes."""

START = 0.248
"""s: where the clock of jiffies stands at the first SYN; with it timers fire as in the recording F_refused."""
UNTIL = 400.0
"""s: a client whose tcp_syn_retries is 8 has given up by then."""

LISTENING, TOGETHER, CLOSED_PORT, SILENT, UNREACHABLE, PROHIBITED, REJECTED = (
    *("listening", "together", "closed", "silent"),
    *("unreachable", "prohibited", "rejected"),
)
ICMP = {
    UNREACHABLE: ("EHOSTUNREACH", "host unreachable"),
    PROHIBITED: ("EHOSTUNREACH", "host unreachable, admin prohibited"),
    REJECTED: ("ECONNREFUSED", "port unreachable"),
}
"""The error that connect() makes of a message, and its name (`icmp.c:icmp_err_convert`)."""
_CODES = {UNREACHABLE: HOST_UNREACHABLE, PROHIBITED: ADMIN_PROHIBITED, REJECTED: PORT_UNREACHABLE}

AFTER, WAITING, SERVER_FIRST, NOBODY_FIRST = "client", "waiting", "server", "nobody"


@dataclass(frozen=True, kw_only=True)
class End:
    """What a host is set to. mtu: B. rmem: tcp_rmem[2], B. The others are sysctls."""

    mtu: int = 1500
    rmem: int = 6291456
    scaling: bool = True
    sack: bool = True
    timestamps: bool = True

    @property
    def mss(self) -> int:
        """The MSS option: what fits into a packet of its own network (RFC 9293 §3.7.1)."""
        return self.mtu - HEADERS

    @property
    def default(self) -> int:
        """tcp_rmem[1], the buffer that a socket begins with, B."""
        return min(TCP_RMEM_DEFAULT, self.rmem)

    @property
    def shift(self) -> int:
        """The shift it offers (`tcp_select_initial_window`)."""
        return ReceiveBuffer(rmem=(self.default, self.rmem)).shift

    @property
    def options(self) -> SynOptions:
        """What it puts into a SYN."""
        return SynOptions(self.mss, self.shift if self.scaling else None, self.sack, self.timestamps)

    def window(self, *, timestamps: bool) -> int:
        """The first window it offers, B: half of the buffer, in whole segments (`tcp_select_initial_window`).

        timestamps: they are known to be agreed on, as in a SYN-ACK. In a SYN they are not (`tcp_connect_init`).
        """
        space, size = (self.default + 1) // 2, self.mss - TIMESTAMPS * timestamps
        return min(space // size * size if space > size else space, MAX_TCP_WINDOW)


@dataclass(frozen=True, kw_only=True)
class OpeningPlan:
    """rtt: s. target: what the client calls. speaks: who has something to say first.

    lose_syn, lose_syn_ack, lose_third: how many SYNs of the client, SYN-ACKs of the server, and segments of the client
    that come behind its SYN are lost, from the first on. linear: the client's tcp_syn_linear_timeouts.
    """

    client: End
    server: End
    rtt: float
    target: str = LISTENING
    speaks: str = AFTER
    lose_syn: int = 0
    lose_syn_ack: int = 0
    lose_third: int = 0
    syn_retries: int = 6
    linear: int = 0


class ConnectionOpening:
    """The run of a plan. Times in s from the first SYN; None: it has not happened.

    connected: connect() has returned. failed: it, or a later call of the client, came back with `error`. accepted: the
    server's accept() has returned. asked: the server's program has the request. first_byte: the client's program has
    the first of the server's bytes.
    """

    def __init__(self, plan: OpeningPlan) -> None:
        self.plan = plan
        self.clock = Clock()
        self.clock.now = START
        self.network = Network(self.clock)
        points = {"client": CLIENT, "server": SERVER}
        offer(captured_network(self.network, points, router=ROUTER, code=_CODES.get(plan.target, TOO_BIG)))
        syn = plan.client.options
        both = plan.client.timestamps and plan.server.timestamps
        calls = Sysctls(tcp_syn_retries=plan.syn_retries, tcp_syn_linear_timeouts=plan.linear)
        self.client = Host(self.network, CLIENT, calls, options=syn)
        self.server = Host(self.network, SERVER, options=plan.server.options)
        out, back = self.network.join(CLIENT, SERVER, out=plan.rtt / 2, back=plan.rtt / 2)
        out.loses, back.loses = self._lost_out, self._lost_back
        self._syns = self._others = self._syn_acks = 0
        self.connected: float | None = None
        self.failed: float | None = None
        self.accepted: float | None = None
        self.asked: float | None = None
        self.first_byte: float | None = None
        self.error = ""
        self._icmp()
        if plan.target == LISTENING:
            here = Address(SERVER, PORT)
            self.server.log.entered(START, here, Address(CLIENT, CLIENT_PORT), LISTEN)
            self._listener = self.server.listen(PORT, 128, window=plan.server.window(timestamps=both))
            self._listener.on_ready = lambda: self.clock.at(self.clock.now, self._accept)
        host = SERVER if plan.target in (LISTENING, TOGETHER, CLOSED_PORT) else NOBODY
        window = plan.client.window(timestamps=False)
        self.socket = self.client.socket(Address(host, PORT), port=CLIENT_PORT, window=window)
        self.socket.on_change = self._client_changed
        self.socket.connect()
        if plan.speaks == WAITING:
            self.socket.send(REQUEST)
        if plan.target == TOGETHER:
            window = plan.server.window(timestamps=False)
            other = self.server.socket(Address(CLIENT, CLIENT_PORT), port=PORT, window=window)
            other.on_change = self._server_changed
            other.connect()

    def run(self) -> None:
        """Until nothing happens any more."""
        while self.clock.next_due() < START + UNTIL:
            for _ in self.clock.run(self.clock.next_due(), 1):
                pass

    @property
    def now(self) -> float:
        """S from the first SYN."""
        return self.clock.now - START

    def _icmp(self) -> None:
        if self.plan.target in ICMP:
            self.network.errors[NOBODY] = (ICMP[self.plan.target][0], self.plan.rtt)

    def _lost_out(self, segment: Segment, number: int) -> bool:
        if segment.flags == "S":
            self._syns += 1
            return self._syns <= self.plan.lose_syn
        self._others += not segment.syn
        return not segment.syn and self._others <= self.plan.lose_third

    def _lost_back(self, segment: Segment, number: int) -> bool:
        answers = segment.flags == "SA"
        self._syn_acks += answers
        return answers and self._syn_acks <= self.plan.lose_syn_ack

    # the client's program

    def _client_changed(self, socket: Socket) -> None:
        if socket.state == ESTABLISHED and self.connected is None:
            self.connected = self.now
            if self.plan.speaks == AFTER:
                # connect() returns, and the ACK has left, before the program can write
                self.clock.at(self.clock.now, lambda: self._say(socket, REQUEST))
        elif socket.state == CLOSED and self.failed is None:
            self.failed, self.error = self.now, socket.error
        if socket.unread:
            if self.first_byte is None:
                self.first_byte = self.now
            socket.read()

    # the server's program

    def _accept(self) -> None:
        child = self._listener.accept()
        if child is not None:
            self._accepted(child)

    def _accepted(self, child: Socket) -> None:
        self.accepted = self.now
        child.on_change = self._server_changed
        if self.plan.speaks == SERVER_FIRST:
            self._say(child, GREETING)
        self._server_changed(child)

    def _server_changed(self, child: Socket) -> None:
        if self.accepted is None and child.state == ESTABLISHED:  # of a simultaneous open
            self.accepted = self.now
            if self.plan.speaks == SERVER_FIRST:
                self.clock.at(self.clock.now, lambda: self._say(child, GREETING))
        if child.unread and child.read() and self.asked is None:
            self.asked = self.now
            self._say(child, ANSWER)

    def _say(self, socket: Socket, length: int) -> None:
        try:
            socket.send(length)
        except SocketError as error:
            self.failed, self.error = self.now, error.name
